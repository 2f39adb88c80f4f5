"""Documents that fail lose their rank, and are shown as doubtful."""

import json

import pytest
from key_owners import Person
from test_records import record

from appagent.errors import StoreError
from appagent.store import Handed, Store
from appagent.store.outcomes import Outcomes


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "documents.db") as opened:
        yield opened


@pytest.mark.parametrize(
    ("counts", "failing"),
    [
        ({}, False),
        ({"1.0": (41, 0)}, False),
        ({"1.0": (0, 1)}, False),
        ({"1.0": (0, 2)}, True),
        ({"1.0": (2, 2)}, False),
        ({"8.0.1": (41, 0), "8.0.2": (0, 3)}, True),
        ({"8.0.9": (0, 3), "8.0.10": (1, 0)}, False),
    ],
)
def test_a_document_is_doubtful_once_it_keeps_failing_with_the_latest_version(counts, failing):
    assert Outcomes(counts).failing is failing


def test_one_that_fails_stands_behind_all_that_are_trusted_even_if_a_person_wrote_it(store):
    good, bad = record("Opens."), record("Saves.", source="human")
    stranger = record("Pays.", untrusted=True)
    store.add(good, bad, stranger)
    assert store.current() == [bad, good, stranger]
    for _ in range(2):
        store.count_outcome(bad.id, "2.0", worked=False)
    assert store.current() == [good, bad, stranger]
    assert [each.failing for each in store.current()] == [False, True, False]
    for _ in range(3):
        store.count_outcome(bad.id, "2.0", worked=True)
    assert store.current() == [bad, good, stranger]


def test_of_two_alike_the_one_of_the_nearer_version_and_locale_comes_first(store):
    old, near, same = (record(f"In {v}.", app_version=v, locale="en-US") for v in ("7.0", "8.0.1", "8.0.2"))
    german = record("Auf deutsch.", app_version="8.0.2", locale="de-DE")
    store.add(old, near, same, german)
    store.here = ("8.0.2", "en-US")
    assert store.current() == [same, german, near, old]
    store.here = ("7.0", "de-AT")
    assert store.current() == [old, german, near, same] or store.current()[0] == old


def test_counts_of_trusted_persons_add_up_and_make_a_document_doubtful(tmp_path):
    anna = Person(tmp_path, "anna")
    bo = Person(tmp_path, "bo", anna)
    written = anna.write("Opens.")
    bo.take(anna)
    with anna.store() as store:
        for _ in range(3):
            store.count_outcome(written.id, "2.0", worked=False)
    with bo.store() as store:
        store.count_outcome(written.id, "2.0", worked=True)
    for _ in range(2):
        bo.take(anna)
    with bo.store() as store:
        assert str(store.outcomes([written.id])[written.id]) == "2.0: 1 ok, 3 failed"
        assert store.current()[0].failing
        with pytest.raises(StoreError, match="a counter must be a whole number from 0"):
            store.union(Handed(outcomes=[(written.id, "x", "2.0", -1, 0)]))


def test_a_list_and_a_document_show_what_failed(typed, tmp_path):
    path = tmp_path / "s.sqlite"
    with Store.open(path) as store:
        bad = record("Saves.")
        store.add(bad, record("Opens.", element_id="other"))
        for _ in range(3):
            store.count_outcome(bad.id, "8.0.2", worked=False)
    listed = typed("docs", "list", "--doubtful", "--store", path)[1]
    assert "(failed lately) Saves." in listed
    assert "Opens." not in listed
    told = json.loads(typed("docs", "show", bad.id, "--store", path, "--json")[1])
    assert (told["failing"], told["outcomes"]) == (True, "8.0.2: 3 failed")
    assert "8.0.2: 3 failed" in typed("docs", "show", bad.id, "--store", path)[1]
