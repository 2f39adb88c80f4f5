"""Test that Ctrl-C, at whatever moment it comes, keeps what was done and says how to go on."""

import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import NOTES, SETTINGS

from appagent.cancel import Cancel, Cancelled
from appagent.devices import Device
from appagent.learning.demonstrations.showing import Typed
from appagent.runs.trajectory import load_run
from appagent.sessions import Request, learn_app, record_task, run_task
from appagent.sessions.replay import done_before
from appagent.settings import Settings, load

pytestmark = pytest.mark.slow

GOAL = "Set the phone ringtone to Beam"
OPEN = "Open Display"
SHOW = ['tap "Sound & vibration"', 'tap "Phone ringtone"', "tap Beam"]


class Pressed:
    """A device at one of whose gestures or looks somebody presses Ctrl-C, once."""

    def __init__(self, device: Device, moment: str, at: int) -> None:
        self._device, self._moment, self._left = device, moment, at

    def __getattr__(self, name: str):
        found = getattr(self._device, name)
        return self._pressing(found) if name == self._moment else found

    def _pressing(self, method: Callable) -> Callable:
        def call(*args, **given):
            self._left -= 1
            if self._left == 0:
                signal.raise_signal(signal.SIGINT)
            return method(*args, **given)

        return call


@pytest.fixture
def cancel() -> Cancel:
    made = Cancel()
    signal.signal(signal.SIGINT, made.on_signal)
    return made


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return replace(load(), store=tmp_path / "store.sqlite", runs=tmp_path / "runs")


def press(step: object) -> None:
    signal.raise_signal(signal.SIGINT)


def lines(at: int):
    """Yield the lines of a demonstration, and press Ctrl-C at the prompt for one of them."""
    for number, line in enumerate(SHOW, 1):
        if number == at:
            signal.raise_signal(signal.SIGINT)
        yield line


MOMENTS = [("perform", 1), ("perform", 2), ("capture", 2), ("glance", 1), ("step", 1)]


@pytest.mark.parametrize(("moment", "at"), [*MOMENTS, ("prompt", 1), ("prompt", 2)])
def test_a_demonstration_that_is_interrupted_says_how_to_go_on(device, settings, cancel, moment, at):
    showing = Typed(lines(at if moment == "prompt" else 0))
    request = Request("settings", GOAL, "offline", device=Pressed(device, moment, at))
    with pytest.raises(Cancelled) as caught:
        record_task(settings, request, showing, cancel=cancel, on_step=press if moment == "step" else lambda step: None)
    assert f"; to go on: appagent record --resume {caught.value.run['run']}" in str(caught.value)
    assert caught.value.run["reason"] == str(caught.value) == load_run(Path(caught.value.run["run"])).end["reason"]


@pytest.mark.parametrize(("moment", "at"), MOMENTS)
@pytest.mark.parametrize(("kind", "app"), [("run", SETTINGS), ("learn", NOTES)])
def test_a_run_and_a_learning_that_are_interrupted_say_how_to_go_on(device, settings, cancel, kind, app, moment, at):
    goal = OPEN if kind == "run" else ""
    request = Request(app, goal, "offline", device=Pressed(device, moment, at), rounds=2)
    session = {"run": run_task, "learn": learn_app}[kind]
    with pytest.raises(Cancelled) as caught:
        session(settings, request, cancel=cancel, on_step=press if moment == "step" else lambda step: None)
    assert f"; to go on: appagent {kind} --resume {caught.value.run['run']}" in str(caught.value)
    assert caught.value.run["status"] == "error"


@pytest.fixture
def replayed(device, settings, cancel, tmp_path):
    """Does a demonstration of three moves again, and presses Ctrl-C at one of them; returns the reason."""
    record_task(settings, Request("settings", GOAL, "offline", device=device), Typed(iter(SHOW)), cancel=cancel)
    before = done_before("latest", settings)

    def replay(moment: str, at: int) -> tuple[str, str]:
        left = [at if moment == "step" else 0]

        def told(step: object) -> None:
            left[0] -= 1
            if left[0] == 0:
                press(step)

        again = replace(before.request({}, check="settings"), device=Pressed(device, moment, at))
        with pytest.raises(Cancelled) as caught:
            run_task(settings, again, cancel=cancel, on_step=told)
        return str(caught.value), before.run

    return replay


@pytest.mark.parametrize(("moment", "at", "move"), [("step", 2, 2), ("step", 3, 3), ("perform", 4, 2)])
def test_a_replay_that_is_interrupted_says_with_which_move_to_go_on(replayed, moment, at, move):
    """The first step of it starts the app anew, since that is not on the page on which it was shown."""
    reason, run = replayed(moment, at)
    values = "'--set=item=Phone ringtone' --set=item_2=Beam"
    assert f"; to go on: appagent replay {run} {values} --from {move} --check settings" in reason


def test_a_replay_all_of_whose_moves_are_made_does_not_make_the_last_again(replayed):
    assert "--from" not in replayed("step", 4)[0]


def test_a_second_ctrl_c_does_not_cut_off_how_a_run_ends(cancel):
    with pytest.raises(Cancelled), cancel.gesture():
        signal.raise_signal(signal.SIGINT)
    signal.raise_signal(signal.SIGINT)  # raises nothing, because the run is about to end


@pytest.mark.parametrize(
    ("error", "why"),
    [(OSError(28, "No space left on device"), "No space left on device"), (SystemExit(1), "nobody reads them")],
)
def test_a_run_whose_steps_can_no_longer_be_shown_has_an_end(device, settings, error, why):
    def show(step: object) -> None:
        raise error

    with pytest.raises(type(error)):
        run_task(settings, Request("settings", OPEN, "offline", device=device), cancel=Cancel(), on_step=show)
    run = load_run(next(settings.runs.iterdir()))
    assert (len(run.steps), run.end["status"]) == (1, "error")
    assert run.end["reason"] == f"stopped, because its steps could not be shown: {why}"
