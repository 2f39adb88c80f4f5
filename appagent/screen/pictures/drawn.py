"""Compare parts of two screenshots in colour, without what lies over these parts or moves by itself."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from appagent.screen.compare import rgb
from appagent.screen.nodes.tree import Bounds, Node, Tree, area, by_bounds, clip, drawn, overlap, thickness, walk
from appagent.screen.screens import Screen
from appagent.screen.texts.wording import visible_words

_CLEARLY = 40  # of 256 shades of red, green or blue, by which a pixel differs clearly
_BLINKING = 0.03  # share of pixels that may differ clearly, as where a cursor blinks
_WORD, _INKED = 12, 0.05  # side of a square as small as a letter, px, and the share of it that another letter changes
_CURSOR, _SOLID = 9, 0.8  # px: greatest width of a cursor, and the share of its box that it fills
_HIDDEN = 0.5  # share of a picture that may lie under other things
_LARGE = 1 / 6  # share of the display or of a node; a picture that fills more shows what this is about
_ICON = 1 / 6  # of the display's shorter side; a picture that is smaller both ways is an icon
_SPECK = 1 / 13  # of the shorter side; what is thinner, such as a line or the dot of a PIN, is no picture
_MOST_PICTURES = 8  # that are looked at; a page has fewer, but a malicious one may have any number
# ends of the classes of nodes that are no pictures: without children they are empty, or they show progress
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
    """Tell whether at most 3% of the pixels differ clearly between part of one screen and part of another.

    The result is also True if one of the screens has no picture.
    there, now: bounds of the part on the earlier and on the later screen, px. over: bounds on the earlier screen that
    are not compared, because something lies over the part there.
    later: function that captures the later screen once more; it is called only if the parts differ. Pixels that have
    changed again by then, as in a film, are not compared.
    closely: True to find a small word that has changed as well, but no blinking cursor.
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
    """Tell whether many pixels differ, or a few in one dense spot, unless that is an upright line such as a cursor."""
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
    """Return a mask of the pixels that differ clearly between part of one screen and part of another.

    there, now: bounds of the parts, px. Both screens must have a picture. The mask is as large as the earlier part.
    """
    import cv2  # takes a quarter of a second, and most actions need none of this
    from PIL import ImageChops

    assert before.picture
    assert after.picture
    one, other = (rgb(picture).crop(bounds) for picture, bounds in ((before.picture, there), (after.picture, now)))
    apart = ImageChops.difference(one, other if one.size == other.size else other.resize(one.size))
    alike = cv2.inRange(np.asarray(apart), (0, 0, 0), (_CLEARLY,) * 3)
    return np.asarray(alike == 0)


def page_pictures(screen: Screen) -> list[Node]:
    """Return the pictures in front that are so large that the page is about them, and that are mostly uncovered."""
    return _pictures(screen.front.nodes, screen, _LARGE * screen.size[0] * screen.size[1])


def pictures_in(region: Node, screen: Screen, but: Node) -> list[Node]:
    """Return the pictures inside a node that fill at least a sixth of it. but: a node to leave out."""
    least = _LARGE * area(_box(region, screen))
    return _pictures([node for node in walk(region) if node is not but], screen, least)


def pictures_among(nodes: Sequence[Node], screen: Screen, *, icons: bool) -> list[Node]:
    """Return the pictures among some nodes, whatever their size. icons: True if icons are pictures too."""
    return _pictures(nodes, screen, 0, icons=icons)


def _is_icon(node: Node, screen: Screen) -> bool:
    """Tell whether a node is both so narrow and so low that a picture in it is an icon."""
    box = _box(node, screen)
    return max(box[2] - box[0], box[3] - box[1]) < _ICON * min(screen.size)


def _pictures(nodes: Sequence[Node], screen: Screen, least: float, *, icons: bool = False) -> list[Node]:
    """Return at most 8 pictures among some nodes, without those that are mostly covered, the last drawn first.

    least: smallest area of a picture, square px. icons: True if icons count as pictures too.
    """
    found = (n for n in reversed(nodes) if is_picture(n, screen, least) and (icons or not _is_icon(n, screen)))
    large = islice(found, _MOST_PICTURES)
    return [n for n in large if sum(map(area, lying_over(n, screen))) < _HIDDEN * area(_box(n, screen))]


def lying_over(node: Node, screen: Screen) -> list[Bounds]:
    """Return the bounds of all that is drawn over a node: later childless nodes of its window, and windows above."""
    spans, leaves = _drawing_order(screen.tree)
    window, _, last = spans[node]
    over = (leaf for leaf in leaves if spans[leaf][0] != window or spans[leaf][1] > last)
    return [box for leaf in over if (box := overlap(leaf.bounds, node.bounds))]


@lru_cache(maxsize=4)
def _drawing_order(tree: Tree) -> tuple[dict[Node, tuple[int, int, int]], list[Node]]:
    """Return (spans, leaves) of a tree.

    spans: for each node, (number of its window, its index in the window, index of the last node inside it), in the
    order of drawing. leaves: the visible nodes without children.
    """
    spans: dict[Node, tuple[int, int, int]] = {}
    for window, root in enumerate(tree):
        nodes = list(drawn(root))
        for place in range(len(nodes) - 1, -1, -1):  # children come before their parents
            node = nodes[place]
            spans[node] = window, place, max((place, *(spans[child][2] for child in node.children)))
    return spans, [node for node in spans if node.visible and not node.children]


def _box(node: Node, screen: Screen) -> Bounds:
    return clip(node.bounds, screen.size) or (0, 0, 0, 0)


def is_picture(node: Node, screen: Screen, least: float = 0) -> bool:
    """Tell whether a node is a picture without words. least: smallest area of a picture, square px."""
    if not node.visible or node.children or node.role.endswith(_EMPTY):
        return False
    if node.editable or node.password or visible_words(node):
        return False
    box = _box(node, screen)
    thin = thickness(box) < _SPECK * min(screen.size)
    return area(box) >= least and not thin and not any(overlap(box, secret) for secret in screen.secrets)


def at(bounds: Bounds, screen: Screen) -> Node | None:
    """Return the outermost visible node with the given bounds on a screen, or None.

    bounds: px, cut off at the edges of the display.
    """
    return next(iter(by_bounds(screen.tree, screen.size).get(bounds, ())), None)
