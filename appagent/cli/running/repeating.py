"""Define the options to carry a task out repeatedly, and print the results."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from appagent.cli.shared import results, show
from appagent.foreign import shown

if TYPE_CHECKING:
    from datetime import datetime

    from appagent.cancel import Cancel
    from appagent.sessions import Request, Result
    from appagent.sessions.repeat import Rhythm
    from appagent.settings import Settings

Times = Annotated[int | None, typer.Option("--repeat", min=1, help="Maximum number of times to carry the task out.")]
Every = Annotated[
    str, typer.Option("--every", help="Time from one start to the next: 5m, or at random 30s..60s; by default none.")
]
For = Annotated[str, typer.Option("--for", help="Maximum time to go on, such as 24h.")]


def rhythm(times: int | None, every: str, for_: str, *, at: str = "", failures: int = 0) -> "Rhythm":
    """Build a rhythm from the values of the options. Raises UsageError if a length of time is malformed.

    times: how often at most.
    every: "5m" or "30s..60s".
    for_: "24h".
    at: times of day as in cron.
    failures: how many in a row end it.
    """
    from appagent.sessions.repeat import Rhythm, seconds, seconds_range

    pace = None if at else seconds_range(every) if every else (0.0, 0.0)
    return Rhythm(pace, at, times, seconds(for_) if for_ else None, failures)


def again_and_again(
    request: "Request",
    once: "Callable[[], Result]",
    rhythm: "Rhythm",
    settings: "Settings",
    cancel: "Cancel",
    *,
    log: Path | None = None,
    keep: int | None = None,
    json: bool,
) -> None:
    """Carry a task out repeatedly, print the result of each run, and exit with status 1 if one failed.

    log: file for a line of JSON about each run.
    keep: how many runs to keep; None for all.
    """
    from appagent.sessions.repeat import RepeatLog, repeat

    written, out = RepeatLog(log, keep), show.console(json)

    def on_result(at: "datetime", result: "Result") -> None:
        written(at, result)
        show.put(out, f"{at.astimezone():%Y-%m-%d %H:%M:%S} ", *results.ending_parts(result))

    def times(number: int) -> str:
        return show.amount(number, "time")

    done = repeat(request, once, rhythm, cancel, on_result, scale=settings.time_scale)
    if json:
        show.put_json(done.to_json())
    else:
        doubt = f" ({done.unverified} of them not verified)" if done.unverified else ""
        show.put(out, f"Done {times(done.done)}{doubt}, failed {times(done.failed)}: {shown(done.reason)}")
    if done.failed:
        raise typer.Exit(1)
