"""The list at the end of a learning names all that it made or changed in an app and that is still there."""

from collections import Counter
from pathlib import Path

import pytest
from conftest import NOTES
from pantry_app import learnt, marked, said

from appagent.devices.android import Android

pytestmark = pytest.mark.slow
APPS = Path(__file__).parent / "learnt_apps"
STALL = "com.example.stall"


@pytest.mark.parametrize(("locale", "bags", "light"), [("en-US", "Bags", "Brightness"), ("es-ES", "Bolsas", "Brillo")])
def test_the_list_is_what_the_app_holds_now_and_did_not_before(lesson, locale, bags, light):
    of = lesson(STALL, locale, more=APPS, rounds=90)
    was, now = of.before["stall"], of.after["stall"]
    values = [
        f"{name}: {was[key]}{more} before, now {now[key]}{more}"
        for key, name, more in (("bags", bags, ""), ("light", light, ".0"))
        if was[key] != now[key]
    ]
    assert any(note.startswith("Sample") for note in now["notes"])
    assert len(now["notes"]) > 1
    assert now["weighed"]
    assert sorted(of.learned.left_behind) == sorted([*now["notes"], *now["weighed"], *values])
    assert values
    assert now["mood"] == was["mood"]


def test_what_goals_make_is_taken_back(tmp_path, monkeypatch):
    monkeypatch.setattr(Android, "activities", lambda *_: ("StatisticsActivity",))
    asked = Counter()

    def answer(request):
        if "Which goals lead there?" in said(request):
            return "Write a note about milk."
        if "The task to learn with: Write" not in said(request):
            return "none"
        asked["goal"] += 1
        calls = {1: ("fab", "tap({})"), 2: ("Title", 'text("Milk", element={})'), 3: ("ImageButton", "tap({})")}
        if asked["goal"] > len(calls):
            return "Observation: A.\nThought: B.\nAction: finish()\nSummary: C."
        name, call = calls[asked["goal"]]
        return f"Observation: A.\nThought: B.\nAction: {call.format(marked(request, name))}\nSummary: C."

    with learnt(tmp_path, answer, NOTES, goals=True) as (done, run, _, phone):
        titles = {note["title"] for note in phone.state()["notes"]["notes"]}
        deleted = [deed["words"] for deed in phone.deeds()]
    assert any('type "Milk"' in step.words and step.outcome == "done" for step in run.steps)
    assert "Milk" in deleted
    assert done.left_behind == [title for title in titles if title == "Milk" or "Sample" in title]
