"""Choose a value of a setting: open its list, page or dialog, choose or give the value there, and accept it."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from appagent.actions.aiming.scrolling import Push, again, shown_in
from appagent.actions.keys import Back
from appagent.actions.parts.base import Action, Course
from appagent.actions.parts.description import name_of, quoted
from appagent.actions.setting.accepting import LEFT_OPEN, Accept, accepting, buttons_of
from appagent.actions.setting.months import months_on
from appagent.actions.setting.picking import outside_calendar, pick
from appagent.actions.setting.readings import same_choice, same_setting
from appagent.actions.setting.wheel_lines import set_wheel, wheels_meant
from appagent.actions.setting.wheel_rows import wheel_at
from appagent.actions.tap import Tap
from appagent.errors import ActionError, RefusedError
from appagent.screen import Element, Screen
from appagent.screen.language.lexicon import folded
from appagent.screen.language.moments import moments_in
from appagent.screen.names.captions import is_slider
from appagent.screen.names.element_texts import shown_parts
from appagent.screen.names.labels import PARTS, inside, state_of
from appagent.screen.names.rows import by_words_below
from appagent.screen.names.steppers import stepper_at

DROP_DOWNS = ("Spinner",)  # ends of roles
_MOST = 20  # strokes down a drop-down list
_MOST_NAMED = 20  # options that a message names
_FEWEST = 2  # options of a choice
_FEWEST_DAYS = 28  # of a month

# Takes a value, an element and its screen; returns the course that gives it the value, None if it only opens choices.
Give = Callable[[str, Element, Screen], Course | None]


def is_list(element: Element) -> bool:
    """Tell whether an element is a drop-down list, by its class."""
    return element.role.endswith(DROP_DOWNS)


def shows_a_value(element: Element, screen: Screen) -> bool:
    """Tell whether an element may be a setting that shows its value beside its name, and opens choices when tapped."""
    return "tap" in element.actions and len(shown_parts(element, screen)) > 1


def choose(value: str, element: Element, screen: Screen, give: Give) -> Course:
    """Yield a tap that opens a setting, what gives it the value there, and what accepts that or leads back.

    It is given by a tap on the option that is just the value, after strokes down their list; or else to the wheels of
    what was opened, or to the only control of a dialog. Returns what the setting shows then, or how things stand where
    nothing accepts the value. Raises ActionError if nothing takes it, or if the setting shows another one in the end.
    """
    if _shows(value, element, screen):
        return f"it was {quoted(element.text)} already"
    opened = _Opened(element, screen, value)
    screen = yield Tap(element.mark)
    on_page = not is_list(element) and screen.front.kind != "dialog"
    if wheels := wheels_meant(value, screen):
        told, screen = yield from _followed(set_wheel(value, wheels[0], screen), screen)
        return (yield from opened.ended(told, screen, confirms=on_page and bool(_beside(wheels, opened, screen))))
    if months_on(screen) and not outside_calendar(_Options(opened.before).fitting(value, screen), screen):
        told, screen = yield from opened.picked(screen)
        return (yield from opened.ended(told, screen, confirms=on_page))
    _check_no_calendar(value, screen)
    among = _kind_of_page(element, opened.before, screen) if on_page else _Options(opened.before)
    control = None if on_page or among.fitting(value, screen) else _only_control(screen)
    if control and (course := give(value, control, screen)):
        told, screen = yield from _followed(course, screen)
        return (yield from opened.ended(told, screen))
    option, screen = yield from _sought(value, among, screen)
    screen = yield Tap(option.mark)
    confirms = on_page and _may_confirm(among, screen)
    return (yield from opened.ended(f"{quoted(value)} was chosen", screen, confirms=confirms))


@dataclass(frozen=True)
class _Opened:
    """A setting that was tapped, so that a page or a dialog opened.

    element: the setting. before: the screen that it is on. value: the value that it is to show.
    """

    element: Element
    before: Screen
    value: str

    def picked(self, screen: Screen) -> Generator[Action, Screen, tuple[str, Screen]]:
        """Yield what chooses the date in the calendar that it opened; if that fails, what closes its dialog again."""
        try:
            return (yield from pick(self.value, screen))
        except ActionError as error:
            if screen.front.kind != "dialog":
                raise
            screen = yield Back()
            closed = "; its dialog was closed again" if screen.screen_id == self.before.screen_id else ""
            raise ActionError(f"{error}{closed}") from error

    def ended(self, told: str, screen: Screen, *, confirms: bool = False) -> Course:
        """Yield what ends the setting: a tap that accepts its dialog, or back from where nothing confirms the value.

        told: what was done. screen: the one in front. confirms: True if the page may have something that confirms it.
        """
        now = self._row(screen)
        if screen.front.kind == "dialog" and not (now and self.element.window == "dialog"):
            if outside_calendar(buttons_of(screen), screen):
                return (yield from self._accepted(told, screen))
            screen = yield Back()
        elif not _shows(self.value, now, screen) and self._is_left(screen):
            if confirms:
                return f"{told} on the page that it opened, which is still there"
            screen = yield Back()
        return self._shown(told, screen)

    def _accepted(self, told: str, screen: Screen) -> Course:
        """Yield a tap on the button that accepts a dialog; return what the setting shows then.

        If no button accepts it, or if that may do more than that, the dialog is left open, which is told.
        """
        button, named = accepting(screen), _dialog(screen)
        if button is None:
            has = ", ".join(map(name_of, outside_calendar(buttons_of(screen), screen)))
            return f"{told} in {named}, {LEFT_OPEN}: tap what accepts it there; it has {has}"
        try:
            screen = yield Accept(button.mark)
        except RefusedError as error:
            return f"{told} in {named}, {LEFT_OPEN}: {name_of(button)} was not tapped, because {error}"
        if screen.front.kind == "dialog" and self.element.window != "dialog":
            raise ActionError(f"{told} in {named} and {name_of(button)} was tapped, and a dialog is still open")
        return self._shown(f"{told} and accepted", screen)

    def _is_left(self, screen: Screen) -> bool:
        """Tell whether another page is in front than the one that the setting is on."""
        return screen.screen_id != self.before.screen_id or self._row(screen) is None

    def _shown(self, told: str, screen: Screen) -> str:
        """Return what the setting shows on its page. Raises ActionError, after what was done, if not the value."""
        now = self._row(screen)
        if now is None or not _shows(self.value, now, screen):
            raise ActionError(f"{told}, but {f'it shows {quoted(now.text)}' if now else 'it is gone'}")
        return f"it shows {quoted(now.text)}"

    def _row(self, screen: Screen) -> Element | None:
        return again(self.element, screen) or by_words_below(self.element.text, self.element.template, screen)


def _followed(course: Course, screen: Screen) -> Generator[Action, Screen, tuple[str, Screen]]:
    """Yield the actions of a course; return its message and the last screen."""
    try:
        part = next(course)
        while True:
            screen = yield part
            part = course.send(screen)
    except StopIteration as end:
        return str(end.value or ""), screen


def _only_control(screen: Screen) -> Element | None:
    """Return the only element of a dialog that takes a value; None if it has none, or rows of a list.

    Raises ActionError if it has several, or something to choose or to tick as well.
    """
    there = [each for each in screen.elements if each.window == "dialog"]
    wheels = [wheel_at(each, screen) for each in there]
    steppers = [stepper and stepper.first for stepper in (stepper_at(each, screen) for each in there)]
    alone = [each for each, wheel in zip(there, wheels, strict=True) if not wheel]
    typed_or_slid = [each for each in alone if "text" in each.actions or is_slider(each)]
    found = list({each.mark: each for each in (*wheels, *steppers, *typed_or_slid) if each}.values())
    if not found or any(each.listed for each in there):
        return None
    if len(found) > 1 or found[0].password or any(is_list(e) or state_of(e, screen) is not None for e in there):
        raise ActionError(f"it opened {_dialog(screen)}, which asks for more than a value: set there what you mean")
    return found[0]


def _dialog(screen: Screen) -> str:
    return f"the dialog {quoted(screen.heading)}" if screen.heading else "a dialog"


def _check_no_calendar(value: str, screen: Screen) -> None:
    """Raise ActionError if a date is to be chosen on a page of a calendar, where each day is an element of its own."""
    days = {each.text for each in screen.elements if "tap" in each.actions}
    if moments_in(value) and days >= {str(day) for day in range(1, _FEWEST_DAYS + 1)}:
        raise ActionError(
            "it opened a calendar whose month cannot be read, or the value is no one date: tap the day there, once it "
            "shows the month, and what confirms"
        )


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
        options = [each for each in new if each.text and "tap" in each.actions and "text" not in each.actions]
        return [each for each in options if state_of(each, screen) is not None] if self.states else options

    def fitting(self, value: str, screen: Screen) -> list[Element]:
        """Return the options on a screen that are a value; those that are just its words before all others."""
        options = self.on(screen)
        exact = [each for each in options if folded(each.text) == folded(value)]
        return exact or [each for each in options if same_choice(each.text, value)]


def _kind_of_page(element: Element, before: Screen, screen: Screen) -> _Options:
    """Return which elements are the options of a page that a setting has opened.

    They are on or off, as radio buttons are, or else one of them has the words that the setting shows as its value.
    Raises ActionError if neither is so.
    """
    if len((states := _Options(before, states=True)).on(screen)) >= _FEWEST:
        return states
    rows, shown = _Options(before), shown_parts(element, before)[1:]
    if not any(same_choice(part, option.text.split(PARTS)[0]) for option in rows.on(screen) for part in shown):
        raise ActionError("a tap on it opened no list of choices; see what came")
    return rows


def _sought(value: str, among: _Options, screen: Screen) -> Generator[Action, Screen, tuple[Element, Screen]]:
    """Yield strokes down a list of choices; return the only option that is the value, and the screen that it is on.

    Raises ActionError, with the options that were seen, if there is none or several.
    """
    seen: dict[str, None] = {}
    for _ in range(_MOST):
        options, fitting = among.on(screen), among.fitting(value, screen)
        seen |= dict.fromkeys(each.text for each in options)
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


def _shows(value: str, element: Element | None, screen: Screen) -> bool:
    return element is not None and any(same_setting(part, value) for part in shown_parts(element, screen))


def _came(before: Screen, screen: Screen) -> list[Element]:
    """Return what can be tapped on a page and was not on the one before, except its first element, which leads up."""
    known = {each.id for each in before.elements}
    return [each for each in screen.elements[1:] if "tap" in each.actions and each.id not in known]


def _beside(wheels: Sequence[Element], opened: _Opened, screen: Screen) -> list[Element]:
    """Return everything but the wheels that can be tapped on a page that a setting has opened."""
    return [each for each in _came(opened.before, screen) if not any(inside(wheel, each) for wheel in wheels)]


def _may_confirm(among: _Options, screen: Screen) -> bool:
    """Tell whether a page of choices has anything else to tap, which may confirm the choice: back would undo it."""
    options = among.on(screen)
    return any(not _holds(each, options) and state_of(each, screen) is None for each in _came(among.before, screen))
