"""Find an element of a screen again when the screen is captured anew, even if the element has moved."""

import re
from functools import lru_cache

from appagent.screen.finding_again.renamed import names_the_same
from appagent.screen.language.money import priced_parts
from appagent.screen.language.ticking import unticked
from appagent.screen.names.labels import PARTS
from appagent.screen.nodes.tree import Bounds, Node, Size, Tree, by_bounds, centre, contains
from appagent.screen.screens import Element, Screen
from appagent.screen.texts.numbers import GoesOn, frame, names_another
from appagent.screen.texts.wording import texts_beside, visible_words

_COUNTER = re.compile(r"\(\d+\+?\)(?![^\s,;:|·•)])")  # no match in "report (1).pdf"


def found_again(
    element: Element, before: Screen, after: Screen, moves: GoesOn = names_the_same, *, sure: bool = False
) -> Element | None:
    """Return the element of the later screen that is the same as an element of the earlier one, or None.

    The element may have moved. It is recognised by the first of these features that no other element of the earlier
    screen has:

    - its kind and name
    - these and its other texts
    - these and the name of the row around it
    - its kind, name and texts, and the texts beside it
    - these and the times beside it
    - these and its bounds

    Its texts must be equal, because "10 %" may have become "90 %". But if only one element on each screen has its kind
    and name, numbers in the name may have changed (see `names_the_same`), though no amounts of money.
    moves: function that gets two names which differ only in numbers, and returns whether these may have changed by
    themselves. sure: True to return none of several that only their bounds tell apart, if some have come or gone.
    """
    for told in (_named, _worded, _in_row, _accompanied, _timed, _placed):
        mine = told(element, before)
        same = sum(told(one, before) == mine for one in before.elements)
        found = [one for one in after.elements if told(one, after) == mine]
        if same == len(found) == 1:
            return found[0]
        if not found or (sure and told is _timed and len(found) != same):
            break
    return _called_alike(element, before, after, moves)


def unmoved(element: Element, before: Screen, after: Screen) -> Element | None:
    """Return the element of the later screen with the id and bounds of one without words, outside lists; else None.

    What stands beside an icon of a bar are all texts of the page, which may count something. None is returned if one of
    these texts has changed in more than numbers, or in a number that names another thing, or in an amount of money.
    """
    if element.weak or element.listed or element.text or "tap" not in element.actions:
        return None
    mine = element.id, element.bounds, _worded(element, before)
    found = next((one for one in after.elements if (one.id, one.bounds, _worded(one, after)) == mine), None)
    then, now = (_company(element.bounds, screen.tree, screen.size) for screen in (before, after))
    pairs = [(one, other) for one, other in zip(then, now, strict=False) if one != other]
    alike = all(
        frame(one) == frame(other) and not names_another(one, other) and priced_parts(one) == priced_parts(other)
        for one, other in pairs
    )
    return found if alike and len(then) == len(now) else None


def in_its_place(element: Element, after: Screen) -> Element | None:
    """Return the element of a later screen that is of the same kind as an element and lies at its middle, or None."""
    alike = (one for one in after.elements if _kind(one) == _kind(element))
    return next((one for one in alike if contains(one.bounds, *centre(element.bounds))), None)


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
    """Return the key of `_accompanied`, and the times beside the element if they alone tell it from other elements."""
    mine = _accompanied(element, screen)
    like = (one for one in screen.elements if one.role == element.role and _accompanied(one, screen) == mine)
    around = {_company(one.bounds, screen.tree, screen.size, ticking=True) for one in like}
    return *mine, _company(element.bounds, screen.tree, screen.size, ticking=True) if len(around) > 1 else ()


def _still(element: Element) -> str:
    """Return the texts of an element, with "#" for times and percentages in all texts but its name."""
    name = name_of_kind(element)
    return PARTS.join(part if part == name else unticked(part) for part in element.text.split(PARTS))


def _called_alike(element: Element, before: Screen, after: Screen, moves: GoesOn) -> Element | None:
    """Return the only element of the later screen with the same kind and name, except for changed numbers; else None.

    None is also returned if several elements of either screen have this name. An element that only scrolls is found by
    its id, because it has no name of its own.
    """
    if not {"tap", "text"} & set(element.actions):
        return next((one for one in after.elements if one.id == element.id and not one.weak), None)
    name = _counted(element)
    called = _kind(element), frame(name), priced_parts(name)
    found = [
        [one for one in screen.elements if (_kind(one), frame(_counted(one)), priced_parts(_counted(one))) == called]
        for screen in (before, after)
    ]
    same = [len(each) for each in found] == [1, 1] and moves(name, _counted(found[1][0]))
    return found[1][0] if same else None


def _counted(element: Element) -> str:
    """Return the name of an element without counters; if the name is a clock, its whole text, as in "10:08 · Bern"."""
    name = name_of_kind(element)
    return " ".join(_COUNTER.sub(" ", element.text if unticked(name) == "#" else name).split())


@lru_cache(maxsize=1024)
def _company(bounds: Bounds, tree: Tree, size: Size, *, ticking: bool = False) -> tuple[str, ...]:
    """Return the texts beside an element, from the nearest node around it that has other texts; () if there are none.

    bounds: the element's bounds. Of input fields, only the hints are returned. ticking: True to keep times and
    percentages, False to put "#" in their place.
    """
    node = next(iter(by_bounds(tree, size).get(bounds, ())), None)
    told = [_said(one) for one in texts_beside(node, _said)] if node else ()
    return tuple(told if ticking else map(unticked, told))


def _said(node: Node) -> str:
    return node.hint if node.editable else visible_words(node)
