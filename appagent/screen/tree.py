"""A tree of nodes, which a driver makes of each capture, the same for every kind of device; and its geometry."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from appagent.errors import DeviceError
from appagent.screen.secret import names_a_secret

Bounds = tuple[int, int, int, int]  # left, top, right, bottom; px
Size = tuple[int, int]  # width, height; px

_LABEL = 60  # letters of what a field is called: a text before it may be long, and about anything
_LONGEST_SIDE = 20_000  # px of a display; none has half as many
_MOST_PIXELS = 60_000_000  # an 8K display has 33 million


@dataclass(slots=True, eq=False, kw_only=True)
class Node:
    """One node as the driver found it; what a device does not tell is left out, and is empty or false then.

    A node is made with its children and becomes their parent. Nothing changes it afterwards, so that all readers of a
    screen share its nodes.

    cls: the class, "android.widget.Button"; role: its last part, "Button". Drivers for other systems name their
    classes as Android does, so that a button is called a button everywhere.
    bounds: not clipped, and inverted or negative where the device said so.
    index: the place among the siblings; by default the one in the parent's `children`.
    masked: a field that hides what is typed; password: it holds a secret, whether the app hides that or not, which is
    also found by what the field is called.
    """

    cls: str = ""
    role: str = field(init=False)
    package: str = ""
    resource_id: str = ""
    text: str = ""
    description: str = ""
    hint: str = ""
    bounds: Bounds = (0, 0, 0, 0)
    index: int = -1
    clickable: bool = False
    long_clickable: bool = False
    checkable: bool = False
    checked: bool = False
    scrollable: bool = False
    focusable: bool = False
    focused: bool = False
    selected: bool = False
    password: bool = False
    masked: bool = False
    editable: bool = False
    enabled: bool = True
    visible: bool = True
    children: tuple["Node", ...] = field(default=(), repr=False)
    parent: "Node | None" = field(init=False, default=None, repr=False)

    def __post_init__(self) -> None:
        self.role = self.cls.rpartition(".")[2]
        self.password = self.password or self.masked
        for place, child in enumerate(self.children):
            child.parent = self
            child.index = place if child.index < 0 else child.index
        _find_secrets(self.children)


Tree = tuple[Node, ...]  # the root of each window


def walk(root: Node) -> Iterator[Node]:
    """Yield a node and everything under it, parents first."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(node.children[::-1])


def nodes_of(tree: Tree) -> Iterator[Node]:
    """Yield all nodes of a tree, window by window."""
    for root in tree:
        yield from walk(root)


def changed(tree: Tree, changes: Callable[[Node], Mapping[str, str]]) -> Tree:
    """Return a copy of a tree in which some words are others.

    changes: given a node, its fields that are to be others.
    """
    copies: dict[Node, Node] = {}
    for root in tree:
        for node in reversed(list(walk(root))):  # children come before their parents
            children = tuple(copies[child] for child in node.children)
            copies[node] = replace(node, children=children, **changes(node))  # type: ignore[arg-type]
    return tuple(copies[root] for root in tree)


def label_before(field: Node) -> str:
    """Return the words that stand before a field as its label does, beside it or above, at most 60 letters; or ""."""
    siblings = field.parent.children if field.parent else (field,)
    place = siblings.index(field)
    before = siblings[place - 1] if place else None
    return before.text[:_LABEL] if before and not (before.editable or before.clickable) else ""


def check_size(size: Size) -> None:
    """Raise DeviceError for a display, or its picture, that is larger than any."""
    width, height = size
    if max(size) > _LONGEST_SIDE or width * height > _MOST_PIXELS:
        raise DeviceError(f"a screen of {width} x {height} px is larger than any display")


def area(bounds: Bounds) -> int:
    """Return the area in square px; 0 for inverted bounds."""
    left, top, right, bottom = bounds
    return max(right - left, 0) * max(bottom - top, 0)


def centre(bounds: Bounds) -> tuple[int, int]:
    """Return the pixel in the middle."""
    left, top, right, bottom = bounds
    return (left + right) // 2, (top + bottom) // 2


def holds(bounds: Bounds, x: int, y: int) -> bool:
    """Tell whether a pixel is inside; those on the right and the bottom edge are not."""
    left, top, right, bottom = bounds
    return left <= x < right and top <= y < bottom


def overlap(one: Bounds, other: Bounds) -> Bounds | None:
    """Return what two bounds share; None if it has no area.

    >>> overlap((0, 0, 10, 10), (5, 5, 20, 20)), overlap((0, 0, 4, 4), (4, 0, 8, 8))
    ((5, 5, 10, 10), None)
    """
    left, top, right, bottom = shared = meet(one, other)
    return shared if left < right and top < bottom else None


def meet(one: Bounds, other: Bounds) -> Bounds:
    """Return what two bounds share; inverted if that is nothing."""
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def clip(bounds: Bounds, size: Size) -> Bounds | None:
    """Return the part of some bounds that is inside a display of that size; None if it has no area.

    >>> clip((-20, 80, 50, 4000), (1080, 2400))
    (0, 80, 50, 2400)
    >>> clip((50, 80, 20, 90), (1080, 2400))  # inverted: a node scrolled out of sight
    """
    return overlap(bounds, (0, 0, *size))


def _find_secrets(siblings: Tree) -> None:
    """Mark fields that ask for a secret though they show it: by their names, else by the label before them."""
    for before, node in zip((None, *siblings), siblings, strict=False):
        if node.editable and not node.password:
            own = node.hint or (node.description if node.description != node.text else "")
            label = (own or (before.text if before and not before.editable else ""))[:_LABEL]
            node.password = names_a_secret(label) or names_a_secret(node.resource_id.rpartition("/")[2])
