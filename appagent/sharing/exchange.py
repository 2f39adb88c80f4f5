"""Exchange documents with a hub: a folder, bucket or database that several people push to and pull from.

A hub keeps lines of JSON by name; each is a record, a screen or a line of counts. A name contains a hash of its line.
So a line never changes, and a hub has it only once even if several people push it. What is missing at either end is the
difference of two sets of names. After an interruption, a push or pull goes on where it stopped.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Protocol

from appagent.errors import StoreError
from appagent.store import Handed, Record, Store
from appagent.store.as_text.jsonl import FOLDER, check_app
from appagent.store.as_text.record_lines import (
    Counts,
    count_lines,
    read_counts,
    read_record,
    read_screen,
    record_line,
    screen_line,
)
from appagent.store.checks import TableRow
from appagent.store.merging import signer_of
from appagent.store.signed_rows import verified_row

_OUTCOMES = "outcomes-"  # in the name of a line that says how often documents proved right in one store
_NAME = re.compile(
    rf"{FOLDER}/(?:[0-9a-f]{{64}}\.[0-9a-f]{{32}}|(?:screen|{_OUTCOMES}[0-9a-f]{{32}})\.[0-9a-f]{{64}})\.json"
)
_BATCH = 500  # lines that are sent or taken in at a time
_MOST_NAMES = 2_000_000  # lines that are read of a hub
_MOST_ALIKE = 16  # lines about one record
_MOST_OTHERS = 100_000  # lines about screens of one app, or with the counts of one store: a line for each push
_MOST_TOLD = 5  # refused lines for which a reason is shown

Progress = Callable[[int, int], object]  # called with the number of lines that are done, and of all that are to be done


class Hub(Protocol):
    """Folder, bucket or database that keeps lines by name. All methods raise StoreError if it cannot be used."""

    def names(self) -> Iterable[str]:
        """Return the names of all lines. Names of things that are not ours may be among them.

        A hub that knows who added a line lets the members take turns, so that none of them crowds out the others.
        """

    def read(self, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        """Yield pairs (name, line). Lines that are gone, or longer than a line may be, are left out."""

    def write(self, lines: Mapping[str, bytes]) -> None:
        """Save lines by name, each whole or not at all. A name that exists already may be left as it is."""

    def remove(self, names: Sequence[str]) -> None:
        """Delete the lines with these names."""


@dataclass
class Exchanged:
    """Result of a push or pull.

    there: the number of lines that the hub had before.
    lines: the number of lines that were sent or read.
    purged: the number of purged records that a push deleted from the hub.
    stays: why some of these could not be deleted, or "".
    new: the number of records that the store did not have.
    left_out: the number of records that were left out, by author whose key is not trusted; "" for all that are not
    signed.
    rows_left_out: the number of screens and counters that were left out, because nobody signed them who is trusted.
    refused: for each line of the hub that is not valid, and was left out, its name and the reason.
    """

    there: int
    lines: int = 0
    purged: int = 0
    stays: str = ""
    new: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    rows_left_out: int = 0
    refused: list[str] = field(default_factory=list)

    @property
    def reasons(self) -> list[str]:
        """Return the reasons why lines were refused: the first five, and then how many more there are."""
        more = len(self.refused) - _MOST_TOLD
        return self.refused[:_MOST_TOLD] + ([f"and {more} more"] if more > 0 else [])


def push_to_hub(store: Store, hub: Hub, apps: Sequence[str], tell: Progress) -> Exchanged:
    """Send a hub all records, screens and counts of these apps that it lacks, and delete from it what was purged.

    tell: called to report progress.
    Raises StoreError if the hub cannot be used, or if an app's name cannot be in the name of a line; lines that were
    sent before stay at the hub.
    """
    for app in apps:
        check_app(app)
    there, crowded = _names(hub)
    done = Exchanged(len(there), refused=crowded)
    missing = Counter(app for app in apps for name, _ in _lines(store, app, own=True) if name not in there)
    left = ((name, line) for app in missing for name, line in _lines(store, app, own=True) if name not in there)
    tell(0, missing.total())
    while batch := dict(islice(left, _BATCH)):
        hub.write(batch)
        done.lines += len(batch)
        tell(done.lines, missing.total())
    gone = sorted(_purged(store, apps, there))
    with suppress(StoreError):  # some members may only add; old counts do no harm, because the highest ones win
        hub.remove([name for app in apps for name in _outdated(store, app, there)])
    try:
        for start in range(0, len(gone), _BATCH):
            hub.remove(gone[start : start + _BATCH])
            done.purged += len(gone[start : start + _BATCH])
    except StoreError as error:  # some members may only add; everything else is done
        done.stays = str(error)
    return done


def pull_from_hub(
    store: Store, hub: Hub, meant: Callable[[set[str]], Iterable[str]], tell: Progress, *, untrusted: bool = False
) -> Exchanged:
    """Add to a store all lines of a hub that it lacks.

    meant: function that gets the apps that the hub has lines of, and returns those to pull.
    tell: called to report progress.
    untrusted: True to add also what is not signed, or signed with an unknown key.
    A line that is not valid is left out and reported, so that one member cannot block what the others push.
    Raises StoreError if the hub cannot be used; what was added before stays in the store.
    """
    there, crowded = _names(hub)
    done = Exchanged(len(there), refused=crowded)
    apps = sorted({*meant({_app(name) for name in there})})
    mine = {name for app in apps for name, _ in _lines(store, app)}
    missing = {name for name in there - mine if _app(name) in apps} - _purged(store, apps, there)
    records = {name for name in missing if not _is_screen(name) and not _is_outcomes(name)}
    screens, counts = set(filter(_is_screen, missing)), set(filter(_is_outcomes, missing))
    tell(0, len(missing))

    def batches(names: set[str]) -> Iterator[Handed]:
        in_order = sorted(names)
        for start in range(0, len(in_order), _BATCH):
            batch = in_order[start : start + _BATCH]
            yield _read_lines(hub.read(batch), done.refused)
            done.lines += len(batch)
            tell(done.lines, len(missing))

    for held in batches(records):
        taken = store.union(held, untrusted=untrusted)
        done.new += taken.new
        done.left_out.update(taken.left_out)
    for held in batches(screens):
        done.rows_left_out += store.union(held, untrusted=untrusted).rows_left_out
    of_ours = {record.id for app in apps for record in store.records(app)} if counts else set()
    for held in batches(counts):
        known = ([row for row in rows if row[0] in of_ours] for rows in (held.helped, held.outcomes))
        done.rows_left_out += store.union(Handed((), (), *known), untrusted=untrusted).rows_left_out
    return done


def _purged(store: Store, apps: Iterable[str], names: Iterable[str]) -> set[str]:
    """Return those of these names whose records the owner of the store, or a teammate, has purged."""
    tombs = (record for app in apps for record in store.records(app) if record.kind == "purge" and not record.untrusted)
    purged = {each for tomb in tombs for each in tomb.replaces}
    return {name for name in names if name.partition("/")[2].partition(".")[0] in purged}


def _lines(store: Store, app: str, *, own: bool = False) -> Iterator[tuple[str, bytes]]:
    """Yield pairs (name at a hub, line) for all that a store has about an app.

    own: True to leave out the counts of other stores, which push them themselves.
    """
    which = "own" if own else "all"
    for whose, line in count_lines(app, Counts(store.helped_rows(app, which), store.outcome_rows(app, which))):
        yield _outcomes_name(app, whose, line), line
    for record in store.records(app):
        line = record_line(record)
        yield _record_name(record, line), line
    for row in store.screen_rows(app):
        line = screen_line(row)
        yield _screen_name(row, line), line


def _outdated(store: Store, app: str, there: Iterable[str]) -> list[str]:
    """Return the names of a hub's lines that hold older counts of this store.

    there: the names of all lines of the hub.
    """
    now = {name for name, _ in _lines(store, app, own=True) if _is_outcomes(name)}
    own = {name.rpartition(".json")[0].rpartition(".")[0] for name in now}
    return [name for name in there if name.rpartition(".json")[0].rpartition(".")[0] in own and name not in now]


def _outcomes_name(app: str, store: str, line: bytes) -> str:
    whose = hashlib.sha256(store.encode()).hexdigest()[:32]
    return f"{app}/{_OUTCOMES}{whose}.{hashlib.sha256(line).hexdigest()}.json"


def _record_name(record: Record, line: bytes) -> str:
    # the line's hash as well: somebody may push a record under another signature
    return f"{record.app}/{record.id}.{hashlib.sha256(line).hexdigest()[:32]}.json"


def _screen_name(row: TableRow, line: bytes) -> str:
    return f"{row[0]}/screen.{hashlib.sha256(line).hexdigest()}.json"


def _app(name: str) -> str:
    return name.partition("/")[0]


def _is_screen(name: str) -> bool:
    return name.partition("/")[2].startswith("screen.")


def _is_outcomes(name: str) -> bool:
    return name.partition("/")[2].startswith(_OUTCOMES)


def _names(hub: Hub) -> tuple[set[str], list[str]]:
    """Return the names of a hub's lines, and why some were left out: [], or one reason.

    A record has two lines at most, a signed one and one that is not. Whoever adds more, adds lines that are not valid.
    Counts have a line more at each push where members may only add.
    """
    names, about, left = set[str](), Counter[str](), 0
    for name in filter(_NAME.fullmatch, hub.names()):
        one = name.removesuffix(".json").rpartition(".")[0]
        most = _MOST_OTHERS if _is_screen(name) or _is_outcomes(name) else _MOST_ALIKE
        if len(names) == _MOST_NAMES or about[one] == most:
            left += 1
            continue
        about[one] += 1
        names.add(name)
    why = f"{left} lines: more than the {_MOST_ALIKE} about one record, or the {_MOST_NAMES} in all, that are read"
    return names, [why] if left else []


def _read_lines(lines: Iterator[tuple[str, bytes]], refused: list[str]) -> Handed:
    """Parse pairs (name, line) of a hub, and return the contents. Add the reason for each wrong line to `refused`."""
    records: list[Record] = []
    screens: list[TableRow] = []
    helped: list[TableRow] = []
    outcomes: list[TableRow] = []
    for name, line in lines:
        try:
            if _is_screen(name):
                row = read_screen(line)
                _check(name, _screen_name(row, line))
                verified_row("screens", row)
                screens.append(row)
            elif _is_outcomes(name):
                app, counts = read_counts(line)
                every = [("helped", row) for row in counts.helped] + [("outcomes", row) for row in counts.outcomes]
                _check(name, _outcomes_name(app, str(every[0][1][1]) if every else "", line))
                for table, row in every:
                    verified_row(table, row)
                helped += counts.helped
                outcomes += counts.outcomes
            else:
                record = read_record(line)
                _check(name, _record_name(record, line))
                signer_of(record)
                records.append(record)
        except StoreError as error:
            refused.append(f"{name}: {error}")
    return Handed(records, screens, helped, outcomes)


def _check(name: str, right: str) -> None:
    if name != right:
        raise StoreError("it lies under the name of another line")
