"""Find what lies behind the elements of a screen: the labels on the pages to which documents lead."""

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from appagent.documents.facts import observed_effect, seen_in, words_in
from appagent.screen.labels import PARTS
from appagent.screen.lexicon import folded
from appagent.screen.transitions import ScreenKey
from appagent.screen.wording import lasting
from appagent.store import Record

_FARTHEST = 3  # actions from the screen
_LEADING = ("tap", "long_press")
_ENDING = ("leaves", "returns", "saves")  # effects of actions that do not lead on


@dataclass(frozen=True)
class Ahead:
    """Label on a page further on. actions: number of actions that lead there, from 1."""

    label: str
    actions: int


class Pages:
    """Pages of an app with their labels, and the actions that lead from one to another, as its documents tell them.

    records: the app's documents in force, best first. names: the labels on all of them.
    """

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._labels: dict[ScreenKey, dict[str, str]] = {}  # for each page, its labels by what they are folded to
        self._leading: dict[ScreenKey, list[Record]] = {}
        for record in records:
            seen = seen_in(record)
            if seen is None or not record.element_id:
                continue
            here = record.screen_id, seen.title
            self._add(here, [words_in(record).split(PARTS)[0]])
            self._add(_end(record) or here, shown_by(record))
            if leads_on(record):
                self._leading.setdefault(here, []).append(record)
        self.names = {name for labels in self._labels.values() for name in labels.values()}

    def behind(
        self, here: Collection[ScreenKey], first: Iterable[Record], known: Collection[ScreenKey] = ()
    ) -> dict[str, list[Ahead]]:
        """Return the labels behind the documents of a screen, by record id, the nearest first.

        A page that several of them lead to counts for the one that is nearest to it. here: the keys of the screen.
        first: the documents that serve its elements. known: keys of pages whose labels are left out.
        """
        found: dict[str, list[Ahead]] = {}
        visited = set(here)
        queue: deque[tuple[str, Record, ScreenKey, int]] = deque()
        for record in first:
            found[record.id] = []
            end = self._known(_end(record))
            if observed_effect(record) not in _ENDING:
                self._tell(found[record.id], record, end, 1, known)
            if end and end not in visited and leads_on(record):
                visited.add(end)
                queue.append((record.id, record, end, 1))
        while queue:
            name, way, page, actions = queue.popleft()
            for record in self._onward(way, page) if actions < _FARTHEST else ():
                end = _end(record)
                if end and end not in visited:
                    visited.add(end)
                    self._tell(found[name], record, end, actions + 1, known)
                    queue.append((name, record, end, actions + 1))
        return found

    def _tell(
        self, found: list[Ahead], way: Record, page: ScreenKey | None, actions: int, known: Collection[ScreenKey]
    ) -> None:
        """Add to `found` the labels that a document's action brings into sight, unless its page is known already."""
        if page in known:
            return
        labels = [*shown_by(way), *(self._labels.get(page, {}).values() if page and page[1] else ())]
        told = {folded(each.label) for each in found}
        new = {folded(label): label for label in reversed(labels) if folded(label) not in told}
        found += [Ahead(label, actions) for label in reversed(new.values())]

    def _onward(self, way: Record, page: ScreenKey) -> list[Record]:
        """Return the documents that lead on from a page.

        All menus of an app may share one id and have no title. On such a page only what its document saw there counts.
        """
        onward = self._leading.get(page, [])
        if page[1]:
            return onward
        shown = {folded(name) for name in shown_by(way)}
        return [record for record in onward if words_in(record).split(PARTS)[0] in shown]

    def _known(self, page: ScreenKey | None) -> ScreenKey | None:
        """Return the key of a page. If it is unknown and untitled, return the only known key with its screen id."""
        alike = [key for key in self._labels if page and not page[1] and key[0] == page[0]]
        return alike[0] if page not in self._labels and len(alike) == 1 else page

    def _add(self, page: ScreenKey, names: Iterable[str]) -> None:
        known = self._labels.setdefault(page, {})
        for name in (name for name in names if lasting(name) and "#" not in name):  # a number is no label
            if known.get(folded(name), "") in ("", folded(name)):  # the words of a document are folded already
                known[folded(name)] = name


def leads_on(record: Record) -> bool:
    """Tell whether a document's action leads to another page and further on, neither back nor out of the app."""
    return _end(record) is not None and observed_effect(record) not in _ENDING


def shown_by(record: Record) -> list[str]:
    """Return the names of what a document's action brought into sight, without loose texts."""
    seen = seen_in(record)
    labels = [label.name for label in seen.labels if label.kind != "text"] if seen else []
    names = [*labels, *seen.controls, *seen.sometimes, *seen.fields] if seen else []
    return [name for name in dict.fromkeys(names) if lasting(name)]


def _end(record: Record) -> ScreenKey | None:
    """Return the key of the page that an action on an element led to, or None if it led to no other page."""
    seen = seen_in(record)
    end = (record.leads_to, seen.to_title if seen else "")
    started = (record.screen_id, seen.title if seen else "")
    return end if record.leads_to and record.action in _LEADING and end != started else None
