"""Find an element again on a later look at the same screen, wherever it is by then."""

import re
from functools import lru_cache

from appagent.screen.labels import PARTS
from appagent.screen.screens import Element, Screen
from appagent.screen.tree import Bounds, Node, Size, Tree, clip, nodes_of, walk
from appagent.screen.wording import lasting, visible_words

_TICKING = re.compile(r"\d+(?::\d\d)+|\d+\s?%")  # times and shares change by themselves


def found_again(element: Element, before: Screen, after: Screen) -> Element | None:
    """Return the element of a later look at a screen that an element of an earlier look has become, or None.

    It may have moved. It is found by what told it from all others on the earlier look: its kind and name, else its
    other words too, else those around it, else its place. Times and percentages are no difference. Other numbers are
    none either if its id and the rest of its name are the same, and nothing else on either look is called alike.
    """
    for told in (_named, _worded, _accompanied, _placed):
        mine = told(element, before)
        if sum(told(one, before) == mine for one in before.elements) > 1:
            continue
        found = [one for one in after.elements if told(one, after) == mine]
        if len(found) == 1:
            return found[0]
        if not found:
            break
    return _by_id(element, before, after)


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
    return _TICKING.sub("#", text)


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
    return _kind(element), unticked(name_of_kind(element))


def _worded(element: Element, screen: Screen) -> tuple[object, ...]:
    return *_named(element, screen), "" if "text" in element.actions else unticked(element.text)


def _accompanied(element: Element, screen: Screen) -> tuple[object, ...]:
    return *_worded(element, screen), _company(element.bounds, screen.tree, screen.size)


def _placed(element: Element, screen: Screen) -> tuple[object, ...]:
    return *_accompanied(element, screen), element.bounds


def _by_id(element: Element, before: Screen, after: Screen) -> Element | None:
    """Return the element with the same id, if only numbers in its name differ and it is the only one called so.

    What only scrolls has no name and needs none, because its contents change.
    """
    found = next((one for one in after.elements if one.id == element.id and _kind(one) == _kind(element)), None)
    if found is None or found.weak or element.weak:
        return None
    if not {"tap", "text"} & set(element.actions):
        return found

    def alike(screen: Screen) -> int:
        name, kind = lasting(name_of_kind(element)), _kind(element)
        return sum(_kind(one) == kind and lasting(name_of_kind(one)) == name for one in screen.elements)

    return (
        found
        if lasting(name_of_kind(found)) == lasting(name_of_kind(element)) and alike(before) == alike(after) == 1
        else None
    )


@lru_cache(maxsize=1024)
def _company(bounds: Bounds, tree: Tree, size: Size) -> tuple[str, ...]:
    """Return the other texts in the nearest node around an element that has any; () if there are none.

    bounds: those of the element. What input fields hold does not count.
    """
    node = _by_bounds(tree, size).get(bounds)
    own = set(walk(node)) if node else set()
    while node and node.parent:
        node = node.parent
        told = [unticked(text) for one in walk(node) if one not in own and one.visible and (text := _said(one))]
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
