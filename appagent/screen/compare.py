"""Compare two screens: whether anything changed between them, and whether they count as the same screen."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING

from appagent.screen.elements.identity import ASKS, BARE, FEW, IN, OFFERS, SAYS, TAB, TITLE, WEB
from appagent.screen.nodes.tree import Bounds, Node, Tree
from appagent.screen.nodes.windows import display, windows
from appagent.screen.screens import Screen

if TYPE_CHECKING:
    from PIL import Image

_SAME = 0.8  # share of common templates; two screens with as many count as one
_DOUBT = 0.5  # likewise; two screens with as many may be one
_OFFERED = 0.6  # share of a menu's or page's names that another visit must have, because some come and go
_SOME = 2  # documented elements that a screen must have before it is recognised by them
_KINDS = (IN, TAB, WEB, TITLE, ASKS, OFFERS, SAYS, BARE)
_RICH = 4  # templates of a sheet that is known by them alone, because Android's own dialogs have fewer
_STATUS_BAR = 24  # the longer side divided by this is the assumed height of a status bar that the tree does not show
_NODE_VALUES = attrgetter(*(fact.name for fact in fields(Node) if fact.name not in ("parent", "children", "index")))


def structure(tree: Tree) -> str:
    """Return a hash of the layout of a tree, to find out whether a screen has stopped moving.

    The hash covers class, resource-id, bounds and number of children of every node. It leaves out words, states such as
    "checked", and the system's bars.
    """
    shape = [
        (node.cls, node.resource_id, node.bounds, len(node.children))
        for window in windows(tree, display(tree))
        for node in (() if window.bar else window.nodes)
    ]
    return hashlib.sha256(repr(shape).encode(errors="replace")).hexdigest()[:16]


def same_tree(before: Screen, after: Screen) -> bool:
    """Tell whether the trees of two screens are equal in every attribute of every node.

    The system's bars are not compared, because the clock and the battery change by themselves.
    """
    if before.tree is after.tree:
        return True
    return _node_values(before) == _node_values(after)


def changed_places(before: Screen, after: Screen) -> list[Bounds]:
    """Return the bounds of the nodes that only one of two screens has, or that differ in anything, px."""
    looks = [dict(zip(_node_values(screen), _nodes(screen), strict=True)) for screen in (before, after)]
    return [node.bounds for one, other in (looks, looks[::-1]) for values, node in one.items() if values not in other]


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
    return differing(before, after) is None


@lru_cache(maxsize=1)  # asked several times of the same two in a row; it keeps their pictures
def differing(before: Screen, after: Screen) -> Bounds | None:
    """Return the bounds of all pixels that differ between the pictures of two screens, below the status bar, px.

    The whole display is returned if the pictures differ in size or one is missing, and None if nothing differs.
    """
    from PIL import ImageChops

    one, other = before.picture, after.picture
    if one is None or other is None or one.size != other.size:
        return 0, 0, *after.size
    found = ImageChops.difference(rgb(one), rgb(other)).getbbox()
    below = min(_bar_height(before, one), _bar_height(after, other))
    return (found[0], max(found[1], below), *found[2:]) if found and found[3] > below else None


def rgb(picture: "Image.Image") -> "Image.Image":
    """Return a picture in RGB. A picture in RGB is returned itself, since copying takes milliseconds."""
    return picture if picture.mode == "RGB" else picture.convert("RGB")


def nearest(
    screen: Screen, known: Mapping[str, frozenset[str]], documented: Mapping[str, frozenset[str]] | None = None
) -> str:
    """Return the screen id to store a screen under: its own, or that of the known screen most like it.

    known: for each known screen id of the app, the templates and signs of that screen. documented: for each of these
    ids, the ids of the elements on that screen that have documents. The first of these rules that applies decides:

    - If the screen's own id or one of its aliases is known, it is returned.
    - The known screen with the highest `_likeness` is taken. If its likeness is doubtful, most of its documented
      elements must be on this screen too (the idea of MobileGPT, arXiv:2312.03003).
    - If only one screen of this activity is known, and it may be this page in another language, the id of that screen
      is returned.
    - The screen's own id is returned.
    """
    for name in (screen.screen_id, *screen.aliases):
        if name in known:
            return name
    mine, here = _looks(screen.templates), {element.id for element in screen.elements}
    looks = {screen_id: _looks(templates) for screen_id, templates in known.items()}
    alike = {}
    for screen_id, theirs in looks.items():
        told = (documented or {}).get(screen_id, frozenset())
        there = len(told & here) / len(told) if len(told) >= _SOME else 0.0
        likeness = _likeness(mine, theirs)
        if likeness >= _SAME or (likeness >= _DOUBT and there >= _SAME):
            alike[screen_id] = (likeness, there)
    of_activity = [screen_id for screen_id, theirs in looks.items() if theirs.signs[IN] & mine.signs[IN]]
    if not alike and len(of_activity) == 1 and _translated(mine, looks[of_activity[0]]):
        return of_activity[0]
    return max(sorted(alike), key=lambda screen_id: alike[screen_id], default=screen.screen_id)


def may_be_one(before: Screen, after: Screen) -> bool:
    """Tell whether two captures may be of one screen, even if its heading was scrolled away or covered by a keyboard.

    They may if activity, kind of window and selected tabs are equal, if their headings and questions are not different,
    and if most templates of one are on the other.
    """
    one, other = _looks(before.templates), _looks(after.templates)
    if any(one.signs[kind] != other.signs[kind] for kind in (IN, TAB)):
        return False
    words = [each.signs[TITLE] | each.signs[ASKS] | each.signs[OFFERS] for each in (one, other)]
    return _fits(one, other) and (not all(words) or words[0] == words[1])


def is_other_choice(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether two sets of templates and signs may be of one screen on which another tab or chip is selected.

    In a dialog the words of what is selected may be taken for the question.
    """
    mine, theirs = _looks(one), _looks(other)
    common = len(mine.templates & theirs.templates) / max(len(mine.templates | theirs.templates), 1)
    differ = any(mine.signs[kind] != theirs.signs[kind] for kind in (TAB, ASKS))
    return differ and common >= _SAME and all(mine.signs[kind] == theirs.signs[kind] for kind in (IN, WEB))


def built_alike(before: Screen, after: Screen) -> bool:
    """Tell whether at least half of the templates of one of two screens, outside lists, are on the other."""
    return _fits(_looks(before.templates), _looks(after.templates))


@dataclass(frozen=True)
class _Looks:
    """Features by which a screen is recognised: its templates, and its signs by kind; see `identity.Identity`."""

    templates: frozenset[str]
    signs: Mapping[str, frozenset[str]]


def _looks(told: frozenset[str]) -> _Looks:
    signs = {kind: frozenset(each for each in told if each.startswith(kind)) for kind in _KINDS}
    return _Looks(told.difference(*signs.values()), signs)


def _likeness(one: _Looks, other: _Looks) -> float:
    """Return how alike two screens are, from 0 to 1. From 0.8 they count as the same screen, from 0.5 they may be.

    The result is the share of templates that both have, except that it is

    - 0 if activity, kind of window, selected tab, web page, question or options of a menu differ, or if only one of
      them is a web page;
    - 1 if they have the same question, most options or the heading in common, and at least half of the templates of
      one (or it has none);
    - 0 if there are too few templates to tell, and no words show that the screens are the same: neither the heading,
      nor, where one has none, most names of controls.

    With enough templates, different headings do not count, because many headings are names of what is shown. If hardly
    any of these templates has a resource-id in it, the screens are in doubt then.
    """
    for kind in (IN, TAB, WEB):
        if one.signs[kind] and other.signs[kind] and one.signs[kind] != other.signs[kind]:
            return 0.0
    if _one_is_web(one, other):
        return 0.0
    least = min(len(one.templates), len(other.templates))
    common = len(one.templates & other.templates) / max(len(one.templates | other.templates), 1)
    fits = _fits(one, other)
    if any(looks.signs[kind] for looks in (one, other) for kind in (ASKS, OFFERS)):
        if _same_dialog(one, other):
            return max(common, float(fits))
        return common if least >= _RICH and common > _SAME else 0.0
    if one.signs[TITLE] and one.signs[TITLE] == other.signs[TITLE]:
        return max(common, float(fits))
    if one.signs[TITLE] and other.signs[TITLE]:
        bare = one.signs[BARE] and other.signs[BARE]
        return 0.0 if least < FEW else min(common, _DOUBT) if bare else common
    if least < FEW and not _say_the_same(one, other):
        return 0.0
    return common


def _one_is_web(one: _Looks, other: _Looks) -> bool:
    """Tell whether one page is a web page with a title, and the other is no web page and has another heading."""
    web, page = (one, other) if one.signs[WEB] else (other, one)
    words = {each.removeprefix(WEB) for each in web.signs[WEB]}
    heading = {each.removeprefix(TITLE) for each in page.signs[TITLE]}
    return bool(words and heading) and words != heading


def _fits(one: _Looks, other: _Looks) -> bool:
    least = min(len(one.templates), len(other.templates))
    return not least or len(one.templates & other.templates) >= _DOUBT * least


def _translated(one: _Looks, other: _Looks) -> bool:
    """Tell whether two pages may be the same one in two languages.

    They may if all templates of one are on the other, and their headings are in different scripts.
    """
    scripts = [{sign.split("-")[1] for sign in looks.signs[TITLE]} for looks in (one, other)]
    told_apart = one.signs[TAB] != other.signs[TAB] or not all(scripts) or scripts[0] & scripts[1]
    least = min(len(one.templates), len(other.templates))
    return not told_apart and 0 < least == len(one.templates & other.templates)


def _same_dialog(one: _Looks, other: _Looks) -> bool:
    if one.signs[ASKS] or other.signs[ASKS]:
        return one.signs[ASKS] == other.signs[ASKS]
    return _most_in_common(one.signs[OFFERS], other.signs[OFFERS])


def _say_the_same(one: _Looks, other: _Looks) -> bool:
    """Tell whether two pages of one activity may be one by what they say.

    They may if their controls have the same names, or names in different scripts. If a page has no names, both must
    have a heading or none, and tabs or none.
    """
    if not one.signs[IN] & other.signs[IN]:
        return False
    mine, theirs = one.signs[SAYS], other.signs[SAYS]
    if not (mine and theirs):
        return all(bool(one.signs[kind]) == bool(other.signs[kind]) for kind in (TITLE, TAB))
    scripts = [{sign.split("-")[1] for sign in each} for each in (mine, theirs)]
    return not scripts[0] & scripts[1] or _most_in_common(mine, theirs)


def _most_in_common(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one and other) and len(one & other) >= _OFFERED * max(len(one), len(other))


def _node_values(screen: Screen) -> list[tuple[object, ...]]:
    """Return a tuple for each node of a screen outside the system's bars, so that two screens can be compared.

    A tuple holds the number of children and all attributes of the node, except for its parent, children and index.
    """
    return [(len(node.children), *_NODE_VALUES(node)) for node in _nodes(screen)]


def _nodes(screen: Screen) -> list[Node]:
    return [node for window in screen.windows if not window.bar for node in window.nodes]


def _bar_height(screen: Screen, picture: "Image.Image") -> int:
    """Return how far down the status bar reaches on a screen's picture, in px.

    If the tree shows no bar at the top, 1/24 of the picture's longer side is assumed.
    """
    width, height = picture.size
    edges = (window.nodes[0].bounds for window in screen.windows if window.bar)
    heights = [bottom for _, top, _, bottom in edges if top <= 0 < bottom < height // 2]
    return max(heights, default=max(width, height) // _STATUS_BAR)
