"""The loop of a run: capture, decide, perform, record, until the task is done or a limit is reached."""

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from appagent.actions import (
    Action,
    Finish,
    Gesture,
    Grid,
    Pause,
    Type,
    TypeText,
    call,
    describe,
    resolve,
    target_of,
    touched,
    whole_text,
)
from appagent.agent import Agent, Decision, GiveUp, View
from appagent.cancel import Cancel
from appagent.devices import Device
from appagent.errors import ActionError, AppAgentError, LimitError, RefusedError
from appagent.guard import Guard, concern, landing
from appagent.models import Usage
from appagent.prompting.grid import draw_grid
from appagent.prompting.marks import encode, mark
from appagent.runs.trajectory import Recorder, Step
from appagent.screen import Screen, unchanged
from appagent.screen.trouble import trouble
from appagent.screen.vision import forbidden
from appagent.screen.windows import is_keyboard
from appagent.secrets import Bound, Secrets, names_in
from appagent.tasks import Task

_LOG_LINES = 40  # of the phone's log, kept with what is seen of a crash
_PIECE_S = 0.5  # of a wait: how soon it can be ended


class Circling(AppAgentError):
    """The agent does the same again and again, though it was told."""


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
            for _ in range(len(self.recorder.steps), self.limits.max_steps):
                self.cancel.check()
                screen = self.recorder.secrets.veiled(self.device.capture())
                watched = watch(screen, self._before, self.device, self.recorder)
                ending = self._step(screen, [*watched, *self._notices(screen)])
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
        side, grid = self.limits.picture_side, screen.picture is not None and grid_is_up(self.recorder.steps)
        with turn(self.recorder, screen, lambda: self.agent.usage, self.told, side, grid=grid) as made:
            steps, names = tuple(self.recorder.steps), self.recorder.secrets.names
            view = View(self.task, screen, made.picture, steps, tuple(notices), grid, names)
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
        made.carry_out(decision.action, self.device, self.guard, self.cancel)
        made.note(outcome="done")
        return None

    def _notices(self, screen: Screen) -> list[str]:
        """What the agent must know of the screen and of its last step. Raises Circling where it goes in a circle."""
        notices = list(forbidden(screen))
        if not self.recorder.steps:
            return notices
        last = self.recorder.steps[-1]
        done = last.words if last.action else "no answer that could be carried out"
        again = f"{done}, {self._times} times on the same screen"
        if self._times >= 2 * self.limits.repeats:
            raise Circling(f"went round in a circle: {again}" + (f" ({last.reason})" if last.reason else ""))
        if last.outcome in {"failed", "refused"}:
            notices.append(f"your last step did nothing: {last.reason}")
        elif last.outcome == "interrupted":
            notices.append(interrupted(last))
        elif last.reason:
            notices.append(last.reason)
        acted = last.outcome == "done" and last.action != call(Grid())
        if acted and self._before is not None and unchanged(self._before, screen):
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
    recorder: Recorder

    def note(self, **facts: object) -> None:
        """Add to the step."""
        self.step = replace(self.step, **facts)  # type: ignore[arg-type]  # names and types are Step's

    def wants(self, decision: Decision) -> Decision:
        """Note what the agent wants; until more is noted it counts as interrupted. Returns it without its secret."""
        secrets = self.recorder.secrets
        action = decision.action
        if hidden(action, self.screen, secrets) != action and isinstance(action, TypeText):
            self.recorder.keep(action.text)
        safe = replace(decision, action=hidden(action, self.screen, secrets), thought=secrets.mask(decision.thought))
        element = touched(safe.action, self.screen)
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

    def carry_out(self, action: Action, device: Device, guard: Guard, cancel: Cancel) -> None:
        """Perform an action; what is about to happen is on disk before it does. Raises ActionError."""
        secrets = self.recorder.secrets
        carry_out(action, self.screen, device, guard, cancel, secrets, lambda: self.recorder.intend(self.step))

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
    grid: bool = False,
) -> Iterator[Turn]:
    """Around one step: however it is left, what was decided by then is on disk, with what it took.

    usage: of the models so far. side: the picture's longer one, px. offered: the marks to draw; all by default.
    grid: draw that in their place.
    """
    began, before = time.monotonic(), usage()
    number = len(recorder.steps) + 1
    drawn = draw_grid(screen, side=side) if grid else mark(screen, side=side, only=offered) if screen.picture else None
    picture = encode(drawn) if drawn else b""
    file = recorder.picture(number, picture) if picture else ""
    made = Turn(screen, picture, Step(
        number, screen.screen_id, screen.app, screen.activity, action="", words="nothing", outcome="interrupted",
        settled=screen.settled, picture=file, size=screen.size,
    ), recorder)  # fmt: skip
    try:
        yield made
    finally:
        if made.step.action or made.step.outcome != "interrupted":
            recorder.step(_timed(made.step, usage(), before, began))
            told(recorder.steps[-1])


def watch(screen: Screen, before: Screen | None, device: Device, recorder: Recorder) -> list[str]:
    """What an agent has to know of a dialog that says that an app crashed or hangs, and `before` did not show.

    It is written down with the end of the phone's log.
    """
    found = trouble(screen)
    if found is None or (before is not None and trouble(before) == found):
        return []
    recorder.trouble(found, device.log(_LOG_LINES))
    what = {"crash": "an app crashed", "anr": "an app does not respond"}[found.kind]
    return [f'{what} ("{found.words}"): deal with the dialog, then open the app again if the task needs it']


def interrupted(step: Step) -> str:
    """What an agent has to know of a step that was on its way when the run was cut off."""
    return f"the run was interrupted during your last action ({step.words}): see whether it was carried out"


def grid_is_up(steps: Sequence[Step]) -> bool:
    """Whether the last thing done was to bring up the grid: whatever is done next takes it away."""
    done = next((step for step in reversed(steps) if step.outcome in {"done", "interrupted"}), None)
    return done is not None and done.action == call(Grid())


def hidden(action: Action, screen: Screen, secrets: Secrets) -> Action:
    """An action as it may be told: with its name in place of a secret that it types."""
    if isinstance(action, TypeText) and action.text and concern(action, screen) == "secret":
        return replace(action, text=secrets.keep(action.text))
    return action


def carry_out(
    action: Action,
    screen: Screen,
    device: Device,
    guard: Guard,
    cancel: Cancel,
    secrets: Secrets | None = None,
    intend: Callable[[], None] = lambda: None,
) -> None:
    """Perform an action's gestures, if the guard lets it pass. Raises ActionError where the screen cannot do it.

    secrets: those that are typed for their names. intend: called when nothing but the phone stands in the way any more.
    """
    secrets = secrets or Secrets()
    spelled, bounds = _spelled(action, screen, secrets)
    gestures = tuple(_bound(gesture, bounds) for gesture in resolve(spelled, screen))
    safe = hidden(action, screen, secrets)
    guard.check(action, screen, secrets.mask(describe(safe, screen)), secrets.mask(whole_text(safe, screen)))
    taps, shown = landing(action, gestures, screen)
    for tap in taps:
        guard.check(tap, shown, describe(tap, shown))
    cancel.check()
    intend()
    for gesture in _in_pieces(gestures):
        with cancel.gesture():
            device.perform(gesture)


def spent(now: Usage, before: Usage) -> dict[str, Any]:
    """What the models have taken since `before`, as facts of a step."""
    known = now.cost_usd is not None and before.cost_usd is not None
    return {
        "model_calls": now.calls - before.calls,
        "prompt_tokens": now.prompt_tokens - before.prompt_tokens,
        "completion_tokens": now.completion_tokens - before.completion_tokens,
        "cost_usd": round((now.cost_usd or 0) - (before.cost_usd or 0), 6) if known else None,
        "estimated": now.estimated - before.estimated,
    }


def sight(screen: Screen) -> int:
    """A number for all that is to be seen, the status bar left out: the same where nothing has changed."""
    elements = [(e.id, e.text, e.checked, e.selected, e.focused, e.bounds) for e in screen.elements]
    pixels = b""
    if screen.picture:
        width, height = screen.picture.size
        pixels = screen.picture.reduce(8, (0, height // 16, width, height)).tobytes()
    return hash((screen.screen_id, screen.texts, tuple(elements), pixels))


def _spelled(action: Action, screen: Screen, secrets: Secrets) -> tuple[Action, tuple[Bound, ...]]:
    """An action with the secrets that it types by name, and where those may go that a person gave.

    Raises ActionError where there is no such secret, and where one may not be typed, by its name or plainly.
    """
    if not isinstance(action, TypeText):
        return action, ()
    field, bounds = target_of(action, screen), tuple(secrets.bounds(action.text))
    for bound in bounds:
        if why := bound.refusal(field.owner if field else None, "" if is_keyboard(screen.app) else screen.app):
            raise ActionError(f"nothing was typed: {why}")
    text, asked = secrets.spelled(action.text), concern(action, screen) == "secret"
    if asked and names_in(text):
        known = ", ".join(secrets.names) or "none; the person sets APPAGENT_SECRET_NAME"
        raise ActionError(f"there is no secret {names_in(text)[0]}; there are: {known}")
    if text != action.text and not asked:
        raise ActionError("a secret goes only into a field that asks for one, and this one does not")
    return replace(action, text=text), bounds


def _bound(gesture: Gesture, bounds: tuple[Bound, ...]) -> Gesture:
    """What types a secret is looked after to the last moment."""
    return replace(gesture, secret=True, bounds=bounds) if bounds and isinstance(gesture, Type) else gesture


def _in_pieces(gestures: tuple[Gesture, ...]) -> Iterator[Gesture]:
    """Gestures, with a long wait in pieces between which it can be ended."""
    for gesture in gestures:
        while isinstance(gesture, Pause) and gesture.seconds > _PIECE_S:
            yield Pause(_PIECE_S)
            gesture = Pause(gesture.seconds - _PIECE_S)
        yield gesture


def _timed(step: Step, now: Usage, before: Usage, began: float) -> Step:
    """The step with what it took: of the models since `before`, and of time since `began` (monotonic, s)."""
    return replace(step, **spent(now, before), seconds=round(time.monotonic() - began, 3))
