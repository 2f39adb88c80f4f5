"""`appagent docs map`: pages, transitions and how sure they are, what nobody tried, and maps of two stores as one."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from key_owners import Person
from test_map import page
from test_records import record

from appagent.documents.map.overview import overview
from appagent.store import Record, Store
from appagent.store.opening import open_store

APP = "com.example.notes"
START = {"outer": "first", "inner": "outer", "other": "first"}  # the page on which the way to a page begins


def way(name: str, end: str, start: str = "first", **given: object) -> Record:
    """A document of a button that opens a page, which is named after it."""
    seen = {"effect": "opens", "title": start.title(), "to_title": end.title(), "named": True}
    given.setdefault("text", "")
    facts = {"words": name.lower(), "seen": seen}
    return record(app=APP, screen_id=start, element_id=f"button-{name}", leads_to=end, facts=facts, **given)


@pytest.fixture
def mine(tmp_path) -> Path:
    """A store with three pages in a row, and a button that was left out for safety."""
    path = tmp_path / "mine.sqlite"
    refused = {"words": "pay", "seen": {"effect": "refused", "title": "Inner", "cost": "pay"}}
    with open_store(path) as store:
        by = store.author
        store.add(way("Outer", "outer", author=by), way("Inner", "inner", "outer", author=by))
        store.add(record("", app=APP, screen_id="inner", element_id="button-Pay", facts=refused, author=by))
    return path


def told(typed, *words: object) -> dict:
    """The one map that --json prints."""
    status, out, _ = typed("docs", "map", "--app", "notes", "--json", *words)
    assert status == 0
    return json.loads(out)["maps"][0]


def test_the_text_goes_from_page_to_page_and_says_what_nobody_tried(typed, mine):
    status, out, _ = typed("docs", "map", "--app", "notes", "--store", mine)
    assert status == 0
    assert out.splitlines() == [
        "com.example.notes: 3 pages, 2 transitions", "", "First", '  tap "outer" -> Outer', "", "Outer",
        '  tap "inner" -> Inner', "", "Never tried", "  Inner: pay (left out for safety)",
    ]  # fmt: skip


def test_a_picture_that_cannot_be_written_says_what_to_do(typed, mine):
    status, out, err = typed("docs", "map", "--app", "notes", "--store", mine, "--picture", "none/map.svg")
    assert (status, out) == (2, "")
    assert err == ("appagent: cannot write none/map.svg: No such file or directory; name another file with --picture\n")


def test_a_page_that_was_never_explored_is_named(typed, tmp_path):
    with Store.open(tmp_path / "s.sqlite") as store:
        store.add(way("Outer", "outer"))
    assert "Never explored: Outer" in typed("docs", "map", "--app", "notes", "--store", tmp_path / "s.sqlite")[1]


def test_how_sure_a_transition_is_and_that_one_has_stopped_working(typed, mine):
    with Store.open(mine) as store:
        outer, inner = (next(each for each in store.current(APP) if each.leads_to == end) for end in ("outer", "inner"))
        store.count_outcome(outer.id, "8.0.1", worked=True)
        for _ in range(2):
            store.count_outcome(inner.id, "8.0.2", worked=False)
    out = typed("docs", "map", "--app", "notes", "--store", mine)[1]
    assert "com.example.notes: 3 pages, 1 transition, and 1 that stopped working" in out
    assert '  tap "outer" -> Outer  (8.0.1: 1 ok)\n' in out
    assert '  tap "inner" -> Inner  (8.0.2: 2 failed, stopped working)\n' in out
    assert [each["failing"] for each in told(typed, "--store", mine)["transitions"]] == [False, True]


def test_maps_of_two_stores_merge_as_their_records_do(tmp_path):
    """Two members know one way each and one both: after an exchange both have the whole map, and each way once."""
    anna = Person(tmp_path, "anna")
    bo = Person(tmp_path, "bo", anna)
    anna.trust(bo)
    for member, ways in ((anna, ("outer", "inner")), (bo, ("outer", "other"))):
        with member.store() as store:
            store.add(*(way(end.title(), end, START[end], author=store.author) for end in ways))
    bo.take(anna)
    anna.take(bo)
    for member in (anna, bo):
        with member.store() as store:
            found = overview(APP, store.current(APP))
        names = [page.name for page in found.pages]
        assert sorted((names[each.source], names[each.target]) for each in found.transitions) == [
            ("First", "Other"), ("First", "Outer"), ("Outer", "Inner"),
        ]  # fmt: skip
        assert not any(each.untrusted or each.failing for each in found.transitions)


def test_a_strangers_transition_is_marked(typed, mine):
    with Store.open(mine) as store, Store(":memory:") as stranger:
        stranger.add(way("Prize", "prize"))
        store.union(stranger.handed(), untrusted=True)
    assert '  tap "prize" -> Prize  (untrusted)' in typed("docs", "map", "--app", "notes", "--store", mine)[1]
    assert "-.->" in typed("docs", "map", "--app", "notes", "--store", mine, "--mermaid")[1]


def test_mermaid_names_each_page_and_lets_no_words_end_a_label(typed, tmp_path):
    with open_store(tmp_path / "s.sqlite") as store:
        store.add(way('A"] --> p9["x', "outer", author=store.author))
    out = typed("docs", "map", "--app", "notes", "--store", tmp_path / "s.sqlite", "--mermaid")[1]
    assert out.splitlines()[0] == "flowchart LR"
    assert '    p0["First"]' in out
    assert out.count("-->") == 1


def test_the_picture_is_an_svg_with_every_page(typed, mine, tmp_path):
    assert typed("docs", "map", "--app", "notes", "--store", mine, "--picture", tmp_path / "m.svg")[0] == 0
    words = {each.text for each in ElementTree.parse(tmp_path / "m.svg").iter()}
    assert {"First", "Outer", "Inner", 'tap "outer"'} <= words
    status, _, err = typed("docs", "map", "--app", "notes", "--store", mine, "--picture", tmp_path / "m.gif")
    assert (status, "ends with .svg" in err) == (2, True)


def test_rows_that_only_this_machine_has_seen_have_names_here(typed, tmp_path):
    """Records have no words of rows; the labels that this machine keeps do, and no export has them."""
    screen = page("Things", "Red", "Blue")
    red = screen.elements[-2]
    facts = {"listed": True, "seen": {"effect": "opens", "title": "Things"}}
    with open_store(tmp_path / "s.sqlite") as store:
        store.remember_screen(screen)
        row = {"screen_id": screen.screen_id, "element_id": red.id, "template": red.template, "leads_to": "red"}
        store.add(record("", app=screen.app, facts=facts, author=store.author, **row))
    out = typed("docs", "map", "--app", screen.app, "--store", tmp_path / "s.sqlite")[1]
    assert 'tap "Red" -> page behind "Red"' in out
    assert "Things: Blue" in out.partition("Never tried")[2]


def test_what_has_no_words_goes_by_its_kind_and_a_page_without_a_title_by_what_it_holds():
    def opens(end: str, facts: dict, **seen: object) -> Record:
        seen = {"effect": "opens", "title": "Things", **seen}
        return record("", screen_id="things", element_id=end, leads_to=end, facts=facts | {"seen": seen})

    found = overview(APP, [
        opens("add", {"resource_id": "org.things:id/new_thing"}, fields=["Name", "Price"]),
        opens("more", {}, dialog=True, controls=["Cancel", "Sort by", "Help", "About"]),
        opens("row", {"listed": True, "resource_id": "org.things:id/row"}),
    ])  # fmt: skip
    assert {f"{each.words} -> {found.pages[each.target].name}" for each in found.transitions} == {
        "tap the icon \"new thing\" -> form with 'Name' and 'Price'", "tap an icon -> menu with 'Sort by' and 'Help'",
        "tap a row -> page behind a row",
    }  # fmt: skip
