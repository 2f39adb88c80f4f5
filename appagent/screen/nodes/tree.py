"""The tree of nodes that a driver makes of each capture, the same for every kind of device; and geometry of bounds."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from appagent.errors import DeviceError
from appagent.screen.language.secret import names_a_secret

Bounds = tuple[int, int, int, int]  # left, top, right, bottom; px
Size = tuple[int, int]  # width, height; px

_LABEL = 60  # letters of a field's label: the text before a field may be long and about something else
_DIALOG_TITLE = "alertTitle"  # the resource-id that Android gives to titles of dialogs
_LONGEST_SIDE = 20_000  # px of a display; no real one has half as many
_MOST_PIXELS = 60_000_000  # an 8K display has 33 million


@dataclass(slots=True, eq=False, kw_only=True)
class Node:
    """One node as the driver found it. Attributes that the device does not give are empty or False.

    Create children first: a node takes its children when it is created, and becomes their parent. It is never changed
    afterwards, because everything that reads a screen shares its nodes.

    cls: class, such as "android.widget.Button"; drivers for other systems use Android's names.
    role: last part of the class, "Button".
    bounds: px, as the device gave them: they may lie outside the display, and may be inverted or negative.
    index: position among the siblings; by default the position in the parent's `children`.
    drawing_order: position among the siblings in the order of drawing, counted from 1; 0 if the device does not tell.
    masked: True for a field that hides what is typed into it.
    active: True for the root of the window that takes keys, where the driver found that out.
    password: True for a field that holds a secret. It is set for masked fields, and for fields whose name or label asks
    for a secret.
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
    drawing_order: int = 0
    clickable: bool = False
    long_clickable: bool = False
    checkable: bool = False
    checked: bool = False
    scrollable: bool = False
    focusable: bool = False
    focused: bool = False
    selected: bool = False
    active: bool = False
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


def walk(root: Node, skip: Callable[[Node], bool] | None = None) -> Iterator[Node]:
    """Yield a node and all nodes below it, each parent before its children.

    skip: function that returns True for a node to leave out, with all that is below it.
    """
    stack = [root]
    while stack:
        node = stack.pop()
        if skip is None or not skip(node):
            yield node
            if node.children:  # most have none
                stack.extend(node.children[::-1])


def drawn(root: Node) -> Iterator[Node]:
    """Yield a node and all nodes below it in the order of drawing: each parent before its children."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        if node.children:
            stack.extend(back_to_front(node.children)[::-1])


def back_to_front(siblings: Tree) -> Tree:
    """Return all children of one node in the order of drawing, which is the given one where the device tells no other.

    Android lists the views of an app by their places on the display, whichever is drawn over the other.
    """
    if len(siblings) > 1 and all(node.drawing_order for node in siblings):
        return tuple(sorted(siblings, key=lambda node: node.drawing_order))
    return siblings


def upwards(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes around it, nearest first."""
    above: Node | None = node
    while above:
        yield above
        above = above.parent


def root_of(node: Node) -> Node:
    """Return the root of the window that a node is in."""
    return list(upwards(node))[-1]


def nodes_of(tree: Tree) -> Iterator[Node]:
    """Yield all nodes of a tree, one window after the other."""
    for root in tree:
        yield from walk(root)


def with_changes(tree: Tree, changes: Callable[[Node], Mapping[str, Any]]) -> Tree:
    """Return a copy of a tree in which some attributes of nodes are replaced.

    changes: function that returns, for a node, its new values by attribute name; an empty dict to keep it as it is.
    """
    copies: dict[Node, Node] = {}
    for root in tree:
        for node in reversed(list(walk(root))):  # children come before their parents
            children = tuple(copies[child] for child in node.children)
            copies[node] = replace(node, children=children, **changes(node))
    return tuple(copies[root] for root in tree)


def label_before(field: Node) -> str:
    """Return the text of the node just before an input field among its siblings, at most 60 letters.

    It usually is the label of the field. Returns "" if there is no such node, or if it can be tapped or typed into, or
    if the text has no letters, as a count has none.
    """
    siblings = field.parent.children if field.parent else (field,)
    place = siblings.index(field)
    before = siblings[place - 1] if place else None
    text = before.text[:_LABEL] if before and not (before.editable or before.clickable) else ""
    return text if any(map(str.isalpha, text)) else ""


def label_of_field(field: Node) -> str:
    """Return the label before an input field, see `label_before`.

    A field with a hint has none if its contents are secret, if the text before it may be a heading, since another field
    follows or it stands farther away than it is high, or if that is the title of a dialog.
    """
    siblings = field.parent.children if field.parent else (field,)
    place = siblings.index(field)
    before, after = siblings[max(place - 1, 0)], siblings[place + 1 : place + 2]
    far = field.bounds[1] - before.bounds[3] > before.bounds[3] - before.bounds[1]
    heads = far or before.resource_id.endswith(_DIALOG_TITLE) or any(each.editable for each in after)
    return "" if field.hint and (heads or field.password) else label_before(field)


@lru_cache(maxsize=4)
def by_bounds(tree: Tree, size: Size) -> dict[Bounds, list[Node]]:
    """Return the visible nodes of a tree by their bounds inside a display of the given size, outermost first."""
    found: dict[Bounds, list[Node]] = {}
    for node in nodes_of(tree):
        if node.visible and (bounds := clip(node.bounds, size)):
            found.setdefault(bounds, []).append(node)
    return found


def check_size(size: Size) -> None:
    """Raise DeviceError if a display or a picture of it is larger than any real display."""
    width, height = size
    if max(size) > _LONGEST_SIDE or width * height > _MOST_PIXELS:
        raise DeviceError(f"a screen of {width} x {height} px is larger than any display")


def area(bounds: Bounds) -> int:
    """Return the area of bounds in square px; 0 if they are inverted."""
    left, top, right, bottom = bounds
    return (right - left) * (bottom - top) if left < right and top < bottom else 0


def centre(bounds: Bounds) -> tuple[int, int]:
    """Return the pixel (x, y) in the middle of bounds."""
    left, top, right, bottom = bounds
    return (left + right) // 2, (top + bottom) // 2


def contains(bounds: Bounds, x: int, y: int) -> bool:
    """Tell whether a pixel is inside bounds. Pixels on the right and bottom edges are outside."""
    left, top, right, bottom = bounds
    return left <= x < right and top <= y < bottom


def encloses(outer: Bounds, inner: Bounds) -> bool:
    """Tell whether `inner` lies wholly within `outer`."""
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def thickness(bounds: Bounds) -> int:
    """Return the shorter side of bounds, px."""
    return min(bounds[2] - bounds[0], bounds[3] - bounds[1])


def near(one: Bounds, other: Bounds) -> bool:
    """Tell whether one box is level with another, or above or below it at most the other's height away."""
    gap = max(one[1], other[1]) - min(one[3], other[3])
    beside = one[0] < other[2] and other[0] < one[2]
    return gap < 0 or (beside and gap <= other[3] - other[1])


def overlap(one: Bounds, other: Bounds) -> Bounds | None:
    """Return the part that two bounds share; None if it has no area.

    >>> overlap((0, 0, 10, 10), (5, 5, 20, 20)), overlap((0, 0, 4, 4), (4, 0, 8, 8))
    ((5, 5, 10, 10), None)
    """
    left, top, right, bottom = shared = meet(one, other)
    return shared if left < right and top < bottom else None


def meet(one: Bounds, other: Bounds) -> Bounds:
    """Return the part that two bounds share; inverted bounds if they share nothing."""
    a, b, c, d = one
    left, top, right, bottom = other
    # comparisons, because max() and min() take thrice as long, and screens are compared by the thousand
    return (
        a if a > left else left,
        b if b > top else top,
        c if c < right else right,
        d if d < bottom else bottom,
    )


def clip(bounds: Bounds, size: Size) -> Bounds | None:
    """Return the part of some bounds that is inside a display of the given size; None if it has no area.

    >>> clip((-20, 80, 50, 4000), (1080, 2400))
    (0, 80, 50, 2400)
    >>> clip((50, 80, 20, 90), (1080, 2400))  # inverted: a node scrolled out of sight
    """
    return overlap(bounds, (0, 0, *size))


def _find_secrets(siblings: Tree) -> None:
    """Set `password` to True on each input field that asks for a secret but is not marked as a password by the app.

    siblings: all children of one node, in order; those that are not input fields are left as they are. An input field
    asks for a secret if its resource-id or its name contains a word such as "password". The name of a field is its
    hint. Without a hint, it is its description, unless that repeats the field's text. Without both, it is the text of
    the sibling just before the field, unless that sibling is an input field too.
    """
    for before, node in zip((None, *siblings), siblings, strict=False):
        if node.editable and not node.password:
            own = node.hint or (node.description if node.description != node.text else "")
            label = (own or (before.text if before and not before.editable else ""))[:_LABEL]
            node.password = names_a_secret(label) or names_a_secret(node.resource_id.rpartition("/")[2])
