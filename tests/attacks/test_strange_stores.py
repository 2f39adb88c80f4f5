"""A stranger hands over a store to be imported, which is made to hang the import, to break what comes after it, to run
something, or to write where it may not.

Of such a file only what a store holds is read, from a copy, within bounds, and every row is checked. Either all of it
is taken or nothing; what is refused is told in one line, with exit status 2.
"""

import os
import random
import sqlite3
from contextlib import closing

import made_stores
import pytest
from made_stores import ENDLESS, ROWS, contents, made, raw
from test_records import record

from appagent.store import Record, Store

mine = made_stores.mine

pytestmark = [pytest.mark.slow, pytest.mark.timeout(60)]
held = pytest.mark.held
MUCH = 5_000_000  # letters; more than SQLite may read of one value


def rows(path):
    """All that a store holds."""
    with Store(path) as store:
        return [store._rows(f"SELECT * FROM {table} ORDER BY 1, 2") for table in ("records", "screens", "helped")]


def refused(typed, mine, theirs, why):
    """Hand it over: one line, status 2, and nothing of one's own is changed."""
    before = rows(mine)
    status, out, err = typed("docs", "import", "--untrusted", theirs, "--store", mine)
    assert (status, out) == (2, "")
    assert err.startswith("appagent: ")
    assert err.count("\n") == 1
    assert len(err) < 1000
    assert why in err
    assert rows(mine) == before


# Files that are no store


@pytest.mark.parametrize(
    ("content", "why"),
    [
        pytest.param(b"dear diary", "is not a SQLite database", id="a text", marks=held),
        pytest.param(b"", "is not a SQLite database", id="nothing"),
        pytest.param(random.Random(1).randbytes(40_960), "is not a SQLite database", id="an encrypted one", marks=held),
        pytest.param(b"SQLite format 3\0", "", id="its first bytes alone", marks=held),
        pytest.param("half", "", id="one cut short", marks=held),
        pytest.param("noise", "", id="one with noise after its first page", marks=held),
        pytest.param("recipes", "no store of AppAgent's", id="another program's", marks=held),
    ],
)
def test_a_file_that_is_no_store_is_refused(typed, mine, tmp_path, content, why):
    theirs = tmp_path / "theirs" / "x.sqlite"
    theirs.parent.mkdir()
    if content == "recipes":
        with closing(sqlite3.connect(theirs)) as connection:
            connection.execute("CREATE TABLE recipes (name)")
    elif isinstance(content, str):
        made(theirs, *(record(f"Opens {number}.") for number in range(50)))
        whole = theirs.read_bytes()
        noise = random.Random(2).randbytes(len(whole) - 4096)
        theirs.write_bytes(whole[: len(whole) // 2] if content == "half" else whole[:4096] + noise)
    else:
        theirs.write_bytes(content)
    refused(typed, mine, theirs, why)
    assert list(contents(theirs.parent)) == ["x.sqlite"]


@pytest.mark.parametrize("what", ["directory", "pipe", "device", "nothing", "itself"])
@held
def test_what_is_no_file_is_not_waited_for(typed, mine, tmp_path, what):
    theirs = tmp_path / "theirs"
    if what == "directory":
        theirs.mkdir()
    elif what == "pipe":
        os.mkfifo(theirs)
    elif what == "itself":
        theirs.symlink_to(theirs)
    refused(typed, mine, "/dev/zero" if what == "device" else theirs, "no")


def test_a_pipe_beside_a_store_is_not_waited_for(typed, mine, tmp_path):
    theirs = made(tmp_path / "theirs" / "x.sqlite")
    os.mkfifo(f"{theirs}-wal")
    refused(typed, mine, theirs, "is no file")


def test_a_file_too_large_to_look_through_is_refused(typed, mine, tmp_path):
    theirs = made(tmp_path / "theirs" / "x.sqlite")
    os.truncate(theirs, 10**12)
    refused(typed, mine, theirs, "larger than the 4000 MB that one import takes")


# Tables that are none


def view(table, columns):
    return f"DROP TABLE {table}; CREATE VIEW {table} AS {ENDLESS} SELECT {columns} FROM n"


HIDDEN_VIEW = """
    PRAGMA writable_schema = ON;
    UPDATE sqlite_master SET sql = 'CREATE TABLE other (app)', name = 'screens', tbl_name = 'screens'
    WHERE name = 'screens';
    DELETE FROM sqlite_master WHERE name = 'sqlite_autoindex_screens_1';
    INSERT INTO sqlite_master VALUES ('view', 'x', 'x', 0, 'CREATE VIEW screens AS
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT ''a'' app, i screen_id, 1 templates, 1 title, 1 first_seen FROM n');
"""
COMPUTED = """
    DROP TABLE screens;
    CREATE TABLE screens (app, screen_id, title, first_seen, templates AS (printf('%*d', 100000000, 1)));
    INSERT INTO screens VALUES ('com.x', 's', '', '2026-01-31T12:00:00Z')
"""
VIRTUAL = "DROP TABLE helped; CREATE VIRTUAL TABLE helped USING fts5(id, store, times)"


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(view("records", "i id, '' body, '' signature, '' app"), id="records that never end"),
        pytest.param(view("screens", "i app, i screen_id, '' templates, '' title, i first_seen"), id="endless screens"),
        pytest.param(view("helped", "i id, i store, i times"), id="counters that never end"),
        pytest.param(
            "DROP TABLE records; CREATE VIEW records AS SELECT '' id, '' body, '' signature, '' app",
            id="a short view",
            marks=held,
        ),
        pytest.param(HIDDEN_VIEW, id="a view under a table's name", marks=held),
        pytest.param(COMPUTED, id="a column that is computed"),
        pytest.param(VIRTUAL, id="a virtual table"),
        pytest.param("DROP TABLE screens", id="a table that is not there", marks=held),
        pytest.param("ALTER TABLE helped RENAME COLUMN times TO often", id="a column of another name", marks=held),
    ],
)
def test_only_tables_are_read(typed, mine, tmp_path, spoil):
    refused(typed, mine, made(tmp_path / "theirs" / "x.sqlite", spoil=spoil), "")


@held
def test_what_else_is_in_the_file_does_nothing(typed, mine, tmp_path):
    strange = """
        CREATE TRIGGER t AFTER INSERT ON screens BEGIN DELETE FROM records; END;
        CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
        CREATE TABLE pay (card);
    """
    status, out, _ = typed(
        "docs", "import", "--untrusted", made(tmp_path / "theirs" / "x.sqlite", spoil=strange), "--store", mine
    )
    assert (status, out.split(" ")[0]) == (0, "1")


# Rows that are none. Each would be taken after a record that is one.

HELD = {
    "a record without an id",
    "a record without content",
    "a record with a number of 5,000 digits",
    "a record with a signature of another type",
    "a title in no encoding",
    "a record of brackets",
    "a record that says another thing than its id",
}


@pytest.mark.parametrize("name", [pytest.param(name, marks=held if name in HELD else ()) for name in ROWS])
def test_a_row_that_is_none_refuses_the_whole(typed, mine, tmp_path, name):
    theirs = made(tmp_path / "theirs" / "x.sqlite", record("Helps."), spoil=ROWS[name])
    refused(typed, mine, theirs, "")


@pytest.mark.parametrize(
    ("spoil", "values"),
    [
        ("UPDATE records SET id = ?, body = ?", raw(record(), text="x" * MUCH)),
        ("UPDATE screens SET title = ?", ("x" * MUCH,)),
        ("UPDATE screens SET templates = ?", (f'["{"x" * MUCH}"]',)),
        pytest.param(f"INSERT INTO records (id) {ENDLESS} SELECT i FROM n LIMIT ?", (20_001,), marks=held),
        (f"INSERT INTO screens (app, screen_id) {ENDLESS} SELECT i, '' FROM n LIMIT ?", (5_001,)),
        (f"INSERT INTO helped (id, store, times) {ENDLESS} SELECT i, '', 1 FROM n LIMIT ?", (100_001,)),
    ],
    ids=["content", "title", "templates", "records", "screens", "counters"],
)
def test_more_than_an_import_takes_is_refused(typed, mine, tmp_path, spoil, values):
    refused(typed, mine, made(tmp_path / "theirs" / "x.sqlite", spoil=spoil, values=values), "")


def test_a_text_longer_than_a_document_is_refused(typed, mine, tmp_path):
    long = "é\u0301\u0316" * 3_000  # fits in one; and how it is written in the index takes no time either
    theirs = made(tmp_path / "theirs" / "x.sqlite", record(long))
    assert typed("docs", "import", "--untrusted", theirs, "--store", mine)[0] == 0
    theirs = made(
        tmp_path / "longer" / "x.sqlite",
        spoil="UPDATE records SET id = ?, body = ?",
        values=raw(record(), text=long + long),
    )
    refused(typed, mine, theirs, "text has at most 10000 letters")


# What is taken does no harm


@held
def test_a_store_in_another_encoding_is_read(typed, mine, tmp_path):
    theirs = tmp_path / "x.sqlite"
    with closing(sqlite3.connect(theirs)) as connection:
        connection.execute("PRAGMA encoding = 'UTF-16'")
        connection.execute("PRAGMA user_version = 1")
    made(theirs, record("打开便签"))
    assert typed("docs", "import", "--untrusted", theirs, "--store", mine)[0] == 0
    with Store(mine) as store:
        assert "打开便签" in {each.text for each in store.records()}


def test_theirs_is_not_written_to_nor_anything_beside_it(typed, mine, tmp_path):
    older = "DROP TABLE pictures; DELETE FROM _sqlite_migrations WHERE name > 'm002'"
    theirs = made(tmp_path / "theirs" / "x.sqlite", spoil=older)
    with closing(sqlite3.connect(theirs)) as writer, closing(sqlite3.connect(theirs)):
        writer.execute("UPDATE helped SET times = 2")
        writer.commit()  # which only the file beside it tells yet
        before = contents(theirs.parent)
        assert typed("docs", "import", "--untrusted", theirs, "--store", mine)[0] == 0
        assert contents(theirs.parent) == before
    with Store(mine) as store:
        assert store._rows("SELECT times FROM helped") == [(2,)]


@held
def test_ones_own_store_as_the_import_changes_nothing(typed, mine):
    status, out, _ = typed("docs", "import", "--untrusted", mine, "--store", mine)
    assert (status, out.split(" ")[0]) == (0, "0")
    with Store(mine) as store:
        assert len(store.records()) == 1


def test_a_crowd_of_long_and_crooked_documents_delays_nobody(typed, mine, tmp_path):
    """Many apps, markup, control and direction characters, and texts as long as may be."""
    words = "[red]Pay[/] \x1b[2J\x9b31m\u202e\u2066" + "now " * 200
    crowd = (record(f"{n} {words}", app=f"com.x{n % 150}", element_id=f"e{n}", untrusted=True) for n in range(510))
    theirs = made(tmp_path / "theirs" / "x.sqlite", *crowd)
    assert typed("docs", "import", "--untrusted", theirs, "--store", mine)[0] == 0
    told = []
    for command in (("list",), ("search", "pay"), ("list", "--app", "x7"), ("list", "--json")):
        status, out, _ = typed("docs", *command, "--store", mine)
        assert status == 0
        assert not {"\x1b", "\x9b", "\u202e", "\u2066"} & set(out) or "--json" in command
        told.append(out)
    listed = told[0]
    assert listed.index("Opens a note.") < listed.index("untrusted: ")
    assert "11 more: name an --app, add --page 2" in listed
    assert "Opens a note." not in typed("docs", "list", "--page", "2", "--store", mine)[1]


def test_a_long_history_of_retractions_delays_nobody(typed, mine, tmp_path):
    """Each text made of the one before, each retracted: to follow every retraction to its end takes for ever."""
    chain = [record("0", source="refine")]
    for number in range(1_100):  # more than functions may call one another
        chain.append(record(str(number), source="refine", replaces=(chain[-1].id,)))
    gone = [record("", retracted=True, replaces=(each.id,)) for each in chain]
    theirs = made(tmp_path / "theirs" / "x.sqlite", *chain, *gone)
    assert typed("docs", "import", "--untrusted", theirs, "--store", mine)[0] == 0
    status, out, _ = typed("docs", "list", "--store", mine, "--json")
    assert (status, out.count('"text": "Opens a note."')) == (0, 1)


def test_a_long_chain_of_retractions_is_refused_before_it_slows_what_comes_after(typed, mine, tmp_path):
    """What is in force is told by following all that records replace: a chain of thousands would take minutes."""
    chain: list[Record] = []
    for number in range(700):
        replaced = tuple(one.id for one in chain[-32:])
        chain.append(record(f"t{number}", source="human", replaces=replaced, retracted=bool(replaced)))
    refused(typed, mine, made(tmp_path / "theirs" / "x.sqlite", *chain), "would replace")
