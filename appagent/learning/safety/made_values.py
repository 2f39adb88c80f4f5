"""Note which values a learning run has changed in an app: of settings, switches, sliders and steppers."""

from collections.abc import Iterator

from appagent.learning.memory.screen_history import Act
from appagent.screen import Element, Screen
from appagent.screen.language.lexicon import folded
from appagent.screen.names.captions import caption, is_slider
from appagent.screen.names.fields import fields
from appagent.screen.names.labels import PARTS, id_name, state_of
from appagent.screen.names.steppers import names_a_stepper, stepper_at
from appagent.screen.texts.wording import lasting
from appagent.screen.transitions import SCROLLING, screen_key

Place = tuple[str, ...]  # of a value: the page's id and title, the value's folded name, the rows that led to the page
Values = dict[Place, tuple[str, str, str]]  # by place: the name, the value before the learning run, and the value now


def note_values(values: Values, act: Act) -> None:
    """Add the values that an action has changed on the page in front, and remove those that are as they were.

    The page is compared with what it was before the action, or when it was last left. One with input fields is left
    out, because what is chosen on a form counts once the form is handed in. A row in which only a number
    changed counts after a dialog alone, because counts and times change by themselves.
    """
    page = screen_key(act.after)
    before = act.before if screen_key(act.before) == page else act.was
    if before is None or act.action.kind in SCROLLING or fields(act.after):
        return
    then, now = shown_values(before), shown_values(act.after)
    for (name, set_by_finger), value in now.items():
        was = then.get((name, set_by_finger), value)
        by_itself = lasting(was) == lasting(value) and not set_by_finger and act.before.front.kind != "dialog"
        if was == value or by_itself:
            continue
        place = (*page, folded(name), *act.way)
        first = values.pop(place, (name, was, value))[1]
        if first != value:
            values[place] = name, first, value


def told_values(values: Values) -> list[str]:
    """Return a line for each changed value, such as "Volume: 40 before, now 50"."""
    return [f"{name}: {was or 'empty'} before, now {now or 'empty'}" for name, was, now in values.values()]


def shown_values(screen: Screen) -> dict[tuple[str, bool], str]:
    """Return the values that a page shows, by name, and True if a finger sets the value on the page itself.

    Of two values with one name, none is returned.
    """
    found: dict[tuple[str, bool], list[str]] = {}
    nameless: list[tuple[Element, str]] = []
    for element in screen.elements:
        if element.window == "app" and "text" not in element.actions:
            for name, value, set_by_finger in _values_of(element, screen):
                found.setdefault((name, set_by_finger), []).append(value)
                nameless += [] if name or element.checked is None else [(element, value)]
    for number, (element, value) in enumerate(nameless, 1):  # with their number, so that one more or less is no change
        own = id_name(element.resource_id).replace("_", " ") or element.role
        found[f"{own} on “{screen.heading}”, {number} of {len(nameless)}", True] = [value]
    return {key: values[0] for key, values in found.items() if key[0] and len(values) == 1}


def _values_of(element: Element, screen: Screen) -> Iterator[tuple[str, str, bool]]:
    name, _, rest = element.text.partition(PARTS)
    if is_slider(element):
        yield caption(element, screen) or element.hint or f"slider on {screen.heading}", element.text, True
    elif (on := state_of(element, screen)) is not None:
        yield name or caption(element, screen), "on" if on else "off", True
    elif names_a_stepper(element, screen) and (stepper := stepper_at(element, screen)):
        yield caption(element, screen), stepper.text, True
    elif "tap" in element.actions:
        yield name, rest, False
