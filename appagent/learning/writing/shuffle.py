"""Exchange documents among elements at random, to measure how well an agent does with wrong documents."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from appagent.documents.facts import SEEN, observed_effect
from appagent.documents.map.app_map import KnownLabels
from appagent.store import Record


def shuffled(records: Iterable[Record], seed: int = 0, *, keep_titles: bool = False) -> list[Record]:
    """Return documents in which elements have got each other's contents at random.

    seed: the same seed gives the same result.
    keep_titles: True if each document also keeps the title of its element's screen, by which prompts choose documents.
    Use False for the offline agent: its map is made from titles, and would stay half right.
    Each document keeps its element, and what it says about the element itself. It gets the text, target screen and
    observed effect of another document, if possible of one that leads elsewhere. Each content is used exactly once.
    """
    order = sorted(records, key=lambda record: (record.screen_id, record.element_id, record.template, record.action))
    random.Random(seed).shuffle(order)  # noqa: S311
    order.sort(key=_outcome)
    groups = Counter(map(_outcome, order))
    turn = max(
        groups.values(), default=0
    )  # size of the largest group: a document so far on in the order is in another group
    kept = _OF_PLACE if keep_titles else ()
    return [_saying(record, order[(place + turn) % len(order)], kept) for place, record in enumerate(order)]


def shuffled_labels(labels: KnownLabels, seed: int = 0) -> KnownLabels:
    """Return the labels of an app's screens, given to other screens at random. The same seed gives the same result."""
    keys = sorted(labels)
    random.Random(seed).shuffle(keys)  # noqa: S311
    return {key: labels[keys[place - 1]] for place, key in enumerate(keys)}


def _outcome(record: Record) -> str:
    return record.leads_to or observed_effect(record)


def _saying(record: Record, other: Record, kept: Sequence[str]) -> Record:
    """Return a copy of a document that has the contents of another one.

    kept: names of the entries of the observed effect that the copy keeps from the first, such as "title".
    """
    facts = {name: fact for name, fact in record.facts.items() if name != SEEN}
    own = _mapping(record)
    seen = {name: fact for name, fact in _mapping(other).items() if name not in kept}
    seen |= {name: own[name] for name in kept if name in own}
    return replace(record, text=other.text, leads_to=other.leads_to, facts=facts | ({SEEN: seen} if seen else {}))


def _mapping(record: Record) -> dict[str, Any]:
    seen = record.facts.get(SEEN)
    return dict(seen) if isinstance(seen, Mapping) else {}


_OF_PLACE = ("title", "page")  # of the screen that the element is on
