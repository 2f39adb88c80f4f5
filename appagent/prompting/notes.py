"""Choose what to remind the model of: documents of the elements in sight, within a budget, and what was done so far."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from appagent.actions import KINDS
from appagent.models.counting import tokens
from appagent.runs.trajectory import Step
from appagent.screen import Screen
from appagent.screen.grid import cells_of
from appagent.screen.lexicon import folded
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
    """Document as a prompt shows it: the mark of its element, the kind of action, and what is known."""

    mark: int
    action: str
    text: str
    how: str
    record_id: str


def notes(screen: Screen, found: Mapping[str, Sequence[Found]], goal: str, budget_tokens: int = 1500) -> list[Note]:
    """Return the best document for each action on each element, in order of marks, within a budget of tokens.

    If not all fit, those that share words with the goal are kept, and rare words count more.
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
    """Return each note with the grid cell, and the part of that cell, in which the middle of its element lies."""
    cells, middles = cells_of(screen.size), {element.mark: centre(element.bounds) for element in screen.elements}
    return [(*cells.at(*middles[note.mark]), note) for note in known]


def summary(steps: Sequence[Step]) -> str:
    """Sum up what was done: the agent's own last summary, and its actions since then."""
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
    """Return the words to compare: those of three letters or more, and character pairs for scripts without spaces."""
    text = folded(text)
    latin = set(re.findall(r"[^\W\d_]{3,}", text))
    wide = "".join(character for character in text if ord(character) >= 0x2E80)
    return latin | {wide[i : i + 2] for i in range(len(wide) - 1)}
