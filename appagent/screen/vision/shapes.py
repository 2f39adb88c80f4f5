"""Find things without words on a picture: paint over the words, then follow the outlines of what is left."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from appagent.screen import Bounds
from appagent.screen.tree import area, meet

_MOST = 100  # boxes returned for one picture
_LEAST = 0.015  # share of the shorter side; smaller things cannot be touched
_LARGEST = 0.12  # share of the picture; a larger box is background
_JOINED = 0.008  # share of the shorter side; strokes this close are one sign
_EDGES = (40, 120)  # thresholds of Canny's edge detection
_SAME = 0.7  # share of the larger box that makes two boxes one


def shapes(picture: Image.Image, words: Sequence[Bounds]) -> list[Bounds]:
    """Return the bounds, px, of what is drawn on an RGB picture besides words; at most the hundred largest.

    words: bounds of the words. A frame around words is returned as well, because it may be a button. If several boxes
    enclose nearly the same area, only the outermost is returned. Very small and very large boxes are left out.
    """
    import cv2  # takes a quarter of a second, and most screens need none of this

    grey = cv2.cvtColor(_blanked(np.asarray(picture), words), cv2.COLOR_RGB2GRAY)
    shorter = min(picture.size)
    near = max(3, round(shorter * _JOINED))
    edges = cv2.dilate(cv2.Canny(grey, *_EDGES), np.ones((near, near), np.uint8))
    outlines, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    boxes = [(x, y, x + width, y + height) for x, y, width, height in map(cv2.boundingRect, outlines)]
    large = _LARGEST * picture.width * picture.height
    fit = [box for box in boxes if min(box[2] - box[0], box[3] - box[1]) >= shorter * _LEAST and area(box) <= large]
    kept: list[Bounds] = []
    for box in sorted(fit, key=area, reverse=True):
        if not any(area(meet(box, other)) > _SAME * area(other) for other in kept):
            kept.append(box)
    return kept[:_MOST]


def _blanked(pixels: NDArray[np.uint8], words: Sequence[Bounds]) -> NDArray[np.uint8]:
    """Return a copy of some pixels in which each word is painted over with the colour at its upper and lower edge."""
    painted = pixels.copy()
    for left, top, right, bottom in words:
        rim = [painted[top, left:right], painted[bottom - 1, left:right]]
        painted[top:bottom, left:right] = np.median(np.concatenate(rim), axis=0)
    return painted
