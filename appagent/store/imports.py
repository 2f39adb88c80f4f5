"""Read a store that somebody else made, safely: only our own tables of a SQLite file are read, within limits."""

import sqlite3
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO

from appagent.errors import StoreError
from appagent.store.as_text import jsonl
from appagent.store.checks import COLUMNS, LONGEST, MOST_IMPORT_BYTES, SIGNED, Handed, TableRow, checked_record
from appagent.store.tables.schema import APPLICATION_ID

SECONDS = 10.0  # for reading one row
_LARGEST_FILE = 2 * MOST_IMPORT_BYTES  # of a store, half is indexes
_PART = 1_000_000  # bytes copied at a time
_WANTED = "what can be imported is a docpack, a store as learning makes it, or a folder that docs export wrote"
_HEADER = b"SQLite format 3\0"
_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: LONGEST,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 100,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 20,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 2,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
}


@contextmanager
def open_import(path: Path) -> Iterator[Handed]:
    """Yield the contents of the store at a path: a SQLite file, or a folder that `docs export` wrote.

    Rows are read only when they are needed, in the `with` block. A SQLite file is copied first, so that nothing is
    written beside it. Only our tables are read from the copy, so that no view, trigger or function in the file is used.
    Raises StoreError, which names the path, if there is no store at it; a StoreError in the block is raised again with
    the path.
    """
    if jsonl.is_text(path):
        with _explained(path):
            yield jsonl.read_text_store(path)
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        _copy(path, copy)
        with _explained(path), closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            _guard(connection)
            there = _check_tables(connection)
            for file in copy.parent.iterdir():  # SQLite has them open; so a killed process leaves nothing behind
                with suppress(OSError):  # Windows keeps open files
                    file.unlink()
            # from here on nothing else can be reached
            connection.set_authorizer(_only_ours)
            records, *others = (_rows(connection, table, there[table]) for table in COLUMNS)
            yield Handed(map(checked_record, records), *others)


def _copy(path: Path, to: Path) -> None:
    """Copy a SQLite file, with its write-ahead log (`-wal`) if there is one.

    Raises StoreError if the file cannot be read, is not a SQLite database, or is too large.
    """
    try:
        left = copy_file(path, to)
        log = path.with_name(f"{path.name}-wal")
        if log.exists():
            copy_file(log, to.with_name(f"{to.name}-wal"), left)
        with open(to, "rb") as copy:
            if copy.read(len(_HEADER)) != _HEADER:
                raise StoreError(f"{path} is not a SQLite database; {_WANTED}")
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from error


def copy_file(path: Path, to: Path | IO[bytes], left: int = _LARGEST_FILE) -> int:
    """Copy a file of at most `left` bytes to a path or an open file, and return `left` minus the size of the file.

    Raises StoreError if the path is no ordinary file, or if the file is larger. Raises OSError if it cannot be read.
    """
    if not path.is_file():  # it might be a device, or a pipe that never ends
        raise StoreError(f"{path} is no file; {_WANTED}")
    too_large = StoreError(f"{path} is larger than the {_LARGEST_FILE // 10**6} MB that one import takes")
    if path.stat().st_size > left:
        raise too_large
    with open(path, "rb") as source, _written(to, path) as copy:
        while part := source.read(_PART):
            copy.write(part)
            left -= len(part)
            if left < 0:  # somebody writes to it
                raise too_large
    return left


@contextmanager
def _written(copy: Path | IO[bytes], path: Path) -> Iterator[IO[bytes]]:
    """Open the copy of the file at a path to write to. Raises StoreError, with its folder, if there is no room."""
    try:
        with open(copy, "wb") if isinstance(copy, Path) else nullcontext(copy) as out:
            yield out
            out.flush()
    except OSError as error:
        raise StoreError(
            f"{path} cannot be copied to {tempfile.gettempdir()}: {error.strerror}; free some space there, or set "
            "TMPDIR"
        ) from error


def _guard(connection: sqlite3.Connection) -> None:
    """Limit how much SQLite may read from the file at a time, and forbid it to write."""
    for limit, most in _LIMITS.items():
        connection.setlimit(limit, most)
    _start_clock(connection)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA query_only = ON")
    connection.execute("PRAGMA temp_store = MEMORY")


def _start_clock(connection: sqlite3.Connection) -> None:
    """Make SQLite stop its work with an error 10 s from now."""
    until = time.monotonic() + SECONDS
    connection.set_progress_handler(lambda: time.monotonic() > until, 10_000)


def _check_tables(connection: sqlite3.Connection) -> dict[str, frozenset[str]]:
    """Raise StoreError unless the database is a store and our tables in it are plain tables.

    A view in place of a table is refused, and so is a column that is computed when it is read. Return the columns
    of ours that each table has; stores of older versions lack those of signatures, and the whole table `outcomes`.
    """
    there: dict[str, frozenset[str]] = {}
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    if application_id != APPLICATION_ID:
        raise StoreError("it is a SQLite database but no store of AppAgent's")
    for table, columns in COLUMNS.items():
        query = "SELECT type, rootpage FROM sqlite_master WHERE name = ? LIMIT 2"
        found = connection.execute(query, (table,)).fetchall()
        if table == "outcomes" and not found:
            there[table] = frozenset()
            continue
        if len(found) != 1 or found[0][0] != "table" or not found[0][1]:
            raise StoreError(f"its {table} are no table")
        plain = {name for _, name, *_, hidden in connection.execute(f"PRAGMA table_xinfo({table})") if not hidden}
        if missing := ", ".join(sorted(set(columns) - plain - {*SIGNED.get(table, ())})):
            raise StoreError(f"its table {table} has no plain column {missing}")
        there[table] = frozenset(plain.intersection(columns))
    return there


def _only_ours(action: int, table: str | None, column: str | None, _database: str | None, inner: str | None) -> int:
    """Return SQLITE_OK if SQLite may do something, else SQLITE_DENY.

    It may only read our columns, and in no view or trigger.
    inner: name of the view or trigger that wants to read, or None.
    """
    reads = action == sqlite3.SQLITE_READ and column in COLUMNS.get(table or "", ())
    return sqlite3.SQLITE_OK if inner is None and (reads or action == sqlite3.SQLITE_SELECT) else sqlite3.SQLITE_DENY


def _rows(connection: sqlite3.Connection, table: str, there: Collection[str]) -> Iterator[TableRow]:
    """Yield the rows of a table. SQLite's time limit starts anew for each row, and excludes the caller's time.

    there: the columns that the table has; the others are read as "". Nothing is read if it has none.
    """
    columns = ", ".join(name if name in there else f"'' AS {name}" for name in COLUMNS[table])
    for row in connection.execute(f"SELECT {columns} FROM {table} NOT INDEXED") if there else ():  # noqa: S608
        yield row
        _start_clock(connection)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Raise StoreError, with the name of the file, for any StoreError or error of SQLite in the `with` block."""
    try:
        yield
    except StoreError as error:
        raise StoreError(f"{path} cannot be imported: {error}") from error
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        why = _WHY.get(code, "is damaged")
        raise StoreError(f"{path} cannot be imported: it {why} ({error})") from error


_WHY: Mapping[int, str] = {
    sqlite3.SQLITE_AUTH: "is no longer as AppAgent made it",
    sqlite3.SQLITE_ERROR: "is no longer as AppAgent made it",
    sqlite3.SQLITE_INTERRUPT: f"takes longer than {SECONDS:.0f} s to read",
    sqlite3.SQLITE_TOOBIG: f"holds a text of more than {LONGEST} letters",
}
