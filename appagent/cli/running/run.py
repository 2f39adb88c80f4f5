"""Define appagent run and appagent learn: carry out a task, and learn an app."""

import signal
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from appagent.cli.running import repeating, tasks
from appagent.cli.shared import options as opt
from appagent.cli.shared import results, show
from appagent.errors import UsageError

if TYPE_CHECKING:
    from rich.console import Console

    from appagent.cancel import Cancel
    from appagent.sessions import Request, Result
    from appagent.settings import Settings

RUN_EXAMPLES = """Examples:

appagent run --app notes --task "Create a note titled 'Trip' with the text 'Pack boots'" --device virtual

appagent run --app wechat --task "Tell Ana that I am late" --allow send --max-calls 30

APPAGENT_SECRET_PIN=4711 appagent run --app bank --task "Sign in with ${PIN}" --allow secret

appagent run --app shop --task "Is the kettle in stock?" --repeat 100 --every 30s..60s --for 24h

appagent run --task-file smoke --device virtual --junit report.xml

appagent run --resume latest"""
LEARN_EXAMPLES = """Examples:

appagent learn --app notes --device virtual --agent offline

appagent learn --app wechat --task "Send a message to Ana" --rounds 15

appagent learn --resume latest"""

_Task = Annotated[str, typer.Option("--task", help="The task in words; ${NAME} stands for APPAGENT_SECRET_NAME.")]
_ToLearnBy = Annotated[str, typer.Option("--task", help="A task to learn by; without one the whole app is explored.")]
_Docs = Annotated[str, typer.Option("--docs", help="Documents to use: auto, none, or shuffled as a control.")]
_Experience = Annotated[
    str,
    typer.Option(
        "--experience",
        help="auto: do a task again without a model if it was done before, and keep how it was done; none: neither. "
        "By default auto, but none with --docs none and for the tasks of a file.",
    ),
]
_TaskFile = Annotated[
    str, typer.Option("--task-file", help="Carry out the tasks of a file, or of a suite such as smoke.")
]
_Only = Annotated[str, typer.Option("--only", help="Tasks to carry out: names separated by commas; by default all.")]
_JUnit = Annotated[Path | None, typer.Option("--junit", help="File for the results of a task file, as JUnit XML.")]
_Log = Annotated[
    Path | None, typer.Option("--log", help="File for a plain log: a block of lines for each step, to read and grep.")
]
_Rounds = Annotated[
    int | None,
    typer.Option(
        "--rounds", min=1, help="Maximum number of actions; by default 400, and 20 where a model chooses each."
    ),
]
_Reflect = Annotated[
    str,
    typer.Option(
        "--reflect",
        help="When a model is asked: once (a screen, or with --task a step), or each (to act, to judge and to write).",
    ),
]
_Anew = Annotated[bool, typer.Option("--anew", help="Also try again what earlier learning runs have tried.")]
_Goals = Annotated[
    bool, typer.Option("--goals", help="Ask a model, at the end, for goals that lead to pages never reached; try them.")
]
_MaxCreated = Annotated[
    int, typer.Option("--max-created", min=0, help="Maximum number of things made in the app, such as notes.")
]
_Resume = Annotated[
    str,
    typer.Option(
        "--resume",
        help="Run to continue: its folder, its name or 'latest'. It keeps its task and steps; give its options again.",
    ),
]


@dataclass(frozen=True)
class _Run:
    """Options of `appagent run`, besides the settings."""

    app: opt.App = ""
    task: _Task = ""
    docs: _Docs = "auto"
    experience: _Experience = ""
    check: opt.Check = ""
    agent: opt.Agent = ""
    task_file: _TaskFile = ""
    only: _Only = ""
    junit: _JUnit = None
    resume: _Resume = ""
    log: _Log = None
    repeat: repeating.Times = None
    every: repeating.Every = ""
    for_: repeating.For = ""
    json: opt.Json = False


@dataclass(frozen=True)
class _Learn:
    """Options of `appagent learn`, besides the settings."""

    app: opt.App = ""
    task: _ToLearnBy = ""
    rounds: _Rounds = None
    reflect: _Reflect = "once"
    goals: _Goals = False
    anew: _Anew = False
    max_created: _MaxCreated = 10
    agent: opt.Agent = ""
    resume: _Resume = ""
    json: opt.Json = False


@opt.shared(*opt.RUN)
def run(given: _Run, *, options: opt.Options) -> None:
    """Carry out a task in an app, or the tasks of a file.

    The documents of the app are used; with --docs none they are not.
    """
    cancel = stoppable()  # before what takes long to import
    ask, answer = (None, None) if given.json or not sys.stdin.isatty() else (ask_person, _answer)
    repeats = given.repeat or given.every or given.for_
    rhythm = repeating.rhythm(given.repeat, given.every, given.for_) if repeats else None
    _refuse_contradictions(given)
    if given.task_file:
        tasks.run_task_file(
            given.task_file, given.only, given.junit, given.agent, given.docs, options, log=given.log, cancel=cancel,
            ask=ask, json=given.json,
        )  # fmt: skip
        return
    from appagent.sessions import run_task

    settings, out = opt.settings(options), show.console(given.json)
    request = _request(given, settings)
    show.begin(out, request, settings)
    _warn_of_secrets(out, request.goal)

    def once() -> "Result":
        return run_task(settings, request, cancel=cancel, ask=ask, answer=answer, on_step=show.steps_as_they_end(out))

    if rhythm:
        repeating.again_and_again(request, once, rhythm, settings, cancel, json=given.json)
    else:
        results.result(once(), given.json)


def _refuse_contradictions(given: _Run) -> None:
    """Raise UsageError if options contradict each other, or if none of them names a task."""
    if (given.repeat or given.every or given.for_) and (given.task_file or given.resume):
        raise UsageError("--repeat, --every and --for are for a task that --app and --task name")
    own = given.app or given.task or given.check
    if given.task_file and (own or given.resume):
        raise UsageError("--task-file names the tasks itself: leave --app, --task, --check and --resume out")
    if given.task_file and given.experience not in ("", "none"):
        raise UsageError("the tasks of a file use no experience: --experience needs --app and --task")
    if given.resume and own:
        raise UsageError(
            f"--resume {given.resume} continues that run with its own task: leave --app, --task and --check out"
        )
    if (given.only or given.junit) and not given.task_file:
        raise UsageError("--only and --junit are for the tasks of a --task-file")
    if not (given.task_file or given.resume or (given.app and given.task)):
        raise UsageError("give --app and --task, or a --task-file, or --resume RUN to continue a run")


def _request(given: _Run, settings: "Settings") -> "Request":
    """Return the request for one run: a new one by its app and task, or one that is continued."""
    from appagent.sessions import Request
    from appagent.sessions.resume import request_to_resume

    if given.resume:
        request = request_to_resume(given.resume, "run", settings, agent=given.agent, docs=given.docs)
    else:
        request = Request(given.app, given.task, given.agent, given.docs, given.check)
    experience = given.experience or ("auto" if given.docs == "auto" else "none")
    return replace(request, log=given.log, experience=experience)


@opt.shared("device", "store", "runs", "allow", "secret_apps", *opt.MODEL, *opt.PHONE)
def learn(given: _Learn, *, options: opt.Options) -> None:
    """Learn an app: try elements, and write documents about them.

    What an element does is found by comparing the screens before and after the action.
    """
    cancel = stoppable()  # before what takes long to import
    from appagent.cli.shared.learning import watched
    from appagent.sessions import Request, learn_app
    from appagent.sessions.learn import rounds_of
    from appagent.sessions.resume import request_to_resume

    if given.resume and (given.app or given.task):
        raise UsageError(f"--resume {given.resume} continues that learning: leave --app and --task out")
    if not given.resume and not given.app:
        raise UsageError("give --app, the app to learn, or --resume RUN to continue a learning run")
    settings, out = opt.settings(options), show.console(given.json)
    how: dict[str, Any] = {"rounds": given.rounds, "reflect": given.reflect, "goals": given.goals, "anew": given.anew}
    if given.resume:
        request = request_to_resume(given.resume, "learn", settings, agent=given.agent, **how)
    else:
        request = Request(given.app, given.task, given.agent, **how)
    request = replace(request, max_created=given.max_created)
    show.begin(out, request, settings)
    agent = request.agent_for(settings)
    if request.goal and agent == "offline":
        out.print("[yellow]The offline agent learns the whole app; it does not use the task.[/yellow]")
    with watched(out, rounds_of(agent, request), surveys=agent != "offline" and request.surveys) as on_step:
        done = learn_app(settings, request, cancel=cancel, on_step=on_step)
    results.result(done, given.json)


def _warn_of_secrets(out: "Console", goal: str) -> None:
    """Print a warning if a task speaks of a secret, such as a password, but has no placeholder for one.

    The run would keep the secret with its task.
    """
    from appagent.screen.language.secret import names_a_secret
    from appagent.secrets import names_in

    if names_a_secret(goal) and not names_in(goal):
        out.print(
            "[yellow]Does the task hold a secret? Set APPAGENT_SECRET_NAME to it and write ${NAME} here.[/yellow]"
        )


def stoppable() -> "Cancel":
    """Make Ctrl-C stop a run between two gestures: install the handler, and return the `Cancel` to pass to the run.

    So does a request of the system to end, and a terminal that is closed, unless the command was started by nohup.
    """
    from appagent.cancel import Cancel

    cancel = Cancel()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has not all of them
        if number and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, cancel.on_signal)
    return cancel


def ask_person(effect: str, words: str) -> bool:
    """Ask the person at the terminal to allow a guarded action, and return the answer.

    effect: why the action is guarded, such as "send".
    Raises KeyboardInterrupt if the person presses Ctrl-C or ends the input.
    """
    from appagent.guard import in_words

    try:
        typer.echo(f"The agent wants to do something that may {in_words(effect)}:", err=True)
        for line in show.set_apart(words):
            typer.echo(line, err=True)
        return typer.confirm("Let it?", default=False, err=True)
    except typer.Abort:
        raise KeyboardInterrupt from None  # so that the run ends as on any Ctrl-C


def _answer(question: str) -> str:
    """Put a question of the agent to the person at the terminal, and return the answer.

    What is typed is hidden if the question asks for a secret. Raises KeyboardInterrupt if the person presses Ctrl-C or
    ends the input.
    """
    from appagent.screen.language.secret import names_a_secret

    try:
        typer.echo("The agent asks you:", err=True)
        for line in show.set_apart(question):
            typer.echo(line, err=True)
        hidden = names_a_secret(question)
        return str(typer.prompt("Your answer", default="", show_default=False, hide_input=hidden, err=True))
    except typer.Abort:
        raise KeyboardInterrupt from None  # so that the run ends as on any Ctrl-C
