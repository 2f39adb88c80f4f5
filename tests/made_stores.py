"""Stores as strangers make them, and the command line to hand them to."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import rfc8785
from test_records import record

from appagent.store import Record, Store
from appagent.store.opening import open_store

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"

# What is no record, no screen or no counter, by what is wrong with it: SQL for a store that has one of each.
ROWS = {
    "a record without an id": "INSERT INTO records (body, signature) VALUES ('{}', '')",
    "a record without content": "UPDATE records SET body = NULL",
    "a record of bytes": "UPDATE records SET body = CAST(body AS BLOB)",
    "a record of brackets": f"UPDATE records SET body = '{'[' * 100_000}'",
    "a record with a number of 5,000 digits": f"""UPDATE records SET body = '{{"schema": {"9" * 5000}}}'""",
    "a record that says another thing than its id": "UPDATE records SET body = replace(body, 'Helps', 'Pays')",
    "a record with a signature of another type": "UPDATE records SET signature = x'05'",
    "a record with a signature of megabytes": "UPDATE records SET signature = hex(zeroblob(900000))",
    "a screen without an app": "UPDATE screens SET app = NULL",
    "a screen without an id": "UPDATE screens SET screen_id = NULL",
    "a screen with a number for an id": "UPDATE screens SET screen_id = x'00'",
    "a screen without templates": "UPDATE screens SET templates = NULL",
    "templates that are no list": """UPDATE screens SET templates = '{"a": 1}'""",
    "templates that are no texts": "UPDATE screens SET templates = '[[1], 2]'",
    "templates of brackets": f"UPDATE screens SET templates = '{'[' * 100_000}'",
    "a screen without a title": "UPDATE screens SET title = NULL",
    "a title that is no text": "UPDATE screens SET title = x'ff'",
    "a title in no encoding": "UPDATE screens SET title = CAST(x'ff' AS TEXT)",
    "a screen of no time": "UPDATE screens SET first_seen = 'the beginning'",
    "a name of megabytes": "UPDATE screens SET app = hex(zeroblob(900000))",
    "a counter in words": "UPDATE helped SET times = 'often'",
    "a counter below nothing": "UPDATE helped SET times = -1",
    "a counter beyond counting": "UPDATE helped SET times = 9000000000000000000",
    "half a counter": "UPDATE helped SET times = 0.5",
    "a counter without a number": "UPDATE helped SET times = NULL",
    "a counter of nothing": "UPDATE helped SET id = 'all'",
    "a counter of nobody": "UPDATE helped SET store = NULL",
}


@pytest.fixture
def mine(tmp_path) -> Path:
    """One's own store, with a document in it."""
    path = tmp_path / "mine.sqlite"
    with open_store(path) as store:
        store.add(record("Opens a note.", author=store.author))
    return path


def name_of(path: Path) -> str:
    """What a store is called, as anybody can read who was once handed a document of it."""
    with Store.open(path) as store:
        return store.author


def made(path: Path, *records: Record, spoil: str = "", values: tuple[object, ...] = ()) -> Path:
    """A store with a screen, a counter and these records. spoil: SQL that its maker runs on it, with values."""
    path.parent.mkdir(exist_ok=True)
    with Store.open(path) as store:
        store.add(*(records or (record("Helps.", action="swipe"),)))
        first = store.records()[0].id
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        screen = ("com.example.notes", "s", '["a", "b"]', "A page", "2026-01-31T12:00:00Z")
        connection.execute(
            "INSERT INTO screens (app, screen_id, templates, title, first_seen) VALUES (?,?,?,?,?)", screen
        )
        connection.execute("INSERT INTO helped (id, store, times) VALUES (?, 'store-x', 1)", (first,))
        if values:
            connection.execute(spoil, values)
        else:
            connection.executescript(spoil)
    return path


def raw(one: Record, **content: object) -> tuple[str, str]:
    """The id and the canonical form of a record with other content, whatever a record may hold."""
    told = {name: value for name, value in one.to_json().items() if name not in ("id", "signature")} | content
    body = rfc8785.dumps(told)
    return hashlib.sha256(body).hexdigest(), body.decode()


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, as it is on disk."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
