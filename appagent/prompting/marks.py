"""Draw marks on a screenshot: each element's number, placed so that it hides neither words nor other marks."""

import io
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from appagent.errors import UsageError
from appagent.screen import Bounds, Screen, Size
from appagent.screen.tree import area

Colour = tuple[int, int, int]
Colours = tuple[Colour, ...]
Plane = NDArray[np.uint8]  # (height, width)
Numbers = NDArray[np.float64]

# Apart from one another also for the colour-blind (after Okabe and Ito), and each far from its ground.
_ON_LIGHT: Colours = ((0, 84, 190), (190, 50, 0), (0, 104, 70), (150, 30, 130), (90, 70, 0))
_ON_DARK: Colours = ((255, 220, 40), (90, 200, 255), (255, 160, 70), (120, 240, 150), (255, 160, 215))
_BLACK, _WHITE, _GREY = (0, 0, 0), (255, 255, 255), (96, 96, 96)

# What a place for a tag costs, each per its full share (0 to 1).
_CLASH = 20.0  # lies on another tag
_INK = 3.0  # lies on ink
_HIDES = 2.0  # hides its own element's ink
_FILLS = 4.0  # covers its own element, up to a seventh of it: what a switch shows is not in its ink alone
_INTRUDES = 1.5  # lies in an element that it does not belong to
_OUTSIDE = 0.4  # lies outside its own element
_ELSEWHERE = 0.15  # is not the top left corner, so that the rows of a list look alike


def mark(
    screen: Screen, *, side: int = 1280, only: Collection[int] | None = None, outline: int | None = None
) -> Image.Image:
    """Draw a number on every element of the screenshot, scaled so that its longest side is at most `side` px.

    only: the marks to draw; all by default.
    outline: width in px of the line around each element, 0 for none; by default it grows with the picture.
    Password fields are masked whether they are marked or not.
    Raises UsageError if the screen has no picture.
    Source: set-of-mark prompting, arXiv:2310.11441.
    """
    if screen.picture is None or 0 in screen.picture.size:
        raise UsageError(
            "no picture to draw marks on: this screen was read from a hierarchy alone. "
            "Give its screenshot too, or draw its elements with wireframe()"
        )
    image = mask(shrink(screen.picture, side), screen.secrets, screen.size)
    elements = [element for element in screen.elements if only is None or element.mark in only]
    if not elements:
        return image
    scale = max(image.size) / 1280
    boxes = [_scaled(element.bounds, screen.size, image.size) for element in elements]
    stamps = [_stamp(element.mark, max(11, round(21 * scale))) for element in elements]
    grey = np.asarray(image.convert("L"))
    tags = place(boxes, [pill.size for pill, _ in stamps], ink(grey))
    colours = _colours(boxes, tags, grey)
    width = max(1, round(2 * scale)) if outline is None else outline
    draw = ImageDraw.Draw(image)
    for box, colour in zip(boxes, colours, strict=True):
        left, top, right, bottom = _inner(box)
        rim = (left + width, top + width, right - width, bottom - width)
        if width and rim[0] < rim[2] and rim[1] < rim[3]:  # parts it from an element of its own colour
            draw.rectangle(rim, outline=_rim(colour))
        draw.rectangle((left, top, right, bottom), outline=colour, width=width)
    for (pill, digits), tag, colour in zip(stamps, tags, colours, strict=True):
        image.paste(colour, tag[:2], pill)
        image.paste(_rim(colour), tag[:2], digits)
    return image


def encode(image: Image.Image, quality: int = 80) -> bytes:
    """Encode a picture as JPEG.

    >>> encode(Image.new("RGB", (4, 4)))[:2].hex()
    'ffd8'
    """
    data = io.BytesIO()
    _rgb(image).save(data, "JPEG", quality=quality)
    return data.getvalue()


def mask(picture: Image.Image, secrets: Collection[Bounds], size: Size | None = None) -> Image.Image:
    """Cover each password field with a plain block that does not even show whether something is typed.

    secrets: bounds of those fields. size: of the screen that the bounds belong to, px; by default the picture's own.
    Returns the same picture if there is nothing to hide.
    """
    if not secrets:
        return picture
    masked = picture.convert("RGB")
    for bounds in secrets:
        left, top, right, bottom = box = _scaled(bounds, size or picture.size, picture.size)
        # A px more on every side: bounds are rounded, and scaling blends neighbouring pixels.
        ImageDraw.Draw(masked).rectangle((left - 1, top - 1, right, bottom), fill=_GREY)
        _write(masked, box, "•••••• (hidden)", _WHITE)
    return masked


def wireframe(screen: Screen) -> Image.Image:
    """Draw a stand-in for a missing screenshot, as large as the screen: each element as a box with its words.

    Inner elements are drawn over outer ones.
    """
    image = Image.new("RGB", screen.size, _WHITE)
    for element in sorted(screen.elements, key=lambda element: -area(element.bounds)):
        ImageDraw.Draw(image).rectangle(_inner(element.bounds), fill=_WHITE, outline=_GREY, width=2)
        _write(image, element.bounds, element.text or element.hint or element.role, _BLACK)
    return image


def ink(grey: Plane) -> Plane:
    """Measure how much there is to read at each pixel: 0 on plain background, 255 at a clear edge.

    An edge counts as far as it stands out from its surroundings: a photo behind icons counts little.
    """
    import cv2

    steps = cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8))
    usual = cv2.blur(steps, (61, 61))
    return np.asarray(cv2.addWeighted(steps, 4, usual, -4, -40), np.uint8)


def place(boxes: Sequence[Bounds], tags: Sequence[Size], ink: Plane) -> list[Bounds]:
    """Choose where to draw each box's number tag: inside the picture, at the box's border, clear of other tags.

    boxes, tags: equally many; tags are sizes in px.
    ink: detail in the picture, 0 to 255, that should stay visible.
    Each tag takes the cheapest of about sixty places, small boxes first; then every tag chooses once more.
    """
    if not boxes:
        return []
    frames, sizes = np.array(boxes, np.float64), np.array(tags, np.float64)
    options = _options(frames, sizes, (ink.shape[1], ink.shape[0]))
    costs = _costs(options, frames, sizes, _between(boxes, ink))
    reach = np.concatenate([options[..., :2].min(axis=1), options[..., 2:].max(axis=1)], axis=1)
    rivals = [np.flatnonzero(meets) for meets in _shared(reach, reach) > 0]
    chosen = np.zeros_like(frames)
    for index in [*np.argsort(_areas(frames), kind="stable")] * 2:
        chosen[index] = 0
        clash = _shared(options[index], chosen[rivals[index]]).sum(axis=1) / (sizes[index, 0] * sizes[index, 1])
        chosen[index] = options[index][np.argmin(costs[index] + _CLASH * clash)]
    return [(left, top, right, bottom) for left, top, right, bottom in chosen.astype(int).tolist()]


def _between(boxes: Sequence[Bounds], ink: Plane) -> Plane:
    """Remove the ink along the borders of boxes: dividers and frames, which the drawn outlines cover anyway."""
    ink = ink.copy()
    for left, top, right, bottom in boxes:
        wide, high = slice(left, right), slice(top, bottom)
        for x, y in ((left, top), (right, bottom)):
            ink[high, max(0, x - 3) : x + 3] = 0
            ink[max(0, y - 3) : y + 3, wide] = 0
    return ink


def _anchors() -> Numbers:
    """List the places that a tag can take at its box, best first.

    Each row is (x, y in the box, x, y in the tag), from 0 to 1: these two points coincide.
    """
    corners = list(product((0.0, 1.0), repeat=2))
    places = [(x, y, x, y) for x, y in corners] + [(x, y, 0.5, 0.5) for x, y in corners]
    inside, astride, outside = 0, 0.5, 1
    for depth, steps in ((inside, range(1, 8)), (astride, range(1, 8, 2)), (outside, range(0, 9, 4))):
        for slide in (step / 8 for step in steps):
            places += [(slide, 0, slide, depth), (0, slide, depth, slide)]
            places += [(slide, 1, slide, 1 - depth), (1, slide, 1 - depth, slide)]
    return np.array(places, np.float64)


def _options(frames: Numbers, sizes: Numbers, size: Size) -> Numbers:
    """Compute every place that each number tag can take, shifted into the picture; shape (boxes, places, 4)."""
    anchors = _anchors()
    spans = (frames[:, 2:] - frames[:, :2])[:, None]
    corners = frames[:, None, :2] + anchors[:, :2] * spans - anchors[:, 2:] * sizes[:, None]
    corners = np.clip(np.rint(corners), 0, np.maximum(0, np.array(size) - sizes)[:, None])
    return np.concatenate([corners, corners + sizes[:, None]], axis=2).astype(np.float64)


def _costs(options: Numbers, frames: Numbers, sizes: Numbers, ink: Plane) -> Numbers:
    """Compute the cost of every place for a number tag, whatever the other tags do; shape (boxes, places)."""
    import cv2

    table = np.asarray(cv2.integral(ink, sdepth=cv2.CV_64F), np.float64)
    areas, own = (sizes[:, 0] * sizes[:, 1])[:, None], frames[:, None]
    within = np.concatenate([np.maximum(options, own)[..., :2], np.minimum(options, own)[..., 2:]], axis=2)
    within[..., 2:] = np.maximum(within[..., :2], within[..., 2:])
    costs = _INK * _inked(table, options) / areas
    costs += _HIDES * _inked(table, within) / (1 + _inked(table, own))
    costs += _FILLS * np.minimum(_areas(within) / np.maximum(1, _areas(own)), 0.15)
    costs += _OUTSIDE * (1 - _areas(within) / areas)
    costs[:, 1:] += _ELSEWHERE * np.linspace(1, 2, options.shape[1] - 1)
    whole, sides = _areas(frames), np.hstack([-sizes, sizes])
    near = _shared(frames + sides, frames) > 0
    # Those around it are no strangers: a switch's tag may lie in its row, though not the row's in the switch.
    strange = near & ((whole < whole[:, None]) | (_shared(frames, frames) == 0))
    least = np.maximum(1, np.minimum(whole, areas))
    for index in np.flatnonzero(strange.any(axis=1)):
        share = _shared(options[index], frames[strange[index]]) / least[index, strange[index]]
        costs[index] += _INTRUDES * share.max(axis=1)
    return costs


def _inked(table: Numbers, rects: Numbers) -> Numbers:
    """Sum the ink inside each rectangle (..., 4) by means of the integral image."""
    height, width = table.shape
    spots = np.clip(rects.astype(int), 0, (width - 1, height - 1, width - 1, height - 1))
    left, top, right, bottom = np.moveaxis(spots, -1, 0)
    sums: Numbers = table[bottom, right] - table[top, right] - table[bottom, left] + table[top, left]
    return sums / 255


def _areas(rects: Numbers) -> Numbers:
    areas: Numbers = (rects[..., 2] - rects[..., 0]) * (rects[..., 3] - rects[..., 1])
    return areas


def _shared(some: Numbers, others: Numbers) -> Numbers:
    """Compute the area that each rectangle of one list (n, 4) shares with each of another (m, 4); shape (n, m)."""
    width = np.minimum(some[:, None, 2], others[:, 2]) - np.maximum(some[:, None, 0], others[:, 0])
    height = np.minimum(some[:, None, 3], others[:, 3]) - np.maximum(some[:, None, 1], others[:, 1])
    areas: Numbers = np.maximum(width, 0) * np.maximum(height, 0)
    return areas


def _colours(boxes: Sequence[Bounds], tags: Sequence[Bounds], grey: Plane) -> list[Colour]:
    """Choose a colour for each box and its tag that differs from the background and from the tags nearby."""
    colours: list[Colour] = []
    for index, ((left, top, right, bottom), (x, y, _, _)) in enumerate(zip(boxes, tags, strict=True)):
        # On both sides of the border: a frame or divider right on it is no ground.
        rows = grey[[min(max(y, 0), len(grey) - 1) for y in (top - 4, top + 4, bottom - 4, bottom + 4)], left:right]
        palette = _ON_LIGHT if rows.mean() > 128 else _ON_DARK
        nearest = dict.fromkeys(palette, float("inf"))
        for (other_x, other_y, _, _), colour in zip(tags[:index], colours, strict=True):
            if colour in nearest:
                nearest[colour] = min(nearest[colour], abs(x - other_x) + abs(y - other_y))
        colours.append(max(nearest, key=lambda colour: nearest[colour]))
    return colours


def _rim(colour: Colour) -> Colour:
    """Return black or white, whichever stands out from a mark's colour: for its digits and the outline's inner line."""
    return _BLACK if colour in _ON_DARK else _WHITE


@lru_cache(maxsize=512)
def _stamp(number: int, font_size: int) -> tuple[Image.Image, Image.Image]:
    """Draw a number tag as two masks of one size: its pill shape, and the digits with a thin rim."""
    font = digit_font(font_size)
    air = max(2, round(font_size / 7))
    digit_height = -round(font.getbbox("0", anchor="ls")[1])
    size = (round(font.getlength(str(number))) + 2 * air + 2, digit_height + 2 * air)
    pill, lines = Image.new("L", size), Image.new("L", size)
    frame, radius = (0, 0, size[0] - 1, size[1] - 1), size[1] // 4
    ImageDraw.Draw(pill).rounded_rectangle(frame, radius, fill=255)
    draw = ImageDraw.Draw(lines)
    draw.rounded_rectangle(frame, radius, outline=255)
    draw.text((size[0] / 2, size[1] - air), str(number), 255, font, anchor="ms")
    return pill, lines


@lru_cache
def digit_font(size: int) -> ImageFont.FreeTypeFont:
    """Load the bold, narrow font for the numbers of marks and grid cells."""
    from fontpkg_roboto import ROOT

    font = ImageFont.truetype(ROOT / "files" / "Roboto[wdth,wght].ttf", size)
    font.set_variation_by_axes([700, 90])
    return font


@lru_cache
def _words_font(size: int) -> ImageFont.FreeTypeFont:
    import manimgx_fonts_cjk

    folder = Path(manimgx_fonts_cjk.__file__).parent
    font = ImageFont.truetype(folder / "NotoSansCJK-VF.otf.ttc", size)
    font.set_variation_by_axes([400])
    return font


def _write(image: Image.Image, box: Bounds, words: str, colour: Colour) -> None:
    """Write words on one line at the left of a box, at half size if they need it, clipped to the box."""
    words = " ".join(words.split())[:100]
    left, top, right, bottom = box
    size = min(max(image.size) // 60, bottom - top)
    room = right - left - size
    if words and size >= 8 and room > 0:
        length = max(1, _words_font(size).getlength(words))
        font = _words_font(max(size // 2, min(size, int(size * room / length))))
        line = Image.new("L", (room, bottom - top))
        ImageDraw.Draw(line).text((0, line.height // 2), words, 255, font, anchor="lm")
        image.paste(colour, (left + size // 2, top), line)


def shrink(picture: Image.Image, side: int) -> Image.Image:
    """Copy a picture, scaled so that its longest side is at most `side` px."""
    import cv2

    scale = side / max(picture.size)
    if scale >= 1:
        return picture.convert("RGB")
    size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    # Below a half, bilinear would skip pixels and thin strokes with them.
    method = cv2.INTER_LINEAR if scale >= 0.5 else cv2.INTER_AREA
    pixels = np.asarray(_rgb(picture))
    return Image.fromarray(cv2.resize(pixels, size, interpolation=method))


def _rgb(picture: Image.Image) -> Image.Image:
    """Convert a picture to RGB; return the same object if it is RGB already, since copying takes milliseconds."""
    return picture if picture.mode == "RGB" else picture.convert("RGB")


def _scaled(bounds: Bounds, before: Size, after: Size) -> Bounds:
    """Scale bounds to a picture of another size, in whole px, kept inside the picture and never empty.

    >>> _scaled((10, 11, 99, 400), (100, 200), (50, 100))
    (5, 6, 50, 100)
    """
    x, y = after[0] / before[0], after[1] / before[1]
    left = min(max(0, round(bounds[0] * x)), after[0] - 1)
    top = min(max(0, round(bounds[1] * y)), after[1] - 1)
    right = min(max(left + 1, round(bounds[2] * x)), after[0])
    bottom = min(max(top + 1, round(bounds[3] * y)), after[1])
    return left, top, right, bottom


def _inner(box: Bounds) -> Bounds:
    """Shift the right and bottom edge of a box by one px: Pillow draws those edges inside the box."""
    left, top, right, bottom = box
    return left, top, max(left, right - 1), max(top, bottom - 1)
