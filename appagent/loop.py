"""The loop of a run: capture, decide, perform, record, until the task is done or a limit is reached."""

import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Protocol

from appagent.actions import Action, Finish, call, describe, resolve, target_of
from appagent.devices import Device
from appagent.errors import ActionError, AppAgentError, LimitError, RefusedError
from appagent.guard import Guard
from appagent.models import Usage
from appagent.overlay import encode, mark
from appagent.screen import Screen, unchanged
from appagent.tasks import Task
from appagent.trajectory import Recorder, Step


class Cancelled(AppAgentError):
    """The person stopped the run."""

    exit_status = 130


class GiveUp(AppAgentError):
    """The agent sees no way to do the task: the run ends as failed, with its reason."""


class Circling(AppAgentError):
    """The agent does the same again and again, though it was told."""


class Cancel:
    """A wish to stop, from a signal or another thread, heard between two gestures and never inside one."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._in_gesture = False

    def set(self) -> None:
        """Stop before the next gesture."""
        self._event.set()

    def on_signal(self, *_: object) -> None:
        """For signal.signal: end whatever is waited for at once, but a gesture under way only after it."""
        self.set()
        if not self._in_gesture:
            raise KeyboardInterrupt

    def check(self) -> None:
        """Raise Cancelled where somebody wants to stop."""
        if self._event.is_set():
            raise Cancelled("stopped by the person")

    @contextmanager
    def gesture(self) -> Iterator[None]:
        """Around one gesture."""
        self.check()
        self._in_gesture = True
        try:
            yield
        finally:
            self._in_gesture = False
        self.check()


@dataclass(frozen=True)
class View:
    """What an agent decides on. picture: the screenshot with its marks, JPEG. notices: what it must be told."""

    task: Task
    screen: Screen
    picture: bytes
    steps: tuple[Step, ...] = ()
    notices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Decision:
    """What an agent wants. documents: ids of those that it had before it. dropped: calls it also made."""

    action: Action
    observation: str = ""
    thought: str = ""
    summary: str = ""
    documents: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


class Agent(Protocol):
    """Decides. usage: what its models have taken so far."""

    name: str

    @property
    def usage(self) -> Usage:
        """What its models have taken so far."""

    def decide(self, view: View) -> Decision:
        """The next action. Raises ActionError, with the reason, where no action could be read."""


@dataclass(frozen=True)
class Limits:
    """Where a run ends. retries: of a reply that cannot be read or carried out. repeats: of one action on one
    screen that changes nothing, after which the agent is told, and then as many again until the run ends."""

    max_steps: int = 30
    retries: int = 2
    repeats: int = 3
    picture_side: int = 1280


@dataclass(frozen=True)
class Outcome:
    """How a run ended, as far as the agent can say: "success", "failed" or "limit"."""

    status: str
    reason: str
    answer: str = ""


@dataclass
class Run:
    """One task on one phone; `go` carries it out. told: hears of every step as it ends."""

    agent: Agent
    device: Device
    task: Task
    recorder: Recorder
    guard: Guard = field(default_factory=Guard)
    limits: Limits = field(default_factory=Limits)
    cancel: Cancel = field(default_factory=Cancel)
    told: Callable[[Step], None] = lambda step: None

    def go(self) -> Outcome:
        """Capture, decide, perform, record, until an end.

        Raises DeviceError, ModelError and Cancelled; the steps up to there are on disk.
        """
        before: Screen | None = None
        try:
            for number in range(1, self.limits.max_steps + 1):
                self.cancel.check()
                screen = self.device.capture()
                notices = _notices(self.recorder.steps, before, screen, self.limits.repeats)
                step, ending = self._turn(number, screen, notices)
                self.recorder.step(step)
                self.told(step)
                if ending:
                    return ending
                before = screen
        except (GiveUp, Circling) as error:
            return Outcome("failed", str(error))
        except LimitError as error:
            return Outcome("limit", str(error))
        return Outcome("limit", f"the task was not finished in {self.limits.max_steps} steps; --max-steps allows more")

    def _turn(self, number: int, screen: Screen, notices: Sequence[str]) -> tuple[Step, Outcome | None]:
        """One step: ask until an action can be carried out, or `retries` are used up; then carry it out."""
        began, usage = time.monotonic(), self.agent.usage
        picture, step = begin_step(self.recorder, number, screen, self.limits.picture_side)
        problems: list[str] = []
        ending = None
        for _ in range(self.limits.retries + 1):
            view = View(self.task, screen, picture, tuple(self.recorder.steps), (*notices, *problems[-1:]))
            try:
                decision = self.agent.decide(view)
                step = decided(step, decision, screen)
                if isinstance(decision.action, Finish):
                    step, ending = replace(step, outcome="finish"), Outcome("success", "", decision.action.answer)
                    break
                carry_out(decision.action, screen, self.device, self.guard, self.cancel)
                step = replace(step, outcome="done", reason=_dropped(decision))
                break
            except ActionError as error:
                problems.append(str(error))
                refused = isinstance(error, RefusedError)
                step = replace(step, outcome="refused" if refused else "failed", reason=str(error))
        return timed(step, self.agent.usage, usage, began), ending


def begin_step(
    recorder: Recorder, number: int, screen: Screen, side: int, offered: Collection[int] | None = None
) -> tuple[bytes, Step]:
    """A screen's marked picture (JPEG; empty where there is none), kept on disk, and a step to fill in."""
    picture = encode(mark(screen, side=side, only=offered)) if screen.picture else b""
    step = Step(
        number,
        screen.screen_id,
        screen.app,
        screen.activity,
        action="",
        words="nothing",
        outcome="failed",
        settled=screen.settled,
        picture=recorder.picture(number, picture) if picture else "",
    )
    return picture, step


def carry_out(action: Action, screen: Screen, device: Device, guard: Guard, cancel: Cancel) -> None:
    """Perform an action's gestures, if the guard lets it pass. Raises ActionError where the screen cannot do it."""
    gestures = resolve(action, screen)
    guard.check(action, screen, describe(action, screen))
    for gesture in gestures:
        with cancel.gesture():
            device.perform(gesture)


def timed(step: Step, now: Usage, before: Usage, began: float) -> Step:
    """The step with what it took: of the models since `before`, and of time since `began` (monotonic, s)."""
    known = now.cost_usd is not None and before.cost_usd is not None
    return replace(
        step,
        model_calls=now.calls - before.calls,
        prompt_tokens=now.prompt_tokens - before.prompt_tokens,
        completion_tokens=now.completion_tokens - before.completion_tokens,
        cost_usd=round((now.cost_usd or 0) - (before.cost_usd or 0), 6) if known else None,
        seconds=round(time.monotonic() - began, 3),
    )


def decided(step: Step, decision: Decision, screen: Screen) -> Step:
    """The step with what the agent wants."""
    element = target_of(decision.action, screen)
    return replace(
        step,
        action=call(decision.action),
        words=describe(decision.action, screen),
        element_id=element.id if element else "",
        observation=decision.observation,
        thought=decision.thought,
        summary=decision.summary,
        documents=decision.documents,
    )


def _dropped(decision: Decision) -> str:
    if not decision.dropped:
        return ""
    return f"of several calls only the first was carried out, not: {', '.join(decision.dropped)}"


def _notices(steps: Sequence[Step], before: Screen | None, screen: Screen, repeats: int) -> list[str]:
    """What the agent must know of its last step. Raises Circling where it goes round in a circle."""
    if not steps:
        return []
    last = steps[-1]
    notices = []
    if last.outcome in {"failed", "refused"}:
        notices.append(f"your last step did nothing: {last.reason}")
    elif last.reason:
        notices.append(last.reason)
    if last.outcome == "done" and before is not None and unchanged(before, screen):
        notices.append(f"your last action ({last.words}) changed nothing on the screen")
    same = _run_of_same(steps)
    if same >= 2 * repeats:
        raise Circling(f"went round in a circle: {last.words}, {same} times on the same screen")
    if same >= repeats:
        notices.append(f"you have done the same on this screen {same} times: {last.words}; try something else")
    return notices


def _run_of_same(steps: Sequence[Step]) -> int:
    """How often the last steps in a row were one and the same, on one screen."""
    last = steps[-1]
    count = 0
    for step in reversed(steps):
        if (step.screen_id, step.action, step.outcome) != (last.screen_id, last.action, last.outcome):
            break
        count += 1
    return count if last.action != "wait()" else 0
