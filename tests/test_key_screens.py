"""Test that the screens of an experience are kept beside the store, can be pruned, and are in no pack."""

import io
import json
import stat
import sys

import pytest

from appagent.sessions.key_screens import prune_screens

pytestmark = pytest.mark.slow

QUICK = ("--device", "virtual", "--time-scale", "0.05", "--size", "360x800", "--runs", "runs", "--store", "s.sqlite")
STORE = ("--store", "s.sqlite", "--json")
LINES = 'tap 5\ntype "Title" "Garden"\ntap 4\nstop\n'


@pytest.fixture
def kept(typed, monkeypatch):
    """Types commands where a note was written by a script; gives them, and the experience as it is shown."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINES.encode())))
    status, _, err = typed("record", "--app", "notes", "--task", "Create a note titled 'Garden'", *QUICK)
    assert status == 0, err
    (listed,) = json.loads(typed("experience", "list", *STORE)[1])["experiences"]
    return typed, json.loads(typed("experience", "show", listed["id"], *STORE)[1])


def test_tree_and_picture_of_each_page_are_kept_once_for_the_user_alone(kept, tmp_path):
    folder = tmp_path / "s.sqlite.screens"
    assert kept[1]["screens"] == str(next(folder.iterdir()))
    files = sorted(next(folder.iterdir()).iterdir())
    assert [file.name for file in files] == ["01.jpg", "01.xml", "02.jpg", "02.xml"]  # the list, the form
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert "Title" in files[3].read_text()


def test_screens_are_pruned_and_go_with_their_experience(kept, tmp_path):
    typed, shown = kept
    assert json.loads(typed("experience", "prune", "--keep", 1, *STORE)[1]) == {"pruned": 0}
    assert typed("replay", shown["id"][:8], "--set", "title=Milk", *QUICK)[0] == 0
    assert typed("experience", "retract", shown["id"], *STORE)[0] == 0
    assert [*(tmp_path / "s.sqlite.screens").iterdir()] == []
    assert json.loads(typed("experience", "prune", "--keep", 0, *STORE)[1]) == {"pruned": 0}


def test_pruned_screens_leave_the_experience(kept):
    typed, shown = kept
    assert json.loads(typed("experience", "prune", "--keep", 0, *STORE)[1]) == {"pruned": 1}
    assert json.loads(typed("experience", "show", shown["id"], *STORE)[1])["screens"] == ""


def test_two_tasks_on_the_same_pages_have_a_folder_each(kept, monkeypatch):
    typed, _ = kept
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINES.encode())))
    assert typed("record", "--app", "notes", "--task", "Write down 'Garden'", *QUICK)[0] == 0
    one, other = json.loads(typed("experience", "list", *STORE)[1])["experiences"]
    assert typed("experience", "retract", one["id"], *STORE)[0] == 0
    assert json.loads(typed("experience", "show", other["id"], *STORE)[1])["screens"]


def test_a_purged_experience_leaves_no_screens(kept, tmp_path):
    typed, shown = kept
    assert typed("docs", "purge", shown["id"], "--yes", *STORE)[0] == 0
    assert [*(tmp_path / "s.sqlite.screens").iterdir()] == []


def test_nothing_is_pruned_that_is_not_ours(tmp_path):
    (tmp_path / "home/photos").mkdir(parents=True)
    (tmp_path / "linked.screens").symlink_to(tmp_path / "home")
    (tmp_path / "own.screens/notes").mkdir(parents=True)
    assert prune_screens(tmp_path / "linked", 0) == prune_screens(tmp_path / "own", 0) == 0
    assert (tmp_path / "home/photos").is_dir()
    assert (tmp_path / "own.screens/notes").is_dir()


def test_nothing_is_written_through_a_link(kept, tmp_path, monkeypatch):
    typed, _ = kept
    elsewhere = tmp_path / "elsewhere"
    (tmp_path / "s.sqlite.screens").rename(elsewhere)
    (tmp_path / "s.sqlite.screens").symlink_to(elsewhere)
    before = sorted(elsewhere.rglob("*"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINES.encode())))
    assert typed("record", "--app", "notes", "--task", "Write down 'Garden'", *QUICK)[0] == 0
    assert sorted(elsewhere.rglob("*")) == before
