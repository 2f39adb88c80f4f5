"""Which records are in force, which conflict and which come first: pure rules over sets of records.

The same records give the same answer in whatever order they came.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from graphlib import TopologicalSorter

from appagent.store.records import Record

Subject = tuple[str, str, str, str, str, str]


@dataclass(frozen=True)
class Trust:
    """Whom this store believes: its own authors before known ones before everybody else."""

    own: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()

    def of(self, record: Record) -> int:
        """2 for an own record, 1 for a known author's, 0 for the rest."""
        return 2 if record.author in self.own else int(record.author in self.known)


@dataclass(frozen=True)
class Found:
    """A document for an element, and how near it is: `how` is "screen", "element" or "template"."""

    record: Record
    how: str


def subject(record: Record) -> Subject:
    """What a record is about: records of one subject compete."""
    return (record.app, record.screen_id, record.template, record.element_id, record.action, record.kind)


def in_force(records: Iterable[Record], trust: Trust) -> list[Record]:
    """The current records: those that nothing in force hides. By id."""
    everything = _by_id(records)
    hidden = _Judgement(everything, trust).hidden
    return [record for key, record in everything.items() if key not in hidden and not record.retracted]


def conflicts(records: Iterable[Record], trust: Trust) -> list[tuple[Record, ...]]:
    """Current words of persons that contradict each other, a retraction being such a word.

    Each group is about one subject; a record that replaces all of a group ends its conflict.
    """
    everything = _by_id(records)
    judgement = _Judgement(everything, trust)
    persons = {
        key: record for key, record in everything.items() if record.source == "human" and key not in judgement.hidden
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


def ranked(
    records: Iterable[Record], history: Iterable[Record], helped: Mapping[str, int], trust: Trust
) -> list[Record]:
    """The records, best first: those of own and known authors, then strangers'; of each a person's, a demonstration's,
    an exploration's; then by how often they helped; by depth of revision; by time, the latest first; by id.

    Strangers come last since anybody can write "human" into a record: what they say is added to what is known here,
    and never takes its place.

    history: must hold the records themselves and what they replace, as far back as it is known.
    helped: times by record id; none is 0.
    """
    standing, depth = _lineage(_by_id(history))

    def place(record: Record) -> tuple[bool, int, int, int, float, str]:
        moment = datetime.fromisoformat(record.time).timestamp()
        worth = (standing[record.id], -helped.get(record.id, 0), -depth[record.id])
        return trust.of(record) == 0, *worth, -moment, record.id

    return sorted(records, key=place)


def in_steps(records: Iterable[Record], screen_id: str, element_id: str, template: str, trust: Trust) -> list[Found]:
    """The documents that serve an element, in their order within each step; strangers' after all that are believed.

    For each kind of action the first step that has any serves: the element on this screen; the element
    on another; its template on this screen; its template anywhere. The steps of strangers are taken
    apart: their word about this screen must not take the place of what is known from another.
    """
    given = list(records)
    believed = [record for record in given if trust.of(record) > 0]
    strangers = [record for record in given if trust.of(record) == 0]
    return [found for each in (believed, strangers) for found in _in_steps(each, screen_id, element_id, template)]


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
    """What records do to each other: `hidden` ids, and `disputed` (retraction, person's record) ids."""

    def __init__(self, records: Mapping[str, Record], trust: Trust) -> None:
        self._records = records
        self._trust = trust
        self._newer: dict[str, list[str]] = defaultdict(list)
        for key, record in records.items():
            for older in record.replaces:
                self._newer[older].append(key)
        self.hidden: set[str] = set()
        self.disputed: set[tuple[str, str]] = set()
        for key, record in records.items():
            for older in record.replaces:
                if older in records and self._may_hide(record, records[older]):
                    self.hidden.add(older)
                    if record.retracted:
                        self._withdraw(key, older)

    def _may_hide(self, newer: Record, older: Record) -> bool:
        """Trusted at least as much, and no model's word against a person's."""
        if self._trust.of(newer) < self._trust.of(older):
            return False
        return newer.source == "human" or older.source != "human"

    def _withdraw(self, retraction: str, retracted: str) -> None:
        """What a model made of a text, not knowing that it is retracted, goes too; a person's is disputed."""
        made_of_it = [self._descendants(retracted, trusted) for trusted in range(3)]
        for key in made_of_it[0] - self._descendants(retraction) - {retraction}:
            record = self._records[key]
            if record.source == "human":
                self.disputed.add((retraction, key))
            # by way of records trusted as much as itself: else a stranger's, between two own ones, would decide
            elif key in made_of_it[self._trust.of(record)] and self._may_hide(self._records[retraction], record):
                self.hidden.add(key)

    def _descendants(self, key: str, trusted: int = 0) -> set[str]:
        """Revisions of a record and theirs, where all of them and the record are trusted at least so."""
        seen: set[str] = set()
        waiting = [key]
        while waiting:
            older = waiting.pop()
            if self._trust.of(self._records[older]) >= trusted:
                newer = set(self._newer[older]) - seen
                seen |= newer
                waiting += newer
        return seen


def _lineage(history: Mapping[str, Record]) -> tuple[dict[str, int], dict[str, int]]:
    """Standing (0 a person's, 1 a demonstration's, 2 the rest) and depth of revision, by id.

    A refinement stands where the best of what it refines stands, but never as a person's words.
    """
    standing = {key: {"human": 0, "demo": 1}.get(record.source, 2) for key, record in history.items()}
    depth = dict.fromkeys(history, 0)
    # an explicit order instead of recursion: a chain of revisions may be longer than the stack
    revised = {key: record.replaces for key, record in history.items() if record.replaces}
    for key in TopologicalSorter(revised).static_order():
        if key not in revised:
            continue
        older = [each for each in revised[key] if each in history]  # the rest is not known here
        depth[key] = 1 + max((depth[each] for each in older), default=0)
        if history[key].source == "refine":
            standing[key] = max(1, min((standing[each] for each in older), default=2))
    return standing, depth


def _by_id(records: Iterable[Record]) -> dict[str, Record]:
    return dict(sorted((record.id, record) for record in set(records)))
