"""Group the pages of a map that are built alike, such as those of all contacts, and tell what such pages share."""

from collections import Counter
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from appagent.documents.map.app_map import Map
from appagent.screen.language.lexicon import folded
from appagent.screen.names.labels import Label
from appagent.screen.transitions import ScreenKey

Opener = tuple[str, str]  # template of an element, and kind of action

_ALIKE = 0.5  # share of the elements of two pages; pages that have as many in common are of one kind
_SEVERAL = 2  # pages, or kinds of pages
_GENERAL = 0.25  # share of an app's kinds of pages; an element that more have does not tell pages apart


class PageKinds:
    """Kinds of the pages of a map: pages of one kind have at least half of their elements in common.

    `general` has the ids of elements that a good part of all kinds have, such as a button that leads up; "" too if as
    many have labels without an element.
    """

    def __init__(self, known: Map) -> None:
        self._found: dict[frozenset[str], set[str]] = {}
        pages = sorted(known.labels, key=lambda page: -len(known.labels[page]))
        self._first: list[set[str]] = []  # by kind, the elements of its page with most
        kinds: list[list[ScreenKey]] = []
        for page in pages:
            found = self._kind(own := _ids(known.labels[page].values()))
            if found is None:
                self._first.append(own)
                kinds.append([page])
            else:
                kinds[found].append(page)
        held = [{label.element_id for page in each for label in known.labels[page].values()} for each in kinds]
        several = Counter(name for each in held for name in each)
        self.general = {name for name, times in several.items() if times > max(_SEVERAL, _GENERAL * len(kinds))}
        openers = _openers(known)
        self._shared = [_said_under_several_titles(each, known, openers) for each in kinds]

    def shared(self, labels: Iterable[Label]) -> set[str]:
        """Return the folded names that pages with other titles share with one that has some labels.

        They belong to the app, unlike the names of what such a page is about.
        """
        ids = frozenset(_ids(labels))
        if ids not in self._found:  # asked for each place of a page
            kind = self._kind(ids)
            self._found[ids] = set() if kind is None else self._shared[kind]
        return self._found[ids]

    def _kind(self, ids: AbstractSet[str]) -> int | None:
        """Return which kind a page with some elements is of, or None if it is of none."""
        shares = [len(ids & first) / max(len(ids | first), 1) for first in self._first]
        best = max(range(len(shares)), key=shares.__getitem__, default=None)
        return best if best is not None and shares[best] >= _ALIKE else None


def _ids(labels: Iterable[Label]) -> set[str]:
    return {each.element_id for each in labels} - {""}


def _openers(known: Map) -> dict[ScreenKey, set[Opener]]:
    """Return, for each page, what opens it: (template, kind of action), such as a tap on a row of some list."""
    found: dict[ScreenKey, set[Opener]] = {}
    for each in (each for several in known.transitions.values() for each in several.values() if each.onward):
        found.setdefault(each.to, set()).add((each.template, each.action))
    return found


def _said_under_several_titles(
    pages: Iterable[ScreenKey], known: Map, openers: Mapping[ScreenKey, set[Opener]]
) -> set[str]:
    """Return the folded names that are on pages of several titles which the same kind of element opens.

    pages: those of one kind. A list and the same list while some of its rows are selected are opened otherwise.
    """
    titled: dict[tuple[Opener, str], set[str]] = {}  # names by what opens a page and the page's title
    for page in pages:
        names = {folded(each.name) for each in known.labels[page].values() if each.element_id}
        for opener in openers.get(page, ()):
            titled.setdefault((opener, page[1]), set()).update(names)
    times = Counter((opener, name) for (opener, _), names in titled.items() for name in names)
    return {name for (_, name), count in times.items() if count >= _SEVERAL}
