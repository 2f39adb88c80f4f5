"""Reflect on one action: judge its effect with a model that sees both screens, or by comparing the hierarchies."""

from collections.abc import Callable, Mapping
from dataclasses import InitVar, dataclass, field, replace
from itertools import combinations
from typing import Protocol, TypeVar

from appagent.actions import Action, TypeText, describe
from appagent.documents.evidence import Change, enabled, is_menu, name_of, named_after_row
from appagent.documents.values import Values, listed_words, row_words
from appagent.documents.wording import own_words, sentence
from appagent.errors import ActionError
from appagent.guard.labels import BUTTON, agrees, declines, said_by_label
from appagent.models import Message, Model, Usage
from appagent.prompting.asking import Asker
from appagent.prompting.marks import encode, mark
from appagent.prompting.reply import Reflection, read_description, read_reflection
from appagent.prompting.schema import Schema, description_schema, reflection_schema
from appagent.prompting.sections import MOST_SAID
from appagent.prompting.templates import Prompts
from appagent.screen import Element, Screen, same_tree
from appagent.screen.labels import state_of
from appagent.screen.lexicon import SAVE, folded, listed
from appagent.screen.transitions import ScreenKey, moved, screen_key
from appagent.store import Record

Read = TypeVar("Read")


@dataclass(frozen=True)
class Act:
    """One action with the screens before and after it, to be judged.

    element: the touched element, or None. goal: the task's goal, or "". intention: what the agent said it wanted.
    earlier: keys of the screens that led to `before`, the latest last. typed: the texts typed so far in this learning.
    was: if the action returned to an earlier screen, this screen as it was when it was left, if that is known.
    values: words that no document may have. own: ids of the screens that are named after the row that leads to them.
    unsure: keys of the screens whose title may be a value, for all that is known.
    needs: name of the field that had to be filled before the element could be touched, or "". toast: what a toast said
    after the action, or "".
    """

    before: Screen
    after: Screen
    action: Action
    element: Element | None
    goal: str = ""
    intention: str = ""
    earlier: tuple[ScreenKey, ...] = ()
    typed: tuple[str, ...] = ()
    was: Screen | None = None
    values: Values = field(default_factory=Values)
    own: frozenset[str] = frozenset()
    unsure: frozenset[ScreenKey] = frozenset()
    needs: str = ""
    toast: str = ""

    @property
    def change(self) -> Change:
        """Return what a document records of this action: both screens, the effect, and what no document may have."""
        return Change(
            self.before, self.after, self.element, self.action.kind, effect(self), self.was, self.values, self.own,
            self.unsure, self.toast, _only_closes(self),
        )  # fmt: skip


@dataclass
class Trail:
    """History of screens and typed texts, from which follows whether an action returns to a screen or saves a text.

    earlier: keys of the screens that led to the present one, the latest last. typed: the texts, the latest last.
    rows: for each of these screens, the words of the row that was touched on it last. own: ids of the screens that are
    named after the row that leads to them. needed: by (screen id, element id), the name of the field that had to be
    filled before an element could be touched. ways: for each screen that was reached, the ways there: the id of the
    screen before and the words of the row that was touched on it; () if no row was needed.
    """

    earlier: list[ScreenKey] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)
    rows: dict[ScreenKey, tuple[str, ...]] = field(default_factory=dict)
    own: set[str] = field(default_factory=set)
    needed: dict[tuple[str, str], str] = field(default_factory=dict)
    ways: dict[ScreenKey, set[tuple[str, ...]]] = field(default_factory=dict)
    _listed: set[str] = field(default_factory=set)  # words of all rows seen, and of all input fields
    _screens: dict[ScreenKey, Screen] = field(default_factory=dict)  # as they were when they were left

    def act(
        self, before: Screen, after: Screen, action: Action, goal: str = "", intention: str = "", toast: str = ""
    ) -> Act:
        """Return an action with its screens as an `Act`, and add the screen that it left and its text to this history.

        An action on a cell of the grid becomes an action on the element under the cell.
        """
        action, before = action.on_element(before)
        element = action.target(before)
        row = row_words(element, before) if element else ()
        touched = [words for key in self.earlier for words in self.rows.get(key, ())]
        value = before.heading and (before.screen_id in self.own or screen_key(before) in self._unsure())
        here = (before.heading,) if value else ()
        typed = filter(None, (*self.typed, action.typed))
        rows = listed_words(before)
        self._listed |= {folded(words) for words in (*rows, *listed_words(after), *_held(before), *_held(after))}
        values = Values(tuple(dict.fromkeys((*row, *here, *touched, *typed))), rows, frozenset(self._listed))
        needs = self.needed.get((before.screen_id, element.id), "") if element else ""
        act = Act(
            before, after, action, element, goal, intention, tuple(self.earlier), tuple(self.typed),
            self._as_left(after), values, frozenset(self.own), frozenset(), needs, toast,
        )  # fmt: skip
        if moved(before, after, action.kind):
            self.own |= {after.screen_id} if named_after_row(act.change) else set()
            self._note_way(act, bool(touched))
        act = replace(act, own=frozenset(self.own), unsure=self._unsure())
        if isinstance(action, TypeText) and element and (name := name_of(element, values)):
            self.needed |= {(after.screen_id, each.id): name for each in enabled(before, after)}
        self.went(before, after, action.kind, (*row, *here))
        if action.typed:
            self.typed.append(action.typed)
        return act

    def _note_way(self, act: Act, by_rows: bool) -> None:
        """Remember on which way a screen was reached. by_rows: True if rows were touched before this action."""
        end, element = screen_key(act.after), act.element
        if end in act.earlier or element is None:
            return
        is_row = element.listed and not is_menu(act.before)
        needless = not is_row and (not by_rows or end not in self.ways)
        words = row_words(element, act.before) if is_row else ()
        self.ways.setdefault(end, set()).add(() if needless else (act.before.screen_id, *words))

    def _unsure(self) -> frozenset[ScreenKey]:
        """Return the keys of the screens whose title may be a value: only rows led there, maybe all about one thing.

        Two rows of one list that share no words are about two things, so a title that both lead to is the app's.
        """
        return frozenset(
            key
            for key, ways in self.ways.items()
            if () not in ways and not any(_about_two(one, other) for one, other in combinations(ways, 2))
        )

    def _as_left(self, screen: Screen) -> Screen | None:
        """Return the copy of a screen from when it was last left, or None if the action led to no earlier screen."""
        key = next((key for key in reversed(self.earlier) if _same(key, screen_key(screen))), None)
        return self._screens.get(key) if key else None

    def went(self, before: Screen, after: Screen, kind: str, row: tuple[str, ...] = ()) -> None:
        """Update `earlier`, the list of screens that led to the present one, after an action.

        - If the screen did not change, nothing is done.
        - If the action led back to a screen in the list, this screen and all after it are removed from the list.
        - Else the screen before the action is added at the end of the list.

        kind: kind of the action, such as "back". row: words of the row that was touched.
        """
        if not moved(before, after, kind):
            return
        start, end = screen_key(before), screen_key(after)
        if end in self.earlier:  # remove all after it too: a detour through another app may have added several
            del self.earlier[self.earlier.index(end) :]
        else:
            self.earlier.append(start)
            self.rows[start], self._screens[start] = row, replace(before, picture=None)


class Reflector(Protocol):
    """Judges actions that changed the screen. Actions that changed nothing are INEFFECTIVE without its judgement.

    model_name: the model's name, or "" without a model.
    """

    model_name: str

    @property
    def usage(self) -> Usage:
        """Return the calls and tokens that the reflector's model has used so far."""

    def reflect(self, act: Act) -> Reflection:
        """Return the judgement of an action. Raises ActionError if no reply of the model can be read."""


def effect(act: Act) -> str:
    """Return the effect of an action in one word, as documents record it. The first that fits is returned:

    - "leaves": another app is in front.
    - "types": the action typed a text.
    - "reveals": a swipe scrolled the screen.
    - "saves": another screen came, and it shows a text that was typed before.
    - "returns": an earlier screen came again.
    - "opens": another screen came.
    - "switches": the element was switched on or off.
    - "nothing": the hierarchy is the same.
    - "changes": the screen changed in some other way.
    """
    before, after = act.before, act.after
    if before.app != after.app:
        return "leaves"
    if isinstance(act.action, TypeText):
        return "types"
    if act.action.kind == "swipe" and not moved(before, after, "swipe"):
        return "reveals"
    if screen_key(before) != screen_key(after):
        if _kept(act):
            return "saves"
        return "returns" if any(_same(key, screen_key(after)) for key in act.earlier) else "opens"
    if act.element is not None:
        now = next((e for e in after.elements if e.id == act.element.id), None)
        if now is not None and state_of(act.element, before) != state_of(now, after):
            return "switches"
    return "nothing" if same_tree(before, after) else "changes"


@dataclass
class OfflineReflector:
    """Reflector without a model: it compares the two hierarchies and writes plain sentences."""

    model_name: str = ""

    @property
    def usage(self) -> Usage:
        """Return zero usage, because no model is asked."""
        return Usage()

    def reflect(self, act: Act) -> Reflection:
        """Judge an action by its `effect`. What it did is told by the document's facts, so no text is written.

        The decision is BACK if the action left the app, INEFFECTIVE if nothing changed, CONTINUE if the effect is only
        "changes", else SUCCESS.
        """
        what = effect(act)
        decision = {"leaves": "BACK", "nothing": "INEFFECTIVE", "changes": "CONTINUE"}.get(what, "SUCCESS")
        return Reflection(decision, f"compared the hierarchies: {what}", "")

    def describe(self, act: Act, note: str) -> str:
        """Return the person's note as a sentence, or "" if there is none."""
        return note[:1].upper() + note[1:] + ("." if note and not note.endswith(_STOPS) else "")

    def refine(self, act: Act, note: str, known: Record) -> str:
        """Return the own words of an existing document, followed by the person's note if it is new."""
        old, new = own_words(known), self.describe(act, note)
        return old if new in old else f"{old} {new}".strip()


@dataclass
class ModelReflector:
    """Reflector that shows a model the screens before and after the action, and marks the touched element.

    see: what the model gets of a screen: "picture", "text" or "both". prompts: the templates to ask with. side: the
    longer side of the pictures, px. retries: how often the model is asked again if its reply cannot be read.
    """

    model: InitVar[Model]
    see: InitVar[str] = "picture"
    prompts: InitVar[Prompts | None] = None
    side: int = 1280
    retries: int = 2
    model_name: str = field(init=False)
    _asker: Asker = field(init=False)

    def __post_init__(self, model: Model, see: str, prompts: Prompts | None) -> None:
        self.model_name = model.name
        self._asker = Asker(model, see, prompts or Prompts())

    @property
    def usage(self) -> Usage:
        """Return the calls and tokens that the model has used so far."""
        return self._asker.usage

    def reflect(self, act: Act) -> Reflection:
        """Ask the model to judge an action, and return the judgement, with a text that documents the touched element.

        If the model judges without writing such a text, it is asked a second time, for the text alone. Raises
        ActionError if no reply can be read.
        """
        told = {"intention": act.intention}
        judged, think = self._asked("reflect", act, told, reflection_schema(), read_reflection)
        judged = replace(judged, think=think)
        if judged.documentation or judged.decision == "INEFFECTIVE" or act.element is None:
            return judged
        return replace(judged, documentation=self.describe(act, ""))

    def describe(self, act: Act, note: str) -> str:
        """Ask the model what the touched element is for. Raises ActionError if no reply can be read."""
        return self._asked("describe", act, {"note": note}, description_schema(), read_description)[0]

    def refine(self, act: Act, note: str, known: Record) -> str:
        """Ask the model what the touched element is for, and show it the existing document.

        Raises ActionError if no reply can be read.
        """
        told = {"note": note, "known": sentence(known)}
        return self._asked("refine", act, told, description_schema(), read_description)[0]

    def _asked(
        self, prompt: str, act: Act, more: Mapping[str, object], schema: Schema, read: Callable[[str, str], Read]
    ) -> tuple[Read, str]:
        """Ask the model until its reply can be read, and tell it each time why the last reply could not.

        Return what `read` makes of the reply, and the model's thinking. Raises ActionError if no reply can be read.

        prompt: name of the prompt template. more: further values to fill in. schema: shape of the reply. read: reads a
        reply by its text and its finish reason, or raises ActionError.
        """
        pictures = self._pictures(act)
        told = {
            **more,
            "goal": act.goal,
            "action": describe(act.action, act.before),
            "pictured": bool(pictures),
            "before_listing": self._asker.text_of(act.before, pictures),
            "after_listing": self._asker.text_of(act.after, pictures),
        }
        since: list[Message] = []
        for left in range(self.retries, -1, -1):
            reply = self._asker.ask(prompt, pictures, told, schema, since)
            try:
                return read(reply.text, reply.finish_reason), reply.think
            except ActionError as error:
                if not left:
                    raise
                since += [Message("assistant", reply.text[:MOST_SAID]), Message("user", self._asker.again(error))]
        raise AssertionError("the last attempt returns or raises")

    def _pictures(self, act: Act) -> tuple[bytes, ...]:
        if self._asker.see == "text" or act.before.picture is None or act.after.picture is None:
            return ()
        touched = [act.element.mark] if act.element else []
        before, after = (mark(act.before, side=self.side, only=touched), mark(act.after, side=self.side, only=()))
        return encode(before), encode(after)


def _about_two(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    rows = {*one[1:]}, {*other[1:]}
    return one[:1] == other[:1] and all(rows) and rows[0].isdisjoint(rows[1])


def _held(screen: Screen) -> set[str]:
    """Return what the input fields of a screen hold."""
    return {e.text for e in screen.elements if "text" in e.actions and e.text != e.hint and len(e.text) > 1}


def _same(one: ScreenKey, other: ScreenKey) -> bool:
    """Tell whether two screen keys may mean the same screen.

    Their ids must be equal; their titles may differ if one is "", because a scrolled list may hide the title.
    """
    return one[0] == other[0] and (one[1] == other[1] or "" in (one[1], other[1]))


def _only_closes(act: Act) -> bool:
    """Tell whether an action that went back can have done no more than that, judging by the words that it touched.

    In a dialog these must say no; on a page they must not agree, save, send or the like.
    """
    element = act.element
    if element is None or element.window == "dialog":
        return element is None or declines(element.text)
    return not (agrees(element.text) or folded(element.text) in listed(SAVE) or said_by_label(element.text, BUTTON))


def _kept(act: Act) -> bool:
    """Tell whether a text that was typed into an input field before an action is shown on the screen after it.

    It must be new there: a search that is left shows what was kept long before.
    """
    fields = {e.text for e in act.before.elements if "text" in e.actions}
    typed = {words for words in act.typed if words in fields}
    now, then = _shown(act.after), _shown(act.was) if act.was else []
    return any(any(words in text for text in now) and not any(words in text for text in then) for words in typed)


def _shown(screen: Screen) -> list[str]:
    """Return the texts of a screen, without what its input fields hold."""
    held = {e.text for e in screen.elements if "text" in e.actions}
    return [*(e.text for e in screen.elements if "text" not in e.actions), *(t for t in screen.texts if t not in held)]


_STOPS = (".", "。", "!", "?", "！", "？")
