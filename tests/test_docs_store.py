"""Documents as text: the folder that comes with AppAgent, and such folders written, read, run with and refused."""

import json
import os
import re
import shlex
import shutil
import socket
import sqlite3
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from cli_in_process import Typed
from conftest import NOTES, SETTINGS
from test_records import record, revise
from test_store import screen

from appagent.documents.lookup.serving import offers
from appagent.documents.wording import sentence
from appagent.errors import StoreError
from appagent.files import locked
from appagent.store import Store
from appagent.store.as_text import jsonl
from appagent.store.as_text.exporting import export_text
from appagent.store.as_text.record_lines import record_line

SHIPPED = Path(__file__).resolve().parents[1] / "docs_store"
APPS = (SETTINGS, "com.example.deskclock", NOTES)
QUICK = ("--device", "virtual", "--agent", "offline", "--time-scale", "0.05", "--size", "360x800")
GOAL = "Create a note titled 'Trip' with the text 'Pack boots'"
CHECK = "any(n.title == 'Trip' and n.body == 'Pack boots' for n in notes.notes)"
TASK = ("--app", "notes", "--task", GOAL, "--check", CHECK, "--json", *QUICK)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def of_apps(folder: Path) -> dict[str, bytes]:
    return {name: held for name, held in contents(folder).items() if name.endswith(".jsonl")}


def refused(typed: Typed, *words: object) -> str:
    """Type a command that cannot be done; return the one line that says why."""
    status, _, err = typed(*words)
    assert (status, err.count("\n")) == (2, 1)
    return err


# --- what comes with AppAgent


def test_the_shipped_folder_is_what_the_product_reads_and_writes(typed, tmp_path):
    assert typed("docs", "import", "--untrusted", SHIPPED, "--store", "mine.sqlite")[0] == 0
    with Store.open_to_read("mine.sqlite") as store:
        assert {record.app for record in store.records()} == set(APPS)
        assert all(len(store.current(app)) >= 15 for app in APPS)
        assert all(record.untrusted for record in store.records())
    status, out, _ = typed("docs", "export", "--store", "mine.sqlite", "--json")
    assert status == 0
    assert [one["app"] for one in json.loads(out)["apps"]] == sorted(APPS)
    assert of_apps(tmp_path / "docs_store") == of_apps(SHIPPED)


def test_the_shipped_folder_names_no_person_and_no_machine():
    text = b"\n".join(of_apps(SHIPPED).values()).decode()
    records = [each.to_json() for each in jsonl.read_text_store(SHIPPED).records]
    assert {record["author"] for record in records} == {(SHIPPED / "team.keys").read_text("utf-8").split()[0]}
    assert all(record["signature"] for record in records)
    assert not re.search(r"/home/|/Users/|/root/|/tmp/|[A-Z]:\\\\", text)
    assert f'"{socket.gethostname()}"' not in text


@pytest.mark.slow
def test_a_newcomer_carries_a_task_out_with_it_before_learning_anything(typed, tmp_path):
    before = contents(SHIPPED)
    status, out, err = typed("run", "--store", SHIPPED, *TASK)
    assert (status, json.loads(out)["status"]) == (0, "success"), err
    assert json.loads(out)["documents_used"] > 0
    assert contents(SHIPPED) == before
    status, out, _ = typed("run", "--store", "empty.sqlite", *TASK)
    assert (status, json.loads(out)["status"]) == (1, "failed")


@pytest.mark.slow
def test_whoever_trusts_its_key_has_its_documents_as_a_colleagues(typed, tmp_path):
    assert typed("docs", "import", SHIPPED, "--store", "mine.sqlite")[0] == 2  # its key is not trusted yet
    assert typed("trust", SHIPPED / "team.keys", "--yes")[0] == 0
    assert typed("docs", "import", SHIPPED, "--store", "mine.sqlite")[0] == 0
    status, out, _ = typed("docs", "list", "--store", SHIPPED, "--json")
    assert status == 0
    assert {each["untrusted"] for each in json.loads(out)["documents"]} == {False}


def test_documents_that_a_list_leaves_out_are_not_said_to_be_missing(typed):
    with Store.open(SHIPPED, adds=False) as shipped, Store.open("mine.sqlite") as store:
        store.add(*[each for each in shipped.current() if not sentence(each)][:3])
    status, out, _ = typed("docs", "list", "--store", "mine.sqlite")
    assert status == 0
    assert re.fullmatch(r"3 documents in .*, only for the map; see: appagent docs map --app APP\n", out)


def test_a_model_is_shown_the_documents_of_the_shipped_folder(started):
    with Store.open(SHIPPED, adds=False) as store:
        seen = started(NOTES).capture()
        assert store.known_as(seen) in store.screens(NOTES)
        assert len(offers(seen, store.for_screen(seen))) >= 3


@pytest.mark.slow
def test_the_commands_of_its_readme_work_as_they_stand_there(typed, tmp_path):
    shutil.copytree(SHIPPED, tmp_path / "docs_store")
    found = re.findall(r"^    appagent (.+)$", (SHIPPED / "README.md").read_text("utf-8"), re.MULTILINE)
    assert len(found) == 6
    subprocess.run(["git", "init", "-q"], check=True)
    for command in found:
        more = {"run": QUICK[-2:], "trust": ("--yes",)}.get(command.split()[0], ())
        assert typed(*shlex.split(command), *more)[0] == 0, command
    assert of_apps(tmp_path / "docs_store") == of_apps(SHIPPED)


@pytest.mark.parametrize("words", [("list",), ("search", "note"), ("show", "{id}")])
def test_its_documents_are_read_like_those_of_any_store(typed, words):
    first = next(iter(jsonl.read_text_store(SHIPPED).records)).id
    status, out, _ = typed("docs", *(word.format(id=first) for word in words), "--store", SHIPPED)
    assert status == 0
    assert out


# --- a folder is read only


@pytest.mark.parametrize(
    "words",
    [
        ("learn", "--app", "notes", *QUICK),
        ("record", "--app", "notes", "--task", "x", "--device", "virtual"),
        ("docs", "import", "--untrusted", SHIPPED),
    ],
    ids=["learn", "record", "import"],
)
def test_what_would_add_documents_to_a_folder_is_told_what_to_do(typed, words):
    before = contents(SHIPPED)
    said = refused(typed, *words, "--store", SHIPPED)
    assert f"{SHIPPED} is a folder of documents, which is read only" in said
    assert f"appagent docs import {SHIPPED}" in said
    assert contents(SHIPPED) == before


def test_what_a_run_notes_besides_is_dropped_and_what_is_learnt_is_refused():
    with Store.open(SHIPPED, adds=False) as store:
        counts, first = store.stats(), store.records()[0]
        store.helped(first.id)
        store.remember_screen(screen("Shopping"))
        store.keep_picture(b"png")
        assert store.stats() == counts
        assert list(store.handed().helped) == []
        with pytest.raises(StoreError, match="read only"):
            store.add(record())


def test_the_doctor_says_what_a_folder_holds(typed):
    out = typed("doctor", "--store", SHIPPED, "--json")[1]
    assert "of 3 apps in" in out
    assert "only read" in out


# --- writing


@pytest.fixture
def mine(tmp_path) -> Path:
    """A store with a document that was replaced, one that was taken back, one of another app, and a screen."""
    path = tmp_path / "mine.sqlite"
    old, wrong = record("Opens a note."), record("Deletes it.", action="swipe")
    with Store.open(path) as store:
        store.add(old, revise(old, "Opens the note."), wrong, revise(wrong, "", retracted=True))
        store.add(record("Zahlt.", app="org.quay.pay"))
        store.remember_screen(screen("Shopping", "Books"))
        store.helped(old.id)
    return path


def test_a_file_holds_what_is_in_force_what_it_replaces_and_the_screens(typed, mine, tmp_path):
    assert typed("docs", "export", "--app", "notes", "--store", mine, "-o", "text")[0] == 0
    assert sorted(contents(tmp_path / "text")) == [
        f"{NOTES}/{name}.jsonl" for name in ("documents", "outcomes", "screens")
    ]
    lines = [json.loads(line) for line in (tmp_path / "text" / NOTES / "documents.jsonl").read_bytes().splitlines()]
    with Store.open_to_read(mine) as store, Store.open(tmp_path / "text", adds=False) as read:
        assert {line["id"] for line in lines} == {each.id for each in store.records(NOTES)}
        assert read.current() == store.current(NOTES)
        assert read.screens(NOTES) == store.screens(NOTES) != {}
        assert read.titles() == store.titles()


def test_writing_twice_gives_the_same_bytes_and_a_new_document_one_more_line(typed, mine, tmp_path):
    file = tmp_path / "docs_store" / NOTES / "documents.jsonl"
    typed("docs", "export", "--store", mine)
    first = contents(tmp_path / "docs_store")
    typed("docs", "export", "--store", mine)
    assert contents(tmp_path / "docs_store") == first
    before = file.read_bytes().splitlines()
    with Store.open(mine) as store:
        store.add(record("New.", action="long_press"))
    typed("docs", "export", "--store", mine)
    after = file.read_bytes().splitlines()
    assert len(after) == len(before) + 1
    assert [line for line in after if line in before] == before


@pytest.mark.parametrize("part", ["", NOTES, f"{NOTES}/documents.jsonl"], ids=["folder", "app", "file"])
def test_a_folder_an_apps_part_of_it_or_its_file_is_imported(typed, mine, tmp_path, part):
    typed("docs", "export", "--store", mine)
    assert typed("docs", "import", "--untrusted", tmp_path / "docs_store" / part, "--store", "new.sqlite")[0] == 0
    with Store.open_to_read(mine) as one, Store.open_to_read("new.sqlite") as other:
        assert other.records(NOTES) == one.records(NOTES)
        assert other.screens(NOTES) == one.screens(NOTES)
        assert bool(other.records("org.quay.pay")) == (part == "")


def test_what_a_folder_holds_stays_in_it(typed, mine, tmp_path):
    typed("docs", "export", "--store", mine)
    with Store.open("other.sqlite") as store:
        store.add(record("Mine."))
        store.remember_screen(replace(screen("Travel"), screen_id="screen-other"))
    status, out, _ = typed("docs", "export", "--store", "other.sqlite", "--json")
    assert (status, [(one["records"], one["screens"]) for one in json.loads(out)["apps"]]) == (0, [(5, 2)])
    with Store.open("other.sqlite") as other, Store.open(mine) as one:
        records, screens = [*one.records(), *other.records()], {**one.screens(NOTES), **other.screens(NOTES)}
    with Store.open(tmp_path / "docs_store", adds=False) as both:
        assert {each.id for each in both.records()} == {each.id for each in records}
        assert both.screens(NOTES) == screens


def test_two_exports_to_one_folder_wait_for_each_other(tmp_path):
    def export():
        with Store.open(":memory:") as store:
            store.add(record("Mine."))
            return export_text(store, [NOTES], tmp_path)

    with ThreadPoolExecutor(1) as pool:
        with locked(tmp_path):
            later = pool.submit(export)
            with pytest.raises(TimeoutError):
                later.result(0.2)
            (tmp_path / NOTES).mkdir()
            (tmp_path / NOTES / "documents.jsonl").write_bytes(record_line(record("Another's.")) + b"\n")
        assert [one.records for one in later.result(30)] == [2]


def test_whoever_writes_first_the_files_are_the_same(typed, mine, tmp_path):
    with Store.open("other.sqlite") as store:
        store.add(record("Mine."))
        store.remember_screen(replace(screen("Travel"), screen_id="screen-other"))
        store.remember_screen(replace(screen("Shopping", "Books"), heading="Seen later"))
    for folder, stores in (("one", [mine, "other.sqlite"]), ("two", ["other.sqlite", mine])):
        for store in stores:
            typed("docs", "export", "--app", NOTES, "--store", store, "-o", folder)
    assert contents(tmp_path / "one") == contents(tmp_path / "two") != {}


@pytest.mark.parametrize("kept", ["documents.jsonl", "screens.jsonl"])
def test_one_file_without_the_other_stays_too(typed, mine, tmp_path, kept):
    typed("docs", "export", "--store", mine)
    before = (tmp_path / "docs_store" / NOTES / kept).read_bytes()
    for file in (tmp_path / "docs_store" / NOTES).iterdir():
        if file.name != kept:
            file.unlink()
    with Store.open("other.sqlite") as store:
        store.add(record("Mine."))
    assert typed("docs", "export", "--store", "other.sqlite")[0] == 0
    assert set(before.splitlines()) <= set((tmp_path / "docs_store" / NOTES / kept).read_bytes().splitlines())


@pytest.mark.parametrize("umask", [0o022, 0o002, 0o077])
def test_the_umask_says_who_reads_the_files_and_a_file_that_is_there_keeps_its_mode(typed, mine, tmp_path, umask):
    folder = tmp_path / "docs_store" / NOTES
    before = os.umask(umask)
    try:
        for _ in range(2):
            assert typed("docs", "export", "--app", NOTES, "--store", mine)[0] == 0
            assert [path.stat().st_mode & 0o777 for path in (folder.parent, folder)] == [0o777 & ~umask] * 2
            assert [path.stat().st_mode & 0o777 for path in folder.iterdir()] == [0o666 & ~umask] * 3
        (folder / "documents.jsonl").chmod(0o640)
        typed("docs", "export", "--app", NOTES, "--store", mine)
    finally:
        os.umask(before)
    assert (folder / "documents.jsonl").stat().st_mode & 0o777 == 0o640
    assert len(list(folder.iterdir())) == 3


def test_a_damaged_store_is_named_in_one_line(typed, mine, tmp_path):
    with sqlite3.connect(mine) as database:
        database.execute("UPDATE screens SET templates = 'nonsense'")
    said = refused(typed, "docs", "export", "--store", mine)
    assert f"store {mine} is damaged: a screen's templates cannot be read" in said
    assert not (tmp_path / "docs_store").exists()


@pytest.mark.parametrize("part", [NOTES, f"{NOTES}/documents.jsonl", f"{NOTES}/screens.jsonl"])
def test_a_link_in_a_folder_of_others_is_not_written_through(typed, mine, tmp_path, part):
    typed("docs", "export", "--store", mine)
    linked, target = tmp_path / "docs_store" / part, tmp_path / "target"
    linked.rename(target)
    linked.symlink_to(target)
    before = contents(tmp_path)
    assert "is a link" in refused(typed, "docs", "export", "--store", mine)
    assert contents(tmp_path) == before
