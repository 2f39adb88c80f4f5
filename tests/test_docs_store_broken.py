"""Folders of documents that are broken: each fault is named in one line."""

import json
import os
import shutil
from pathlib import Path

import pytest
from conftest import NOTES
from test_docs_store import QUICK, TASK, refused
from test_records import record
from test_store import screen

from appagent.store import Store, checks, merging


@pytest.fixture
def broken(typed, tmp_path) -> Path:
    """A folder to break: one line of documents, and a screen."""
    with Store.open("small.sqlite") as store:
        store.add(record("Opens a note."))
        store.remember_screen(screen("Shopping", "Books"))
    typed("docs", "export", "--store", "small.sqlite", "-o", "broken")
    return tmp_path / "broken" / NOTES


READING = [("docs", "list", "--store", "broken"), ("run", "--store", "broken", *TASK[:4], *QUICK)]
IMPORT = ("docs", "import", "--untrusted", "broken")
BOTH = pytest.mark.parametrize("words", [*READING, IMPORT], ids=["list", "run", "import"])
EXPORT = ("docs", "export", "--store", "small.sqlite", "-o", "broken")
ALL = pytest.mark.parametrize("words", [*READING, IMPORT, EXPORT], ids=["list", "run", "import", "export"])


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("<<<<<<< HEAD", "line 2: it is no JSON object: '<<<<<<< HEAD'"),
        ("[" * 100_000, "line 2: it is no JSON object"),
        ("[1]", "line 2: it is no JSON object: '[1]'"),
        ("{}", "line 2: a record has schema None and this AppAgent reads schema 1"),
        ('{"id": "ab", "text": "Opens a note.", "text": "Pays."}', "line 2: it has the name 'text' twice"),
        ('{"id": "ab", "schema": 1}', "line 2: a record lacks action, app"),
        ('{"id": "ab", "schema": 2}', "line 2: a record has schema 2 and this AppAgent reads schema 1"),
        ('{"id": "ab", "schema": ' + "9" * 5_000 + "}", "line 2: it is no JSON object"),
        ("\x00\xff", "line 2: it is no JSON object"),
    ],
)
def test_a_line_that_is_no_record_is_named(typed, broken, line, why):
    with open(broken / "documents.jsonl", "ab") as file:
        file.write(line.encode("latin-1") + b"\n")
    assert f"broken/{NOTES}/documents.jsonl, {why}" in refused(typed, *IMPORT)


@ALL
def test_a_record_that_somebody_changed_is_found_out(typed, broken, words):
    file = broken / "documents.jsonl"
    file.write_bytes(file.read_bytes().replace(b"Opens a note.", b"Pays a lot."))
    assert "line 1: a record says its id is" in refused(typed, *words)


@ALL
@pytest.mark.parametrize("told", ['{"app": "x"}', '{"app":1,"first_seen":"","screen_id":"","templates":[],"title":""}'])
def test_a_line_that_is_no_screen_is_named(typed, broken, words, told):
    (broken / "screens.jsonl").write_text(told, "utf-8")
    assert f"broken/{NOTES}/screens.jsonl, line 1: a screen" in refused(typed, *words)


@ALL
@pytest.mark.parametrize("what", ["documents.jsonl", "screens.jsonl"])
def test_a_pipe_in_a_folder_is_not_waited_for(typed, broken, words, what):
    (broken / what).unlink()
    os.mkfifo(broken / what)
    assert "no regular file" in refused(typed, *words)


@BOTH
def test_an_empty_folder_is_refused_with_what_would_be_in_it(typed, broken, words):
    shutil.rmtree(broken)
    assert "broken is a folder with no documents: there is no documents.jsonl in it" in refused(typed, *words)


def test_a_file_that_is_no_store_is_refused(typed, tmp_path):
    Path("x").write_text("dear diary", "utf-8")
    for words in (("docs", "list"), ("run", *TASK[:4], *QUICK), ("learn", *TASK[:2], *QUICK)):
        assert "/x is not a SQLite database" in refused(typed, *words, "--store", "x")


def test_a_folder_without_screens_serves_all_the_same(typed, broken):
    (broken / "screens.jsonl").unlink()
    status, out, _ = typed("docs", "list", "--store", "broken", "--json")
    assert (status, len(json.loads(out)["documents"])) == (0, 1)


def test_more_than_an_import_takes_is_refused(typed, broken, monkeypatch):
    monkeypatch.setitem(checks.MOST_ROWS, "records", 3)
    file = broken / "documents.jsonl"
    file.write_bytes(file.read_bytes() * 4)
    assert "has more than 3 records, the most that one import takes" in refused(
        typed, "docs", "import", "--untrusted", "broken"
    )
    monkeypatch.setitem(checks.MOST_ROWS, "records", 4)
    monkeypatch.setattr(merging, "MOST_IMPORT_BYTES", 100)
    assert "it holds more than 0 MB" in refused(typed, "docs", "import", "--untrusted", "broken")
    with open(file, "ab") as out:
        out.write(b" " * 3_000_000)
    assert "it has a line of more than 2,000,000 bytes" in refused(typed, "docs", "import", "--untrusted", "broken")
