"""Find a text of a page or a dialog that another text has taken the place of on a later look."""

import re
from collections import Counter
from collections.abc import Iterator

from appagent.screen.again import unticked, went_on
from appagent.screen.front import front
from appagent.screen.screens import Screen
from appagent.screen.tree import Node
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


def renumbered(before: Screen, now: Screen) -> tuple[str, str] | None:
    """Return (text, other text) for a text in front that says the same with another number on a later look, or None.

    Times and shares that went on are no difference. Lists count if they have the same words as before, so that nothing
    was scrolled. It tells what a deed must not be done on: another total, another account, more files.
    """
    looks = [_told(screen) for screen in (before, now)]
    words = [{lasting(text) for text, listed in told if listed} for told in looks]
    texts = [Counter(text for text, listed in told if not listed or words[0] == words[1]) for told in looks]
    gone, came = texts[0] - texts[1], texts[1] - texts[0]
    pairs = ((text, other) for text in gone if _NUMBER.search(text) for other in came)
    alike = ((text, other) for text, other in pairs if _NUMBER.sub("#", text) == _NUMBER.sub("#", other))
    return next((pair for pair in alike if unticked(pair[0]) != unticked(pair[1]) or not went_on(*pair)), None)


def replaced(earlier: dict[tuple[object, ...], str], later: dict[tuple[object, ...], str]) -> tuple[str, str] | None:
    """Return (text, other text) for a text in whose place there is another, and that stands nowhere else; or None.

    earlier, later: the texts by their places.
    """
    told, telling = ({lasting(text) for text in texts.values()} for texts in (earlier, later))
    for place, text in earlier.items():
        other = later.get(place, "")
        if lasting(text) and lasting(other) and lasting(text) not in telling and lasting(other) not in told:
            return text, other
    return None


def takes_touches(node: Node) -> bool:
    """Tell whether a node takes touches, or is a list, whose rows mostly do."""
    return node.clickable or node.checkable or node.long_clickable or node.role in LISTS


def upwards(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes around it, nearest first."""
    above: Node | None = node
    while above:
        yield above
        above = above.parent


def _told(screen: Screen) -> list[tuple[str, bool]]:
    """Return each text in front but what input fields hold, and whether it stands in a list."""
    nodes = front(windows(screen.tree, screen.size), screen.size).nodes
    texts = [(node, "" if node.editable else visible_words(node)) for node in nodes]
    return [(text, any(each.role in LISTS for each in upwards(node))) for node, text in texts if text]


def _standing(screen: Screen) -> Iterator[tuple[tuple[object, ...], str]]:
    """Yield each such text with its place: role, resource-id, and the pixel of its upper left corner."""
    for node in front(windows(screen.tree, screen.size), screen.size).nodes:
        text = "" if node.editable else visible_words(node)
        if (lasting(text) or _AMOUNT.search(text)) and not any(takes_touches(each) for each in upwards(node)):
            yield (node.role, node.resource_id, *node.bounds[:2]), text
