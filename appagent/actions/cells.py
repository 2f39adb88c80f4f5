"""Actions on cells of the grid: tap, long press and swipe at a place that has no mark."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from appagent.actions.base import Action, Written
from appagent.actions.double_tap import DoubleTap
from appagent.actions.drag import Drag
from appagent.actions.gestures import CARRY_S, HOLD_S, STROKE_S, Carry, Gesture, Stroke, Touch
from appagent.actions.long_press import LongPress
from appagent.actions.places import element_at
from appagent.actions.swipe import Swipe, direction_of
from appagent.actions.tap import Tap
from appagent.errors import ActionError
from appagent.screen import Element, Screen
from appagent.screen.grid import Part, Point, cells_of

_CELL = Written("cell", ("area", "number", "index", "element", "mark"))
_PART = Written("part", ("subarea", "sub_area"))


@dataclass(frozen=True)
class TapCell(
    Action, kind="tap_cell", example='tap_cell(12, "top-left")', offered="grid", instead_of=Tap.kind, risk="touch"
):
    """Taps in a cell of the grid: in its middle, or at its part, "top-left" to "bottom-right"."""

    cell: Annotated[int, _CELL]
    part: Annotated[Part, _PART] = "center"
    by_mark: ClassVar[type[Tap | LongPress | DoubleTap]] = Tap  # the same action on an element
    hold_s: ClassVar[float] = 0.0
    times: ClassVar[int] = 1

    def words(self, target: str) -> str:
        """Describe the action for people, as in `tap cell 12 at its top-left`."""
        return f"{self.by_mark.kind.replace('_', ' ')} {_cell(self.cell, self.part)}"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one Touch of `hold_s` seconds, `times` over, in the middle of this action's part of the cell.

        screen: the screen; its size decides the cells. Raises ActionError if the grid has no cell with the number of
        this action.
        """
        return (Touch(*_point(screen, self.cell, self.part), self.hold_s, self.times),)

    def on_element(self, screen: Screen) -> tuple[Action, Screen]:
        """Return the same touch on the element at the touched pixel, and the screen that contains the element.

        If there is no element, or only much larger ones than a cell, a new element for a spot is added to a copy of the
        screen. If the grid has no cell with the number of this action, return this action and the screen unchanged.
        """
        found = _found(screen, (self.cell, self.part))
        return (self.by_mark(found[0].mark), found[1]) if found else (self, screen)


@dataclass(frozen=True)
class LongPressCell(TapCell, kind="long_press_cell", example="long_press_cell(12)", instead_of=LongPress.kind):
    """Holds a finger in a cell of the grid for a second."""

    by_mark: ClassVar[type[Tap | LongPress | DoubleTap]] = LongPress
    hold_s: ClassVar[float] = HOLD_S


@dataclass(frozen=True)
class DoubleTapCell(TapCell, kind="double_tap_cell", example="double_tap_cell(12)", instead_of=DoubleTap.kind):
    """Taps twice in quick succession in a cell of the grid."""

    by_mark: ClassVar[type[Tap | LongPress | DoubleTap]] = DoubleTap
    times: ClassVar[int] = 2


@dataclass(frozen=True, kw_only=True)
class SwipeCells(
    Action,
    kind="swipe_cells",
    example='swipe_cells(21, "center", 25, "right")',
    offered="grid",
    instead_of=Swipe.kind,
    risk="touch",  # it may begin on any element, as a touch does
):
    """Moves a finger from one place of the grid to another: a cell and its part, then a cell and its part."""

    start: Annotated[int, Written("start", ("start_area", "start_cell", "from_cell"))]
    start_part: Annotated[Part, Written("start_part", ("start_subarea",))]
    end: Annotated[int, Written("end", ("end_area", "end_cell", "to_cell"))]
    end_part: Annotated[Part, Written("end_part", ("end_subarea",))]

    def words(self, target: str) -> str:
        """Describe the action for people, as in `swipe from cell 21 to cell 25 at its right`."""
        return f"swipe from {_cell(self.start, self.start_part)} to {_cell(self.end, self.end_part)}"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one Stroke, from the middle of the start cell's part to the middle of the end cell's part.

        screen: the screen; its size decides the cells. Raises ActionError if both are the same pixel, or if the grid
        has no cell with one of the two numbers.
        """
        start, end = self._ends(screen)
        if start == end:
            raise ActionError(f"a swipe that ends where it began is none; tap there with {TapCell.kind}(...)")
        return (Stroke(*start, *end, STROKE_S),)

    def on_element(self, screen: Screen) -> tuple[Action, Screen]:
        """Return a long swipe over the element around both start and end, and the screen that contains the element.

        If there is no element, or only much larger ones than the swipe, a new element for a spot is added to a copy of
        the screen. If the grid has no cell with one of the two numbers, return this action and the screen unchanged.
        """
        found = _found(screen, (self.start, self.start_part), (self.end, self.end_part))
        return (Swipe(direction_of(*self._ends(screen)), found[0].mark, "long"), found[1]) if found else (self, screen)

    def _ends(self, screen: Screen) -> tuple[Point, Point]:
        return _point(screen, self.start, self.start_part), _point(screen, self.end, self.end_part)


@dataclass(frozen=True, kw_only=True)
class DragCells(
    SwipeCells, kind="drag_cells", example='drag_cells(21, "center", 25, "right")', instead_of=Drag.kind, risk="drag"
):
    """Takes hold of what is at one place of the grid, and lets it go at another: a cell and its part, twice."""

    def words(self, target: str) -> str:
        """Describe the action for people, as in `drag from cell 21 to cell 25`."""
        return super().words(target).replace("swipe", "drag", 1)

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one Carry in place of the stroke of `swipe_cells`. Raises ActionError in the same cases."""
        super().gestures(screen)
        start, end = self._ends(screen)
        return (Carry(*start, *end, CARRY_S),)

    def on_element(self, screen: Screen) -> tuple[Action, Screen]:
        """Return a drag between the elements at both ends, and the screen that contains the elements.

        If there is no element at one end, or only one much larger than a cell, a new element for a spot is added to a
        copy of the screen. If the grid has no cell with one of the two numbers, return this action and the screen
        unchanged.
        """
        start = _found(screen, (self.start, self.start_part))
        end = _found(start[1], (self.end, self.end_part)) if start else None
        if not (start and end):
            return self, screen
        held = next(one for one in end[1].elements if one.id == start[0].id and one.bounds == start[0].bounds)
        return Drag(held.mark, end[0].mark), end[1]


def _point(screen: Screen, cell: int, part: Part) -> Point:
    return cells_of(screen.size).point(cell, part)


def _found(screen: Screen, *places: tuple[int, Part]) -> tuple[Element, Screen] | None:
    """Return the element that a touch or a swipe on the grid is about, and the screen that contains the element.

    places: pairs (number of a cell, part of the cell): one pair for a touch, two (start and end) for a swipe.
    If no element of the screen is there, return a new element for the spot and a copy of the screen with this element.
    Return None if the grid has no cell with one of the numbers.
    """
    try:
        points = [_point(screen, *place) for place in places]
    except ActionError:
        return None
    return element_at(points[0], points[-1], screen)


def _cell(number: int, part: str) -> str:
    return f"cell {number}" if part == "center" else f"cell {number} at its {part}"
