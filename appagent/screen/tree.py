"""A window hierarchy's XML, however broken, to nodes."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import cast

from lxml import etree

from appagent.errors import DeviceError
from appagent.screen.secret import names_a_secret

Bounds = tuple[int, int, int, int]  # left, top, right, bottom; px
Size = tuple[int, int]  # width, height; px

# What a dump may have, a phone's as well as a file's: of 500 real ones the largest had 150,000 characters, 450 nodes.
_MOST_CHARACTERS = 4_000_000
_LABEL = 60  # letters of what a field is called: a text before it may be long, and about anything
_MOST_NODES = 20_000
_LONGEST_NAME = 300  # letters of a class, a package, a resource-id
_LONGEST_SIDE = 20_000  # px of a display; none has half as many
_MOST_PIXELS = 60_000_000  # an 8K display has 33 million
_BOUNDS = re.compile(r"\s*\[(-?\d{1,7}),(-?\d{1,7})\]\[(-?\d{1,7}),(-?\d{1,7})\]\s*")
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PLAIN_AND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});)")
_REFERENCE = re.compile(r"&#(?:[xX]([0-9a-fA-F]{1,6})|(\d{1,7}));")
_DECLARATION = re.compile(r"<(?=\?|!(?!--|\[CDATA\[))")  # of XML, a document type, an entity: here it is text
_START = re.compile(r"<hierarchy[\s/>]")
_EDITORS = ("EditText", "AutoCompleteTextView", "SearchAutoComplete")


@dataclass(slots=True, eq=False)
class Node:
    """One node as dumped; what is missing is empty or false. `index` is its place among its siblings.

    Never changed once it is parsed: those who read one hierarchy share its nodes.
    role: the class without its package, "Button".
    password: it holds a secret, whether the app hides it or not; masked: it hides it.
    bounds: not clipped, and inverted or negative where the phone said so.
    """

    cls: str
    role: str
    package: str
    resource_id: str
    text: str
    description: str
    hint: str
    bounds: Bounds
    index: int
    clickable: bool
    long_clickable: bool
    checkable: bool
    checked: bool
    scrollable: bool
    focusable: bool
    focused: bool
    selected: bool
    password: bool
    masked: bool
    editable: bool
    enabled: bool
    visible: bool
    parent: "Node | None" = field(repr=False)
    children: tuple["Node", ...] = field(default=(), repr=False)


@lru_cache(maxsize=4)  # settling, reading and comparing screens each ask for the same few
def parse(hierarchy: str) -> tuple[Node, ...]:
    """The root of each window, in the order of the dump. No window at all is no error.

    Reads what can be read of a dump with invalid characters, stray text around it, several documents in
    one, or an end that is missing. No entity is ever expanded and no document type is read.
    Raises DeviceError if there is no hierarchy in it, or far more than a screen has.
    """
    nodes = hierarchy.count("<node")
    letters = len(hierarchy)
    if letters > _MOST_CHARACTERS or nodes > _MOST_NODES:
        raise DeviceError(f"a hierarchy of {letters} characters and {nodes} nodes is no screen; capture it again")
    start = _START.search(hierarchy)
    if not start:
        found = f"it begins {hierarchy[:60]!r}" if hierarchy.strip() else "it is empty"
        raise DeviceError(f"no <hierarchy> in the dump: {found}. Capture the screen again")
    document = _document(hierarchy[start.start() :])
    return tuple(_tree(root) for top in document.iter("hierarchy") for root in top if root.tag == "node")


def rewrite(hierarchy: str, change: Callable[[int, Mapping[str, str]], Mapping[str, str]]) -> str:
    """The hierarchy with other attributes.

    change: given the number of each node, from 0 as `parse` and `walk` have them, and its attributes, those that are to
    be others. Raises DeviceError as `parse` does.
    """
    start = _START.search(hierarchy)
    document = _document(hierarchy[start.start() if start else 0 :])
    tops = [root for top in document.iter("hierarchy") for root in top if root.tag == "node"]
    stack, number = tops[::-1], 0
    while stack:
        element = stack.pop()
        for name, value in change(number, cast("dict[str, str]", dict(element.items()))).items():
            element.set(name, value)
        stack.extend([child for child in element if child.tag == "node"][::-1])
        number += 1
    return etree.tostring(document, encoding="unicode")


def check_size(size: Size) -> None:
    """Raise DeviceError for a display, or its picture, that is larger than any."""
    width, height = size
    if max(size) > _LONGEST_SIDE or width * height > _MOST_PIXELS:
        raise DeviceError(f"a screen of {width} x {height} px is larger than any display")


def walk(root: Node) -> Iterator[Node]:
    """The node and everything under it, in document order."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(node.children[::-1])


def area(bounds: Bounds) -> int:
    """In square px; 0 for inverted bounds."""
    left, top, right, bottom = bounds
    return max(right - left, 0) * max(bottom - top, 0)


def centre(bounds: Bounds) -> tuple[int, int]:
    """The pixel in the middle."""
    left, top, right, bottom = bounds
    return (left + right) // 2, (top + bottom) // 2


def holds(bounds: Bounds, x: int, y: int) -> bool:
    """Whether a pixel is inside; right and bottom are not."""
    left, top, right, bottom = bounds
    return left <= x < right and top <= y < bottom


def overlap(one: Bounds, other: Bounds) -> Bounds | None:
    """What two bounds share; None if it has no area.

    >>> overlap((0, 0, 10, 10), (5, 5, 20, 20)), overlap((0, 0, 4, 4), (4, 0, 8, 8))
    ((5, 5, 10, 10), None)
    """
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[2], other[2]), min(one[3], other[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def meet(one: Bounds, other: Bounds) -> Bounds:
    """What two bounds share; inverted if that is nothing."""
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def clip(bounds: Bounds, size: Size) -> Bounds | None:
    """The part of some bounds that is inside a display of that size; None if it has no area.

    >>> clip((-20, 80, 50, 4000), (1080, 2400))
    (0, 80, 50, 2400)
    >>> clip((50, 80, 20, 90), (1080, 2400))  # inverted: a node scrolled out of sight
    """
    return overlap(bounds, (0, 0, *size))


def _document(text: str) -> etree._Element:
    # What comes before <hierarchy is cut off, so no document type can declare an entity: that is
    # what makes the parser's own limit on size, which also forbids deep trees, safe to lift.
    try:
        return etree.fromstring(text.encode(errors="replace"), _parser(recover=False))
    except etree.XMLSyntaxError as error:
        reason = str(error)
    mended = _PLAIN_AND.sub("&amp;", _NOT_XML.sub(".", _DECLARATION.sub("&lt;", text)))
    mended = _REFERENCE.sub(_reference, mended)
    document = etree.fromstring(f"<dumps>{mended}</dumps>".encode(), _parser(recover=True))
    if document is None or document.find(".//hierarchy") is None or ("<node" in text and not _nodes(document)):
        raise DeviceError(f"the hierarchy cannot be read as XML: {reason}. Capture the screen again")
    return document


def label_before(field: Node) -> str:
    """The words that stand before a field as its label does, beside it or above, at most 60 letters; "" for none."""
    siblings = field.parent.children if field.parent else (field,)
    place = siblings.index(field)
    before = siblings[place - 1] if place else None
    return before.text[:_LABEL] if before and not (before.editable or before.clickable) else ""


def _parser(*, recover: bool) -> etree.XMLParser:
    return etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True, recover=recover)


def _nodes(document: etree._Element) -> bool:
    return document.find(".//hierarchy/node") is not None


def _reference(match: re.Match[str]) -> str:
    """A character reference stays where XML allows that character."""
    code = int(match[1], 16) if match[1] else int(match[2])
    return match[0] if code < 0x110000 and not _NOT_XML.match(chr(code)) else "."


def _tree(element: etree._Element) -> Node:
    root = _node(element, None, 0)
    stack = [(element, root)]
    while stack:
        element, node = stack.pop()
        below = [child for child in element if child.tag == "node"]
        node.children = tuple(_node(child, node, turn) for turn, child in enumerate(below))
        _find_secrets(node.children)
        stack.extend(zip(below, node.children, strict=True))
    return root


def _find_secrets(siblings: tuple[Node, ...]) -> None:
    """Fields that ask for a secret hold one, though they show it: by their names, else by the label before them."""
    for before, node in zip((None, *siblings), siblings, strict=False):
        if node.editable and not node.password:
            own = node.hint or (node.description if node.description != node.text else "")
            label = (own or (before.text if before and not before.editable else ""))[:_LABEL]
            node.password = names_a_secret(label) or names_a_secret(node.resource_id.rpartition("/")[2])


def _node(element: etree._Element, parent: Node | None, turn: int) -> Node:
    def get(name: str) -> str:  # all attributes at once take lxml the square of their number
        return cast("str", element.get(name, ""))

    cls, index, password = get("class")[:_LONGEST_NAME], get("index"), get("password") == "true"
    return Node(
        cls=cls,
        role=cls.rpartition(".")[2],
        package=get("package")[:_LONGEST_NAME],
        resource_id=get("resource-id")[:_LONGEST_NAME],
        text=get("text"),
        description=get("content-desc"),
        hint=get("hint"),
        bounds=_bounds(get("bounds")),
        index=int(index) if index.isascii() and index.isdigit() and len(index) < 8 else turn,
        clickable=get("clickable") == "true",
        long_clickable=get("long-clickable") == "true",
        checkable=get("checkable") == "true",
        checked=get("checked") == "true",
        scrollable=get("scrollable") == "true",
        focusable=get("focusable") == "true",
        focused=get("focused") == "true",
        selected=get("selected") == "true",
        password=password,
        masked=password,
        editable=password or cls.endswith(_EDITORS),
        enabled=get("enabled") != "false",
        visible=get("visible-to-user") != "false",
        parent=parent,
    )


def _bounds(text: str) -> Bounds:
    found = _BOUNDS.fullmatch(text)
    return (int(found[1]), int(found[2]), int(found[3]), int(found[4])) if found else (0, 0, 0, 0)
