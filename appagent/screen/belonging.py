"""Tell whether what an element belongs to, a row, a card or a page that scrolls, is about something else by now."""

from collections.abc import Callable, Iterator, Sequence

from appagent.screen.rewritten import LISTS, Place, replacements, takes_touches, upwards
from appagent.screen.screens import Screen
from appagent.screen.ticking import unticked, went_on
from appagent.screen.tree import Bounds, Node, clip, nodes_of, walk
from appagent.screen.wording import lasting, visible_words


def exchanged(
    bounds: Bounds, before: Screen, there: Bounds, now: Screen, *, deed: bool = False
) -> tuple[str, str] | None:
    """Return (text, other text) if what an element belongs to is about something else on a later look, or None.

    bounds, there: where the element lies on the earlier and on the later look, px. deed: True if no text of its row may
    be another, False if only the first counts. These rules apply in order:

    - A row of a list is another one if its first text is another.
    - Something else that can be touched as a whole, such as a card, is another one if any of its texts is.
    - Something else that scrolls has other contents if none of its texts has stayed.
    """
    nodes = _at(bounds, before), _at(there, now)
    rows = [row for node in nodes if node and (row := _nearest(node, _is_row))]
    if len(rows) == 2:
        titles = _title(rows[0]), _title(rows[1])
        if all(titles) and _other_title(*titles):
            return titles
        return _replaced(rows) if deed else None
    cards = [card for node in nodes if node and (card := _nearest(node, takes_touches))]
    if len(cards) == 2 and (other := _replaced(cards)):
        return other
    pages = [page for node in nodes if node and (page := _nearest(node, _scrolls))]
    texts = [[text for node in walk(page) if (text := _telling(node))] for page in pages]
    if len(texts) == 2 and all(texts) and not {*map(lasting, texts[0])} & {*map(lasting, texts[1])}:
        return texts[0][0], texts[1][0]
    return None


def _at(bounds: Bounds, screen: Screen) -> Node | None:
    return next((node for node in nodes_of(screen.tree) if clip(node.bounds, screen.size) == bounds), None)


def _nearest(node: Node, is_it: Callable[[Node], bool]) -> Node | None:
    """Return the nearest node around another of which something holds, or None."""
    return next((each for each in upwards(node) if each is not node and is_it(each)), None)


def _is_row(node: Node) -> bool:
    return node.parent is not None and node.parent.role in LISTS


def _scrolls(node: Node) -> bool:
    return node.scrollable or node.role in LISTS


def _title(row: Node) -> str:
    """Return the first text of a row, with "#" for numbers and times in it unless it has nothing else."""
    texts = (visible_words(each) for each in walk(row) if each.visible and not each.editable)
    first = next(filter(None, texts), "")
    return lasting(first) or first


def _other_title(title: str, later: str) -> bool:
    """Tell whether two titles are of two rows. One in which a time or a share went on is the same."""
    return unticked(title) != unticked(later) or not went_on(title, later)


def _replaced(cards: Sequence[Node]) -> tuple[str, str] | None:
    """Return (text, other text) for a text of one of two cards that the other has another in place of, or None."""
    found = replacements(*(_in_order(card) for card in cards))
    return next(((text, other) for _, text, other in found), None)


def _in_order(card: Node) -> dict[Place, str]:
    """Return the texts of a card outside of what can be touched in it, by role, resource-id and number."""
    found: dict[Place, str] = {}
    for node in walk(card):
        if text := _telling(node, within=card):
            kind = node.role, node.resource_id
            found[*kind, sum(key[:2] == kind for key in found)] = text
    return found


def _telling(node: Node, within: Node | None = None) -> str:
    """Return the words of a node that last and belong to nothing that can be touched but `within` and around it."""
    text = "" if node.editable or not node.visible else visible_words(node)
    return text if lasting(text) and not any(map(takes_touches, _up_to(node, within))) else ""


def _up_to(node: Node, end: Node | None) -> Iterator[Node]:
    for each in upwards(node):
        if each is end:
            return
        yield each
