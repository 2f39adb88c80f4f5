"""Write a screen as text, for a text-only model or a person at a terminal: one element a line, nested by indents."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from appagent.screen import Element, Screen
from appagent.screen.lexicon import folded
from appagent.screen.pixels import turn_of
from appagent.screen.tree import Bounds, Size, area, centre, contains, overlap

_DEEPEST = 4  # levels of indentation
_MOST_WORDS = 150  # lines with words that belong to no element
_LONGEST = 300  # letters of such a line


@dataclass(frozen=True)
class _Line:
    """One line of an outline.

    text: the line without its indentation. bounds: the bounds of the element or words on the line. element: True for an
    element, False for words that belong to no element.
    """

    text: str
    bounds: Bounds
    element: bool


def outline(screen: Screen, marks: Collection[int] | None = None, lead: Callable[[Element], str] | None = None) -> str:
    """Write a screen as text: its elements in reading order, and among them the words that belong to no element.

    Each line is indented by the number of elements around it. The line of an element has its mark, its role, its words,
    and in brackets its states and the actions it takes besides a tap, such as `3 Switch "Wi-Fi" [on, long_press]`. An
    element without words shows its resource-id or its position. marks: marks of the elements to list; None lists all.
    lead: function that returns what each element's line begins with, in place of its mark.
    """
    listed = [e for e in screen.elements if marks is None or e.mark in marks]
    lines = [_Line(line_of(each, screen.size, lead(each) if lead else ""), each.bounds, True) for each in listed]
    for text, place in _loose(screen, listed):
        lines.insert(turn_of(place, [line.bounds for line in lines]), _Line(text, place, False))
    return "\n".join(" " * _depth(line, lines) + line.text for line in lines)


def line_of(element: Element, size: Size, lead: str = "") -> str:
    """Return the line of an element: its mark, or `lead` in its place, its role, words and states."""
    states = {
        "on": element.checked is True,
        "off": element.checked is False,
        "focused": element.focused,
        "selected": element.selected,
        "password": element.password,
        "read from the picture": element.source == "pixels",
    }
    told = [state for state, holds in states.items() if holds] + [kind for kind in element.actions if kind != "tap"]
    words = element.text or element.hint
    name = f'"{words}"' if words else _nameless(element, size)
    return f"{lead or element.mark} {element.role} {name}" + (f" [{', '.join(told)}]" if told else "")


def _nameless(element: Element, size: Size) -> str:
    """Describe an element without words by its resource-id, such as "(search)".

    If the resource-id is missing or obfuscated, describe the element by its position: "(50% across, 20% down)".
    """
    named = element.resource_id.rpartition("/")[2]
    if named and "obfuscated" not in named:
        return f"({named})"
    x, y = centre(element.bounds)
    return f"({100 * x // size[0]}% across, {100 * y // size[1]}% down)"


def _loose(screen: Screen, listed: list[Element]) -> list[tuple[str, Bounds]]:
    """Return the words on a screen that no listed element shows, as pairs of text and bounds.

    A text is left out if a listed element whose bounds contain the text's middle has the same words itself.
    listed: the elements that the outline lists. At most 150 texts are returned, each cut at 300 letters.
    """
    found = []
    for text, place in zip(screen.texts, screen.places, strict=False):
        around = [e for e in listed if contains(e.bounds, *centre(place))]
        if not any(folded(text)[:60] in folded(f"{e.text} {e.hint}") for e in around):
            found.append((text[:_LONGEST], place))
    return found[:_MOST_WORDS]


def _depth(line: _Line, lines: list[_Line]) -> int:
    """Return the indentation of a line: the number of elements whose bounds contain the line's bounds, at most 4.

    line: the line to indent. lines: all lines of the outline.
    """
    around = (other for other in lines if other.element and area(other.bounds) > area(line.bounds))
    return min(sum(overlap(other.bounds, line.bounds) == line.bounds for other in around), _DEEPEST)
