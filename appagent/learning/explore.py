"""Exploring: act, compare the screens, judge, write down; with a task to learn by, or to cover the app."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from appagent.actions import Action, Back, Finish, Grid, Key, Start, Swipe, Touch, describe, on_element, target_of
from appagent.agent import Decision, View
from appagent.cancel import Cancel
from appagent.devices import Device
from appagent.errors import ActionError, LimitError, RefusedError, UsageError
from appagent.guard import Guard
from appagent.learning.knowledge import known, lively, plain, recall
from appagent.learning.reflect import Act, Reflector, Trail
from appagent.learning.write import Writer
from appagent.loop import Limits, Turn, grid_is_up, interrupted, turn, watch
from appagent.models import Usage
from appagent.prompting.reply import Reflection
from appagent.runs.trajectory import Recorder, Step
from appagent.screen import Element, Screen, unchanged
from appagent.screen.transitions import ScreenKey, screen_key
from appagent.screen.tree import centre
from appagent.screen.trouble import trouble, way_out
from appagent.screen.vision import forbidden
from appagent.store import Store
from appagent.tasks import Task

Tried = tuple[ScreenKey, str, str]  # screen, element id, kind of action; of a swipe its direction too


class Explorer(Protocol):
    """Chooses what to try next."""

    name: str

    @property
    def usage(self) -> Usage:
        """What its model has taken so far."""

    def choose(self, view: View, hidden: frozenset[int]) -> Decision:
        """The next action; `hidden` marks lead nowhere and are not offered. Finish when there is nothing left."""

    def learnt(self, act: Act, decision: str) -> None:
        """Told what came of it."""

    def known(self) -> Any:
        """What it knows by now, as plain JSON."""

    def recall(self, told: Any) -> None:
        """Go on with what `known` told. Raises KeyError, TypeError or ValueError for anything else."""


@dataclass
class Learned:
    """What learning brought. status: "success" when it ended by itself, else "limit" or "failed"."""

    status: str = "success"
    reason: str = ""
    decisions: Counter[str] = field(default_factory=Counter)
    written: list[str] = field(default_factory=list)
    refused: int = 0


@dataclass
class Learning:
    """One learning run over one app; `go` does it. told: hears of each step as it ends."""

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
        secrets = self.recorder.secrets
        self._grid = grid_is_up(self.recorder.steps)
        self._writer = Writer(self.store, "explore", self.version, self.locale, self.result.written, secrets)

    def go(self) -> Learned:
        """Rounds until the explorer has nothing left or the limit is reached.

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
        """One action and its judgement; the screen that it left, None where the explorer is done.

        Raises ActionError where nothing that the explorer says can be done, again and again.
        """
        hidden = frozenset(e.mark for e in screen.elements if self._is_useless(screen, e))
        offered = [e.mark for e in screen.elements if e.mark not in hidden]
        side, grid = self.limits.picture_side, self._grid and screen.picture is not None
        with turn(self.recorder, screen, self._usage, self.told, side, offered, grid) as made:
            steps, names = tuple(self.recorder.steps), self.recorder.secrets.names
            view = View(self.task, screen, made.picture, steps, (*forbidden(screen), *self._notices), grid, names)
            decision = self._acted(made, view, hidden)
            if decision is None:
                self._failures += 1
                if self._failures >= 2 * self.limits.repeats:
                    raise ActionError(f"{self._failures} steps in a row did nothing: {made.step.reason}")
                return screen
            self._failures = 0
            if isinstance(decision.action, Finish):
                made.note(outcome="finish")
                return None
            made.note(outcome="done")
            self._grid = isinstance(decision.action, Grid)  # which touches nothing, so there is nothing to judge
            after = screen if self._grid else self._judged(made, decision)
            self._remember()
            return after

    def _acted(self, made: Turn, view: View, hidden: frozenset[int]) -> Decision | None:
        """Ask the explorer and do what it says, returned without its secret; None where nothing could be done."""
        for _ in range(self.limits.retries + 1):
            wanted: Decision | None = None
            try:
                wanted = self.explorer.choose(view, hidden)
                safe = made.wants(wanted)
                self._offered(view.screen, wanted.action)
                if not isinstance(wanted.action, Finish):
                    self._remember()
                    made.carry_out(wanted.action, self.device, self.guard, self.cancel)
                self._notices = (made.step.reason,) if made.step.reason else ()
                return safe
            except ActionError as error:
                made.failed(error)
                self._notices = (str(error),)
                view = replace(view, notices=self._notices)
                if wanted is not None:
                    self._refused(view.screen, wanted.action, error)
        return None

    def _offered(self, screen: Screen, action: Action) -> None:
        """Raise ActionError for what was tried and led nowhere."""
        meant, shown = on_element(action, screen)
        element = target_of(meant, shown)
        if element and (screen_key(screen), element.id, _what(meant)) in self._useless:
            raise ActionError(f"{describe(action, screen)} was tried and led nowhere; it is not offered again")

    def _refused(self, screen: Screen, action: Action, error: ActionError) -> None:
        """What cannot be done here is not offered again."""
        meant, shown = on_element(action, screen)
        element = target_of(meant, shown)
        if element:
            self.result.refused += isinstance(error, RefusedError)
            tried = (screen_key(screen), element.id, _what(meant))
            if tried not in self._useless:
                self._failures = 0  # a page full of what is refused is no dead end: there is less left to try
            self._useless.add(tried)
            self.explorer.learnt(Act(shown, shown, meant, element), "REFUSED")

    def _judged(self, made: Turn, decision: Decision) -> Screen:
        """Look at what came of an action, judge it, write it down, and go back where that is the judgement."""
        before, after = made.screen, self._look()
        act = self._trail.act(before, after, decision.action, self.task.goal, decision.thought)
        try:
            judged = self._judgement(act)
        except ActionError as error:
            made.note(outcome="failed", reason=f"the reflection could not be read: {error}")
            return after
        written = "" if judged.decision == "INEFFECTIVE" else judged.documentation
        document = self._writer.write(act, written, self.reflector.model_name)
        changed = judged.decision != "INEFFECTIVE"
        think = "\n\n".join(filter(None, (made.step.think, judged.think)))
        made.note(decision=judged.decision, document=document, changed=changed, reason=judged.thought, think=think)
        if judged.decision:
            self.result.decisions[judged.decision] += 1
        if judged.decision in _LED_NOWHERE:
            self._notices = (*self._notices, f"your last action ({made.step.words}) {_LED_NOWHERE[judged.decision]}")
            if act.element:
                self._useless.add((screen_key(before), act.element.id, _what(act.action)))
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
        """What is on the screen, under the id that the store knows it by."""
        screen = self.recorder.secrets.veiled(self.device.capture())
        self._notices = (*self._notices, *watch(screen, self._seen, self.device, self.recorder))
        self._seen = screen
        return replace(screen, screen_id=self.store.known_as(screen))

    def _at_app(self, screen: Screen) -> Screen:
        """The app's screen: back to it where the last action left it, or brought it down."""
        close = way_out(screen)
        if screen.app == self.task.app and not close:
            return screen
        closing = (Touch(*centre(close.bounds)),) if close else ()
        for gesture in (*closing, Key("back"), Start(self.task.app)):
            with self.cancel.gesture():
                self.device.perform(gesture)
            screen = self._look()
            if screen.app == self.task.app:
                return screen
        raise ActionError(f"{self.task.app} does not come to the front; {screen.app} stays there")

    def _went_back(self, left: Screen) -> Screen:
        """The screen before: the first back key may only close the keyboard."""
        screen = left
        for _ in range(2):
            with self.cancel.gesture():
                self.device.perform(Key("back"))
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
        told = {"useless": plain(self._useless), "trail": known(self._trail, _TRAIL), "explorer": self.explorer.known()}
        self.recorder.remember({**told, **found, "refused": self.result.refused})

    def _recall(self) -> None:
        """Go on from what is on disk. Raises UsageError where that cannot be read."""
        told, last = self.recorder.remembered(), self.recorder.steps[-1]
        if last.outcome == "interrupted":
            self._notices = (interrupted(last),)
        if told is None:  # nothing was tried yet
            return
        try:
            self._useless = lively(told["useless"])
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


def _what(action: Action) -> str:
    """What is not offered again: a list that ends at one side may still be moved to the other."""
    return f"swipe {action.direction}" if isinstance(action, Swipe) else action.kind
