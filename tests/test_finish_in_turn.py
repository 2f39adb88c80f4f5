"""When a task is finished in the reply whose calls did it, and when the model has to look first."""

import re

import pytest
from test_in_turn import reply, run

pytestmark = pytest.mark.slow

SWITCHES = """[Switch(self.value > 7, text="Wi-Fi", on_tap=lambda: self.turn(15 - self.value)),
    Switch(True, text="Bluetooth"), Button("Idle", on_tap=lambda: None), Button("Pay $5", on_tap=lambda: self.turn(1)),
    Button("Save", on_tap=lambda: self.say("Name is required")), *map(Text, self.said),
    Button("Help", on_tap=lambda: self.open(lambda: menu(self, ("Rename", lambda: None))))]"""
FORM = """[toolbar("Items"), *map(Text, self.said), Button("New", on_tap=lambda: self.open(lambda: Page(Column([
    toolbar("New item"), Field(str(self.value), hint="Name", on_change=self.turn),
    Button("Save", on_tap=lambda: (self.close(), self.say(self.value))), Button("Cancel", on_tap=self.close),
    Button("Try", on_tap=lambda: (self.close(), self.say(self.value), self.snack("No network"))),
    Text("Kind", on_tap=lambda: self.open(lambda: confirm(self, "Keep it?", "", "OK", lambda: self.turn("Jam")))),
    Button("Check", on_tap=lambda: (self.close(), self.open(lambda: menu(self, ("Really?", lambda: None)))))]))))]"""
READINGS = """[Text("Readings", id="title"), *map(Text, self.said),
    Field(str(self.value), hint="kWh", on_change=self.turn),
    Button("Add", on_tap=lambda: self.say(f"{self.value} kWh")),
    Button("Try", on_tap=lambda: (self.say(f"{self.value} kWh"), self.say("Not sent yet")))]"""
LISTS = """[Text("Sextant"), Button("Lists", on_tap=lambda: self.open(lambda: menu(self,
    ("Kids", lambda: self.toast("Put on Kids")),
    ("Essay", lambda: self.toast("Essay is full, try again later")),
    ("Seen", lambda: self.toast("Look at this")))))]"""

TOTAL = """[Text("Losses", id="title"),
    *(Row([Text(name, weight=1), stepper(self.value - 7 if n == 1 else 0, 0, 20, lambda v: self.turn(v + 7))])
      for n, name in enumerate(("Burnt", "Broken", "Raw"))),
    Row([Text("In all", weight=1), Text(f"{self.value - 7} pieces")])]"""

ASIDE = """[toolbar("Trips"), Button("Plan", on_tap=lambda: self.open(lambda: Page(Column([toolbar("Rome",
    IconButton("bookmark", on_tap=lambda: (self.say(), self.toast("Put aside"), self.close())), on_back=self.close,
    up=""), Button("Next", on_tap=lambda: None)]))))]"""


@pytest.fixture
def played(kit, recorder):
    """Shows an app of one page, has a model write replies, and returns (the app's state, the prompts)."""

    def play(page, *replies):
        with kit(page) as (device, phone):
            phone.start("org.kit")
            outcome, prompts = run(device, recorder, *replies, app="org.kit")
            assert outcome.status == "success", [(step.words, step.reason, step.effect) for step in recorder.steps]
            return phone.state()["kit"], prompts

    return play


def test_a_task_is_finished_in_the_reply_whose_calls_did_what_they_are_for(played):
    state, prompts = played(SWITCHES, reply("tap({Wi-Fi})", 'set({Bluetooth}, "on")', "finish()"))
    assert (state["value"], len(prompts)) == (8, 1)


def test_a_task_is_finished_where_a_total_follows_one_number_among_alike_ones(played, recorder):
    state, prompts = played(TOTAL, 'set("Broken", "3")\nfinish()')
    assert (state["value"], len(prompts)) == (10, 1)
    assert recorder.steps[0].effect == '"0" became "3"; "0 pieces" became "3 pieces"'


@pytest.mark.parametrize(
    ("calls", "why"),
    [
        (["tap({Idle})", "finish()"], 'tap "Idle" changed nothing'),
        (["tap({Wi-Fi})", "tap({Idle})", "finish()"], 'tap "Idle" changed nothing'),
        (["tap({Save})", "finish()"], "look at what the calls before it did first"),
        (["tap({Wi-Fi})", "tap({Help})", "finish()"], "look at what the calls before it did first"),
        (["tap({Wi-Fi})", 'finish("done", answer="It is on")'], "look at what the calls before it did first"),
        (["tap({Wi-Fi})", 'finish("impossible")'], "look at what the calls before it did first"),
        (["tap({Pay $5})", "finish()"], "the call before it was not done"),
    ],
)
def test_nothing_is_finished_unseen(played, calls, why):
    _, prompts = played(SWITCHES, reply(*calls), "finish()")
    assert len(prompts) == 2
    assert re.search(rf"was not(?: carried out)?: {re.escape(why)}", prompts[1])


@pytest.mark.parametrize(("button", "asked"), [("Save", 2), ("Cancel", 3), ("Try", 3), ("Check", 3)])
def test_a_task_is_finished_by_what_saves_only_once_the_earlier_screen_shows_it(played, button, asked):
    calls = reply('text("Milk", element={Name}, clear=true)', f"tap({{{button}}})", "finish()")
    _, prompts = played(FORM, "tap({New})", calls, *["finish()"] * (asked - 2))
    assert len(prompts) == asked


@pytest.mark.parametrize(("button", "asked"), [("Add", 1), ("Try", 2)])
def test_a_task_is_finished_by_what_shows_the_typed_value_on_the_same_page_and_nothing_else(played, button, asked):
    calls = reply('text("4821", element={kWh}, clear=true)', f"tap({{{button}}})", "finish()")
    assert len(played(READINGS, calls, "finish()")[1]) == asked


@pytest.mark.parametrize(("item", "asked"), [("Kids", 1), ("Essay", 2), ("Seen", 2)])
def test_a_message_with_the_name_of_what_was_tapped_finishes_a_task_unless_it_says_that_it_failed(played, item, asked):
    calls = reply('tap_named("Lists")', f'tap_named("{item}")', "finish()")
    assert len(played(LISTS, calls, "finish()")[1]) == asked


def test_a_dialog_that_gave_a_value_on_the_way_holds_a_finish_up_no_more(played):
    calls = reply('tap_named("OK")', 'tap_named("Save")', "finish()")
    state, prompts = played(FORM, "tap({New})", "tap({Kind})", calls)
    assert (state["said"], len(prompts)) == (["Jam"], 3)


def test_what_opens_and_is_chosen_from_in_one_reply_holds_a_finish_up_no_more(played):
    state, prompts = played(FORM, "tap({New})", reply("tap({Kind})", 'tap_named("OK")', "finish()"))
    assert (state["value"], len(prompts)) == ("Jam", 2)


@pytest.mark.parametrize(("mark", "asked"), [(2, 2), (1, 3)])
def test_an_icon_that_led_back_with_a_message_has_saved_but_not_the_one_that_leads_up(played, mark, asked):
    """The arrow is the first control of the page; where it led back, the model is told why it has to look."""
    state, prompts = played(ASIDE, "tap({Plan})", reply(f"tap({mark})", "finish()"), *["finish()"] * (asked - 2))
    assert (state["said"], len(prompts)) == (["done"] * (mark == 2), asked)
    assert ("has led back, and nothing says that it has set or saved something" in prompts[-1]) == (mark == 1)
