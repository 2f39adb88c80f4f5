"""Places of nodes in their window: which lists and rows they lie in, and where they stand among other nodes."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from appagent.screen.nodes.tree import Node, area, walk
from appagent.screen.nodes.windows import Window

_MOST_ANCESTORS = 3
_LONGEST_PATH = 40  # levels; real hierarchies have fewer, but a malicious one may have any number
_MOST_INSIDE = 200  # nodes inside a control that are searched for a resource-id
_MANY = 3  # from this number of children of one kind, these are rows
_LIST_CLASSES = ("RecyclerView", "ListView", "GridView")
_SCROLLS = (*_LIST_CLASSES, "ScrollView")  # by their class, because one whose contents fit says that it does not scroll
_PAGE = 0.8  # share of a list; a child that fills more of it is a page, not a row
_SHORT, _SHORTEST = 3, 2  # letters of a resource-id that may be made by a tool that shortens them
_RANDOM = re.compile(
    r"resource_name_obfuscated|^:r\w+:$|[0-9a-f]{8}-[0-9a-f]{4}-|(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{12,}",
    re.IGNORECASE,
)

Read = Callable[[str], str]  # returns the part of a resource-id from which ids are made; "" if it is not used


@dataclass(frozen=True)
class Position:
    """Position of a node among the lists of its window.

    ancestors: resource-ids of up to 3 nodes around the node, nearest first, without those that change.
    row: the list row that the node is or lies in; None if it lies in no list.
    outer: if that list lies in a row of another list, that outer row; else None.
    scrolls: True if the node is, or lies in, a list or something else that scrolls.
    web: likewise for a web page.
    """

    ancestors: tuple[str, ...] = ()
    row: Node | None = None
    outer: Node | None = None
    scrolls: bool = False
    web: bool = False


@lru_cache(maxsize=4096)
def usable(resource_id: str) -> str:
    """Return a resource-id in the form in which ids are made from it; "" if it is random and changes.

    Each number in it becomes "#", because numbers only count elements of one kind. Android's own ids keep their
    numbers.

    >>> usable("org.notes:id/row_17"), usable("android:id/button1"), usable(":r3:")
    ('org.notes:id/row_#', 'android:id/button1', '')
    """
    if _RANDOM.search(resource_id):
        return ""
    return resource_id if resource_id.startswith("android:") else re.sub(r"\d+", "#", resource_id)


def shortened_ids(nodes: Iterable[Node]) -> frozenset[str]:
    """Return the resource-ids that a tool has probably shortened, so that they differ in the next release.

    These are names of at most 2 letters, such as "a1" and "b", and those of 3 letters if most of the app's resource-ids
    are that short. Android's own are none.
    """
    found = {node.resource_id for node in nodes if node.resource_id and not node.resource_id.startswith("android:")}
    letters = {each: len(re.sub(r"[\W\d_]", "", each.rpartition("/")[2])) for each in found}
    most = _SHORT if 2 * sum(count <= _SHORT for count in letters.values()) > len(letters) else _SHORTEST
    return frozenset(each for each, count in letters.items() if count <= most)


class Layout:
    """Places of all nodes in the windows of one screen that a finger can reach.

    read: function that returns the part of a resource-id from which ids are made, such as `usable`.
    """

    def __init__(self, windows: Iterable[Window], read: Read = usable) -> None:
        self._read = read
        self._kinds: dict[Node, dict[tuple[str, str], list[Node]]] = {}
        self._found: dict[Node, frozenset[Node]] = {}
        self.places: dict[Node, Position] = {}
        for window in windows:
            for node in window.nodes if window.reachable else ():
                self.places[node] = self._place(node)
        self._named = Counter(name for node in self.places if (name := read(node.resource_id)))

    def name(self, node: Node) -> str:
        """Return the part of a node's resource-id from which ids are made; "" if there is none."""
        return self._read(node.resource_id)

    def landmark(self, nodes: Sequence[Node]) -> tuple[str, ...]:
        """Return where a control lies relative to a resource-id that only one node has; () if there is none near.

        nodes: all nodes of the control, outermost first. The result is ("in", resource-id) if the node is inside the
        control, else ("after", resource-id) or ("before", resource-id) if it is beside it and cannot be tapped.
        """
        inside = (name for node in islice(walk(nodes[0]), 1, _MOST_INSIDE) if (name := self._alone(node)))
        if name := next(inside, ""):
            return "in", name
        siblings = nodes[0].parent.children if nodes[0].parent else nodes[:1]
        at = siblings.index(nodes[0])
        for side, near in (("after", siblings[:at][-1:]), ("before", siblings[at + 1 : at + 2])):
            for node in near:
                if (name := self._alone(node)) and not (node.clickable or node.editable or node.checkable):
                    return side, name
        return ()

    def path(self, node: Node, until: Node | None = None) -> tuple[str, ...]:
        """Return the path from a node up the tree, with one text for each node.

        The text is the node's role, its resource-id and its number among the siblings of its kind. Siblings are of one
        kind if role and resource-id are equal. The path ends below the nearest ancestor with a resource-id that no
        other node has, whose resource-id is the last value; or below `until`, or at the root. It has at most 40 nodes.
        """
        steps: list[str] = []
        while node.parent and node is not until and len(steps) < _LONGEST_PATH:
            steps.append(f"{node.role} {self.name(node)} {self._like(node, node.parent).index(node)}")
            node = node.parent
            if node is not until and (name := self._alone(node)):
                return (*steps, name)
        return tuple(steps)

    def _alone(self, node: Node) -> str:
        """Return the resource-id of a node if no other node has it, else ""."""
        name = self.name(node)
        return name if name and self._named[name] == 1 else ""

    def _place(self, node: Node) -> Position:
        parent = node.parent
        above = self.places[parent] if parent else Position()
        scrolls = above.scrolls or _scrolls(node)
        web = above.web or node.role == "WebView"
        if parent is None:
            return Position(scrolls=scrolls, web=web)
        name = self.name(parent)
        ancestors = (name, *above.ancestors)[:_MOST_ANCESTORS] if name else above.ancestors
        starts = above.scrolls and self._is_row(node, parent)
        rows = (node, above.row) if starts else (above.row, above.outer)
        return Position(ancestors, *rows, scrolls=scrolls, web=web)

    def _is_row(self, node: Node, parent: Node) -> bool:
        """Tell whether a node within something that scrolls is a row of its parent.

        If the parent's class is that of a list, all its children are rows. If not, three or more children of one kind
        are rows if `_rows_among` takes them for such. A child that fills its parent is a page.
        """
        if area(node.bounds) > _PAGE * area(parent.bounds):
            return False
        return parent.role.endswith(_LIST_CLASSES) or node in self._rows(parent)

    def _rows(self, parent: Node) -> frozenset[Node]:
        """Return the children of a node without the class of a list that are rows."""
        if parent not in self._found:
            kinds: dict[tuple[object, ...], list[Node]] = {}
            for child in parent.children:
                if _may_be_row(child):
                    kinds.setdefault((child.role, self.name(child), child.clickable), []).append(child)
            self._found[parent] = frozenset(node for kin in kinds.values() for node in _rows_among(kin, parent))
        return self._found[parent]

    def _like(self, node: Node, parent: Node) -> list[Node]:
        """Return all children of a parent that are of the same kind as the given child, in order, with this child."""
        if parent not in self._kinds:
            kinds = self._kinds.setdefault(parent, {})
            for child in parent.children:
                kinds.setdefault((child.role, self.name(child)), []).append(child)
        return self._kinds[parent][node.role, self.name(node)]


def _is_strip(parent: Node, row: Node) -> bool:
    """Tell whether what a row lies in scrolls, or is all that does, and is at most twice as high as the row."""
    around = parent.parent
    scroller = around if around and len(around.children) == 1 and not _scrolls(parent) else parent
    return _scrolls(scroller) and _height(scroller) <= 2 * _height(row)


def _height(node: Node) -> int:
    return node.bounds[3] - node.bounds[1]


def _scrolls(node: Node) -> bool:
    return node.scrollable or node.role.endswith(_SCROLLS)


def _may_be_row(node: Node) -> bool:
    """Tell whether a child may be a row by what is in it: something to touch, but nothing to fill in or to choose."""
    inside = list(islice(walk(node), _MOST_INSIDE))
    touched = any(each.clickable or each.long_clickable for each in inside)
    return touched and not node.checkable and not any(each.editable for each in inside)


def _rows_among(kin: Sequence[Node], parent: Node) -> Iterator[Node]:
    """Yield those children of one kind that are rows: three or more of one breadth, or in a strip that scrolls.

    Others that stand in one line are the buttons of a bar. So are those in a strip of which one is selected, its tabs.
    """
    if len({node.bounds[1] for node in kin}) == 1:
        if len(kin) >= _MANY and _is_strip(parent, kin[0]) and not any(node.selected for node in kin):
            yield from kin
        return
    broad = Counter(node.bounds[2] - node.bounds[0] for node in kin)
    yield from (node for node in kin if broad[node.bounds[2] - node.bounds[0]] >= _MANY)
