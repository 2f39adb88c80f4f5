"""Read the numbers in texts, and tell whether those that differ identify things or may have changed by themselves."""

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import islice
from math import inf

from appagent.screen.language.dates import ORDINALS, Duration, cldr_words, durations, untimed
from appagent.screen.language.lexicon import folded
from appagent.screen.language.money import priced
from appagent.screen.language.ticking import unticked, went_on
from appagent.screen.texts.wording import lasting

NUMBER = re.compile(r"\d[\d.,]*")
SIGNED = re.compile(r"[-−+]?\d+(?:[.,:]\d+)*")
_IN_ENGLISH = re.compile(r"[-+]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?")  # 1,500.25
# a number, with the end of the word before it if it may be part of a name: "Room 101", "No. 7", "Card •••• 4512"
_NUMBERED = re.compile(r"(?P<word>[^\W\d_][.:]?[\s#№•*(-]*)?(?<![\d.,])(?P<number>\d[\d.,]*)")
_WHOLE = re.compile(r"(?<![\d.,])\d+(?![\d.,]*\d)")
# a counter; followed by more of a word it is part of a name, as in "report (1).pdf"
_BRACKETED = re.compile(r"\(\s*\d[\d.,]*\+?\s*\)(?![^\s,;:|·•)])")
_GROUPED = re.compile(r"\d{1,3}(?:[.,]\d{3})+")  # a number with thousands set apart, which no name has
_LONG = 4  # digits, from which a number identifies an order, an account or a phone
_STEP = 1  # by which a time, a percentage or a count may have changed by itself between two looks, in its smallest unit
_MORE = _STEP + 1
_ROUND = (59, 60, 23, 24, 6, 7)  # numbers of a unit, after which the next larger unit begins

_TOKEN = re.compile(r"(?<!\d[.,])(?<![^\W_])[^\W_]+")
_RUN = re.compile(r"(?<![\d.,])\+?\d(?:[ -]?\d)*")  # digits, in groups or not
_LETTERED = re.compile(r"(?<![^\W_])[A-Z]{1,3}[ -]\d+(?![^\W_])")  # "LH 400", a flight; no word, which would be longer
_LONG_CODE = 7  # digits from which a number identifies a thing, as those of phones, cards and accounts do
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?: \d{3})+")
_MULTIPLIED = "K"  # as in "12K followers"
_ORDINAL = re.compile(rf"(?<![\d.,])\d+(?:{ORDINALS}(?![^\W\d_])|\. (?=[^\W\d_]))")
_BEHIND = 2  # words after a number whose forms it may change: "1 neue Nachricht", "2 neue Nachrichten"
_SHARED = 0.5  # of the longer word; two forms of one word have as much in common at their beginning
_LEAST = 2  # letters

GoesOn = Callable[[str, str], bool]  # of two texts that differ in numbers: whether these changed by themselves


def never(text: str, other: str) -> bool:
    """Return False. For callers that do not check whether numbers in two texts have changed by themselves."""
    return False


def number_in(text: str, nth: int = 0) -> float | None:
    """Return one of the numbers in a text, or None if it has no such number. "1:30" is 90 seconds, "-0:30" is -30.

    nth: index of the number; the first by default.

    >>> number_in("Volume 70 %"), number_in("1:30"), number_in("1,500"), number_in("2,5"), number_in("none")
    (70.0, 90.0, 1500.0, 2.5, None)
    >>> number_in("-1:30"), number_in("−0:30"), number_in("0,125")
    (-90.0, -30.0, 0.125)
    """
    found = next(islice(SIGNED.finditer(text), nth, None), None)
    if not found:
        return None
    written = found[0].replace("−", "-")
    if ":" in written:
        total = 0.0
        for part in written.lstrip("-+").split(":"):
            total = 60 * total + float(part.replace(",", "."))
        return -total if written.startswith("-") else total
    written = written.replace(",", "") if _IN_ENGLISH.fullmatch(written) else written.replace(",", ".")
    try:
        return float(written)
    except ValueError:  # a date or a version, such as 1.2.3
        return None


@lru_cache(maxsize=8192)
def frame(text: str) -> str:
    """Return a text, folded, with "#" for each number together with its unit, for each time and for each percentage.

    >>> frame("Skip 27"), frame("Elapsed 59 s"), frame("01:12.33"), frame("1.2 MB of 3 MB")
    ('skip #', 'elapsed #', '#', '# of #')
    """
    return NUMBER.sub("#", timeless(text))


@lru_cache(maxsize=8192)
def timeless(text: str) -> str:
    """Return a text, folded, with "#" for numbers with a unit, times and percentages, but not for other numbers.

    >>> timeless("Room 7, 10:08"), timeless("Copying 45 %")
    ('room 7, #', 'copying #')
    """
    return untimed(unticked(text))


def same_but_numbers(text: str, other: str) -> bool:
    """Tell whether two texts differ at most in numbers, their units, and plurals: "1 new file", "2 new files"."""
    return frame(text) == frame(other) or same_counted(text, other)


def names_another(text: str, other: str) -> bool:
    """Tell whether a number that differs in two texts stands for another thing or choice, and is not just a count.

    It does if it stands after a word, as in "Room 101"; has four digits or more; is part of a code, such as a seat's;
    is a time that has changed by more than one; has got another unit; or is a position that is the whole text, as in
    "3/9". A number that only counts things stands before a word or in brackets.

    >>> names_another("Room 101", "Room 102"), names_another("3 unread", "47 unread"), names_another("09:00", "09:30")
    (True, False, True)
    >>> names_another("3/9", "4/9"), names_another("3 of 9 files", "4 of 9 files")
    (True, False)
    """
    places = [position(each) for each in (text, other) if _is_place(each)]
    if len(set(places)) > 1 and len({of for _, of in filter(None, places)}) == 1:
        return True
    if codes(text) != codes(other) or not went_on(text, other, share=inf, apart=_MORE):
        return True
    if any(_other_unit(*pair) for pair in _durations(text, other)):
        return True
    return any(one["word"] or _is_long(one["number"]) for one, _ in _changed(text, other))


def identifies_another(text: str, other: str) -> bool:
    """Tell whether two texts differ in a code, or in a number of four or more digits after a word, as of an order.

    >>> identifies_another("Order no. 4512", "Order no. 4513"), identifies_another("Seats 2", "Seats 3")
    (True, False)
    """
    numbers = (one["number"] for one, _ in _changed(text, other) if one["word"])
    return codes(text) != codes(other) or any(each.isdecimal() and _is_long(each) for each in numbers)


@lru_cache(maxsize=4096)
def identifying(text: str) -> tuple[str, ...]:
    """Return the numbers in a text that identify a thing, in order: those for which `names_another` tells two apart.

    Times are left out, since they may have changed by themselves, and so are amounts of money and other numbers with a
    decimal point.

    >>> identifying("Order 1001 · 2 new"), identifying("Room 7, 10:08"), identifying("3 guests")
    (('1001',), ('7',), ())
    """
    named = _NUMBERED.finditer(_BRACKETED.sub("", timeless(priced(text))))
    found = [digits(one["number"]) for one in named if one["word"] or _is_long(one["number"]) if _is_whole(one)]
    places = position(text) or () if _is_place(text) else ()
    return *codes(text), *map(str, (*found, *places))


def one_further(text: str, other: str) -> bool:
    """Tell whether all numbers that differ in two texts have changed by at most one, and identify nothing.

    >>> one_further("3 min left", "2 min left"), one_further("59 min ago", "1 hr ago"), one_further("Bus 12", "Bus 13")
    (True, True, False)
    """
    if names_another(text, other) or not went_on(text, other, share=_MORE, apart=_MORE):
        return False
    pairs = ((one.number, two.number) for one, two in _durations(text, other) if not _went_over(one, two))
    counts = ((one["number"], two["number"]) for one, two in _changed(text, other))
    return all(abs(digits(one) - digits(two)) <= _STEP for one, two in (*pairs, *counts))


def went_over(text: str, other: str) -> bool:
    """Tell whether two texts differ only in one time, which has moved to the next larger unit or back.

    >>> went_over("Expires in 1 h", "Expires in 59 min"), went_over("Expires in 1 h", "Expires in 9 min")
    (True, False)
    """
    looks = [(folded(each), list(durations(folded(each)))) for each in (text, other)]
    if any(len(times) != 1 for _, times in looks):
        return False
    around = []
    for told, (time,) in looks:
        first = told.index(time.number, time.start)
        around.append((told[:first], told[first + len(time.number + time.unit) :]))
    return around[0] == around[1] and _went_over(looks[0][1][0], looks[1][1][0])


def position(text: str) -> tuple[int, int] | None:
    """Return (place, total) from a text such as "Photo 3 of 12"; None if the text does not give both.

    The text must have exactly two numbers, both whole, with at most one word in between, and be no time and no size.

    >>> position("Photo 3 of 12"), position("3/12"), position("Total 3"), position("5 of 3"), position("1:24")
    ((3, 12), (3, 12), None, None, None)
    >>> position("210 × 297 mm")
    """
    found = list(_WHOLE.finditer(text))
    if len(found) != 2 or len(NUMBER.findall(text)) != 2:
        return None
    between = text[found[0].end() : found[1].start()].strip()
    if between in (":", "×", "x") or len(between.split()) > 1:
        return None
    place, of = (int(each[0]) for each in found)
    return (place, of) if place <= of else None


def names_by_number(text: str) -> bool:
    """Tell whether a text is a whole number and nothing else, or has an ordinal, so that the number may name a thing.

    >>> names_by_number("12"), names_by_number("2nd floor"), names_by_number("2. Stock"), names_by_number("12 guests")
    (True, True, True, False)
    """
    return text.strip().isdecimal() or bool(_ORDINAL.search(folded(text)))


def _is_place(text: str) -> bool:
    """Tell whether a text is a position such as "3/9" or "3 of 9", and says nothing else."""
    bare = text.strip()
    return position(bare) is not None and bare[0].isdecimal() and bare[-1].isdecimal()


def digits(number: str) -> int:
    """Return the digits of a number as one whole number; 0 if there are none."""
    return int("".join(filter(str.isdecimal, number)) or "0")


@lru_cache(maxsize=4096)
def codes(text: str) -> tuple[str, ...]:
    """Return the codes and the long numbers in a text, in order; texts with different ones are about different things.

    A code mixes digits with capital letters, unless these letters are a unit, or has up to three capital letters before
    its digits. A long number has at least seven digits, with or without gaps between them, unless the gaps only set
    thousands apart. Times, durations and percentages are neither.

    >>> codes("Seat 12A, gate B7"), codes("5MB of 12MB"), codes("12 345 678 views"), codes("+49 171 555 01 23")
    (('12A', 'B7'), (), (), ('491715550123',))
    """
    units = cldr_words().after
    found = []
    for token in _TOKEN.findall(text):
        letters = "".join(sign for sign in token if sign.isalpha())
        mixed = letters and letters != token and any(map(str.isupper, letters)) and letters != _MULTIPLIED
        if mixed and (len(letters) == 1 or not {letters.casefold(), f" {letters.casefold()}"} & units):
            found.append(token)
    found += _LETTERED.findall(unticked(text))
    for run in _RUN.findall(untimed(unticked(text))):
        digits = "".join(filter(str.isdigit, run))
        if len(digits) >= _LONG_CODE and not _THOUSANDS.fullmatch(run):
            found.append(digits)
    return tuple(found)


def inflected(word: str, other: str) -> bool:
    """Tell whether two words may be forms of one word: at least half of the longer one is their common beginning.

    >>> inflected("message", "messages"), inflected("сообщение", "сообщений"), inflected("page", "photo")
    (True, True, False)
    """
    alike = next((n for n, pair in enumerate(zip(word, other, strict=False)) if pair[0] != pair[1]), None)
    shared = min(len(word), len(other)) if alike is None else alike
    return shared >= max(_LEAST, _SHARED * max(len(word), len(other)))


@lru_cache(maxsize=4096)
def same_counted(text: str, later: str) -> bool:
    """Tell whether two texts differ only in numbers, and in the forms of the one or two words after a number.

    Every language of CLDR either has no plural or forms it in this way.

    >>> same_counted("1 new message", "2 new messages"), same_counted("1 ticket for Ana", "2 tickets for Anna")
    (True, False)
    """
    one, other = (lasting(each).split() for each in (text, later))
    if len(one) != len(other) or "#" not in one:
        return False
    for place, words in enumerate(zip(one, other, strict=True)):
        counts = "#" in one[max(place - _BEHIND, 0) : place]
        if words[0] != words[1] and not (counts and inflected(*words)):
            return False
    return True


def _changed(text: str, other: str) -> list[tuple[re.Match[str], re.Match[str]]]:
    """Return, in pairs, the matches of `_NUMBERED` in two texts whose numbers differ.

    Times, percentages, numbers with a unit, and counters in brackets are left out.
    """
    texts = (_NUMBERED.finditer(_BRACKETED.sub("", timeless(each))) for each in (text, other))
    return [pair for pair in zip(*texts, strict=False) if pair[0]["number"] != pair[1]["number"]]


def _durations(text: str, other: str) -> list[tuple[Duration, Duration]]:
    """Return the durations in two texts in pairs, in their order; those written with colons are left out."""
    pairs = zip(*(durations(folded(each)) for each in (text, other)), strict=False)
    return [pair for pair in pairs if ":" not in pair[0].number + pair[1].number]


def counts_thousands(text: str) -> bool:
    """Tell whether each number in a text has its thousands set apart, which numbers in names never have.

    >>> counts_thousands("1,204 views"), counts_thousands("3 of 1,204")
    (True, False)
    """
    found = NUMBER.findall(text)
    return bool(found) and all(map(_GROUPED.fullmatch, found))


def _is_whole(found: re.Match[str]) -> bool:
    return found["number"].rstrip(".,").isdecimal()


def _is_long(number: str) -> bool:
    return sum(map(str.isdigit, number)) >= _LONG and not _GROUPED.fullmatch(number)


def _other_unit(one: Duration, other: Duration) -> bool:
    """Tell whether two numbers have different units, and not just because time has passed, as in "12a" and "12b"."""
    if one.unit == other.unit or _went_over(one, other):
        return False
    return not inflected(one.unit.strip(), other.unit.strip())


def _went_over(one: Duration, other: Duration) -> bool:
    """Tell whether one of two durations is 1 of the next larger unit of the other, as with "59 min" and "1 hr"."""
    numbers = [digits(each.number) for each in (one, other)]
    return one.unit != other.unit and min(numbers) == 1 and max(numbers) in _ROUND
