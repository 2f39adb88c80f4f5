"""Tell which documents still hold in a new version of an app, which have changed, and which have lost their element.

Three things are known of a version: which documents were learnt with it, how often others worked and failed with it,
and which elements were on the screens that a learning run met. Untrusted documents are left out.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from appagent.documents.facts import end_of, is_listed, page_of, same_end, seen_in, words_in
from appagent.documents.wording import plainly
from appagent.store import Record, Store
from appagent.store.outcomes import Outcomes, version_order

APPEARED, GONE, CHANGED, FAILING, SURE, LIKELY, UNSEEN = (
    "appeared", "gone", "changed", "failing", "sure", "likely", "unseen",
)  # fmt: skip


@dataclass(frozen=True)
class Shift:
    """Change of one document between two versions of an app.

    what: one of these.
    - "appeared": its element was not there before.
    - "gone": its element is no longer on its screen, or its screen was not seen and no path leads there any more.
    - "changed": its action does something else, or leads elsewhere.
    - "failing": its action did nothing more often than it worked.
    - "sure": its action did what it says.
    - "likely": its element is there, and was not tried.
    - "unseen": its screen was not seen.
    record: the document, as it last was in the earlier version. now: for a changed document, the one that was learnt
    with the new version. counts: how often the document worked and failed with the new version, in words, or "".
    """

    what: str
    record: Record
    now: Record | None = None
    counts: str = ""


_Subject = tuple[str, str, str, str]
_Documents = Mapping[_Subject, Sequence[Record]]


@dataclass(frozen=True)
class AppVersions:
    """All that a store knows of an app's versions.

    records: the app's trusted documents, including replaced ones, but none that was retracted. outcomes: by record id.
    sighted: for each version and screen id, the ids of the elements and the templates of the rows that were on the
    screen.
    """

    records: Sequence[Record]
    outcomes: Mapping[str, Outcomes]
    sighted: Mapping[str, Mapping[str, frozenset[str]]]

    @classmethod
    def of(cls, store: Store, app: str) -> "AppVersions":
        """Return what a store knows of an app."""
        told = [each for each in store.records(app) if each.kind == "document" and not each.untrusted]
        taken_back = {older for each in told if each.retracted for older in each.replaces}
        left = [each for each in told if not each.retracted and each.id not in taken_back]
        outcomes = store.outcomes(each.id for each in left)
        return cls(store.under_newer_names(left), outcomes, store.sighted(app))

    @property
    def versions(self) -> list[str]:
        """Return all versions, the latest last."""
        found = {*self.sighted, *(record.app_version for record in self.records)}
        found |= {version for told in self.outcomes.values() for version in told.by_version}
        return sorted(filter(None, found), key=lambda version: (version_order(version), version))

    def compared(self, new: str, old: str | None = None) -> list[Shift]:
        """Return what has become of the documents of an earlier version in a new version, in the order of `Shift`.

        new: the new version. old: the earlier version; None for everything that was learnt with any other version, and
        then no document is said to have appeared.
        """
        before = self._documents(lambda record, used: old in used if old is not None else record.app_version != new)
        now = self._documents(lambda record, used: new in used)
        shifts = [self._shift(record, now, new) for each in before.values() for record in each]
        found = _lost(shifts, self.sighted.get(new, {}))
        if old is not None:
            there = self.sighted.get(old, {})
            added = [record for key, each in now.items() if key not in before for record in each]
            found += [Shift(APPEARED, record) for record in added if _presence(record, there) != LIKELY]
        order = (APPEARED, GONE, CHANGED, FAILING, SURE, LIKELY, UNSEEN)
        return sorted(found, key=lambda shift: order.index(shift.what))

    def _documents(self, wanted: Callable[[Record, set[str]], bool]) -> _Documents:
        """Group the wanted documents by the control and action that they are about, each in its latest wording.

        wanted: function that gets a record and the versions in which it is known to hold, and returns whether to take
        it.
        """
        chosen = [record for record in self.records if wanted(record, self._versions_of(record))]
        replaced = {older for record in chosen for older in record.replaces}
        found: dict[_Subject, list[Record]] = {}
        for record in chosen:
            if record.id not in replaced:
                found.setdefault(_subject(record), []).append(record)
        return found

    def _shift(self, record: Record, now: _Documents, new: str) -> Shift:
        """Return what has become of one document in the version `new`.

        now: the documents that are known to hold in it.
        """
        told = self.outcomes.get(record.id, Outcomes())
        counts = told.of(new)
        worked, failed = told.by_version.get(new, (0, 0))
        same = _same(record, now.get(_subject(record), ()))
        place = _presence(record, self.sighted.get(new, {}))
        if failed > worked:
            return Shift(FAILING, record, counts=counts)
        if same and _differs(record, same):
            return Shift(CHANGED, record, same, counts)
        return Shift(SURE if same else place, record, counts=counts)

    def _versions_of(self, record: Record) -> set[str]:
        counted = self.outcomes.get(record.id, Outcomes()).by_version
        return {record.app_version, *(version for version, (worked, _) in counted.items() if worked)}


def _lost(shifts: Sequence[Shift], seen: Collection[str]) -> list[Shift]:
    """Return the shifts, with "gone" for documents on pages that were not seen and can no longer be reached.

    seen: ids of the screens that were seen with the new version.
    """
    onward: dict[str, set[str]] = {}
    for each in shifts:
        if each.what in (SURE, LIKELY, UNSEEN):
            onward.setdefault(each.record.screen_id, set()).add(each.record.leads_to)
    reached, queue = set(seen), list(seen)
    while queue:
        further = onward.get(queue.pop(), set()) - reached
        reached |= further
        queue += further
    led_to = {each.record.leads_to for each in shifts if each.record.leads_to != each.record.screen_id}
    cut_off = led_to - reached
    return [
        replace(each, what=GONE) if each.what == UNSEEN and each.record.screen_id in cut_off else each
        for each in shifts
    ]


def _subject(record: Record) -> _Subject:
    """Return (screen id, template, element id, action) of a document, with ids that the next release probably keeps."""
    names = {name: getattr(record, name) for name in ("screen_id", "template", "element_id")} | record.coarse
    return names["screen_id"], names["template"], names["element_id"], record.action


def _same(record: Record, now: Sequence[Record]) -> Record | None:
    """Return the latest document in `now` with the page and words of a document; else the only one in `now`, or None.

    now: documents about the same element. One element may serve several pages, with different words.
    """
    alike = [each for each in now if (page_of(each), words_in(each)) == (page_of(record), words_in(record))]
    if alike:
        return max(alike, key=lambda each: (each.id == record.id, each.time, each.id))
    return now[0] if len(now) == 1 else None


def _differs(record: Record, now: Record) -> bool:
    """Tell whether two documents record different effects.

    Two that lead to the same screen do not, because one screen may be opened once and gone back to later.
    """
    unknown = record.id == now.id or seen_in(record) is None or seen_in(now) is None
    led = end_of(record)
    return not (unknown or same_end(record, now) or (led and led == end_of(now)) or plainly(record) == plainly(now))


def _presence(record: Record, seen: Mapping[str, frozenset[str]]) -> str:
    """Return whether a document's element was seen: "likely" if so, "gone" if only its screen was, else "unseen"."""
    coarse = record.coarse
    pages = {record.screen_id, coarse.get("screen_id", record.screen_id)}
    kind = "template" if is_listed(record) or not record.element_id else "element_id"
    names = {getattr(record, kind), coarse.get(kind, "")} - {""}
    if any(names & seen.get(page, frozenset()) for page in pages):
        return LIKELY
    if not any(page in seen for page in pages):
        return UNSEEN
    return LIKELY if any(names & there for there in seen.values()) else GONE
