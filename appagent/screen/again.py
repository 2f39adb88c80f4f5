"""Find an element again on a later look at the same screen, wherever it is by then."""

import re
from functools import lru_cache

from appagent.screen.dates import untimed
from appagent.screen.labels import PARTS
from appagent.screen.screens import Element, Screen
from appagent.screen.tree import Bounds, Node, Size, Tree, clip, nodes_of, walk
from appagent.screen.wording import visible_words

TICKING = re.compile(r"\d+(?::\d\d)+|\d+\s?%")  # times and shares change by themselves
_SOON = 60  # seconds, minutes or per cent
_ROUND = 12 * 60  # minutes after which a clock shows the same
_COUNT = re.compile(r"(?<![\d:.,])(?:\d+(?=\+?\s+[^\W\d_]{2,})|\d+(?=\+?$))")  # 3 unread, 12 of 40, Like 12
_LAST_NUMBER = re.compile(r"\d+\+?$")
_FEW, _SHARE = 3, 0.05  # by how much, and by what share of it, a count changes by itself
_OF_A_CHOICE = 5  # minutes between times that are offered, or a multiple of it
_COUNTER = re.compile(r"\(\d+\+?\)")


def found_again(element: Element, before: Screen, after: Screen) -> Element | None:
    """Return the element of a later look at a screen that an element of an earlier look has become, or None.

    It may have moved. It is found by what told it from all others on the earlier look: its kind and name, else its
    other words too, else those around it, else its place. Its own words must be the same, because 10 % may have become
    90 %. Only times, durations, rates and counters are no difference, if nothing else on either look is called alike: a
    number in brackets counts something, and one at the end does if it is not on a button.
    """
    for told in (_named, _worded, _accompanied, _timed, _placed):
        mine = told(element, before)
        if sum(told(one, before) == mine for one in before.elements) > 1:
            continue
        found = [one for one in after.elements if told(one, after) == mine]
        if len(found) == 1:
            return found[0]
        if not found:
            break
    return _called_alike(element, before, after)


def name_of_kind(element: Element) -> str:
    """Return the words that name an element: of an input field its hint and label, else its first longer text."""
    if "text" in element.actions:
        return " ".join(filter(None, (element.hint, element.label)))
    parts = element.text.split(PARTS)
    return next((part for part in parts if len(part) > 1), parts[0])


def unticked(text: str) -> str:
    """Return a text with "#" for each time of day, duration with colons and percentage, which change by themselves.

    >>> unticked("Ends in 02:13"), unticked("Copying 45 %"), unticked("Pay $4.99")
    ('Ends in #', 'Copying #', 'Pay $4.99')
    """
    return TICKING.sub("#", text)


def went_on(text: str, later: str, share: int = _SOON) -> bool:
    """Tell whether the times, durations and shares in a text have changed as they do by themselves in a minute.

    Times may change by less than 60 of their smallest unit, but not from one multiple of five minutes to another, as
    times to choose from do. share: per cent by which a share changes at least if it does not do so by itself.

    >>> went_on("04:59", "04:51"), went_on("07:00", "08:00"), went_on("At 09:00", "At 09:30"), went_on("1 %", "90 %")
    (True, False, False, False)
    """
    pairs = list(zip(TICKING.findall(text), TICKING.findall(later), strict=False))
    return all(one == other or _ticked(one, other, share) for one, other in pairs)


def _ticked(time: str, later: str, share: int) -> bool:
    counts = _count(time), _count(later)
    apart = abs(counts[0] - counts[1])
    if ":" not in time:
        return apart < share
    chosen = all(count % _OF_A_CHOICE == 0 for count in counts)
    return min(apart, abs(_ROUND - apart % _ROUND)) < _SOON and not chosen


def _count(time: str) -> int:
    total = 0
    for part in time.rstrip("% ").split(":"):
        total = 60 * total + int(part)
    return total


def _kind(element: Element) -> tuple[object, ...]:
    takes_text = "text" in element.actions
    return (
        element.role,
        element.resource_id,
        element.window,
        element.source,
        takes_text,
        element.password,
        element.owner,
    )


def _named(element: Element, screen: Screen) -> tuple[object, ...]:
    return _kind(element), name_of_kind(element)


def _worded(element: Element, screen: Screen) -> tuple[object, ...]:
    return *_named(element, screen), "" if "text" in element.actions else _still(element)


def _accompanied(element: Element, screen: Screen) -> tuple[object, ...]:
    return *_worded(element, screen), _company(element.bounds, screen.tree, screen.size)


def _placed(element: Element, screen: Screen) -> tuple[object, ...]:
    return *_timed(element, screen), element.bounds


def _timed(element: Element, screen: Screen) -> tuple[object, ...]:
    """As `_accompanied`; with times and percentages around it too, if only these tell it from others of the screen."""
    mine = _accompanied(element, screen)
    like = (one for one in screen.elements if one.role == element.role and _accompanied(one, screen) == mine)
    around = {_company(one.bounds, screen.tree, screen.size, ticking=True) for one in like}
    return *mine, _company(element.bounds, screen.tree, screen.size, ticking=True) if len(around) > 1 else ()


def _still(element: Element) -> str:
    """Return the texts of an element, with "#" for times and percentages in those that do not name it."""
    name = name_of_kind(element)
    return PARTS.join(part if part == name else unticked(part) for part in element.text.split(PARTS))


def _called_alike(element: Element, before: Screen, after: Screen) -> Element | None:
    """Return the only element that is called as an element was, but for the time or the counter in its name, or None.

    What only scrolls is found by its id: it has no name and needs none, because its contents change.
    """
    if not {"tap", "text"} & set(element.actions):
        return next((one for one in after.elements if one.id == element.id and not one.weak), None)

    def called(one: Element) -> tuple[object, ...]:
        name = _COUNTER.sub("", name_of_kind(one))
        return _kind(one), _COUNT.sub("#", untimed(name, at_end=one.role.endswith("Button"))).strip()

    alike = [[one for one in screen.elements if called(one) == called(element)] for screen in (before, after)]
    same = [len(each) for each in alike] == [1, 1] and went_on(element.text, alike[1][0].text)
    return alike[1][0] if same and _counted_on(element, alike[1][0]) else None


def _counted_on(element: Element, later: Element) -> bool:
    """Tell whether the counts in the name of an element changed by a few at most; a row's last one by any number."""
    names = [name_of_kind(one) for one in (element, later)]
    if not element.role.endswith("Button"):
        names = [_LAST_NUMBER.sub("", name) for name in names]  # Inbox 3
    pairs = zip(*map(_COUNT.findall, names), strict=False)
    return all(abs(int(one) - int(other)) <= max(_FEW, _SHARE * int(one)) for one, other in pairs)


@lru_cache(maxsize=1024)
def _company(bounds: Bounds, tree: Tree, size: Size, *, ticking: bool = False) -> tuple[str, ...]:
    """Return the other texts in the nearest node around an element that has any; () if there are none.

    bounds: those of the element. What input fields hold does not count. ticking: True to keep times and percentages.
    """
    node = _by_bounds(tree, size).get(bounds)
    own = set(walk(node)) if node else set()
    while node and node.parent:
        node = node.parent
        told = [text for one in walk(node) if one not in own and one.visible and (text := _said(one))]
        told = told if ticking else list(map(unticked, told))
        if told:
            return tuple(told)
    return ()


def _said(node: Node) -> str:
    return node.hint if node.editable else visible_words(node)


@lru_cache(maxsize=4)
def _by_bounds(tree: Tree, size: Size) -> dict[Bounds, Node]:
    """Return the outermost visible node for each bounds inside the display."""
    found: dict[Bounds, Node] = {}
    for node in nodes_of(tree):
        bounds = clip(node.bounds, size)
        if bounds and node.visible:
            found.setdefault(bounds, node)
    return found
