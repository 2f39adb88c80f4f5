"""Define appagent record: write documents from a demonstration, in which a person performs a task."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from appagent.cli.recording import record_combine, record_edit
from appagent.cli.recording.showing import Text, Touch, Web, choose_showing
from appagent.cli.running.run import stoppable
from appagent.cli.shared import options as opt
from appagent.cli.shared import results, show
from appagent.errors import UsageError

if TYPE_CHECKING:
    from appagent.sessions import Result
    from appagent.settings import Settings

EXAMPLES = """Examples:

appagent record --app settings --task "Set the ringtone to Beam" --device virtual

appagent record --app settings --task "Set the ringtone to Beam" --device virtual --web

appagent record --app notes --task "Write a note" < steps.txt"""


def group() -> typer.Typer:
    """Return the command `record`, with its commands `edit` and `combine`."""
    group = typer.Typer()
    group.callback(invoke_without_command=True, epilog=EXAMPLES)(record)
    group.command("edit", epilog=record_edit.EXAMPLES)(record_edit.edit)
    group.command("combine", epilog=record_combine.EXAMPLES)(record_combine.combine)
    return group


@dataclass(frozen=True)
class _Record:
    """Options of `appagent record`, besides the settings."""

    app: opt.App = ""
    task: Annotated[str, typer.Option("--task", help="The task you are going to show, in words.")] = ""
    resume: Annotated[
        str, typer.Option("--resume", help="Demonstration to continue: its folder, its name or 'latest'.")
    ] = ""
    touch: Touch = False
    web: Web = False
    text: Text = False
    refine: Annotated[bool, typer.Option("--refine", help="Give documents that exist already a new version.")] = False
    agent: opt.Agent = ""
    json: opt.Json = False


@opt.shared("device", "store", "runs", "allow", "secret_apps", *opt.MODEL, *opt.PHONE)
def record(context: typer.Context, given: _Record, *, options: opt.Options) -> None:
    """Demonstrate a task, and let documents be written about it.

    With --touch you show it with your finger on the phone, and type notes, undo and stop here. With --web you show it
    in a browser, by clicking on the phone's live screen: the address is printed, and is for this computer alone. With
    --text you show it line by line, at the terminal or from a script. At the terminal, type help at the
    first prompt. In a script, each line is one step, and # begins a comment. A line that cannot be carried out ends the
    script: its number is shown, and no documents are written.
    """
    if context.invoked_subcommand:
        return
    if bool(given.resume) == bool(given.app and given.task) or (given.resume and (given.app or given.task)):
        raise UsageError("give --app and --task, or --resume RUN alone to continue a demonstration")
    settings = opt.settings(options)
    from appagent.sessions import Request, record_task
    from appagent.sessions.resume import request_to_resume

    out, agent = show.console(given.json), given.agent
    how = {"touch": given.touch, "web": given.web, "text": given.text}
    resumed = request_to_resume(given.resume, "record", settings, agent=agent) if given.resume else None
    request = replace(resumed or Request(given.app, given.task, agent), experience="auto")
    showing = choose_showing(out, request.goal, request.app, settings.device, **how)
    by = "comparing the screens" if (agent or settings.agent_default) == "offline" else settings.model
    out.print(f"[dim]Once you are done, documents are written from it by {show.one_safe_line(by)}.[/dim]")
    done = record_task(
        settings,
        request,
        showing,
        cancel=stoppable(),
        refine=given.refine,
        on_step=show.steps_as_they_end(out),
    )
    results.result(done, given.json)
    if not given.json:
        _written(done, settings)


def _written(done: "Result", settings: "Settings") -> None:
    """Print the document of each step of a demonstration, and the commands that print more."""
    from pathlib import Path

    from appagent.documents.wording import sentence
    from appagent.runs.trajectory import load_run
    from appagent.store.opening import open_store

    steps = [step for step in load_run(Path(done.run)).steps if step.document]
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
