"""Place the number tags of marks where they cover neither words nor other tags, and choose their colours."""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from appagent.screen import Bounds, Size

Colour = tuple[int, int, int]
Colours = tuple[Colour, ...]
Pixels = NDArray[np.uint8]  # (height, width)
Numbers = NDArray[np.float64]
Boxes = NDArray[np.int64]  # bounds, (boxes, 4)

# Colours that the colour-blind can tell apart too (after Okabe and Ito), and that stand out from the background.
_ON_LIGHT: Colours = ((0, 84, 190), (190, 50, 0), (0, 104, 70), (150, 30, 130), (90, 70, 0))
_ON_DARK: Colours = ((255, 220, 40), (90, 200, 255), (255, 160, 70), (120, 240, 150), (255, 160, 215))

_FAR = 130  # least distance of an outline's colour from those under it, in red, green and blue of 0 to 255
_FEWEST = 3  # least number of colours to choose from, even if some are nearer than `_FAR`
_CUTS = 0.8  # an outline is moved outside an edge if the ink there is less than this share of the ink inside
_LINE = 0.95  # if so large a share of a border has ink along it, the ink is a frame or divider, and no words
_CORNER = 0.15  # share of a border at each end that may bend
_REACH = 2  # px around an edge that have ink
_BAND = 5  # px on both sides of a border; edges count as ink two px around them

# What a tag's position costs: each number is multiplied by a share from 0 to 1.
_CLASH = 20.0  # the tag covers another tag
_INK = 12.0  # the tag covers ink
_TOUCHES = 0.8  # the tag touches ink, be it ever so little
_TOUCHED = 0.02  # share of a tag under ink from which it surely touches a letter; edges of a plain background are less
_HIDES = 2.0  # the tag hides ink of its own element
_FILLS = 4.0  # the tag covers its own element (up to a seventh counts), since a switch shows its state without ink too
_INTRUDES = 1.5  # the tag lies in another element
_OUTSIDE = 0.4  # the tag lies outside its own element
_STAYS = 50.0  # the same, where a tag must stay inside
_ELSEWHERE = 0.15  # not the top left corner, which is preferred so that the rows of a list look alike


def ink(pixels: Pixels) -> Pixels:
    """Compute how much detail each pixel has that a tag should not cover: 0 on plain background, 255 at a clear edge.

    pixels: the picture, shape (height, width, 3). An edge counts only if it is stronger than the average around it, so
    that a photo behind icons scores low.
    """
    import cv2

    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    steps = cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8))
    usual = cv2.blur(steps, (61, 61))
    return np.asarray(cv2.addWeighted(steps, 4, usual, -4, -40), np.uint8)


def has_edges(boxes: Sequence[Bounds], ink: Pixels) -> list[bool]:
    """Tell for each box whether there is an edge in it. ink: the detail at each pixel.

    The detail along the border of a box does not count, because it may be that of an edge outside.
    """
    inner = np.array(boxes, np.int64).reshape(-1, 4)
    inner += np.array((_REACH, _REACH, -_REACH, -_REACH))
    inner[:, 2:] = np.maximum(inner[:, :2], inner[:, 2:])
    edges: list[bool] = (_summed(_inked_pixels(ink), inner) > 0).tolist()
    return edges


def place(boxes: Sequence[Bounds], tags: Sequence[Size], ink: Pixels, *, inside: bool = False) -> list[Bounds]:
    """Choose where to draw each element's number tag, and return the bounds of the tags in the order of `boxes`.

    boxes: bounds of the elements. tags: width and height of each element's tag in px; as many as boxes.
    ink: how much detail each pixel has that should stay visible, 0 to 255; see the function `ink`.
    inside: True to keep each tag in its own box, as in the cells of a grid.
    Each tag takes the cheapest of about sixty positions at the border of its box, always inside the picture. It costs
    most to cover another tag. Tags of small boxes choose first; then every tag chooses once more.
    """
    if not boxes:
        return []
    frames, sizes = np.array(boxes, np.float64), np.array(tags, np.float64)
    options = _options(frames, sizes, (ink.shape[1], ink.shape[0]))
    costs = _costs(options, frames, sizes, _between(boxes, ink), _STAYS if inside else _OUTSIDE)
    liked = options[np.arange(len(boxes)), costs.argmin(axis=1)]
    chosen = liked if _all_apart(liked) else _without_clashes(options, costs, liked, frames, sizes)
    return [(left, top, right, bottom) for left, top, right, bottom in chosen.astype(int).tolist()]


def _all_apart(rects: Numbers) -> bool:
    return bool(np.count_nonzero(_shared(rects, rects)) == np.count_nonzero(_areas(rects)))


def _without_clashes(options: Numbers, costs: Numbers, liked: Numbers, frames: Numbers, sizes: Numbers) -> Numbers:
    """Choose one of the options of each tag so that it covers no other tag, or as little as can be.

    options, costs, frames, sizes: as for `_costs`. liked: the cheapest option of each tag without regard to others.
    """
    others = ~np.eye(len(frames), dtype=bool)
    reach = np.concatenate([options[..., :2].min(axis=1), options[..., 2:].max(axis=1)], axis=1)
    rivals = [np.flatnonzero(meets) for meets in (_shared(reach, reach) > 0) & others]
    chosen = np.zeros_like(frames)
    for index in [*np.argsort(_areas(frames), kind="stable")] * 2:
        chosen[index] = liked[index]
        taken = chosen[rivals[index]]
        if _shared(liked[index : index + 1], taken).any():  # else nothing can be cheaper
            clash = _shared(options[index], taken).sum(axis=1) / (sizes[index, 0] * sizes[index, 1])
            chosen[index] = options[index][np.argmin(costs[index] + _CLASH * clash)]
    return chosen


def roomy(boxes: Sequence[Bounds], ink: Pixels, width: int) -> list[Bounds]:
    """Return the boxes with edges moved out by `width` px where an outline would otherwise cut into words or icons.

    boxes: bounds of elements. ink: the detail at each pixel. width: width of an outline, px.
    An edge is moved only if there is less detail outside it, so that outlines of plain rows stay where they are.
    """
    import cv2

    height, across = ink.shape
    frames = np.array(boxes, np.int64)
    moved = frames.copy()
    table, inked = np.asarray(cv2.integral(ink, sdepth=cv2.CV_32S), np.int32), _inked_pixels(ink)
    for edge, most in enumerate((across, height, across, height)):
        out = -width if edge < 2 else width
        inner, outer = _strips(frames, edge, -out), _strips(frames, edge, out)
        fits = (frames[:, edge] + out >= 0) & (frames[:, edge] + out <= most)
        cuts = _summed(table, outer) < _CUTS * _summed(table, inner)
        moved[:, edge] += out * (fits & cuts & ~_has_line(inked, inner, edge))
    return [(left, top, right, bottom) for left, top, right, bottom in moved.tolist()]


def _strips(frames: Boxes, edge: int, out: int) -> Boxes:
    """Return a strip along one edge of each box: bounds, shape (boxes, 4), which may lie outside the picture.

    edge: index of the edge in the bounds, from 0 for left to 3 for bottom. out: width of the strip in px; it lies to
    the right of the edge or below it if `out` is positive, else to the left or above.
    """
    strips = frames.copy()
    strips[:, edge % 2] = frames[:, edge] + min(out, 0)
    strips[:, edge % 2 + 2] = frames[:, edge] + max(out, 0)
    return strips


def _inked_pixels(ink: Pixels) -> NDArray[np.int32]:
    """Return the integral image (sums from the top left) of a picture with 1 for each pixel with ink, else 0."""
    import cv2

    return np.asarray(cv2.integral((ink > 0).view(np.uint8), sdepth=cv2.CV_32S), np.int32)


def _has_line(inked: NDArray[np.int32], strips: Boxes, edge: int) -> NDArray[np.bool_]:
    """Tell for each strip beside an edge whether a line of ink runs all along it, such as a frame or divider.

    The line may bend at its ends, as at the corners of a button.

    inked: integral image of the pixels with ink. strips: bounds of the strips, all of the same width. edge: index of
    the edge in the bounds.
    """
    across = edge % 2
    begin, end = strips[0, across], strips[0, across + 2]
    lines = np.repeat(strips[:, None], end - begin, axis=1)  # one px wide each
    lines[:, :, across] += np.arange(end - begin)
    lines[:, :, across + 2] = lines[:, :, across] + 1
    lengths = strips[:, 3 - across] - strips[:, 1 - across]
    bent = np.rint(_CORNER * lengths).astype(np.int64)
    lines[:, :, 1 - across] += bent[:, None]
    lines[:, :, 3 - across] -= bent[:, None]
    found: NDArray[np.bool_] = np.any(
        _summed(inked, lines) / np.maximum(lengths - 2 * bent, 1)[:, None] >= _LINE, axis=1
    )
    return found


def _between(boxes: Sequence[Bounds], ink: Pixels) -> Pixels:
    """Return a copy of `ink`, the detail at each pixel, that is 0 where frames and dividers run along the boxes.

    Tags may cover these, because the outlines of the elements cover them anyway.
    """
    cleared, inked, frames = ink.copy(), _inked_pixels(ink), np.array(boxes)
    framed = np.zeros(frames.shape, dtype=np.bool_)
    for edge in range(4):
        strips = np.concatenate([_strips(frames, edge, -_BAND), _strips(frames, edge, _BAND)])
        lines = _has_line(inked, strips, edge)
        framed[:, edge] |= lines.reshape(2, -1).any(axis=0)
        for left, top, right, bottom in np.maximum(strips[lines], 0).tolist():
            cleared[top:bottom, left:right] = 0
    bend = np.rint(_CORNER * (frames[:, 2:] - frames[:, :2]).min(axis=1)).astype(np.int64)[:, None]
    for x, y in product((0, 2), (1, 3)):
        corners = frames[:, [x, y, x, y]] + bend * [-(x // 2), -(y // 3), 1 - x // 2, 1 - y // 3]
        for left, top, right, bottom in np.maximum(corners[framed[:, x] & framed[:, y]], 0).tolist():
            cleared[top:bottom, left:right] = 0
    return cleared


@cache
def _anchors() -> Numbers:
    """Return the positions that a number tag can take at its box, one per row, beginning with the top left corner.

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


def _costs(options: Numbers, frames: Numbers, sizes: Numbers, ink: Pixels, outside: float) -> Numbers:
    """Compute the cost of each position of each tag without regard to other tags; return an array (boxes, positions).

    options: bounds of the tags at every position, as `_options` returns them.
    sizes: width and height of each box's tag.
    ink: how much detail each pixel has that should stay visible.
    outside: weight of the share of a tag outside its element; see `_OUTSIDE`. The cost is a weighted sum of these:

    - the amount of ink that the tag covers, and an extra if it covers any at all;
    - the share of its element's ink and of its element's area that the tag covers;
    - the share of the tag that lies outside its element;
    - how far the tag overlaps another element, except elements that contain its own;
    - an extra for every position but the top left corner.
    """
    import cv2

    table = np.asarray(cv2.integral(ink, sdepth=cv2.CV_32S), np.int32)
    areas, own = (sizes[:, 0] * sizes[:, 1])[:, None], frames[:, None]
    within = np.concatenate([np.maximum(options, own)[..., :2], np.minimum(options, own)[..., 2:]], axis=2)
    within[..., 2:] = np.maximum(within[..., :2], within[..., 2:])
    inked = _inked(table, options) / areas
    costs = _INK * inked + _TOUCHES * np.minimum(1, inked / _TOUCHED)
    costs += _HIDES * _inked(table, within) / (1 + _inked(table, own))
    costs += _FILLS * np.minimum(_areas(within) / np.maximum(1, _areas(own)), 0.15)
    costs += outside * (1 - _areas(within) / areas)
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


def _inked(table: NDArray[np.int32], rects: Numbers) -> Numbers:
    """Return the sum of the ink (detail at each pixel) inside each rectangle, divided by 255; see `_summed`."""
    return _summed(table, rects) / 255


def _summed(table: NDArray[Any], rects: NDArray[Any]) -> NDArray[Any]:
    """Return the sum of the values inside each rectangle.

    table: integral image of the values, in 32 bits, because allocating memory for 64 takes longer than the sums do.
    rects: bounds of the rectangles, shape (..., 4). Parts outside the picture count nothing.
    """
    height, width = table.shape
    spots = np.minimum(np.maximum(rects.astype(int), 0), (width - 1, height - 1) * 2)  # np.clip takes twice as long
    left, right, cells = spots[..., 0], spots[..., 2], table.ravel()
    top, bottom = spots[..., 1] * width, spots[..., 3] * width
    sums: NDArray[Any] = cells[bottom + right] - cells[top + right] - cells[bottom + left] + cells[top + left]
    return sums


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


def colours(boxes: Sequence[Bounds], tags: Sequence[Bounds], pixels: Pixels) -> list[Colour]:
    """Choose a colour for the outline and the number tag of each element; return the colours in order of `boxes`.

    Each colour stands out from what is under the outline and differs, if possible, from those of outlines that touch or
    hold it or lie near, and then from those of tags nearby: dark colours are used on a light background, light colours
    on a dark one.
    boxes: bounds of the elements. tags: bounds of their tags. pixels: the screenshot, shape (height, width, 3).
    """
    chosen: list[Colour] = []
    for index, distinct in enumerate(_distinct(boxes, pixels)):
        nearest = dict.fromkeys(distinct, (math.inf, math.inf))
        for other, colour in enumerate(chosen):
            if colour in nearest:
                away = _gap(boxes[index], boxes[other]), _gap(tags[index], tags[other])
                nearest[colour] = min(nearest[colour], away)
        chosen.append(max(nearest, key=lambda colour: nearest[colour]))
    return chosen


def _gap(one: Bounds, other: Bounds) -> int:
    """Return how far apart two boxes are across or down, px; 0 if they touch or overlap."""
    across, down = (max(one[at], other[at]) - min(one[at + 2], other[at + 2]) for at in (0, 1))
    return max(across, down, 0)


def _distinct(boxes: Sequence[Bounds], pixels: Pixels) -> Iterator[list[Colour]]:
    """Yield for each box the colours that stand out from the pixels under its outline, at least three of them."""
    lines = [_under(box, pixels) for box in boxes]
    under = np.concatenate([line for some in lines for line in some])
    lengths = np.array([sum(map(len, some)) for some in lines])
    begins = np.cumsum(lengths) - lengths
    light = np.add.reduceat(under.sum(axis=1), begins) > 3 * 128 * lengths
    palettes = np.where(light[:, None, None], _ON_LIGHT, _ON_DARK).astype(np.float32)
    apart = under[:, None] - np.repeat(palettes, lengths, axis=0)
    away = np.add.reduceat(np.sqrt(np.einsum("pcx,pcx->pc", apart, apart)), begins) / lengths[:, None]
    for is_light, distances in zip(light, away.tolist(), strict=True):
        enough = min(_FAR, sorted(distances)[-_FEWEST])
        palette = _ON_LIGHT if is_light else _ON_DARK
        yield [colour for colour, distance in zip(palette, distances, strict=True) if distance >= enough]


def _under(box: Bounds, pixels: Pixels) -> list[Pixels]:
    """Return the pixels along the border of a box, as arrays of shape (pixels, 3).

    They are taken 4 px from the border on both sides, because a frame or divider may run on the border itself.
    """
    left, top, right, bottom = box
    height, width = pixels.shape[:2]
    rows = [min(max(at, 0), height - 1) for at in (top - 4, top + 4, bottom - 4, bottom + 4)]
    cols = [min(max(at, 0), width - 1) for at in (left - 4, left + 4, right - 4, right + 4)]
    return [pixels[row, left:right:8] for row in rows] + [pixels[top:bottom:8, col] for col in cols]


def rim(colour: Colour) -> Colour:
    """Return the colour to draw on top of a tag's colour: black if the tag's colour is light, else white.

    The tag's digits and the inner line of its outline have this colour.
    """
    return (0, 0, 0) if colour in _ON_DARK else (255, 255, 255)
