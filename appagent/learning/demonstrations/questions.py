"""Ask the person a few questions about what one demonstration alone does not show."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from appagent.foreign import shown
from appagent.guard import in_words
from appagent.learning.demonstrations.demonstrate import ShownStep
from appagent.runs.demonstration import Demonstration
from appagent.runs.trajectory import Step
from appagent.screen import Element
from appagent.screen.language.lexicon import folded
from appagent.screen.transitions import screen_key
from appagent.settings import GUARDED

MOST_QUESTIONS = 3  # questions
_MOST_SHOWN = 60  # letters of words that a question quotes
Told = Callable[[Demonstration, str], Demonstration]


@dataclass(frozen=True)
class Question:
    """One question about a demonstration.

    answers: each as (answer, its meaning), such as ("yes", "another one each time").
    told: function that takes the demonstration and the chosen answer, and returns the demonstration with the answer in
    it.
    """

    words: str
    answers: tuple[tuple[str, str], ...]
    told: Told


def begun(steps: Sequence[Step], by: str, author: str) -> Demonstration:
    """Return what is known about a demonstration before the person is asked anything.

    by, author: as in `Demonstration`.
    Its `unsure` steps are those that pay, send, delete or the like.
    """
    unsure = tuple(step.number for step in steps if step.outcome == "done" and step.may in GUARDED)
    return Demonstration(author, by, unsure=unsure)


def open_questions(task: str, shown_steps: Sequence[ShownStep], steps: Sequence[Step]) -> list[Question]:
    """Return at most three questions, the most important first.

    They may ask:
    - whether words of the task will be different next time
    - whether a step that pays, sends or deletes may be repeated without asking
    - what to do if a row is missing
    - whether a dialog may be missing
    """
    by_number = {step.number: step for step in steps}
    values = {one.number: words for one in shown_steps if (words := _words_in(task, one))}
    deeds = [by_number[one.number] for one in shown_steps if by_number[one.number].may in GUARDED]
    found = [
        *_about_values(shown_steps, values),
        *map(_about_deed, deeds),
        *(_about_row(one, values[one.number]) for one in shown_steps if one.number in values and _is_row(one)),
        *_about_dialogs(shown_steps, {step.number for step in deeds}),
    ]
    return found[:MOST_QUESTIONS]


def _words_in(task: str, one: ShownStep) -> str:
    """Return the words that a step typed or chose if they are also in the task, as whole words; else ""."""
    words = one.act.action.typed.strip() or (_name(one.act.element) if _is_row(one) else "")
    found = re.search(rf"(?<!\w){re.escape(folded(words))}(?!\w)", folded(task)) if len(words) > 1 else None
    return words if found and "${" not in words else ""


def _is_row(one: ShownStep) -> bool:
    """Tell whether a step chose a row of a list, or an option."""
    element = one.act.element
    return element is not None and not one.act.action.typed and (element.listed or element.checked is not None)


def _name(element: Element | None) -> str:
    return element.text.split(" · ")[0].strip() if element else ""


def _about_values(shown_steps: Sequence[ShownStep], values: Mapping[int, str]) -> Iterable[Question]:
    named: dict[str, str] = {}
    for one in shown_steps:
        words = values.get(one.number, "")
        if words and words not in named.values():
            name = _slug(one, named)
            named[name] = words
            yield _about_value(name, words)


def _about_value(name: str, words: str) -> Question:
    def told(so_far: Demonstration, answer: str) -> Demonstration:
        if answer == "yes":
            return replace(so_far, values={**so_far.values, name: words})
        return replace(so_far, fixed=(*so_far.fixed, words))

    answers = (("yes", "another one each time"), ("no", "always this one"))
    return Question(f"Is {_quoted(words)} a value, which may be another one next time ({name})?", answers, told)


def _slug(one: ShownStep, taken: Mapping[str, str]) -> str:
    """Return a new name for a value: the name of its field, such as "title" or "title2", or "choice" for a chosen row.

    taken: the names that values have already.
    """
    element = one.act.element
    typed = bool(one.act.action.typed)
    called = (
        (element.hint or element.label or element.resource_id.rpartition("/")[2]) if element and typed else "choice"
    )
    name = re.sub(r"\W+", "_", folded(called)).strip("_")[:30] or "text"
    return next(new for new in (name, *(f"{name}{n}" for n in range(2, len(taken) + 3))) if new not in taken)


def _about_deed(step: Step) -> Question:
    def told(so_far: Demonstration, answer: str) -> Demonstration:
        left = tuple(number for number in so_far.unsure if number != step.number)
        return replace(so_far, unsure=left) if answer == "yes" else so_far

    answers = (("yes", "yes, without asking"), ("no", "no, ask me each time"))
    words = f"Step {step.number} ({shown(step.words, _MOST_SHOWN)}) may {in_words(step.may)}. May it be repeated?"
    return Question(words, answers, told)


def _about_row(one: ShownStep, words: str) -> Question:
    def told(so_far: Demonstration, answer: str) -> Demonstration:
        return replace(so_far, nothing_found={**so_far.nothing_found, one.number: answer})

    answers = (("stop", "stop and tell me"), ("skip", "go on without it"), ("done", "it is done then"))
    return Question(f"What if there is nothing like {_quoted(words)} in step {one.number}?", answers, told)


def _about_dialogs(shown_steps: Sequence[ShownStep], deeds: set[int]) -> Iterable[Question]:
    """Yield a question for each step on a dialog that may have opened by itself, and so may be missing next time.

    A dialog did not open by itself if the step on it led back to the page of the step before.
    """
    for place, one in enumerate(shown_steps):
        element, before = one.act.element, shown_steps[place - 1].act.before if place else None
        by_itself = before is None or screen_key(one.act.after) != screen_key(before)
        if element and element.window == "dialog" and one.number not in deeds and by_itself:
            yield _about_dialog(one)


def _about_dialog(one: ShownStep) -> Question:
    def told(so_far: Demonstration, answer: str) -> Demonstration:
        return replace(so_far, optional=(*so_far.optional, one.number)) if answer == "yes" else so_far

    answers = (("yes", "yes, go on then"), ("no", "no, it always comes"))
    what = _quoted(one.act.before.heading or _name(one.act.element))
    return Question(f"May the dialog {what} of step {one.number} be missing next time?", answers, told)


def _quoted(words: str) -> str:
    return f'"{shown(words, _MOST_SHOWN)}"'
