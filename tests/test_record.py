"""Test `appagent record` as a person or a script uses it: lines on standard input, a terminal."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_in_process import type_at
from conftest import SETTINGS
from offline_learning import attempt

from appagent.runs.listing import runs_in
from appagent.runs.trajectory import Step, load_run
from appagent.store import Record, Store
from appagent.tasks import Task

pytestmark = pytest.mark.slow

GOAL = "Set the phone ringtone to Beam"
SCRIPT = """# how a ringtone is chosen
tap "Sound & vibration"
tap "Phone ringtone"
tap Beam
"""
RELATED = [
    Task("Set the phone ringtone to Zephyr", SETTINGS, "settings.ringtone == 'Zephyr'"),
    Task("Turn on Do Not Disturb", SETTINGS, "settings.do_not_disturb"),
    Task("Turn off Vibrate for calls", SETTINGS, "not settings.vibrate_for_calls"),
]


def command(home: Path, *words: str, app: str = "settings") -> list[str]:
    """Return the command line of a demonstration that leaves everything in `home`."""
    kept = ("--store", str(home / "store.sqlite"), "--runs", str(home / "runs"))
    phone = ("--device", "virtual", "--time-scale", "0.05", "--size", "360x800", "--agent", "offline")
    return [sys.executable, "-m", "appagent", "record", "--app", app, "--task", GOAL, *kept, *phone, *words]


def environment(home: Path) -> dict[str, str]:
    """Return the machine's environment without anybody's settings for AppAgent."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("APPAGENT_", "OPENAI_", "XDG_"))}
    return {**kept, "HOME": str(home), "COLUMNS": "100", "TERM": "dumb"}


def shown(home: Path, script: str, *words: str, app: str = "settings") -> subprocess.CompletedProcess[str]:
    """Give a demonstration on standard input."""
    return type_at(home, environment(home), *command(home, *words, app=app)[3:], entered=script)


def steps(home: Path) -> tuple[Step, ...]:
    """Return the steps of the latest demonstration, up to now."""
    return next((load_run(folder).steps for folder in runs_in(home / "runs")), ())


def documents(home: Path) -> list[Record]:
    """Return the documents in force."""
    with Store.open(home / "store.sqlite") as store:
        return store.current()


def test_a_demonstration_on_standard_input_makes_the_offline_agent_do_three_related_tasks(tmp_path):
    done = shown(tmp_path, SCRIPT, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    facts = ("status", "steps", "documents_written", "documents_left", "model_calls", "task")
    assert [told[name] for name in facts] == ["success", 4, 3, 0, 0, GOAL]
    assert load_run(Path(told["run"])).start["kind"] == "record"
    records = documents(tmp_path)
    for task in RELATED:
        assert attempt(records, task).done, task.goal
    for task in RELATED[1:2]:  # meaning leads to the first, and words to the third
        without = attempt((), task)
        assert not without.done, task.goal
        assert not without.claimed, task.goal


def test_the_end_says_what_was_written_and_how_to_see_it_and_what_was_left(tmp_path):
    script = 'long "Shopping"\ntap Delete\n'
    first, again = shown(tmp_path, script, app="notes"), shown(tmp_path, script, app="notes")
    assert (first.returncode, again.returncode) == (0, 0), first.stderr
    assert "2 documents written (1 of long_press, 1 of tap) in 3 steps" in first.stdout
    assert "Opens the dialog 'Delete note?' with" in first.stdout
    assert "appagent docs list --app com.example.notes" in first.stdout
    assert f"appagent report {tmp_path}" in first.stdout
    assert "0 documents written" in again.stdout
    assert "left as they were (--refine renews them): 2" in again.stdout
    assert 'tap "Delete", under "Delete note?": this may delete' in first.stdout  # which a person who does it agrees to


def test_a_line_that_cannot_be_carried_out_ends_a_script_with_its_number_and_nothing_is_written(tmp_path):
    done = shown(tmp_path, SCRIPT + "tap Moonshine\nstop\n", "--json")
    assert done.returncode == 2
    told = json.loads(done.stdout)
    assert told["status"] == "error"
    assert told["reason"].startswith('line 5: no element on this screen says "Moonshine"; there are ')
    assert "Traceback" not in done.stderr
    assert documents(tmp_path) == []
    assert [step.outcome for step in steps(tmp_path)] == ["done", "done", "done", "failed"]


def test_a_demonstration_of_nothing_is_none(tmp_path):
    done = shown(tmp_path, "")
    assert done.returncode == 1
    assert "nothing was shown" in done.stdout


def test_a_person_at_a_terminal_is_asked_told_and_may_be_wrong(typed, monkeypatch, tmp_path):
    keyboard, terminal = pty.openpty()
    with os.fdopen(terminal) as entered:
        monkeypatch.setattr(sys, "stdin", entered)
        os.write(keyboard, b"tap Moonshine\n" + SCRIPT.encode() + b"undo\nstop\n\n\n\n")
        status, *said = typed(*command(tmp_path)[3:])
    os.close(keyboard)
    told = "".join(said)
    assert status == 0, told
    assert "> " in told
    assert "with its marks: " in told
    assert 'no element on this screen says "Moonshine"' in told
    assert 'step 4 (tap "Beam") is not learnt from' in told
    assert len(documents(tmp_path)) == 2


def test_ctrl_c_at_the_prompt_keeps_the_trajectory_and_writes_no_documents(tmp_path):
    with subprocess.Popen(
        command(tmp_path, "--json"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        cwd=tmp_path, env=environment(tmp_path),
    ) as running:  # fmt: skip
        running.stdin.write("swipe up\n")
        running.stdin.flush()
        while running.poll() is None and not steps(tmp_path):
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        told, _ = running.communicate(timeout=60)
    assert running.returncode == 130
    assert json.loads(told)["status"] == "error"
    assert [step.words.partition(" on ")[0] for step in steps(tmp_path)] == ["swipe up"]
    assert documents(tmp_path) == []
    assert "appagent record --resume" in json.loads(told)["reason"]


def test_a_demonstration_that_was_cut_off_goes_on_and_all_of_it_is_learnt_from(tmp_path):
    cut = shown(tmp_path, SCRIPT + "tap Moonshine\n")
    assert cut.returncode == 2
    kept = ("--store", str(tmp_path / "store.sqlite"), "--runs", str(tmp_path / "runs"))
    phone = ("--device", "virtual", "--time-scale", "0.05", "--size", "360x800", "--agent", "offline")
    done = type_at(
        tmp_path,
        environment(tmp_path),
        "record",
        "--resume",
        "latest",
        *kept,
        *phone,
        "--json",
        entered="tap Display\n",
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["documents_written"] >= 3
    assert [step.outcome for step in steps(tmp_path)] == ["done", "done", "done", "failed", "done", "finish"]


def test_what_was_shown_is_written_even_where_the_model_fails(tmp_path):
    (tmp_path / "appagent.toml").write_text(
        'base_url = "http://127.0.0.1:9/v1"\nmodel = "none"\napi_key = "sk-secret"\nrequest_retries = 0\n',
        encoding="utf-8",
    )
    done = shown(tmp_path, SCRIPT, "--agent", "model", "--json", "--trust-folder")
    assert done.returncode == 4, done.stderr
    assert json.loads(done.stdout)["documents_written"] == len(documents(tmp_path)) == 3
