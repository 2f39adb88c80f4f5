"""Add things that were recognised on the picture, and that the tree does not show, to a screen's elements."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from appagent.screen.language.lexicon import folded
from appagent.screen.nodes.tree import Bounds, area, centre, contains, overlap, thickness
from appagent.screen.screens import Element, Screen

_SAME_ROW = 2  # an element with words that is at most this many times as thick as a thing shows that thing
_SAME_PLACE = 4  # an element of at most this many times the area of a thing shows that thing

_VERSION = 1  # of the rule for these ids, which is older than that for nodes


@dataclass(frozen=True)
class Seen:
    """Thing recognised on a picture, which is to become an element.

    bounds: px of the screen.
    role: the kind of thing, such as "Spot" or "Words".
    name: what its element id is made from: its words as `lasting` returns them, or something else that identifies it in
    the app.
    text: its words as a person reads them.
    actions: what a finger can do with it.
    """

    bounds: Bounds
    role: str
    name: str
    text: str = ""
    actions: tuple[str, ...] = ("tap",)


def seen_id(app: str, role: str, name: str) -> str:
    """Return the element id for a thing that was recognised on a picture, made from app, role and name."""
    parts = json.dumps([_VERSION, "pixels", app, role, name], ensure_ascii=False, separators=(",", ":"))
    return f"{role}-{hashlib.sha256(parts.encode(errors='replace')).hexdigest()[:16]}"


def with_seen(screen: Screen, seen: Sequence[Seen]) -> Screen:
    """Return a copy of a screen with elements added for things that were recognised on its picture.

    seen: the things. A thing is skipped if an element shows it already, or if it lies outside the display.
    Each of the others is cut off at the edges of the innermost element of the tree that contains its middle. If several
    things have the same role and name, a number is appended to the id of each but the first, and their elements are
    weak.
    All marks are numbered again in reading order. The screen id does not change.
    """
    elements = list(screen.elements)
    for one in sorted(seen, key=lambda one: (one.bounds[1], one.bounds[0])):
        if any(_shows(element, one) for element in elements):
            continue
        frame = _frame(screen, *centre(one.bounds))
        bounds = overlap(one.bounds, frame.bounds if frame else (0, 0, *screen.size))
        if bounds is None:
            continue
        template = seen_id(screen.app, one.role, one.name)
        turn = sum(element.template == template for element in elements)
        elements.insert(turn_of(bounds, [e.bounds for e in elements]), _element(one, bounds, template, turn, frame))
    return replace(screen, elements=tuple(replace(each, mark=mark) for mark, each in enumerate(elements, 1)))


def frame_at(screen: Screen, x: int, y: int) -> tuple[str, Bounds]:
    """Return id and bounds of the innermost element of the tree that contains a pixel.

    If there is none, return "" and the bounds of the display.
    """
    frame = _frame(screen, x, y)
    return (frame.id, frame.bounds) if frame else ("", (0, 0, *screen.size))


def showing(one: Seen, screen: Screen) -> Element | None:
    """Return the innermost element of a screen that already shows a thing recognised on the picture, or None."""
    return min((e for e in screen.elements if _shows(e, one)), key=lambda e: area(e.bounds), default=None)


def turn_of(bounds: Bounds, others: Sequence[Bounds]) -> int:
    """Return the index at which bounds are to be inserted into a list of bounds in reading order.

    others: the list. The index is just after the last entry that
    - ends above the middle of the given bounds,
    - is in the same row and left of this middle, or
    - surrounds the given bounds.
    It is 0 if there is no such entry.
    """
    x, y = (bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2
    for place in range(len(others), 0, -1):
        left, top, right, bottom = others[place - 1]
        if bottom <= y or (top <= y and left <= x and (right <= x or left <= bounds[0])):
            return place
    return 0


def _shows(element: Element, one: Seen) -> bool:
    """Tell whether an element already shows a thing that was recognised on the picture.

    The element must contain the middle of the thing, and one of these must be true:
    - The element contains the words of the thing.
    - The element has words, and its shorter side is at most twice as long as that of the thing, as in a row of text.
    - The element has at most 4 times the area of the thing.
    """
    if not contains(element.bounds, *centre(one.bounds)):
        return False
    says_it = bool(one.text) and folded(one.text) in folded(element.text)
    row = bool(element.text) and thickness(element.bounds) <= _SAME_ROW * thickness(one.bounds)
    return says_it or row or area(element.bounds) <= _SAME_PLACE * area(one.bounds)


def _frame(screen: Screen, x: int, y: int) -> Element | None:
    there = [e for e in screen.elements if e.source == "hierarchy" and contains(e.bounds, x, y)]
    return min(there, key=lambda e: area(e.bounds), default=None)


def _element(one: Seen, bounds: Bounds, template: str, turn: int, frame: Element | None) -> Element:
    return Element(
        mark=0,
        id=f"{template}-{turn}" if turn else template,
        template=template,
        weak=turn > 0,
        cls="",
        role=one.role,
        resource_id="",
        text=one.text,
        hint="",
        bounds=bounds,
        actions=one.actions,
        window="app",
        words=one.name,
        source="pixels",
        drawn=frame.drawn if frame else (0, 0),
    )
