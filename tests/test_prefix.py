"""What does not change from step to step is the beginning of a prompt, and what endpoints kept of it is counted."""

from itertools import pairwise, takewhile

import pytest
from conftest import SETTINGS
from endpoint import Endpoint, completion
from run_command import run_at
from scripted_runs import answering

from appagent.agents.react import ReAct
from appagent.loop import Run
from appagent.runs.report.page import render
from appagent.runs.trajectory import load_run
from appagent.tasks import Task

pytestmark = pytest.mark.slow

ROUND = ["tap(10)", "back()", "tap(7)", "back()", 'swipe("up")', 'swipe("down")', "wait(1)", "finish()"]


def test_each_prompt_begins_as_the_one_before(started, recorder):
    """Up to where it tells what has happened since, which for the first five actions is after the task."""
    with answering("scripted", *ROUND) as (model, prompts):
        Run(ReAct(model), started(SETTINGS), Task("Look around", SETTINGS), recorder).go()
    shares = []
    for before, after in pairwise(prompts):
        common = "".join(one for one, _ in takewhile(lambda both: both[0] == both[1], zip(before, after, strict=False)))
        assert "Task: Look around\nApp: com.android.settings\n" in common
        shares.append(len(common) / len(after))
    assert min(shares) > 0.8


DETAILS = {"prompt_tokens": 3000, "completion_tokens": 40, "prompt_tokens_details": {"cached_tokens": 2048}}


@pytest.mark.parametrize(("usage", "kept"), [(DETAILS, 2048), (DETAILS | {"prompt_tokens_details": None}, 0)])
def test_what_an_endpoint_kept_is_counted(tmp_path, usage, kept):
    said = "Action: finish()\n"
    with Endpoint(lambda request: completion(said, request) | {"usage": usage}) as served:
        told = run_at(served.url, tmp_path, "--reply", "text")
        shown = run_at(served.url, tmp_path, "--reply", "text", json=False)
    assert told.result["tokens"] == {"prompt": 3000, "completion": 40, **({"cached": kept} if kept else {})}
    assert ("3000 (2048 of them cached) + 40 tokens" in shown.out) == bool(kept)
    run = load_run(next((tmp_path / "runs").iterdir()))
    assert run.steps[0].cached_tokens == kept
    assert ("3,000 in (2,048 of them cached), 40 out" in render(run)) == bool(kept)


@pytest.mark.parametrize("cached", [-1, 4000, 1.5, True, "many", 1e30])
def test_a_count_that_cannot_be_is_none(tmp_path, cached):
    usage = DETAILS | {"prompt_tokens_details": {"cached_tokens": cached}}
    with Endpoint(lambda request: completion("Action: finish()\n", request) | {"usage": usage}) as served:
        told = run_at(served.url, tmp_path, "--reply", "text")
    assert (told.status, told.result["tokens"]) == (0, {"prompt": 3000, "completion": 40})
