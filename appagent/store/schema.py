"""The tables of a store: how a file is opened, and how an older one becomes today's."""

import secrets
import sqlite3
import time
from contextlib import ExitStack, closing
from pathlib import Path

from sqlite_utils import Database, Migrations

from appagent.errors import StoreError

BUSY_S = 30.0  # how long a writer waits for another one
_APPLICATION_ID = 0x41707041  # "AppA" in the file's header tells a store from anybody's database


def open_database(path: str, *, writable: bool = True) -> Database:
    """The database at path, made if it is not there and brought to today's schema.

    path: ":memory:" for one that is gone when it is closed. writable: False for a file that is there and not ours
    to write: it is read as it is.
    Raises StoreError for somebody else's database and for one of a newer AppAgent, and sqlite3.Error for
    what cannot be opened; the file is as it was then.
    """
    with ExitStack() as until_checked:
        # isolation_level None: transactions are begun by us alone, and as writers
        where = path if writable else _to_read(Path(path))
        connection = sqlite3.connect(where, timeout=BUSY_S, isolation_level=None, uri=not writable)
        until_checked.enter_context(closing(connection))
        db = Database(connection, execute_plugins=False)
        _check_ours(db, path)
        if writable and _MIGRATIONS.pending(db):
            _enable_wal(db)
            _migrate(db)
        until_checked.pop_all()
    return db


def _to_read(path: Path) -> str:
    """The URI of a file to be read only.

    SQLite reads a file beside it that tells what others write. Where there is none, nobody is at it, and it can be
    taken as it stands: SQLite would make one, which it may not here.
    """
    still = not path.with_name(f"{path.name}-wal").exists()
    return f"{path.absolute().as_uri()}?{'immutable=1' if still else 'mode=ro'}"


def _check_ours(db: Database, path: str) -> None:
    # tables first: another process may make both, at once, between the two looks
    has_tables = bool(db.table_names())
    (application_id,) = db.execute("PRAGMA application_id").fetchone()
    if has_tables and application_id != _APPLICATION_ID:
        raise StoreError(f"{path} is a SQLite database but no store of AppAgent's; name another file with --store")
    ours = {step.__name__ for step in _STEPS}
    if newer := [applied.name for applied in _MIGRATIONS.applied(db) if applied.name not in ours]:
        raise StoreError(
            f"store {path} was written by a newer AppAgent (it has {', '.join(newer)}); "
            "update this one with: pip install -U appagent"
        )


def _enable_wal(db: Database) -> None:
    """SQLite does not wait here as it does elsewhere: two processes that open a new file would meet."""
    deadline = time.monotonic() + BUSY_S
    while True:
        try:
            return db.enable_wal()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _migrate(db: Database) -> None:
    """All that is pending or nothing, and by one process only."""
    with db.conn:
        db.execute("BEGIN IMMEDIATE")
        _MIGRATIONS.apply(db)


def m001_records(db: Database) -> None:
    """Records, what they replace, their words, how often they helped, and the screens of each app."""
    db.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
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
    """Pictures of places, by the hash that a document's facts name: no part of a record, so none of its exports."""
    db.table("pictures").create({"name": str, "png": bytes}, pk="name")


# a step that a release had is never changed: another is appended
_STEPS = (m001_records, m002_pictures)
_MIGRATIONS = Migrations("appagent.store")
for _step in _STEPS:
    _MIGRATIONS()(_step)
