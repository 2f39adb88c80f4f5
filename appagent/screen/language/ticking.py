"""Find what changes by itself in a text: clocks in every form that CLDR knows, durations with colons, percentages."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from appagent.screen.language.dates import UNSPACED, CldrClocks, cldr_words

_SOON = 60  # seconds, minutes or percentage points; a larger change has not come by itself
_HALF_A_DAY = 12  # hours
_OF_A_CHOICE = 5  # minutes; times that are offered for choice are multiples of it
_SHARE = re.compile(r"(\d+(?:[.,٫]\d+)?)\s?[%٪﹪％]|[%٪﹪％]\s?(\d+(?:[.,٫]\d+)?)")
_WORDS = 2  # at most, that belong to a clock, before or after its digits


@dataclass(frozen=True)
class _Ticking:
    """A clock, a duration with colons or a percentage in a text.

    start, end: where it begins and ends, with the words that belong to it. numbers: hours, minutes and seconds, or the
    percentage alone. words: the words that belong to it, such as "pm".
    """

    start: int
    end: int
    numbers: tuple[float, ...]
    words: str = ""


def unticked(text: str) -> str:
    """Return a text with "#" for each time of day, duration with colons and percentage, which change by themselves.

    >>> unticked("Ends in 02:13"), unticked("Copying 45 %"), unticked("10.08 Uhr"), unticked("Pay $4.99")
    ('Ends in #', 'Copying #', '#', 'Pay $4.99')
    >>> unticked("Lap 00:12.4")
    'Lap #'
    """
    pieces, end = [], 0
    for each in _ticking(text):
        pieces += [text[end : each.start], "#"]
        end = each.end
    return "".join([*pieces, text[end:]])


def times_of_day(text: str) -> tuple[tuple[float, float], ...]:
    """Return (hour, minute) of each time in a text that may be a time of day. hour: below 12, whether AM or PM.

    >>> times_of_day("Sent 12:01"), times_of_day("3:07 PM"), times_of_day("5 %")
    (((0.0, 1.0),), ((3.0, 7.0),), ())
    """
    return tuple((one.numbers[0] % _HALF_A_DAY, one.numbers[1]) for one in _ticking(text) if len(one.numbers) > 1)


def may_be_offered(text: str, *, words: bool) -> bool:
    """Tell whether a text may be a choice on offer: a percentage, or a time of full five minutes and nothing else.

    words: True if the text has other words.

    >>> may_be_offered("15:00", words=False), may_be_offered("15:01", words=False), may_be_offered("15:00", words=True)
    (True, False, False)
    """
    return any(len(one.numbers) == 1 or (not words and _count(one) % _OF_A_CHOICE == 0) for one in _ticking(text))


def went_on(text: str, later: str, share: float = _SOON, apart: float = _SOON) -> bool:
    """Tell whether the times, durations and percentages in a text have changed as they do by themselves in a minute.

    A time that goes from a multiple of five minutes to another, as from 9:00 to 9:30, has not: it may be another choice
    of a list. AM becomes PM only with another hour.
    share: change of a percentage, in percentage points, that is too large to have come by itself. apart: likewise for a
    time, in its smallest unit.

    >>> went_on("04:59", "04:51"), went_on("07:00", "08:00"), went_on("At 09:00", "At 09:30"), went_on("1 %", "90 %")
    (True, False, False, False)
    >>> went_on("11:59 AM", "12:00 PM"), went_on("7:08 AM", "7:08 PM")
    (True, False)
    """
    return all(_ticked(one, other, share, apart) for one, other in zip(_ticking(text), _ticking(later), strict=False))


def _ticked(one: _Ticking, other: _Ticking, share: float, most: float) -> bool:
    if (one.numbers, one.words) == (other.numbers, other.words):
        return True
    if len(one.numbers) != len(other.numbers) or len(one.numbers) == 1:
        return len(one.numbers) == len(other.numbers) and abs(one.numbers[0] - other.numbers[0]) < share
    if one.words != other.words and one.numbers[0] == other.numbers[0]:
        return False
    counts = _count(one), _count(other)
    apart, half_a_day = abs(counts[0] - counts[1]), 12 * 60 ** (len(one.numbers) - 1)
    chosen = all(count % _OF_A_CHOICE == 0 for count in counts)
    return min(apart, abs(half_a_day - apart % half_a_day)) < most and not chosen


def _count(time: _Ticking) -> float:
    total = 0.0
    for part in time.numbers:
        total = 60 * total + part
    return total


@lru_cache(maxsize=8192)
def _ticking(text: str) -> tuple[_Ticking, ...]:
    """Return the clocks, durations and percentages in a text, in order."""
    if not any(map(str.isdigit, text)):
        return ()
    plain = text.lower() if len(text.lower()) == len(text) else text
    shares = [
        _Ticking(*found.span(), (float(re.sub("[,٫]", ".", found[1] or found[2])),)) for found in _SHARE.finditer(text)
    ]
    clocks = filter(None, (_clock(plain, found) for found in _digits().finditer(plain)))
    found, end = [], 0
    for each in sorted((*shares, *clocks), key=lambda each: each.start):
        if each.start >= end:
            found.append(each)
            end = each.end
    return tuple(found)


def _clock(text: str, found: re.Match[str]) -> _Ticking | None:
    """Return the clock or duration to which some digits belong; None if they may be a price or a date instead.

    found: match of the digits. They may be a price or a date if only full stops stand between them, and no word beside
    them is one that only clocks have, such as "Uhr".
    """
    tables, (start, end) = cldr_words().clocks, found.span()
    words: list[str] = []
    for _ in range(_WORDS):
        first, last = _before(text, start, tables), _behind(text, end, tables)
        words += filter(None, (text[first:start].strip(), text[end:last].strip()))
        start, end = first, last
    sure = ":" in found[0] or set(words) - tables.doubtful or any(map(str.isalpha, found[0]))
    numbers = tuple(map(float, re.findall(r"\d+", found["whole"] or found[0])))
    return _Ticking(start, end, numbers, " ".join(words)) if sure else None


def _before(text: str, start: int, tables: CldrClocks) -> int:
    """Return where a word of a clock begins that ends at `start`, such as "pm"; `start` itself if there is none."""
    bare = len(text[:start].rstrip())
    for first in range(max(0, bare - tables.longest), bare):
        word = text[first:bare]
        if word in tables.words and (UNSPACED.match(word) or not text[:first][-1:].isalnum()):
            return first
    return start


def _behind(text: str, end: int, tables: CldrClocks) -> int:
    """Return where a word of a clock ends that begins at `end`, such as "pm"; `end` itself if there is none."""
    first = len(text) - len(text[end:].lstrip())
    for last in range(min(len(text), first + tables.longest), first, -1):
        word = text[first:last]
        if word in tables.words and (UNSPACED.match(word[-1]) or not text[last : last + 1].isalnum()):
            return last
    return end


@cache
def _digits() -> re.Pattern[str]:
    """Return the pattern of a clock's digits: any number with colons, or up to two digits with CLDR's other signs.

    The group "whole" has those with colons without parts of a second.
    """
    signs = "|".join(map(re.escape, sorted(cldr_words().clocks.signs, key=len, reverse=True)))
    stopwatch = r"(?P<whole>\d+(?::\d\d)+)(?:[.,]\d{1,3}(?!\d))?"
    return re.compile(rf"(?<!\d)(?<!\d[.,:])(?:{stopwatch}|\d{{1,2}}(?:(?:{signs})[0-5]?\d){{1,2}}(?![\d:]))")
