"""Several calls in one reply: how far they are carried out, what stops them, and what the model hears."""

import pytest
from conftest import SETTINGS
from scripted_runs import VAULT, answering, vault

from appagent.agents.react import ReAct
from appagent.guard import Guard
from appagent.loop import Limits, Run
from appagent.runs.trajectory import load_run
from appagent.tasks import Task

pytestmark = pytest.mark.slow


def reply(*calls: str) -> str:
    return "Observation: A page.\nThought: All at once.\nAction: " + "\n".join(calls) + "\nSummary: Begun."


def run(device, recorder, *replies, app, **parts):
    with answering("scripted", *replies) as (model, prompts):
        return Run(ReAct(model, see="both"), device, Task("t", app), recorder, **parts).go(), prompts


KEYS = """[Text(f'{self.value}', id='sum'),
    *(Button(str(n), on_tap=lambda n=n: self.turn(self.value * 10 + n)) for n in range(4))]"""


def test_calls_are_done_in_order_with_one_question(kit, recorder):
    with kit(KEYS) as (device, phone):
        phone.start("org.kit")
        outcome, prompts = run(device, recorder, reply("tap({1})", "tap({0})", "tap({3})"), "finish()", app="org.kit")
        assert phone.state()["kit"]["value"] == 7103
    assert outcome.status == "success"
    assert len(prompts) == 2
    assert [(step.words, step.outcome, step.model_calls) for step in load_run(recorder.folder).steps] == [
        ('tap "1"', "done", 1), ('tap "0"', "done", 0), ('tap "3"', "done", 0), ("finish", "finish", 1),
    ]  # fmt: skip
    assert '2. tap "0": "71" became "710".' in prompts[1]
    assert "calls in your last reply" not in prompts[1]


def test_calls_that_a_limit_leaves_over_are_told_with_it(kit, recorder):
    with kit(KEYS) as (device, phone):
        phone.start("org.kit")
        calls = reply("tap({1})", "tap({0})", "tap({3})", "back()")
        outcome, _ = run(device, recorder, calls, app="org.kit", limits=Limits(max_steps=2))
        assert phone.state()["kit"]["value"] == 710
    assert outcome.status == "limit"
    assert outcome.reason == (
        'the task was not finished in 2 steps; --max-steps allows more; tap "3", go back left out, of the last reply'
    )


def test_another_screen_ends_them(started, phone, recorder):
    calls = reply("tap({Display})", "tap({Battery})", "back()")
    _, prompts = run(started(SETTINGS), recorder, calls, "finish()", app=SETTINGS)
    assert [step.words.partition(" ·")[0] for step in recorder.steps] == ['tap "Display', "finish"]
    assert "1 of the 3 calls in your last reply was done; tap(" in prompts[1]
    assert "was not, nor the call after it: another screen is shown now" in prompts[1]
    left = load_run(recorder.folder).steps[-1].left_out
    assert left.startswith('tap "Battery')
    assert left.endswith("go back left out, of the reply before: another screen is shown now")
    assert len([tap for tap in phone.taps() if tap["kind"] == "tap"]) == 1


PAY = """[Text("Shop"), Text("$5" + "".join(self.said)), Button("0", on_tap=lambda: self.say("000")),
    Button("Pay", on_tap=lambda: self.say(" paid"))]"""
DEBT = """[Text("Trip"), Text("$50 of $500" if self.said else "$500 of $50"),
    Button("Turn", on_tap=lambda: self.say("turned")), Button("Pay", on_tap=lambda: self.say("paid"))]"""


@pytest.mark.parametrize(("page", "key"), [(PAY, "0"), (DEBT, "Turn")], ids=["more than the key says", "turned round"])
def test_nothing_is_paid_where_the_amount_is_not_what_the_calls_typed(kit, recorder, page, key):
    with kit(page) as (device, phone):
        phone.start("org.kit")
        calls, guard = reply(f"tap({{{key}}})", "tap({Pay})"), Guard(frozenset({"pay"}))
        run(device, recorder, calls, "finish()", app="org.kit", guard=guard)
        assert len(phone.state()["kit"]["said"]) == 1


MOVED = """[Text("A page"), *([Text("Late")] if self.said else []), Button("First", on_tap=lambda: self.say("first")),
    Button("Second", on_tap=lambda: self.say("second")), Button("Third", on_tap=lambda: self.say("third"))]"""


def test_a_mark_means_the_element_that_the_model_saw(kit, recorder):
    with kit(MOVED) as (device, phone):
        phone.start("org.kit")
        run(device, recorder, reply("tap({First})", "tap({Third})"), "finish()", app="org.kit")
        assert phone.state()["kit"]["said"] == ["first", "third"]


TIDES = """[Button("Tomorrow", on_tap=lambda: self.say("later")), List([
    Column([Text(name), Text(f"0{n}:{20 if self.said else 10}")], pad=16.0, on_tap=lambda name=name: self.say(name))
    for n, name in enumerate(("Foz", "Burela", "Ribadeo"))])]"""


def test_a_row_that_was_named_is_tapped_though_its_time_is_another_now(kit, recorder):
    with kit(TIDES) as (device, phone):
        phone.start("org.kit")
        _, prompts = run(device, recorder, reply("tap({Tomorrow})", 'tap_named("Burela")'), "finish()", app="org.kit")
        assert phone.state()["kit"]["said"] == ["later", "Burela"], prompts[1][-400:]


ORDERS = """[Button("Tomorrow", on_tap=lambda: self.say("later")), List([
    Column([Text("Burela"), Text(f"Order no. {4512 + len(self.said)}")], pad=16.0, on_tap=lambda: self.say("row"))])]"""


def test_a_row_that_was_named_is_not_tapped_when_its_order_is_another_now(kit, recorder):
    with kit(ORDERS) as (device, phone):
        phone.start("org.kit")
        _, prompts = run(device, recorder, reply("tap({Tomorrow})", 'tap_named("Burela")'), "finish()", app="org.kit")
        assert phone.state()["kit"]["said"] == ["later"], prompts[1][-400:]


CHANGED = """[Button("First", on_tap=lambda: self.say("first")),
    Button("Pay $99 now" if self.said else "Free sample", id="buy", on_tap=lambda: self.say("bought"))]"""


def test_an_element_that_says_something_else_ends_them(kit, recorder):
    with kit(CHANGED) as (device, phone):
        phone.start("org.kit")
        _, prompts = run(device, recorder, reply("tap({First})", "tap({Free sample})"), "finish()", app="org.kit")
        assert phone.state()["kit"]["said"] == ["first"]
    assert "1 of the 2 calls" in prompts[1]
    assert '"Free sample" is' in prompts[1]


TURNS = """[Button("Help"), Button("Format disk" if self.said else "Next", on_tap=lambda: self.say("pressed"))]"""


def test_a_button_that_says_something_else_once_pressed_is_not_pressed_again(kit, recorder):
    with kit(TURNS) as (device, phone):
        phone.start("org.kit")
        _, prompts = run(device, recorder, reply("tap({Next})", "tap({Next})"), "finish()", app="org.kit")
        assert phone.state()["kit"]["said"] == ["pressed"]
    assert '"Next" is "Format disk" now' in prompts[1]


PICTURES = """[Button("First", on_tap=lambda: self.say("first")), Row([IconButton(name, on_tap=partial(self.say, name))
    for name in ["trash", "star", "camera", "music"][len(self.said):][:3]])]"""


GUIDE = """[Text("Tips"), Text("Now all of it is deleted" if self.said else "Here you see your photos"),
    Button("Next", on_tap=lambda: self.say("on"))]"""


def test_a_page_that_only_says_something_else_ends_them(kit, recorder):
    with kit(GUIDE) as (device, phone):
        phone.start("org.kit")
        _, prompts = run(device, recorder, reply("tap({Next})", "tap({Next})"), "finish()", app="org.kit")
        assert phone.state()["kit"]["said"] == ["on"]
    assert '"Here you see your photos" has become "Now all of it is deleted"' in prompts[1]


SENDS = """Button("Next", on_tap=lambda: self.say("on")), Button("Send it", on_tap=lambda: self.say("sent"))"""
LETTER = f"""[Text("Letter"), Text("To"), Text("Bo" if self.said else "Ana"), {SENDS}]"""
CHIP = f"""[Text("Letter"), Chip(False, text="Bo" if self.said else "Ana", on_tap=lambda: None), {SENDS}]"""
BILL = f"""[Text("Bill"), Text("5000" if self.said else "50"), {SENDS}]"""
NOTE = (
    f"""[Text("Note"), Field(self.said[0] if self.said else "", id="note", hint="Note", on_change=self.say), {SENDS}]"""
)


@pytest.mark.parametrize("page", [LETTER, CHIP, BILL])
def test_a_deed_is_done_only_to_whom_and_what_the_model_saw(kit, recorder, page):
    with kit(page) as (device, phone):
        phone.start("org.kit")
        allowed = Guard(frozenset({"send"}))
        _, prompts = run(
            device, recorder, reply("tap({Next})", "tap({Send it})"), "finish()", app="org.kit", guard=allowed
        )
        assert phone.state()["kit"]["said"] == ["on"]
    assert "1 of the 2 calls" in prompts[1]


def test_what_the_calls_typed_themselves_holds_up_no_deed(kit, recorder):
    with kit(NOTE) as (device, phone):
        phone.start("org.kit")
        calls = reply('text("Hello", {Note})', "tap({Send it})")
        _, prompts = run(device, recorder, calls, "finish()", app="org.kit", guard=Guard(frozenset({"send"})))
        assert phone.state()["kit"]["said"][-1] == "sent"
    assert len(prompts) == 2


PERSON = """[Text("Profile"), Text("Bo" if self.said else "Ana"), Button("Next", on_tap=lambda: self.say("on")),
    Button("Photos", on_tap=lambda: self.say("photos"))]"""
LIGHT = """[Text("Lamp", id="title"),
    Row([Text("Bright" if self.said else "Dim"), Switch(bool(self.said), text="More", on_tap=lambda: self.say("on"))]),
    Button("Photos", on_tap=lambda: self.say("photos"))]"""
MAIL = """[Text("Mail", id="title"),
    Row([Text("Bo" if self.said else "Ana"), Button("Next", on_tap=lambda: self.say("on"))]),
    Button("Archive", on_tap=lambda: self.say("gone"))]"""
READER = """[Text("Mail", id="title"), Row([Text("Bo" if self.said else "Ana"),
    Button("Next", on_tap=lambda: self.say("on")), Button("Archive", on_tap=lambda: self.say("gone"))])]"""
QUIZ = """[Text("Which is it?", id="title"), avatar("Bo" if self.said else "Ana", 40.0),
    Button("A cat", on_tap=lambda: self.say("cat")), Button("A dog", on_tap=lambda: self.say("dog"))]"""
PLAYER = """[Text("Song", id="title"), Row([IconButton("music", desc="Pause" if self.said else "Play",
    on_tap=lambda: self.say("play")), Button("Louder", on_tap=lambda: self.say("louder"))])]"""
DOTS = """[Text("Your PIN", id="title"), Row([Picture(lambda draw, size, theme, on=n < len(self.said): draw.ellipse(
    (0, 0, *size), fill="#000000" if on else "#cccccc"), width=14.0, height=14.0) for n in range(4)]),
    Row([Button(key, on_tap=partial(self.say, key)) for key in "123"])]"""
LETTERS = """[Text("Word"), Text("A" + "".join(self.said)), Button("b", on_tap=lambda: self.say("b")),
    Button("c", on_tap=lambda: self.say("c"))]"""
DAYS = """[Text("Alarm", id="title"), Text("Mon" if self.said else "Never"), Button("M", on_tap=lambda: self.say("M")),
    Button("T", on_tap=lambda: self.say("T"))]"""
ORDER = """[Text("Orders", id="title"), Text(f"Order no. {4512 + len(self.said)}"),
    Button("Next", on_tap=lambda: self.say("on")), Button("Reorder", on_tap=lambda: self.say("again"))]"""
SIGNS = """[Text("Sum"), Text("7" + "".join(self.said)), Button("×", on_tap=lambda: self.say("×")),
    Button("2", on_tap=lambda: self.say("2"))]"""


@pytest.mark.parametrize(
    ("page", "keys", "done"),
    [
        (PERSON, ("Next", "Photos"), 1),
        (LIGHT, ("More", "Photos"), 2),
        (MAIL, ("Next", "Archive"), 1),
        (READER, ("Next", "Archive"), 1),
        (QUIZ, ("A cat", "A dog"), 1),
        (DOTS, ("1", "2"), 2),
        (PLAYER, ("Play", "Louder"), 2),
        (LETTERS, ("b", "c"), 2),
        (SIGNS, ("×", "2"), 2),
        (DAYS, ("M", "T"), 2),
        (ORDER, ("Next", "Reorder"), 1),
    ],
)
def test_a_word_that_becomes_another_ends_them_unless_it_is_a_value_that_they_set(kit, recorder, page, keys, done):
    with kit(page) as (device, phone):
        phone.start("org.kit")
        run(device, recorder, reply(*(f"tap({{{key}}})" for key in keys)), "finish()", app="org.kit")
        assert len(phone.state()["kit"]["said"]) == done


STEPPER = """[Text("Trip", id="title"), Row([Text("Seats", weight=1), stepper(self.value, LOW, 20, self.turn)])]"""
ROWS = """[List([Row([Text(name, weight=1), stepper(self.value if n == 1 else 7, LOW, 20, self.turn)])
    for n, name in enumerate(("Adults", "Children", "Infants"))], id="list")]"""


@pytest.mark.parametrize(
    ("page", "low", "mark"), [(STEPPER, "0", 2), (STEPPER, "7", 1), (ROWS, "0", 4), (ROWS, "7", 2)]
)
def test_a_stepper_counts_on_though_the_number_beside_its_wordless_buttons_changes(kit, recorder, page, low, mark):
    """With the lowest number the minus is disabled, until the first tap."""
    with kit(page.replace("LOW", low)) as (device, phone):
        phone.start("org.kit")
        _, prompts = run(device, recorder, reply(*[f"tap({mark})"] * 3), "finish()", app="org.kit")
        assert phone.state()["kit"]["value"] == 10
    assert len(prompts) == 2


def test_a_deed_is_done_after_a_number_was_set_as_it_was_to_be(kit, recorder):
    book = STEPPER.replace("LOW", "7")[:-1] + ', Button("Send it", on_tap=lambda: self.say(str(self.value)))]'
    with kit(book) as (device, phone):
        phone.start("org.kit")
        allowed = Guard(frozenset({"send"}))
        calls = reply('set(1, "9")', "tap({Send it})")
        _, prompts = run(device, recorder, calls, "finish()", app="org.kit", guard=allowed)
        assert phone.state()["kit"]["said"] == ["9"], prompts[-1][-900:]
    assert len(prompts) == 2


GOODS = """[Text("Shop", id="title"), Text(f"{len(self.said)} in the basket" if self.said else "Nothing yet"),
    List([Row([Text(name, weight=1), Button("Add", on_tap=partial(self.say, name))])
    for name in ("Milk", "Tea", "Jam")], id="list"), Button("Next", on_tap=lambda: self.say("on"))]"""


HOST = '"Basket of Ben" if self.said else "Basket of Ana"'


def test_a_sum_above_a_list_may_change_while_its_rows_are_gone_through(kit, recorder):
    with kit(GOODS) as (device, phone):
        phone.start("org.kit")
        calls = reply("tap(1)", "tap(2)", "tap(3)", "tap({Next})")
        _, prompts = run(device, recorder, calls, "finish()", app="org.kit")
        assert phone.state()["kit"]["said"] == ["Milk", "Tea", "Jam"]
    assert '"Nothing yet" has become "3 in the basket"' in prompts[1]


def test_another_name_above_a_list_ends_the_taps_on_its_rows(kit, recorder):
    above = GOODS.replace('f"{len(self.said)} in the basket" if self.said else "Nothing yet"', HOST)
    with kit(above) as (device, phone):
        phone.start("org.kit")
        run(device, recorder, reply("tap(1)", "tap(2)"), "finish()", app="org.kit")
        assert phone.state()["kit"]["said"] == ["Milk"]


COUNT = """[Text("Form", id="title"), Text(f"{5 - len(self.said)} places"),
    Button("Next", on_tap=lambda: self.say("on")), Button("Go on", on_tap=lambda: self.say("gone"))]"""


@pytest.mark.parametrize(("risk", "done"), [("none, none", 2), ("none, send", 1)])
def test_what_the_model_itself_calls_a_deed_is_done_only_with_the_numbers_that_it_saw(kit, recorder, risk, done):
    with kit(COUNT) as (device, phone):
        phone.start("org.kit")
        calls = reply("tap({Next})", "tap({Go on})").replace("Action:", f"Risk: {risk}\nAction:")
        run(device, recorder, calls, "finish()", app="org.kit", guard=Guard(frozenset({"send"})))
        assert len(phone.state()["kit"]["said"]) == done


PIN = """[Text("Vault"), Text("New PIN" if self.said else "Enter PIN"), Button("1", on_tap=lambda: self.say("1"))]"""
TOWN = """[Text("To"), Text("in Oslo" if self.said else "in Ulm"), Button("Oslo", on_tap=lambda: self.say("Oslo"))]"""


@pytest.mark.parametrize(("page", "key", "done"), [(PIN, "1", 1), (TOWN, "Oslo", 2)])
def test_two_words_that_become_others_end_them_unless_a_call_chose_them(kit, recorder, page, key, done):
    with kit(page) as (device, phone):
        phone.start("org.kit")
        run(device, recorder, reply(f"tap({{{key}}})", f"tap({{{key}}})"), "finish()", app="org.kit")
        assert len(phone.state()["kit"]["said"]) == done


def test_a_picture_in_the_place_of_another_ends_them(kit, recorder):
    with kit(PICTURES) as (device, phone):
        phone.start("org.kit")
        run(device, recorder, reply("tap({First})", "tap(3)"), "finish()", app="org.kit")
        assert phone.state()["kit"]["said"] == ["first"]


def test_each_is_guarded_and_what_is_refused_ends_them(recorder):
    with vault() as (device, phone):
        calls = reply('text("Ana", element={User})', "tap({Pay})", 'text("Bo", element={User})')
        _, prompts = run(device, recorder, calls, "finish()", app=VAULT, guard=Guard())
        state = phone.state()["vault"]
    assert (state["user"], state["paid"]) == ("Ana", False)
    assert [step.outcome for step in recorder.steps] == ["done", "refused", "finish"]
    assert "was not carried out: the call before it was not done" in prompts[1]


@pytest.mark.parametrize(("risk", "asked"), [("none, send, none", 1), ("none, send", 3), ("none", 0)])
def test_what_the_model_says_of_each_is_asked_about(kit, recorder, risk, asked):
    questions = []
    guard = Guard(ask=lambda effect, words: questions.append(effect) or True)
    with kit(KEYS) as (device, phone):
        phone.start("org.kit")
        calls = reply("tap({1})", "tap({0})", "tap({3})").replace("Action:", f"Risk: {risk}\nAction:")
        run(device, recorder, calls, "finish()", app="org.kit", guard=guard)
        assert phone.state()["kit"]["value"] == 7103
    assert questions == ["send"] * asked


FINDER = """[Text("Guide"), Button("Find", on_tap=lambda: self.open(lambda: Page(Column([
    toolbar("Find", on_back=self.close), Field("", hint="A name", on_change=self.say)]))))]"""


def test_a_text_goes_into_the_only_field_of_the_page_that_a_tap_has_opened(kit, recorder):
    with kit(FINDER) as (device, phone):
        phone.start("org.kit")
        _, prompts = run(device, recorder, reply('tap_named("Find")', 'text("sextant")'), "finish()", app="org.kit")
        assert phone.state()["kit"]["said"][-1:] == ["sextant"], prompts[1]


ADDER = """[IconButton("plus", id="add", on_tap=lambda: self.open(lambda: Page(Column([
    toolbar("New", on_back=self.close), Field("", hint="Name", on_change=self.say)])))), Text("Things")]"""


def test_a_text_goes_into_the_only_field_of_the_page_that_an_icon_has_opened(kit, recorder):
    with kit(ADDER) as (device, phone):
        phone.start("org.kit")
        _, prompts = run(device, recorder, reply("tap({(add)})", 'text("sextant")'), "finish()", app="org.kit")
        assert phone.state()["kit"]["said"][-1:] == ["sextant"], prompts[1]
