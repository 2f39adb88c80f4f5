"""The hierarchy as nodes that can be searched: windows, parents, bounds."""

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
    """One dump. windows: the roots, the active window first; it is never changed once made."""

    rotation: str
    windows: tuple[Node, ...]
    parents: dict[Node, Node]

    @property
    def active(self) -> tuple[Node, ...]:
        """The window that has the focus; none on a dark or empty screen."""
        return self.windows[:1]

    def below(self, node: Node) -> Iterator[Node]:
        """All descendants, parents first."""
        return (found for found in node.iter("node") if found is not node)


def parse(hierarchy: str, package: str) -> Tree:
    """Nodes of a dump of the phone's own; package: the app in front, whose window is the active one."""
    root = ElementTree.fromstring(hierarchy.encode())  # noqa: S314 - our own text
    windows = sorted(root, key=lambda window: window.get("package") != package)
    parents = {child: parent for window in windows for parent in window.iter("node") for child in parent}
    return Tree(root.get("rotation", "0"), tuple(windows), parents)


def bounds(node: Node) -> Bounds:
    """Left, top, right, bottom; px."""
    found = _BOUNDS.fullmatch(node.get("bounds", ""))
    left, top, right, bottom = map(int, found.groups()) if found else (0, 0, 0, 0)
    return left, top, right, bottom


def centre(node: Node) -> tuple[int, int]:
    """The pixel in the middle."""
    left, top, right, bottom = bounds(node)
    return (left + right) // 2, (top + bottom) // 2


def write(windows: tuple[Node, ...], rotation: str, *, depth: int) -> str:
    """XML of some windows as uiautomator2's server lays it out; depth: of the deepest nodes, roots have 0."""
    root = ElementTree.Element("hierarchy", {"rotation": rotation})
    root.extend(_pruned(window, depth) for window in windows)
    ElementTree.indent(root)
    return "\r\n".join([_HEAD, *ElementTree.tostring(root, "unicode").split("\n")])


def write_plain(tree: Tree) -> str:
    """XML of the active window as the `uiautomator dump` command lays it out: one line, fewer attributes."""
    root = ElementTree.Element("hierarchy", {"rotation": tree.rotation})
    root.extend(_pruned(window, 1000) for window in tree.active)
    for node in root.iter("node"):
        for name in _PLAIN_ONLY:
            node.attrib.pop(name, None)
    return _HEAD + ElementTree.tostring(root, "unicode")


def _pruned(node: Node, depth: int) -> Node:
    """A copy without the nodes that are too deep, and without the layout's white space."""
    copy = ElementTree.Element("node", dict(node.attrib))
    if depth > 0:
        copy.extend(_pruned(child, depth - 1) for child in node)
    return copy
