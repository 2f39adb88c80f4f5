"""Tell how many swipes away an element of a scrolling page is, and whether the edge of the list cuts it off."""

from collections.abc import Iterable
from math import ceil

from appagent.actions.scrolling import scroller
from appagent.screen import Element, Screen
from appagent.screen.labels import inside


class Reach:
    """Positions of the elements along a page that scrolls.

    order: ids of the elements, from top to bottom. at_once: number of elements that are in sight at the same time.
    """

    def __init__(self, order: Iterable[str], at_once: int) -> None:
        self._places = {name: place for place, name in enumerate(order)}
        self._at_once = max(1, at_once)

    def in_sight(self, screen: Screen) -> list[int]:
        """Return the positions of the elements that a screen of this page shows, without those that do not scroll."""
        frame = scroller(screen)
        moving = [each for each in screen.elements if frame and inside(frame, each)]
        return [self._places[each.id] for each in moving if each.id in self._places]

    def swipes(self, element_id: str, screen: Screen | None) -> int:
        """Return about how many swipes bring an element into sight; the number is negative if the element lies above.

        Return 0 if the element is in sight, if its position is not known, or if the page does not scroll. screen: what
        the page shows now, or None if the page is not open and will begin at its top.
        """
        place = self._places.get(element_id, 0)
        if screen is None:
            return place // self._at_once
        shown = self.in_sight(screen)
        if not shown or element_id not in self._places or any(each.id == element_id for each in screen.elements):
            return 0
        if place < min(shown):
            return -ceil((min(shown) - place) / self._at_once)
        return ceil(max(0, place - max(shown)) / self._at_once)


def is_cut_off(element: Element, screen: Screen) -> bool:
    """Tell whether the edge of a list cuts an element off: it touches the edge, and one of its template is taller."""
    frame = scroller(screen)
    if frame is None or not inside(frame, element) or {*frame.bounds[1::2]}.isdisjoint(element.bounds[1::2]):
        return False
    like = [e.bounds[3] - e.bounds[1] for e in screen.elements if e.template == element.template]
    return max(like) > element.bounds[3] - element.bounds[1]
