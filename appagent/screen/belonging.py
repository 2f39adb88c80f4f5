"""Find out whether the row, card or scrolling page around an element now shows another item than before."""

from collections.abc import Callable, Iterator

from appagent.screen.rewritten import LISTS, replaced, takes_touches, upwards
from appagent.screen.screens import Screen
from appagent.screen.ticking import unticked, went_on
from appagent.screen.tree import Bounds, Node, clip, nodes_of, walk
from appagent.screen.wording import lasting, visible_words


def exchanged(
    bounds: Bounds, before: Screen, there: Bounds, now: Screen, *, deed: bool = False
) -> tuple[str, str] | None:
    """Return (old text, new text) if the row, card or page around an element shows another item now; else None.

    bounds, there: bounds of the element on the earlier and on the later screen, px. deed: True to compare all texts of
    a row, False to compare only the first. These rules are tried in order:

    - A row of a list shows another item if its first text (or with `deed` any text) differs.
    - Anything else that can be touched as a whole, such as a card, does if any of its texts differs.
    - A page that scrolls does if no text of it is left.
    """
    nodes = _at(bounds, before), _at(there, now)
    rows = [row for node in nodes if node and (row := _nearest(node, _is_row))]
    if len(rows) == 2:
        titles = _title(rows[0]), _title(rows[1])
        if all(titles) and _other_title(*titles):
            return titles
        return replaced(*(_in_order(row) for row in rows)) if deed else None
    cards = [card for node in nodes if node and (card := _nearest(node, takes_touches))]
    if len(cards) == 2 and (other := replaced(*(_in_order(card) for card in cards))):
        return other
    pages = [page for node in nodes if node and (page := _nearest(node, _scrolls))]
    texts = [[text for node in walk(page) if (text := _telling(node))] for page in pages]
    if len(texts) == 2 and all(texts) and not {*map(lasting, texts[0])} & {*map(lasting, texts[1])}:
        return texts[0][0], texts[1][0]
    return None


def _at(bounds: Bounds, screen: Screen) -> Node | None:
    return next((node for node in nodes_of(screen.tree) if clip(node.bounds, screen.size) == bounds), None)


def _nearest(node: Node, is_it: Callable[[Node], bool]) -> Node | None:
    """Return the nearest node around the given one for which `is_it` returns True, or None."""
    return next((each for each in upwards(node) if each is not node and is_it(each)), None)


def _is_row(node: Node) -> bool:
    return node.parent is not None and node.parent.role in LISTS


def _scrolls(node: Node) -> bool:
    return node.scrollable or node.role in LISTS


def _title(row: Node) -> str:
    """Return the first text of a row with "#" for its numbers and times; unchanged if it consists of nothing else."""
    texts = (visible_words(each) for each in walk(row) if each.visible and not each.editable)
    first = next(filter(None, texts), "")
    return lasting(first) or first


def _other_title(title: str, later: str) -> bool:
    """Tell whether two titles belong to different rows. They do not if only a time or a percentage went on."""
    return unticked(title) != unticked(later) or not went_on(title, later)


def _in_order(card: Node) -> dict[tuple[object, ...], str]:
    """Return the texts of a card that are not part of a button in it. Keys: (role, resource-id, running number)."""
    found: dict[tuple[object, ...], str] = {}
    for node in walk(card):
        if text := _telling(node, within=card):
            kind = node.role, node.resource_id
            found[*kind, sum(key[:2] == kind for key in found)] = text
    return found


def _telling(node: Node, within: Node | None = None) -> str:
    """Return the words of a node; "" if they do not last, or if a touchable node inside `within` has them."""
    text = "" if node.editable or not node.visible else visible_words(node)
    return text if lasting(text) and not any(map(takes_touches, _up_to(node, within))) else ""


def _up_to(node: Node, end: Node | None) -> Iterator[Node]:
    for each in upwards(node):
        if each is end:
            return
        yield each
