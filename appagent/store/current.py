"""Decide which records are in force (still valid), which of them conflict, and in which order they come.

The same records give the same answer in whatever order they are read. A record is trusted if it was made in this store,
or is signed with a key of the team. In an untrusted record, the author and the source may be lies. So trusted records
come first, whatever the untrusted ones say.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from graphlib import TopologicalSorter

from appagent.store.outcomes import distance
from appagent.store.records import Record

Subject = tuple[str, str, str, str, str, str]


def subject(record: Record) -> Subject:
    """Return what a record is about: (app, screen id, template, element id, action, kind).

    Records with the same subject are about the same action on the same element.
    """
    return (record.app, record.screen_id, record.template, record.element_id, record.action, record.kind)


def _disputable(record: Record) -> tuple[str, ...]:
    """Return a key of a record: its subject, its page and its element's words.

    Only records with equal keys can conflict.
    """
    seen = record.facts.get("seen")
    page = [seen.get("title"), seen.get("page")] if isinstance(seen, Mapping) else []
    return *subject(record), *(str(text or "") for text in (*page, record.facts.get("words")))


def in_force(records: Iterable[Record]) -> list[Record]:
    """Return the records that are in force, that is, still valid, sorted by id.

    These are all records except:
    - retractions
    - records that another record replaces. An untrusted record cannot replace a trusted one. Of records that are
    trusted alike, only a person's can replace a person's.
    - records that replace a retracted record, directly or not. Such a record stays in force if it is a trusted
    person's, or if it also replaces the retraction, because then its author knew of it. Against a trusted record,
    untrusted retractions have no effect.
    """
    everything = _by_id(records)
    hidden = _Judgement(everything).hidden
    return [record for key, record in everything.items() if key not in hidden and not record.retracted]


def conflicts(records: Iterable[Record]) -> list[tuple[Record, ...]]:
    """Return groups of records in which persons say different things about the same action on the same element.

    Only records about the same page, with the same words of the element, can conflict, because one element may be on
    several pages and its words may change. Only trusted records that no other record has replaced count; a retraction
    counts too. A conflict ends when a new record replaces all records of the group.
    """
    everything = _by_id(records)
    judgement = _Judgement(everything)
    persons = {
        key: record
        for key, record in everything.items()
        if record.source == "human" and not record.untrusted and key not in judgement.hidden
    }
    groups: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for key, record in persons.items():
        if not record.retracted:
            groups[_disputable(record)].add(key)
    for retraction, survivor in judgement.disputed:
        if retraction in persons and survivor in persons and not persons[survivor].retracted:
            groups[_disputable(persons[survivor])].add(retraction)
    found = [tuple(persons[key] for key in sorted(group)) for _, group in sorted(groups.items())]
    return [group for group in found if len({(each.text, each.retracted) for each in group}) > 1]


def ranked(
    records: Iterable[Record],
    history: Iterable[Record],
    helped: Mapping[str, int],
    here: tuple[str, str] = ("", ""),
) -> list[Record]:
    """Return the records, best first. They are sorted by these rules; each decides only if all before it are equal:

    - Trusted records come before untrusted ones, because anybody can write "human" into a record.
    - Within each of these two groups, records that have failed here lately come last.
    - A person's records come first, then those from a demonstration, then all others.
    - Records that helped more often come first.
    - Records with more revisions before them come first.
    - Records of the same version and locale as the app at hand come first, then those of the most similar ones.
    - Later records come first.
    - The id decides.

    history: the records themselves and all known records that they replace, directly or not.
    helped: the number of times that each record helped, by record id; a missing id counts as 0.
    here: version and locale of the app at hand.
    """
    standing, depth = _lineage(_by_id(history))

    def sort_key(record: Record) -> tuple[bool, bool, int, int, int, tuple[int, int], float, str]:
        made_at = datetime.fromisoformat(record.time).timestamp()
        worth = (standing[record.id], -helped.get(record.id, 0), -depth[record.id])
        far = distance(record.app_version, record.locale, here)
        return record.untrusted, record.failing, *worth, far, -made_at, record.id

    return sorted(records, key=sort_key)


def oldest_first(records: Mapping[str, Record]) -> Iterable[str]:
    """Return all ids, each one after the ids of the records that it replaces."""
    # no recursion: a chain of revisions may be longer than the stack allows
    revised = {key: [each for each in record.replaces if each in records] for key, record in records.items()}
    return TopologicalSorter(revised).static_order()


class _Judgement:
    """Find out which records are no longer valid because of other records.

    records: all records, by id.
    hidden: ids of the records that are no longer valid.
    disputed: pairs (id of a retraction, id of a trusted person's record that is based on the retracted record).
    """

    def __init__(self, records: Mapping[str, Record]) -> None:
        self._records = records
        self.hidden: set[str] = set()
        self.disputed: set[tuple[str, str]] = set()
        retractions: list[str] = []
        for key, record in records.items():
            hides = [older for older in record.replaces if older in records and _may_hide(record, records[older])]
            hides = [] if record.kind == "purge" else hides  # it erases; what is still here, it may not erase
            self.hidden.update(hides)
            if record.retracted and hides:
                retractions.append(key)
        if retractions:
            self._withdraw(retractions)

    def _withdraw(self, retractions: Sequence[str]) -> None:
        """Hide records that are based on a retracted record, unless their author knew of the retraction.

        A record is based on all records that it replaces, directly or not. If a retraction is among these, the author
        knew of it. A trusted person's record is not hidden but added to `disputed`.

        retractions: ids of the retractions. Sets of retractions are kept as integers with one bit for each retraction,
        which is fast even if somebody imports very long chains of retractions.
        """
        bits = {key: 1 << place for place, key in enumerate(retractions)}
        trusted = sum(bit for key, bit in bits.items() if not self._records[key].untrusted)
        met = {key: _Met() for key in self._records}
        for key, bit in bits.items():
            for older in self._records[key].replaces:
                if older in self._records and _may_hide(self._records[key], self._records[older]):
                    met[older].of_it |= bit
        for key in oldest_first(self._records):
            record, here = self._records[key], met[key]
            for older in (each for each in record.replaces if each in self._records):
                here.inherit(met[older], bits.get(older, 0), untrusted=self._records[older].untrusted)
            unknown = here.of_older & ~here.known & ~bits.get(key, 0)
            # through trusted records alone: else a stranger's record between two of ours would decide
            ours = unknown & trusted & here.of_older_trusted
            if record.untrusted:
                unknown &= trusted if record.source == "human" else -1
                self.hidden |= {key} if unknown else set()
            elif record.source == "human":
                self.disputed |= {(retractions[place], key) for place in _places(ours)}
            elif ours:
                self.hidden.add(key)


@dataclass
class _Met:
    """Retractions that concern one record R, in four sets. A set is an integer with one bit for each retraction.

    A retraction is a record which says that the records it replaces are wrong. R replaces a record directly if it names
    the record's id, and indirectly if it replaces a record that replaces it.

    of_it: the retractions of R.
    of_older: the retractions of records that R replaces, directly or not.
    of_older_trusted: those of `of_older` for which the retracted record, and every record in a chain of replacements
    from it to R, is trusted.
    known: the retractions that R itself replaces, directly or not; its author knew of them.
    """

    of_it: int = 0
    of_older: int = 0
    of_older_trusted: int = 0
    known: int = 0

    def inherit(self, older: "_Met", bit: int, *, untrusted: bool) -> None:
        """Add the retractions that concern an older record, because this record replaces the older record.

        bit: the older record's own bit if the older record is a retraction, else 0.
        untrusted: True if the older record is untrusted.
        """
        self.known |= older.known | bit
        self.of_older |= older.of_it | older.of_older
        if not untrusted:
            self.of_older_trusted |= older.of_it | older.of_older_trusted


def _may_hide(newer: Record, older: Record) -> bool:
    """Tell whether a newer record may hide an older one.

    An untrusted record never hides a trusted one; a trusted record may hide any untrusted one. If both are trusted
    alike, only a person's record may hide a person's record.
    """
    if newer.untrusted != older.untrusted:
        return older.untrusted
    return newer.source == "human" or older.source != "human"


def _places(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _lineage(history: Mapping[str, Record]) -> tuple[dict[str, int], dict[str, int]]:
    """Return two dicts by record id: how good the source of each record is, and how many revisions it has had.

    The first number is 0 for a person's record, 1 for a demonstration's, and 2 for others. A refinement has the lowest
    number of the records that it replaces, but at least 1. The second number is 0 for a record that replaces none, else
    1 more than the greatest number of the records that it replaces. For a trusted record, untrusted records that it
    replaces do not count.
    """
    standing = {key: {"human": 0, "demo": 1}.get(record.source, 2) for key, record in history.items()}
    depth = dict.fromkeys(history, 0)
    for key in oldest_first(history):
        record = history[key]
        older = [each for each in record.replaces if each in history and history[each].untrusted <= record.untrusted]
        if record.replaces:
            depth[key] = 1 + max((depth[each] for each in older), default=0)  # records not known here count as one
        if record.source == "refine":
            standing[key] = max(1, min((standing[each] for each in older), default=2))
    return standing, depth


def _by_id(records: Iterable[Record]) -> dict[str, Record]:
    """Return the records by id, sorted by id. If there are a trusted and an untrusted copy, the trusted one is kept."""
    ordered = sorted(records, key=lambda record: (record.id, not record.untrusted))
    return {record.id: record for record in ordered}
