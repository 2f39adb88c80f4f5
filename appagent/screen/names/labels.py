"""Read what a screen says: its title, its labels, and whether a switch is on."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from appagent.screen.language.dates import is_day, undated
from appagent.screen.language.lexicon import folded
from appagent.screen.names.captions import caption, has_own_name, is_slider, may_name, words_around
from appagent.screen.names.steppers import stepper_at
from appagent.screen.names.wizard import step_of_wizard, titled_by_step
from appagent.screen.nodes.places import usable
from appagent.screen.nodes.tree import Bounds, encloses, nodes_of
from appagent.screen.once import once_a_screen
from appagent.screen.screens import Element, Screen
from appagent.screen.texts.chosen import unchosen, wheels
from appagent.screen.texts.heading import heading, message
from appagent.screen.texts.wording import PARTS as PARTS

STEP = ": "  # between the heading of a page and what tells a step from others, or that of a dialog and its message


@dataclass(frozen=True)
class Label:
    """Words on a screen, and the element that they belong to.

    text: the words. For an element without words, the text of the document about it.
    kind: "field" (input field), "choice" (one of several, of which one is on), "check" (anything else that is on or
    off), "slider", "number" (the first of its − and + buttons), "button", "icon" (an element without words) or "text"
    (words that belong to no element).
    element_id, template: ids of the element and of its kind; "" if the words belong to no element.
    """

    text: str
    kind: str
    element_id: str = ""
    template: str = ""

    @property
    def key(self) -> str:
        """Return what identifies the label on one screen: the element id, or the text if it belongs to no element."""
        return self.element_id or self.text

    @property
    def name(self) -> str:
        """Return the name in `text`; see `name_in`."""
        return name_in(self.text)


@lru_cache(maxsize=8192)  # the names of a large map are asked for again and again
def name_in(text: str) -> str:
    """Return the name in an element's text: the first part that is no count, such as that of unread messages.

    The text of an element with several texts is joined by " · ": first its name, then details. After a number, a month
    or a day is no name either, as in the block of a date before an event, unless it may be that of a person ("Jan").

    >>> name_in("2 · Lena Park · See you"), name_in("7"), name_in("12 · Dez. · Konzert"), name_in("Monday · Closed")
    ('Lena Park', '7', 'Konzert', 'Monday')
    """
    parts = text.split(PARTS)
    dated = [*takewhile(lambda part: _is_count(part) or _is_only_day(part), parts)]
    if len(dated) < len(parts) and _is_count(parts[0]):
        return parts[len(dated)]
    return next((part for part in parts if not _is_count(part)), parts[0])


def _is_count(part: str) -> bool:
    return part.rstrip("+").isdecimal()


def _is_only_day(part: str) -> bool:
    """Tell whether a text is a month or a day, and no name of a person: it is long, ends with a dot or is no title."""
    return is_day(part) and (undated(part) == "#" or part.endswith(".") or not part.istitle())


def labels(screen: Screen) -> list[Label]:
    """Return a label for each element that has words, then for each text on the screen that belongs to no element.

    A switch or a slider without a name of its own, and a number with − and + buttons, have the words beside or above.
    If those have a number in them, which may be the value, the next words without one come first.
    """
    found = [label for element in screen.elements if (label := _label(element, screen)).text]
    said = {part for element in screen.elements for part in element.text.split(PARTS)}
    return found + [Label(text, "text") for text in screen.texts if text not in said]


def title(screen: Screen) -> str:
    """Return the heading of a screen, or "" if none is found or it has no letters; see `screen.texts.heading`.

    A heading without letters, such as a calculator's display, is a value: the page stays the same when it changes. What
    tells a step of a wizard from the others under its heading follows it, as in "New visit: Which day?"; and so does
    the message of a dialog whose heading does not say what is asked, as in "Confirm: Sort the shelf?". What is chosen
    in a dialog is no title of it. A page whose bar has only the number of its step for a title, as "2 / 3", is called
    so.
    """
    if screen.front.kind == "dialog":
        return _asked(screen)
    if titled_by_step(screen):
        return step_of_wizard(screen)
    if not any(map(str.isalpha, screen.heading)):
        return ""
    return STEP.join(filter(None, (screen.heading, step_of_wizard(screen))))


@once_a_screen
def _asked(screen: Screen) -> str:
    """Return the title of the dialog in front, with its message where it takes both to tell what is asked."""
    plain = unchosen(screen.front)
    words = screen.heading if plain is screen.front else heading(plain, screen.size)
    if not words and not wheels(screen.front.nodes):
        words = screen.heading  # a tab that is selected, of a dialog that has no other title
    told = message(plain.nodes, words) if any(map(str.isalpha, words)) else ""
    return STEP.join(filter(None, (words, told))) if any(map(str.isalpha, words)) else ""


def same(one: str, other: str) -> bool:
    """Tell whether two texts are equal, ignoring letter case, spaces and punctuation.

    >>> same("5 Minutes", "5 minutes"), same("Rock 'n' roll", "Rock’n’roll"), same("7", "8"), same("🥣", "🍵")
    (True, True, False, False)
    """
    one, other = (re.sub(r"[\W_]+", "", folded(text)) or text.strip() for text in (one, other))
    return one == other


def id_name(resource_id: str) -> str:
    """Return the name in a resource-id, such as "hour" in "org.clock:id/hour"; "" if there is none, or a random one.

    >>> id_name("org.clock:id/hour"), id_name("org.feed:id/(name removed)")
    ('hour', '')
    """
    name = resource_id.rpartition("/")[2] if usable(resource_id) else ""
    return "" if name.startswith("(") else name


def inside(outer: Element, inner: Element) -> bool:
    """Tell whether `inner` lies wholly within the bounds of `outer`. An element is not inside itself."""
    return inner is not outer and encloses(outer.bounds, inner.bounds)


def state_of(element: Element, screen: Screen) -> bool | None:
    """Return True if an element is on, False if it is off, and None if it has no such state.

    An element that cannot itself be on or off, such as a row, has the state of the switch inside its bounds. If there
    is no switch inside, or several, the result is None.
    """
    if element.checked is not None:
        return element.checked
    held = [e.checked for e in screen.elements if e.checked is not None and inside(element, e)]
    return held[0] if len(held) == 1 else None


def chosen_instead(element: Element, screen: Screen) -> Element | None:
    """Return the only element of an element's template that is on, if the element itself is off; else None.

    This finds the option that is on in a choice of one.
    """
    on = [each for each in screen.elements if each.template == element.template and state_of(each, screen)]
    return on[0] if len(on) == 1 and state_of(element, screen) is False else None


def _label(element: Element, screen: Screen) -> Label:
    if "text" in element.actions:
        return Label(element.label or element.hint or element.text, "field", element.id, element.template)
    if (stepper := stepper_at(element, screen)) and (words := words_around(element, screen)):
        return Label(words if stepper.first == element else "", "number", element.id, element.template)
    on_or_off = "choice" if _is_choice(element, screen) else "check"
    kind = on_or_off if state_of(element, screen) is not None else "slider" if is_slider(element) else "button"
    named = has_own_name(element) or (element.checked is None and not is_slider(element))
    words = element.text if named else _name_and_value(element, screen) or element.text
    return Label(words, kind, element.id, element.template)


def _is_choice(element: Element, screen: Screen) -> bool:
    """Tell whether an element is a radio button or has one in it."""
    return any(encloses(element.bounds, place) for place in _radio_buttons(screen))


@once_a_screen
def _radio_buttons(screen: Screen) -> Sequence[Bounds]:
    return tuple(each.bounds for each in nodes_of(screen.tree) if each.visible and each.role.endswith("RadioButton"))


def _name_and_value(element: Element, screen: Screen) -> str:
    """Return the words around a control; if they may be its value, the next ones without a number before them."""
    words = caption(element, screen)
    if not any(map(str.isdigit, words)):
        return words
    others = [text for text in may_name(element, screen) if not any(map(str.isdigit, text))]
    return PARTS.join([*others[-1:], words])  # the last is the nearest above it
