"""Find a text of a page or a dialog that another text has taken the place of on a later look."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from appagent.screen.again import counted_on
from appagent.screen.dates import untimed
from appagent.screen.front import front
from appagent.screen.heading import as_heading
from appagent.screen.labels import state_of
from appagent.screen.screens import Element, Screen
from appagent.screen.ticking import unticked, went_on
from appagent.screen.tree import Node, clip
from appagent.screen.windows import windows
from appagent.screen.wording import lasting, visible_words

_NUMBER = re.compile(r"\d[\d.,]*")
_AMOUNT = re.compile(r"\d[\d.,' ]*[.,]\d\d(?![.,:]?\d)")
# a number, with the end of the word before it if it may be part of a name: "Room 101", "No. 7", "Card •••• 4512"
_NUMBERED = re.compile(r"(?P<word>[^\W\d_][.:]?[\s#№•*-]*)?(?<![\d.,])(?P<number>\d[\d.,]*)")
_LONG = re.compile(r"\d(?:[ .,/-]?\d){3}")  # a number by itself that is as long as those of orders, accounts and phones
_BRACKETED = re.compile(r"\(\s*\d[\d.,]*\+?\s*\)")  # a counter
LISTS = ("RecyclerView", "ListView", "GridView", "ViewPager", "ViewPager2")  # their contents come and go

Place = tuple[object, ...]
_LINE = 3  # parts of a place that are the same for each text that turns there, however wide it is
HEADING: Place = ("heading",)  # the place of a screen's heading, wherever it stands


def rewritings(
    before: Screen, now: Screen, *, amounts: bool = False, lists: bool = False
) -> Iterator[tuple[Place, str, str]]:
    """Yield (line, text, other text) for each text of an earlier look in whose place a later look has another one.

    The line is that of the place: role, resource-id and height. Read is what lies in front, without what can be
    touched, what input fields hold, and what stands in lists. Times and counters are no difference, nor is a text that
    moved. A number behind a word or of four digits is one if it changed by more than counters do by themselves, or
    behind a word of the screen's heading at all: "Room 204" for "Room 101". Each tells that a page is about something
    else by now, although its buttons are the same.
    amounts: True if a number with two decimals is a difference, because it may be a price without its currency. lists:
    True if what stands in lists counts too, such as to whom a deed below the list goes. Rows that moved do not.
    """
    earlier, later = dict(_standing(before, lists)), dict(_standing(now, lists))
    others = set(replacements(earlier, later))
    said = set(earlier.values()), set(later.values())
    for place, text in earlier.items():
        other = later.get(place, text)
        numbered = text not in said[1] and other not in said[0] and _lasts(text) == _lasts(other)
        if (
            (place, text, other) in others
            or (amounts and _AMOUNT.findall(text) != _AMOUNT.findall(other))
            or (numbered and _of_another(text, other, heads=as_heading(text) == before.heading))
        ):
            yield place[:_LINE], text, other


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
    alike = ((text, other) for text, other in pairs if _unnumbered(text) == _unnumbered(other))
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


def _unnumbered(text: str) -> str:
    return _NUMBER.sub("#", unticked(text))


def _timeless(text: str) -> str:
    return untimed(unticked(text))


def replacements(earlier: Mapping[Place, str], later: Mapping[Place, str]) -> Iterator[tuple[Place, str, str]]:
    """Yield (place, text, other text) for each text in whose place there is another, and that stands nowhere else.

    earlier, later: the texts by their places.
    """
    told, telling = ({_lasts(text) for text in texts.values()} for texts in (earlier, later))
    for place, text in earlier.items():
        other = later.get(place, "")
        if _lasts(text) and _lasts(other) and _lasts(text) not in telling and _lasts(other) not in told:
            yield place, text, other


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


def _standing(screen: Screen, lists: bool) -> Iterator[tuple[Place, str]]:
    """Yield each such text with its places: role, resource-id and height, with its left edge, its middle and its right.

    One of them is the same for another text, however the texts are aligned. lists: as for `rewritings`.
    """
    for node in front(windows(screen.tree, screen.size), screen.size).nodes:
        text = "" if node.editable else visible_words(node)
        telling = lasting(text) or _AMOUNT.search(text) or _LONG.search(text) or as_heading(text) == screen.heading
        counts = not any(map(takes_touches, upwards(node))) or (lists and _in_list(node))
        if text and telling and counts:
            left, top, right, _ = node.bounds
            middles = ((left + right) // 2, (left + right + 1) // 2)  # half a pixel is rounded to either side
            for edge in (("left", left), *(("middle", each) for each in middles), ("right", right)):
                yield (node.role, node.resource_id, top, *edge), text


def _of_another(text: str, other: str, *, heads: bool) -> bool:
    """Tell whether two texts that differ in their numbers alone are about two things, and not about one that went on.

    heads: True if they are headings, whose times must have gone on as well.
    """
    if heads and not went_on(text, other):
        return True
    texts = (_BRACKETED.sub("", _timeless(each)) for each in (text, other))
    for one, two in zip(*map(_NUMBERED.finditer, texts), strict=False):
        behind_word, number, later = bool(one["word"]), one["number"], two["number"]
        counts = behind_word or heads or _LONG.match(number)
        if number != later and counts and ((heads and behind_word) or not counted_on(number, later)):
            return True
    return False
