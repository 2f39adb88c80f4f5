"""Runs on disk: readable after whatever happened, and errors that say what to do."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from tables import cases

from appagent.errors import UsageError
from appagent.models import Usage
from appagent.runs.listing import prune_runs, runs_in
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import LOG, Step, load_run


def step(number=1, **facts):
    usual = {"screen_id": "s", "app": "a", "activity": "", "action": "tap(1)", "words": "tap", "outcome": "done"}
    return Step(number, **(usual | facts))


@pytest.fixture
def runs(tmp_path) -> Path:
    return tmp_path / "runs"


def recorded(runs, *steps, **end) -> Path:
    recorder = Recorder(runs, "run", "com.example.notes", "Buy milk", {"agent": "offline"})
    for each in steps:
        recorder.step(each)
    if end:
        recorder.end(**end)
    recorder.close()
    return recorder.folder


def test_a_run_reads_back_as_it_was_written(runs):
    steps = (step(documents=("a", "b"), cost_usd=0.5, changed=True, bounds=(1, 2, 3, 4)), step(2, outcome="finish"))
    told = load_run(recorded(runs, *steps, status="success"))
    assert told.steps == steps
    assert (told.start["kind"], told.start["task"], told.start["agent"]) == ("run", "Buy milk", "offline")
    assert told.end["status"] == "success"


def test_a_run_reads_back_while_it_goes_on(runs):
    recorder = Recorder(runs, "run", "a", "t", {})
    for number in (1, 2):
        recorder.step(step(number))
        assert len(load_run(recorder.folder).steps) == number
    assert load_run(recorder.folder).end == {}
    recorder.close()


@cases("words", ["便签 ✓", "line\u2028separator", "next\x85line", "a\nb\r\x0b\x0cc", "half \ud83d", 'say "hi"'])
def test_whatever_was_said_reads_back_on_its_line(runs, words):
    folder = recorded(runs, step(thought=words), step(2))
    assert [each.thought for each in load_run(folder).steps] == [words, ""]


@pytest.mark.slow
def test_a_run_that_was_cut_anywhere_is_readable_up_to_there(runs):
    folder = recorded(runs, step(), step(2, thought="便签"), status="success")
    whole = (folder / LOG).read_bytes()
    first_line = whole.index(b"\n") + 1
    found = set()
    for cut in range(first_line, len(whole)):
        (folder / LOG).write_bytes(whole[:cut])
        told = load_run(folder)
        found.add((len(told.steps), bool(told.end)))
    assert found == {(0, False), (1, False), (2, False), (2, True)}


def test_a_call_whose_reply_is_in_no_step_is_counted_as_lost(runs):
    recorder = Recorder(runs, "learn", "com.example.notes", "", {})
    recorder.asking(Usage(1, 50, 0, None, 1))
    recorder.step(step(model_calls=1))
    assert load_run(recorder.folder).lost == Usage()
    recorder.asking(Usage(1, 70, 0, None, 1))
    recorder.close()  # the process is killed
    recorder = Recorder.resume(recorder.folder)
    assert (recorder.lost.calls, recorder.lost.prompt_tokens) == (1, 70)
    recorder.asking(Usage(1, 50, 0, None, 1))
    recorder.end()
    assert load_run(recorder.folder).lost.calls == 1


def test_what_a_newer_version_adds_is_left_out(runs):
    folder = recorded(runs, step())
    with (folder / LOG).open("a") as file:
        file.write(json.dumps({"kind": "step", "mood": "good", **vars(step(2))}) + "\n")
        file.write(json.dumps({"kind": "weather"}) + "\n")
    assert [each.number for each in load_run(folder).steps] == [1, 2]


@cases("text", ["", "no JSON\n", '{"kind": "step"}\n', "[]\n"])
def test_a_file_that_is_no_trajectory_is_said_to_be_none(tmp_path, text):
    (tmp_path / LOG).write_text(text)
    with pytest.raises(UsageError, match="names no task"):
        load_run(tmp_path)


def test_a_step_that_lacks_what_it_must_have_is_named(runs):
    folder = recorded(runs)
    with (folder / LOG).open("a") as file:
        file.write('{"kind": "step", "number": 1}\n')
    with pytest.raises(UsageError, match="screen_id"):
        load_run(folder)


def test_no_run_is_said_to_be_none(tmp_path):
    with pytest.raises(UsageError, match="appagent runs list"):
        load_run(tmp_path / "none")


def test_the_first_end_counts(runs):
    recorder = Recorder(runs, "run", "a", "t", {})
    recorder.end(status="success")
    recorder.end(status="error")
    assert load_run(recorder.folder).end["status"] == "success"


def test_runs_of_one_second_have_folders_of_their_own(runs):
    folders = {recorded(runs) for _ in range(3)}
    assert len(folders) == 3


@cases("goal", ["../../etc", "a/b\\c", "", "便签" * 200, "\x00"])
def test_a_goal_never_leaves_the_folder_of_runs(runs, goal):
    recorder = Recorder(runs, "run", "../x", goal, {})
    recorder.close()
    assert recorder.folder.resolve().parent == runs.resolve()


def test_pruning_keeps_the_newest(runs):
    for name in ("20260101-a", "20260103-c", "20260102-b"):
        (runs / name).mkdir(parents=True)
        (runs / name / LOG).write_text('{"kind": "run", "task": "t", "app": "a"}')
    (runs / "notes.txt").write_text("not a run")
    assert [path.name for path in prune_runs(runs, keep=1)] == ["20260102-b", "20260101-a"]
    assert [path.name for path in runs_in(runs)] == ["20260103-c"]
    assert (runs / "notes.txt").exists()


def test_pruning_spares_a_run_that_is_under_way(runs):
    recorder = Recorder(runs, "run", "a", "t", {})
    assert prune_runs(runs, keep=0) == []
    recorder.close()
    assert prune_runs(runs, keep=0) == [recorder.folder]


def test_pruning_leaves_a_link_to_a_run_that_lies_elsewhere(runs, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / LOG).write_text('{"kind": "run", "task": "t", "app": "a"}')
    runs.mkdir()
    (runs / "link").symlink_to(tmp_path / "elsewhere")
    assert prune_runs(runs, keep=0) == []
    assert (runs / "link" / LOG).exists()


def test_pruning_what_cannot_be_deleted_is_an_error_of_the_user():
    user = os.geteuid()
    with tempfile.TemporaryDirectory() as runs:  # tmp_path lies below directories that only its user enters
        folder = Path(runs, "20260101-run")
        folder.mkdir()
        (folder / LOG).write_text('{"kind": "run", "task": "t", "app": "a"}')
        folder.chmod(0o555)
        Path(runs).chmod(0o755)
        if user == 0:
            os.seteuid(65534)  # nobody
        try:
            with pytest.raises(UsageError, match=r"cannot delete the run in .*: Permission denied"):
                prune_runs(Path(runs), keep=0)
        finally:
            os.seteuid(user)
            folder.chmod(0o755)


def test_a_folder_that_cannot_be_made_is_an_error_of_the_user(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="another --runs"):
        Recorder(tmp_path / "file", "run", "a", "t", {})


# In a process of its own, whose files may not grow past 2,000 bytes; as it is when a disk is full.
_FULL = """
import resource, signal, sys
from pathlib import Path
from appagent.errors import UsageError
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import Step, load_run
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
recorder = Recorder(Path(sys.argv[1]), "run", "a", "t", {})
try:
    if sys.argv[2] == "picture":
        recorder.picture(1, bytes(5000))
    for number in range(1, 100):
        recorder.step(Step(number, "s", "a", "", "tap(1)", "tap", "done"))
except UsageError as error:
    print(error)
recorder.close()
print(len(load_run(recorder.folder).steps), len(recorder.steps))
"""


@pytest.mark.parametrize("what", ["steps", "picture"])
def test_a_full_disk_is_said_in_one_line_and_leaves_the_run_readable(runs, what):
    command = [sys.executable, "-W", "error", "-c", _FULL, str(runs), what]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    message, counts = done.stdout.splitlines()
    assert message.startswith("cannot write the run in ")
    assert "free some space or name another --runs" in message
    on_disk, written = counts.split()
    assert on_disk == written
