"""Choose a date in a calendar: turn it to the month, and tap the day."""

from collections.abc import Generator, Sequence

from appagent.actions.parts.base import Action, Course
from appagent.actions.parts.description import quoted
from appagent.actions.setting.accepting import LEFT_OPEN, Accept, accepting
from appagent.actions.setting.months import MONTHS, MonthShown, date_meant, divmod_month, lies_in, months_on
from appagent.actions.setting.readings import same_setting, state_meant
from appagent.actions.swipe import Swipe
from appagent.actions.tap import Tap
from appagent.errors import ActionError, RefusedError
from appagent.screen import Element, Screen
from appagent.screen.nodes.tree import area, centre, contains, encloses

_MOST = 24  # months that a calendar is turned
_MOST_NAMED = 31  # days that a message names
_Turns = Generator[Action, Screen, tuple[MonthShown, Screen]]


def is_for_calendar(value: str, element: Element, screen: Screen) -> bool:
    """Tell whether a value for an element is for the calendar in front to take or to refuse, as `pick` does.

    It is if the element belongs to the calendar, as its title does, and the value is a date; or if the element is a day
    of it and the value does not switch that on or off.
    """
    if outside_calendar([element], screen):
        return False
    days = [shown.element_of(each.number, screen) for shown in months_on(screen) for each in shown.days]
    return date_meant(value) is not None or (element in days and state_meant(value) is None)


def outside_calendar(elements: Sequence[Element], screen: Screen) -> list[Element]:
    """Return those of some elements that do not belong to a calendar in front."""
    months = months_on(screen)
    return [each for each in elements if not any(lies_in(each, shown, screen) for shown in months)]


def pick(value: str, screen: Screen) -> Generator[Action, Screen, tuple[str, Screen]]:
    """Yield actions that choose a date in the calendar in front; return a message, and the screen they led to.

    Raises ActionError if the value is no date or may be several, if the calendar is too far from the month, cannot be
    turned, is for more than one day, or if the day cannot be chosen.
    """
    shown, meant = months_on(screen), date_meant(value)
    if meant is None:
        raise ActionError(
            f"{quoted(value)} is no date that it understands, or may be several; write it as in {_called(shown[0])}-24"
        )
    year, month, day = meant
    goal = _month_meant(year, month, shown[0])
    if len(chosen := [f"{_called(each)}-{day:02}" for each in shown for day in each.chosen]) > 1:
        raise ActionError(f"its calendar is for several days, {', '.join(chosen)}: tap each of them there")
    calendar, screen = yield from _turned(goal, screen)
    element = calendar.element_of(day, screen)
    if element is None:
        can = [str(each.number) for each in calendar.days if calendar.element_of(each.number, screen)][:_MOST_NAMED]
        raise ActionError(
            f"the calendar shows {_called(calendar)}, where {day} cannot be chosen; it has {', '.join(can) or 'no day'}"
        )
    before, screen = screen, (yield Tap(element.mark))
    now = next((each for each in months_on(screen) if each.month == goal), None)
    if now and len(now.chosen) > 1:
        raise ActionError(f"{value} was tapped, and the calendar is for several days, {now.chosen}: tap each of them")
    if now and now.chosen and day not in now.chosen:
        raise ActionError(f"{value} was tapped, but the calendar shows {now.chosen[0]} as chosen")
    said = next((text for text in screen.texts if text not in before.texts and same_setting(text, value)), "")
    sure = bool(said or (now and now.chosen))
    return f"{value} was {'chosen' if sure or not now else 'tapped'} in the calendar", screen


def set_calendar(value: str, screen: Screen) -> Course:
    """Yield actions that choose a date in the calendar in front and accept its dialog; return what is shown then."""
    was_dialog = screen.front.kind == "dialog"
    told, screen = yield from pick(value, screen)
    if was_dialog and months_on(screen):
        button = accepting(screen)
        if button is None:
            return f"{told}, {LEFT_OPEN}: tap what accepts it there"
        try:
            screen = yield Accept(button.mark)
        except RefusedError as error:
            return f"{told}, {LEFT_OPEN}: {quoted(button.text)} was not tapped, because {error}"
        if screen.front.kind == "dialog" and months_on(screen):
            raise ActionError(f"{told}, and {quoted(button.text)} was tapped, but the calendar is still open")
        told = f"{told} and accepted"
    said = next((text for text in screen.texts if same_setting(text, value)), "")
    return f"{told}; {quoted(said)} is shown" if said else told


def _month_meant(year: int | None, month: int, shown: MonthShown) -> int:
    """Return the month that is meant, the nearest to the one shown if no year is given. Raises ActionError if far."""
    at = shown.month // MONTHS
    possible = [MONTHS * each + month - 1 for each in ((year,) if year else (at - 1, at, at + 1))]
    goal = min(possible, key=lambda each: abs(each - shown.month))
    if (far := abs(goal - shown.month)) > _MOST:
        raise ActionError(
            f"its calendar shows {_called(shown)}, which is {far} months away, and it is turned by {_MOST} at most: "
            "choose the year there first"
        )
    return goal


def _turned(goal: int, screen: Screen) -> _Turns:
    """Yield turns of the calendar in front until it shows a month; return it, and the screen that it is on.

    A turn the wrong way tells that back and on are the other way round. A second one, or none at all, ends it.
    """
    swapped, strokes, left = False, [("left", "right"), ("up", "down")], 2 * _MOST
    shown = months_on(screen)
    while not (found := next((each for each in shown if each.month == goal), None)):
        far, left = goal - shown[0].month, left - 1
        arrows = shown[0].arrows(screen)
        if arrows:
            screen = yield Tap(arrows[(far > 0) != swapped].mark)
        else:
            screen = yield _stroke(shown[0], strokes[0][(far < 0) != swapped], screen)
        was, shown = shown[0].month, months_on(screen)
        if not shown:
            raise ActionError("the calendar is gone; see what came in its place")
        moved = shown[0].month - was
        if abs(far - moved) < abs(far) and left:
            continue
        if moved and not swapped:
            swapped = True
        elif not arrows and not moved and len(strokes) > 1:
            strokes.pop(0)
        else:
            raise ActionError(f"its calendar shows {_called(shown[0])} and cannot be turned nearer to the date")
    return found, screen


def _stroke(shown: MonthShown, direction: str, screen: Screen) -> Swipe:
    """Return a swipe over the days, on what scrolls there or across the middle of the display."""
    lists = (each for each in screen.elements if "swipe" in each.actions)
    around = [each for each in lists if all(encloses(each.bounds, day.bounds) for day in shown.days)]
    least = min(around, key=lambda each: area(each.bounds), default=None)
    if least is None and not contains(shown.bounds, *centre((0, 0, *screen.size))):
        raise ActionError(f"its calendar shows {_called(shown)}, and nothing tells how to turn it")
    return Swipe(direction, least and least.mark, "long" if least else "medium")  # type: ignore[arg-type]


def _called(shown: MonthShown) -> str:
    """Return a month as in "2026-12"."""
    year, month = divmod_month(shown.month)
    return f"{year}-{month:02}"
