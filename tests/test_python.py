"""AppAgent from Python: what is imported when, settings, errors, phones that stay open."""

import os
import signal
import subprocess
import sys

import pytest
from cli_in_process import make_folder
from conftest import NOTES, QUICK
from endpoint import Endpoint

import appagent
from appagent import Result, Task, learn, open_device, record, run
from appagent.cancel import Cancelled
from appagent.cli.shared.options import _OPTIONS
from appagent.errors import DeviceError, UsageError
from appagent.runs.recorder import JOURNAL_FILE
from appagent.runs.trajectory import load_run
from appagent.sessions import Request
from appagent.sessions.resume import _SECRET, _WITHOUT_OPTION, resume_command
from appagent.settings import load
from appagent.settings.sources import _readers

HEAVY = ("openai", "cv2", "numpy", "uiautomator2", "lxml")
OPEN, OPENED = "Open the Display page", "phone.title == 'Display'"


@pytest.fixture
def places(tmp_path, monkeypatch) -> dict[str, object]:
    """Settings for a run that leaves nothing outside its own folder."""
    for name in [name for name in os.environ if name.startswith(("APPAGENT_", "OPENAI_", "XDG_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return {"store": tmp_path / "store.sqlite", "runs": tmp_path / "runs", "time_scale": QUICK, "size": (360, 800)}


def imported(code: str, cwd: object = None) -> list[str]:
    """The modules that a process has imported after some code."""
    code += "\nimport sys; print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=cwd)
    return done.stderr.split()


# What is imported when


def test_importing_the_functions_imports_nothing_that_takes_long():
    found = imported("from appagent import run, learn, record, open_device")
    assert "appagent.api" in found
    assert [name for name in found if name.partition(".")[0] in HEAVY] == []


@pytest.mark.slow
def test_a_models_run_imports_nothing_of_the_offline_agent(places, tmp_path):
    with Endpoint(lambda request: "Observation: o\nThought: t\nAction: finish()\nSummary: s") as served:
        given = {**places, "store": "s.sqlite", "runs": "runs", "base_url": served.url, "model": "m", "api_key": "none"}
        code = f"from appagent import run; run('Do it', 'notes', device='virtual', agent='model', **{given})"
        found = imported(code, tmp_path)
        assert len(served.requests) == 1
    assert "appagent.agents.react" in found
    assert [name for name in found if name.startswith("appagent.offline")] == []


def test_public_names_are_those_of_their_modules():
    assert set(appagent.__all__) <= set(dir(appagent))
    assert all(getattr(appagent, name).__name__ == name for name in appagent.__all__)
    with pytest.raises(AttributeError, match="module 'appagent' has no attribute 'runs_'"):
        _ = appagent.runs_


# Settings and errors


def test_an_unknown_setting_is_refused_with_the_nearest(places):
    with pytest.raises(UsageError, match=r"no setting max_step; the nearest: max_steps"):
        run(OPEN, "settings", device="virtual", max_step=3, **places)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: run(OPEN), "a task and an app are needed"),
        (lambda: run(app="settings"), "a task and an app are needed"),
        (lambda: run(None, app="settings"), "a task and an app are needed"),
        (lambda: run(" ", app="settings"), "a task and an app are needed"),
        (lambda: learn(), "an app is needed"),
        (
            lambda: run(OPEN, "settings", agent="offlin"),
            "^agent 'offlin' is unknown; give one of: model, offline, random",
        ),
        (
            lambda: run("Log in with ${PIN}", "settings"),
            r"^there is no secret \$\{PIN\}; APPAGENT_SECRET_PIN in the env",
        ),
        (lambda: run("Write \udcff", "settings"), "^the task holds bytes that are no UTF-8"),
        (lambda: run(OPEN, "settings", docs="some"), "^docs 'some' is unknown; give one of: auto, none, shuffled"),
        (lambda: run(OPEN, "settings", agent="offline", mode="nosuch"), "^no mode 'nosuch'; there are: react"),
        (lambda: run(resume="latest"), "no run"),
        (lambda: run(OPEN, "settings", resume="latest"), "that run's own task; leave these out: task, app"),
        (lambda: learn("settings", rounds=0, agent="offline"), "rounds 0 is no number of actions"),
        (lambda: learn("settings", rounds="3", agent="offline"), "rounds '3' is no number of actions"),
    ],
)
def test_a_call_that_cannot_be_met_says_what_would(places, monkeypatch, call, message):
    monkeypatch.setenv("APPAGENT_DEVICE", "virtual")
    with pytest.raises(UsageError, match=message):
        call()


def test_ctrl_c_ends_a_run_between_two_gestures_and_is_the_programs_own_again(places):
    before = signal.getsignal(signal.SIGINT)
    done = []

    def press(step):
        done.append(step)
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(Cancelled) as caught:
        run(OPEN, "settings", device="virtual", agent="offline", on_step=press, **places)
    assert (caught.value.run["status"], len(done)) == ("error", 1)
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.slow
def test_lines_of_a_demonstration_may_be_one_text(places):
    lines = 'tap "Display"\nstop'
    assert record(OPEN, lines, "settings", device="virtual", agent="offline", **places).documents_written == 1


def test_an_error_tells_what_was_done_until_then(places):
    def pull_the_cable(step):
        raise DeviceError("the cable was pulled")

    with pytest.raises(DeviceError) as caught:
        run(OPEN, "settings", device="virtual", agent="offline", on_step=pull_the_cable, **places)
    assert (caught.value.run["status"], caught.value.run["steps"]) == ("error", 1)
    assert f"appagent run --resume {caught.value.run['run']}" in str(caught.value)
    scaled = f"--time-scale {places['time_scale']} --size 360x800"
    assert f"--store {places['store']} --runs {places['runs']} {scaled}" in str(caught.value)


def test_settings_count_as_given_and_no_secret_is_spelled_out(places, tmp_path):
    given = {
        "model": "small one", "base_url": "http://127.0.0.1:9/v1", "api_key": "sk-1234567", "secrets": {"pin": "4711"},
        "secret_apps": {"pin": ["com.bank", "com.tan"]}, "allow": ["send", "pay"], "max_cost_usd": 0.5,
    }  # fmt: skip
    command = resume_command(load(given), Request("notes", "t", "model"), "run", tmp_path / "run")
    assert command == (
        "APPAGENT_MODEL='small one' APPAGENT_BASE_URL=http://127.0.0.1:9/v1 "
        f"appagent run --resume {tmp_path / 'run'} --secret PIN=com.bank,com.tan --allow pay,send --max-cost 0.5 "
        "--agent model"
    )


def test_every_setting_has_an_option_or_stands_as_a_variable():
    assert set(_readers()) == set(_OPTIONS) | _WITHOUT_OPTION | _SECRET


def test_settings_of_an_untrusted_folder_are_warned_of(places, tmp_path):
    make_folder(tmp_path, 'model = "theirs"\n')
    with (
        pytest.warns(UserWarning, match="is not trusted, so these of its settings do not count: model"),
        open_device("virtual", time_scale=QUICK),
    ):
        pass


# Phones that stay open, runs that are continued


@pytest.mark.slow
@pytest.mark.slow
def test_a_check_that_was_true_before_makes_no_success_of_a_run_that_came_to_no_end(places):
    task = Task("xyzzy frobnicate", app="settings", check="settings.wifi == True")
    done = run(task, device="virtual", agent="offline", **places)
    assert (done.status != "success", "the check was true before the run" in done.reason) == (True, True), done


@pytest.mark.slow
def test_an_open_phone_keeps_its_state_between_sessions(places):
    with open_device("virtual", time_scale=QUICK) as phone:
        learnt = learn("notes", rounds=2, device=phone, agent="offline", **places)
        shown = record(OPEN, ['tap "Display"'], "settings", device=phone, agent="offline", **places)
        task = Task("Look", "settings", OPENED)
        done = run(task, device=phone, agent="random", max_steps=1, **places)
        assert phone.state() is not None
    assert isinstance(done, Result)
    assert (learnt.app, learnt.steps, shown.status, shown.documents_written) == (NOTES, 2, "success", 1)
    assert done.checked


def test_a_demonstration_tells_a_person_what_it_would(places):
    said = []
    record("Look", ["help", "stop"], "settings", device="virtual", agent="offline", say=said.append, **places)
    assert any("press that key" in words for words in said)


@pytest.mark.slow
def test_a_learning_is_continued(places):
    first = learn("notes", device="virtual", agent="offline", rounds=1, **places)
    assert (places["runs"] / first.run / JOURNAL_FILE).exists()
    later = learn(device="virtual", agent="offline", resume=first.run, rounds=3, **places)
    assert (later.run, later.steps, load_run(places["runs"] / first.run).resumed) == (first.run, 3, (1,))
