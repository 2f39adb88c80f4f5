"""Find things without words on a picture: paint over the words, then follow the outlines of what is left."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from appagent.screen import Bounds, Size
from appagent.screen.nodes.tree import area, meet

_MOST = 100  # boxes returned for one picture
_LEAST = 0.015  # share of the shorter side; smaller things cannot be touched
_LARGEST = 0.12  # share of the picture; a larger box is background
_JOINED = 0.008  # share of the shorter side; strokes this close are one sign
_EDGES = (40, 120)  # thresholds of Canny's edge detection
_SAME = 0.7  # share of the larger box that makes two boxes one
_FULL = 0.8  # share of its bounds that a cell of a board fills; a round one has 0.79, but its edge is thick
_CELLS = 3  # of one size; fewer may be so by chance
_ROUNDED = 2  # px, by which equal lengths may differ
_STROKE = 1 / 6  # share of its bounds; what encloses less is a bare stroke, such as the curve of a chart
_STRIP = 0.04  # share of the shorter side; a thinner shape at the picture's edge is cut off by it, or lies under a bar
_LONG = 10  # times as long as thick; what is longer is a bare stroke too


@dataclass(frozen=True)
class Shape:
    """Something drawn on a picture.

    bounds: of its outline, px.
    part: True if it is no thing by itself but a part of a larger drawing, such as a block between the streets of a map.
    """

    bounds: Bounds
    part: bool = False


def shapes(picture: Image.Image, words: Sequence[Bounds]) -> list[Shape]:
    """Return what is drawn on an RGB picture besides words; at most the hundred largest shapes.

    words: bounds of the words. A frame around words is returned as well, because it may be a button. If several shapes
    have nearly the same bounds, only the outermost is returned. Very small and very large ones are left out.
    These are parts of a larger drawing: what strokes enclose that are joined to others, unless it is one of several
    alike, as the cells of a board are; a stroke that encloses nothing; shapes that reach into each other's bounds; and
    what little is seen of a shape at the picture's edge.
    """
    import cv2  # takes a quarter of a second, and most screens need none of this

    grey = cv2.cvtColor(_blanked(np.asarray(picture), words), cv2.COLOR_RGB2GRAY)
    shorter = min(picture.size)
    near = max(3, round(shorter * _JOINED))
    edges = cv2.dilate(cv2.Canny(grey, *_EDGES), np.ones((near, near), np.uint8))
    outlines, tree = cv2.findContours(edges, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    within = tree[0][:, 3].tolist() if outlines else []
    found = [_outline(np.asarray(each, np.int32), at) for each, at in zip(outlines, within, strict=True)]
    large = _LARGEST * picture.width * picture.height
    fit = [one for one in found if min(one.sides) >= shorter * _LEAST and area(one.bounds) <= large]
    kept: list[_Outline] = []
    for one in sorted(fit, key=lambda each: area(each.bounds), reverse=True):
        if not any(area(meet(one.bounds, other.bounds)) > _SAME * area(other.bounds) for other in kept):
            kept.append(one)
    kept = kept[:_MOST]
    cells = _alike(kept)
    return [Shape(one.bounds, one not in cells and _is_part(one, kept, picture.size)) for one in kept]


@dataclass(frozen=True, eq=False)
class _Outline:
    """Outline that was followed on a picture.

    filled: the share of its bounds that it encloses. inside: number of the strokes that it is the inner edge of; -1 for
    an outer edge.
    """

    bounds: Bounds
    filled: float
    inside: int

    @property
    def sides(self) -> tuple[int, int]:
        """Return width and height, px."""
        left, top, right, bottom = self.bounds
        return right - left, bottom - top


def _outline(points: NDArray[np.int32], inside: int) -> _Outline:
    import cv2

    x, y, width, height = cv2.boundingRect(points)
    return _Outline((x, y, x + width, y + height), cv2.contourArea(points) / (width * height), inside)


def _alike(found: Sequence[_Outline]) -> set[_Outline]:
    """Return the outlines that fill their bounds and are as large as others that the same strokes enclose."""
    full = [one for one in found if one.inside >= 0 and one.filled > _FULL]
    cells = set()
    for one in full:
        near = (other for other in full if other.inside == one.inside)
        equal = (all(abs(a - b) <= _ROUNDED for a, b in zip(one.sides, other.sides, strict=True)) for other in near)
        if sum(equal) >= _CELLS:
            cells.add(one)
    return cells


def _is_part(one: _Outline, found: Sequence[_Outline], size: Size) -> bool:
    """Tell whether an outline that is no cell belongs to a larger drawing; see `shapes`.

    found: all outlines. size: that of the picture, px.
    """
    left, top, right, bottom = one.bounds
    at_edge = min(left, top, size[0] - right, size[1] - bottom) <= 1
    if at_edge and min(one.sides) < _STRIP * min(size):
        return True
    if one.inside >= 0 or one.filled < _STROKE or max(one.sides) > _LONG * min(one.sides):
        return True
    shared = ((area(meet(one.bounds, other.bounds)), other) for other in found if other is not one)
    return any(0 < both < min(area(one.bounds), area(other.bounds)) / 2 for both, other in shared)


def _blanked(pixels: NDArray[np.uint8], words: Sequence[Bounds]) -> NDArray[np.uint8]:
    """Return a copy of some pixels in which each word is painted over with the colour at its upper and lower edge."""
    painted = pixels.copy()
    for left, top, right, bottom in words:
        rim = [painted[top, left:right], painted[bottom - 1, left:right]]
        painted[top:bottom, left:right] = np.median(np.concatenate(rim), axis=0)
    return painted
