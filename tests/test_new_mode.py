"""A mode is one file and one line: a stranger's, in an installed package, runs and continues like those shipped."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import NOTES

from appagent import agents
from appagent.agents import load_mode, mode_names
from appagent.errors import UsageError
from appagent.runs.recorder import STATE_FILE
from appagent.runs.trajectory import load_run

pytestmark = pytest.mark.slow

COUNTING = '''
"""A mode that waits, and counts how often it did."""

import os
import signal

from appagent.actions import Wait
from appagent.agent import Decision
from appagent.models import Usage


class Counting:
    name, usage, waits = "counting", Usage(), 0

    def __init__(self, kit):
        self.model = kit.model.name

    def decide(self, view):
        self.waits += 1
        if str(self.waits) == os.environ.get("KILLED_AT"):
            os.kill(os.getpid(), signal.SIGKILL)
        return Decision(Wait(0.1), summary=f"wait {self.waits} with {self.model}")

    def remember(self):
        return {"waits": self.waits}

    def recall(self, state):
        self.waits = state["waits"] + 0
'''
QUICK = ("--device", "virtual", "--time-scale", "0.05", "--size", "360x800", "--runs", "runs", "--store", "s.sqlite")
ASKED = ("run", "--app", NOTES, "--task", "Wait", "--agent", "model", *QUICK)


@pytest.fixture
def counting(typed, tmp_path, monkeypatch):
    """The file, and the one line of an installed package that names it."""
    (tmp_path / "counting_mode.py").write_text(COUNTING, encoding="utf-8")
    installed = tmp_path / "counting_mode-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: counting-mode\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text("[appagent.modes]\ncounting = counting_mode:Counting\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name, value in (("MODEL", "small"), ("BASE_URL", "http://127.0.0.1:9/v1"), ("API_KEY", "none")):
        monkeypatch.setenv(f"APPAGENT_{name}", value)
    return typed


BAD = """
NUMBER = 7

def bare():
    pass

def nothing(kit):
    pass

class Nameless:
    def __init__(self, kit):
        pass

    def decide(self, view):
        return None
"""


@pytest.fixture
def bad_modes(counting, tmp_path):
    """A function that registers a place as the mode `bad`, runs it, and returns the status and the errors printed."""
    (tmp_path / "bad_modes.py").write_text(BAD)
    (tmp_path / "raising.py").write_text("raise OSError('no luck\\nat all')")
    (tmp_path / "leaving.py").write_text("raise SystemExit(3)")

    def registered(place):
        points = tmp_path / "counting_mode-1.0.dist-info" / "entry_points.txt"
        points.write_text(f"[appagent.modes]\nbad = {place}\n")
        status, _, err = counting(*ASKED, "--mode", "bad")
        return status, err

    return registered


def summaries(told: str) -> list[str]:
    return [step.summary for step in load_run(Path(json.loads(told)["run"])).steps]


def test_a_mode_of_another_package_runs_and_continues_with_its_own_state(counting):
    status, told, err = counting(*ASKED, "--mode", "counting", "--max-steps", 2, "--json")
    assert status == 1, err
    assert summaries(told) == ["wait 1 with small", "wait 2 with small"]
    folder = Path(json.loads(told)["run"])
    assert load_run(folder).start["mode"] == "counting"

    status, told, err = counting("run", "--resume", "latest", *QUICK, "--mode", "counting", "--max-steps", 4, "--json")
    assert (status, json.loads(told)["run"]) == (1, str(folder)), err
    assert summaries(told)[2:] == ["wait 3 with small", "wait 4 with small"]


def test_a_killed_run_continues_with_the_state_of_its_last_step(counting, tmp_path):
    command = [sys.executable, "-m", "appagent", *ASKED, "--mode", "counting"]
    paths = os.pathsep.join([str(tmp_path), *sys.path])
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": paths, "KILLED_AT": "3"}, timeout=100, check=False)
    assert done.returncode == -signal.SIGKILL
    _, told, err = counting("run", "--resume", "latest", *QUICK, "--mode", "counting", "--max-steps", 3, "--json")
    assert summaries(told) == ["wait 1 with small", "wait 2 with small", "wait 3 with small"], err


@pytest.mark.parametrize("begun", ["react", "2", None])
def test_the_state_of_another_mode_is_refused(counting, begun):
    counting(*ASKED, "--mode", "counting", "--max-steps", 1)
    (folder,) = Path("runs").iterdir()
    (folder / STATE_FILE).write_text(json.dumps({"mode": begun, "state": {"waits": 1}}))
    status, _, err = counting("run", "--resume", "latest", *QUICK, "--mode", "counting")
    assert status == 2
    assert f"is that of the mode '{begun}', not of 'counting': continue the run in the mode it was begun with" in err


@pytest.mark.parametrize(("given", "mode"), [(("--agent", "offline"), "offline"), (("--mode", "react"), "react")])
def test_an_agent_without_a_state_refuses_the_state_of_a_mode(counting, given, mode):
    counting(*ASKED, "--mode", "counting", "--max-steps", 1)
    (folder,) = Path("runs").iterdir()
    status, _, err = counting("run", "--resume", "latest", *QUICK, *given)
    assert status == 2
    assert f"that of the mode 'counting', not of '{mode}': continue the run in the mode it was begun with" in err
    assert len(load_run(folder).steps) == 1


def test_a_mode_that_keeps_no_state_any_more_refuses_that_of_its_run(counting):
    counting(*ASKED, "--mode", "counting", "--max-steps", 1)
    (folder,) = Path("runs").iterdir()
    (folder / STATE_FILE).write_text(json.dumps({"mode": "react", "state": {}}))
    status, _, err = counting("run", "--resume", "latest", *QUICK, "--mode", "react")
    assert (status, "the mode 'react' cannot read the state kept in" in err) == (2, True), err


@pytest.mark.parametrize("state", [{}, [], {"waits": "x"}, None])
def test_a_state_that_the_mode_cannot_read_is_reported(counting, state):
    counting(*ASKED, "--mode", "counting", "--max-steps", 1)
    (folder,) = Path("runs").iterdir()
    (folder / STATE_FILE).write_text(json.dumps({"mode": "counting", "state": state}))
    status, _, err = counting("run", "--resume", "latest", *QUICK, "--mode", "counting")
    assert (status, "the mode 'counting' cannot read the state kept in" in err) == (2, True), err


def test_an_unknown_mode_is_refused_with_those_there_are(counting):
    status, _, err = counting(*ASKED, "--mode", "counting2")
    assert status == 2
    assert "no mode 'counting2'; there are: counting, react" in err
    assert not Path("runs").exists()


def test_help_lists_the_modes(counting):
    _, told, _ = counting("run", "--help")
    assert "How a model carries a task out: counting, react." in " ".join(told.split())


def test_a_mode_is_no_use_without_a_model(typed):
    status, _, err = typed("run", "--app", NOTES, "--task", "Wait", *QUICK, "--mode", "react")
    assert (status, "a mode says how a model works, and no model is set; set APPAGENT_BASE_URL" in err) == (2, True)


def test_a_line_is_enough_for_a_mode_of_the_package(counting, monkeypatch):
    monkeypatch.setitem(agents.MODES, "taps", "counting_mode:Counting")
    assert mode_names() == ["counting", "react", "taps"]
    assert load_mode("taps") is load_mode("counting")


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("nowhere:Mode", r"cannot be imported \(ModuleNotFoundError: No module named 'nowhere'\); fix or uninstall"),
        ("counting_mode:Missing", r"cannot be imported \(AttributeError: .+\); fix or uninstall its package$"),
        ("raising:Mode", r"cannot be imported \(OSError: no luck\); fix or uninstall its package$"),
        ("leaving:Mode", r"cannot be imported \(SystemExit: 3\); fix or uninstall its package$"),
        ("counting_mode", r"cannot be called with \(kit\): <module .+> is not a callable object$"),
        ("bad_modes:NUMBER", r"cannot be called with \(kit\): 7 is not a callable object$"),
        ("bad_modes:bare", r"cannot be called with \(kit\): too many positional arguments$"),
    ],
)
def test_a_mode_that_cannot_be_used_is_refused_in_a_line_before_the_run(bad_modes, place, says):
    status, err = bad_modes(place)
    with pytest.raises(UsageError, match=rf"^the mode 'bad' of counting-mode \({place}\) {says}") as raised:
        load_mode("bad")
    assert (status, "\n" in str(raised.value), "Traceback" in err) == (2, False, False), err
    assert not Path("runs").exists()


@pytest.mark.parametrize(
    ("place", "lacks"), [("bad_modes:nothing", "name, usage, decide"), ("bad_modes:Nameless", "name, usage")]
)
def test_a_mode_that_builds_no_agent_is_refused_in_a_line(bad_modes, place, lacks):
    status, err = bad_modes(place)
    assert status == 2
    assert f"the mode 'bad' of counting-mode ({place}) is no Agent: it has no {lacks}" in " ".join(err.split())


def test_no_package_replaces_a_mode_of_ours(counting, tmp_path):
    points = tmp_path / "counting_mode-1.0.dist-info" / "entry_points.txt"
    points.write_text("[appagent.modes]\nreact = counting_mode:Counting\n")
    assert load_mode("react").__module__ == "appagent.agents.react"
