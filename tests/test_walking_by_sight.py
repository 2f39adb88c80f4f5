"""Paths that begin with what is in sight: names are tapped one after the other, though the map does not know them."""

from collections.abc import Callable
from functools import partial

import pytest
from changing_app import TINY
from conftest import QUICK
from fence_names import without_fence_name
from scripted_runs import answering
from test_records import record
from widget_app import HEAD

from appagent.agents.react import ReAct
from appagent.devices.virtual import virtual
from appagent.documents.map.known_map import KnownMap
from appagent.guard import Guard
from appagent.loop import Run
from appagent.screen.names.labels import Label
from appagent.tasks import Task

pytestmark = pytest.mark.slow

FOLDERS = """[Text("Files", id="title"), Text("Internal storage", id="row", on_tap=lambda: self.open(lambda:
    Page(Column([Text("Internal storage", id="title"), Text("Download", on_tap=lambda: self.say("download")),
    Text("Delete all", on_tap=lambda: self.say("deleted")), Switch(False, text="Hidden files", on_tap=lambda:
    self.say("hidden")), Text("Songs", on_tap=lambda: self.open(lambda: Page(Column([Text("Songs", id="title"),
    *SONGS]))))]))))]"""
SONGS = """[List([Row([Text(name, weight=1), IconButton("more", desc="More options", on_tap=partial(self.say, name))],
    on_tap=partial(self.say, "row")) for name in ("song book.zip", "photo.jpg", "tax.pdf")], id="list")]"""
FOLDERS = FOLDERS.replace("SONGS", SONGS)
RENAMED = """[Text("Kit", id="title"), Text("Name", on_tap=lambda: ask_words(self, "New name", "", self.say)),
    Text("Long", on_tap=lambda: self.open(lambda: Page(Column([Text("Long", id="title"), List([Text(f"Row {n}",
    on_tap=partial(self.say, f"row {n}")) for n in range(40)], id="list")]))))]"""
FACTS = {"words": "x", "seen": {"effect": "opens", "title": "A", "to_title": "B"}}
KNOWN = record("", app="org.kit", screen_id="first", element_id="row-x", leads_to="second", facts=FACTS)
FAR = {
    ("far", "Internal storage"): [
        Label("Download", "button", "Button-d", "Button-d"),
        Label("Copy", "button", "b", "b"),
    ]
}
MAP = partial(KnownMap, [KNOWN], FAR)


@pytest.fixture
def played(tmp_path, recorder) -> Callable[..., tuple[list[str], list[str]]]:
    """Return a function that runs replies on a page, with a map of other places: what was tapped, and the prompts."""

    def play(widgets: str, *replies: str, known=MAP, guard=Guard()) -> tuple[list[str], list[str]]:
        (tmp_path / "kit.py").write_text(HEAD.replace("{}", widgets))
        with (
            virtual(size=TINY, time_scale=QUICK, apps=tmp_path) as (device, phone),
            answering("scripted", *replies) as (model, prompts),
        ):
            phone.start("org.kit")
            task = Task("t", "org.kit")
            Run(ReAct(model, see="text"), device, task, recorder, known=known(), guard=guard).go()
            return phone.state()["kit"]["said"], prompts

    return play


@pytest.mark.parametrize("known", [MAP, lambda: None])
def test_a_path_begins_with_an_element_in_sight(played, recorder, known):
    """Though the map knows the end of it, with no path from here, or though there is no map."""
    tapped, prompts = played(FOLDERS, 'tap("Internal storage > Download")', "finish()", known=known)
    assert tapped == ["download"]
    assert len(prompts) == 2
    assert [step.words for step in recorder.steps[:2]] == ['tap "Internal storage"', 'tap "Download"']


def test_a_page_of_which_the_map_knows_nothing_is_gone_to_by_its_name_in_sight(played, recorder):
    tapped, prompts = played(FOLDERS, 'go_to("Internal storage")', "finish()")
    assert '"Download"' in prompts[1]
    assert (tapped, recorder.steps[0].walk) == ([], 'go_to("Internal storage")')


def test_a_path_may_begin_with_the_page_that_is_shown(played):
    tapped, prompts = played(FOLDERS, "tap({Internal storage})", 'tap("Internal storage > Download")', "finish()")
    assert (tapped, len(prompts)) == (["download"], 3)


def test_a_row_is_not_opened_on_the_way_to_a_button_of_it(played):
    tapped, _ = played(FOLDERS, 'tap("Internal storage > Songs > photo.jpg > More options")', "finish()")
    assert tapped == ["photo.jpg"]


def test_a_name_that_is_not_there_is_told_with_how_far_it_went_and_what_is_there(played):
    tapping = 'Thought: t\nRisk: none\nAction: tap("Internal storage > Music")\nSummary: I opened Music.'
    tapped, prompts = played(FOLDERS, tapping, "wait(1)", 'finish("not_done")')
    assert tapped == []
    assert all("You noted, though not all of it was done: I opened Music." in each for each in prompts[1:])
    told = 'tap_named("Internal storage > Music") stopped after "Internal storage": "Music" is not there; in sight: '
    assert f'{told}"Download", "Delete all", "Hidden files", "Songs"' in prompts[1]


def test_what_deletes_is_not_tapped_on_the_way_and_no_switch_is_turned_to_get_to_a_page(played):
    calls = 'go_to("Internal storage > Delete all")', "back()", 'go_to("Internal storage > Hidden files")'
    tapped, prompts = played(FOLDERS, *calls, "finish()")
    assert tapped == []
    assert 'the next is to tap "Delete all", and it may delete' in prompts[1]
    assert '"Hidden files" is on this page, and was not tapped: it is a switch' in prompts[-1]


RADIO = """[Text("Radio", on_tap=lambda: self.turn(1 - self.value % 2)), Switch(self.value == 0, text="Sender",
    on_tap=lambda: self.say("turned"))]"""


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("Sender > Channel", 'the next is to tap "Sender", a switch, and that would turn it'),
        ("Radio > Channel", 'tap "Radio" has opened nothing, but "Sender" is on now'),
    ],
)
def test_a_way_that_leads_through_a_switch_stops_there_and_says_so(played, path, why):
    tapped, prompts = played(RADIO, f'tap("{path}")', 'finish("not_done")')
    assert (tapped, why in without_fence_name(prompts[1])) == ([], True), prompts[1][-900:]


def test_a_path_within_one_screen_means_the_button_of_that_row(played):
    tapped, prompts = played(SONGS, 'tap("photo.jpg > More options")', "finish()")
    assert tapped == ["photo.jpg"]
    assert len(prompts) == 2


TWO = 'Button("Cancel", on_tap=self.say), Button("OK", on_tap=self.say)'
MANY = '*(Button(f"{n}. thing", on_tap=self.say) for n in "abcdefgh"), Button("Rename it", on_tap=self.say)'


@pytest.mark.parametrize(
    ("page", "name", "told"), [(TWO, "Save", '"Cancel", "OK"'), (MANY, "Rename all", '"Rename it"')]
)
def test_a_refusal_says_what_comes_near_or_all_if_little_is_in_sight(played, page, name, told):
    _, prompts = played(f"[{page}]", f'tap("{name}")', 'finish("not_done")')
    assert f'"{name}" is neither in sight nor on the map; in sight: {told}</data' in without_fence_name(prompts[1])


def test_a_refusal_says_that_what_was_named_is_disabled(played):
    page = f'[Column([Text("Currency"), Text("Fixed by the bank")], on_tap=self.say, enabled=False), {TWO}]'
    _, prompts = played(page, 'tap("Currency")', 'finish("impossible")')
    said = '"Currency" is in sight as "Currency", but nothing there can be touched now'
    assert said in without_fence_name(prompts[1])


@pytest.mark.parametrize("more", ["", ', Button("Track", on_tap=lambda: self.say("plain"))'])
def test_a_row_whose_description_joins_its_texts_has_the_first_of_them_for_a_name(played, more):
    """So React Native makes rows; what has just that name comes first."""
    page = """[Row([Text("Track"), Text("18 V")], desc="Track, 18 V", on_tap=lambda: self.say("row"))...,
        Button("Other", on_tap=self.begin)]"""
    tapped, _ = played(page.replace("...", more), 'tap("Track")', "finish()")
    assert tapped == ["plain" if more else "row"]


# After a tap that opens another screen, in one reply


@pytest.mark.parametrize("known", [MAP, lambda: None])
def test_a_field_that_a_tap_by_mark_has_opened_is_filled_and_its_form_sent_by_words(played, known):
    calls = 'tap({"Name"})\ntext("Ada")\ntap("OK")'
    assert played(RENAMED, calls, "finish()", known=known)[0] == ["Ada"]


def test_what_a_tap_by_mark_has_opened_is_scrolled_and_tapped_by_words(played):
    tapped, prompts = played(RENAMED, 'tap({Long})\nscroll_to("Row 30")\ntap("Row 30")', "finish()")
    assert (tapped, len(prompts)) == (["row 30"], 2)


FORM = """[Field(self.said[-1] if self.said else "", hint="Name", on_change=lambda name: self.say(name)),
    Button("Next", on_tap=lambda: self.say("next"), enabled=bool(self.said))]"""


def test_a_button_that_a_text_lets_be_tapped_is_named_in_the_same_reply(played):
    tapped, prompts = played(FORM, 'text("Ana")\ntap_named("Next")', "finish()")
    assert (tapped, len(prompts)) == (["Ana", "next"], 2)


def test_a_call_by_words_about_the_screen_that_the_model_saw_is_held_to_what_it_said(played):
    """One tap more than the zero would be paid."""
    shop = """[Text("Shop"), Text("$5" + "".join(self.said)), Button("0", on_tap=lambda: self.say("000")),
        Button("Pay", on_tap=lambda: self.say(" paid"))]"""
    assert played(shop, 'tap({"0"})\ntap("Pay")', "finish()", guard=Guard(frozenset({"pay"})))[0] == ["000"]


def test_a_walk_that_stopped_half_way_counts_as_done_in_part(played, recorder):
    calls = 'wait(1)\ntap("Internal storage > Music")\ntap("Cancel")'
    _, prompts = played(FOLDERS, calls, 'finish("not_done")')
    assert 'tap_named("Cancel") was not carried out: the call before it was done in part' in prompts[1]
    assert 'tap "Internal storage", as part of your tap_named("Internal storage > Music")' in prompts[1]


PILLS = """[Text("Pills", id="title"), *[Text(name, on_tap=partial(self.say, name)) for name in
    ("Metformin 500 mg", "Ibuprofen 200 mg", "Ibuprofen 400 mg", "Deletion log", "Delete the log")]]"""


@pytest.mark.parametrize("call", ['tap_named("Metformin")', 'tap("metformin 500")'])
def test_a_name_may_be_its_first_words_if_only_one_begins_so(played, call):
    said, _ = played(PILLS, call, "finish()")
    assert said == ["Metformin 500 mg"]


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ('tap_named("Ibuprofen")', '"Ibuprofen" may be any of these: "Ibuprofen 200 mg", "Ibuprofen 400 mg"; write'),
        ('tap_named("Delete")', '"Delete" may be any of these: "Delete the log"; write'),
        ('tap_named("Metfor")', '"Metfor" is neither in sight nor on the map'),
    ],
)
def test_first_words_of_several_names_or_of_what_may_do_harm_are_not_enough(played, call, told):
    said, prompts = played(PILLS, call, "finish()", guard=Guard(frozenset({"delete"})))
    assert said == []
    assert told in prompts[1]


PEOPLE = """[Text("Trades", id="title"), List([Column([Text(name), Text(trade)], on_tap=partial(self.say, name))
    for name, trade in (("Dr. Demir, Ayla", "Baker"), ("Am Wehr 3", "Plumber"), ("Lena", "Delete all"),
    ("Berg", "Roofs, gutters"))], id="list")]"""


@pytest.mark.parametrize(
    ("call", "taps"),
    [
        ('tap("Demir")', ["Dr. Demir, Ayla"]),
        ('tap("Wehr 3")', ["Am Wehr 3"]),
        ('tap("Plumber")', ["Am Wehr 3"]),  # though the map has another one elsewhere
        ('tap("gutters")', ["Berg"]),  # which stands only within a text behind the name
        ('tap("Roofs")', []),  # the whole name of something on the map, elsewhere
        ('tap("Delete all")', []),
    ],
)
def test_a_row_in_sight_goes_by_any_of_its_texts_or_by_words_of_its_name(played, call, taps):
    far = {("far", "Storage"): [Label(name, "button", name, "m") for name in ("Plumber", "Roofs")]}
    said, _ = played(PEOPLE, call, "finish()", known=lambda: KnownMap([KNOWN], far), guard=Guard(frozenset({"delete"})))
    assert said == taps


def test_a_name_on_the_map_may_be_its_first_words_and_comes_behind_what_is_in_sight(played):
    far = {("far", "Storage"): [Label("Metformin stock", "button", "m", "m")]}
    said, _ = played(PILLS, 'tap_named("Metformin")', "finish()", known=lambda: KnownMap([KNOWN], far))
    assert said == ["Metformin 500 mg"]
    stock = {("far", "Storage"): [Label("Metformin", "button", "m", "m")]}
    said, _ = played(PILLS, 'tap_named("Metformin")', "finish()", known=lambda: KnownMap([KNOWN], stock))
    assert said == []  # the whole name is another element's, elsewhere


ALARM = """[Text("Home", id="title"), Text("Low water", on_tap=lambda: self.open(lambda: Page(Column([
    Text("Low water", id="title"), switch_row("Active", "on" in self.said, lambda: self.say("on")),
    Row([Text("Below", weight=1), stepper(self.value, 1, 20, self.turn)]), Text("It beeps", size=12)]))))]"""


def test_a_control_on_the_page_in_front_is_set_there_though_only_the_words_beside_it_name_it(played, recorder):
    calls = 'set_named("Home > Low water > Active", "on")\nset_named("Home > Low water > Below", "9")'
    said, prompts = played(ALARM, calls, "finish()")
    assert (said, len(prompts)) == (["on"], 2), prompts[1][-900:]
    assert [step.kind for step in recorder.steps] == ["tap", "set", "set", "finish"]


MENU = """[Text("Garden", id="title"), Text("Menu", on_tap=lambda: self.open(lambda: Page(Column([
    Text("Menu", id="title"), Text("Loans", on_tap=lambda: self.open(lambda: Page(Column([Text("Loans", id="title"),
    Text("Extend", on_tap=self.say), Text("2 things", size=12)])))), Text("Rules", on_tap=lambda: (self.close(),
    self.open(lambda: Page(Column([Text("Rules", id="title"), Text("Be kind", size=12)])))))]))))]"""


def test_names_in_sight_are_gone_by_where_the_way_back_leads_elsewhere(played, recorder):
    """The menu was closed by what it opened, so the back key does not lead to it."""
    said, prompts = played(MENU, "tap({Menu})", "tap({Rules})", 'tap("Menu > Loans > Extend")', "finish()")
    assert (said, len(prompts)) == (["done"], 4), prompts[-1][-900:]
    assert [step.kind for step in recorder.steps] == ["tap", "tap", "back", "tap", "tap", "tap", "finish"]
