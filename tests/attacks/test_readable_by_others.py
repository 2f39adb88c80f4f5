"""Another user of the same machine wants to see what stands on the phone: pictures, logs, reports, what is typed.

Whatever holds screens is made for its user alone, files 0600 and folders 0700, whatever the umask says and whatever
was there before. What belongs to somebody else is left as it is, and is no reason to fail. The person gives a run to
others by copying it. (A store: see `test_strange_stores_opened.py`; a bench: see `test_bench.py`.)
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import NOTES, QUICK, SMALL
from permissions import mode, seen_by_others

from appagent.cancel import Cancel
from appagent.demo import demo
from appagent.errors import UsageError
from appagent.runs.recorder import STATE_FILE, Recorder
from appagent.runs.report import render, write_page
from appagent.runs.trajectory import LOG, load_run
from appagent.screen.trouble import Trouble
from appagent.sessions import Request, learn_app, run_task
from appagent.sessions.junit import write_junit as write_junit
from appagent.sessions.looking import from_files, write_picture
from appagent.settings import Settings

pytestmark = pytest.mark.slow

DUMP = '<hierarchy><node bounds="[0,0][90,90]" package="a.b" class="android.view.View" clickable="true"/></hierarchy>'


@pytest.fixture(params=[0o022, 0o000], ids=["usual umask", "open umask"])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    """A umask, for as long as the test takes."""
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


@pytest.fixture
def recorder(tmp_path: Path, umask: int) -> Iterator[Recorder]:
    """A run under way, in folders that are made for it."""
    made = Recorder(tmp_path / "data" / "runs", "run", NOTES, "a task", {})
    yield made
    made.close()


def test_a_run_with_its_log_pictures_and_state(tmp_path, recorder):
    recorder.picture(1, b"\xff\xd8\xff")
    recorder.remember({"title": "Balance"})
    recorder.trouble(Trouble("crash", "Bank", "Bank has stopped"), ("a line",))
    recorder.keep("hunter2")
    assert {path.name for path in recorder.folder.iterdir()} == {LOG, STATE_FILE, "0001.jpg"}
    assert seen_by_others(tmp_path / "data") == []


def test_a_report_in_the_folder_of_its_run_and_elsewhere(tmp_path, recorder):
    page = render(load_run(recorder.folder))
    for out in (recorder.folder / "report.html", tmp_path / "elsewhere.html"):
        write_page(page, out)
        assert mode(out) == 0o600


def test_a_marked_picture_and_a_junit_file(tmp_path, umask):
    (tmp_path / "dump.xml").write_text(DUMP)
    write_picture(from_files(tmp_path / "dump.xml"), tmp_path / "marked.png")
    write_junit(tmp_path / "report.xml", "suite", [], {})
    assert [mode(tmp_path / name) for name in ("marked.png", "report.xml")] == [0o600, 0o600]


def test_whole_sessions_of_learning_and_running(tmp_path):
    before = os.umask(0)
    try:
        home = tmp_path / "home"
        settings = Settings(
            device="virtual", size=SMALL, time_scale=QUICK, runs=home / "runs", store=home / "s.sqlite", max_steps=2
        )
        learn_app(settings, Request("notes", agent="offline", rounds=2), cancel=Cancel())
        run_task(settings, Request("notes", "Create a note titled 'Trip'", agent="offline"), cancel=Cancel())
    finally:
        os.umask(before)
    assert len(list((home / "runs").iterdir())) == 2
    assert seen_by_others(home) == []


@pytest.mark.parametrize("umask", [0o000], ids=["open umask"], indirect=True)
def test_what_a_demo_leaves(typed, monkeypatch, tmp_path, umask):
    monkeypatch.setenv("APPAGENT_SIZE", "360x640")
    for name, value in {"time_scale": QUICK, "rounds": 28}.items():  # the command has no options for them
        monkeypatch.setitem(demo.__kwdefaults__, name, value)
    status, _, err = typed("demo", "--out", tmp_path / "demo")
    assert status == 0, err
    assert {"task.html", "learning.html", "marked.png", "runs"} == {path.name for path in (tmp_path / "demo").iterdir()}
    assert seen_by_others(tmp_path / "demo") == []


# What was there before


def test_a_folder_of_runs_from_before_is_closed(tmp_path):
    runs = tmp_path / "runs"
    old = runs / "20250101-120000-run-notes"
    old.mkdir(parents=True, mode=0o755)
    (old / LOG).write_text("{}")
    runs.chmod(0o755)
    Recorder(runs, "run", NOTES, "a task", {}).close()
    assert mode(runs) == 0o700, "the old run in it is out of reach too"


def test_a_run_from_before_is_closed_when_it_goes_on(tmp_path):
    before = Recorder(tmp_path / "runs", "run", NOTES, "a task", {})
    before.close()
    before.folder.chmod(0o755)
    (before.folder / LOG).chmod(0o644)
    Recorder.resume(before.folder).close()
    assert seen_by_others(before.folder) == []


def test_a_file_from_before_is_closed_before_anything_is_put_into_it(tmp_path):
    out = tmp_path / "report.html"
    out.write_text("old")
    out.chmod(0o644)
    write_page("a page", out)
    assert (mode(out), out.read_text()) == (0o600, "a page")


@pytest.mark.held
def test_a_folder_with_other_things_in_it_stays_as_it_is(tmp_path):
    (tmp_path / "letters.txt").write_text("mine")
    tmp_path.chmod(0o755)
    Recorder(tmp_path, "run", NOTES, "a task", {}).close()
    assert mode(tmp_path) == 0o755


def test_a_folder_with_other_things_in_it_has_closed_runs(tmp_path):
    (tmp_path / "letters.txt").write_text("mine")
    recorder = Recorder(tmp_path, "run", NOTES, "a task", {})
    recorder.close()
    assert seen_by_others(recorder.folder) == []


@pytest.mark.held
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder to somebody else")
def test_a_folder_of_somebody_else_is_left_to_them(tmp_path):
    runs = tmp_path / "runs"
    runs.mkdir(mode=0o777)
    runs.chmod(0o777)
    os.chown(runs, 65534, 65534)
    Recorder(runs, "run", NOTES, "a task", {}).close()
    assert mode(runs) == 0o777


# Links in a run that somebody else made


@pytest.mark.parametrize("name", ["report.html", "0001.jpg"])
def test_a_link_in_a_strangers_run_is_not_written_through(tmp_path, name):
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    recorder = Recorder(tmp_path / "runs", "run", NOTES, "a task", {})
    (recorder.folder / name).symlink_to(mine)
    with pytest.raises(UsageError, match="cannot write"):
        write_page("page", recorder.folder / name) if name == "report.html" else recorder.picture(1, b"\xff\xd8\xff")
    assert mine.read_text() == "mine"
    recorder.close()


def test_a_log_that_is_a_link_is_not_gone_on_with(tmp_path):
    recorder = Recorder(tmp_path / "runs", "run", NOTES, "a task", {})
    recorder.close()
    moved = (recorder.folder / LOG).rename(tmp_path / "mine.jsonl")
    (recorder.folder / LOG).symlink_to(moved)
    before = moved.read_text()
    with pytest.raises(UsageError, match="it is a link"):
        Recorder.resume(recorder.folder)
    assert moved.read_text() == before
