"""Find a text of a page or a dialog that another text has taken the place of on a later look."""

import re
from collections import Counter
from collections.abc import Collection, Iterator

from appagent.screen.again import unticked, went_on
from appagent.screen.dates import untimed
from appagent.screen.front import front
from appagent.screen.labels import state_of
from appagent.screen.screens import Element, Screen
from appagent.screen.tree import Node, clip
from appagent.screen.windows import windows
from appagent.screen.wording import lasting, visible_words

_NUMBER = re.compile(r"\d[\d.,]*")
_AMOUNT = re.compile(r"\d[\d.,' ]*[.,]\d\d(?![.,:]?\d)")
LISTS = ("RecyclerView", "ListView", "GridView", "ViewPager", "ViewPager2")  # their contents come and go


def rewritten(before: Screen, now: Screen, *, amounts: bool = False) -> tuple[str, str] | None:
    """Return (text, other text) for a text of an earlier look in whose place a later look has another one, or None.

    Read is what lies in front, without what can be touched, what input fields hold, and what stands in lists. Numbers
    and times are no difference, nor is a text that moved. It tells that a page is about somebody else by now, although
    its buttons are the same.
    amounts: True if a number with two decimals is a difference, because it may be a price without its currency.
    """
    earlier, later = dict(_standing(before)), dict(_standing(now))
    for place, text in earlier.items() if amounts else ():
        other = later.get(place, text)
        if _AMOUNT.findall(text) != _AMOUNT.findall(other):
            return text, other
    return replaced(earlier, later)


def renumbered(before: Screen, now: Screen, but: Collection[str] = ()) -> tuple[str, str] | None:
    """Return (text, other text) for a text in front that says the same with another number on a later look, or None.

    Times and shares that went on are no difference. Lists count if they have the same words as before and none of their
    texts has moved, so that nothing was scrolled. It tells what a deed must not be done on: another total, another
    account, more files.
    but: ids of elements whose texts do not count.
    """
    looks = [_told(screen, but) for screen in (before, now)]
    listed = [{text: node.bounds[1] for node, text in told if _in_list(node)} for told in looks]
    words = [set(map(lasting, texts)) for texts in listed]
    still = words[0] == words[1] and all(listed[1].get(text, at) == at for text, at in listed[0].items())
    texts = [Counter(text for node, text in told if still or not _in_list(node)) for told in looks]
    gone, came = texts[0] - texts[1], texts[1] - texts[0]
    pairs = ((text, other) for text in gone if _NUMBER.search(text) for other in came)
    alike = ((text, other) for text, other in pairs if _NUMBER.sub("#", text) == _NUMBER.sub("#", other))
    return next((pair for pair in alike if _timeless(pair[0]) != _timeless(pair[1]) or not went_on(*pair)), None)


def switched(before: Screen, now: Screen, but: Collection[str]) -> tuple[str, str] | None:
    """Return (state, other state) of a control that is on, off or selected otherwise than before; None if none is.

    but: ids of elements that do not count.
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


def _timeless(text: str) -> str:
    return untimed(unticked(text))


def replaced(earlier: dict[tuple[object, ...], str], later: dict[tuple[object, ...], str]) -> tuple[str, str] | None:
    """Return (text, other text) for a text in whose place there is another, and that stands nowhere else; or None.

    earlier, later: the texts by their places.
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
    """Tell whether a node takes touches, or is a list, whose rows mostly do."""
    return node.clickable or node.checkable or node.long_clickable or node.role in LISTS


def upwards(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes around it, nearest first."""
    above: Node | None = node
    while above:
        yield above
        above = above.parent


def _told(screen: Screen, but: Collection[str]) -> list[tuple[Node, str]]:
    """Return each node in front that has a text, but input fields and the elements with the ids in `but`."""
    left_out = [element.bounds for element in screen.elements if element.id in but]
    nodes = front(windows(screen.tree, screen.size), screen.size).nodes
    counted = (node for node in nodes if not node.editable and clip(node.bounds, screen.size) not in left_out)
    return [(node, text) for node in counted if (text := visible_words(node))]


def _in_list(node: Node) -> bool:
    return any(each.role in LISTS for each in upwards(node))


def _standing(screen: Screen) -> Iterator[tuple[tuple[object, ...], str]]:
    """Yield each such text with its place: role, resource-id, and the pixel of its upper left corner."""
    for node in front(windows(screen.tree, screen.size), screen.size).nodes:
        text = "" if node.editable else visible_words(node)
        if (lasting(text) or _AMOUNT.search(text)) and not any(takes_touches(each) for each in upwards(node)):
            yield (node.role, node.resource_id, *node.bounds[:2]), text
