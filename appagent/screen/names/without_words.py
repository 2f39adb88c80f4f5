"""Tell elements without words apart: by the text of their row, or by their number among equal ones, such as stars."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from appagent.screen.names.labels import inside
from appagent.screen.nodes.tree import Node, by_bounds, upwards
from appagent.screen.once import once_a_screen
from appagent.screen.screens import Element, Screen
from appagent.screen.texts.wording import texts_beside, visible_words

_FEWEST = 3  # equal elements; two are told apart by their positions just as well
_ROUNDED = 2  # px, by which lengths may differ and still count as equal


@once_a_screen
def peers(screen: Screen) -> Mapping[int, tuple[int, int]]:
    """Return, by mark, (position, total) of each element without words that is one of three or more equal elements.

    Elements are equal if role, resource-id and size are equal, if the same node contains them, and if they stand at
    equal distances, unlike the icons of a bar. Elements in rows with different names are left out, because their rows
    tell them apart.
    """
    nodes = by_bounds(screen.tree, screen.size)
    bare = [(each, nodes[each.bounds][0]) for each in screen.elements if _is_bare(each) and each.bounds in nodes]
    within = Counter(above for _, node in bare for above in _around(node))
    groups: dict[tuple[object, ...], list[Element]] = {}
    for each, node in bare:
        holder = next((above for above in _around(node) if within[above] > 1), None)
        groups.setdefault((holder, each.role, each.resource_id), []).append(each)
    alike = [group for group in groups.values() if _are_alike(group)]
    return MappingProxyType({one.mark: (at, len(group)) for group in alike for at, one in enumerate(group, 1)})


@once_a_screen
def rows_of_icons(screen: Screen) -> Mapping[int, str]:
    """Return, by mark, the first text in the list row of each element without words, where this tells it from others.

    Elements are left out whose row is an element too, because its line says the text, and those whose row has the same
    text as that of another element of their kind.
    """
    nodes = by_bounds(screen.tree, screen.size)
    bare = [each for each in screen.elements if each.row and "tap" in each.actions and not (each.text or each.hint)]
    said: dict[str, dict[int, str]] = {}
    for each in bare:
        if each.bounds in nodes and not any(other.text and inside(other, each) for other in screen.elements):
            texts = texts_beside(nodes[each.bounds][0], visible_words)
            said.setdefault(each.template, {})[each.mark] = visible_words(texts[0]) if texts else ""
    told = (rows for rows in said.values() if len(rows) == len({*rows.values()}) > 1)
    return MappingProxyType({mark: words for rows in told for mark, words in rows.items()})


def _is_bare(element: Element) -> bool:
    return not (element.text or element.hint) and "tap" in element.actions


def _are_alike(group: Sequence[Element]) -> bool:
    boxes = [each.bounds for each in group]
    sizes = [(right - left, bottom - top) for left, top, right, bottom in boxes]
    lines = [(one, other) for one, other in pairwise(boxes) if other[1] < one[3]]  # pairs in one line
    equal = _even(width for width, _ in sizes) and _even(height for _, height in sizes)
    spaced = _even(other[0] - one[0] for one, other in lines)
    return len(group) >= _FEWEST and equal and spaced and len({each.row for each in group}) == 1


def _even(lengths: Iterable[int]) -> bool:
    found = list(lengths)
    return not found or max(found) - min(found) <= _ROUNDED


def _around(node: Node) -> Iterator[Node]:
    return (above for above in upwards(node) if above is not node)
