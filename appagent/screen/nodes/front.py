"""Find what is in front on a screen (its dialog, sheet or page, without toasts and the like), and its selected tabs."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise
from typing import Literal

from appagent.screen.nodes.tree import (
    Bounds,
    Node,
    Size,
    area,
    back_to_front,
    clip,
    encloses,
    overlap,
    root_of,
    upwards,
    walk,
)
from appagent.screen.nodes.windows import Window

# Messages and advertisements that lie over a screen for a while, by the last part of a resource-id, and by class.
_PASSING = re.compile(r"(?:^|_)(?:snackbar|toast|ads?|adview|admob|advert\w*)(?:_|$)", re.IGNORECASE)
_PASSING_CLASSES = re.compile(r"Snackbar|Toast|AdView$|BannerAd")
_MESSAGE = 0.25  # share of the display; a window that covers less and has nothing to touch is a toast
_COVER = 0.6  # share of the display; a cover that keeps touches from the page is at least as large
_SHEET = (0.02, 0.9)  # share of the display that a sheet fills, from and to
_INSIDE_COVER = 3  # nodes that a cover may consist of
_NO_TABS = ("ImageButton", "ImageView", "CheckBox", "Switch", "RadioButton", "EditText")
_MOST_TABS = 12
_INSIDE_TAB = 12  # nodes of a tab that may say that it is selected
_WIDE = 0.5  # share of the window's width that a bar of tabs takes at least
_UNEVEN = 0.35  # of the distance between two tabs, by which others may differ; a bar of tools is less even
_TALL = 0.12  # of the window's height; cards and pictures that are taller are no tabs
_LEVEL = 0.3  # of a tab's height by which others may lie higher or lower, and of its width to the sides
_PANEL = 0.92  # share of the display's width that a panel at its side takes up at most
_PANEL_HEIGHT = 0.7  # share of the display's height that it takes up at least
_ROWS = 3  # bars of one kind below each other; as many are the rows of a grid and no tabs


@dataclass(frozen=True)
class Front:
    """Foreground of a screen: its dialog, sheet or page.

    kind: "dialog" for a dialog, a menu or a sheet, else "app", "system", or "" if there is nothing.
    nodes: its visible nodes, parents before their children, without messages and advertisements over it.
    """

    kind: str
    nodes: tuple[Node, ...]


@dataclass(frozen=True)
class Tab:
    """Selected tab of a bar. place: its position in the bar, counted from 0; -1 if the bar scrolls, where it varies."""

    node: Node
    bar: Node
    place: int


@lru_cache(maxsize=8)  # as `windows` are
def front(found: tuple[Window, ...], size: Size) -> Front:
    """Return what is in front on a screen.

    A popup under which the page can still be touched, such as suggestions under an input field, is left out. A sheet in
    the same window as its page is found by the cover that keeps touches from the page.
    size: width and height of the display, px.
    """
    open_windows = [w for w in found if w.reachable and not w.bar and not _is_message(w, size)]
    kinds = {window.kind for window in open_windows}
    kind = next((kind for kind in ("app", "dialog", "system") if kind in kinds), "")
    roots = [window.nodes[0] for window in open_windows if window.kind == kind]
    nodes = [node for root in roots for node in walk(root, _is_over)]
    sheet = _sheet(nodes, size) if kind == "app" else None
    return Front("dialog", tuple(walk(sheet, _is_over))) if sheet else Front(kind, tuple(nodes))


@lru_cache(maxsize=8)
def passing(found: tuple[Window, ...], size: Size) -> tuple[Node, ...]:
    """Return the visible nodes of toasts, snack bars and advertisements, which vanish by themselves."""
    lasting = set(front(found, size).nodes)
    over = [n for window in found if not window.bar and _is_message(window, size) for n in window.nodes]
    roots = (n for window in found for n in window.nodes if n.visible and passes(n))
    over += [n for root in roots for n in walk(root)]
    return tuple(n for n in dict.fromkeys(over) if n.visible and n not in lasting)


@lru_cache(maxsize=8)
def selected_tabs(nodes: tuple[Node, ...]) -> tuple[Tab, ...]:
    """Return the selected tab of each bar of tabs among some nodes, in the order of the tree.

    A bar has two to twelve parts of one class side by side, which can be tapped and of which one is selected. It is at
    least half as wide as its window. Rows of a grid, and tools that can be on or off, are no tabs.
    """
    found = []
    for bar in nodes:
        tabs = _tabs(bar)
        chosen = [tab for tab in tabs if any(n.selected for n in islice(walk(tab), _INSIDE_TAB))]
        if len(chosen) == 1:
            scrolls = bar.scrollable or bool(bar.parent and bar.parent.scrollable and len(bar.parent.children) == 1)
            found.append(Tab(chosen[0], bar, -1 if scrolls else tabs.index(chosen[0])))
    return tuple(found)


@lru_cache(maxsize=8)
def side_of_panel(found: Front, size: Size) -> Literal["left", "right", ""]:
    """Return the side of the display at which a panel lies, such as a drawer, if it is all that a page shows; else "".

    Android takes the page beside an open drawer out of the hierarchy, so the panel is known by its width: it is the
    smallest node that holds all texts and controls, is narrower than what is around it, and nearly as high as that.
    size: width and height of the display, px.
    """
    shown = [each for each in found.nodes if each.clickable or each.text or each.description]
    if found.kind != "app" or not shown:
        return ""
    left, top, right, bottom = (edge(each.bounds[i] for each in shown) for i, edge in enumerate((min, min, max, max)))
    holders = [each for each in upwards(shown[0]) if encloses(each.bounds, (left, top, right, bottom))]
    inner = holders[0].bounds if holders else (0, 0, *size)
    narrow = inner[2] - inner[0] <= _PANEL * size[0]
    if not narrow or inner[3] - inner[1] < _PANEL_HEIGHT * size[1]:
        return ""
    return "left" if inner[0] <= 0 < size[0] - inner[2] else "right" if inner[2] >= size[0] else ""


def is_tab(bounds: Bounds, nodes: tuple[Node, ...]) -> bool:
    """Tell whether bounds lie in a tab of a bar of which one tab is selected. nodes: those among which the bar is."""
    tabs = (each for tab in selected_tabs(nodes) for each in tab.bar.children)
    return any(encloses(each.bounds, bounds) for each in tabs)


def _is_message(window: Window, size: Size) -> bool:
    """Tell whether a window is a toast: it covers little of the display and has nothing to touch."""
    box = clip(window.nodes[0].bounds, size)
    small = box is not None and area(box) < _MESSAGE * size[0] * size[1]
    return small and not any(n.clickable or n.focusable or n.scrollable for n in window.nodes)


def _is_over(node: Node) -> bool:
    return not node.visible or passes(node)


def passes(node: Node) -> bool:
    """Tell whether a node is a message or an advertisement that lies over a screen for a while."""
    name = node.resource_id.rpartition("/")[2]
    return bool(_PASSING.search(name) or _PASSING_CLASSES.search(node.role))


def _sheet(nodes: Sequence[Node], size: Size) -> Node | None:
    """Return the topmost sheet that lies over a cover of the page; None if no page is covered."""
    whole = max(size[0] * size[1], 1)
    for cover in reversed(nodes):
        if cover.parent and area(clip(cover.bounds, size) or (0, 0, 0, 0)) >= _COVER * whole and _is_cover(cover):
            siblings = back_to_front(cover.parent.children)
            for sheet in reversed(siblings[siblings.index(cover) + 1 :]):
                box = clip(sheet.bounds, size) or (0, 0, 0, 0)
                over = 2 * area(overlap(box, cover.bounds) or (0, 0, 0, 0)) > area(box)  # bars lie beside the cover
                if over and sheet.visible and _SHEET[0] <= area(box) / whole <= _SHEET[1] and sheet.children:
                    return sheet
    return None


def _is_cover(node: Node) -> bool:
    within = list(islice(walk(node), _INSIDE_COVER + 1))
    return node.clickable and len(within) <= _INSIDE_COVER and not any(n.text or n.scrollable for n in within)


def _tabs(bar: Node) -> list[Node]:
    """Return the parts of a node if they may be tabs by their class and place, else an empty list."""
    tabs = [n for n in bar.children if n.visible and area(n.bounds) and (n.clickable or n.selected or _holds_one(n))]
    if not 1 < len(tabs) <= _MOST_TABS or len({tab.role for tab in tabs}) > 1:
        return []
    touched = tabs[0].children[0] if _holds_one(tabs[0]) and not tabs[0].clickable else tabs[0]
    if touched.role in _NO_TABS:
        return []
    if any(n.checkable or n.editable for tab in tabs for n in islice(walk(tab), _INSIDE_TAB)):
        return []
    return tabs if _in_a_bar(tabs, bar) and not _of_grid(bar) else []


def _holds_one(node: Node) -> bool:
    return len(node.children) == 1 and node.children[0].clickable


def _in_a_bar(tabs: Sequence[Node], bar: Node) -> bool:
    """Tell whether parts of a node stand side by side without wide gaps, and together are wide enough for tabs."""
    boxes = sorted(tab.bounds for tab in tabs)
    high = boxes[0][3] - boxes[0][1]
    if any(abs(box[edge] - boxes[0][edge]) > _LEVEL * high for box in boxes for edge in (1, 3)):
        return False
    steps = [(other[0] + other[2] - one[0] - one[2]) / 2 for one, other in pairwise(boxes)]
    gaps = [other[0] - one[2] for one, other in pairwise(boxes)]
    wide = sum(box[2] - box[0] for box in boxes) / len(boxes)
    even = max(steps) - min(steps) <= _UNEVEN * max(steps)
    left, above, right, below = root_of(bar).bounds
    fits = boxes[-1][2] - boxes[0][0] >= _WIDE * (right - left) and high <= _TALL * (below - above)
    return fits and min(steps) > 0 and (even or max(gaps) <= _UNEVEN * wide)


def _of_grid(bar: Node) -> bool:
    """Tell whether a node is a row of a grid: others of its class below or above it have the same columns."""
    siblings = bar.parent.children if bar.parent else ()
    return sum(n.role == bar.role and _same_columns(n, bar) for n in siblings) >= _ROWS


def _same_columns(one: Node, other: Node) -> bool:
    pairs = list(zip(one.children, other.children, strict=False))
    if len(one.children) != len(other.children):
        return False
    apart = _LEVEL * max((box.bounds[2] - box.bounds[0] for _, box in pairs), default=0)
    return all(abs(a.bounds[edge] - b.bounds[edge]) <= apart for a, b in pairs for edge in (0, 2))
