"""Tell whether a name of an element or a row in which numbers have changed still names the same thing."""

import unicodedata

from appagent.screen.language.dates import durations
from appagent.screen.language.lexicon import folded
from appagent.screen.language.ticking import may_be_offered, unticked
from appagent.screen.texts.numbers import counts_thousands, one_further

_PARTS = ".,:"  # of a number
_PICTURE = "So"  # Unicode's category of signs such as a heart


def names_the_same(text: str, other: str) -> bool:
    """Tell whether two names are equal, or differ only in numbers that changed by one and stand after the name itself.

    A number at the beginning is taken for the name itself, so it may not change. Three kinds of numbers may: counts
    with thousands set apart; clocks, unless the text is nothing but a time of full five minutes; and times that pass,
    such as "3 min ago".

    >>> names_the_same("Ana, 3 unread", "Ana, 4 unread"), names_the_same("3. Kapitel", "4. Kapitel")
    (True, False)
    >>> names_the_same("10:08 Bern", "10:09 Bern"), names_the_same("15:00", "15:01"), names_the_same("5 s", "4 s")
    (True, False, True)
    """
    if text == other:
        return True
    if not one_further(text, other):
        return False
    if counts_thousands(text) and counts_thousands(other):
        return True
    if any(sign.isalpha() or unicodedata.category(sign) == _PICTURE for sign in _shared(text, other)):
        return True
    still = unticked(text)
    if still == unticked(other):
        return not may_be_offered(text, words=any(map(str.isalpha, still)))
    times = [list(durations(folded(each))) for each in (text, other)]
    return all(times) and all(
        each.in_seconds or each.end - each.start > len(each.number + each.unit) for each in (*times[0], *times[1])
    )


def _shared(text: str, other: str) -> str:
    """Return the common beginning of two texts, without a part of a number at its end."""
    alike = next((n for n, pair in enumerate(zip(text, other, strict=False)) if pair[0] != pair[1]), 0)
    while alike and (text[alike - 1].isdecimal() or text[alike - 1] in _PARTS):
        alike -= 1
    return text[:alike]
