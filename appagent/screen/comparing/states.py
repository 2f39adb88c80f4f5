"""Recognise a page on which another chip, tab or value is chosen than when it was seen before."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from appagent.screen.compare import is_other_choice
from appagent.screen.names.labels import Label, labels, title
from appagent.screen.screens import Screen
from appagent.screen.texts.chosen import unchosen, wheels

if TYPE_CHECKING:
    from appagent.screen.transitions import ScreenKey

_SHARED = 0.75  # of the names, and of the elements, in sight that a page had before if only a choice differs
_SEEN = 0.4  # of those that it has had by now, of which some may be out of sight or those of other values
_FEWEST = 3  # names of a page; fewer do not tell whether most are the same


def in_other_state(
    screen: Screen, known: Mapping[str, frozenset[str]], shown: "Mapping[ScreenKey, Iterable[Label]]"
) -> str:
    """Return the id of the known screen that is this one with something else chosen on it, or "" if none is.

    The page of a chip has the title, most of the names and most of the elements of the page of another chip; that of a
    tab has other contents. known: templates and signs by screen id. shown: labels that were seen, by screen id and
    title.
    """
    heading, chosen = title(screen), unchosen(screen.front) is not screen.front
    if not heading and not (chosen and wheels(screen.front.nodes)):
        return ""
    mine, found = _told(labels(screen)), dict[str, float]()
    for (screen_id, other), theirs in shown.items():
        if other == heading and screen_id in known and is_other_choice(screen.templates, known[screen_id]):
            names, elements = (_share(*each) for each in zip(mine, _told(theirs), strict=True))
            if names and (elements or chosen):  # ids of elements in a dialog may be made from what is chosen
                found[screen_id] = names + elements
    return max(sorted(found), key=lambda each: found[each], default="")


def _told(found: Iterable[Label]) -> tuple[set[str], set[str]]:
    """Return (names, ids of elements) of some labels."""
    every = list(found)
    return {each.name for each in every}, {each.element_id for each in every} - {""}


def _share(mine: set[str], theirs: set[str]) -> float:
    """Return the share of what is in sight that was seen before, or 0 if it is too little or if much else was seen."""
    both = len(mine & theirs)
    enough = min(len(mine), len(theirs)) >= _FEWEST and both >= _SEEN * len(theirs) and both >= _SHARED * len(mine)
    return both / len(mine) if enough else 0.0
