"""Find what identifies a thing by digits in a text: codes such as a seat's, and long numbers such as phones'."""

import re
from functools import lru_cache

from appagent.screen.dates import cldr_words, untimed
from appagent.screen.ticking import unticked

_TOKEN = re.compile(r"(?<!\d[.,])(?<![^\W_])[^\W_]+")
_RUN = re.compile(r"(?<![\d.,])\+?\d(?:[ -]?\d)*")  # digits, in groups or not
_LETTERED = re.compile(r"(?<![^\W_])[A-Z]{1,3}[ -]\d+(?![^\W_])")  # "LH 400", a flight; no word, which would be longer
_LONG = 7  # digits from which a number identifies a thing, as those of phones, cards and accounts do
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?: \d{3})+")
_MULTIPLIED = "K"  # as in "12K followers"


@lru_cache(maxsize=4096)
def codes(text: str) -> tuple[str, ...]:
    """Return the codes and the long numbers in a text, in order; a thing with another one is another thing.

    A code mixes digits with capital letters, unless these are a unit, or has up to three of these before its digits. A
    long number has seven digits, however they are grouped, and does not group thousands. Times, durations and shares
    are neither.

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
        if len(digits) >= _LONG and not _THOUSANDS.fullmatch(run):
            found.append(digits)
    return tuple(found)
