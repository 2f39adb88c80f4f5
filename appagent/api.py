"""Functions for use from Python: run a task, learn an app, record a demonstration, open a phone.

They do the same as the commands of these names, with the same errors. Each takes all settings as further keyword
arguments, by their names in appagent.toml. Modules that take long to import are imported at their first use.
"""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from appagent.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from contextlib import AbstractContextManager
    from pathlib import Path

    from appagent.cancel import Cancel
    from appagent.devices import Device
    from appagent.guard import Answer, Ask
    from appagent.runs.trajectory import Step
    from appagent.sessions import Request, Result
    from appagent.settings import Settings
    from appagent.tasks import Task


def run(
    task: str | Task = "",
    app: str = "",
    *,
    device: str | Device = "",
    agent: str = "",
    docs: str = "auto",
    check: str = "",
    resume: str | Path = "",
    on_step: Callable[[Step], None] | None = None,
    ask: Ask | None = None,
    answer: Answer | None = None,
    log: str | Path | None = None,
    cancel: Cancel | None = None,
    **settings: object,
) -> Result:
    """Carry out a task in an app, and return the result.

    task: the goal in words, or a Task. app: a package, or the name under the app's icon.
    device: a serial, "virtual", an open Device, or "" for the only phone that is attached.
    agent: "model", "offline" or "random"; "" for "model" if a model is configured, else "offline".
    docs: "auto" to use documents of the app, "none" to work without them, "shuffled" (offline agent only) to give each
    document to another element.
    check: an expression over the virtual phone's state that is true if the task is done.
    resume: the run to continue, in place of `task` and `app`: its folder, its name or the first letters of the name, or
    "latest".
    on_step: function that is called with each step when it has ended.
    ask: function that is called before an action with an effect (such as "pay") that the setting `allow` does not
    permit. It gets the effect and a description of the action, and returns True to permit the action. If it is None,
    the action is refused.
    answer: function that is called with each question that the agent asks, and returns what the person says. If it is
    None, the agent can ask nothing.
    log: file for a plain log of the run.
    cancel: an object whose method `set` stops the run before its next gesture.

    Raises AppAgentError; its attribute `run` is the result so far, as plain JSON.
    """
    found = _settings(device, settings)
    with _stoppable(cancel) as cancel:
        from dataclasses import replace
        from pathlib import Path

        from appagent.sessions import Request, run_task

        if resume:
            _refuse_beside_resume(task=task, app=app, check=check)
            request = _to_resume(resume, "run", found, device, agent=agent, docs=docs)
        else:
            goal, app, check = _unpacked(task, app, check)
            request = Request(app, goal, agent, docs, check, device=_opened(device))
        request = replace(request, log=Path(log) if log else None)
        return run_task(found, request, cancel=cancel, ask=ask, answer=answer, on_step=on_step or _ignore)


def learn(
    app: str = "",
    task: str = "",
    *,
    rounds: int | None = None,
    reflect: str = "once",
    goals: bool = False,
    anew: bool = False,
    device: str | Device = "",
    agent: str = "",
    resume: str | Path = "",
    on_step: Callable[[Step], None] | None = None,
    cancel: Cancel | None = None,
    **settings: object,
) -> Result:
    """Learn an app, write documents to the store, and return the result.

    task: a goal in words, to learn while working towards it; "" to explore the whole app.
    rounds: the largest number of actions; None for the agent's usual number.
    reflect, goals, anew: as in `Request`.
    The other parameters are as for `run`.
    """
    found = _settings(device, settings)
    with _stoppable(cancel) as cancel:
        from appagent.sessions import Request, learn_app

        if resume:
            _refuse_beside_resume(app=app, task=task)
            asked: dict[str, Any] = {"agent": agent, "rounds": rounds, "reflect": reflect, "goals": goals, "anew": anew}
            request = _to_resume(resume, "learn", found, device, **asked)
        elif app:
            opened = _opened(device)
            request = Request(app, task, agent, rounds=rounds, device=opened, reflect=reflect, goals=goals, anew=anew)
        else:
            raise UsageError("an app is needed, as in learn('notes'); resume='latest' continues a learning run")
        return learn_app(found, request, cancel=cancel, on_step=on_step or _ignore)


def record(
    task: str | Task,
    lines: str | Iterable[str],
    app: str = "",
    *,
    refine: bool = False,
    say: Callable[[str], None] | None = None,
    device: str | Device = "",
    agent: str = "",
    on_step: Callable[[Step], None] | None = None,
    cancel: Cancel | None = None,
    **settings: object,
) -> Result:
    """Carry out a demonstration line by line, write documents about its steps, and return the result.

    lines: commands as typed into `appagent record`, such as "tap 3", 'type 4 "milk"' or "back".
    refine: True to write new versions of documents that exist already.
    say: function that is called with each message for the person.
    The other parameters are as for `run`.
    """
    found = _settings(device, settings)
    goal, app, _ = _unpacked(task, app, "")
    with _stoppable(cancel) as cancel:
        from appagent.learning.demonstrations.showing import Typed
        from appagent.sessions import Request, record_task

        request = Request(app, goal, agent, device=_opened(device))
        typed = iter(lines.splitlines() if isinstance(lines, str) else map(str, lines))
        showing = Typed(typed, heard=say or _ignore)
        return record_task(found, request, showing, cancel=cancel, refine=refine, on_step=on_step or _ignore)


def open_device(device: str = "", **settings: object) -> AbstractContextManager[Device]:
    """Open a phone, to use it in several runs or to look at it. Use the result in a `with` statement.

    device: a serial, "virtual", or "" for the only phone that is attached.
    Raises UsageError or DeviceError when the `with` block is entered; the message names the phones that are attached.
    """
    from appagent.devices.drivers import open_device as opened

    return opened(_settings(device, settings))


@contextmanager
def _stoppable(cancel: Cancel | None) -> Iterator[Cancel]:
    """Yield the given `Cancel`, or a new one for None. While the block runs, Ctrl-C stops the run through it."""
    from appagent.cancel import Cancel

    cancel = cancel or Cancel()
    with cancel.on_ctrl_c():
        yield cancel


def _refuse_beside_resume(**given: object) -> None:
    """Raise UsageError if one of these arguments is given, because a resumed run already has its own task and app."""
    if names := ", ".join(name for name, value in given.items() if value):
        raise UsageError(f"resume continues a run with that run's own task; leave these out: {names}")


def _settings(device: str | Device, given: Mapping[str, object]) -> Settings:
    """Return the settings to use. Warn if the current folder's settings file is ignored because nobody has trusted it.

    device: a serial or "virtual", which becomes a setting; an open device does not.
    given: further settings by name.
    Raises UsageError.
    """
    from appagent.settings import load

    found = load({**given, "device": device if isinstance(device, str) and device else None})
    if found.left_out:
        warnings.warn(str(found.left_out), stacklevel=3)
    return found


def _opened(device: str | Device) -> Device | None:
    return None if isinstance(device, str) else device


def _unpacked(task: str | Task, app: str, check: str) -> tuple[str, str, str]:
    """Return (goal, app, check), from the task if it is a Task; `app` and `check`, if given, replace the task's own.

    Raises UsageError if there is no goal in words, or no app.
    """
    from appagent.tasks import Task

    goal: object = task
    if isinstance(task, Task):
        goal, app, check = task.goal, app or task.app, check or task.check
    if not isinstance(goal, str) or not goal.strip() or not app:
        raise UsageError("a task and an app are needed, as in run('Turn Wi-Fi off', 'settings')")
    return goal, app, check


def _to_resume(run: str | Path, kind: str, settings: Settings, device: str | Device, **wanted: Any) -> Request:
    from dataclasses import replace

    from appagent.sessions.resume import request_to_resume

    return replace(request_to_resume(str(run), kind, settings, **wanted), device=_opened(device))


def _ignore(_: object) -> None:
    pass
