"""How a run ends that the agent gave up: what the command line, its JSON, the list of runs and the report say."""

import pytest
from cli_in_process import type_at
from endpoint import Endpoint, completion
from run_command import run_at

from appagent.actions import Finish, parse
from appagent.runs.report.page import render
from appagent.runs.trajectory import load_run

pytestmark = pytest.mark.slow

NO_NOTE = 'Observation: Empty.\nThought: There is none.\nAction: finish("impossible", answer="there is no note")\n'
SAID = "the agent says that the task is impossible: there is no note"


def test_a_task_that_was_given_up_is_nowhere_told_as_done(tmp_path):
    with Endpoint(lambda request: completion(NO_NOTE, request)) as served:
        told = run_at(served.url, tmp_path, "--reply", "text")
        shown = run_at(served.url, tmp_path, "--reply", "text", json=False)
    result = told.result
    assert (told.status, result["status"], result["reason"]) == (1, "failed", SAID)
    assert (result["outcome"], result["claimed"], result["answer"]) == ("impossible", False, "")
    assert shown.status == 1
    assert "✓" not in shown.out + shown.err
    assert '✗ give up, impossible: "there is no note"' in shown.out
    assert f"Not done (as the agent says) in 1 action: {SAID}" in shown.out
    folder = next((tmp_path / "runs").iterdir())
    assert '<span class="badge bad">failed</span>' in render(load_run(folder))
    listed = type_at(tmp_path, {"HOME": str(tmp_path)}, "runs", "list", "--runs", "runs")
    assert "failed" in listed.stdout
    assert "success" not in listed.stdout


def test_what_was_given_up_is_no_success_even_where_the_check_finds_it_done(tmp_path):
    with Endpoint(lambda request: completion(NO_NOTE, request)) as served:
        told = run_at(served.url, tmp_path, "--reply", "text", "--check", "True")
    assert (told.status, told.result["status"], told.result["claimed"]) == (1, "failed", False)
    assert told.result["reason"] == f"{SAID}; the check says that it is done"


def test_a_task_that_is_done_says_so(tmp_path):
    with Endpoint(lambda request: completion("Action: finish('done', answer='Milk')\n", request)) as served:
        told = run_at(served.url, tmp_path, "--reply", "text")
    assert (told.status, told.result["outcome"], told.result["answer"]) == (0, "done", "Milk")


COULD_NOT = 'finish("so I could not delete it")'


@pytest.mark.parametrize(
    ("then", "status", "ending", "outcome"),
    [
        ('finish("not_done", answer="I may not delete it")', 1, "not_done", "failed"),
        ('finish("done", answer="so I could not delete it")', 0, "done", "success"),
        (COULD_NOT, 1, "not_done", "failed"),  # it was asked once
        ('finish("I deleted it")', 0, "done", "success"),
    ],
)
def test_a_text_with_a_negation_is_asked_about_once(tmp_path, then, status, ending, outcome):
    said = [COULD_NOT, then]
    with Endpoint(lambda request: completion(f"Action: {said.pop(0)}\n", request)) as served:
        told = run_at(served.url, tmp_path, "--reply", "text")
    assert (told.status, told.result["outcome"], told.result["status"]) == (status, ending, outcome)
    assert said == []
    steps = load_run(next((tmp_path / "runs").iterdir())).steps
    assert steps[0].outcome == "failed"
    assert 'does not say how the task ended; state its outcome: "done", "not_done" or "impossible"' in steps[0].reason


@pytest.mark.parametrize(
    ("said", "ending"),
    [
        ("This cannot be done", "impossible"), ("it failed", "not_done"), ("not possible", "impossible"),
        ("not_done", "not_done"), ("The task could not be done.", "not_done"), ("It can't be done!", "impossible"),
    ],
)  # fmt: skip
def test_a_text_alone_that_says_a_failure_is_one_at_once(tmp_path, said, ending):
    with Endpoint(lambda request: completion(f'Action: finish("{said}")\n', request)) as served:
        told = run_at(served.url, tmp_path, "--reply", "text")
    assert (told.status, told.result["outcome"], told.result["steps"]) == (1, ending, 1)


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ('finish("Error: 404")', Finish("Error: 404")),
        ('finish("This cannot be done")', Finish("This cannot be done")),
        ('finish("impossible")', Finish("", "impossible")),
        ('finish("not_done", "the list is empty")', Finish("the list is empty", "not_done")),
        ('finish(outcome="done", answer="Failed")', Finish("Failed", "done")),
        ("finish()", Finish()),
    ],
)
def test_an_outcome_is_never_read_off_an_answer(said, action):
    assert parse(said) == action


def test_a_text_without_an_outcome_and_without_a_negation_is_done_at_once(tmp_path):
    with Endpoint(lambda request: completion('Action: finish("7 degrees")\n', request)) as served:
        told = run_at(served.url, tmp_path, "--reply", "text")
    assert (told.status, told.result["outcome"], told.result["answer"]) == (0, "done", "7 degrees")
    assert (told.result["steps"], len(served.requests)) == (1, 1)


@pytest.mark.parametrize("word", ["Failed", "Error", "Impossible"])
def test_one_word_that_may_be_the_answer_is_asked_about(word):
    assert Finish(word).unclear
