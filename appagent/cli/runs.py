"""appagent runs: what was run, and keeping it in bounds."""

from typing import Annotated

import typer

from appagent.cli import options as opt
from appagent.cli import show


def add(app: typer.Typer) -> None:
    """Put the commands on the command line."""
    group = typer.Typer(help="Runs and learning that are kept.", no_args_is_help=True)
    group.command("list", epilog="Example: appagent runs list --json")(list_)
    group.command("prune", epilog="Example: appagent runs prune --keep 20")(prune_)
    app.add_typer(group, name="runs")


def list_(runs: opt.Runs = None, json: opt.Json = False) -> None:
    """List the runs, the newest first."""
    from appagent.trajectory import read, runs_in

    folder = opt.settings({"runs": runs}).runs
    found = [read(path) for path in runs_in(folder)]
    told = [
        {
            "run": run.folder.name,
            "kind": run.start["kind"],
            "app": run.start["app"],
            "task": run.start["task"],
            "steps": len(run.steps),
            "status": run.end.get("status", "not ended"),
        }
        for run in found
    ]
    if json:
        show.put_json(told)
        return
    if not told:
        show.console().print(f"No runs in {folder}")
        return
    show.rows(["run", "kind", "app", "task", "steps", "status"], [list(one.values()) for one in told])


def prune_(
    keep: Annotated[int, typer.Option("--keep", min=0, help="How many of the newest stay.")] = 50,
    runs: opt.Runs = None,
    json: opt.Json = False,
) -> None:
    """Delete all but the newest runs."""
    from appagent.trajectory import prune

    gone = prune(opt.settings({"runs": runs}).runs, keep)
    if json:
        show.put_json({"deleted": [path.name for path in gone]})
        return
    show.console().print(f"{len(gone)} runs deleted")
