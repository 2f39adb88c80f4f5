"""Work the − and + buttons beside a number, one tap after another, until the number is the wanted one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from appagent.actions.base import Course
from appagent.actions.readings import number_in
from appagent.actions.scrolling import again
from appagent.actions.tap import Tap
from appagent.errors import ActionError
from appagent.screen import Element, Screen
from appagent.screen.drawn import at
from appagent.screen.tree import Node, centre, upwards, walk
from appagent.screen.wording import visible_words

_MOST = 40  # taps
_LEVELS = 3  # from a button up to what holds both buttons and the number
_BUTTONS = 2


@dataclass(frozen=True)
class NumberStepper:
    """Two buttons of one size with a number between them, on one line.

    text: the number as it is shown, with any words. less, more: the buttons at the left and at the right; None for one
    that is disabled.
    """

    text: str
    less: Element | None
    more: Element | None

    @property
    def number(self) -> float:
        """Return the number that is shown."""
        return number_in(self.text) or 0.0


def stepper_at(element: Element, screen: Screen) -> NumberStepper | None:
    """Return the stepper of which an element is a button; None if it is none.

    It is one if something around it holds exactly two things to tap, of one class and size and without a number, and a
    single text with a number, which stands between the two on their line. Two signs, such as − and +, may be of two
    widths.
    """
    if element.actions and "tap" not in element.actions:
        return None
    node = at(element.bounds, screen)
    for around in islice(upwards(node), 1, _LEVELS + 1) if node else ():
        buttons = sorted(_buttons(around), key=lambda each: each.bounds[0])
        told = [each for each in walk(around) if each.visible and any(map(str.isdigit, visible_words(each)))]
        if len(buttons) > _BUTTONS or len(told) > 1:
            return None
        if len(buttons) == _BUTTONS and told:
            return _made(buttons[0], told[0], buttons[1], screen)
    return None


def is_first_button(element: Element, screen: Screen) -> bool:
    """Tell whether an element is the first button of a stepper that can be touched, by which the stepper is named."""
    found = stepper_at(element, screen)
    return found is not None and element in (found.less or found.more,)


def _buttons(around: Node) -> Iterator[Node]:
    """Yield what can be tapped within a node, also while it is disabled."""
    return (each for each in walk(around) if each is not around and each.visible and each.clickable)


def _made(less: Node, number: Node, more: Node, screen: Screen) -> NumberStepper | None:
    (left, y), (right, level), (x, middle) = (centre(each.bounds) for each in (less, more, number))
    wide, high = ({each.bounds[at + 2] - each.bounds[at] for each in (less, more)} for at in (0, 1))
    signs = not any(map(str.isalpha, visible_words(less) + visible_words(more)))
    if less.cls != more.cls or len(high) > 1 or (len(wide) > 1 and not signs):
        return None
    if not left < x < right or max(abs(y - middle), abs(level - y)) >= max(high):
        return None
    if any(number in walk(each) for each in (less, more)) or number_in(visible_words(number)) is None:
        return None
    found = [next((e for e in screen.elements if e.bounds == each.bounds), None) for each in (less, more)]
    return NumberStepper(visible_words(number), found[0], found[1])


def step_to(value: str, button: Element, screen: Screen) -> Course:
    """Yield taps of a stepper's buttons until it shows a number; return a message that says what it shows.

    The first tap shows how much one adds. Raises ActionError, with the number that is shown, if the wanted one lies
    beyond an end or between two steps, or if it is too many taps away.
    """
    wanted = number_in(value)
    if wanted is None:
        raise ActionError(f'it takes a number, such as "3", not "{value}"')
    now, turned, step = _seen([button], screen), False, 0.0
    for _ in range(_MOST):
        if now.number == wanted:
            return f'it shows "{now.text}"'
        off = abs(wanted - now.number)
        if step and not step <= off <= _MOST * step:
            why = "is none of them" if off < step else "is too many taps away"
            raise ActionError(f'it shows "{now.text}" and goes in steps of {step:g}; "{value}" {why}')
        target = now.more if (wanted > now.number) != turned else now.less
        if target is None:
            raise ActionError(f'it shows "{now.text}" and goes no farther; "{value}" is beyond its end')
        screen = yield Tap(target.mark)
        before, now = now, _seen([each for each in (now.less, now.more) if each], screen)
        if now.number == before.number:
            raise ActionError(f'it still shows "{now.text}" after a tap, and not "{value}"')
        if abs(wanted - now.number) > off:  # the buttons stand the other way round, as in a script from the right
            if turned or step:
                raise ActionError(f'it shows "{now.text}": a tap has led away from "{value}"')
            turned = True
        step = abs(now.number - before.number)
    raise ActionError(f'it shows "{now.text}" after {_MOST} taps, not "{value}"')


def _seen(buttons: Sequence[Element], screen: Screen) -> NumberStepper:
    """Return the stepper of some buttons as a screen shows it. Raises ActionError if it is gone."""
    for button in buttons:
        placed = (each for each in screen.elements if (each.bounds, each.cls) == (button.bounds, button.cls))
        there = next(placed, None) or (None if button.weak else again(button, screen))
        if there and (found := stepper_at(there, screen)):
            return found
    raise ActionError("the number with its two buttons is no longer there")
