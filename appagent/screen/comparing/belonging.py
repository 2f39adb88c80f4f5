"""Tell whether an element, or the row, card or page around it, is about something else on a later screen."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from appagent.screen.comparing.beside import (
    MOST_LEVELS,
    Box,
    Exchange,
    changes_beside,
    changes_in_touch,
    is_most_of_page,
    plain,
    telling,
    untouched,
)
from appagent.screen.comparing.rewritten import LISTS, TextPlace, is_another, replacements
from appagent.screen.comparing.wordless import small_pictures
from appagent.screen.finding_again.renamed import names_the_same
from appagent.screen.nodes.places import Layout
from appagent.screen.nodes.tree import Bounds, Node, area, clip, upwards, walk
from appagent.screen.nodes.windows import Window
from appagent.screen.pictures.drawn import at, drawn_alike, lying_over, page_pictures, pictures_among, pictures_in
from appagent.screen.screens import Screen
from appagent.screen.texts.heading import heading_words
from appagent.screen.texts.numbers import frame
from appagent.screen.texts.wording import lasting, shared_phrases

_ROWS = 3  # rows; only from as many can be seen which of their texts are names

Look = tuple[Bounds, Screen]  # where an element lies, px, and the screen on which it does


def exchanges(before: Look, now: Look, *, deed: bool = False, agrees: bool = False) -> Iterator[Exchange]:
    """Yield pairs of texts which show that an element is about something else on a later screen.

    before, now: the element's bounds and screen, earlier and later. Compared are the element's own texts, those of the
    nearest node around it that has any, and what stands beside the element in that node (see `changes_beside`).
    `replacements` says which texts count as different. These are left out:

    - texts in lists that the element does not lie in;
    - in a list of three or more rows, all texts of the element's row but the row's name, which is the first text that
      most rows do not share. If `deed` is True, none of the row's texts is left out.

    deed: True for an action with an effect that matters, such as paying or deleting, which is checked more strictly.
    agrees: True for a button that says yes to what the page holds, such as "OK".
    """
    nodes = at(*before), at(*now)
    if not (nodes[0] and nodes[1]):
        return
    rows = _row(nodes[0], before[1]), _row(nodes[1], now[1])
    name = _name(rows[0]) if rows[0] else ""
    if name and rows[1] and not any(_names(name, text) for text in _texts(rows[1])):
        yield Exchange(name, next(_texts(rows[1]), ""), names=True)
    level, _ = _about(nodes[0], before[1])
    levels = [0] + [level] * bool(level)
    if rows[0] and deed:
        levels.append(list(upwards(nodes[0])).index(rows[0]))
    for each in levels:
        boxes = _box(nodes[0], each, before[1]), _box(nodes[1], each, now[1])
        if boxes[0] and boxes[1] and (deed or not (name and rows[0] in list(upwards(boxes[0].node)))):
            yield from _replaced(boxes[0], boxes[1], own=bool(rows[0]) and not boxes[0].page)
            if each:
                yield from changes_beside(boxes[0], boxes[1], everywhere=deed)
    if not name:
        fronts = _front_boxes(nodes[0], before[1]), _front_boxes(nodes[1], now[1])
        yield from changes_in_touch(*fronts, strict=deed or agrees)


def _box(node: Node, level: int, screen: Screen) -> Box | None:
    around = next(islice(upwards(node), level, None), None)
    return Box(around, node, is_most_of_page(around, screen.size[1])) if around else None


def _front_boxes(node: Node, screen: Screen) -> list[Box]:
    """Return a box for each root node of what is in front on a screen. node: the element's own node."""
    nodes = screen.front.nodes
    return [Box(each, node) for each in nodes if each.parent not in nodes]


def _replaced(before: Box, now: Box, *, own: bool) -> Iterator[Exchange]:
    """Yield each text of a box that another text has replaced. own: True if the first text of the box names a row."""
    texts = _in_order(before), _in_order(now)
    first = next((place for place, text in texts[0].items() if lasting(text)), None)
    names = [each.get(first, "") if first and own else "" for each in texts]
    if all(names) and not is_another(*names) and not _same(*names):
        yield Exchange(names[0], names[1], names=True)
    for place, text, other in replacements(*texts):
        yield Exchange(text, other, names=place == first)


def other_heading(before: Screen, now: Screen) -> bool:
    """Tell whether two screens have different headings; False if one of them has no heading."""
    headings = lasting(before.heading), lasting(now.heading)
    return all(headings) and headings[0] != headings[1]


def full_heading(screen: Screen) -> str:
    """Return the heading of a screen as it stands there, with its numbers, for people to read."""
    return heading_words(screen.front, screen.size) or screen.heading


def other_page(before: Screen, now: Screen) -> tuple[str, str] | None:
    """Return (text, other text) if a page or its largest list shares no text with that of a later screen; else None.

    The two texts are the first of each screen. This is for actions on a page rather than on an element: swipes and
    keys.
    """
    for one, other in zip(_contents(before), _contents(now), strict=False):
        said, says = ([text for node in nodes for text in [plain(node)] if lasting(text)] for nodes in (one, other))
        if said and says and not {*map(lasting, said)} & {*map(lasting, says)}:
            return said[0], says[0]
    return None


def _contents(screen: Screen) -> Iterator[Iterable[Node]]:
    """Yield all nodes in front, then the nodes of the largest among the lists and scrolling nodes in front."""
    nodes = screen.front.nodes
    yield nodes
    lists = (node for node in nodes if node.scrollable or node.role in LISTS)
    if largest := max(lists, key=lambda node: area(node.bounds), default=None):
        yield walk(largest)


def pictures_about(element: Look, *, deed: bool = False) -> list[Node]:
    """Return the pictures that show what an element is about: those near it, and the large ones of its page.

    element: its bounds and its screen. If the nearest node with words has no large picture, small pictures in it count
    too, but icons only if `deed` is True. In a row that has a name, pictures count only if `deed` is True.
    deed: True for an action with an effect that matters, such as paying or deleting, which is checked more strictly.
    """
    node = at(*element)
    found = [*_near(node, element[1], deed=deed), *page_pictures(element[1])] if node else []
    return [picture for picture in found if picture is not node]


def redrawn(before: Look, now: Look, later: Callable[[], Screen] | None = None, *, deed: bool = False) -> bool:
    """Tell whether a picture that shows what an element is about has changed on a later screen.

    before, now: the element's bounds and screen, earlier and later. later: as for `drawn_alike`. deed: as for
    `pictures_about`.
    """
    nodes = at(*before), at(*now)
    if not (nodes[0] and nodes[1]):
        return False
    pairs = zip(_near(nodes[0], before[1], deed=deed), _near(nodes[1], now[1], deed=deed), strict=False)
    if any(not _same_picture(one, before[1], two, now[1], later) for one, two in pairs):
        return True
    return page_redrawn(before[1], now[1], later, but=(nodes[0], nodes[1]))


def page_redrawn(
    before: Screen, now: Screen, later: Callable[[], Screen] | None = None, *, but: Sequence[Node] = ()
) -> bool:
    """Tell whether a large picture of a page has changed on a later screen.

    later: as for `drawn_alike`. but: nodes whose pictures do not count.
    """
    pages = [[picture for picture in page_pictures(screen) if picture not in but] for screen in (before, now)]
    return any(not _same_picture(one, before, two, now, later) for one, two in zip(*pages, strict=False))


def _same_picture(
    one: Node, before: Screen, other: Node, now: Screen, later: Callable[[], Screen] | None = None
) -> bool:
    there, here = clip(one.bounds, before.size), clip(other.bounds, now.size)
    if not (there and here):
        return False
    aside = there[0] - here[0], there[1] - here[1]
    moved = [(b[0] + aside[0], b[1] + aside[1], b[2] + aside[0], b[3] + aside[1]) for b in lying_over(other, now)]
    return drawn_alike(before, there, now, here, later, [*lying_over(one, before), *moved])


def _near(node: Node, screen: Screen, *, deed: bool) -> list[Node]:
    level, pictured = _about(node, screen)
    box = _box(node, level, screen) if level else None
    if box and pictured:
        return pictures_in(box.node, screen, node)
    row = _row(node, screen)
    if row and _name(row) and not deed:
        return []
    small = small_pictures(node, screen, level, page=bool(box and box.page), deed=deed)
    around = pictures_among(list(untouched(box, passing=True)), screen, icons=deed) if box else []
    return [*small, *(each for each in around if each not in small)]


def _about(node: Node, screen: Screen) -> tuple[int, bool]:
    """Return (levels, pictured) for the nearest node around a node that has texts or large pictures.

    levels: how many levels above the node it is; 0 if there is no such node. pictured: True if it has pictures and no
    texts.
    """
    inner = node
    for level, region in enumerate(islice(upwards(node), 1, MOST_LEVELS), 1):
        if any(True for _ in telling(Box(region, inner))):
            return level, False
        if pictures_in(region, screen, node):
            return level, True
        inner = region
    return 0, False


def _row(node: Node, screen: Screen) -> Node | None:
    return _rows(screen.windows).get(node)


@lru_cache(maxsize=4)
def _rows(windows: tuple[Window, ...]) -> dict[Node, Node]:
    """Return, for each node of some windows that is a row of a list or lies in one, this row."""
    return {node: place.row for node, place in Layout(windows).places.items() if place.row}


def _name(row: Node) -> str:
    """Return the first text of a row that most rows do not share; "" if the list has fewer than three rows."""
    kin = [one for one in (row.parent.children if row.parent else ()) if one.visible and one.role == row.role]
    if len(kin) < _ROWS:
        return ""
    shared = shared_phrases([list(_texts(one)) for one in kin])
    mine = [text for text in _texts(row) if lasting(text) not in shared]
    return next((text for text in mine if len(text) > 1), next(iter(mine), ""))  # an avatar's initial is no name


def _names(name: str, text: str) -> bool:
    return lasting(name) == lasting(text) and not is_another(name, text) and _same(name, text)


def _same(name: str, text: str) -> bool:
    """Return False if two names differ only in numbers, and in such a way that they name two things; else True."""
    return frame(name) != frame(text) or names_the_same(name, text)


def _texts(row: Node) -> Iterator[str]:
    return filter(None, map(plain, walk(row)))


def _in_order(box: Box) -> dict[TextPlace, str]:
    """Return the texts of a box, without other elements in it.

    A text's key is (role, resource-id, its number among the texts with these). If the box is the element itself, its
    name is replaced by "", because the element was found again by its name.
    """
    found: dict[TextPlace, str] = {}
    turns = Counter[tuple[str, str]]()
    named = box.inner is not box.node
    for node, text in telling(box):
        kind = node.role, node.resource_id
        found[*kind, turns[kind]] = text if named else ""
        turns[kind] += 1
        named = named or len(text) > 1
    return found
