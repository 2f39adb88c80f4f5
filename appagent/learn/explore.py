"""Exploring: act, compare the screens, judge, write down; with a task to learn by, or to cover the app."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from appagent.actions import Action, Back, Finish, Key, Start, Swipe, TypeText, describe, target_of
from appagent.agents.atlas import SEEN, Place, effect_of, moved, place_of, seen_facts
from appagent.devices import Device
from appagent.errors import ActionError, LimitError, RefusedError
from appagent.guard import Guard
from appagent.learn.reflect import Act, Reflector, effect
from appagent.loop import Cancel, Decision, Limits, Turn, View, carry_out, turn
from appagent.models import Usage
from appagent.replies import Reflection
from appagent.screen import ID_VERSION, Element, Screen, nearest, unchanged
from appagent.store import Record, Store, utc_now
from appagent.tasks import Task
from appagent.trajectory import Recorder, Step

Tried = tuple[Place, str, str]  # place, element id, kind of action; of a swipe its direction too


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
    _earlier: list[Place] = field(default_factory=list)
    _typed: list[str] = field(default_factory=list)
    _notices: tuple[str, ...] = ()
    _failures: int = 0  # steps in a row that did nothing

    def go(self) -> Learned:
        """Rounds until the explorer has nothing left or the limit is reached.

        Raises DeviceError, ModelError and Cancelled; steps and documents up to there are on disk.
        """
        try:
            screen = self._at_app(self._look())
            for _ in range(self.limits.max_steps):
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
        with turn(self.recorder, screen, self._usage, self.told, self.limits.picture_side, offered) as made:
            view = View(self.task, screen, made.picture, tuple(self.recorder.steps), self._notices)
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
            return self._judged(made, decision)

    def _acted(self, made: Turn, view: View, hidden: frozenset[int]) -> Decision | None:
        """Ask the explorer and do what it says, returned without its secret; None where nothing could be done."""
        for _ in range(self.limits.retries + 1):
            wanted: Decision | None = None
            try:
                wanted = self.explorer.choose(view, hidden)
                safe = made.wants(wanted)
                self._offered(view.screen, wanted.action)
                if not isinstance(wanted.action, Finish):
                    carry_out(wanted.action, view.screen, self.device, self.guard, self.cancel)
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
        element = target_of(action, screen)
        if element and (place_of(screen), element.id, _what(action)) in self._useless:
            raise ActionError(f"{describe(action, screen)} was tried and led nowhere; it is not offered again")

    def _refused(self, screen: Screen, action: Action, error: ActionError) -> None:
        """What cannot be done here is not offered again."""
        element = target_of(action, screen)
        if element:
            self.result.refused += isinstance(error, RefusedError)
            self._useless.add((place_of(screen), element.id, _what(action)))
            self.explorer.learnt(Act(screen, screen, action, element), "REFUSED")

    def _judged(self, made: Turn, decision: Decision) -> Screen:
        """Look at what came of an action, judge it, write it down, and go back where that is the judgement."""
        before, after = made.screen, self._look()
        act = Act(
            before, after, decision.action, target_of(decision.action, before), self.task.goal, decision.thought,
            tuple(self._earlier), tuple(self._typed),
        )  # fmt: skip
        self._moved(before, after, decision.action.kind)
        if isinstance(decision.action, TypeText):
            self._typed.append(decision.action.text)
        try:
            judged = self._judgement(act)
        except ActionError as error:
            made.note(outcome="failed", reason=f"the reflection could not be read: {error}")
            return after
        document = self._write(act, judged)
        changed = judged.decision != "INEFFECTIVE"
        think = "\n\n".join(filter(None, (made.step.think, judged.think)))
        made.note(decision=judged.decision, document=document, changed=changed, reason=judged.thought, think=think)
        if judged.decision:
            self.result.decisions[judged.decision] += 1
        if judged.decision in _LED_NOWHERE:
            self._notices = (*self._notices, f"your last action ({made.step.words}) {_LED_NOWHERE[judged.decision]}")
            if act.element:
                self._useless.add((place_of(before), act.element.id, _what(decision.action)))
        self.explorer.learnt(act, judged.decision)
        return self._went_back(after) if judged.decision == "BACK" else after

    def _judgement(self, act: Act) -> Reflection:
        if unchanged(act.before, act.after):
            return Reflection("INEFFECTIVE", "the screen is the same as before", "")
        if act.element is None and isinstance(act.action, Back):
            return Reflection("", "on the way to another screen", "")
        return self.reflector.reflect(act)

    def _write(self, act: Act, judged: Reflection) -> str:
        """Write a document where there is something to say; its id. One that is there already stays as it is."""
        element = act.element
        if element is None or not judged.documentation or judged.decision == "INEFFECTIVE":
            return ""
        self.store.remember_screen(act.before)
        self.store.remember_screen(act.after)
        leads_to = act.after.screen_id if act.after.app == act.before.app else ""
        record = Record(
            id_version=ID_VERSION,
            app=act.before.app,
            app_version=self.version,
            screen_id=act.before.screen_id,
            element_id=element.id,
            template=element.template,
            facts={**element.facts, SEEN: seen_facts(act.before, act.after, act.action.kind, effect(act))},
            action=act.action.kind,
            text=judged.documentation,
            leads_to=leads_to if moved(act.before, act.after, act.action.kind) else "",
            source="explore",
            author=self.store.author,
            model=self.reflector.model_name,
            locale=self.locale,
            time=utc_now(),
        )
        return self._keep(record, worded=bool(element.text))

    def _keep(self, record: Record, worded: bool) -> str:
        """Add a document, unless one is there that says as much; its id, or that one's.

        An own exploration that saw less (a form's button tried before the form was filled) is superseded.
        """
        known = self.store.current(
            record.app, screen_id=record.screen_id, element_id=record.element_id, action=record.action
        )
        if known:
            best = known[0]
            mine = best.source == "explore" and best.author == self.store.author
            if not mine or _telling(record) <= _telling(best):
                return best.id
            record = replace(record, replaces=(best.id,))
        self._add(record)
        if worded:
            self._generalise(record)
        return record.id

    def _generalise(self, record: Record) -> None:
        """Two elements of one template that led to one screen: the template gets a document too."""
        if not record.leads_to or record.leads_to == record.screen_id or record.replaces:
            return
        here = self.store.current(record.app, screen_id=record.screen_id, action=record.action)
        like = [r for r in here if r.template == record.template and r.leads_to == record.leads_to]
        if len([r for r in like if r.element_id]) < 2 or any(not r.element_id for r in like):
            return
        titles = {str(r.facts.get(SEEN, {}).get("to_title", "")) for r in like}
        of_all = "Chooses itself and goes back." if effect_of(record) == "returns" else ""
        text = of_all or (record.text if len(titles) == 1 else "Opens a page of its own, named after the element.")
        self._add(replace(record, element_id="", text=text, facts={"class": record.facts.get("class", "")}))

    def _add(self, record: Record) -> None:
        if self.store.add(record):
            self.result.written.append(record.id)

    def _look(self) -> Screen:
        """What is on the screen, under the id that the store knows it by."""
        screen = self.device.capture()
        return replace(screen, screen_id=nearest(screen, self.store.screens(screen.app)))

    def _at_app(self, screen: Screen) -> Screen:
        """The app's screen: back to it where the last action left it."""
        if screen.app == self.task.app:
            return screen
        for gesture in (Key("back"), Start(self.task.app)):
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
            if place_of(screen) != place_of(left):
                break
        self._moved(left, screen, "back")
        return screen

    def _moved(self, before: Screen, after: Screen, action: str) -> None:
        """Keep the way that was come, so that a return is known as one."""
        if not moved(before, after, action):
            return
        start, end = place_of(before), place_of(after)
        if self._earlier and self._earlier[-1] == end:
            self._earlier.pop()
        else:
            self._earlier.append(start)

    def _is_useless(self, screen: Screen, element: Element) -> bool:
        place = place_of(screen)
        return all((place, element.id, kind) in self._useless for kind in element.actions)

    def _usage(self) -> Usage:
        return self.explorer.usage + self.reflector.usage


_LED_NOWHERE = {"INEFFECTIVE": "changed nothing", "BACK": "led away, and the phone went back"}


def _what(action: Action) -> str:
    """What is not offered again: a list that ends at one side may still be moved to the other."""
    return f"swipe {action.direction}" if isinstance(action, Swipe) else action.kind


# What an action did, the more telling last: a document that saw more supersedes one that saw less.
_TELLING = ("nothing", "leaves", "changes", "reveals", "returns", "types", "switches", "opens", "saves")


def _telling(record: Record) -> int:
    seen = record.facts.get(SEEN)
    what = str(seen.get("effect", "")) if isinstance(seen, Mapping) else ""
    return _TELLING.index(what) if what in _TELLING else -1
