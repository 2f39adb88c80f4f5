"""Read dates and times of day in a text, in every language that CLDR knows, as numbers: year, month, day, hour.

The names of months and the words for AM and PM are read from `dates.json`, which `bench/dates.py` makes.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from appagent.screen.language.dates import cldr_words, undated
from appagent.screen.language.lexicon import folded

Moment = Mapping[str, int]  # "year", "month", "day", "hour" (0 to 23), "minute", "second", "half" (1 for PM) to numbers
DATE = ("year", "month", "day")
TIME = ("hour", "minute", "second")
_LEAST_YEAR = 1000
_MOST = {"month": 12, "day": 31, "hour": 23, "minute": 59, "second": 59}
_NOON = 12
_LONGEST = 60  # letters of a date or a time
_COMMA = re.compile("[،፥፡፣、]")
_SIGN = re.compile(r"(?<=\d)\s?[时時点點시：]\s?(?=\d)")  # "19时30"
_AFTER = re.compile(r"(?<=\d)\s?[分초秒분]\s*$")  # after the last number of a time, as in "19时30分"
_RARE = 3  # a meaning of a name is left out if so many times more languages have another


@dataclass(frozen=True)
class Calendars:
    """Names of months, and words for AM and PM, all folded and without full stops at their end.

    years: the 12 names of each language and width. months: the numbers that a name has in some languages, without rare
    ones. halves: 0 for a word for AM, 1 for one for PM.
    """

    years: tuple[tuple[str, ...], ...]
    months: Mapping[str, frozenset[int]]
    halves: Mapping[str, int]


@cache
def calendars() -> Calendars:
    """Return the names of months and the words for AM and PM, which are read once."""
    given = json.loads(files("appagent.screen.language").joinpath("dates.json").read_text(encoding="utf-8"))
    years = tuple(tuple(names.split("|")) for names in given["years"])
    counts = defaultdict[str, Counter[int]](Counter)
    for names in years:
        for number, name in enumerate(names, 1):
            counts[name][number] += 1
    months = {
        name: frozenset(number for number, count in of.items() if _RARE * count > max(of.values()))
        for name, of in counts.items()
    }
    halves = {word: half for half, words in enumerate((given["am"], given["pm"])) for word in words}
    return Calendars(years, months, halves)


def half_in(text: str) -> int | None:
    """Return 0 for a word for AM, 1 for one for PM, and None for any other text.

    >>> half_in("a.m."), half_in("PM"), half_in("下午"), half_in("Paul")
    (0, 1, 1, None)
    """
    plain = " ".join(folded(text).split()).rstrip(".")
    halves = calendars().halves
    return halves.get(plain, halves.get(re.sub(r"[\W_]+", "", plain)))


def years_with(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the 12 names of months of each language that has all of some names."""
    plain = {_bare(name) for name in names}
    return [year for year in calendars().years if plain and plain <= {*year}]


def month_in(name: str, years: Sequence[tuple[str, ...]]) -> int | None:
    """Return the number of a month by its name in the first of some lists of 12 names that has it; None if none has."""
    plain = _bare(name)
    return next((year.index(plain) + 1 for year in years if plain in year), None)


def moments_in(text: str, years: Sequence[tuple[str, ...]] = ()) -> list[Moment]:
    """Return what a text may mean that is a date or a time of day and nothing else: parts in the order as written.

    There are several meanings if day and month cannot be told apart, and none if the text has only one part. The hour
    is that of a clock of 24 hours. years: names of months that go before those of other languages.

    >>> moments_in("7:30 PM"), moments_in("3 March 2027")
    ([{'hour': 19, 'minute': 30, 'half': 1}], [{'day': 3, 'month': 3, 'year': 2027}])
    >>> moments_in("2027-03-04"), moments_in("March"), moments_in("Room 3")
    ([{'year': 2027, 'month': 3, 'day': 4}], [], [])
    """
    plain = _AFTER.sub("", _SIGN.sub(":", _COMMA.sub(",", folded(text))))
    if len(plain) > _LONGEST or not any(map(str.isdigit, plain)) or not _is_moment(plain):
        return []
    time, rest = _time_in(plain)
    dates = _dates_in(rest, years)
    found = [{**date, **time} for date in dates] if dates else [time] if not re.search(r"\d", rest) else []
    return [each for each in found if len(each) > 1 and _is_possible(each)]


def _is_moment(text: str) -> bool:
    """Tell whether a folded text has nothing but dates, times and words that CLDR has beside them, such as "г."."""
    rest, tables = undated(text, among_days=True), cldr_words()
    known = tables.names, tables.joints, calendars().halves
    words = (word.strip(" .()") for word in re.split(r"[#,\s]+", rest))
    return "#" in rest and all(any(word in names for names in known) for word in words if word)


def _is_possible(moment: Moment) -> bool:
    return all(moment[part] <= most for part, most in _MOST.items() if part in moment) and all(
        moment[part] for part in DATE if part in moment
    )


def _time_in(text: str) -> tuple[dict[str, int], str]:
    """Return the time of day in a folded text, and the text without it. "7 pm" has an hour and a half of the day."""
    clock = _clock().search(text)
    rest = f"{text[: clock.start()]} {text[clock.end() :]}" if clock else text
    half, without = _half_within(rest)
    if clock:
        time = {part: int(number) for part, number in zip(TIME, clock.groups(), strict=True) if number}
    elif half is not None and (alone := re.fullmatch(r"\D*(\d{1,2})\D*", without)) and int(alone[1]) in range(1, 13):
        time, without = {"hour": int(alone[1])}, ""
    else:
        return {}, text
    if half is None:
        return time, rest
    hour = time["hour"] % _NOON + half * _NOON if time["hour"] <= _NOON else time["hour"]
    return {**time, "hour": hour, "half": half}, without


@cache
def _clock() -> re.Pattern[str]:
    """Return the pattern of a time with two or three numbers, with the signs that CLDR knows between them."""
    signs = "|".join(sorted((re.escape(sign.strip()) for sign in cldr_words().clocks.signs), key=len, reverse=True))
    between = rf"\s?(?:{signs})\s?"
    return re.compile(
        rf"(?<!\d)(?<!\d[.,:/-])(\d{{1,2}}){between}(\d\d)(?:{between}(\d\d))?(?!\s?[:.,/-]?\d)(?![.]?\s?[月年/-])"
    )


def _half_within(text: str) -> tuple[int | None, str]:
    """Return 0 if a folded text has a word for AM, 1 if it has one for PM, and the text without it."""
    halves = calendars().halves
    for word in sorted(halves, key=len, reverse=True):
        if word in text and (found := _whole(word).search(text)):
            return halves[word], f"{text[: found.start()]} {text[found.end() :]}"
    return None, text


def _dates_in(text: str, years: Sequence[tuple[str, ...]]) -> list[dict[str, int]]:
    """Return what a folded text without a time may mean as a date: parts in the order as written."""
    own = {name for year in years for name in year}
    names = [name for name in {*calendars().months, *own} if name in text]
    for name in sorted(names, key=lambda name: (name in own, len(name)), reverse=True):
        if found := _whole(name).search(text):
            known = month_in(name, years)
            numbers = {known} if known else calendars().months[name]
            before, after = text[: found.start()], text[found.end() :]
            return [
                date
                for month in sorted(numbers)
                for date in _ordered([*re.findall(r"\d+", before), f"month {month}", *re.findall(r"\d+", after)])
            ]
    return _ordered(re.findall(r"\d+", text))


def _ordered(written: Sequence[str]) -> list[dict[str, int]]:
    """Return the dates that some numbers may be, in the order as written. "month 3" is a month that was named."""
    named = any(each.startswith("month") for each in written)
    parts = [int(each.split()[-1]) for each in written]
    kinds = [
        "month" if each.startswith("month") else "year" if int(each) >= _LEAST_YEAR else "" for each in written
    ]  # fmt: skip
    left = [place for place, kind in enumerate(kinds) if not kind]
    free = ["day"] if named else ["month", "day"]
    if len(left) > len(free) or len(parts) < len(("day", "month")) or (not named and "year" not in kinds):
        return []
    if not named and len(left) < len(free):
        free = ["month"]
    orders = [free] if kinds[0] == "year" or len(free) < len(("month", "day")) else [free, free[::-1]]
    found: list[dict[str, int]] = []
    for order in orders:
        names = [*kinds]
        for place, kind in zip(left, order, strict=False):
            names[place] = kind
        if len(set(names)) == len(names):
            found.append(dict(zip(names, parts, strict=True)))
    return found


def _whole(word: str) -> re.Pattern[str]:
    """Return the pattern of a word that is no part of a longer one, with a full stop that may follow it."""
    letter = r"[^\W\d_]"
    before, after = rf"(?<!{letter})" * (word < "\u0e00"), rf"(?!{letter})" * (word < "\u0e00")
    number = r"(?<!\d)" if word[:1].isdigit() else ""
    return re.compile(rf"{before}{number}{re.escape(word)}{after}\.?")


def _bare(name: str) -> str:
    return folded(name).strip().rstrip(".")
