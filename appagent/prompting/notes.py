"""What the next prompt remembers: the documents of the elements in sight, within a budget, and what was done."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from appagent.actions import KINDS
from appagent.models.counting import tokens
from appagent.runs.trajectory import Step
from appagent.screen import Screen
from appagent.screen.grid import cells_of
from appagent.screen.tree import centre
from appagent.store import Found

FRAME_TOKENS = 24  # around a document: mark, action, fence
_MOST_STEPS = 8
_LONGEST_SUMMARY = 1000  # letters
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

    Where not all fit, those stay that share words with the goal, and of these words the rare ones count more.
    """
    every = [
        Note(element.mark, one.record.action, one.record.text, _HOW[one.how], one.record.id)
        for element in screen.elements
        for one in _best_per_action(found.get(element.id, ()))
    ]
    labels = {element.mark: element.text for element in screen.elements}
    wanted = _words(goal)
    shared = {note: wanted & _words(f"{labels[note.mark]} {note.text}") for note in every}
    common = Counter(word for words in shared.values() for word in words)
    every.sort(key=lambda note: (-sum(1 / common[word] for word in shared[note]), note.mark))
    kept, left = [], budget_tokens
    for note in every:
        needed = tokens(note.text) + FRAME_TOKENS
        if needed <= left:
            kept.append(note)
            left -= needed
    return sorted(kept, key=lambda note: (note.mark, note.action))


def in_cells(known: Sequence[Note], screen: Screen) -> list[tuple[int, str, Note]]:
    """The same with the cell, and its part, that the middle of each one's element is in."""
    cells, middles = cells_of(screen.size), {element.mark: centre(element.bounds) for element in screen.elements}
    return [(*cells.at(*middles[note.mark]), note) for note in known]


def summary(steps: Sequence[Step]) -> str:
    """What was done: the agent's own last summary, and what it has done since without writing one."""
    done = [step for step in steps if step.outcome == "done"]
    told = max((number for number, step in enumerate(done) if step.summary), default=-1)
    since = [step.words for step in done[told + 1 :]][-_MOST_STEPS:]
    before = [done[told].summary[:_LONGEST_SUMMARY]] if told >= 0 else []
    return "; then ".join([*before, *since])


def _best_per_action(found: Sequence[Found]) -> list[Found]:
    best: dict[str, Found] = {}
    for one in found:
        if one.record.action in KINDS:  # a stranger's document may say anything there
            best.setdefault(one.record.action, one)
    return list(best.values())


def _words(text: str) -> set[str]:
    """What is compared: words of three letters or more, and pairs of characters of scripts without spaces."""
    latin = set(re.findall(r"[^\W\d_]{3,}", text.casefold()))
    wide = "".join(character for character in text if ord(character) >= 0x2E80)
    return latin | {wide[i : i + 2] for i in range(len(wide) - 1)}
