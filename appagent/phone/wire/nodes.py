"""Search the hierarchy as nodes: windows, parents, bounds."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

Node = ElementTree.Element
Bounds = tuple[int, int, int, int]

_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
_HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
_PLAIN_ONLY = ("drawing-order", "hint", "display-id")  # attributes that `uiautomator dump` does not write


@dataclass(frozen=True, eq=False)
class Tree:
    """One dump, never changed. windows: their root nodes, the active window first."""

    rotation: str
    windows: tuple[Node, ...]
    parents: dict[Node, Node]

    @property
    def active(self) -> tuple[Node, ...]:
        """Return the root of the window with the focus; none on a dark or empty screen."""
        return self.windows[:1]

    def below(self, node: Node) -> Iterator[Node]:
        """Iterate over all descendants of a node, parents first."""
        return (found for found in node.iter("node") if found is not node)


def parse(hierarchy: str, active: int) -> Tree:
    """Parse a dump of the phone's own. active: the place of the window that takes keys."""
    root = ElementTree.fromstring(hierarchy.encode())  # noqa: S314 - our own text
    windows = [*root[active : active + 1], *root[:active], *root[active + 1 :]]
    parents = {child: parent for window in windows for parent in window.iter("node") for child in parent}
    return Tree(root.get("rotation", "0"), tuple(windows), parents)


def bounds(node: Node) -> Bounds:
    """Return left, top, right and bottom of a node, px."""
    found = _BOUNDS.fullmatch(node.get("bounds", ""))
    left, top, right, bottom = map(int, found.groups()) if found else (0, 0, 0, 0)
    return left, top, right, bottom


def centre(node: Node) -> tuple[int, int]:
    """Return the pixel in the middle of a node."""
    left, top, right, bottom = bounds(node)
    return (left + right) // 2, (top + bottom) // 2


def write(windows: tuple[Node, ...], rotation: str, *, depth: int) -> str:
    """Write windows as XML in the layout of uiautomator2's server. depth: of the deepest nodes; roots have 0."""
    root = ElementTree.Element("hierarchy", {"rotation": rotation})
    root.extend(_pruned(window, depth) for window in windows)
    ElementTree.indent(root)
    return "\r\n".join([_HEAD, *ElementTree.tostring(root, "unicode").split("\n")])


def write_plain(tree: Tree) -> str:
    """Write the active window as XML in the layout of `uiautomator dump`: one line, fewer attributes."""
    root = ElementTree.Element("hierarchy", {"rotation": tree.rotation})
    root.extend(_pruned(window, 1000) for window in tree.active)
    for node in root.iter("node"):
        for name in _PLAIN_ONLY:
            node.attrib.pop(name, None)
    return _HEAD + ElementTree.tostring(root, "unicode")


def _pruned(node: Node, depth: int) -> Node:
    """Copy a node without descendants that are too deep, and without white space."""
    copy = ElementTree.Element("node", dict(node.attrib))
    if depth > 0:
        copy.extend(_pruned(child, depth - 1) for child in node)
    return copy
