"""Android's window hierarchy, the XML that a phone dumps, however broken: to a tree of nodes, and to a screen."""

import re
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from lxml import etree

from appagent.errors import DeviceError
from appagent.screen import Bounds, Node, Screen, Size, Tree, read
from appagent.screen.tree import nodes_of

if TYPE_CHECKING:
    from PIL import Image

# What a dump may have, a phone's as well as a file's: of 500 real ones the largest had 150,000 characters, 450 nodes.
_MOST_CHARACTERS = 4_000_000
_MOST_NODES = 20_000
_LONGEST_NAME = 300  # letters of a class, a package, a resource-id
_BOUNDS = re.compile(r"\s*\[(-?\d{1,7}),(-?\d{1,7})\]\[(-?\d{1,7}),(-?\d{1,7})\]\s*")
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PLAIN_AND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});)")
_REFERENCE = re.compile(r"&#(?:[xX]([0-9a-fA-F]{1,6})|(\d{1,7}));")
_DECLARATION = re.compile(r"<(?=\?|!(?!--|\[CDATA\[))")  # of XML, a document type, an entity: here it is text
_START = re.compile(r"<hierarchy[\s/>]")
_FLAGS = {
    name: name.replace("_", "-")
    for name in (
        "clickable", "long_clickable", "checkable", "checked", "scrollable", "focusable", "focused", "selected",
    )
}  # fmt: skip
_EDITORS = ("EditText", "AutoCompleteTextView", "SearchAutoComplete")


def read_dump(
    dump: str,
    picture: "Image.Image | None" = None,
    *,
    size: Size | None = None,
    app: str = "",
    activity: str = "",
    settled: bool = True,
) -> Screen:
    """Return the screen that a dump, and the screenshot of the same moment, show. The rest is as `screen.read` has it.

    Raises DeviceError as `parse` does, and where the display is larger than any.
    """
    tree = parse(dump)
    raw = "" if any(node.masked and node.text for node in nodes_of(tree)) else dump  # a password is not kept
    return read(tree, picture, size=size, app=app, activity=activity, settled=settled, raw=raw)


@lru_cache(maxsize=4)  # settling and reading ask for the same few
def parse(dump: str) -> Tree:
    """Return the root of each window, in the order of the dump. No window at all is no error.

    Reads what can be read of a dump with invalid characters, stray text around it, several documents in
    one, or an end that is missing. No entity is ever expanded and no document type is read.
    Raises DeviceError if there is no hierarchy in it, or far more than a screen has.
    """
    nodes, letters = dump.count("<node"), len(dump)
    if letters > _MOST_CHARACTERS or nodes > _MOST_NODES:
        raise DeviceError(f"a hierarchy of {letters} characters and {nodes} nodes is no screen; capture it again")
    start = _START.search(dump)
    if not start:
        found = f"it begins {dump[:60]!r}" if dump.strip() else "it is empty"
        raise DeviceError(f"no <hierarchy> in the dump: {found}. Capture the screen again")
    document = _document(dump[start.start() :])
    return tuple(_window(root) for top in document.iter("hierarchy") for root in top if root.tag == "node")


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
    if document is None or document.find(".//hierarchy") is None or ("<node" in text and not _has_nodes(document)):
        raise DeviceError(f"the hierarchy cannot be read as XML: {reason}. Capture the screen again")
    return document


def _parser(*, recover: bool) -> etree.XMLParser:
    return etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True, recover=recover)


def _has_nodes(document: etree._Element) -> bool:
    return document.find(".//hierarchy/node") is not None


def _reference(match: re.Match[str]) -> str:
    """Keep a character reference where XML allows that character."""
    code = int(match[1], 16) if match[1] else int(match[2])
    return match[0] if code < 0x110000 and not _NOT_XML.match(chr(code)) else "."


def _window(root: etree._Element) -> Node:
    """Return the nodes of a window, made from the leaves up: hostile dumps are deeper than Python's own stack."""
    found: list[tuple[etree._Element, list[etree._Element]]] = []
    stack = [root]
    while stack:
        element = stack.pop()
        children = [child for child in element if child.tag == "node"]
        found.append((element, children))
        stack.extend(children[::-1])
    made: dict[etree._Element, Node] = {}
    for element, children in reversed(found):
        made[element] = _node(element, tuple(made[child] for child in children))
    return made[root]


def _node(element: etree._Element, children: Tree) -> Node:
    def get(name: str) -> str:  # all attributes at once take lxml the square of their number
        return cast("str", element.get(name, ""))

    cls, index, masked = get("class")[:_LONGEST_NAME], get("index"), get("password") == "true"
    return Node(
        cls=cls,
        package=get("package")[:_LONGEST_NAME],
        resource_id=get("resource-id")[:_LONGEST_NAME],
        text=get("text"),
        description=get("content-desc"),
        hint=get("hint"),
        bounds=_bounds(get("bounds")),
        index=int(index) if index.isascii() and index.isdigit() and len(index) < 8 else -1,
        masked=masked,
        editable=masked or cls.endswith(_EDITORS),
        enabled=get("enabled") != "false",
        visible=get("visible-to-user") != "false",
        children=children,
        **{name: element.get(attribute) == "true" for name, attribute in _FLAGS.items()},
    )


def _bounds(text: str) -> Bounds:
    found = _BOUNDS.fullmatch(text)
    return (int(found[1]), int(found[2]), int(found[3]), int(found[4])) if found else (0, 0, 0, 0)
