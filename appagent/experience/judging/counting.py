"""Tell what taps have counted: a number between two buttons is set to what it showed, and any other one is compared."""

from collections.abc import Sequence
from dataclasses import replace

from appagent.actions import SetValue
from appagent.actions.parts.description import quoted
from appagent.experience.judging.moments import Moment
from appagent.experience.plan import Move
from appagent.experience.slots import aligned
from appagent.screen import Element, Screen
from appagent.screen.finding_again.again import found_again, name_of_kind
from appagent.screen.names.steppers import stepper_at
from appagent.screen.texts.numbers import number_in


def number_of(element: Element | None, screen: Screen) -> float | None:
    """Return the number between the two buttons of which an element is one, or else the one in its words."""
    if element is None:
        return None
    stepper = stepper_at(element, screen)
    return stepper.number if stepper else number_in(name_of_kind(element))


def counted(moment: Moment) -> float | None:
    """Return how much a tap has added to the number of its element; None if it has not changed it.

    A number that was not there before counts from 0, as where "Add" becomes "1 in basket".
    """
    element, after = moment.element, moment.after
    if element is None or after is None or element.listed or moment.led_on or moment.action.kind != "tap":
        return None
    now = number_of(_after(element, moment.screen, after), after)
    return None if now is None else now - (number_of(element, moment.screen) or 0.0) or None


def counted_already(move: Move, now: Element) -> str:
    """Return why a tap may have been made already; "" if nothing says so.

    That is so if its element says a number now, and said none before the tap: "1 in basket" in place of "Add".
    """
    if not move.counts or move.target is None or not move.target.name:
        return ""
    said, says = move.target.name, name_of_kind(now)
    if number_in(said) is not None or number_in(says) is None:
        return ""
    return f"it says {quoted(says)} now, and said {quoted(said)} before its tap"


def with_set_numbers(moments: Sequence[Moment], goal: str) -> list[Moment]:
    """Return the steps with each row of taps on the + or − button of a number replaced by one that sets the number.

    A number is set to what it showed in the end. It is not if the task says how much was added ("Add 2 guests"), or if
    a single tap added something and the task does not say what the number was then ("One more guest").
    """
    found, at = list[Moment](), 0
    while at < len(moments):
        row = [moments[at]]
        while at + len(row) < len(moments) and _goes_on(row[-1], moments[at + len(row)]):
            row.append(moments[at + len(row)])
        found += _as_one(row, goal) or row
        at += len(row)
    return found


def _as_one(row: Sequence[Moment], goal: str) -> list[Moment]:
    """Return one step that sets the number on which all taps of a row are; [] if they are to stay."""
    first, last, added = row[0], row[-1], [counted(one) for one in row]
    if first.element is None or stepper_at(first.element, first.screen) is None or None in added or last.after is None:
        return []
    number = number_of(_after(last.element, last.screen, last.after), last.after) if last.element else None
    if number is None:
        return []
    told = _says(goal, number)
    by = abs(sum(each or 0.0 for each in added))
    if not told and (len(row) == 1 or _says(goal, by)):
        return []
    action = SetValue(first.element.mark, f"{number:g}")
    step = replace(first.step, effect=last.step.effect, changed=True)
    return [replace(first, step=step, action=action, after=last.after)]


def _goes_on(one: Moment, other: Moment) -> bool:
    """Tell whether two steps tap the buttons of one number, and nothing lies between them."""
    if one.element is None or other.element is None or {one.action.kind, other.action.kind} != {"tap"}:
        return False
    pair = stepper_at(one.element, one.screen), stepper_at(other.element, other.screen)
    names = [{each.id for each in (it.less, it.more) if each} if it else set[str]() for it in pair]
    return bool(names[0] & names[1])


def _says(goal: str, number: float) -> bool:
    return bool(aligned(goal, [(f"{number:g}", "number")]).values)


def _after(element: Element, screen: Screen, after: Screen) -> Element | None:
    same = [one for one in after.elements if one.id == element.id]
    return same[0] if len(same) == 1 else found_again(element, screen, after)
