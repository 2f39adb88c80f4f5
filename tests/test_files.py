"""Files that are written for others to read, and files that are no files."""

import os
import threading

import pytest

from appagent.files import append_private, write_private, write_shared


def test_what_takes_the_place_of_a_link_has_the_permissions_of_a_new_file(tmp_path):
    (tmp_path / "target").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    write_shared(tmp_path / "link", b"ours")
    (tmp_path / "new").touch()
    assert ((tmp_path / "target").read_text(), (tmp_path / "link").read_text()) == ("mine", "ours")
    assert (tmp_path / "link").stat().st_mode == (tmp_path / "new").stat().st_mode


@pytest.mark.timeout(20)
def test_a_pipe_that_nobody_reads_keeps_no_writer_waiting(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="No such device"):
        write_private(tmp_path / "pipe", b"ours", follow=True)
    with pytest.raises(OSError, match="No such device"):
        append_private(tmp_path / "pipe", "ours")


@pytest.mark.timeout(20)
def test_a_pipe_that_somebody_reads_gets_all_of_it(tmp_path):
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(end, True)
    other = os.open(pipe, os.O_WRONLY)  # so that the reader does not come to the end before it begins
    with open(end, "rb") as reader:
        reading = threading.Thread(target=lambda: got.append(reader.read()))
        reading.start()
        write_private(pipe, b"x" * 1_000_000, follow=True)  # more than a pipe holds
        os.close(other)
        reading.join()
    assert len(got[0]) == 1_000_000
