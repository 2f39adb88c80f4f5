"""Add elements that are recognised on the picture to screens whose hierarchy is blind."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

import numpy as np
from PIL import Image

from appagent.screen import Bounds, Screen, Seen, Size, with_seen
from appagent.screen.nodes.tree import area, meet
from appagent.screen.texts.wording import lasting
from appagent.screen.vision.blind import gaps
from appagent.screen.vision.ocr import Words, ocr_installed, words
from appagent.screen.vision.shapes import shapes

WORDS, SIGN = "Words", "Sign"  # the kinds of elements that are read off pictures
_MOST_WORDS = 60  # lines of text in one area
_MOST_SIGNS = 30  # signs in one area; a photo could have any number
_SURE = 0.8  # least confidence for words
_SURE_OF_ONE = 0.99  # least confidence for a single letter, because icons are often read as letters
_APART = 1.4  # times its height that a letter is wide at most; the widest scripts have square ones
_MOST_LINES = 3  # lines of text on a button
_GROUND = 0.3  # share of the shorter side; a longer box with others in it is their background
_PLACES = 20  # steps along each side of an area: a thing without words is named by its position in them
_LIT = 150  # of 255; a thing with no red, green or blue above this is dark all over, as white is under a 40% shadow
_KEPT = 16  # number of areas whose results are kept


def picture_readers(ocr: str) -> tuple[Callable[[Screen], Screen], ...]:
    """Return a tuple of functions that each take a screen and return it with elements added from its picture.

    ocr: setting, "auto" or "off". The tuple holds one PictureReader if the setting is "auto" and the extra `ocr` is
    installed. Otherwise it is empty.
    """
    return (PictureReader(),) if ocr == "auto" and ocr_installed() else ()


@dataclass
class PictureReader:
    """Function object that adds elements to a screen for what only its picture shows.

    It keeps what it found in the last 16 areas, so that an area that has not changed is not read again.
    Calling it raises UsageError if the extra `ocr` is not installed and there is something to read.
    """

    _read: dict[str, tuple[Seen, ...]] = field(default_factory=dict, repr=False)

    def __call__(self, screen: Screen) -> Screen:
        """Return a screen with elements added for what its picture shows and its hierarchy does not describe."""
        if screen.picture is None:
            return screen
        blind = gaps(screen)
        seen = [one for part in blind.regions for one in self._part(screen.picture, part)]
        return with_seen(screen, [one for one in seen if not blind.tells(one.bounds)])

    def _part(self, whole: Image.Image, part: Bounds) -> tuple[Seen, ...]:
        """Return what is recognised in one area of a picture, with bounds in px of the whole picture."""
        picture = whole.crop(part).convert("RGB")
        name = hashlib.sha256(repr(part).encode() + picture.tobytes()).hexdigest()
        found = self._read.pop(name, None)
        if found is None:
            left, top = part[:2]
            found = tuple(replace(one, bounds=_moved(one.bounds, left, top)) for one in see(picture))
        self._read[name] = found  # the latest comes last
        for oldest in list(self._read)[:-_KEPT]:
            del self._read[oldest]
        return found


def see(picture: Image.Image) -> list[Seen]:
    """Return the things on an RGB picture that a finger might touch, in this order:

    - boxes with a few lines of text inside, such as buttons;
    - signs, which are boxes and shapes without text, such as icons: the largest first;
    - lines of text that are in none of these boxes.

    Things that are dark all over are left out, because they probably lie under the shadow of a dialog.
    Raises UsageError if the extra `ocr` is not installed.
    """
    lines = [line for line in words(picture) if not _stands_apart(line)]
    read = [line for line in lines if _is_word(line)][:_MOST_WORDS]
    found_shapes = shapes(picture, [line.bounds for line in read])
    drawn, parts = [each.bounds for each in found_shapes], {each.bounds for each in found_shapes if each.part}
    glyphs = [line.bounds for line in lines if not _is_word(line) and not _is_row(line.bounds, drawn)]
    found: list[Seen] = []
    bare: list[Bounds] = []
    for box in sorted([*drawn, *glyphs], key=area):
        inside = [line for line in read if _holds(box, line.bounds)]
        if not inside:
            bare.append(box)
        elif len(inside) <= _MOST_LINES:
            found.append(_words(box, inside))
            read = [line for line in read if line not in inside]
    signs = _signs([box for box in bare if box not in parts], picture.size)
    seen = [*found, *islice(signs, _MOST_SIGNS), *(_words(line.bounds, [line]) for line in read)]
    return [one for one in seen if np.asarray(picture.crop(one.bounds)).max(initial=0) > _LIT]


def _signs(boxes: Sequence[Bounds], size: Size) -> Iterator[Seen]:
    """Yield a sign for each box without words, the largest first.

    Boxes that are a background for other boxes, or a detail inside another box, are left out, and so are those that
    fill a corner of the picture: behind a picture with round corners, they show the page.
    size: that of the picture, px.
    """
    wide = _GROUND * min(size)
    grounds = {
        box for box in boxes if max(box[2] - box[0], box[3] - box[1]) > wide and any(_holds(box, o) for o in boxes)
    }
    kept = [box for box in boxes if box not in grounds and not _is_corner(box, size)]
    for box in reversed(kept):  # the largest first
        if not any(_holds(other, box) for other in kept):
            x, y = (round(_PLACES * (box[side] + box[side + 2]) / (2 * size[side])) for side in (0, 1))
            yield Seen(box, SIGN, f"at {x}/{_PLACES}, {y}/{_PLACES}")


def _is_corner(box: Bounds, size: Size) -> bool:
    """Tell whether a box reaches into a corner of a picture, to within 1 px of both edges."""
    left, top, right, bottom = box
    return (left <= 1 or right >= size[0] - 1) and (top <= 1 or bottom >= size[1] - 1)


def _is_word(line: Words) -> bool:
    letters = sum(map(str.isalnum, line.text))
    return letters > 0 and line.score >= (_SURE_OF_ONE if len(line.text) == 1 else _SURE)


def _stands_apart(line: Words) -> bool:
    """Tell whether what was read as letters stands too far apart for a word, as icons in a row do."""
    left, top, right, bottom = line.bounds
    return right - left > _APART * (bottom - top) * len(line.text)


def _is_row(line: Bounds, drawn: Sequence[Bounds]) -> bool:
    """Tell whether a line that is no word is a row of signs: it holds several that are about as high as itself."""
    return sum(_holds(line, box) and 2 * (box[3] - box[1]) > line[3] - line[1] for box in drawn) > 1


def _words(bounds: Bounds, lines: Sequence[Words]) -> Seen:
    first = lines[0].text
    return Seen(bounds, WORDS, lasting(first) or first, " · ".join(line.text for line in lines))


def _moved(bounds: Bounds, x: int, y: int) -> Bounds:
    left, top, right, bottom = bounds
    return left + x, top + y, right + x, bottom + y


def _holds(outer: Bounds, inner: Bounds) -> bool:
    """Tell whether more than half of the inner box lies in the outer box, which must be the larger one."""
    return area(outer) > area(inner) and 2 * area(meet(outer, inner)) > area(inner)
