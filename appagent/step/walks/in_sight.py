"""Find the elements of a screen that have a given name, and list the names in sight if no element has it."""

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches

from appagent.actions import Action, ByName
from appagent.actions.parts.description import quoted
from appagent.actions.setting.choosing import DROP_DOWNS
from appagent.agent import Decision
from appagent.documents.encoder import nearness
from appagent.documents.map.place import names_of
from appagent.errors import ActionError
from appagent.prompting.words.relevance import words_of
from appagent.screen import Element, Screen
from appagent.screen.language.lexicon import folded
from appagent.screen.names.captions import has_own_name, is_slider, may_name, words_around
from appagent.screen.names.element_texts import shown_parts
from appagent.screen.names.fields import field_name
from appagent.screen.names.labels import PARTS, id_name, inside, name_in, same, title
from appagent.screen.names.steppers import names_a_stepper
from appagent.screen.texts.numbers import frame, names_another
from appagent.screen.texts.wording import lasting

# most names in a message: of those spelled alike, of those alike in meaning, and of all of a screen's
_MOST_NEAR, _MOST_MEANT, _FEW = 5, 3, 8


def in_sight(name: str, screen: Screen) -> list[Element]:
    """Return the elements of a screen that have a given name.

    An element's names are its whole text, its hint, and its short name (see `name_on_screen`). The words of its
    resource-id count as its name only if it has no text and no hint. If no element has the name, it may be the first
    of the texts that an element's description joins.
    """
    named = [(each, {name_on_screen(each), each.text, each.hint, _resource_name(each)}) for each in screen.elements]
    found = [each for each, names in named if any(one and same(one, name) for one in names)]
    return found or [each for each in screen.elements if same(shown_parts(each, screen)[0], name)]


def untouchable(name: str, screen: Screen) -> str:
    """Say that words of a screen have a given name, and that nothing there can be touched; "" if that is not so."""
    said = [] if in_sight(name, screen) else names_like(name, screen.texts)
    return f"in sight as {quoted(said[0])}, but nothing there can be touched now" if said else ""


def along(names: Sequence[str], screen: Screen) -> tuple[int, list[Element]]:
    """Follow a path as far as one screen shows it; return the number of names used and the elements they lead to.

    names: the names of the path. Several may be used on one screen, as in "Song > More options": the element of each
    further name lies inside the previous element, or in the same row of a list. Returns (0, []) if no element has the
    first name.
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
    """Return what is left of a path on the page in front, without the names up to that of this page.

    Names before the page's are left out only if the next one is in sight, because a page elsewhere may have its title.
    """
    for at in range(len(names) - 2, -1, -1):
        titled = same(names[at], title(screen)) and not in_sight(names[at], screen)
        if titled and (at == 0 or has_name(names[at + 1], screen)):
            return tuple(names[at + 1 :])
    return tuple(names)


def names_to_show(screen: Screen, name: str = "") -> str:
    """Return the end of an error message that lists names on a screen: those similar to `name`, else all if few.

    The result is such as '; in sight: "Save", "Cancel"', or "" if there is nothing to list.
    """
    every = list(dict.fromkeys(names_in_sight(screen)))
    told = similar_names(name, every) or (every if len(every) <= _FEW else [])
    return f"; in sight: {', '.join(map(quoted, told))}" if told else ""


def has_name(name: str, screen: Screen) -> bool:
    """Tell whether an element of a screen has a name, in its own words or in those beside or above it."""
    return bool(in_sight(name, screen) or captioned(name, screen))


def names_in_sight(screen: Screen) -> list[str]:
    """Return the short names of a screen's elements; those of sliders and bare switches are the words around them.

    The number that a slider holds is no name, and nobody sees it.
    """
    names = ((_name_around(each, screen) or name_on_screen(each), is_slider(each)) for each in screen.elements)
    return [name for name, slider in names if any(map(str.isalpha, name)) or (name and not slider)]


def rows_saying(name: str, screen: Screen) -> list[str]:
    """Return the whole texts of the elements that have a name as one of several texts, as a row of a list may."""
    return [text for text, parts in _parts_in_sight(screen).items() if any(same(part, name) for part in parts)]


def rows_with(name: str, screen: Screen) -> list[str]:
    """Return the whole texts of the elements that have the words of a name in one of their texts after the first."""
    return [text for text, parts in _parts_in_sight(screen).items() if names_like(name, parts[1:])]


def _parts_in_sight(screen: Screen) -> dict[str, list[str]]:
    return {each.text: each.text.split(PARTS) for each in screen.elements}


def names_like(name: str, names: Sequence[str]) -> list[str]:
    """Return those of some names, each once, that begin with all the words of another and go on, or else have them.

    >>> names_like("Screen", ["Screen timeout", "Screening", "screen timeout", "Lock screen"])
    ['Screen timeout']
    >>> names_like("Demir", ["Dr. Demir, Ayla", "Demirel"])
    ['Dr. Demir, Ayla']
    """
    wanted, every = words_of(name), {folded(each): each for each in reversed(names)}
    places = {each: _places_of(wanted, words_of(each)) if wanted else [] for each in every.values()}
    found = [each for each, at in places.items() if 0 in at] or [each for each, at in places.items() if at]
    return list(reversed(found))


def _places_of(wanted: Sequence[str], words: Sequence[str]) -> list[int]:
    """Return where some words stand, all in order, among others: the numbers of the first of them."""
    return [at for at in range(len(words) - len(wanted) + 1) if words[at : at + len(wanted)] == wanted]


def similar_names(name: str, names: Sequence[str]) -> list[str]:
    """Return up to five names that are spelled similarly to `name`, or else names that share a word with it.

    >>> similar_names("Screen timer", ["Screen timeout", "Dark theme"]), similar_names("Save it", ["Cancel", "Save"])
    (['Screen timeout'], ['Save'])
    """
    by_letters, wanted = {folded(each): each for each in names}, set(words_of(name))
    alike = [by_letters[each] for each in get_close_matches(folded(name), by_letters, _MOST_NEAR)]
    return alike or [each for each in names if wanted & set(words_of(each))][:_MOST_NEAR]


def near_in_meaning(name: str, names: Sequence[str]) -> list[str]:
    """Return the three names that are nearest to `name` in meaning, best first; none without the extra `encoder`."""
    told = [each for each in dict.fromkeys(names) if any(map(str.isalpha, each))]
    best = sorted(zip(nearness(name, told), told, strict=True), reverse=True)[:_MOST_MEANT]
    return [each for worth, each in best if worth > 0]


def by_mark(decision: Decision, screen: Screen) -> Decision:
    """Return a decision with the element's mark in place of its name.

    It is returned unchanged if it gives no name, or if no element on the screen has that name.
    Raises ActionError if several elements have the name, or if the only one does not take the action.
    """
    action = on_mark(decision.action, screen) if isinstance(decision.action, ByName) else None
    return replace(decision, action=action) if action else decision


def on_mark(named: ByName, screen: Screen) -> Action | None:
    """Return the action by mark that an action by name stands for, or None if no element on the screen has the name.

    Raises ActionError if several elements have the name, or if the only one does not take the action.
    """
    there, names = meant_by(named, named.place, in_sight(named.place, screen), screen), names_of(named.place)
    if not there and names != [named.place]:
        taken, found = along(names, screen)
        there = meant_by(named, names[-1], found, screen) if taken == len(names) else []
    if len(there) > 1:
        several = ", ".join(f"mark {each.mark}" for each in there)
        how = f"{named.instead_of} one by its mark"
        raise ActionError(f"{quoted(named.place)} is on this screen {len(there)} times ({several}); {how}")
    if there and not named.takes(there[0], screen):
        raise ActionError(named.why_not(there[0]))
    return named.on(there[0].mark) if there else None


def meant_by(named: ByName, name: str, there: Sequence[Element], screen: Screen) -> list[Element]:
    """Return the elements that an action by name may be about: those that take the action, or else all that are there.

    Elements without words of their own, such as a slider below its name, are found by the words beside or above them,
    if the action allows that. Of a row and what lies in it, only the inner element counts; but an action that needs no
    control is about the row, and not about a switch in it.
    name: the last name of the action's path. there: the elements of the screen that the path leads to by their words.
    """
    able = [each for each in there if named.takes(each, screen)]
    if not able and named.beside:
        able = [each for each in captioned(name, screen) if named.takes(each, screen)]
    if not named.controls:
        able = [one for one in able if one.checked is None or not any(inside(other, one) for other in able)]
    inner = [each for each in able if not any(inside(each, other) for other in able)]
    return inner or list(there)


def captioned(name: str, screen: Screen) -> list[Element]:
    """Return the switches, sliders and other controls that a text beside or above names, or that have it for a value.

    These are controls without words of their own, and lists and sliders that show their value. If none has the name, it
    is sought without the value, so that "Volume 40%" is found by "Volume" and "Speed: slow" by "Speed".
    """
    found = [each for each in screen.elements if name and same(_name_around(each, screen), name)]
    if found or not name:
        return found
    if any(map(str.isdigit, name)):  # a value, which may be another one today
        framed = [each for each in screen.elements if frame(_name_around(each, screen)) == frame(name)]
        return framed if len(framed) == 1 and not _numbers_another(name, _name_around(framed[0], screen)) else []
    valued = {each: _name_around(each, screen, values=True) for each in screen.elements}
    told = [each for each, words in valued.items() if any(part and same(part, name) for part in _without_value(words))]
    return told or [each for each in screen.elements if _is_above_value(name, each, screen)]


def _numbers_another(name: str, words: str) -> bool:
    """Tell whether a name ends with a number by which words with another one name another thing, as in "Zone 2"."""
    return name.rstrip()[-1].isdecimal() and names_another(name, words)


def _is_above_value(name: str, element: Element, screen: Screen) -> bool:
    """Tell whether a name stands above the words around a slider, which are its value, such as "From 60 km/h"."""
    words = _name_around(element, screen) if is_slider(element) else ""
    return any(map(str.isdigit, words)) and any(same(text, name) for text in may_name(element, screen))


def _without_value(words: str) -> tuple[str, str]:
    """Return words without their numbers, and what stands before their first colon; "" if they have none."""
    before, colon, _ = words.replace("：", ":").partition(":")
    return lasting(words), before if colon else ""


def _name_around(element: Element, screen: Screen, *, values: bool = False) -> str:
    """Return the words that name a control: those around it if its own are its value, as with a list or a slider.

    values: as for `words_around`.
    """
    if element.role.endswith(DROP_DOWNS) or not has_own_name(element) or names_a_stepper(element, screen):
        return words_around(element, screen, values=values)
    return element.text if is_slider(element) else ""


def name_on_screen(element: Element) -> str:
    """Return the short name of an element: the name of an input field, or else the first part of its text."""
    if "text" in element.actions:
        return (element.label or element.hint) if element.password else field_name(element)
    return name_in(element.text)


def _resource_name(element: Element) -> str:
    return "" if element.text or element.hint else id_name(element.resource_id)
