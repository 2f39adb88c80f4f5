"""Give a wheel its value or, if that is a date or a time of several parts, all wheels side by side with it theirs."""

from collections.abc import Generator, Sequence

from appagent.actions.parts.base import Action, Course
from appagent.actions.parts.description import quoted
from appagent.actions.setting.turning import HasNotError, Turner, turn_to, turned
from appagent.actions.setting.wheel_parts import WheelGoal, goals_of, kinds_of
from appagent.actions.setting.wheel_rows import line_of, rows_of
from appagent.errors import ActionError
from appagent.screen import Element, Screen
from appagent.screen.language.moments import moments_in

_PASSES = 3  # over the wheels, since one may turn another: past 59 minutes the next hour comes
_MOST, _MOST_BACK = 36, 22  # turns of all wheels; together fewer than a course may have


def set_wheel(value: str, wheel: Element, screen: Screen) -> Course:
    """Yield turns until a wheel shows a value, or the wheels beside it do; return a message that says what they show.

    A date or a time of several parts, such as "7:30 PM" or "3 March 2027", is for all wheels in a line. Raises
    ActionError if one of them does not come to its part. Then all are turned back.
    """
    rows = rows_of(wheel, screen)
    if rows is None or not moments_in(value) or any(moments_in(text) for text in rows.texts):
        return (yield from turn_to(value, wheel, screen))
    if goals := goals_of(value, line_of(wheel, screen), screen):
        return (yield from _Line(goals, line_of(wheel, screen), screen).turned())
    alone = moments_in(value)[0]
    if not kinds_of(rows) or ("minute" not in alone and "hour" in alone):  # words, or "7 pm" on a wheel of hours
        return (yield from turn_to(value, wheel, screen))
    raise ActionError(
        f"a wheel takes one number, and {quoted(value)} is more; the wheels side by side here cannot be told to be "
        "just its parts: set them one by one"
    )


def wheels_meant(value: str, screen: Screen) -> list[Element]:
    """Return the wheels of a screen that a date or a time of several parts is for; [] if it is not for them."""
    return [goal.wheel for goal in goals_of(value, line_of(None, screen), screen)]


class _Line:
    """Turns several wheels side by side.

    goals: what they are to stand at. line: all wheels side by side, from left to right. screen: the one in front.
    """

    def __init__(self, goals: Sequence[WheelGoal], line: Sequence[Element], screen: Screen) -> None:
        self._goals, self._line, self._screen = goals, line, screen
        self._turners = [Turner(str(goal.numbers[0]), goal.wheel, goal.means) for goal in goals]

    def turned(self) -> Course:
        """Yield the turns; return what all wheels of the line show. Raises ActionError after turning them back."""
        try:
            yield from self._turned(_MOST)
        except ActionError as error:
            if not self._turns:
                raise
            back = yield from self._back()
            raise ActionError(f"{error}; {back}") from error
        return f"the wheels stand at {self._stands()}"

    @property
    def _turns(self) -> int:
        return sum(turner.turns for turner in self._turners)

    def _stands(self) -> str:
        shown = (rows_of(wheel, self._screen) for wheel in self._line)
        return ", ".join(quoted(rows.value) for rows in shown if rows)

    def _turned(self, most: int) -> Generator[Action, Screen, None]:
        """Yield turns of the wheels, one after another, until all stand at their numbers. most: number of turns."""
        begun = self._turns
        for _ in range(_PASSES):
            shown = [(turner, turner.look(self._screen)) for turner in self._turners]
            off = [turner for turner, rows in shown if not rows.shows(rows.value, turner.value)]
            if not off:
                return
            for turner in off:
                yield from self._turned_one(turner, most - (self._turns - begun))
        raise ActionError(f"the wheels turn each other and stand at {self._stands()}")

    def _turned_one(self, turner: Turner, most: int) -> Generator[Action, Screen, None]:
        """Yield turns of one wheel to its number, or to another one that means the same."""
        goal = self._goals[self._turners.index(turner)]
        values = [str(number) for number in goal.numbers if turner.value == str(goal.numbers[0])] or [turner.value]
        for value in values:
            turner.aim(value)
            try:
                yield from turned(turner, self._screen, most)
            except HasNotError as error:
                if value == values[-1]:
                    raise ActionError(f"the wheel of the {goal.part}: {error}") from error
            else:
                return
            finally:
                self._screen = turner.screen or self._screen

    def _back(self) -> Course:
        """Yield turns of all wheels back to where they stood at first; return a message that says where they stand."""
        for turner in self._turners:
            turner.aim(turner.began)
        try:
            yield from self._turned(_MOST_BACK)
        except ActionError:
            return f"the wheels stand at {self._stands()}"
        return f"all wheels are back at {self._stands()}"
