"""Continue a run or a learning run that was cut off, from the files that it left on disk."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from appagent.agents.replayed import next_move
from appagent.errors import UsageError
from appagent.experience.slots import slots_in
from appagent.foreign import seen_only, shown
from appagent.runs.report.files import find_run
from appagent.runs.trajectory import Step, Trajectory, load_run
from appagent.sessions.request import Request
from appagent.settings import Settings
from appagent.store.opening import open_store

RESUMABLE = ("run", "learn", "record")
_SECRET = {"api_key", "secrets"}
_WITHOUT_OPTION = {
    "base_url", "embeddings", "model", "temperature", "timeout_s", "request_retries", "reply_tokens", "retries",
    "quiet_s", "react_s", "settle_s", "picture_side", "replay_from", "guide_from", "hint_from",
}  # fmt: skip
_FLAGS = {"max_cost_usd": "--max-cost", "secret_apps": "--secret"}  # options that are not named like their setting


def request_to_resume(
    run: str,
    kind: str,
    settings: Settings,
    *,
    agent: str = "",
    docs: str = "auto",
    rounds: int | None = None,
    reflect: str = "once",
    goals: bool = False,
    anew: bool = False,
) -> Request:
    """Return the request that continues a run.

    Only the steps, the app, the goal and the check are taken from the run's folder. A stranger may have made the
    folder, so it chooses neither the settings nor the store nor the allowed actions.

    run: a folder, the name of a run, the beginning of a name, or "latest".
    kind: the expected kind of session, one of RESUMABLE.
    agent, docs, rounds, reflect, goals, anew: as in `Request`.
    Raises UsageError in each of these cases:

    - there is no such run;
    - it is of another kind;
    - it is of a task file;
    - it has succeeded already;
    - it wrote documents that the store of the settings does not have.
    """
    folder = find_run(run, settings.runs)
    found = load_run(folder)
    _check_kind(found, kind)
    _check_store(found, settings.store)
    told = (found.start.get(name) for name in ("app", "task", "check"))
    app, goal, check = (seen_only(words) if isinstance(words, str) else "" for words in told)
    return Request(app, goal, agent, docs, check, rounds, resume=folder, reflect=reflect, goals=goals, anew=anew)


def _check_kind(found: Trajectory, kind: str) -> None:
    """Raise UsageError unless a run is one that can be continued as this kind of session."""
    folder = found.folder
    begun = str(found.start.get("kind"))
    if begun != kind:
        how = f"; go on with it by: appagent {begun} --resume {folder}" if begun in RESUMABLE else ""
        raise UsageError(f"{folder} is no {kind} but a {begun[:20]}{how}")
    if name := found.start.get("of_task_file"):
        raise UsageError(f"{folder} is a task of a task file; it is done anew by: run --task-file FILE --only {name}")
    if found.start.get("agent") == "replay":
        raise UsageError(f"{folder} is a replay; go on with it by: appagent replay RUN --from MOVE")
    if found.end.get("status") == "success":
        raise UsageError(f"{folder} ended as a success; there is nothing left to go on with")


def _check_store(found: Trajectory, store: Path) -> None:
    """Raise UsageError unless a store has all documents that a learning run or demonstration has written so far."""
    written = {name for step in found.steps for name in (step.document, *step.wrote) if name}
    if not written:
        return
    with open_store(store, to_read=True) as opened:
        lacking = written - opened.present(written)
    if not lacking:
        return
    begun = shown(found.start.get("store", ""))
    advice = f"it began with {begun}: add --store {begun}" if begun not in ("", str(store.absolute())) else "begin anew"
    raise UsageError(
        f"{found.folder} wrote {len(written)} documents, and {store} lacks {len(lacking)} of them; {advice}"
    )


def is_resumable(kind: str, request: Request, steps: Sequence[Step]) -> bool:
    """Tell whether a session of this kind can be continued after these steps.

    A task of a file cannot, because the phone must be set up for it; nor can a replay whose moves were all made.
    """
    left = request.plan is None or (request.plan_of and next_move(steps, request.start) <= len(request.plan.moves))
    return kind in RESUMABLE and not request.drawn and bool(left)


def resume_command(settings: Settings, request: Request, kind: str, folder: Path, steps: Sequence[Step] = ()) -> str:
    """Return the shell command that continues a run, with all options that were given for the run.

    Settings that have no option are put before the command as environment variables. Keys and secrets are left out.
    """
    words = ["appagent", kind, "--resume", str(folder)]
    if request.plan:
        names = {*slots_in(request.plan.goal), *request.plan.free}  # and not those of the items of a list
        values = [f"--set={name}={value}" for name, value in request.values.items() if name in names]
        words = ["appagent", "replay", request.plan_of, *values, "--from", str(next_move(steps, request.start))]
        words += ["--check", request.check] if request.check else []
    given = {name: getattr(settings, name) for name in settings.given if name not in _SECRET}
    given |= {"agent": request.agent, "docs": "" if request.docs == "auto" else request.docs, "rounds": request.rounds}
    given |= {"reflect": request.reflect if request.reflect != "once" else "", "goals": request.goals or None}
    given |= {"anew": request.anew or None}
    variables: list[str] = []
    options: list[str] = []
    for name, value in given.items():
        for text in _as_typed(value):
            if value is True:
                options.append(_FLAGS.get(name, f"--{name.replace('_', '-')}"))
            elif name in _WITHOUT_OPTION:
                variables.append(f"APPAGENT_{name.upper()}={shlex.quote(text)}")
            else:
                options += [_FLAGS.get(name, f"--{name.replace('_', '-')}"), text]
    return " ".join([*variables, shlex.join([*words, *options])])


def _as_typed(value: object) -> list[str]:
    """Return the value of a setting as texts for the command line, one for each time that its option is given.

    An empty list means that the option is not given.
    """
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
