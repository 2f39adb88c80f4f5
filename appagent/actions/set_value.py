"""Action that gives a control a value: a switch, a slider, a wheel, a list, an input field or a number with buttons."""

import re
from dataclasses import dataclass
from typing import Annotated

from appagent.actions.aiming.scrolling import again, said_on
from appagent.actions.aiming.touching import marked
from appagent.actions.parts.base import MARK, Action, Course, Looking, Written
from appagent.actions.parts.description import name_of, quoted
from appagent.actions.setting.choosing import choose, is_list, shows_a_value
from appagent.actions.setting.picking import is_for_calendar, set_calendar
from appagent.actions.setting.readings import same_typed, state_meant
from appagent.actions.setting.sliding import slide_to
from appagent.actions.setting.sliding_words import slide_to_word
from appagent.actions.setting.stepping import step_to
from appagent.actions.setting.wheel_lines import set_wheel
from appagent.actions.setting.wheel_rows import wheel_at
from appagent.actions.tap import Tap
from appagent.actions.text import TypeText
from appagent.errors import ActionError
from appagent.screen import Element, Screen
from appagent.screen.finding_again.again import found_again, name_of_kind
from appagent.screen.language.lexicon import folded
from appagent.screen.names.captions import caption, is_slider
from appagent.screen.names.labels import PARTS, inside, state_of
from appagent.screen.names.steppers import names_a_stepper, stepper_at
from appagent.screen.texts.numbers import number_in

_WORD = re.compile(r"\w+")
VALUE = Written("value", ("to", "state", "text"))


@dataclass(frozen=True)
class SetValue(Looking, Action, kind="set", example='set(5, "30")', risk="type"):
    """Gives a switch, check box, slider, number wheel, drop-down list or input field exactly this value.

    It looks and corrects until the control shows it. A switch takes "on" or "off". It works − and + buttons too, wheels
    side by side with a time or date such as "07:30" or "2027-03-31", a calendar with a date, and rows that show their
    value and open choices, a calendar, or a dialog with such wheels or one field, which it accepts.
    """

    mark: Annotated[int, MARK]
    value: Annotated[str, VALUE]

    @property
    def typed(self) -> str:
        """Return the value, because it may be typed."""
        return self.value

    def words(self, target: str) -> str:
        """Describe the action for people, as in `set "Volume" to "30"`."""
        return f"set {target} to {quoted(self.value)}"

    def course(self, screen: Screen) -> Course:
        """Yield actions until the control shows the value, and return what it shows.

        Raises ActionError if the element takes no value, or if it shows another one in the end; the message says which.
        """
        element = marked(screen, self.mark)
        if is_for_calendar(self.value, element, screen):
            return (yield from set_calendar(self.value, screen))
        if (course := _given(self.value, element, screen)) is not None:
            return (yield from course)
        if is_list(element) or shows_a_value(element, screen):
            return (yield from choose(self.value, element, screen, _given))
        raise ActionError(f"mark {self.mark}, {name_of(element)}, takes no value; tap it, and see what comes")


def _given(value: str, element: Element, screen: Screen) -> Course | None:
    """Return the course that gives a value to a control; None if the element is none that takes a value itself."""
    if wheel := wheel_at(element, screen):
        return set_wheel(value, wheel, screen)
    if is_slider(element):
        return (slide_to_word if number_in(value) is None else slide_to)(value, element, screen)
    if "text" in element.actions:
        return _type(value, element)
    if state_of(element, screen) is not None:
        return _switch(value, element, screen)
    return step_to(value, element, screen) if stepper_at(element, screen) else None


def settable(element: Element, screen: Screen) -> bool:
    """Tell whether `set` can give an element a value: it is on or off, takes text, or takes another value."""
    written = "text" in element.actions or wheel_at(element, screen) is not None
    set_otherwise = state_of(element, screen) is not None or takes_values(element, screen)
    return written or set_otherwise or names_a_stepper(element, screen)


def takes_values(element: Element, screen: Screen) -> bool:
    """Tell whether an element takes a value that is more than on or off and is not typed, as a slider does."""
    return wheel_at(element, screen) is element or is_slider(element) or is_list(element)


def _switch(value: str, element: Element, screen: Screen) -> Course:
    """Yield a tap on a switch unless it is in the state that the value means."""
    wanted = state_meant(value)
    if wanted is None:
        raise ActionError(f"{name_of(element)} is on or off; {quoted(value)} is neither of them")
    said = "on" if wanted else "off"
    if state_of(element, screen) == wanted:
        return f"it was {said} already"
    before, switch = screen, _flips(element, screen)
    screen = yield Tap(switch.mark)
    closed = element.window == "dialog" and screen.front.kind != "dialog" and screen.app == before.app
    if wanted and closed:
        return _chosen(element, before, screen)
    found = (now for each in (element, switch) if (now := _switch_again(each, before, screen)))
    state = next((state for each in found if (state := state_of(each, screen)) is not None), None)
    if state is None:
        raise ActionError("it is not in sight any more; see what came in its place")
    if state != wanted:
        raise ActionError(f"it is still {'on' if state else 'off'}")
    return f"it is {said} now"


def _chosen(element: Element, before: Screen, screen: Screen) -> str:
    """Return the message about a choice that closed its dialog, as the only choice of a list does.

    The page behind it shows the choice if a text there is just its words.
    """
    shown = said_on(element.text.split(PARTS)[0], screen) if element.text else ""
    closed = f"{quoted(before.heading) if before.heading else 'the dialog'} closed with this choice"
    return (
        f"{closed}, and the page shows {quoted(shown)}"
        if shown
        else f"{closed}; the page behind it does not show what was chosen"
    )


def _flips(element: Element, screen: Screen) -> Element:
    """Return the element to tap in order to flip a switch: the element itself, or a separate switch inside it."""
    if element.checked is not None:
        return element
    held = (e for e in screen.elements if e.checked is not None and inside(element, e))
    return next(held, element)


def _switch_again(switch: Element, before: Screen, screen: Screen) -> Element | None:
    """Find a switch, or a row with one, again after a tap, by its id, its place or what tells it from others.

    Its row may say more now, or something else. One that shares no word with it, or had its name before, is another.
    """
    name, others = _name(switch, before), {_name(each, before) for each in before.elements}
    for now in (again(switch, screen), found_again(switch, before, screen)):
        if now and ((now.id == switch.id and not now.weak) or (called := _name(now, screen)) == name):
            return now
        if now and called not in others and {*_WORD.findall(called)} & {*_WORD.findall(name)}:
            return now
    return None


def _name(switch: Element, screen: Screen) -> str:
    """Return the name of a switch, or else what stands beside it, folded; "" if there is nothing."""
    return folded(name_of_kind(switch) or caption(switch, screen))


def _type(value: str, element: Element) -> Course:
    """Yield the typing of a value in place of what an input field holds."""
    screen = yield TypeText(value, element.mark, clear=True)
    now = again(element, screen)
    if now is None or element.password:
        return ""
    if not same_typed(now.text, value):
        raise ActionError(f"the field shows {quoted(now.text)} now")
    return f"the field shows {quoted(now.text)}"
