"""Draw marks on a screenshot: a number tag for each element, placed where it hides neither words nor other marks."""

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

# Colours that the colour-blind can tell apart too (after Okabe and Ito), and that stand out from the background.
_ON_LIGHT: Colours = ((0, 84, 190), (190, 50, 0), (0, 104, 70), (150, 30, 130), (90, 70, 0))
_ON_DARK: Colours = ((255, 220, 40), (90, 200, 255), (255, 160, 70), (120, 240, 150), (255, 160, 215))
_BLACK, _WHITE, _GREY = (0, 0, 0), (255, 255, 255), (96, 96, 96)

# What a tag's position costs: each number is multiplied by a share from 0 to 1.
_CLASH = 20.0  # the tag covers another tag
_INK = 3.0  # the tag covers ink
_HIDES = 2.0  # the tag hides ink of its own element
_FILLS = 4.0  # the tag covers its own element (up to a seventh counts), since a switch shows its state without ink too
_INTRUDES = 1.5  # the tag lies in another element
_OUTSIDE = 0.4  # the tag lies outside its own element
_ELSEWHERE = 0.15  # not the top left corner, which is preferred so that the rows of a list look alike


def mark(
    screen: Screen, *, side: int = 1280, only: Collection[int] | None = None, outline: int | None = None
) -> Image.Image:
    """Return a screen's screenshot with a number and an outline drawn on every element.

    side: the picture is scaled down so that its longest side has at most this many px.
    only: marks of the elements to draw; None draws all.
    outline: width of the outlines in px; 0 draws none, and None derives the width from the picture's size.
    Password fields are masked even if their marks are not drawn.
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
    stamps = [stamp(element.mark, max(11, round(21 * scale))) for element in elements]
    grey = np.asarray(image.convert("L"))
    tags = place(boxes, [pill.size for pill, _ in stamps], ink(grey))
    colours = _colours(boxes, tags, grey)
    width = max(1, round(2 * scale)) if outline is None else outline
    draw = ImageDraw.Draw(image)
    for box, colour in zip(boxes, colours, strict=True):
        left, top, right, bottom = _inner(box)
        rim = (left + width, top + width, right - width, bottom - width)
        if width and rim[0] < rim[2] and rim[1] < rim[3]:  # separates the outline from an element of the same colour
            draw.rectangle(rim, outline=_rim(colour))
        draw.rectangle((left, top, right, bottom), outline=colour, width=width)
    for (pill, digits), tag, colour in zip(stamps, tags, colours, strict=True):
        image.paste(colour, tag[:2], pill)
        image.paste(_rim(colour), tag[:2], digits)
    return image


def encode(image: Image.Image, quality: int = 80) -> bytes:
    """Encode a picture as JPEG, and return the bytes.

    quality: JPEG quality from 1 to 95; higher is better and larger.

    >>> encode(Image.new("RGB", (4, 4)))[:2].hex()
    'ffd8'
    """
    data = io.BytesIO()
    _rgb(image).save(data, "JPEG", quality=quality)
    return data.getvalue()


def mask(picture: Image.Image, secrets: Collection[Bounds], size: Size | None = None) -> Image.Image:
    """Cover each password field in a picture with a plain block, which does not even show whether something is typed.

    secrets: bounds of the password fields. size: size in px of the screen that the bounds belong to; by default the
    picture's own size. Returns a masked copy, or the same picture if there are no password fields.
    """
    if not secrets:
        return picture
    masked = picture.convert("RGB")
    for bounds in secrets:
        left, top, right, bottom = box = _scaled(bounds, size or picture.size, picture.size)
        # Cover one px more on every side, because bounds are rounded and scaling blends neighbouring pixels.
        ImageDraw.Draw(masked).rectangle((left - 1, top - 1, right, bottom), fill=_GREY)
        _write(masked, box, "•••••• (hidden)", _WHITE)
    return masked


def wireframe(screen: Screen) -> Image.Image:
    """Draw a picture in place of a missing screenshot: a box for each element, with the element's words inside.

    The picture has the size of the screen. Large elements are drawn first, so that the elements inside them stay
    visible.
    """
    image = Image.new("RGB", screen.size, _WHITE)
    for element in sorted(screen.elements, key=lambda element: -area(element.bounds)):
        ImageDraw.Draw(image).rectangle(_inner(element.bounds), fill=_WHITE, outline=_GREY, width=2)
        _write(image, element.bounds, element.text or element.hint or element.role, _BLACK)
    return image


def ink(grey: Plane) -> Plane:
    """Compute how much detail there is to read at each pixel: 0 on plain background, 255 at a clear edge.

    grey: the picture in grey. An edge counts only if it is stronger than the average around it, so that a photo behind
    icons scores low.
    """
    import cv2

    steps = cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8))
    usual = cv2.blur(steps, (61, 61))
    return np.asarray(cv2.addWeighted(steps, 4, usual, -4, -40), np.uint8)


def place(boxes: Sequence[Bounds], tags: Sequence[Size], ink: Plane) -> list[Bounds]:
    """Choose where to draw each element's number tag, and return the bounds of the tags in the order of `boxes`.

    boxes: bounds of the elements. tags: width and height of each element's tag in px; as many as boxes.
    ink: for each pixel, how much detail there is that should stay visible, 0 to 255.
    Each tag takes the cheapest of about sixty positions at the border of its box, always inside the picture. It costs
    most to cover another tag. Tags of small boxes choose first; then every tag chooses once more.
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
    """Return a copy of `ink`, the detail at each pixel, that is 0 along the borders of all boxes.

    Tags may cover dividers and frames there, because the outlines of the elements cover them anyway.
    """
    ink = ink.copy()
    for left, top, right, bottom in boxes:
        wide, high = slice(left, right), slice(top, bottom)
        for x, y in ((left, top), (right, bottom)):
            ink[high, max(0, x - 3) : x + 3] = 0
            ink[max(0, y - 3) : y + 3, wide] = 0
    return ink


def _anchors() -> Numbers:
    """Return the positions that a number tag can take at its box, one a row, beginning with the top left corner.

    Each row is (box x, box y, tag x, tag y). All four are shares of a width or height, from 0 to 1. The tag is placed
    so that its point (tag x, tag y) lies on the point (box x, box y) of the box.
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
    """Compute the bounds of every tag at each of its possible positions, moved so that they lie inside the picture.

    frames: bounds of the boxes, shape (boxes, 4). sizes: width and height of each box's tag, shape (boxes, 2). size:
    width and height of the picture. Returns an array of shape (boxes, positions, 4).
    """
    anchors = _anchors()
    spans = (frames[:, 2:] - frames[:, :2])[:, None]
    corners = frames[:, None, :2] + anchors[:, :2] * spans - anchors[:, 2:] * sizes[:, None]
    corners = np.clip(np.rint(corners), 0, np.maximum(0, np.array(size) - sizes)[:, None])
    return np.concatenate([corners, corners + sizes[:, None]], axis=2).astype(np.float64)


def _costs(options: Numbers, frames: Numbers, sizes: Numbers, ink: Plane) -> Numbers:
    """Compute the cost of each position of each tag, whatever the other tags do; return an array (boxes, positions).

    options: bounds of the tags at every position, as `_options` returns them. frames: bounds of the boxes. sizes: width
    and height of each box's tag. ink: for each pixel, how much detail should stay visible.
    The cost is a weighted sum of these:

    - the ink that the tag covers;
    - the share of its element's ink and of its element's area that the tag covers;
    - the share of the tag that lies outside its element;
    - how far the tag overlaps another element, except elements that contain its own;
    - an extra for every position but the top left corner.
    """
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
    # Elements around this one do not count: a switch's tag may lie in the row, but the row's tag not in the switch.
    strange = near & ((whole < whole[:, None]) | (_shared(frames, frames) == 0))
    least = np.maximum(1, np.minimum(whole, areas))
    for index in np.flatnonzero(strange.any(axis=1)):
        share = _shared(options[index], frames[strange[index]]) / least[index, strange[index]]
        costs[index] += _INTRUDES * share.max(axis=1)
    return costs


def _inked(table: Numbers, rects: Numbers) -> Numbers:
    """Return the sum of the ink (detail at each pixel) inside each rectangle, divided by 255.

    table: integral image of the ink. rects: bounds of the rectangles, shape (..., 4).
    """
    height, width = table.shape
    spots = np.clip(rects.astype(int), 0, (width - 1, height - 1, width - 1, height - 1))
    left, top, right, bottom = np.moveaxis(spots, -1, 0)
    sums: Numbers = table[bottom, right] - table[top, right] - table[bottom, left] + table[top, left]
    return sums / 255


def _areas(rects: Numbers) -> Numbers:
    areas: Numbers = (rects[..., 2] - rects[..., 0]) * (rects[..., 3] - rects[..., 1])
    return areas


def _shared(some: Numbers, others: Numbers) -> Numbers:
    """Compute the area that each rectangle in `some` shares with each rectangle in `others`.

    some: bounds, shape (n, 4). others: bounds, shape (m, 4). Returns an array of shape (n, m).
    """
    width = np.minimum(some[:, None, 2], others[:, 2]) - np.maximum(some[:, None, 0], others[:, 0])
    height = np.minimum(some[:, None, 3], others[:, 3]) - np.maximum(some[:, None, 1], others[:, 1])
    areas: Numbers = np.maximum(width, 0) * np.maximum(height, 0)
    return areas


def _colours(boxes: Sequence[Bounds], tags: Sequence[Bounds], grey: Plane) -> list[Colour]:
    """Choose a colour for the outline and the number tag of each element; return the colours in order of `boxes`.

    Each colour stands out from the background and differs, if possible, from the colours of tags nearby: dark colours
    are used on a light background, light colours on a dark one.
    boxes: bounds of the elements. tags: bounds of their tags. grey: the screenshot in grey.
    """
    colours: list[Colour] = []
    for index, ((left, top, right, bottom), (x, y, _, _)) in enumerate(zip(boxes, tags, strict=True)):
        # Look on both sides of the border, because a frame or divider may run right on it.
        rows = grey[[min(max(y, 0), len(grey) - 1) for y in (top - 4, top + 4, bottom - 4, bottom + 4)], left:right]
        palette = _ON_LIGHT if rows.mean() > 128 else _ON_DARK
        nearest = dict.fromkeys(palette, float("inf"))
        for (other_x, other_y, _, _), colour in zip(tags[:index], colours, strict=True):
            if colour in nearest:
                nearest[colour] = min(nearest[colour], abs(x - other_x) + abs(y - other_y))
        colours.append(max(nearest, key=lambda colour: nearest[colour]))
    return colours


def _rim(colour: Colour) -> Colour:
    """Return the colour to draw on top of a tag's colour: black if the tag's colour is light, else white.

    The tag's digits and the inner line of its outline have this colour.
    """
    return _BLACK if colour in _ON_DARK else _WHITE


@lru_cache(maxsize=512)
def stamp(number: int, font_size: int) -> tuple[Image.Image, Image.Image]:
    """Draw a number tag as two masks (grey pictures) of the same size, and return both.

    The first mask is the tag's filled shape. The second has the digits and a thin frame. The caller pastes one colour
    through the first mask and another colour through the second.
    """
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
    """Load the bold, narrow font in which the numbers of marks and grid cells are drawn. size: the font size in px."""
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
    """Write words in one line at the left of a box; parts that do not fit into the box are cut off.

    If the words are too wide, the font shrinks to at most half its size. If the box is too small, nothing is written.
    """
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
    """Return a copy of a picture, scaled down if its longest side has more than `side` px."""
    import cv2

    scale = side / max(picture.size)
    if scale >= 1:
        return picture.convert("RGB")
    size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    # Below one half, bilinear scaling would skip pixels, and with them thin strokes.
    method = cv2.INTER_LINEAR if scale >= 0.5 else cv2.INTER_AREA
    pixels = np.asarray(_rgb(picture))
    return Image.fromarray(cv2.resize(pixels, size, interpolation=method))


def _rgb(picture: Image.Image) -> Image.Image:
    """Return a picture in RGB. A picture in RGB is returned itself, since copying takes milliseconds."""
    return picture if picture.mode == "RGB" else picture.convert("RGB")


def _scaled(bounds: Bounds, before: Size, after: Size) -> Bounds:
    """Scale bounds from a screen of size `before` to a picture of size `after`.

    The result is in whole px, lies inside the picture, and is at least one px wide and high.

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
    """Move the right and the bottom edge of a box inwards by one px.

    Pillow draws these two edges just outside bounds as we count them.
    """
    left, top, right, bottom = box
    return left, top, max(left, right - 1), max(top, bottom - 1)
