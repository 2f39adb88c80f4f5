"""Leave out of a dialog what is chosen in it, so that its title stays when something else is chosen."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from appagent.screen.nodes.front import Front
from appagent.screen.nodes.tree import Bounds, Node, root_of, walk, with_changes

_LEVEL = 0.5  # share of the lower wheel's height that two wheels beside each other have in common


def unchosen(found: Front) -> Front:
    """Return a dialog with nothing selected in it and without the texts of its wheels; anything else unchanged.

    A selected chip counts as a tab, of which the words would be the title, and so would the first value of wheels such
    as those of a date.
    """
    if found.kind != "dialog":
        return found
    silent = {node for wheel in wheels(found.nodes) for node in walk(wheel)}
    changes: dict[Node, dict[str, Any]] = {node: {"selected": False} for node in found.nodes if node.selected}
    changes |= {node: {"selected": False, "text": "", "description": ""} for node in silent}
    if not changes:
        return found
    copies: dict[Node, Node] = {}
    for root in dict.fromkeys(root_of(node) for node in found.nodes):
        (copy,) = with_changes((root,), lambda node: changes.get(node, {}))
        copies |= zip(walk(root), walk(copy), strict=True)
    return Front(found.kind, tuple(copies[node] for node in found.nodes))


def wheels(nodes: Sequence[Node]) -> list[Node]:
    """Return the wheels among some nodes: things that scroll, of which one stands beside another one."""
    turned = [node for node in nodes if node.scrollable]
    return [node for pair in combinations(turned, 2) if _side_by_side(*(each.bounds for each in pair)) for node in pair]


def words_in_wheels(found: Front) -> Iterator[str]:
    """Yield the texts in the wheels of a dialog."""
    for wheel in wheels(found.nodes) if found.kind == "dialog" else ():
        yield from (words for node in walk(wheel) for words in (node.text, node.description) if words)


def _side_by_side(one: Bounds, other: Bounds) -> bool:
    shared = min(one[3], other[3]) - max(one[1], other[1])
    apart = one[2] <= other[0] or other[2] <= one[0]
    return apart and shared >= _LEVEL * min(one[3] - one[1], other[3] - other[1]) > 0
