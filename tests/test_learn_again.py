"""A second learning of an app begins with what the first knew: what was tried, the map, and the version."""

from shutil import copytree

import pytest
from pantry_app import learnt, write_app

from appagent.documents.map.overview import tree
from appagent.learning.crawl.carried_over import Earlier
from appagent.offline.explorer import OfflineExplorer
from appagent.runs.learning_summary import news
from appagent.store import Store

pytestmark = pytest.mark.slow

JARS = """
            Button("Jars", id="jars", on_tap=lambda: self.open(self.jars)),"""
PAGE = """
    def jars(self):
        return Page(Column([toolbar("Jars", on_back=self.close), Button("Plum", id="plum", on_tap=lambda: None)]),
            activity="Cellar")

    def shelf(self):"""


def again(home, **more):
    """Learn the pantry without a model; return the result, and the words of what was done."""
    with learnt(home, lambda request: "none", agent="offline", **more) as (done, run, requests, _):
        assert requests == []
        return done, [step.words for step in run.steps if step.outcome in ("done", "refused")]


def earlier(store):
    """What the store has of the learnings of the pantry."""
    return Earlier.of(store, "com.example.pantry", OfflineExplorer().recall)


def grown(home):
    """Write the next version of the app: it has one more page."""
    path = write_app(home, JARS, "2.0") / "pantry.py"
    path.write_text(path.read_text(encoding="utf-8").replace("\n    def shelf(self):", PAGE, 1), encoding="utf-8")


def test_a_second_learning_tries_nothing_and_says_so(tmp_path):
    write_app(tmp_path)
    first, tried = again(tmp_path)
    assert (first.new, len(tried) > 5) == (None, True)
    assert [words for depth, words in tree(first.map)][:2] == ["Pantry", "Shelf"]
    assert any(each["to"] == "Shelf" for each in first.map["transitions"])
    done, tried = again(tmp_path)
    assert (done.status, tried, done.documents_written) == ("success", [], 0)
    known = {"screens": first.screens["seen"], "elements": first.elements["met"]}
    assert done.known_before == known
    assert (done.elements, done.screens) == (first.elements, first.screens)
    assert news(done.to_json()).startswith(f"Nothing new: {known['screens']} screens and {known['elements']} elements")


def test_a_new_version_is_tried_where_it_is_new(tmp_path):
    write_app(tmp_path)
    _, first = again(tmp_path)
    grown(tmp_path)
    done, tried = again(tmp_path)
    assert done.new == {"screens": 1, "elements": 3}  # with the arrow
    assert {'tap "Jars"', 'tap "Plum"'} <= {*tried}
    assert not any(words.startswith("type") or "(mark, " in words for words in tried)
    assert len(tried) < len(first)
    assert again(tmp_path)[1] == []


def test_what_a_learning_had_no_rounds_for_is_tried_next(tmp_path):
    write_app(tmp_path)
    done, _ = again(tmp_path, rounds=3)
    assert done.status == "limit"
    done, second = again(tmp_path)
    assert done.status == "success"
    assert second
    assert again(tmp_path)[1] == []
    with Store.open(tmp_path / "store.sqlite") as store:
        assert earlier(store).finished
        store.purge(store.current("com.example.pantry")[0])
        assert earlier(store) is None  # it quotes what was on the screens


def test_nothing_of_a_learning_stays_for_the_next_but_in_the_store():
    held = Earlier("1", False, frozenset(), OfflineExplorer().known())
    first = held.carried_over("1", frozenset())
    first["told"].add("a control")
    first["tried"].add("an action")
    assert (held.carried_over("1", frozenset())["told"], held.explorer["tried"]) == (set(), set())


@pytest.fixture(scope="module")
def learnt_once(tmp_path_factory):
    """A home in which the pantry was learnt, and what was tried; for tests that copy it."""
    home = tmp_path_factory.mktemp("pantry")
    write_app(home)
    return home, again(home)[1]


@pytest.mark.parametrize("kept", ['{"map": [["version", 3]]}', "without a name"])
def test_documents_alone_tell_what_needs_no_trying(tmp_path, learnt_once, kept):
    home, first = learnt_once
    copytree(home, tmp_path, dirs_exist_ok=True)
    with Store.open(tmp_path / "store.sqlite") as store:  # as if an older AppAgent had learnt it
        fewer = store.crawl("com.example.pantry").replace('"_tried_before"', '"_tried_long_before"')
        store.keep_crawl("com.example.pantry", kept if kept.startswith("{") else fewer)
    _, second = again(tmp_path)
    assert len(second) < len(first)
    done, third = again(tmp_path, anew=True)
    assert (done.new, third) == (None, first)
