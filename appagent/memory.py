"""What the next prompt remembers: the documents of the elements in sight, within a budget, and what was done."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from appagent.screen import Element, Screen
from appagent.store import Found
from appagent.trajectory import Step

_HOW = {
    "screen": "",
    "element": " (learnt on another screen)",
    "template": " (learnt on similar elements)",
}


@dataclass(frozen=True)
class Note:
    """A document as a prompt shows it: the mark it is about, the kind of action, and what is known."""

    mark: int
    action: str
    text: str
    how: str
    record_id: str


def notes(screen: Screen, found: Mapping[str, Sequence[Found]], goal: str, budget_tokens: int = 1500) -> list[Note]:
    """The best document for each action of each element, in order of marks, within a budget of tokens.

    Those that share most words with the goal stay when not all fit.
    """
    every = [
        Note(element.mark, one.record.action, one.record.text, _HOW[one.how], one.record.id)
        for element in screen.elements
        for one in _best_per_action(found.get(element.id, ()))
    ]
    wanted = _words(goal)
    every.sort(key=lambda note: (-len(wanted & _words(note.text)), note.mark))
    kept, spent = [], 0
    for note in every:
        spent += tokens(note.text) + 12
        if spent > budget_tokens:
            break
        kept.append(note)
    return sorted(kept, key=lambda note: (note.mark, note.action))


def summary(steps: Sequence[Step]) -> str:
    """What was done, in the agent's own last summary, with what happened since where a step failed."""
    last = next((step.summary for step in reversed(steps) if step.summary and step.outcome == "done"), "")
    if last:
        return last
    return "; ".join(step.words for step in steps[-8:] if step.outcome == "done")


def listing(elements: Sequence[Element]) -> str:
    """Elements as text, one a line: mark, role, words, states."""
    return "\n".join(_line(element) for element in elements)


def tokens(text: str) -> int:
    """About how many tokens a text is: four letters, or one Chinese character, each.

    >>> tokens("Opens a note"), tokens("打开便签")
    (3, 4)
    """
    wide = sum(ord(character) >= 0x2E80 for character in text)
    return wide + (len(text) - wide + 3) // 4


def _line(element: Element) -> str:
    states = [
        name
        for name, on in (
            ("on", element.checked is True),
            ("off", element.checked is False),
            ("focused", element.focused),
            ("selected", element.selected),
            ("password", element.password),
        )
        if on
    ]
    words = f' "{element.text or element.hint}"' if element.text or element.hint else ""
    doing = [action for action in element.actions if action != "tap"]
    return f"{element.mark} {element.role}{words}" + (f" [{', '.join([*states, *doing])}]" if states or doing else "")


def _best_per_action(found: Sequence[Found]) -> list[Found]:
    best: dict[str, Found] = {}
    for one in found:
        best.setdefault(one.record.action, one)
    return list(best.values())


def _words(text: str) -> set[str]:
    latin = set(re.findall(r"[^\W\d_]{3,}", text.casefold()))
    wide = "".join(character for character in text if ord(character) >= 0x2E80)
    return latin | {wide[i : i + 2] for i in range(len(wide) - 1)}
