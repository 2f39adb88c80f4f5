"""Define appagent demo: demonstrate on the virtual phone how an agent learns an app and then uses what it learnt."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from appagent.cli.documents.docs import listing
from appagent.cli.running.run import stoppable
from appagent.cli.shared import options as opt
from appagent.cli.shared import results, show

if TYPE_CHECKING:
    from appagent.demo import DemoResult

_WHAT = (
    "No phone and no key are needed: a virtual phone runs in this process, and the offline agent uses it. That agent "
    "asks no model and sees no picture: it matches a task's words to elements' words and documents. A real model gets "
    "the same documents in its prompt."
)


def demo(
    out: Annotated[Path, typer.Option("--out", help="Folder for the pages, the picture and the runs.")] = Path(
        "appagent-demo"
    ),
    json: opt.Json = False,
) -> None:
    """Show on the virtual phone what learning is for.

    A task fails, the app is learnt, and the same task succeeds.
    """
    from appagent import demo as the

    console = show.console(json)
    console.print(_WHAT)
    show.without_encoder(console)
    shown = the.demo(
        out,
        cancel=stoppable(),
        on_phase=lambda words: console.print(f"\n[bold]{words}[/bold]"),
        on_step=show.steps_as_they_end(console),
        on_end=lambda done: results.ending(console, done),
    )
    if json:
        runs = {name: done.to_json() for name, done in shown.runs.items()}
        left = {"picture": str(shown.picture), "pages": [str(page) for page in shown.pages]}
        show.put_json({"learn": shown.learnt.to_json(), "runs": runs, **left})
    else:
        _for_people(shown)
    worked = {name: done.status == "success" for name, done in shown.runs.items()}
    if worked != {"none": False, "learnt": True, "shuffled": False}:
        console.print(f"[red]This is not what the demo should show: {worked}[/red]")
        raise typer.Exit(1)


def _for_people(shown: "DemoResult") -> None:
    """Print the documents that were learnt, a table of the three runs, and the paths of the resulting files."""
    from appagent.demo import GOAL
    from appagent.documents.lookup.listing import gathered

    console, counted = show.console(), show.amount
    console.print()
    told = f"{counted(len(gathered(shown.documents)), 'document')}, learnt in {counted(shown.learnt.steps, 'step')}"
    listing(shown.documents, told)
    table = [[n, "yes" if r.status == "success" else "no", r.steps, r.reason] for n, r in shown.runs.items()]
    show.rows(["documents", "success", "steps", "why not"], table, f"{GOAL} (checked on the phone's state)")
    learning, task = shown.pages
    console.print("\nTo look at:")
    console.print(f"  {task}  the task, step by step\n  {learning}  the learning run", markup=False)
    console.print(f"  {shown.picture}  a screen as a model sees it", markup=False)
