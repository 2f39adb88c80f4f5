"""Find the elements with a mark or at a pixel, and a pixel at which a finger hits one element and no other."""

from collections.abc import Iterable, Sequence

from appagent.actions.parts.description import name_of
from appagent.actions.parts.gestures import Touch
from appagent.errors import ActionError
from appagent.screen import Bounds, Element, Screen
from appagent.screen.grid import Point
from appagent.screen.nodes.tree import area, centre, contains, overlap

_MARGIN = 3  # px that a finger keeps from the edge of what it touches, because bounds are rounded
_MOST_PARTS = 200  # rectangles that are compared to find a free area


def marked(screen: Screen, mark: int) -> Element:
    """Return the element with a mark. Raises ActionError if there is none; the message names the marks that exist."""
    if element := screen.with_mark(mark):
        return element
    marks = [element.mark for element in screen.elements]
    there_are = f"marks {min(marks)} to {max(marks)}" if marks else "no marks; back(), swipe(...) or wait() may help"
    raise ActionError(f"no mark {mark}; this screen has {there_are}")


def able(screen: Screen, mark: int, *actions: str) -> Element:
    """Return the element with a mark if it takes at least one of the actions.

    actions: kinds of action; the first is the one that was asked for, and the only one that messages name.
    Raises ActionError if no element has the mark, or if the element takes none of the actions; the message says what is
    possible instead.
    """
    element = marked(screen, mark)
    if not set(actions) & set(element.actions):
        other = fields_there(screen) if actions[0] == "text" else f"it takes {', '.join(element.actions)}"
        raise ActionError(f"mark {mark}, {name_of(element)}, takes no {actions[0]}; {other}")
    return element


def fields_there(screen: Screen) -> str:
    """List the input fields of a screen with their marks, as words for a message."""
    marks = [f"{one.mark}, {name_of(one)}" for one in screen.elements if "text" in one.actions]
    return f"these take text: {'; '.join(marks)}" if marks else "nothing on this screen takes text"


def touch(element: Element, screen: Screen, hold_s: float = 0.0) -> Touch:
    """Return a touch of `hold_s` seconds on an element of a screen, at a pixel that no other element covers."""
    return Touch(*touch_point(element, (one for one in screen.elements if one is not element)), hold_s)


def touch_point(element: Element, others: Iterable[Element]) -> tuple[int, int]:
    """Return the pixel (x, y) at which a finger hits the given element and none of the others.

    This is the centre of the element if nothing covers it, otherwise the middle of the largest uncovered rectangle.
    Elements above and inside the given element cover it; those around or below do not. If every uncovered area is
    narrower than 7 px, elements inside no longer count as covering. If even then nothing is uncovered, the centre is
    returned.
    """
    lying = [one for one in others if overlap(one.bounds, element.bounds)]
    above = [one.bounds for one in lying if _lies_above(one, element)]
    inside = [one.bounds for one in lying if _lies_inside(one, element)]
    for covers, least in (((*above, *inside), 2 * _MARGIN + 1), (above, 0)):
        x, y = centre(element.bounds)
        if not any(overlap(cover, (x - _MARGIN, y - _MARGIN, x + _MARGIN + 1, y + _MARGIN + 1)) for cover in covers):
            return x, y
        if spots := [spot for spot in _uncovered(element.bounds, covers) if min(_sides(spot)) >= least]:
            return centre(max(spots, key=_sides_in_order))
    return centre(element.bounds)


def _lies_above(one: Element, other: Element) -> bool:
    return one.drawn[0] > other.drawn[1]


def _lies_inside(one: Element, other: Element) -> bool:
    """Tell whether an element lies inside another; if both have the same place in the tree, the smaller one does."""
    if one.drawn == other.drawn:
        return area(one.bounds) < area(other.bounds)
    return other.drawn[0] <= one.drawn[0] and one.drawn[1] <= other.drawn[1]


def _uncovered(bounds: Bounds, covers: Sequence[Bounds]) -> list[Bounds]:
    """Return the largest rectangles of an area that the covers leave free; they may overlap. [] if nothing is left."""
    parts = [bounds]
    for cover in covers:
        beside = dict.fromkeys(part for whole in parts for part in _minus(whole, cover))
        parts = sorted(beside, key=_sides_in_order, reverse=True)[:_MOST_PARTS]
    return parts


def _minus(whole: Bounds, cover: Bounds) -> list[Bounds]:
    cut = overlap(whole, cover)
    if cut is None:
        return [whole]
    left, top, right, bottom = whole
    beside = (
        (left, top, right, cut[1]),
        (left, cut[3], right, bottom),
        (left, top, cut[0], bottom),
        (cut[2], top, right, bottom),
    )
    return [part for part in beside if area(part)]


def _sides(bounds: Bounds) -> tuple[int, int]:
    return bounds[2] - bounds[0], bounds[3] - bounds[1]


def _sides_in_order(bounds: Bounds) -> tuple[int, int]:
    """Return the shorter and the longer side of bounds."""
    return min(_sides(bounds)), max(_sides(bounds))


def elements_at(place: Point, screen: Screen) -> list[Element]:
    """Return the elements that contain a pixel, the innermost first."""
    return sorted((one for one in screen.elements if contains(one.bounds, *place)), key=lambda one: area(one.bounds))
