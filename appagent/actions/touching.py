"""Find the element with a mark, and a pixel at which a finger hits this element and no other."""

from collections.abc import Iterable, Sequence

from appagent.actions.description import name_of
from appagent.actions.gestures import Touch
from appagent.errors import ActionError
from appagent.screen import Bounds, Element, Screen
from appagent.screen.tree import area, centre, overlap


def marked(screen: Screen, mark: int) -> Element:
    """Return the element with a mark. Raises ActionError if there is none; the message names the marks that exist."""
    for element in screen.elements:
        if element.mark == mark:
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
    """Return words that list the input fields of a screen with their marks, for a message."""
    marks = [f"{one.mark}, {name_of(one)}" for one in screen.elements if "text" in one.actions]
    return f"these take text: {'; '.join(marks)}" if marks else "nothing on this screen takes text"


def touch(element: Element, screen: Screen, hold_s: float = 0.0) -> Touch:
    """Return a touch of `hold_s` seconds on an element of a screen, at a pixel that no other element covers."""
    return Touch(*touch_point(element, (one for one in screen.elements if one is not element)), hold_s)


def touch_point(element: Element, others: Iterable[Element]) -> tuple[int, int]:
    """Return the pixel (x, y) at which a finger hits the given element and none of the others.

    This is the centre of the element if nothing covers it, otherwise the middle of the largest rectangle that is not
    covered. An element that contains the whole given element never counts as covering it. If no rectangle is left, only
    elements smaller than the given one count as covering it. If still none is left, the centre is returned.
    """
    lying = [one.bounds for one in others if overlap(one.bounds, element.bounds)]
    lying = [bounds for bounds in lying if overlap(bounds, element.bounds) != element.bounds]
    smaller = [bounds for bounds in lying if area(bounds) < area(element.bounds)]
    for covers in (lying, smaller):
        x, y = centre(element.bounds)
        if not any(overlap(cover, (x, y, x + 1, y + 1)) for cover in covers):
            return x, y
        if spots := _uncovered(element.bounds, covers):
            return centre(max(spots, key=lambda spot: (min(_sides(spot)), max(_sides(spot)))))
    return centre(element.bounds)


def _uncovered(bounds: Bounds, covers: Sequence[Bounds]) -> list[Bounds]:
    """Return the rectangles that are left of an area when others are cut out of it; [] if nothing is left."""
    parts = [bounds]
    for cover in covers:
        parts = [part for whole in parts for part in _minus(whole, cover)]
    return parts


def _minus(whole: Bounds, cover: Bounds) -> list[Bounds]:
    cut = overlap(whole, cover)
    if cut is None:
        return [whole]
    left, top, right, bottom = whole
    beside = (
        (left, top, right, cut[1]),
        (left, cut[3], right, bottom),
        (left, cut[1], cut[0], cut[3]),
        (cut[2], cut[1], right, cut[3]),
    )
    return [part for part in beside if area(part)]


def _sides(bounds: Bounds) -> tuple[int, int]:
    return bounds[2] - bounds[0], bounds[3] - bounds[1]
