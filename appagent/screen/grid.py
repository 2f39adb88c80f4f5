"""A grid of numbered cells over a screen: convert cells, and nine parts of each cell, to pixels and back."""

from dataclasses import dataclass
from typing import Literal, get_args

from appagent.errors import ActionError
from appagent.screen.nodes.tree import Bounds, Size

Point = tuple[int, int]  # x, y; px

Part = Literal["top-left", "top", "top-right", "left", "center", "right", "bottom-left", "bottom", "bottom-right"]
PARTS: tuple[Part, ...] = get_args(Part)  # row by row
_ACROSS = 9  # cells along the shorter side: a finger's width on a phone
_MOST = 99  # cells along the longer side


@dataclass(frozen=True)
class Cells:
    """Grid of cells over a screen. Cells are numbered from 1, row by row from the top left.

    rows, cols: number of rows and columns. size: width and height of the screen, px.
    """

    rows: int
    cols: int
    size: Size

    def bounds(self, number: int) -> Bounds:
        """Return the bounds of a cell, px. Raises ActionError if there is no cell with this number.

        >>> cells_of((1080, 2400)).bounds(11)
        (120, 120, 240, 240)
        """
        if not 1 <= number <= self.rows * self.cols:
            raise ActionError(f"no cell {number}; the grid has cells 1 to {self.rows * self.cols}")
        row, col = divmod(number - 1, self.cols)
        width, height = self.size
        return (
            col * width // self.cols,
            row * height // self.rows,
            (col + 1) * width // self.cols,
            (row + 1) * height // self.rows,
        )

    def point(self, number: int, part: Part = "center") -> Point:
        """Return the pixel in the middle of one part of a cell.

        part: one of PARTS, such as "top-left". Each part is a third as wide and a third as high as the cell.
        Raises ActionError if there is no cell with this number.

        >>> cells_of((1080, 2400)).point(11, "bottom-left")
        (140, 220)
        """
        left, top, right, bottom = self.bounds(number)
        row, col = divmod(PARTS.index(part), 3)
        return left + (2 * col + 1) * (right - left) // 6, top + (2 * row + 1) * (bottom - top) // 6

    def at(self, x: int, y: int) -> tuple[int, Part]:
        """Return the number of the cell in which a pixel lies, and the part of that cell.

        >>> cells_of((1080, 2400)).at(140, 220)
        (11, 'bottom-left')
        """
        width, height = self.size
        down, across = 3 * self.rows * y // height, 3 * self.cols * x // width
        return down // 3 * self.cols + across // 3 + 1, PARTS[down % 3 * 3 + across % 3]


def cells_of(size: Size) -> Cells:
    """Return the grid for a screen of a given size: nearly square cells, nine of them along the shorter side.

    There are at most 99 cells along the longer side, so a very long and narrow screen has fewer than nine across.

    >>> cells_of((1080, 2400)), cells_of((1280, 720))
    (Cells(rows=20, cols=9, size=(1080, 2400)), Cells(rows=9, cols=16, size=(1280, 720)))
    """
    side = max(1, min(size)) / min(_ACROSS, _MOST * max(1, min(size)) / max(1, *size))
    return Cells(max(1, round(size[1] / side)), max(1, round(size[0] / side)), size)
