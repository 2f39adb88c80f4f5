"""Record in a document what its action led to, for the map; merge and read these facts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from appagent.screen import Screen
from appagent.screen.fields import filled
from appagent.screen.labels import Label, labels, title
from appagent.screen.transitions import moved
from appagent.store import Record

SEEN = "seen"  # the name among a document's facts
MOST_LETTERS = 200  # letters read of one text in a document
_MOST_LABELS = 30  # kept in one document


@dataclass(frozen=True)
class ObservedEffect:
    """Effect of an action as its document records it.

    effect: one word from `learning.reflect.effect`, "" for none. title, to_title: of the screens before and after.
    to_filled: the action led to a form that was already filled. labels: those seen after the action and not before.
    """

    title: str = ""
    to_title: str = ""
    effect: str = ""
    to_filled: bool = False
    labels: tuple[Label, ...] = ()


def seen_facts(before: Screen, after: Screen, action: str, effect: str) -> dict[str, Any]:
    """Return the facts about an action's two screens that a document records, as plain JSON."""
    known = set(labels(before))
    new = [_told(label) for label in labels(after) if label not in known][:_MOST_LABELS]
    went = moved(before, after, action)
    return {
        "title": title(before),
        "to_title": title(after if went else before),
        "effect": effect,
        "filled": went and bool(filled(after)),
        "to_sees": new,
    }


def merged_facts(new: Mapping[str, Any], old: Mapping[str, Any], *, keep_target: bool) -> dict[str, Any]:
    """Add to a new document's facts what only the old document had seen.

    keep_target: the old document decides where the action leads.
    """
    first, second = (old, new) if keep_target else (new, old)
    seen, other = _mapping(first.get(SEEN)), _mapping(second.get(SEEN))
    sees = _sees(seen)
    if _text(seen, "to_title") == _text(other, "to_title"):
        sees += [label for label in _sees(other) if label not in sees]
    return {**new, SEEN: {**seen, "to_sees": sees[:_MOST_LABELS]}}


def seen_in(record: Record) -> ObservedEffect | None:
    """Read the effect that a document records, or None. Its facts may come from a stranger and be incomplete or odd."""
    told = _mapping(record.facts.get(SEEN))
    if not told:
        return None
    found = tuple(
        Label(*(_text(each, name) for name in ("label", "kind", "element_id", "template")))
        for each in _sees(told)[:_MOST_LABELS]
    )
    return ObservedEffect(
        _text(told, "title"), _text(told, "to_title"), str(told.get("effect", "")), told.get("filled") is True, found
    )


def words_in(record: Record) -> str:
    """Return the words of the element that a document is about."""
    return _text(record.facts, "words")


def effect_of(record: Record) -> str:
    """Return the effect of a document's action in one word; "" if none is recorded."""
    seen = seen_in(record)
    return seen.effect if seen else ""


def heading_behind(record: Record) -> str:
    """Return the title of the screen that a document's action led to; "" if none is recorded."""
    seen = seen_in(record)
    return seen.to_title if seen else ""


def _told(label: Label) -> dict[str, str]:
    return {
        "label": label.text, "kind": label.kind, "element_id": label.element_id, "template": label.template
    }  # fmt: skip


def _mapping(found: object) -> Mapping[str, Any]:
    return found if isinstance(found, Mapping) else {}


def _sees(seen: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    told = seen.get("to_sees")
    return [each for each in told if isinstance(each, Mapping)] if isinstance(told, list) else []


def _text(facts: Mapping[str, Any], name: str) -> str:
    found = facts.get(name)
    return found[:MOST_LETTERS] if isinstance(found, str) else ""
