"""The list at the end of a learning names all that it made or changed in an app and that is still there."""

import re
from collections import Counter
from pathlib import Path

import pytest
from conftest import NOTES
from pantry_app import learnt, marked, said

from appagent.devices.android import Android

pytestmark = pytest.mark.slow
APPS = Path(__file__).parent / "learnt_apps"
STALL = "com.example.stall"


def test_the_list_is_what_the_app_holds_now_and_did_not_before(lesson):
    of = lesson(STALL, "es-ES", more=APPS, rounds=70)
    was, now = of.before["stall"], of.after["stall"]
    values = [
        f"{name}: {was[key]}{more} before, now {now[key]}{more}"
        for key, name, more in (("bags", "Bolsas", ""), ("light", "Brillo", ".0"))
        if was[key] != now[key]
    ]
    assert any(note.startswith("Sample") for note in now["notes"])
    assert len(now["notes"]) > 1
    assert now["weighed"]
    assert sorted(of.learned.left_behind) == sorted([*now["notes"], *now["weighed"], *values])
    assert values
    assert now["mood"] == was["mood"]


def test_a_row_that_went_and_a_box_without_words_are_on_the_list(lesson):
    of = lesson("com.example.chores", more=APPS, rounds=40)
    (away,) = of.after["chores"]["away"]
    assert of.after["chores"]["boxes"] == [True, True]
    box = "box on “Flags”, 1 of 2: off before, now on"
    assert sorted(of.learned.left_behind) == [f"{away}: on “Chores” before, now gone from there", box]


def test_what_goals_make_is_taken_back_and_counts_no_more(tmp_path, monkeypatch):
    with learnt(tmp_path, milk(monkeypatch), NOTES, goals=True, max_created=1) as (done, run, _, phone):
        titles = {note["title"] for note in phone.state()["notes"]["notes"]}
        deleted = [deed["words"] for deed in phone.deeds()]
    assert any('type "Milk"' in step.words and step.outcome == "done" for step in run.steps)
    assert "Milk" in deleted
    assert done.left_behind == [title for title in titles if title == "Milk" or "Sample" in title]


def test_a_goal_over_the_budget_is_told_the_true_reason(tmp_path, monkeypatch):
    with learnt(tmp_path, milk(monkeypatch), NOTES, goals=True, max_created=0) as (_, run, _, phone):
        assert not any(note["title"] == "Milk" for note in phone.state()["notes"]["notes"])
    reasons = [step.reason for step in run.steps if 'type "Milk"' in step.words]
    assert [("--max-created" in reason) for reason in reasons] == [True]


def milk(monkeypatch):
    """Answer as a model whose only goal is a note about milk."""
    monkeypatch.setattr(Android, "activities", lambda *_: ("StatisticsActivity",))
    asked = Counter()
    calls = {1: ("fab", "tap({})"), 2: ("Title", 'text("Milk", element={})'), 3: ("ImageButton", "tap({})")}

    def answer(request):
        if "Which goals lead there?" in said(request):
            return "Write a note about milk."
        if "The task to learn with: Write" not in said(request):
            return "none"
        if not asked["goal"] and not re.search(r"^ *\d+ .*fab", said(request), re.MULTILINE):
            return "Observation: A.\nThought: B.\nAction: back()\nSummary: C."  # to the page with the notes
        asked["goal"] += 1
        if asked["goal"] not in calls or "--max-created" in said(request):
            return "Observation: A.\nThought: B.\nAction: finish()\nSummary: C."
        name, call = calls[asked["goal"]]
        return f"Observation: A.\nThought: B.\nAction: {call.format(marked(request, name))}\nSummary: C."

    return answer
