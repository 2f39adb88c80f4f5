"""What a new version of an app makes of its documents: docs diff and docs forecast, after one more learning each."""

import json
import os
import shutil
from functools import cache

import pytest
from cli_in_process import type_at
from test_records import record

from appagent.store import Store
from appagent.store.opening import open_store

pytestmark = pytest.mark.slow

# A kiosk whose next version has another page behind Orders, no Help, a dead button, and news.
KIOSK = '''"""Kiosk: a page of buttons."""

from functools import partial

from appagent.phone.app import App, Page
from appagent.phone.parts import toolbar
from appagent.phone.ui import Button, Column, Text


class Kiosk(App):
    """Each button opens a page of its own."""

    package = "org.example.kiosk"
    label = "Kiosk"
    version = "VERSION"

    def home(self):
        """The buttons."""
        rows = [Button(name, id=name.lower(), on_tap=self.way(name)) for name in NAMES]
        return Page(Column([toolbar("Kiosk"), *rows]), activity="Home")

    def way(self, name):
        """What a button does."""
        return (lambda: None) if name in DEAD else partial(self.open, self.page, MOVED.get(name, name))

    def page(self, name):
        """A page of one name, and a button that is on no other."""
        more = Button("More", id="more_" + name.lower(), on_tap=partial(self.open, self.last))
        return Page(Column([toolbar(name), more]), activity=name)

    def last(self):
        """What lies behind each of them."""
        return Page(Column([toolbar("All"), Text("Nothing yet")]), activity="All")
'''
OLD, NEW = "8.0.9", "8.0.10"
VERSIONS = {
    OLD: {"NAMES": "['Orders', 'Help', 'About', 'Rate']", "DEAD": "[]", "MOVED": "{}"},
    NEW: {"NAMES": "['Orders', 'News', 'About', 'Rate']", "DEAD": "['Rate']", "MOVED": "{'Orders': 'History'}"},
}


@pytest.fixture
def learn(typed, monkeypatch, home, learnt):
    """Learns versions of the kiosk in turn, once for all tests, and returns the store, which they only read."""
    monkeypatch.setenv("HOME", str(home))  # with the key that signed what is in the store
    return learnt


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """Whose learnings these are."""
    return tmp_path_factory.mktemp("kiosk")


@pytest.fixture(scope="module")
def learnt(home):
    """What `learn` gives."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("APPAGENT_", "OPENAI_", "XDG_"))}

    @cache
    def learn(*versions):
        store = home / f"{'-'.join(versions)}.sqlite"
        if versions[1:]:
            shutil.copy(learn(*versions[:-1]), store)
        apps = home / versions[-1]
        apps.mkdir(exist_ok=True)
        (apps / "kiosk.py").write_text(kiosk(versions[-1]), encoding="utf-8")
        done = type_at(
            home, {**kept, "HOME": str(home)}, "learn", "--app", "kiosk", "--agent", "offline", "--apps", apps,
            "--runs", home / "runs", "--device", "virtual", "--time-scale", "0.04", "--size", "360x640",
            "--store", store,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return store

    return learn


def kiosk(version):
    """The app's file as of a version."""
    text = KIOSK.replace("VERSION", version)
    for name, value in VERSIONS[version].items():
        text = text.replace(name, value)
    return text


def elements(told, what):
    """The resource-ids of the documents under one heading, without the arrow of the toolbar, which has none."""
    return sorted({each["facts"]["resource_id"].rpartition("/")[2] for each in told[what]} - {""})


def test_after_one_learning_the_new_version_is_forecast(learn, typed):
    store = learn(OLD, NEW)
    told = json.loads(typed("docs", "forecast", "--app", "kiosk", "--store", store, "--json")[1])
    assert told["to"] == "8.0.10"
    assert elements(told, "gone") == ["help", "more_help", "more_orders", "more_rate"]
    assert elements(told, "changed") == ["orders"]
    assert elements(told, "failing") == ["rate"]
    assert "about" in elements(told, "sure")  # it was gone through
    assert "more_about" in elements(told, "likely")  # it is there, and where it leads was known
    now = told["changed"][0]["now"]
    assert (now["facts"]["seen"]["to_title"], now["app_version"]) == ("History", "8.0.10")
    shown = typed("docs", "forecast", "--app", "kiosk", "--store", store)[1]
    assert "no longer found" in shown
    assert "Now: Opens 'History'" in " ".join(shown.split())
    assert "1 failed" in shown


def test_two_versions_are_compared(learn, typed):
    store = learn(OLD, NEW)
    asked = ("docs", "diff", "--app", "kiosk", "--from", "8.0.9", "--to", "8.0.10", "--store", store)
    told = json.loads(typed(*asked, "--json")[1])
    assert elements(told, "appeared") == ["more_history", "more_news", "news"]
    assert elements(told, "changed") == ["orders"]
    assert "help" in elements(told, "gone")
    assert elements(told, "failing") == ["rate"]
    assert json.loads(typed("docs", "diff", "--app", "kiosk", "--store", store, "--json")[1]) == told
    shown = typed(*asked)[1]
    assert "from 8.0.9 to 8.0.10" in shown
    assert "News" in shown


def test_a_second_learning_of_the_same_version_says_nothing_of_versions(learn):
    with Store.open(learn(OLD, OLD)) as store:
        assert not store.outcomes(each.id for each in store.records())
        assert list(store.sighted("org.example.kiosk")) == ["8.0.9"]


def test_a_version_that_nothing_is_known_of_is_refused_with_those_that_are(typed, tmp_path):
    path = tmp_path / "s.sqlite"
    with open_store(path) as store:
        store.add(record("Opens.", app_version="8.0.9", author=store.author))
    status, _, err = typed("docs", "diff", "--app", "notes", "--from", "7.0", "--to", "8.0.9", "--store", path)
    assert (status, "known from documents that you trust are: 8.0.9" in err, "'7.0'" in err) == (2, True, True)
    status, _, err = typed("docs", "diff", "--app", "notes", "--store", path)
    assert (status, "two versions are needed" in err) == (2, True)


def test_what_a_stranger_says_changes_no_forecast(typed, tmp_path):
    path = tmp_path / "s.sqlite"
    with open_store(path) as store:
        own = record("Opens.", app_version="1.0", author=store.author)
        store.add(own, record("Pays.", app_version="2.0", untrusted=True))
    told = json.loads(typed("docs", "forecast", "--app", "notes", "--store", path, "--json")[1])
    assert told["to"] == "1.0"
    assert sum(told["counts"].values()) == 0


def test_what_was_seen_with_a_version_travels_with_no_store(tmp_path, learn):
    with Store.open(learn(OLD)) as store, Store.open(tmp_path / "other.sqlite") as other:
        other.union(store, untrusted=True)
        assert store.sighted("org.example.kiosk")
        assert not other.sighted("org.example.kiosk")
