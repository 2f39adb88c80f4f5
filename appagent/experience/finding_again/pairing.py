"""Pair the controls of a page seen before with those of a screen that an app's update may have changed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from appagent.screen import Element, Screen
from appagent.screen.elements.identity import hashed
from appagent.screen.finding_again.again import name_of_kind
from appagent.screen.texts.wording import lasting

_MOST = 60  # controls of a page
_PARTS = 4  # of what tells a control apart
_NONE = "-"  # hash of no words
_LETTERS = 4  # of a hash of words: enough to tell the controls of a page apart, too few to find the words by


@dataclass(frozen=True)
class Pairs:
    """Result of pairing the controls of a page with those of a screen.

    certain: how many were found again for certain.
    left: how many were not; page and screen have as many of each role.
    """

    certain: int
    left: int


def controls_of(screen: Screen) -> tuple[str, ...]:
    """Return a text for each control of a page: template, id, hash of its words, and role, with blanks between.

    Rows of lists are left out, and so are controls that come and go. Return () if there are too many.
    """
    told = [one for one in screen.elements if not one.listed and one.template in screen.templates]
    found = [f"{one.template} {one.id} {_words(one)} {one.role}" for one in told]
    return tuple(found) if len(found) <= _MOST else ()


def paired(controls: Sequence[str], screen: Screen) -> Pairs | None:
    """Pair the controls of a page, from `controls_of`, one to one with those of a screen; None if that is impossible.

    A control is found again by its id and words, or else by its words, or else by its template. Its role must be the
    same, and no other control may have the same features.
    """
    left = [[each.split(" ", 3) for each in told] for told in (controls, controls_of(screen))]
    if not controls or len(left[0]) != len(left[1]) or any(len(each) != _PARTS for each in left[0]):
        return None
    for parts in ((1, 2, 3), (2, 3), (0, 3)):
        told = [Counter(tuple(each[part] for part in parts) for each in side) for side in left]
        both = {each for each, times in told[0].items() if times == told[1][each] == 1 and _NONE not in each}
        left = [[each for each in side if tuple(each[part] for part in parts) not in both] for side in left]
    roles = [Counter(each[3] for each in side) for side in left]
    return Pairs(len(controls) - len(left[0]), len(left[0])) if roles[0] == roles[1] else None


def _words(element: Element) -> str:
    words = lasting(name_of_kind(element))
    return hashed(words)[:_LETTERS] if words else _NONE
