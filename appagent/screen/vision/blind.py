"""Find the blind parts of a hierarchy: areas of the picture where something is drawn that no node describes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from appagent.screen import Bounds, Screen, Size
from appagent.screen.tree import Node, area, clip, meet
from appagent.screen.windows import Window, windows
from appagent.screen.wording import shown

_LARGE = 1 / 6  # share of the display from which a node counts as large: a canvas, a game, a web page, a text
_HARDLY = 0.05  # share of a window below which its nodes describe nothing
_GROUND = 0.2  # share of a node above which it is only the background of others
_COARSE = 8  # px of the picture to one of what is looked at here
_APART = 24  # difference from the commonest grey (of 255) from which a pixel counts as drawn
_DRAWN = 0.0005  # share of drawn pixels below which a part is empty
_BLACK = 8  # brightest grey (of 255) that a JPEG makes of black

_Value = TypeVar("_Value", bound=np.generic)


@dataclass(frozen=True, eq=False)
class Gaps:
    """Parts of a screen's picture that its hierarchy does not describe.

    regions: px, none inside another. told: which blocks of 8 px the nodes describe.
    """

    regions: tuple[Bounds, ...]
    told: NDArray[np.bool_]

    def tells(self, bounds: Bounds) -> bool:
        """Tell whether the hierarchy describes what lies at the middle of some bounds."""
        left, top, right, bottom = bounds
        return bool(self.told[(top + bottom) // (2 * _COARSE), (left + right) // (2 * _COARSE)])


def gaps(screen: Screen) -> Gaps:
    """Find the regions of a screen's picture that its hierarchy does not describe, if anything is drawn there.

    A window counts whole if its nodes describe hardly any of it; else each large node that has no nodes inside and no
    words counts. If no window can be reached, the whole display counts. Without a picture there are none.
    """
    found = windows(screen.tree, screen.size, screen.app)
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
    """Tell whether a picture is all black apart from the system's bars."""
    width, height = picture.size
    between = picture.crop((0, height // 10, width, height - height // 10))
    few = between.resize((width // 16 or 1, height // 16 or 1), Image.Resampling.NEAREST)  # a few pixels mostly decide
    return _is_black(few) and _is_black(between)


def forbidden(screen: Screen) -> tuple[str, ...]:
    """Return a notice for a screen with elements whose picture is black; nothing for any other screen."""
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
    """Mark the blocks of the display that nodes of any window describe."""
    told = np.zeros((-(-size[1] // _COARSE), -(-size[0] // _COARSE)), dtype=np.bool_)
    for window in found:
        for node in window.nodes:
            bounds = clip(node.bounds, size) if node.visible else None
            if bounds and (window.kind == "keyboard" or _tells(node, bounds, size)):
                _part(told, bounds)[:] = True
    return told


def _tells(node: Node, bounds: Bounds, size: Size) -> bool:
    """Tell whether a node describes its area: by words (no page titles), or, if small, by taking touches or text."""
    if shown(node):
        return not node.role.endswith("WebView")
    acts = node.clickable or node.long_clickable or node.checkable or node.editable
    return acts and not _is_large(bounds, size)


def _is_large(bounds: Bounds, size: Size) -> bool:
    return area(bounds) >= _LARGE * size[0] * size[1]


def _blind(window: Window, told: NDArray[np.bool_], size: Size) -> Iterator[Bounds]:
    """Yield the bounds of a window that its nodes hardly describe, or else of its large empty nodes."""
    whole = clip(window.nodes[0].bounds, size)
    if whole and _part(told, whole).mean() < _HARDLY:
        yield whole
        return
    for node in window.nodes:
        bounds = clip(node.bounds, size) if node.visible else None
        if bounds is None or any(child.visible for child in node.children):
            continue
        if _is_large(bounds, size) and _part(told, bounds).mean() < _GROUND:
            yield bounds


def _outermost(blind: Sequence[Bounds]) -> list[Bounds]:
    """Sort regions by size, the largest first, and drop those that lie mostly inside another."""
    kept: list[Bounds] = []
    for bounds in sorted(blind, key=area, reverse=True):
        if not any(2 * area(meet(bounds, other)) > area(bounds) for other in kept):
            kept.append(bounds)
    return kept


def _part(whole: NDArray[_Value], bounds: Bounds) -> NDArray[_Value]:
    left, top, right, bottom = bounds
    return whole[top // _COARSE : -(-bottom // _COARSE), left // _COARSE : -(-right // _COARSE)]


def _is_drawn(pixels: NDArray[np.int16], told: NDArray[np.bool_]) -> bool:
    """Tell whether undescribed pixels show anything besides a background of one colour."""
    rest = pixels[~told]
    if not rest.size:
        return False
    ground = np.bincount(rest).argmax()
    return bool((abs(rest - ground) > _APART).mean() > _DRAWN)
