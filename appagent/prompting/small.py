"""Ask a small language model, with a short prompt and a JSON schema that allows only what is possible on the screen.

The schema lists for each kind of action the elements that take it, so the model cannot type into a button. Elements
have labels made of their words: with these 68% of choices were right at 1.5 billion parameters, and 23% with numbers.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from appagent.actions import Action, Back, Enter, Finish, GoTo, LongPress, Swipe, Tap, TypeText
from appagent.actions.dialects.calls import after_thinking, json_call
from appagent.actions.parts.description import place_of
from appagent.agent import Decision, View
from appagent.errors import ActionError
from appagent.prompting.replies.schema import Schema, one_of, strict_object
from appagent.prompting.words.history import shared_facts
from appagent.prompting.words.notes import Note
from appagent.prompting.words.outline import asks_to_read, cut_at_word, line_of, outline, telling_role
from appagent.prompting.words.places import ahead
from appagent.screen import Element, Screen

LABELS = "labels"  # value of `see`: a small model names elements by labels made of their words
_LONGEST_LABEL = 40
_LONGEST_REST = 120  # letters of an element's words after its label
_WORDS: Schema = {"type": "string", "maxLength": 200}
_FINGER = {
    "down": "up",
    "up": "down",
    "right": "left",
    "left": "right",
}  # direction of scrolling -> where the finger goes
_QUOTES = ("''", '""', "‘’", "“”", "「」", "«»")


@dataclass(frozen=True)
class Choices:
    """Choices that a model has on one screen.

    marks: the mark of each element, by its label. kinds: for each possible kind of action, the labels of the elements
    that take it; () for a kind that needs no element, such as "back". places: names of the places on other pages that
    the model can go to.
    """

    marks: Mapping[str, int]
    kinds: Mapping[str, tuple[str, ...]]
    places: tuple[str, ...] = ()

    @property
    def schema(self) -> Schema:
        """Return the JSON schema of a reply: a thought, and one of the actions that are possible here."""
        return strict_object({"thought": _WORDS, "action": {"anyOf": [self._one(kind) for kind in self.kinds]}})

    def _one(self, kind: str) -> Schema:
        more: dict[str, Schema] = {"element": {"enum": list(self.kinds[kind])}} if self.kinds[kind] else {}
        if kind == "text":
            more["text"] = _WORDS
        if kind == GoTo.kind:
            more["place"] = one_of(self.places)
        if kind == "scroll":
            more["to"] = one_of(_FINGER)
        if kind == "finish":
            more |= {"outcome": one_of(["done", "not_done"]), "answer": _WORDS}
        return strict_object({"action": one_of([kind]), **more})


def choices_on(screen: Screen, learnt: Mapping[int, str] | None = None, places: Sequence[str] = ()) -> Choices:
    """Return the choices that a model has on a screen.

    learnt: as in `outline`. places: names of the places on other pages that the model can go to.
    """
    names = _labels(screen, learnt or {})
    takes = {
        kind: tuple(names[one.mark] for one in screen.elements if {kind, also} & set(one.actions))
        for kind, also in (("tap", "text"), ("text", "text"), ("long_press", "long_press"))
    }
    types = screen.keyboard or screen.focused_field
    kinds = {kind: found for kind, found in takes.items() if found} | {"scroll": ()}
    kinds |= ({"enter": ()} if types else {}) | ({GoTo.kind: ()} if places else {})
    marks = {name: mark for mark, name in names.items()}
    return Choices(marks, kinds | {"back": (), "finish": ()}, tuple(places))


def told_small(
    view: View, task: str, notes: Sequence[Note], learnt: Mapping[int, str] | None
) -> tuple[dict[str, object], Choices]:
    """Return (values for the prompt template "small", the choices that the model has).

    notes: the documents that help on this screen.
    learnt: as in `outline`.
    """
    places = ahead(view.places or (), view.task.goal, view.screen)
    choices = choices_on(view.screen, learnt, [*places.paths, *places.pages])
    names = {mark: name for name, mark in choices.marks.items()}

    def line(element: Element) -> str:
        label = json.dumps(names[element.mark], ensure_ascii=False)
        rest = line_of(element, view.screen, label, "-")
        states = rest[rest.rindex("[") :] if rest.endswith("]") else ""
        more = _beyond_label(element)
        return " ".join(filter(None, (label, telling_role(element.role), states, more and f"... {more}")))

    example = {"thought": "...", "action": {"action": "tap", "element": "Save"}}
    told = shared_facts(view) | {
        "task": task, "example": json.dumps(example),
        "notes": [([names[mark] for mark in note.marks if mark in names], note) for note in notes],
        "listing": outline(view.screen, line=line, whole=asks_to_read(task)),
        "mapped": view.places is not None, "places": choices.places, "possible": list(choices.kinds),
    }  # fmt: skip
    return told, choices


def read_small(text: str, choices: Choices, screen: Screen, task: str) -> Decision:
    """Parse a reply in JSON, and return the decision. Raises ActionError if its action is not among the choices."""
    said, _ = json_call(after_thinking(text)[1])
    given = said.get("action")
    given = given if isinstance(given, dict) else said
    kind = str(given.get("action", ""))
    if kind not in choices.kinds:
        raise ActionError(f"there is no action {kind[:40]!r} on this screen; there are {', '.join(choices.kinds)}")
    mark = 0
    if names := choices.kinds[kind]:
        wanted = given.get("element")
        name = next((each for each in names if each == wanted), None)
        if name is None:
            there = ", ".join(names)
            raise ActionError(f"{str(wanted)[:60]!r} takes no {kind}; these do: {there[:300]}")
        mark = choices.marks[name]
    return Decision(
        _action(kind, mark, given, task, screen, choices.places), thought=str(said.get("thought", ""))[:1000]
    )


def _action(kind: str, mark: int, given: Mapping[str, Any], task: str, screen: Screen, places: Sequence[str]) -> Action:
    match kind:
        case "tap":
            return Tap(mark)
        case "long_press":
            return LongPress(mark)
        case "text":
            return TypeText(_unquoted(str(given.get("text", "")), task), mark)
        case "scroll":
            way = _FINGER.get(str(given.get("to")))
            if way is None:
                raise ActionError(f"a scroll says where to: one of {', '.join(_FINGER)}")
            return Swipe(way, distance="long").as_typed(screen)  # type: ignore[arg-type]  # a Direction
        case GoTo.kind:
            place = str(given.get("place", ""))
            if place not in places:
                raise ActionError(f"no place {place[:60]!r}; there are {', '.join(places)[:300]}")
            return GoTo(place)
        case "enter":
            return Enter()
        case "back":
            return Back()
    return Finish.read(answer=str(given.get("answer", "")), outcome=str(given.get("outcome", "done")))


def _unquoted(text: str, task: str) -> str:
    """Return a text without the quotation marks around it, if the task contains it with the same marks."""
    marked = len(text) > 2 and f"{text[0]}{text[-1]}" in _QUOTES  # two marks and a letter
    return text[1:-1] if marked and text in task else text


def _beyond_label(element: Element) -> str:
    """Return the words of an element that its label leaves out, such as the price at the end of a row."""
    words = " ".join(element.text.split())
    label = cut_at_word(words, _LONGEST_LABEL)
    return "" if label == words else cut_at_word(words[len(label.rstrip("…")) :].strip(" ·,"), _LONGEST_REST)


def _labels(screen: Screen, learnt: Mapping[int, str]) -> dict[int, str]:
    """Return a unique label for each mark: the element's words, or what is learnt of it, or its role and position."""
    found: dict[int, str] = {}
    taken: dict[str, int] = {}
    for one in screen.elements:
        name = one.resource_id.rpartition("/")[2].replace("_", " ")
        where = f"{one.role} at {place_of(one.bounds, screen.size)}"
        words = " ".join((one.text or one.hint or learnt.get(one.mark, "") or name or where).split())
        label = cut_at_word(words, _LONGEST_LABEL)
        taken[label] = taken.get(label, 0) + 1
        found[one.mark] = label if taken[label] == 1 else f"{label} ({taken[label]})"
    return found
