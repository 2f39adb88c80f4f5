"""A turned display, a keyboard in the way, a sign-in page and no network are dealt with by rules that know no app."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from conftest import NOTES, QUICK, SETTINGS, TINY
from driver_on_phone import driver_for
from hierarchies import dump, node
from scripted_runs import answering

from appagent.actions import Key, Start
from appagent.agents.react import ReAct
from appagent.devices.android import Android
from appagent.devices.captures.hierarchy import read_dump
from appagent.loop import Limits, Run
from appagent.phone import Phone
from appagent.phone.faults import FAULTS, Moment, arm
from appagent.recovery.disturbances import signed_out, turned, uncovered
from appagent.runs.log import RunLog
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import Step
from appagent.tasks import Task


@contextmanager
def notes_with(
    name: str, moment: Moment, app: str = NOTES, time_scale: float = QUICK
) -> Iterator[tuple[Android, Phone]]:
    """Notes, or another app, in front on a phone with a fault."""
    phone = Phone(size=TINY, time_scale=time_scale)
    arm(phone, [FAULTS[name](0, moment)])
    with driver_for(phone, time_scale=time_scale) as device:
        device.perform(Start(app))
        yield device, phone


def run(device: Android, recorder: Recorder, *replies: str, person: Callable[[str], str] | None = None):
    with answering("scripted", *replies) as (model, prompts):
        task = Task("Read a note", NOTES)
        Run(ReAct(model, see="both"), device, task, recorder, limits=Limits(9), answer=person).go()
        return prompts


@pytest.mark.slow
def test_a_step_of_a_rule_is_not_logged_with_the_screen_of_the_step_before(recorder: Recorder, tmp_path):
    with notes_with("log-out", Moment(looks=1)) as (device, _):
        said = ["tap({Shopping})", 'finish("not_done", "signed out")']
        with answering("scripted", *said) as (model, _):
            log = RunLog(tmp_path / "log.txt")
            Run(ReAct(model, see="both"), device, Task("Read a note", NOTES), recorder, log=log).go()
    second = [line for line in (tmp_path / "log.txt").read_text().splitlines() if line.startswith("0002")]
    assert [line for line in second if "screen" in line[:12]] == [f"0002 screen   {NOTES} .SignInActivity"]
    assert "asks for a password came by itself" in second[1]


def outcomes(recorder: Recorder) -> list[str]:
    return [step.outcome for step in recorder.steps]


@pytest.mark.slow
def test_a_display_that_turns_is_told_as_a_step_and_marked_anew(recorder: Recorder):
    with notes_with("rotation", Moment(looks=1)) as (device, phone):
        prompts = run(device, recorder, "tap({Shopping})", "tap({Shopping})", "finish()")
        assert [entry["widget"] for entry in phone.taps()] == ["note"]
    assert outcomes(recorder) == ["stale", "recovered", "done", "finish"]
    assert recorder.steps[1].words == "the display turned to landscape by itself: all is marked anew"
    assert recorder.steps[1].words in prompts[1]


@pytest.mark.slow
def test_a_keyboard_over_what_was_to_be_touched_is_hidden(recorder: Recorder):
    with notes_with("keyboard-up", Moment(looks=1), SETTINGS) as (device, phone):
        prompts = run(device, recorder, "tap({Location · On})", "tap({Location · On})", "finish()")
        assert [entry.get("key", entry["kind"]) for entry in phone.taps()] == ["back", "tap"]
    assert outcomes(recorder) == ["stale", "recovered", "done", "finish"]
    assert "Back was pressed to hide it" in prompts[1]


@pytest.mark.slow
def test_a_keyboard_beside_what_was_to_be_touched_is_left_alone(recorder: Recorder):
    with notes_with("keyboard-up", Moment(looks=1)) as (device, phone):
        run(device, recorder, "tap({Shopping})", "finish()")
        assert [entry.get("key", entry.get("widget")) for entry in phone.taps()] == ["note"]


@pytest.mark.slow
@pytest.mark.parametrize("answer", ["I have signed in", ""])
def test_a_sign_in_page_that_comes_by_itself_is_for_the_person(recorder: Recorder, answer: str):
    asked: list[str] = []
    with notes_with("log-out", Moment(looks=1)) as (device, _):
        prompts = run(
            device, recorder, "tap({Shopping})", 'finish("not_done", "signed out")',
            person=lambda question: asked.append(question) or answer,
        )  # fmt: skip
    assert len(asked) == 1
    assert asked[0].startswith(f"a page of {NOTES} that asks for a password came by itself")
    assert outcomes(recorder) == ["stale", "recovered", "not_done"]
    assert (answer or "it is for the person, but the person gave no answer") in prompts[1]


@pytest.mark.slow
def test_where_nobody_is_there_the_agent_is_told_of_a_sign_in_page(recorder: Recorder):
    with notes_with("log-out", Moment(looks=1)) as (device, _):
        prompts = run(device, recorder, "tap({Shopping})", 'finish("not_done", "signed out")')
    assert outcomes(recorder) == ["stale", "recovered", "not_done"]
    assert "but nobody is there to be asked; go on only if the task gives you what it asks for" in prompts[1]


@pytest.mark.slow
def test_a_network_that_the_phone_says_is_gone_is_waited_for(recorder: Recorder):
    # on a busy machine the network would be back before the next look if the phone's four seconds were short
    with notes_with("no-network", Moment(looks=1), time_scale=0.5) as (device, phone):
        prompts = run(device, recorder, "tap({Shopping})", "finish()")
        assert phone.online
    assert outcomes(recorder) == ["stale", "recovered", "finish"]
    assert recorder.steps[1].words == "the phone has no network, as it says itself: it was waited for, and it is back"
    assert "Shopping" in prompts[1]


@pytest.mark.slow
def test_a_network_that_does_not_come_back_is_waited_for_once_and_told(recorder: Recorder):
    with notes_with("toast", Moment(gestures=9)) as (device, phone):
        phone.offline_until = float("inf")
        prompts = run(device, recorder, "wait(0.1)", "wait(0.2)", "finish()")
    assert outcomes(recorder) == ["done", "recovered", "done", "finish"]
    assert recorder.steps[1].words.endswith("it did not come back")
    assert all("no network, as it says itself: what needs one will not work now" in prompt for prompt in prompts[1:])


PAGE = node("FrameLayout", node("Button", text="Pay", can="clickable", at=(0, 2000, 1080, 2200)))
SIGN_IN = node("FrameLayout", node("EditText", can="clickable password", at=(0, 200, 1080, 300)))
KEYS = node("FrameLayout", package="com.google.android.inputmethod.latin", at=(0, 1500, 1080, 2400))
HELD = Step(1, "", "org.a", "", "tap(1)", 'tap "Pay"', "stale", bounds=(0, 2000, 1080, 2200))


def seen(*windows: str, app: str = "org.a", size: tuple[int, int] = (1080, 2400)):
    return read_dump(dump(*windows), size=size, app=app)


def test_a_turn_is_one_of_the_whole_display():
    assert turned(seen(PAGE), seen(PAGE, size=(2400, 1080))).gestures == ()
    assert turned(seen(PAGE, size=(2400, 1080)), seen(PAGE)).done.startswith("the display turned to portrait")
    assert turned(seen(PAGE), seen(PAGE)) is None
    assert turned(seen(PAGE), seen(PAGE, size=(2000, 1800))) is None  # a phone that was unfolded


def test_only_a_keyboard_over_what_was_held_up_is_hidden():
    assert uncovered(seen(PAGE, KEYS), HELD).gestures == (Key("back"),)
    assert uncovered(seen(PAGE), HELD) is None
    assert uncovered(seen(PAGE, KEYS), Step(1, "", "org.a", "", "tap(1)", "", "done", bounds=HELD.bounds)) is None
    assert uncovered(seen(PAGE, KEYS), Step(1, "", "org.a", "", "tap(1)", "", "stale", bounds=(0, 0, 9, 9))) is None


def test_a_password_page_is_one_where_there_was_none_in_the_same_app():
    assert signed_out(seen(PAGE), seen(SIGN_IN)).asks
    assert signed_out(seen(SIGN_IN), seen(SIGN_IN)) is None
    assert signed_out(seen(PAGE), seen(SIGN_IN, app="org.b")) is None
    assert signed_out(seen(PAGE), seen(PAGE)) is None


@pytest.mark.parametrize("facts", [{"hint": "Card number"}, {"name": "card_cvv"}])
def test_a_page_that_asks_for_a_payment_card_is_no_password_page(facts):
    field = node("EditText", can="clickable", at=(0, 200, 1080, 300), **facts)
    card = seen(node("FrameLayout", field))
    assert [each.password for each in card.elements] == [True]
    assert signed_out(seen(PAGE), card) is None
