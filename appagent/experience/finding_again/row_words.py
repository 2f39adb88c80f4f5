"""Find the texts of an element's row, and hash those by which the row is known: neither counters nor times."""

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import pairwise

from appagent.screen import Bounds, Element, Node, Screen, Size, Tree
from appagent.screen.elements.identity import hashed
from appagent.screen.language.lexicon import SWITCH_STATES, folded, listed
from appagent.screen.nodes.tree import by_bounds, upwards, walk
from appagent.screen.texts.numbers import identifying
from appagent.screen.texts.wording import lasting, visible_words

HASH_LETTERS = 4  # of a hash: enough to tell rows apart, too few to find the words by
_PARTS = re.compile(r"\s*[·•|;\n]\s*|\s+[-–—]\s+|,\s+")


def kin_of(element: Element, screen: Screen) -> list[Element]:
    """Return all elements of a screen that have the same template as this one, itself included, in reading order."""
    return [one for one in screen.elements if one.template == element.template]


def row_texts(element: Element, screen: Screen, *, whole: bool = False) -> tuple[str, ...]:
    """Return the texts of the row in which an element is, in their order.

    whole: True for those of other controls there, too; otherwise they are left out unless there are no others.

    The row is the largest node around the element that contains no other element of its kind, and does not scroll. If
    there is no other element of its kind, the row is the child of a scrolling list around it, or the element itself.
    """
    kin = tuple(one.bounds for one in kin_of(element, screen) if one.bounds != element.bounds)
    others = frozenset(() if whole else (one.bounds for one in screen.elements))
    return _row_texts(element.bounds, kin, others, element.listed, screen.tree, screen.size)


def parts_of(text: str) -> list[str]:
    """Split a text of a row at commas, dots and dashes.

    >>> parts_of("Ana · 2 new"), parts_of("Zug - Bern, Gleis 7")
    (['Ana', '2 new'], ['Zug', 'Bern', 'Gleis 7'])
    """
    return [part for part in _PARTS.split(text) if part.strip()]


def numbered_parts(text: str) -> list[str]:
    """Return the parts of a text that have an identifying number.

    >>> numbered_parts("Order 1001 · 2 new")
    ['Order 1001']
    """
    return [part for part in parts_of(text) if identifying(part)]


def key_of(text: str) -> str:
    """Return a hash of a part of a text, from `parts_of`; "" if it only counts something or is a time.

    >>> key_of("2 new"), key_of("10:08"), key_of("Bill 12") == key_of("bill 12"), key_of("Gate 7") == key_of("Gate 8")
    ('', '', True, False)
    """
    words, numbers = lasting(text), identifying(text)
    if not numbers and ("#" in words or not words):
        return ""
    return hashed(words, *numbers)[:HASH_LETTERS]


def keys_of(texts: Iterable[str]) -> list[str]:
    """Return the hashes of all parts of some texts, without those that say whether something is on or off."""
    parts = (part for text in texts for part in parts_of(text) if folded(part) not in listed(SWITCH_STATES))
    return list(dict.fromkeys(filter(None, map(key_of, parts))))


def goes_on(texts: Iterable[str]) -> bool:
    """Tell whether a row has a counter or a time, as one has that shows what came last."""
    return any(not key_of(part) and any(map(str.isalnum, part)) for text in texts for part in parts_of(text))


def rest_of(template: str) -> str:
    """Return a hash of what the parts of a text that have values in them say besides; "" if the text is one value.

    template: the text with "*" in place of each value.

    >>> rest_of("*"), rest_of("* · 2 new") == rest_of("* · Sat"), rest_of("* Moreno") == rest_of("* Lopez")
    ('', True, False)
    """
    told = [(lasting(part), *identifying(part)) for part in parts_of(template) if "*" in part]
    return hashed(*told)[:HASH_LETTERS] if template.strip() != "*" else ""


def others_say(text: str, element: Element, screen: Screen) -> int:
    """Return how many other elements of the same kind have a text in their rows."""
    others = (one for one in kin_of(element, screen) if one is not element)
    return sum(folded(text) in map(folded, row_texts(one, screen, whole=True)) for one in others)


@lru_cache(maxsize=2048)
def _row_texts(
    bounds: Bounds, kin: tuple[Bounds, ...], others: frozenset[Bounds], in_list: bool, tree: Tree, size: Size
) -> tuple[str, ...]:
    nodes = by_bounds(tree, size)
    if bounds not in nodes:
        return ()
    node = nodes[bounds][0]
    apart = {one for each in kin for one in nodes.get(each, ())}
    row = _row(node, apart) if apart or in_list else node
    controls = {one for each in others - {bounds} for one in nodes.get(each, ())} - set(upwards(node))
    return tuple(_texts(row, controls) or _texts(row, ()))


def _row(node: Node, apart: Collection[Node]) -> Node:
    """Return the largest node around one that does not scroll and has no node of `apart` in it."""
    for inner, around in pairwise(upwards(node)):
        if around.scrollable or any(one in apart for one in walk(around)):
            return inner
    return node


def _texts(row: Node, controls: Collection[Node]) -> list[str]:
    shown = walk(row, lambda one: one in controls)
    return [text for one in shown if one.visible and not one.editable and (text := visible_words(one))]
