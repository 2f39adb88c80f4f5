"""Tell how many swipes away an element of a scrolling page is, and whether the edge of the list cuts it off."""

from collections.abc import Iterable
from math import ceil

from appagent.actions.aiming.scrolling import scroller
from appagent.screen import Element, Screen
from appagent.screen.names.labels import inside


class Reach:
    """Positions of the elements along a page that scrolls.

    labels: ids of elements, roughly from top to bottom.
    """

    def __init__(self, labels: Iterable[str]) -> None:
        self._order = list(labels)
        self._at_once = 1  # most elements that were in sight at the same time
        self._moving: set[str] = set()  # ids of the elements whose position was seen
        self._fixed: set[str] = set()  # ids of those that do not scroll

    def note(self, screen: Screen) -> None:
        """Update the known positions of elements from a screen of this page."""
        shown = _moving(screen)
        self._moving.update(shown)
        self._fixed = {*self._fixed, *(each.id for each in screen.elements)} - self._moving
        self._order = [name for name in _merged(self._order, shown) if name not in self._fixed]
        self._at_once = max(self._at_once, len(shown))

    def is_gone(self, element_id: str, screen: Screen) -> bool:
        """Tell whether an element that was on this page before is not there any more.

        screen: what the page shows now. An element that may only be scrolled out of sight is not gone.
        """
        places = self._places(screen)
        if any(each.id == element_id for each in screen.elements):
            return False
        if element_id in self._moving and places:
            return min(places) <= self._order.index(element_id) <= max(places)
        return element_id in self._fixed | self._moving

    def swipes(self, element_id: str, screen: Screen | None) -> int:
        """Return how many swipes, about, bring an element into sight; the number is negative if the element lies above.

        Return 0 if the element is in sight, if its position is not known, or if the page does not scroll.
        screen: what the page shows now, or None if the page is not open and will begin at its top.
        """
        if element_id not in self._order or (screen and any(each.id == element_id for each in screen.elements)):
            return 0
        place = self._order.index(element_id)
        if screen is None:
            return place // self._at_once
        shown = self._places(screen)
        if shown and place < min(shown):
            return -ceil((min(shown) - place) / self._at_once)
        return ceil(max(0, place - max(shown, default=place)) / self._at_once)

    def _places(self, screen: Screen) -> list[int]:
        shown = set(_moving(screen))
        return [place for place, name in enumerate(self._order) if name in shown]


def _moving(screen: Screen) -> list[str]:
    """Return the ids of the elements of a screen that scroll, in reading order."""
    frame = scroller(screen)
    return [each.id for each in screen.elements if frame and inside(frame, each)]


def _merged(order: list[str], shown: list[str]) -> list[str]:
    """Insert ids that are new into a list of ids in order, each beside the id that it stands beside on the screen.

    order: the known ids. shown: the ids on the screen.
    """
    known = set(order)
    first = next((name for name in shown if name in known), "")
    found, place = list(order), order.index(first) if first else len(order)
    for name in shown:
        if name in known:
            place = found.index(name) + 1
        else:
            found.insert(place, name)
            place += 1
    return found


def is_cut_off(element: Element, screen: Screen) -> bool:
    """Tell whether the edge of a list cuts an element off.

    It does if the element touches that edge, and another element of the same template is taller.
    """
    frame = scroller(screen)
    if frame is None or not inside(frame, element) or {*frame.bounds[1::2]}.isdisjoint(element.bounds[1::2]):
        return False
    like = [e.bounds[3] - e.bounds[1] for e in screen.elements if e.template == element.template]
    return max(like) > element.bounds[3] - element.bounds[1]
