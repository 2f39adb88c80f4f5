"""Names that the published AppAgent gives to the nodes of a screen, to find documents that were learnt with it.

Such a name is made of the node and its parent: the resource-id, or else the class and the size in px; the description
if it is short; and the position among the siblings. Source: AppAgent (arXiv:2312.13771), its released code of March
2024.
"""

import hashlib
import re
from collections.abc import Iterator

from appagent.screen.nodes.tree import Node, nodes_of
from appagent.screen.screens import Screen

FACT = "published"  # key of the two hashes in the facts of a document
_LONGEST = 20  # letters; only a shorter description is part of a name
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
    """Return (hash of a name, hash of the name without sizes); the second is the same on other displays.

    Records keep these hashes and not the name, because a name quotes the screen.
    """
    exact, anywhere = (hashlib.sha256(each.encode()).hexdigest()[:16] for each in (name, f"any {_SIZE.sub('', name)}"))
    return exact, anywhere


def published_forms(screen: Screen) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield (element id, forms of a name) for each node of an element that AppAgent names; see `forms`."""
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
