"""Find dates, times, durations and amounts in a text, in every language that CLDR knows, and put "#" in their place.

The words are read from `dates.json`, which `bench/dates.py` makes from Unicode's CLDR.
"""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from appagent.screen.language.lexicon import folded

# matches no part of a number, so that a long number is read only once
_NUMBER = r"(?<!\d)(?<!\d[.,])(?>\d+(?:[.,:/\-]\d+)*)(?:\s?[kmb](?![^\W\d_])|[千万亿萬億만천])?"
_COUNTERS = re.compile(r"\(\s*\d[\d.,]*\+?\s*\)|\b\d+\+")  # as in "Inbox (3)" and "99+"
ORDINALS = "(?:st|nd|rd|th|er|re|e|º|ª)"  # after a number
_ORDINAL = rf"(?:{ORDINALS}|[°.])(?![^\W\d_])"
_TOKEN = re.compile(
    rf"(?P<number>{_NUMBER}(?:{_ORDINAL})?)|(?P<word>[^\W\d_][^\s\d,;:/()\[\]|–—·•!?\"“”„<>+#-]*)|(?P<sign>\S)"
)
_NEXT = re.compile(r"\s[^\s\d,;:/()#]+")  # the next word of a name
_RUN = re.compile(r"#[%‰°]*(?:[\s.,:;/|·•()'’–—+-]*#[%‰°]*)*")
_DATE = re.compile(r"(?:0?[1-9]|[12]\d|3[01]|[12]\d{3}|\d+[:/\-]\d+.*|\d+\.\d+\.\d*)\D*", re.ASCII)  # 5, 2024, 12:30
_SIGNS = frozenset(".,/-–—'’()")  # may stand between the parts of one date
_SURE = 6  # letters; the name of a month or a day that is as long is hardly another word as well
_WIDEST = 3  # words of one name
_UNIT_LETTER = re.compile(r" ?[^\W\d_](?!\w)")
_SEVERAL = 3  # units that a word such as "ago" must follow, so that it is no part of one of them
_LONGEST = 24  # letters of what follows a number in a duration
UNSPACED = re.compile("[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af]")  # no blanks between words
# a number is never begun within digits, so that a text of nothing but digits is read in one go
AMOUNT = r"(?<!\d)(?>\d+(?:[.,'’\s\u00a0\u202f]\d{2,3}(?!\d)){0,5}(?:[.,]\d{1,9})?)"
# what may be a currency, before or after a number; case matters: "TOP" is a currency, and "top" is none
_MONEY = (
    re.compile(rf"(?<![^\W\d_])(?P<symbol>[^\s\d(,;:]{{1,5}})\s?(?P<amount>{AMOUNT})"),
    re.compile(rf"(?P<amount>{AMOUNT})\s?(?P<symbol>[^\s\d),;:]{{1,5}})(?![^\W\d_])"),
)


@dataclass(frozen=True)
class CldrClocks:
    """Parts of written times of day: `signs` between hours, minutes and seconds, and `words` beside them, such as "pm".

    doubtful: those of the words that have another meaning as well, such as "am". longest: number of letters of the
    longest word.
    """

    signs: frozenset[str]
    words: frozenset[str]
    doubtful: frozenset[str]
    longest: int


@dataclass(frozen=True)
class CldrWords:
    """Words of dates, times and money in many languages, read from the file that `bench/dates.py` makes.

    All are folded but the symbols.
    names: months, days and parts of the day.
    joints: words between the parts of a date, such as "de".
    before, after: words before and after the number of a duration, such as "in" and " minutes ago".
    alone: words before such a number that have nothing after it, such as "dakika".
    seconds: those of `after` that name seconds.
    symbols: symbols and codes of currencies.
    coins: names of currencies, such as "kroner".
    tender: for each currency of today, by its code, its symbols and the code.
    clocks: words and signs of times of day.
    directions: words after a unit of time that say whether it is past or to come, such as " ago".
    """

    names: frozenset[str]
    joints: frozenset[str]
    before: frozenset[str]
    after: frozenset[str]
    alone: frozenset[str]
    seconds: frozenset[str]
    symbols: frozenset[str]
    coins: frozenset[str]
    tender: Mapping[str, tuple[str, ...]]
    clocks: CldrClocks
    directions: frozenset[str]


@lru_cache(maxsize=8192)
def undated(text: str, *, among_days: bool = False) -> str:
    """Fold a text, and put "#" in place of each number together with the date, time, amount or duration around it.

    The name of a month or a day becomes "#" too. A name of fewer than 6 letters may be an ordinary word ("May",
    "set"), so it becomes "#" only beside a number or another part of a date. Counters in brackets are left out.
    among_days: True if the texts beside this one are days; then such short names become "#" everywhere.
    Source: Unicode CLDR's month and day names, date formats, relative times, units and currency symbols.

    >>> undated("Mon, 12 May 2024"), undated("May I?"), undated("vor 5 Minuten"), undated("Pay $4.99")
    ('#', 'may i?', '#', 'pay #')
    """
    tables = cldr_words()
    for pattern in _MONEY if any(map(str.isdigit, text)) else ():
        text = pattern.sub(lambda found: "#" if found["symbol"].rstrip() in tables.symbols else found[0], text)
    plain = _COUNTERS.sub(" ", folded(text))
    marks = _marked(plain, tables, among_days)
    if not marks:
        return " ".join(plain.split())
    pieces, end = [], 0
    for start, stop in marks:
        pieces += [plain[end:start], "#"] if start >= end else []
        end = max(end, stop)
    return " ".join(_RUN.sub("#", "".join([*pieces, plain[end:]])).split())


@lru_cache(maxsize=8192)
def untimed(text: str) -> str:
    """Fold a text, and put "#" in place of times and numbers with a unit, because they change within seconds.

    Source: Unicode CLDR's relative times and units.

    >>> untimed("Resend in 21 s"), untimed("Ends 02:13"), untimed("5 days: Bo")
    ('resend in #', 'ends #', '#: bo')
    """
    plain = folded(text)
    pieces, end = [], 0
    for each in durations(plain):
        if each.start >= end:
            pieces += [plain[end : each.start], "#"]
            end = each.end
    return "".join([*pieces, plain[end:]])


@dataclass(frozen=True)
class Duration:
    """A time, or a number with a unit, in a folded text.

    start, end: where it begins and ends, with the words that belong to it. number, unit: its number and its unit as
    written. in_seconds: True if the unit is the second.
    """

    start: int
    end: int
    number: str
    unit: str
    in_seconds: bool


def durations(text: str) -> Iterator[Duration]:
    """Yield the times and the numbers with a unit in a text. text: already folded."""
    tables = cldr_words()
    for start, stop, kind in _parts(text, tables):
        if kind in ("number", "date"):
            digits = start + len(text[start:stop].rstrip("kmb "))  # "2m" may be minutes as well as millions
            first, last = _with_unit(text, start, digits, tables)
            if last == digits and (letter := _UNIT_LETTER.match(text, digits)) and letter[0] in tables.after:
                last = letter.end()
            if last == digits and UNSPACED.match(text, digits):  # "1分前" for CLDR's "1 分前"
                lengths = range(min(_LONGEST, len(text) - digits), 0, -1)
                last = next((digits + n for n in lengths if f" {text[digits : digits + n]}" in tables.after), digits)
            if last == digits and UNSPACED.match(text, digits + 1) and text[digits] == " ":
                ends = range(min(digits + _LONGEST, len(text)), digits + 2, -1)  # "3 分钟" for "3分钟", but not "5 月"
                last = next((end for end in ends if text[digits + 1 : end] in tables.after), digits)
            if last > digits or ":" in text[start:digits]:
                unit, last = text[digits:last], _with_direction(text, last, tables)
                yield Duration(first, last, text[start:digits], unit, unit in tables.seconds)


def is_day(text: str) -> bool:
    """Tell whether a text is a month, a day or a date and nothing else: "Mon", "May", "12 May"."""
    return any(map(str.isalpha, text)) and undated(text, among_days=True) == "#"


@cache
def cldr_words() -> CldrWords:
    """Return the words in `dates.json`, which is read once."""
    given = json.loads(files("appagent.screen.language").joinpath("dates.json").read_text(encoding="utf-8"))
    words = {
        name: frozenset(given[name]) for name in ("joints", "before", "after", "alone", "seconds", "symbols", "coins")
    }
    names = {name.rstrip(".") for name in given["names"]}
    tender = {code: tuple(symbols) for code, symbols in given["tender"].items()}
    signs, told, doubtful = (frozenset(given[f"clock_{name}"]) for name in ("signs", "words", "doubtful"))
    clocks = CldrClocks(signs, told, doubtful, max(map(len, told)))
    behind = Counter(
        unit[at:]
        for unit in words["after"]
        for at in range(1, len(unit))
        if unit[at] == " " and unit[:at] in words["after"]
    )
    directions = frozenset(text for text, units in behind.items() if units >= _SEVERAL)
    known = frozenset(n for n in names if len(n) > 1)
    return CldrWords(known, **words, tender=tender, clocks=clocks, directions=directions)


def _marked(text: str, tables: CldrWords, among_days: bool) -> list[tuple[int, int]]:
    """Return (start, end) of each part of a folded text that becomes "#", in order; parts may touch or overlap."""
    parts = _parts(text, tables)
    dated = _dated(text, parts, among_days=among_days)
    found: list[tuple[int, int]] = []
    for place, (start, end, kind) in enumerate(parts):
        if kind in ("number", "date"):
            found.append(_with_unit(text, start, end, tables))
        elif place in dated or (kind == "joint" and _joins(parts, place, dated)):
            found.append((start, end))
    return sorted(found)


def _dated(text: str, parts: list[tuple[int, int, str]], *, among_days: bool) -> set[int]:
    """Return the indexes of the parts that belong to a date.

    parts: as `_parts` returns them. A name that may be an ordinary word belongs to a date if it stands beside another
    part of one, with at most one joining word between. Two such names belong to a date if a sign or a joining word
    stands between them: "Sat, Sun", but not "set di". among_days: True to take every such name for part of a date.
    """
    sure = ("date", "sure", "name") if among_days else ("date", "sure")
    dated = {place for place, part in enumerate(parts) if part[2] in sure}
    names = [place for place, part in enumerate(parts) if part[2] == "name"]
    beside: list[tuple[int, int]] = []
    for place in names:
        for step in (-1, 1):
            other = place + step
            joined = 0 <= other < len(parts) and parts[other][2] == "joint"
            other += step if joined else 0
            if 0 <= other < len(parts) and parts[other][2] in ("date", "sure", "name"):
                beside.append((place, other))
                between = text[min(parts[place][1], parts[other][1]) : max(parts[place][0], parts[other][0])]
                if joined or between.strip():
                    dated |= {place, other} if parts[other][2] == "name" else set()
    for _ in names:
        more = {place for place, other in beside if other in dated} - dated
        if not more:
            break
        dated |= more
    return dated


def _parts(text: str, tables: CldrWords) -> list[tuple[int, int, str]]:
    """Return (start, end, kind) of all words of a text: "number", "date", "sure", "name", "joint", "word", or "sign".

    "date" is a number that may be a day, a year or a time. "sure" and "name" are names of months, days and the like;
    those of kind "name" may be ordinary words as well. "joint" is a word that joins the parts of a date, such as "de".
    Signs that may stand within a date are left out.
    """
    parts: list[tuple[int, int, str]] = []
    position = 0
    while token := _TOKEN.search(text, position):
        start, position = token.span()
        if token["number"]:
            parts.append((start, position, "date" if _is_date(token[0]) else "number"))
        elif token["sign"]:
            parts += [] if token["sign"] in _SIGNS else [(start, position, "sign")]
        else:
            position = _read_words(text, start, position, tables, parts)
    return parts


def _is_date(number: str) -> bool:
    plain = "".join(str(unicodedata.digit(sign, sign)) for sign in number)
    return bool(_DATE.fullmatch(plain))


def _read_words(text: str, start: int, end: int, tables: CldrWords, parts: list[tuple[int, int, str]]) -> int:
    """Add the words that begin at `start` to `parts`, and return where the last of them ends.

    end: where the first word ends. Names may be several words long. Scripts without blanks are searched for their
    names letter by letter.
    """
    if UNSPACED.match(text[start]):
        parts += _unspaced(text, start, end, tables)
        return end
    ends = [end]
    while len(ends) < _WIDEST and (more := _NEXT.match(text, ends[-1])):
        ends.append(more.end())
    for stop in reversed(ends):
        name = text[start:stop].rstrip(".")
        if name in tables.names:
            parts.append((start, stop, "sure" if len(name) >= _SURE else "name"))
            return stop
    parts.append((start, end, "joint" if text[start:end].rstrip(".") in tables.joints else "word"))
    return end


def _unspaced(text: str, start: int, end: int, tables: CldrWords) -> list[tuple[int, int, str]]:
    found, place = [], start
    while place < end:
        named = range(end, place, -1) if UNSPACED.match(text, place) else ()  # "pay" is a day, but not in "微信Pay"
        stop = next((stop for stop in named if text[place:stop].rstrip(".") in tables.names), 0)
        if stop > place + 1:
            found.append((place, stop, "sure"))
        else:
            stop = next((s for s in range(end, place, -1) if text[place:s] in tables.joints), 0)
            found.append((place, stop or place + 1, "joint" if stop else "word"))
            stop = stop or place + 1
        place = stop
    return found


def _joins(parts: list[tuple[int, int, str]], place: int, dated: set[int]) -> bool:
    """Tell whether a joining word stands between two parts of a date, or is a single letter just after a number.

    place: index of the word in `parts`. dated: indexes of the parts of dates.
    """
    start, end, _ = parts[place]
    attached = place > 0 and parts[place - 1][1:] == (start, "date") and end - start == 1
    return attached or {place - 1, place + 1} <= dated


def _with_unit(text: str, start: int, end: int, tables: CldrWords) -> tuple[int, int]:
    """Return where a number begins and ends with its unit: "vor 5 Minuten", "12 MB", "dakika 5"."""
    rest = text[end : end + _LONGEST]
    for length in range(len(rest), 0, -1):
        after = rest[:length]
        if after in tables.after and _ends(rest, length) and (len(after.strip(" .")) > 1 or after[0] != " "):
            return _head(text, start, tables.before), end + length
    return _head(text, start, tables.alone), end


def _with_direction(text: str, end: int, tables: CldrWords) -> int:
    """Return where a time ends, with a word such as "ago" if one follows. end: where its unit ends."""
    rest = text[end : end + _LONGEST]
    return end + next((n for n in range(len(rest), 0, -1) if rest[:n] in tables.directions and _ends(rest, n)), 0)


def _ends(rest: str, length: int) -> bool:
    last, following = rest[length - 1], rest[length : length + 1]
    return not following.isalpha() or bool(UNSPACED.match(last)) or not last.isalpha()


def _head(text: str, start: int, heads: frozenset[str]) -> int:
    """Return where a number begins, with up to three words before it if they are in a table.

    start: where its first digit is. heads: the table; each entry is one to three words, such as "vor".
    """
    words = text[:start].rstrip().split(" ")[-_WIDEST:]
    for count in range(len(words), 0, -1):
        head = " ".join(words[-count:])
        if head in heads:
            return len(text[:start].rstrip()) - len(head)
    return start
