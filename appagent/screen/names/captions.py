"""Find the words that name a control from outside: the text beside it or above it."""

import re
from collections.abc import Sequence
from itertools import islice

from appagent.screen.elements.controls import SLIDERS
from appagent.screen.nodes.tree import Bounds, Node, by_bounds, centre, encloses, thickness, upwards, walk
from appagent.screen.once import once_a_screen
from appagent.screen.screens import Element, Screen
from appagent.screen.texts.heading import as_heading
from appagent.screen.texts.wording import one_line

_ROW = 3  # heights of a switch; a row around it is no higher
_SENTENCE = re.compile(r"(?:\S+\s+){2,}\S+[.!]|.*[。！।॥]")  # three words and more
_NEAR = 4  # heights of a slider; the text with its value is no farther away


def is_slider(element: Element | Node) -> bool:
    """Tell whether an element or node is a slider, by its class."""
    return element.role.endswith(SLIDERS)


def around(slider: Element) -> Bounds:
    """Return the bounds around a slider within which a text may show its value."""
    left, top, right, bottom = slider.bounds
    far = _NEAR * thickness(slider.bounds)
    return left - far, top - far, right + far, bottom + far


def has_own_name(element: Element) -> bool:
    """Tell whether an element has words of its own.

    The value of a slider, such as "75.0", is no name. What can be ticked is named by digits too, as "09:20" is.
    """
    tells = str.isalpha if element.checked is None else str.isalnum
    return bool(element.hint or any(map(tells, element.text)))


def caption(element: Element, screen: Screen) -> str:
    """Return the text that names a control without words of its own, or "" if none does; see `words_around`."""
    return "" if has_own_name(element) else words_around(element, screen)


def words_around(element: Element, screen: Screen, *, values: bool = False) -> str:
    """Return the text that names a control from outside, or "" if none does.

    The nearest text in the control's line is taken, one before it rather than one after it; else the nearest one above
    it, if no other control is in between. The texts at both ends of a slider, such as "Slow" and "Fast", come last.
    Only texts with letters count that belong to no element. Those that begin with a number count only if there are no
    others, because they may be values, such as "8 h"; so do sentences, which explain. What can be ticked has the first
    words of the row around it before those above it.
    values: True to count these like the others.
    """
    beside, above = _beside(element, screen), _above(element, screen)
    behind = [place for _, place in beside if place[0] >= element.bounds[2]]
    ends = is_slider(element) and 0 < len(behind) < len(beside)
    for found in (above, beside) if ends else (beside, _in_row(element, screen), above):
        if found:
            return min(
                found,
                key=lambda e: (
                    not values and _is_value(e[0]),
                    bool(_SENTENCE.fullmatch(e[0])),
                    e[1] in behind,
                    _gap(e[1], element.bounds),
                ),
            )[0]
    return ""


def may_name(element: Element, screen: Screen) -> list[str]:
    """Return all texts that may name a control from outside: those in its line, and those above it but the heading."""
    found = [text for text, _ in (*_beside(element, screen), *_above(element, screen))]
    return [text for text in found if as_heading(text) != screen.heading]


def _beside(element: Element, screen: Screen) -> list[tuple[str, Bounds]]:
    return [(text, place) for text, place in _worded(screen) if _is_next_to(place, element, screen)]


def _in_row(element: Element, screen: Screen) -> list[tuple[str, Bounds]]:
    """Return the first words in the row around what can be ticked, which is the only such thing in it; else []."""
    if element.checked is None:
        return []
    own = by_bounds(screen.tree, screen.size).get(element.bounds, [])
    for row in islice(upwards(own[0]), 1, None) if own else ():
        ticked = sum(each.checkable for each in walk(row))
        if ticked > 1 or thickness(row.bounds) > _ROW * thickness(element.bounds):
            return []
        said = ((one_line(each.text), each.bounds) for each in walk(row) if each.visible and not each.checkable)
        if first := next((each for each in said if any(map(str.isalpha, each[0]))), None):
            return [first]
    return []


def _above(element: Element, screen: Screen) -> list[tuple[str, Bounds]]:
    """Return the texts above an element that may name it. A heading over several check boxes alike names none."""
    alike = [e for e in screen.elements if e.checked is not None and e.template == element.template and e != element]
    return [
        (text, place)
        for text, place in _worded(screen)
        if _leads_to(place, element, screen)
        and (element.checked is None or not any(_leads_to(place, each, screen) for each in alike))
    ]


def _worded(screen: Screen) -> list[tuple[str, Bounds]]:
    return [(text, place) for text, place in _loose(screen) if any(map(str.isalpha, text))]


@once_a_screen
def _loose(screen: Screen) -> Sequence[tuple[str, Bounds]]:
    """Return the texts of a screen that lie in no element that says them, each with its bounds."""
    return tuple(
        (text, place)
        for text, place in screen.placed_texts
        if not any(encloses(each.bounds, place) and text in (each.whole or each.text) for each in screen.elements)
    )


def _is_next_to(place: Bounds, element: Element, screen: Screen) -> bool:
    """Tell whether a text lies in an element's line, with no other control in between."""
    if not _one_line(place, element.bounds):
        return False
    left, right = min(place[2], element.bounds[2]), max(place[0], element.bounds[0])
    line = (each.bounds for each in screen.elements if not encloses(each.bounds, element.bounds))
    return not any(_one_line(place, other) and left <= centre(other)[0] <= right for other in line)


def _one_line(one: Bounds, other: Bounds) -> bool:
    """Tell whether two bounds are side by side, and the middle of one of them is at the height of the other."""
    level = other[1] <= centre(one)[1] < other[3] or one[1] <= centre(other)[1] < one[3]
    return level and (one[2] <= other[0] or other[2] <= one[0])


def _leads_to(place: Bounds, element: Element, screen: Screen) -> bool:
    """Tell whether a text lies above an element, with no other control in between."""
    top = element.bounds[1]
    over = place[3] <= centre(element.bounds)[1] and place[0] < element.bounds[2] and element.bounds[0] < place[2]
    others = (each for each in screen.elements if each is not element and each.actions != ("swipe",))
    return over and not any(place[1] < centre(each.bounds)[1] < top for each in others)


def _is_value(text: str) -> bool:
    """Tell whether a text has a number with no letters before it, as "5 minutes" has and "Volume 40" has not."""
    first = next((letter for letter in text if letter.isalnum()), "")
    return first.isdigit()


def _gap(place: Bounds, bounds: Bounds) -> int:
    """Return how far two bounds are apart, px."""
    across = max(place[0] - bounds[2], bounds[0] - place[2], 0)
    down = max(place[1] - bounds[3], bounds[1] - place[3], 0)
    return across + down
