"""Docpacks: what an export holds, that it makes the same bytes again elsewhere, and that others can write one."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from contextlib import ExitStack
from pathlib import Path

import packs
import pytest
from packs import DOCUMENTS, MANIFEST, NOTES, OUTCOMES, SCREENS
from test_docs_store import mine as mine
from test_docs_store import of_apps, refused
from test_records import record

from appagent.screen.pictures.spots import FACT, picture_name
from appagent.sharing.unpack import Pack, open_pack
from appagent.store import Store
from appagent.store.imports import open_import

ROOT = Path(__file__).parents[1]
PNG = b"\x89PNG\r\n\x1a\n and what follows"


def test_a_pack_is_a_zip_to_read_by_eye_and_its_folders_are_those_of_git(typed, mine, tmp_path):
    assert typed("docs", "export", "--store", mine, "-o", "a.docpack")[0] == 0
    typed("docs", "export", "--store", mine, "-o", "text")
    with zipfile.ZipFile("a.docpack") as pack:
        pack.extractall("unpacked")
        assert pack.namelist() == sorted(pack.namelist())
        assert {(info.compress_type, info.date_time) for info in pack.infolist()} == {(0, (1980, 1, 1, 0, 0, 0))}
    told = json.loads(Path("unpacked", MANIFEST).read_text())
    assert (told["format"], told["version"]) == ("appagent docpack", 1)
    text = {name: part for name, part in of_apps(tmp_path / "text").items() if part}
    assert of_apps(tmp_path / "unpacked") == text != {}


def test_a_pack_exported_imported_elsewhere_and_exported_again_is_the_same_file(typed, mine, tmp_path):
    typed("docs", "export", "--store", mine, "-o", "a.docpack")
    status, out, _ = typed("docs", "import", "--untrusted", "a.docpack", "--store", "there.sqlite", "--json")
    assert (status, json.loads(out)["new"]) == (0, 5)
    typed("docs", "export", "--store", "there.sqlite", "-o", "b.docpack")
    assert Path("a.docpack").read_bytes() == Path("b.docpack").read_bytes()
    with Store.open_to_read(mine) as one, Store.open_to_read("there.sqlite") as other:
        assert other.records() == one.records()
        assert other.screens(NOTES) == one.screens(NOTES)


def test_one_apps_pack_replaces_the_file_and_says_what_it_holds(typed, mine):
    Path("a.docpack").write_bytes(b"before")
    status, out, _ = typed("docs", "export", "--app", "notes", "--store", mine, "-o", "a.docpack", "--json")
    told = json.loads(out)
    assert (status, told["records"], told["screens"], told["pictures"]) == (0, {NOTES: 4}, 1, 0)
    with zipfile.ZipFile("a.docpack") as pack:
        assert pack.namelist() == [DOCUMENTS, OUTCOMES, SCREENS, MANIFEST]


def test_pictures_leave_only_where_they_are_asked_for(typed, tmp_path):
    spot = {"frame": "", "at": [0.5, 0.5], "extent": [0.1, 0.1], "picture": picture_name(PNG)}
    with Store.open("mine.sqlite") as store:
        store.add(record("Starts a game.", facts={FACT: spot}))
        store.keep_picture(PNG)
        store.keep_picture(b"another that no record names")
    for name, more, kept in (("without", (), b""), ("with", ("--pictures",), PNG)):
        typed("docs", "export", "--store", "mine.sqlite", "-o", f"{name}.docpack", *more)
        assert typed("docs", "import", "--untrusted", f"{name}.docpack", "--store", f"{name}.sqlite")[0] == 0
        typed("docs", "export", "--store", f"{name}.sqlite", "-o", "again.docpack", *more)
        assert Path("again.docpack").read_bytes() == Path(f"{name}.docpack").read_bytes()
        with Store.open_to_read(f"{name}.sqlite") as store:
            assert store.picture(picture_name(PNG)) == kept
            assert store._rows("SELECT count(*) FROM pictures") == [(int(bool(kept)),)]
    assert "pictures are added only to a pack" in refused(
        typed, "docs", "export", "--store", "mine.sqlite", "--pictures", "-o", "text"
    )
    assert not (tmp_path / "text").exists()


@pytest.mark.skipif(shutil.which("zip") is None, reason="the program zip is not installed")
def test_another_program_can_write_a_pack(typed, mine, tmp_path):
    for name, part in {**packs.parts_of(), MANIFEST: packs.manifest(packs.parts_of())}.items():
        (tmp_path / "made" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "made" / name).write_bytes(part)
    made = ["zip", "-q", "-X", "-0", "../made.docpack", MANIFEST, SCREENS, DOCUMENTS]
    subprocess.run(made, cwd=tmp_path / "made", check=True)
    assert typed("docs", "import", "--untrusted", "made.docpack", "--store", mine)[0] == 0
    with Store.open_to_read(mine) as store:
        assert {one.id for one in packs.ONES} <= {each.id for each in store.records()}


@pytest.mark.parametrize("made", ["a.docpack", "mine.sqlite"])
def test_a_process_that_is_killed_leaves_no_copy_of_what_it_imports(typed, mine, tmp_path, monkeypatch, made):
    assert typed("docs", "export", "--store", mine, "-o", "a.docpack")[0] == 0
    copies = tmp_path / "copies"
    copies.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(copies))
    with ExitStack() as held:
        path = tmp_path / made
        handed = held.enter_context(open_import(path) if made.endswith("sqlite") else open_pack(path))
        records = [*(handed.handed if isinstance(handed, Pack) else handed).records]
        assert len(records) == 5
        assert not [each for each in copies.rglob("*") if each.is_file()]


def test_a_pack_that_cannot_be_written_is_told_in_a_line(typed, mine, tmp_path):
    before = mine.read_bytes()
    assert "no/a.docpack cannot be written" in refused(typed, "docs", "export", "--store", mine, "-o", "no/a.docpack")
    assert mine.read_bytes() == before
    assert not Path("no").exists()


@pytest.mark.parametrize("name", ["../out", ".git", "a/b"])
def test_an_app_whose_name_leads_elsewhere_is_in_no_pack(typed, name):
    with Store.open("odd.sqlite") as store:
        store.add(record(app=name))
    said = refused(typed, "docs", "export", "--store", "odd.sqlite", "-o", "a.docpack")
    assert "no folder can be named after the app" in said
    assert not os.path.exists("a.docpack")
    with Store.open("odd.sqlite") as store:
        store.add(record("Fine."))
    status, _, err = typed("docs", "export", "--store", "odd.sqlite", "-o", "a.docpack")
    assert (status, err.count("\n")) == (0, 1)
    assert f"left out, because no folder can be named after their app: {name!r}" in err
    with zipfile.ZipFile("a.docpack") as pack:
        assert {part.split("/")[0] for part in pack.namelist() if "/" in part} == {record("Fine.").app}


@pytest.mark.slow
def test_a_disk_that_fills_up_while_a_pack_comes_in_is_told_in_a_line_and_leaves_whole_records(typed, tmp_path):
    many = [record(f"Opens {number}. {'More. ' * 50}", element_id=f"row {number}") for number in range(4_000)]
    Path("big.docpack").write_bytes(packs.pack(packs.parts_of(*many)))
    with Store.open("mine.sqlite") as store:
        store.add(record("Mine."))
    words = ["docs", "import", "--untrusted", "big.docpack", "--store", "mine.sqlite"]
    limited = ["sh", "-c", 'ulimit -f 8000; exec "$@"', "sh", sys.executable, "-m", "appagent", *words]
    done = subprocess.run(limited, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "free some space" in done.stderr
    with Store("mine.sqlite") as store:
        texts = {each.text for each in store.records()}
        assert "Mine." in texts
        assert len(texts) % 1_000 == 1  # whole batches
        assert store._rows("PRAGMA integrity_check") == [("ok",)]
    assert typed(*words)[0] == 0
    with Store("mine.sqlite") as store:
        assert len(store.records()) == 4_001


def test_a_pack_tells_how_often_documents_came_true(typed, tmp_path):
    one = record("Opens.")
    with Store.open(tmp_path / "mine.sqlite") as store:
        store.add(one)
        store.count_outcome(one.id, "8.0.1", worked=True)
        store.count_outcome(one.id, "8.0.2", worked=False)
    first, again = tmp_path / "first.docpack", tmp_path / "again.docpack"
    assert typed("docs", "export", "-o", first, "--store", tmp_path / "mine.sqlite")[0] == 0
    assert typed("docs", "import", first, "--untrusted", "--store", tmp_path / "other.sqlite")[0] == 0
    assert typed("docs", "export", "-o", again, "--store", tmp_path / "other.sqlite")[0] == 0
    assert again.read_bytes() == first.read_bytes()
    with Store.open_to_read(tmp_path / "other.sqlite") as store:
        assert not store.outcomes([one.id])  # nobody signed them
    typed("docs", "import", first, "--untrusted", "--store", tmp_path / "mine.sqlite")
    with Store.open_to_read(tmp_path / "mine.sqlite") as store:
        assert str(store.outcomes([one.id])[one.id]) == "8.0.1: 1 ok; 8.0.2: 1 failed"
