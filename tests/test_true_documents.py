"""What documents say of an app is true, says something, and holds nothing of a person's."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hierarchies import DISPLAY, dump, node
from offline_learning import Lesson
from PIL import Image, ImageDraw
from tables import cases

from appagent.actions import Tap, TypeText
from appagent.devices.captures.hierarchy import read_dump
from appagent.documents.facts import ObservedEffect, words_in
from appagent.documents.lookup.serving import offers
from appagent.documents.outcomes.evidence import seen_facts
from appagent.documents.wording import said, sentence
from appagent.guard.effect import Effect
from appagent.learning.memory.screen_history import Trail
from appagent.learning.safety.cautions import is_told
from appagent.learning.writing.write import Writer
from appagent.screen import Screen
from appagent.store import Record, Store
from appagent.store.as_text.exporting import export_text

APPS = Path(__file__).parent / "apps"
TRIPS = "com.example.trips"
TOWNS = ("Bergen", "Hamar", "Oslo", "Voss", "Tromsø")


@pytest.fixture(scope="module")
def trips(lesson) -> Lesson:
    return lesson(TRIPS, more=APPS)


def sentences(learnt: Lesson, words: str = "", resource_id: str = "") -> set[str]:
    """What the documents say of the elements with these words, or this resource-id."""
    return {
        sentence(record)
        for record in learnt.records
        if (not words or words_in(record) == words) and str(record.facts.get("resource_id", "")).endswith(resource_id)
    }


# An app that nothing here was made for


@pytest.mark.slow
def test_no_row_is_named_in_any_record(trips):
    told = json.dumps([record.to_json() for record in trips.records], ensure_ascii=False)
    assert not [town for town in TOWNS if town.casefold() in told.casefold()]
    assert not [r for r in trips.records if r.facts.get("listed") and ("words" in r.facts or "row" in r.facts)]
    assert "Sample" not in told  # what was typed


def test_what_the_rows_say_is_known_on_this_machine(trips):
    assert set(TOWNS[:4]) <= {label.name for found in trips.labels.values() for label in found}


def test_rows_of_one_kind_share_a_document_and_buttons_do_not(trips):
    general = [record for record in trips.records if not record.element_id]
    assert {(sentence(r), r.facts["seen"]["rows"]) for r in general if sentence(r)} == {
        ("Opens the page of that name with 'Timetable'.", 2)
    }
    assert all(record.facts["listed"] and record.facts["shape"] for record in general)


def test_both_ends_keep_their_documents_apart(trips):
    ends = {words_in(r): r.facts["seen"]["to_title"] for r in trips.records if words_in(r) in ("start", "destination")}
    assert ends == {"start": "Start", "destination": "Destination"}
    towns = {r.leads_to for r in trips.records if words_in(r) in ends}
    titles = {r.facts["seen"]["title"] for r in trips.records if r.screen_id in towns}
    assert titles  # on which end something was tried, since what was tried on one is not tried on the other
    assert titles <= set(ends.values())


def test_a_document_stays_with_the_words_that_it_was_learnt_under(trips):
    assert sentences(trips, "continue") == {"Opens 'Checkout' with the field 'Passenger'."}
    assert all("Checkout" not in each.split(" with ")[0] for each in sentences(trips, "buy now"))


def test_a_refusal_is_a_document(trips):
    told = [r.facts["seen"] for r in trips.records if r.facts["seen"]["effect"] == "refused"]
    assert {"pay"} == {each["cost"] for each in told}
    assert not any("pay" in each for each in sentences(trips))  # the button says it itself, and "Navigate up" does not


def test_a_refusal_that_no_question_came_before_is_told_too(store):
    icon = node("ImageButton", can="clickable", at=(0, 1600, 90, 1700), name="clear")
    before = page("Home", more=icon)
    act = Trail().act(before, before, Tap(before.elements[-1].mark))
    written = Writer(store, "explore").write(act, "", "", cost="delete")
    assert sentence(store.get(written)) == "Not tried: it may delete something."


def test_a_label_that_turns_a_value_that_changes_and_a_toast_are_told(trips):
    assert "Becomes 'Unmute'." in sentences(trips, resource_id=":id/mute")
    assert "Changes 'Seats'." in sentences(trips, resource_id="more_seats")
    assert any("Then says 'Link copied'." in each for each in sentences(trips))


def test_nothing_vague_is_written(trips):
    told = sentences(trips)
    assert not [each for each in told if re.search(r"Changes something|what it stands for|\d", each)]


def test_a_field_that_lets_a_button_be_touched_is_needed_by_it(trips):
    needed = [each for each in sentences(trips) if "Needs 'Passenger' to be filled in first." in each]
    enables = [each for each in sentences(trips, resource_id="passenger") if "Only then 'Buy now' can be used." in each]
    assert needed
    assert enables


def test_an_export_has_no_labels(tmp_path, store):
    screen = page("Home", "Anna")
    store.remember_screen(screen)
    store.add(Record(app=screen.app, action="tap", text="Opens it.", source="explore", time="2026-01-31T12:00:00Z"))
    assert {label.text for found in store.labels(screen.app).values() for label in found} == {"Home", "Anna"}
    export_text(store, [screen.app], tmp_path)
    assert not [path for path in tmp_path.rglob("*.jsonl") if '"labels"' in path.read_text(encoding="utf-8")]
    with Store(tmp_path / "other.sqlite") as other:
        other.union(store, untrusted=True)
        assert other.labels(screen.app) == {}


# One action at a time


def page(heading: str, *rows: str, more: str = "", activity: str = "", buttons: tuple[str, ...] = ()) -> Screen:
    """A page with a heading, a list of rows, and buttons with resource-ids below it."""
    top = node(text=heading, at=(0, 0, 1080, 100)) if heading else ""
    listed = [
        node("Button", text=row, can="clickable", at=(0, 100 + 100 * n, 1080, 200 + 100 * n), name="row")
        for n, row in enumerate(rows)
    ]
    below = [
        node(
            "Button",
            text=name,
            can="clickable",
            at=(0, 1500 + 100 * n, 500, 1600 + 100 * n),
            name=f"b_{n}abc"[0] + "xyzw"[n],
        )
        for n, name in enumerate(buttons)
    ]
    whole = node("FrameLayout", top, node("ListView", *listed, at=(0, 100, 1080, 1400), name="list"), *below, more)
    return read_dump(dump(whole), size=DISPLAY, app="org.notes", activity=activity)


def seen(before: Screen, after: Screen, words: str) -> dict[str, object]:
    """What a tap on the element with these words shows."""
    element = next(e for e in before.elements if e.text == words)
    return seen_facts(Trail().act(before, after, Tap(element.mark)).change)


def test_a_title_that_is_the_rows_own_is_kept_as_a_hash_only():
    told = seen(page("Contacts", "Anna", "Ben"), page("Anna", activity="One", buttons=("Call Anna", "Block")), "Anna")
    assert (told["to_title"], told["named"], told["controls"]) == ("", True, ["Block"])
    assert re.fullmatch(r"[0-9a-f]{8}", str(told["to_page"]))


@pytest.mark.parametrize(("opener", "heading", "button", "kept"), [
    ("Profile", "Anna Novak", "Log out Anna Novak", False),
    ("Profile", "Profile", "Edit Profile", True),  # what opens it calls it so
    ("Profile", "Account", "Delete account", True),  # the button does not say it as the title does
    ("Profile", "Anna Novak", "Log out", False),  # a name by the lists of names
    ("Profile", "Zaphod Beeblebrox", "Log out", True),  # nothing tells it from a name of the app
])  # fmt: skip
def test_a_title_that_a_button_says_within_more_words_is_a_value(store, opener, heading, button, kept):
    home, own = page("Home", buttons=(opener,)), page(heading, activity="O", buttons=(button, "Badge"))
    badge = page(f"Badge of {heading}", activity="B", buttons=("Turn",))
    trail, writer = Trail(), Writer(store, "explore")
    for before, after, words in ((home, own, opener), (own, badge, "Badge")):
        writer.write(trail.act(before, after, Tap(next(e.mark for e in before.elements if e.text == words))), "", "")
    told = json.dumps([record.to_json() for record in store.current()])
    assert len(store.current()) == 2
    assert (heading in told) == kept


def test_what_only_repeats_the_elements_words_is_no_document(store):
    keys = node(text="7", at=(0, 1400, 1080, 1500), name="display")
    before, after = page("Sum", buttons=("7",)), page("Sum", buttons=("7",), more=keys)
    act = Trail().act(before, after, Tap(before.elements[-1].mark))
    assert Writer(store, "explore").write(act, "", "") == ""


def test_going_back_where_it_did_more_is_not_written(store):
    trail, home, form = (
        Trail(),
        page("Home", "Anna", "Ben", buttons=("New",)),
        page("Form", activity="F", buttons=("OK", "Leave")),
    )
    trail.act(home, form, Tap(home.elements[-1].mark))
    kept = list(trail.earlier)
    writer = Writer(store, "explore")
    up = next(e for e in form.elements if e.text == "Leave")
    assert writer.write(trail.act(form, home, Tap(up.mark)), "", "")
    trail.earlier = kept
    done = next(e for e in form.elements if e.text == "OK")
    assert writer.write(trail.act(form, home, Tap(done.mark)), "", "") == ""


def test_a_bare_icons_document_serves_what_looks_like_it_alone(store):
    def shown(*icons):
        picture, found = Image.new("RGB", DISPLAY, "white"), []
        for n, bars in enumerate(icons):
            for bar in range(bars):
                left = 100 * n + 90 * bar // bars
                ImageDraw.Draw(picture).rectangle((left, 1600 + 10 * bar, left + 40 // bars, 1690), fill="black")
            found.append(node("ImageButton", can="clickable", at=(100 * n, 1600, 100 * n + 90, 1700)))
        return replace(page("Home", more="".join(found)), picture=picture)

    before = shown(2, 5)
    first = next(e for e in before.elements if e.role == "ImageButton")
    act = Trail().act(before, page("Other", activity="O"), Tap(first.mark))
    written = Writer(store, "explore").write(act, "Opens something.", "small")
    for now, places in (((2, 5), [0]), ((5, 2), [1]), ((5, 7), []), ((7, 5, 2), [2])):
        seen = replace(shown(*now), screen_id=before.screen_id)
        icons = [e.id for e in seen.elements if e.role == "ImageButton"]
        found = offers(seen, store.for_screen(seen))
        assert [[each.record.id for each in found[icon]] for icon in found] == [[written] for _ in places]
        assert [icons.index(icon) for icon in found] == places
    blind = replace(before, picture=None)
    assert offers(blind, store.for_screen(blind)) == {}


def test_one_button_that_says_something_else_keeps_both_documents(store):
    writer, trail = Writer(store, "explore"), Trail()
    for words, heading in (("Continue", "Checkout"), ("Buy now", "Paid")):
        before, after = page("Cart", buttons=(words,)), page(heading, activity=heading)
        writer.write(trail.act(before, after, Tap(before.elements[-1].mark)), "", "")
    assert {(words_in(r), sentence(r)) for r in store.current()} == {
        ("continue", "Opens 'Checkout'."), ("buy now", "Opens 'Paid'."),
    }  # fmt: skip


def test_one_list_on_two_pages_has_a_document_of_its_rows_for_each(store):
    buttons = ("A", "B", "C")
    ends = {"Start": "Departures", "Destination": "Arrivals"}
    for heading, end in ends.items():
        for row in ("Oslo", "Voss"):
            before, after = page(heading, "Oslo", "Voss", buttons=buttons), page(end, activity=end, buttons=("Go",))
            act = Trail().act(before, after, Tap(next(e.mark for e in before.elements if e.text == row)))
            Writer(store, "explore").write(act, "", "")
    assert len({page(heading, "Oslo", buttons=buttons).screen_id for heading in ends}) == 1
    for heading, end in ends.items():
        screen = page(heading, "Oslo", "Moss", buttons=buttons)
        moss = next(e for e in screen.elements if e.text == "Moss")
        (offer,) = offers(screen, store.for_screen(screen))[moss.id]
        assert offer.record.leads_to == page(end, activity=end, buttons=("Go",)).screen_id


def test_one_button_on_two_pages_has_a_document_for_each(store):
    ends = {"Start": "Trips", "Destination": "Places"}
    for heading, end in ends.items():
        before, after = page(heading, "Oslo", buttons=("Up", "B", "C")), page(end, activity=end)
        up = next(e.mark for e in before.elements if e.text == "Up")
        Writer(store, "explore").write(Trail().act(before, after, Tap(up)), "", "")
    assert len({(record.screen_id, record.element_id) for record in store.current()}) == 1
    seen = [record.facts["seen"] for record in store.current()]
    assert {facts["title"]: facts["to_title"] for facts in seen} == ends


@pytest.mark.parametrize(
    ("tabs", "told"), [(("View", "Rules", "Inside"), None), (("Rules",), {"name": "Rules", "on": True})]
)
def test_what_is_selected_in_place_of_another_is_a_tab_and_no_switch(tabs, told):
    def shown(chosen: str) -> Screen:
        found = [
            node(
                can="clickable selected" if tab == chosen else "clickable",
                at=(n * 300, 300, n * 300 + 290, 400),
                text=tab,
            )
            for n, tab in enumerate(tabs)
        ]
        return page("Car", more="".join(found))

    assert seen(shown("View"), shown("Rules"), "Rules").get("state") == told


def test_a_document_that_led_elsewhere_is_tried_again_and_then_replaced(store):
    before, old, new = page("Home", buttons=("Go",)), page("Old", activity="O"), page("New", activity="N")
    tap = Tap(before.elements[-1].mark)
    first = Writer(store, "explore").write(Trail().act(before, old, tap), "", "")
    writer = Writer(store, "explore")
    act = Trail().act(before, new, tap)
    assert writer.write(act, "", "") == first
    assert writer.doubts(act)
    second = writer.write(Trail().act(before, new, tap), "", "")
    assert [record.id for record in store.current()] == [second] != [first]
    assert sentence(store.get(second)) == "Opens 'New'."


def test_own_words_stand_beside_the_facts():
    facts = {"seen": {"effect": "opens", "to_title": "Sound", "controls": ["Mute"]}}
    given = {"app": "a.b", "action": "tap", "time": "2026-01-31T12:00:00Z", "facts": facts}
    worded = Record(**given, text="Leads to all about Sound.", source="explore", model="small")
    assert sentence(worded) == "Leads to all about Sound. Opens 'Sound' with 'Mute'."
    assert sentence(Record(**given, text="", source="explore")) == "Opens 'Sound' with 'Mute'."
    assert sentence(Record(**given, text="Mute sits on Sound.", source="human")) == "Mute sits on Sound."
    assert sentence(Record(**given, text="Ask Ana.", source="human")) == "Ask Ana. Opens 'Sound' with 'Mute'."


@cases(("told", "words"), [
    (ObservedEffect(effect="changes"), ""),
    (ObservedEffect(effect="returns", more=True), ""),
    (ObservedEffect(effect="returns", more=True, toast="Copied"), "Then says 'Copied'."),
    (ObservedEffect(effect="returns", to_title="Home"), ""),  # as an arrow or a cross does
    (ObservedEffect(effect="opens", dialog=True), ""),
    (ObservedEffect(effect="refused", cost="delete"), "Not tried: it may delete something."),
    (ObservedEffect(effect="refused", cost="delete", plain=True), ""),  # as the button says itself
    (ObservedEffect(effect="refused", cost="unknown", asks="Go on?"), ""),
    (ObservedEffect(effect="refused", cost="delete", asks="Empty the bin?"),
     "Not tried where 'Empty the bin?' is asked: it may delete something."),
    (ObservedEffect(effect="types", enables=("Save",)), "Only then 'Save' can be used."),
    (ObservedEffect(effect="explodes"), ""),
])  # fmt: skip
def test_sentences_say_what_is_known_and_no_more(told, words):
    assert said(told) == words


def asked(question: str, *controls: str) -> Screen:
    """A step of a wizard under one title, as the store knows all its steps: by one id."""
    texts = [node(text=text, at=(0, top, 900, top + 90)) for text, top in (("Trip", 0), (question, 200))]
    return replace(read_dump(dump(node("FrameLayout", *texts, *controls)), size=DISPLAY), screen_id="trip")


def test_what_one_step_of_a_wizard_needs_is_not_said_of_another():
    go, name = {"at": (600, 2200, 1000, 2300), "text": "Next", "name": "go"}, {"at": (0, 500, 900, 600), "name": "name"}
    on, off = node("Button", **go, can="clickable"), node("Button", **go, can="clickable", enabled="false")
    empty, filled = (node("EditText", **name, text=text, hint="Name") for text in ("", "Ana"))
    first, second = asked("Where to?", on), asked("Who goes?", empty, off)
    ready = asked("Who goes?", filled, on)
    trail = Trail()
    trail.act(first, second, Tap(1))
    trail.act(second, ready, TypeText("Ana", 1))
    assert [trail.act(screen, first, Tap(mark)).needs for screen, mark in ((ready, 2), (first, 1))] == ["Name", ""]


def test_a_message_without_resource_id_is_told_by_the_button_that_takes_it_back():
    bin_ = node("ImageButton", at=(900, 0, 1000, 90), can="clickable")
    undo = node("Button", text="Undo", at=(800, 2200, 1000, 2290), can="clickable")
    strip = node("View", node(text="Milk removed", at=(40, 2200, 600, 2290)), undo, at=(20, 2190, 1060, 2300))
    before, after = (
        read_dump(dump(node("FrameLayout", node(text="Shelf", at=(0, 0, 500, 90)), bin_, *more)), size=DISPLAY)
        for more in ((), (strip,))
    )
    after = replace(after, screen_id=before.screen_id)  # as the store knows it
    seen = seen_facts(Trail().act(before, after, Tap(1)).change)
    assert (seen["toast"], seen["undo"]) == ("Milk removed", "Undo")


@cases(
    ("effect", "text", "told"),
    [
        (Effect("pay", "structure", "2 × 3.60 €"), "", False),  # − and + stand beside the price
        (Effect("pay", "structure", "7.20 €"), "Go on", True),
        (Effect("pay", "id", "pay_now"), "", True),
        (Effect("send", "structure", "a button of the message"), "", True),
        (Effect("pay", "classifier", "Chip in"), "Chip in", False),
    ],
)
def test_an_amount_in_sight_is_no_proof_that_a_control_without_words_pays(effect, text, told):
    control = page("Basket", more=node("Button", text=text, at=(0, 1600, 90, 1700), can="clickable")).elements[-1]
    assert is_told(effect, "tap", control) is told
