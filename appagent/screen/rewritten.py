"""Compare two captures of a screen, and find a text, number or state that was replaced by another one."""

import re
from collections import Counter
from collections.abc import Collection, Iterator

from appagent.screen.dates import untimed
from appagent.screen.front import front
from appagent.screen.labels import state_of
from appagent.screen.screens import Element, Screen
from appagent.screen.ticking import unticked, went_on
from appagent.screen.tree import Node, clip
from appagent.screen.windows import windows
from appagent.screen.wording import lasting, visible_words

_NUMBER = re.compile(r"\d[\d.,]*")
_AMOUNT = re.compile(r"\d[\d.,' ]*[.,]\d\d(?![.,:]?\d)")
LISTS = ("RecyclerView", "ListView", "GridView", "ViewPager", "ViewPager2")  # their contents come and go


def rewritten(before: Screen, now: Screen, *, amounts: bool = False) -> tuple[str, str] | None:
    """Return (old text, new text) for a text that another one has replaced at the same place, or None.

    So it is noticed that a page is about another person or thing although its buttons are the same. Only texts in
    front are compared that cannot be touched and are neither in a list nor in an input field. Differences in numbers
    and times do not count, nor does a text that moved.
    amounts: True if numbers with two decimals must be equal, because they may be prices without a currency.
    """
    earlier, later = dict(_standing(before)), dict(_standing(now))
    for place, text in earlier.items() if amounts else ():
        other = later.get(place, text)
        if _AMOUNT.findall(text) != _AMOUNT.findall(other):
            return text, other
    return replaced(earlier, later)


def renumbered(before: Screen, now: Screen, but: Collection[str] = ()) -> tuple[str, str] | None:
    """Return (old text, new text) for a text in front in which only a number differs, or None.

    So it is noticed that a button would now act on another total, another account or more files. Times and percentages
    that went on by themselves do not count. Texts in lists are compared only if the lists were not scrolled: their
    words are the same, and at the same places.
    but: ids of elements whose texts are not compared.
    """
    looks = [_told(screen, but) for screen in (before, now)]
    listed = [{text: node.bounds[1] for node, text in told if _in_list(node)} for told in looks]
    words = [set(map(lasting, texts)) for texts in listed]
    still = words[0] == words[1] and all(listed[1].get(text, at) == at for text, at in listed[0].items())
    texts = [Counter(text for node, text in told if still or not _in_list(node)) for told in looks]
    gone, came = texts[0] - texts[1], texts[1] - texts[0]
    pairs = ((text, other) for text in gone if _NUMBER.search(text) for other in came)
    alike = ((text, other) for text, other in pairs if _unnumbered(text) == _unnumbered(other))
    return next((pair for pair in alike if _timeless(pair[0]) != _timeless(pair[1]) or not went_on(*pair)), None)


def switched(before: Screen, now: Screen, but: Collection[str]) -> tuple[str, str] | None:
    """Return (old state, new state) of a control that was switched or selected in between; None if there is none.

    but: ids of elements that are not compared.
    """
    for mine in before.elements:
        same = [other for other in now.elements if other.id == mine.id]
        if len(same) == 1 and not mine.weak and mine.id not in but:
            states = [_state(mine, before), _state(same[0], now)]
            if states[0] != states[1]:
                return states[0], states[1]
    return None


def _state(element: Element, screen: Screen) -> str:
    on = {True: "on", False: "off", None: ""}[state_of(element, screen)]
    return " ".join(filter(None, (element.text or element.role, on, "selected" if element.selected else "")))


def _unnumbered(text: str) -> str:
    return _NUMBER.sub("#", unticked(text))


def _timeless(text: str) -> str:
    return untimed(unticked(text))


def replaced(earlier: dict[tuple[object, ...], str], later: dict[tuple[object, ...], str]) -> tuple[str, str] | None:
    """Return (old text, new text) for a place whose text was replaced; None if there is no such place.

    earlier, later: the texts by their places. A text that only moved, and stands at some other place now, does not
    count.
    """
    told, telling = ({_lasts(text) for text in texts.values()} for texts in (earlier, later))
    for place, text in earlier.items():
        other = later.get(place, "")
        if _lasts(text) and _lasts(other) and _lasts(text) not in telling and _lasts(other) not in told:
            return text, other
    return None


def _lasts(text: str) -> str:
    return lasting(untimed(text))


def takes_touches(node: Node) -> bool:
    """Tell whether a node can be touched. Lists count too, because their rows mostly can be."""
    return node.clickable or node.checkable or node.long_clickable or node.role in LISTS


def upwards(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes around it, nearest first."""
    above: Node | None = node
    while above:
        yield above
        above = above.parent


def _told(screen: Screen, but: Collection[str]) -> list[tuple[Node, str]]:
    """Return (node, text) for each text in front, without input fields and without the elements with ids in `but`."""
    left_out = [element.bounds for element in screen.elements if element.id in but]
    nodes = front(windows(screen.tree, screen.size), screen.size).nodes
    counted = (node for node in nodes if not node.editable and clip(node.bounds, screen.size) not in left_out)
    return [(node, text) for node in counted if (text := visible_words(node))]


def _in_list(node: Node) -> bool:
    return any(each.role in LISTS for each in upwards(node))


def _standing(screen: Screen) -> Iterator[tuple[tuple[object, ...], str]]:
    """Yield (place, text) for each text that `rewritten` compares. place: role, resource-id, left and top px."""
    for node in front(windows(screen.tree, screen.size), screen.size).nodes:
        text = "" if node.editable else visible_words(node)
        if (lasting(text) or _AMOUNT.search(text)) and not any(takes_touches(each) for each in upwards(node)):
            yield (node.role, node.resource_id, *node.bounds[:2]), text
