"""Explore an app in rounds: choose an action, perform it, judge what it did, and write a document about it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from appagent.actions import Action, Back, Finish, Grid, Key, Restart, SetValue, Start, Swipe, Touch
from appagent.agent import Decision, View
from appagent.cancel import Cancel
from appagent.devices import Device
from appagent.devices.base import toast_of
from appagent.documents.effects import Effects
from appagent.errors import ActionError, LimitError, RefusedError, UsageError
from appagent.guard import Guard
from appagent.guard.labels import agrees
from appagent.learning.knowledge import known, recall, restored, saved
from appagent.learning.made import Made
from appagent.learning.reflect import Reflector
from appagent.learning.trail import Act, Trail
from appagent.learning.write import Writer
from appagent.loop import Limits
from appagent.models import Usage
from appagent.prompting.reply import Reflection
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import Step, counted
from appagent.screen import Element, Screen, unchanged
from appagent.screen.lexicon import SAVE, folded, listed
from appagent.screen.transitions import FILLING, ScreenKey, screen_key
from appagent.screen.tree import centre
from appagent.screen.trouble import trouble, way_out
from appagent.step import Intent, OpenStep, Stepper, grid_is_up, interruption, send
from appagent.store import Store
from appagent.tasks import Task

Tried = tuple[ScreenKey, str, str]  # screen key, element id, kind of action (with the direction for a swipe)


class Explorer(Protocol):
    """Chooses what to try next while an app is learnt."""

    name: str

    @property
    def usage(self) -> Usage:
        """Return the calls and tokens that the explorer's model has used so far."""

    def choose(self, view: View, hidden: frozenset[int]) -> Decision:
        """Return the next action to try, or Finish if nothing is left to try.

        hidden: marks of the elements that must not be offered, because all their actions led nowhere.
        """

    def learnt(self, act: Act, decision: str) -> None:
        """Note the result of the last action, so that `choose` can take it into account.

        act: the action, with the screens before and after it. decision: the decision of the reflection ("BACK",
        "INEFFECTIVE", "CONTINUE" or "SUCCESS"), "REFUSED" if the action could not be carried out, "AGAIN" if it led
        elsewhere than the store's document says and is to be tried again, or "" if it was the back key, which is not
        judged.
        """

    def known(self) -> Any:
        """Return what the explorer knows so far as plain JSON, so that another process can continue."""

    def recall(self, told: Any) -> None:
        """Take over what an explorer knew in another process.

        told: what `known` returned there. Raises KeyError, TypeError or ValueError for any other JSON.
        """


@dataclass
class Learned:
    """Result of a learning.

    status: "success" if the explorer had nothing left to try, "limit" if a limit was reached, else "failed". reason:
    why the learning ended, or "". decisions: number of reflections by decision. written: ids of the documents written.
    refused: number of actions that the guard refused. left_behind: what was made in the app and is still there, such as
    the words of a note.
    """

    status: str = "success"
    reason: str = ""
    decisions: Counter[str] = field(default_factory=Counter)
    written: list[str] = field(default_factory=list)
    refused: int = 0
    left_behind: list[str] = field(default_factory=list)


@dataclass
class Learning:
    """One learning of one app, which `go` carries out.

    task: names the app, and has the goal, if there is one. recorder: writes the trajectory. version: the app's version.
    locale: the phone's language. told: called with each step when the step ends. made: what was made in the app, and
    how much may be.
    """

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
    made: Made = field(default_factory=Made)
    result: Learned = field(default_factory=Learned)
    _useless: set[Tried] = field(default_factory=set)
    _trail: Trail = field(default_factory=Trail)
    _effects: Effects = field(default_factory=Effects)
    _notices: tuple[str, ...] = ()
    _seen: Screen | None = None  # the last screen captured
    _failures: int = 0  # steps in a row that did nothing
    _grid: bool = field(init=False)  # whether the last action done asked for the grid

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
        """Take rounds until the explorer has nothing left to try or a limit is reached, and return the result.

        Raises DeviceError, ModelError or Cancelled. All steps and documents before the error are on disk.
        """
        if self.recorder.steps:
            self._recall()
        try:
            screen = self._at_app(self._look())
            toast_of(self.device)  # what was said before is nobody's
            while counted(self.recorder.steps) < self.limits.max_steps:
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
        """Take one step and judge it. Return the screen afterwards, or None if the explorer has finished.

        Raises ActionError if too many steps in a row did nothing.
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
                self._failures += step.record.outcome != "stale"  # which is the phone's doing, and may do next time
                if self._failures >= 2 * self.limits.repeats:
                    raise ActionError(f"{self._failures} steps in a row did nothing: {step.record.reason}")
                return self._look()  # something may have been done before it failed
            self._failures = 0
            if isinstance(done.told, Finish):
                if done.told.reason:
                    self._ended("failed", done.told.reason)
                return None
            self._grid = isinstance(done.told, Grid)  # the grid touches nothing, so there is nothing to judge
            after = screen if self._grid else self._judged(step, done)
            self._remember()
            return after

    def _check_offered(self, intent: Intent) -> None:
        """Raise ActionError if an action was tried before on the same element and led nowhere."""
        if intent.element and _tried(intent.screen, intent.element, intent.on_element) in self._useless:
            raise ActionError(f"{intent.words} was tried and led nowhere; it is not offered again")
        if intent.element and self.made.spent and self._may_make(intent, intent.element):
            most = f"{self.made.most} things were made in the app"
            raise ActionError(f"{intent.words} was not done: {most}; --max-created allows more")

    def _may_make(self, intent: Intent, element: Element) -> bool:
        """Tell whether an action may make something: if it types, agrees or saves, or has made something before."""
        saves = agrees(element.text) or folded(element.text) in listed(SAVE)
        return intent.on_element.kind in FILLING or saves or self.made.makes(intent.screen, element)

    def _not_done(self, intent: Intent | None, error: ActionError) -> None:
        """Note that an action cannot be carried out on this screen, so that it is not offered again."""
        if intent is None or intent.element is None:
            return
        self.result.refused += isinstance(error, RefusedError)
        tried = _tried(intent.screen, intent.element, intent.on_element)
        if tried not in self._useless:
            self._failures = 0  # no dead end: with each refusal less is left to try
        self._useless.add(tried)
        act = Act(intent.shown, intent.shown, intent.on_element, intent.element)
        if isinstance(error, RefusedError) and error.effect and intent.on_element.kind in _COSTLY:
            act = self._trail.act(intent.shown, intent.shown, intent.on_element, self.task.goal)
            self._writer.write(act, "", "", cost=error.effect)
        self.explorer.learnt(act, "REFUSED")

    def _judged(self, step: OpenStep, done: Intent) -> Screen:
        """Judge the action that was just performed, write its document, and return the screen afterwards.

        If the judgement is BACK, the back key is pressed first.
        """
        after = self._look()
        step.note(effect=self._effects.of(done.screen, after, done.told.kind).words)
        act = self._trail.act(
            done.shown, after, done.on_element, self.task.goal, step.record.thought, toast_of(self.device)
        )
        if after.app == self.task.app:
            self.made.note(act)
            self.result.left_behind = [self.recorder.secrets.mask(text) for text in self.made.left]
        try:
            judged = self._judgement(act)
        except ActionError as error:
            step.note(outcome="failed", reason=f"the reflection could not be read: {error}")
            return after
        written = "" if judged.decision == "INEFFECTIVE" else judged.documentation
        changed = judged.decision != "INEFFECTIVE"
        worth = changed and not trouble(after)
        document = self._writer.write(act, written, self.reflector.model_name) if worth else ""
        again = self._writer.doubts(act)
        think = "\n\n".join(filter(None, (step.record.think, judged.think)))
        step.note(decision=judged.decision, document=document, changed=changed, reason=judged.thought, think=think)
        if judged.decision:
            self.result.decisions[judged.decision] += 1
        if judged.decision in _LED_NOWHERE:
            self._notices = (*self._notices, f"your last action ({step.record.words}) {_LED_NOWHERE[judged.decision]}")
            if act.element:
                self._useless.add(_tried(step.screen, act.element, act.action))
        elif act.element and isinstance(act.action, Swipe):  # moved, it can be moved back again
            swiped = (screen_key(step.screen), act.element.id)
            self._useless = {tried for tried in self._useless if tried[:2] != swiped}
        self.explorer.learnt(act, _AGAIN if again else judged.decision)
        return self._went_back(after) if judged.decision == "BACK" and not trouble(after) else after

    def _judgement(self, act: Act) -> Reflection:
        if unchanged(act.before, act.after):
            return Reflection("INEFFECTIVE", "the screen is the same as before", "")
        if found := trouble(act.after):
            return Reflection("BACK", f"it brought an app down: {found.words}", "")
        if act.element is None and isinstance(act.action, Back | Restart):
            return Reflection("", "on the way to another screen", "")
        return self.reflector.reflect(act)

    def _look(self) -> Screen:
        """Return the device's screen as it is now, under the id by which the store knows the screen."""
        screen, notices = self._stepper.look(self._seen)
        self._notices, self._seen = (*self._notices, *notices), screen
        return replace(screen, screen_id=self.store.known_as(screen))

    def _at_app(self, screen: Screen) -> Screen:
        """Return the given screen if it is the app's; else bring the app to the front and return its screen.

        Three things are done in turn until the app is in front: a dialog about a crash is closed, back is pressed, and
        the app is started. Raises ActionError if the app does not come to the front.
        """
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
        """Press back until the screen changes, at most twice, and return the last screen.

        Two presses may be needed, because the first may only close the keyboard. left: the screen to go back from.
        """
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
        """Write the state of the learning to disk, so that another process can go on and tries nothing twice."""
        found = {"decisions": dict(self.result.decisions), "written": self.result.written}
        told = {"useless": saved(self._useless), "trail": known(self._trail, _TRAIL), "explorer": self.explorer.known()}
        told |= {"visits": known(self._trail.visits, _VISITS), "made": known(self.made, _MADE)}
        self.recorder.remember({**told, **found, "refused": self.result.refused})

    def _recall(self) -> None:
        """Restore the state that `_remember` wrote. Raises UsageError if it cannot be read."""
        told, last = self.recorder.remembered(), self.recorder.steps[-1]
        if last.outcome == "interrupted":
            self._notices = (interruption(last),)
        if told is None:  # nothing was tried yet
            return
        try:
            self._useless = restored(told["useless"])
            recall(self._trail, _TRAIL, told["trail"])
            recall(self._trail.visits, _VISITS, told["visits"])
            recall(self.made, _MADE, told["made"])
            self.result.left_behind = self.made.left
            self.explorer.recall(told["explorer"])
            self.result.decisions.update(told["decisions"])
            self.result.written.extend(told["written"])
            self.result.refused = told["refused"]
        except (KeyError, TypeError, ValueError) as error:
            raise UsageError(f"what the learning in {self.recorder.folder} knew is lost; learn anew") from error

    def _usage(self) -> Usage:
        return self.explorer.usage + self.reflector.usage


_TRAIL = ("earlier", "typed", "rows", "own", "needed", "ways")
_MADE = ("rows", "makers", "shown")
_VISITS = ("rows", "contents", "chosen_on")
_COSTLY = ("tap", "long_press", "double_tap")  # kinds of action of which a refusal is worth a document
_AGAIN = "AGAIN"
_LED_NOWHERE = {"INEFFECTIVE": "changed nothing", "BACK": "led away, and the phone went back"}


def _tried(screen: Screen, element: Element, action: Action) -> Tried:
    """Return the key of an action on an element, by which useless actions are remembered.

    The key of a swipe has its direction, because a list at its end can still be moved the other way; that of a control
    has the value that it was given.
    """
    more = {Swipe: "direction", SetValue: "value"}.get(type(action), "")
    kind = f"{action.kind} {getattr(action, more)}" if more else action.kind
    return screen_key(screen), element.id, kind
