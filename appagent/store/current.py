"""Rules over sets of records: the ones in force, the ones that conflict, and the order of them all.

The same records give the same answer in whatever order they came. Authors are claims, and so is that a person wrote
something: what was made here stands before what came by import, whatever name that bears.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from graphlib import TopologicalSorter

from appagent.store.records import Record

Subject = tuple[str, str, str, str, str, str]


@dataclass(frozen=True)
class Found:
    """A document for an element, and how near it is: `how` is "screen", "element" or "template"."""

    record: Record
    how: str


def subject(record: Record) -> Subject:
    """Return what a record is about: records of one subject compete."""
    return (record.app, record.screen_id, record.template, record.element_id, record.action, record.kind)


def in_force(records: Iterable[Record]) -> list[Record]:
    """Return the current records, by id: those that nothing in force hides."""
    everything = _by_id(records)
    hidden = _Judgement(everything).hidden
    return [record for key, record in everything.items() if key not in hidden and not record.retracted]


def conflicts(records: Iterable[Record]) -> list[tuple[Record, ...]]:
    """Return current words of persons, written here, that contradict each other; a retraction is such a word.

    Each group is about one subject; a record that replaces all of a group ends its conflict.
    """
    everything = _by_id(records)
    judgement = _Judgement(everything)
    persons = {
        key: record
        for key, record in everything.items()
        if record.source == "human" and not record.imported and key not in judgement.hidden
    }
    groups: dict[Subject, set[str]] = defaultdict(set)
    for key, record in persons.items():
        if not record.retracted:
            groups[subject(record)].add(key)
    for retraction, survivor in judgement.disputed:
        if retraction in persons and survivor in persons and not persons[survivor].retracted:
            groups[subject(persons[survivor])].add(retraction)
    found = [tuple(persons[key] for key in sorted(group)) for _, group in sorted(groups.items())]
    return [group for group in found if len({(each.text, each.retracted) for each in group}) > 1]


def ranked(records: Iterable[Record], history: Iterable[Record], helped: Mapping[str, int]) -> list[Record]:
    """Return the records, best first: those made here, then imported ones; of each a person's, a demonstration's, an
    exploration's; then by how often they helped; by depth of revision; by time, the latest first; by id.

    Imported ones come last since anybody can write "human" into a record: what they say is added to what is known
    here, and never takes its place.

    history: must hold the records themselves and what they replace, as far back as it is known.
    helped: times by record id; none is 0.
    """
    standing, depth = _lineage(_by_id(history))

    def place(record: Record) -> tuple[bool, int, int, int, float, str]:
        moment = datetime.fromisoformat(record.time).timestamp()
        worth = (standing[record.id], -helped.get(record.id, 0), -depth[record.id])
        return record.imported, *worth, -moment, record.id

    return sorted(records, key=place)


def in_steps(records: Iterable[Record], screen_id: str, element_id: str, template: str) -> list[Found]:
    """Return the documents that serve an element, in their order within each step; imported ones after all others.

    For each kind of action the first step that has any serves: the element on this screen; the element
    on another; its template on this screen; its template anywhere. The steps of imported ones are taken
    apart: their word about this screen must not take the place of what is known from another.
    """
    given = list(records)
    made_here = [record for record in given if not record.imported]
    strangers = [record for record in given if record.imported]
    return [found for each in (made_here, strangers) for found in _in_steps(each, screen_id, element_id, template)]


def _in_steps(waiting: list[Record], screen_id: str, element_id: str, template: str) -> list[Found]:
    found: list[Found] = []
    for how, wanted in (
        ("screen", (screen_id, element_id, template)),
        ("element", (None, element_id, template)),
        ("template", (screen_id, "", template)),
        ("template", (None, "", template)),
    ):
        here = [record for record in waiting if _fits(record, *wanted)]
        found += [Found(record, how) for record in here]
        served = {record.action for record in here}
        waiting = [record for record in waiting if record.action not in served]
    return found


def _fits(record: Record, screen_id: str | None, element_id: str, template: str) -> bool:
    if screen_id is not None and record.screen_id != screen_id:
        return False
    return record.element_id == element_id and (element_id != "" or record.template == template)


class _Judgement:
    """All that records do to each other: `hidden` ids, and `disputed` (retraction, person's record made here) ids."""

    def __init__(self, records: Mapping[str, Record]) -> None:
        self._records = records
        self.hidden: set[str] = set()
        self.disputed: set[tuple[str, str]] = set()
        retractions: list[str] = []
        for key, record in records.items():
            hides = [older for older in record.replaces if older in records and _may_hide(record, records[older])]
            self.hidden.update(hides)
            if record.retracted and hides:
                retractions.append(key)
        if retractions:
            self._withdraw(retractions)

    def _withdraw(self, retractions: Sequence[str]) -> None:
        """Hide what a model made of a text, not knowing that it is retracted; a person's is disputed.

        Sets of retractions are whole numbers, a bit for each: a stranger may have made long chains of them.
        """
        bits = {key: 1 << place for place, key in enumerate(retractions)}
        made_here = sum(bit for key, bit in bits.items() if not self._records[key].imported)
        met = {key: _Met() for key in self._records}
        for key, bit in bits.items():
            for older in self._records[key].replaces:
                if older in self._records and _may_hide(self._records[key], self._records[older]):
                    met[older].of_it |= bit
        for key in _oldest_first(self._records):
            record, here = self._records[key], met[key]
            for older in (each for each in record.replaces if each in self._records):
                here.inherit(met[older], bits.get(older, 0), imported=self._records[older].imported)
            unknown = here.of_older & ~here.known & ~bits.get(key, 0)
            if record.source == "human" and not record.imported:
                self.disputed |= {(retractions[place], key) for place in _places(unknown & made_here)}
            elif record.imported:
                unknown &= made_here if record.source == "human" else -1
                self.hidden |= {key} if unknown else set()
            # by way of records made here alone: else a stranger's, between two own ones, would decide
            elif unknown & made_here & here.of_older_here:
                self.hidden.add(key)


@dataclass
class _Met:
    """Retractions as a record meets them.

    of_it: those that retract it. of_older: those of what it was made of; of_older_here: by way of records made here.
    known: those that it was made in knowledge of.
    """

    of_it: int = 0
    of_older: int = 0
    of_older_here: int = 0
    known: int = 0

    def inherit(self, older: "_Met", bit: int, *, imported: bool) -> None:
        """Take over what an older record met. bit: of that one, if it is a retraction. imported: that one is."""
        self.known |= older.known | bit
        self.of_older |= older.of_it | older.of_older
        if not imported:
            self.of_older_here |= older.of_it | older.of_older_here


def _may_hide(newer: Record, older: Record) -> bool:
    """Return whether one record may hide another: no import hides what was made here, no model's word a person's."""
    if newer.imported != older.imported:
        return older.imported
    return newer.source == "human" or older.source != "human"


def _places(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _lineage(history: Mapping[str, Record]) -> tuple[dict[str, int], dict[str, int]]:
    """Return standing (0 a person's, 1 a demonstration's, 2 the rest) and depth of revision, by id.

    A refinement stands where the best of what it refines stands, but never as a person's words. What was made here
    gains nothing by what it refines of others.
    """
    standing = {key: {"human": 0, "demo": 1}.get(record.source, 2) for key, record in history.items()}
    depth = dict.fromkeys(history, 0)
    for key in _oldest_first(history):
        record = history[key]
        older = [each for each in record.replaces if each in history and history[each].imported <= record.imported]
        if record.replaces:
            depth[key] = 1 + max((depth[each] for each in older), default=0)  # what is not known here counts once
        if record.source == "refine":
            standing[key] = max(1, min((standing[each] for each in older), default=2))
    return standing, depth


def _oldest_first(records: Mapping[str, Record]) -> Iterable[str]:
    """Return ids, each after those that its record replaces."""
    # an explicit order instead of recursion: a chain of revisions may be longer than the stack
    revised = {key: [each for each in record.replaces if each in records] for key, record in records.items()}
    return TopologicalSorter(revised).static_order()


def _by_id(records: Iterable[Record]) -> dict[str, Record]:
    """Return records by id; of one that was made here and came by import too, the one made here."""
    ordered = sorted(records, key=lambda record: (record.id, not record.imported))
    return {record.id: record for record in ordered}
