"""Find a text of a page or a dialog that another text has taken the place of on a later look."""

from collections.abc import Iterator

from appagent.screen.again import TICKING, unticked
from appagent.screen.front import front
from appagent.screen.screens import Screen
from appagent.screen.tree import Bounds, Node, clip, nodes_of, walk
from appagent.screen.windows import windows
from appagent.screen.wording import lasting, visible_words

_SOON = 60  # seconds, minutes or per cent
_LISTS = ("RecyclerView", "ListView", "GridView", "ViewPager", "ViewPager2")  # their contents come and go


def rewritten(before: Screen, now: Screen) -> tuple[str, str] | None:
    """Return (text, other text) for a text of an earlier look in whose place a later look has another one, or None.

    Read is what lies in front, without what can be touched, what input fields hold, and what stands in lists. Numbers
    and times are no difference, nor is a text that moved. It tells that a page is about somebody else by now, although
    its buttons are the same.
    """
    earlier, later = dict(_standing(before)), dict(_standing(now))
    told, telling = ({lasting(text) for text in texts.values()} for texts in (earlier, later))
    for place, text in earlier.items():
        other = later.get(place, "")
        if other and lasting(text) not in telling and lasting(other) not in told:
            return text, other
    return None


def row_title(bounds: Bounds, screen: Screen) -> str:
    """Return the first text of the row of a list in which something lies; "" if it lies in none or is the row itself.

    Numbers and times in it are "#", unless it has nothing else. bounds: where it lies, px.
    """
    for node in nodes_of(screen.tree):
        if clip(node.bounds, screen.size) == bounds:
            row = next((each for each in _upwards(node) if each.parent and each.parent.role in _LISTS), None)
            if row is None or clip(row.bounds, screen.size) == bounds:
                return ""
            texts = (visible_words(each) for each in walk(row) if each.visible and not each.editable)
            first = next(filter(None, texts), "")
            return lasting(first) or first
    return ""


def other_row(title: str, later: str) -> bool:
    """Tell whether two titles are of two rows. One in which a time or a share went on by less than 60 is the same.

    >>> other_row("ana", "bo"), other_row("07:00", "08:00"), other_row("04:59", "04:51"), other_row("45 %", "52 %")
    (True, True, False, False)
    """
    if unticked(title) != unticked(later):
        return True
    pairs = zip(TICKING.findall(title), TICKING.findall(later), strict=True)
    return any(abs(_count(one) - _count(other)) >= _SOON for one, other in pairs)


def _count(time: str) -> int:
    return sum(60**place * int(part) for place, part in enumerate(reversed(time.rstrip("% ").split(":"))))


def _standing(screen: Screen) -> Iterator[tuple[tuple[object, ...], str]]:
    """Yield each such text with its place: role, resource-id, and the pixel of its upper left corner."""
    for node in front(windows(screen.tree, screen.size), screen.size).nodes:
        text = "" if node.editable else visible_words(node)
        if lasting(text) and not any(_takes_touches(each) for each in _upwards(node)):
            yield (node.role, node.resource_id, *node.bounds[:2]), text


def _takes_touches(node: Node) -> bool:
    return node.clickable or node.checkable or node.long_clickable or node.role in _LISTS


def _upwards(node: Node) -> Iterator[Node]:
    above: Node | None = node
    while above:
        yield above
        above = above.parent
