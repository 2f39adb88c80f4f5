"""Several calls in one reply that set values: by a list of choices, by wheels, and where one moves another along."""

import pytest
from test_in_turn import reply, run

from appagent.guard import Guard

pytestmark = pytest.mark.slow


KEYS_PAGE = """[toolbar("Sound"), setting("Right arrow", f"On {self.value} s", on_tap=lambda: self.open(
    lambda: pick_one(self, "Right arrow", ["On 5 s", "On 7 s", "On 30 s"], 1, lambda n: self.turn((5, 7, 30)[n])))),
    setting("Help", "A page", on_tap=lambda: self.open(lambda: Page(Column([toolbar("Help")]))))]"""


@pytest.mark.parametrize(
    ("call", "said", "value"),
    [('set({Right arrow · On 7 s}, "On 30 s")', 'it shows "Right arrow · On 30 s"', 30),
     ('set({Right arrow · On 7 s}, "On 9 s")', 'has no "On 9 s"; it has "On 5 s", "On 7 s", "On 30 s"', 7),
     ('set({Help · A page}, "On 5 s")', "a tap on it opened no list of choices; see what came", 7)],
)  # fmt: skip
def test_a_row_that_shows_its_value_is_set_by_its_list_of_choices(kit, recorder, call, said, value):
    with kit(KEYS_PAGE) as (device, phone):
        phone.start("org.kit")
        run(device, recorder, reply(call), "finish()", app="org.kit")
        assert phone.state()["kit"]["value"] == value
    assert said in recorder.steps[0].reason


FARES = """[Text("Fare"), *radio_rows(["Single", "Return"], self.value % 2, self.turn),
    *radio_rows(["Front", "Back"], len(self.said) % 2, self.say), Button("Pay $5", on_tap=lambda: self.say("paid"))]"""


TOWNS = """[toolbar("Trip"), setting("From", ("Oslo", "Voss", "Moss")[self.value % 3],
    on_tap=lambda: self.open(lambda: Page(Column([toolbar("Towns", on_back=self.close), List([
    Column([Text(town)], pad=16.0, on_tap=lambda n=n: (self.turn(n), self.close()))
    for n, town in enumerate(("Oslo", "Voss", "Moss"))])]))))]"""


@pytest.mark.parametrize(("town", "value", "outcome"), [("Moss", 2, "done"), ("Hamar", 7, "part")])
def test_a_row_is_set_by_a_page_of_rows_of_which_one_is_its_value(kit, recorder, town, value, outcome):
    with kit(TOWNS) as (device, phone):
        phone.start("org.kit")
        run(device, recorder, reply(f'set({{From · Voss}}, "{town}")'), "finish()", app="org.kit")
        assert phone.state()["kit"]["value"] == value
    assert recorder.steps[0].outcome == outcome


CLOCK = """[toolbar("Alarm"), setting("Rings at", f"{self.value:02}:{len(self.said):02}", on_tap=lambda: self.open(
    lambda: Page(Column([toolbar("Rings at", on_back=self.close), Row([number_picker(self.value, 0, 23, self.turn),
    number_picker(len(self.said), 0, 59, lambda n: setattr(self, "said", [""] * n))])]))))]"""


@pytest.mark.parametrize(
    "calls", [['set({Rings at · 07:00}, "05:30")'], ["tap({Rings at})", 'set({NumberPicker}, "05:30")']]
)
def test_a_time_is_set_by_the_two_wheels_that_its_row_opens(kit, recorder, calls):
    with kit(CLOCK) as (device, phone):
        phone.start("org.kit")
        run(device, recorder, *map(reply, calls), "finish()", app="org.kit")
        state = phone.state()["kit"]
    assert (state["value"], len(state["said"])) == (5, 30)
    assert ("it shows" if len(calls) == 1 else "stand at") in recorder.steps[-2].reason


TWO = """[Text("From"), Row([number_picker(self.value, 0, 23, self.turn, id="hour"),
    number_picker(len(self.said), 0, 59, lambda n: setattr(self, "said", [""] * n))]), Text("Until"),
    Row([number_picker(1, 0, 23, lambda n: None), number_picker(1, 0, 59, lambda n: None)])]"""


def test_of_two_times_on_a_page_the_one_is_set_at_whose_wheel_the_call_is(kit, recorder):
    with kit(TWO) as (device, phone):
        phone.start("org.kit")
        run(device, recorder, reply('set({(hour)}, "05:30")'), "finish()", app="org.kit")
        state = phone.state()["kit"]
    assert (state["value"], len(state["said"])) == (5, 30)


DATES = """[*(setting(name, f"{max(self.value, low)} Dec", on_tap=lambda: self.open(lambda: pick_one(
    self, "Day", [f"{n} Dec" for n in range(7, 12)], 0, lambda n: self.turn(n + 7))))
    for name, low in (("From", 7), ("Until", 8)))]"""


def test_a_value_that_came_along_with_another_is_set_already(kit, recorder):
    with kit(DATES) as (device, phone):
        phone.start("org.kit")
        calls = reply('set({From · 7 Dec}, "9 Dec")', 'set({Until · 8 Dec}, "9 Dec")')
        run(device, recorder, calls, "finish()", app="org.kit")
    assert [step.outcome for step in recorder.steps] == ["done", "done", "finish"]


def test_a_choice_that_takes_anothers_place_is_no_surprise_before_a_deed(kit, recorder):
    with kit(FARES) as (device, phone):
        phone.start("org.kit")
        calls = reply('tap_named("Single")', 'tap_named("Pay $5")')
        _, prompts = run(device, recorder, calls, "finish()", app="org.kit", guard=Guard(frozenset({"pay"})))
        assert (phone.state()["kit"]["value"], phone.state()["kit"]["said"]) == (0, ["paid"]), prompts[1]


PACE = """[toolbar("New visit"), Text("How do you walk?"),
    Text(("Quick", "Steady", "Slow", "Very slow")[self.value % 4]),
    Seek(self.value % 4 / 3, on_seek=lambda share: self.turn(round(3 * share))),
    Button("Keep", on_tap=lambda: self.say(self.value))]"""


def test_a_slider_is_set_that_is_called_by_its_value_and_the_next_call_is_carried_out(kit, recorder):
    with kit(PACE) as (device, phone):
        phone.start("org.kit")
        calls = reply('set_named("Very slow", "Quick")', 'tap_named("Keep")')
        _, prompts = run(device, recorder, calls, "finish()", app="org.kit")
        assert phone.state()["kit"]["said"] == [0], prompts[1]


PICKED = """[Row([Text(f"{COUNT} gewählt", weight=1), Button("Löschen", on_tap=lambda: self.turn(0))]),
    *[check_row(name, name in self.said, partial(self.say, name)) for name in ("Brief", "Rechnung", "Foto")]]"""


@pytest.mark.parametrize(("count", "deleted"), [("len(self.said)", True), ("3 * len(self.said)", False)])
def test_what_counts_the_ticks_of_the_calls_before_holds_no_deed_up(kit, recorder, count, deleted):
    with kit(PICKED.replace("COUNT", count)) as (device, phone):
        phone.start("org.kit")
        may = Guard(frozenset({"delete"}))
        run(device, recorder, reply("tap({Brief})", "tap({Löschen})"), "finish()", app="org.kit", guard=may)
        assert (phone.state()["kit"]["value"] == 0) is deleted, recorder.steps[-1]


VISIT = """[Button("Ask", on_tap=lambda: self.open(lambda: Dialog(Column([Text("Visit on"),
    Text("Tue, 7 Dec" if self.value == 7 else "Thu, 9 Dec"),
    Button("9", on_tap=lambda: self.turn(9)), *map(Text, self.said),
    Button("Ana", on_tap=lambda: self.say("for Ana")), Button("OK", on_tap=lambda: self.say("sent"))]))))]"""


@pytest.mark.parametrize(("first", "said"), [("9", ["sent"]), ("Ana", ["for Ana"])])
def test_a_date_that_a_call_has_chosen_holds_up_no_later_one_that_sends(kit, recorder, first, said):
    with kit(VISIT) as (device, phone):
        phone.start("org.kit")
        calls = reply(f"tap({{{first}}})", "tap({OK})").replace("Action:", "Risk: send\nAction:")
        run(device, recorder, "tap(1)", calls, "finish()", app="org.kit", guard=Guard(ask=lambda *_: True))
        assert phone.state()["kit"]["said"] == said
    assert recorder.steps[0].effect == 'a dialog came up: "Visit on", saying "Tue, 7 Dec", with "9", "Ana", "OK"'
