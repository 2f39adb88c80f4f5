"""Join what was read from pixels to a screen's elements: words, and spots that the tree does not show."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from appagent.screen.ids import ID_VERSION
from appagent.screen.lexicon import folded
from appagent.screen.screens import Element, Screen
from appagent.screen.tree import Bounds, area, centre, holds, overlap

_SAME_ROW = 2  # and a row with words that is so many times as thick
_SAME_PLACE = 4  # an element so many times as large as what was seen in it, or less, is what was seen


@dataclass(frozen=True)
class Seen:
    """A thing on the picture that is to be an element.

    bounds: px of the screen. role: what kind of thing, "Spot" or "Words". name: what its id is made from; what
    lasts of its words, or what else tells it apart from others of the app. text: its words as they are to be read.
    """

    bounds: Bounds
    role: str
    name: str
    text: str = ""
    actions: tuple[str, ...] = ("tap",)


def seen_id(app: str, role: str, name: str) -> str:
    """Return the element id of what was seen in an app."""
    parts = json.dumps([ID_VERSION, "pixels", app, role, name], ensure_ascii=False, separators=(",", ":"))
    return f"{role}-{hashlib.sha256(parts.encode(errors='replace')).hexdigest()[:16]}"


def with_seen(screen: Screen, seen: Sequence[Seen]) -> Screen:
    """Return the screen with what was seen among its elements, and the marks numbered again in reading order.

    Each is cut off where the element that its middle lies in ends. What an element shows already, and what is outside
    the display, is left out. Things of one name are told apart by their turn, and are weak. The screen's id does not
    change.
    """
    elements = list(screen.elements)
    for one in sorted(seen, key=lambda one: (one.bounds[1], one.bounds[0])):
        if any(_shows(element, one) for element in elements):
            continue
        bounds = overlap(one.bounds, frame_at(screen, *centre(one.bounds))[1])
        if bounds is None:
            continue
        template = seen_id(screen.app, one.role, one.name)
        turn = sum(element.template == template for element in elements)
        elements.insert(turn_of(bounds, [e.bounds for e in elements]), _element(one, bounds, template, turn))
    return replace(screen, elements=tuple(replace(each, mark=mark) for mark, each in enumerate(elements, 1)))


def frame_at(screen: Screen, x: int, y: int) -> tuple[str, Bounds]:
    """Return id and bounds of the innermost element of the tree at a pixel; "" and the display if there is none."""
    there = [e for e in screen.elements if e.source == "hierarchy" and holds(e.bounds, x, y)]
    frame = min(there, key=lambda e: area(e.bounds), default=None)
    return (frame.id, frame.bounds) if frame else ("", (0, 0, *screen.size))


def showing(one: Seen, screen: Screen) -> Element | None:
    """Return the innermost element of a screen that is what was seen."""
    return min((e for e in screen.elements if _shows(e, one)), key=lambda e: area(e.bounds), default=None)


def turn_of(bounds: Bounds, others: Sequence[Bounds]) -> int:
    """Return a thing's place among others in reading order: after the last around, above, or before it in its row."""
    x, y = (bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2
    for place in range(len(others), 0, -1):
        left, top, right, bottom = others[place - 1]
        if bottom <= y or (top <= y and left <= x and (right <= x or left <= bounds[0])):
            return place
    return 0


def _shows(element: Element, one: Seen) -> bool:
    """Tell whether an element is what was seen.

    It lies around its middle, and is hardly larger, has the same words, or is a row of some words that is hardly
    thicker.
    """
    if not holds(element.bounds, *centre(one.bounds)):
        return False
    says_it = bool(one.text) and folded(one.text) in folded(element.text)
    row = bool(element.text) and _thickness(element.bounds) <= _SAME_ROW * _thickness(one.bounds)
    return says_it or row or area(element.bounds) <= _SAME_PLACE * area(one.bounds)


def _thickness(bounds: Bounds) -> int:
    left, top, right, bottom = bounds
    return min(right - left, bottom - top)


def _element(one: Seen, bounds: Bounds, template: str, turn: int) -> Element:
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
        checked=None,
        focused=False,
        selected=False,
        password=False,
        ancestors=(),
        words=one.name,
        source="pixels",
    )
