"""Open the database of a store, and bring the tables of an older version up to date."""

import os
import re
import secrets
import sqlite3
import time
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from sqlite_utils import Database, Migrations

from appagent.errors import StoreError

BUSY_S = 30.0  # how long a writer waits for another one
APPLICATION_ID = 0x41707041  # "AppA" in the file's header tells a store from anybody's database
_OPENING_S = 5.0  # for a look at a file's tables, because somebody may have made a file that takes for ever


def open_database(path: str, *, writable: bool = True) -> Database:
    """Open the database at a path. A missing file is made; older tables are brought up to date.

    path: a file, or ":memory:" for a database that is gone when it is closed. Only the user can read a new file.
    writable: False for an existing file that is only read. If its tables are old, a copy in memory is updated.
    Raises StoreError if the file is no store, was written by a newer AppAgent, or contains anything that AppAgent does
    not make. Raises sqlite3.Error if it cannot be opened. After either error the file is unchanged.
    """
    in_memory = path == ":memory:"
    if not in_memory:
        _check_file(path)
    if writable and not in_memory:
        with suppress(OSError):  # the file exists, or SQLite will say better what is wrong
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    with ExitStack() as until_checked:
        # isolation_level None: only we begin transactions, and always as writers
        where = path if writable else _to_read(Path(path))
        connection = sqlite3.connect(where, timeout=BUSY_S, isolation_level=None, uri=not writable)
        until_checked.callback(lambda: connection.close())
        connection.execute("PRAGMA trusted_schema = OFF")
        db = Database(connection, execute_plugins=False)
        _check_ours(db, path)
        if _MIGRATIONS.pending(db):
            if not writable:
                db = memory_copy(db)
                connection = db.conn
            elif not in_memory:
                _make_private(Path(path))
                _enable_wal(db)
            _migrate(db)
        if not writable:
            connection.execute("PRAGMA query_only = ON")
        until_checked.pop_all()
    return db


def _check_file(path: str) -> None:
    """Raise StoreError if a path is a device or a pipe, because opening one may hang or write to it."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise StoreError(f"store {path} cannot be opened; it must be a file in a directory that exists and is writable")


def _make_private(path: Path) -> None:
    """Make a store readable by its user alone, because older versions made stores that everybody could read."""
    for ending in ("", "-wal", "-shm"):
        with suppress(OSError):  # the file is somebody else's, or missing
            path.with_name(path.name + ending).chmod(0o600)


def memory_copy(db: Database) -> Database:
    """Copy a database to memory, close it, and return the copy."""
    copy = sqlite3.connect(":memory:", isolation_level=None)
    with closing(db.conn) as connection:
        connection.backup(copy)
    return Database(copy, execute_plugins=False)


def _to_read(path: Path) -> str:
    """Return the URI by which SQLite opens a file for reading only.

    While somebody writes to a file, there is a write-ahead log (`-wal`) beside it, which SQLite needs. If there is no
    log, nobody is writing, and the file is opened as one that does not change, so that SQLite makes no log.
    """
    still = not path.with_name(f"{path.name}-wal").exists()
    return f"{path.absolute().as_uri()}?{'immutable=1' if still else 'mode=ro'}"


def _check_ours(db: Database, path: str) -> None:
    """Raise StoreError unless this version of AppAgent, or an older one, made everything in the database.

    Triggers, views and other tables are refused.
    """
    until = time.monotonic() + _OPENING_S
    db.conn.set_progress_handler(lambda: time.monotonic() > until, 10_000)
    # tables first: another process may write tables and id, at once, between the two queries
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
    """Return the SQL definitions of all tables and indexes that a store may have, in this version or an older one."""
    return _built()[0]


@cache
def _built() -> tuple[frozenset[str], tuple[str, ...]]:
    """Build a store in memory step by step; return all definitions on the way, and the statements that make the last.

    The statements are in an order in which they can be executed, without those for tables that SQLite makes by itself.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        db = Database(connection, execute_plugins=False)
        found: set[str] = set()
        for stop in (*(step.__name__ for step in _STEPS[1:]), None):
            _MIGRATIONS.apply(db, stop_before=stop)
            found |= {_normal(sql) for (sql,) in db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
        made = db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid").fetchall()
    return frozenset(found), tuple(sql for name, sql in made if not name.startswith(("word_index_", "sqlite_")))


def _normal(sql: object) -> str:
    """Return an SQL definition in lower case, without the blanks and quotation marks that vary between versions."""
    return re.sub(r"[\s\"'`\[\]]", "", str(sql)).casefold()


def _enable_wal(db: Database) -> None:
    """Switch the database to write-ahead logging; if another process is doing the same, try again for up to 30 s.

    Two processes may open a new file at the same time, and SQLite itself does not wait here.
    """
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
    """Bring the tables up to date, completely or not at all, while no other process can write."""
    with db.conn:
        db.execute("BEGIN IMMEDIATE")
        if db.execute("SELECT 1 FROM sqlite_master").fetchone():
            _MIGRATIONS.apply(db)
        else:
            _make(db)


def _make(db: Database) -> None:
    """Make all tables in a new file as they are after the last step, which takes a fifth of the time of all steps."""
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    for statement in _built()[1]:
        db.execute(statement)
    steps = [(_MIGRATIONS.name, step.__name__, str(datetime.now(UTC))) for step in _STEPS]
    insert = f"INSERT INTO {_MIGRATIONS.migrations_table} (migration_set, name, applied_at) VALUES (?, ?, ?)"  # noqa: S608
    db.conn.executemany(insert, steps)
    db.execute("INSERT INTO indexed VALUES ('', 0)")
    db.execute("INSERT INTO store VALUES (?)", [f"store-{secrets.token_hex(8)}"])


def m001_records(db: Database) -> None:
    """Make the tables for records, the ids that they replace, their words, how often they helped, and screens."""
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    # body is the canonical JSON, and id is its hash; the other columns are there to be searched
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
    """Make the table of pictures of spots that no hierarchy shows.

    A document's facts name its picture by hash. Pictures are part of no record and no export.
    """
    db.table("pictures").create({"name": str, "png": bytes}, pk="name")


def m003_imported(db: Database) -> None:
    """Add the column `imported`, which tells imported records and screens from those made here.

    A record counts as made here if its author is the store's own name; a screen, if such a record is about it.
    """
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


def m004_aliases(db: Database) -> None:
    """Make the table that says which newer ids have taken the place of older ids of elements, templates and screens.

    Records keep the ids that they were made with. The table is filled as the screens are seen again.
    """
    db.table("aliases").create({"app": str, "kind": str, "old": str, "new": str}, pk=("app", "kind", "old", "new"))


def m005_labels(db: Database) -> None:
    """Add the column `labels`: the labels of a screen, by its titles, as JSON. They are never exported."""
    db.execute("ALTER TABLE screens ADD COLUMN labels TEXT NOT NULL DEFAULT ''")


def m006_titles(db: Database) -> None:
    """Delete the titles of screens that were seen here, since some are names of persons.

    A title that is safe to keep is saved again when its screen is seen again.
    """
    db.execute("UPDATE screens SET title = '' WHERE NOT imported")


def m007_worded(db: Database) -> None:
    """Make the table that says in which row of the full-text index each document's sentence is.

    version: the version of the rules that made the sentence; if the rules change, the sentence is made anew.
    """
    db.table("worded").create({"id": str, "version": str, "place": int}, pk="id")


def m008_opinions(db: Database) -> None:
    """Make the table of second opinions on the effects of controls. It has only a hash of the words of a control."""
    db.table("opinions").create(
        {"app": str, "element": str, "words": str, "effect": str}, pk=("app", "element", "words")
    )


def m009_signer(db: Database) -> None:
    """Add the column `signer`: the key that signed a record, verified when the record was added; "" for none."""
    db.execute("ALTER TABLE records ADD COLUMN signer TEXT NOT NULL DEFAULT ''")


def m010_purges(db: Database) -> None:
    """Make an index of the tombstones, because each import looks them up."""
    db.execute("CREATE INDEX purges ON records (id) WHERE kind = 'purge'")


def m011_outcomes(db: Database) -> None:
    """Make the table of how often what a document says proved right, for each store and version of the app."""
    columns = {"id": str, "store": str, "version": str, "worked": int, "failed": int}
    db.table("outcomes").create(columns, pk=("id", "store", "version"))


def m012_places(db: Database) -> None:
    """Number the records (`place`), and index their words by this number, so that a search reads no text of its hits.

    The table `indexed` has the version of the rules that made the sentences in the index, and the last `place` that was
    indexed; documents are indexed when somebody searches. The table `origins` has the pairs of `imported` and `signer`
    that occur in records, by which a search knows whether some of them are untrusted.
    """
    columns = "id, body, signature, kind, app, screen_id, element_id, template, action, imported, signer"
    db.execute("""
        CREATE TABLE placed (
            place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, body TEXT, signature TEXT, kind TEXT, app TEXT,
            screen_id TEXT, element_id TEXT, template TEXT, action TEXT, imported INTEGER NOT NULL DEFAULT 1,
            signer TEXT NOT NULL DEFAULT '', source TEXT NOT NULL DEFAULT ''
        )
    """)
    source = "CASE WHEN json_valid(body) THEN coalesce(json_extract(body, '$.source'), '') ELSE '' END"
    db.execute(f"INSERT INTO placed ({columns}, source) SELECT {columns}, {source} FROM records ORDER BY rowid")  # noqa: S608
    for old in ("records", "word_index", "worded"):
        db.execute(f"DROP TABLE {old}")
    db.execute("ALTER TABLE placed RENAME TO records")
    db.execute("CREATE VIRTUAL TABLE word_index USING fts5(words, tokenize = 'porter unicode61')")
    db.execute("CREATE TABLE indexed (version TEXT, place INTEGER)")
    db.execute("INSERT INTO indexed VALUES ('', 0)")
    db.execute("CREATE INDEX by_element ON records (app, element_id, template)")
    db.execute("CREATE INDEX by_screen ON records (app, screen_id, template)")
    db.execute("CREATE INDEX purges ON records (id) WHERE kind = 'purge'")
    db.execute("CREATE INDEX persons ON records (app) WHERE source = 'human'")
    db.execute("CREATE TABLE origins (imported INTEGER, signer TEXT, PRIMARY KEY (imported, signer))")
    db.execute("INSERT INTO origins SELECT DISTINCT imported, signer FROM records")


def m013_surveys(db: Database) -> None:
    """Make the table of the screens that a model was asked about, each with the version that the app had then."""
    db.table("surveys").create({"app": str, "layout": str, "screen_id": str, "version": str}, pk=("app", "layout"))


def m014_sighted(db: Database) -> None:
    """Make the table of the elements that were seen on each screen with each version of an app."""
    columns = {"app": str, "version": str, "screen_id": str, "name": str}
    db.table("sighted").create(columns, pk=("app", "version", "screen_id", "name"))


def m015_vectors(db: Database) -> None:
    """Make the table of vectors, which stand for the meaning of documents. Each row has up to a thousand documents.

    last: the highest `place` (number of a document) in the row. model: the model that made the vectors. places: the
    places of the documents that have a vector, 8 bytes each. vectors: their vectors, one byte for each number.
    """
    db.execute("CREATE TABLE vectors (last INTEGER PRIMARY KEY, model TEXT, places BLOB, vectors BLOB)")


def m016_sketches(db: Database) -> None:
    """Give each vector a row of its own, and keep the signs of its numbers apart, which every search reads.

    Earlier vectors are deleted and made anew. A row of the table `sketches` is about up to a thousand documents: the
    highest `place` among them, the model that made the vectors, the places of the documents that have a vector (8 bytes
    each), and the signs (a bit for each number of a vector).
    """
    db.execute("DROP TABLE vectors")
    db.execute("CREATE TABLE vectors (place INTEGER PRIMARY KEY, vector BLOB)")
    db.execute("CREATE TABLE sketches (last INTEGER PRIMARY KEY, model TEXT, places BLOB, signs BLOB)")


def m017_documents(db: Database) -> None:
    """Make a view of the documents that nothing replaces, for people who look into the store with Datasette or SQL.

    leads_to: title of the page to which the action led, as far as it is no private one.
    """
    db.execute("""
        CREATE VIEW documents AS
        SELECT substr(id, 1, 8) AS document, app, json_extract(body, '$.facts.seen.title') AS page,
            json_extract(body, '$.facts.words') AS element, action, json_extract(body, '$.facts.seen.effect') AS effect,
            json_extract(body, '$.facts.seen.to_title') AS leads_to, json_extract(body, '$.text') AS text, source,
            json_extract(body, '$.app_version') AS app_version, json_extract(body, '$.time') AS time
        FROM records
        WHERE kind = 'document' AND json_valid(body) AND NOT json_extract(body, '$.retracted')
            AND NOT EXISTS (SELECT 1 FROM replaces WHERE older = records.id)
    """)


def m018_crawls(db: Database) -> None:
    """Make the tables of what learning runs knew at their end, and of the elements that a model was asked about.

    Both stay on this machine. state: JSON of `learning.crawl.carried_over`. name: id of an element, or what rows of a
    list that are built alike share.
    """
    db.table("crawls").create({"app": str, "state": str}, pk="app")
    db.table("asked").create({"app": str, "screen_id": str, "name": str}, pk=("app", "screen_id", "name"))


def m019_signed_rows(db: Database) -> None:
    """Add columns for the signatures of screens and counters, which are "" for rows that nobody signed."""
    db.execute("ALTER TABLE screens ADD COLUMN signer TEXT NOT NULL DEFAULT ''")
    for table in ("screens", "helped", "outcomes"):
        db.execute(f"ALTER TABLE {table} ADD COLUMN signature TEXT NOT NULL DEFAULT ''")


# a step that was released is never changed; a further step is appended
_STEPS = (
    m001_records, m002_pictures, m003_imported, m004_aliases, m005_labels, m006_titles, m007_worded, m008_opinions,
    m009_signer, m010_purges, m011_outcomes, m012_places, m013_surveys, m014_sighted, m015_vectors,
    m016_sketches, m017_documents, m018_crawls, m019_signed_rows,
)  # fmt: skip
_MIGRATIONS = Migrations("appagent.store")
for _step in _STEPS:
    _MIGRATIONS()(_step)
