"""Compare two screens: whether anything changed between them, and whether they count as the same screen."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import fields
from operator import attrgetter
from typing import TYPE_CHECKING

from appagent.screen.screens import Screen
from appagent.screen.tree import Node, Size, Tree
from appagent.screen.windows import Window, display, windows

if TYPE_CHECKING:
    from PIL import Image

_SAME = 0.8  # share of templates in common from which two screens count as one
_FEW = 3  # screens with fewer templates are compared by their ids alone
_STATUS_BAR = 24  # the longer side divided by this is the assumed height of a status bar that the tree does not show
_FACTS = attrgetter(*(fact.name for fact in fields(Node) if fact.name not in ("parent", "children", "index")))


def structure(tree: Tree) -> str:
    """Return a hash of the layout of a tree, to find out whether a screen has stopped moving.

    The hash covers class, resource-id, bounds and number of children of every node. It leaves out words, states such as
    "checked", and the system's bars.
    """
    shape = [
        (node.cls, node.resource_id, node.bounds, len(node.children))
        for window in _bars_apart(tree)[1]
        for node in window.nodes
    ]
    return hashlib.sha256(repr(shape).encode(errors="replace")).hexdigest()[:16]


def same_tree(before: Screen, after: Screen) -> bool:
    """Tell whether the trees of two screens are equal in every attribute of every node.

    The system's bars are not compared, because the clock and the battery change by themselves.
    """
    if before.tree is after.tree:
        return True
    old, new = (_bars_apart(screen.tree, screen.size)[1] for screen in (before, after))
    return _facts(old) == _facts(new)


def unchanged(before: Screen, after: Screen) -> bool:
    """Tell whether two screens show exactly the same: app, activity, size, tree and pixels are equal.

    The system's bars are left out of the trees, and the status bar out of the pixels. If neither screen has a picture,
    only the rest is compared. If just one screen has a picture, they count as changed.
    """
    if (before.app, before.activity, before.size) != (after.app, after.activity, after.size):
        return False
    if not same_tree(before, after):
        return False
    if before.picture is None or after.picture is None:
        return before.picture is after.picture
    below = min(_bar_height(before, before.picture), _bar_height(after, after.picture))
    return _same_pixels(before.picture, after.picture, below)


def nearest(screen: Screen, known: Mapping[str, frozenset[str]]) -> str:
    """Return the screen id under which a screen is to be filed.

    known: for each known screen id of the app, the templates on that screen.
    The screen's own id is returned
    - if this id is known,
    - if the screen has fewer than 3 templates, because other screens may have the same ones by chance, or
    - if no known screen is similar.
    Otherwise the id of the most similar known screen is returned. Two screens are similar if they share at least 80% of
    all templates that the two have together.
    """
    if screen.screen_id in known or len(screen.templates) < _FEW:
        return screen.screen_id
    alike = {screen_id: _jaccard(screen.templates, templates) for screen_id, templates in known.items()}
    best = max(sorted(alike), key=lambda screen_id: alike[screen_id], default="")
    return best if best and alike[best] >= _SAME else screen.screen_id


def _bars_apart(tree: Tree, size: Size | None = None) -> tuple[list[Window], list[Window]]:
    """Return two lists: the windows of a tree that are the system's bars, and all other windows.

    size: width and height of the display, px; by default, as far as the windows reach.
    """
    found = windows(tree, size or display(tree))
    return [w for w in found if w.bar], [w for w in found if not w.bar]


def _facts(others: Iterable[Window]) -> list[tuple[object, ...]]:
    """Return a tuple for each node of some windows, so that two trees can be compared.

    A tuple holds the number of children and all attributes of the node, except for its parent, children and index.
    """
    return [(len(node.children), *_FACTS(node)) for window in others for node in window.nodes]


def _same_pixels(one: "Image.Image", other: "Image.Image", below: int) -> bool:
    """Tell whether two pictures have the same size and the same pixels from row `below` downwards."""
    from PIL import ImageChops

    if one.size != other.size:
        return False
    first, second = (picture if picture.mode == "RGB" else picture.convert("RGB") for picture in (one, other))
    differing = ImageChops.difference(first, second).getbbox()
    return differing is None or differing[3] <= below


def _bar_height(screen: Screen, picture: "Image.Image") -> int:
    """Return how far down the status bar reaches on a screen's picture, in px.

    If the tree shows no bar at the top, 1/24 of the picture's longer side is assumed.
    """
    width, height = picture.size
    edges = (window.nodes[0].bounds for window in _bars_apart(screen.tree, screen.size)[0])
    heights = [bottom for _, top, _, bottom in edges if top <= 0 < bottom < height // 2]
    return max(heights, default=max(width, height) // _STATUS_BAR)


def _jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0
