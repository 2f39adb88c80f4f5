"""Turn a wheel, such as Android's NumberPicker, to a value: look, turn, look again, correct."""

import re
from dataclasses import dataclass
from typing import Annotated

from appagent.actions.base import MARK, Action, Course
from appagent.actions.gestures import Gesture, Stroke, Touch
from appagent.actions.readings import hours_meant, same_choice, unit_of
from appagent.actions.scrolling import again
from appagent.actions.touching import marked
from appagent.errors import ActionError
from appagent.screen import Element, Screen
from appagent.screen.numbers import number_in
from appagent.screen.tree import area, centre, clip, contains, encloses, nodes_of

_WHEEL = re.compile("picker|wheel", re.IGNORECASE)
_MOST = 25  # looks
_FAR = 0.4  # share of the display's height that one stroke crosses at most
_SLOW_S = 0.6
_MOST_NAMED = 20  # values that a message names
_FEWEST_PX = 8  # height of a row
_FEWEST_ROWS = 3  # in sight, from which the step between them can be told


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
        """Return one stroke from the middle of the wheel; it rests at its end, so that the wheel stops there."""
        x, y = centre(marked(screen, self.mark).bounds)
        end = min(max(y - self.rows * self.pitch, 1), screen.size[1] - 1)
        return (Stroke(x, y, x, end, _SLOW_S, rests=True),)


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


@dataclass(frozen=True)
class Rows:
    """Rows of a wheel that are in sight.

    texts: from top to bottom. at: the index of the middle row, which is the wheel's value. tops: y of the middle of
    each row, px. x: x of the middle of the wheel, px.
    """

    texts: tuple[str, ...]
    at: int
    tops: tuple[int, ...]
    x: int

    @property
    def value(self) -> str:
        """Return the text of the row in the middle, which is what the wheel is set to."""
        return self.texts[self.at]

    @property
    def pitch(self) -> int:
        """Return the height of a row, px; 0 if only one row is in sight."""
        gaps = [after - before for before, after in zip(self.tops, self.tops[1:], strict=False)]
        return max(min(gaps), _FEWEST_PX) if gaps else 0

    def to(self, value: str) -> int | None:
        """Return how many rows below the middle a value is, negative for above; None if that is not known.

        A number that is not in sight is extrapolated from the step between the rows.
        """
        for far in sorted(range(len(self.texts)), key=lambda row: abs(row - self.at)):
            if self.shows(self.texts[far], value):
                return far - self.at
        now, wanted = number_in(self.value), number_in(value)
        if now is None or wanted is None:
            return None
        beside = [number_in(self.texts[row]) for row in (self.at - 1, self.at + 1) if 0 <= row < len(self.texts)]
        steps = [abs(one - now) for one in beside if one is not None and one != now]
        step = min(steps, default=1.0)
        falls = len(beside) == 2 and beside[1] is not None and abs(beside[1] - now) == step and beside[1] < now
        rows = round((wanted - now) / step)
        return (-rows if falls else rows) or None  # the same number in other words is another value

    def shows(self, text: str, value: str) -> bool:
        """Tell whether the text of a row shows a value. A bare number matches if all rows differ only in their number.

        >>> Rows(("Day 16", "Day 17"), 0, (100, 200), 50).shows("Day 17", "17")
        True
        >>> Rows(("Room 3", "Hall 3"), 0, (100, 200), 50).shows("Room 3", "3")
        False
        """
        if same_choice(text, value):
            return True
        alike = len(self.texts) > 1 and len(set(map(unit_of, self.texts))) == 1
        return alike and not unit_of(value) and number_in(text) is not None and number_in(text) == number_in(value)

    @property
    def bare(self) -> bool:
        """Tell whether all rows are numbers and nothing else."""
        return all(text.strip().isdecimal() for text in self.texts)

    def around(self, value: str) -> tuple[str, str] | None:
        """Return the two neighbouring rows between which a number would have to stand, and does not; else None.

        It does not where the rows count in even steps: there the widest gap may be where a wheel goes round.

        >>> Rows(("5", "10", "15"), 1, (0, 50, 100), 50).around("12")
        ('10', '15')
        >>> Rows(("55", "0", "5"), 1, (0, 50, 100), 50).around("12")
        """
        wanted = number_in(value)
        if wanted is None or not self.bare or len(self.texts) < _FEWEST_ROWS:
            return None
        pairs = list(zip(self.texts, self.texts[1:], strict=False))
        step = min(abs(float(one) - float(other)) for one, other in pairs)
        near = (pair for pair in pairs if abs(float(pair[0]) - float(pair[1])) == step)
        return next((pair for pair in near if min(map(float, pair)) < wanted < max(map(float, pair))), None)


def wheel_at(element: Element, screen: Screen) -> Element | None:
    """Return the wheel that an element is or lies in; None if there is none."""
    x, y = centre(element.bounds)
    wheels = [
        e for e in screen.elements
        if "swipe" in e.actions and _WHEEL.search(f"{e.cls} {e.resource_id}") and contains(e.bounds, x, y)
    ]  # fmt: skip
    return min(wheels, key=lambda wheel: area(wheel.bounds), default=None)


def rows_of(wheel: Element, screen: Screen) -> Rows | None:
    """Return the rows of a wheel that are in sight, or None if the hierarchy shows no text in it."""
    found: dict[int, str] = {}
    for node in nodes_of(screen.tree):
        bounds, words = clip(node.bounds, screen.size), node.text or node.description
        if bounds and words and node.visible and encloses(wheel.bounds, bounds) and bounds != wheel.bounds:
            found.setdefault(centre(bounds)[1], words)
    if not found:
        return None
    tops = sorted(found)
    x, middle = centre(wheel.bounds)
    at = min(range(len(tops)), key=lambda row: abs(tops[row] - middle))
    return Rows(tuple(found[top] for top in tops), at, tuple(tops), x)


class _HasNotError(ActionError):
    """Raised where a wheel was turned far enough to tell that it does not have the value."""


def turn_to(value: str, wheel: Element, screen: Screen) -> Course:
    """Yield turns of a wheel until it stands at a value; return a message that says where it stands.

    Rows in sight are tapped. Numbers farther away are reached by strokes, whose effect is measured. Words that are not
    in sight are searched for, first downwards and then upwards. On a wheel of bare numbers "7 pm" is 19 or, if it does
    not count so far, 7. Raises ActionError, with the value at which the wheel stands, if the wanted value is not
    reached.
    """
    rows = rows_of(wheel, screen)
    bare = rows is not None and rows.bare
    if bare and ":" in value:
        return (yield from _turned_to_time(value, wheel, screen))
    hours = hours_meant(value) if bare else None
    if hours is None:
        return (yield from _turned(_Turner(value, wheel), screen))
    turner = _Turner(str(hours[0]), wheel)
    try:
        told = yield from _turned(turner, screen)
        return told if hours[0] != hours[1] else f"{told}; it has no am or pm"
    except _HasNotError:
        if hours[0] == hours[1]:
            raise
    told = yield from _turned(_Turner(str(hours[1]), wheel), turner.screen or screen)
    return f"{told}; it counts to 12, and am or pm is set by another control"


def wheels_of_time(value: str, screen: Screen, at: Element | None = None) -> list[Element]:
    """Return the wheels side by side, from left to right, if a time such as "07:30" has a number for each; else [].

    at: one of them, which is needed where a page has several times; None for those of the only one.
    """
    wheels = sorted((e for e in screen.elements if wheel_at(e, screen) is e), key=lambda wheel: wheel.bounds)
    line = [each for each in wheels if at is None or each.bounds[1] < centre(at.bounds)[1] < each.bounds[3]]
    counts = [rows for wheel in line if (rows := rows_of(wheel, screen)) and rows.bare]
    parts = value.split(":")
    return line if len(parts) == len(line) == len(counts) > 1 and all(map(str.isdecimal, parts)) else []


def _turned_to_time(value: str, at: Element, screen: Screen) -> Course:
    """Yield turns of each wheel beside one to its number of a time. Raises ActionError if they are not of a time."""
    wheels, told = wheels_of_time(value, screen, at), list[str]()
    if not wheels:
        raise ActionError(f'a wheel takes one number, and "{value}" is more: set hours and minutes one by one')
    for wheel, part in zip(wheels, value.split(":"), strict=True):
        turner = _Turner(part, wheel)
        told.append((yield from _turned(turner, screen)))
        screen = turner.screen or screen
    stands = [rows.value for wheel in wheels if (now := again(wheel, screen)) and (rows := rows_of(now, screen))]
    if any(number_in(one) != number_in(other) for one, other in zip(stands, value.split(":"), strict=False)):
        raise ActionError(f"the wheels turn each other: they stand at {', '.join(stands)}")
    return ", ".join(told)


def _turned(turner: "_Turner", screen: Screen) -> Course:
    """Yield the turns that a turner decides on, at most 25; return a message that says where the wheel stands."""
    for turns in range(_MOST + 1):
        rows = turner.look(screen)
        if rows.shows(rows.value, turner.value):
            return f'it stands at "{rows.value}"'
        if turns < _MOST:
            screen = yield turner.turn(rows, screen)
    raise ActionError(f'it stands at "{rows.value}" after {_MOST} turns, not at "{turner.value}"')


class _Turner:
    """Decides how to turn one wheel next, by the effect of the last turn.

    value: the value that is wanted. wheel: the wheel as it was seen first.
    """

    def __init__(self, value: str, wheel: Element) -> None:
        self.value, self._wheel = value, wheel
        self.screen: Screen | None = None  # the last one that was looked at
        self._gain = 1.0  # rows by which a stroke of one row's height turns the wheel
        self._taps = True  # whether tapping a row turns the wheel to it
        self._asked: tuple[Rows, int, bool] | None = None  # the last turn
        self._way, self._still, self._rounds = 1, 0, 0
        self._seen, self._stood = dict[str, None](), set[str]()  # rows that were in sight, in order, and in the middle

    def look(self, screen: Screen) -> Rows:
        """Return the rows in sight. Raises ActionError if the wheel or its rows are gone."""
        wheel = again(self._wheel, screen)
        rows = rows_of(wheel, screen) if wheel else None
        if wheel is None or rows is None:
            raise ActionError("the wheel is no longer there" if wheel is None else "the wheel shows no value")
        self._wheel, self.screen = wheel, screen
        self._seen.update(dict.fromkeys(rows.texts))
        return rows

    def turn(self, rows: Rows, screen: Screen) -> Action:
        """Return the next turn. Raises ActionError if the wheel does not turn, or cannot stand at the value."""
        self._learn(rows)
        if between := rows.around(self.value):
            steps = " and ".join(f'"{each}"' for each in between)
            raise _HasNotError(f'it stands at "{rows.value}"; it has {steps}, and no "{self.value}" between them')
        go = rows.to(self.value)
        if go is None:
            go = self._search(rows)
        if self._taps and 0 <= rows.at + go < len(rows.tops) and go:
            self._asked = rows, go, True
            left, top, _, _ = self._wheel.bounds
            return TouchAt(self._wheel.mark, rows.x - left, rows.tops[rows.at + go] - top)
        height = self._wheel.bounds[3] - self._wheel.bounds[1]
        pitch = rows.pitch or height // 3
        most = max(int(_FAR * screen.size[1]) // pitch, 1)
        go = max(-most, min(most, go))
        self._asked = rows, go, False
        return TurnWheel(self._wheel.mark, go, max(round(pitch / self._gain), 1))

    def _learn(self, rows: Rows) -> None:
        """Learn from the last turn how far a stroke turns the wheel, and whether tapping a row works."""
        if self._asked is None:
            return
        before, asked, tapped = self._asked
        if rows.texts == before.texts:
            self._still += 1
            if tapped:
                self._taps = False
            elif self._still > 1:
                raise ActionError(f'it does not turn: it stays at "{rows.value}" and has not come to "{self.value}"')
            return
        self._still = 0
        one, other = number_in(before.value), number_in(rows.value)
        if tapped or one is None or other is None:
            return
        moved = before.to(rows.value) or 0
        if moved * asked > 0 and abs(asked) > 1:
            self._gain = min(max(self._gain * moved / asked, 0.25), 4.0)
        elif moved * asked < 0 and number_in(self.value) is not None:
            self._rounds += 1
            if self._rounds > 1:
                seen = sorted(filter(str.isdecimal, self._seen), key=int)
                ends = f' among "{seen[0]}" to "{seen[-1]}"' if seen else ""
                raise _HasNotError(f'it goes round and stands at "{rows.value}"; it has no "{self.value}"{ends}')

    def _search(self, rows: Rows) -> int:
        """Return by how many rows to turn to search for words that are not in sight.

        Raises ActionError if all rows were seen.
        """
        before, _, tapped = self._asked or (None, 0, False)
        still = before is not None and rows.texts == before.texts
        ended = still and not tapped
        round_ = not still and self._way > 0 and rows.value in self._stood
        self._stood.add(rows.value)
        if round_ or (ended and self._way < 0):
            has = ", ".join(list(self._seen)[:_MOST_NAMED])
            raise _HasNotError(f'it stands at "{rows.value}" and has no "{self.value}"; it has {has}')
        if ended:
            self._way, self._still = -1, 0
        return self._way * max(len(rows.texts) - 1, 1)
