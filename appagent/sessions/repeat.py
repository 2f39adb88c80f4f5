"""Carry a task out repeatedly, at intervals or at times of day, until a limit is reached."""

import re
import shutil
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from appagent.cancel import Cancel, Cancelled
from appagent.errors import AppAgentError, UsageError
from appagent.files import append_private, writing
from appagent.foreign import json_line
from appagent.sessions.request import Request
from appagent.sessions.result import Result

_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_LONGEST_S = 366 * 86400.0
_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat", "sun")  # by cron's numbers; APScheduler counts from Monday


@dataclass(frozen=True)
class Rhythm:
    """When to carry a task out, and how often.

    every: shortest and longest time from one start to the next, s; None if `at` is given.
    at: times of day as in cron, such as "0 8 * * 1-5", by this computer's clock.
    times: how often at most, None for no limit.
    for_s: for how long at most, s, None for no limit.
    failures: how many failures in a row end the repetition, 0 for no limit.
    """

    every: tuple[float, float] | None = (0.0, 0.0)
    at: str = ""
    times: int | None = None
    for_s: float | None = None
    failures: int = 0


@dataclass(frozen=True)
class Repeated:
    """Result of repeating a task.

    done, failed: number of runs that succeeded and that failed.
    last: the last result.
    reason: why the repetition ended.
    unverified: number of those that succeeded, as far as only the agent says; see `Result.verified`.
    """

    done: int
    failed: int
    last: Result | None
    reason: str
    unverified: int = 0

    def with_one_more(self, last: Result) -> "Repeated":
        """Return the result with one more run in it."""
        good = last.status == "success"
        unverified = self.unverified + (good and not last.verified)
        return replace(self, done=self.done + good, failed=self.failed + (not good), last=last, unverified=unverified)

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain JSON."""
        last = self.last.to_json() if self.last else None
        return {
            "times": self.done + self.failed,
            "success": self.done,
            "unverified": self.unverified,
            "failed": self.failed,
            "reason": self.reason,
        } | ({"last": last} if last else {})


def seconds(words: str) -> float:
    """Parse a length of time such as "30s", "5m", "24h" or "2d", and return seconds.

    Raises UsageError for anything else.

    >>> seconds("1.5h")
    5400.0
    """
    found = re.fullmatch(r"\s*(\d{1,9}(?:\.\d{1,3})?)\s*([smhd])\s*", words)
    if not found or not float(found[1]) * _UNITS[found[2]] <= _LONGEST_S:
        raise UsageError(f"{words[:40]!r} is no length of time; write it as 30s, 5m, 24h or 2d, up to a year")
    return float(found[1]) * _UNITS[found[2]]


def seconds_range(words: str) -> tuple[float, float]:
    """Parse a range of time such as "30s..60s", and return (shortest, longest) in seconds.

    A single time counts as both.

    >>> seconds_range("30s..1m"), seconds_range("5m")
    ((30.0, 60.0), (300.0, 300.0))
    """
    shortest, dots, longest = words.partition("..")
    if dots and not (shortest and longest):
        raise UsageError(f"{words[:40]!r} lacks a time; write both, such as 30s..60s")
    found = seconds(shortest), seconds(longest if dots else shortest)
    if found[0] > found[1]:
        raise UsageError(f"{words[:40]!r} ends before it begins; write the shorter time first")
    return found


def repeat(
    request: Request,
    once: Callable[[], Result],
    rhythm: Rhythm,
    cancel: Cancel,
    on_result: Callable[[datetime, Result], None] = lambda at, result: None,
    *,
    scale: float = 1.0,
) -> Repeated:
    """Carry a task out as often as a rhythm says, and return how that went.

    request: the task. once: function that carries it out. on_result: function that is called with the time at which a
    run began, UTC, and its result. scale: factor for all waiting, so that a day may pass in minutes.
    If the previous run took too long, the next one begins at once; further missed runs are not made up for. An error of
    the phone or the model counts as a failure. Cancelled and UsageError end the repetition and are raised, because
    repeating would not help; their attribute `run` has the result so far.
    """
    next_time, clock = _trigger(rhythm), _Clock(scale)
    end = clock.now() + timedelta(seconds=rhythm.for_s) if rhythm.for_s is not None else None
    so_far, in_a_row = Repeated(0, 0, None, "it was done as often as was wanted"), 0
    before: datetime | None = None
    try:
        while rhythm.times is None or so_far.done + so_far.failed < rhythm.times:
            at = next_time(before, clock.now())
            if at is None or (end and at >= end):
                return replace(so_far, reason="the time is over")
            cancel.wait(max(0.0, (at - clock.now()).total_seconds() * scale))
            before = clock.now()
            last = _result(request, once)
            on_result(before, last)
            so_far = so_far.with_one_more(last)
            in_a_row = 0 if last.status == "success" else in_a_row + 1
            if rhythm.failures and in_a_row >= rhythm.failures:
                return replace(so_far, reason=f"it failed {in_a_row} times in a row: {last.reason}")
    except KeyboardInterrupt:
        raise _with_results(Cancelled("interrupted"), so_far, "times done") from None
    except AppAgentError as error:
        raise _with_results(error, so_far, "times done before") from None
    return so_far


@dataclass
class RepeatLog:
    """Log of a repeated task: a line of JSON for each run. It also deletes the folders of old runs.

    path: the file, None for no file.
    keep: how many of the latest runs to keep, None for all.
    Raises UsageError if the file cannot be written.
    """

    path: Path | None = None
    keep: int | None = None

    def __post_init__(self) -> None:
        self._runs: deque[Path] = deque()
        self._write("")  # fails here, before anything is done

    def __call__(self, at: datetime, result: Result) -> None:
        """Write the result of one run to the log, and delete runs that are too old to keep.

        at: when the run began, UTC.
        """
        facts = {"time": at.isoformat(timespec="seconds"), "status": result.status, "verified": bool(result.verified)}
        more = {"steps": result.steps, "model_calls": result.model_calls, "seconds": result.seconds, "run": result.run}
        self._write(json_line({**facts, **more, "reason": result.reason, "answer": result.answer}) + "\n")
        if self.keep is not None and result.run:
            self._runs.append(Path(result.run))
            while len(self._runs) > self.keep:
                shutil.rmtree(self._runs.popleft(), ignore_errors=True)

    def _write(self, text: str) -> None:
        if self.path:
            with writing(self.path, "; name another file with --log"):
                append_private(self.path, text)


class _Clock:
    """Clock that can run faster: at a scale of 0.1, ten times. Setting this computer's clock changes nothing."""

    def __init__(self, scale: float) -> None:
        self._began, self._at, self._scale = datetime.now(UTC), time.monotonic(), scale

    def now(self) -> datetime:
        """Return the time, UTC."""
        return self._began + timedelta(seconds=(time.monotonic() - self._at) / self._scale)


def _trigger(rhythm: Rhythm) -> Callable[[datetime | None, datetime], datetime | None]:
    """Return a function that computes the time of the next run.

    It takes the time of the previous run, None for the first run, and the present time.
    """
    from apscheduler.triggers.cron import CronTrigger  # takes long to import
    from apscheduler.triggers.interval import IntervalTrigger

    if rhythm.every is None:
        try:
            cron = CronTrigger.from_crontab(_with_names_of_days(rhythm.at))
        except ValueError as error:
            raise UsageError(
                f"{rhythm.at[:40]!r} is no cron expression for times of day, such as '0 8 * * 1-5': {error}"
            ) from None
        if cron.get_next_fire_time(None, datetime.now(UTC)) is None:
            raise UsageError(f"{rhythm.at[:40]!r} names a day that never comes; '0 8 * * *' is 8:00 every day")
        return lambda before, now: cron.get_next_fire_time(before, now)
    shortest, longest = rhythm.every
    if longest <= 0:
        return lambda before, now: now
    each = IntervalTrigger(seconds=(shortest + longest) / 2, jitter=(longest - shortest) / 2 or None, timezone=UTC)
    return lambda before, now: each.get_next_fire_time(before, now) if before else now


def _with_names_of_days(at: str) -> str:
    """Replace the numbers of weekdays in a cron expression by names, because APScheduler counts them from Monday.

    Raises ValueError if the expression restricts both days of the month and weekdays: cron then runs on either,
    APScheduler only on both.

    >>> _with_names_of_days("0 8 * * 1-3"), _with_names_of_days("0 8 * * 5-7,wed"), _with_names_of_days("0 8 * * */3")
    ('0 8 * * mon,tue,wed', '0 8 * * fri,sat,sun,wed', '0 8 * * sun,wed,sat')
    """
    *others, weekdays = at.split() or [""]
    if weekdays != "*" and len(others) > 2 and others[2] != "*":
        raise ValueError("name days of the month or weekdays, not both")

    def named(found: re.Match[str]) -> str:
        first, step = found["first"] or "0", found["step"]
        last = found["last"] or ("6" if step else first)
        return ",".join(_DAYS[int(first) : int(last) + 1 : int(step or 1)]) or found[0]

    form = r"(?:(?P<first>[0-7])(?:-(?P<last>[0-7]))?|\*(?=/))(?:/(?P<step>[1-9]))?"
    told = (re.sub(rf"^{form}$", named, each) for each in weekdays.split(","))
    return " ".join([*others, ",".join(told)])


def _result(request: Request, once: Callable[[], Result]) -> Result:
    """Carry the task out once and return the result. An error of the phone or the model becomes a result too."""
    try:
        return once()
    except (Cancelled, UsageError):
        raise
    except AppAgentError as error:
        return Result.of_error(request, error)


def _with_results(error: AppAgentError, so_far: Repeated, words: str) -> AppAgentError:
    """Put the results so far into an error.

    If somebody asked to stop, add their numbers to its message, after `words`.
    """
    if isinstance(error, Cancelled):
        error.args = (f"{error}; {words}: {so_far.done}, failed: {so_far.failed}",)
    error.run = {**replace(so_far, reason=str(error)).to_json(), "run": error.run.get("run", "")}
    return error
