"""What comes over the app by itself is dealt with by the stated rules, and is a step of the trajectory."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from conftest import NOTES, QUICK, TINY
from driver_on_phone import driver_for
from hierarchies import dump, node
from PIL import Image
from scripted_runs import answering, mark_of

from appagent.actions import Start
from appagent.agents.react import ReAct
from appagent.devices.android import Android
from appagent.devices.captures.hierarchy import read_dump
from appagent.devices.captures.pictures import PictureCheck
from appagent.devices.captures.settle import SettledCapture
from appagent.errors import DeviceError
from appagent.loop import Limits, Outcome, Run
from appagent.models import Message
from appagent.models.scripted import Scripted
from appagent.phone import Phone
from appagent.phone.faults import FAULTS, Moment, arm
from appagent.phone.hooks import Fate
from appagent.recovery.rules import came_over, is_awaited
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import Step
from appagent.tasks import Task

pytestmark = pytest.mark.slow


@contextmanager
def notes_with(name: str, moment: Moment) -> Iterator[tuple[Android, Phone]]:
    """Notes in front on a phone with a fault."""
    phone = Phone(size=TINY, time_scale=QUICK)
    arm(phone, [FAULTS[name](0, moment)])
    with driver_for(phone) as device:
        device.perform(Start(NOTES))
        yield device, phone


def run(device: Android, recorder: Recorder, *replies: str, steps: int = 30) -> tuple[Outcome, Sequence[str]]:
    """How a run ended whose model gives these replies, and the prompts."""
    with answering("scripted", *replies) as (model, prompts):
        agent = ReAct(model, see="both")
        outcome = Run(agent, device, Task("Read a note", NOTES), recorder, limits=Limits(max_steps=steps)).go()
        return outcome, prompts


def steps(recorder: Recorder) -> list[tuple[str, str]]:
    return [(step.words, step.outcome) for step in recorder.steps]


def test_an_app_that_crashed_is_opened_again(recorder: Recorder):
    with notes_with("crash", Moment(gestures=1)) as (device, phone):
        _, prompts = run(device, recorder, "tap({Shopping})", "tap({Books})", "finish()")
        assert phone.foreground[0] == NOTES
        assert [entry["widget"] for entry in phone.taps()] == ["note", "android:id/aerr_close", "note"]
    words, outcome = steps(recorder)[1]
    assert outcome == "recovered"
    assert words.startswith('an app crashed ("Notes keeps stopping"): it was closed')
    assert words in prompts[1]


@pytest.mark.parametrize(
    ("name", "replies", "effects"),
    [
        ("crash", [], ['an app crashed ("Notes keeps stopping"); once that was dealt with: nothing changed']),
        ("anr", [], [
            'an app does not respond ("Notes isn\'t responding"); once that was dealt with: another screen opened',
        ]),
        ("call", ["tap({Decline})"], [
            'the app com.android.dialer came to the front, at "Incoming call", by this action or by itself',
            f"the app {NOTES} came to the front; since it was last in front: another screen opened",
        ]),
    ],
)  # fmt: skip
def test_what_comes_over_an_action_is_told_apart_from_what_it_did(
    recorder: Recorder, name: str, replies: list[str], effects: list[str]
):
    with notes_with(name, Moment(gestures=1)) as (device, _):
        run(device, recorder, "tap({Shopping})", *replies, "finish()")
    told = [step.effect for step in recorder.steps if step.outcome == "done"]
    assert [words.startswith(wanted) for words, wanted in zip(told, effects, strict=True)] == [True] * len(effects), (
        told
    )


@pytest.mark.parametrize(("name", "pressed"), [("anr", ["wait"]), ("anr-stuck", ["wait", "close"])])
def test_an_app_that_hangs_is_waited_for_once_and_then_closed(recorder: Recorder, name: str, pressed: list[str]):
    with notes_with(name, Moment(gestures=1)) as (device, phone):
        run(device, recorder, "tap({Shopping})", "finish()")
        assert phone.foreground[0] == NOTES
        assert phone.focused == NOTES
        assert [str(entry["widget"]).rpartition("_")[2] for entry in phone.taps()[1:]] == pressed
    assert [outcome for _, outcome in steps(recorder)] == ["done", *["recovered"] * len(pressed), "finish"]


def test_a_dialog_that_comes_a_third_time_is_left_to_the_agent(recorder: Recorder):
    with notes_with("toast", Moment(gestures=9)) as (device, phone):
        broken = phone.packages[NOTES]
        broken.edit = lambda note: 1 / 0  # type: ignore[attr-defined]
        replies = ["tap({Shopping})"] * 3
        _, prompts = run(device, recorder, *replies, "tap({Close app})", "finish()")
    assert [outcome for _, outcome in steps(recorder)].count("recovered") == 2
    assert "deal with the dialog" in prompts[3]


@pytest.mark.parametrize(
    ("name", "words"),
    [("display-off", "the display was off: it was woken"), ("locked", "the phone was locked without a PIN")],
)
def test_a_dark_display_is_woken_and_a_lock_without_a_pin_opened(recorder: Recorder, name: str, words: str):
    with notes_with(name, Moment(looks=1)) as (device, phone):
        _, prompts = run(device, recorder, "tap({Shopping})", "finish()")
        assert (phone.screen_on, phone.locked) == (True, "")
    touched, *_, ended = recorder.steps
    assert (touched.outcome, touched.screen_id != ended.screen_id) == ("done", True)  # the touch did not get lost
    done = next(step for step in recorder.steps if step.outcome == "recovered")
    assert words in done.words
    assert words in prompts[1]


@pytest.mark.parametrize("moment", [Moment(looks=1), Moment(gestures=1)])
def test_a_lock_with_a_pin_is_handed_to_the_person_with_the_reason(recorder: Recorder, moment: Moment):
    with notes_with("locked-pin", moment) as (device, phone):
        with pytest.raises(DeviceError, match="locked with a PIN, pattern or password, which only its owner may enter"):
            run(device, recorder, "tap({Shopping})", "finish()")
        assert phone.locked == "pin"
    assert "locked with a PIN" in recorder.steps[-1].reason


@pytest.mark.parametrize(("name", "happened"), [("cable-before", False), ("cable-after", True), ("server-gone", False)])
def test_a_gesture_whose_answer_is_lost_is_looked_after_and_never_sent_again(
    recorder: Recorder, name: str, happened: bool
):
    with notes_with(name, Moment(gestures=0)) as (device, phone):
        outcome, prompts = run(device, recorder, "tap({Shopping})", "finish()")
        assert outcome.status == "success"
        assert [entry["kind"] for entry in phone.taps()] == ["tap"] * happened
    assert steps(recorder)[0] == ('tap "Shopping · Milk, eggs, bread"', "interrupted")
    assert "see whether it was carried out" in prompts[1]


def test_a_phone_that_loses_every_gesture_ends_the_run(recorder: Recorder):
    with notes_with("toast", Moment(gestures=9)) as (device, phone):
        phone.hooks.arrived = lambda call: Fate("before" if call == "click" else "")
        with pytest.raises(DeviceError, match="whether it happened shows on the screen"):
            run(device, recorder, *["tap({Shopping})"] * 5)
    assert [outcome for _, outcome in steps(recorder)] == ["interrupted"] * 3


@pytest.mark.parametrize(
    "name",
    ["adb-gone", "cable-middle", "server-gone-looking", "dump-empty", "dump-cut", "dump-refused", "dump-slow",
     "picture-black", "picture-half"],
)  # fmt: skip
def test_a_look_that_fails_is_repeated_until_it_shows_the_screen(recorder: Recorder, name: str):
    with notes_with(name, Moment(looks=1)) as (device, phone):
        outcome, prompts = run(device, recorder, "tap({Shopping})", "finish()")
        assert outcome.status == "success"
        assert len(phone.taps()) == 1
    assert "Milk" in prompts[-1]
    assert not any("shows nothing" in prompt for prompt in prompts)


def test_a_hierarchy_without_an_end_is_no_screen(recorder: Recorder):
    says = "sent a hierarchy without its end, 3 times in a row"
    with notes_with("dump-cut-always", Moment(gestures=1)) as (device, _), pytest.raises(DeviceError, match=says):
        run(device, recorder, "tap({Shopping})", "finish()")


def test_a_black_picture_that_stays_is_said(recorder: Recorder):
    with notes_with("picture-black-always", Moment(gestures=1)) as (device, _):
        _, prompts = run(device, recorder, "tap({Shopping})", "finish()")
    assert "the screen shows nothing" in prompts[1]


@pytest.mark.parametrize("name", ["call", "permission", "dialog"])
def test_a_window_of_another_app_is_told_of_and_that_it_is_no_part_of_the_task(recorder: Recorder, name: str):
    with notes_with(name, Moment(gestures=1)) as (device, _):
        _, prompts = run(device, recorder, "tap({Shopping})", "finish()")
    package = {"call": "com.android.dialer", "permission": "com.android.permissioncontroller",
               "dialog": "com.google.android.gms"}[name]  # fmt: skip
    assert f"a window of {package} that says" in prompts[1]
    assert "by itself or by your last action" in prompts[1]


def test_a_window_that_came_while_nothing_was_done_came_by_itself(recorder: Recorder):
    with notes_with("sheet", Moment(looks=1)) as (device, _):
        _, prompts = run(device, recorder, "wait(1)", "finish()")
    assert 'a window of com.example.notes that says "Enjoying Notes?' in prompts[1]
    assert "came over the app by itself:" in prompts[1]


def test_another_app_that_comes_to_the_front_by_itself_is_left_for_the_one_that_was_there(recorder: Recorder):
    with notes_with("background", Moment(looks=1)) as (device, phone):
        _, prompts = run(device, recorder, "tap({Shopping})", "tap({Shopping})", "finish()")
        assert [entry["widget"] for entry in phone.taps()] == ["note"]
    assert [outcome for _, outcome in steps(recorder)] == ["stale", "recovered", "done", "finish"]
    assert f"{NOTES} was opened again, as it was left" in prompts[1]


def test_a_window_of_another_app_that_comes_by_itself_is_dismissed_with_back_as_a_step(recorder: Recorder):
    with notes_with("dialog", Moment(looks=1)) as (device, phone):
        _, prompts = run(device, recorder, "tap({Shopping})", "tap({Shopping})", "finish()")
        assert [entry["widget"] for entry in phone.taps() if "x" in entry] == ["note"]
    assert [outcome for _, outcome in steps(recorder)] == ["stale", "recovered", "done", "finish"]
    words, _ = steps(recorder)[1]
    assert words.startswith('a window of com.google.android.gms that says "System update')
    assert words in prompts[1]
    assert "came over the app" not in prompts[1]


class Hasty:
    """A device on which a window of another app goes away by itself right after it was looked at."""

    def __init__(self, device: Android, phone: Phone):
        self._device, self._phone = device, phone

    def __getattr__(self, name: str):
        return getattr(self._device, name)

    def capture(self):
        screen = self._device.capture()
        if any("System update" in text for text in screen.texts):
            with self._phone.lock:
                self._phone.withdraw()
        return screen


def test_back_is_not_pressed_for_a_window_that_has_gone_by_itself(recorder: Recorder):
    with notes_with("dialog", Moment(looks=1)) as (device, phone):
        run(Hasty(device, phone), recorder, "tap({Shopping})", "tap({Shopping})", "finish()")
        assert [entry.get("key", entry.get("widget")) for entry in phone.taps()] == ["note"]
    assert [outcome for _, outcome in steps(recorder)] == ["stale", "done", "finish"]


@pytest.mark.parametrize("name", ["call", "permission"])
def test_a_window_that_back_does_not_close_is_left_to_the_agent_which_is_told(recorder: Recorder, name: str):
    with notes_with(name, Moment(looks=1)) as (device, phone):
        _, prompts = run(device, recorder, "tap({Shopping})", "wait(1)", "finish()")
        assert [entry for entry in phone.taps() if "x" in entry] == []
    assert [outcome for _, outcome in steps(recorder)] == ["stale", "recovered", "done", "finish"]
    assert "back was pressed to dismiss it" in prompts[1]
    assert "came over the app by itself" in prompts[1]


@pytest.mark.parametrize("name", ["sheet", "advertisement", "menu"])
def test_a_window_of_the_apps_own_that_holds_up_an_action_is_dismissed_as_well(recorder: Recorder, name: str):
    with notes_with(name, Moment(looks=1)) as (device, phone):
        _, prompts = run(device, recorder, "tap({Shopping})", "tap({Shopping})", "finish()")
        assert [entry["widget"] for entry in phone.taps() if "x" in entry] == ["note"]
    assert [outcome for _, outcome in steps(recorder)] == ["stale", "recovered", "done", "finish"]
    assert steps(recorder)[1][0] in prompts[1]


def test_a_window_of_the_apps_own_that_the_agent_may_have_waited_for_is_left_to_it(recorder: Recorder):
    with notes_with("sheet", Moment(looks=1)) as (device, phone):
        _, prompts = run(device, recorder, "wait(1)", "finish()")
        assert phone.taps() == []
    assert "came over the app by itself" in prompts[1]


@pytest.mark.parametrize(
    ("settled", "action", "may", "waited"),
    [
        (True, "tap(1)", "", False),
        (False, "tap(1)", "", True),
        (True, "wait(1)", "", True),
        (True, "tap(1)", "pay", True),
    ],
)
def test_a_window_may_be_awaited_after_a_wait_or_a_deed_and_until_the_page_rests(settled, action, may, waited):
    sent = Step(1, "s", NOTES, "", action, "an action", "done", may=may)
    held = Step(2, "s", NOTES, "", "tap(2)", "another", "stale", settled=settled)
    assert is_awaited([sent, held]) is waited


def run_with_updates(device: Android, phone: Phone, recorder: Recorder, *replies: str) -> Sequence[str]:
    """The prompts of a run; before each reply with a mark is carried out, the system's dialog about an update comes."""
    left, prompts = list(replies), []

    def reply(messages: Sequence[Message]) -> str:
        prompts.append("\n".join(message.text for message in messages))
        said, _, words = left.pop(0).partition("tap ")
        if words:
            FAULTS["dialog"](0).strike(phone)
        return f"tap({mark_of(words, prompts[-1])})" if words else said

    Run(ReAct(Scripted(reply), see="both"), device, Task("Read a note", NOTES), recorder, limits=Limits(9)).go()
    return prompts


def test_what_comes_again_after_it_was_dismissed_is_left_to_the_agent(recorder: Recorder):
    with notes_with("toast", Moment(gestures=9)) as (device, phone):
        prompts = run_with_updates(device, phone, recorder, "tap Shopping", "tap Shopping", "finish()")
        assert [entry for entry in phone.taps() if "x" in entry] == []
    assert [outcome for _, outcome in steps(recorder)] == ["stale", "recovered", "stale", "finish"]
    assert "came over the app by itself" in prompts[2]


def test_what_an_action_without_an_effect_so_far_may_have_asked_for_is_left_to_the_agent(recorder: Recorder):
    with notes_with("toast", Moment(gestures=9)) as (device, phone):
        prompts = run_with_updates(
            device, phone, recorder, 'swipe("down", distance="short")', "tap Shopping", "finish()"
        )
    assert [outcome for _, outcome in steps(recorder)] == ["done", "stale", "finish"]
    assert "a window of com.google.android.gms" in prompts[2]


def test_what_a_toast_says_is_told_where_nothing_changed(recorder: Recorder):
    with notes_with("toast", Moment(gestures=1)) as (device, _):
        _, prompts = run(device, recorder, 'swipe(direction="down", distance="short")', "finish()")
    assert (
        'nothing changed on the screen; nothing more lies that way; a message says "Connected to Wi-Fi"' in prompts[1]
    )


# By themselves


def test_a_dialog_of_the_app_after_an_action_is_what_the_action_did():
    page = node("FrameLayout", node(text="Note"))
    asked = node("FrameLayout", node(text="Delete?"), node("Button", text="OK", can="clickable enabled"),
                 at=(60, 900, 1020, 1500))  # fmt: skip
    before, after = (read_dump(dump(*windows), size=(1080, 2400)) for windows in ((page,), (page, asked)))
    assert came_over(before, after, acted=True) == []
    assert came_over(after, after, acted=False) == []


def test_an_app_that_comes_to_the_front_over_a_dialog_is_told_of_unless_it_was_there_before():
    asked = node("FrameLayout", node("Button", text="OK", can="clickable enabled"), at=(60, 900, 1020, 1500))
    before = read_dump(dump(asked), size=(1080, 2400), app=NOTES)
    after = read_dump(dump(node("FrameLayout", node(text="Sunday"))), size=(1080, 2400), app="com.android.launcher3")
    (told,) = came_over(before, after, acted=False, been={NOTES})
    assert told.startswith("com.android.launcher3 came to the front by itself")
    assert came_over(before, after, acted=False, been={NOTES, "com.android.launcher3"}) == []


def test_what_an_action_outside_of_the_tasks_app_opens_is_no_surprise():
    page = dump(node("FrameLayout", node(text="Sunday")))
    home, clock = (read_dump(page, size=(1080, 2400), app=app) for app in ("com.android.launcher3", "org.clock"))
    assert came_over(home, clock, acted=True, app=NOTES) == []
    assert came_over(home, clock, acted=False, app=NOTES)
    assert came_over(home, clock, acted=True, app="com.android.launcher3")


@pytest.mark.parametrize(
    ("name", "yes"),
    [("dialog", "Install now"), ("permission", "While using the app"), ("advertisement", "Buy now"),
     ("sheet", "Delete my ratings"), ("menu", "Delete all")],
)  # fmt: skip
def test_the_guard_holds_for_what_came_over_the_app(recorder: Recorder, name: str, yes: str):
    with notes_with(name, Moment(gestures=1)) as (device, phone):
        run(device, recorder, "tap({Shopping})", f"tap({{{yes}}})", "back()", "finish()")
        assert not [entry for entry in phone.taps() if entry.get("fault")]


def test_a_hierarchy_of_before_the_gesture_is_not_believed_if_the_picture_is_another():
    def look(text: str, colour: str) -> SettledCapture:
        return SettledCapture(dump(node("FrameLayout", node(text=text))), Image.new("RGB", (320, 320), colour), True)

    check, later = PictureCheck(), iter([look("33", "red"), look("33", "green")])

    def seen(text: str, colour: str) -> SettledCapture:
        return check.checked(look(text, colour), "calculator", lambda: next(later))

    assert seen("3", "white") == look("3", "white")
    assert seen("3", "red") == look("33", "red")
    assert seen("33", "green") == look("33", "green")  # in vain: this app is all picture
    assert seen("33", "blue") == look("33", "blue")
