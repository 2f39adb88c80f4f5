"""Reflect on one action: judge its effect with a model that sees both screens, or by comparing the hierarchies."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import InitVar, dataclass, field, replace
from typing import Protocol, TypeVar

from appagent.actions import Action, TypeText, describe
from appagent.errors import ActionError
from appagent.models import Message, Model, Usage
from appagent.prompting.asking import Asker
from appagent.prompting.marks import encode, mark
from appagent.prompting.reply import Reflection, read_description, read_reflection
from appagent.prompting.schema import Schema, description_schema, reflection_schema
from appagent.prompting.sections import MOST_SAID
from appagent.prompting.templates import Prompts
from appagent.screen import Element, Screen, same_tree
from appagent.screen.fields import fields, filled
from appagent.screen.labels import PARTS, inside, labels, state_of, title
from appagent.screen.transitions import ScreenKey, moved, screen_key

Read = TypeVar("Read")


@dataclass(frozen=True)
class Act:
    """One action with the screens before and after it, to be judged.

    element: the touched element, or None. goal: the task's goal, or "". intention: what the agent said it wanted.
    earlier: keys of the screens that led to `before`, the latest last. typed: the texts typed so far in this learning.
    """

    before: Screen
    after: Screen
    action: Action
    element: Element | None
    goal: str = ""
    intention: str = ""
    earlier: tuple[ScreenKey, ...] = ()
    typed: tuple[str, ...] = ()


@dataclass
class Trail:
    """History of screens and typed texts, from which follows whether an action returns to a screen or saves a text.

    earlier: keys of the screens that led to the present one, the latest last. typed: the texts, the latest last.
    """

    earlier: list[ScreenKey] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)

    def act(self, before: Screen, after: Screen, action: Action, goal: str = "", intention: str = "") -> Act:
        """Return an action with its screens as an `Act`, and add the screen that it left and its text to this history.

        An action on a cell of the grid becomes an action on the element under the cell.
        """
        action, before = action.on_element(before)
        act = Act(before, after, action, action.target(before), goal, intention, tuple(self.earlier), tuple(self.typed))
        self.went(before, after, action.kind)
        if action.typed:
            self.typed.append(action.typed)
        return act

    def went(self, before: Screen, after: Screen, kind: str) -> None:
        """Update `earlier`, the list of screens that led to the present one, after an action.

        - If the screen did not change, nothing is done.
        - If the action led back to a screen in the list, this screen and all after it are removed from the list.
        - Else the screen before the action is added at the end of the list.

        kind: kind of the action, such as "back".
        """
        if not moved(before, after, kind):
            return
        start, end = screen_key(before), screen_key(after)
        if end in self.earlier:  # remove all after it too: a detour through another app may have added several
            del self.earlier[self.earlier.index(end) :]
        else:
            self.earlier.append(start)


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
    if act.action.kind == "swipe" and before.screen_id == after.screen_id:
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
        """Judge an action by its `effect`, and describe it in a sentence.

        The decision is BACK if the action left the app, INEFFECTIVE if nothing changed, CONTINUE if the effect is only
        "changes", else SUCCESS.
        """
        what = effect(act)
        decision = {"leaves": "BACK", "nothing": "INEFFECTIVE", "changes": "CONTINUE"}.get(what, "SUCCESS")
        return Reflection(decision, f"compared the hierarchies: {what}", _SENTENCES[what](act))

    def describe(self, act: Act, note: str) -> str:
        """Return a sentence that says what an action did, followed by the person's note, if there is one."""
        said = note[:1].upper() + note[1:] + ("" if note.endswith(_STOPS) else ".")
        return " ".join(filter(None, (_SENTENCES[effect(act)](act), said if note else "")))

    def refine(self, act: Act, note: str, known: str) -> str:
        """Return a new description of an action, followed by those old sentences that it does not replace.

        An old sentence is replaced if a new one begins with the same word. known: the old description.
        """
        new = _sentences(self.describe(act, note))
        begun = {sentence.split()[0] for sentence in new}
        return " ".join([*new, *(old for old in _sentences(known) if old.split()[0] not in begun)])


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

    def refine(self, act: Act, note: str, known: str) -> str:
        """Ask the model what the touched element is for, and show it the existing document.

        known: the text of that document. Raises ActionError if no reply can be read.
        """
        told = {"note": note, "known": known}
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


def _same(one: ScreenKey, other: ScreenKey) -> bool:
    """Tell whether two screen keys may mean the same screen.

    Their ids must be equal; their titles may differ if one is "", because a scrolled list may hide the title.
    """
    return one[0] == other[0] and (one[1] == other[1] or "" in (one[1], other[1]))


def _kept(act: Act) -> bool:
    """Tell whether a text that was typed into an input field before an action is shown on the screen after it."""
    fields = {e.text for e in act.before.elements if "text" in e.actions}
    typed = {words for words in act.typed if words in fields}
    shown = [e.text for e in act.after.elements if "text" not in e.actions]
    return any(words in text for words in typed for text in (*shown, *act.after.texts))


def _place(screen: Screen) -> str:
    """Return words for a screen: its title in quotation marks, or "a form" or "a screen" if it has none."""
    if title(screen):
        return f"'{title(screen)}'"
    return "a form" if fields(screen) else "a screen"


def _contents(act: Act) -> str:
    """Return the end of a sentence about an action: " with ...", which lists the input fields and new buttons.

    Return "" if the screen after the action has none.
    """
    named = [f"'{name}'" for field in fields(act.after) if (name := field.hint or field.label)]
    found = ["the fields " * (len(named) > 1) + "the field " * (len(named) == 1) + _and(named)] if named else []
    if len(named) < len(fields(act.after)):
        found = ["a field"]
    state = ", filled in" if filled(act.after) else ", empty" if found else ""
    before = {label.text for label in labels(act.before)}
    names = [label.name for label in labels(act.after) if label.kind in {"button", "check"}]
    rest = [f"'{name}'" for name in names if name not in before]
    listed = _and(rest) if len(rest) <= _MOST_LISTED else ", ".join(rest[:_MOST_LISTED]) + " and more"
    parts = [part for part in ("".join(found) + state, listed) if part]
    return f" with {'; and '.join(parts)}" if parts else ""


def _and(words: Sequence[str]) -> str:
    """Join words with commas and a final "and".

    >>> _and(["a", "b", "c"]), _and(["a"])
    ('a, b and c', 'a')
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def _returned(act: Act) -> str:
    """Return a sentence about an action that led back to an earlier screen, such as "Goes back to 'Display'."

    If the words that were touched now stand on that screen as the value of a row, the sentence says so: "Chooses 'Dark'
    and goes back to 'Display'." The value of a row is any part of its text after the first " · ".
    """
    chosen = _words(act)
    stands = any(chosen == f"'{part}'" for e in act.after.elements for part in e.text.split(PARTS)[1:])
    back = re.sub(r"\Aa ", "the ", _place(act.after))
    return f"Chooses {chosen} and goes back to {back}." if stands else f"Goes back to {back}."


def _changed(act: Act) -> str:
    """Return a sentence that quotes the new texts on a screen, for an action that stayed on the screen."""
    new = [f"'{text}'" for text in act.after.texts if text not in act.before.texts]
    return f"Shows {_and(new[:_MOST_LISTED])}." if new else "Changes something here that no words name."


def _words(act: Act) -> str:
    """Return, in quotation marks, the first part of the touched element's text, or else of the row around it.

    Return "what it stands for" if neither has a text, and "something" if no element was touched.
    """
    element = act.element
    if element is None:
        return "something"
    rows = [e for e in act.before.elements if inside(e, element) and e.text]
    words = element.text or element.hint or (rows[-1].text if rows else "")
    return f"'{words.split(PARTS)[0]}'" if words else "what it stands for"


def _sentences(text: str) -> list[str]:
    """Split a text into sentences.

    >>> _sentences("Opens 'a.b'. Saves it.")
    ["Opens 'a.b'.", 'Saves it.']
    """
    return re.findall(r"\S.*?[.。!?！？](?=\s|\Z)|\S.*\Z", text)


_MOST_LISTED = 8
_STOPS = (".", "。", "!", "?", "！", "？")
_SENTENCES: dict[str, Callable[[Act], str]] = {
    "leaves": lambda act: f"Leaves the app for {act.after.app}.",
    "saves": lambda act: f"Saves what was typed and goes to {_place(act.after)}.",
    "returns": _returned,
    "opens": lambda act: f"Opens {_place(act.after)}{_contents(act)}.",
    "switches": lambda act: f"Switches {_words(act)} on or off.",
    "types": lambda act: f"Takes what is typed as {_words(act)}.",
    "reveals": lambda act: "Scrolls to more.",
    "changes": _changed,
    "nothing": lambda act: "",
}
