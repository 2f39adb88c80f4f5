"""Errors of SQLite, in words that a user can act on."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from appagent.errors import StoreError

_REASONS = {
    "SQLITE_NOTADB": "is not a SQLite database; name another file with --store, or move this one away",
    "SQLITE_CORRUPT": "is damaged; restore a copy, or see what is left with: sqlite3 FILE .recover",
    "SQLITE_FULL": "has no room to grow: the disk is full; free some space and try again",
    "SQLITE_IOERR": "cannot be read or written: the disk failed or is full; free some space and try again",
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


@contextmanager
def explained(path: str) -> Iterator[None]:
    """Turn errors of SQLite into a StoreError that says what to do. path: the store's path, for the message.

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
