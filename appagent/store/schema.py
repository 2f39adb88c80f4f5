"""The tables of a store: how a file is opened, and how an older one becomes today's."""

import os
import re
import secrets
import sqlite3
import time
from contextlib import ExitStack, closing, suppress
from functools import cache
from pathlib import Path

from sqlite_utils import Database, Migrations

from appagent.errors import StoreError

BUSY_S = 30.0  # how long a writer waits for another one
APPLICATION_ID = 0x41707041  # "AppA" in the file's header tells a store from anybody's database
_OPENING_S = 5.0  # that a look at a file's tables may take; somebody may have made it to take for ever


def open_database(path: str, *, writable: bool = True) -> Database:
    """Open the database at path, made if it is not there and brought to today's schema, for its user alone.

    path: ":memory:" for one that is gone when it is closed. writable: False for a file that is there and not ours
    to write: it is read as it is, or a copy in today's schema.
    Raises StoreError for somebody else's database, for one with more in it than tables of ours, and for one of a
    newer AppAgent, and sqlite3.Error for what cannot be opened; the file is as it was then.
    """
    in_memory = path == ":memory:"
    if not in_memory:
        _check_file(path)
    if writable and not in_memory:
        with suppress(OSError):  # there already; or SQLite says better why not
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    with ExitStack() as until_checked:
        # isolation_level None: transactions are begun by us alone, and as writers
        where = path if writable else _to_read(Path(path))
        connection = sqlite3.connect(where, timeout=BUSY_S, isolation_level=None, uri=not writable)
        until_checked.callback(lambda: connection.close())
        connection.execute("PRAGMA trusted_schema = OFF")
        db = Database(connection, execute_plugins=False)
        _check_ours(db, path)
        if _MIGRATIONS.pending(db):
            if not writable:
                connection = _in_memory(connection)
                db = Database(connection, execute_plugins=False)
            elif not in_memory:
                _make_private(Path(path))
                _enable_wal(db)
            _migrate(db)
        if not writable:
            connection.execute("PRAGMA query_only = ON")
        until_checked.pop_all()
    return db


def _check_file(path: str) -> None:
    """Refuse devices and pipes, which are opened like files, and then hang, or are written to."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise StoreError(f"store {path} cannot be opened; it must be a file in a directory that exists and is writable")


def _make_private(path: Path) -> None:
    """Close a store of an older AppAgent, which made it for everybody, to all but its user."""
    for ending in ("", "-wal", "-shm"):
        with suppress(OSError):  # somebody else's, or not there
            path.with_name(path.name + ending).chmod(0o600)


def _in_memory(connection: sqlite3.Connection) -> sqlite3.Connection:
    copy = sqlite3.connect(":memory:", isolation_level=None)
    with closing(connection):
        connection.backup(copy)
    return copy


def _to_read(path: Path) -> str:
    """Return the URI of a file to be read only.

    SQLite reads a file beside it that tells what others write. Where there is none, nobody is at it, and it can be
    taken as it stands: SQLite would make one, which it may not here.
    """
    still = not path.with_name(f"{path.name}-wal").exists()
    return f"{path.absolute().as_uri()}?{'immutable=1' if still else 'mode=ro'}"


def _check_ours(db: Database, path: str) -> None:
    """Raise StoreError unless all in it is of our making: no triggers, no views, no table that computes."""
    until = time.monotonic() + _OPENING_S
    db.conn.set_progress_handler(lambda: time.monotonic() > until, 10_000)
    # tables first: another process may make both, at once, between the two looks
    found = db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    (application_id,) = db.execute("PRAGMA application_id").fetchone()
    if found and application_id != APPLICATION_ID:
        raise StoreError(f"{path} is a SQLite database but no store of AppAgent's; name another file with --store")
    strange = [name for name, sql in found if _normal(sql) not in _definitions()]
    if _MIGRATIONS.migrations_table not in strange:
        ours = {step.__name__ for step in _STEPS}
        if newer := [applied.name for applied in _MIGRATIONS.applied(db) if applied.name not in ours]:
            raise StoreError(
                f"store {path} was written by a newer AppAgent (it has {', '.join(map(str, newer))}); "
                "update this one with: pip install -U appagent"
            )
    if strange:
        raise StoreError(
            f"store {path} has {strange[0]!r:.80} in it, which is not of AppAgent's making; what else it holds can be "
            f"added to a store of your own: appagent docs import {path}"
        )
    db.conn.set_progress_handler(None, 0)


@cache
def _definitions() -> frozenset[str]:
    """Return the definitions of all that our steps make, as they were after each step."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        db = Database(connection, execute_plugins=False)
        found: set[str] = set()
        for stop in (*(step.__name__ for step in _STEPS[1:]), None):
            _MIGRATIONS.apply(db, stop_before=stop)
            found |= {_normal(sql) for (sql,) in db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
    return frozenset(found)


def _normal(sql: object) -> str:
    """Return a definition without what versions of SQLite and sqlite-utils write differently."""
    return re.sub(r"[\s\"'`\[\]]", "", str(sql)).casefold()


def _enable_wal(db: Database) -> None:
    """Switch to WAL, where SQLite does not wait as it does elsewhere: two processes that open a new file would meet."""
    deadline = time.monotonic() + BUSY_S
    while True:
        try:
            # not db.enable_wal(): it changes how the connection commits, and complains if Ctrl-C closes that meanwhile
            if db.journal_mode != "wal":
                db.execute("PRAGMA journal_mode=wal")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _migrate(db: Database) -> None:
    """Carry out all that is pending or nothing, by one process only."""
    with db.conn:
        db.execute("BEGIN IMMEDIATE")
        _MIGRATIONS.apply(db)


def m001_records(db: Database) -> None:
    """Make tables of records, what they replace, their words, how often they helped, and the screens of each app."""
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    # body is the canonical JSON that the id is the hash of; the other columns are there to be searched by
    db.table("records").create(
        {
            "id": str,
            "body": str,
            "signature": str,
            "kind": str,
            "app": str,
            "screen_id": str,
            "element_id": str,
            "template": str,
            "action": str,
        },
        pk="id",
    )
    db.table("records").create_index(["app", "element_id", "template"])
    db.table("replaces").create({"older": str, "newer": str}, pk=("older", "newer"))
    db.table("replaces").create_index(["newer"])
    db.execute("CREATE VIRTUAL TABLE word_index USING fts5(id UNINDEXED, words, tokenize = 'porter unicode61')")
    # one counter per record and store, so that merging by maximum loses no store's count
    db.table("helped").create({"id": str, "store": str, "times": int}, pk=("id", "store"))
    db.table("screens").create(
        {"app": str, "screen_id": str, "templates": str, "title": str, "first_seen": str},
        pk=("app", "screen_id"),
    )
    db.table("store").create({"name": str}, pk="name")
    db.table("store").insert({"name": f"store-{secrets.token_hex(8)}"})


def m002_pictures(db: Database) -> None:
    """Make the table of pictures of places, by the hash in a document's facts: no part of a record or an export."""
    db.table("pictures").create({"name": str, "png": bytes}, pk="name")


def m003_imported(db: Database) -> None:
    """Tell what came by import: that has been made here which bears the store's own name, and what that speaks of."""
    for table in ("records", "screens"):
        db.execute(f"ALTER TABLE {table} ADD COLUMN imported INTEGER NOT NULL DEFAULT 1")
    db.execute("""
        UPDATE records SET imported = 0
        WHERE CASE WHEN json_valid(body) THEN json_extract(body, '$.author') END IN (SELECT name FROM store)
    """)
    db.execute("""
        UPDATE screens SET imported = 0
        WHERE (app, screen_id) IN (SELECT app, screen_id FROM records WHERE NOT imported)
    """)


# a step that a release had is never changed: another is appended
_STEPS = (m001_records, m002_pictures, m003_imported)
_MIGRATIONS = Migrations("appagent.store")
for _step in _STEPS:
    _MIGRATIONS()(_step)
