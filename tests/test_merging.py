"""Whatever happened in several stores, and in whatever order they were put together: the result is one."""

import random
from contextlib import ExitStack
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_records import record

from appagent.store import Handed, Record, Store
from appagent.store.keys import Keys

pytestmark = pytest.mark.slow

UNKNOWN = "f" * 64  # a record that nobody has


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    """The keys of two members of a team and of a stranger, by name."""
    folder = tmp_path_factory.mktemp("keys")
    return {name: Keys(folder / name) for name in ("anna", "bo", "stranger")}


@st.composite
def deeds(draw):
    """What was done in some stores: (who, what, to which earlier ones, of what source, when), some unsigned."""
    done = []
    for number in range(draw(st.integers(2, 12))):
        older = draw(st.lists(st.integers(-1, number - 1), max_size=3, unique=True)) if number else []
        what = draw(st.sampled_from(["write", "retract", "purge"])) if older else "write"
        who = draw(st.sampled_from(["anna", "bo", "stranger"]))
        source = draw(st.sampled_from(["explore", "demo", "human", "refine"]))
        day = draw(st.integers(1, 28))  # clocks go wrong: a later one may be of an earlier day
        signed = draw(st.sampled_from([True, True, False]))
        done.append((who, what, older, source, day, signed))
    return done


def written(done, keys) -> list[Record]:
    """The records of these deeds, each signed or not."""
    made: list[Record] = []
    for number, (who, what, older, source, day, signed) in enumerate(done):
        one = record(
            "" if what == "purge" else f"text {number}",
            kind="purge" if what == "purge" else "document",
            author=keys[who].own,
            source=source,
            time=f"2026-01-{day:02}T12:00:00Z",
            replaces=tuple(UNKNOWN if each < 0 else made[each].id for each in older),
            retracted=what == "retract",
            element_id=f"e{number % 3}",
        )
        made.append(replace(one, signature=keys[who].sign(one.canonical())) if signed else one)
    return made


def contents(store):
    """All that a store holds, and what it makes of it."""
    columns = {"records": "id, body, signature, imported, signer", "replaces": "*", "aliases": "*"}
    rows = [store._rows(f"SELECT {names} FROM {table} ORDER BY 1, 2") for table, names in columns.items()]
    store.search("text")
    words = store._rows("SELECT id, words FROM word_index JOIN records ON place = word_index.rowid ORDER BY 1, 2")
    return rows, words, store.current(kind=None), store.conflicts()


@given(deeds(), st.integers(0, 2**32))
@settings(max_examples=15)
def test_merging_is_commutative_associative_and_idempotent(keys, done, seed):
    rng = random.Random(seed)
    history = written(done, keys)
    bare = [replace(each, signature="") for each in history]  # copies that lost their signature on the way
    parts = [[rng.choice((one, other)) for one, other in zip(history, bare, strict=True)] for _ in range(3)]
    parts = [rng.sample(part, rng.randint(0, len(part))) for part in parts]
    with ExitStack() as stack:

        def merged(*parts):
            store = stack.enter_context(Store(":memory:", keys=Keys(keys["bo"].file, {keys["anna"].own: "Anna"})))
            for each in parts:
                store.union(each if isinstance(each, Store) else Handed(each), untrusted=True)
            return store

        a, b, c = parts
        everything = contents(merged(a, b, c))
        assert contents(merged(c, b, a)) == everything
        assert contents(merged([*c, *a, *b])) == everything
        assert contents(merged(a, merged(b, c))) == everything
        assert contents(merged(merged(a, b), c)) == everything
        again = merged(a, b, c)
        assert again.union(Handed(b), untrusted=True).new == again.union(again, untrusted=True).new == 0
        assert contents(again) == everything


@given(deeds(), st.randoms(use_true_random=False))
@settings(max_examples=15)
def test_nothing_of_a_stranger_changes_what_the_team_has(keys, done, rng):
    history = written(done, keys)
    team = [each for each in history if each.signature and each.author != keys["stranger"].own]
    trusted = {keys["anna"].own: "Anna"}
    with (
        Store(":memory:", keys=Keys(keys["bo"].file, trusted)) as alone,
        Store(":memory:", keys=Keys(keys["bo"].file, trusted)) as beside,
    ):
        alone.union(Handed(team))
        beside.union(Handed(rng.sample(history, len(history))), untrusted=True)
        ours = [each for each in beside.current(kind=None) if not each.untrusted]
        assert ours == alone.current(kind=None)
        assert beside.current(kind=None)[: len(ours)] == ours  # all that is untrusted stands behind
        assert beside.conflicts() == alone.conflicts()


def test_what_replaces_a_record_that_is_not_there_yet_takes_force_when_it_comes(keys):
    done = [("anna", "write", [], "explore", 1, True), ("anna", "write", [0], "explore", 2, True)]
    old, new = written(done, keys)
    with Store(":memory:", keys=Keys(keys["anna"].file)) as store:
        store.union(Handed([new]))
        assert store.current() == [new]
        store.union(Handed([old]))
        assert store.current() == [new]
        assert store.records() == sorted([old, new], key=lambda each: each.id)
