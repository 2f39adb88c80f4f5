"""What every session opens and leaves closed: a phone, a store, a folder for the run."""

import shlex
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from appagent.actions import Start
from appagent.cancel import Cancel, Cancelled
from appagent.devices import Device
from appagent.devices.find import open_device
from appagent.devices.seeing import Seeing
from appagent.devices.spots import known_spots
from appagent.errors import AppAgentError, DeviceError
from appagent.learning.explore import Learned
from appagent.models import Budget, Usage
from appagent.runs.trajectory import Recorder, Step
from appagent.screen.vision import eyes
from appagent.secrets import Secrets
from appagent.sessions.order import Order, Result, check
from appagent.settings import Settings
from appagent.store import Store

RESUMABLE = ("run", "learn")
_FLAGS = {"max_cost_usd": "--max-cost", "secret_apps": "--secret"}  # of settings whose option has another name
_WRITTEN_APART = {"run", "seconds", "troubles"}  # of what a result tells, in other lines of the trajectory


@dataclass
class Stage:
    """What every kind of session opens: a phone, a store, a folder for the run."""

    device: Device
    store: Store
    package: str
    recorder: Recorder
    budget: Budget = field(default_factory=Budget)
    learned: Learned | None = None  # of learning, up to now


@contextmanager
def opened(settings: Settings, order: Order, kind: str, cancel: Cancel) -> Iterator[Stage]:
    """A phone, a store and a recorder; whatever goes wrong is also the trajectory's last line."""
    agent = order.agent or settings.agent_default
    cancel.check()  # what was imported up to here was not to be cut short
    with _told(settings, order), Store.open(settings.store) as store, open_device(settings) as plain:
        check(order, agent)
        device = Seeing(plain, *([] if order.docs == "none" else [known_spots(store)]), *eyes(settings.ocr))
        package = device.package(order.app)
        facts = {"agent": agent, "model": settings.model if agent == "model" else "", "device": device.serial}
        stage: Stage | None = None
        resumable = kind in RESUMABLE and not order.drawn  # a task of a file begins anew, on a phone as it should be
        try:
            with cancel.gesture():  # Ctrl-C waits until there is a run whose end it can be
                recorder = _recorder(settings, order, kind, package, facts)
                stage = Stage(device, store, package, recorder, _budget(settings, recorder.steps))
            yield stage
        except AppAgentError as error:
            if stage:
                error.args = (stage.recorder.secrets.mask(str(error)),)
                if isinstance(error, DeviceError) and resumable:
                    error.args = (f"{error}. Once it is back: {_to_go_on(settings, order, kind, stage)}",)
                error.run = result_of(stage, order, "error", str(error)).to_json()
            raise
        except KeyboardInterrupt:
            stopped = Cancelled("interrupted; what was done up to here is kept")
            if stage:
                if resumable:
                    stopped.args = (f"{stopped}; to go on: {_to_go_on(settings, order, kind, stage)}",)
                stopped.run = result_of(stage, order, "error", str(stopped)).to_json()
            raise stopped from None
        finally:
            if stage:
                stage.recorder.close()


def _recorder(settings: Settings, order: Order, kind: str, package: str, facts: dict[str, str]) -> Recorder:
    """Of a new run, with all that is needed to go on with it; or of the one that is gone on with."""
    secrets = Secrets(settings.secrets, settings.secret_apps, _home(settings, order, package))
    if order.resume:
        return Recorder.resume(order.resume, secrets)
    ordered = {"docs": order.docs, "check": order.check, "rounds": order.rounds}
    ordered |= {"of_task_file": order.drawn.name} if order.drawn else {}
    return Recorder(settings.runs, kind, package, order.goal, {**facts, **ordered}, secrets)


def _to_go_on(settings: Settings, order: Order, kind: str, stage: Stage) -> str:
    """Return the command that goes on with a run: its options are not kept with it, so they are given again."""
    given = {**settings.given, "agent": order.agent, "docs": "" if order.docs == "auto" else order.docs}
    given |= {"rounds": order.rounds}
    options: list[str] = []
    for name, value in given.items():
        flag = _FLAGS.get(name, f"--{name.replace('_', '-')}")
        each = value if isinstance(value, list) else [value]  # an option that is given several times
        options += [word for one in each if _as_typed(one) for word in (flag, _as_typed(one))]
    return shlex.join(["appagent", kind, "--resume", str(stage.recorder.folder), *options])


def _as_typed(value: object) -> str:
    if isinstance(value, tuple):  # a display's size
        return "x".join(map(str, value))
    if isinstance(value, set | frozenset):
        return ",".join(sorted(map(str, value)))
    return "" if value is None else str(value)


def _home(settings: Settings, order: Order, package: str) -> str:
    """The app of secrets that are bound to nothing: the one that the person named, now or in a run of their own.

    A task file, or the folder of a run that lies elsewhere, may be somebody else's, and name any app.
    """
    own = order.resume is None or order.resume.resolve().parent == settings.runs.resolve()
    return package if own and order.drawn is None else ""


def to_front(stage: Stage, order: Order) -> None:
    """Open the app; where a run is gone on with and the app is in front, it is left as it is."""
    if order.resume is None or stage.device.capture().app != stage.package:
        stage.device.perform(Start(stage.package))


@contextmanager
def _told(settings: Settings, order: Order) -> Iterator[None]:
    """An error that comes before there is a run tells as much of it as one that comes later, and no secret either."""
    try:
        yield
    except AppAgentError as error:
        mask = Secrets(settings.secrets).mask
        error.args = (mask(str(error)),)
        nothing = Result.of_none(replace(order, goal=mask(order.goal)), "error", str(error))
        error.run = error.run or nothing.to_json()
        raise


def _budget(settings: Settings, steps: Sequence[Step]) -> Budget:
    """The caps, of which the steps of a run that is gone on with have spent something."""
    budget = Budget(settings.max_calls, settings.max_tokens, settings.max_cost_usd)
    for step in steps:
        cost_usd = step.cost_usd if step.model_calls else 0.0
        # a stranger's run cannot make room by having spent less than nothing
        calls, prompt, completion = (
            max(0, count) for count in (step.model_calls, step.prompt_tokens, step.completion_tokens)
        )
        budget.spend("before", Usage(calls, prompt, completion, None if cost_usd is None else max(0.0, cost_usd)))
    return budget


def result_of(stage: Stage, order: Order, status: str, reason: str, **more: Any) -> Result:
    """The sum of the steps, which is also the trajectory's last line."""
    steps, learned = stage.recorder.steps, stage.learned
    if learned:
        more |= {"decisions": dict(learned.decisions), "documents_written": len(learned.written)}
    mask = stage.recorder.secrets.mask
    more |= {"answer": mask(more.get("answer", ""))}
    estimated = {"estimated": True} if any(step.estimated for step in steps) else {}
    costs = [step.cost_usd for step in steps if step.model_calls]
    result = Result(
        status=status,
        task=mask(order.goal),
        app=stage.package,
        steps=len(steps),
        model_calls=sum(step.model_calls for step in steps),
        tokens={
            "prompt": sum(step.prompt_tokens for step in steps),
            "completion": sum(step.completion_tokens for step in steps),
            **estimated,
        },
        cost_usd=None if None in costs else round(sum(cost or 0.0 for cost in costs), 6),
        seconds=round(time.monotonic() - stage.recorder.began, 3),
        documents_used=len({name for step in steps for name in step.documents}),
        reason=mask(reason),
        run=str(stage.recorder.folder),
        troubles=tuple(stage.recorder.troubles),
        **more,
    )
    stage.recorder.end(**{name: value for name, value in result.to_json().items() if name not in _WRITTEN_APART})
    return result
