"""Test the command `appagent replay`, as a person types it."""

import json
import os
import shutil
from pathlib import Path

import pytest
from cli_in_process import type_at

pytestmark = pytest.mark.slow

QUICK = ("--device", "virtual", "--time-scale", "0.05", "--size", "360x800", "--runs", "runs", "--store", "s.sqlite")
GOAL = "Create a note titled 'Garden'"
LINES = 'tap 5\ntype "Title" "Garden"\ntap 4\nstop\n'
HAS = "any(n.title == {title!r} for n in notes.notes)"


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """The home of somebody who wrote a note by a script, which tests copy."""
    folder = tmp_path_factory.mktemp("home")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("APPAGENT_", "OPENAI_", "XDG_"))}
    words = ("record", "--app", "notes", "--task", GOAL, *QUICK)
    done = type_at(folder, {**kept, "HOME": str(folder)}, *words, entered=LINES)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def recorded(typed, tmp_path, home):
    """Types commands where a note was written by a script."""
    shutil.copytree(home, tmp_path, dirs_exist_ok=True)
    return typed


def test_a_demonstration_is_done_again_with_another_value(recorded):
    check = HAS.format(title="Milk")
    status, out, err = recorded("replay", "latest", "--set", "title=Milk", *QUICK, "--check", check, "--json")
    told = json.loads(out)
    assert (status, told["status"], told["checked"], told["model_calls"]) == (0, "success", True, 0), err
    assert told["replay"] == {"moves": 3, "made": 3, "handed_over": [], "read_back": ['"Milk"']}
    assert told["task"] == "Create a note titled 'Milk'"


def test_each_row_of_a_table_is_done(recorded, tmp_path):
    (tmp_path / "rows.csv").write_text("title\nMilk\nTrip\n")
    status, out, _ = recorded("replay", "latest", "--rows", "rows.csv", *QUICK, "--json")
    told = json.loads(out)
    assert (status, told["success"], told["of"]) == (0, 2, 2)
    assert [row["values"] for row in told["rows"]] == [{"title": "Milk"}, {"title": "Trip"}]


def test_a_difference_is_told_in_json_and_words(recorded):
    status, out, _ = recorded("replay", "latest", "--from", 2, *QUICK, "--json")
    told = json.loads(out)["replay"]["difference"]
    assert (status, told["kind"], told["move"]) == (1, "screen other", 2)
    assert told["advice"] == "Put that right on the phone and go on with --from 2, or show the task anew"
    status, out, _ = recorded("replay", "latest", *QUICK, "--from", 2)
    assert (status, "screen other at move 2" in " ".join(out.split())) == (1, True), out


def test_a_deed_of_a_script_is_repeated_once_somebody_says_that_it_may_be(typed, monkeypatch):
    import io
    import sys

    lines = io.BytesIO(b'long "Shopping"\ntap Delete\nstop\n')
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(lines))
    assert typed("record", "--app", "notes", "--task", "Delete the note 'Shopping'", *QUICK)[0] == 0
    again = ("replay", "latest", *QUICK, "--allow", "delete", "--set", "item=Books to read", "--json")
    status, out, _ = typed(*again)
    told = json.loads(out)["replay"]["difference"]
    assert (status, told["kind"], told["move"]) == (1, "needs a person", 2)
    run = next(Path("runs").glob("*record*"))
    assert typed("record", "edit", run, "--repeat", 2)[0] == 0
    status, out, err = typed(*again, "--check", "not any(n.title == 'Books to read' for n in notes.notes)")
    assert (status, json.loads(out)["status"]) == (0, "success"), err


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("--set", "name=Milk"), "'name' is no value of this task; there are: title"),
        (("--set", "title"), "--set 'title' names no value; write it as NAME=VALUE"),
        (("--set", "title=A", "--set", "title=B"), "--set gives 'title' two values; give it once"),
        (("--set", "title="), "title is given no value; write it as --set title=VALUE, or leave it out"),
        (("--set", "title=${TITLE}"), "there is no secret ${TITLE}; APPAGENT_SECRET_TITLE in the environment sets it"),
        (("--set", "title=\udcff"), "for '--set': the value has bytes that are no UTF-8"),
        (("--rows", "none.csv"), "none.csv"),
        (("--rows", "twice.csv"), "twice.csv has two columns 'title'; give each value one name of its own"),
        (("--from", 9), "there is no move 9; the task has 3"),
        (("--export", "robot"), "there is no export 'robot'; there are: "),
        (("--export", "maestro", "--from", 2), "--export prints all of it: leave --from, --again, --rows"),
    ],
)
def test_a_wrong_option_is_said(recorded, tmp_path, given, says):
    (tmp_path / "twice.csv").write_text("title,title \nMilk,Trip\n")
    status, _, err = recorded("replay", "latest", *given, *QUICK)
    assert (status, says in err) == (2, True), err


def test_a_run_with_a_broken_line_is_not_done_again_without_its_step(recorded):
    path = next(Path("runs").glob("*record*")) / "trajectory.jsonl"
    lines = path.read_text().splitlines()
    at = next(number for number, line in enumerate(lines) if '"tap(4)"' in line)
    path.write_text("\n".join([*lines[:at], "{garbage", *lines[at + 1 :], ""]))
    status, _, err = recorded("replay", "latest", *QUICK)
    assert (status, f"line {at + 1}, is no JSON object: '{{garbage'; a step may be lost" in err) == (2, True), err


def test_a_step_that_is_lost_before_a_line_that_a_crash_cut_off_is_missed_too(recorded):
    path = next(Path("runs").glob("*record*")) / "trajectory.jsonl"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:-2], "{garbage", lines[-1][:9], '{"kind": "resumed"}', lines[-1], ""]))
    status, _, err = recorded("replay", "latest", *QUICK)
    assert (status, f"line {len(lines) - 1}, is no JSON object: '{{garbage'" in err) == (2, True), err


def test_a_line_that_a_crash_cut_off_is_no_broken_line(recorded):
    path = next(Path("runs").glob("*record*")) / "trajectory.jsonl"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:-1], lines[-1][:9], '{"kind": "resumed"}', lines[-1], '{"kind": "e']))
    status, _, err = recorded("replay", "latest", "--export", "maestro", *QUICK)
    assert status == 0, err


def test_a_run_that_failed_is_not_done_again(typed):
    typed("run", "--app", "notes", "--task", "Dance", "--agent", "random", "--max-steps", 2, *QUICK)
    status, _, err = typed("replay", "latest", *QUICK)
    assert (status, "was no success, so that it is not done again" in err) == (2, True), err


def test_again_goes_with_a_later_move(typed):
    status, _, err = typed("replay", "latest", "--again", *QUICK)
    assert (status, "--again needs --from" in err) == (2, True), err


def test_what_is_done_again_is_told_with_its_values(recorded, tmp_path):
    (tmp_path / "rows.csv").write_text("title\nMilk\n")
    assert "Values: title=Jam\n" in recorded("replay", "latest", "--set", "title=Jam", *QUICK)[1]
    assert "Row 1 of 1: title=Milk\n" in recorded("replay", "latest", "--rows", "rows.csv", *QUICK)[1]


def test_an_error_keeps_what_is_known_of_each_row(recorded, tmp_path):
    (tmp_path / "rows.csv").write_text("title\nMilk\nTrip\nJam\n")
    status, out, err = recorded("replay", "latest", "--rows", "rows.csv", *QUICK, "--faults", "cable-out", "--json")
    told = json.loads(out)
    assert (status, told["status"], told["success"], told["of"]) == (3, "error", 0, 3)
    assert [(row["values"], row["status"]) for row in told["rows"]] == [({"title": "Milk"}, "error")]
    assert (tmp_path / told["rows"][0]["run"]).is_dir()
    assert "rows were gone through" not in err  # there is none to leave out next time


def test_latest_is_what_was_shown_whatever_came_after_it(recorded, tmp_path):
    """A replay, a learning and a folder that nobody can read came after the demonstration."""
    recorded("replay", "latest", *QUICK)
    for name, start in (("2999-learn", '{"kind": "learn", "task": "", "app": "x", "time": ""}'), ("2999-x", "\0")):
        (tmp_path / "runs" / name).mkdir()
        (tmp_path / "runs" / name / "trajectory.jsonl").write_text(start)
    assert recorded("replay", "latest", *QUICK)[0] == 0
    status, out, _ = recorded("record", "edit", "latest", "--runs", "runs", "--json")
    assert (status, len(json.loads(out)["steps"])) == (0, 3)
