"""Open what every session needs (a phone, a store and a run's folder), and close it at the end."""

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from typing import Any

from appagent.actions import Start
from appagent.actions.dialects import Dialect, dialect_of
from appagent.cancel import Cancel, Cancelled
from appagent.devices import Device
from appagent.devices.captures.recognising import seeing
from appagent.devices.captures.spots import known_spots
from appagent.devices.drivers import open_device
from appagent.documents.map.overview import overview_of, to_json
from appagent.errors import AppAgentError, DeviceError
from appagent.learning.result import Learned
from appagent.models import Budget, Usage
from appagent.models.openai import preload
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import count_steps, total
from appagent.screen.vision import picture_readers
from appagent.secrets import Secrets
from appagent.sessions.request import Request, check_request
from appagent.sessions.result import Result, step_in_short
from appagent.sessions.resume import is_resumable, resume_command
from appagent.settings import Settings
from appagent.store import Store
from appagent.store.opening import open_store

_NOTHING_DONE = "interrupted; nothing was done yet"
# attributes that other lines of the trajectory or the store contain already
_NOT_IN_LAST_LINE = {"run", "map", "seconds", "troubles", "trajectory"}


@dataclass
class Session:
    """Phone, store and recorder that are open for a session, and the budget for models.

    kind: "run", "learn" or "record".
    package: the package of the app.
    learned: the results of a learning run or demonstration so far; None for a run.
    """

    settings: Settings
    request: Request
    kind: str
    cancel: Cancel
    device: Device
    store: Store
    package: str
    recorder: Recorder
    budget: Budget
    learned: Learned | None = None

    @property
    def agent(self) -> str:
        """Return the agent of the session: "model", "offline", "random", or "replay" for a plan that is done again."""
        return self.request.agent_for(self.settings)

    @property
    def dialect(self) -> Dialect | None:
        """Return the dialect in which the session's model names its actions; None for marks, or without a model."""
        return dialect_of(self.settings.dialect, self.settings.model) if self.agent == "model" else None


@contextmanager
def open_session(settings: Settings, request: Request, kind: str, cancel: Cancel) -> Iterator[Session]:
    """Open a session, yield it, and close it at the end of the block.

    kind: "run", "learn" or "record".
    Raises AppAgentError; its attribute `run` is the result so far, which is also written as the last line of the
    trajectory. Ctrl-C becomes Cancelled.
    """
    cancel.check(_NOTHING_DONE)  # the person may have pressed Ctrl-C during the imports, which must not be interrupted
    if request.agent_for(settings) == "model":
        preload()
    with _result_in_errors(settings, request), _opened(settings, request, kind) as (store, plain):
        spots = [] if request.docs == "none" else [known_spots(store)]
        device = seeing(plain, *spots, *picture_readers(settings.ocr))
        package = device.package(request.app)
        session: Session | None = None
        try:
            with cancel.gesture():  # Ctrl-C waits until there is a run that it can end
                recorder = _recorder(settings, request, kind, package, device)
                budget = _budget(settings, recorder)
                session = Session(settings, request, kind, cancel, device, store, package, recorder, budget)
            yield session
        except AppAgentError as error:
            if session:
                _end_with_error(error, session)
            elif isinstance(error, Cancelled):
                error.args = (_NOTHING_DONE,)
            raise
        except KeyboardInterrupt:
            stopped = Cancelled("interrupted; what was done up to here is kept" if session else _NOTHING_DONE)
            if session:
                _end_with_error(stopped, session)
            raise stopped from None
        except (OSError, SystemExit) as error:  # what shows the steps cannot; rich exits where nobody reads them
            if session and not session.recorder.ended:
                why = error.strerror if isinstance(error, OSError) else "nobody reads them"
                end_session(session, "error", f"stopped, because its steps could not be shown: {why}")
            raise
        finally:
            if session:
                session.recorder.close()


def to_front(session: Session) -> None:
    """Open the app of the session. Do nothing if the run is continued and its app is in front already."""
    if session.request.resume is None or session.device.capture().app != session.package:
        session.device.perform(Start(session.package))


def _per_document(usage: Usage, documents: int) -> dict[str, float] | None:
    """Return the mean calls and tokens for each document; None if there are no documents, or no model was asked."""
    if not documents or not usage.calls:
        return None
    return {"calls": round(usage.calls / documents, 2), "tokens": round(usage.tokens / documents)}


def end_session(session: Session, status: str, reason: str, **more: Any) -> Result:
    """Make a result of the steps, write it as the last line of the trajectory, and return it.

    status, reason: attributes of the result. more: further attributes of the result, by name.
    """
    steps, learned = session.recorder.steps, session.learned
    more |= _learnt(session, learned) if learned else {}
    if session.kind == "run":
        more |= {"trajectory": list(map(step_in_short, steps)), "verified": _is_verified(status, more)}
    mask = session.recorder.secrets.mask
    more |= {"answer": mask(more.get("answer", "")), "replay": session.recorder.secrets.masked(more.get("replay"))}
    usage = total(steps) + session.recorder.lost
    tokens = {"prompt": usage.prompt_tokens, "completion": usage.completion_tokens}
    tokens |= {"cached": usage.cached_tokens} if usage.cached_tokens else {}
    tokens |= {"estimated": True} if usage.estimated else {}
    result = Result(
        status=status,
        task=mask(session.request.goal),
        app=session.package,
        steps=count_steps(steps),
        model_calls=usage.calls,
        tokens=tokens,
        cost_usd=None if usage.cost_usd is None else round(usage.cost_usd, 6),
        seconds=round(time.monotonic() - session.recorder.began, 3),
        documents_used=len({name for step in steps for name in step.documents}),
        reason=mask(reason),
        run=str(session.recorder.folder),
        troubles=tuple(session.recorder.troubles),
        **more,
    )
    session.recorder.end(**{name: value for name, value in result.to_json().items() if name not in _NOT_IN_LAST_LINE})
    return result


def _learnt(session: Session, learned: Learned) -> dict[str, Any]:
    """Return the attributes of the result of a learning run or demonstration that tell what it has learnt."""
    steps = session.recorder.steps
    told: dict[str, Any] = {"decisions": dict(learned.decisions), "documents_written": len(learned.written)}
    by_action = Counter(session.store.get(each).action for each in learned.written)
    told |= {"documents_by_action": dict(by_action), "left_behind": learned.left_behind}
    if session.kind == "learn":
        known = len(session.store.screens(session.package))
        told |= {"actions": dict(Counter(step.kind for step in steps if step.kind and step.outcome == "done"))}
        told |= {"elements": learned.coverage.counts()}
        told |= {"screens": {"seen": len(learned.coverage.screens), "known": known}}
        told |= {"new": learned.new(), "known_before": learned.before or None}
        told |= {"map": to_json(overview_of(session.package, session.store))}
        told |= {"per_document": _per_document(total(steps) + session.recorder.lost, len(learned.written))}
    return told


def _is_verified(status: str, more: Mapping[str, Any]) -> bool:
    """Tell whether more than the agent's word says that a run was a success. more: attributes of its result."""
    read_back = (more.get("replay") or {}).get("read_back")
    return status == "success" and bool(more.get("checked") or read_back)


@contextmanager
def _opened(settings: Settings, request: Request, kind: str) -> Iterator[tuple[Store, Device]]:
    """Check the request, then open the store and the phone and yield both."""
    check_request(request, settings, kind)
    phone = nullcontext(request.device) if request.device else open_device(settings)
    with open_store(settings, adds=kind != "run") as store, phone as device:
        yield store, device


def _recorder(settings: Settings, request: Request, kind: str, package: str, device: Device) -> Recorder:
    """Return the recorder that writes the session's run.

    If the request continues a run, the recorder adds to the files of that run. Otherwise it begins a new run, and notes
    the agent and the request there, which are needed to continue the run later.
    package: the package of the app.
    """
    secrets = Secrets(settings.secrets, settings.secret_apps, _app_for_secrets(settings, request, package))
    if request.resume:
        return Recorder.resume(request.resume, secrets)
    agent = request.agent_for(settings)
    facts = {"agent": agent, "model": settings.model if agent == "model" else "", "device": device.serial}
    facts |= {"locale": device.locale()}
    facts |= {"mode": settings.mode} if agent == "model" and kind == "run" else {}
    facts |= {"store": str(settings.store.absolute())} if kind != "run" else {}  # needed to continue the run
    requested = {"docs": request.docs, "check": request.check, "rounds": request.rounds}
    requested |= {"from_move": request.start} if request.plan else {}
    requested |= {"of_task_file": request.drawn.spec.name} if request.drawn else {}
    return Recorder(settings.runs, kind, package, request.goal, {**facts, **requested}, secrets)


def _end_with_error(error: AppAgentError, session: Session) -> None:
    """End a session with an error: put the session's result into the error and its message into the trajectory.

    The message gets the command that continues the run, if the person stopped it or the phone was lost.
    """
    recorder, request = session.recorder, session.request
    message = recorder.secrets.mask(str(error))
    before = {Cancelled: "; to go on: ", DeviceError: ". Once it is back: "}
    hint = next((words for kind, words in before.items() if isinstance(error, kind)), "")
    if recorder.ended:
        message += f". It had ended by then: appagent report {recorder.folder}"
    elif hint and is_resumable(session.kind, request, recorder.steps):
        message += hint + resume_command(session.settings, request, session.kind, recorder.folder, recorder.steps)
    error.args = (message,)
    error.run = end_session(session, "error", message).to_json()


def _app_for_secrets(settings: Settings, request: Request, package: str) -> str:
    """Return the package in which secrets may be typed if the person has set no apps for them; "" for none.

    package: the app of the session. It is returned if the person named it.
    It is not if a task file named it, or if the continued run is not in the person's own folder of runs: such files may
    be somebody else's and name any app.
    """
    return package if request.is_own(settings) and request.drawn is None else ""


@contextmanager
def _result_in_errors(settings: Settings, request: Request) -> Iterator[None]:
    """Mask secrets in the message of any error raised in the block, and give the error a result if it has none."""
    try:
        yield
    except AppAgentError as error:
        mask = Secrets(settings.secrets).mask
        error.args = (mask(str(error)),)
        nothing = Result.not_begun(replace(request, goal=mask(request.goal)), "error", str(error))
        error.run = error.run or nothing.to_json()
        raise


def _budget(settings: Settings, recorder: Recorder) -> Budget:
    """Return a budget with the caps of the settings on calls, tokens and money, which writes each call down.

    What the run had spent before it was continued counts as spent already.
    """
    before = {"before": total(recorder.steps) + recorder.lost}
    return Budget(settings.max_calls, settings.max_tokens, settings.max_cost_usd, before, recorder.asking)
