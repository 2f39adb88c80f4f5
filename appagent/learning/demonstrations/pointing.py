"""Turn a touch by a person's finger or pointer into an action such as `tap(3)`.

The action is on the element at that point, if there is one, else on a cell of the grid. An agent would do the same.
"""

from dataclasses import dataclass

from appagent.actions import (
    Action,
    Back,
    DoubleTap,
    DoubleTapCell,
    Drag,
    DragCells,
    Home,
    LongPress,
    LongPressCell,
    Notifications,
    Recents,
    Swipe,
    SwipeCells,
    Tap,
    TapCell,
)
from appagent.actions.aiming.touching import elements_at
from appagent.actions.swipe import Distance, direction_of
from appagent.screen import Element, Screen
from appagent.screen.grid import Part, Point, cells_of
from appagent.screen.nodes.tree import area, contains, walk
from appagent.screen.nodes.windows import SYSTEM, is_keyboard

LONG_PRESS_S = 0.4  # Android's time for a long press
DOUBLE_S = 0.3  # Android's longest time between two taps of a double tap
_SLOP = 0.02  # share of the display's shorter side that a resting finger may wander; Android's 8 dp
_EDGE = 0.03  # width of the display's edge, as a share: a stroke from there is for the system
_INWARDS = 0.1  # share of the display that such a stroke has to cross
_ROOMY = 4  # times the area of a cell: in a larger element without words, the touched point may matter
_REACH: dict[Distance, float] = {"short": 0.25, "medium": 0.5, "long": 0.8}  # as `Swipe` draws them
_BUTTONS: dict[str, type[Action]] = {"back": Back, "home": Home, "recent_apps": Recents}
_TAKES_TOUCH = {"tap", "long_press", "text"}


@dataclass(frozen=True)
class Trace:
    """Path of one finger, from where it came down to where it was lifted.

    points: at least one (x, y, seconds since the finger came down), in px of the display as it is turned now.
    times: 2 for a double tap.
    """

    points: tuple[tuple[int, int, float], ...]
    times: int = 1

    @property
    def start(self) -> Point:
        """Return the pixel at which the finger touched down."""
        return self.points[0][:2]

    @property
    def end(self) -> Point:
        """Return the pixel at which the finger was lifted."""
        return self.points[-1][:2]

    @property
    def seconds(self) -> float:
        """Return how many seconds the finger was down."""
        return self.points[-1][2]

    def moved_after(self, slop: float) -> float | None:
        """Return after how many seconds the finger left its starting place, or None if it stayed there.

        slop: how many px a resting finger may move.
        A path of two points does not tell the time; then 0.0 is returned.
        """
        for x, y, at in self.points:
            if max(abs(x - self.start[0]), abs(y - self.start[1])) > slop:
                return at if len(self.points) > 2 else 0.0
        return None


def slop_of(screen: Screen) -> float:
    """Return how many px a finger may move and still count as resting."""
    return _SLOP * min(screen.size)


def on_keyboard(trace: Trace, screen: Screen) -> bool:
    """Tell whether a touch began on the keyboard, so that it types."""
    return any(is_keyboard(root.package) and contains(root.bounds, *trace.start) for root in screen.tree)


def action_meant(trace: Trace, screen: Screen) -> Action:
    """Return the action that does the same as a touch on this screen."""
    if button := _button(trace, screen):
        return button
    slop = slop_of(screen)
    left_after = trace.moved_after(slop)
    if left_after is None:
        return _touched(trace, screen, held=trace.seconds >= LONG_PRESS_S)
    if left_after >= LONG_PRESS_S:
        return _carried(trace, screen)
    return _edge(trace, screen) or _stroke(trace, screen)


def _button(trace: Trace, screen: Screen) -> Action | None:
    """Return the action of a button of the navigation bar, such as Back, if a touch was on one; else None."""
    for root in screen.tree if trace.moved_after(slop_of(screen)) is None else ():
        if root.package == SYSTEM and contains(root.bounds, *trace.start):
            for node in walk(root):
                name = node.resource_id.rpartition("/")[2]
                if name in _BUTTONS and contains(node.bounds, *trace.start):
                    return _BUTTONS[name]()
    return None


def _touched(trace: Trace, screen: Screen, *, held: bool) -> Action:
    element = _at(trace.start, screen, _TAKES_TOUCH)
    if element is not None:
        if trace.times > 1:
            return DoubleTap(element.mark)
        return LongPress(element.mark) if held else Tap(element.mark)
    kind = DoubleTapCell if trace.times > 1 else LongPressCell if held else TapCell
    return kind(*_cell(trace.start, screen))


def _carried(trace: Trace, screen: Screen) -> Action:
    held, onto = (_at(place, screen, _TAKES_TOUCH) for place in (trace.start, trace.end))
    if held and onto and held is not onto:
        return Drag(held.mark, onto.mark)
    (start, start_part), (end, end_part) = _cell(trace.start, screen), _cell(trace.end, screen)
    return DragCells(start=start, start_part=start_part, end=end, end_part=end_part)


def _edge(trace: Trace, screen: Screen) -> Action | None:
    """Return what Android does for a swipe from the edge of the display, such as Back; None for any other touch.

    If the phone has navigation buttons, only swipes from the top edge have such a meaning.
    """
    (width, height), (x, y), (to_x, to_y) = screen.size, trace.start, trace.end
    if y <= _EDGE * height and to_y - y >= _INWARDS * height:
        return Notifications()
    if any(
        node.resource_id == f"{SYSTEM}:id/{name}" for root in screen.tree for node in walk(root) for name in _BUTTONS
    ):
        return None
    way = direction_of(trace.start, trace.end)
    sideways = abs(to_x - x) >= _INWARDS * width
    if sideways and ((x <= _EDGE * width and way == "right") or (x >= (1 - _EDGE) * width and way == "left")):
        return Back()
    if y >= (1 - _EDGE) * height and y - to_y >= _INWARDS * height:
        return Recents() if trace.seconds >= LONG_PRESS_S + _INWARDS else Home()
    return None


def _stroke(trace: Trace, screen: Screen) -> Action:
    """Return the swipe that does the same as a finger's stroke.

    - Up or down, it is a swipe on the innermost list around the start.
    - Sideways, it is a swipe on the innermost element around the whole stroke, unless people may draw on that element.
    - Without such an element, it is a swipe between two cells of the grid, or a tap if both are the same cell.
    """
    way = direction_of(trace.start, trace.end)
    there = [one for one in elements_at(trace.start, screen) if "swipe" in one.actions]
    if way in ("left", "right"):
        within = [one for one in elements_at(trace.start, screen) if contains(one.bounds, *trace.end)]
        there = [one for one in within if one in there or not _roomy(one, screen)] or there
    if not there:
        (start, start_part), (end, end_part) = _cell(trace.start, screen), _cell(trace.end, screen)
        if (start, start_part) == (end, end_part):
            return _touched(trace, screen, held=False)
        return SwipeCells(start=start, start_part=start_part, end=end, end_part=end_part)
    left, top, right, bottom = there[0].bounds
    across = way in ("left", "right")
    length = abs(trace.end[0] - trace.start[0]) if across else abs(trace.end[1] - trace.start[1])
    share = length / max(1, right - left if across else bottom - top)
    distance = min(_REACH, key=lambda name: abs(_REACH[name] - share))
    return Swipe(way, there[0].mark, distance)


def _at(place: Point, screen: Screen, takes: set[str]) -> Element | None:
    """Return the innermost element at a pixel that allows one of these kinds of action; None if there is none.

    An element that people may draw on counts as none.
    """
    for element in elements_at(place, screen):
        if takes & set(element.actions):
            return None if _roomy(element, screen) else element
    return None


def _roomy(element: Element, screen: Screen) -> bool:
    """Tell whether people may draw on an element: it is large, has no words and is no picture."""
    cell = area(cells_of(screen.size).bounds(1))
    return not (element.text or element.hint or "Image" in element.role) and area(element.bounds) > _ROOMY * cell


def _cell(place: Point, screen: Screen) -> tuple[int, Part]:
    x, y = (max(0, min(at, side - 1)) for at, side in zip(place, screen.size, strict=True))
    return cells_of(screen.size).at(x, y)
