"""Find changes beside an element: in its label, in texts that come or go, and in other elements."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from appagent.screen.comparing.rewritten import (
    LISTS,
    is_another,
    replacements,
    says_in_words,
    touched_or_list,
    under_way,
)
from appagent.screen.language.money import priced_parts
from appagent.screen.nodes.front import passes
from appagent.screen.nodes.tree import Node, near, upwards, walk
from appagent.screen.texts.numbers import same_but_numbers, same_counted, timeless
from appagent.screen.texts.wording import lasting, one_line, visible_words

MOST_LEVELS = 40  # above a node; real hierarchies have fewer, but a malicious one may have any number
_PAGE = 0.5  # of the display's height; a box that is higher is no row, bar or card
_CHOICE = 3  # elements built alike; as many are a choice, such as keys, and name nothing

_Group = tuple[object, ...]  # what elements of one group have in common


@dataclass(frozen=True)
class Exchange:
    """Text that shows what an element is about, and the other text that a later screen has instead.

    text, other: the two texts; "" for a text that has come or gone. names: True if the texts name the element, its row
    or its box; False if they may be a value of the element.
    """

    text: str
    other: str
    names: bool = False


@dataclass(frozen=True)
class Box:
    """Surroundings of an element: a node around it, in which changes are searched for.

    page: True if `node` is most of the page.
    """

    node: Node
    inner: Node
    page: bool = False


def is_most_of_page(node: Node, display_height: int) -> bool:
    """Tell whether a node is higher than half the display, so that it is no row, bar or card. display_height: px."""
    return node.bounds[3] - node.bounds[1] > _PAGE * display_height


def changes_beside(before: Box, now: Box, *, everywhere: bool) -> Iterator[Exchange]:
    """Yield changes beside an element on a later screen: its label, or a text that has come or gone.

    everywhere: True if a text that has come or gone counts anywhere in the box. If False, it must be near the element
    where the box is most of the page.
    """
    labels = _label(before), _label(now)
    known = {text for _, text in telling(before)}
    if all(labels) and labels[0] != labels[1] and labels[1] in known and is_another(*labels):
        yield Exchange(*labels, names=True)
    yield from _come_and_gone(before, now, everywhere=everywhere)


def changes_in_touch(before: Iterable[Box], now: Iterable[Box], *, strict: bool) -> Iterator[Exchange]:
    """Yield changed texts of other elements, such as a bar, and changed contents of input fields; prices count as well.

    before, now: boxes that together hold all that is in front on the two screens. Elements in lists are left out, but
    for lists that the element lies in. strict: as for `_groups`.
    """
    looks = [
        [(nth, *told) for nth, box in enumerate(boxes) for told in _in_touch(box, strict=strict)]
        for boxes in (before, now)
    ]
    said, held = (
        [{(nth, *place): text for nth, place, text, field in look if field is kind} for look in looks]
        for kind in (False, True)
    )
    for _, text, other in replacements(*said):
        yield Exchange(text, other, names=True)
    saying = set(said[1].values())
    for place, text in said[0].items():
        other = said[1].get(place, text)
        if text not in saying and same_but_numbers(text, other) and priced_parts(text) != priced_parts(other):
            yield Exchange(text, other)
    for place, text in held[0].items():
        if (other := held[1].get(place, text)) != text:
            yield Exchange(text, other)


def _come_and_gone(before: Box, now: Box, *, everywhere: bool) -> Iterator[Exchange]:
    """Yield at most one text that only one of two screens has, beside the element, and that replaces no other text.

    everywhere: as for `changes_beside`.
    """
    all_said, all_saying = ({text for _, text in telling(box)} for box in (before, now))
    looks = [[(node, text) for node, text in telling(box) if lasting(timeless(text))] for box in (before, now)]
    said, saying = ({text for _, text in each} for each in looks)
    gone = [(node, text) for node, text in looks[0] if not _is_said(text, saying) and not _is_timed(text, all_saying)]
    came = [(node, text) for node, text in looks[1] if not _is_said(text, said) and not _is_timed(text, all_said)]
    more, less, box = (gone, came, before) if len(gone) > len(came) else (came, gone, now)
    lasts = [(node, text) for node, text in more if not under_way(text)]
    if len(lasts) <= len(less):
        return
    for node, text in lasts:
        if everywhere or not box.page or near(node.bounds, box.inner.bounds):
            yield Exchange(text, "") if more is gone else Exchange("", text)
            return


def _is_said(text: str, texts: set[str]) -> bool:
    return any(lasting(text) == lasting(other) or same_counted(text, other) for other in texts)


def _is_timed(text: str, texts: set[str]) -> bool:
    """Tell whether a text and one of some others give a time in words and in numbers: "Just now", "1 min ago"."""
    return any(says_in_words(text, other) or says_in_words(other, text) for other in texts)


def telling(box: Box) -> Iterator[tuple[Node, str]]:
    """Yield (node, text) for the nodes of a box that show a text, of those that `untouched` yields."""
    for node in untouched(box, passing=False):
        if text := plain(node):
            yield node, text


def untouched(box: Box, *, passing: bool) -> Iterator[Node]:
    """Yield a box's own node, and the nodes in it but for the element, other elements, lists, and all inside these.

    passing: True to yield messages that pass and advertisements as well.
    """

    def is_other(node: Node) -> bool:
        return node is box.inner or touched_or_list(node) or (not passing and passes(node))

    yield box.node
    for child in box.node.children:
        yield from walk(child, is_other)


def plain(node: Node) -> str:
    """Return the text that a node shows; "" if the node is hidden or an input field."""
    return "" if node.editable or not node.visible else visible_words(node)


def _label(box: Box) -> str:
    """Return the last text before the element in its box; "" if something else to touch stands in between."""
    said, around, stack = "", set(islice(upwards(box.inner), MOST_LEVELS)), [box.node]
    while stack:
        node = stack.pop()
        if node is box.inner:
            return said
        if touched_or_list(node) and node not in around:
            said = ""
            continue
        said = plain(node) or said
        stack.extend(node.children[::-1])
    return ""


def _in_touch(box: Box, *, strict: bool) -> Iterator[tuple[tuple[object, ...], str, bool]]:
    """Yield (place, text, held) for each text of other elements in a box.

    place: (role, resource-id, number among nodes of these). held: True if an input field holds the text. Of elements
    that are a choice, only input fields count. strict: as for `_groups`.
    """
    touched = list(_outermost(box))
    choices = _choices([*touched, box.inner], box.inner, strict=strict)
    turns = Counter[tuple[str, str]]()
    for thing in touched:
        choice = not choices.isdisjoint(_groups(thing, box.inner, strict=strict))
        for node in walk(thing):
            kind = node.role, node.resource_id
            if node.editable and not node.password:
                yield (*kind, turns[kind]), one_line(node.text), True
            elif (text := plain(node)) and not choice:
                yield (*kind, turns[kind]), text, False
            turns[kind] += 1


def _choices(touched: Sequence[Node], target: Node, *, strict: bool) -> set[_Group]:
    """Return the groups of elements that are a choice, such as keys and tabs, and name nothing.

    These have three elements or more; two are enough if one of them is selected, as of tabs.
    touched: all elements. target, strict: as for `_groups`.
    """
    sizes = Counter[_Group]()
    tabs: set[_Group] = set()
    for each in touched:
        groups = list(_groups(each, target, strict=strict))
        sizes.update(groups)
        tabs.update(groups if each.selected and not each.checkable else ())
    return {group for group, size in sizes.items() if size >= _CHOICE - (group in tabs)}


def _groups(node: Node, target: Node, *, strict: bool) -> Iterator[_Group]:
    """Yield the groups of elements that an element is in: of those built alike, and of its class on the target's line.

    Elements built alike have one class and one resource-id; without one, they stand in line as well.
    strict: True for an action that has an effect or says yes to what the page holds. Then a group is built alike and
    stands on one line, because a form may have three rows.
    """
    left, top, right, bottom = node.bounds
    kind, line = (node.role, node.resource_id), ("line", top, bottom)
    if strict or not node.resource_id:
        yield *kind, *line
    if strict:
        return
    yield (*kind, "id") if node.resource_id else (*kind, "column", left, right)
    if node.role == target.role and (top, bottom) == (target.bounds[1], target.bounds[3]):
        yield node.role, *line


def _outermost(box: Box) -> Iterator[Node]:
    """Yield the other elements in a box, except lists and elements inside other elements."""
    around, stack = set(islice(upwards(box.inner), MOST_LEVELS)), [box.node]
    while stack:
        node = stack.pop()
        if node not in around and touched_or_list(node):
            if node.role not in LISTS:
                yield node
            continue
        inside = (child for child in node.children[::-1] if child is not box.inner and not passes(child))
        stack.extend(child for child in inside if node.role not in LISTS or child in around)
