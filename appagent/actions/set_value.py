"""Action that gives a control a value: a switch, a slider, a wheel, a list, an input field or a number with buttons."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Annotated

from appagent.actions.base import MARK, Action, Course, Looking, Written
from appagent.actions.description import name_of, quoted
from appagent.actions.keys import Back
from appagent.actions.readings import same_choice, same_typed, state_meant
from appagent.actions.scrolling import Push, again, said_on, shown_in
from appagent.actions.sliding import slide_to
from appagent.actions.sliding_words import slide_to_word
from appagent.actions.stepping import step_to
from appagent.actions.tap import Tap
from appagent.actions.text import TypeText
from appagent.actions.touching import marked
from appagent.actions.wheel_lines import set_wheel, wheels_meant
from appagent.actions.wheel_rows import wheel_at
from appagent.errors import ActionError
from appagent.screen import Element, Screen
from appagent.screen.captions import is_slider
from appagent.screen.labels import PARTS, inside, state_of
from appagent.screen.lexicon import folded
from appagent.screen.moments import moments_in
from appagent.screen.numbers import number_in
from appagent.screen.rows import by_words_below
from appagent.screen.steppers import names_a_stepper, stepper_at

VALUE = Written("value", ("to", "state", "text"))
DROP_DOWNS = ("Spinner",)  # ends of roles
_MOST = 20  # strokes down a drop-down list
_MOST_NAMED = 20  # options that a message names
_FEWEST = 2  # options of a choice
_FEWEST_DAYS = 28  # of a month


@dataclass(frozen=True)
class SetValue(Looking, Action, kind="set", example='set(5, "30")', risk="type"):
    """Gives a switch, check box, slider, number wheel, drop-down list or input field exactly this value.

    It looks and corrects until the control shows it. A switch takes "on" or "off". It works − and + buttons too, wheels
    side by side with a time or date such as "07:30" or "2027-03-31", and rows that show their value and open choices.
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
        if wheel := wheel_at(element, screen):
            return (yield from set_wheel(self.value, wheel, screen))
        if is_slider(element):
            slide = slide_to_word if number_in(self.value) is None else slide_to
            return (yield from slide(self.value, element, screen))
        if "text" in element.actions:
            return (yield from _type(self.value, element))
        if state_of(element, screen) is not None:
            return (yield from _switch(self.value, element, screen))
        if stepper_at(element, screen):
            return (yield from step_to(self.value, element, screen))
        if _is_list(element) or shows_a_value(element):
            return (yield from _choose(self.value, element, screen))
        raise ActionError(f"mark {self.mark}, {name_of(element)}, takes no value; tap it, and see what comes")


def settable(element: Element, screen: Screen) -> bool:
    """Tell whether `set` can give an element a value: it is on or off, takes text, or takes another value."""
    written = "text" in element.actions or wheel_at(element, screen) is not None
    set_otherwise = state_of(element, screen) is not None or takes_values(element, screen)
    return written or set_otherwise or names_a_stepper(element, screen)


def takes_values(element: Element, screen: Screen) -> bool:
    """Tell whether an element takes a value that is more than on or off and is not typed, as a slider does."""
    return wheel_at(element, screen) is element or is_slider(element) or _is_list(element)


def _is_list(element: Element) -> bool:
    """Tell whether an element is a drop-down list, by its class."""
    return element.role.endswith(DROP_DOWNS)


def shows_a_value(element: Element) -> bool:
    """Tell whether an element may be a setting that shows its value beside its name, and opens choices when tapped."""
    return "tap" in element.actions and len(element.text.split(PARTS)) > 1


def _switch(value: str, element: Element, screen: Screen) -> Course:
    """Yield a tap on a switch unless it is in the state that the value means."""
    wanted = state_meant(value)
    if wanted is None:
        raise ActionError(f"{name_of(element)} is on or off; {quoted(value)} is neither of them")
    said = "on" if wanted else "off"
    if state_of(element, screen) == wanted:
        return f"it was {said} already"
    before = screen
    screen = yield Tap(_flips(element, screen).mark)
    closed = element.window == "dialog" and screen.front.kind != "dialog" and screen.app == before.app
    if wanted and closed:
        return _chosen(element, before, screen)
    now = again(element, screen)
    state = None if now is None else state_of(now, screen)
    if state is None:
        raise ActionError("it is not in sight any more; see what came in its place")
    if state != wanted:
        raise ActionError(f"it is still {'on' if state else 'off'}")
    return f"it is {said} now"


def _chosen(element: Element, before: Screen, screen: Screen) -> str:
    """Return what to tell of a choice that closed its dialog, as the only choice of a list does.

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


def _type(value: str, element: Element) -> Course:
    """Yield the typing of a value in place of what an input field holds."""
    screen = yield TypeText(value, element.mark, clear=True)
    now = again(element, screen)
    if now is None or element.password:
        return ""
    if not same_typed(now.text, value):
        raise ActionError(f"the field shows {quoted(now.text)} now")
    return f"the field shows {quoted(now.text)}"


def _choose(value: str, element: Element, screen: Screen) -> Course:
    """Yield a tap that opens a list of choices, strokes down it, and a tap on the option that is just the value."""
    if _shows(value, element):
        return f"it was {quoted(element.text)} already"
    before = screen
    screen = yield Tap(element.mark)
    if wheels := wheels_meant(value, screen):
        return (yield from _turn(value, wheels, element, before, screen))
    _check_no_calendar(value, screen)
    on_page = not _is_list(element) and screen.front.kind != "dialog"
    among = _kind_of_page(element, before, screen) if on_page else _Options(before)
    option, screen = yield from _sought(value, among, screen)
    screen = yield Tap(option.mark)
    if on_page and not _shows(value, _row_again(element, screen)):
        if _may_confirm(among, screen):
            return f"{quoted(value)} is chosen on the page that it opened, which is still there"
        screen = yield Back()
    if screen.front.kind == "dialog" and element.window != "dialog":
        raise ActionError(f"{quoted(value)} was chosen, and its list is still open")
    return _shown(value, element, screen, f"{quoted(value)} was chosen")


def _check_no_calendar(value: str, screen: Screen) -> None:
    """Raise ActionError if a date is to be chosen on a page of a calendar, where each day is an element of its own."""
    days = {each.text for each in screen.elements if "tap" in each.actions}
    if moments_in(value) and days >= {str(day) for day in range(1, _FEWEST_DAYS + 1)}:
        raise ActionError(
            "it opened a calendar, which takes no value: tap the day there, once it shows the month, and what confirms"
        )


def _turn(value: str, wheels: Sequence[Element], element: Element, before: Screen, screen: Screen) -> Course:
    """Yield turns of the wheels that a setting has opened to a time, and back if nothing there confirms it.

    element: the setting. before: the screen that it is on. screen: that with the wheels.
    """
    told = yield from set_wheel(value, wheels[0], screen)
    beside = [each for each in _came(before, screen) if not any(inside(wheel, each) for wheel in wheels)]
    if screen.front.kind == "dialog" or beside:
        return f"{told}, on the page that it opened, which is still there"
    screen = yield Back()
    return _shown(value, element, screen, told)


@dataclass(frozen=True)
class _Options:
    """Tells which elements of a list of choices are its options: those with words that the screen before had not.

    before: the screen before the list was opened. states: True if only elements that are on or off are options.
    """

    before: Screen
    states: bool = False

    def on(self, screen: Screen) -> list[Element]:
        """Return the options on a screen."""
        known = {each.id for each in self.before.elements}
        new = [each for each in screen.elements if each.window == "dialog" or each.id not in known]
        options = [each for each in new if each.text and "tap" in each.actions]
        return [each for each in options if state_of(each, screen) is not None] if self.states else options


def _kind_of_page(element: Element, before: Screen, screen: Screen) -> _Options:
    """Return which elements are the options of a page that a setting has opened.

    They are on or off, as radio buttons are, or else one of them has the words that the setting shows as its value.
    Raises ActionError if neither is so.
    """
    if len((states := _Options(before, states=True)).on(screen)) >= _FEWEST:
        return states
    rows, shown = _Options(before), element.text.split(PARTS)[1:]
    if not any(same_choice(part, option.text.split(PARTS)[0]) for option in rows.on(screen) for part in shown):
        raise ActionError("a tap on it opened no list of choices; see what came")
    return rows


def _sought(value: str, among: _Options, screen: Screen) -> Generator[Action, Screen, tuple[Element, Screen]]:
    """Yield strokes down a list of choices; return the only option that is the value, and the screen that it is on.

    Raises ActionError, with the options that were seen, if there is none or several.
    """
    seen: dict[str, None] = {}
    for _ in range(_MOST):
        options = among.on(screen)
        seen |= dict.fromkeys(each.text for each in options)
        fitting = [each for each in options if folded(each.text) == folded(value)]
        fitting = fitting or [each for each in options if same_choice(each.text, value)]
        around = next((each for each in screen.elements if "swipe" in each.actions and _holds(each, options)), None)
        if fitting or around is None:
            break
        shown = shown_in(around, screen)
        screen = yield Push("up", around.mark, "long")
        if (there := again(around, screen)) is None or shown_in(there, screen) == shown:
            break
    if len(fitting) != 1:
        there_is = ", ".join(quoted(text) for text in list(seen)[:_MOST_NAMED]) or "nothing"
        many = "several" if fitting else "no"
        raise ActionError(f"its list is open and has {many} {quoted(value)}; it has {there_is}")
    return fitting[0], screen


def _holds(around: Element, options: Sequence[Element]) -> bool:
    return any(inside(around, each) for each in options)


def _row_again(element: Element, screen: Screen) -> Element | None:
    return again(element, screen) or by_words_below(element.text, element.template, screen)


def _shows(value: str, element: Element | None) -> bool:
    return element is not None and any(same_choice(part, value) for part in element.text.split(PARTS))


def _shown(value: str, element: Element, screen: Screen, done: str) -> str:
    """Return what a setting shows on its own page. Raises ActionError, after what was done, if it is not the value."""
    now = _row_again(element, screen)
    if now is None or not _shows(value, now):
        raise ActionError(f"{done}, but {f'it shows {quoted(now.text)}' if now else 'it is gone'}")
    return f"it shows {quoted(now.text)}"


def _came(before: Screen, screen: Screen) -> list[Element]:
    """Return what can be tapped on a page and was not on the one before, but for its first element, which leads up."""
    known = {each.id for each in before.elements}
    return [each for each in screen.elements[1:] if "tap" in each.actions and each.id not in known]


def _may_confirm(among: _Options, screen: Screen) -> bool:
    """Tell whether a page of choices has anything else to tap, which may confirm the choice: back would undo it."""
    options = among.on(screen)
    return any(not _holds(each, options) and state_of(each, screen) is None for each in _came(among.before, screen))
