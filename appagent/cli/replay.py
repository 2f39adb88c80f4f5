"""appagent replay: do again what a run or a demonstration did, checked move by move, without a model."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from appagent.cli import options as opt
from appagent.cli import show
from appagent.cli.run import ask_person, stoppable
from appagent.errors import UsageError

if TYPE_CHECKING:
    from appagent.sessions import Result

EXAMPLES = """Examples:

appagent replay latest --device virtual

appagent replay 20260131-1200 --set title=Milk --set text="2 l"

appagent replay latest --rows names.csv --allow send

appagent replay latest --from 4

appagent replay latest --export uiautomator2 > again.py"""

_Set = Annotated[
    list[str], typer.Option("--set", help="Another value for a word that was typed or chosen.", metavar="NAME=VALUE")
]
_From = Annotated[int, typer.Option("--from", min=1, help="Number of the move to begin with, as a stop names it.")]
_Rows = Annotated[
    Path | None, typer.Option("--rows", help="CSV file with values: once for each row; its first row has the names.")
]
_Check = Annotated[
    str, typer.Option("--check", help="Expression over the virtual phone's state that is true once the task is done.")
]

_Export = Annotated[
    str,
    typer.Option("--export", help="Do nothing, and print it as uiautomator2 (Python), maestro or androidcontrol."),
]


@opt.given("device", "store", "runs", "allow", "guard", "secret_apps", "max_steps", *opt.PHONE)
def replay(
    run: Annotated[
        str, typer.Argument(help="A run or a demonstration: its folder, its name or 'latest'; or an experience's id.")
    ],
    values: _Set = [],  # noqa: B006 - typer makes a new one
    start: _From = 1,
    rows: _Rows = None,
    check: _Check = "",
    export: _Export = "",
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Do again what was done once, without a model.

    What was done is a run, a demonstration or an experience. Each element is found again, and each screen and effect
    must be what it was; otherwise it stops and says why.
    """
    cancel = stoppable()  # before what takes long to import
    from appagent.sessions import Request, run_task
    from appagent.sessions.replay import done_before, rows_of

    settings, out = opt.settings(options), show.console(json)
    ask = None if json or not sys.stdin.isatty() else ask_person
    given = dict(map(_pair, values))
    before = done_before(run, settings)
    if export:
        from appagent.experience.exports import exported

        print(exported(before.plan, before.filled(given), export, before.size), end="")
        return
    show.put(out, f"Doing again, in {before.plan.app}: {before.told(given)}")
    if before.plan.slots:
        show.put(out, f"Values: {', '.join(f'{name}={value}' for name, value in before.values.items())}")
    done: list[tuple[dict[str, str], Result]] = []
    for row in rows_of(rows) if rows else [{}]:
        filled = before.filled({**given, **row})
        request = Request(
            before.plan.app,
            before.told(filled),
            check=check,
            plan=before.plan,
            values=filled,
            start=before.begun_at(start),
        )
        result = run_task(settings, request, cancel=cancel, ask=ask, on_step=show.steps_as_they_end(out))
        done.append((row, result))
        if rows and not json:
            show.ending(show.console(), result)
    if not rows:
        show.result(done[0][1], json)
    elif json:
        show.put_json(_of_rows(done))
    if any(result.status != "success" for _, result in done):
        raise typer.Exit(1)


def _pair(given: str) -> tuple[str, str]:
    name, sign, value = given.partition("=")
    if not sign or not name.strip():
        raise UsageError(f"--set {given!r} names no value; write it as NAME=VALUE")
    return name.strip(), value


def _of_rows(done: "list[tuple[dict[str, str], Result]]") -> dict[str, Any]:
    """Return the results of all rows as plain JSON."""
    success = sum(result.status == "success" for _, result in done)
    return {"rows": [{"values": row, **result.to_json()} for row, result in done], "success": success, "of": len(done)}
