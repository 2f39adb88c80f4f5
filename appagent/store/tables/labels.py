"""Convert the labels of a screen to JSON and back: a list of labels for each title that the screen has had."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from appagent.screen import Screen
    from appagent.screen.names.labels import Label

_MOST_TITLES = 60  # of one screen
_MOST_LABELS = 300  # of one title: a long list has as many rows
_MOST_LETTERS = 200  # of one label
_PARTS = 4  # text, kind, element id, template


def joined_labels(known: str, screen: "Screen", mask: Callable[[str], str]) -> str:
    """Add the labels that a screen shows now to its stored labels, and return all as JSON.

    known: the stored labels as JSON, or "".
    mask: function that takes secrets out of a label.
    The contents of input fields are left out.
    """
    from appagent.screen.names.labels import labels, title

    found = _parsed(known)
    heading = mask(title(screen))
    if heading not in found and len(found) >= _MOST_TITLES:
        return known
    held = {e.text for e in screen.elements if "text" in e.actions and e.text}
    old = {each[2] or each[0]: each for each in found.get(heading, [])}
    new = {
        label.key: [mask(label.text)[:_MOST_LETTERS], label.kind, label.element_id, label.template]
        for label in labels(screen)
        if label.text not in held
    }
    found[heading] = list((old | new).values())[:_MOST_LABELS]
    return json.dumps(found)


def read_labels(stored: object) -> "dict[str, list[Label]]":
    """Parse the stored labels of a screen. Return them by the screen's titles, without anything that is not valid."""
    from appagent.screen.names.labels import Label

    return {title: [Label(*each) for each in labels] for title, labels in _parsed(stored).items()}


def _parsed(stored: object) -> dict[str, list[list[str]]]:
    try:
        by_title: Any = json.loads(stored) if isinstance(stored, str) and stored else {}
    except (ValueError, RecursionError):
        by_title = {}
    if not isinstance(by_title, dict):
        return {}
    lists = {title: labels for title, labels in by_title.items() if isinstance(labels, list)}
    return {title: [each for each in labels if _valid(each)][:_MOST_LABELS] for title, labels in lists.items()}


def _valid(label: object) -> bool:
    texts = isinstance(label, list) and all(isinstance(part, str) and len(part) <= 500 for part in label)
    return texts and isinstance(label, list) and len(label) == _PARTS
