"""A new action is one class in one file: everything that tells, reads, guards and carries out takes it from there."""

import importlib
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import QUICK, TINY
from fence_names import without_fence_name
from hierarchies import deed_of, dump, node
from scripted_runs import answering, learning

from appagent.actions import (
    ACTIONS,
    KINDS,
    Action,
    Back,
    Key,
    Start,
    Tap,
    call,
    describe,
    function_list,
    json_schema,
    parse,
)  # fmt: skip
from appagent.actions.calls.objects import calls_of
from appagent.actions.calls.parser import to_action
from appagent.actions.calls.typed_lines import typed
from appagent.agents.react import ReAct
from appagent.devices.android import Android
from appagent.devices.captures.hierarchy import read_dump
from appagent.devices.virtual import virtual
from appagent.errors import ActionError, RefusedError
from appagent.guard import Guard, landing
from appagent.loop import Run
from appagent.phone import Phone
from appagent.runs.recorder import Recorder
from appagent.screen import Screen
from appagent.tasks import Task

TRIPLE_TAP = '''
from dataclasses import dataclass
from typing import Annotated, ClassVar

from appagent.actions import MARK, Action, Gesture, Risk, register
from appagent.actions.aiming.touching import able, touch
from appagent.screen import Screen


@register
@dataclass(frozen=True)
class TripleTap(Action):
    """Taps an element three times in a row, which zooms into a picture."""

    mark: Annotated[int, MARK]
    kind: ClassVar[str] = "triple_tap"
    example: ClassVar[str] = "triple_tap(5)"
    risk: ClassVar[Risk] = "touch"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        return (touch(able(screen, self.mark, "tap"), screen),) * 3
'''
GALLERY = """
from appagent.phone.app import App, Page
from appagent.phone.ui import Button, Column, Text


class Gallery(App):
    package = "com.example.gallery"
    label = "Gallery"

    def begin(self):
        self.size, self.paid = 1, 0

    def home(self):
        zoom, pay = Button("Zoom", id="zoom", on_tap=self.grow), Button("Pay now $20", id="pay", on_tap=self.pay)
        return Page(Column([Text(f"Size {self.size}"), zoom, pay]))

    def grow(self):
        self.size += 1

    def pay(self):
        self.paid += 1
"""
GALLERY_APP = "com.example.gallery"


@contextmanager
def added(folder: Path, source: str = TRIPLE_TAP) -> Iterator[type[Action]]:
    """The class of a file elsewhere that registers one action, which is forgotten afterwards."""
    (folder / "new_action.py").write_text(source, encoding="utf-8")
    before = list(ACTIONS)
    sys.path.insert(0, str(folder))
    try:
        importlib.invalidate_caches()
        importlib.import_module("new_action")
        (added,) = ACTIONS[len(before) :]
        yield added
    finally:
        ACTIONS[:] = before
        sys.path.remove(str(folder))
        sys.modules.pop("new_action", None)


@pytest.fixture
def triple_tap(tmp_path) -> Iterator[type[Action]]:
    with added(tmp_path) as cls:
        yield cls


@contextmanager
def gallery(folder: Path) -> Iterator[tuple[Android, Phone]]:
    """A phone with a picture to zoom into, and a button that pays."""
    apps = folder / "apps"
    apps.mkdir(exist_ok=True)
    (apps / "gallery.py").write_text(GALLERY, encoding="utf-8")
    with virtual(size=TINY, time_scale=QUICK, apps=apps) as (device, phone):
        device.perform(Start(GALLERY_APP))
        yield device, phone


def shop() -> Screen:
    """Zoom has mark 1, and what pays mark 2."""
    zoom = node("Button", text="Zoom", at=(100, 200, 500, 300), can="clickable")
    pay = node("Button", text="Pay now $20", at=(100, 400, 500, 500), can="clickable")
    return read_dump(dump(node("FrameLayout", zoom, pay)), app="org.notes")


def test_a_new_action_is_told_read_and_described(triple_tap):
    three = triple_tap(3)
    assert function_list()[-1]["signature"] == "triple_tap(element: integer)"
    assert function_list()[-1]["doc"] == "Taps an element three times in a row, which zooms into a picture."
    for text in ("triple_tap(3)", "tripleTap(3)", "Triple tap(3)", "triple_tap(element=3)", "triple_tap(element: 3)"):
        assert parse(text) == three
    assert parse(call(three)) == three
    assert json_schema()["anyOf"][-1]["properties"]["action"]["enum"] == ["triple_tap"]
    assert [to_action(one) for one in calls_of({"action": "triple_tap", "element": 3})] == [three]
    assert typed('triple tap "Zoom"', shop()) == typed("triple_tap 1", shop()) == triple_tap(1)
    assert describe(triple_tap(1), shop()) == 'triple tap "Zoom"'


def test_names_of_new_arguments_are_read_too(tmp_path):
    pinch = TRIPLE_TAP.replace("mark: Annotated[int, MARK]", "squeeze: int\n    mark: Annotated[int, MARK] = 1")
    with pytest.raises(ActionError, match="cannot be read from ': 5"):
        parse("pinch(squeeze: 5)")
    with added(tmp_path, pinch.replace("triple_tap", "pinch")) as cls:
        assert parse("pinch(squeeze: 5)") == cls(5, 1)


def test_an_action_without_arguments_needs_no_brackets(tmp_path):
    shake = TRIPLE_TAP.replace("    mark: Annotated[int, MARK]\n", "").replace("triple_tap", "shake_it")
    with added(tmp_path, shake) as cls:
        assert parse("SHAKE IT") == cls()


def test_a_new_action_is_gone_when_it_is_taken_away(tmp_path):
    before = list(KINDS)
    with added(tmp_path):
        assert [*before, "triple_tap"] == list(KINDS)
        parse("triple_tap(3)")
    assert list(KINDS) == before
    with pytest.raises(ActionError, match="no function 'triple_tap'"):
        parse("triple_tap(3)")


def test_two_actions_of_one_kind_are_an_error(triple_tap, tmp_path):
    with pytest.raises(ValueError, match="there is an action 'triple_tap' already"):
        importlib.reload(sys.modules["new_action"])


# The guard


def test_a_new_action_on_what_pays_is_refused_and_on_the_rest_passes(triple_tap):
    assert deed_of(triple_tap(1), shop()) is None
    Guard().check(triple_tap(1), shop(), 'triple tap "Zoom"')
    with pytest.raises(RefusedError, match=r"it may pay: .* and nobody is there"):
        Guard().check(triple_tap(2), shop(), 'triple tap "Pay now $20"')
    Guard(frozenset({"pay"})).check(triple_tap(2), shop(), 'triple tap "Pay now $20"')


@pytest.mark.parametrize("claim", ["none", "type", "enter", "scroll"])
def test_what_a_gesture_lands_on_is_judged_whatever_the_action_says(tmp_path, claim):
    with added(tmp_path, TRIPLE_TAP.replace('"touch"', f'"{claim}"')) as cls:
        taps, shown = landing(cls(2), cls(2).gestures(shop()), shop())
        assert set(taps) == {Tap(2)}
        assert deed_of(taps[0], shown) == "pay"


@pytest.mark.parametrize(("gesture", "found"), [('Key("enter")', "pay"), ('Type("1234", False)', "secret")])
def test_keys_and_text_are_judged_whatever_the_action_says(tmp_path, gesture, found):
    source = TRIPLE_TAP.replace('"touch"', '"none"').replace("Gesture,", "Gesture, Key, Type,")
    source = source.replace('(touch(able(screen, self.mark, "tap"), screen),) * 3', f"({gesture},)")
    pin = node("EditText", at=(100, 200, 500, 300), can="clickable focused", password="true")
    pay = node("Button", text="Pay now $20", at=(100, 400, 500, 500), can="clickable")
    screen = read_dump(dump(node("FrameLayout", pin, pay)), app="org.notes")
    with added(tmp_path, source) as cls:
        (meant,), shown = landing(cls(1), cls(1).gestures(screen), screen)
    assert deed_of(meant, shown) == found


def test_text_after_a_touch_is_judged_by_the_field_that_was_touched(tmp_path):
    source = TRIPLE_TAP.replace("Gesture,", "Gesture, Key, Type,").replace(
        '(touch(able(screen, self.mark, "tap"), screen),) * 3',
        '(touch(able(screen, self.mark, "tap"), screen), Type("1234", False), Key("enter"))',
    )
    pin = node("EditText", at=(100, 200, 500, 300), can="clickable", password="true")
    search = node("EditText", at=(100, 600, 500, 700), can="clickable focused")
    screen = read_dump(dump(node("FrameLayout", pin, search)), app="org.notes")
    with added(tmp_path, source) as cls:
        meant, shown = landing(cls(1), cls(1).gestures(screen), screen)
    assert [deed_of(each, shown) for each in meant] == ["secret", "secret"]


def test_a_class_without_a_risk_does_not_import(tmp_path):
    silent = added(tmp_path, TRIPLE_TAP.replace('    risk: ClassVar[Risk] = "touch"\n', ""))
    with pytest.raises(TypeError, match=r"TripleTap has no risk; write into the class: risk: ClassVar"), silent:
        pytest.fail("it was imported")
    assert "triple_tap" not in KINDS


def test_a_risk_that_the_guard_does_not_know_is_refused(tmp_path):
    refused = pytest.raises(RefusedError, match="triple_tap was refused: the guard does not know its risk, 'teleport'")
    with added(tmp_path, TRIPLE_TAP.replace('"touch"', '"teleport"')) as cls, refused:
        Guard(frozenset({"pay", "send"}), lambda *_: True).check(cls(1), shop(), 'triple tap "Zoom"')


@dataclass(frozen=True)
class Pinch:
    """A gesture that nothing knows."""

    span: int


def test_a_gesture_that_nothing_knows_is_refused_and_never_carried_out(device, phone):
    with pytest.raises(RefusedError, match="tap was refused: the guard does not know the gesture Pinch"):
        landing(Tap(1), (Pinch(5),), shop())
    with pytest.raises(ActionError, match="the Android driver knows no gesture Pinch; it knows Touch, Stroke"):
        device.perform(Pinch(5))
    assert phone.taps() == []


def test_a_key_that_the_guard_does_not_know_is_refused():
    assert landing(Back(), (Key("back"), Key("home")), shop())[0] == []
    with pytest.raises(RefusedError, match="the guard does not know the key 'power'"):
        landing(Back(), (Key("power"),), shop())


# On the phone, and in documents


@pytest.mark.slow
def test_a_new_action_is_learnt_carried_out_and_told_of_in_a_later_run(triple_tap, tmp_path, store, recorder):
    lesson = ("triple_tap({Zoom})", "SUCCESS: Makes the picture larger.", "finish()")
    with gallery(tmp_path) as (device, phone), answering("scripted", *lesson) as (model, prompts):
        learned = learning(device, store, recorder, model, GALLERY_APP)
        assert arrived(phone) == ["zoom", "zoom", "zoom"]
        assert device.state()["gallery"] == {"size": 4, "paid": 0}
    assert dict(learned.decisions) == {"SUCCESS": 1}
    assert "- triple_tap(element: integer): Taps an element three times in a row" in prompts[0]
    assert 'triple tap "Zoom"' in prompts[1]
    (record,) = store.current(GALLERY_APP)
    assert (record.action, record.text) == ("triple_tap", "Makes the picture larger.")

    replies = ("triple_tap({Pay now})", "tripleTap({Zoom})", "finish()")
    made = Recorder(tmp_path / "later", "run", GALLERY_APP, "Zoom in", {})
    with closing(made), gallery(tmp_path) as (device, phone), answering("openai", *replies) as (model, prompts):
        Run(ReAct(model, store, "both"), device, Task("Zoom in", GALLERY_APP), made).go()
        assert arrived(phone) == ["zoom", "zoom", "zoom"]
        assert device.state()["gallery"] == {"size": 4, "paid": 0}
    assert "triple_tap: <data>Makes the picture larger.</data>" in without_fence_name(prompts[0])
    assert "it may pay" in prompts[1]
    assert [step.action for step in made.steps if step.outcome == "done"] == [call(parse("triple_tap(1)"))]


def arrived(phone: Phone) -> list[object]:
    """The widgets that taps hit."""
    return [tap["widget"] for tap in phone.taps() if tap["kind"] == "tap"]
