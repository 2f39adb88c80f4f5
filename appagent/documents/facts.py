"""Record in a document where its action led, so that a map can be drawn; read and merge these facts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from appagent.screen import Screen
from appagent.screen.fields import filled
from appagent.screen.labels import Label, labels, title
from appagent.screen.transitions import moved
from appagent.store import Record

SEEN = "seen"  # the name of the observed effect among a document's facts
MOST_LETTERS = 200  # letters read of one text in a document
_MOST_LABELS = 30  # kept in one document


@dataclass(frozen=True)
class ObservedEffect:
    """Effect of an action, as the action's document records it.

    title, to_title: titles of the screens before and after the action. effect: one word from `learning.reflect.effect`,
    or "" if none is recorded. to_filled: True if the action led to a form that held something already. labels: the
    labels on the screen after the action that were not on the screen before it.
    """

    title: str = ""
    to_title: str = ""
    effect: str = ""
    to_filled: bool = False
    labels: tuple[Label, ...] = ()


def seen_facts(before: Screen, after: Screen, action: str, effect: str) -> dict[str, Any]:
    """Return what a document records about the screens before and after its action, as plain JSON.

    action: the kind of action. effect: the word from `learning.reflect.effect`. The result has both titles, the effect,
    whether the form after it is filled, and the labels that are new on the screen after it.
    """
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
    """Return the facts for a new version of a document: those in `new`, with what only the old version observed.

    If the screens after both actions have the same title, the labels that were seen there are joined. Else only the
    labels of one version are kept: those of the version from which the effect and the titles are taken.

    new, old: facts of both versions. keep_target: True to take the effect and the titles from `old`, else from `new`.
    """
    first, second = (old, new) if keep_target else (new, old)
    seen, other = _mapping(first.get(SEEN)), _mapping(second.get(SEEN))
    sees = _sees(seen)
    if _text(seen, "to_title") == _text(other, "to_title"):
        sees += [label for label in _sees(other) if label not in sees]
    return {**new, SEEN: {**seen, "to_sees": sees[:_MOST_LABELS]}}


def seen_in(record: Record) -> ObservedEffect | None:
    """Return the effect that a document records, or None if it records none.

    Missing or odd facts are read as empty, because a stranger may have written the document.
    """
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
    """Return the words of the element that a document is about, or "" if none are recorded."""
    return _text(record.facts, "words")


def effect_of(record: Record) -> str:
    """Return the effect of a document's action in one word, or "" if none is recorded."""
    seen = seen_in(record)
    return seen.effect if seen else ""


def heading_behind(record: Record) -> str:
    """Return the title of the screen that a document's action led to, or "" if none is recorded."""
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
