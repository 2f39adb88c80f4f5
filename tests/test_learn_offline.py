"""Test learning without a model: what is covered, what is written, and how the phone is left."""

import re
from pathlib import Path

import pytest
from conftest import NOTES, SETTINGS
from hierarchies import dump, node
from offline_learning import Lesson

from appagent.actions import Tap, TypeText
from appagent.cli.shared.learning import Tally
from appagent.devices.captures.hierarchy import read_dump
from appagent.documents.facts import SEEN
from appagent.documents.map.app_map import Map
from appagent.documents.wording import sentence
from appagent.learning.memory.screen_history import Trail, effect
from appagent.phone.apps.settings import everything
from appagent.store import Record

pytestmark = pytest.mark.slow
APPS = Path(__file__).parent / "apps"
HOME, CONTROLS = "com.example.home", ("hum", "glow", "ruled", "mode")
FEW = {"rounds": 25, "made": 0}  # of a learning that another test needs as well
PLACE = re.compile(r"\d+% across, \d+% down, ")  # rounded, it differs by one between two sizes of the display


def texts(records: tuple[Record, ...]) -> set[str]:
    return {sentence(record) for record in records}


def names(learnt: Lesson) -> set[str]:
    return {label.name for known in Map(learnt.records, learnt.labels).labels.values() for label in known.values()}


def test_every_row_of_every_page_is_seen_also_those_below_the_fold(lesson):
    learnt = lesson(SETTINGS)
    assert {row.title for row, _ in everything()} <= names(learnt)
    assert learnt.after == learnt.before  # what was switched on the way is as it was


def test_learning_tries_each_switch_and_choice_and_leaves_them_as_they_were(lesson):
    learnt = lesson(HOME, more=APPS)
    before, after = learnt.before["home"], learnt.after["home"]
    for control in ("Humming", "Night glow", "Rules", "Quiet", "Strong"):
        assert [step.outcome for step in learnt.steps if step.words == f'tap "{control}"'].count("done") > 0
    assert [after[name] for name in CONTROLS] == [before[name] for name in CONTROLS]
    assert learnt.learned.status == "success"
    assert len(learnt.steps) < 80  # each choice is put back


def test_exploring_deletes_nothing_and_counts_what_was_refused(lesson):
    learnt = lesson(NOTES)
    kept = {note["title"] for note in learnt.after["notes"]["notes"]}
    assert kept >= {note["title"] for note in learnt.before["notes"]["notes"]}
    assert learnt.learned.refused >= 3  # a button of a dialog, and both apps that a note can be shared with


def test_notes_are_documented_in_plain_sentences(lesson):
    assert texts(lesson(NOTES).records) >= {
        "Opens a form with the fields 'Title' and 'Note'.",
        "Opens a form with the fields 'Title' and 'Note', filled in.",
        "Opens the dialog 'Delete note?' with 'Delete'.",
    }


def test_dialogs_and_choices_are_documented_in_plain_sentences(lesson):
    assert "Opens the dialog of that name with an input field and 'OK'." in texts(lesson(SETTINGS).records)
    assert "Chooses this for 'Fan' at once, and goes back." in texts(lesson(HOME, more=APPS).records)


def test_documents_in_chinese_name_what_the_phone_shows(lesson):
    found = texts(lesson(NOTES, "zh-CN", rounds=40).records)
    assert "Opens a form with the fields '标题' and '内容'." in found
    assert "Opens the dialog '删除便签？' with '删除'." in found


def test_what_rows_have_in_common_is_a_document_of_their_template(lesson):
    general = {(r.action, sentence(r)) for r in lesson(NOTES).records if not r.element_id}
    assert general == {
        ("tap", "Opens a form with the fields 'Title' and 'Note', filled in."),
        ("long_press", "Opens the dialog 'Delete note?' with 'Delete'."),
    }


def test_two_learnings_write_the_same(lesson):
    once, again = lesson(NOTES, **FEW), lesson(NOTES, size=(480, 800), **FEW)
    assert sorted(texts(again.records)) == sorted(texts(once.records))
    assert once.records
    said = [[PLACE.sub("", step.words) for step in learnt.steps] for learnt in (again, once)]
    assert said[0] == said[1]


def test_learning_stops_at_its_limit(lesson):
    cut = lesson(NOTES, rounds=5)
    assert cut.learned.status == "limit"
    assert len(cut.steps) == 5
    assert "--rounds" in cut.learned.reason


def test_the_progress_bar_counts_a_new_version_of_a_document_not_again(lesson):
    learnt, tally = lesson(NOTES), Tally()
    for step in learnt.steps:
        tally.add(step)
    assert f" {len(learnt.learned.written)} documents" in tally.words(surveys=False)


def test_what_saved_is_known_from_what_only_went_back(lesson):
    effects = {r.facts[SEEN]["effect"] for r in lesson(NOTES).records if r.element_id}
    assert {"returns", "opens", "refused"} <= effects


def test_an_emptied_field_is_nothing_that_another_screen_could_keep():
    field = node("EditText", at=(0, 100, 900, 200), can="clickable focused")
    form = read_dump(
        dump(node("FrameLayout", field, node("Button", text="Help", at=(0, 300, 900, 400), can="clickable")))
    )
    page = read_dump(dump(node("FrameLayout", node("TextView", text="How to write a note", at=(0, 0, 900, 90)))))
    trail = Trail()
    trail.act(form, form, TypeText("", 1, clear=True))
    assert effect(trail.act(form, page, Tap(2))) == "opens"


def test_what_an_app_asks_when_a_filled_form_is_left_is_seen(lesson):
    assert "Discard changes?" in {title for _, title in lesson(NOTES).labels}
