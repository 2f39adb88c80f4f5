"""Find the small pictures that alone tell what an element is about, as in a row of a face and a button."""

from collections.abc import Iterator, Sequence
from itertools import islice

from appagent.screen.beside import MOST_LEVELS, Box, untouched
from appagent.screen.drawn import drawn_alike, pictures_among
from appagent.screen.rewritten import LISTS
from appagent.screen.screens import Screen
from appagent.screen.tree import Node, clip, upwards, walk

_MOST_KIN = 12  # that a node is compared with; as many rows are in sight, but a malicious list may have any number
_PAGE = 0.5  # of the display's height, from which a node is no row, bar or card


def small_pictures(node: Node, screen: Screen, level: int, *, deed: bool) -> Sequence[Node]:
    """Return the pictures of the nearest node around a node that has any, where no words around it are as near.

    Icons count too; around most of the page, only for a deed. What can be touched itself counts in one of several nodes
    built alike, if it looks otherwise there than in another of them: a face, and no heart.
    level: how many levels above the node the words that tell what it is about are, as in one row or card with it; 0 if
    there are none but the page's. In a node built like others beside it, these are no words of its own.
    """
    for region in islice(upwards(node), 1, level or MOST_LEVELS):
        if region.role in LISTS:
            break
        kin = _built_alike(region)
        if level and not kin:
            continue
        page = region.bounds[3] - region.bounds[1] > _PAGE * screen.size[1]
        among = [*untouched(Box(region, node), passing=False), *_differing(region, kin, screen)]
        found = pictures_among([each for each in among if each is not node], screen, icons=deed or not page)
        if found:
            return found
    return []


def _built_alike(node: Node) -> list[Node]:
    """Return the nodes beside a node that have the same classes in the same order in them."""
    kin = (one for one in (node.parent.children if node.parent else ()) if one is not node and one.visible)
    alike = (one for one in kin if one.role == node.role and len(one.children) == len(node.children))
    mine = [one.role for one in walk(node)]
    return [one for one in islice(alike, _MOST_KIN) if [each.role for each in walk(one)] == mine]


def _differing(region: Node, kin: Sequence[Node], screen: Screen) -> Iterator[Node]:
    """Yield the nodes in a region that are drawn otherwise than in a node built alike, and can be touched."""
    others = [list(walk(one)) for one in kin]
    for place, node in enumerate(walk(region)):
        if node is region or node.children or not (node.clickable or node.long_clickable) or node.checkable:
            continue
        boxes = [clip(each.bounds, screen.size) for each in (node, *(other[place] for other in others))]
        if boxes[0] and any(box and not drawn_alike(screen, boxes[0], screen, box) for box in boxes[1:]):
            yield node
