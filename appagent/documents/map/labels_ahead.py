"""Find which labels are on the pages that the elements of a screen lead to, as documents record them."""

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from appagent.documents.facts import effect_in, is_listed, leads_up, observed_effect, same_end, seen_in, words_in
from appagent.documents.map.app_map import LEADING, RETURNING, KnownLabels
from appagent.documents.values import text_hash
from appagent.documents.wording import own_words
from appagent.screen.language.lexicon import UP, folded, listed
from appagent.screen.names.labels import PARTS
from appagent.screen.texts.wording import lasting
from appagent.screen.transitions import ScreenKey
from appagent.store import Record

_FARTHEST = 3  # actions from the screen

RowKind = tuple[str, str, str]  # screen id, template and kind of action


@dataclass(frozen=True)
class LabelAhead:
    """Label on a page that can be reached from a screen. actions: how many actions it takes, from 1."""

    label: str
    actions: int


class Pages:
    """Pages of an app with their labels, and the actions that lead from page to page, as the documents record them.

    records: the app's documents in force, best first. shown: the labels that this machine has seen on each screen;
    words of rows are known from these only, because records do not keep them. texts: the labels on all pages, and the
    texts of documents that a person or a model worded. says: what elements say besides their names, on this machine.
    """

    def __init__(self, records: Iterable[Record] = (), shown: KnownLabels | None = None) -> None:
        self._labels: dict[ScreenKey, dict[str, str]] = {}  # for each page: folded label -> label
        self._leading: dict[ScreenKey, list[Record]] = {}
        told = list(records)
        self._shown = {(page[0], each.element_id): each.name for page, seen in (shown or {}).items() for each in seen}
        self.says = {part for seen in (shown or {}).values() for each in seen for part in each.text.split(PARTS)[1:]}
        self._titles = {(page[0], text_hash(page[1])): page[1] for page in shown or {} if page[1]}
        self._contents = _contents(told)
        for record in told:
            seen = seen_in(record)
            if seen is None or not record.element_id:
                continue
            here = record.screen_id, seen.title
            self._add(here, [self._name(record)])
            self._add(_end(record) or here, shown_by(record))
            if leads_on(record):
                self._leading.setdefault(here, []).append(record)
        self.texts = {name for labels in self._labels.values() for name in labels.values()}
        self.texts |= {words for record in told if (words := own_words(record))}

    def behind(
        self, here: Collection[ScreenKey], first: Iterable[Record], known: Collection[ScreenKey] = ()
    ) -> dict[str, list[LabelAhead]]:
        """Return, for the id of each document of a screen, the labels on the pages that its action leads to.

        The nearest labels come first. If several documents lead to one page, its labels are given for the document that
        is nearest to it. here: the keys of the screen. first: the documents that serve its elements. known: keys of
        pages that were seen already; these and the pages behind them are left out.
        """
        found: dict[str, list[LabelAhead]] = {}
        known = _with_untitled(known)
        visited = _with_untitled(here) | known
        queue: deque[tuple[str, Record, ScreenKey, int]] = deque()
        for record in first:
            found[record.id] = []
            end = self._known(_end(record))
            if _shows(record) and end not in known:
                self._tell(found[record.id], record, end, 1)
            if end and end not in visited and leads_on(record):
                visited.add(end)
                queue.append((record.id, record, end, 1))
        while queue:
            name, opener, page, actions = queue.popleft()
            for record in self._onward(opener, page) if actions < _FARTHEST else ():
                end = _end(record)
                if end and end not in visited:
                    visited.add(end)
                    self._tell(found[name], record, end, actions + 1)
                    queue.append((name, record, end, actions + 1))
        return found

    def of_contents(self, record: Record) -> bool:
        """Tell whether a document is about one of several rows that do the same, such as a file in a list of files.

        Such rows are a person's contents, while the rows of a menu are part of the app.
        """
        return kind_of_row(record) in self._contents

    def title_behind(self, record: Record) -> str:
        """Return the title of the page that a document's action opens, or "" if it has none or is about many rows.

        A title that the document records as a hash is known only if this machine has seen the page.
        """
        seen = effect_in(record)
        private = "" if is_listed(record) else self._titles.get((record.leads_to, seen.to_page), "")
        return seen.to_title or private

    def _name(self, record: Record) -> str:
        """Return the name of the element that a document is about, or "" for a row that may be gone by now."""
        shown = self._shown.get((record.screen_id, record.element_id), "")
        known = "" if self.of_contents(record) or not is_listed(record) else shown
        return words_in(record).split(PARTS)[0] or known

    def _tell(self, found: list[LabelAhead], opener: Record, page: ScreenKey | None, actions: int) -> None:
        """Add to `found` the labels that a document's action brings into sight, but those with a number left out.

        opener: the document. page: the page that its action leads to, or None. actions: how many actions lead to these
        labels.
        """
        whole = page is not None and not _shares_its_id(page, opener)
        labels = [*shown_by(opener), *(self._labels.get(page, {}).values() if page and whole else ())]
        told = {folded(each.label) for each in found}
        new = {folded(label): label for label in reversed(labels) if folded(label) not in told and "#" not in label}
        found += [LabelAhead(label, actions) for label in reversed(new.values())]

    def _onward(self, opener: Record, page: ScreenKey) -> list[Record]:
        """Return the documents that lead on from a page. opener: the document whose action led to the page.

        If several pages may share its key, only documents about elements that `opener` brought into sight are returned.
        """
        onward = self._leading.get(page, [])
        if not _shares_its_id(page, opener):
            return onward
        shown = {folded(name) for name in shown_by(opener)}
        return [record for record in onward if folded(words_in(record).split(PARTS)[0]) in shown]

    def _known(self, page: ScreenKey | None) -> ScreenKey | None:
        """Return the key under which a page is known.

        If the given key is unknown and has no title, and exactly one known key has its screen id, it is that key.
        """
        alike = [key for key in self._labels if page and not page[1] and key[0] == page[0]]
        return alike[0] if page not in self._labels and len(alike) == 1 else page

    def _add(self, page: ScreenKey, names: Iterable[str]) -> None:
        known = self._labels.setdefault(page, {})
        telling = (name for name in names if lasting(name) and "#" not in name)  # a number is no label
        for name in (name for name in telling if folded(name) not in listed(UP)):
            if known.get(folded(name), "") in ("", folded(name)):  # the words of a document are folded already
                known[folded(name)] = name


def leads_on(record: Record) -> bool:
    """Tell whether a document's action leads forward to another page, and not back, up or out of the app."""
    return _end(record) is not None and _shows(record)


def shown_by(record: Record) -> list[str]:
    """Return the names of the elements that a document's action brought into sight."""
    seen = effect_in(record)
    names = dict.fromkeys((*seen.controls, *seen.sometimes, *seen.fields))
    return [name for name in names if lasting(name) and folded(name) not in listed(UP)]


def _shows(record: Record) -> bool:
    """Tell whether a document's action leads forward to something new, not back or up."""
    seen = seen_in(record)
    return seen is not None and not leads_up(seen) and record.action in LEADING and seen.effect not in RETURNING


def _contents(records: Iterable[Record]) -> set[RowKind]:
    """Return the kinds of rows that are contents, not a menu: two rows of the kind led to the same screen."""
    found: set[RowKind] = set()
    rows: dict[RowKind, list[Record]] = {}
    for record in records:
        if is_listed(record) and observed_effect(record) == "opens":
            others = rows.setdefault(kind_of_row(record), [])
            others.append(record)
            if any(each.element_id != record.element_id and same_end(each, record) for each in others):
                found.add(kind_of_row(record))
    return found


def kind_of_row(record: Record) -> RowKind:
    """Return (screen id, template, action), which is the same for all documents about the rows of one list."""
    return record.screen_id, record.template, record.action


def _with_untitled(pages: Collection[ScreenKey]) -> set[ScreenKey]:
    """Add to each key (screen id, title) the key without a title, which documents use if the title may be a value."""
    return {*pages, *((screen_id, "") for screen_id, _ in pages)}


def _shares_its_id(page: ScreenKey, opener: Record) -> bool:
    """Tell whether several pages may have the key of a page, such as similar menus without titles.

    opener: document whose action opens the page.
    """
    return not page[1] and effect_in(opener).dialog


def _end(record: Record) -> ScreenKey | None:
    """Return the key of the page that an action on an element led to, or None if it led to no other page."""
    seen = effect_in(record)
    end, started = (record.leads_to, seen.to_title), (record.screen_id, seen.title)
    return end if record.leads_to and record.action in LEADING and end != started else None
