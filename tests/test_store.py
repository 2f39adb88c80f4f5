"""The store on disk: what is kept is found again, in order, and merged."""

import sqlite3
from contextlib import ExitStack, closing
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_records import histories, record, revise

from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import StoreError
from appagent.screen import nearest
from appagent.store import Handed, Store, in_force
from appagent.store.current import conflicts, ranked

NOTES = "com.example.notes"


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "documents.db", author="me") as opened:
        yield opened


def node(cls, resource_id="", text="", bounds="[0,0][1080,2400]", clickable="false", inner=""):
    return (
        f'<node text="{text}" resource-id="{resource_id}" class="android.widget.{cls}" package="{NOTES}" '
        f'enabled="true" visible-to-user="true" clickable="{clickable}" bounds="{bounds}">{inner}</node>'
    )


def screen(*rows):
    """The list of notes with these titles, and a button to add one."""
    shown = "".join(
        node("TextView", "", title, f"[0,{200 * place}][1080,{200 * place + 200}]", "true")
        for place, title in enumerate(rows, start=1)
    )
    inside = node("ListView", f"{NOTES}:id/list", inner=shown) + node(
        "ImageButton", f"{NOTES}:id/add", "", "[880,2200][1080,2400]", "true"
    )
    return read_dump(f"<hierarchy rotation='0'>{node('FrameLayout', inner=inside)}</hierarchy>")


# Keeping


def test_what_is_added_is_there_when_the_file_is_opened_again(tmp_path):
    path = tmp_path / "data" / "documents.db"
    one = record(facts={"words": ["打开"]})
    with Store.open(path) as store:
        assert store.add(one, record("other")) == 2
        assert store.add(one) == 0
        name = store.author
    with Store.open(path) as store:
        assert store.get(one.id) == one
        assert store.author == name
        assert len(store.records()) == 2


def test_people_who_look_into_the_file_find_documents_by_plain_names(tmp_path):
    """As with Datasette, which shows the view beside the tables."""
    seen = {"effect": "opens", "title": "Notes", "to_title": "Edit"}
    first = record("Opens a note.", facts={"words": "milk", "seen": seen})
    newer, gone = revise(first, "Opens the note."), record("Wrong.", element_id="other")
    with Store(tmp_path / "documents.db") as store:
        store.add(first, newer, gone, store.retraction(gone, "wrong"))
    with closing(sqlite3.connect(tmp_path / "documents.db")) as file:
        told = file.execute("SELECT document, page, element, action, effect, leads_to, text FROM documents").fetchall()
    assert told == [(newer.id[:8], "Notes", "milk", first.action, "opens", "Edit", "Opens the note.")]


def test_what_was_made_here_is_believed_first_whatever_name_an_imported_record_bears(store):
    own = record(author=store.author)
    store.add(own, revise(own, "Sends money.", untrusted=True), revise(own, "Sends!", author="", untrusted=True))
    assert own in store.current()
    assert [each.untrusted for each in store.current()] == [False, True, True]


def test_what_was_made_here_stays_so_when_it_comes_back(store):
    own = record(author=store.author)
    store.add(replace(own, untrusted=True), own, replace(own, untrusted=True))
    (kept,) = store.records()
    assert not kept.untrusted


def test_a_record_is_found_by_the_beginning_of_its_id(store):
    records = [record(str(number)) for number in range(40)]
    store.add(*records)
    assert store.get(records[7].id[:12].upper()) == records[7]
    with pytest.raises(StoreError, match=r"several records' ids begin with '': .*give more of it"):
        store.get("")
    with pytest.raises(StoreError, match="no record's id begins with 'xyz'; see: appagent docs list"):
        store.get("xyz")


# Finding


@pytest.mark.slow
@given(histories())
@settings(max_examples=25, deadline=None)
def test_a_partial_reading_judges_and_ranks_as_the_whole_would(history):
    with Store(":memory:", author="me") as store:
        store.add(*history)
        everything = store.current()
        assert {each.id for each in everything} == {each.id for each in in_force(history)}
        assert store.conflicts() == conflicts(history)
        for element_id in ("row", "button", ""):
            there = [each for each in everything if each.element_id == element_id]
            assert store.current(NOTES, element_id=element_id) == there
            about = [each for each in everything if each.element_id in (element_id, "")]
            best_first = ranked(about, history, {})
            assert store._about(NOTES, {element_id or "new"}, {"rows"}) == best_first


def test_a_strangers_documents_stand_behind_all_others(store):
    own, other = record("own", screen_id="z"), record("other", screen_id="y", author="friend")
    stranger = record("stranger", screen_id="a", untrusted=True, source="human")
    store.add(stranger, other, own)
    assert store.current() == [other, own, stranger]


def test_current_takes_any_narrowing(store):
    tap, hold = record("tap"), record("hold", action="long_press", screen_id="other")
    run = record("a run", kind="experience")
    store.add(tap, hold, run)
    assert store.current(action="long_press") == [hold]
    assert store.current(screen_id="list") == [tap]
    assert store.current("com.example.other") == []
    assert set(store.current(kind=None)) == {tap, hold, run}


def test_a_screen_gets_the_documents_that_may_serve_its_elements(store):
    seen = screen("Milk", "Bread")
    milk, bread, add = seen.elements
    assert milk.template == bread.template
    place = {"screen_id": seen.screen_id, "template": milk.template}
    opens, any_row = record("Opens milk.", element_id=milk.id, **place), record("Opens.", element_id="", **place)
    other_row = record("Opens salt.", element_id="salt", **place)
    hold = record("Selects.", element_id=milk.id, action="long_press", screen_id="search")
    old = record("Adds.", element_id="old add", screen_id="old list", template="old")
    elsewhere = record("Of a row elsewhere.", element_id="salt", template=milk.template, screen_id="search")
    store.add(opens, any_row, other_row, hold, old, elsewhere, record("x", element_id=add.id, app="com.example.other"))
    assert set(store.for_screen(seen)) == {opens, any_row, other_row, hold}
    renamed = replace(seen, elements=(milk, bread, replace(add, aliases=("old add",))), aliases=("old list",))
    assert set(store.for_screen(renamed)) == {opens, any_row, other_row, hold, old}


def test_help_moves_a_document_forward(store):
    one, other = record("one"), record("other")
    store.add(one, other)
    last = store.current()[-1]
    store.helped(last.id)
    assert store.current()[0] == last
    with pytest.raises(StoreError, match="no record 'abc'"):
        store.helped("abc")


@pytest.mark.parametrize(
    ("words", "texts"),
    [
        ("微信", ["打开微信支付"]),  # two characters, which trigrams cannot find
        ("付", ["打开微信支付"]),
        ("信支付款", ["打开微信支付"]),
        ("微支", []),
        ("notes", ["Opens the notes list"]),
        ("note opening", ["Opens the notes list"]),
        ("ＮＯＴＥＳ", ["Opens the notes list"]),
        ("wi-fi", ["Switches Wi-Fi on"]),
        ("cafe", ["Ouvre le café"]),
        ("hamburger", ["Shows more"]),  # from the raw facts
        ('"NEAR( AND * ^ - :', []),
        ("", []),
    ],
)
def test_search_finds_words_in_any_script(store, words, texts):
    store.add(
        record("打开微信支付"),
        record("Opens the notes list"),
        record("Switches Wi-Fi on"),
        record("Ouvre le café"),
        record("Shows more", facts={"words": ["Hamburger menu"]}),
    )
    assert [each.text for each in store.search(words)] == texts


def test_search_puts_the_best_match_first_and_shows_only_what_is_in_force(store):
    old = [record(f"Opens note {number}") for number in range(120)]
    store.add(*old, *(revise(each, f"Opens page {each.text[11:]}") for each in old[:100]))
    assert len(store.search("note", limit=100)) == 20
    assert len(store.search("note", limit=3)) == 3
    assert store.search("note 117")[0].text == "Opens note 117"
    assert store.search("note", apps=["com.example.other"]) == []


class Meaning:
    """Encoder of sentences that end in a number: the nearer two numbers, the nearer they are in meaning."""

    name = "made"

    def encoded(self, texts):
        turns = np.array([int(text.rpartition(" ")[2]) for text in texts]) / 5_000
        rows = np.stack([np.cos(turn * np.arange(1, 65)) for turn in turns])
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@pytest.mark.parametrize("by_meaning", [False, True])
def test_neither_a_strangers_hit_nor_the_teams_hides_the_other(store, by_meaning):
    store.add(*(record(f"Walks dog {number}") for number in range(1, 41)))
    strangers = [record(text, author="eve") for text in ("Walks dog 0", *(f"Feeds cat {n}" for n in range(900, 930)))]
    store.union(Handed(strangers), untrusted=True)
    encoder = Meaning() if by_meaning else None
    if encoder:
        store.embed(encoder, lambda each: each.text)
    found = [each.text for each in store.search("dog 0", encoder=encoder)]
    assert found[-1] == "Walks dog 0"
    assert len(found) == 21  # twenty of the team's all the same
    assert [each.untrusted for each in store.search("cat", limit=3)] == [True] * 3


def test_search_by_meaning_ranks_all_documents_and_cuts_none_off(store):
    store.add(*(record(f"Opens note {number}", app="com.example.a") for number in range(1_200)))
    store.add(record("Opens note 1199", app="com.example.b", element_id="far"))
    store.embed(Meaning(), lambda each: each.text)
    assert store.search("near 700", limit=3, encoder=Meaning())[0].text == "Opens note 700"
    far = store.search("near 0", apps=["com.example.b"], encoder=Meaning())
    assert [each.element_id for each in far] == ["far"]


def test_a_search_by_meaning_finds_what_another_process_has_added_since(tmp_path):
    with Store.open(tmp_path / "s.sqlite") as one, Store.open(tmp_path / "s.sqlite") as other:
        for store, number in ((one, 100), (other, 700)):
            store.add(record(f"Opens note {number}"))
            store.embed(Meaning(), lambda each: each.text)
            assert one.search("near 690", encoder=Meaning())[0].text == f"Opens note {number}"


# The map


def test_screens_are_remembered_as_they_were_first_seen(store):
    first = screen("Milk", "Bread")
    store.remember_screen(first)
    store.remember_screen(replace(first, templates=frozenset({"other"}), heading="Later"))
    editor = replace(first, screen_id="editor", templates=frozenset({"title", "body", "save"}), heading="Edit note")
    store.remember_screen(editor, title="Edit note")
    assert store.screens(NOTES) == {first.screen_id: first.templates, "editor": editor.templates}
    assert store.titles(NOTES) == {first.screen_id: "", "editor": "Edit note"}  # no rows of a list
    assert store.screens("com.example.other") == {}
    assert nearest(replace(editor, screen_id="new"), store.screens(NOTES)) == "editor"


def test_a_title_is_kept_while_it_may_be_told_and_no_other_was_seen(store):
    def mask(words):
        return words.replace("hunter2", "…")

    def titled(heading, told):
        store.remember_screen(replace(screen("Milk"), heading=heading), mask, title=told)
        return store.titles(NOTES)[screen("Milk").screen_id]

    assert titled("Alerts for hunter2", "Alerts for hunter2") == "Alerts for …"
    assert titled("Alerts for hunter2", None) == "Alerts for …"
    assert titled("Alerts for hunter2", "") == ""
    assert titled("Alerts for hunter2", "Alerts for hunter2") == "Alerts for …"
    assert titled("Ana Silva", "Ana Silva") == ""
    assert titled("Alerts for hunter2", "Alerts for hunter2") == ""  # they vary


def test_a_screen_seen_here_stands_before_what_another_store_tells_of_it(store):
    seen = screen("Milk", "Bread")
    liar = replace(seen, templates=frozenset({"other"}), heading="Pay")
    with Store(":memory:") as other:
        other.remember_screen(liar, title="Pay")
        other._rows("UPDATE screens SET first_seen = '2001-01-01T00:00:00Z'")
        store.union(other, untrusted=True)
        assert store.titles(NOTES) == {seen.screen_id: "Pay"}
        store.remember_screen(seen)
        store.union(other, untrusted=True)
    assert store.titles(NOTES) == {seen.screen_id: ""}
    assert store.screens(NOTES) == {seen.screen_id: seen.templates}


def test_a_screen_goes_by_the_name_it_had_here_however_alike_an_imported_one_is(store):
    seen = replace(screen("Milk"), templates=frozenset("abcdefghi"))
    now = replace(seen, screen_id="now", templates=frozenset("abcdefghij"))
    with Store(":memory:") as other:
        other.remember_screen(replace(now, screen_id="theirs"))
        store.union(other, untrusted=True)
    assert store.known_as(now) == "theirs"
    store.remember_screen(seen)
    assert store.known_as(now) == seen.screen_id


def test_stats_count_what_is_in_force(store):
    explored, written = record("explored"), record("written", source="human")
    store.add(explored, revise(explored, "refined", source="refine"), written, replace(written, text="too"))
    store.remember_screen(screen())
    assert len(store.conflicts()) == 1
    assert store.stats() == {
        "records": 4, "documents": 3, "refine": 1, "human": 2, "screens": 1, "conflicts": 1, "apps": 1
    }  # fmt: skip
    assert store.stats("com.example.other")["records"] == 0


# Merging


def contents(store):
    columns = {"records": "id, body, signature, imported, signer", "screens": "*", "helped": "*"}
    rows = {table: store._rows(f"SELECT {names} FROM {table} ORDER BY 1, 2") for table, names in columns.items()}
    return rows, store.current(kind=None)


def filled(stack, history, name, helped=0):
    store = stack.enter_context(Store(":memory:", author="me"))
    store.add(*history)
    store.remember_screen(replace(screen(), templates=frozenset({name})))
    for each in history[:2]:
        store.helped(each.id, helped)
    return store


@pytest.mark.slow
@given(st.lists(histories(), min_size=3, max_size=3), st.integers(0, 3))
@settings(max_examples=10, deadline=None)
def test_union_is_commutative_associative_and_idempotent(parts, times):
    shared = parts[0][:1]
    signed = replace(shared[0], text="signed")
    with ExitStack() as stack:
        a, b, c = (
            filled(stack, part, name, times + place)
            for place, (part, name) in enumerate(zip(([*parts[0]], [signed, *parts[1]], parts[2]), "abc", strict=True))
        )

        def merged(*stores):
            whole = stack.enter_context(Store(":memory:", author="me"))
            for each in stores:
                whole.union(each, untrusted=True)
            return whole

        everything = contents(merged(a, b, c))
        assert contents(merged(c, b, a)) == everything
        assert contents(merged(a, merged(b, c))) == everything
        again = merged(a, b, c)
        assert again.union(b, untrusted=True).new == 0
        assert again.union(again, untrusted=True).new == 0
        assert contents(again) == everything


@pytest.mark.slow
def test_what_is_refused_at_its_end_leaves_nothing_behind(store):
    def handed():
        yield from (record(str(number)) for number in range(2_500))  # more than one batch
        raise StoreError("line 2501: it is no JSON object")

    with pytest.raises(StoreError, match="line 2501"):
        store.union(Handed(records=handed()), untrusted=True)
    with pytest.raises(StoreError, match="templates"):
        store.union(Handed([record()], [(NOTES, "list", "none", "", "2026-01-31T12:00:00Z")]), untrusted=True)
    assert store.stats()["records"] == 0
    assert store.union(Handed(record(str(number)) for number in range(2_500)), untrusted=True).new == 2_500
    assert store.search("2499")


def test_help_counted_elsewhere_changes_no_rank_unless_its_store_is_trusted(tmp_path):
    one, other = record("one"), record("other")
    with Store(tmp_path / "a.db") as a, Store(tmp_path / "b.db") as b:
        for store in (a, b):
            store.add(one, other)
            store.helped(one.id, 2)
        a.helped(other.id, 3)
        assert [each.new for each in (a.union(b, untrusted=True), a.union(b), b.union(a))] == [0, 0, 0]
        for merged in (a, b):
            assert merged._rows("SELECT times FROM helped WHERE id = ?", (one.id,)) == [(2,)] * (1 + (merged is a))
        assert (a.current(), b.current()) == ([other, one], [one, other])


def test_a_screen_counts_as_asked_about_in_its_version_and_by_its_layout(store):
    store.keep_survey("com.a", "layout-1", "screen-1", "1.0", ["Button-1"])
    assert store.surveyed("com.a", "layout-1", "screen-7", "2.0")  # it is laid out as it was
    assert store.surveyed("com.a", "layout-2", "screen-1", "1.0")
    assert not store.surveyed("com.a", "layout-2", "screen-1", "2.0")
    assert not store.surveyed("com.b", "layout-1", "screen-1", "1.0")
