"""Choose what a prompt reminds the model of: documents of the elements on the screen, and what was done so far."""

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

FRAME_TOKENS = 24  # tokens that mark, action and fence take around a document
_MOST_STEPS = 8
_LONGEST_SUMMARY = 1000  # letters
_HOW = {
    "screen": "",
    "element": " (learnt on another screen)",
    "template": " (learnt on similar elements)",
}


@dataclass(frozen=True)
class Note:
    """One document as a prompt shows it.

    mark: the mark of the element. action: the kind of action that the document is about. text: what the document says.
    how: where the document was learnt: "" for this element on this screen, else words in brackets, such as " (learnt on
    another screen)". record_id: id of the document's record in the store.
    """

    mark: int
    action: str
    text: str
    how: str
    record_id: str


def notes(screen: Screen, found: Mapping[str, Sequence[Found]], goal: str, budget_tokens: int = 1500) -> list[Note]:
    """Return the best document for each kind of action on each element of a screen, in order of marks.

    If not all documents fit into the budget, documents that share words with the goal come first. A word that only few
    of the documents share with the goal weighs more than a word that many of them share.
    found: for each element id, the documents that the store found for the element, best first. goal: the task in words.
    budget_tokens: tokens that all documents together may take, as we estimate them.
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
    """Return where the element of each note lies on the grid: tuples (number of a cell, part of the cell, note).

    known: the notes. The cell and its part are those in which the middle of the element lies. Each cell has nine parts,
    such as "top-left".
    """
    cells, middles = cells_of(screen.size), {element.mark: centre(element.bounds) for element in screen.elements}
    return [(*cells.at(*middles[note.mark]), note) for note in known]


def summary(steps: Sequence[Step]) -> str:
    """Return a text that says what a run has done so far, or "" if nothing was done.

    The text is the last summary that the agent wrote, followed by the actions since that summary, joined by "; then ".
    At most the last eight of these actions are named. Steps whose action was not carried out are left out.
    """
    done = [step for step in steps if step.outcome == "done"]
    told = max((number for number, step in enumerate(done) if step.summary), default=-1)
    since = [step.words for step in done[told + 1 :]][-_MOST_STEPS:]
    before = [done[told].summary[:_LONGEST_SUMMARY]] if told >= 0 else []
    return "; then ".join([*before, *since])


def _best_per_action(found: Sequence[Found]) -> list[Found]:
    best: dict[str, Found] = {}
    for one in found:
        if one.record.action in KINDS:  # an imported document may name any action
            best.setdefault(one.record.action, one)
    return list(best.values())


def _words(text: str) -> set[str]:
    """Return the set of words by which a document is compared with a goal, in lower case.

    A word is a run of three letters or more. Of Chinese and similar scripts, each pair of neighbouring characters is
    one word.
    """
    text = folded(text)
    latin = set(re.findall(r"[^\W\d_]{3,}", text))
    wide = "".join(character for character in text if ord(character) >= 0x2E80)
    return latin | {wide[i : i + 2] for i in range(len(wide) - 1)}
