"""Find what fills a place that is touched through the grid: an element, or a spot that is made for it."""

from appagent.screen import Bounds, Element, Screen
from appagent.screen.grid import Point, cells_of
from appagent.screen.pixels import Seen, frame_at, showing, with_seen
from appagent.screen.spots import ROLE, spot_at


def element_at(start: Point, end: Point, screen: Screen) -> tuple[Element, Screen]:
    """Return the element at the place from one pixel to another, and the screen that has it.

    It is the innermost that is hardly larger than the place, or else a spot.
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
    """Return what holds a place as large as a cell around each of two pixels, cut evenly where its frame ends."""
    _, _, width, height = cells_of(screen.size).bounds(1)
    boxes = []
    for (x, y), (left, top, right, bottom) in zip((start, end), frames, strict=True):
        across, along = max(1, min(width // 2, x - left, right - x)), max(1, min(height // 2, y - top, bottom - y))
        boxes.append((x - across, y - along, x + across, y + along))
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
