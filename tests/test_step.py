"""Test one step: alike in a run and in a learning, checked before it is committed, committed before it happens."""

from contextlib import suppress
from dataclasses import replace

import pytest
from fence_names import without_fence_name
from hierarchies import dump, node
from scripted_runs import VAULT, do, learning, vault

from appagent.actions import Tap, Touch, TypeText, Wait
from appagent.agents.react import ReAct
from appagent.cancel import Cancel, Cancelled
from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import RefusedError
from appagent.guard import Guard
from appagent.loop import Limits, Run
from appagent.models import Usage
from appagent.models.masking import MaskingModel
from appagent.models.scripted import Scripted
from appagent.runs.recorder import JOURNAL_FILE, Recorder
from appagent.runs.trajectory import load_run as read_run
from appagent.screen import Element
from appagent.secrets import Secrets
from appagent.step import Performer, Stepper, gestures_of, read_intent
from appagent.tasks import Task

PIN = "hunter2-Ünlü"


def take(kind, device, recorder, store, *replies):
    """Let a model that gives these replies run or learn in the vault; return the prompts."""
    scripted = Scripted(*replies)
    model = MaskingModel(scripted, recorder.secrets)
    if kind == "learn":
        learning(device, store, recorder, model, VAULT, retries=0)
    else:
        Run(ReAct(model, see="both"), device, Task("", VAULT), recorder, limits=Limits(retries=0)).go()
    return ["\n".join(message.text for message in asked) for asked in scripted.seen]


# The same in a run and in a learning


SAID = f'Thought: I type {PIN}.\nAction: text("{PIN}", element=2)\nSummary: I typed {PIN}.'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reply", "action", "outcome", "why"),
    [
        ("tap(4)", "tap(4)", "refused", 'tap "Pay" was refused: it may pay'),
        (SAID, 'text("${pin}", element=2)', "refused", "it may type a secret"),
        ('text("${pin}", element=1)', 'text("${pin}", element=1)', "failed", "only into a field that asks for one"),
        ('text("${door}", element=2)', 'text("${door}", element=2)', "failed", "there is no secret ${door}"),
        ("tap(99)", "tap(99)", "failed", "no mark 99"),
        ('launch("Nonesuch")', 'launch("Nonesuch")', "failed", "no app 'Nonesuch'"),
        ("Hm.", "", "failed", "there is no function call"),
    ],
    ids=["refused", "secret refused", "open field", "no secret", "no mark", "no app", "unreadable"],
)
def test_a_fault_is_recorded_and_told_alike_in_a_run_and_in_a_learning(tmp_path, store, reply, action, outcome, why):
    recorded = []
    for kind in ("run", "learn"):
        recorder = Recorder(tmp_path / kind, kind, VAULT, "", {}, Secrets({"pin": PIN}))
        with vault() as (device, phone):
            prompts = take(kind, device, recorder, store, reply, "finish()")
            assert not phone.state()["vault"]["paid"]
        (step, last) = read_run(recorder.folder).steps
        assert (step.action, step.outcome, last.outcome) == (action, outcome, "finish")
        assert why in step.reason
        assert step.reason in without_fence_name(prompts[1])
        assert PIN not in (recorder.folder / "trajectory.jsonl").read_text(encoding="utf-8")
        recorded.append(replace(step, seconds=0.0, prompt_tokens=0, settled=True))
    assert recorded[0] == recorded[1]


# Checked, committed, done: in this order


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["run", "learn"])
def test_what_is_about_to_happen_is_on_disk_before_it_does(recorder, store, kind):
    seen = []

    class Watched:
        """Reads what is on disk whenever it is to perform something."""

        def __init__(self, device):
            self._device = device
            self.capture, self.log = device.capture, device.log

        def perform(self, gesture):
            step = read_run(recorder.folder).steps[-1]
            seen.append((step.action, step.outcome, (recorder.folder / JOURNAL_FILE).exists()))
            self._device.perform(gesture)

    with vault() as (device, _):
        take(kind, Watched(device), recorder, store, 'text("Ana", element=1)', *["SUCCESS: A name."] * 2, "finish()")
    assert seen[:2] == [('text("Ana", element=1)', "interrupted", kind == "learn")] * 2


class Noting:
    """A device that shows one screen and writes down what it is told to do."""

    def __init__(self, did, shown):
        self.perform, self.capture = did.append, lambda: shown


BUTTONS = node("Button", text="Help", can="clickable", at=(0, 0, 1080, 200)) + node(
    "Button", text="Pay now", can="clickable", at=(0, 300, 1080, 500)
)


@pytest.mark.parametrize(
    ("mark", "wanted_to_stop", "did"),
    [(1, False, ["commit", Touch(540, 100)]), (2, False, []), (1, True, [])],
    ids=["allowed", "refused", "stopped"],
)
def test_a_commit_comes_after_all_checks_and_before_the_first_gesture(mark, wanted_to_stop, did):
    done, cancel, seen = [], Cancel(), read_dump(dump(BUTTONS), size=(1080, 2400))
    if wanted_to_stop:
        cancel.set()
    with suppress(RefusedError, Cancelled):
        intent = read_intent(Tap(mark), seen, Secrets())
        performer = Performer(Noting(done, seen), Guard(), cancel, Secrets())
        performer.execute(intent, lambda: done.append("commit"))
    assert done == did


def test_what_an_intent_tells_names_its_secret_and_only_its_gestures_spell_it():
    field = node("EditText", can="clickable focusable focused password", hint="PIN", at=(0, 0, 1080, 200))
    seen, secrets = read_dump(dump(node("FrameLayout", field, at=(0, 0, 1080, 2400))), size=(1080, 2400)), Secrets()
    intent = read_intent(TypeText(PIN, 1), seen, secrets)
    assert intent.told == TypeText("${secret1}", 1)
    assert PIN not in repr(intent)
    assert [gesture.text for gesture in gestures_of(intent, secrets)] == [PIN]


def test_a_long_wait_can_be_ended():
    waited = []
    cancel = Cancel()

    class Patient:
        def perform(self, gesture):
            waited.append(gesture.seconds)
            if len(waited) == 3:
                cancel.set()

    with pytest.raises(Cancelled):
        do(Wait(60), read_dump(dump(node())), Patient(), Guard(), cancel)
    assert sum(waited) < 2


def test_a_wait_in_pieces_is_as_long_as_it_was():
    waited = []

    class Patient:
        def perform(self, gesture):
            waited.append(gesture.seconds)

    do(Wait(1.7), read_dump(dump(node())), Patient())
    assert sum(waited) == pytest.approx(1.7)


def test_a_tap_on_a_covered_element_is_judged_by_what_it_lands_on():
    outer = Element(
        1, "o", "o", False, "android.view.View", "View", "", "Details", "", (0, 0, 300, 100), ("tap",), "app", None,
        False, False, False, (),
    )  # fmt: skip
    cells = [
        replace(outer, mark=2 + n, id=text, cls="android.widget.Button", role="Button", text=text, bounds=at)
        for n, (text, at) in enumerate(
            (("Info", (0, 0, 100, 100)), ("Pay now", (100, 0, 200, 100)), ("Help", (200, 0, 300, 100)))
        )
    ]
    covered = read_dump('<hierarchy rotation="0" />', size=(300, 100), app="com.x")
    with pytest.raises(RefusedError, match="pay"):
        do(Tap(1), replace(covered, elements=(outer, *cells)), None)


def test_a_screen_seen_before_its_secret_was_known_is_taken_up_again_without_it(device, store, recorder):
    stepper = Stepper(device, Task("t", VAULT), recorder, Guard(), Cancel(), Usage, lambda step: None, 0, 640)
    told = read_dump(dump(node("FrameLayout", node("TextView", text=f"Your PIN is {PIN}"))))
    with stepper.begin(told) as first:
        first.note(outcome="failed")
    recorder.keep(PIN)
    with stepper.begin(told) as second:
        second.note(outcome="failed")
    assert PIN not in "".join(second.screen.texts)
    assert sorted(path.name for path in recorder.folder.glob("*.xml")) == ["0001.xml", "0002.xml"]
    assert not any(PIN in path.read_text(encoding="utf-8") for path in recorder.folder.glob("*.xml"))
