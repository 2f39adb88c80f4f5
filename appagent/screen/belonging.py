"""Tell whether what an element is about (itself, its row, its card or its page) is something else on a later look."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import islice

from appagent.screen.drawn import at, drawn_alike, lying_over, page_pictures, pictures_in
from appagent.screen.front import front
from appagent.screen.heading import as_heading
from appagent.screen.places import Layout
from appagent.screen.rewritten import HEADING, LISTS, Place, is_another, replacements, takes_touches, upwards
from appagent.screen.screens import Screen
from appagent.screen.tree import Bounds, Node, Size, Tree, area, clip, walk
from appagent.screen.windows import windows
from appagent.screen.wording import lasting, shared_phrases, visible_words

_MOST_LEVELS = 40  # above a node; real hierarchies have fewer, but a malicious one may have any number
_ROWS = 3  # from this number on, rows show by their differences what names each

Look = tuple[Bounds, Screen]  # where an element lies, px, and the screen on which it does


def exchanged(before: Look, now: Look, *, deed: bool = False) -> tuple[str, str] | None:
    """Return (text, other text) if an element says or belongs to something else on a later look, or None.

    An element is about its own words, and about those of the nearest node around it that has any. Words of what else
    can be touched, and of lists that it does not lie in, do not count. Of a row among three and more, only what names
    it counts, unless `deed` is True: the first text that not all rows say. `replacements` has what counts as another.
    """
    nodes = at(*before), at(*now)
    if not (nodes[0] and nodes[1]):
        return None
    rows = _row(nodes[0], before[1]), _row(nodes[1], now[1])
    name = _name(rows[0]) if rows[0] else ""
    if name and rows[1] and not any(_names(name, text) for text in _texts(rows[1])):
        return name, next(_texts(rows[1]), "")
    level, _ = _about(nodes[0], before[1])
    regions = [(0, nodes[0])] + [(level, _up(nodes[0], level))] * bool(level)
    if rows[0] and deed:
        regions.append((_height(nodes[0], rows[0]), rows[0]))
    restless = frozenset[Place]() if deed else before[1].restless
    for level, region in regions:
        later = _up(nodes[1], level)
        if later and region and (deed or not (name and rows[0] in list(upwards(region)))):
            found = replacements(_in_order(region, nodes[0], before[1], restless), _in_order(later, nodes[1], now[1]))
            if other := next(found, None):
                return other[1:]
    return None


def other_page(before: Screen, now: Screen) -> tuple[str, str] | None:
    """Return (text, other text) if nothing that a page says, or the largest list on it, is said on a later look.

    It serves what is meant for a page and not for an element: swipes and keys. Else the result is None.
    """
    for one, other in zip(_contents(before), _contents(now), strict=False):
        said, says = ([text for node in nodes for text in [_plain(node)] if lasting(text)] for nodes in (one, other))
        if said and says and not {*map(lasting, said)} & {*map(lasting, says)}:
            return said[0], says[0]
    return None


def _contents(screen: Screen) -> Iterator[Iterable[Node]]:
    """Yield the nodes of what is in front, and those of the largest list or the like in it."""
    nodes = front(windows(screen.tree, screen.size), screen.size).nodes
    yield nodes
    lists = (node for node in nodes if node.scrollable or node.role in LISTS)
    if largest := max(lists, key=lambda node: area(node.bounds), default=None):
        yield walk(largest)


def pictures_about(element: Look) -> list[Node]:
    """Return the pictures that an element is about: of what is around it, if that has no words, and of its page."""
    node = at(*element)
    return [] if node is None else [*_near(node, element[1]), *(p for p in page_pictures(element[1]) if p is not node)]


def redrawn(before: Look, now: Look, later: Callable[[], Screen] | None = None) -> list[Place] | None:
    """Return None if the pictures that an element is about are the same on a later look, else where they are not.

    That is a list of places in which pictures may change by themselves: that of a picture of the whole page, or none.
    later: as for `drawn_alike`.
    """
    nodes = at(*before), at(*now)
    if not (nodes[0] and nodes[1]):
        return None
    near = zip(_near(nodes[0], before[1]), _near(nodes[1], now[1]), strict=False)
    if any(not _same_picture(one, before[1], two, now[1], later) for one, two in near):
        return []
    pages = [[p for p in page_pictures(s) if p is not n] for n, (_, s) in zip(nodes, (before, now), strict=True)]
    for one, two in zip(*pages, strict=False):
        if not _same_picture(one, before[1], two, now[1], later):
            return [("picture", one.role, one.resource_id)]
    return None


def _same_picture(
    one: Node, before: Screen, other: Node, now: Screen, later: Callable[[], Screen] | None = None
) -> bool:
    there, here = clip(one.bounds, before.size), clip(other.bounds, now.size)
    if not (there and here):
        return False
    aside = there[0] - here[0], there[1] - here[1]
    moved = [(b[0] + aside[0], b[1] + aside[1], b[2] + aside[0], b[3] + aside[1]) for b in lying_over(other, now)]
    return drawn_alike(before, there, now, here, later, [*lying_over(one, before), *moved])


def _near(node: Node, screen: Screen) -> list[Node]:
    level, pictured = _about(node, screen)
    region = _up(node, level) if pictured else None
    return pictures_in(region, screen, node) if region else []


def _about(node: Node, screen: Screen) -> tuple[int, bool]:
    """Return how many levels above a node the nearest is that has words or large pictures, and whether it has pictures.

    0 if none has.
    """
    inner = node
    for level, region in enumerate(islice(upwards(node), 1, _MOST_LEVELS), 1):
        if any(True for _ in _telling(region, inner)):
            return level, False
        if pictures_in(region, screen, node):
            return level, True
        inner = region
    return 0, False


def _up(node: Node, levels: int) -> Node | None:
    return next((each for level, each in enumerate(upwards(node)) if level == levels), None)


def _height(node: Node, above: Node) -> int:
    return list(upwards(node)).index(above)


def _row(node: Node, screen: Screen) -> Node | None:
    return _rows(screen.tree, screen.size).get(node)


@lru_cache(maxsize=4)
def _rows(tree: Tree, size: Size) -> dict[Node, Node]:
    """Return for each node of a tree the row of a list that it is or lies in."""
    return {node: place.row for node, place in Layout(windows(tree, size)).places.items() if place.row}


def _name(row: Node) -> str:
    """Return the first text of a row that not all rows say; "" if it has fewer than two others to compare with."""
    kin = [one for one in (row.parent.children if row.parent else ()) if one.visible and one.role == row.role]
    if len(kin) < _ROWS:
        return ""
    shared = shared_phrases([list(_texts(one)) for one in kin])
    mine = [text for text in _texts(row) if lasting(text) not in shared]
    return next((text for text in mine if len(text) > 1), next(iter(mine), ""))  # an avatar's initial is no name


def _names(name: str, text: str) -> bool:
    return lasting(name) == lasting(text) and not is_another(name, text)


def _texts(row: Node) -> Iterator[str]:
    return filter(None, map(_plain, walk(row)))


def _plain(node: Node) -> str:
    return "" if node.editable or not node.visible else visible_words(node)


def _in_order(region: Node, but: Node, screen: Screen, restless: frozenset[Place] = frozenset()) -> dict[Place, str]:
    """Return the texts of a node outside of what can be touched in it, by role, resource-id and number.

    but: a node within it that is left out. If it is the node itself, only its name is, by which it was found again.
    restless: places of texts that change by themselves, which become "".
    """
    found: dict[Place, str] = {}
    turns = Counter[tuple[str, str]]()
    named = but is not region
    for node, text in _telling(region, but):
        kind = node.role, node.resource_id
        heads = HEADING in restless and as_heading(text) == screen.heading
        told = named and not heads and (*kind, node.bounds[1]) not in restless
        found[*kind, turns[kind]] = text if told else ""
        turns[kind] += 1
        named = named or len(text) > 1
    return found


def _telling(region: Node, but: Node) -> Iterator[tuple[Node, str]]:
    """Yield the nodes with words in a node, and the words, without what can be touched in it. but: a part to skip."""
    stack = [region]
    while stack:
        node = stack.pop()
        if text := _plain(node):
            yield node, text
        stack.extend(child for child in node.children[::-1] if child is not but and not takes_touches(child))
