"""A place of an app that an agent can go to: a page, or an element on one, with the names on the path to it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from appagent.actions.parts.by_name import HELD, is_held
from appagent.screen.language.lexicon import folded
from appagent.screen.names.labels import Label, same
from appagent.screen.transitions import ScreenKey

SEPARATOR = " > "  # between the names of a path
BACK = "(back)"  # among steps
OF_ROWS = "in each row"
ROW = "(a row)"  # among steps, for any row of a list of contents
UNLABELLED = "(unlabelled)"  # on a path in words, for an element without words
ON_MAP = ("switch", "slider", "number", "field", HELD, OF_ROWS)  # what the map in words says in brackets of a name
_ADDED = re.compile(rf"(?<=\S) \((?:{'|'.join(ON_MAP)}|opens \"[^\"]*\")\)(?: \([^()]*\))*$")


@dataclass(frozen=True)
class Place:
    """Page of an app, or an element on one.

    name: title of the page, or name of the element.
    page: key of the page.
    label: the element; None for a page itself.
    steps: names of the elements to tap from the present screen, in order; the last is the place itself if it is an
    element. An element without a name has the title of the page that it opens, or ""; a button of a row has the name of
    the row before its own.
    reachable: False if no path from the present screen is known.
    seen: True if the run has been on its page.
    untrusted: True if the path is known from untrusted documents only.
    dialog: True if it is a dialog.
    held: those of the steps that are long presses.
    says: what the element says besides its name, such as what a switch is for; empty for contents.
    takes: "switch", "slider", "number" with − and +, "field" or, for one of several choices, "choice"; else "".
    of_some_row: True if the path goes through a button that each row of a list has, and does not say which row's.
    """

    name: str
    page: ScreenKey
    label: Label | None = None
    steps: tuple[str, ...] = ()
    reachable: bool = True
    seen: bool = False
    untrusted: bool = False
    dialog: bool = False
    held: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    takes: str = ""
    of_some_row: bool = False

    @property
    def path(self) -> str:
        """Return the names on the path, as in "Display > Screen timeout"; the last is that of the place itself.

        Elements without a name are left out, and so is the back key.
        """
        steps = [each for each in self.steps if each and each != BACK]
        ends_so = self.label is not None or (bool(steps) and same(steps[-1], self.name))
        return SEPARATOR.join(steps if ends_so else (*steps, self.name))


def names_of(path: str) -> list[str]:
    """Split a path into its names, without what the map in words adds to them.

    >>> names_of('Display (opens "Screen") > (unlabelled) > Night Light (switch) (Tints it)')
    ['Display', 'Night Light']
    """
    names = [_ADDED.sub("", each.strip()) for each in path.split(SEPARATOR.strip())]
    return [each for each in names if each and each != UNLABELLED] or [path]


def held_in(path: str) -> frozenset[str]:
    """Return the names of a path, folded, of which it says in brackets that they are held."""
    return frozenset(folded(names_of(each)[0]) for each in path.split(SEPARATOR.strip()) if is_held(each))


@dataclass(frozen=True)
class MapAtStart:
    """Places that can be gone to from the page on which a run began, as they were known then.

    in_sight: the names that were on that page.
    """

    places: tuple[Place, ...] = ()
    in_sight: tuple[str, ...] = ()


def matching(places: Sequence[Place], wanted: Sequence[str]) -> list[Place]:
    """Return the places with these names as their path; else those with this whole name, else those on such a path."""
    path = SEPARATOR.join(wanted)
    found = [each for each in places if each.reachable and same(each.path, path)]
    found = found or [each for each in places if same(each.name, path)]
    return found or [each for each in places if _ends_as(each, wanted)]


def _ends_as(place: Place, wanted: Sequence[str]) -> bool:
    """Tell whether a place has the last of some names, and all the others are names on the path to it."""
    around = (*place.steps, place.page[1])
    return same(place.name, wanted[-1]) and all(any(same(part, each) for each in around) for part in wanted[:-1])


def is_page(here: ScreenKey, page: ScreenKey) -> bool:
    """Tell whether the page `here` is the expected page: the same on the map, or one with the same title."""
    return here == page or (bool(page[1]) and "#" not in page[1] and same(here[1], page[1]))
