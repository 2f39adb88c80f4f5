"""Find personal and passing values in a text, such as the names in rows and what was typed, and take them out."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from appagent.screen import Element, Screen
from appagent.screen.language.lexicon import folded
from appagent.screen.names.labels import PARTS, inside

LEFT_OUT = "…"  # stands for a value in a text
_NUMBER = re.compile(r"\d+")
_FEWEST = 2  # letters of a value; a single letter may be part of any text
_MOST = 200  # values that a text is searched for
_MOST_LETTERS = 60  # of a name


@dataclass(frozen=True)
class Values:
    """Words that belong to a person or change from day to day, so that they are not part of the app.

    within: words that are values anywhere in a text: those of rows touched on the way to the screen, and typed texts.
    whole: words that are values only as a whole text: those of all rows on the screen. listed: folded words of all rows
    seen so far, and contents of input fields; they may be neither names of elements nor titles.
    """

    within: tuple[str, ...] = ()
    whole: frozenset[str] = frozenset()
    listed: frozenset[str] = frozenset()

    def inside(self, text: str) -> bool:
        """Tell whether a text contains one of these values, which `masked` would replace."""
        return self.masked(text) != without_numbers(text)

    def masked(self, text: str) -> str:
        """Return a text with "…" in place of each value, and "#" in place of each number.

        >>> Values(within=("Anna Novak",)).masked("Call Anna Novak 12 times?")
        'Call … # times?'
        """
        text = without_numbers(text)
        if folded(text) in {folded(without_numbers(each)) for each in self.whole}:
            return LEFT_OUT
        return self.without(text)

    def without(self, text: str) -> str:
        """Return a text with "…" in place of the values in `within`.

        >>> Values(within=("Anna Novak",)).without("Calls Anna Novak 2 times.")
        'Calls … 2 times.'
        """
        for value in self.within[:_MOST]:
            text = _pattern(value).sub(LEFT_OUT, text) if len(value) >= _FEWEST else text
        return text

    def named(self, text: str) -> str:
        """Return a text that a record may keep as a name: masked, or "" if it contains a value."""
        return "" if self.inside(text) else without_numbers(text)

    def title(self, text: str) -> str:
        """Return a title that a record may keep: masked, or "" if it contains a value or is the text of a row."""
        said = {without_numbers(each) for each in self.listed}
        return "" if folded(text) in said else self.named(text)

    def of_row(self, text: str) -> bool:
        """Tell whether the first part of a text equals the words of a row that was seen before."""
        return folded(text.split(PARTS)[0]) in self.listed


def row_words(element: Element, screen: Screen) -> tuple[str, ...]:
    """Return the words of an element in a list and of the rows around it. They are () for an element in no list.

    Words that several elements of the screen say, such as "More options" in each row, are left out.
    """
    if not element.listed:
        return ()
    rows = [element, *(e for e in screen.elements if e.listed and inside(e, element))]
    shared = _shared(screen.elements)
    found = [part for each in rows for part in (*each.text.split(PARTS), each.row)]
    return tuple(dict.fromkeys(part for part in found if len(part) >= _FEWEST and folded(part) not in shared))


def listed_words(screen: Screen) -> frozenset[str]:
    """Return the words of all rows of a screen, without those that several rows share."""
    return frozenset(part for e in screen.elements if e.window == "app" for part in row_words(e, screen))


def without_numbers(text: str) -> str:
    """Return a text with "#" in place of each number, as titles have it.

    >>> without_numbers("Chapter 12 at 7:45")
    'Chapter # at #:#'
    """
    return _NUMBER.sub("#", text)


def text_hash(text: str) -> str:
    """Return 8 hex digits by which a text is recognised without being kept, or "" for ""."""
    return hashlib.sha256(folded(text).encode(errors="replace")).hexdigest()[:8] if text else ""


@lru_cache(maxsize=1024)  # the values of one screen are looked for in all its texts
def _pattern(value: str) -> re.Pattern[str]:
    """Return a pattern that finds a value as whole words, in any letter case and with any numbers."""
    words = re.escape(without_numbers(value)).replace(r"\ ", r"\s+")
    edges = (r"(?<!\w)" if value[:1].isascii() else "", r"(?!\w)" if value[-1:].isascii() else "")
    return re.compile(f"{edges[0]}{words}{edges[1]}", re.IGNORECASE)


def _shared(elements: Iterable[Element]) -> set[str]:
    said = Counter(folded(part) for e in elements if e.listed for part in set(e.text.split(PARTS)))
    return {words for words, times in said.items() if times > 1}


def short(words: str) -> str:
    """Return words, cut to 60 letters with "…" at the end if there are more."""
    return words if len(words) <= _MOST_LETTERS else f"{words[: _MOST_LETTERS - 1]}…"
