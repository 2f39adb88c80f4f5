"""Compare what is drawn in a place of two screens, in colour, without what lies over it and what moves by itself."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from appagent.screen.screens import Screen
from appagent.screen.tree import Bounds, Node, Tree, area, by_bounds, clip, overlap, thickness, walk
from appagent.screen.wording import visible_words

_CLEARLY = 40  # of 256 shades of red, green or blue, by which a pixel differs clearly
_BLINKING = 0.03  # share of pixels that may differ clearly, as where a cursor blinks
_WORD, _INKED = 12, 0.05  # px: side of a place as small as a letter, and the share of it that another letter changes
_CURSOR, _SOLID = 9, 0.8  # px: greatest width of a cursor, and the share of its box that it fills
_HIDDEN = 0.5  # share of a picture that may lie under other things
_LARGE = 1 / 6  # share of the display, or of what is around it, from which a picture tells what that is about
_ICON = 1 / 6  # of the display's shorter side; a picture that is smaller both ways is an icon
_SPECK = 1 / 13  # of the shorter side; what is smaller either way, as lines and dots of a PIN are, shows nobody
_MOST_PICTURES = 8  # that are looked at; a page has fewer, but a malicious one may have any number
# ends of the classes of nodes that show nothing if they hold nothing, or what goes on by itself
_EMPTY = ("Layout", "ViewGroup", "TextView", "ProgressBar")

_Mask = NDArray[np.bool_]  # (height, width)


def drawn_alike(
    before: Screen,
    there: Bounds,
    after: Screen,
    now: Bounds,
    later: Callable[[], Screen] | None = None,
    over: Sequence[Bounds] = (),
    *,
    closely: bool = False,
) -> bool:
    """Tell whether at most 3% of the pixels differ clearly between a place on one screen and a place on another.

    closely: True if a small word that has become another is a difference too, but no cursor. True
    if one of the screens has no picture. later: function that captures the later screen once more, which is called
    if the places differ: what moves between these two, as in a film, is not compared. over: bounds on the earlier
    screen that are not compared, because something lies there over the place.
    """
    if before.picture is None or after.picture is None:
        return True
    differs = _differing(before, there, after, now)
    for box in over:
        if hidden := overlap(box, there):
            left, top, right, bottom = hidden
            differs[top - there[1] : bottom - there[1], left - there[0] : right - there[0]] = False
    apart = _apart if closely else _mostly_apart
    if apart(differs) and later and (again := later()).picture is not None:
        moves = _differing(after, now, again, now)
        if apart(moves):
            rows, columns = (np.flatnonzero(moves.any(axis=axis)) for axis in (1, 0))
            high, wide = (size / moved for size, moved in zip(differs.shape, moves.shape, strict=True))
            top, bottom, left, right = (
                rows[0] * high,
                (rows[-1] + 1) * high,
                columns[0] * wide,
                (columns[-1] + 1) * wide,
            )
            differs[int(top) : int(bottom) + 1, int(left) : int(right) + 1] = False
    return not apart(differs)


def _mostly_apart(differs: _Mask) -> bool:
    return bool(np.count_nonzero(differs) > _BLINKING * differs.size)


def _apart(differs: _Mask) -> bool:
    """Tell whether differing pixels are many, or form one dense spot that is no upright line such as a cursor."""
    if _mostly_apart(differs):
        return True
    if not differs.any():
        return False
    import cv2

    dense = cv2.boxFilter(differs.astype(np.float32), -1, (_WORD, _WORD), borderType=cv2.BORDER_CONSTANT)
    if dense.max() < _INKED:
        return False
    rows, columns = (np.flatnonzero(differs.any(axis=axis)) for axis in (1, 0))
    high, wide = int(np.ptp(rows)) + 1, int(np.ptp(columns)) + 1
    return not (wide <= _CURSOR and high > 2 * wide and differs.sum() >= _SOLID * high * wide)


def _differing(before: Screen, there: Bounds, after: Screen, now: Bounds) -> _Mask:
    """Return which pixels of a place on one screen differ clearly from those of a place on another, both pictured."""
    import cv2  # takes a quarter of a second, and most actions need none of this
    from PIL import ImageChops

    assert before.picture
    assert after.picture
    one, other = (
        (picture if picture.mode == "RGB" else picture.convert("RGB")).crop(bounds)  # converting copies all of it
        for picture, bounds in ((before.picture, there), (after.picture, now))
    )
    apart = ImageChops.difference(one, other if one.size == other.size else other.resize(one.size))
    alike = cv2.inRange(np.asarray(apart), (0, 0, 0), (_CLEARLY,) * 3)
    return np.asarray(alike == 0)


def page_pictures(screen: Screen) -> list[Node]:
    """Return the pictures in front that are so large, and so little covered, that the page is about them."""
    return _pictures(screen.front.nodes, screen, _LARGE * screen.size[0] * screen.size[1])


def pictures_in(region: Node, screen: Screen, but: Node) -> list[Node]:
    """Return the pictures within a node large enough to show what it is about. but: a node to leave out."""
    least = _LARGE * area(_box(region, screen))
    return _pictures([node for node in walk(region) if node is not but], screen, least)


def pictures_among(nodes: Sequence[Node], screen: Screen, *, icons: bool) -> list[Node]:
    """Return the pictures among some nodes, whatever their size. icons: True if icons are pictures too."""
    return _pictures(nodes, screen, 0, icons=icons)


def _is_icon(node: Node, screen: Screen) -> bool:
    """Tell whether a node is so small both ways that a picture in it is an icon."""
    box = _box(node, screen)
    return max(box[2] - box[0], box[3] - box[1]) < _ICON * min(screen.size)


def _pictures(nodes: Sequence[Node], screen: Screen, least: float, *, icons: bool = False) -> list[Node]:
    """Return the pictures among some nodes, topmost first: of a least size in square px, and mostly visible."""
    found = (n for n in reversed(nodes) if is_picture(n, screen, least) and (icons or not _is_icon(n, screen)))
    large = islice(found, _MOST_PICTURES)
    return [n for n in large if sum(map(area, lying_over(n, screen))) < _HIDDEN * area(_box(n, screen))]


def lying_over(node: Node, screen: Screen) -> list[Bounds]:
    """Return the bounds of everything drawn over a node: later leaves of its window, and windows above."""
    spans, leaves = _drawing_order(screen.tree)
    window, _, last = spans[node]
    over = (leaf for leaf in leaves if spans[leaf][0] != window or spans[leaf][1] > last)
    return [box for leaf in over if (box := overlap(leaf.bounds, node.bounds))]


@lru_cache(maxsize=4)
def _drawing_order(tree: Tree) -> tuple[dict[Node, tuple[int, int, int]], list[Node]]:
    """Return for each node its window's number and the places in it of itself and of the last node in it; and leaves.

    The leaves are the visible nodes without children.
    """
    spans: dict[Node, tuple[int, int, int]] = {}
    for window, root in enumerate(tree):
        nodes = list(walk(root))
        for place in range(len(nodes) - 1, -1, -1):  # children come before their parents
            node = nodes[place]
            spans[node] = window, place, spans[node.children[-1]][2] if node.children else place
    return spans, [node for node in spans if node.visible and not node.children]


def _box(node: Node, screen: Screen) -> Bounds:
    return clip(node.bounds, screen.size) or (0, 0, 0, 0)


def is_picture(node: Node, screen: Screen, least: float = 0) -> bool:
    """Tell whether a node is a picture without words, of at least so many square px."""
    if not node.visible or node.children or node.role.endswith(_EMPTY):
        return False
    if node.editable or node.password or visible_words(node):
        return False
    box = _box(node, screen)
    thin = thickness(box) < _SPECK * min(screen.size)
    return area(box) >= least and not thin and not any(overlap(box, secret) for secret in screen.secrets)


def at(bounds: Bounds, screen: Screen) -> Node | None:
    """Return the outermost visible node with the given bounds on a screen, px, cut off at its edges; or None."""
    return next(iter(by_bounds(screen.tree, screen.size).get(bounds, ())), None)
