"""Tell whether the number after an element's name counts something, by the names of the elements beside it."""

import re

from appagent.screen.comparing.beside import plain
from appagent.screen.nodes.tree import Node, walk
from appagent.screen.pictures.drawn import at
from appagent.screen.screens import Element, Screen
from appagent.screen.texts.numbers import GoesOn, codes, frame, never

_BEHIND = re.compile(r"(?P<name>.*[^\W\d_])\s+(?P<number>\d{1,3})", re.DOTALL)
_STEP = 1  # by which a count may have changed
_OTHERS = 2  # elements beside one, whose names show that words alone name them; in a list, whose rows are alike, 1


def counts_behind_name(element: Element, before: Screen, now: Screen) -> GoesOn:
    """Return a function that tells whether one text of an element became another because it counts something.

    It gets two texts, such as "Inbox 3" and "Inbox 4". The number must be the end of the text, and have changed by one.
    The element must be where it was, beside others of its class, whose words are what they were. None of these may say
    the same with another number, as "Seat 5" beside "Seat 3" does, because then the numbers are their names.
    """
    nodes = [node for screen in (before, now) if (node := at(element.bounds, screen))]
    if len({_kind(node) for node in nodes}) != 1 or len(nodes) != 2:
        return never
    own = [set(_texts(node)) for node in nodes]
    around = [[[frame(text) for text in _texts(one)] for one in _others(node)] for node in nodes]
    enough = around[0] == around[1] and len(around[0]) >= (1 if element.listed else _OTHERS)

    def counts(text: str, other: str) -> bool:
        shared = any(frame(text) in said for said in around[0])
        return enough and not shared and text in own[0] and other in own[1] and _went_on(text, other)

    return counts


def _went_on(text: str, other: str) -> bool:
    """Tell whether two texts are equal but for a number at the end, which is part of no code and differs by one.

    >>> _went_on("Inbox 3", "Inbox 4"), _went_on("Inbox 3", "Inbox 9"), _went_on("LH 400", "LH 401")
    (True, False, False)
    """
    found = _BEHIND.fullmatch(text), _BEHIND.fullmatch(other)
    if not (found[0] and found[1]) or codes(text) or codes(other):
        return False
    apart = abs(int(found[0]["number"]) - int(found[1]["number"]))
    return found[0]["name"] == found[1]["name"] and apart <= _STEP


def _others(node: Node) -> list[Node]:
    """Return the other elements that stand beside one in the same node and have its class and words."""
    kin = node.parent.children if node.parent else ()
    return [one for one in kin if one is not node and one.visible and one.role == node.role and any(_texts(one))]


def _texts(node: Node) -> list[str]:
    return [text for text in map(plain, walk(node)) if text]


def _kind(node: Node) -> tuple[str, str]:
    return node.role, node.resource_id
