"""Check right before a gesture that it would hit what it is meant for, and nothing that has come to lie over that."""

from collections.abc import Sequence
from itertools import islice, takewhile

from appagent.actions import Action, Carry, Drop, Gesture, Stroke, Touch, describe
from appagent.actions.parts.description import name_of, quoted
from appagent.errors import StaleError
from appagent.guard import Guard, landing
from appagent.screen import Element, Screen
from appagent.screen.comparing.beside import MOST_LEVELS, is_most_of_page
from appagent.screen.grid import Point
from appagent.screen.nodes.tree import Node, contains, drawn, root_of, upwards, walk
from appagent.screen.nodes.windows import windows
from appagent.screen.pictures.drawn import at
from appagent.screen.texts.numbers import GoesOn
from appagent.screen.texts.wording import visible_words
from appagent.step.intent import Intent, judged_action
from appagent.step.last_look.second_look import comparable


def check_landing(
    intent: Intent,
    gestures: Sequence[Gesture],
    again: Intent,
    anew: Sequence[Gesture],
    guard: Guard,
    moves: GoesOn,
) -> None:
    """Raise StaleError if the target is covered now, or the gestures would hit something judged differently.

    intent, gestures: for the screen that the agent saw. again, anew: the intent and gestures for the current screen.
    moves: as for `aimed_again`.
    """
    before, now, seen = _hits(intent, gestures), _hits(again, anew), comparable(intent, again.shown, guard)
    drops = [[one for one in _landing(*each) if isinstance(one, Drop)] for each in ((intent, gestures), (again, anew))]
    if any(why := guard.objection(old, seen, again.shown, new, moves=moves) for old, new in zip(*drops, strict=False)):
        raise StaleError(why)
    own = again.element.id if again.element else ""
    if new := next((name for name in now if name not in before and name != own), None):
        raise StaleError(f"{_named(intent)} is covered now, by {name_of(_of(new, again.shown))}")
    for name, tap in now.items():
        if name in before and (why := guard.objection(before[name], seen, again.shown, tap, moves=moves)):
            raise StaleError(why)
    if lying := [one for one in _windows_over(again, anew) if one not in _windows_over(intent, gestures)]:
        raise StaleError(f"{_named(intent)} is covered now, by {lying[0]}")
    if (said := _said_above(again, anew)) and not _said_above(intent, gestures):
        raise StaleError(f"{_named(intent)} is covered now, by {quoted(said[0])}")
    if (over := _above(again, anew)) and not _above(intent, gestures):
        raise StaleError(f"{_named(intent)} is covered now, by {name_of(over)}")


def _hits(intent: Intent, gestures: Sequence[Gesture]) -> dict[str, Action]:
    """Return the taps that the gestures of an intent really make, by the id of the element that each one hits."""
    targets = [(tap.target(intent.shown), tap) for tap in _landing(intent, gestures)]
    return {one.id: tap for one, tap in targets if one and one.source == "hierarchy"}


def _landing(intent: Intent, gestures: Sequence[Gesture]) -> list[Action]:
    return landing(judged_action(intent), tuple(gestures), intent.shown)[0]


def _above(intent: Intent, gestures: Sequence[Gesture]) -> Element | None:
    """Return an element that covers the intent's element where the first gesture touches it, or None."""
    at, element = _begin(gestures), intent.element
    if element is None or at is None:
        return None
    over = (one for one in intent.shown.elements if one.drawn[0] > element.drawn[1])
    return next((one for one in over if contains(one.bounds, *at)), None)


def _said_above(intent: Intent, gestures: Sequence[Gesture]) -> list[str]:
    """Return the texts that cover the intent's element where the first gesture touches it."""
    where, node = _begin(gestures), at(intent.element.bounds, intent.shown) if intent.element else None
    return _said_over(node, where, intent.shown) if node and where else []


def _said_over(node: Node, place: Point, screen: Screen) -> list[str]:
    """Return the words of all boxes that are drawn over a node at a pixel, in its own window.

    A box is what holds a text and is not most of the page, such as a snack bar. Touches pass through a toast, which is
    a window of its own.
    """
    around = set(upwards(node))
    inside = set(walk(node))
    painted = list(drawn(root_of(node)))
    later = painted[painted.index(node) + 1 :]
    return [
        words
        for text in later
        if text.visible and text not in inside and (words := visible_words(text))
        for boxes in [takewhile(lambda box: box not in around, islice(upwards(text), MOST_LEVELS))]
        if any(contains(box.bounds, *place) and not is_most_of_page(box, screen.size[1]) for box in boxes)
    ]


def _windows_over(intent: Intent, gestures: Sequence[Gesture]) -> list[str]:
    """Describe the keyboard and the system's windows that would receive the first touch, for a message."""
    at = _begin(gestures)
    return [
        "the keyboard" if window.kind == "keyboard" else f"a window of {window.package}"
        for window in windows(intent.shown.tree, intent.shown.size, intent.shown.app)
        if at and window.kind in ("keyboard", "system") and any(_takes(node, at) for node in window.nodes)
    ]


def _takes(node: Node, at: Point) -> bool:
    return node.visible and (node.clickable or not node.children) and contains(node.bounds, *at)


def _begin(gestures: Sequence[Gesture]) -> Point | None:
    """Return the pixel at which the first finger goes down; None if a key or a text comes first."""
    match gestures[:1]:
        case [Touch(x, y)] | [Stroke(x, y)] | [Carry(x, y)]:
            return x, y
    return None


def _of(name: str, screen: Screen) -> Element:
    return next(one for one in screen.elements if one.id == name)


def _named(intent: Intent) -> str:
    return name_of(intent.element) if intent.element else describe(intent.told)
