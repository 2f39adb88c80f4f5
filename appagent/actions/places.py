"""What a touch through the grid is about: the element that fills the place, or a spot that is made for it."""

from appagent.actions.describe import target_of
from appagent.actions.kinds import Action, Direction, LongPress, LongPressCell, Swipe, SwipeCells, Tap, TapCell
from appagent.errors import ActionError
from appagent.screen import Bounds, Element, Screen
from appagent.screen.grid import Point, cells_of
from appagent.screen.pixels import Seen, frame_at, showing, with_seen
from appagent.screen.spots import ROLE, spot_at


def on_element(action: Action, screen: Screen) -> tuple[Action, Screen]:
    """An action through the grid as the one on an element that it amounts to, and the screen with that element.

    The element is the innermost that is hardly larger than the place touched, or else a spot. Any other action, and
    one in a cell that the grid has not, comes back as it is.
    """
    if not isinstance(action, TapCell | LongPressCell | SwipeCells):
        return action, screen
    cells = cells_of(screen.size)
    try:
        if isinstance(action, SwipeCells):
            start, end = cells.point(action.start, action.start_part), cells.point(action.end, action.end_part)
        else:
            start = end = cells.point(action.cell, action.part)
    except ActionError:
        return action, screen
    element, shown = _at(start, end, screen)
    if isinstance(action, SwipeCells):
        return Swipe(_direction(start, end), element.mark, "long"), shown
    return (Tap if isinstance(action, TapCell) else LongPress)(element.mark), shown


def touched(action: Action, screen: Screen) -> Element | None:
    """The element that an action is about, through the grid too; None where there is none."""
    return target_of(*on_element(action, screen))


def _at(start: Point, end: Point, screen: Screen) -> tuple[Element, Screen]:
    """The element at the place from one pixel to another, and the screen that has it."""
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
    """What holds a place as large as a cell around each of two pixels, cut evenly where its frame ends."""
    _, _, width, height = cells_of(screen.size).bounds(1)
    boxes = []
    for (x, y), (left, top, right, bottom) in zip((start, end), frames, strict=True):
        across, along = max(1, min(width // 2, x - left, right - x)), max(1, min(height // 2, y - top, bottom - y))
        boxes.append((x - across, y - along, x + across, y + along))
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _direction(start: Point, end: Point) -> Direction:
    """Where a finger goes for the most part."""
    across, along = end[0] - start[0], end[1] - start[1]
    if abs(across) >= abs(along):
        return "right" if across > 0 else "left"
    return "down" if along > 0 else "up"
