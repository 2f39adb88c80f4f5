"""Define appagent replay: do again what a run or a demonstration did, without a model, and check each move."""

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from appagent.cancel import Cancelled
from appagent.cli.running.run import ask_person, stoppable
from appagent.cli.shared import options as opt
from appagent.cli.shared import results, show
from appagent.errors import AppAgentError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from appagent.sessions import Result
    from appagent.sessions.replay import Before

EXAMPLES = """Examples:

appagent replay latest --device virtual

appagent replay 20260131-1200 --set title=Milk --set text="2 l"

appagent replay latest --rows names.csv --allow send

appagent replay latest --from 4

appagent replay latest --export uiautomator2 > again.py"""

_Set = Annotated[
    list[str],
    typer.Option(
        "--set", help="New value for a text that was typed or chosen; may be given several times.", metavar="NAME=VALUE"
    ),
]
_From = Annotated[
    int, typer.Option("--from", min=1, help="Number of the move to begin with; a replay that stops names it.")
]
_Rows = Annotated[
    Path | None,
    typer.Option("--rows", help="CSV file of values: one replay for each row; the first row has the names."),
]
_Again = Annotated[
    bool,
    typer.Option("--again", help="With --from: also pay, send or delete again what an earlier replay may have done."),
]
_Export = Annotated[
    str,
    typer.Option("--export", help="Only print the moves, as uiautomator2 (Python), maestro or androidcontrol."),
]


@dataclass(frozen=True)
class _Replay:
    """Options of `appagent replay`, besides the settings."""

    run: Annotated[
        str, typer.Argument(help="A run or a demonstration: its folder, its name or 'latest'; or an experience's id.")
    ]
    values: _Set = field(default_factory=list)
    start: _From = 1
    anew: _Again = False
    rows: _Rows = None
    check: opt.Check = ""
    export: _Export = ""
    json: opt.Json = False


@opt.shared("device", "store", "runs", "allow", "guard", "secret_apps", "max_steps", *opt.PHONE)
def replay(given: _Replay, *, options: opt.Options) -> None:
    """Repeat what was done once, without a model.

    A run, a demonstration or an experience can be repeated. If an element is not found, or if a screen or an effect is
    different this time, the replay stops and says why.
    """
    if given.anew and given.start == 1:
        raise UsageError("--again needs --from; without --from all moves are made anyway")
    cancel = stoppable()  # before what takes long to import
    from appagent.sessions import run_task
    from appagent.sessions.replay import check_going_on, csv_rows, done_before

    settings, out = opt.settings(options), show.console(given.json)
    ask = None if given.json or not sys.stdin.isatty() else ask_person
    values = _values(given.values)
    before = done_before(given.run, settings)
    if given.export:
        _export(given, before, values)
        return
    table = csv_rows(given.rows) if given.rows else [{}]
    for row in table:
        before.request({**values, **row}, given.start, given.check)  # fails here, before anything is told or done
    _print_plan(out, before, values)

    def replay_row(row: dict[str, str]) -> "Result":
        request = before.request({**values, **row}, given.start, given.check)
        if not given.anew:
            check_going_on(settings, request)
        return run_task(settings, request, cancel=cancel, ask=ask, on_step=show.steps_as_they_end(out))

    if given.rows:
        _replay_rows(table, replay_row, given.json)
    else:
        results.result(replay_row({}), given.json)


def _export(given: _Replay, before: "Before", values: dict[str, str]) -> None:
    """Print the moves in the form that --export names. values: those given with --set."""
    if given.rows or given.check or given.start > 1:  # so --again, which goes with --from
        raise UsageError("--export prints all of it: leave --from, --again, --rows and --check out")
    from appagent.experience.exports import exported

    wanted = before.request(values)
    assert wanted.plan
    print(exported(wanted.plan, wanted.values, given.export, before.size), end="")


def _print_plan(out: "Console", before: "Before", given: dict[str, str]) -> None:
    show.put(out, f"Doing again, in {before.plan.app}: {before.told(given)}")
    if before.untrusted:
        show.put(out, "Untrusted: it was not signed by anybody whose key you trust")
    if before.plan.slots:
        told = {**dict.fromkeys(before.plan.slots, "..."), **before.values, **given}
        show.put(out, f"Values: {', '.join(f'{name}={value}' for name, value in told.items())}")


def _replay_rows(table: list[dict[str, str]], replay_row: "Callable[[dict[str, str]], Result]", json: bool) -> None:
    """Replay once for each row of a table, and print how that went.

    An error ends it; the error carries the results of the rows that were begun.
    """
    done: list[dict[str, Any]] = []
    of = len(table)
    for number, row in enumerate(table, 1):
        values = ", ".join(f"{name}={value}" for name, value in row.items())
        show.put(show.console(json), f"Row {number} of {of}: {values}")
        try:
            result = replay_row(row)
        except (AppAgentError, KeyboardInterrupt) as cause:
            error = cause if isinstance(cause, AppAgentError) else Cancelled("interrupted between two rows")
            error.run = _rows_as_json(
                [*done, *([{"values": row, **error.run, "status": "error"}] if error.run else [])], of
            )
            left = f"{len(done)} of {of} rows were gone through before this error; leave these out next time"
            if done:
                show.put(show.console(json), left)
            raise error from None
        done.append({"values": row, **result.to_json()})
        if not json:
            results.ending(show.console(), result)
    if json:
        show.put_json(_rows_as_json(done, of))
    if any(each["status"] != "success" for each in done):
        raise typer.Exit(1)


def _values(given: list[str]) -> dict[str, str]:
    """Return the values of --set by name. Raises UsageError if one has no name, or if two have the same."""
    pairs = [*map(_name_and_value, given)]
    names = [name for name, _ in pairs]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise UsageError(f"--set gives {twice!r} two values; give it once")
    return dict(pairs)


def _name_and_value(given: str) -> tuple[str, str]:
    name, sign, value = given.partition("=")
    if not sign or not name.strip():
        raise UsageError(f"--set {given!r} names no value; write it as NAME=VALUE")
    return name.strip(), value


def _rows_as_json(done: list[dict[str, Any]], of: int) -> dict[str, Any]:
    """Return as plain JSON the results of the rows that were begun. of: number of rows in the table."""
    return {"rows": done, "success": sum(each["status"] == "success" for each in done), "of": of}
