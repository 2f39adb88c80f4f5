"""Test the last look before a gesture: an app changes between the screen that was seen and the finger."""

import re
from contextlib import nullcontext

import pytest
from changing_app import APP
from hierarchies import DISPLAY, dump, node
from scripted_runs import do, learning, mark_of

from appagent.actions import Tap
from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import StaleError, UsageError
from appagent.learning.demonstrations.demonstrate import Person
from appagent.loop import Run
from appagent.models.scripted import Scripted
from appagent.screen.nodes.tree import contains
from appagent.tasks import Task

SCENES = """
    def storage(self):
        return self.page(List([self.row(words) for words in ("Downloads", "Internal storage", "Music")], id="list"))

    def options(self):
        return menu(self, ("Share", self.do("Share")), ("Delete", self.do("Delete")))

    def saved(self):
        snack = [] if self.later else [Row([Text("Saved"), self.button("Undo", id="undo")], id="bar")]
        lower = Column([Space(height=150.0), self.row("Delete all", *[Text("of it")] * 2)], height="fill")
        return self.page(Frame([lower, Column([Space(height=150.0), *snack])]))

    def offer(self):
        return self.page(self.button("Pay $99 now" if self.later else "Free sample", id="offer"))

    def rows(self):
        words = ["Ana", "Bo", "Cy", "Delete all", "Di", "Ed"]
        return self.page(List([self.row(one) for one in words[1 if self.later else 0:]], id="list"))

    def rooms(self):
        return self.page(List([self.row(f"Room {n}") for n in range(102 if self.later else 101, 108)], id="list"))

    def carts(self):
        names = ["Pears", "Plums", "Figs", "Kiwis"][1 if self.later else 0:]
        cards = [Column([Text(name), Button("Add", on_tap=self.do(name))]) for name in names]
        return self.page(Column(cards))

    def gone(self):
        names = ["Pears", "Figs"] if self.later else ["Pears", "Plums", "Figs"]
        return self.page(List([self.row(one) for one in names], id="list"))

    def lock(self):
        return self.page(Field(self.pin, id="pin", hint="PIN", password=not self.later, on_change=self.setter("pin")))

    def clock(self):
        self.ticks += 1
        counted = [Text(f"12:{self.ticks % 60:02}"), Text(f"{self.ticks} unread"), Bar(0.01 * (self.ticks % 100))]
        timer = Row([Text(f"0:{self.ticks % 60:02}"), self.button("Pause")])
        return self.page(*counted, timer, timer, self.row(f"Inbox {self.ticks}"), self.button("Go on"))

    def late(self):
        def put_off():
            self.close()
            self.did.append("Later")
        return alert("Rate us?", "Do you like it?", Button("Later", on_tap=put_off))

    def form(self):
        return self.page(Field(self.pin, id="name", hint="Name", on_change=self.setter("pin")),
                         self.button("Save", enabled=not self.later))

    def fields(self):
        return self.page(Field("", id="name", hint="Name", on_submit=self.do("Name")),
                         Field("", id="note", hint="Note", on_submit=self.do("Note")))

    def covered(self):
        cover = [Panel([Text("Please wait")], height="fill")] if self.later else []
        return self.page(Frame([Column([self.button("Go on")]), *cover], height=300.0))

    def question(self, things="1 file"):
        return confirm(self, f"Delete {things}?", "It cannot be undone.", "Delete", self.do("Delete"))

    def total(self):
        return self.page(Text("Total"), Text("$99.00" if self.later else "$4.99"), self.button("Pay"))

    def switch(self):
        return self.page(Row([Text("Wi-Fi"), Switch(self.later, on_tap=self.do("Wi-Fi"))], on_tap=self.do("Wi-Fi")))
"""


# Gone, covered or changed: nothing is done


def test_a_menu_that_opened_meanwhile_is_not_hit(stage):
    scene = stage("storage")
    step, closed = scene.take("tap({Internal storage})", lambda: scene.open("options"), looks=True)
    assert scene.did == []
    assert (step.outcome, closed.outcome) == ("stale", "recovered")
    assert step.reason in scene.prompts[1]
    assert "a dialog is over it now" in step.reason


def test_a_dialog_that_came_over_a_menu_is_not_hit(stage):
    scene = stage("storage")
    scene.open("options")
    (step,) = scene.take("tap({Share})", lambda: scene.open("late"))
    assert (scene.did, step.outcome) == ([], "stale")
    assert "a dialog is over it now" in step.reason


def test_a_tap_on_a_message_that_has_gone_does_not_fall_through(stage):
    scene = stage("saved")
    (step,) = scene.take("tap({Undo})", lambda: scene.change(later=True))
    assert scene.did == []
    assert '"Undo" is not there any more; "Delete all · of it" is in its place' in step.reason


@pytest.mark.parametrize("allowed", [frozenset(), frozenset({"pay"})])
def test_a_button_that_says_something_else_now_is_not_touched(stage, allowed):
    scene = stage("offer", allow=allowed)
    (step,) = scene.take("tap({Free sample})", lambda: scene.change(later=True))
    assert scene.did == []
    assert (step.outcome, '"Pay $99 now" is in its place' in step.reason) == ("stale", True)


def test_a_row_that_is_gone_is_not_mistaken_for_the_next(stage):
    scene = stage("gone")
    (step,) = scene.take("tap({Plums})", lambda: scene.change(later=True))
    assert (scene.did, step.outcome) == ([], "stale")


def test_a_pin_is_not_typed_into_a_field_that_shows_it_now(stage):
    scene = stage("lock", allow=frozenset({"secret"}), secrets={"pin": "4071"})
    (step,) = scene.take('text("${pin}", element={PIN})', lambda: scene.change(later=True))
    assert scene.phone.state()["changing"]["pin"] == ""
    assert "does not hide what is typed now" in step.reason


@pytest.mark.slow
def test_a_pin_is_not_typed_where_the_field_shows_it_once_it_was_touched(stage, monkeypatch):
    scene = stage("lock", allow=frozenset({"secret"}), secrets={"pin": "4071"})
    perform = scene.device.perform
    monkeypatch.setattr(scene.device, "perform", lambda gesture: (perform(gesture), scene.change(later=True)))
    (step,) = scene.take('text("${pin}", element={PIN})')
    assert scene.phone.state()["changing"]["pin"] == ""
    assert "nothing was typed" in step.reason


@pytest.mark.slow
def test_what_a_late_dialog_covers_is_not_touched_and_the_dialog_neither(stage):
    scene = stage("form")
    step, mended = scene.take("tap({Save})", lambda: scene.open("late"), looks=True)
    assert (scene.did, step.outcome, mended.outcome) == ([], "stale", "recovered")
    assert '"Rate us?"' in step.reason


def test_what_a_panel_of_the_same_page_covers_is_not_touched(stage):
    scene = stage("covered")
    (step,) = scene.take("tap({Go on})", lambda: scene.change(later=True))
    assert (scene.did, step.outcome) == ([], "stale")


def test_what_is_disabled_by_now_is_said_to_be(stage):
    scene = stage("form")
    (step,) = scene.take("tap({Save})", lambda: scene.change(later=True))
    assert (scene.did, step.reason) == ([], 'tap "Save" was not done: "Save" is disabled now')


@pytest.mark.slow
def test_what_was_switched_meanwhile_is_not_switched_back(stage):
    scene = stage("switch")
    (step,) = scene.take("tap({Wi-Fi})", lambda: scene.change(later=True))
    assert scene.did == []
    assert "was off and is on now" in step.reason


def test_another_app_in_front_is_not_touched(stage):
    scene = stage("form")

    def settings_comes():
        scene.phone.start("com.android.settings")
        while "com.android.settings" not in scene.phone.hierarchy():  # an app that starts shows no window at first
            pass

    step, left = scene.take("tap({Save})", settings_comes, looks=True)
    assert (left.outcome, scene.phone.foreground[0]) == ("recovered", APP)
    assert (scene.did, step.outcome) == ([], "stale")
    assert re.search(r"(another app is in front now:|a dialog is over it now of) com\.android\.settings", step.reason)


def test_back_is_not_pressed_on_a_dialog_that_came_meanwhile(stage):
    scene = stage("form")
    step, mended = scene.take("back()", lambda: scene.open("late"), looks=True)
    assert (step.outcome, mended.outcome) == ("stale", "recovered")


class Later:
    """A device on which a window has come up since it was looked at."""

    def __init__(self, *windows):
        self.done, self._windows = [], windows

    def capture(self):
        return read_dump(dump(*self._windows), size=DISPLAY)

    def perform(self, gesture):
        self.done.append(gesture)


PAGE = node("FrameLayout", node("Button", text="Lowest", can="clickable", at=(0, 2100, 1080, 2300)))
KEYS = "com.google.android.inputmethod.latin"
WINDOWS = [
    (KEYS, (0, 1500, 1080, 2400), (0, 2000, 1080, 2400), "by the keyboard"),
    (KEYS, (0, 1500, 1080, 2000), (0, 1600, 1080, 2000), None),
    ("com.android.systemui", (0, 2000, 1080, 2400), (0, 2100, 1080, 2300), "by a window of com.android.systemui"),
    ("com.android.systemui", (0, 2000, 1080, 2400), None, None),  # nothing in it can be touched
]


@pytest.mark.parametrize(("package", "at", "part", "why"), WINDOWS)
def test_what_another_window_covers_by_now_is_not_touched(package, at, part, why):
    inner = [node("Button", at=part, can="clickable", package=package)] if part else []
    device = Later(PAGE, node("FrameLayout", *(inner or [node("FrameLayout", node("View", at=(0, 0, 9, 9)))]), at=at,
                              package=package))  # fmt: skip
    seen = read_dump(dump(PAGE), size=DISPLAY)
    with pytest.raises(StaleError, match=why) if why else nullcontext():
        do(Tap(1), seen, device)
    assert len(device.done) == (why is None)


def test_enter_goes_to_the_field_that_had_the_cursor_or_nowhere(stage):
    scene = stage("fields")
    place = {one.hint: one.bounds for one in scene.device.capture().elements if one.hint}
    scene.phone.tap(place["Name"][0] + 5, place["Name"][1] + 5)
    (step,) = scene.take("enter()", lambda: scene.phone.tap(place["Note"][0] + 5, place["Note"][1] + 5))
    assert scene.did == []
    assert 'the focus is on "Note" now' in step.reason


# What the guard judged by


def test_another_question_is_not_answered_with_what_was_meant_for_the_one_before(stage):
    asked = []
    scene = stage("form", ask=lambda found, words: asked.append(words) or True)
    scene.open("question")

    def other():
        scene.phone.press("back")
        scene.open("question", "20 files")

    (step,) = scene.take("tap({Delete})", other)
    assert (scene.did, step.outcome) == ([], "stale")
    assert len(asked) == 1


@pytest.mark.parametrize("allowed", [frozenset(), frozenset({"pay"})])
def test_a_price_that_changed_beside_the_button_is_judged_anew(stage, allowed):
    scene = stage("total", allow=allowed, ask=lambda found, words: True)
    (step,) = scene.take("tap({Pay})", lambda: scene.change(later=True))
    assert (scene.did, step.outcome) == ([], "stale")
    assert "$99.00" in step.reason


# Moved: aimed at where it is now


def test_a_row_is_hit_where_it_is_after_the_list_moved_up(stage):
    scene = stage("rows")
    (step,) = scene.take("tap({Cy})", lambda: scene.change(later=True))
    assert (scene.did, step.outcome) == (["Cy"], "done")


def test_rows_that_differ_in_a_number_alone_are_told_apart(stage):
    scene = stage("rooms")
    (step,) = scene.take("tap({Room 103})", lambda: scene.change(later=True))
    assert (scene.did, step.outcome) == (["Room 103"], "done")


def test_a_button_that_many_cards_have_is_hit_on_its_own_card(stage):
    scene = stage("carts")
    (step,) = scene.take("tap(3)", lambda: scene.change(later=True))
    assert (scene.did, step.outcome) == (["Figs"], "done")


def test_a_button_is_not_hit_on_another_card_where_its_own_has_gone(stage):
    scene = stage("carts")
    (step,) = scene.take("tap(1)", lambda: scene.change(later=True))
    assert (scene.did, step.outcome) == ([], "stale")


def test_a_drag_begins_and_ends_where_things_are_by_now(stage):
    scene = stage("rows")
    (step,) = scene.take("drag({Di}, {Bo})", lambda: scene.change(later=True))
    taken = [tap for tap in scene.phone.taps() if tap["kind"] not in {"tap", "key"}][-1]
    now = {one.text: one.bounds for one in scene.device.capture().elements}
    assert step.outcome == "done", step.reason
    assert contains(now["Di"], taken["x"], taken["y"])
    assert contains(now["Bo"], *taken["to"])


def test_nothing_is_carried_to_where_its_goal_has_gone(stage):
    scene = stage("gone")
    (step,) = scene.take("drag({Pears}, {Plums})", lambda: scene.change(later=True))
    assert (step.outcome, step.reason.partition(" is not there")[0]) == (
        "stale", 'drag "Pears" onto "Plums" was not done: "Plums"',
    )  # fmt: skip


# What changes by itself


@pytest.mark.slow
@pytest.mark.parametrize("words", ["Go on", "Inbox", "Pause"])
def test_a_clock_a_counter_and_a_progress_bar_hold_nothing_up(stage, words):
    scene = stage("clock")
    (step,) = scene.take(f"tap({{{words}}})", lambda: scene.change(ticks=47))
    assert step.outcome == "done", step.reason
    assert [str(what).startswith(words) for what in scene.did] == [True]


# A learning, and a person who shows


def test_a_learning_goes_on_with_what_is_there_instead(stage, store):
    scene = stage("form")

    left = ["tap({Save})", "tap({Later})", "finish()"]

    def reply(messages):
        prompt = "\n".join(message.text for message in messages)
        if "Decision:" in prompt:
            return "SUCCESS: Puts it off."
        if len(left) == 3:
            scene.open("late")
        words = left[0].partition("{")[2].partition("}")[0]
        return left.pop(0).replace("{" + words + "}", str(mark_of(words, prompt)) if words else "")

    learned = learning(scene.device, store, scene.recorder, Scripted(reply), APP)
    assert [step.outcome for step in scene.recorder.steps] == ["stale", "done", "finish"]
    assert (scene.did, learned.refused, learned.status) == (["Later"], 0, "success")


def test_a_script_ends_at_the_line_that_was_not_done(stage, store):
    scene = stage("storage")

    def lines():
        scene.open("options")
        yield 'tap "Internal storage"'

    person = Person(lines(), store, scene.recorder)
    with pytest.raises(UsageError, match='line 1: tap "Internal storage" was not done: a dialog is over it now'):
        Run(person, scene.device, Task("", APP), scene.recorder, recovers=False).go()
    assert scene.did == []


# Again and again


@pytest.mark.slow
def test_the_third_refusal_of_one_target_says_so_and_lets_the_model_choose(stage):
    scene = stage("form")
    app = scene.phone.packages[APP]
    flips = iter([True] * 9)

    def flip():
        scene.change(later=next(flips))

    def back(step=None):
        scene.change(later=False)

    replies = ["tap({Save})"] * 3
    for _ in range(2):
        scene.take("tap({Save})", flip)
        back()
    steps = scene.take(replies[0], flip)
    assert app is not None
    assert [step.outcome for step in steps if step.outcome != "finish"] == ["stale"] * 3
    assert "That is 3 times now: wait, choose another way, or finish" in steps[-1].reason
    assert "times now" not in steps[0].reason
