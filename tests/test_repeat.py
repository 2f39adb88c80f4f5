"""Test that a task is carried out again and again, when and as long as was asked."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from appagent.cancel import Cancel, Cancelled
from appagent.errors import DeviceError, UsageError
from appagent.sessions import Request, Result
from appagent.sessions.repeat import Repeated, RepeatLog, Rhythm, _trigger, repeat, seconds, seconds_range

QUICK = ("--device", "virtual", "--time-scale", "0.05", "--size", "360x800", "--store", "s.sqlite", "--runs", "runs")
TASK = Request("notes", "Open the note")


def ended(status: str = "success", run: str = "") -> Result:
    return Result(status, TASK.goal, TASK.app, 1, 0, {}, 0.0, 0.0, 0, "" if status == "success" else "it is gone", run)


def repeated(rhythm: Rhythm, *statuses: str, scale: float = 0.001) -> tuple[Repeated, list]:
    """Repeat what ends with these statuses in turn, the last one again and again; return that and when it began."""
    left, began = list(statuses), []

    def once() -> Result:
        return ended(left.pop(0) if len(left) > 1 else left[0])

    return repeat(TASK, once, rhythm, Cancel(), lambda at, result: began.append(at), scale=scale), began


def test_a_task_is_done_so_many_times():
    done, _ = repeated(Rhythm(times=3), "success")
    assert (done.done, done.failed, done.reason) == (3, 0, "it was done as often as was wanted")


def test_what_only_the_agent_says_is_counted_apart(tmp_path):
    results = [replace(ended(), verified=True), replace(ended(), verified=False), ended("failed")]
    log = RepeatLog(tmp_path / "log.jsonl")
    done = repeat(TASK, iter(results).__next__, Rhythm(times=3), Cancel(), log, scale=0.001)
    assert {name: done.to_json()[name] for name in ("success", "unverified", "failed")} == {
        "success": 2,
        "unverified": 1,
        "failed": 1,
    }
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line["verified"] for line in lines] == [True, False, False]


def test_between_two_beginnings_is_the_time_that_was_asked():
    _, began = repeated(Rhythm((30.0, 60.0), times=5), "success")
    assert all(after - before >= timedelta(seconds=29.9) for before, after in pairwise(began))


def test_it_ends_when_the_time_is_over():
    done, began = repeated(Rhythm((60.0, 60.0), for_s=600.0), "success")
    assert (done.reason, 0 < len(began) <= 10) == ("the time is over", True)


def test_so_many_failures_in_a_row_end_it():
    done, _ = repeated(Rhythm(failures=2), "failed", "success", "failed", "failed", "success")
    assert (done.done, done.failed, done.reason) == (1, 3, "it failed 2 times in a row: it is gone")


def test_times_of_day_are_those_of_cron():
    rhythm, at, minutes = Rhythm(None, "*/5 * * * *", times=3), datetime(2026, 1, 1, 8, 2, tzinfo=UTC), []
    for _ in range(3):
        at = _trigger(rhythm)(at, at)
        minutes.append(at.minute)
    assert minutes == [5, 10, 15]
    done, began = repeated(rhythm, "success", scale=0.0005)
    assert (done.done, len(set(began))) == (3, 3)


@pytest.mark.parametrize(
    ("weekdays", "those"), [("1-5", "12345"), ("0", "7"), ("7", "7"), ("sun", "7"), ("5-7", "567")]
)
def test_weekdays_are_those_of_cron(weekdays, those):
    next_time, at, found = _trigger(Rhythm(None, f"0 8 * * {weekdays}")), datetime(2026, 1, 1, tzinfo=UTC), set()
    for _ in range(7):
        at = next_time(at, at)
        found.add(f"{at:%u}")
    assert sorted(found) == list(those)


def test_an_error_of_the_phone_is_a_failure_and_it_goes_on():
    def once() -> Result:
        raise DeviceError("the cable is out")

    done = repeat(TASK, once, Rhythm(times=2), Cancel())
    assert done.last
    assert (done.failed, done.last.status, done.last.reason) == (2, "error", "the cable is out")


def test_a_wish_to_stop_ends_it_and_tells_what_was_done():
    cancel = Cancel()
    with pytest.raises(Cancelled) as caught:
        repeat(TASK, ended, Rhythm((3600.0, 3600.0)), cancel, lambda at, result: cancel.set())
    assert (caught.value.run["success"], caught.value.run["failed"]) == (1, 0)


@pytest.mark.parametrize("words", ["", "5", "5 weeks", "h", "-1s", "1e9s", "400d", "30s..", "60s..30s", "1s..2s..3s"])
def test_what_is_no_time_is_refused(words):
    with pytest.raises(UsageError, match="write"):
        seconds_range(words) if ".." in words else seconds(words)


@pytest.mark.parametrize("at", ["at noon", "0 8 1 * 1", "0 8 * * 8", "0 8 * * 5-2"])
def test_times_that_are_none_of_cron_are_refused(at):
    with pytest.raises(UsageError, match="no cron expression for times of day"):
        repeat(TASK, ended, Rhythm(None, at), Cancel())


@pytest.mark.slow
@pytest.mark.parametrize("at", ["0 0 31 2 *", "0 0 30 2 *", "0 8 31 4,6 *"])
def test_times_that_never_come_are_refused(at):
    with pytest.raises(UsageError, match="day that never comes"):
        repeated(Rhythm(None, at, times=1), "success")


def test_the_log_has_a_line_for_each_time_and_old_runs_go(tmp_path):
    log = RepeatLog(tmp_path / "log.jsonl", keep=2)
    for number in range(4):
        (tmp_path / str(number)).mkdir()
        repeat(TASK, lambda number=number: ended(run=str(tmp_path / str(number))), Rhythm(times=1), Cancel(), log)
    lines = (tmp_path / "log.jsonl").read_text().splitlines()
    assert [json.loads(line)["status"] for line in lines] == ["success"] * 4
    assert sorted(path.name for path in tmp_path.iterdir()) == ["2", "3", "log.jsonl"]


def test_ctrl_c_during_a_run_says_how_often_it_was_done():
    results = iter([ended()])

    def once() -> Result:
        try:
            return next(results)
        except StopIteration:
            raise Cancelled("interrupted; to go on: ...") from None

    with pytest.raises(Cancelled, match=r"; times done before: 1, failed: 0$"):
        repeat(TASK, once, Rhythm((0.0, 0.0)), Cancel())


@pytest.fixture
def noted(typed, monkeypatch):
    """Types commands where a person has shown how a note is written."""
    import io
    import sys

    lines = io.BytesIO(b'tap 5\ntype "Title" "Garden"\ntap 4\nstop\n')
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(lines))
    status, _, err = typed("record", "--app", "notes", "--task", "Create a note titled 'Garden'", *QUICK)
    assert status == 0, err
    return typed


@pytest.mark.slow
def test_a_run_is_repeated_from_experience(noted):
    words = ("run", "--app", "notes", "--task", "Create a note titled 'Milk'", "--check", "len(notes.notes) > 0")
    status, out, err = noted(*words, "--repeat", 2, "--every", "30s..60s", "--for", "24h", *QUICK, "--json")
    told = json.loads(out)
    assert (status, told["success"], told["failed"], told["last"]["model_calls"]) == (0, 2, 0, 0), err
    assert noted("run", "--task-file", "smoke", "--repeat", 2)[0] == 2


@pytest.mark.slow
def test_a_schedule_keeps_its_last_runs_and_ends_after_failures(noted, tmp_path):
    words = ("schedule", "--app", "notes", "--every", "20s", "--keep", 1, "--log", "log.jsonl", *QUICK)
    status, out, err = noted(*words, "--task", "Create a note titled 'Milk'", "--repeat", 2)
    assert (status, "Done 2 times, failed 0 times" in out) == (0, True), err
    assert len((tmp_path / "log.jsonl").read_text().splitlines()) == 2
    assert len([path for path in (tmp_path / "runs").iterdir() if "run-notes" in path.name]) == 1
    never = ("--task", "Create a note titled 'Tea'", "--check", "not notes.notes", "--stop-after", 2)
    status, out, _ = noted(*words, *never)
    assert (status, "it failed 2 times in a row" in " ".join(out.split())) == (1, True), out


@pytest.mark.parametrize("words", [(), ("--every", "5m", "--at", "0 8 * * *"), ("--every", "soon"), ("--every", "")])
def test_a_schedule_says_when_it_is_due(typed, words):
    assert typed("schedule", "--app", "notes", "--task", "Open it", *words)[0] == 2
