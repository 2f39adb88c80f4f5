"""A document says what held each time: of rows of two kinds, on the way back, of what may be left in a field."""

from dataclasses import replace
from pathlib import Path

import pytest
from hierarchies import node
from offline_learning import Lesson
from tables import cases
from test_records import record
from test_true_documents import page

from appagent.actions import Back, Tap
from appagent.documents.facts import ObservedEffect, seen_in, words_in
from appagent.documents.lookup.listing import gathered
from appagent.documents.wording import plainly, said, sentence
from appagent.learning.memory.screen_history import Trail
from appagent.learning.writing.write import Writer
from appagent.screen import Screen
from appagent.store import Record, Store

APPS = Path(__file__).parent / "apps"


@pytest.fixture(scope="module")
def attic(lesson) -> Lesson:
    return lesson("com.example.attic", more=APPS)


def menu(*items: str) -> Screen:
    """A menu in front of a page."""
    shown = [
        node("Button", text=each, can="clickable", at=(0, 100 * n, 500, 100 * n + 99)) for n, each in enumerate(items)
    ]
    return page("", more=node("ListView", *shown, at=(0, 0, 500, 900), name="menu"))


def wrote(store: Store, trail: Trail, before: Screen, after: Screen, words: str) -> Record | None:
    """The document that is in force after a tap on the element with these words."""
    element = next(e for e in before.elements if e.text == words)
    written = Writer(store, "explore").write(trail.act(before, after, Tap(element.mark)), "", "")
    return store.get(written) if written else None


# Rows


@pytest.mark.slow
def test_what_one_kind_of_row_does_is_not_said_of_another_that_looks_like_it(attic):
    general = [r for r in attic.records if not r.element_id and str(r.facts["resource_id"]).endswith("things")]
    assert general == []
    told = {each.says for each in gathered(attic.records) if not each.record.element_id}
    assert not any("Letter" in each or "Unpack" in each for each in told)


@pytest.mark.slow
def test_a_control_in_rows_of_two_structures_has_a_document_for_each(attic):
    general = {
        sentence(r): r.facts["row_shape"] for r in attic.records if not r.element_id and r.action == "long_press"
    }
    own, others = "Opens a menu with 'Copy', 'Quote' and 'Recall'.", "Opens a menu with 'Copy' and 'Quote'."
    assert set(general) == {own, others}
    assert general[own] != general[others]


@pytest.mark.slow
def test_nothing_is_listed_that_a_control_says_itself(attic):
    told = gathered(attic.records)
    assert not {words_in(each.record) for each in told} & {"navigate up", "help", "notes"}
    assert {r.facts["seen"]["to_title"] for r in attic.records if words_in(r) == "help"} == {"Help"}  # for the map


# The same action once more


def test_where_it_goes_back_to_is_not_said(store):
    home, other, form = page("Home", buttons=("New",)), page("Other", activity="O", buttons=("New",)), None
    for start in (home, other):
        form = page("Form", activity="F", buttons=("Leave",))
        trail = Trail()
        trail.act(start, form, Tap(start.elements[-1].mark))
        kept = wrote(store, trail, form, start, "Leave")
        assert kept is not None
        assert plainly(kept) == "goes back"
    (only,) = [each for each in store.current() if words_in(each) == "leave"]
    assert (only.facts["seen"]["to_title"], only.leads_to) == ("", "")  # nor does the map know


@pytest.mark.parametrize(("words", "effect"), [("Earlier", "opens"), ("Up", "returns")])
def test_an_arrow_that_turns_a_page_over_does_not_go_back(store, words, effect):
    trips, meals = (page(f"Plan of {what}", buttons=("Up", "Earlier", "Later")) for what in ("trips", "meals"))
    trail = Trail()
    wrote(store, trail, trips, meals, "Later")
    kept = wrote(store, trail, meals, trips, words)
    assert kept is not None
    assert seen_in(kept).effect == effect


def test_what_was_there_only_once_is_taken_out(store):
    start = page("Home", buttons=("Go",))
    first, second = (page("Goal", activity="G", buttons=each) for each in (("Play", "Draft"), ("Play", "Share")))
    wrote(store, Trail(), start, first, "Go")
    kept = wrote(store, Trail(), start, second, "Go")
    assert kept is not None
    assert sentence(kept) == "Opens 'Goal' with 'Play'."
    assert len(store.current()) == 1
    assert wrote(store, Trail(), start, second, "Go") == kept  # which says it all: nothing is written anew


def test_the_back_key_that_takes_a_change_back_is_told(store):
    shut, trail = page("Home", buttons=("Tools",)), Trail()
    panel = replace(page("Home", buttons=("Tools", "Hammer")), screen_id=shut.screen_id)
    kept = wrote(store, trail, shut, panel, "Tools")
    assert kept is not None
    assert sentence(kept) == "Shows 'Hammer'."
    Writer(store, "explore").write(trail.act(panel, shut, Back()), "", "")
    assert {sentence(each) for each in store.current()} == {"Shows 'Hammer'. Back takes it back."}


def test_the_same_tap_that_takes_a_change_back_is_told(store):
    shut, trail = page("Home", buttons=("Tools",)), Trail()
    panel = replace(page("Home", buttons=("Tools", "Hammer")), screen_id=shut.screen_id)
    wrote(store, trail, shut, panel, "Tools")
    wrote(store, trail, panel, shut, "Tools")
    assert "Shows 'Hammer'. The same again takes it back." in {sentence(each) for each in store.current()}


def test_what_a_choice_of_one_turns_off_is_not_told_since_it_is_what_happened_to_be_chosen(store):
    def choice(*on: str) -> Screen:
        words = "".join(
            node("CheckBox", text=each, can=f"clickable checkable{' checked' * (each in on)}", name="pick",
                 at=(0, 300 * n, 900, 300 * n + 200))
            for n, each in enumerate(("Sun", "Shade", "Sample"))
        )  # fmt: skip
        return page("Light", more=words)

    chosen = wrote(store, Trail(), choice("Sun"), choice("Shade"), "Shade")
    assert chosen is not None
    assert sentence(chosen) == ""
    other = wrote(store, Trail(), choice("Sun"), choice("Sun", "Shade", "Sample"), "Sample")
    assert other is not None
    assert sentence(other) == "Turns 'Shade' on."


@cases(("told", "words"), [
    (ObservedEffect(effect="opens", to_title="Settings", named=True), ""),
    (ObservedEffect(effect="opens", to_title="Sound", named=True, controls=("Mute",)),
     "Opens the page of that name with 'Mute'."),
    (ObservedEffect(effect="opens", title="Move to", to_title="Move to"), ""),  # the page is the same as before
    (ObservedEffect(effect="opens", fields=("Name",), to_filled=True), "Opens a form with the field 'Name'."),
    (ObservedEffect(effect="opens", fields=("Name",), to_filled=True, rows=2),
     "Opens a form with the field 'Name', filled in."),
    (ObservedEffect(effect="opens", plain=True, to_title="Home"), ""),  # an arrow at the top
    (ObservedEffect(effect="opens", selects=True, to_title="# selected"), "Selects this and opens '# selected'."),
    (ObservedEffect(effect="returns", to_title="Home", plain=True), ""),
    (ObservedEffect(effect="saves", to_title="Home", led_back=True), "Takes what was typed."),
    (ObservedEffect(effect="saves", to_title="Done"), "Takes what was typed and goes to 'Done'."),
    (ObservedEffect(effect="switches", plain=True), ""),
    (ObservedEffect(effect="refused", cost="send", asks="Send to all?"),
     "Not tried where 'Send to all?' is asked: it may send something."),
    (ObservedEffect(effect="opens", dialog=True, controls=("Add",), others=True), "Opens a menu with 'Add' and more."),
])  # fmt: skip
def test_a_sentence_says_no_more_than_was_seen_and_than_the_control_says(told, words):
    assert said(told) == words


# Lists


def test_a_list_says_once_what_is_true_of_several():
    facts = {"listed": True, "shape": "s", "seen": {"effect": "opens", "to_title": "Preview"}}
    rows = [record("", element_id=each, template="row", facts=facts) for each in ("a", "b")]
    assert [(each.record, each.others) for each in gathered(rows)] == [(rows[0], 1)]
    general = record("", element_id="", template="row", facts=facts)
    assert [each.record for each in gathered([*rows, general])] == [general]
    person = record("My words.", element_id="a", template="row", facts=facts, source="human")
    assert [each.record for each in gathered([*rows, general, person])] == [general, person]
    assert seen_in(general) == seen_in(rows[0])
