"""Names that the published AppAgent gives to the nodes of a screen, by which documents learnt with it are found.

Such a name is made of the node and its parent: the resource-id, or else the class and the size in px; the description
if it is short; and the place among the siblings. Source: AppAgent (arXiv:2312.13771), its released code of March 2024.
"""

import hashlib
import re
from collections.abc import Iterator

from appagent.screen.screens import Screen
from appagent.screen.tree import Node, nodes_of

FACT = "published"  # the fact of a document that holds the forms of a name
_LONGEST = 20  # letters of a description in a name, at least one less
_SIZE = re.compile(r"(?<=[A-Za-z0-9$])_\d+_\d+(?=_)")


def published_name(node: Node) -> str:
    """Return the name that AppAgent gives to a node.

    >>> row = Node(cls="android.widget.Button", bounds=(0, 0, 90, 40), description="Add", index=2)
    >>> _ = Node(resource_id="com.example:id/bar", children=(row,))
    >>> published_name(row)
    'com.example.id_bar_android.widget.Button_90_40_Add_2'
    """
    before = f"{_own(node.parent)}_" if node.parent else ""
    return f"{before}{_own(node)}_{node.index}"


def forms(name: str) -> tuple[str, str]:
    """Return hashes of a name as it is, and without sizes, so that it holds on other displays.

    A name quotes the screen, so that no record keeps it.
    """
    exact, anywhere = (hashlib.sha256(each.encode()).hexdigest()[:16] for each in (name, f"any {_SIZE.sub('', name)}"))
    return exact, anywhere


def published_forms(screen: Screen) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield pairs (id of an element, forms of the name of one of its nodes) for all elements of a screen."""
    by_bounds = {element.bounds: element.id for element in screen.elements if element.source == "hierarchy"}
    for node in nodes_of(screen.tree):
        if (node.clickable or node.focusable) and node.bounds in by_bounds:
            yield by_bounds[node.bounds], forms(published_name(node))


def _own(node: Node) -> str:
    left, top, right, bottom = node.bounds
    name = node.resource_id.replace(":", ".").replace("/", "_") or f"{node.cls}_{right - left}_{bottom - top}"
    if not 0 < len(node.description) < _LONGEST:
        return name
    return f"{name}_{re.sub('[/:]', '_', node.description.replace(' ', ''))}"
