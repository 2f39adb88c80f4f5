"""Controls: the nodes of a screen that a finger can do something with, in reading order, before they get their ids."""

import unicodedata
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

import numpy as np

from appagent.screen.nodes.tree import Bounds, Node, Size, area, clip, drawn, overlap, root_of, upwards, walk
from appagent.screen.nodes.windows import Window
from appagent.screen.texts.wording import visible_words

_MOST_LETTERS = 2000  # of a screen, to find out whether it is written from right to left
SLIDERS = ("SeekBar", "Slider")  # ends of roles
_COVERED = 0.95  # share of a node; if as much lies under other nodes, no finger finds it
_PANE = 0.5  # share of a window; a control that covers more and has others in it is a background
_STACKED = ("app", "dialog", "system")  # kinds of windows, the lowest first
_MOST_KEPT = 8  # screens, or parts of them, of which is kept what several readers ask for


@dataclass(frozen=True, eq=False)
class Control:
    """Element that has no id yet: all nodes with the same bounds, taken as one thing to touch.

    node: the node among them that says most about their purpose; it represents them all.
    nodes: all nodes with these bounds, outermost first.
    bounds: the bounds, cut off at the edges of the display.
    actions: what a finger can do here: some of "tap", "long_press", "text" and "swipe", in this order.
    window: the kind of window: "app", "dialog" or "system".
    """

    node: Node
    nodes: tuple[Node, ...]
    bounds: Bounds
    actions: tuple[str, ...]
    window: str


Controls = tuple[Control, ...]  # of one screen, in reading order


def controls(windows: Iterable[Window], size: Size, *, disabled: bool = False) -> Controls:
    """Return all controls in the windows that a finger can reach, in reading order.

    size: width and height of the display, px. Nodes with the same bounds become one control.
    disabled: True to return the controls that are disabled now as well.
    """
    groups: dict[Bounds, list[tuple[Node, str]]] = {}
    for window in windows:
        for node in _interactive(window.nodes, disabled=disabled) if window.reachable else ():
            bounds = clip(node.bounds, size)
            if bounds:
                groups.setdefault(bounds, []).append((node, window.kind))
    return tuple(reading_order([_control(bounds, group) for bounds, group in groups.items()]))


@lru_cache(maxsize=_MOST_KEPT)
def speaking(found: Controls) -> frozenset[Node]:
    """Return the nodes of some controls that can be tapped or checked.

    The words of such a node name its own control. They are not used to name a row that contains the control, unless the
    row has no other words.
    """
    return frozenset(node for control in found for node in control.nodes if node.clickable or node.checkable)


@lru_cache(maxsize=_MOST_KEPT)
def named_by_content(found: Controls) -> frozenset[Control]:
    """Return the controls that are named by the words of the nodes inside them, as rows and cards are.

    These are all controls that can be tapped but not swiped, except for backgrounds. A background covers over half of
    its window and contains other controls, such as a page that only stops touches from reaching the page below it. But
    a large control directly inside a list that scrolls is a row and no background.
    """
    around = holders(found)
    held: dict[Control | None, list[Control]] = defaultdict(list)
    for control, holder in reversed(tuple(around.items())):  # controls inside another one come after it in this order
        held[holder] += [control, *held[control]]
    return frozenset(
        control
        for control, holder in around.items()
        if "tap" in control.actions
        and "swipe" not in control.actions
        and ((holder and "swipe" in holder.actions) or not _is_pane(control, held[control]))
    )


def reading_order(found: Sequence[Control]) -> list[Control]:
    """Sort controls row by row from the top; each control is followed by the controls inside it.

    A row is read from left to right, but from right to left if most letters on the screen belong to scripts written
    that way. Text typed into input fields is not counted for this.
    """
    inside: dict[Control | None, list[Control]] = {}
    for control, holder in holders(tuple(found)).items():
        inside.setdefault(holder, []).append(control)
    leftwards = _leftwards(control.node for control in found)
    ordered: list[Control] = []
    stack = _rows(inside.get(None, []), leftwards)[::-1]
    while stack:
        control = stack.pop()
        ordered.append(control)
        stack.extend(_rows(inside.get(control, []), leftwards)[::-1])
    return ordered


def drawing_order(windows: Iterable[Window], found: Iterable[Control]) -> dict[Control, tuple[int, int]]:
    """Return (first, last) for each control: the positions of its first and its last node in the order of drawing.

    Parents are drawn before their children. Dialogs and popups are drawn after the windows of apps, the system's
    windows last.
    """
    places = drawn_at(windows)
    ends = _ends(places)
    return {c: (min(places[n] for n in c.nodes), max(ends[n] for n in c.nodes)) for c in found}


def _ends(places: Mapping[Node, int]) -> dict[Node, int]:
    """Return for each node the last position of all nodes in it. places: position of each in the order of drawing."""
    ends: dict[Node, int] = {}
    for node, place in reversed(tuple(places.items())):  # children come before their parents
        ends[node] = max((place, *(ends[child] for child in node.children)))
    return ends


def drawn_at(windows: Iterable[Window]) -> dict[Node, int]:
    """Return the position of each node in the order of drawing; see `drawing_order`."""
    lowest_first = sorted((w for w in windows if w.kind in _STACKED), key=lambda window: _STACKED.index(window.kind))
    painted = (node for window in lowest_first for node in drawn(window.nodes[0]))
    return {node: place for place, node in enumerate(painted)}


@lru_cache(maxsize=_MOST_KEPT)
def holders(found: Controls) -> Mapping[Control, Control | None]:
    """Return for each control the innermost other control that contains it in the tree, or None if there is none."""
    own = {node: control for control in found for node in control.nodes}
    around: dict[Node, Control | None] = {}  # for nodes between controls, so that no node is visited twice
    holders: dict[Control, Control | None] = {}
    for control in found:
        passed, node = [], control.nodes[0].parent
        while node and node not in own and node not in around:
            passed.append(node)
            node = node.parent
        holders[control] = own.get(node, around.get(node)) if node else None
        around.update(dict.fromkeys(passed, holders[control]))
    return holders


def _is_pane(control: Control, held: Sequence[Control]) -> bool:
    """Tell whether a control is a background: it covers over half of its window, and has other controls in it.

    held: the controls inside it. In a window of kind "app" one is enough. In other windows two are needed, or one with
    a row of its own, because a popup may consist of a single row with a switch in it.
    A control in a window without a size is no background.
    """
    whole = area(root_of(control.node).bounds)
    enough = held and (control.window == "app" or len(held) > 1 or _in_own_row(held[0], control))
    return bool(enough) and 0 < _PANE * whole < area(control.bounds)


def _in_own_row(inner: Control, control: Control) -> bool:
    """Tell whether a switch inside another control has words beside it in a row, and more stand outside of the row."""
    nodes = {*inner.nodes}
    around = takewhile(lambda node: node not in control.nodes, upwards(inner.nodes[0]))
    rows = (row for row in around if any(visible_words(node) for node in walk(row) if node not in nodes))
    row = next(rows, None) if inner.node.checkable else None
    inside = {*walk(row)} if row else set()
    return row is not None and any(visible_words(node) for node in walk(control.nodes[0]) if node not in inside)


def _interactive(nodes: Sequence[Node], *, disabled: bool) -> list[Node]:
    """Return the nodes that a finger can do something with and that lie under nothing that would take the touch.

    All of them are visible, and enabled unless `disabled` is True. A node that is merely focusable is returned only if
    it is no text, and if no node below it can be touched or take the focus, not even one that is disabled now.
    """
    taps = any(takes_touches(node) for node in nodes)
    aimed = {n for n in nodes if n.visible and (_touchable(n) or (n.focusable and not (taps and _only_says(n))))}
    above: set[Node] = set()
    for node in reversed(nodes):  # children come before their parents
        if node.parent and (node in above or node in aimed):
            above.add(node.parent)
    enabled = (node for node in nodes if node in aimed and (node.enabled or disabled))
    found = [node for node in enabled if _touchable(node) or node not in above]
    hidden = _covered(nodes, found)
    return [node for node in found if node not in hidden]


def _only_says(node: Node) -> bool:
    """Tell whether a merely focusable node is a text, as Flutter makes each text focusable for screen readers."""
    named = node.resource_id or node.text or node.selected
    return node.role == "View" and not node.children and bool(node.description) and not named


def _covered(nodes: Sequence[Node], found: Iterable[Node]) -> set[Node]:
    """Return those of some nodes that lie under something that takes the touches, such as an open page of the same app.

    nodes: all nodes of a window, its root first.
    """
    places = {node: place for place, node in enumerate(drawn(nodes[0]))}
    takers = [node for node in places if takes_touches(node)]
    begins = [places[node] for node in takers]
    ends = _ends(places)
    lefts, tops, rights, bottoms = np.array([node.bounds for node in takers], float).reshape(-1, 4).T.copy()
    hidden = set()
    for node in found:
        left, top, right, bottom = node.bounds
        x, y = (left + right) / 2, (top + bottom) / 2  # what covers nearly all of it covers its middle
        first = bisect_right(begins, ends[node])
        over = (lefts[first:] <= x) & (tops[first:] <= y) & (rights[first:] >= x) & (bottoms[first:] >= y)
        if any(share(node.bounds, takers[first + place].bounds) >= _COVERED for place in np.flatnonzero(over)[::-1]):
            hidden.add(node)
    return hidden


def beneath(window: Window) -> set[Node]:
    """Return the nodes with words that lie under another page of the same window, which takes the touches.

    A page covers over half of the window and has words in it, unlike a pane that only catches touches over a page.
    """
    least = _PANE * area(window.nodes[0].bounds)
    hidden: set[Node] = set()
    nodes = list(drawn(window.nodes[0]))
    for place, page in enumerate(nodes):
        if takes_touches(page) and area(page.bounds) > least and any(visible_words(node) for node in walk(page)):
            before = nodes[:place]
            hidden |= {node for node in before if share(node.bounds, page.bounds) >= _COVERED and visible_words(node)}
            hidden.difference_update(upwards(page))
    return hidden


def takes_touches(node: Node) -> bool:
    """Tell whether a touch on a node goes to the node itself rather than to what lies below it."""
    return node.visible and (node.clickable or node.long_clickable or node.editable)


def share(bounds: Bounds, other: Bounds) -> float:
    """Return the share of `bounds` that `other` covers, from 0 to 1."""
    return area(overlap(bounds, other) or (0, 0, 0, 0)) / max(area(bounds), 1)


def _touchable(node: Node) -> bool:
    return node.clickable or node.long_clickable or node.checkable or node.scrollable or node.editable


def _control(bounds: Bounds, group: Sequence[tuple[Node, str]]) -> Control:
    node, window = max(group, key=lambda member: _weight(member[0]))
    nodes = tuple(member[0] for member in group)
    return Control(node, nodes, bounds, _actions(nodes), window)


def _weight(node: Node) -> tuple[bool, bool, bool, bool]:
    """Return how well a node represents all nodes with the same bounds; the greatest value is best.

    The value is a tuple of four booleans, the most important first: the node takes text; it can be tapped or checked;
    it has a resource-id; it has text.
    """
    return node.editable, node.clickable or node.checkable, bool(node.resource_id), bool(node.text)


def _actions(nodes: Sequence[Node]) -> tuple[str, ...]:
    taps = any(n.clickable or n.checkable or n.editable or (n.focusable and not n.scrollable) for n in nodes)
    offered = {
        "tap": taps,
        "long_press": any(n.long_clickable for n in nodes),
        "text": any(n.editable for n in nodes),
        "swipe": any(n.scrollable or n.role.endswith(SLIDERS) for n in nodes),
    }
    return tuple(action for action, possible in offered.items() if possible)


def _rows(found: Sequence[Control], leftwards: bool) -> list[Control]:
    """Sort controls row by row from the top, and return them as one list.

    leftwards: True to sort each row from right to left, False from left to right.
    The rows are filled from the top down. A control joins the last row if it overlaps the strip that all controls of
    this row have in common by more than half of its own height or of the strip's, whichever is smaller. Otherwise the
    control begins a new row.
    """
    rows: list[list[Control]] = []
    top = bottom = 0  # of the height that all controls of the last row share
    for control in sorted(found, key=lambda c: (c.bounds[1], c.bounds[0])):
        _, above, _, below = control.bounds
        shared = min(bottom, below) - max(top, above)
        if rows and 2 * shared > min(bottom - top, below - above):
            rows[-1].append(control)
            top, bottom = max(top, above), min(bottom, below)
        else:
            rows.append([control])
            top, bottom = above, below
    for row in rows:
        row.sort(key=lambda c: -c.bounds[2] if leftwards else c.bounds[0])
    return [control for row in rows for control in row]


def _leftwards(nodes: Iterable[Node]) -> bool:
    letters = "".join(node.description if node.editable else node.text + node.description for node in nodes)
    letters = letters[:_MOST_LETTERS]
    if letters.isascii():
        return False
    kinds = [unicodedata.bidirectional(letter) for letter in letters]
    return 2 * sum(kind in ("R", "AL") for kind in kinds) > sum(kind in ("L", "R", "AL") for kind in kinds)
