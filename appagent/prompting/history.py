"""Describe to a model what a run has done so far: the last actions with their effects, and briefly all earlier ones."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from appagent.actions import AskPerson, Grid
from appagent.agent import View
from appagent.foreign import shown
from appagent.runs.trajectory import Step

_LAST = 5  # latest actions, one line each
_LONGEST_NOTE = 300  # letters of the note of one of these
_LONGEST_SENTENCE = 300  # letters of one earlier action
_LONGEST = 4000  # letters of all earlier actions
_LONGEST_OLD, _LONGEST_NOTES = 120, 2000  # letters of one note of an action that is left out, and of all of them
_DROPPED = 5  # actions that are left out at once, so that the beginning of the prompt stays the same for some steps
_MARKS = re.compile(r" \(mark \d+\)|, mark \d+(?=\))")
_UNTOLD = (Grid.kind, AskPerson.kind)  # the prompt shows the result of these in another way


@dataclass(frozen=True)
class History:
    """Steps so far, as a prompt tells them.

    earlier: one paragraph on all but the last five actions, "" if there are none. It has each action with its effect
    and the model's note, in at most 300 letters. If the paragraph exceeds 4,000 letters, the oldest actions are
    replaced by their number and, in at most 2,000 letters, the model's notes.
    last: one line for each of the last five actions, the oldest first: its number among the actions that were done, the
    action, the call that a walk by the map took it for, its effect, and what the model noted with it.
    """

    earlier: str = ""
    last: tuple[str, ...] = ()


def history(steps: Sequence[Step]) -> History:
    """Return the history of some steps for a prompt, without those that touched nothing.

    If a reply had several calls, its note is shown with the last call that was carried out.
    """
    done = _noted_last([step for step in steps if touches(step)])
    lines = [_line(number, step) for number, step in enumerate(done, 1)]
    return History(_paragraph(done[:-_LAST]), tuple(lines[-_LAST:]))


def shared_facts(view: View) -> dict[str, object]:
    """Return the values that all templates get which ask for the next action, whatever the dialect, by name."""
    done = history(view.steps)
    answers = [(step.words, step.answer) for step in view.steps if step.answer]  # question and answer of the person
    return {
        "app": view.task.app, "front": view.screen.app, "now": view.now, "notices": view.notices,
        "secrets": view.secrets, "answers": answers, "earlier": done.earlier, "last_actions": done.last,
    }  # fmt: skip


def touches(step: Step) -> bool:
    """Tell whether a step touched the phone, even if it failed half-way. Asking or showing the grid touches nothing."""
    return step.outcome in {"done", "part"} and step.action.partition("(")[0] not in _UNTOLD


def _noted_last(steps: Sequence[Step]) -> list[Step]:
    """Return steps with the note of each reply of several calls moved from its first step to its last."""
    moved: list[Step] = []
    for step in steps:
        before = moved[-1] if moved else None
        if before and before.summary and before.number + 1 == step.number and not (step.model_calls or step.summary):
            moved[-1], step = replace(before, summary=""), replace(step, summary=before.summary)
        moved.append(step)
    return moved


def _line(number: int, step: Step) -> str:
    noted = f" You noted: {shown(step.summary, _LONGEST_NOTE)}" if step.summary else ""
    return f"{number}. {_done(step)}{noted}"


def _sentence(step: Step) -> str:
    said = shown(f"{_done(step)} {step.summary}".strip(), _LONGEST_SENTENCE)
    return said if said.endswith((".", "!", "?", "。")) else f"{said}."


def _done(step: Step) -> str:
    """Return the action and its effect, without the marks of screens that are no longer in sight."""
    did = step.reason.rstrip(".") if step.outcome == "part" else step.words
    did += f", on the way of your {step.way}" if step.way else ""
    said = f"{did}: {step.effect}" if step.effect else did
    return f"{_MARKS.sub('', said)}."


def _paragraph(steps: Sequence[Step]) -> str:
    """Return some steps as text of at most 4,000 letters; if need be, only the notes of the oldest steps are kept."""
    sentences = [_sentence(step) for step in steps]
    first = 0
    while sum(len(sentence) + 1 for sentence in sentences[first:]) > _LONGEST:
        first += _DROPPED
    notes = dict.fromkeys(shown(step.summary, _LONGEST_OLD) for step in steps[:first] if step.summary)
    while sum(map(len, notes)) > _LONGEST_NOTES:
        del notes[next(iter(notes))]
    noted = f" You noted then: {' / '.join(notes)}" if notes else ""
    left_out = [f"({first} earlier actions are left out.{noted})"] if first else []
    return " ".join([*left_out, *sentences[first:]])
