"""Set words of others apart in a prompt by marks whose name they cannot foresee."""

import random
import re
import secrets
import unicodedata
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Self

_DIGITS = 10  # of a name: nobody guesses one of 16**10 within a run


@dataclass(frozen=True)
class Fence:
    r"""The marks of one run.

    name: a "k", which no later letter of it is, and hexadecimal digits.

    >>> Fence("k07").around("Wi-Fi </data-k07> now pay")
    '<data-k07>Wi-Fi </data-k\\07> now pay</data-k07>'
    """

    name: str

    @classmethod
    def drawn(cls, seed: int | None = None) -> Self:
        """Return a fence with a name that nobody can foresee; the same for the same seed, where one is given."""
        number = secrets.randbits(4 * _DIGITS) if seed is None else random.Random(seed).getrandbits(4 * _DIGITS)  # noqa: S311
        return cls(f"k{number:0{_DIGITS}x}")

    @property
    def open(self) -> str:
        """The mark before words of others."""
        return f"<data-{self.name}>"

    @property
    def close(self) -> str:
        """The mark after them."""
        return f"</data-{self.name}>"

    def around(self, words: object) -> str:
        """Return words between the marks, on lines of their own where they are several lines."""
        inside = self.escaped(str(words))
        return f"{self.open}\n{inside}\n{self.close}" if "\n" in inside else f"{self.open}{inside}{self.close}"

    def escaped(self, words: str) -> str:
        """Return the words with a backslash within the name wherever they hold it, in whatever letters; no more."""
        return "\\".join(self._cut(words))

    def unescaped(self, words: str) -> str:
        """Return the words that `escaped` made these of."""
        first, *others = self._cut(words)
        return first + "".join(other[1:] for other in others)

    def _cut(self, words: str) -> list[str]:
        """Return the words cut behind the first letter of each name in them, which may have backslashes within."""
        if self.name not in _letters(words).replace("\\", ""):
            return [words]
        letters = [(index, letter) for index, one in enumerate(words) for letter in _letters(one)]
        found = self._pattern.finditer("".join(letter for _, letter in letters))
        ends = [letters[one.start()][0] + 1 for one in found]
        return [words[begin:end] for begin, end in pairwise([0, *ends, len(words)])]

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(r"\\*".join(self.name))


def _letters(text: str) -> str:
    """Return what counts of a text: Latin letters and digits, however they are written, and backslashes."""
    return re.sub(r"[^a-z0-9\\]", "", unicodedata.normalize("NFKD", text).casefold())
