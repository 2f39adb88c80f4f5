"""No title of a screen and no question of a dialog carries a person's name, or anything else that is a value."""

import json
from pathlib import Path

import pytest
from test_true_documents import page

from appagent.actions import Tap, TypeText
from appagent.documents.evidence import seen_facts
from appagent.learning.trail import Act, Trail
from appagent.learning.write import Writer
from appagent.screen import Screen
from appagent.store import Store
from appagent.store.exporting import export

APPS = Path(__file__).parent / "apps"
POST = "com.example.post"
PEOPLE = ("Theodora", "Vance", "Kehinde", "Oyelaran", "Milan", "Bobek", "Yuna", "Sandvik", "dora@", "mibo@", "yuna@")

INBOX = page("Inbox", "dora@mill.example", "mibo@tram.example")


def letter(name: str) -> Screen:
    return page(name, activity="Letter", buttons=("Info", "Block", "Print"))


def question(words: str) -> Screen:
    return page(words, activity="Ask", buttons=("Agree", "Not now"))


def tap(trail: Trail, before: Screen, after: Screen, words: str) -> Act:
    element = next(e for e in before.elements if e.text == words)
    return trail.act(before, after, Tap(element.mark))


def told(act: Act) -> dict[str, object]:
    return seen_facts(act.change)


@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path / "store.sqlite") as store:
        yield store


def test_a_title_that_one_row_led_to_is_not_told_though_it_shares_no_word_with_the_row():
    trail = Trail()
    seen = told(tap(trail, INBOX, letter("Theodora Vance"), "dora@mill.example"))
    assert (seen["title"], seen["to_title"]) == ("Inbox", "")
    inside = told(tap(trail, letter("Theodora Vance"), page("Info", activity="Info"), "Info"))
    assert (inside["title"], inside["to_title"]) == ("", "Info")


def test_a_title_that_two_rows_led_to_is_the_apps():
    trail = Trail()
    first = told(tap(trail, INBOX, letter("Message"), "dora@mill.example"))
    trail.act(letter("Message"), INBOX, Tap(1))
    again = told(tap(trail, INBOX, letter("Message"), "dora@mill.example"))
    trail.act(letter("Message"), INBOX, Tap(1))
    second = told(tap(trail, INBOX, letter("Message"), "mibo@tram.example"))
    assert [seen["to_title"] for seen in (first, again, second)] == ["", "", "Message"]


def test_rows_of_two_lists_may_lead_to_the_same_person():
    trail, people = Trail(), page("People", "Dora of the mill", activity="People")
    tap(trail, INBOX, letter("Theodora Vance"), "dora@mill.example")
    trail.act(letter("Theodora Vance"), INBOX, Tap(1))
    tap(trail, INBOX, people, "mibo@tram.example")
    assert told(tap(trail, people, letter("Theodora Vance"), "Dora of the mill"))["to_title"] == ""


def test_a_question_that_names_a_person_without_quotation_marks_is_told_without_the_name(store):
    trail, writer = Trail(), Writer(store, "explore")
    writer.write(tap(trail, INBOX, letter("Theodora Vance"), "dora@mill.example"), "", "")
    asked = tap(trail, letter("Theodora Vance"), question("Hear no more from Theodora Vance?"), "Block")
    assert told(asked)["to_title"] == ""
    writer.write(asked, "Blocks.", "small")
    told_all = json.dumps([record.to_json() for record in store.records()])
    assert not [name for name in PEOPLE if name in told_all + str(store.titles())]


def test_what_a_row_or_an_input_field_said_is_no_title_anywhere():
    trail = Trail()
    trail.act(INBOX, page("Rules", activity="Rules", buttons=("Back",)), Tap(1))
    info = page("dora@mill.example", activity="Info")
    assert told(tap(Trail(), page("Rules", buttons=("Go",)), info, "Go"))["to_title"] == "dora@mill.example"
    assert told(tap(trail, page("Rules", buttons=("Go",)), info, "Go"))["to_title"] == ""
    own = '<node class="android.widget.EditText" text="Robin Lee" clickable="true" bounds="[0,900][900,990]"/>'
    form = page("Name", buttons=("Save",), more=own)
    saved = tap(Trail(), form, page("Robin Lee", activity="Me"), "Save")
    assert told(saved)["to_title"] == ""
    assert told(Trail().act(form, form, TypeText("Ana", form.elements[-1].mark)))["title"] == "Name"


def test_an_export_has_the_apps_titles_and_nobodys_name(store, tmp_path):
    trail, writer = Trail(), Writer(store, "explore")
    writer.write(tap(trail, INBOX, letter("Theodora Vance"), "dora@mill.example"), "", "")
    writer.write(tap(trail, letter("Theodora Vance"), page("Info", activity="Info", buttons=("Up",)), "Info"), "", "")
    (written,) = export(store, [INBOX.app], tmp_path / "text")
    text = written.file.with_name("screens.jsonl").read_text("utf-8")
    assert '"title":"Inbox"' in text
    assert '"title":"Info"' in text
    assert not [name for name in PEOPLE if name in text]
    assert "Theodora Vance" in {title for _, title in store.labels(INBOX.app)}  # this machine may show it


def test_documents_of_pages_named_after_rows_are_written_once_for_all(store):
    trail, writer = Trail(), Writer(store, "explore")
    for row, name in (("dora@mill.example", "Theodora Vance"), ("mibo@tram.example", "Milan Bobek")):
        tap(trail, INBOX, letter(name), row)
        writer.write(tap(trail, letter(name), page("Info", activity="Info"), "Info"), "", "")
        trail.earlier = []
    assert len(store.current(action="tap")) == 1


@pytest.mark.slow
def test_what_is_learnt_of_letters_names_nobody(lesson):
    post = lesson(POST, more=APPS)
    told_all = json.dumps([record.to_json() for record in post.records], ensure_ascii=False)
    assert not [name for name in PEOPLE if name in told_all]
    titles = {seen.get("to_title") for record in post.records if (seen := record.facts.get("seen"))}
    assert {"Rules", "Change a rule", "Writer"} <= titles
