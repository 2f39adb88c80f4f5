"""Actions on cells of the grid: tap, long press, double tap, swipe and drag where nothing has a mark."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from appagent.actions.aiming.places import CarriedPlaces, StrokedPlaces, TouchedPlace
from appagent.actions.double_tap import DoubleTap
from appagent.actions.drag import Drag
from appagent.actions.long_press import LongPress
from appagent.actions.parts.base import Action, Written
from appagent.actions.parts.gestures import HOLD_S
from appagent.actions.swipe import Swipe
from appagent.actions.tap import Tap
from appagent.screen import Screen
from appagent.screen.grid import Part, Point, cells_of

_CELL = Written("cell", ("area", "number", "index", "element", "mark"))
_PART = Written("part", ("subarea", "sub_area"))


@dataclass(frozen=True)
class TapCell(
    TouchedPlace,
    Action,
    kind="tap_cell",
    example='tap_cell(12, "top-left")',
    offered="grid",
    instead_of=Tap.kind,
    risk="touch",
):
    """Taps in a cell of the grid: in its middle, or at its part, "top-left" to "bottom-right"."""

    cell: Annotated[int, _CELL]
    part: Annotated[Part, _PART] = "center"

    def words(self, target: str) -> str:
        """Describe the action for people, as in `tap cell 12 at its top-left`."""
        return f"{self.by_mark.kind.replace('_', ' ')} {_cell(self.cell, self.part)}"

    def pixel(self, screen: Screen) -> Point:
        """Return the middle of the given part of the cell. Raises ActionError if the grid has no such cell."""
        return _point(screen, self.cell, self.part)


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
    StrokedPlaces,
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
    same: ClassVar[str] = f"a swipe that ends where it began is none; tap there with {TapCell.kind}(...)"

    def words(self, target: str) -> str:
        """Describe the action for people, as in `swipe from cell 21 to cell 25 at its right`."""
        return f"{self.verb} from {_cell(self.start, self.start_part)} to {_cell(self.end, self.end_part)}"

    def pixels(self, screen: Screen) -> tuple[Point, Point]:
        """Return the pixels where the swipe begins and ends. Raises ActionError if the grid has no such cell."""
        return _point(screen, self.start, self.start_part), _point(screen, self.end, self.end_part)


@dataclass(frozen=True, kw_only=True)
class DragCells(
    CarriedPlaces,
    SwipeCells,
    kind="drag_cells",
    example='drag_cells(21, "center", 25, "right")',
    instead_of=Drag.kind,
    risk="drag",
):
    """Takes hold of what is at one place of the grid, and lets it go at another: a cell and its part, twice."""


def _point(screen: Screen, cell: int, part: Part) -> Point:
    return cells_of(screen.size).point(cell, part)


def _cell(number: int, part: str) -> str:
    return f"cell {number}" if part == "center" else f"cell {number} at its {part}"
