"""Learning with a task or with goals, judged in the call that chooses the next action, on the virtual phone."""

from collections import Counter
from pathlib import Path

import pytest
from endpoint import error
from pantry_app import current, learnt, marked, page, said, usual
from pantry_app import pantry as pantry
from scripted_runs import VAULT

from appagent.errors import ModelError
from appagent.runs.trajectory import ASKED

pytestmark = pytest.mark.slow


def test_with_a_task_the_last_action_is_judged_in_the_call_that_chooses_the_next(pantry, tmp_path):
    def answer(request):
        if "Decision" not in request["messages"][0]["content"]:
            return f"Observation: A.\nThought: B.\nAction: tap({marked(request, 'onward')})\nSummary: C."
        judged = "Decision: SUCCESS\nDocumentation: Leads to what Shelf has."
        return f"{judged}\nObservation: A.\nThought: B.\nAction: finish()\nSummary: C."

    with learnt(tmp_path, answer, goal="See the shelf") as (done, run, requests, _):
        assert done.status == "success"
    assert len(requests) == 2
    assert [(step.decision, step.model_calls) for step in run.steps] == [("SUCCESS", 1), ("", 1)]
    (record,) = [r for r in current(tmp_path) if r.model]
    assert (record.text, record.id) == ("Leads to what Shelf has.", run.steps[0].document)
    assert record.facts["seen"]["effect"] == "opens"


def test_with_a_task_several_actions_are_carried_out_in_turn(pantry, tmp_path):
    def answer(request):
        if "You have done nothing yet." in said(request):
            calls = f'text("rye", element={marked(request, "Word")})\ntap({marked(request, "onward")})'
            return f"Observation: A.\nThought: B.\nAction: {calls}\nSummary: C."
        told = "1: Holds what is looked for.\n2: Leads to the jars."
        return f"Decision: SUCCESS\nDocumentation: {told}\nObservation: A.\nThought: B.\nAction: finish()\nSummary: C."

    with learnt(tmp_path, answer, goal="Type rye and go on") as (done, run, requests, phone):
        assert phone.state()["pantry"]["word"] == "rye"
    assert (done.status, len(requests), len(run.steps)) == ("success", 2, 3)
    texts = {record.action: record.text for record in current(tmp_path) if record.model}
    assert texts == {"text": "Holds what is looked for.", "tap": "Leads to the jars."}


def test_a_task_whose_last_action_was_refused_is_no_success(tmp_path):
    (tmp_path / "apps").mkdir()
    (tmp_path / "apps" / "vault.py").write_text(
        (Path(__file__).parent / "apps" / "vault.py").read_text(encoding="utf-8")
    )

    def answer(request):
        refused = "was refused" in said(request)
        action = "finish()" if refused else f"tap({marked(request, chr(34) + 'Pay')})"
        return f"Observation: A.\nThought: B.\nAction: {action}\nSummary: C."

    with learnt(tmp_path, answer, VAULT, goal="Pay") as (done, _, _, phone):
        assert phone.state()["vault"]["paid"] is False
    assert done.status == "failed"
    assert "was refused" in done.reason


def test_goals_are_asked_for_once_and_tried_as_tasks(pantry, tmp_path):
    def answer(request):
        if "Which goals lead there?" in said(request):
            assert "Cellar" in said(request)
            assert "MainActivity" not in said(request)
            return "Go down to the cellar."
        if "The task to learn with: Go down" in said(request):
            return 'Observation: A.\nThought: B.\nAction: finish("impossible", answer="no stairs")\nSummary: C.'
        return usual(request)

    with learnt(tmp_path, answer, goals=True) as (done, run, requests, _):
        assert done.status == "success"
    assert sum("Which goals lead there?" in said(each) for each in requests) == 1
    assert [step.outcome for step in run.steps[-2:]] == [ASKED, "impossible"]
    assert done.model_calls == len(requests)


def test_goals_that_were_asked_for_are_gone_on_with(pantry, tmp_path):
    asked = Counter()

    def answer(request):
        goals, trying = "Which goals lead there?" in said(request), "The task to learn with: Go down" in said(request)
        asked["goals" if goals else "trying" if trying else page(request)] += 1
        if goals:
            return "Go down to the cellar."
        if trying and asked["trying"] == 1:
            return error(400, "out of order")
        return 'Action: finish("impossible", answer="no stairs")' if trying else usual(request)

    with pytest.raises(ModelError), learnt(tmp_path, answer, goals=True):
        pass
    with learnt(tmp_path, answer, resume="latest", goals=True) as (done, run, _, _):
        assert done.status == "success"
        assert run.steps[-1].outcome == "impossible"
    assert asked == {"Pantry": 1, "Shelf": 1, "goals": 1, "trying": 2}
    assert done.model_calls == 4  # the one that failed was none
