"""What is somebody's own: found in what would be shared, and left out of what is written."""

import json
from dataclasses import replace

import pytest
from test_records import record
from test_store import NOTES, screen

from appagent.documents.private import general, general_facts, personal
from appagent.store import Store


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Writes to anna.novak+x@mail.example.org.", ["mail"]),
        ("Calls +1 (555) 010-9999.", ["number"]),
        ("Shows order 4711-0815.", ["number"]),
        ("拨打 13800138000", ["number"]),
        ("Opens https://example.org/u/anna?t=1.", ["web"]),
        ("Follows @anna_novak.", ["account"]),
        ("Pays from DE89 3704 0044 0532 0130 00.", ["account"]),
        ("Ships to 12 Baker Street.", ["address"]),
        ("Liefert in die Lindenstraße 7.", ["address"]),
        ("送到中山路12号", ["address"]),
        ("Opens 'Android 14' with 3 tabs, 10% at 7:45.", []),
        ("Opens the list of notes of version 8.0.2.", []),
        ("Shows the seat 12A on page 404.", []),
        ("打开微信", []),
    ],
)
def test_what_looks_private_is_found_by_its_form_and_left_out(text, kinds):
    assert (
        list(dict.fromkeys(kind for kind, _ in personal(text))) == kinds or [k for k, _ in personal(text)][:1] == kinds
    )
    assert (general(text) == text) is (not kinds)
    assert personal(general(text)) == []


def test_facts_by_which_an_element_is_recognised_stay_as_they_are():
    facts = {
        "shape": "33442211",
        "resource_id": "a:id/b123456",
        "words": "a@b.org",
        "seen": {"page": "12345678", "asks": "Call 0301234567?"},
    }
    assert general_facts(facts) == facts | {"words": "…", "seen": {"page": "12345678", "asks": "Call …?"}}


@pytest.fixture
def telling(tmp_path):
    """A store with documents that name a row, which this machine has seen in a list, and a mail address."""
    path = tmp_path / "mine.sqlite"
    seen = screen("Zaphod Beeblebrox", "Milk")
    row, add = seen.elements[0], seen.elements[-1]
    with Store.open(path) as store:
        store.remember_screen(replace(seen, heading="Notes"))
        here = {"screen_id": seen.screen_id, "template": row.template, "facts": {"listed": True}, "app": NOTES}
        store.add(
            record("Opens the note.", element_id=row.id, **here),
            record("Shows what zaphod beeblebrox wrote.", element_id=add.id, app=NOTES),
            record("Writes to a@b.org.", element_id="x", app=NOTES),
        )
    return path


def test_an_export_lists_what_it_would_give_away_and_writes_nothing_then(typed, telling, tmp_path):
    status, out, _ = typed("docs", "export", "--check-private", "--store", telling, "--json")
    found = [each for one in json.loads(out)["private"] for each in one["found"]]
    assert status == 1
    assert sorted((each["kind"], each["words"]) for each in found) == [
        ("mail", "a@b.org"),
        ("name", "zaphod beeblebrox"),
    ]
    assert not (tmp_path / "docs_store").exists()
    status, out, err = typed("docs", "export", "--check-private", "--store", telling)
    assert (status, "a@b.org" in out, "Nothing was written: mend them" in err) == (1, True, True)
    assert typed("docs", "export", "--store", telling)[0] == 0


def test_where_nothing_looks_private_an_export_is_written_at_once(typed, tmp_path):
    with Store.open("mine.sqlite") as store:
        store.add(record("Opens a note."))
    assert typed("docs", "export", "--check-private", "--store", "mine.sqlite")[0] == 0
    assert (tmp_path / "docs_store").exists()
