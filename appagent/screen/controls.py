"""Controls: nodes of a screen that a finger can do something with, in reading order."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from appagent.screen.tree import Bounds, Node, Size, area, clip
from appagent.screen.windows import Window

_MOST_LETTERS = 2000  # looked at to tell which way a screen is written
_SLIDERS = ("SeekBar", "Slider")
_PANE = 0.5  # of its window: what covers more, with others in it and in no list, is no row or card
_SEVERAL = 2


@dataclass(frozen=True, eq=False)
class Control:
    """An element before it has its names.

    node: the one that stands for all nodes with these bounds. nodes: those, outermost first.
    bounds: inside the display. actions: of "tap", "long_press", "text", "swipe", in this order.
    """

    node: Node
    nodes: tuple[Node, ...]
    bounds: Bounds
    actions: tuple[str, ...]
    window: str


def controls(windows: Iterable[Window], size: Size) -> list[Control]:
    """Return the controls of the windows in reach, in reading order; nodes with the same bounds are one."""
    groups: dict[Bounds, list[tuple[Node, str]]] = {}
    for window in windows:
        for node in _interactive(window.nodes) if window.reachable else ():
            bounds = clip(node.bounds, size)
            if bounds:
                groups.setdefault(bounds, []).append((node, window.kind))
    return reading_order([_control(bounds, group) for bounds, group in groups.items()])


def speaking(found: Iterable[Control]) -> set[Node]:
    """Return the nodes that speak for themselves: their words belong to them before they belong to a row."""
    return {node for control in found for node in control.nodes if node.clickable or node.checkable}


def named_by_content(found: Sequence[Control]) -> set[Control]:
    """Return the controls that take their words from what is in them, as rows and cards do.

    found: in reading order. Lists take none, nor does what only lies under other controls: a page that keeps touches
    from the one below it, a web page whose script hears all of them. A row of a list that scrolls is neither, however
    large it is here.
    """
    holders = _holders(found)
    held: Counter[Control | None] = Counter()
    for control, holder in reversed(holders.items()):  # those inside a control come after it
        held[holder] += 1 + held[control]
    return {
        control
        for control, holder in holders.items()
        if "tap" in control.actions
        and "swipe" not in control.actions
        and ((holder and "swipe" in holder.actions) or not _is_pane(control, held[control]))
    }


def reading_order(found: Sequence[Control]) -> list[Control]:
    """Sort controls row by row from the top, each followed by those inside it.

    Along a row from the left, or from the right where most of the letters shown, what was typed aside, are
    written that way.
    """
    inside: dict[Control | None, list[Control]] = {}
    for control, holder in _holders(found).items():
        inside.setdefault(holder, []).append(control)
    leftwards = _leftwards(control.node for control in found)
    ordered: list[Control] = []
    stack = _rows(inside.get(None, []), leftwards)[::-1]
    while stack:
        control = stack.pop()
        ordered.append(control)
        stack.extend(_rows(inside.get(control, []), leftwards)[::-1])
    return ordered


def _holders(found: Iterable[Control]) -> dict[Control, Control | None]:
    """Return the innermost other control around each; None where there is none."""
    own = {node: control for control in found for node in control.nodes}
    around: dict[Node, Control | None] = {}  # of nodes between controls, so that none is passed twice
    holders: dict[Control, Control | None] = {}
    for control in found:
        passed, node = [], control.nodes[0].parent
        while node and node not in own and node not in around:
            passed.append(node)
            node = node.parent
        holders[control] = own.get(node, around.get(node)) if node else None
        around.update(dict.fromkeys(passed, holders[control]))
    return holders


def _is_pane(control: Control, held: int) -> bool:
    """Tell whether a control covers most of its window, where that has a size, with others in it.

    With several where the window is a popup: its only row may have a switch.
    """
    whole = area(_root(control.node).bounds)
    return held >= (1 if control.window == "app" else _SEVERAL) and 0 < _PANE * whole < area(control.bounds)


def _root(node: Node) -> Node:
    while node.parent:
        node = node.parent
    return node


def _interactive(nodes: Sequence[Node]) -> list[Node]:
    """Return the nodes to touch; one that can only take the focus counts where nothing under it can do more."""
    above: set[Node] = set()
    for node in reversed(nodes):  # children come before their parents
        if node.parent and (node in above or _usable(node)):
            above.add(node.parent)
    return [n for n in nodes if _usable(n) or (n.focusable and n.enabled and n.visible and n not in above)]


def _usable(node: Node) -> bool:
    return (
        (node.clickable or node.long_clickable or node.checkable or node.scrollable or node.editable)
        and node.enabled
        and node.visible
    )


def _control(bounds: Bounds, group: Sequence[tuple[Node, str]]) -> Control:
    node, window = max(group, key=lambda member: _weight(member[0]))
    nodes = tuple(member[0] for member in group)
    return Control(node, nodes, bounds, _actions(nodes), window)


def _weight(node: Node) -> tuple[bool, bool, bool, bool]:
    """Weigh a node against others in its place: the one that says most of what it is for stands for them."""
    return node.editable, node.clickable or node.checkable, bool(node.resource_id), bool(node.text)


def _actions(nodes: Sequence[Node]) -> tuple[str, ...]:
    taps = any(n.clickable or n.checkable or n.editable or (n.focusable and not n.scrollable) for n in nodes)
    offered = {
        "tap": taps,
        "long_press": any(n.long_clickable for n in nodes),
        "text": any(n.editable for n in nodes),
        "swipe": any(n.scrollable or n.role.endswith(_SLIDERS) for n in nodes),
    }
    return tuple(action for action, possible in offered.items() if possible)


def _rows(found: Sequence[Control], leftwards: bool) -> list[Control]:
    """Sort controls into rows: one joins a row if the height they all share is more than half of the lowest one's."""
    rows: list[list[Control]] = []
    top = bottom = 0  # of the height that the last row's controls share
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
