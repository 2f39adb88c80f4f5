"""Describe an action and its element in words, for trajectories and for messages to the model."""

import re

from appagent.actions.parts.base import Action
from appagent.foreign import shown
from appagent.screen import Element, Screen
from appagent.screen.names.captions import caption, is_slider, words_around
from appagent.screen.names.labels import id_name, inside, name_in
from appagent.screen.names.steppers import stepper_at
from appagent.screen.names.without_words import peers, rows_of_icons
from appagent.screen.nodes.tree import Bounds, Size, area, centre
from appagent.screen.pictures.spots import ROLE as SPOT
from appagent.screen.wheels import number_wheel_at, wheel_name

MASK = "•••"
_LONGEST_ID = 40  # letters


def describe(action: Action, screen: Screen | None = None) -> str:
    """Describe in words what an action does, as in `tap "Wi-Fi"`.

    Without a screen, or if the screen has no element with the action's mark, the mark is named instead: `tap mark 3`. A
    text for a password field is replaced by "•••".
    """
    action = action.as_told(screen) if screen else action
    target = action.target(screen) if screen else None
    if target and target.password:
        action = action.masked(MASK)
    words = action.words(_named(target, action.marked, screen, sets=action.kind == "set"))
    if action.end_mark is None:
        return words
    return f"{words} onto {_named(action.end_element(screen) if screen else None, action.end_mark, screen)}"


def _named(element: Element | None, mark: int | None, screen: Screen | None, *, sets: bool = False) -> str:
    """Return a name for the element of an action. sets: True if it sets a value, as of a whole stepper."""
    if element is None or screen is None:
        return "" if mark is None else f"mark {mark}"
    stepper = stepper_at(element, screen) if sets else None
    around = words_around(stepper.first or element, screen) if stepper else ""
    return quoted(around) if around else named(element, screen)


def named(element: Element, screen: Screen) -> str:
    """Return a name that tells an element apart from the others on its screen, as in `"More options" of "Milk"`.

    A slider or switch without a name of its own has that of the words beside or above it, unless these name a row
    around it that takes taps of its own. A stepper's button without words is named as the one of the stepper's words,
    as in `the unlabelled ImageButton (mark 2) of "Guests"`. A number wheel, and the field in it, are named by what
    stands beside or above, as in `the wheel (hour) of "From"`.
    """
    if (wheel := number_wheel_at(element, screen)) and (element is wheel or "text" in element.actions):
        which, words = wheel_name(wheel, screen)
        return f"the wheel{f' ({which})' if which else ''}{f' of {quoted(words)}' if words else ''}"
    if (is_slider(element) or element.checked is not None) and (around := caption(element, screen)):
        rows = (each for each in screen.elements if each is not element and inside(each, element))
        if element.text or not any("tap" in each.actions and name_in(each.text) == around for each in rows):
            return quoted(around)
    row = _row_of(element, screen)
    if not (row or element.text) and (stepper := stepper_at(element, screen)):
        row = caption(stepper.first or element, screen)
    if element.text or element.hint:
        name = name_of(element)
    else:
        name = _name_without_words(element, screen, placed=not row and shares_its_id(element, screen))
    return f"{name} of {quoted(row)}" if row else name


def _name_without_words(element: Element, screen: Screen, *, placed: bool) -> str:
    """Return a name for an element without words that tells it apart from other such elements of its screen.

    Without a resource-id, or if `placed` is True, the name has the element's position. Among elements that look the
    same, such as the stars of a rating, it has the element's number.
    """
    which = peers(screen).get(element.mark)
    told = [] if id_name(element.resource_id) and (which or not placed) else [place_of(element.bounds, screen.size)]
    told += [f"{which[0]} of {which[1]}"] if which else []
    return re.sub(r"(?=mark \d+\)$)", "".join(f"{each}, " for each in told), name_of(element))


def shares_its_id(element: Element, screen: Screen) -> bool:
    """Tell whether another element without words has this one's resource-id, and no row with words tells them apart."""
    bare = (each for each in screen.elements if not (each.text or each.hint) and each is not element)
    alike = any(each.resource_id == element.resource_id for each in bare)
    return alike and not any(each.text and inside(each, element) for each in screen.elements)


def place_of(bounds: Bounds, size: Size) -> str:
    """Return where the middle of the bounds is on a display, as in "50% across, 20% down"."""
    x, y = centre(bounds)
    return f"{100 * x // size[0]}% across, {100 * y // size[1]}% down"


def _row_of(element: Element, screen: Screen) -> str:
    """Return the name of the row around an element if others have the same words, such as "More options", else "".

    The row may be no element itself, if the element has no words.
    """
    if said := rows_of_icons(screen).get(element.mark):
        return said
    alike = sum(other.text == element.text for other in screen.elements)
    around = [each for each in screen.elements if each is not element and each.text and inside(each, element)]
    if alike < 2 or element.hint or not around:
        return ""
    name = name_in(min(around, key=lambda each: area(each.bounds)).text)
    return name if name != element.text else ""


def whole_text(action: Action, screen: Screen) -> str:
    """Return the whole text that an action types if `describe` shortens or changes it, otherwise "".

    For a password field, return "" in any case.
    """
    target = action.target(screen)
    if (target and target.password) or quoted(action.typed) == f'"{action.typed}"':
        return ""
    return action.typed


def quoted(text: str, most: int = 60) -> str:
    """Return a text as one line in double quotes, with visible characters only.

    A text of more than `most` letters loses its middle. Double quotes inside the text become single quotes.
    """
    line = shown(text, most).replace('"', "'")
    return f'"{line}"'


def name_of(element: Element) -> str:
    """Return a name of an element for people: its words in double quotes, or else its resource-id, role and mark.

    An input field with a hint is named by the label before it, or else by its hint; one without a hint by its text. The
    contents of a password field are never returned.
    """
    editable = "text" in element.actions
    hint = (element.label if element.hint else "") or element.hint
    words = hint if element.password else (hint or element.text if editable else element.text)
    if words.strip():
        return quoted(words)
    if named := shown(id_name(element.resource_id), _LONGEST_ID):
        return f"the {element.role} ({named}, mark {element.mark})"
    what = "spot" if element.role == SPOT else f"unlabelled {element.role}"
    return f"the {what} (mark {element.mark})"
