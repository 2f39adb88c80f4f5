"""The store among processes and disks: shared, killed, full, read-only, damaged; or refused with the reason."""

import multiprocessing
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import pytest
from sqlite_utils import Database
from store_writers import import_all, write, write_on, write_until_killed
from test_records import record

from appagent.errors import StoreError
from appagent.store import Store
from appagent.store.tables.schema import _MIGRATIONS, open_database

SECONDS = float(os.environ.get("APPAGENT_STORE_SECONDS", "0.5"))  # for which eight processes write to one store
processes = multiprocessing.get_context("forkserver")  # they are forked from one that has imported the store
processes.set_forkserver_preload(["appagent.store"])


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "documents.db") as opened:
        yield opened


@pytest.mark.slow
def test_processes_make_and_write_one_store_at_the_same_time(tmp_path):
    together = processes.Barrier(3, timeout=100)  # where one fails, the others do not wait for ever
    writers = [processes.Process(target=write, args=(tmp_path, number, together)) for number in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0, 0]
    for number in range(20):
        with Store(tmp_path / f"{number}.db") as store:
            assert len(store.records()) == 7
            assert store._rows("SELECT times FROM helped") == [(6,)]
            assert store._rows("PRAGMA integrity_check") == [("ok",)]
            assert store._rows("PRAGMA journal_mode") == [("wal",)]


@pytest.mark.slow
def test_an_import_that_is_killed_leaves_whole_batches_and_goes_on_from_there(tmp_path):
    path = tmp_path / "documents.db"
    Store(path).close()
    importer = processes.Process(target=import_all, args=(path,))
    importer.start()
    with Store(path) as store:
        while not (begun := store.sizes()) and importer.is_alive():
            pass
        importer.kill()
        importer.join()
        assert begun
        left = len(store.records())
        assert left % 1_000 == 0
        assert store._rows("PRAGMA integrity_check") == [("ok",)]
    import_all(path)
    with Store(path) as store:
        assert len(store.records()) == 6_000


@pytest.mark.slow
@pytest.mark.timeout(SECONDS + 120)
def test_of_eight_that_write_at_once_and_two_that_are_killed_no_acknowledged_record_is_lost_or_doubled(tmp_path):
    path = tmp_path / "documents.db"
    reports, writers = [], []
    for number in range(8):
        receiver, report = processes.Pipe(duplex=False)
        writers.append(processes.Process(target=write_on, args=(path, number, report)))
        reports.append(receiver)
        writers[-1].start()
        report.close()
    acknowledged = [[receiver.recv()] for receiver in reports]  # all of them are at it
    for killed, seconds in (((0, 5), SECONDS / 2), ((1, 2, 3, 4, 6, 7), SECONDS / 2)):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for number in range(8):
                acknowledged[number] += told(reports[number])
            time.sleep(0.05)
        for number in killed:
            writers[number].kill()
            writers[number].join()
            acknowledged[number] += told(reports[number])
    assert [writer.exitcode for writer in writers] == [-9] * 8
    with Store(path) as store:
        texts = [each.text for each in store.records()]
        assert len(texts) == len({*texts})
        known = {f"writer {number} turn {turn}" for number, turns in enumerate(acknowledged) for turn in turns}
        assert known <= {*texts}
        assert len({*texts} - {f"shared {turn}" for turn in range(100_000)} - known) <= 8  # written, and not yet told
        assert store._rows("SELECT count(*) FROM replaces") == [(sum("writer" in text for text in texts),)]
        assert store._rows("PRAGMA integrity_check") == [("ok",)]


def told(report):
    """What a process has reported and nobody has read."""
    found = []
    with suppress(EOFError):
        while report.poll():
            found.append(report.recv())
    return found


@pytest.mark.slow
def test_what_was_added_outlives_a_killed_process(tmp_path):
    path = tmp_path / "documents.db"
    receiver, report = processes.Pipe(duplex=False)
    writer = processes.Process(target=write_until_killed, args=(path, report))
    writer.start()
    added = [receiver.recv() for _ in range(40)]
    writer.kill()
    writer.join()
    receiver.close()
    report.close()
    with Store(path) as store:
        assert {f"turn {turn}" for turn in added} <= {each.text for each in store.current()}
        assert store._rows("PRAGMA integrity_check") == [("ok",)]


def test_a_reader_is_not_kept_waiting_by_a_writer(tmp_path):
    path = tmp_path / "documents.db"
    with Store(path) as writer, Store(path) as reader:
        writer.add(record())
        with writer._writing():
            assert len(reader.current()) == 1


def test_a_full_disk_changes_nothing_and_says_so(store):
    store.add(record())
    (pages,) = store._rows("PRAGMA page_count")[0]
    store._rows(f"PRAGMA max_page_count = {pages}")
    told = r"its disk is full, or that of TMPDIR; free some space.*Nothing of it was changed"
    with pytest.raises(StoreError, match=told):
        store.add(*(record(f"{number} " * 500) for number in range(50)))
    assert len(store.records()) == 1
    store._rows("PRAGMA max_page_count = 100000")
    assert store.add(record("fits")) == 1


@pytest.mark.slow
def test_no_room_for_the_copy_of_an_import_is_not_blamed_on_the_store(tmp_path):
    for name, many in (("mine", 1), ("theirs", 200)):
        with Store(tmp_path / name) as made:
            made.add(*(record(f"{number} " * 2000) for number in range(many)))
    words = ("docs", "import", str(tmp_path / "theirs"), "--untrusted", "--store", str(tmp_path / "mine"))
    limited = ["sh", "-c", 'ulimit -f 1000; exec "$@"', "sh", sys.executable, "-m", "appagent", *words]
    done = subprocess.run(limited, capture_output=True, text=True, env={**os.environ, "TMPDIR": str(tmp_path)})
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"theirs cannot be copied to {tmp_path}: File too large; free some space there, or set TMPDIR" in done.stderr


@pytest.fixture
def sealed_store():
    """A store that this process may not write, also where the tests run as root."""
    user = os.geteuid()
    with tempfile.TemporaryDirectory() as directory:  # tmp_path lies below directories that only its user enters
        path = Path(directory, "documents.db")
        Store(path).close()
        path.chmod(0o444)
        path.parent.chmod(0o555)
        if user == 0:
            os.seteuid(65534)  # nobody
        yield path
        os.seteuid(user)
        path.parent.chmod(0o755)


def test_a_read_only_store_is_refused_with_what_to_do(sealed_store):
    before = sealed_store.read_bytes()
    with pytest.raises(StoreError, match="make the file and its directory writable"), Store(sealed_store) as store:
        store.add(record())
    with pytest.raises(StoreError, match=r"no directory for store .*: Permission denied"):
        Store.open(sealed_store.parent / "new" / "documents.db")
    assert sealed_store.read_bytes() == before


def test_a_store_that_may_not_be_written_is_refused_at_once_and_not_at_the_first_write(sealed_store):
    user = os.geteuid()
    os.seteuid(os.getuid())
    sealed_store.parent.chmod(0o777)
    os.seteuid(user)
    with pytest.raises(StoreError, match="is read-only; make the file"):
        Store.open(sealed_store)


def test_a_read_only_store_can_be_read(sealed_store):
    with Store.open_to_read(sealed_store) as store:
        assert store.current() == []
        assert store.records() == []
        with pytest.raises(StoreError, match="is read-only"):
            store.add(record())


def test_a_store_that_others_write_is_read_where_nothing_may_be_written(sealed_store):
    user = os.geteuid()
    os.seteuid(os.getuid())
    with Store(sealed_store) as writer:
        writer.add(record())
        os.seteuid(user)
        with Store.open_to_read(sealed_store) as store:
            assert len(store.current()) == 1
        os.seteuid(os.getuid())
    os.seteuid(user)


def test_where_there_is_no_store_an_empty_one_is_read_and_none_is_made(tmp_path):
    with Store.open_to_read(tmp_path / "new" / "documents.db") as store:
        assert store.records() == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"not a database at all " * 50, "database"])
def test_a_file_that_is_no_store_is_refused_and_left_as_it_is(tmp_path, content):
    path = tmp_path / "mine.db"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        connection = sqlite3.connect(path)
        connection.execute("CREATE TABLE recipes (name)")
        connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"mine\.db is (not )?a SQLite database.*--store"):
        Store(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_store_is_what_an_old_one_becomes_step_by_step(tmp_path):
    stepwise = Database(memory=True)
    _MIGRATIONS.apply(stepwise)
    new = open_database(str(tmp_path / "documents.db"))
    made = "SELECT type, name, sql FROM sqlite_master ORDER BY name"
    for told in (
        made,
        "SELECT name FROM _sqlite_migrations ORDER BY id",
        "SELECT * FROM indexed",
        "PRAGMA application_id",
    ):
        assert new.execute(told).fetchall() == stepwise.execute(told).fetchall()
    assert [len(name) for (name,) in new.execute("SELECT name FROM store")] == [len("store-") + 16]
    new.close()
    stepwise.close()


def test_a_store_of_a_newer_release_is_refused_and_left_as_it_is(tmp_path):
    path = tmp_path / "documents.db"
    with Store(path) as store:
        store.add(record())
        newer = "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('appagent.store', 'm999', '')"
        store._rows(newer)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"newer AppAgent \(it has m999\); update this one with: pip install -U"):
        Store(path)
    assert path.read_bytes() == before


def test_a_damaged_store_says_so(tmp_path):
    path = tmp_path / "documents.db"
    with Store(path) as store:
        store.add(*(record(str(number)) for number in range(200)))
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xff" * (len(whole) - 8192))
    with pytest.raises(StoreError, match="is damaged; restore a copy"), Store(path) as store:
        store.current()


def test_a_path_that_cannot_be_a_file_is_refused(tmp_path):
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(tmp_path)
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(tmp_path / "missing" / "documents.db")
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="no directory for store"):
        Store.open(tmp_path / "file" / "documents.db")
