"""Name the number wheels of a screen, such as those of a time, which have no words of their own."""

from collections.abc import Sequence
from dataclasses import replace

from appagent.screen.comparing.belonging import full_heading
from appagent.screen.names.captions import words_around
from appagent.screen.names.fields import number_wheels
from appagent.screen.names.labels import id_name, inside
from appagent.screen.screens import Element, Screen


def number_wheel_at(element: Element, screen: Screen) -> Element | None:
    """Return the number wheel that an element is or lies in; None if it has nothing to do with one."""
    return next((each for each in number_wheels(screen) if each is element or inside(each, element)), None)


def wheel_name(wheel: Element, screen: Screen) -> tuple[str, str]:
    """Return (which, words) for a wheel: which of those in its line it is, and the text beside or above this line.

    which: the name in its resource-id, such as "hour", if no other wheel has it; else its place, as in "2 of 3"; "" if
    it is alone. words: the heading of the page if there is no such text.
    """
    line = _in_line(wheel, screen)
    names = [id_name(each.resource_id) for each in number_wheels(screen)]
    own = id_name(wheel.resource_id)
    place = f"{line.index(wheel) + 1} of {len(line)}" if len(line) > 1 else ""
    around = min(e.bounds[0] for e in line), wheel.bounds[1], max(e.bounds[2] for e in line), wheel.bounds[3]
    words = words_around(replace(wheel, bounds=around), screen) or full_heading(screen)
    return own if own and names.count(own) == 1 else place, words


def _in_line(wheel: Element, screen: Screen) -> Sequence[Element]:
    """Return the wheels side by side with one, and the wheel itself, from left to right."""
    top, bottom = wheel.bounds[1], wheel.bounds[3]
    level = (each for each in number_wheels(screen) if top <= (each.bounds[1] + each.bounds[3]) // 2 < bottom)
    return sorted(level, key=lambda each: each.bounds[0])
