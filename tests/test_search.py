"""Search finds what a list shows: the sentences that are made from facts, by the wording of today."""

import hashlib
import json
import os
import sys

import pytest
from test_records import record

from appagent.documents.facts import ObservedEffect, State
from appagent.documents.wording import WORDING, said, sentence
from appagent.store import Store

OPENS = {"seen": {"effect": "opens", "to_title": "Note", "fields": ["Title"]}, "words": "pen"}
PLAIN = {"seen": {"effect": "opens", "to_title": "Sound", "named": True}, "words": "sound"}


@pytest.fixture
def path(tmp_path):
    with Store.open(tmp_path / "store.sqlite") as store:
        store.add(record("", element_id="a", facts=OPENS), record("", element_id="b", facts=PLAIN))
        store.add(record("Rings a bell.", element_id="c", facts={}))
    return tmp_path / "store.sqlite"


@pytest.mark.parametrize(("words", "says"), [
    ("field", ["Opens 'Note' with the field 'Title'."]), ("opens", ["Opens 'Note' with the field 'Title'."]),
    ("bell", ["Rings a bell."]), ("pen", ["Opens 'Note' with the field 'Title'."]), ("sound", []),
])  # fmt: skip
def test_search_finds_what_a_list_shows(typed, path, words, says):
    status, out, _ = typed("docs", "search", words, "--store", path, "--json")
    assert status == 0
    assert [each["sentence"] for each in json.loads(out)["documents"]] == says


def test_another_wording_is_indexed_anew_and_the_same_one_is_not(path):
    with Store.open(path) as store:

        def found(words, version, said):
            return [each.element_id for each in store.search(words, version=version, says=lambda each: said)]

        assert len(found("walnut", "1", "walnut")) == 3
        assert found("never", "1", "never asked for") == []
        store.add(record("", element_id="d", facts=OPENS))
        assert found("hazel", "1", "hazel") == ["d"]
        assert found("walnut hazel", "2", "almond") == []
        assert len(found("almond", "2", "not asked for")) == 4
        assert found("bell", "2", "") == ["c"]  # what persons wrote is there all the same


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write any file")
def test_a_store_that_cannot_be_written_is_searched_all_the_same(typed, path):
    path.chmod(0o400)
    path.parent.chmod(0o500)
    try:
        assert "Opens 'Note'" in typed("docs", "search", "field", "--store", path)[1]
    finally:
        path.parent.chmod(0o700)


def test_a_store_that_is_only_read_is_searched_in_memory(path):
    before = path.read_bytes()
    with Store(path, writable=False) as store:
        assert [each.element_id for each in store.search("field", version=WORDING, says=sentence)] == ["a"]
    assert path.read_bytes() == before


def test_a_folder_of_documents_is_searched(typed, path, tmp_path):
    assert typed("docs", "export", "--store", path, "-o", tmp_path / "out")[0] == 0
    assert "Opens 'Note'" in typed("docs", "search", "field", "--store", tmp_path / "out")[1]


def test_another_wording_has_another_version():
    """If this fails, the sentences have changed: raise WORDING, so that stores index them anew, and the hash here."""
    on = State("Wi-Fi", True)
    every = [
        ObservedEffect(effect=effect, to_title="Next", title="Here", cost="pay", app="a.b", **more)
        for effect in ("opens", "saves", "returns", "changes", "types", "switches", "leaves", "refused")
        for more in (
            {}, {"plain": True}, {"named": True, "controls": ("A", "B")}, {"dialog": True, "asks": "Sure?"},
            {"chosen": True, "undo": "Undo", "toast": "Done", "needs": "Name"}, {"of_row": True, "rows": 2},
            {"fields": ("Name", ""), "to_filled": True, "others": True, "controls": ("A",)}, {"led_back": True},
            {"turns": (on,), "state": on, "again": True, "back": True, "becomes": "Off", "values": ("Seats",)},
            {"enables": ("Send",), "filters": True, "gone": True, "selects": True, "more": True},
        )
    ]  # fmt: skip
    told = "\n".join(map(said, every))
    assert (WORDING, hashlib.sha256(told.encode()).hexdigest()[:8]) == ("2", "14679c88")
