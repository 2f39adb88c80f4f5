"""Explore an app in rounds: choose an action, perform it, judge what it did, and write a document about it."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from appagent.actions import Back, Finish, Grid, Key, Restart, Start, Swipe, Touch
from appagent.agent import Decision
from appagent.cancel import Cancel
from appagent.devices import Device
from appagent.devices.base import toast_of
from appagent.documents.outcomes.run_effects import Effects
from appagent.errors import ActionError, LimitError, RefusedError, UsageError
from appagent.guard import Guard, effect_of
from appagent.learning.crawl.coverage import COVERED, Tried, tried_on
from appagent.learning.explorer import Explorer, Surveying
from appagent.learning.memory.journal import Memory, every, part_of
from appagent.learning.memory.saved_state import known, recall
from appagent.learning.memory.screen_history import Act, Trail
from appagent.learning.reflect import OfflineReflector, Reflector
from appagent.learning.result import Learned
from appagent.learning.safety import cautions
from appagent.learning.safety.made_rows import BudgetError, Made
from appagent.learning.writing.sentences import by_step, word
from appagent.learning.writing.write import Writer
from appagent.loop import Limits
from appagent.models import Usage
from appagent.prompting.replies.reply import Reflection
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import ASKED, Step, count_steps
from appagent.screen import Element, Screen, unchanged
from appagent.screen.nodes.tree import centre
from appagent.screen.transitions import screen_key
from appagent.screen.trouble import trouble, way_out
from appagent.step import Hooks, Intent, InTurn, OpenStep, Stepper, grid_is_up, interruption, send
from appagent.store import Store
from appagent.tasks import Task


@dataclass
class Learning:
    """One learning run of one app, which `go` carries out.

    task: names the app, and has the goal, if there is one. recorder: writes the trajectory. version: the app's version.
    locale: the phone's language. told: called with each step when the step ends. survey: asks a model about the screens
    that the explorer has seen, or None. model_name: name of a model that chooses one or more actions in a reply and
    judges the action before in the same reply; "" if the reflector judges. made: the things made in the app, such as
    notes, and the most that may be made.
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
    survey: Surveying | None = None
    model_name: str = ""
    made: Made = field(default_factory=Made)
    result: Learned = field(default_factory=Learned)
    _useless: set[Tried] = field(default_factory=set)
    _over_budget: set[Tried] = field(default_factory=set)  # refused while as many things were made as are allowed
    _own: tuple[str, ...] = ("_useless",)  # which of these attributes are remembered
    _trail: Trail = field(default_factory=Trail)
    _effects: Effects = field(default_factory=Effects)
    _notices: tuple[str, ...] = ()
    _seen: Screen | None = None  # the last screen captured
    _failures: int = 0  # steps in a row that did nothing
    _unjudged: dict[int, Act] = field(default_factory=dict)  # by step, what was done since the model last replied
    _hidden: frozenset[int] = frozenset()  # marks of elements that all led nowhere
    _capped: str = ""  # why the model is not asked about screens any more
    _grid: bool = field(init=False)  # whether the last action done asked for the grid

    def __post_init__(self) -> None:
        recorder, limits = self.recorder, self.limits
        self._grid = grid_is_up(recorder.steps)
        secrets, written = recorder.secrets, self.result.written
        self._writer = Writer(self.store, "explore", self.version, self.locale, written, secrets)
        self._in_turn = InTurn(lambda view: self._reflected(self.explorer.choose(view, self._hidden)), self.guard)
        self._memory = Memory(recorder)
        self._stepper = Stepper(
            self.device, self.task, recorder, self.guard, self.cancel, self._usage, self.told, limits.retries,
            limits.picture_side, marks=limits.marks,
        )  # fmt: skip

    def go(self) -> Learned:
        """Take rounds until the explorer has nothing left to try or a limit is reached, and return the result.

        Raises DeviceError, ModelError or Cancelled. All steps and documents before the error are on disk.
        """
        if self.recorder.steps:
            self.recall()
        self.run()
        return self.result

    def run(self) -> None:
        """Do what `go` does, but without restoring what an earlier process knew."""
        try:
            self._explore(self._at_app(self._look()))
        except LimitError as error:
            self._ended("limit", self._in_turn.at_end(str(error)))
        except ActionError as error:
            self._ended("failed", str(error))

    def _explore(self, screen: Screen) -> None:
        """Take rounds. Ask the model about screens if nothing is left to try, and before the last third of rounds."""
        toast_of(self.device)  # a toast from before the learning run belongs to no action
        while self.rounds() < self.limits.max_steps:
            self.cancel.check()
            if self._late() and not any(step.outcome == ASKED for step in self.recorder.steps):
                self._ask()
            after = self._round(screen)
            if after is None and not self._ask():
                break
            screen = self._at_app(after or self._look())
        else:
            self._ask()
            why = f"stopped after {self.limits.max_steps} rounds; --rounds allows more"
            self._ended("limit", self._in_turn.at_end(why))
        if self._capped:
            self._ended("limit", self._capped)

    def _late(self) -> bool:
        """Tell whether only the last third of the rounds is left, which is for trying what a model proposes."""
        return _PROPOSING * (self.limits.max_steps - self.rounds()) <= self.limits.max_steps

    def rounds(self) -> int:
        """Return the number of rounds so far. In a crawl, an action that the guard refused does not count as one."""
        crawls = isinstance(self.reflector, OfflineReflector) and not self.model_name
        refused = sum(step.outcome == "refused" for step in self.recorder.steps)
        return count_steps(self.recorder.steps) - refused * crawls

    def _ask(self) -> bool:
        """Ask the model about each screen that it was not asked about yet. Return whether it was asked about any."""
        left = self._to_ask()
        for sighting in left:
            self.cancel.check()
            self._remember()
            asked = len(self.recorder.steps)
            try:
                if self.survey:
                    self.survey.ask(sighting, self._writer)
            except LimitError as error:
                self._capped = str(error)
                break
            finally:
                for step in self.recorder.steps[asked:]:
                    self.told(step)
            self._remember()
        self._count_decisions()
        return bool(left) and not self._capped

    def _to_ask(self) -> Sequence[Any]:
        return self.survey.left() if self.survey and not self._capped else ()

    def _count_decisions(self) -> None:
        """Count the decisions of all steps again, because a model may have changed some."""
        self.result.decisions = Counter(step.decision for step in self.recorder.steps if step.decision)

    def _ended(self, status: str, reason: str) -> None:
        self.result.status, self.result.reason = status, reason

    def _round(self, screen: Screen) -> Screen | None:
        """Take one step and judge it. Return the screen afterwards, or None if the explorer has finished.

        Raises ActionError if too many steps in a row did nothing.
        """
        self.result.coverage.meet(screen)
        self._hidden = hidden = frozenset(e.mark for e in screen.elements if self._is_useless(screen, e))
        offered = [e.mark for e in screen.elements if e.mark not in hidden]
        choose = self._in_turn.decide if self.model_name else lambda view: self.explorer.choose(view, hidden)
        with self._stepper.begin(screen, offered=offered, grid=self._grid) as step:
            done = step.act(choose, self._notices, Hooks(self._check_offered, self._remember, self._not_done))
            self._notices = (step.record.reason,) if step.record.reason else ()
            if done is None:
                self._failures += step.record.outcome != "stale"  # the phone made it stale: the next try may work
                if self._failures >= 2 * self.limits.repeats:
                    raise ActionError(f"{self._failures} steps in a row did nothing: {step.record.reason}")
                return self._look()  # something may have been done before it failed
            self._failures = 0
            if isinstance(done.told, Finish):
                if why := done.told.reason or self._refused():
                    self._ended("failed", why)
                elif self._to_ask():
                    step.drop()
                return None
            self._grid = isinstance(done.told, Grid)  # the grid touches nothing, so there is nothing to judge
            after = screen if self._grid else self._judged(step, done)
            self._remember()
            return after

    def _refused(self) -> str:
        """Return why a task that the model calls done is not: its last action was refused. Return "" if it was not."""
        last = self.recorder.steps[-1] if self.recorder.steps and self.task.goal else None
        return f"{last.words} was refused: {last.reason}" if last and last.outcome == "refused" else ""

    def _check_offered(self, intent: Intent) -> None:
        """Raise ActionError if an action led nowhere before, or if it may make more in the app than is allowed."""
        if intent.element and tried_on(intent.screen, intent.element, intent.on_element) in self._useless:
            raise ActionError(f"{intent.words} was tried and led nowhere; it is not offered again")
        crawls = isinstance(self.reflector, OfflineReflector) and not self.model_name
        cautions.check(intent, self.guard, self.made.openers, self.made.closed, crawls=crawls)
        self.made.check(intent)

    def _not_done(self, intent: Intent | None, error: ActionError) -> None:
        """Note that an action cannot be carried out on this screen, so that it is not offered again."""
        if intent is None or intent.element is None:
            return
        if isinstance(error, RefusedError):
            self.result.refused += 1
            self.result.coverage.refuse(intent.shown, intent.element, error.effect or "unknown")
        tried = tried_on(intent.screen, intent.element, intent.on_element)
        refused = self._over_budget if isinstance(error, BudgetError) else self._useless
        if tried not in refused:
            self._failures = 0  # a first refusal is no dead end, because it leaves less to try
        refused.add(tried)
        act = Act(intent.shown, intent.shown, intent.on_element, intent.element)
        found = effect_of(intent.on_element, intent.shown)  # an effect that is only feared gets no document
        if isinstance(error, RefusedError) and cautions.is_told(found, intent.on_element.kind, intent.element):
            act = self._trail.act(intent.shown, intent.shown, intent.on_element, self.task.goal)
            self._writer.write(act, "", "", cost=found.effect)
        self.explorer.learnt(act, "REFUSED")

    def _judged(self, step: OpenStep, done: Intent) -> Screen:
        """Judge the action that was just performed, write its document, and return the screen afterwards.

        If the judgement is BACK, the back key is pressed first.
        """
        after = self._look()
        self.result.coverage.touch(done.shown, done.element)
        effect = self._effects.of(done.screen, after, done.told.kind)
        step.note(effect=effect.words)
        act = self._trail.act(
            done.shown, after, done.on_element, self.task.goal, step.record.thought, toast_of(self.device)
        )
        if after.app == self.task.app:
            self.made.note(act)
            self.result.left_behind = [self.recorder.secrets.mask(text) for text in self.made.told]
        try:
            judged = self._judgement(act, changed=effect.changed)
        except ActionError as error:
            step.note(outcome="failed", reason=f"the reflection could not be read: {error}")
            return after
        changed = judged.decision != "INEFFECTIVE"
        text = judged.documentation if changed else ""
        document = self._writer.write(act, text, self.reflector.model_name) if changed and not trouble(after) else ""
        if not changed:
            self._writer.did_nothing(act)
        think = "\n\n".join(filter(None, (step.record.think, judged.think)))
        step.note(decision=judged.decision, document=document, changed=changed, reason=judged.thought, think=think)
        step.note(written=len(self.result.written), to_ask=len(self._to_ask()))
        self._note_decision(judged.decision, step, act)
        self.explorer.learnt(act, "AGAIN" if self._writer.doubts(act) else judged.decision)
        if self.model_name and judged.decision not in {"", *_LED_NOWHERE}:
            self._unjudged[step.record.number] = act
        return self._went_back(after) if judged.decision == "BACK" and not trouble(after) else act.after

    def _note_decision(self, decision: str, step: OpenStep, act: Act) -> None:
        """Count a decision. If the action led nowhere, tell the agent, and do not offer the action again."""
        self.result.decisions.update([decision] if decision else [])
        if decision in _LED_NOWHERE:
            self._notices = (*self._notices, f"your last action ({step.record.words}) {_LED_NOWHERE[decision]}")
            if act.element:
                self._useless.add(tried_on(step.screen, act.element, act.action))
        elif act.element and isinstance(act.action, Swipe):  # once a list has moved, it can be moved back
            swiped = (screen_key(step.screen), act.element.id)
            self._useless = {tried for tried in self._useless if tried[:2] != swiped}

    def _reflected(self, decision: Decision) -> Decision:
        """Note what a reply says about the actions since the last reply, and return the reply's decision unchanged.

        Its judgement is about the last of these actions. What it says about the touched elements goes into their
        documents.
        """
        acts, self._unjudged = self._unjudged, {}
        if not acts or not decision.decision:
            return decision
        last = max(acts)
        nowhere, touched = decision.decision in _LED_NOWHERE, acts[last].element
        if nowhere and touched:
            self._useless.add(tried_on(acts[last].before, touched, acts[last].action))
        for number, text in by_step(decision.documentation, last).items():
            if number in acts and not (nowhere and number == last):
                was = self.recorder.steps[number - 1].document
                document = word(self._writer, acts[number], was, text, self.model_name)
                self.recorder.amend(number, document=document)
        self.recorder.amend(last, decision=decision.decision)
        self._count_decisions()
        return decision

    def _judgement(self, act: Act, *, changed: bool) -> Reflection:
        """Return the judgement of an action. changed: False if nothing but clocks and progress bars has changed."""
        if cautions.says_sent(act.toast):
            return Reflection("SUCCESS", "a message says that something went out", "")
        if unchanged(act.before, act.after):
            return Reflection("INEFFECTIVE", "the screen is the same as before", "")
        if not changed and act.before.screen_id == act.after.screen_id:
            return Reflection("INEFFECTIVE", "only time has passed on the screen", "")
        if found := trouble(act.after):
            return Reflection("BACK", f"it brought an app down: {found.words}", "")
        if act.element is None and isinstance(act.action, Back | Restart):
            return Reflection("", "on the way to another screen", "")
        return self.reflector.reflect(act)

    def _look(self) -> Screen:
        """Return the device's screen as it is now, under the id by which the store knows the screen."""
        screen, notices = self._stepper.look(self._seen)
        self._notices, self._seen = (*self._notices, *notices), screen
        return self._trail.way.in_kind(replace(screen, screen_id=self.store.known_as(screen)))

    def _at_app(self, screen: Screen) -> Screen:
        """Return the given screen if it is the app's; else bring the app to the front and return its screen.

        Until the app is in front, a dialog about a crash is closed, then back is pressed, then the app is started.
        Raises ActionError if the app does not come to the front.
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

        Two presses may be needed, because the first may only close the keyboard.
        left: the screen to go back from.
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
        left_out = self._useless | (self._over_budget if self.made.spent else set())
        return all((screen_key(screen), element.id, kind) in left_out for kind in element.actions)

    def _remember(self) -> None:
        """Write the state of the learning run to disk, so that another process can go on and tries nothing twice."""
        parts = [(name, known(part, names)) for name, part, names in self._parts()]
        self._memory.keep(every([*parts, ("goal", {"": self.task.goal}), ("explorer", self.explorer.known())]))

    def _parts(self) -> list[tuple[str, object, tuple[str, ...]]]:
        """Return the objects whose state is remembered, each as (name, object, names of the attributes)."""
        return [
            ("own", self, self._own), ("trail", self._trail, _TRAIL), ("visits", self._trail.visits, _VISITS),
            ("made", self.made, _MADE), ("result", self.result, _RESULT), ("coverage", self.result.coverage, COVERED),
        ]  # fmt: skip

    def recall(self) -> None:
        """Restore the state that was written to disk. Raises UsageError if it cannot be read."""
        if (last := self.recorder.steps[-1]).outcome == "interrupted":
            self._notices = (interruption(last),)
        try:
            told, written = self._memory.restore(), self.result.written
            if not told:
                if sum(step.outcome == "done" for step in self.recorder.steps) > 1:  # the first at least was saved
                    raise ValueError("the journal is empty")
                return
            for name, part, names in self._parts():
                recall(part, names, part_of(told, name))
            written[:] = self.result.written
            self.result.written = written  # the list that the writer adds to
            self.result.left_behind = self.made.told
            if told["goal."] == self.task.goal:
                self.explorer.recall(part_of(told, "explorer"))
            else:  # it is the state of another explorer, and what led nowhere may lead to this goal
                self._useless.clear()
        except (KeyError, TypeError, ValueError) as error:
            raise UsageError(f"what the learning run in {self.recorder.folder} knew is lost; learn anew") from error
        if self.survey:
            self.survey.use_again(self._writer)
        self._count_decisions()

    def _usage(self) -> Usage:
        return self.explorer.usage + self.reflector.usage


_RESULT = ("written", "refused", "before")
_TRAIL, _VISITS = ("earlier", "typed", "rows", "own", "needed", "ways"), ("rows", "contents", "chosen_on")
_MADE = ("rows", "times", "makers", "shown", "own", "free", "values", "lines", "gone", "kept", "openers", "closed")
_PROPOSING = 3  # the model is asked before the last third of the rounds, so that what it proposes can be tried
_LED_NOWHERE = {"INEFFECTIVE": "changed nothing", "BACK": "led away, and the phone went back"}
