"""Collect all words that an element shows, even if a prompt shows fewer, and recognise the rows of a list."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from appagent.screen import Bounds, Element, Screen, Size, Tree
from appagent.screen.language.lexicon import folded
from appagent.screen.names.labels import PARTS, inside
from appagent.screen.nodes.tree import Node, area, by_bounds, clip, contains, encloses, nodes_of, upwards, walk
from appagent.screen.once import once_a_screen

BREAKS = re.compile(r"\s*[\n·•|]\s*")  # some toolkits put all the words of a card into one description
_WIDE, _HIGH = 0.8, 0.5  # a row's least width and greatest height, as parts of the list's


@dataclass(frozen=True)
class ElementTexts:
    """Words and resource-ids that belong to one element.

    parts: the element's own texts, then the texts of nodes inside it that are not elements themselves. ids: the
    resource-ids of the same nodes.
    """

    parts: tuple[str, ...]
    ids: tuple[str, ...]


def texts_of(element: Element, screen: Screen) -> ElementTexts:
    """Return all words and resource-ids of an element, including words for which its `text` has no room."""
    found = _said_at(element.bounds, screen.tree, screen.size)
    return found if found.parts else replace(found, parts=tuple(_parted([element.text])))


def shown_parts(element: Element, screen: Screen) -> Sequence[str]:
    """Return the texts that an element shows, its name first.

    Its own text may be a description that joins them by commas, as React Native makes it.
    """
    parts = element.text.split(PARTS)
    inner = [part for part in texts_of(element, screen).parts if part != element.text] if ", " in element.text else []
    joined = len(parts) == 1 and inner and folded(", ".join(inner)) == folded(element.text)
    return inner if joined else parts


def texts_at(place: tuple[int, int], screen: Screen) -> ElementTexts:
    """Return all words and resource-ids of the nodes at a pixel that fill at most a quarter of the display.

    place: the pixel. The texts of everything inside such a node are included.
    """
    most = screen.size[0] * screen.size[1] // 4
    there = [node for node in nodes_of(screen.tree) if node.visible and _is_at(node, place, screen.size, most)]
    inside = dict.fromkeys(inner for node in there for inner in walk(node) if inner.visible)
    texts = _parted(text for node in inside if not node.editable for text in (node.text, node.description))
    return ElementTexts(
        tuple(dict.fromkeys(texts)), tuple(dict.fromkeys(n.resource_id for n in inside if n.resource_id))
    )


def is_row(element: Element, screen: Screen) -> bool:
    """Tell whether an element is a row of a list, which may be removed by sliding it sideways.

    A row can be tapped but not swiped. It lies inside an element that can be swiped, has at least 80% of the width of
    that element, and at most half of its height.
    """
    if "tap" not in element.actions or "swipe" in element.actions:
        return False
    lists = (one for one in screen.elements if "swipe" in one.actions)
    return any(_is_row_of(element.bounds, one.bounds) for one in lists)


@once_a_screen
def loose(screen: Screen) -> tuple[str, ...]:
    """Return the texts of a screen that belong to no element, such as headings and explanations.

    The texts of a sheet or panel are included, because it can be touched only to keep touches from what lies below it.
    So are the texts of elements that can only be scrolled.
    """
    speaking = (each for each in screen.elements if not _holds_others(each, screen))
    said = {part for element in speaking for part in (*texts_of(element, screen).parts, element.text)}
    return tuple(text for text in screen.texts if text not in said and not said.issuperset(_parted([text])))


def _holds_others(element: Element, screen: Screen) -> bool:
    """Tell whether an element scrolls, or has other elements to tap in it, and is not a row of a list."""
    if element.actions == ("swipe",) and not element.text:
        return True
    return not element.listed and any("tap" in each.actions and inside(element, each) for each in screen.elements)


def _is_at(node: Node, place: tuple[int, int], size: Size, most: int) -> bool:
    bounds = clip(node.bounds, size)
    return bounds is not None and contains(bounds, *place) and area(bounds) <= most


def _is_row_of(row: Bounds, rows: Bounds) -> bool:
    broad = row[2] - row[0] >= _WIDE * (rows[2] - rows[0])
    return encloses(rows, row) and broad and row[3] - row[1] <= _HIGH * (rows[3] - rows[1])


@lru_cache(maxsize=512)  # elements, of some dozens of screens
def _said_at(bounds: Bounds, tree: Tree, size: Size) -> ElementTexts:
    """Return the words of the visible nodes at an element's bounds and inside it, without those of other elements."""
    here = by_bounds(tree, size).get(bounds, ())
    tops = [node for node in here if not any(above in here for above in upwards(node) if above is not node)]

    def is_other(node: Node) -> bool:
        speaks = (node.clickable or node.checkable) and node.enabled
        return not node.visible or (speaks and clip(node.bounds, size) != bounds)

    nodes = [node for top in tops for node in walk(top, is_other)]
    nodes.sort(key=lambda node: clip(node.bounds, size) != bounds)  # own words first
    texts = [text for node in nodes if not node.editable for text in (node.text, node.description)]
    ids = dict.fromkeys(node.resource_id for node in nodes if node.resource_id)
    return ElementTexts(tuple(dict.fromkeys(_parted(texts))), tuple(ids))


def _parted(texts: Iterable[str]) -> Iterator[str]:
    return (part for text in texts for part in BREAKS.split(text) if part.strip())
