"""Spots: places that no hierarchy shows, kept by place and by looks, and found again on other displays."""

import hashlib
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from appagent.screen.pixels import frame_at
from appagent.screen.screens import Screen
from appagent.screen.tree import Bounds, centre, overlap

ROLE = "Spot"
FACT = "spot"  # where a document's facts keep it
SIDE = 48  # the longer one of a spot's picture at most, px

_PLAIN = 6.0  # standard deviation of the grey of a surrounding that nothing can be recognised by
_SCALES = (1.0, 0.9, 1.1, 0.8, 1.25, 0.7, 1.4, 0.6)  # of what the display's size makes likely
_FEWER = 5  # of these, where it is looked for everywhere
_ENOUGH = 0.92  # worth with which no other scale is tried
_MOST = 64  # px: the longer side of a picture from somebody else that is looked at
_REACH = 1.5  # how far from the likely place it is looked for first, in longer sides of the spot
_FARTHER = 0.1  # what each such side costs of the likeness, so that of several alike the nearest is taken
_STRICTER = 0.15  # more of it is asked for, for each such side
_LIKE = 0.8  # likeness (1 is the same but for brightness) that is enough near the likely place
_SURELY = 0.92  # and elsewhere, where nothing else may come within
_RIVAL = 0.1  # of it
_LARGEST = 2.0  # a picture is not kept larger than its place; only a stranger's is so much larger

_Pixels = NDArray[np.uint8]  # (height, width, 3), or greys: (height, width)
_Numbers = NDArray[np.float32]
_Match = tuple[float, float, float, float, float]  # worth, then middle (x, y) and size (width, height), px


@dataclass(frozen=True)
class Spot:
    """Place and looks of something, in measures that hold on other displays.

    frame: id of the innermost element that holds its middle; "" for the display. at: its middle, in parts of the
    frame's width and height. extent: its width and height, in parts of the display's shorter side. picture: of it,
    as PNG of at most SIDE px; b"" where there is nothing to recognise it by.
    """

    frame: str
    at: tuple[float, float]
    extent: tuple[float, float]
    picture: bytes

    @property
    def facts(self) -> dict[str, Any]:
        """Return all of it as plain JSON, but of the picture only the name."""
        return {"frame": self.frame, "at": list(self.at), "extent": list(self.extent), "picture": name_of(self.picture)}

    @property
    def name(self) -> str:
        """Return what its element's id is made from."""
        return hashlib.sha256(json.dumps(self.facts, sort_keys=True).encode()).hexdigest()[:16]


def name_of(picture: bytes) -> str:
    """Return the name that a picture is kept under; "" for none."""
    return hashlib.sha256(picture).hexdigest() if picture else ""


def spot_at(screen: Screen, bounds: Bounds, *, swiped: bool = False) -> Spot:
    """Return the spot at a place of a screen; the place is inside the display.

    swiped: it is an area to move a finger over, which looks otherwise each time for what that does.
    """
    frame, (left, top, right, bottom) = frame_at(screen, *centre(bounds))
    short = min(screen.size)
    return Spot(
        frame=frame,
        at=(
            round(((bounds[0] + bounds[2]) / 2 - left) / (right - left), 4),
            round(((bounds[1] + bounds[3]) / 2 - top) / (bottom - top), 4),
        ),
        extent=(round((bounds[2] - bounds[0]) / short, 4), round((bounds[3] - bounds[1]) / short, 4)),
        picture=b"" if swiped else _picture(screen, bounds),
    )


def read_spot(facts: object, picture: Callable[[str], bytes]) -> Spot | None:
    """Return the spot that `facts` told of, its picture looked up by name.

    None where they, which may be a stranger's, are no such thing, and where the picture is not to be had.
    """
    if not isinstance(facts, Mapping):
        return None
    frame, name = facts.get("frame"), facts.get("picture")
    at, extent = _pair(facts.get("at"), 1.0), _pair(facts.get("extent"), 10.0)
    if not isinstance(frame, str) or not isinstance(name, str) or at is None or extent is None:
        return None
    looks = picture(name) if name else b""
    return Spot(frame, at, extent, looks) if name_of(looks) == name else None


def find(spot: Spot, screen: Screen) -> Bounds | None:
    """Find a spot on a screen and return its bounds; None where it is not to be found.

    It is looked for near the place that it had in its frame, then anywhere in that, if nothing else there looks like
    it. What has no looks of its own is where it was.
    """
    whole = (0, 0, *screen.size)
    frame = next((e.bounds for e in screen.elements if e.id == spot.frame), None) if spot.frame else whole
    if frame is None:
        return None
    likely = _likely(spot, frame, min(screen.size))
    if not spot.picture or likely is None:
        return likely
    looks = _decoded(spot.picture)
    if looks is None or screen.picture is None:
        return None
    pixels = np.asarray(screen.picture if screen.picture.mode == "RGB" else screen.picture.convert("RGB"))
    scale = looks.shape[1] / (spot.extent[0] * min(screen.size))  # of the display to the kept picture
    if scale > _LARGEST:
        return None
    match = _near(looks, pixels, likely, scale) or _anywhere(looks, pixels, frame, scale)
    if match is None:
        return None
    _, x, y, width, height = match
    return overlap(frame, (round(x - width / 2), round(y - height / 2), round(x + width / 2), round(y + height / 2)))


def _likely(spot: Spot, frame: Bounds, short: int) -> Bounds | None:
    """Return where a spot is if it has kept its place in its frame. short: the display's shorter side, px."""
    left, top, right, bottom = frame
    x, y = left + spot.at[0] * (right - left), top + spot.at[1] * (bottom - top)
    across, along = (part * short / 2 for part in spot.extent)
    return overlap(frame, (round(x - across), round(y - along), round(x + across), round(y + along)))


def _near(looks: _Pixels, whole: _Pixels, likely: Bounds, scale: float) -> _Match | None:
    """Return the best match around a place, in px of the whole; what is farther away must be more like."""
    left, top, right, bottom = likely
    longer = max(right - left, bottom - top)
    reach = round((_REACH + max(_SCALES) / 2) * longer)
    x, y = (left + right) / 2, (top + bottom) / 2
    origin = (max(0, round(x) - reach), max(0, round(y) - reach))
    part = whole[origin[1] : round(y) + reach, origin[0] : round(x) + reach]
    best: _Match | None = None
    for likeness, size in _likenesses(looks, part, scale):
        xs = (np.arange(likeness.shape[1]) + size[0] / 2) / scale + origin[0]
        ys = (np.arange(likeness.shape[0]) + size[1] / 2) / scale + origin[1]
        away = np.maximum(abs(xs - x)[None, :], abs(ys - y)[:, None]) / longer
        enough = (likeness >= _LIKE + _STRICTER * away) & (away <= _REACH)
        worth = np.where(enough, likeness - _FARTHER * away, 0)
        row, col = np.unravel_index(int(worth.argmax()), worth.shape)
        if worth[row, col] > (best[0] if best else 0):
            best = (float(worth[row, col]), float(xs[col]), float(ys[row]), size[0] / scale, size[1] / scale)
        if best and best[0] >= _ENOUGH:
            break
    return best


def _anywhere(looks: _Pixels, whole: _Pixels, frame: Bounds, scale: float) -> _Match | None:
    """Return the one place in its frame that looks like it, by its greys; None if there is none, or a second one."""
    import cv2

    left, top, right, bottom = frame
    part = whole[top:bottom, left:right]
    greys = [np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8) for pixels in (looks, part)]
    found = list(_likenesses(greys[0], greys[1], scale, _SCALES[:_FEWER]))
    best, number = max(
        ((float(likeness.max()), number) for number, (likeness, _) in enumerate(found)), default=(0.0, 0)
    )
    if best < _SURELY:
        return None
    likeness, size = found[number]
    row, col = np.unravel_index(int(likeness.argmax()), likeness.shape)
    x, y = col + size[0] / 2, row + size[1] / 2
    for rival, (width, height) in found:  # all but this place
        rival[max(0, round(y - height)) : round(y + 1), max(0, round(x - width)) : round(x + 1)] = 0
        if rival.max() > best - _RIVAL:
            return None
    return best, left + x / scale, top + y / scale, size[0] / scale, size[1] / scale


def _likenesses(
    looks: _Pixels, whole: _Pixels, scale: float, scales: Sequence[float] = _SCALES
) -> Iterator[tuple[_Numbers, tuple[int, int]]]:
    """Yield for each of the scales how alike every place is, by its top left pixel, and the size looked for.

    Both are in px of the whole after it was scaled.
    """
    import cv2

    size = (max(1, round(whole.shape[1] * scale)), max(1, round(whole.shape[0] * scale)))
    view = cv2.resize(whole, size, interpolation=cv2.INTER_AREA)
    for part in scales:
        wanted = (max(4, round(looks.shape[1] * part)), max(4, round(looks.shape[0] * part)))
        if wanted[0] <= size[0] and wanted[1] <= size[1]:
            scaled = cv2.resize(looks, wanted, interpolation=cv2.INTER_AREA if part < 1 else cv2.INTER_LINEAR)
            yield np.asarray(cv2.matchTemplate(view, scaled, cv2.TM_CCOEFF_NORMED)), wanted


def _picture(screen: Screen, bounds: Bounds) -> bytes:
    """Return the picture of a place; b"" where it is plain, or where a password may be in it."""
    if screen.picture is None or any(overlap(secret, bounds) for secret in screen.secrets):
        return b""
    part = screen.picture.convert("RGB").crop(bounds)
    if np.asarray(part.convert("L")).std() < _PLAIN:
        return b""
    part.thumbnail((SIDE, SIDE), Image.Resampling.BOX)
    data = io.BytesIO()
    part.save(data, "PNG", optimize=True)
    return data.getvalue()


def _decoded(png: bytes) -> _Pixels | None:
    """Return the pixels of a picture, which may be a stranger's; None where it is none or a large one."""
    try:
        picture = Image.open(io.BytesIO(png), formats=("PNG",))
        return np.asarray(picture.convert("RGB")) if max(picture.size) <= _MOST else None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        return None


def _pair(value: object, most: float) -> tuple[float, float] | None:
    """Return two numbers of more than 0 and at most so much; None for anything else."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    numbers = [float(one) for one in value if isinstance(one, int | float) and 0 < one <= most]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else None
