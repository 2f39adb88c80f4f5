"""Let a person show how a task is done, line by line, and write documents of what they showed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Protocol

from appagent.actions import ACTIONS, Back, Finish, parse
from appagent.actions.typed import typed
from appagent.agent import Decision, View
from appagent.errors import ActionError, LimitError, ModelError, UsageError
from appagent.foreign import barred, shown
from appagent.guard import in_words
from appagent.learning.reflect import Act, OfflineReflector, Trail, effect
from appagent.learning.write import Writer
from appagent.models import Usage
from appagent.prompting.outline import outline
from appagent.runs.recorder import Recorder
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
note WORDS          say what the last step is for: it goes into its document
undo                take the last step back: nothing is learnt from it
screen              list the screen again
stop                end it and write the documents, as the end of the input does
Any call serves too: {", ".join(cls.example for cls in ACTIONS)}"""

_MOST_LISTED = 500  # letters of a line of what is on a screen
_WIDTH = 76  # cells


@dataclass(frozen=True)
class Shown:
    """One step that a person showed, and what they said of it. number: of the step in the trajectory."""

    number: int
    act: Act
    note: str = ""


@dataclass
class Person:
    """An agent that does what a person types, or a script in their place.

    lines: typed by them. strict: a line that cannot be carried out ends the run, as in a script, and no screen is
    listed by itself. say: called with what they are to be told. shown: steps to learn from, without those undone.
    """

    lines: Iterator[str]
    store: Store
    recorder: Recorder
    strict: bool = True
    say: Callable[[str], None] = lambda words: None
    name: str = "person"
    shown: list[Shown] = field(default_factory=list)
    _trail: Trail = field(default_factory=Trail)
    _view: View | None = None
    _screen: Screen = field(init=False)  # the view's, under the id that the store knows it by
    _note: str = ""  # on the step that is to come
    _undoing: bool = False
    _line: int = 0

    @property
    def usage(self) -> Usage:
        """Return nothing: no model is asked."""
        return Usage()

    def decide(self, view: View) -> Decision:
        """Return what the next line asks for; the end of the lines ends the task.

        Raises ActionError where a line cannot be read; and UsageError, with the number of the line, instead of going
        on in a script where one could not be carried out.
        """
        if self._view is not None and view.screen is self._view.screen:
            self._failed(view.notices[-1])
        else:
            self._arrive(view)
        decision = None
        while decision is None:
            self._line += 1
            line = next(self.lines, "stop").strip()
            decision = self._obey(line) if line and not line.startswith("#") else None
        return decision

    def agrees(self, concern: str, words: str) -> bool:
        """Agree, for the guard, to what they do themselves, and tell them what it may do."""
        first, _, text = words.partition("\n")
        self.say(f"{shown(first)}: this may {in_words(concern)}")
        for line in barred(text, _WIDTH) if text else ():
            self.say(line)
        return True

    def _failed(self, why: str) -> None:
        if self.strict:
            raise UsageError(f"line {self._line}: {why}")
        self.say(shown(why))

    def _arrive(self, view: View) -> None:
        """Keep what the last step did, and tell the person where they are."""
        screen = replace(view.screen, screen_id=self.store.known_as(view.screen))
        self.store.remember_screen(screen)
        last = view.steps[-1] if self._view and view.steps else None
        if last and last.outcome == "done":
            action = parse(last.action)  # as it was written down: without secrets
            act = self._trail.act(self._screen, screen, action, view.task.goal)
            if not self._undoing:
                self.shown.append(Shown(last.number, act, self._note))
            self._note = ""
        self._view, self._screen, self._undoing = view, screen, False
        for notice in view.notices:
            self.say(shown(notice))
        if not self.strict:
            self._list()

    def _obey(self, line: str) -> Decision | None:
        """Do what a line says; return what is to be done on the phone, or None where there is nothing more to do."""
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
        """Add a note to the last step; where there is none, to the next."""
        if not self.shown:
            self._note = f"{self._note} {words}".strip()
            return
        last = self.shown[-1]
        self.shown[-1] = replace(last, note=f"{last.note} {words}".strip())
        self.recorder.amend(last.number, thought=self.shown[-1].note)

    def _undo(self) -> Decision | None:
        """Learn nothing from the last step; where it opened something, and that is still to be seen, press back."""
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
        """Say what there is to touch, and name the file of its picture."""
        screen = self._screen
        self.say(f"\n{shown(f'{screen.app} {screen.activity}', 200)}")
        for line in outline(screen).split("\n"):
            self.say(" " * (len(line) - len(line.lstrip())) + shown(line, _MOST_LISTED))
        picture = self.recorder.folder / f"{len(self.recorder.steps) + 1:04}.jpg"
        if self._view and self._view.grid:
            self.say(f"with the grid: {picture}; tap cell 12, tap cell 12 top-left, long press cell 12")
        elif screen.picture:
            self.say(f"with its marks: {picture}")


class Describer(Protocol):
    """Describes what an action did. note: what the person said of it."""

    model_name: str

    @property
    def usage(self) -> Usage:
        """Return what its model has taken so far."""

    def describe(self, act: Act, note: str) -> str:
        """Return what the touched element is for. Raises ActionError where a model's reply stays unreadable."""

    def refine(self, act: Act, note: str, known: str) -> str:
        """Return the same, given what is written about it already. Raises as `describe` does."""


@dataclass
class Taught:
    """Result of a demonstration. refined: documents that got a new version. left: those that stay as they were.

    failure: the reason why a model did not describe all of it; the rest was described without one.
    """

    refined: int = 0
    left: int = 0
    failure: LimitError | ModelError | None = None


def write_down(person: Person, describer: Describer, writer: Writer, *, refine: bool = False) -> Taught:
    """Write documents of all that a person showed; where the model fails, without it, as nobody shows a thing twice.

    refine: documents that are there get a new version, save those in a person's own words.
    """
    taught = Taught()
    for one in person.shown:
        if one.act.element is None or unchanged(one.act.before, one.act.after):
            continue
        before, facts = describer.usage, dict[str, object]()
        try:
            facts["document"] = _written(one, describer, writer, taught, refine)
        except (ActionError, LimitError, ModelError) as error:
            facts["reason"] = f"described without the model: {error}"
            facts["document"] = _written(one, OfflineReflector(), writer, taught, refine)
            taught.failure = taught.failure or (None if isinstance(error, ActionError) else error)
        person.recorder.amend(one.number, **facts, **spent(describer.usage, before))
        if taught.failure:
            describer = OfflineReflector()
    return taught


def _written(one: Shown, describer: Describer, writer: Writer, taught: Taught, refine: bool) -> str:
    """Write a document of a step, unless one says as much; return its id, "" where there is nothing to say."""
    act, known = one.act, writer.known(one.act)
    if refine and known and known[0].source != "human" and known[0].id not in writer.written:
        document = writer.refine(act, describer.refine(act, one.note, known[0].text), describer.model_name, known[0])
        taught.refined += 1
        return document
    if not writer.adds(act):
        taught.left += all(record.id not in writer.written for record in known)
        return known[0].id
    return writer.write(act, describer.describe(act, one.note), describer.model_name)
