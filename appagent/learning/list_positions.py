"""Tell how far an element lies from what is in sight of a page that scrolls, and whether it is cut off there."""

from collections.abc import Iterable
from math import ceil

from appagent.actions.scrolling import scroller
from appagent.screen import Element, Screen
from appagent.screen.labels import inside


class Reach:
    """Places of a page's elements. order: their ids, from the top to the end. at_once: how many are in sight."""

    def __init__(self, order: Iterable[str], at_once: int) -> None:
        self._places = {name: place for place, name in enumerate(order)}
        self._at_once = max(1, at_once)

    def in_sight(self, screen: Screen) -> list[int]:
        """Return the places of what a screen of this page shows, without what does not scroll, such as bars."""
        frame = scroller(screen)
        moving = [each for each in screen.elements if frame and inside(frame, each)]
        return [self._places[each.id] for each in moving if each.id in self._places]

    def swipes(self, element_id: str, screen: Screen | None) -> int:
        """Return about how many swipes bring an element into sight: below 0 if it lies above.

        screen: what the page shows now, or None if it is yet to be opened, and begins at its top. It is 0 for what is
        in sight, for an element whose place is not known, and on a page that does not scroll.
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
    """Tell whether an element ends at the edge of what scrolls, and is lower than another one of its kind."""
    frame = scroller(screen)
    if frame is None or not inside(frame, element) or {*frame.bounds[1::2]}.isdisjoint(element.bounds[1::2]):
        return False
    like = [e.bounds[3] - e.bounds[1] for e in screen.elements if e.template == element.template]
    return max(like) > element.bounds[3] - element.bounds[1]
