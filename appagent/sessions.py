"""One run or one learning, from settings to result: opens what is needed, and leaves everything closed."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

from appagent.actions import Start
from appagent.agents.atlas import shuffled
from appagent.agents.offline import Offline
from appagent.agents.react import ReAct
from appagent.devices import Device
from appagent.devices.find import open_device
from appagent.errors import AppAgentError, UsageError
from appagent.guard import Ask, Guard
from appagent.learn.explore import Explorer, Learning
from appagent.learn.offline import OfflineExplorer
from appagent.learn.reflect import ModelReflector, OfflineReflector, Reflector
from appagent.loop import Agent, Cancel, Limits, Run
from appagent.models import Budget, Model
from appagent.settings import Settings
from appagent.store import Record, Store
from appagent.tasks import Task, holds
from appagent.trajectory import Recorder, Step

AGENTS = ("model", "offline")
DOCS = ("auto", "none", "shuffled")
_ROUNDS = {"model": 20, "offline": 400}  # of learning, where none are given

Told = Callable[[Step], None]


@dataclass(frozen=True)
class Order:
    """What a person wants done, besides the settings.

    app: a package or a visible name. agent: "model", "offline", or "" for what the settings make possible.
    docs: "auto", "none", or "shuffled" (the control: the same documents, given to other elements).
    """

    app: str
    goal: str = ""
    agent: str = ""
    docs: str = "auto"
    check: str = ""
    rounds: int | None = None


@dataclass(frozen=True)
class Result:
    """How it went; `to_json` is what --json prints. decisions and documents_written are learning's."""

    status: str
    task: str
    app: str
    steps: int
    model_calls: int
    tokens: dict[str, int]
    cost_usd: float | None
    seconds: float
    documents_used: int
    reason: str
    run: str
    answer: str = ""
    checked: bool = False
    decisions: dict[str, int] | None = None
    documents_written: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain JSON; what is not learning's is left out of a run's."""
        return {name: value for name, value in asdict(self).items() if value is not None or name == "cost_usd"}


@dataclass
class Stage:
    """What both kinds of session open: a phone, a store, a folder for the run."""

    device: Device
    store: Store
    package: str
    recorder: Recorder
    budget: Budget = field(default_factory=Budget)


def run(
    settings: Settings, order: Order, *, cancel: Cancel, ask: Ask | None = None, told: Told = lambda s: None
) -> Result:
    """Carry a task out.

    Raises an AppAgentError with the exit status of what went wrong; the trajectory says so too.
    """
    _one_of("--docs", order.docs, DOCS)
    if order.docs == "shuffled" and (order.agent or settings.agent_default) != "offline":
        raise UsageError("--docs shuffled is the control of the offline agent; use --agent offline, or auto or none")
    with _opened(settings, order, "run") as stage:
        task = Task(order.goal, stage.package, order.check)
        agent = _agent(settings, order, stage, cancel)
        limits = Limits(settings.max_steps, settings.retries, picture_side=settings.picture_side)
        if order.check:  # a mistake in it is told before anything is done
            holds(order.check, _state(stage.device, order.check))
        stage.device.perform(Start(stage.package))
        guard = Guard(settings.allow, ask)
        outcome = Run(agent, stage.device, task, stage.recorder, guard, limits, cancel, told).go()
        status = outcome.status
        if order.check:
            done = holds(order.check, _state(stage.device, order.check), outcome.answer)
            status = "success" if done else {"success": "failed"}.get(status, status)
        reason = outcome.reason
        if order.check and status == "failed" and outcome.status == "success":
            reason = "the agent said that it was done; the check says that it is not"
        if status == "success" and order.docs == "auto":
            _note_help(stage)
        return _result(stage, order, status, reason, answer=outcome.answer, checked=bool(order.check))


def learn(settings: Settings, order: Order, *, cancel: Cancel, told: Told = lambda s: None) -> Result:
    """Learn an app, with a task or without one. Exploring refuses what the guard watches over.

    Raises an AppAgentError with the exit status of what went wrong; documents up to there are in the store.
    """
    with _opened(settings, order, "learn") as stage:
        explorer, reflector, kind = _learners(settings, order, stage, cancel)
        limits = Limits(order.rounds or _ROUNDS[kind], settings.retries, picture_side=settings.picture_side)
        stage.device.perform(Start(stage.package))
        learning = Learning(
            explorer, reflector, stage.device, stage.store, Task(order.goal, stage.package), stage.recorder,
            Guard(settings.allow), limits, cancel, stage.device.version(stage.package), stage.device.locale(), told,
        )  # fmt: skip
        learned = learning.go()
        found = {"decisions": dict(learned.decisions), "documents_written": len(learned.written)}
        return _result(stage, order, learned.status, learned.reason, **found)


@contextmanager
def _opened(settings: Settings, order: Order, kind: str) -> Iterator[Stage]:
    """A phone, a store and a recorder; whatever goes wrong is also the trajectory's last line."""
    agent = order.agent or settings.agent_default
    _one_of("--agent", agent, AGENTS)
    with Store.open(settings.store) as store, open_device(settings) as device:
        package = device.package(order.app)
        facts = {"agent": agent, "model": settings.model if agent == "model" else "", "device": device.serial}
        recorder = Recorder(
            settings.runs, kind, package, order.goal, {**facts, "docs": order.docs, "check": order.check}
        )
        try:
            yield Stage(device, store, package, recorder, _budget(settings))
        except AppAgentError as error:
            recorder.end(status="error", reason=str(error))
            raise
        except KeyboardInterrupt:
            recorder.end(status="error", reason="interrupted")
            raise
        finally:
            recorder.close()


def _agent(settings: Settings, order: Order, stage: Stage, cancel: Cancel) -> Agent:
    if (order.agent or settings.agent_default) == "offline":
        return Offline(_documents(stage.store, stage.package, order.docs, settings.seed))
    store = stage.store if order.docs == "auto" else None
    return ReAct(_model(settings, stage.budget, cancel), store, settings.see, settings.prompts)


def _learners(settings: Settings, order: Order, stage: Stage, cancel: Cancel) -> tuple[Explorer, Reflector, str]:
    if (order.agent or settings.agent_default) == "offline":
        return OfflineExplorer(), OfflineReflector(), "offline"
    from appagent.learn.model import ModelExplorer

    model = _model(settings, stage.budget, cancel)
    reflector = ModelReflector(model, settings.see, settings.prompts, settings.picture_side, settings.retries)
    return ModelExplorer(model, settings.see, settings.prompts), reflector, "model"


def _model(settings: Settings, budget: Budget, cancel: Cancel) -> Model:
    from appagent.models.openai import OpenAIModel  # takes half a second to import

    if not settings.model:
        raise UsageError(
            "no model is set; set APPAGENT_BASE_URL, APPAGENT_API_KEY and APPAGENT_MODEL, or use --agent offline"
        )
    return OpenAIModel(settings.endpoint, budget, sleep=cancel.wait)


def _budget(settings: Settings) -> Budget:
    return Budget(settings.max_calls, settings.max_tokens, settings.max_cost_usd)


def _documents(store: Store, package: str, docs: str, seed: int) -> Sequence[Record]:
    if docs == "none":
        return ()
    records = store.current(package)
    return shuffled(records, seed) if docs == "shuffled" else records


def _state(device: Device, check: str) -> dict[str, object]:
    state = device.state()
    if state is None:
        raise UsageError(f"the check {check!r} needs a phone that tells its state; {device.serial} does not")
    return state


def _note_help(stage: Stage) -> None:
    """Count the documents of the elements that a successful run touched."""
    used: Counter[str] = Counter()
    for step in stage.recorder.steps:
        for name in step.documents if step.outcome == "done" else ():
            record = stage.store.get(name)
            if step.element_id and record.element_id in {step.element_id, ""} and step.action.startswith(record.action):
                used[name] += 1
    for name in used:
        stage.store.helped(name)


def _result(stage: Stage, order: Order, status: str, reason: str, **more: Any) -> Result:
    """The sum of the steps, which is also the trajectory's last line."""
    steps = stage.recorder.steps
    costs = [step.cost_usd for step in steps if step.model_calls]
    result = Result(
        status=status,
        task=order.goal,
        app=stage.package,
        steps=len(steps),
        model_calls=sum(step.model_calls for step in steps),
        tokens={
            "prompt": sum(step.prompt_tokens for step in steps),
            "completion": sum(step.completion_tokens for step in steps),
        },
        cost_usd=None if None in costs else round(sum(cost or 0.0 for cost in costs), 6),
        seconds=round(time.monotonic() - stage.recorder.began, 3),
        documents_used=len({name for step in steps for name in step.documents}),
        reason=reason,
        run=str(stage.recorder.folder),
        **more,
    )
    stage.recorder.end(**{name: value for name, value in result.to_json().items() if name not in {"run", "seconds"}})
    return result


def _one_of(option: str, value: str, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise UsageError(f"{option} {value!r} is none of {', '.join(allowed)}")
