"""A stranger's file is named with --store, as if it were the user's own: it wants to run something when it is opened or
written to, to hang, or to end a command in a traceback. And others on the machine want to read the user's own.

Such a store is as good as one's own, so all in it that AppAgent does not make refuses the whole: no trigger, view or
computed column of theirs is ever run. Damage in its rows is told in one line.
"""

import os
import sqlite3
import stat
from contextlib import closing, suppress
from pathlib import Path

import pytest
from made_stores import ENDLESS, ROWS, made, raw
from test_records import record
from test_store import NOTES, screen

from appagent.errors import StoreError
from appagent.screen import nearest
from appagent.store import Store
from appagent.store.tables.schema import _MIGRATIONS

pytestmark = [pytest.mark.slow, pytest.mark.timeout(60)]
held = pytest.mark.held
OURS = "not of AppAgent's making"

MAKINGS = {
    "a trigger on learning": "CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM records; END",
    "a trigger that never ends": f"""
        CREATE TRIGGER t AFTER INSERT ON screens
        BEGIN INSERT INTO helped SELECT * FROM ({ENDLESS} SELECT i, i, i FROM n); END
    """,
    "a view in place of the screens": f"DROP TABLE screens; CREATE VIEW screens AS {ENDLESS} SELECT i app FROM n",
    "a view in place of its name": f"DROP TABLE store; CREATE VIEW store AS {ENDLESS} SELECT i name FROM n",
    "a view in place of the migrations": f"""
        DROP TABLE _sqlite_migrations;
        CREATE VIEW _sqlite_migrations AS {ENDLESS}
        SELECT 'appagent.store' migration_set, i name, i applied_at FROM n
    """,
    "a virtual table": "DROP TABLE pictures; CREATE VIRTUAL TABLE pictures USING fts5(name, png)",
    "another index of words": """
        DROP TABLE word_index; CREATE VIRTUAL TABLE word_index USING fts5(id, words, content='records')
    """,
    "a column that is computed": "ALTER TABLE records ADD COLUMN x AS (hex(zeroblob(100000000)))",
    "an index over what is computed": "CREATE INDEX i ON records (hex(zeroblob(length(id) * 100000)))",
    "a check that takes long": """
        DROP TABLE helped;
        CREATE TABLE helped (id, store, times CHECK (length(hex(zeroblob(400000000))) > 1))
    """,
    "a trigger under a name of SQLite's": """
        CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM records; END;
        PRAGMA writable_schema = ON; UPDATE sqlite_master SET name = 'sqlite_t' WHERE name = 't';
    """,
}


@pytest.mark.parametrize("making", [pytest.param(n, marks=held if "SQLite's" in n else ()) for n in MAKINGS])
def test_what_is_not_of_our_making_refuses_the_whole(typed, tmp_path, making):
    path = made(tmp_path / "theirs" / "x.sqlite", spoil=MAKINGS[making])
    before = path.read_bytes()
    for command in (
        ("docs", "list"),
        ("docs", "search", "x"),
        ("docs", "import", "--untrusted", made(tmp_path / "other.sqlite")),
    ):
        status, out, err = typed(*command, "--store", path)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert OURS in err or "is damaged" in err  # as SQLite says of some itself
    assert path.read_bytes() == before


@held
@pytest.mark.parametrize("what", ["a pipe", "a device", "a directory"])
def test_what_is_no_file_is_neither_waited_for_nor_written_to(typed, tmp_path, what):
    path = tmp_path / "x.sqlite"
    if what == "a pipe":
        os.mkfifo(path)
    elif what == "a directory":
        path.mkdir()
    for command in (("docs", "list"), ("docs", "import", "--untrusted", made(tmp_path / "theirs" / "x.sqlite"))):
        status, _, err = typed(*command, "--store", "/dev/zero" if what == "a device" else path)
        assert (status, err.count("\n")) == (2, 1)


DAMAGE = {
    **ROWS,
    "a record of no app": "UPDATE records SET app = x'00', id = x'01'",
    "a name of megabytes for a store": "UPDATE store SET name = hex(zeroblob(1000000))",
    "a store without a name": "DELETE FROM store",
    "a picture that is a number": "INSERT INTO pictures VALUES ('p', 10000000000)",
    "what replaces itself": "INSERT INTO replaces SELECT id, id FROM records",
    "numbers where texts belong": "UPDATE records SET app = 1, kind = 2, element_id = 3",
}


BROKE_SOMETHING = {
    "a record without an id",
    "a record of no app",
    "a screen without an app",
    "a screen without an id",
    "a screen with a number for an id",
    "templates of brackets",
}


@pytest.mark.parametrize("name", [pytest.param(n, marks=() if n in BROKE_SOMETHING else held) for n in DAMAGE])
def test_damage_ends_in_one_line_if_in_anything(typed, tmp_path, name):
    path = made(tmp_path / "theirs" / "x.sqlite", spoil=DAMAGE[name])
    for command in (("list",), ("list", "--json"), ("search", "helps"), ("show", "a"), ("import", path)):
        status, _, err = typed("docs", *command, "--store", path)
        assert (status, err.count("\n")) in {(0, 0), (2, 1)}, (command, err)
    with suppress(StoreError), Store.open(path) as store:  # any other error would be a traceback
        seen = screen("Milk")
        assert isinstance(nearest(seen, store.screens(NOTES)), str)
        assert all(isinstance(name, str) for name in store.screens(NOTES))
        assert isinstance(store.picture("p"), bytes)
        store.remember_screen(seen)
        store.for_screen(seen)
        store.stats()
        first = store.records()[0]
        store.helped(first.id)
        store.add(record("Written later.", replaces=(first.id,)))


# Who may read a store


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_store_is_its_users_alone(tmp_path):
    folder = tmp_path / "data" / "appagent"
    with Store.open(folder / "store.sqlite") as store:
        store.add(record())
        assert len(list(folder.iterdir())) == 3  # what was written last stands in a file beside it
        assert {mode(path) for path in folder.iterdir()} == {0o600}
    assert (mode(folder), mode(folder.parent)) == (0o700, 0o700)
    assert mode(tmp_path / "data") == 0o700


# Stores of older releases


def old(path: Path, last: str) -> tuple[str, list[tuple[str, str]]]:
    """A store as a release made it whose last step was the one before `last`; its name, and its records' ids."""
    from sqlite_utils import Database

    mine, other = record("Opens a note.", author="store-of-old"), record("Pays.", author="somebody")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        _MIGRATIONS.apply(Database(connection, execute_plugins=False), stop_before=last)
        connection.execute("UPDATE store SET name = 'store-of-old'")
        for each in (mine, other):
            values = (each.id, each.canonical().decode(), "", each.kind, each.app, each.screen_id, each.element_id)
            connection.execute(
                "INSERT INTO records (id, body, signature, kind, app, screen_id, element_id, template, action)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*values, each.template, each.action),
            )
        for screen_id in ("list", "elsewhere"):
            connection.execute("INSERT INTO screens VALUES (?, ?, '[]', '', ?)", (NOTES, screen_id, mine.time))
    path.chmod(0o644)
    return mine.id, other.id


@pytest.mark.parametrize("last", ["m002_pictures", "m003_imported"])
def test_an_older_store_keeps_its_records_and_is_its_users_alone_from_then_on(tmp_path, last):
    path = tmp_path / "store.sqlite"
    mine, other = old(path, last)
    with Store.open_to_read(path) as store:
        assert [(each.id, each.untrusted) for each in store.current()] == [(mine, False), (other, True)]
        assert set(store.screens(NOTES)) == {"list", "elsewhere"}
        assert set(store.screens(NOTES, imported=False)) == {"list"}
    assert mode(path) == 0o600


def test_an_older_store_that_may_not_be_written_is_read_as_it_is(tmp_path):
    path = tmp_path / "store.sqlite"
    mine, other = old(path, "m003_imported")
    before = path.read_bytes()
    with Store(path, writable=False) as store:
        assert [(each.id, each.untrusted) for each in store.current()] == [(mine, False), (other, True)]
        with pytest.raises(StoreError, match="is read-only"):
            store.add(record("new"))
    assert path.read_bytes() == before


@pytest.mark.parametrize("app", ["", "../notes", "a/b"])
def test_a_record_about_no_app_from_before_keeps_no_other_from_going_out(typed, tmp_path, app):
    record_id, body = raw(record("Nobody knows where."), app=app)
    row = (record_id, body, app)
    spoil = "INSERT INTO records (id, body, signature, kind, app) VALUES (?, ?, '', 'document', ?)"
    path = made(tmp_path / "old.sqlite", record("Opens a note."), spoil=spoil, values=row)
    outs = (
        ("export", "--out", tmp_path / "text"),
        ("export", "--out", tmp_path / "x.docpack"),
        ("push", tmp_path / "hub"),
    )
    for command in outs:
        status, _, err = typed("docs", *command, "--store", path)
        assert (status, err.count("\n")) == (0, 1)
        assert f"left out, because no folder can be named after their app: {app!r}" in err
    assert "Opens a note." in (tmp_path / "text" / NOTES / "documents.jsonl").read_text()
    assert "Opens a note." in (tmp_path / "x.docpack").read_bytes().decode(errors="replace")
    assert len(list((tmp_path / "hub" / NOTES).iterdir())) == 2  # with its screen
    assert typed("docs", "list", "--store", path)[0] == 0


def test_a_store_of_records_about_no_app_alone_is_refused_in_one_line(typed, tmp_path):
    record_id, body = raw(record("Nobody knows where."), app="")
    spoil = "UPDATE records SET id = ?, body = ?, app = ''"
    path = made(tmp_path / "old.sqlite", spoil=spoil, values=(record_id, body))
    status, out, err = typed("docs", "export", "--out", tmp_path / "text", "--store", path)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "no folder can be named after the app ''" in err
