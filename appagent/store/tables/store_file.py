"""Open and close the file of a store, read rows of its tables, and write in transactions."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from appagent.errors import StoreError
from appagent.store.checks import TableRow, checked_name
from appagent.store.keys import Keys
from appagent.store.signed_rows import key_of

_REASONS = {
    "SQLITE_NOTADB": "is not a SQLite database; name another file with --store, or move this one away",
    "SQLITE_CORRUPT": "is damaged; restore a copy, or see what is left with: sqlite3 FILE .recover",
    "SQLITE_FULL": "has no room to grow: its disk is full, or that of TMPDIR; free some space there and try again",
    "SQLITE_IOERR": "cannot be read or written: its disk, or that of TMPDIR, failed or is full; free some space there",
    "SQLITE_READONLY": "is read-only; make the file and its directory writable, or name another with --store",
    "SQLITE_CANTOPEN": "cannot be opened; it must be a file in a directory that exists and is writable",
    "SQLITE_PERM": "cannot be opened; make the file and its directory writable, or name another with --store",
    "SQLITE_BUSY": "is being written by another process; try again when that is done",
    "SQLITE_LOCKED": "is being written by another process; try again when that is done",
    "SQLITE_PROTOCOL": "is being written by another process; try again when that is done",
    "SQLITE_ERROR": "is no longer as AppAgent made it; restore a copy, or name another file with --store",
    "SQLITE_CONSTRAINT": "is no longer as AppAgent made it; restore a copy, or name another file with --store",
    "SQLITE_MISMATCH": "is no longer as AppAgent made it; restore a copy, or name another file with --store",
    "SQLITE_INTERRUPT": "takes too long to open; restore a copy, or name another file with --store",
    "": "is damaged; restore a copy, or see what is left with: sqlite3 FILE .recover",  # text that is none
}


class StoreFile:
    """SQLite file that holds a store. It is a context manager, and every method is one transaction.

    path: a file, which is made if it is missing, or ":memory:".
    author: the name to write into records made here; by default the user's own key, or without keys the name that the
    file got when it was made.
    keys: sign the records made here, and tell the team's records from those of strangers. Every method raises
    StoreError if the file cannot be used, and then changes nothing.
    unsigned_own: False if records that nobody signed are not the user's, though the file calls them made here.
    """

    def __init__(
        self,
        path: str | Path,
        author: str = "",
        *,
        writable: bool = True,
        keys: Keys | None = None,
        unsigned_own: bool = True,
    ) -> None:
        from appagent.store.tables.schema import open_database  # sqlite-utils takes 0.2 s to import

        self.path = str(path)
        self._writable = writable
        with explained(self.path):
            self._db = open_database(self.path, writable=writable)
        names = self._rows("SELECT name FROM store LIMIT 2")
        if len(names) != 1 or not isinstance(names[0][0], str) or len(names[0][0]) > _LONGEST_NAME:
            raise StoreError(f"store {self.path} is damaged: it has no name; restore a copy of it")
        self._name: str = names[0][0]
        self.keys = keys or Keys()
        self._author = author
        self._unsigned_own = unsigned_own
        self._define_functions()
        self.read_only = False
        self._alike: dict[str, tuple[int, dict[str, list[str]]]] = {}  # by app: last place, documents by key
        self._signs: tuple[TableRow, Any, Any] | None = (
            None  # what tells their table from another, places, signs of vectors
        )
        self.here = ("", "")  # version and locale of the app at hand, by which the nearer of two documents comes first

    @property
    def author(self) -> str:
        """Return the name to write into records made here."""
        return self._author or self.keys.own or self._name

    @property
    def authors(self) -> frozenset[str]:
        """Return all names in records made here: before there were keys, the store's name was written into them."""
        return frozenset((self.author, self._name))

    def _define_functions(self) -> None:
        """Define the SQL functions untrusted(imported, signer), for a record or screen, and counts(store).

        With the user's keys, own is what the own key signed, since a file that is opened in place may be a stranger's
        and say of its records that they were made here. counts(store) tells whether a counter is one of this store, or
        of one whose owner is trusted.
        """
        function = self._db.conn.create_function
        function("untrusted", 2, lambda *of: not self._made_here(*of) and not self.keys.trusts(of[1]))
        function("counts", 1, lambda store: store == self._name or self.keys.trusts(key_of(store)))

    def _made_here(self, imported: object, signer: object) -> bool:
        """Tell whether an unsigned record or screen counts as made by the user, or any without keys to tell by."""
        return not imported and (self.keys.file is None or (self._unsigned_own and not signer))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _ids(self, sql: str, values: dict[str, Any]) -> list[str]:
        with self._damaged():
            return [checked_name(row[0]) for row in self._rows(sql, values)]

    def _rows(self, sql: str, values: dict[str, Any] | tuple[Any, ...] = ()) -> list[TableRow]:
        with explained(self.path):
            return self._db.execute(sql, values).fetchall()

    def _each(self, sql: str) -> Iterator[TableRow]:
        """Yield the rows that a query finds, one at a time."""
        with explained(self.path):
            yield from self._db.execute(sql)

    @contextmanager
    def _damaged(self) -> Iterator[None]:
        """Raise a StoreError of the `with` block again, with a message that names the file and calls it damaged."""
        try:
            yield
        except StoreError as error:
            raise StoreError(f"store {self.path} is damaged: {error}; restore a copy of it") from error

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Run the `with` block as one transaction, which locks the file for writing and is rolled back on an error.

        Raises StoreError if the store is read only, or if the file cannot be used.
        """
        if self.read_only:
            raise read_only_error(self.path)
        with explained(self.path), self._db.conn:
            self._db.execute("BEGIN IMMEDIATE")
            yield

    @contextmanager
    def _indexing(self) -> Iterator[None]:
        """Run the `with` block as one transaction that writes an index; a read-only file is copied to memory for it."""
        from appagent.store.tables.schema import memory_copy

        with explained(self.path):
            if not self._writable:
                self._db, self._writable = memory_copy(self._db), True
                self._define_functions()
            with self._db.conn:
                self._db.execute("BEGIN IMMEDIATE")
                yield


@contextmanager
def explained(path: str) -> Iterator[None]:
    """Turn errors of SQLite in the `with` block into a StoreError that says what to do.

    path: the store's path, for the message.
    Errors that only a mistake in our own code can cause are passed on unchanged.
    """
    try:
        yield
    except sqlite3.Error as error:
        # extended codes add to the name: SQLITE_READONLY_DIRECTORY
        code = "_".join(getattr(error, "sqlite_errorname", "").split("_")[:2])
        if code not in _REASONS or isinstance(error, sqlite3.ProgrammingError):
            raise
        raise StoreError(f"store {path} {_REASONS[code]} ({error}). Nothing of it was changed.") from error


def check_writable(path: str | Path) -> None:
    """Raise StoreError if there is a file at a path that may not be written; SQLite would say so at its first write."""
    effective = os.access in os.supports_effective_ids
    if os.path.exists(path) and not os.access(path, os.W_OK, effective_ids=effective):
        raise StoreError(f"store {path} {_REASONS['SQLITE_READONLY']}. Nothing of it was changed.")


def read_only_error(path: str | Path) -> StoreError:
    """Return the error for an attempt to add something to a folder of documents."""
    return StoreError(
        f"{path} is a folder of documents, which is read only; add them to a store of your own with: "
        f"appagent docs import {path}"
    )


_LONGEST_NAME = 100  # letters
