"""Find an element of a screen again when the screen is captured anew, even if the element has moved."""

import re
from functools import lru_cache

from appagent.screen.codes import codes
from appagent.screen.dates import Duration, durations, untimed
from appagent.screen.labels import PARTS
from appagent.screen.lexicon import folded
from appagent.screen.money import priced_parts
from appagent.screen.plurals import inflected
from appagent.screen.screens import Element, Screen
from appagent.screen.ticking import unticked, went_on
from appagent.screen.tree import Bounds, Node, Size, Tree, clip, nodes_of, walk
from appagent.screen.wording import visible_words

_WHOLE = r"(?:\d{1,3}(?:[.,]\d{3})+|\d+)"
# 3 unread, 12 of 40, 1,204 views, Like 12; but not B12, which is a name
_COUNT = re.compile(rf"(?<![\d:.,A-Za-z\u00c0-\u052f])(?:{_WHOLE}(?=\+?\s+[^\W\d_]{{2,}})|{_WHOLE}(?=\+?$))")
_LAST_NUMBER = re.compile(r"(?<!\d)\d{1,2}\+?$")
_FEW, _SHARE = 1, 0.05  # by how much, and by what share of it, a count changes by itself
_MINUTE = 60
_OF_A_CHOICE = 5  # seconds between durations to choose from, or a multiple of it
_ROUND = (59, 60, 23, 24, 6, 7)  # of a unit, at which the next larger one begins
_COUNTER = re.compile(r"\(\d+\+?\)")


def found_again(element: Element, before: Screen, after: Screen) -> Element | None:
    """Return the element of the later screen that is the same as an element of the earlier one, or None.

    The element may have moved. It is recognised by the first of these that it shares with no other element of the
    earlier screen: its kind and name; its other words as well; what names the row around it; the words around it; its
    place. Its own words must be equal, because "10 %" may have become "90 %". If only one element on each screen has
    such a name, times, durations, rates and counters in it may have gone on; see `_counted_on`.
    """
    for told in (_named, _worded, _in_row, _accompanied, _timed, _placed):
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
    """Return the name of an element: for an input field its hint and label, else its first text of several letters."""
    if "text" in element.actions:
        return " ".join(filter(None, (element.hint, element.label)))
    parts = element.text.split(PARTS)
    return next((part for part in parts if len(part) > 1), parts[0])


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


def _in_row(element: Element, screen: Screen) -> tuple[object, ...]:
    return *_worded(element, screen), element.row


def _accompanied(element: Element, screen: Screen) -> tuple[object, ...]:
    return *_worded(element, screen), _company(element.bounds, screen.tree, screen.size)


def _placed(element: Element, screen: Screen) -> tuple[object, ...]:
    return *_timed(element, screen), element.bounds


def _timed(element: Element, screen: Screen) -> tuple[object, ...]:
    """Return what `_accompanied` does, and the times around the element if only these tell it from other elements."""
    mine = _accompanied(element, screen)
    like = (one for one in screen.elements if one.role == element.role and _accompanied(one, screen) == mine)
    around = {_company(one.bounds, screen.tree, screen.size, ticking=True) for one in like}
    return *mine, _company(element.bounds, screen.tree, screen.size, ticking=True) if len(around) > 1 else ()


def _still(element: Element) -> str:
    """Return the texts of an element, with "#" for times and percentages in all texts but its name."""
    name = name_of_kind(element)
    return PARTS.join(part if part == name else unticked(part) for part in element.text.split(PARTS))


def _called_alike(element: Element, before: Screen, after: Screen) -> Element | None:
    """Return the only later element whose name differs at most in a time or a counter; None if there are several.

    An element that only scrolls is found by its id, because it has no name of its own.
    """
    if not {"tap", "text"} & set(element.actions):
        return next((one for one in after.elements if one.id == element.id and not one.weak), None)

    def called(one: Element) -> tuple[object, ...]:
        name = name_of_kind(one)
        name = _COUNTER.sub("", one.text if unticked(name) == "#" else name)  # a clock names nothing: "10:08 · Bern"
        return (
            _kind(one),
            priced_parts(name),
            _COUNT.sub("#", untimed(unticked(name), at_end=one.role.endswith("Button"))).strip(),
        )

    alike = [[one for one in screen.elements if called(one) == called(element)] for screen in (before, after)]
    same = [len(each) for each in alike] == [1, 1] and went_on(element.text, alike[1][0].text)
    return alike[1][0] if same and _counted_on(element, alike[1][0]) else None


def _counted_on(element: Element, later: Element) -> bool:
    """Tell whether each number in an element's name changed only as by itself; one of two digits that ends a row may.

    "Inbox 3" counts, whatever it says then; "Room 101" is a name.
    """
    names = [name_of_kind(one) for one in (element, later)]
    if codes(names[0]) != codes(names[1]) or not aged(*map(folded, names)):
        return False
    names = [untimed(name) for name in names]
    if not element.role.endswith("Button"):
        names = [_LAST_NUMBER.sub("", name) for name in names]
    return all(counted_on(one, other) for one, other in zip(*map(_COUNT.findall, names), strict=False))


def aged(text: str, later: str) -> bool:
    """Tell whether the durations in a folded text changed as by themselves: a little, or to the next larger unit.

    >>> aged("in 5 min", "in 4 min"), aged("59 min ago", "1 hr ago"), aged("for 5 min", "for 30 min")
    (True, True, False)
    >>> aged("in 21 s", "in 9 s"), aged("3 s", "12 s"), aged("for 5 s", "for 10 s")
    (True, True, False)
    """
    for one, other in zip(durations(text), durations(later), strict=False):
        if ":" in one.number + other.number:
            continue  # `went_on` is about these
        if other_unit(one, other):
            return False
        if _went_over(one, other):
            continue
        numbers = [_digits(each.number) for each in (one, other)]
        seconds = one.in_seconds and other.in_seconds and any(number % _OF_A_CHOICE for number in numbers)
        if not counted_on(*(each.number for each in (one, other))) and not (
            seconds and abs(numbers[0] - numbers[1]) < _MINUTE
        ):
            return False
    return True


def other_unit(one: Duration, other: Duration) -> bool:
    """Tell whether a number has become one with another unit, to which it does not come by itself: "12a", "12b"."""
    if one.unit == other.unit or _went_over(one, other):
        return False
    return not inflected(one.unit.strip(), other.unit.strip())


def _went_over(one: Duration, other: Duration) -> bool:
    """Tell whether a duration has come to 1 of the next larger unit, or back: "59 min", "1 hr"."""
    numbers = [_digits(each.number) for each in (one, other)]
    return one.unit != other.unit and min(numbers) == 1 and max(numbers) in _ROUND


def counted_on(number: str, later: str) -> bool:
    """Tell whether a number differs from another as counters do by themselves: by 1 or 5 % at most."""
    one, other = _digits(number), _digits(later)
    return abs(one - other) <= max(_FEW, _SHARE * one)


def _digits(number: str) -> int:
    """Return the digits of a number as one whole number."""
    return int("".join(filter(str.isdigit, number)) or "0")


@lru_cache(maxsize=1024)
def _company(bounds: Bounds, tree: Tree, size: Size, *, ticking: bool = False) -> tuple[str, ...]:
    """Return the texts beside an element, from the nearest node around it that has any; () if there are none.

    bounds: the element's bounds. The contents of input fields are left out. ticking: True to keep times and
    percentages, False to put "#" in their place.
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
