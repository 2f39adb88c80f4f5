"""Find the blind parts of a hierarchy: areas of the picture in which something is drawn that no node describes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from appagent.screen import Bounds, Screen, Size
from appagent.screen.nodes.tree import Node, area, clip, meet
from appagent.screen.nodes.windows import Window
from appagent.screen.texts.wording import visible_words

_LARGE = 1 / 6  # share of the display from which a node counts as large, as a canvas or a web page does
_HARDLY = 0.05  # share of a window; if its nodes describe less, all of it counts as blind
_GROUND = 0.2  # share of a node; if other nodes describe more of it, it is only their background
_COARSE = 8  # px: side of the square blocks in which the picture is examined
_APART = 24  # difference from the commonest grey (of 255) from which a pixel counts as drawn
_DRAWN = 0.0005  # share of drawn pixels up to which an area counts as empty
_BARS = ("android:id/statusBarBackground", "android:id/navigationBarBackground")  # where the system draws its bars
_PICTURES = ("ImageView", "Image")  # ends of roles; on a picture there is nothing to touch but the picture
_BLACK = 8  # brightest grey (of 255) that a JPEG makes of black

_Value = TypeVar("_Value", bound=np.generic)


@dataclass(frozen=True, eq=False)
class Gaps:
    """Areas of a screen's picture that its hierarchy does not describe.

    regions: bounds of these areas, px; no area lies mostly inside another.
    told: array of rows and columns, one entry for each block of 8 x 8 px: True if a node describes the block.
    """

    regions: tuple[Bounds, ...]
    told: NDArray[np.bool_]

    def tells(self, bounds: Bounds) -> bool:
        """Tell whether a node that has words or can be touched describes the middle of some bounds."""
        left, top, right, bottom = bounds
        return bool(self.told[(top + bottom) // (2 * _COARSE), (left + right) // (2 * _COARSE)])


def gaps(screen: Screen) -> Gaps:
    """Find the areas of a screen's picture in which something is drawn that the hierarchy does not describe.

    A reachable window counts as a whole if nodes describe less than 5% of it. In other windows, each large node counts
    that has no visible children and is described to less than 20%. If no window can be reached, the whole display is
    looked at. Pictures, such as photos and covers, are left out, and so are areas in which only a background is drawn.
    Without a picture, `regions` is empty.
    """
    found = screen.windows
    told = _told(found, screen.size)
    if screen.picture is None:
        return Gaps((), told)
    reachable = [window for window in found if window.reachable and clip(window.nodes[0].bounds, screen.size)]
    blind = [bounds for window in reachable for bounds in _blind(window, told, screen.size)]
    if not reachable:
        blind = [(0, 0, *screen.size)]
    if not blind:
        return Gaps((), told)
    drawn = np.asarray(screen.picture.convert("L").reduce(_COARSE), dtype=np.int16)
    return Gaps(tuple(part for part in _outermost(blind) if _is_drawn(_part(drawn, part), _part(told, part))), told)


def black(picture: Image.Image) -> bool:
    """Tell whether a picture is all black.

    The top and the bottom tenth are ignored, because the system's bars are there.
    """
    width, height = picture.size
    between = (0, height // 10, width, height - height // 10)
    few = picture.resize((width // 16 or 1, height // 16 or 1), Image.Resampling.NEAREST, between)  # usually enough
    return _is_black(few) and _is_black(picture.crop(between))


def forbidden(screen: Screen) -> tuple[str, ...]:
    """Return a notice in a tuple if a screen's picture is black although the hierarchy has elements or texts; else ().

    The notice says that the app forbids pictures of the screen, or that the display is off.
    """
    if screen.picture is None or not (screen.elements or screen.texts) or not black(screen.picture):
        return ()
    return (
        "the screen shows nothing: it is secure (FLAG_SECURE: the app forbids pictures of it), or the display is off; "
        "what its hierarchy tells is all that is known of it",
    )


def _is_black(picture: Image.Image) -> bool:
    _, most = picture.convert("L").getextrema()
    return isinstance(most, int | float) and most <= _BLACK


def _told(found: Sequence[Window], size: Size) -> NDArray[np.bool_]:
    """Return an array that is True for each block of 8 x 8 px that a visible node of any window describes.

    All nodes of keyboards count as described, and so do the system's bars, which are no part of the app.
    """
    told = np.zeros((-(-size[1] // _COARSE), -(-size[0] // _COARSE)), dtype=np.bool_)
    for window in found:
        for node in window.nodes:
            is_bar = window.bar or node.resource_id in _BARS
            bounds = clip(node.bounds, size) if node.visible or is_bar else None
            if bounds and (is_bar or window.kind == "keyboard" or _tells(node, bounds, size)):
                _part(told, bounds)[:] = True
    return told


def _tells(node: Node, bounds: Bounds, size: Size) -> bool:
    """Tell whether a node describes its area: it shows words, or it is small and can be touched or typed into.

    The words of a WebView do not count, because they are only the title of its page.
    """
    if visible_words(node):
        return not node.role.endswith("WebView")
    acts = node.clickable or node.long_clickable or node.checkable or node.editable
    return acts and not _is_large(bounds, size)


def _is_large(bounds: Bounds, size: Size) -> bool:
    return area(bounds) >= _LARGE * size[0] * size[1]


def _blind(window: Window, told: NDArray[np.bool_], size: Size) -> Iterator[Bounds]:
    """Yield the bounds of a window if its nodes hardly describe it, else the bounds of its large empty nodes.

    told: True for each block of 8 x 8 px that a node describes. size: width and height of the display, px.
    """
    whole = clip(window.nodes[0].bounds, size)
    if whole and _part(told, whole).mean() < _HARDLY:
        yield whole
        return
    for node in window.nodes:
        bounds = clip(node.bounds, size) if node.visible else None
        if bounds is None or node.role.endswith(_PICTURES) or any(child.visible for child in node.children):
            continue
        if _is_large(bounds, size) and _part(told, bounds).mean() < _GROUND:
            yield bounds


def _outermost(blind: Sequence[Bounds]) -> list[Bounds]:
    """Sort areas by size, the largest first, and drop each that lies mostly inside a larger one."""
    kept: list[Bounds] = []
    for bounds in sorted(blind, key=area, reverse=True):
        if not any(2 * area(meet(bounds, other)) > area(bounds) for other in kept):
            kept.append(bounds)
    return kept


def _part(whole: NDArray[_Value], bounds: Bounds) -> NDArray[_Value]:
    left, top, right, bottom = bounds
    return whole[top // _COARSE : -(-bottom // _COARSE), left // _COARSE : -(-right // _COARSE)]


def _is_drawn(pixels: NDArray[np.int16], told: NDArray[np.bool_]) -> bool:
    """Tell whether the pixels that no node describes show more than a background of one colour.

    pixels: grey of each block. told: True for each block that a node describes.
    """
    rest = pixels[~told]
    if not rest.size:
        return False
    ground = np.bincount(rest).argmax()
    return bool((abs(rest - ground) > _APART).mean() > _DRAWN)
