"""Order the texts of a list row by how likely each is its name, by how and where they are shown."""

from collections.abc import Sequence

from appagent.screen.nodes.tree import Node
from appagent.screen.texts.wording import label, lasting, one_line

_WRITTEN, _DESCRIBED, _SUMMARY, _WORDLESS = range(4)  # ranks, the likeliest first
_TOLD = 2  # texts inside a row; a description that says as many of them sums the row up


def by_likelihood(row: Sequence[Node], inside: Sequence[Node]) -> list[str]:
    """Return the texts of a row, the likeliest names first and otherwise in their order.

    row: the nodes at the row's own place, outermost first. inside: the nodes with words in it, in the tree's order.
    What is written comes first, then the descriptions of pictures, such as "Profile picture", and last what has no
    letters, such as an emoji or "4.5 ★". The row's own description comes first as well, unless it only sums up what is
    written in the row. A block of a date before the rest, such as "DEC" above "24", is left out.
    """
    own = next((node for node in row if label(node)), None)
    ahead = _date_block(inside)
    rest = [node for node in inside[ahead:] if node is not own]
    ranked = [(_rank(node), label(node)) for node in rest]
    if own is not None:
        ranked.insert(0, (_SUMMARY if _sums_up(own, rest) else _WRITTEN, label(own)))
    return [text for _, text in sorted(ranked, key=lambda each: each[0])]


def in_order(row: Sequence[Node], inside: Sequence[Node]) -> list[str]:
    """Return the texts of a control in the order of the tree, each once. row, inside: as for `by_likelihood`."""
    own = next(filter(None, map(label, row)), "")
    return list(dict.fromkeys(filter(None, [own, *map(label, inside)])))


def _rank(node: Node) -> int:
    text = label(node)
    if not any(map(str.isalpha, lasting(text))):
        return _WORDLESS
    return _WRITTEN if text == node.text or node.editable else _DESCRIBED


def _sums_up(own: Node, inside: Sequence[Node]) -> bool:
    """Tell whether a row's description says several of the texts that are written in it."""
    if own.text:
        return False
    whole = one_line(own.description)
    written = {one_line(node.text) for node in inside if any(map(str.isalpha, node.text))}
    return sum(text in whole for text in written) >= _TOLD


def _date_block(inside: Sequence[Node]) -> int:
    """Return how many first texts of a row stand below each other, beside the others, and are a date together."""
    count = 1
    while count < len(inside) and _stands_below(inside[count], inside[count - 1]):
        count += 1
    block, rest = inside[:count], inside[count:]
    if not (count > 1 and rest) or any(_overlap(rest[0], node) for node in block):
        return 0
    return 0 if lasting(" ".join(map(label, block))) else count


def _stands_below(node: Node, other: Node) -> bool:
    middle = (other.bounds[1] + other.bounds[3]) / 2
    return node.bounds[1] >= middle and _overlap(node, other)


def _overlap(node: Node, other: Node) -> bool:
    return node.bounds[0] < other.bounds[2] and other.bounds[0] < node.bounds[2]
