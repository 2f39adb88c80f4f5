"""Find amounts of money in a text, by the currencies that CLDR knows.

The symbols, codes and names are read from `dates.json`, which `bench/dates.py` makes from Unicode's CLDR.
"""

import re
from collections.abc import Iterable
from decimal import Decimal
from functools import cache, lru_cache

from appagent.screen.language.dates import AMOUNT, UNSPACED, cldr_words
from appagent.screen.language.lexicon import HIDDEN, folded

SIGN = "¤"  # Unicode's sign for a currency that is not named; it stands for an amount in what `priced` returns
_NAMED = re.compile(rf"{AMOUNT}\s?(?P<words>[^\W\d_]+(?:\s[^\W\d_]+){{0,2}})")  # 20 US dollars
_SPACED = "[A-Za-z\u00c0-\u052f]"  # letters of scripts with blanks between words: "kr" is no currency in "5 kroppar"
_AMOUNT = re.compile(AMOUNT)
_SHORTENED = re.compile(
    rf"{AMOUNT}\s?(?:(?:[kmb]|mio|mln|mrd|bn|tsd|tys|mil|thousand|million|billion|lakh|crore)(?![^\W\d_])|[百千万亿萬億만천억])",
    re.IGNORECASE,
)
_GROUP = 3  # digits between two separators of thousands
_LETTER = re.compile("[A-Za-z]")  # a symbol of one such letter stands for too much else: 5 L, Q 3


@lru_cache(maxsize=8192)
def priced(text: str) -> str:
    """Put "¤" in place of each amount of money in a text.

    Source: the currency symbols, codes and names of Unicode's CLDR. Codes and symbols count as they are written; names
    in any case.

    >>> priced("Pay $4.99 now"), priced("99 kr/md"), priced("EUR 1.200,50"), priced("20 US dollars"), priced("5 GB")
    ('Pay ¤ now', '¤/md', '¤', '¤', '5 GB')
    """
    if not any(map(str.isdigit, text)):
        return text
    marked = _symbols().sub(SIGN, HIDDEN.sub("", text))
    return _NAMED.sub(_without_name, marked)


def has_amount(text: str) -> bool:
    """Tell whether a text has an amount of money in it.

    >>> has_amount("Due today: 99 kr"), has_amount("Room 99")
    (True, False)
    """
    return SIGN in priced(text)


def most_of(currency: str, texts: Iterable[str]) -> Decimal | None:
    """Return the largest amount of money in some texts; None if there is none.

    It is also None if any amount is in another or an unclear currency, or if a number is shortened, as in "2k" or
    "3万". If a separator may be one of thousands or of decimals, the larger number counts.
    currency: the code of the currency, such as "EUR".

    >>> most_of("EUR", ["€ 3", "Total 1.200,50 €"]), most_of("EUR", ["€ 3", "$ 1"]), most_of("EUR", ["€ 3", "€ 2k"])
    (Decimal('1200.50'), None, None)
    """
    known = cldr_words().tender.get(currency, ())
    found = []
    for text in texts:
        if _SHORTENED.search(text):
            return None
        for amount in priced_parts(text):
            number = _AMOUNT.search(amount)
            symbol = amount.replace(number[0], "", 1).strip() if number else ""
            if number is None or symbol not in known:
                return None
            found.append(_value(number[0]))
    return max(found, default=None)


def priced_parts(text: str) -> list[str]:
    """Return the amounts of money in a text as they are written.

    >>> priced_parts("Pay $4.99 now, then 99 kr a month")
    ['$4.99', '99 kr']
    """
    if not any(map(str.isdigit, text)):
        return []
    bare = HIDDEN.sub("", text)
    by_symbol = [found.span() for found in _symbols().finditer(bare)]
    by_name = [
        (found.start(), found.start() + len(found[0]) - len(left.removeprefix(SIGN)))
        for found in _NAMED.finditer(bare)
        if (left := _without_name(found)).startswith(SIGN)
    ]
    named = [span for span in by_name if not any(start < span[1] and span[0] < end for start, end in by_symbol)]
    return [bare[start:end] for start, end in sorted([*by_symbol, *named])]


def _value(number: str) -> Decimal:
    """Return a written number; a single separator before three digits is taken for one of thousands."""
    parts = re.split(r"[.,'’\s\u00a0\u202f]", number)
    whole = len(parts) > 1 and len(parts[-1]) == _GROUP
    return Decimal("".join(parts) if whole or len(parts) == 1 else "".join(parts[:-1]) + "." + parts[-1])


@cache
def _symbols() -> re.Pattern[str]:
    words = cldr_words()
    known = sorted({*words.symbols, *filter(UNSPACED.match, words.coins)}, key=len, reverse=True)
    symbols = "|".join(re.escape(symbol) for symbol in known if not _LETTER.fullmatch(symbol))
    return re.compile(rf"(?<!{_SPACED})(?:{symbols})\s?{AMOUNT}|{AMOUNT}\s?(?:{symbols})(?!{_SPACED})")


def _without_name(found: re.Match[str]) -> str:
    words = found["words"].split()
    for count in range(1, len(words) + 1):
        if folded(words[count - 1]) in cldr_words().coins:
            return " ".join([SIGN, *words[count:]])
    return found[0]
