"""What is somebody's own, in words and titles: found in what would be shared, and left out of what is written."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from test_records import record
from test_store import NOTES, screen
from test_true_documents import page

from appagent.actions import Tap, TypeText
from appagent.documents.given_away import contents_seen
from appagent.documents.outcomes.evidence import seen_facts
from appagent.documents.private import general, general_facts, personal
from appagent.learning.memory.screen_history import Act, Trail
from appagent.learning.writing.write import Writer
from appagent.screen import Screen
from appagent.screen.names.labels import Label
from appagent.store import Store
from appagent.store.as_text.exporting import export_text
from appagent.store.opening import open_store


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
        ("opens the chat with anna schmidt", ["name"]),
        ("Opens Ana's page.", ["name"]),
        ("发送给张伟", ["name"]),
        ("Отправляет Дмитрию.", ["name"]),
        ("Password is hunter2.", ["code"]),
        ("Unlocks with code 4711.", ["code"]),
        ("Opens 'Android 14' with 3 tabs, 10% at 7:45.", []),
        ("Opens the list of notes of version 8.0.2.", []),
        ("Shows the seat 12A on page 404.", []),
        ("打开微信", []),
        ("打开高级设置", []),
        ("New contact, marked as read, may grant access", []),
        ("Asks for a PIN of 6 digits.", []),
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
    with open_store(path) as store:
        store.remember_screen(replace(seen, heading="Notes"))
        here = {"screen_id": seen.screen_id, "template": row.template, "facts": {"listed": True}, "app": NOTES}
        store.add(
            record("Opens the note.", element_id=row.id, **here),
            record("Shows what zaphod beeblebrox wrote.", element_id=add.id, app=NOTES),
            record("Writes to a@b.org.", element_id="x", app=NOTES),
            record("Sends milk to Slartib Magrathea.", element_id="y", app=NOTES),
        )
    return path


def test_a_strict_export_lists_what_it_would_give_away_and_writes_nothing_then(typed, telling, tmp_path):
    status, out, _ = typed("docs", "export", "--check-private", "--store", telling, "--json")
    found = json.loads(out)["private"]
    assert status == 1
    assert sorted((each["kind"], each["words"], each["in"]) for each in found) == [
        ("mail", "a@b.org", 1),
        ("name", "milk", 1),
        ("name", "zaphod beeblebrox", 1),
        ("words", "Slartib Magrathea", 1),
    ]
    assert not (tmp_path / "docs_store").exists()
    status, out, err = typed("docs", "export", "--check-private", "--store", telling)
    assert (status, "a@b.org" in out, "Nothing was written: correct them" in err) == (1, True, True)


@pytest.mark.parametrize("to", [("export",), ("push", "hub")])
def test_what_looks_private_leaves_only_where_that_is_asked_for(typed, telling, to):
    """A row that is not written as a person's name may be the app's own, so it is looked for on demand only."""
    status, out, err = typed("docs", *to, "--store", telling)
    assert (status, "a@b.org" in out, "zaphod" in out, "milk" in out) == (1, True, True, False)
    assert "--with-private" in err
    assert [name for name in ("docs_store", "hub") if Path(name).exists()] == []
    assert typed("docs", *to, "--store", telling, "--with-private")[0] == 0


def test_titles_are_looked_at_and_many_findings_are_told_in_few_lines(typed):
    with Store.open("mine.sqlite") as store:
        store.remember_screen(replace(screen("Milk"), heading="x"), title="Chat with Anna Schmidt")
        store.add(*(record(f"Calls {n}{n}{n} {n}{n}{n}.", element_id=str(n), app=NOTES) for n in range(10, 70)))
    status, out, _ = typed("docs", "export", "--store", "mine.sqlite")
    assert (status, out.count("number"), "and 21 more" in out) == (1, 40, True)
    found = json.loads(typed("docs", "export", "--store", "mine.sqlite", "--json")[1])["private"]
    assert [each["words"] for each in found if each["ids"] == []] == ["Anna Schmidt"]


def test_a_person_is_told_at_once_that_a_sentence_looks_private(typed):
    with Store.open("mine.sqlite") as store:
        store.add(old := record("Opens a chat."))
    told = typed("docs", "edit", old.id[:8], "--text", "Opens the chat with Ana.", "--store", "mine.sqlite")
    assert "docs export and docs push will stop at it: Ana" in told[2]


def test_what_only_some_pages_of_a_kind_say_is_content_and_what_all_say_is_the_apps():
    def page_of(name: str, *more: str) -> list[Label]:
        return [Label(each, "check", each) for each in (name, "New contact", *more)]

    save = [Label("Save", "button", "s")]
    labels = {("p", "Ana"): page_of("Ana", "Climbing club"), ("p", "Bo"): page_of("Bo"), ("f", "New contact"): save}
    labels |= {("f", "Edit contact"): save}
    assert contents_seen([], labels) == ["Ana", "Climbing club", "Edit contact"]


def test_where_nothing_looks_private_an_export_is_written_at_once(typed, tmp_path):
    with Store.open("mine.sqlite") as store:
        store.add(record("Opens a note."))
    assert typed("docs", "export", "--check-private", "--store", "mine.sqlite")[0] == 0
    assert (tmp_path / "docs_store").exists()


# Titles and questions

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
    trail.act(page("Inbox", "Loft keys", "Two saws"), page("Rules", activity="Rules", buttons=("Back",)), Tap(1))
    info = page("Loft keys", activity="Info")
    assert told(tap(Trail(), page("Rules", buttons=("Go",)), info, "Go"))["to_title"] == "Loft keys"
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
    (written,) = export_text(store, [INBOX.app], tmp_path / "text")
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
