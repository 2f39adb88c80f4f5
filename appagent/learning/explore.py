"""Explore an app: act, compare the screens, judge, write down; with a task to learn by, or to cover it all."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from appagent.actions import Action, Back, Finish, Grid, Key, Start, Swipe, Touch
from appagent.agent import Decision, View
from appagent.cancel import Cancel
from appagent.devices import Device
from appagent.errors import ActionError, LimitError, RefusedError, UsageError
from appagent.guard import Guard
from appagent.learning.knowledge import known, recall, restored, saved
from appagent.learning.reflect import Act, Reflector, Trail
from appagent.learning.write import Writer
from appagent.loop import Limits
from appagent.models import Usage
from appagent.prompting.reply import Reflection
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import Step
from appagent.screen import Element, Screen, unchanged
from appagent.screen.transitions import ScreenKey, screen_key
from appagent.screen.tree import centre
from appagent.screen.trouble import trouble, way_out
from appagent.step import Intent, OpenStep, Stepper, grid_is_up, interruption, send
from appagent.store import Store
from appagent.tasks import Task

Tried = tuple[ScreenKey, str, str]  # screen, element id, kind of action; of a swipe its direction too


class Explorer(Protocol):
    """Chooses what to try next."""

    name: str

    @property
    def usage(self) -> Usage:
        """Return what its model has taken so far."""

    def choose(self, view: View, hidden: frozenset[int]) -> Decision:
        """Return the next action, Finish when there is nothing left. hidden: marks that lead nowhere: not offered."""

    def learnt(self, act: Act, decision: str) -> None:
        """Take in what came of an action. decision: the reflection's, or "REFUSED" for what could not be done."""

    def known(self) -> Any:
        """Return what it knows by now, as plain JSON."""

    def recall(self, told: Any) -> None:
        """Go on with what `known` told. Raises KeyError, TypeError or ValueError for anything else."""


@dataclass
class Learned:
    """Result of a learning. status: "success" when it ended by itself, else "limit" or "failed"."""

    status: str = "success"
    reason: str = ""
    decisions: Counter[str] = field(default_factory=Counter)
    written: list[str] = field(default_factory=list)
    refused: int = 0


@dataclass
class Learning:
    """One learning of one app; `go` does it. told: called with each step as it ends."""

    explorer: Explorer
    reflector: Reflector
    device: Device
    store: Store
    task: Task
    recorder: Recorder
    guard: Guard
    limits: Limits
    cancel: Cancel
    version: str = ""
    locale: str = ""
    told: Callable[[Step], None] = lambda step: None
    result: Learned = field(default_factory=Learned)
    _useless: set[Tried] = field(default_factory=set)
    _trail: Trail = field(default_factory=Trail)
    _notices: tuple[str, ...] = ()
    _seen: Screen | None = None  # the last
    _failures: int = 0  # steps in a row that did nothing
    _grid: bool = field(init=False)  # it was asked for, and nothing was done since

    def __post_init__(self) -> None:
        recorder, limits = self.recorder, self.limits
        self._grid = grid_is_up(recorder.steps)
        secrets, written = recorder.secrets, self.result.written
        self._writer = Writer(self.store, "explore", self.version, self.locale, written, secrets)
        self._stepper = Stepper(
            self.device, self.task, recorder, self.guard, self.cancel, self._usage, self.told, limits.retries,
            limits.picture_side,
        )  # fmt: skip

    def go(self) -> Learned:
        """Take rounds until the explorer has nothing left or a limit is reached.

        Raises DeviceError, ModelError and Cancelled; steps and documents up to there are on disk.
        """
        if self.recorder.steps:
            self._recall()
        try:
            screen = self._at_app(self._look())
            for _ in range(len(self.recorder.steps), self.limits.max_steps):
                self.cancel.check()
                after = self._round(screen)
                if after is None:
                    return self.result
                screen = self._at_app(after)
            self._ended("limit", f"stopped after {self.limits.max_steps} rounds; --rounds allows more")
        except LimitError as error:
            self._ended("limit", str(error))
        except ActionError as error:
            self._ended("failed", str(error))
        return self.result

    def _ended(self, status: str, reason: str) -> None:
        self.result.status, self.result.reason = status, reason

    def _round(self, screen: Screen) -> Screen | None:
        """Take one step and judge it; return the screen that it left, None where the explorer is done.

        Raises ActionError where nothing that the explorer says can be done, again and again.
        """
        hidden = frozenset(e.mark for e in screen.elements if self._is_useless(screen, e))
        offered = [e.mark for e in screen.elements if e.mark not in hidden]
        with self._stepper.begin(screen, offered=offered, grid=self._grid) as step:
            done = step.act(
                lambda view: self.explorer.choose(view, hidden), self._notices,
                veto=self._check_offered, on_commit=self._remember, on_failure=self._not_done,
            )  # fmt: skip
            self._notices = (step.record.reason,) if step.record.reason else ()
            if done is None:
                self._failures += 1
                if self._failures >= 2 * self.limits.repeats:
                    raise ActionError(f"{self._failures} steps in a row did nothing: {step.record.reason}")
                return screen
            self._failures = 0
            if isinstance(done.told, Finish):
                return None
            self._grid = isinstance(done.told, Grid)  # which touches nothing, so there is nothing to judge
            after = screen if self._grid else self._judged(step, done)
            self._remember()
            return after

    def _check_offered(self, intent: Intent) -> None:
        """Raise ActionError for what was tried and led nowhere."""
        if intent.element and _tried(intent.screen, intent.element, intent.on_element) in self._useless:
            raise ActionError(f"{intent.words} was tried and led nowhere; it is not offered again")

    def _not_done(self, intent: Intent | None, error: ActionError) -> None:
        """Offer no more what cannot be done here."""
        if intent is None or intent.element is None:
            return
        self.result.refused += isinstance(error, RefusedError)
        tried = _tried(intent.screen, intent.element, intent.on_element)
        if tried not in self._useless:
            self._failures = 0  # a page full of what is refused is no dead end: there is less left to try
        self._useless.add(tried)
        self.explorer.learnt(Act(intent.shown, intent.shown, intent.on_element, intent.element), "REFUSED")

    def _judged(self, step: OpenStep, done: Intent) -> Screen:
        """Look at what came of an action, judge it, write it down, and go back where that is the judgement."""
        after = self._look()
        act = self._trail.act(done.shown, after, done.on_element, self.task.goal, step.record.thought)
        try:
            judged = self._judgement(act)
        except ActionError as error:
            step.note(outcome="failed", reason=f"the reflection could not be read: {error}")
            return after
        written = "" if judged.decision == "INEFFECTIVE" else judged.documentation
        document = self._writer.write(act, written, self.reflector.model_name)
        changed = judged.decision != "INEFFECTIVE"
        think = "\n\n".join(filter(None, (step.record.think, judged.think)))
        step.note(decision=judged.decision, document=document, changed=changed, reason=judged.thought, think=think)
        if judged.decision:
            self.result.decisions[judged.decision] += 1
        if judged.decision in _LED_NOWHERE:
            self._notices = (*self._notices, f"your last action ({step.record.words}) {_LED_NOWHERE[judged.decision]}")
            if act.element:
                self._useless.add(_tried(step.screen, act.element, act.action))
        self.explorer.learnt(act, judged.decision)
        return self._went_back(after) if judged.decision == "BACK" and not trouble(after) else after

    def _judgement(self, act: Act) -> Reflection:
        if unchanged(act.before, act.after):
            return Reflection("INEFFECTIVE", "the screen is the same as before", "")
        if found := trouble(act.after):
            return Reflection("BACK", f"it brought an app down: {found.words}", "")
        if act.element is None and isinstance(act.action, Back):
            return Reflection("", "on the way to another screen", "")
        return self.reflector.reflect(act)

    def _look(self) -> Screen:
        """Capture the screen, under the id that the store knows it by."""
        screen, notices = self._stepper.look(self._seen)
        self._notices, self._seen = (*self._notices, *notices), screen
        return replace(screen, screen_id=self.store.known_as(screen))

    def _at_app(self, screen: Screen) -> Screen:
        """Return the app's screen: go back to it where the last action left it, or brought it down."""
        close = way_out(screen)
        if screen.app == self.task.app and not close:
            return screen
        closing = (Touch(*centre(close.bounds)),) if close else ()
        for gesture in (*closing, Key("back"), Start(self.task.app)):
            send([gesture], self.device, self.cancel)
            screen = self._look()
            if screen.app == self.task.app:
                return screen
        raise ActionError(f"{self.task.app} does not come to the front; {screen.app} stays there")

    def _went_back(self, left: Screen) -> Screen:
        """Go back, and return the screen then: the first back key may only close the keyboard."""
        screen = left
        for _ in range(2):
            send([Key("back")], self.device, self.cancel)
            screen = self._look()
            if screen_key(screen) != screen_key(left):
                break
        self._trail.went(left, screen, "back")
        return screen

    def _is_useless(self, screen: Screen, element: Element) -> bool:
        here = screen_key(screen)
        return all((here, element.id, kind) in self._useless for kind in element.actions)

    def _remember(self) -> None:
        """Put on disk what another process has to know to go on: what is tried is not to be tried again."""
        found = {"decisions": dict(self.result.decisions), "written": self.result.written}
        told = {"useless": saved(self._useless), "trail": known(self._trail, _TRAIL), "explorer": self.explorer.known()}
        self.recorder.remember({**told, **found, "refused": self.result.refused})

    def _recall(self) -> None:
        """Go on from what is on disk. Raises UsageError where that cannot be read."""
        told, last = self.recorder.remembered(), self.recorder.steps[-1]
        if last.outcome == "interrupted":
            self._notices = (interruption(last),)
        if told is None:  # nothing was tried yet
            return
        try:
            self._useless = restored(told["useless"])
            recall(self._trail, _TRAIL, told["trail"])
            self.explorer.recall(told["explorer"])
            self.result.decisions.update(told["decisions"])
            self.result.written.extend(told["written"])
            self.result.refused = told["refused"]
        except (KeyError, TypeError, ValueError) as error:
            raise UsageError(f"what the learning in {self.recorder.folder} knew is lost; learn anew") from error

    def _usage(self) -> Usage:
        return self.explorer.usage + self.reflector.usage


_TRAIL = ("earlier", "typed")
_LED_NOWHERE = {"INEFFECTIVE": "changed nothing", "BACK": "led away, and the phone went back"}


def _tried(screen: Screen, element: Element, action: Action) -> Tried:
    """Return what is not offered again: a list that ends at one side may still be moved to the other."""
    kind = f"swipe {action.direction}" if isinstance(action, Swipe) else action.kind
    return screen_key(screen), element.id, kind
