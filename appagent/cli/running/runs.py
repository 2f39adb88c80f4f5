"""Define appagent runs: list runs, and delete old ones."""

from pathlib import Path
from typing import Annotated, Any

import typer

from appagent.cli.shared import options as opt
from appagent.cli.shared import show
from appagent.errors import UsageError


def group() -> typer.Typer:
    """Return the group of commands `runs`."""
    group = typer.Typer(help="List runs and learning runs, and delete old ones.", no_args_is_help=True)
    group.command("list", epilog="Example: appagent runs list --json")(list_)
    group.command("prune", epilog="Example: appagent runs prune --keep 20")(prune_)
    return group


@opt.shared("runs")
def list_(json: opt.Json = False, *, options: opt.Options) -> None:
    """List the runs, newest first."""
    from appagent.runs.listing import runs_in

    folder = opt.settings(options).runs
    told = [_facts(path) for path in runs_in(folder)]
    if json:
        show.put_json({"runs": told})
        return
    if not told:
        show.say(f"No runs in {folder}")
        return
    lines = [
        [run["run"][:17], run["kind"], run["app"].rpartition(".")[2], run["steps"], run["status"], run["task"]]
        for run in told
    ]
    show.rows(["run", "kind", "app", "steps", "status", "task"], lines)


def _facts(path: Path) -> dict[str, Any]:
    """Return the columns of one run in the list: "run" (its folder's name), "kind", "app", "steps", "status", "task".

    path: the run's folder. If the run cannot be read, its kind is "unreadable" and its status is the reason.
    """
    from appagent.runs.trajectory import count_steps, load_run

    try:
        run = load_run(path)
    except UsageError as error:
        return {"run": path.name, "kind": "unreadable", "app": "", "steps": 0, "status": str(error), "task": ""}
    return {
        "run": path.name,
        "kind": str(run.start.get("kind", "")),
        "app": str(run.start.get("app", "")),
        "steps": count_steps(run.steps),
        "status": run.end.get("status", "not ended"),
        "task": str(run.start.get("task", "")),
    }


@opt.shared("runs")
def prune_(
    keep: Annotated[int, typer.Option("--keep", min=0, help="Runs to keep, counted from the newest.")] = 50,
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Delete all runs but the newest."""
    from appagent.runs.listing import prune_runs

    gone = prune_runs(opt.settings(options).runs, keep)
    if json:
        show.put_json({"deleted": [path.name for path in gone]})
        return
    show.console().print(f"{len(gone)} runs deleted")
