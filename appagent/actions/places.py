"""Find the element at a place that is touched through the grid. If no element fits, add a spot as a new element."""

from appagent.screen import Bounds, Element, Screen
from appagent.screen.grid import Point, cells_of
from appagent.screen.pixels import Seen, frame_at, showing, with_seen
from appagent.screen.spots import ROLE, spot_at


def element_at(start: Point, end: Point, screen: Screen) -> tuple[Element, Screen]:
    """Return the element at the place of a touch or a swipe, and the screen that contains the element.

    start, end: pixels at which the finger goes down and up; the same pixel for a touch. The place is the smallest area
    around two boxes, each as large as a cell, with `start` in the middle of one and `end` in the middle of the other.
    The result is the innermost element that is hardly larger than the place, with the given screen. If there is none,
    the result is a new element for a spot at this place, with a copy of the screen that has this element.
    """
    swiped = start != end
    actions = ("swipe",) if swiped else ("tap",)
    whole = (0, 0, *screen.size)
    held = showing(Seen(_around(start, end, screen, (whole, whole)), ROLE, "", actions=actions), screen)
    if held:
        return held, screen
    bounds = _around(start, end, screen, (frame_at(screen, *start)[1], frame_at(screen, *end)[1]))
    made = Seen(bounds, ROLE, spot_at(screen, bounds, swiped=swiped).name, actions=actions)
    shown = with_seen(screen, [made])
    return next(element for element in shown.elements if element.words == made.name), shown


def _around(start: Point, end: Point, screen: Screen, frames: tuple[Bounds, Bounds]) -> Bounds:
    """Return the bounds of the smallest area that contains a box as large as a cell around each of two pixels.

    frames: for each of the two pixels, the bounds that its box must not exceed. A box that would exceed them is
    narrowed on both sides alike, so that the pixel remains its middle.
    """
    _, _, width, height = cells_of(screen.size).bounds(1)
    boxes = []
    for (x, y), (left, top, right, bottom) in zip((start, end), frames, strict=True):
        across, along = max(1, min(width // 2, x - left, right - x)), max(1, min(height // 2, y - top, bottom - y))
        boxes.append((x - across, y - along, x + across, y + along))
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
