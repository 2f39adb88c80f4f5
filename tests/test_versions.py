"""What a new version of an app makes of its documents: docs diff and docs forecast, after one more learning each."""

import json

import pytest
from test_records import record

from appagent.store import Store

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
        more = Button("More " + name, id="more_" + name.lower(), on_tap=partial(self.open, self.last, name))
        return Page(Column([toolbar(name, on_back=self.close), more]), activity=name)

    def last(self, name):
        """What lies behind."""
        return Page(Column([toolbar("All " + name, on_back=self.close), Text("Nothing yet")]), activity="All" + name)
'''
OLD = {"VERSION": "8.0.9", "NAMES": "['Orders', 'Help', 'About', 'Rate']", "DEAD": "[]", "MOVED": "{}"}
NEW = {
    "VERSION": "8.0.10",
    "NAMES": "['Orders', 'News', 'About', 'Rate']",
    "DEAD": "['Rate']",
    "MOVED": "{'Orders': 'History'}",
}


@pytest.fixture
def learn(typed, tmp_path):
    """Learns a version of the kiosk with one store, and returns what the learning printed."""

    def learn(version, *more):
        folder = tmp_path / version["VERSION"]
        folder.mkdir(exist_ok=True)
        text = KIOSK
        for name, value in version.items():
            text = text.replace(name, value)
        (folder / "kiosk.py").write_text(text, encoding="utf-8")
        common = ("--device", "virtual", "--time-scale", "0.04", "--size", "360x640", "--store", tmp_path / "s.sqlite")
        status, out, err = typed(
            "learn", "--app", "kiosk", "--agent", "offline", "--apps", folder, "--runs", tmp_path / "runs",
            "--json", *common, *more,
        )  # fmt: skip
        assert status == 0, err
        return json.loads(out)

    return learn


def elements(told, what):
    """The resource-ids of the documents under one heading, without the arrow of the toolbar, which has none."""
    return sorted({each["facts"]["resource_id"].rpartition("/")[2] for each in told[what]} - {""})


def test_after_one_learning_the_new_version_is_forecast(learn, typed, tmp_path):
    learn(OLD)
    learn(NEW)
    store = tmp_path / "s.sqlite"
    told = json.loads(typed("docs", "forecast", "--app", "kiosk", "--store", store, "--json")[1])
    assert told["to"] == "8.0.10"
    assert elements(told, "gone") == ["help", "more_help", "more_orders", "more_rate"]
    assert elements(told, "changed") == ["orders"]
    assert elements(told, "failing") == ["rate"]
    assert {"about", "more_about"} <= {*elements(told, "sure")}
    now = told["changed"][0]["now"]
    assert (now["facts"]["seen"]["to_title"], now["app_version"]) == ("History", "8.0.10")
    shown = typed("docs", "forecast", "--app", "kiosk", "--store", store)[1]
    assert "no longer found" in shown
    assert "with 'More Orders'. Now: " in shown
    assert "1 failed" in shown


def test_two_versions_are_compared(learn, typed, tmp_path):
    learn(OLD)
    learn(NEW)
    store = tmp_path / "s.sqlite"
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


def test_a_second_learning_of_the_same_version_says_nothing_of_versions(learn, tmp_path):
    learn(OLD)
    learn(OLD)
    with Store.open(tmp_path / "s.sqlite") as store:
        assert not store.outcomes(each.id for each in store.records())
        assert list(store.sighted("org.example.kiosk")) == ["8.0.9"]


def test_a_version_that_nothing_is_known_of_is_refused_with_those_that_are(typed, tmp_path):
    path = tmp_path / "s.sqlite"
    with Store.open(path) as store:
        store.add(record("Opens.", app_version="8.0.9"))
    status, _, err = typed("docs", "diff", "--app", "notes", "--from", "7.0", "--to", "8.0.9", "--store", path)
    assert (status, "known are: 8.0.9" in err, "'7.0'" in err) == (2, True, True)
    status, _, err = typed("docs", "diff", "--app", "notes", "--store", path)
    assert (status, "two versions are needed" in err) == (2, True)


def test_what_a_stranger_says_changes_no_forecast(typed, tmp_path):
    path = tmp_path / "s.sqlite"
    with Store.open(path) as store:
        store.add(record("Opens.", app_version="1.0"), record("Pays.", app_version="2.0", untrusted=True))
    told = json.loads(typed("docs", "forecast", "--app", "notes", "--store", path, "--json")[1])
    assert told["to"] == "1.0"
    assert sum(told["counts"].values()) == 0


def test_what_was_seen_with_a_version_travels_with_no_store(tmp_path, learn):
    learn(OLD)
    with Store.open(tmp_path / "s.sqlite") as store, Store.open(tmp_path / "other.sqlite") as other:
        other.union(store, untrusted=True)
        assert store.sighted("org.example.kiosk")
        assert not other.sighted("org.example.kiosk")
