"""Work the − and + buttons beside a number, one tap after another, until the number is the wanted one."""

from collections.abc import Sequence

from appagent.actions.aiming.scrolling import again
from appagent.actions.parts.base import Course
from appagent.actions.tap import Tap
from appagent.errors import ActionError
from appagent.screen import Element, Screen
from appagent.screen.names.steppers import NumberStepper, stepper_at
from appagent.screen.texts.numbers import number_in

_MOST = 40  # taps
_DECIMALS = 6  # of a difference; further digits come of binary fractions


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
        off = _apart(wanted, now.number)
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
        if _apart(wanted, now.number) > off:  # the buttons stand the other way round, as in a script from the right
            if turned or step:
                raise ActionError(f'it shows "{now.text}": a tap has led away from "{value}"')
            turned = True
        step = _apart(now.number, before.number)
    raise ActionError(f'it shows "{now.text}" after {_MOST} taps, not "{value}"')


def _apart(one: float, other: float) -> float:
    """Return how far two numbers are apart, as decimals have it: 1.2 and 1.1 are as far apart as 1.3 and 1.2."""
    return round(abs(one - other), _DECIMALS)


def _seen(buttons: Sequence[Element], screen: Screen) -> NumberStepper:
    """Return the stepper of some buttons as a screen shows it. Raises ActionError if it is gone."""
    for button in buttons:
        placed = (each for each in screen.elements if (each.bounds, each.cls) == (button.bounds, button.cls))
        there = next(placed, None) or (None if button.weak else again(button, screen))
        if there and (found := stepper_at(there, screen)):
            return found
    raise ActionError("the number with its two buttons is no longer there")
