"""Search finds what a list shows: the sentences that are made from facts, by the wording of today."""

import hashlib
import json
import os
import sys

import pytest
from endpoint import Endpoint, Fault
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


@pytest.mark.parametrize(
    ("words", "why"), [("", "is blank"), ("  ", "is blank"), ("\udcff", "bytes that are no UTF-8")]
)
def test_a_search_for_no_words_says_what_to_give(typed, path, words, why):
    status, _, err = typed("docs", "search", words, "--store", path)
    assert (status, err.count("\n")) == (2, 1)
    assert why in err


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
    assert (WORDING, hashlib.sha256(told.encode()).hexdigest()[:8]) == ("7", "4a2367ae")


def embeddings(request):
    """What an endpoint answers: vectors by how many letters of a short alphabet a text has."""
    rows = [[1.0 + text.lower().count(letter) for letter in "abcdefgh"] for text in request["input"]]
    return {"data": [{"index": n, "embedding": row} for n, row in reversed([*enumerate(rows)])]}


@pytest.fixture
def by_endpoint(typed, path, monkeypatch):
    """Searches with an endpoint's embeddings, and returns the exit status, what was found, and the error."""

    def search(endpoint, words, *more, model="embed-1"):
        monkeypatch.setenv("APPAGENT_BASE_URL", endpoint.url)
        monkeypatch.setenv("APPAGENT_API_KEY", "sk-abcdefghijklmnop")
        monkeypatch.setenv("APPAGENT_EMBEDDINGS", model)
        status, out, err = typed("docs", "search", words, "--store", path, "--json", *more)
        return status, [each["sentence"] for each in json.loads(out).get("documents", [])], err

    return search


@pytest.mark.slow
def test_with_embeddings_the_nearest_come_even_without_the_words_and_the_words_still_count(by_endpoint, path):
    with Endpoint(lambda request: "", embeddings=embeddings) as endpoint:
        status, found, err = by_endpoint(endpoint, "hedgehog")
        assert (status, err, len(found)) == (0, "", 2)  # what says nothing has no vector
        assert by_endpoint(endpoint, "bell")[1][0] == "Rings a bell."
        asked = len(endpoint.requests)
        by_endpoint(endpoint, "bell")
        assert [each["input"] for each in endpoint.requests[asked:]] == [["bell"]]
        assert endpoint.headers[0]["Authorization"] == "Bearer sk-abcdefghijklmnop"
    with Store.open(path) as store:
        new = record("Adds a bed.", element_id="new")
        store.add(new)
    with Endpoint(lambda request: "", embeddings=embeddings) as endpoint:
        assert by_endpoint(endpoint, "bed")[1][0] == "Adds a bed."
        assert endpoint.requests[0]["input"] == ["Adds a bed."]
        with Store.open(path) as store:
            store.purge(new)
        assert "Adds a bed." not in by_endpoint(endpoint, "bed")[1]


@pytest.mark.slow
def test_vectors_of_two_models_are_not_mixed(by_endpoint):
    with Endpoint(lambda request: "", embeddings=embeddings) as endpoint:
        assert by_endpoint(endpoint, "bell")[0] == 0
        status, _, err = by_endpoint(endpoint, "bell", model="embed-2")
        assert (status, err.count("\n")) == (2, 1)
        assert "'embed-1'" in err
        assert "--reindex" in err
        assert by_endpoint(endpoint, "bell", "--reindex", model="embed-2")[0] == 0
        assert by_endpoint(endpoint, "bell", model="embed-2")[0] == 0


@pytest.mark.parametrize(
    "answer",
    [
        {"data": []}, {"data": [{"index": 0, "embedding": "x"}] * 2}, {"data": [{"embedding": [0, 0]}] * 2},
        Fault(200, "[]"), Fault(500), {"data": [{"index": "a"}, {"index": 1}]},
        {"data": [{"embedding": [1.0]}, {"embedding": [1.0, 2.0]}]}, {"data": [{"embedding": [None]}] * 2},
    ],
)  # fmt: skip
def test_an_endpoint_that_gives_no_vectors_is_one_clear_line(by_endpoint, answer):
    with Endpoint(lambda request: "", embeddings=lambda request: answer) as endpoint:
        status, _, err = by_endpoint(endpoint, "bell")
    assert (status, len(err.splitlines())) == (4, 1)
    assert "no embeddings of 'embed-1'" in err
    assert "sk-abcdefghijklmnop" not in err
