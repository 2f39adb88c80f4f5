"""Summarise in a few lines, for a model, what a crawl found out about one screen."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from appagent.documents.facts import seen_in, shape_of, words_in
from appagent.documents.wording import plainly, sentence
from appagent.learning.memory.sightings import Sighting
from appagent.runs.trajectory import Step
from appagent.store import Record

DOUBTFUL = "CONTINUE"  # a crawl's judgement of an action that changed something, if its purpose is unclear
_MOST_SEEN, _MOST_REACHED, _MOST_MARKS = 60, 4, 8
_LONGEST = 160  # letters of one line
_LEADING = ("opens", "saves")


@dataclass(frozen=True)
class Crawled:
    """Lines for the prompt about one screen, from a crawl.

    seen: what its elements did.
    reached: how the screen was reached.
    doubtful: True if some lines are marked with a question mark, for the model to judge.
    """

    seen: tuple[str, ...]
    reached: tuple[str, ...]
    doubtful: bool


def crawled(sighting: Sighting, records: Sequence[Record], steps: Iterable[Step]) -> Crawled:
    """Return the results of a crawl about a screen, as lines for a prompt.

    records: all documents of the app.
    steps: the steps of this learning run.
    """
    here = [each for each in records if sighting.shows(each)]
    by_what: dict[str, list[int]] = {}
    of_rows = {(_kind(record), record.action) for record in here if not record.element_id}
    for record in here:
        marks = [
            mark
            for mark, e in sighting.elements.items()
            if (e.is_about(record) and not (e.listed and (e.kind, record.action) in of_rows))
            or (not record.element_id and e.listed and e.kind == _kind(record))
        ]
        if marks and (what := plainly(record)):
            by_what.setdefault(f"{record.action}: {what}", []).extend(marks)
    unclear = [f"{mark}, {kind}: ? {effect}" for mark, kind, effect in doubtful(sighting, steps)]
    seen = [f"{_listed(sorted(set(marks)))}, {what}" for what, marks in by_what.items()]
    reached = [_reached(each) for each in records if each.leads_to == sighting.screen_id != each.screen_id]
    told = [line[:_LONGEST] for line in [*seen, *unclear]]
    return Crawled(tuple(told[:_MOST_SEEN]), tuple(dict.fromkeys(filter(None, reached)))[:_MOST_REACHED], bool(unclear))


def needs_words(sighting: Sighting, records: Sequence[Record]) -> bool:
    """Tell whether a model should describe a screen, because the words of some elements do not say what they do.

    Most dialogs need no description: their buttons say what they do.
    """
    here = [record for record in records if sighting.shows(record)]
    told = [[_is_plain(each) for each in here if element.is_about(each)] for element in sighting.elements.values()]
    return not all(each and all(each) for each in told)


def _is_plain(record: Record) -> bool:
    seen = seen_in(record)
    return seen is not None and (seen.plain or seen.named) and not sentence(record)


def doubtful(sighting: Sighting, steps: Iterable[Step]) -> list[tuple[int, str, str]]:
    """Return the actions on a screen whose purpose is unclear, each once, as (mark, kind of action, what changed)."""
    marks = {element.id: mark for mark, element in sighting.elements.items()}
    found = {
        (marks[step.element_id], step.kind): step.effect
        for step in steps
        if step.decision == DOUBTFUL and step.screen_id == sighting.screen_id and step.element_id in marks
    }
    return [(*key, effect) for key, effect in found.items()]


def _kind(record: Record) -> tuple[str, str, str]:
    return record.template, *shape_of(record)


def _reached(record: Record) -> str:
    """Return how a document's action opened its screen, such as "tap 'Wi-Fi' on Settings"; "" if that is unknown."""
    seen = seen_in(record)
    if seen is None or seen.effect not in _LEADING:
        return ""
    what, place = words_in(record), seen.title
    return f"{record.action} '{what}'{' on ' if place else ''}{place}"[:_LONGEST] if what else ""


def _listed(marks: Sequence[int]) -> str:
    more = " and more" if len(marks) > _MOST_MARKS else ""
    return ", ".join(map(str, marks[:_MOST_MARKS])) + more
