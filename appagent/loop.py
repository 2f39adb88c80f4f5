"""The loop of a run: capture, decide, perform, record, until the task is done or a limit is reached."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Protocol

from appagent.actions import (
    Action,
    Finish,
    Gesture,
    LongPress,
    Pause,
    Tap,
    Touch,
    TypeText,
    call,
    describe,
    resolve,
    target_of,
)
from appagent.actions.describe import MASK
from appagent.devices import Device
from appagent.errors import ActionError, AppAgentError, LimitError, RefusedError
from appagent.guard import Guard, concern
from appagent.models import Usage
from appagent.overlay import encode, mark
from appagent.screen import Screen, unchanged
from appagent.tasks import Task
from appagent.trajectory import Recorder, Step

_PIECE_S = 0.5  # of a wait: how soon it can be ended


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

    def wait(self, seconds: float) -> None:
        """Sleep, unless somebody wants to stop."""
        self._event.wait(seconds)
        self.check()

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
    """What an agent wants. documents: ids of those that it had before it. dropped: calls it also made. think: what its
    model thought aloud, for people to read.
    """

    action: Action
    observation: str = ""
    thought: str = ""
    summary: str = ""
    documents: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    think: str = ""


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
    """Where a run ends. retries: of a reply that cannot be read or carried out. repeats: of one action in front of
    one and the same sight, after which the agent is told, and then as many again until the run ends."""

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
    _before: Screen | None = None
    _done: Counter[tuple[int, str, str]] = field(default_factory=Counter)
    _times: int = 0  # that the last action was done in front of what it was done on

    def go(self) -> Outcome:
        """Capture, decide, perform, record, until an end.

        Raises DeviceError, ModelError and Cancelled; the steps up to there are on disk.
        """
        try:
            for _ in range(self.limits.max_steps):
                self.cancel.check()
                screen = self.device.capture()
                ending = self._step(screen, self._notices(screen))
                if ending:
                    return ending
                self._before = screen
        except (GiveUp, Circling) as error:
            return Outcome("failed", str(error))
        except LimitError as error:
            return Outcome("limit", str(error))
        return Outcome("limit", f"the task was not finished in {self.limits.max_steps} steps; --max-steps allows more")

    def _step(self, screen: Screen, notices: list[str]) -> Outcome | None:
        """Ask until an action can be carried out, or `retries` are used up; then carry it out."""
        with turn(self.recorder, screen, lambda: self.agent.usage, self.told, self.limits.picture_side) as made:
            view = View(self.task, screen, made.picture, tuple(self.recorder.steps), tuple(notices))
            ending = None
            for _ in range(self.limits.retries + 1):
                try:
                    ending = self._act(made, self.agent.decide(view))
                    break
                except ActionError as error:
                    made.failed(error)
                    view = replace(view, notices=(*notices, str(error)))
        seen = (sight(screen), made.step.action, made.step.outcome)
        self._done[seen] += 1
        self._times = 0 if made.step.action.startswith("wait(") else self._done[seen]
        return ending

    def _act(self, made: "Turn", decision: Decision) -> Outcome | None:
        made.wants(decision)
        if isinstance(decision.action, Finish):
            made.note(outcome="finish")
            return Outcome("success", "", decision.action.answer)
        carry_out(decision.action, made.screen, self.device, self.guard, self.cancel)
        made.note(outcome="done")
        return None

    def _notices(self, screen: Screen) -> list[str]:
        """What the agent must know of its last step. Raises Circling where it goes round in a circle."""
        if not self.recorder.steps:
            return []
        last = self.recorder.steps[-1]
        done = last.words if last.action else "no answer that could be carried out"
        again = f"{done}, {self._times} times on the same screen"
        if self._times >= 2 * self.limits.repeats:
            raise Circling(f"went round in a circle: {again}" + (f" ({last.reason})" if last.reason else ""))
        notices = []
        if last.outcome in {"failed", "refused"}:
            notices.append(f"your last step did nothing: {last.reason}")
        elif last.reason:
            notices.append(last.reason)
        if last.outcome == "done" and self._before is not None and unchanged(self._before, screen):
            notices.append(f"your last action ({last.words}) changed nothing on the screen")
        if self._times >= self.limits.repeats:
            notices.append(f"you are going round in a circle: {again}; try something else")
        return notices


@dataclass
class Turn:
    """One step in the making. picture: the screenshot with its marks, JPEG, or empty where there is none."""

    screen: Screen
    picture: bytes
    step: Step

    def note(self, **facts: object) -> None:
        """Add to the step."""
        self.step = replace(self.step, **facts)  # type: ignore[arg-type]  # names and types are Step's

    def wants(self, decision: Decision) -> Decision:
        """Note what the agent wants; until more is noted it counts as interrupted. Returns it without its secret."""
        safe = without_secret(decision, self.screen)
        element = target_of(safe.action, self.screen)
        dropped = ", ".join(safe.dropped)
        self.note(
            action=call(safe.action),
            words=describe(safe.action, self.screen),
            element_id=element.id if element else "",
            bounds=element.bounds if element else None,
            observation=safe.observation,
            thought=safe.thought,
            summary=safe.summary,
            think=safe.think,
            documents=safe.documents,
            outcome="interrupted",
            reason=f"of several calls only the first was carried out, not: {dropped}" if dropped else "",
        )
        return safe

    def failed(self, error: ActionError) -> None:
        """Note that nothing was done, and why."""
        self.note(outcome="refused" if isinstance(error, RefusedError) else "failed", reason=str(error))


@contextmanager
def turn(
    recorder: Recorder,
    screen: Screen,
    usage: Callable[[], Usage],
    told: Callable[[Step], None],
    side: int,
    offered: Collection[int] | None = None,
) -> Iterator[Turn]:
    """Around one step: however it is left, what was decided by then is on disk, with what it took.

    usage: of the models so far. side: the picture's longer one, px. offered: the marks to draw; all by default.
    """
    began, before = time.monotonic(), usage()
    number = len(recorder.steps) + 1
    picture = encode(mark(screen, side=side, only=offered)) if screen.picture else b""
    file = recorder.picture(number, picture) if picture else ""
    made = Turn(screen, picture, Step(
        number, screen.screen_id, screen.app, screen.activity, action="", words="nothing", outcome="interrupted",
        settled=screen.settled, picture=file, size=screen.size,
    ))  # fmt: skip
    try:
        yield made
    finally:
        if made.step.action or made.step.outcome != "interrupted":
            recorder.step(_timed(made.step, usage(), before, began))
            told(recorder.steps[-1])


def without_secret(decision: Decision, screen: Screen) -> Decision:
    """A decision as it may be written down: without what is typed into a password field, also where it is quoted."""
    action, safe = decision.action, _masked(decision.action, screen)
    if safe == action or not isinstance(action, TypeText):
        return decision
    return replace(
        decision,
        action=safe,
        observation=decision.observation.replace(action.text, MASK),
        thought=decision.thought.replace(action.text, MASK),
        summary=decision.summary.replace(action.text, MASK),
        dropped=tuple(each.replace(action.text, MASK) for each in decision.dropped),
        think=decision.think.replace(action.text, MASK),
    )


def carry_out(action: Action, screen: Screen, device: Device, guard: Guard, cancel: Cancel) -> None:
    """Perform an action's gestures, if the guard lets it pass. Raises ActionError where the screen cannot do it."""
    gestures = resolve(action, screen)
    guard.check(action, screen, describe(_masked(action, screen), screen))
    for beneath in _beneath(action, gestures, screen):  # where a covered element's centre lies in another
        guard.check(beneath, screen, describe(beneath, screen))
    for gesture in _in_pieces(gestures):
        with cancel.gesture():
            device.perform(gesture)


def _beneath(action: Action, gestures: tuple[Gesture, ...], screen: Screen) -> list[Action]:
    """Taps on the innermost elements that a tap's or a hold's gestures really land on, where they are others."""
    if not isinstance(action, Tap | LongPress):
        return []
    points = [(gesture.x, gesture.y) for gesture in gestures if isinstance(gesture, Touch)]
    hit = []
    for x, y in points:
        there = [e for e in screen.elements if e.bounds[0] <= x < e.bounds[2] and e.bounds[1] <= y < e.bounds[3]]
        hit += sorted(there, key=lambda e: (e.bounds[2] - e.bounds[0]) * (e.bounds[3] - e.bounds[1]))[:1]
    return [Tap(element.mark) for element in hit if element.mark != action.mark]


def sight(screen: Screen) -> int:
    """A number for all that is to be seen, the status bar left out: the same where nothing has changed."""
    elements = [(e.id, e.text, e.checked, e.selected, e.focused, e.bounds) for e in screen.elements]
    pixels = b""
    if screen.picture:
        width, height = screen.picture.size
        pixels = screen.picture.reduce(8, (0, height // 16, width, height)).tobytes()
    return hash((screen.screen_id, screen.texts, tuple(elements), pixels))


def _masked(action: Action, screen: Screen) -> Action:
    if isinstance(action, TypeText) and action.text and concern(action, screen) == "secret":
        return replace(action, text=MASK)
    return action


def _in_pieces(gestures: tuple[Gesture, ...]) -> Iterator[Gesture]:
    """Gestures, with a long wait in pieces between which it can be ended."""
    for gesture in gestures:
        while isinstance(gesture, Pause) and gesture.seconds > _PIECE_S:
            yield Pause(_PIECE_S)
            gesture = Pause(gesture.seconds - _PIECE_S)
        yield gesture


def _timed(step: Step, now: Usage, before: Usage, began: float) -> Step:
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
