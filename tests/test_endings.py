"""How a run ends that the agent gave up: what the command line, its JSON, the list of runs and the report say."""

import pytest
from commanding import run_at
from endpoint import Endpoint, completion
from typing_in import type_at

from appagent.actions import Finish, parse
from appagent.runs.report.page import render
from appagent.runs.trajectory import read

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
    assert f"Not done (as the agent says) in 1 steps: {SAID}" in shown.out
    folder = next((tmp_path / "runs").iterdir())
    assert '<span class="badge bad">failed</span>' in render(read(folder))
    listed = type_at(tmp_path, {"HOME": str(tmp_path)}, "runs", "list", "--runs", "runs")
    assert "failed" in listed.stdout
    assert "success" not in listed.stdout


def test_what_was_given_up_is_no_success_even_where_the_check_finds_it_done(tmp_path):
    with Endpoint(lambda request: completion(NO_NOTE, request)) as served:
        told = run_at(served.url, tmp_path, "--reply", "text", "--check", "True")
    assert (told.status, told.result["status"], told.result["claimed"]) == (1, "failed", False)
    assert told.result["reason"] == f"{SAID}; the check says that it is done"


def test_a_task_that_is_done_says_so(tmp_path):
    with Endpoint(lambda request: completion("Action: finish(answer='Milk')\n", request)) as served:
        told = run_at(served.url, tmp_path, "--reply", "text")
    assert (told.status, told.result["outcome"], told.result["answer"]) == (0, "done", "Milk")


@pytest.mark.parametrize(
    ("said", "outcome", "answer"),
    [
        ("impossible: there is no such note", "impossible", "there is no such note"),
        ("not_done: the list is empty", "not_done", "the list is empty"),
        ("failed: no network", "not_done", "no network"),
        ("failed", "done", "failed"),
        ("gave up", "not_done", ""),
        ("This cannot be done", "not_done", "This cannot be done"),
        ("Not possible: there is no note", "not_done", "Not possible: there is no note"),
        ("I couldn't find a note 'Milk'.", "not_done", "I couldn't find a note 'Milk'."),
        ("7 degrees", "done", "7 degrees"),
        ("Impossible Mission", "done", "Impossible Mission"),
        ("Failed payments: 3", "done", "Failed payments: 3"),
    ],
)
def test_an_answer_that_gives_up_is_no_success(said, outcome, answer):
    assert parse(f'finish("{said}")') == Finish(answer, outcome)


def test_an_ending_that_is_named_is_not_read_off_the_answer():
    assert parse('finish(outcome="done", answer="Failed")') == Finish("Failed", "done")
