"""appagent record: write documents from a demonstration, in which a person shows how a task is done."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from appagent.cli import options as opt
from appagent.cli import show
from appagent.cli.run import stoppable

if TYPE_CHECKING:
    from rich.console import Console

    from appagent.sessions import Result
    from appagent.settings import Settings

EXAMPLES = """Examples:

appagent record --app settings --task "Set the ringtone to Beam" --device virtual

appagent record --app notes --task "Write a note" < steps.txt"""


@opt.given("device", "store", "runs", "allow", "secret_apps", *opt.MODEL, *opt.PHONE)
def record(
    app: opt.App,
    task: Annotated[str, typer.Option("--task", help="The task you are going to show, in words.")],
    refine: Annotated[bool, typer.Option("--refine", help="Give documents that exist already a new version.")] = False,
    agent: opt.Agent = "",
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Show how a task is done; documents are written from it.

    You show it line by line, at the terminal or from a script. At the terminal, type help at the first prompt. In a
    script, each line is one step, and # begins a comment. A line that cannot be carried out ends the script: its number
    is shown, and no documents are written.
    """
    settings = opt.settings(options)
    from appagent.learning.showing import Typed
    from appagent.sessions import Request, record_task

    out, person = show.console(json), sys.stdin.isatty()
    by = "comparing the screens" if (agent or settings.agent_default) == "offline" else settings.model
    out.print(f"[dim]What you show is written down by {show.plain(by)}, once you say stop.[/dim]")
    if person:
        out.print('tap 3, long 3, type 4 "milk", swipe up, back, note WORDS, undo, stop; help tells more', markup=False)
    done = record_task(
        settings,
        Request(app, task, agent, experience="auto"),
        Typed(_typed(out) if person else _script(), not person, lambda words: _say(out, words)),
        cancel=stoppable(),
        refine=refine,
        on_step=show.steps_as_they_end(out),
    )
    show.result(done, json)
    if not json:
        _written(done, settings)


def _say(out: "Console", words: str) -> None:
    for line in words.split("\n"):
        show.put(out, line)


def _typed(out: "Console") -> Iterator[str]:
    """Yield the lines that a person types at the terminal, until Ctrl-D."""
    while True:
        try:
            yield out.input("> ", markup=False)
        except EOFError:
            return


def _script() -> Iterator[str]:
    """Yield the lines of standard input, decoded as UTF-8."""
    for line in sys.stdin.buffer:
        yield line.decode("utf-8", errors="replace").removeprefix("\ufeff")


def _written(done: "Result", settings: "Settings") -> None:
    """Print the document of each step that was shown, and the commands that show more.

    done: the result of the demonstration.
    """
    from pathlib import Path

    from appagent.documents.wording import sentence
    from appagent.runs.trajectory import read
    from appagent.store.opening import open_store

    steps = [step for step in read(Path(done.run)).steps if step.document]
    with open_store(settings) as store:
        lines = [[step.number, step.words, sentence(store.get(step.document))] for step in steps]
    show.rows(["step", "shown", "what it does"], lines)
    out = show.console()
    if done.documents_refined:
        out.print(f"New versions of documents that were there: {done.documents_refined}")
    if done.documents_left:
        out.print(f"Known already, and left as they were (--refine renews them): {done.documents_left}")
    show.say(f"All documents of the app: appagent docs list --app {done.app}")
    show.say(f"Step by step: appagent report {done.run}")
