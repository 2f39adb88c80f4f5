"""Find the small pictures that alone show what an element is about, as in a row with a face and a button."""

from collections.abc import Sequence
from itertools import islice

from appagent.screen.comparing.beside import MOST_LEVELS, Box, is_most_of_page, untouched
from appagent.screen.comparing.rewritten import LISTS
from appagent.screen.nodes.tree import Node, clip, upwards, walk
from appagent.screen.pictures.drawn import drawn_alike, is_picture, pictures_among
from appagent.screen.screens import Screen
from appagent.screen.texts.wording import visible_words

_MOST_KIN = 12  # that a node is compared with; as many rows are in sight, but a malicious list may have any number


def small_pictures(node: Node, screen: Screen, level: int, *, page: bool, deed: bool) -> Sequence[Node]:
    """Return the small pictures that show what an element is about where no words are as near, as in a row of faces.

    They are the pictures in the nearest node around the element that has any, below the node with the words. Icons
    count too, but in a node that is most of the page only if `deed` is True. A picture that can be touched counts only
    in one of several nodes built alike, and only if it looks different in another of these: a face does, and a heart
    does not.
    Only nodes that are one of several built alike are searched if the words are those of a row or a card, or if the
    element has words of its own and `deed` is False.
    node: the element's own node. level: how many levels above it the node with the words is; 0 if there is none. page:
    True if that node is most of the page. deed: True for an action with an effect that matters, such as paying or
    deleting.
    """
    alone = (page or not level) and (deed or not any(map(visible_words, walk(node))))
    inner, pictured = node, False
    for region in islice(upwards(node), 1, level or MOST_LEVELS):
        whole = is_most_of_page(region, screen.size[1])
        if region.role in LISTS or (whole and not alone):
            break
        more = (each for child in region.children if child is not inner for each in walk(child))
        pictured, inner = pictured or any(is_picture(each, screen) for each in more), region
        kin = _built_alike(region) if pictured else []
        if not pictured or not (kin or alone):
            continue
        around = [each for each in untouched(Box(region, node), passing=False) if each is not node]
        found = pictures_among(around, screen, icons=deed or not whole)
        if found := found or _differing(region, kin, node, screen):
            return found
    return []


def _built_alike(node: Node) -> list[Node]:
    """Return the siblings of a node that contain nodes of the same classes in the same order."""
    kin = (one for one in (node.parent.children if node.parent else ()) if one is not node and one.visible)
    alike = (one for one in kin if one.role == node.role and len(one.children) == len(node.children))
    mine = [one.role for one in walk(node)]
    return [one for one in islice(alike, _MOST_KIN) if [each.role for each in walk(one)] == mine]


def _differing(region: Node, kin: Sequence[Node], but: Node, screen: Screen) -> list[Node]:
    """Return the pictures in a node that can be touched and that look different in a node built alike.

    kin: the nodes that are built like `region`. but: a node to leave out.
    """
    if not kin:
        return []
    inside, others = list(walk(region)), [list(walk(one)) for one in kin]
    touched = [one for one in inside if (one.clickable or one.long_clickable) and not one.checkable and one is not but]
    found = []
    for node in pictures_among(touched, screen, icons=True):
        place = next(at for at, each in enumerate(inside) if each is node)
        boxes = [clip(each.bounds, screen.size) for each in (node, *(other[place] for other in others))]
        if boxes[0] and any(box and not drawn_alike(screen, boxes[0], screen, box) for box in boxes[1:]):
            found.append(node)
    return found
