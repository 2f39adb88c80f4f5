"""Test changing a demonstration afterwards, as a person or a script does."""

import json
from pathlib import Path

import pytest
from cli_in_process import typed as typed
from test_record import SCRIPT, shown

from appagent.runs.demonstration import Demonstration, read_demonstration, write_demonstration
from appagent.runs.trajectory import load_run


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    home = tmp_path_factory.mktemp("home")
    return Path(json.loads(shown(home, SCRIPT, "--json").stdout)["run"])


@pytest.mark.slow
def test_steps_are_taken_out_put_back_and_described(folder, typed):
    write_demonstration(folder, Demonstration("me", "terminal", unsure=(2, 3)))
    status, out, err = typed("record", "edit", folder, "--drop", "2-3", "--note", "1=all that can be heard", "--json")
    assert status == 0, err
    told = json.loads(out)
    assert [(one["number"], one["taken_out"], one["note"]) for one in told["steps"]] == [
        (1, False, "all that can be heard"), (2, True, ""), (3, True, ""),
    ]  # fmt: skip
    assert read_demonstration(folder).unsure == (2, 3)  # for the day on which they are put back
    assert typed("record", "edit", folder, "--repeat", "3")[0] == 0
    assert read_demonstration(folder).unsure == (2,)
    status, out, _ = typed("record", "edit", folder, "--keep", "2")
    assert status == 0
    assert out.count("taken out") == 1
    kept = load_run(folder)
    assert [step.outcome for step in kept.steps] == ["done", "done", "undone", "finish"]
    assert kept.end["status"] == "success"
    assert kept.resumed == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--drop", "9"), "no step 9 that was done"),
        (("--drop", "x"), "names no steps"),
        (("--drop", ""), "is blank"),
        (("--drop", "2-1"), "'2-1' names no steps"),
        (("--drop", "1-999999999"), "there are no steps 1-999999999"),
        (("--note", "all"), "STEP=WORDS"),
        (("--note", f"{'9' * 5000}=x"), "STEP=WORDS"),
        (("--drop", "1", "--note", "7=x"), "no step 7"),
        (("--repeat", "8"), "no step 8"),
    ],
)
def test_what_is_no_step_changes_nothing(folder, typed, words, says):
    before = (folder / "trajectory.jsonl").read_bytes()
    status, _, err = typed("record", "edit", folder, *words)
    assert (status, says in err) == (2, True), err
    assert (folder / "trajectory.jsonl").read_bytes() == before


def test_without_a_task_it_says_what_is_missing(typed):
    status, _, err = typed("record", "--app", "notes")
    assert status == 2
    assert "give --app and --task, or --resume RUN" in err
