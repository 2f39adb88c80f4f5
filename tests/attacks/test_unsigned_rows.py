"""Strangers' screens, counters and tombstones, which come in beside records of the team that anybody can copy."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from key_owners import Person
from test_records import record
from test_store import screen

from appagent.errors import StoreError
from appagent.sharing import exchange
from appagent.sharing.docpack import write_pack
from appagent.sharing.folder import FolderHub
from appagent.sharing.git import merge_lines
from appagent.sharing.incoming import take_file
from appagent.store import Handed, Store
from appagent.store.as_text.exporting import export_text
from appagent.store.as_text.record_lines import record_line

NOTES = "com.example.notes"
LONG_AGO = "0001-01-01T00:00:00Z"


@pytest.fixture
def team(tmp_path):
    """Anna, Bo, who trusts her and has her two documents, their screen and her counts, and Eve, whom nobody trusts."""
    anna, bo, eve = (Person(tmp_path, name) for name in ("anna", "bo", "eve"))
    bo.trust(anna)
    good = anna.write("Opens a note.")
    anna.write("Does something.")
    with anna.store() as store:
        store.remember_screen(replace(screen("Shopping"), screen_id="list"), title="Notes")
        store.helped(good.id)
        store.count_outcome(good.id, "8.0.1", worked=True)
    bo.take(anna)
    return anna, bo, eve


def told(store: Store) -> tuple[object, ...]:
    """All that comes from rows beside the records, as prompts and people are told it."""
    current = store.current()
    counts = {each.id: str(store.outcomes([each.id]).get(each.id)) for each in current}
    return store.titles(), store.screens(NOTES), [(each.text, each.failing) for each in current], counts


def eve_says(store: Store, spoil: Store) -> Handed:
    """Copies of a store's records, and screens and counters about them, as they are signed in another one."""
    poor = next(each for each in store.records() if each.text == "Does something.")
    seen = replace(screen("Milk"), screen_id="list", templates=frozenset({"evil"}))
    spoil.union(Handed(store.records()), untrusted=True)
    spoil.remember_screen(seen, title="Pay first")
    spoil._db.execute("UPDATE screens SET first_seen = ?, signature = '', signer = ''", (LONG_AGO,))
    spoil.helped(poor.id, 1_000_000)
    for _ in range(3):
        spoil.count_outcome(store.records()[0].id, "8.0.1", worked=False)
    handed = spoil.handed()
    return Handed([*handed.records], [*handed.screens], [*handed.helped], [*handed.outcomes])


@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize("order", ["before", "after"])
def test_nothing_beside_a_teammates_record_comes_in_that_a_stranger_says(team, order, signed):
    anna, bo, eve = team
    with anna.store() as of_anna, eve.store() as of_eve, Store(":memory:") as keyless:
        handed = eve_says(of_anna, of_eve if signed else keyless)
        with bo.store() as store:
            right = told(store)
            taken = store.union(handed)
            assert (taken.new, taken.rows_left_out) == (0, 3)
            assert told(store) == right
            if order == "after":
                store.union(handed, untrusted=True)
                assert told(store) == right
        with Store(":memory:", keys=bo.store().keys) as fresh:
            fresh.union(handed, untrusted=order == "before")
            assert fresh.titles() == ({"list": "Pay first"} if order == "before" else {})
            fresh.union(of_anna)
            assert told(fresh) == right


@pytest.mark.parametrize("table", ["screens", "helped", "outcomes"])
def test_a_row_that_claims_a_teammate_is_refused(team, table):
    anna, bo, _ = team
    with anna.store() as store:
        handed = store.handed()
        rows = {name: [*getattr(handed, name)] for name in ("screens", "helped", "outcomes")}
    place = {"screens": 3, "helped": 2, "outcomes": 4}[table]
    ((*row,),) = rows[table]
    row[place] = "Pay" if table == "screens" else 1_000
    for forged in (row, [*row[:-1], ""]):
        with bo.store() as store, pytest.raises(StoreError, match="not signed by the author that it names"):
            store.union(Handed(**{table: [tuple(forged)]}), untrusted=True)


class OnlyAdding(FolderHub):
    """A hub from which no member may delete a line."""

    def remove(self, names: Sequence[str]) -> None:
        raise StoreError("only the owner may delete")


def test_counts_are_those_of_the_last_push_however_many_there_were(team, tmp_path):
    anna, bo, _ = team
    hub = OnlyAdding(tmp_path / "hub")
    with anna.store() as store:
        for _ in range(20):
            store.count_outcome(store.records()[0].id, "8.0.2", worked=False)
            exchange.push_to_hub(store, hub, [NOTES], lambda *_: None)
        right = told(store)
    bo.folder = tmp_path / "bo again"
    with bo.store() as store:
        assert exchange.pull_from_hub(store, hub, sorted, lambda *_: None).refused == []
        assert told(store) == right


@pytest.mark.parametrize("way", ["pack", "folder", "hub"])
def test_a_teammates_screens_and_counts_travel_and_count(team, tmp_path, way):
    anna, bo, _ = team
    with anna.store() as store:
        for _ in range(3):
            store.count_outcome(store.records()[0].id, "8.0.2", worked=False)
        if way == "pack":
            write_pack(store, [NOTES], tmp_path / "a.docpack")
        elif way == "folder":
            export_text(store, [NOTES], tmp_path / "docs")
        else:
            exchange.push_to_hub(store, FolderHub(tmp_path / "hub"), [NOTES], lambda *_: None)
        right = told(store)
    bo.folder = tmp_path / "bo again"
    with bo.store() as store:
        if way == "hub":
            exchange.pull_from_hub(store, FolderHub(tmp_path / "hub"), sorted, lambda *_: None)
        else:
            take_file(store, tmp_path / {"pack": "a.docpack", "folder": "docs"}[way])
        assert told(store) == right
        assert {each.failing for each in store.current()} == {True, False}


@pytest.mark.parametrize(
    ("whose", "stays"), [("nobody's", True), ("a stranger's", True), ("a teammate's", False), ("the author's", False)]
)
def test_a_tombstone_erases_a_line_only_where_its_author_may(team, tmp_path, monkeypatch, whose, stays):
    """Whoever merges may have no key of the team, as a machine that only merges."""
    anna, bo, eve = team
    with anna.store() as store:
        ours = store.records()[0]
    author = {"nobody's": None, "a stranger's": eve, "a teammate's": bo, "the author's": anna}[whose]
    tomb = record(
        "", kind="purge", source="human", author=author.key if author else "x", replaces=(ours.id,), action="",
        screen_id="", element_id="", template="",
    )  # fmt: skip
    if author:
        with author.store() as store:
            store.add(tomb)
            tomb = store.get(tomb.id)
    config = tmp_path / "config" / "appagent"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(config.parent))
    config.mkdir(parents=True)
    if whose == "a teammate's":
        (config / "team.keys").write_text(f"{bo.key} bo\n")
    files = [tmp_path / name for name in ("ours", "theirs")]
    for file, one in zip(files, (ours, tomb), strict=True):
        file.write_bytes(record_line(one) + b"\n")
    assert merge_lines(*files, f"{NOTES}/documents.jsonl") == stays
    assert (record_line(ours) in files[0].read_bytes()) == stays
    with Store(":memory:") as store:  # nor does it hide what is there, for one who trusts nobody
        store.union(Handed([ours, tomb]), untrusted=True)
        assert [each.text for each in store.current()] == [ours.text] * (whose != "the author's")


def test_a_pack_with_a_strangers_tombstone_is_the_same_file_again(team, tmp_path):
    anna, _, eve = team
    with anna.store() as store, eve.store() as other:
        other.add(record("", kind="purge", author=other.author, replaces=(store.records()[0].id,), source="human"))
        store.union(other, untrusted=True)
        write_pack(store, [NOTES], tmp_path / "a.docpack")
    with Store(":memory:") as store:
        take_file(store, tmp_path / "a.docpack", untrusted=True)
        write_pack(store, [NOTES], tmp_path / "b.docpack")
    assert Path(tmp_path / "a.docpack").read_bytes() == Path(tmp_path / "b.docpack").read_bytes()


def test_lines_heaped_up_about_one_record_keep_no_other_from_a_hub(team, tmp_path):
    anna, bo, _ = team
    hub = FolderHub(tmp_path / "hub")
    hub.write({f"{NOTES}/{'0' * 64}.{number:032x}.json": b"1" for number in range(40)})
    with anna.store() as store:
        exchange.push_to_hub(store, hub, [NOTES], lambda *_: None)
    with Store(":memory:", keys=bo.store().keys) as store:
        done = exchange.pull_from_hub(store, hub, sorted, lambda *_: None)
        assert done.new == 2
        assert "24 lines: more than the 16 about one record" in done.refused[0]
