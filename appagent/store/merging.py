"""Import another store: check all of it, set it aside, then write it in batches."""

import json
import marshal
import tempfile
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import IO, Any

from appagent.errors import StoreError
from appagent.store.checks import (
    COLUMNS,
    MOST_IMPORT_BYTES,
    MOST_ROWS,
    Handed,
    TableRow,
    checked_counter,
    checked_outcome,
    checked_record,
    checked_screen,
)
from appagent.store.keys import verified
from appagent.store.records import MOST_REPLACED, Record, utc_now
from appagent.store.signed_rows import verified_row
from appagent.store.tables import queries
from appagent.store.tables.counters import Counters
from appagent.store.tables.search import Search

_MOST_REPLACED = 20_000  # records that imported ones may replace; a team's app has some hundred revisions
_BATCH_ROWS, _BATCH_LETTERS = 1_000, 4_000_000  # of one transaction
_SIZE = 8  # bytes that say how long a batch is
_IN_MEMORY = 8_000_000  # bytes of an import that are set aside without a file


@dataclass(frozen=True)
class Taken:
    """Result of an import, as numbers of records.

    new: how many the store did not have before.
    accepted: how many of the imported records it has now, whether new or not.
    left_out: how many were left out, by author whose key is not trusted; "" for all that are not signed.
    rows_left_out: how many screens and counters were left out, because nobody signed them whose key is trusted.
    """

    new: int
    accepted: int
    left_out: Mapping[str, int]
    rows_left_out: int = 0


class Merging(Search, Counters):
    """Part of a store that adds records, purges them, and imports the contents of other stores."""

    _purged = False

    def add(self, *records: Record) -> int:
        """Add records, and return how many of them were new. Records by the user's own key are signed."""
        with self._writing():
            new = self._insert([self._signed(record) for record in records])
        self._scrub()
        return new

    def union(self, other: "Merging | Handed", *, untrusted: bool = False) -> Taken:
        """Add the records, screens and counters of another store, and return what was added.

        Everything that is signed with the user's own key or one of the team's is trusted like what was made here.
        Everything else is left out, or added as untrusted: records, screens and counters alike.

        Everything is read and checked before anything is written, so that a refused import leaves nothing behind. Then
        it is written in batches, each one transaction. If the process dies between two of them, whole batches of
        checked rows are in the store, and the same import again adds the rest. Until then everything is in a temporary
        file that only the user can read, so that a large import does not need much memory.

        other: a store, or the contents of one, for example `Handed(records=map(Record.from_json, lines))`. Records that
        were made here stay marked as made here. Unsigned counters under the name of this store are ignored.
        untrusted: True to add too what is not signed, or signed with an unknown key.
        Raises StoreError if anything in the other store is not valid, such as a signature, if it is larger than one
        import may be, or if untrusted records would replace more than 20,000 others.
        """
        theirs = other.handed() if isinstance(other, Merging) else other
        with tempfile.SpooledTemporaryFile(_IN_MEMORY) as aside:
            taken = self._set_aside(theirs, aside, untrusted)
            aside.seek(0)
            new = 0
            while size := aside.read(_SIZE):
                table, rows = marshal.loads(aside.read(int.from_bytes(size, "little")))  # noqa: S302 - written above
                with self._writing():
                    if table == "records":
                        new += self._insert(rows)
                    else:
                        self._db.conn.executemany(_MERGE[table], rows)
        self._scrub()
        return replace(taken, new=new)

    def handed(self) -> Handed:
        """Return the records, screens and counters of this store, to be given to `union` of another store."""
        return Handed(
            map(checked_record, self._all("records")), self.screen_rows(), *map(self._all, ("helped", "outcomes"))
        )

    def _all(self, table: str) -> Iterator[TableRow]:
        yield from self._each(f"SELECT {', '.join(COLUMNS[table])} FROM {table}")  # noqa: S608

    def purge(self, record: Record) -> list[str]:
        """Delete the contents of a record and of all its older versions from this store, and return their ids.

        Tombstones by the author of this store take their place. A tombstone is a record too: every store that imports
        it, and trusts it, deletes the same contents. Newer versions stay. What a crawl knows of the app goes too, as it
        quotes what was on the screens.
        """
        rows = self._rows(queries.FAMILY, {"id": record.id})
        versions = {row[0]: Record.restored(*row) for row in rows}
        gone, waiting = list[str](), [record.id]
        while waiting:
            if (each := waiting.pop()) in versions and each not in gone:
                gone.append(each)
                waiting += versions[each].replaces
        for start in range(0, len(gone), MOST_REPLACED):
            tomb = Record(
                kind="purge", app=record.app, text="", source="human", author=self.author, time=utc_now(),
                replaces=tuple(gone[start : start + MOST_REPLACED]),
            )  # fmt: skip
            self.add(tomb)
        return gone

    def revision(self, record: Record, **changes: Any) -> Record:
        """Return a new version of a record, by the author of this store. It is not added yet.

        changes: the attributes that differ, with their new values.
        """
        own: dict[str, Any] = {
            "author": self.author,
            "signature": "",
            "time": utc_now(),
            "replaces": (record.id,),
            "untrusted": False,
        }
        return replace(record, **own | changes)

    def retraction(self, record: Record, why: str) -> Record:
        """Return a record that retracts another one, by the author of this store. It is not added yet.

        why: the reason, which the record's history shows.
        """
        return self.revision(record, text=why, source="human", model="", leads_to="", facts={}, retracted=True)

    def _signed(self, record: Record) -> TableRow:
        """Return the row to insert for a record, with a signature if its author is the user's own key."""
        own = not record.untrusted and record.author == self.author == self.keys.own
        if own:
            record = replace(record, signature=self.keys.sign(record.canonical()))
        return prepared(record, imported=record.untrusted, signer=record.author if own else signer_of(record))

    def unheeded(self) -> int:
        """Return how many records are here although a tombstone names them.

        Neither the owner of the store, nor a trusted person, nor the record's own author signed that tombstone.
        """
        ((number,),) = self._rows(queries.UNHEEDED)
        return int(number)

    def _set_aside(self, theirs: Handed, aside: IO[bytes], untrusted: bool) -> Taken:
        """Check the contents of another store, and write them to a temporary file, batch by batch.

        A batch is its size in bytes, then the name of a table and rows of it.
        Return what was set aside and what was left out; `new` is 0. Raises StoreError if something is not valid, or if
        there is too much.
        """
        ((replaced,),) = self._rows(queries.UNTRUSTED_REPLACES)
        accepted, left_out, rows_left_out = 0, Counter[str](), 0
        parts: Mapping[str, Iterator[TableRow]] = {
            "records": (prepared(each, imported=True, signer=signer_of(each)) for each in theirs.records),
            "screens": map(checked_screen, theirs.screens),
            "helped": (row for row in map(checked_counter, theirs.helped) if row[1] != self._name),
            "outcomes": (row for row in map(checked_outcome, theirs.outcomes) if row[1] != self._name),
        }
        for table, rows in parts.items():
            for batch in _batches(table, rows):
                if table == "records":
                    strange = [row for row in batch if not self.keys.trusts(row[_SIGNER])]
                    known = self.present(row[0] for row in strange) if strange else set()
                    new = {row[0]: row for row in strange if row[0] not in known}
                    replaced += sum(len(row[_REPLACES]) for row in new.values()) if untrusted else 0
                    left_out.update(() if untrusted else (row[_SIGNER] for row in new.values()))
                    # row by row: the same record may come from somebody else without its signature
                    batch = [row for row in batch if untrusted or row[0] in known or self.keys.trusts(row[_SIGNER])]
                    accepted += len(batch)
                else:
                    batch, left = self._signed_by_trusted(table, batch, untrusted)
                    rows_left_out += left
                rows_as_bytes = marshal.dumps((table, batch))  # six times as fast as JSON, and read by nobody else
                aside.write(len(rows_as_bytes).to_bytes(_SIZE, "little") + rows_as_bytes)
                _check_size(aside.tell(), replaced)
        return Taken(0, accepted, left_out, rows_left_out)

    def _signed_by_trusted(self, table: str, batch: list[TableRow], untrusted: bool) -> tuple[list[TableRow], int]:
        """Return (rows of screens or counters to insert, how many were left out). untrusted: True to leave none out."""
        signed = [row for row in batch if self.keys.trusts(verified_row(table, row)) or untrusted]
        left = len(batch) - len(signed)
        return [(*row, True) for row in signed] if table == "screens" else signed, left

    def _insert(self, rows: Sequence[TableRow]) -> int:
        """Insert rows made by `prepared`, within a transaction, and return how many of the records were new."""
        ids = json.dumps([row[0] for row in rows])
        purged: dict[str, set[str]] = defaultdict(set)
        for name, strange, signer in self._rows(queries.TOMBSTONES, {"ids": ids}):
            purged[name].add(signer if strange else _TRUSTED)
        given = [row for row in rows if not self._is_purged(row, purged)]
        known = self.present(row[0] for row in given)
        new = {row[0]: row for row in reversed(given) if row[0] not in known}
        again = [row for row in given if row is not new.get(row[0])]
        execute = self._db.conn.executemany
        execute(queries.INSERT, [row[:_REPLACES] for row in new.values()])
        names = ("id", "signature", "imported", "signer")
        execute(queries.KEEP, [dict(zip(names, (row[0], *row[2:5]), strict=True)) for row in again])
        execute(queries.ALIAS, [alias for row in new.values() for alias in row[_ALIASES]])
        execute(queries.REPLACE, [(older, row[0]) for row in new.values() for older in row[_REPLACES]])
        execute(queries.ORIGIN, {tuple(row[_IMPORTED:_KIND]) for row in given})
        if found := [name for (name,) in self._rows(queries.PURGED)]:
            self._db.execute("PRAGMA secure_delete = ON")
            for statement in queries.FORGET:
                self._db.execute(statement, {"ids": json.dumps(found)})
            self._purged = True
        return len(new)

    def _is_purged(self, row: TableRow, purged: Mapping[str, Collection[str]]) -> bool:
        """Tell whether a row's record was purged, by somebody who is trusted or by its own author.

        purged: by record id, who signed its tombstones: _TRUSTED, or a key that is not trusted.
        """
        by = purged.get(row[0], ()) if row[_KIND] != "purge" else ()
        return _TRUSTED in by or (bool(row[_SIGNER]) and row[_SIGNER] in by)

    def _scrub(self) -> None:
        """Erase the words of purged records from the files of the store; do nothing if none was purged."""
        if self._purged:
            with self._writing():
                self._db.execute("INSERT INTO word_index(word_index) VALUES ('optimize')")
            self._rows("PRAGMA wal_checkpoint(TRUNCATE)")
            self._purged = False

    def present(self, ids: Iterable[str]) -> set[str]:
        """Return those of these ids of which the store has a record."""
        return {found for (found,) in self._rows(queries.KNOWN, {"ids": json.dumps(list(ids))})}


def prepared(record: Record, *, imported: bool, signer: str) -> TableRow:
    """Return everything that a store saves for a record: its columns, the ids that it replaces, and its older ids.

    signer: the key whose signature was verified, or "".
    """
    return (
        record.id,
        record.canonical().decode(),
        record.signature,
        imported,
        signer,
        *(getattr(record, name) for name in queries.COLUMNS),
        list(dict.fromkeys(record.replaces)),
        [
            (record.app, kind, other, getattr(record, name))
            for kind, ids in (("coarse", record.coarse), ("kind", record.kind_ids))
            for name, other in ids.items()
        ],
    )


def _check_size(size: int, replaced: int) -> None:
    """Raise StoreError if an import is too large: in bytes, or in records that untrusted ones would replace."""
    if size > MOST_IMPORT_BYTES:
        raise StoreError(f"it holds more than {MOST_IMPORT_BYTES // 10**6} MB, the most that one import takes")
    if replaced > _MOST_REPLACED:
        raise StoreError(
            f"with it, untrusted records would replace {replaced} others, and a store takes {_MOST_REPLACED}: what is "
            "in force could not be told in time"
        )


_TRUSTED = "trusted"
_IMPORTED, _SIGNER, _KIND, _REPLACES, _ALIASES = 3, 4, 5, -2, -1  # places in a prepared row
_MERGE = {"screens": queries.REMEMBER, "helped": queries.COUNT, "outcomes": queries.MERGE_OUTCOME}


def signer_of(record: Record) -> str:
    """Return the key that signed a record, or "" if it is not signed. Raises StoreError if the signature is wrong."""
    if not record.signature:
        return ""
    if not verified(record.author, record.canonical(), record.signature):
        raise StoreError(
            f"record {record.id[:12]} has a signature that its author did not make: it was changed, or forged"
        )
    return record.author


def _batches(table: str, rows: Iterable[TableRow]) -> Iterator[list[TableRow]]:
    """Yield rows in lists that are small enough for memory. Raises StoreError if there are too many for one import."""
    batch: list[TableRow] = []
    letters = 0
    for number, row in enumerate(rows, 1):
        if number > MOST_ROWS[table]:
            raise StoreError(f"it has more than {MOST_ROWS[table]} {table}, the most that one import takes")
        batch.append(row)
        letters += sum(len(value) for value in row if isinstance(value, str))
        if len(batch) == _BATCH_ROWS or letters > _BATCH_LETTERS:
            yield batch
            batch, letters = [], 0
    if batch:
        yield batch
