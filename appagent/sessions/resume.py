"""Continue a run or a learning that was cut off, from what it left on disk."""

import shlex
from collections.abc import Mapping
from pathlib import Path

from appagent.errors import UsageError
from appagent.runs.report.files import find_run
from appagent.runs.trajectory import read
from appagent.sessions.request import Request
from appagent.settings import Settings

RESUMABLE = ("run", "learn")
_SECRET = {"api_key", "secrets"}
_WITHOUT_OPTION = {
    "base_url", "model", "temperature", "timeout_s", "request_retries", "reply_tokens", "retries", "quiet_s", "react_s",
    "settle_s", "picture_side",
}  # fmt: skip
_FLAGS = {"max_cost_usd": "--max-cost", "secret_apps": "--secret"}  # of settings whose option has another name


def request_to_resume(
    run: str, kind: str, settings: Settings, *, agent: str = "", docs: str = "auto", rounds: int | None = None
) -> Request:
    """Return the request to continue a run.

    Steps and task (goal, app, check) come from the run, and nothing else: its folder may be a stranger's, who must not
    choose the settings, the store or the allowed actions.

    run: a folder, a name, its beginning, or "latest". kind: "run" or "learn". Raises UsageError where there is no such
    run, or nothing is left of it to do.
    """
    folder = find_run(run, settings.runs)
    found = read(folder)
    begun = str(found.start.get("kind"))
    if begun != kind:
        how = f"; go on with it by: appagent {begun} --resume {folder}" if begun in RESUMABLE else ""
        raise UsageError(f"{folder} is no {kind} but a {begun[:20]}{how}")
    if name := found.start.get("of_task_file"):
        raise UsageError(f"{folder} is a task of a task file; it is done anew by: run --task-file FILE --only {name}")
    if found.end.get("status") == "success":
        raise UsageError(f"{folder} ended as a success; there is nothing left to go on with")
    app, goal, check = (str(found.start.get(name, "")) for name in ("app", "task", "check"))
    return Request(app, goal, agent, docs, check, rounds, resume=folder)


def is_resumable(kind: str, request: Request) -> bool:
    """Return whether a session can be continued. A task of a file cannot: it needs a phone that is set up for it."""
    return kind in RESUMABLE and not request.drawn


def resume_command(settings: Settings, request: Request, kind: str, folder: Path) -> str:
    """Return the command that continues a run, with the settings that were given for it, which no run keeps.

    Those without an option stand before it as variables. Keys and secrets are left out.
    """
    given = {name: getattr(settings, name) for name in settings.given if name not in _SECRET}
    given |= {"agent": request.agent, "docs": "" if request.docs == "auto" else request.docs, "rounds": request.rounds}
    variables: list[str] = []
    options: list[str] = []
    for name, value in given.items():
        for text in _as_typed(value):
            if name in _WITHOUT_OPTION:
                variables.append(f"APPAGENT_{name.upper()}={shlex.quote(text)}")
            else:
                options += [_FLAGS.get(name, f"--{name.replace('_', '-')}"), text]
    return " ".join([*variables, shlex.join(["appagent", kind, "--resume", str(folder), *options])])


def _as_typed(value: object) -> list[str]:
    """Return a setting as the texts of its option, one for each time that it is given."""
    match value:
        case Mapping():  # secret_apps
            return [f"{name.upper()}={','.join(packages)}" for name, packages in value.items()]
        case tuple():  # a display's size
            return ["x".join(map(str, value))]
        case set() | frozenset():
            return [",".join(sorted(map(str, value)))]
        case None | "":
            return []
    return [str(value)]
