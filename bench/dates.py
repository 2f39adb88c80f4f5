"""Write appagent/screen/language/dates.json: words of dates, times, durations and amounts in all languages of CLDR.

Run: python bench/dates.py, with Babel installed, which ships CLDR. The package reads the file and needs no Babel, which
takes a second to load all languages.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from babel import Locale
from babel.core import get_global
from babel.localedata import locale_identifiers

from appagent.screen.language.dates import UNSPACED
from appagent.screen.language.lexicon import folded

FILE = Path(__file__).resolve().parents[1] / "appagent" / "screen" / "language" / "dates.json"
_SOURCE = "Unicode CLDR, by way of Babel. Copyright Unicode, Inc., Unicode License v3: https://unicode.org/license.txt"
_UNITS = ("duration-", "digital-")
_SHORT = 3  # letters; a unit as short as that is read only if several languages have it, because it may be a word
_SEVERAL = 3
_COINS = "₿ Ξ BTC ETH USDT USDC BNB SOL XRP DOGE ADA LTC TRX DAI XMR BCH"  # that wallets hold and CLDR does not know
_TENDER = {  # codes of the currencies that are used somewhere today
    code for held in get_global("territory_currencies").values() for code, _, end, tender in held if tender and not end
}
# in a format of a time: fields of hours, minutes and seconds, fields of parts of the day, and what stands between
_TIME = re.compile(r"(?P<number>[HhKkms])\1*|(?P<part>[aBb])+|[zvOVXx]+|'(?P<quoted>[^']*)'|(?P<sign>[^'A-Za-z])")
_CLOCK = re.compile(r"B?[HhKk]m?s?[av]?|ms")  # names of skeletons of a time
_FIELDS = ("second", "minute", "hour", "day", "week", "month", "quarter", "year")
_UNSEEN = "\u200e\u200f\u061c\u200b "  # marks of direction and the like around a symbol
# in a date format: what stands between quotation marks, and letters other than ASCII's, such as 年
_LITERAL = re.compile(r"'([^']+)'|([^\x00-\u00bf\s\d\u2000-\u206f]+)")


def tables() -> dict[str, Any]:
    """Return the tables by name; each is a sorted list of folded texts.

    names: of months, days and parts of the day. joints: what stands between the parts of a date ("de"). after: what
    follows the number of a duration or an amount of data (" minutes ago"). before: what may stand before such a number
    as well ("in"). alone: what stands before it with nothing to follow ("dakika").
    seconds: those of `after` that name seconds, in far more languages than anything else.
    symbols: of currencies, with their codes; these are not folded. coins: words that name currencies ("kroner"), unless
    they name another unit too ("pounds"). tender: for each currency of today, by its code, its symbols and the code.
    `_clocks` and `_calendars` add theirs.
    """
    names, joints, symbols, coins, units = set[str](), set[str](), set[str](), set[str](), set[str]()
    before, after, alone = Counter[str](), Counter[str](), Counter[str]()
    of_second, of_others = Counter[str](), Counter[str]()
    for locale in (Locale.parse(name) for name in locale_identifiers() if "_" not in name):
        data: Mapping[str, Any] = locale._data
        names |= set(_texts([locale.months, locale.days, locale.day_periods]))
        names |= {text for text in _texts(data["date_fields"].get("day", {})) if "{0}" not in text}
        for patterns in (locale.date_formats, locale.datetime_formats):
            joints |= {one or other for text in _texts(patterns) for one, other in _LITERAL.findall(text)}
        joints |= {one or other for text in _texts(data["datetime_skeletons"]) for one, other in _LITERAL.findall(text)}
        counted = [data["date_fields"].get(field, {}) for field in _FIELDS]
        counted += [found for unit, found in data["unit_patterns"].items() if unit.startswith(_UNITS)]
        around = {text.partition("{0}") for text in _texts(counted) if "{0}" in text}
        before.update({head for head, _, tail in around if tail.strip()})
        alone.update({head for head, _, tail in around if not tail.strip()})
        after.update({tail for _, _, tail in around})
        for field, texts in [*zip(_FIELDS, counted, strict=False), *data["unit_patterns"].items()]:
            tails = {text.partition("{0}")[2] for text in _texts(texts)}
            (of_second if field in ("second", "duration-second") else of_others).update(tails)
        symbols |= set(locale.currency_symbols.values())
        coins |= _coins(data)
        units |= {folded(word) for text in _texts(data["unit_patterns"]) for word in text.replace("{0}", " ").split()}
    codes = {code for held in get_global("territory_currencies").values() for code, *_ in held}
    return {
        "source": _SOURCE,
        "names": _sorted(names),
        "joints": _sorted(joints),
        "before": _sorted(before),
        "after": _sorted(_usual(after), tail=True),
        "alone": _sorted(_usual(alone)),
        "seconds": _sorted({text for text in _usual(after) if of_second[text] > _SEVERAL * of_others[text]}, tail=True),
        "symbols": sorted({text.strip(_UNSEEN) for text in symbols | codes | set(_COINS.split())} - {""}),
        "coins": _sorted(coins - units),
        "tender": _tender(),
        **_clocks(),
        **_calendars(),
    }


def _calendars() -> dict[str, list[str]]:
    """Return the 12 names of months of each language and width, joined by "|", and the words for AM and for PM."""
    years, halves = set[str](), {"am": set[str](), "pm": set[str]()}
    for locale in map(Locale.parse, locale_identifiers()):
        for style in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                names = [folded(locale.months[style][width][month]).rstrip(".") for month in range(1, 13)]
                if len(set(names)) == len(names) and not any(map(str.isdecimal, names)):
                    years.add("|".join(names))
                periods = locale.day_periods.get(style, {}).get(width, {})
                for half in halves.keys() & periods.keys():
                    halves[half].add(folded(periods[half]).rstrip("."))
    both = halves["am"] & halves["pm"]
    return {"years": sorted(years), **{half: sorted(words - both) for half, words in halves.items()}}


def _clocks() -> dict[str, list[str]]:
    """Return what stands between the numbers of a clock and around them, and doubtful words apart."""
    signs, languages = set[str](), dict[str, set[str]]()
    for locale in map(Locale.parse, locale_identifiers()):
        named = {name: form for name, form in locale.datetime_skeletons.items() if _CLOCK.fullmatch(name)}
        parts = [_parts_of_time(form) for form in set(_texts([locale.time_formats, named]))]
        signs |= {text for between, _ in parts for text in between if text.strip(_UNSEEN)}
        wide = [widths.get(width, {}) for widths in locale.day_periods.values() for width in ("abbreviated", "wide")]
        told = {
            text.strip(_UNSEEN + "#").lower() for text in (*(t for _, around in parts for t in around), *_texts(wide))
        }
        for word in {word for text in told for word in (text, text.rstrip(".")) if any(map(str.isalpha, word))}:
            languages.setdefault(word, set()).add(locale.language)
    few = {word for word, known in languages.items() if len(known) < _SEVERAL}
    doubtful = {word for word in few if len(word) < _SHORT and not UNSPACED.search(word)}
    return {
        "clock_signs": sorted(signs), "clock_words": sorted(languages), "clock_doubtful": sorted(doubtful)
    }  # fmt: skip


def _parts_of_time(form: str) -> tuple[set[str], set[str]]:
    """Return the texts of a format between two numbers of a time, and those elsewhere."""
    between, around, text, last = set[str](), set[str](), "", False
    for token in _TIME.finditer(form):
        if token["quoted"] is not None or token["sign"]:
            text += token["quoted"] or token["sign"] or ""
            continue
        (between if last and token["number"] else around).add(text)
        text, last = "", bool(token["number"])
    return between, around | {text}


def _tender() -> dict[str, list[str]]:
    """Return the symbols of each currency of today, and its code, by the code; each country has its own for its own."""
    known = {code: {code} for code in sorted(_TENDER)}
    for locale in map(Locale.parse, locale_identifiers()):
        for code in known.keys() & locale.currency_symbols.keys():
            known[code].add(locale.currency_symbols[code].strip(_UNSEEN))
    return {code: sorted(symbols) for code, symbols in known.items()}


def _coins(data: Mapping[str, Any]) -> set[str]:
    """Return the words by which one language names the money of today, such as "dollars".

    They are names of one word, and words that the names of several currencies share.
    """
    forms = (data["currency_names"], data["currency_names_plural"])
    named = {code: {folded(text) for each in forms for text in _texts(each.get(code, ""))} for code in _TENDER}
    counts = Counter(word for names in named.values() for word in {word for name in names for word in name.split()})
    shared = {word for word, count in counts.items() if count > 1 and (len(word) > _SHORT or UNSPACED.search(word))}
    whole = {name for names in named.values() for name in names if len(name) >= _SHORT or UNSPACED.search(name)}
    return {word for word in whole | shared if word.isalpha()}


def _texts(value: Any) -> Iterator[str]:
    """Yield every text within nested dicts and lists of CLDR."""
    if isinstance(value, str):
        yield value
    elif hasattr(value, "keys"):
        for key in value.keys():  # noqa: SIM118 - Babel's own kind of dict, which resolves aliases by key
            yield from _texts(value[key])
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
    elif hasattr(value, "pattern"):
        yield value.pattern


def _usual(counts: Counter[str]) -> set[str]:
    """Return the texts that several languages have, and those that are long or written without blanks between words."""
    return {
        text
        for text, count in counts.items()
        if count >= _SEVERAL or len(text.strip(" .")) > _SHORT or UNSPACED.search(text)
    }


def _sorted(found: Iterable[str], *, tail: bool = False) -> list[str]:
    """Return texts folded, sorted, without empty ones. tail: True to keep whether a blank stands before each."""
    blank = {text: " " if tail and text[:1].isspace() else "" for text in found}
    return sorted({blank[text] + folded(text) for text in found if folded(text)})


if __name__ == "__main__":
    FILE.write_text(json.dumps(tables(), ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
