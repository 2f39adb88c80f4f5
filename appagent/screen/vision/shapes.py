"""Find things on a picture that have no words, by their outlines once the words are painted over."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from appagent.screen import Bounds
from appagent.screen.tree import area, meet

_MOST = 100  # boxes of one picture
_LEAST = 0.015  # share of the shorter side; smaller things cannot be touched
_LARGEST = 0.12  # share of the picture; a larger box is background
_JOINED = 0.008  # share of the shorter side; strokes this close are one sign
_EDGES = (40, 120)  # thresholds of Canny's edge detection
_SAME = 0.7  # share of the larger box that makes two boxes one


def shapes(picture: Image.Image, words: Sequence[Bounds]) -> list[Bounds]:
    """Return boxes, px, around what is drawn on a picture (RGB) besides these words; the hundred largest.

    A box around words counts too: a button. Of boxes in one place the outer one counts.
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
    """Copy pixels and paint over each word in the colour around it."""
    painted = pixels.copy()
    for left, top, right, bottom in words:
        rim = [painted[top, left:right], painted[bottom - 1, left:right]]
        painted[top:bottom, left:right] = np.median(np.concatenate(rim), axis=0)
    return painted
