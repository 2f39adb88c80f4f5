"""Find elements of a screen by the words that an agent calls them by, and say what is in sight where none has them."""

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches

from appagent.actions import Tap, TapNamed
from appagent.actions.description import quoted
from appagent.agent import Decision
from appagent.documents.place import SEPARATOR
from appagent.errors import ActionError
from appagent.prompting.bearing import words_of
from appagent.screen import Element, Screen
from appagent.screen.fields import field_name
from appagent.screen.labels import Label, id_name, inside, same, title
from appagent.screen.lexicon import folded

_MOST_NEAR, _FEW = 5, 8  # names in a message: that come near to another; that a screen has in all


def names_of(path: str) -> list[str]:
    """Return the names of a path.

    >>> names_of("Display > Screen timeout")
    ['Display', 'Screen timeout']
    """
    return [name for each in path.split(SEPARATOR.strip()) if (name := each.strip())] or [path]


def in_sight(name: str, screen: Screen) -> list[Element]:
    """Return the elements of a screen that have a name: as their words, as the first of these, or as their resource-id.

    The last is for elements without words only.
    """
    named = [(each, {name_on_screen(each), each.text, each.hint, _resource_name(each)}) for each in screen.elements]
    return [each for each, names in named if any(one and same(one, name) for one in names)]


def along(names: Sequence[str], screen: Screen) -> tuple[int, list[Element]]:
    """Return the elements that the first names of a path mean on one screen, and how many names that takes.

    It takes more than one as in "Song > More options": each further name is that of an element inside the one before,
    or of another one in its row of a list. It takes none if no element has the first name.
    """
    found = in_sight(names[0], screen) if names else []
    taken = int(bool(found))
    for name in names[1:] if found else ():
        named = in_sight(name, screen)
        held = [one for one in named if any(inside(around, one) for around in found)]
        held = held or [
            one for one in named if any(one is not each and one.row and one.row == each.row for each in found)
        ]
        if not held:
            break
        found, taken = held, taken + 1
    return taken, found


def from_here(names: Sequence[str], screen: Screen) -> tuple[str, ...]:
    """Return the names of a path without the first ones, if these are the title of the page that is shown."""
    left = list(names)
    while len(left) > 1 and same(left[0], title(screen)) and not in_sight(left[0], screen):
        left.pop(0)
    return tuple(left)


def shown(screen: Screen, name: str = "") -> str:
    """Return which names are in sight, for a message: those that come near to a name, or else all if they are few.

    The result begins with "; ", and is "" if there is nothing to tell.
    """
    every = list(dict.fromkeys(filter(None, map(name_on_screen, screen.elements))))
    told = near(name, every) or (every if len(every) <= _FEW else [])
    return f"; in sight: {', '.join(map(quoted, told))}" if told else ""


def near(name: str, names: Sequence[str]) -> list[str]:
    """Return the names that are written much like a name, or else those that have a word of it, five at most.

    >>> near("Screen timer", ["Screen timeout", "Dark theme"]), near("Save it", ["Cancel", "Save"])
    (['Screen timeout'], ['Save'])
    """
    by_letters, wanted = {folded(each): each for each in names}, set(words_of(name))
    alike = [by_letters[each] for each in get_close_matches(folded(name), by_letters, _MOST_NEAR)]
    return alike or [each for each in names if wanted & set(words_of(each))][:_MOST_NEAR]


def by_mark(decision: Decision, screen: Screen) -> Decision:
    """Return a decision to tap what is in sight by its name as one to tap it by its mark, and any other as it is.

    Raises ActionError if several elements have that name.
    """
    action = tap_of(decision.action, screen) if isinstance(decision.action, TapNamed) else None
    return replace(decision, action=action) if action else decision


def tap_of(named: TapNamed, screen: Screen) -> Tap | None:
    """Return the tap by mark that a tap by name means on a screen, or None if it means nothing that is in sight.

    Raises ActionError if several elements have that name.
    """
    there, names = in_sight(named.name, screen), names_of(named.name)
    if not there and len(names) > 1:
        taken, found = along(names, screen)
        there = found if taken == len(names) else []
    if len(there) > 1:
        several = ", ".join(f"mark {each.mark}" for each in there)
        raise ActionError(f"{quoted(named.name)} is on this screen {len(there)} times ({several}); tap one by its mark")
    return Tap(there[0].mark) if there else None


def name_on_screen(element: Element) -> str:
    """Return the name of an element: what an input field is called, or else the first of its words."""
    if "text" in element.actions:
        return (element.hint or element.label) if element.password else field_name(element)
    return Label(element.text, "button").name


def _resource_name(element: Element) -> str:
    return "" if element.text or element.hint else id_name(element.resource_id)
