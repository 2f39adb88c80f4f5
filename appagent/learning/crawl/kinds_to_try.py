"""Say which kinds of action a crawl tries on an element, by the element and its screen."""

from collections.abc import Callable, Collection

from appagent.actions.aiming.scrolling import scroller, turns_aside
from appagent.learning.crawl.list_positions import is_cut_off
from appagent.screen import Element, Screen
from appagent.screen.names.labels import inside
from appagent.screen.texts.chosen import wheels

TOUCHES = ("tap", "long_press")


def kinds_to_try(
    element: Element,
    screen: Screen,
    typed: Collection[str],
    made: Collection[str],
    has_tried: Callable[[str], bool],
    *,
    moves: bool,
) -> list[str]:
    """Return the kinds of action to try on an element: some of "tap", "long_press", "swipe", "turn", "enter", "back".

    typed: texts that the crawl typed. Enter and back are for a field that holds one. made: those that no row had. A row
    with one of them was made by the crawl.
    has_tried: function that tells whether a kind of action was tried on an element like this one; then it is not tried
    on a row that the crawl has made. moves: whether lists and what turns aside may be moved.
    A wheel is not moved: the numbers beside its value show what it is.
    The list is empty for a tab that is selected, for a switch in a row that can be tapped, and for an element that the
    list's edge cuts off, perhaps with some of its words.
    """
    if element.selected or element.window not in {"app", "dialog"}:
        return []
    if "text" in element.actions:
        return ["enter", "back"] if element.focused and element.text in typed else []
    if element.checked is not None and any(inside(row, element) and "tap" in row.actions for row in screen.elements):
        return []
    if is_cut_off(element, screen):
        return []
    own = element.listed and any(text in element.text for text in made)
    touches = [kind for kind in TOUCHES if kind in element.actions and not (own and has_tried(kind))]
    scrolls = moves and element is scroller(screen) and not _is_wheel(element, screen)
    return touches + ["swipe"] * scrolls + ["turn"] * (moves and turns_aside(element))


def _is_wheel(element: Element, screen: Screen) -> bool:
    return element.bounds in {each.bounds for each in wheels(screen.front.nodes)} and screen.front.kind == "dialog"
