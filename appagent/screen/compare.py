"""Two looks at a device: whether anything changed between them, and whether both show the same screen."""

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

_SAME = 0.8  # Jaccard from which two sets of templates are one screen
_FEW = 3  # templates, below which screens are told apart by their ids alone
_STATUS_BAR = 24  # part of the longer side that a status bar takes which the tree does not show
_FACTS = attrgetter(*(fact.name for fact in fields(Node) if fact.name not in ("parent", "children", "index")))


def structure(tree: Tree) -> str:
    """Return a hash of what is where, words, states and the system's bars left out: equal while a screen is at rest."""
    shape = [
        (node.cls, node.resource_id, node.bounds, len(node.children))
        for window in _bars_apart(tree)[1]
        for node in window.nodes
    ]
    return hashlib.sha256(repr(shape).encode(errors="replace")).hexdigest()[:16]


def same_tree(before: Screen, after: Screen) -> bool:
    """Tell whether two trees are equal in every fact, the system's bars left out."""
    if before.tree is after.tree:
        return True
    old, new = (_bars_apart(screen.tree, screen.size)[1] for screen in (before, after))
    return _facts(old) == _facts(new)


def unchanged(before: Screen, after: Screen) -> bool:
    """Tell whether nothing happened: trees and pixels are equal, the status bar left out of both.

    Where neither screen has a picture the trees decide; where one has none, nothing is certain and it counts as
    changed.
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
    """Return the id to file a screen under: its own where that is known, else the most alike known one's.

    known: the templates of each known screen of the app, by screen id. Alike is Jaccard of 0.8 or more; of very few
    templates that would be chance: pages of one app may share a button and nothing else.
    """
    if screen.screen_id in known or len(screen.templates) < _FEW:
        return screen.screen_id
    alike = {screen_id: _jaccard(screen.templates, templates) for screen_id, templates in known.items()}
    best = max(sorted(alike), key=lambda screen_id: alike[screen_id], default="")
    return best if best and alike[best] >= _SAME else screen.screen_id


def _bars_apart(tree: Tree, size: Size | None = None) -> tuple[list[Window], list[Window]]:
    """Return the system's bars, which change by themselves, and all other windows."""
    found = windows(tree, size or display(tree))
    return [w for w in found if w.bar], [w for w in found if not w.bar]


def _facts(others: Iterable[Window]) -> list[tuple[object, ...]]:
    """Return every fact of the nodes of some windows: all that may change in them, but for the pixels."""
    return [(len(node.children), *_FACTS(node)) for window in others for node in window.nodes]


def _same_pixels(one: "Image.Image", other: "Image.Image", below: int) -> bool:
    """Tell whether two pictures differ in no row from `below` on."""
    from PIL import ImageChops

    if one.size != other.size:
        return False
    first, second = (picture if picture.mode == "RGB" else picture.convert("RGB") for picture in (one, other))
    differing = ImageChops.difference(first, second).getbbox()
    return differing is None or differing[3] <= below


def _bar_height(screen: Screen, picture: "Image.Image") -> int:
    """Return how far down the status bar reaches on a screen's picture, px."""
    width, height = picture.size
    edges = (window.nodes[0].bounds for window in _bars_apart(screen.tree, screen.size)[0])
    heights = [bottom for _, top, _, bottom in edges if top <= 0 < bottom < height // 2]
    return max(heights, default=max(width, height) // _STATUS_BAR)


def _jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0
