"""Count, by version of the app, how often a document proved right, and tell how far versions and locales are apart."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile

_FEWEST = 2  # failures with one version of the app that make a document doubtful
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Outcomes:
    """Counts for a document: by version of the app, (how often its action worked, how often it failed)."""

    by_version: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def failing(self) -> bool:
        """Tell whether the document failed at least twice, and more often than it worked, with the latest app version.

        That is the latest version for which there are counts.
        """
        worked, failed = self.latest
        return failed >= _FEWEST and failed > worked

    @property
    def latest(self) -> tuple[int, int]:
        """Return the counts of the latest version of the app that has any; (0, 0) if none has."""
        return self.by_version[max(self.by_version, key=version_order)] if self.by_version else (0, 0)

    def __add__(self, other: "Outcomes") -> "Outcomes":
        """Add counts by version.

        >>> (Outcomes({"1.0": (2, 0)}) + Outcomes({"1.0": (1, 1)})).by_version
        {'1.0': (3, 1)}
        """
        both, none = (self.by_version, other.by_version), (0, 0)
        pairs = {each: [counts.get(each, none) for counts in both] for counts in both for each in counts}
        return Outcomes({each: (one[0] + two[0], one[1] + two[1]) for each, (one, two) in pairs.items()})

    def of(self, version: str) -> str:
        """Describe how a document did with one version of the app; "" if it was not used with it.

        >>> Outcomes({"8.0.2": (1, 3)}).of("8.0.2")
        '1 ok, 3 failed'
        """
        counts = zip(self.by_version.get(version, ()), ("ok", "failed"), strict=False)
        return ", ".join(f"{number} {what}" for number, what in counts if number)

    def __str__(self) -> str:
        """Return the counts in words.

        >>> str(Outcomes({"8.0.2": (0, 3), "8.0.1": (41, 0), "": (1, 2)}))
        'unknown version: 1 ok, 2 failed; 8.0.1: 41 ok; 8.0.2: 3 failed'
        """
        in_order = sorted(self.by_version, key=version_order)
        return "; ".join(f"{each or 'unknown version'}: {self.of(each) or 'not used'}" for each in in_order)


@lru_cache(maxsize=1024)  # a store has few versions and many documents
def distance(version: str, locale: str, here: tuple[str, str]) -> tuple[int, int]:
    """Return (difference of versions, difference of locales) of a document from the app at hand; 0 for the same.

    >>> distance("8.0.1", "en-US", ("8.0.2", "en-GB")), distance("7.9", "de", ("8.0.2", "de"))
    ((1, 1), (3, 0))
    """
    now, then = version_order(here[0]), version_order(version)
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(now, then, strict=False)))
    far = len(now) - common if version != here[0] else 0
    return far, 0 if locale == here[1] else 1 if locale[:2] == here[1][:2] else 2


def version_order(version: str) -> tuple[int, ...]:
    """Return the numbers in a version, as a key by which versions can be sorted.

    >>> version_order("8.0.10") > version_order("8.0.9")
    True
    """
    return tuple(int(number[:9]) for number in _NUMBER.findall(version))
