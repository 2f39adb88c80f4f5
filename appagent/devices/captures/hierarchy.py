"""Parse the hierarchy that an Android phone dumps as XML, even if it is broken, into a tree of nodes or a screen."""

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from lxml import etree

from appagent.errors import DeviceError
from appagent.screen import Bounds, Node, Screen, Size, Tree, read
from appagent.screen.nodes.tree import walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

# Limits for dumps from phones and from files. Of 500 real dumps, the largest had 150,000 characters and 450 nodes.
_MOST_CHARACTERS = 4_000_000
_MOST_NODES = 20_000
_KEPT = 32  # screens, because a run often comes back to one that looks exactly as before
_LONGEST_NAME = 300  # letters of a class, a package, a resource-id
_BOUNDS = re.compile(r"\s*\[(-?\d{1,19}),(-?\d{1,19})\]\[(-?\d{1,19}),(-?\d{1,19})\]\s*")
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PLAIN_AND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});)")
_REFERENCE = re.compile(r"&#(?:[xX]([0-9a-fA-F]{1,6})|(\d{1,7}));")
# declares XML, a document type or an entity; in a dump it is plain text
_DECLARATION = re.compile(r"<(?=\?|!(?!--|\[CDATA\[))")
_START = re.compile(r"<hierarchy[\s/>]")
_WITHOUT_WINDOWS = re.compile(r"<hierarchy[^<>]*/>")
FLAGS = {
    name: name.replace("_", "-")
    for name in (
        "clickable", "long_clickable", "checkable", "checked", "scrollable", "focusable", "focused", "selected",
        "active",
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
    """Return the screen of a dump and of the screenshot of the same moment.

    size, app, activity and settled have the same meaning as in `screen.read`.
    Raises DeviceError if `parse_dump` does, or if the display is larger than any real one.
    """
    screen = _read_once(dump, size or (picture.size if picture else None), app, activity, settled)
    return replace(screen, picture=picture)


@lru_cache(maxsize=_KEPT)
def _read_once(dump: str, size: Size | None, app: str, activity: str, settled: bool) -> Screen:
    """Return the screen of a dump without its picture, on which nothing else of it depends."""
    return read(parse_dump(dump), size=size, app=app, activity=activity, settled=settled, raw=dump)


def is_whole(dump: str) -> bool:
    """Tell whether a dump of a hierarchy has its end; a dump that was cut off in the middle does not."""
    return "</hierarchy>" in dump or bool(_WITHOUT_WINDOWS.search(dump)) or not _START.search(dump)


def with_active(dump: str, active: str) -> str:
    """Mark the root of one window in a dump as the active one, which receives key presses, and return the new dump.

    active: a dump of that window alone. If it is not exactly one of the windows, the dump is returned as it is.
    """
    roots, own = parse_dump(dump), parse_dump(active)
    same = [place for place, root in enumerate(roots) if own and _facts(root) == _facts(own[0])]
    if len(same) != 1:
        return dump
    document = _document(dump[dump.index("<hierarchy") :])
    windows = [root for top in document.iter("hierarchy") for root in top if root.tag == "node"]
    windows[same[0]].set("active", "true")
    return etree.tostring(document, encoding="unicode")


def _facts(root: Node) -> tuple[object, ...]:
    nodes = list(walk(root))
    return root.package, root.bounds, [(node.cls, node.resource_id, node.text, node.bounds) for node in nodes]


@lru_cache(maxsize=_KEPT)  # `settle` and `read_dump` parse the same dumps
def parse_dump(dump: str) -> Tree:
    """Return the root node of each window in a dump, in the order of the dump; an empty tuple if there is no window.

    As much as possible is kept of a broken dump, which may have invalid characters, other text around it, several
    documents in one, or no end. No entity is ever expanded, and no document type is read.
    Raises DeviceError if the dump has no hierarchy, or far more nodes or characters than a screen can have.
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
    # Everything before <hierarchy is cut off, so no document type can declare an entity. Therefore it is safe to lift
    # the parser's own limit on size, which would also forbid deep trees.
    try:
        return etree.fromstring(text.encode(errors="replace"), _parser(recover=False))
    except etree.XMLSyntaxError as error:
        reason = str(error)
    mended = _PLAIN_AND.sub("&amp;", NOT_XML.sub(".", _DECLARATION.sub("&lt;", text)))
    mended = _REFERENCE.sub(_reference, mended)
    document = etree.fromstring(f"<dumps>{mended}</dumps>".encode(), _parser(recover=True))
    wanted = ".//hierarchy/node" if "<node" in text else ".//hierarchy"
    if document is None or document.find(wanted) is None:
        raise DeviceError(f"the hierarchy cannot be read as XML: {reason}. Capture the screen again")
    return document


def _parser(*, recover: bool) -> etree.XMLParser:
    return etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True, recover=recover)


def _reference(match: re.Match[str]) -> str:
    """Return a character reference unchanged if XML allows its character, otherwise "."."""
    code = int(match[1], 16) if match[1] else int(match[2])
    return match[0] if code < 0x110000 and not NOT_XML.match(chr(code)) else "."


def _window(root: etree._Element) -> Node:
    """Return the root node of a window with all nodes under it.

    The nodes are made from the leaves up without recursion, because hostile dumps are nested more deeply than Python
    allows functions to be.
    """
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
    get = cast("Callable[[str, str], str]", element.get)  # because lxml needs quadratic time to list all attributes
    cls, masked = get("class", "")[:_LONGEST_NAME], get("password", "") == "true"
    return Node(
        cls=cls,
        package=get("package", "")[:_LONGEST_NAME],
        resource_id=get("resource-id", "")[:_LONGEST_NAME],
        text=get("text", ""),
        description=get("content-desc", ""),
        hint=get("hint", ""),
        bounds=_bounds(get("bounds", "")),
        index=_count(get("index", ""), -1),
        drawing_order=_count(get("drawing-order", ""), 0),
        masked=masked,
        editable=masked or cls.endswith(_EDITORS),
        enabled=get("enabled", "") != "false",
        visible=get("visible-to-user", "") != "false",
        children=children,
        **{name: get(attribute, "") == "true" for name, attribute in FLAGS.items()},
    )


def _count(text: str, otherwise: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else otherwise


def _bounds(text: str) -> Bounds:
    found = _BOUNDS.fullmatch(text)
    return (int(found[1]), int(found[2]), int(found[3]), int(found[4])) if found else (0, 0, 0, 0)
