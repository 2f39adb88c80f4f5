"""Turn a wheel, such as Android's NumberPicker, to a value: look, turn, look again, correct."""

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import Annotated

from appagent.actions.aiming.scrolling import again
from appagent.actions.aiming.touching import marked
from appagent.actions.parts.base import MARK, Action, Course
from appagent.actions.parts.description import quoted
from appagent.actions.parts.gestures import Gesture, Stroke, Touch
from appagent.actions.setting.readings import hours_meant
from appagent.actions.setting.wheel_rows import Rows, rows_of
from appagent.errors import ActionError
from appagent.screen import Element, Screen
from appagent.screen.nodes.tree import centre
from appagent.screen.texts.numbers import number_in

MOST_TURNS = 25
_FAR = 0.4  # share of the display's height that one stroke crosses at most
_SLOW_S = 0.6
_MOST_NAMED = 20  # values that a message names


@dataclass(frozen=True)
class TurnWheel(Action, kind="turn", example="turn(5, 3, 60)", risk="scroll"):
    """Moves a finger over a wheel by some rows. No agent calls it: `set` does.

    rows: how many rows further down the wanted row is; negative for rows above. pitch: the height of a row, px.
    """

    mark: Annotated[int, MARK]
    rows: int
    pitch: int

    def words(self, target: str) -> str:
        """Describe the action for people."""
        return f"turn {target} by {self.rows}"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one stroke that rests at its end, so that the wheel stops there.

        It begins in the middle of the wheel, or nearer to its edge where the display ends too soon on the other side.
        """
        bounds = marked(screen, self.mark).bounds
        (x, y), (lowest, highest) = centre(bounds), (1, screen.size[1] - 1)
        end = min(max(y - self.rows * self.pitch, lowest), highest)
        start = min(max(end + self.rows * self.pitch, bounds[1] + 1), bounds[3] - 2)
        return (Stroke(x, start, x, min(max(start - self.rows * self.pitch, lowest), highest), _SLOW_S, rests=True),)


@dataclass(frozen=True)
class TouchAt(Action, kind="touch_at", example="touch_at(5, 540, 1200)", risk="touch"):
    """Touches an element at a distance from its top left corner, px. No agent calls it: `set` does."""

    mark: Annotated[int, MARK]
    right: int
    down: int

    def words(self, target: str) -> str:
        """Describe the action for people."""
        return f"touch {target}"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one touch. Its pixel is relative to the element's position on this screen."""
        left, top, _, _ = marked(screen, self.mark).bounds
        return (Touch(left + self.right, top + self.down),)


class HasNotError(ActionError):
    """Raised where a wheel was turned far enough to tell that it does not have the value."""


def turn_to(value: str, wheel: Element, screen: Screen) -> Course:
    """Yield turns of a wheel until it stands at a value; return a message that says where it stands.

    Rows in sight are tapped. Numbers farther away are reached by strokes, whose effect is measured. Words that are not
    in sight are searched for, first downwards and then upwards. On a wheel of bare numbers "7 pm" is 19 or, if it does
    not count so far, 7. Raises ActionError, with values that the wheel has, if it does not come to the wanted one. Then
    it is turned back to where it was.
    """
    rows, turner = rows_of(wheel, screen), Turner(value, wheel)
    hours = hours_meant(value) if rows is not None and rows.bare else None
    try:
        if hours is None:
            yield from turned(turner, screen)
            return turner.stand
        return (yield from _turned_to_hour(turner, hours, screen))
    except ActionError as error:
        if not turner.turns or turner.screen is None:
            raise
        back = yield from turned_back(turner)
        raise ActionError(f"{error}; {back}") from error


def _turned_to_hour(turner: "Turner", hours: tuple[int, int], screen: Screen) -> Course:
    """Yield turns of a wheel to an hour. hours: the hour on a clock of 24 hours, and on one of 12."""
    turner.aim(str(hours[0]))
    try:
        yield from turned(turner, screen)
        return turner.stand if hours[0] != hours[1] else f"{turner.stand}; it has no am or pm"
    except HasNotError:
        if hours[0] == hours[1]:
            raise
    turner.aim(str(hours[1]))
    yield from turned(turner, turner.screen or screen)
    return f"{turner.stand}; it counts to 12, and am or pm is set by another control"


def turned(turner: "Turner", screen: Screen, most: int = MOST_TURNS) -> Generator[Action, Screen, None]:
    """Yield the turns that a turner decides on, until its wheel stands at the value. most: number of turns.

    Raises ActionError if it does not come to stand there.
    """
    for turns in range(most + 1):
        rows = turner.look(screen)
        if rows.shows(rows.value, turner.value):
            return
        if turns < most:
            screen = yield turner.turn(rows, screen)
    raise ActionError(f'it has not come to "{turner.value}" in {most} turns')


def turned_back(turner: "Turner") -> Course:
    """Yield turns of a wheel back to where it stood at first; return a message that says where it stands now."""
    turner.aim(turner.began)
    try:
        if turner.screen is not None:
            yield from turned(turner, turner.screen)
    except ActionError:
        return turner.stand
    return f"it is back at {quoted(turner.said)}"


class Turner:
    """Decides how to turn one wheel next, by the effect of the last turn.

    value: the value that is wanted. wheel: the wheel as it was seen first. means: function that returns what the text
    of a row means, in the words of `value`. began, said: the row in the middle at first, as `means` has it, and now.
    screen: the last one that was looked at. turns: how many there were.
    """

    def __init__(self, value: str, wheel: Element, means: Callable[[str], str] = str) -> None:
        self.wheel, self.began, self.said, self.turns = wheel, "", "", 0
        self.screen: Screen | None = None
        self._means = means
        self._gain = 1.0  # rows by which a stroke of one row's height turns the wheel
        self._taps = True  # whether tapping a row turns the wheel to it
        self._seen, self._moved = list[str](), False  # rows that were in sight, in order; whether it has ever turned
        self.aim(value)

    def aim(self, value: str) -> None:
        """Want another value from now on."""
        self.value = value
        self._asked: tuple[Rows, int, bool] | None = None  # the last turn
        self._way, self._still, self._rounds, self._edge = 1, 0, 0, 0
        self._stood = set[str]()  # rows that were in the middle

    @property
    def stand(self) -> str:
        """Return a message that says where the wheel stands."""
        return f"it stands at {quoted(self.said)}"

    def look(self, screen: Screen) -> Rows:
        """Return the rows in sight, as they are meant. Raises ActionError if the wheel or its rows are gone."""
        wheel = again(self.wheel, screen)
        rows = rows_of(wheel, screen) if wheel else None
        if wheel is None or rows is None:
            raise ActionError("the wheel is no longer there" if wheel is None else "the wheel shows no value")
        self.wheel, self.screen, self.said = wheel, screen, rows.value
        rows = replace(rows, texts=tuple(map(self._means, rows.texts)))
        self.began = self.began or rows.value
        new = [text for text in dict.fromkeys(rows.texts) if text not in self._seen]
        self._seen = [*new, *self._seen] if self._asked and self._asked[1] < 0 else [*self._seen, *new]
        return rows

    def turn(self, rows: Rows, screen: Screen) -> Action:
        """Return the next turn. Raises ActionError if the wheel does not turn, or cannot stand at the value."""
        self._learn(rows)
        self._check_has(rows)
        go, self.turns = self._rows_off(rows), self.turns + 1
        if self._taps and 0 <= rows.at + go < len(rows.tops) and go:
            self._asked = rows, go, True
            left, top, _, _ = self.wheel.bounds
            return TouchAt(self.wheel.mark, rows.x - left, rows.tops[rows.at + go] - top)
        top, bottom = self.wheel.bounds[1::2]
        pitch = max(round((rows.pitch or (bottom - top) // 3) / self._gain), 1)
        room = bottom - 2 if go > 0 else screen.size[1] - top - 2
        most = max(min(int(_FAR * screen.size[1]), room) // pitch, 1)
        go = max(-most, min(most, go))
        self._asked = rows, go, False
        return TurnWheel(self.wheel.mark, go, pitch)

    def _rows_off(self, rows: Rows) -> int:
        """Return by how many rows to turn: to the value, to where the wheel goes round, or on in search of words."""
        if self._edge:
            return self._edge * max(len(rows.texts) - 1, 1)
        go = rows.to(self.value)
        if go is None and self.value in self._seen and rows.value in self._seen:
            go = self._seen.index(self.value) - self._seen.index(rows.value)
        return self._search(rows) if go is None else go

    def _check_has(self, rows: Rows) -> None:
        """Raise HasNotError if the rows in sight show that the wheel does not have the value."""
        wanted = number_in(self.value)
        if wanted is None and rows.bare:
            raise HasNotError(f"it takes a number, such as {quoted(rows.value)}, not {quoted(self.value)}")
        if between := rows.around(self.value):
            steps = " and ".join(map(quoted, between))
            raise HasNotError(f"it has {steps}, and no {quoted(self.value)} between them")
        if wanted is not None and (ends := rows.ends):
            if not int(ends[0]) <= wanted <= int(ends[1]):
                raise HasNotError(self._told_ends(*ends))
            self._edge = 0

    def _told_ends(self, low: str, high: str) -> str:
        return f"it has no {quoted(self.value)} among {quoted(low)} to {quoted(high)}"

    def _learn(self, rows: Rows) -> None:
        """Learn from the last turn how far a stroke turns the wheel, and whether tapping a row works."""
        if self._asked is None:
            return
        before, asked, tapped = self._asked
        if rows.texts == before.texts:
            self._learn_stuck(rows, tapped=tapped)
            return
        self._still, self._moved = 0, True
        one, other, wanted = number_in(before.value), number_in(rows.value), number_in(self.value)
        if tapped or one is None or other is None:
            return
        moved = before.to(rows.value) or 0
        if moved * asked > 0 and abs(asked) > 1:
            self._gain = min(max(self._gain * moved / asked, 0.25), 4.0)
        elif moved * asked < 0 and wanted is not None and not self._edge:
            self._rounds += 1
            if self._rounds > 1:
                seen = sorted(filter(str.isdecimal, self._seen), key=int)
                raise HasNotError(self._told_ends(seen[0], seen[-1]) if seen else f"it has no {quoted(self.value)}")
            if abs(before.to(self.value) or 0) > 2 * abs(asked):  # more than a bad aim: see where it goes round
                self._edge = -1 if asked > 0 else 1

    def _learn_stuck(self, rows: Rows, *, tapped: bool) -> None:
        """Learn from a turn that had no effect. Raises ActionError after the second stroke of that kind."""
        self._still += 1
        if tapped:
            self._taps = False
        elif self._still > 1 and self._moved:
            raise HasNotError(f"it ends at {quoted(self.said)} and has no {quoted(self.value)}")
        elif self._still > 1:
            raise ActionError(f"it does not turn: it stays at {quoted(rows.value)}")

    def _search(self, rows: Rows) -> int:
        """Return by how many rows to turn to search for words that are not in sight.

        Raises HasNotError if all rows were seen.
        """
        before, _, tapped = self._asked or (None, 0, False)
        still = before is not None and rows.texts == before.texts
        ended = still and not tapped
        round_ = not still and self._way > 0 and rows.value in self._stood
        self._stood.add(rows.value)
        if round_ or (ended and self._way < 0):
            has = ", ".join(self._seen[:_MOST_NAMED])
            raise HasNotError(f"it has no {quoted(self.value)}; it has {has}")
        if ended:
            self._way, self._still = -1, 0
        return self._way * max(len(rows.texts) - 1, 1)
