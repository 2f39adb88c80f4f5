"""--log: a plain log of a run, a block for each step, to read and to grep."""

import os
import stat

import pytest
from endpoint import Endpoint, completion
from run_command import run_at
from scripted_runs import mark_of

pytestmark = pytest.mark.slow

REPLIES = (
    "Hm.",
    "Thought: The list.\nAction: tap({Shopping})\nSummary: The list is called Shopping.",
    'Thought: \x1b[2Jdone\nAction: finish("done", "Milk, eggs")',
)


@pytest.fixture
def logged(tmp_path):
    """Runs the replies with a log, and returns the result and the lines of the log."""
    left = list(REPLIES)

    def answer(request):
        said = left.pop(0)
        if "{" in said:
            listing = "\n".join(str(message["content"]) for message in request["messages"])
            said = said.replace("{Shopping}", str(mark_of("Shopping", listing)))
        return completion(said, request)

    with Endpoint(answer) as served:
        told = run_at(served.url, tmp_path, "--reply", "text", "--see", "text", "--log", "run.log")
    return told, (tmp_path / "run.log").read_text(encoding="utf-8").splitlines()


def test_each_step_is_a_block_that_says_what_was_seen_done_and_came_of_it(logged):
    told, lines = logged
    assert told.status == 0
    assert f"---- run      {told.result['run']}" in lines
    assert "---- task     Open a note" in lines
    block = [line[5:] for line in lines if line.startswith("0002 ")]
    assert block[0] == "screen   com.example.notes .NoteListActivity"
    assert any(line.startswith('screen     2 "Shopping') for line in block)
    assert block[-6:] == [
        "thought  The list.", 'action   tap "Shopping · Milk, eggs, bread"', block[-4], "outcome  done",
        'effect   another screen opened with "Title", "Note"', "noted    The list is called Shopping.",
    ]  # fmt: skip
    assert block[-4].startswith("call     tap(")
    (reason,) = [line for line in lines if line.startswith("0001 reason")]
    assert "there is no function call" in reason
    assert lines[-4:-1] == ["", "---- end      success", "---- answer   Milk, eggs"]


def test_json_lists_the_same_steps_with_those_that_failed(logged):
    told, lines = logged
    listed = told.result["trajectory"]
    for name in ("words", "outcome", "effect", "reason"):
        word = {"words": "action"}.get(name, name)
        blocks = {line[:4]: line[14:] for line in lines if line[5:13].strip() == word}
        assert blocks == {f"{step['number']:04}": step[name] for step in listed if step[name]}
    assert [(step["outcome"], step["asked_again"]) for step in listed] == [
        ("failed", True), ("done", False), ("finish", False),
    ]  # fmt: skip
    assert told.result["steps"] == sum(not step["asked_again"] for step in listed)


def test_nothing_in_it_is_more_than_a_letter(logged):
    _, lines = logged
    assert "\x1b" not in "".join(lines)
    assert {line[:4] for line in lines if line} == {"----", "0001", "0002", "0003"}


def test_only_its_person_may_read_it_and_the_next_run_is_written_behind(logged, tmp_path):
    with Endpoint(lambda request: completion("Action: finish()\n", request)) as served:
        run_at(served.url, tmp_path, "--reply", "text", "--log", "run.log")
    lines = (tmp_path / "run.log").read_text(encoding="utf-8").splitlines()
    assert sum(line.startswith("---- begin") for line in lines) == 2
    assert stat.S_IMODE(os.stat(tmp_path / "run.log").st_mode) == 0o600


def test_a_log_that_cannot_be_written_is_said_before_anything_is_done(tmp_path):
    with Endpoint(lambda request: completion("Action: finish()\n", request)) as served:
        told = run_at(served.url, tmp_path, "--log", "nowhere/run.log")
    assert told.status == 2
    assert "cannot write nowhere/run.log: No such file or directory; name another file with --log" in told.err
    assert served.requests == []


def test_a_run_that_a_limit_ends_is_logged_to_its_end(tmp_path):
    with Endpoint(lambda request: completion("Action: wait(0.1)\n", request)) as served:
        told = run_at(served.url, tmp_path, "--reply", "text", "--log", "run.log", "--max-calls", "1")
    lines = (tmp_path / "run.log").read_text(encoding="utf-8").splitlines()
    assert told.status == 1
    assert "0001 effect   nothing changed on the screen" in lines
    assert "---- end      limit" in lines
