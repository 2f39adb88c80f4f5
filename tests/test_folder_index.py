"""A large folder of text in use in place: indexed once, and again when anything in it or in whom one trusts changed."""

import os
from pathlib import Path

import pytest
from key_owners import Person
from test_records import record

from appagent.errors import StoreError
from appagent.store import Store
from appagent.store.as_text import exporting, folder_index
from appagent.store.as_text.record_lines import record_line
from appagent.store.keys import Keys

NOTES = "com.example.notes"


@pytest.fixture
def cache(tmp_path, monkeypatch) -> Path:
    """The folder for indexes, and every folder of text is large."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(folder_index, "_SMALL", 0)
    return tmp_path / "cache" / "appagent" / "folders"


@pytest.fixture
def folder(tmp_path) -> Path:
    """A folder of text with one document."""
    written(tmp_path / "docs", record("Opens a note."))
    return tmp_path / "docs"


def written(folder: Path, *records: object) -> None:
    with Store(":memory:") as store:
        store.add(*records)
        exporting.export_text(store, [NOTES], folder)


def texts(folder: Path, keys: Keys | None = None) -> list[str]:
    with Store.open_to_read(folder, keys=keys) as store:
        with pytest.raises(StoreError, match="is a folder of documents, which is read only"):
            store.add(record("Mine."))
        return sorted(each.text for each in store.current())


def test_a_folder_is_indexed_once_and_anew_when_it_changed(cache, folder):
    assert texts(folder) == ["Opens a note."]
    (first,) = cache.iterdir()
    made = first.stat().st_mtime_ns
    assert texts(folder) == ["Opens a note."]
    assert first.stat().st_mtime_ns == made
    written(folder, record("Opens a note."), record("Opens the bin.", element_id="bin"))
    assert texts(folder) == ["Opens a note.", "Opens the bin."]
    (second,) = cache.iterdir()
    assert second != first
    assert (second.stat().st_mode & 0o777, cache.stat().st_mode & 0o777) == (0o600, 0o700)


def test_an_index_that_is_broken_off_or_a_cache_that_cannot_be_written_does_not_matter(cache, folder):
    cache.parent.parent.mkdir()
    cache.parent.write_text("in the way")
    assert texts(folder) == ["Opens a note."]
    cache.parent.unlink()
    (folder / NOTES / "documents.jsonl").write_text("nonsense")
    with pytest.raises(StoreError, match="line 1: it is no JSON object"):
        texts(folder)
    assert list(cache.iterdir()) == []


def test_a_damaged_index_is_made_anew(cache, folder):
    texts(folder)
    (index,) = cache.iterdir()
    index.write_bytes(b"no database" * 100)
    assert texts(folder) == ["Opens a note."]
    assert index.read_bytes().startswith(b"SQLite")


def test_whom_one_trusts_is_part_of_it(cache, tmp_path):
    anna, bo = Person(tmp_path, "anna"), Person(tmp_path, "bo")
    made = anna.write("Calls Bob.")
    with anna.store() as store:
        exporting.export_text(store, [NOTES], tmp_path / "docs")
        store.purge(made)
        (tomb,) = store.records()
    with open(tmp_path / "docs" / NOTES / "documents.jsonl", "ab") as file:
        file.write(record_line(tomb) + b"\n")
    assert texts(tmp_path / "docs", Keys(bo.folder / "key")) == []  # of two strangers one purged what the other wrote
    bo.trust(anna)
    assert texts(tmp_path / "docs", Keys(bo.folder / "key", bo.team)) == []


def test_two_who_open_it_at_once_get_the_same(cache, folder):
    def fill(new: Path) -> None:
        assert texts(folder) == ["Opens a note."]  # another process is faster
        new.write_bytes(next(iter(cache.glob("*.sqlite"))).read_bytes())

    index = folder_index.index_of(folder, Keys())
    assert index is not None
    folder_index.make_index(index, fill)
    assert [file.name for file in cache.iterdir()] == [index.name]
    assert os.path.getsize(index) > 0
    assert texts(folder) == ["Opens a note."]
