"""What was learnt under the first rule of ids is found under the new one, and its records stay as they were."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import NOTES, TINY
from offline_learning import QUICK

from appagent.actions import Start, Tap, Touch
from appagent.devices.virtual import virtual
from appagent.documents.lookup.serving import offers
from appagent.documents.map.app_map import Map
from appagent.learning.memory.screen_history import Trail
from appagent.learning.writing.write import Writer
from appagent.screen import Screen
from appagent.screen.finding_again.resolve import under_known_names
from appagent.screen.nodes.tree import centre
from appagent.screen.transitions import screen_key
from appagent.store import Store
from appagent.store.opening import open_store

OLD = Path(__file__).parent / "data" / "id_version_1.sqlite"


@pytest.fixture
def old(tmp_path):
    """A store that the version before the new rule learnt Notes with."""
    path = tmp_path / "store.sqlite"
    shutil.copy(OLD, path)
    with Store.open(path) as store:
        yield store


@pytest.fixture(scope="module")
def notes() -> Screen:
    """The first page of Notes."""
    with virtual(time_scale=QUICK, size=TINY) as (device, _):
        device.perform(Start(NOTES))
        return device.capture()


def test_old_documents_are_found_by_both_names(old, notes):
    search = next(e for e in notes.elements if e.resource_id.endswith("/search"))
    (was,) = search.aliases
    assert was != search.id
    (by_old,) = old.current(NOTES, element_id=was)
    assert by_old.id_version == 1
    (found,) = offers(notes, old.for_screen(notes))[search.id]
    assert (found.record, found.how) == (by_old, "own")


def test_all_old_documents_of_a_page_serve_it(old, notes):
    about = {r.element_id or r.template for r in old.current(NOTES, screen_id=notes.aliases[0])}
    found = {record.element_id or record.template for record in old.for_screen(notes)}
    assert about
    assert about <= found


def test_old_names_are_translated_once_their_elements_were_seen(old, notes):
    before = {record.id: record.to_json() for record in old.records()}
    assert old.renamed(NOTES, "element") == {}
    old.remember_screen(notes)
    old.remember_screen(notes)
    renamed = old.renamed(NOTES, "element")
    for element in notes.elements:
        for name in element.aliases:
            if old.current(NOTES, element_id=name):
                assert renamed[name] == {element.id}
    assert renamed
    assert old.renamed(NOTES, "screen") == {notes.aliases[0]: {notes.screen_id}}
    assert old.renamed(NOTES, "template")
    assert {record.id: record.to_json() for record in old.records()} == before


def test_names_that_no_record_has_are_not_kept(tmp_path, notes):
    with Store.open(tmp_path / "empty.sqlite") as store:
        store.remember_screen(notes)
        assert all(store.renamed(NOTES, kind) == {} for kind in ("screen", "element", "template"))


def test_a_screen_is_known_by_old_names_where_only_these_are_known(notes):
    first, *others = notes.elements
    known = {first.aliases[-1], *(each.id for each in others), *(each.aliases[-1] for each in others)}
    named = under_known_names(notes, known)
    assert named.elements[0].id == first.aliases[-1]
    assert [each.id for each in named.elements[1:]] == [each.id for each in others]
    assert named.screen_id == notes.screen_id


def test_old_documents_are_read_under_the_newer_ids_and_stay_what_they_are(old, notes):
    before = old.current(NOTES)
    assert old.under_newer_names(before) == before
    old.remember_screen(notes)
    read = old.under_newer_names(before)
    assert [record.id for record in read] == [record.id for record in before]
    here = [record for record in read if record.screen_id == notes.screen_id]
    ids = {element.id: element for element in notes.elements}
    assert here
    assert {record.element_id for record in here if record.element_id} <= set(ids)
    assert {record.leads_to for record in read} >= {notes.screen_id}
    assert all(ids[r.element_id].template == r.template for r in here if r.element_id)
    assert old.current(NOTES) == before


def test_the_offline_map_knows_an_old_page_by_its_newer_name(old, notes):
    old.remember_screen(notes)
    known = Map(old.under_newer_names(old.current(NOTES)))
    search = next(e for e in notes.elements if e.resource_id.endswith("/search"))
    assert (search.id, "tap") in known.transitions[screen_key(notes)]


def test_what_is_known_by_an_old_name_is_not_written_again(old, notes):
    search = next(e for e in notes.elements if e.resource_id.endswith("/search"))
    (known,) = old.current(NOTES, element_id=search.aliases[0])
    with virtual(time_scale=QUICK, size=TINY) as (device, _):
        device.perform(Start(NOTES))
        device.perform(Touch(*centre(search.bounds)))
        act = Trail().act(notes, device.capture(), Tap(search.mark))
    assert Writer(old, "explore").write(act, "", "") == known.id


@pytest.mark.slow
def test_an_old_document_that_helped_is_counted(old, typed):
    task = ("--app", "notes", "--task", "Create a note titled 'Ferry'", "--check", "len(notes.notes) == 4")
    quick = ("--agent", "offline", "--device", "virtual", "--time-scale", QUICK, "--json")
    status, out, err = typed("run", *task, *quick, "--store", old.path)
    assert status == 0, out + err
    counted = {name for name, _, times, *_ in old.handed().helped if times}
    assert {name for name, *_, worked, failed, _ in old.handed().outcomes if worked and not failed} >= counted
    assert {record.id_version for record in old.records() if record.id in counted} == {1}


def test_an_old_row_goes_by_the_name_that_it_shows_now(old, notes, typed):
    row = next(e for e in notes.elements if e.listed and "tap" in e.actions)
    (known, *_) = old.current(NOTES, element_id=row.aliases[-1])
    nameless = replace(known, facts={"role": row.role}, action="swipe", time="2026-01-31T12:00:00Z")
    old.add(nameless)
    with open_store(Path(old.path)) as mine:
        mine.remember_screen(notes)
    _, out, _ = typed("docs", "list", "--app", "notes", "--store", old.path)
    line = next(line for line in out.splitlines() if nameless.id[:8] in line)
    assert row.text.split(" · ")[0] in line
