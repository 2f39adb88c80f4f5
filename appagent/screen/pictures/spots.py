"""Spots: points on a picture that no node describes.

They are stored by position and looks, so that they can be found again, also on displays of other sizes.
"""

import hashlib
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from appagent.screen.compare import rgb
from appagent.screen.nodes.tree import Bounds, centre, overlap
from appagent.screen.pictures.drawn import drawn_alike
from appagent.screen.pictures.pixels import frame_at
from appagent.screen.screens import Screen

ROLE = "Spot"
FACT = "spot"  # key of a spot in the facts of a document
SIDE = 48  # px: greatest width and height of a spot's picture

_PLAIN = 6.0  # standard deviation of grey below which a picture shows too little to recognise anything
_SCALES = (1.0, 0.9, 1.1, 0.8, 1.25, 0.7, 1.4, 0.6)  # sizes to try; 1 is the size expected on this display
_FEWER = 5  # number of these sizes to try if a whole frame is searched
_ENOUGH = 0.92  # worth of a match from which no other size is tried
_MOST = 64  # px: greatest width and height of a stored picture that is used
_REACH = 1.5  # how far from the likely place a spot is looked for first, as a multiple of its longer side
_FARTHER = 0.1  # subtracted from the worth of a match per longer side of distance, so that the nearest of equals wins
_STRICTER = 0.15  # added to the likeness that is required, per longer side of distance
_LIKE = 0.8  # likeness required at the likely place; 1 is the same except for brightness
_SURELY = 0.92  # likeness required anywhere else
_RIVAL = 0.1  # by this much the second best match elsewhere must be less alike
_STILL = 2  # px; what is found this near has not moved but changed
_LARGEST = 2.0  # limit of scale: we never store a picture larger than its place, but a stranger might

_Pixels = NDArray[np.uint8]  # (height, width, 3), or greys: (height, width)
_Numbers = NDArray[np.float32]
_Match = tuple[float, float, float, float, float]  # worth, then middle (x, y) and size (width, height), px


@dataclass(frozen=True)
class Spot:
    """Position and looks of something on a picture, in measures that hold on displays of other sizes.

    frame: id of the innermost element around its middle; "" if that is the whole display.
    at: position of its middle in the frame, as parts of the frame's width and height, from 0 to 1.
    extent: its width and height, as parts of the display's shorter side.
    picture: a PNG of it, at most SIDE px wide and high; b"" if it has no looks to be recognised by.
    """

    frame: str
    at: tuple[float, float]
    extent: tuple[float, float]
    picture: bytes

    @property
    def facts(self) -> dict[str, Any]:
        """Return all attributes as a dict of plain JSON. The picture is given by name only (see `picture_name`)."""
        return {
            "frame": self.frame,
            "at": list(self.at),
            "extent": list(self.extent),
            "picture": picture_name(self.picture),
        }

    @property
    def name(self) -> str:
        """Return a hash of all attributes, from which the element id of the spot is made."""
        return hashlib.sha256(json.dumps(self.facts, sort_keys=True).encode()).hexdigest()[:16]


def picture_name(picture: bytes) -> str:
    """Return the name under which a picture is stored: the SHA-256 of its bytes, or "" if there are none."""
    return hashlib.sha256(picture).hexdigest() if picture else ""


def spot_at(screen: Screen, bounds: Bounds, *, swiped: bool = False) -> Spot:
    """Return the spot at the given bounds of a screen. The bounds must be inside the display.

    swiped: True for an area to swipe over, such as a canvas. Its picture is left empty, because swiping changes its
    looks.
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
    """Return the spot that a dict from `Spot.facts` describes, with its picture; None if the dict cannot be used.

    facts: the dict. It may come from a stranger, so every value is checked. picture: function that returns the bytes of
    a picture by name.
    None is also returned if the picture cannot be had, or if its SHA-256 is not its name.
    """
    if not isinstance(facts, Mapping):
        return None
    frame, name = facts.get("frame"), facts.get("picture")
    at, extent = _pair(facts.get("at"), 1.0), _pair(facts.get("extent"), 10.0)
    if not isinstance(frame, str) or not isinstance(name, str) or at is None or extent is None:
        return None
    looks = picture(name) if name else b""
    return Spot(frame, at, extent, looks) if picture_name(looks) == name else None


def find_spot(spot: Spot, screen: Screen) -> Bounds | None:
    """Find a spot on a screen and return its bounds, px; None if it cannot be found.

    It is first looked for near its old position in its frame. If it is not there, the whole frame is searched, and a
    match counts only if nothing else in the frame looks similar. A spot without a picture is assumed to be at its old
    position. None is returned if the frame is not on the screen.
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
    pixels = np.asarray(rgb(screen.picture))
    scale = looks.shape[1] / (spot.extent[0] * min(screen.size))  # of the display to the kept picture
    if scale > _LARGEST:
        return None
    match = _near(looks, pixels, likely, scale) or _anywhere(looks, pixels, frame, scale)
    if match is None:
        return None
    _, x, y, width, height = match
    return overlap(frame, (round(x - width / 2), round(y - height / 2), round(x + width / 2), round(y + height / 2)))


def seen_again(
    bounds: Bounds, before: Screen, after: Screen, later: Callable[[], Screen] | None = None
) -> Bounds | None:
    """Return where a later screen shows the part of an earlier screen that lies within `bounds`; None if nowhere.

    If at most 3% of its pixels differ clearly, and no small word in it, the part is still in its place. Otherwise it is
    searched for elsewhere; a match that the earlier screen had there already is not the part but its twin.
    If one of the screens has no picture, the part is assumed to be in its place. later: as for `drawn_alike`.
    """
    if before.picture is None or after.picture is None:
        return bounds
    if before.size == after.size and drawn_alike(before, bounds, after, bounds, later, closely=True):
        return bounds
    looks, (width, height), (x, y) = _picture(before, bounds), before.size, centre(bounds)
    extent = ((bounds[2] - bounds[0]) / min(width, height), (bounds[3] - bounds[1]) / min(width, height))
    found = find_spot(Spot("", (x / width, y / height), extent, looks), after) if looks else None
    if found is None:
        return None
    across, down = (new - old for new, old in zip(centre(found), (x, y), strict=True))
    if max(abs(across), abs(down)) <= _STILL or _was_there(before, bounds, round(across), round(down)):
        return None
    return _aligned(before, bounds, after, (round(across), round(down)), later)


def _aligned(
    before: Screen, bounds: Bounds, after: Screen, way: tuple[int, int], later: Callable[[], Screen] | None
) -> Bounds | None:
    """Return the exact bounds of a part that has moved by about `way`, px; None if it looks different there.

    The small pictures by which it was found show neither its exact position nor its small words. later: as for
    `drawn_alike`.
    """
    import cv2

    assert before.picture
    assert after.picture
    reach = max(bounds[2] - bounds[0], bounds[3] - bounds[1]) // SIDE * 2 + _STILL
    left, top, right, bottom = (edge + way[number % 2] for number, edge in enumerate(bounds))
    around = overlap((left - reach, top - reach, right + reach, bottom + reach), (0, 0, *after.size))
    pictures = (before.picture, bounds), (after.picture, around or bounds)
    part, whole = (np.asarray(rgb(picture).crop(box)) for picture, box in pictures)
    if around is None or part.shape[0] > whole.shape[0] or part.shape[1] > whole.shape[1]:
        return None
    _, _, (x, y), _ = cv2.minMaxLoc(cv2.matchTemplate(whole, part, cv2.TM_SQDIFF))
    x, y = x + around[0], y + around[1]
    there = (x, y, x + bounds[2] - bounds[0], y + bounds[3] - bounds[1])
    return there if drawn_alike(before, bounds, after, there, later, closely=True) else None


def _was_there(before: Screen, bounds: Bounds, across: int, down: int) -> bool:
    """Tell whether an equal-looking part was at a place before, so that nothing has moved there.

    bounds: bounds of the part. across, down: distance of the place from it, px.
    """
    left, top, right, bottom = bounds
    there = (left + across, top + down, right + across, bottom + down)
    apart = overlap(there, bounds) is None and overlap(there, (0, 0, *before.size)) == there
    return apart and drawn_alike(before, bounds, before, there, closely=True)


def _likely(spot: Spot, frame: Bounds, short: int) -> Bounds | None:
    """Return the bounds of a spot on a screen, assuming that it kept its position in its frame.

    frame: bounds of the frame, px. short: shorter side of the display, px.
    The result is cut off at the edges of the frame. It is None if nothing is left.
    """
    left, top, right, bottom = frame
    x, y = left + spot.at[0] * (right - left), top + spot.at[1] * (bottom - top)
    across, along = (part * short / 2 for part in spot.extent)
    return overlap(frame, (round(x - across), round(y - along), round(x + across), round(y + along)))


def _near(looks: _Pixels, whole: _Pixels, likely: Bounds, scale: float) -> _Match | None:
    """Return the best match around the bounds where a spot is likely to be, or None if nothing is similar enough.

    looks: pixels of the spot. whole: pixels of the screen. likely: the bounds. scale: factor from the screen's px to
    those of `looks`.
    The match is (worth, x, y, width, height): how good it is, its middle and its size in px of the screen. The farther
    away a match is, the more similar it must be.
    """
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
    """Return the only place in a frame that looks like a spot, or None.

    None means that no place is similar enough, or that a second one is nearly as similar. Colours are compared as
    shades of grey.
    looks: pixels of the spot. whole: pixels of the screen. scale: factor from the screen's px to those of `looks`.
    The place is (likeness, x, y, width, height), with its middle and size in px of the screen.
    """
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
    """Compare a spot with every place of a picture, in several sizes, and yield a result for each size.

    looks: pixels of the spot. whole: pixels of the picture. scale: factor by which the picture is resized first.
    scales: the sizes to try, as factors for `looks`.
    Each result is an array of likenesses (1 is identical), one for each possible top left pixel in the resized picture,
    and the (width, height) in which the spot was compared. Sizes larger than the picture are skipped.
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
    """Return a small PNG of a part of the screen; b"" if it shows hardly any detail or overlaps a password field.

    Also b"" if the screen has no picture.
    """
    if screen.picture is None or any(overlap(secret, bounds) for secret in screen.secrets):
        return b""
    part = rgb(screen.picture).crop(bounds)
    if np.asarray(part.convert("L")).std() < _PLAIN:
        return b""
    part.thumbnail((SIDE, SIDE), Image.Resampling.BOX)
    data = io.BytesIO()
    part.save(data, "PNG", optimize=True)
    return data.getvalue()


def _decoded(png: bytes) -> _Pixels | None:
    """Return the pixels of a PNG, which may come from a stranger; None if it is no PNG or larger than 64 px."""
    try:
        picture = Image.open(io.BytesIO(png), formats=("PNG",))
        return np.asarray(picture.convert("RGB")) if max(picture.size) <= _MOST else None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        return None


def _pair(value: object, most: float) -> tuple[float, float] | None:
    """Return a list of two numbers as a tuple, if both are above 0 and at most `most`; None for anything else."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    numbers = [float(one) for one in value if isinstance(one, int | float) and 0 < one <= most]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else None
