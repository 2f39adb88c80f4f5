"""Windows of a screen: find out what kind each is, and which of them a finger can reach."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from appagent.screen.nodes.tree import Bounds, Node, Size, Tree, area, clip, overlap, walk

SYSTEM = "com.android.systemui"

_KEYBOARD_PACKAGE = re.compile(r"inputmethod|keyboard|latinime|gboard|sogou|swiftkey|honeyboard|\.ime\b|\.latin$")
_KEYBOARD_PART = re.compile(r"android:id/inputArea|:id/\w*keyboard(?:_?view|_area|_frame|_layout)\b", re.IGNORECASE)
_MOST_WINDOWS = 100  # a phone shows a dozen; if there are more than this, only the largest are read
_LOOKED_AT = 40  # nodes at the beginning of a window that are searched for ids of a keyboard
_BAR = 8  # a bar is at most as thick as the display's side divided by this
_DIALOG = 0.75  # share of the display; a window that covers less is a dialog or a popup


@dataclass(frozen=True, eq=False)
class Window:
    """One window of a screen.

    kind: "app", "dialog", "keyboard" or "system".
    package: package that it belongs to.
    nodes: all its nodes, parents before children.
    bar: True for the status bar or the navigation bar.
    reachable: True if a finger can reach its elements. While the notification shade is open, this is so for all windows
    of kind "system" and no others. Otherwise it is False for keyboards, for bars, and for app windows under a dialog
    that takes all touches. If such a dialog is the active window, and no input field in it has the focus, all other
    dialogs are out of reach too.
    """

    kind: str
    package: str
    nodes: tuple[Node, ...]
    bar: bool
    reachable: bool = True


def display(roots: Sequence[Node]) -> Size:
    """Return the size of the display as far as the tree shows it: how far its windows reach to the right and down."""
    boxes = [root.bounds for root in roots if area(root.bounds)]
    boxes = boxes or [node.bounds for root in roots for node in walk(root) if area(node.bounds)]
    return max((b[2] for b in boxes), default=0), max((b[3] for b in boxes), default=0)


@lru_cache(maxsize=8)  # whatever compares or judges screens asks for their windows
def windows(roots: Tree, size: Size, app: str = "") -> tuple[Window, ...]:
    """Return the windows of a tree, in the order of the tree.

    This order does not tell which window lies above another; of several dialogs, the active one is taken to be on top.
    roots: root node of each window; of more than 100, only the largest are read. size: width and height of the display,
    px.
    app: package of the foreground app; "" if it is not known.
    """
    if len(roots) > _MOST_WINDOWS:
        roots = tuple(sorted(roots, key=lambda root: -area(root.bounds))[:_MOST_WINDOWS])
    found = [_window(root, roots, size, app) for root in roots]
    shade = any(_open_shade(window, size) for window in found)
    modal = [w for w in found if w.kind == "dialog" and _modal(w, found)]
    # A window over the active one, which takes no keys, is a list of suggestions under a field with the cursor.
    top = [w for w in modal if w.nodes[0].active and not any(node.focused and node.editable for node in w.nodes)]
    under = [w for w in found if top and w.kind == "dialog" and w not in top]
    return tuple(replace(w, reachable=w not in under and _reachable(w, shade=shade, modal=modal)) for w in found)


def foreground(found: Sequence[Window]) -> str:
    """Return the package of the window in front; "" if there is none.

    Dialogs come first, then app windows, then the system's; of several of a kind, the active one counts, else the
    largest. Bars and keyboards are left out.
    """
    kinds = {"dialog": 3, "app": 2, "system": 1}
    candidates = [w for w in found if w.kind in kinds and not w.bar]
    best = max(candidates, key=lambda w: (kinds[w.kind], w.nodes[0].active, area(w.nodes[0].bounds)), default=None)
    return best.package if best else ""


def _window(root: Node, roots: Sequence[Node], size: Size, app: str) -> Window:
    nodes = tuple(walk(root))
    package = next((node.package for node in nodes if node.package), "")
    others = [r for r in roots if r is not root and r.package != SYSTEM and not is_keyboard(r.package)]
    if package == SYSTEM:
        return Window("system", package, nodes, bar=_is_bar(root.bounds, size))
    if _is_keyboard(package, nodes, alone=not others or package == app):
        return Window("keyboard", package, nodes, bar=False)
    return Window("dialog" if _is_dialog(nodes, others, size) else "app", package, nodes, bar=False)


def is_keyboard(package: str) -> bool:
    """Tell whether a package has a name that is usual for keyboards."""
    return bool(_KEYBOARD_PACKAGE.search(package.lower()))


def _is_keyboard(package: str, nodes: Sequence[Node], *, alone: bool) -> bool:
    """Tell whether a window is a keyboard, by its package and the resource-ids of its nodes.

    alone: True if no other app has a window, or if the window belongs to the foreground app.
    A package with a name usual for keyboards is enough, but not if `alone` is True. The window may then be the settings
    of a keyboard app, so a resource-id must say that it is a keyboard. In any other package, the resource-id must be
    "android:id/inputArea".
    """
    if not is_keyboard(package):
        return any(node.resource_id == "android:id/inputArea" for node in nodes[:_LOOKED_AT])
    return not alone or any(_KEYBOARD_PART.search(node.resource_id) for node in nodes[:_LOOKED_AT])


def _is_bar(bounds: Bounds, size: Size) -> bool:
    left, top, right, bottom = bounds
    return (bottom - top) * _BAR <= size[1] or (right - left) * _BAR <= size[0]


def _is_dialog(nodes: Sequence[Node], others: Sequence[Node], size: Size) -> bool:
    """Tell whether a window is a dialog or a popup.

    nodes: the nodes of the window, its root first. others: root nodes of the other windows. A dialog or popup
    - covers less than 75% of the display,
    - has nodes that can be touched, unlike a toast, and
    - overlaps another window, or leaves part of the display free together with the others, unlike half of a split
      screen.
    """
    box = clip(nodes[0].bounds, size)
    if box is None or area(box) >= _DIALOG * size[0] * size[1]:
        return False
    if not any(node.clickable or node.focusable or node.scrollable for node in nodes):
        return False
    boxes = [clip(other.bounds, size) or (0, 0, 0, 0) for other in others]
    return (
        any(overlap(box, other) for other in boxes) or area(box) + sum(map(area, boxes)) < _DIALOG * size[0] * size[1]
    )


def _open_shade(window: Window, size: Size) -> bool:
    """Tell whether a window is the open notification shade.

    It belongs to the system, covers at least half of the display, and shows something below the upper third.
    """
    box = clip(window.nodes[0].bounds, size)
    if window.kind != "system" or window.bar or box is None or 2 * area(box) < size[0] * size[1]:
        return False
    said = (n for n in window.nodes if n.visible and (n.clickable or n.text or n.description))
    return any(n.bounds[3] > size[1] // 3 for n in said)


def _modal(window: Window, found: Sequence[Window]) -> bool:
    """Tell whether a dialog takes all touches, so that nothing under it can be reached.

    window: the dialog. found: all windows of the screen.
    The result is False if an input field in an app window has the focus and no node of the dialog has it, as with
    suggestions under a field. For every other dialog it is True.
    """
    under = (w for w in found if w.kind == "app")
    return not any(node.focused and node.editable for w in under for node in w.nodes) or any(
        node.focused for node in window.nodes
    )


def _reachable(window: Window, *, shade: bool, modal: Sequence[Window]) -> bool:
    if window.kind == "keyboard":
        return False
    if shade or window.bar:
        return shade and window.kind == "system"
    return window.kind != "app" or not modal
