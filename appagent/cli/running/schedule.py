"""Define appagent schedule: carry a task out for days, at intervals or at times of day."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from appagent.cli.running import repeating
from appagent.cli.running.run import stoppable
from appagent.cli.shared import options as opt
from appagent.errors import UsageError

if TYPE_CHECKING:
    from appagent.sessions import Result

EXAMPLES = """Examples:

appagent schedule --app shop --task "Is the kettle in stock?" --every 30m..40m --log stock.jsonl

appagent schedule --app clock --task "Turn the alarm at 7:00 on" --at "0 22 * * 0-4" --for 30d"""
_Task = Annotated[str, typer.Option("--task", help="The task in words.")]
_At = Annotated[str, typer.Option("--at", help="Times of day as in cron, in place of --every: '0 8 * * 1-5'.")]
_Failures = Annotated[
    int, typer.Option("--stop-after", min=0, help="Failures in a row after which it ends; 0 for no limit.")
]
_Keep = Annotated[int, typer.Option("--keep", min=1, help="Runs of this task to keep; older ones are deleted.")]
_Log = Annotated[Path | None, typer.Option("--log", help="File for one line of JSON about each run.")]


@opt.shared(*opt.RUN)
def schedule(
    app: opt.App = "",
    task: _Task = "",
    check: opt.Check = "",
    agent: opt.Agent = "",
    every: repeating.Every = "",
    at: _At = "",
    times: repeating.Times = None,
    for_: repeating.For = "",
    stop_after: _Failures = 3,
    keep: _Keep = 20,
    log: _Log = None,
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Carry a task out again and again, for days.

    If the task was done before, it is done again from experience, without a model. Nobody is asked: actions that pay,
    send or delete are refused unless --allow permits them. It ends after --repeat times, after the time --for, or
    after --stop-after failures in a row.
    """
    cancel = stoppable()  # before what takes long to import
    if not (app and task) or bool(every) == bool(at):
        raise UsageError("give --app and --task, and when to do it: --every 30m, or --at '0 8 * * *'")
    from appagent.sessions import Request, run_task

    settings = opt.settings(options)
    request = Request(app, task, agent, check=check, experience="auto")
    rhythm = repeating.rhythm(times, every, for_, at=at, failures=stop_after)

    def once() -> "Result":
        return run_task(settings, request, cancel=cancel)

    repeating.again_and_again(request, once, rhythm, settings, cancel, log=log, keep=keep, json=json)
