"""Tell which of some wheels side by side is the year, the month, the day, the hour and so on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from appagent.actions.setting.wheel_rows import Rows, rows_of
from appagent.screen import Element, Screen
from appagent.screen.language.lexicon import folded
from appagent.screen.language.moments import DATE, TIME, Moment, half_in, moments_in, month_in, years_with
from appagent.screen.names.labels import id_name
from appagent.screen.texts.numbers import number_in

_RANGES = {"month": (1, 12), "day": (1, 31), "hour": (0, 24), "minute": (0, 59), "second": (0, 59)}
_LEAST_YEAR = 1000
_MOST = 7  # wheels
_NOON = 12

Places = Mapping[str, int]  # which wheel is which part of a date or time, by the index in its line


@dataclass(frozen=True)
class WheelGoal:
    """Names the number of a date or time that one wheel is to stand at.

    part: which one, such as "month". numbers: the number that is wanted, and others that mean the same on a wheel that
    does not have it. years: names of months in the languages that the wheel may be in, of which each has 12.
    """

    part: str
    wheel: Element
    numbers: tuple[int, ...]
    years: tuple[tuple[str, ...], ...] = ()

    def means(self, text: str) -> str:
        """Return the number that a row's text means as a part of a date or time; the text itself if it is none."""
        number: float | int | None = number_in(text)
        if self.part == "month":
            number = month_in(text, self.years) or number
        if self.part == "half":
            number = half_in(text)
        return text if number is None else f"{number:g}"


def kinds_of(rows: Rows | None) -> tuple[str, ...]:
    """Return which parts of a date or time a wheel may be, by its rows in sight; () if it is none."""
    if rows is None:
        return ()
    if years_with(rows.texts):
        return ("month",)
    if all(half_in(text) is not None for text in rows.texts):
        return ("half",)
    numbers = [number for text in rows.texts if (number := number_in(text)) is not None and number == int(number)]
    if len(numbers) < len(rows.texts):
        return ()
    if min(numbers) >= _LEAST_YEAR:
        return ("year",)
    return tuple(part for part, (low, high) in _RANGES.items() if all(low <= number <= high for number in numbers))


def goals_of(value: str, line: Sequence[Element], screen: Screen) -> list[WheelGoal]:
    """Return what wheels are to stand at so that they show a date or a time, the year first and AM or PM last.

    line: wheels side by side, from left to right. Empty if the value is no date or time of several parts, if there is
    no wheel for one of its parts, or if it cannot be told which wheel is which part.
    """
    if not 1 < len(line) <= _MOST:
        return []
    rows = [rows_of(wheel, screen) for wheel in line]
    kinds = [kinds_of(each) for each in rows]
    years = [
        year for one, kind in zip(rows, kinds, strict=True) if one and "month" in kind for year in years_with(one.texts)
    ]
    moments = moments_in(value, years)
    places = _distinct(
        [each for each in _all_places(kinds) if moments and _is_whole(each, kinds) and _fits(moments[0], each)]
    )
    named = [_names(each, line) for each in places]
    places = [each for each, count in zip(places, named, strict=True) if count == max(named)]
    if len(places) != 1:
        return []
    if len(moments) > 1:
        moments = [each for each in moments if sorted(each, key=places[0].__getitem__) == [*each]]
    if len(moments) != 1:
        return []
    goals = _numbers(moments[0], places[0])
    return [WheelGoal(part, line[places[0][part]], numbers, tuple(years)) for part, numbers in goals.items()]


def _numbers(moment: Moment, places: Places) -> dict[str, tuple[int, ...]]:
    """Return the numbers that the wheels of a moment are to stand at, as those of `WheelGoal`, by part."""
    numbers: dict[str, tuple[int, ...]] = {part: (moment[part],) for part in (*DATE, *TIME) if part in moment}
    hour = moment.get("hour")
    if hour is not None and "half" in places:
        numbers["hour"] = (hour % _NOON,) if hour % _NOON else (_NOON, 0)
        numbers["half"] = (hour // _NOON,)
    elif hour == 0:
        numbers["hour"] = (0, 2 * _NOON)
    return numbers


def _all_places(kinds: Sequence[Sequence[str]], taken: frozenset[str] = frozenset()) -> Iterator[dict[str, int]]:
    """Yield each way to give every wheel one of the parts that it may be, and no part to two wheels."""
    if not kinds:
        yield {}
        return
    at = len(kinds) - 1
    for part in [kind for kind in kinds[-1] if kind not in taken]:
        yield from ({**places, part: at} for places in _all_places(kinds[:-1], taken | {part}))
    if not kinds[-1]:
        yield from _all_places(kinds[:-1], taken)


def _is_whole(places: Places, kinds: Sequence[Sequence[str]]) -> bool:
    """Tell whether wheels may be a date, a time, or both: no odd wheel is left, and parts that belong together do."""
    ranks = [at for at, kind in enumerate(kinds) if kind and kind != ("half",)]
    date, time = ([ranks.index(places[part]) for part in parts if part in places] for parts in (DATE, TIME))
    whole = all(max(block) - min(block) == len(block) - 1 for block in (date, time) if block)
    year, month, day = (places.get(part) for part in DATE)
    if date and (month is None or len(date) < len(("month", "day"))):
        return False
    if year is not None and month is not None and day is not None and year < min(month, day) and day < month:
        return False
    if (time or "half" in places) and ("hour" not in places or not {"minute", "half"} & {*places}):
        return False
    return whole and time == sorted(time) and ("second" not in places or "minute" in places)


def _fits(moment: Moment, places: Places) -> bool:
    """Tell whether there are wheels for all parts of a moment, and a part for each wheel of a time."""
    if "minute" not in moment and "hour" in moment and "half" not in places:
        return False
    seconds = "second" in places and "minute" in moment and "second" not in moment
    return all(part in places for part in moment if part != "half") and not seconds


def _names(places: Places, line: Sequence[Element]) -> int:
    """Return how many of the wheels have the name of the part in their resource-id."""
    return sum(part in folded(id_name(line[at].resource_id)) for part, at in places.items())


def _distinct(places: Sequence[Places]) -> list[Places]:
    return [each for at, each in enumerate(places) if each not in places[:at]]
