"""Hubs that cannot be used, or not by everybody: each is told in a line, without a password."""

import hashlib
import os
import re
import sys
from contextlib import closing
from pathlib import Path

import hubs
import pytest
from hubs import KEYS, PASSWORD, Database
from test_docs_hubs import NOTES, OLD, learnt, many, shared
from test_docs_store import contents, refused
from test_records import record

from appagent.errors import StoreError
from appagent.sharing import exchange
from appagent.sharing.hubs import open_hub
from appagent.store import Store

server, database, s3, gs = hubs.server, hubs.database, hubs.s3, hubs.gs


def test_a_folder_of_text_is_no_hub(typed, tmp_path):
    ann = learnt("ann", OLD)
    typed("docs", "export", "--store", ann)
    before = contents(tmp_path)
    for command in ("push", "pull"):
        said = refused(typed, "docs", command, "docs_store", "--store", ann)
        assert "is a folder of documents as text; add to it with: appagent docs export -o docs_store" in said
    assert contents(tmp_path) == before


@pytest.mark.parametrize("what", ["file", "sealed"])
def test_a_folder_that_cannot_be_used_is_told(typed, tmp_path, what):
    ann, there = learnt("ann", OLD), tmp_path / "hub"
    if what == "file":
        there.write_text("mine")
    else:
        there.mkdir()
        (there / NOTES).write_text("a file where a folder should be")
    assert f"{there} cannot be" in refused(typed, "docs", "push", there, "--store", ann)


def test_what_is_no_folder_is_not_pulled_from(typed):
    said = refused(typed, "docs", "pull", "nowhere", "--store", "mine.sqlite")
    assert "nowhere is no folder; a hub is made by: appagent docs push nowhere" in said


def test_pipes_and_links_in_a_folder_are_left_out(typed, tmp_path):
    ann = learnt("ann", OLD)
    shared(typed, "push", "hub", ann)
    name = f"{'0' * 64}.{'0' * 32}.json"
    os.mkfifo(tmp_path / "hub" / NOTES / name)
    (tmp_path / "hub" / NOTES / name.replace("0", "1")).symlink_to("/etc/hostname")
    told = shared(typed, "pull", "hub", Path("ben.sqlite"))
    assert (told["new"], told["refused"]) == (1, 0)


def test_nothing_is_written_through_a_link_that_a_member_put_in_a_hub(typed, tmp_path):
    ann = learnt("ann", OLD)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "hub").mkdir()
    (tmp_path / "hub" / NOTES).symlink_to(tmp_path / "elsewhere")
    assert "is a link" in refused(typed, "docs", "push", tmp_path / "hub", "--store", ann)
    assert not any((tmp_path / "elsewhere").iterdir())
    assert shared(typed, "pull", "hub", Path("ben.sqlite"))["new"] == 0


@pytest.fixture
def roles(database: Database) -> Database:
    """A database whose tables are made, with Ann who reads and adds and Ben who reads, as the documentation says."""
    with open_hub(database.url(), init=True):
        pass
    page = (Path(__file__).parents[1] / "docs" / "sharing.md").read_text("utf-8")
    grants = re.findall(r"```sql\n(.*?)```", page, re.DOTALL)
    assert len(grants) == 1
    database.run(grants[0].replace("'...'", f"'{PASSWORD}'"))
    return database


@pytest.mark.slow
def test_a_role_that_may_only_read_pulls_and_does_not_push(typed, roles):
    ann = learnt("ann", OLD)
    assert shared(typed, "push", roles.url("ann"), ann)["sent"] == 2
    assert roles.run("SELECT DISTINCT added_by FROM appagent.lines") == [("ann",)]
    assert shared(typed, "pull", roles.url("ben"), Path("ben.sqlite"))["new"] == 1
    with Store.open("ben.sqlite") as store:
        store.add(record("Mine."))
    said = refused(typed, "docs", "push", roles.url("ben"), "--store", "ben.sqlite")
    assert "this role may not do that; what it needs is in docs/sharing.md" in said
    assert roles.run("SELECT count(*) FROM appagent.lines") == [(2,)]


@pytest.mark.slow
def test_a_member_who_adds_very_many_lines_crowds_nobody_out(roles):
    def line(number: int) -> tuple[str, bytes]:
        text = str(number).encode()
        return f"{NOTES}/{number:064x}.{hashlib.sha256(text).hexdigest()[:32]}.json", text

    with open_hub(roles.url()) as hub:
        hub.write(dict(map(line, range(5))))
    with open_hub(roles.url("ann")) as hub:
        hub.write(dict([line(9)]))
        assert line(9)[0] in list(hub.names())[:2]


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM appagent.lines",
        "UPDATE appagent.lines SET line = ''",
        "TRUNCATE appagent.lines",
        "INSERT INTO appagent.lines (name, line, added_by) VALUES ('a', 'b', 'ben')",
        "INSERT INTO appagent.lines (name, line) VALUES ('a/' || repeat('0', 32) || '.json', 'of another name')",
    ],
)
def test_a_member_can_only_add_lines_under_their_own_names(typed, roles, sql):
    import psycopg

    shared(typed, "push", roles.url("ann"), learnt("ann", OLD))
    with (
        closing(psycopg.connect(roles.url("ann"), autocommit=True)) as connection,
        pytest.raises((psycopg.errors.InsufficientPrivilege, psycopg.errors.CheckViolation)),
    ):
        connection.execute(sql.encode())
    assert roles.run("SELECT count(*) FROM appagent.lines") == [(2,)]


@pytest.mark.parametrize("command", ["push", "pull"])
def test_a_database_that_cannot_be_used_is_told_in_a_line_without_the_password(typed, database, command):
    ann = learnt("ann", OLD)
    gone = f"postgresql://team:{PASSWORD[:8]}@127.0.0.1:{hubs.free_port()}/docs"
    told = {
        database.url(): f"its tables are not made yet; make them with: appagent docs push --init {database.shown()}",
        database.url(password="wr0ng-word"): 'password authentication failed for user "team"',
        database.url(user="nobody"): 'password authentication failed for user "nobody"',
        database.url(database="other"): 'database "other" does not exist',
        gone: "onnection refused",
        "postgresql://team@no.such.host.invalid/docs": "no.such.host.invalid",
    }
    for url, why in told.items():
        said = refused(typed, "docs", command, url, "--store", ann)
        assert why in said
        assert "cannot be used: " in said
        assert PASSWORD[:8] not in said
        assert "wr0ng" not in said


def test_a_read_only_database_is_told(typed, database):
    with open_hub(database.url(), init=True):
        pass
    database.run("ALTER ROLE team IN DATABASE docs SET default_transaction_read_only = on")
    assert "it is read-only" in refused(typed, "docs", "push", database.url(), "--store", learnt("ann", OLD))


@pytest.mark.slow
def test_a_connection_that_is_lost_is_told_and_the_next_push_goes_on(typed, database, monkeypatch):
    ann = learnt("ann", *many()[:1200])
    with open_hub(database.url(), init=True):
        pass

    def cut(done: int, of: int) -> None:
        if done == 1000:
            database.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")

    with Store.open(ann) as store, open_hub(database.url()) as there:
        with pytest.raises(StoreError, match=r"cannot be used: .*terminat") as failed:
            exchange.push_to_hub(store, there, [NOTES], cut)
        assert PASSWORD not in str(failed.value)
    assert shared(typed, "push", database.url(), ann)["sent"] == 201


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://team:hunter2/x@db/docs",
        "postgresql://team:hunter2#@db/docs",
        "postgresql://team:hunter2?@db/docs",
        "postgresql://team:12hunter2/@db/docs",
        "s3://AKIA:hunter2@bucket/x",
        "gs://hunter2@bucket",
        "s3://bucket/x?secret=hunter2",
        "https://ann:hunter2@example.com/x",
        "mysql://ann:hunter2@db/x",
        "ssh://ann:hunter2@db",
    ],
)
def test_an_address_that_is_none_is_refused_without_what_is_in_it(typed, url):
    for command in ("push", "pull"):
        said = refused(typed, "docs", command, url, "--store", "mine.sqlite")
        assert "hunter2" not in said
        assert "AKIA" not in said


def test_a_password_with_any_letters_is_understood_and_never_shown(typed, database):
    ann = learnt("ann", OLD)
    raw_at = f"postgresql://team:{PASSWORD.replace('/', '%2F').replace('?', '%3F')}@127.0.0.1:{database.port}/docs"
    status, out, err = typed("docs", "push", "--init", raw_at, "--store", ann)
    assert (status, out) == (0, f"2 lines sent to {database.shown()}, where 0 were before\n")
    assert not any(PASSWORD[:8] in text for text in (out, err))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["s3", "gs"])
def test_a_bucket_that_cannot_be_used_is_told_in_a_line_without_the_keys(typed, request, monkeypatch, kind):
    request.getfixturevalue(kind)
    ann = learnt("ann", OLD)
    for command in ("push", "pull"):
        said = refused(typed, "docs", command, f"{kind}://no-such-bucket/x", "--store", ann)
        assert f"there is no bucket {kind}://no-such-bucket/x" in said
    if kind == "s3":
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{hubs.free_port()}")
        said = refused(typed, "docs", "push", "s3://team/x", "--store", ann)
        assert "s3://team/x cannot be used: " in said
        assert not any(secret in said for secret in KEYS.values())


@pytest.mark.parametrize(
    ("url", "module", "extra"), [("s3://a/b", "s3fs", "bucket"), ("postgresql://a/b", "psycopg", "postgres")]
)
def test_what_is_not_installed_is_named(typed, monkeypatch, url, module, extra):
    monkeypatch.setitem(sys.modules, module, None)
    assert f"pip install 'appagent[{extra}]'" in refused(typed, "docs", "pull", url, "--store", "mine.sqlite")


def test_only_a_database_has_tables_to_make(typed):
    assert "only a database has tables" in refused(typed, "docs", "push", "--init", "hub", "--store", learnt("a", OLD))
