"""Run, learn and record from Python: the same sessions, settings and errors as on the command line.

Other keywords are settings, by their names in appagent.toml; they count as given by the person. What takes long to
import is imported once it is needed.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from appagent.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from contextlib import AbstractContextManager
    from pathlib import Path

    from appagent.cancel import Cancel
    from appagent.devices import Device
    from appagent.guard import Ask
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
    cancel: Cancel | None = None,
    **settings: object,
) -> Result:
    """Carry a task out in an app, and return how it went.

    app: a package, or the name under its icon. device: a serial, "virtual", an open Device, or "" for the only phone
    attached. agent: "model", "offline", or "" for a model where one is configured. docs: "none" goes without documents.
    check: an expression over the virtual phone's state that is true once the task is done. resume: a run to continue,
    in place of task and app. on_step: called after each step. ask: called with the kind and the words of a guarded
    action, to allow it; without it only the kinds in `allow` are carried out. cancel: ends the run between two gestures
    when it is set. Raises AppAgentError, whose `run` tells what was done until then.
    """
    from appagent.cancel import Cancel
    from appagent.sessions import Request, run_task

    found = _settings(device, settings)
    if resume:
        request = _to_resume(resume, "run", found, device, agent=agent, docs=docs)
    else:
        goal, app, check = _unpacked(task, app, check)
        request = Request(app, goal, agent, docs, check, device=_opened(device))
    return run_task(found, request, cancel=cancel or Cancel(), ask=ask, on_step=on_step or _ignore)


def learn(
    app: str = "",
    task: str = "",
    *,
    rounds: int | None = None,
    device: str | Device = "",
    agent: str = "",
    resume: str | Path = "",
    on_step: Callable[[Step], None] | None = None,
    cancel: Cancel | None = None,
    **settings: object,
) -> Result:
    """Learn an app, and return how that went; the documents are in the store.

    task: what to learn by; without one the whole app is explored. rounds: the most actions. The rest is as for `run`.
    """
    from appagent.cancel import Cancel
    from appagent.sessions import Request, learn_app

    found = _settings(device, settings)
    if resume:
        request = _to_resume(resume, "learn", found, device, agent=agent, rounds=rounds)
    elif app:
        request = Request(app, task, agent, rounds=rounds, device=_opened(device))
    else:
        raise UsageError("an app is needed, as in learn('notes'); resume='latest' continues a learning")
    return learn_app(found, request, cancel=cancel or Cancel(), on_step=on_step or _ignore)


def record(
    task: str | Task,
    lines: Iterable[str],
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
    """Carry out a demonstration, line by line, write documents of it, and return how it went.

    lines: as typed into `appagent record`: "tap 3", 'type 4 "milk"', "back". refine: give documents that exist a new
    version. say: called with what a person would be told. The rest is as for `run`.
    """
    from appagent.cancel import Cancel
    from appagent.sessions import Request, record_task

    found = _settings(device, settings)
    goal, app, _ = _unpacked(task, app, "")
    request = Request(app, goal, agent, device=_opened(device))
    return record_task(
        found, request, iter(lines), cancel=cancel or Cancel(), refine=refine, say=say or _ignore,
        on_step=on_step or _ignore,
    )  # fmt: skip


def open_device(device: str = "", **settings: object) -> AbstractContextManager[Device]:
    """Open a phone for several sessions, or to look at it: a serial, "virtual", or "" for the only one attached.

    Raises UsageError or DeviceError on entering, naming the phones that are attached.
    """
    from appagent.devices.drivers import open_device as opened

    return opened(_settings(device, settings))


def _settings(device: str | Device, given: Mapping[str, object]) -> Settings:
    """Return the settings in force, and warn of those in a folder that is not trusted. Raises UsageError."""
    from appagent.settings import load

    found = load({**given, "device": device if isinstance(device, str) and device else None})
    if found.left_out:
        warnings.warn(str(found.left_out), stacklevel=3)
    return found


def _opened(device: str | Device) -> Device | None:
    return None if isinstance(device, str) else device


def _unpacked(task: str | Task, app: str, check: str) -> tuple[str, str, str]:
    """Return goal, app and check. Raises UsageError where there is no goal or no app."""
    goal = task
    if not isinstance(task, str):
        goal, app, check = task.goal, app or task.app, check or task.check
    if not goal or not app:
        raise UsageError("a task and an app are needed, as in run('Turn Wi-Fi off', 'settings')")
    return str(goal), app, check


def _to_resume(run: str | Path, kind: str, settings: Settings, device: str | Device, **wanted: Any) -> Request:
    from dataclasses import replace

    from appagent.sessions.resume import request_to_resume

    return replace(request_to_resume(str(run), kind, settings, **wanted), device=_opened(device))


def _ignore(_: object) -> None:
    pass
