"""Hubs: what one person pushes to a folder, a bucket or a database, another pulls, once, whoever is cut off or lies."""

import hashlib
import json
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import hubs
import pytest
from cli_in_process import Typed
from key_owners import Person
from packs import SCREEN, claimed
from test_docs_store import refused
from test_records import record, revise
from test_store import screen

from appagent.sharing import exchange
from appagent.sharing.hubs import open_hub
from appagent.store import Record, Store
from appagent.store.as_text.record_lines import Counts, count_lines, record_line
from appagent.store.opening import open_store

pytestmark = pytest.mark.slow

server, database, s3, gs = hubs.server, hubs.database, hubs.s3, hubs.gs
NOTES = "com.example.notes"
OLD = record("Opens a note.")
KINDS = ["folder", "s3", "gs", "postgres"]
of_any = pytest.mark.parametrize("hub", ["folder"], indirect=True)  # what no hub does itself


@pytest.fixture(params=KINDS)
def hub(request: pytest.FixtureRequest, tmp_path) -> str:
    """The address of an empty hub, of each kind."""
    if request.param == "folder":
        return str(tmp_path / "hub")
    if request.param == "postgres":
        made = request.getfixturevalue("database")
        assert made.run("SELECT 1") == [(1,)]
        with open_hub(made.url(), init=True):
            return str(made.url())
    return str(request.getfixturevalue(request.param))


def learnt(name: str, *records: object, seen: str = "list") -> Path:
    """A store with these records and a screen. seen: its id; "" for no screen."""
    path = Path(f"{name}.sqlite")
    with Store.open(path) as store:
        store.add(*records)
        if seen:
            store.remember_screen(replace(screen("Shopping"), screen_id=seen))
    return path


def known(path: Path) -> tuple[set[str], set[str]]:
    with Store.open_to_read(path) as store:
        return {each.id for each in store.records()}, set(store.screens(NOTES))


def lines_at(hub: str) -> list[str]:
    with open_hub(hub) as there:
        return sorted(there.names())


def shared(typed: Typed, command: str, hub: str, store: Path, *more: object) -> dict[str, object]:
    """Types a push or a pull, of what anybody wrote."""
    trust = ["--untrusted"] if command == "pull" else []
    status, out, err = typed("docs", command, hub, "--store", store, "--json", *trust, *more)
    assert status == 0, err
    return dict(json.loads(out))


def test_what_two_push_both_have_and_nothing_is_sent_twice(typed, hub):
    ann = learnt("ann", replace(OLD, screen_id="a", leads_to="b"), seen="a")
    ann = learnt("ann", revise(OLD, "Opens the note.", source="human"), seen="a")
    ben = learnt("ben", OLD, record("Zahlt.", app="org.quay.pay"), seen="b")
    assert shared(typed, "push", hub, ann)["sent"] == 3
    told = shared(typed, "push", hub, ben)
    assert (told["sent"], told["there"]) == (3, 3)
    for store in (ann, ben):
        assert shared(typed, "push", hub, store)["sent"] == 0
        assert shared(typed, "pull", hub, store)["refused"] == 0
        assert shared(typed, "pull", hub, store)["read"] == 0
    assert known(ann) == known(ben)
    assert known(ann)[1] == {"a", "b"}
    with Store.open_to_read(ann) as one, Store.open_to_read(ben) as other:
        assert one.screens(NOTES) == other.screens(NOTES)
    assert len(lines_at(hub)) == 6


@of_any
def test_one_app_alone_can_be_exchanged(typed, hub):
    ann = learnt("ann", OLD, record("Zahlt.", app="org.quay.pay"))
    assert shared(typed, "push", hub, ann, "--app", "pay")["sent"] == 1
    shared(typed, "push", hub, ann)
    assert shared(typed, "pull", hub, Path("ben.sqlite"), "--app", "notes")["new"] == 1
    assert known(Path("ben.sqlite"))[0] == {OLD.id}
    assert "no app with documents fits --app 'bank'" in refused(
        typed, "docs", "pull", hub, "--app", "bank", "--store", "ben.sqlite"
    )


@of_any
def test_an_unsigned_copy_of_a_record_keeps_its_signature_from_nobody(typed, hub, tmp_path):
    anna, bo = Person(tmp_path, "anna"), Person(tmp_path, "bo")
    bo.trust(anna)
    with anna.store() as store:
        store.add(record("Opens a note.", author=store.author))
        signed = store.records()[0]
    stranger = learnt("stranger", replace(signed, signature=""))
    with open_hub(hub) as there:
        for path in (stranger, anna.folder / "store.sqlite"):
            with Store.open_to_read(path) as store:
                exchange.push_to_hub(store, there, [NOTES], lambda *_: None)
        assert len([name for name in there.names() if "screen." not in name]) == 2
        with bo.store() as store:
            done = exchange.pull_from_hub(store, there, sorted, lambda *_: None)
            assert [(each.signature, each.untrusted) for each in store.records()] == [(signed.signature, False)]
            assert done.left_out in ({}, {"": 1})


@of_any
def test_screens_come_with_the_documents_of_those_whom_one_trusts(typed, hub, tmp_path):
    anna, bo, eve = (Person(tmp_path, name) for name in ("anna", "bo", "eve"))
    bo.trust(anna)
    anna.write("Opens a note.", screen_id="list", leads_to="note")
    eve.write("Pays.", screen_id="another")
    for person, ids in ((anna, ("list", "note")), (eve, ("list", "another"))):
        with person.store() as store, open_hub(hub) as there:
            for screen_id in ids:
                seen = screen("Shopping")
                its = frozenset({"evil"}) if person is eve else seen.templates
                store.remember_screen(replace(seen, screen_id=screen_id, templates=its))
            exchange.push_to_hub(store, there, [NOTES], lambda *_: None)
    with bo.store() as store, open_hub(hub) as there:
        for untrusted, found in ((False, {"list", "note"}), (True, {"list", "note", "another"})):
            exchange.pull_from_hub(store, there, sorted, lambda *_: None, untrusted=untrusted)
            assert set(store.screens(NOTES)) == found
            assert store.screens(NOTES)["list"] == screen("Shopping").templates


def test_what_a_member_purges_is_gone_at_the_hub_and_at_the_others(typed, hub, tmp_path):
    anna, bo = Person(tmp_path, "anna"), Person(tmp_path, "bo")
    bo.trust(anna)
    with anna.store() as mine, bo.store() as other, open_hub(hub) as there:

        def push(store: Store) -> exchange.Exchanged:
            return exchange.push_to_hub(store, there, store.apps(), lambda *_: None)

        def pull(store: Store) -> exchange.Exchanged:
            return exchange.pull_from_hub(store, there, sorted, lambda *_: None)

        mine.add(record("Calls Bob.", author=mine.author), record("Opens it.", author=mine.author))
        push(mine)
        assert pull(other).new == 2
        mine.purge(mine.current(NOTES)[0])
        assert (push(mine).lines, len({*there.names()})) == (1, 2)
        pull(other)
        for store in (mine, other):
            assert sorted(each.kind for each in store.records()) == ["document", "purge"]
        before = {*there.names()}
        assert (push(other).purged, {*there.names()}) == (0, before)


@pytest.mark.parametrize("hub", ["folder", "postgres"], indirect=True)
def test_a_member_who_pushes_nonsense_keeps_nobody_from_the_rest(typed, hub):
    ann = learnt("ann", OLD)
    with open_hub(hub) as there:
        right = exchange._record_name(OLD, claimed(OLD))
        screen_name = f"{NOTES}/screen.{'0' * 64}.json"
        if not hub.startswith("postgresql"):  # which takes no line under another name
            there.write({right.replace(right[-37:-5], "0" * 32): claimed(OLD, text="Pays.")})
            there.write({screen_name: json.dumps(SCREEN).encode(), "notes.txt": b"x", f"{NOTES}/x.json": b"{}"})
        forged = replace(OLD, signature="A" * 86)
        there.write({exchange._record_name(forged, record_line(forged)): record_line(forged)})
        for nonsense in (b"{}", b"[" * 5_000, claimed(OLD, schema=2), b"\x1b[2J"):
            digest = hashlib.sha256(nonsense).hexdigest()
            there.write({f"{NOTES}/{digest}.{digest[:32]}.json": nonsense})
    shared(typed, "push", hub, ann)
    told = shared(typed, "pull", hub, Path("ben.sqlite"))
    assert (told["new"], told["refused"]) == (1, 5 if hub.startswith("postgresql") else 7)
    assert len(told["reasons"]) == 5 + (not hub.startswith("postgresql"))
    again = shared(typed, "pull", hub, Path("ben.sqlite"))
    assert (again["new"], again["refused"]) == (0, told["refused"])
    assert known(Path("ben.sqlite")) == ({OLD.id}, {"list"})
    status, out, _ = typed("docs", "pull", hub, "--store", "ben.sqlite")
    assert status == 0
    assert "left out: com.example.notes/" in out
    assert "\x1b" not in out


@cache
def many() -> list[Record]:
    """Many documents: not made where these tests are only collected."""
    return [record(f"Opens {number}. {'More. ' * 100}", element_id=f"row {number}") for number in range(1_500)]


PUSH = """
import sys
from appagent.sharing import exchange
from appagent.sharing.hubs import open_hub
from appagent.store.opening import open_store
from pathlib import Path
with open_store(Path(sys.argv[2]), to_read=True) as store, open_hub(sys.argv[1]) as hub:
    exchange.push_to_hub(store, hub, ["com.example.notes"], lambda done, of: print(done, flush=True))
"""


def pushing(hub: str, store: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, "-c", PUSH, hub, str(store)], stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("hub", ["folder", "postgres"], indirect=True)
def test_a_push_that_was_killed_goes_on_and_everything_is_there_once(typed, hub):
    ann = learnt("ann", *many())
    process = pushing(hub, ann)
    assert process.stdout is not None
    assert [process.stdout.readline() for _ in range(2)][-1] == "500\n"
    process.kill()
    process.communicate()
    sent = len(lines_at(hub))
    assert 500 <= sent < 1501
    told = shared(typed, "push", hub, ann)
    assert told["sent"] == 1501 - told["there"]
    assert len(lines_at(hub)) == 1501
    assert shared(typed, "pull", hub, Path("ben.sqlite"))["new"] == 1500


@pytest.mark.parametrize("hub", ["folder", "postgres"], indirect=True)
def test_many_who_push_at_once_leave_every_line_once(typed, hub):
    stores = [learnt(f"writer{number}", *many()[number * 40 : number * 40 + 80]) for number in range(3)]
    writers = [pushing(hub, store) for store in stores]
    for writer in writers:
        writer.communicate()
    assert [writer.returncode for writer in writers] == [0] * 3
    found = [name for name in lines_at(hub) if "screen." not in name]
    assert len(found) == len({*found}) == 160
    assert shared(typed, "pull", hub, Path("all.sqlite"))["new"] == 160


# --- what cannot be used is told in one line, without a secret


def counted(path: Path, one: object, worked: int, failed: int = 0) -> None:
    with open_store(path) as store:
        for times, came_true in ((worked, True), (failed, False)):
            for _ in range(times):
                store.count_outcome(one.id, "8.0.1", worked=came_true)  # type: ignore[attr-defined]


@of_any
def test_how_often_a_document_came_true_is_known_to_all_who_pull(typed, hub):
    ann, ben = learnt("ann", OLD), learnt("ben", OLD, seen="")  # the hour of a screen makes a line of its own
    counted(ann, OLD, 2)
    shared(typed, "push", hub, ann)
    counted(ann, OLD, 1)
    counted(ben, OLD, 4, 1)
    for store in (ann, ben):
        shared(typed, "push", hub, store)
    assert len([name for name in lines_at(hub) if "/outcomes-" in name]) == 2
    for store in (ann, ben):
        shared(typed, "pull", hub, store)
        assert shared(typed, "pull", hub, store)["read"] == 0
        told = json.loads(typed("docs", "stats", "--store", store, "--json")[1])["apps"][NOTES]
        assert told["outcomes"] == {"8.0.1": [7, 1]}
        assert "8.0.1: 7 ok, 1" in typed("docs", "stats", "--store", store)[1]


@of_any
def test_nobody_counts_for_another_store_or_of_what_one_does_not_have(typed, hub):
    ann, ben = learnt("ann", OLD), learnt("ben", OLD)
    counted(ann, OLD, 1)
    with Store.open_to_read(ben) as store, open_hub(hub) as there:
        own = store._name
        rows = [(OLD.id, own, "8.0.1", 9, 9), (record("Not here.").id, "x", "8.0.1", 9, 9)]
        for whose, line in count_lines(NOTES, Counts((), rows)):
            there.write({exchange._outcomes_name(NOTES, whose, line): line})
        wrong = json.dumps({"app": NOTES, "store": "x", "outcomes": [["1", "2", 3, 4]]}).encode()
        there.write({exchange._outcomes_name(NOTES, "x", wrong): wrong})
    shared(typed, "push", hub, ann)
    assert shared(typed, "pull", hub, ben)["refused"] == 1
    with open_store(ben) as store:
        assert str(store.outcomes([OLD.id])[OLD.id]) == "8.0.1: 1 ok"
