"""appagent run, appagent learn."""

import signal
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from appagent.cli import options as opt
from appagent.cli import show

if TYPE_CHECKING:
    from rich.console import Console

    from appagent.loop import Cancel

_RUN = """Examples:

appagent run --app notes --task "Create a note titled 'Trip' with the text 'Pack boots'" --device virtual

appagent run --app wechat --task "Tell Ana that I am late" --allow send --max-calls 30"""
_LEARN = """Examples:

appagent learn --app notes --device virtual --agent offline

appagent learn --app wechat --task "Send a message to Ana" --rounds 15"""


def add(app: typer.Typer) -> None:
    """Put the commands on the command line."""
    app.command(epilog=_RUN)(run)
    app.command(epilog=_LEARN)(learn)


def run(
    app: opt.App,
    task: Annotated[str, typer.Option("--task", help="What to do, in words.", show_default=False)],
    docs: Annotated[
        str, typer.Option("--docs", help="auto, none, or shuffled (a control: documents of other elements).")
    ] = "auto",
    check: Annotated[
        str,
        typer.Option(
            "--check",
            help="An expression over the virtual phone's state that says whether it is done.",
            show_default=False,
        ),
    ] = "",
    max_steps: Annotated[int | None, typer.Option("--max-steps", help="At most so many steps.")] = None,
    agent: opt.Agent = "",
    device: opt.Device = None,
    store: opt.StorePath = None,
    runs: opt.Runs = None,
    allow: opt.Allow = None,
    see: opt.See = None,
    reply: opt.Reply = None,
    prompts: opt.Prompts = None,
    max_calls: opt.MaxCalls = None,
    max_tokens: opt.MaxTokens = None,
    max_cost: opt.MaxCost = None,
    price_in: opt.PriceIn = None,
    price_out: opt.PriceOut = None,
    size: opt.Size = None,
    density: opt.Density = None,
    locale: opt.Locale = None,
    seed: opt.Seed = None,
    time_scale: opt.TimeScale = None,
    apps: opt.Apps = None,
    json: opt.Json = False,
) -> None:
    """Carry out a task in an app, with the documents that are known of it."""
    settings = opt.settings(locals())
    from appagent.sessions import Order
    from appagent.sessions import run as carry_out

    out = show.console(json)
    _introduce(out, agent or settings.agent_default)
    ask = None if json or not sys.stdin.isatty() else _asked
    order = Order(app, task, agent, docs, check)
    done = carry_out(settings, order, cancel=stoppable(), ask=ask, told=show.steps_as_they_end(out))
    show.result(done, json)


def learn(
    app: opt.App,
    task: Annotated[
        str, typer.Option("--task", help="A task to learn by; without one the app is covered.", show_default=False)
    ] = "",
    rounds: Annotated[
        int | None, typer.Option("--rounds", min=1, help="At most so many actions; 20 with a model, 400 offline.")
    ] = None,
    agent: opt.Agent = "",
    device: opt.Device = None,
    store: opt.StorePath = None,
    runs: opt.Runs = None,
    allow: opt.Allow = None,
    see: opt.See = None,
    reply: opt.Reply = None,
    prompts: opt.Prompts = None,
    max_calls: opt.MaxCalls = None,
    max_tokens: opt.MaxTokens = None,
    max_cost: opt.MaxCost = None,
    price_in: opt.PriceIn = None,
    price_out: opt.PriceOut = None,
    size: opt.Size = None,
    density: opt.Density = None,
    locale: opt.Locale = None,
    seed: opt.Seed = None,
    time_scale: opt.TimeScale = None,
    apps: opt.Apps = None,
    json: opt.Json = False,
) -> None:
    """Learn an app: try its elements, judge what each does, write it down."""
    settings = opt.settings(locals())
    from appagent.sessions import Order
    from appagent.sessions import learn as find_out

    out = show.console(json)
    _introduce(out, agent or settings.agent_default)
    if task and (agent or settings.agent_default) == "offline":
        out.print("[yellow]The offline agent covers the whole app; the task is not what it goes by.[/yellow]")
    order = Order(app, task, agent, rounds=rounds)
    done = find_out(settings, order, cancel=stoppable(), told=show.steps_as_they_end(out))
    show.result(done, json)


def _introduce(out: "Console", agent: str) -> None:
    """The offline agent says what it is, in every run."""
    if agent == "offline":
        out.print(
            "[dim]The offline agent is at work: no model, it matches words and follows the map of documents.[/dim]"
        )


def stoppable() -> "Cancel":
    """Ctrl-C ends a run between two gestures."""
    from appagent.loop import Cancel

    cancel = Cancel()
    signal.signal(signal.SIGINT, cancel.on_signal)
    return cancel


def _asked(concern: str, words: str) -> bool:
    """Ask the person whether a guarded action may be carried out."""
    from appagent.guard import in_words

    try:
        return typer.confirm(
            f"The agent wants to {words}. That may {in_words(concern)}. Let it?", default=False, err=True
        )
    except typer.Abort:
        raise KeyboardInterrupt from None  # the run is to end as it does on Ctrl-C elsewhere
