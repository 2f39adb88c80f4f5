"""Let a person demonstrate a task line by line, and write documents about the steps."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise

from appagent.actions import ACTIONS, Back, Finish, parse
from appagent.actions.calls.typed_lines import typed
from appagent.agent import Decision, View
from appagent.errors import ActionError, LimitError, ModelError, UsageError
from appagent.foreign import barred, shown
from appagent.guard import in_words
from appagent.learning.memory.screen_history import Act, Trail, effect
from appagent.learning.reflect import OfflineReflector, Reflector
from appagent.learning.writing.write import Writer
from appagent.models import Usage
from appagent.prompting.words.outline import outline
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import Step
from appagent.screen import Screen, unchanged
from appagent.screen.transitions import screen_key
from appagent.step import spent
from appagent.store import Store

HELP = f"""\
tap 3, or 3         touch an element by its number, or by its words: tap "Wi-Fi"
long 3              hold a finger on it
type 4 "milk"       type into a field; after the text: clear (what it holds, first), enter (afterwards)
swipe up            move a finger; also on an element and further: swipe 3 left long
back, home, enter   press that key; also: wait 2, launch Settings
note WORDS          say what the last step is for: it goes into its document; note @2 WORDS: of step 2, anew
undo                take the last step back: nothing is learnt from it
screen              list the screen again
stop                end it and write the documents, as the end of the input does
Any call serves too: {", ".join(cls.example for cls in ACTIONS)}"""

_OF_STEP = re.compile(r"@(\d{1,6})(?:\s|$)")
_MOST_LISTED = 500  # letters of one line when a screen is listed
_WIDTH = 76  # terminal cells


@dataclass(frozen=True)
class ShownStep:
    """One step of a demonstration.

    number: the step's number in the trajectory.
    act: the action, with the screens before and after it.
    note: what the person said about the step, or "".
    """

    number: int
    act: Act
    note: str = ""


@dataclass
class Person:
    """Agent that does what a person types line by line, or what the lines of a script say.

    lines: the lines to carry out.
    strict: True for a script: the run ends if a line cannot be carried out, and a screen is listed only if a line asks
    for it.
    say: called with each message to the person.
    seen: called with each view and after each note; if it is None, a person gets each screen listed in words.
    shown: the steps to learn from, without those that were undone.
    store: where the screens are remembered.
    recorder: writes the trajectory.
    """

    lines: Iterator[str]
    store: Store
    recorder: Recorder
    strict: bool = True
    say: Callable[[str], None] = lambda words: None
    seen: Callable[[View], None] | None = None
    name: str = "person"
    shown: list[ShownStep] = field(default_factory=list)
    _trail: Trail = field(default_factory=Trail)
    _view: View | None = None
    _screen: Screen = field(init=False)  # the view's screen, under the id by which the store knows it
    _note: str = ""  # note on the next step
    _undoing: bool = False
    _line: int = 0
    _steps: int = 0  # steps of the last view

    @property
    def usage(self) -> Usage:
        """Return zero usage, because no model is asked."""
        return Usage()

    def decide(self, view: View) -> Decision:
        """Carry out lines up to the first that asks for an action on the phone, and return this action.

        Return Finish at the line "stop", or if there are no more lines. Empty lines and comments are skipped.

        view: if its screen is the same object as in the previous call, the last line has failed.
        Raises UsageError with the number of that line if it is from a script; a person is told why it failed, and can
        type another one.
        Raises ActionError if a line cannot be parsed.
        Raises LookAgain if the screen changed while a line was awaited.
        """
        if self._view is not None and view.screen is self._view.screen:
            self._failed(view.notices[-1])
        else:
            self._arrive(view)
        self._steps = len(view.steps)
        decision = None
        while decision is None:
            if self.seen:
                self.seen(view)
            line = next(self.lines, "stop").strip()
            self._line += 1
            decision = self._obey(line) if line and not line.startswith("#") else None
        return decision

    def recall(self, earlier: Iterable[tuple[Step, Screen]], goal: str) -> None:
        """Add the earlier steps of a continued demonstration, so that documents are written about them too.

        earlier: the steps in order, each with the screen before it. The last one gets no document, because the screen
        after it is not known.
        goal: the task's goal.
        """
        for (step, before), (following, after) in pairwise(earlier):
            if step.outcome == "done" and following.number == step.number + 1:
                with suppress(ActionError):
                    act = self._trail.act(before, after, parse(step.action), goal)
                    self.shown.append(ShownStep(step.number, act, step.thought))

    def agrees(self, effect: str, words: str) -> bool:
        """Tell the person what an action may do, and return True, because a person need not confirm their own actions.

        effect: the effect that the guard found, such as "pay".
        words: the action in words; from the second line on, the text that it types.
        """
        first, _, text = words.partition("\n")
        self.say(f"{shown(first)}: this may {in_words(effect)}")
        for line in barred(text, _WIDTH) if text else ():
            self.say(line)
        return True

    def _failed(self, why: str) -> None:
        if self.strict:
            raise UsageError(f"line {self._line}: {why}")
        self.say(shown(why))

    def _arrive(self, view: View) -> None:
        """Add the last step to `shown` if it was carried out, and tell the person about the new screen."""
        screen = replace(view.screen, screen_id=self.store.known_as(view.screen))
        self.store.remember_screen(screen)
        fresh = self._view is None or len(view.steps) != self._steps  # else it is only looked at again
        last = view.steps[-1] if self._view and view.steps and fresh else None
        if last and last.outcome in {"failed", "part", "refused", "stale"} and self.strict:
            self._failed(last.reason)
        if last and last.outcome == "done":
            action = parse(last.action)  # as it is on disk: without secrets
            act = self._trail.act(self._screen, screen, action, view.task.goal)
            if not self._undoing:
                self.shown.append(ShownStep(last.number, act, self._note))
            self._note = ""
        self._view, self._screen, self._undoing = view, screen, False
        for notice in view.notices if fresh else ():
            self.say(shown(notice))
        if not self.strict and not self.seen:
            self._list()

    def _obey(self, line: str) -> Decision | None:
        """Handle one typed line. Return a decision if the line asks for an action on the phone, else None."""
        word, _, rest = line.partition(" ")
        word = word.lower()
        if word == "stop":
            return Decision(Finish())
        if word == "undo":
            return self._undo()
        if word == "note":
            self._noted(self.recorder.secrets.mask(rest.strip()))
        elif word == "screen":
            self._list()
        elif word in {"help", "?"}:
            self.say(HELP)
        else:
            return Decision(typed(line, self._screen), thought=self._note)
        return None

    def _noted(self, words: str) -> None:
        """Add a note to the last step shown, or to the next step if no step was shown yet.

        Words that begin with a number, as in "@2 ", replace the note on that step. Raises ActionError if there is no
        such step.
        """
        if hit := _OF_STEP.match(words):
            number = int(hit[1])
            if number not in (one.number for one in self.shown):
                raise ActionError(f"there is no step {number} to add a note to")
            told = words[hit.end() :].strip()
            self.shown = [replace(one, note=told) if one.number == number else one for one in self.shown]
            self.recorder.amend(number, thought=told)
            return
        if not self.shown:
            self._note = f"{self._note} {words}".strip()
            return
        last = self.shown[-1]
        self.shown[-1] = replace(last, note=f"{last.note} {words}".strip())
        self.recorder.amend(last.number, thought=self.shown[-1].note)

    def _undo(self) -> Decision | None:
        """Remove the last step from `shown`, so that nothing is learnt from it.

        Return a decision to press back if that step opened the screen that is still in front, else None. Raises
        ActionError if there is no step.
        """
        if not self.shown:
            raise ActionError("there is no step to take back")
        last = self.shown.pop()
        self.recorder.amend(last.number, outcome="undone")
        self._undoing = effect(last.act) == "opens" and screen_key(last.act.after) == screen_key(self._screen)
        pressed = "Back is pressed" if self._undoing else "nothing is pressed, so what it did on the phone stays"
        words = shown(self.recorder.steps[last.number - 1].words)
        self.say(f"step {last.number} ({words}) is not learnt from; {pressed}")
        return Decision(Back(), thought=f"takes back step {last.number}") if self._undoing else None

    def _list(self) -> None:
        """List for the person what can be touched on the screen, and name the file with its picture."""
        screen = self._screen
        self.say(f"\n{shown(f'{screen.app} {screen.activity}', 200)}")
        for line in outline(screen).split("\n"):
            self.say(" " * (len(line) - len(line.lstrip())) + shown(line, _MOST_LISTED))
        picture = self.recorder.folder / f"{len(self.recorder.steps) + 1:04}.jpg"
        if self._view and self._view.grid:
            self.say(f"with the grid: {picture}; tap cell 12, tap cell 12 top-left, long press cell 12")
        elif screen.picture:
            self.say(f"with its marks: {picture}")


@dataclass
class Taught:
    """Result of a demonstration.

    refined: number of documents that got a new version; where a person wrote the old version, both stay in force.
    left: number of steps whose documents were in the store before and stay as they were.
    failure: the error after which the model was not asked any more, or None.
    """

    refined: int = 0
    left: int = 0
    failure: LimitError | ModelError | None = None


def write_down(person: Person, describer: Reflector, writer: Writer, *, refine: bool = False) -> Taught:
    """Write a document about each step in `person.shown`, and return the counts and the model's failure, if any.

    Steps that touched no element or changed nothing are skipped. If no reply of the model about a step can be read,
    that step is described without the model, because nobody shows a task twice. If the model fails or a limit is
    reached, that step and all later ones are described without the model.

    describer: writes the text of the documents.
    refine: True to write new versions of existing documents, except of those that a person wrote.
    """
    taught = Taught()
    for one in person.shown:
        if one.act.element is None or unchanged(one.act.before, one.act.after):
            continue
        before, facts = describer.usage, dict[str, object]()
        try:
            facts["document"] = _written(one, describer, writer, taught, refine, person.say)
        except (ActionError, LimitError, ModelError) as error:
            facts["reason"] = f"described without the model: {error}"
            facts["document"] = _written(one, OfflineReflector(), writer, taught, refine, person.say)
            taught.failure = taught.failure or (None if isinstance(error, ActionError) else error)
        person.recorder.amend(one.number, **facts, **spent(describer.usage, before))
        if taught.failure:
            describer = OfflineReflector()
    return taught


def _written(
    one: ShownStep, describer: Reflector, writer: Writer, taught: Taught, refine: bool, say: Callable[[str], None]
) -> str:
    """Write a document about a step, unless the store has a document that says as much.

    Return the id of the new document or of the existing one, or "" if there is nothing to say.

    refine: True to write a new version of an existing document. Even without it one is written, and the person is told,
    if the person has added a note or the step shows something that the document lacks.
    taught: the result of the demonstration, whose counts are updated.
    """
    act, known = one.act, writer.known(one.act)
    best = known[0] if known else None
    if best is None or (writer.adds(act) and best.source != "demo"):
        return writer.write(act, describer.describe(act, one.note), describer.model_name)
    again = best.id in writer.written
    told = bool(one.note) or (again and writer.differs(best, act)) or writer.adds(act)
    if not told and (again or not refine or best.source == "human"):
        taught.left += all(record.id not in writer.written for record in known)
        return best.id
    if told and not refine:
        beside = "stands beside" if best.source == "human" else "becomes a new version of"
        say(f"step {one.number}: what was said or shown {beside} document {best.id[:8]}, which was there before")
    taught.refined += not again
    return writer.refine(act, describer.refine(act, one.note, best), describer.model_name, best)
