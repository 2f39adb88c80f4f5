"""Read text from pictures with the package rapidocr, which includes its models. It comes with the extra `ocr`."""

import importlib.util
import os
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from PIL import Image

from appagent.errors import UsageError
from appagent.screen import Bounds

INSTALL = "pip install 'appagent[ocr]'"
_SIDE = 960  # px: longer side to which a picture is shrunk to find words; exact on clean screens, and the fastest
_APART = 16  # difference from the commonest grey (of 255) from which a pixel counts as drawn
_RIM = 24  # px of margin around what is drawn, because words at an edge are read badly
_MOST_THREADS = 2  # more threads are hardly faster, and other runs need some too


@dataclass(frozen=True)
class Words:
    """One line of text on a picture.

    bounds: px of the picture. text: the text of the line. score: how sure the reader is, from 0 to 1.
    """

    bounds: Bounds
    text: str
    score: float


def ocr_installed() -> bool:
    """Tell whether the extra `ocr` is installed."""
    return all(importlib.util.find_spec(name) for name in ("rapidocr", "onnxruntime"))


def words(picture: Image.Image) -> list[Words]:
    """Return the lines of text on an RGB picture, from the top.

    Raises UsageError if the extra `ocr` is not installed.
    """
    x, y, *_ = drawn = _drawn(picture)
    found = _engine()(np.asarray(picture.crop(drawn))[:, :, ::-1])
    if found.boxes is None:
        return []
    lines = []
    for corners, text, score in zip(found.boxes, found.txts, found.scores, strict=True):
        (left, top), (right, bottom) = corners.min(axis=0).astype(int), corners.max(axis=0).astype(int)
        bounds = (int(left) + x, int(top) + y, int(right) + x, int(bottom) + y)
        lines.append(Words(bounds, str(text).strip(), float(score)))
    return sorted(lines, key=lambda line: (line.bounds[1], line.bounds[0]))


def _drawn(picture: Image.Image) -> Bounds:
    """Return the bounds of the smallest part of a picture that holds everything but its background, with a margin.

    Only this part is read, because reading a smaller area takes less time.
    """
    grey = picture.convert("L")
    shades = grey.histogram()
    ground = shades.index(max(shades))
    box = grey.point([255 * (abs(shade - ground) > _APART) for shade in range(256)]).getbbox()
    left, top, right, bottom = box or (0, 0, *picture.size)
    width, height = picture.size
    return max(0, left - _RIM), max(0, top - _RIM), min(width, right + _RIM), min(height, bottom + _RIM)


@cache
def _engine() -> Any:
    """Load the text reader, which takes a second, and keep it.

    Raises UsageError if the extra `ocr` is not installed.
    """
    try:
        from rapidocr import RapidOCR
    except ImportError as error:
        raise UsageError(f"no words can be read off pictures ({error}); {INSTALL}") from error
    threads = min(_MOST_THREADS, os.cpu_count() or 1)
    options = {
        "Global.use_cls": False,  # a screen has no words upside down
        "Global.log_level": "critical",
        "Det.limit_side_len": _SIDE,
        "Det.limit_type": "max",
        "EngineConfig.onnxruntime.intra_op_num_threads": threads,
        "EngineConfig.onnxruntime.inter_op_num_threads": 1,
    }
    return RapidOCR(params=options)
