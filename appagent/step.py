"""Take one step: look, mark, decide, check, commit, perform, record. A run and a learning both take it here.

A decision goes one way: it is read into an `Intent`, which the record notes; `execute` makes gestures of it, lets the
guard see both, commits, so that what is about to happen is on disk, and sends the gestures.
"""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
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
    whole_text,
)
from appagent.agent import Decision, View
from appagent.cancel import Cancel
from appagent.devices import Device
from appagent.errors import ActionError, RefusedError
from appagent.guard import Guard, concern, landing
from appagent.models import Usage
from appagent.prompting.grid import draw_grid
from appagent.prompting.marks import encode, mark
from appagent.runs.trajectory import Recorder, Step
from appagent.screen import Element, Screen
from appagent.screen.trouble import trouble
from appagent.screen.vision import forbidden
from appagent.screen.windows import is_keyboard
from appagent.secrets import Secrets, names_in
from appagent.tasks import Task

_LOG_LINES = 40  # of the phone's log, kept with what is seen of a crash
_PIECE_S = 0.5  # of a wait: how soon it can be ended


@dataclass(frozen=True)
class Stepper:
    """Takes the steps of one run or learning.

    usage: returns what the models have taken so far. told: called with each step as it ends. retries: of a reply that
    cannot be read or carried out. picture_side: the longer side of the agent's pictures, px.
    """

    device: Device
    task: Task
    recorder: Recorder
    guard: Guard
    cancel: Cancel
    usage: Callable[[], Usage]
    told: Callable[[Step], None]
    retries: int
    picture_side: int

    def look(self, before: Screen | None) -> tuple[Screen, list[str]]:
        """Capture the screen without its secrets; return it, with a notice for the agent where it tells of a crash.

        That is a dialog that says that an app crashed or hangs, and that `before` did not show; it is written down
        with the end of the phone's log.
        """
        screen = self.recorder.secrets.veiled(self.device.capture())
        found = trouble(screen)
        if found is None or (before is not None and trouble(before) == found):
            return screen, []
        self.recorder.trouble(found, self.device.log(_LOG_LINES))
        what = {"crash": "an app crashed", "anr": "an app does not respond"}[found.kind]
        return screen, [f'{what} ("{found.words}"): deal with the dialog, then open the app again if the task needs it']

    @contextmanager
    def begin(
        self, screen: Screen, *, offered: Collection[int] | None = None, grid: bool = False
    ) -> Iterator["OpenStep"]:
        """Mark the screen and yield a step on it; however that ends, what was decided by then is on disk.

        offered: the marks to draw; all by default. grid: draw the grid in their place, where there is a picture.
        """
        began, before, number = time.monotonic(), self.usage(), len(self.recorder.steps) + 1
        grid = grid and screen.picture is not None
        picture = _picture(screen, self.picture_side, offered, grid=grid)
        file = self.recorder.picture(number, picture) if picture else ""
        if screen.raw:
            self.recorder.raw(number, screen.raw)
        step = OpenStep(self, screen, picture, grid, Step(
            number, screen.screen_id, screen.app, screen.activity, action="", words="nothing", outcome="interrupted",
            settled=screen.settled, picture=file, size=screen.size,
        ))  # fmt: skip
        try:
            yield step
        finally:
            if step.record.action or step.record.outcome != "interrupted":
                step.note(**spent(self.usage(), before), seconds=round(time.monotonic() - began, 3))
                self.recorder.step(step.record)
                self.told(self.recorder.steps[-1])


@dataclass
class OpenStep:
    """One step under way. picture: the screenshot with its marks or the grid, JPEG. record: the facts known by now."""

    by: Stepper
    screen: Screen
    picture: bytes
    grid: bool
    record: Step

    def act(
        self,
        decide: Callable[[View], Decision],
        notices: Sequence[str],
        *,
        veto: Callable[["Intent"], None] = lambda intent: None,
        on_commit: Callable[[], None] = lambda: None,
        on_failure: Callable[["Intent | None", ActionError], None] = lambda intent, error: None,
    ) -> "Intent | None":
        """Ask for an action until one can be carried out, and do it; return it, or None when the retries are used up.

        veto: raises ActionError for what is not to be done. on_commit: called after all checks, just before the first
        gesture is sent. on_failure: called with what was not done and why; None where no action could be read.
        """
        recorder, notices = self.by.recorder, (*forbidden(self.screen), *notices)
        names, steps = recorder.secrets.names, tuple(recorder.steps)
        view = View(self.by.task, self.screen, self.picture, steps, notices, self.grid, names)
        for _ in range(self.by.retries + 1):
            intent = None
            try:
                intent = self._read(decide(view))
                veto(intent)
                self._do(intent, on_commit)
                return intent
            except ActionError as error:
                self.note(outcome="refused" if isinstance(error, RefusedError) else "failed", reason=str(error))
                on_failure(intent, error)
                view = replace(view, notices=(*notices, str(error)))
        return None

    def note(self, **facts: object) -> None:
        """Add facts to the record, by the names that Step has for them."""
        self.record = replace(self.record, **facts)  # type: ignore[arg-type]  # names and types are Step's

    def _read(self, decision: Decision) -> "Intent":
        """Read a decision and note it; until more is noted the step counts as interrupted."""
        recorder, action = self.by.recorder, decision.action
        intent = read_intent(action, self.screen, recorder.secrets)
        if isinstance(action, TypeText) and intent.told != action:
            recorder.keep(action.text)  # what is on disk may quote it
        dropped = ", ".join(decision.dropped)
        self.note(
            action=call(intent.told),
            words=intent.words,
            element_id=intent.element.id if intent.element else "",
            bounds=intent.element.bounds if intent.element else None,
            observation=decision.observation,
            thought=recorder.secrets.mask(decision.thought),
            summary=decision.summary,
            think=decision.think,
            documents=decision.documents,
            outcome="interrupted",
            reason=f"of several calls only the first was carried out, not: {dropped}" if dropped else "",
        )
        return intent

    def _do(self, intent: "Intent", on_commit: Callable[[], None]) -> None:
        """Carry an intent out and note that; what is about to happen is on disk before it does."""
        if isinstance(intent.told, Finish):
            self.note(outcome="finish")
            return

        def commit() -> None:
            on_commit()
            self.by.recorder.intend(self.record)

        execute(intent, self.by.device, self.by.guard, self.by.cancel, self.by.recorder.secrets, commit)
        self.note(outcome="done")


@dataclass(frozen=True)
class Intent:
    """An action on a screen, read once.

    action: as the agent wants it, for the guard and the phone alone: it may spell out a secret. told: the same with
    names for secrets, for all else. words: of `told`, for people. text: all that it types, where the words do not say
    that. into_secret: it types into a field that asks for a secret.
    element: the one that it is about, None where there is none. on_element, shown: of an action through the grid the
    one on that element, and the screen that has this; otherwise `told` and `screen`.
    """

    screen: Screen
    action: Action = field(repr=False)
    told: Action
    words: str
    text: str
    into_secret: bool
    element: Element | None
    on_element: Action
    shown: Screen


def read_intent(action: Action, screen: Screen, secrets: Secrets) -> Intent:
    """Find out what an action is about and how it may be told. A secret that it spells out is masked from here on."""
    told, into_secret = action, False
    if isinstance(action, TypeText) and concern(action, screen) == "secret":
        told, into_secret = replace(action, text=secrets.keep(action.text)), True
    meant, shown = told.on_element(screen)
    words, text = secrets.mask(describe(told, screen)), secrets.mask(whole_text(told, screen))
    return Intent(screen, action, told, words, text, into_secret, meant.target(shown), meant, shown)


def execute(
    intent: Intent,
    device: Device,
    guard: Guard,
    cancel: Cancel,
    secrets: Secrets,
    on_commit: Callable[[], None] = lambda: None,
) -> None:
    """Check an intent, commit, and send its gestures.

    on_commit: called after all checks, just before the first gesture is sent. Raises ActionError where the screen or
    the phone cannot do it, RefusedError where the guard refuses, and Cancelled between two gestures.
    """
    gestures = gestures_of(intent, secrets)
    ask_guard(guard, intent, gestures)
    cancel.check()
    on_commit()
    send(gestures, device, cancel)


def gestures_of(intent: Intent, secrets: Secrets) -> tuple[Gesture, ...]:
    """Return the gestures of an intent, with its secrets spelled out and bound to the fields they may go into.

    Raises ActionError where the screen cannot do it, where there is no such secret, and where one may not be typed, by
    its name or plainly.
    """
    action, screen = intent.action, intent.screen
    if not isinstance(action, TypeText):
        return action.gestures(screen)
    owner, app = intent.element.owner if intent.element else None, "" if is_keyboard(screen.app) else screen.app
    bounds = tuple(secrets.bounds(action.text))
    for bound in bounds:
        if why := bound.refusal(owner, app):
            raise ActionError(f"nothing was typed: {why}")
    text = secrets.spelled(action.text)
    if intent.into_secret and names_in(text):
        known = ", ".join(secrets.names) or "none; the person sets APPAGENT_SECRET_NAME"
        raise ActionError(f"there is no secret {names_in(text)[0]}; there are: {known}")
    if text != action.text and not intent.into_secret:
        raise ActionError("a secret goes only into a field that asks for one, and this one does not")
    gestures = replace(action, text=text).gestures(screen)
    return tuple(replace(g, secret=True, bounds=bounds) if bounds and isinstance(g, Type) else g for g in gestures)


def ask_guard(guard: Guard, intent: Intent, gestures: tuple[Gesture, ...]) -> None:
    """Raise RefusedError unless the guard lets the action pass, and all that its gestures really land on."""
    guard.check(intent.action, intent.screen, intent.words, intent.text)
    taps, shown = landing(intent.action, gestures, intent.screen)
    for tap in taps:
        guard.check(tap, shown, describe(tap, shown))


def send(gestures: Iterable[Gesture], device: Device, cancel: Cancel) -> None:
    """Perform gestures in order. Raises Cancelled between two of them, and between the pieces of a long wait."""
    for gesture in _in_pieces(gestures):
        with cancel.gesture():
            device.perform(gesture)


def spent(now: Usage, before: Usage) -> dict[str, Any]:
    """Return what the models have taken since `before`, as facts of a step."""
    known = now.cost_usd is not None and before.cost_usd is not None
    return {
        "model_calls": now.calls - before.calls,
        "prompt_tokens": now.prompt_tokens - before.prompt_tokens,
        "completion_tokens": now.completion_tokens - before.completion_tokens,
        "cost_usd": round((now.cost_usd or 0) - (before.cost_usd or 0), 6) if known else None,
        "estimated": now.estimated - before.estimated,
    }


def grid_is_up(steps: Sequence[Step]) -> bool:
    """Tell whether the last thing done was to bring up the grid: whatever is done next takes it away."""
    done = next((step for step in reversed(steps) if step.outcome in {"done", "interrupted"}), None)
    return done is not None and done.action == call(Grid())


def interruption(step: Step) -> str:
    """Return what an agent must know of a step that was on its way when the run was cut off."""
    return f"the run was interrupted during your last action ({step.words}): see whether it was carried out"


def _picture(screen: Screen, side: int, offered: Collection[int] | None, *, grid: bool) -> bytes:
    """Draw the grid or the offered marks, as JPEG; empty where the screen gives no picture."""
    if screen.picture is None:
        return b""
    return encode(draw_grid(screen, side=side) if grid else mark(screen, side=side, only=offered))


def _in_pieces(gestures: Iterable[Gesture]) -> Iterator[Gesture]:
    """Yield the gestures, a long wait in pieces."""
    for gesture in gestures:
        while isinstance(gesture, Pause) and gesture.seconds > _PIECE_S:
            yield Pause(_PIECE_S)
            gesture = Pause(gesture.seconds - _PIECE_S)
        yield gesture
