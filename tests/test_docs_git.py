"""Documents in git, by git itself: two branches that both learn and edit are merged to what both know, in order."""

import json
import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from cli_in_process import Typed
from test_docs_store import refused
from test_records import record, revise
from test_store import screen

from appagent.store import Record, Store
from appagent.store.as_text import exporting, jsonl
from appagent.store.as_text.record_lines import record_line

pytestmark = pytest.mark.slow

NOTES = "com.example.notes"
DOCUMENTS = f"docs_store/{NOTES}/documents.jsonl"
OLD = record("Opens a note.")


def git(*words: str, folder: Path | None = None, check: bool = True) -> str:
    """Runs git as somebody, with no settings of this computer's."""
    who = {f"GIT_{role}_{what}": "a@b" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    alone = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(
        ["git", *words], cwd=folder, env={**os.environ, **who, **alone}, capture_output=True, text=True, check=False
    )
    assert not check or done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def repository(typed: Typed, tmp_path) -> Path:
    """A repository with one document, set up for merging, and the person in it."""
    git("init", "-q", "-b", "main")
    status, out, _ = typed("docs", "git-init")
    assert (status, "commit docs_store/.gitattributes" in out) == (0, True)
    learnt(typed, "main", OLD)
    return tmp_path


def learnt(typed: Typed, branch: str, *records: Record, seen: str = "list") -> None:
    """Adds documents and a screen to the folder on a branch, and commits them."""
    if branch != "main":
        git("checkout", "-q", "-b", branch, "main")
    path = Path(f"{branch}.sqlite")
    with Store.open(path) as store:
        store.add(OLD, *records)
        store.remember_screen(replace(screen("Shopping"), screen_id=seen))
    assert typed("docs", "export", "--store", path)[0] == 0
    git("add", "docs_store")
    git("commit", "-q", "-m", f"What {branch} learnt")


ANN = (revise(OLD, "Opens the note.", source="human"), *(record(f"a{n}", element_id=f"a{n}") for n in range(9)))
BEN = (revise(OLD, "Opens it.", source="human"), *(record(f"b{n}", element_id=f"a{n}") for n in range(9)))


def in_folder() -> list[str]:
    return [each.id for each in jsonl.read_text_store(Path("docs_store")).records]


def test_two_branches_that_both_edit_are_merged_to_all_of_both_in_order(typed, repository):
    learnt(typed, "ann", *ANN)
    learnt(typed, "ben", *BEN)
    for ours, theirs in (("ann", "ben"), ("ben", "ann")):
        git("checkout", "-q", "--detach", ours)
        git("merge", "-q", "-m", "Both", theirs)
        assert in_folder() == [each.id for each in exporting.in_order([OLD, *ANN, *BEN])]
        assert "<<<<" not in Path(DOCUMENTS).read_text()
        merged = Path(DOCUMENTS).read_bytes()
        typed("docs", "export", "--store", "ann.sqlite")
        assert Path(DOCUMENTS).read_bytes() == merged  # what a merge wrote, an export leaves
        git("reset", "-q", "--hard")


def test_screens_are_merged_too_and_one_that_both_saw_is_one_line(typed, repository):
    learnt(typed, "ann", seen="a")
    learnt(typed, "ben", seen="b")
    git("merge", "-q", "-m", "Both", "ann")
    told = map(json.loads, Path(f"docs_store/{NOTES}/screens.jsonl").read_bytes().splitlines())
    assert [each["screen_id"] for each in told] == ["a", "b", "list"]


def test_without_the_driver_git_keeps_the_lines_of_both_and_they_are_read(typed, repository):
    git("clone", "-q", ".", "clone")
    os.chdir("clone")
    learnt(typed, "ann", *ANN)
    learnt(typed, "ben", *BEN)
    git("merge", "-q", "-m", "Both", "ann")
    assert sorted(in_folder()) == sorted(each.id for each in [OLD, *ANN, *BEN])
    assert typed("docs", "list", "--store", "docs_store")[0] == 0
    typed("docs", "export", "--store", "ann.sqlite")
    assert in_folder() == [each.id for each in exporting.in_order([OLD, *ANN, *BEN])]


def test_a_line_that_is_no_record_leaves_a_conflict_and_says_which(typed, repository):
    learnt(typed, "ann", *ANN)
    learnt(typed, "ben", *BEN)
    with open(DOCUMENTS, "a") as file:
        file.write("nonsense\n")
    git("commit", "-q", "-a", "-m", "By hand")
    before = Path(DOCUMENTS).read_bytes()
    said = git("merge", "ann", check=False)
    assert f"{DOCUMENTS} cannot be merged, and is left as it is" in said
    assert "line 12: it is no JSON object: 'nonsense'" in said
    assert Path(DOCUMENTS).read_bytes() == before
    assert "CONFLICT" in said


def test_a_folder_of_the_repository_called_as_we_are_is_not_imported(typed, repository):
    Path("appagent").mkdir()
    Path("appagent/__init__.py").write_text("raise SystemExit(open('ran', 'w').close())")
    learnt(typed, "ann", *ANN)
    learnt(typed, "ben", *BEN)
    git("merge", "-q", "-m", "Both", "ann")
    assert not Path("ran").exists()
    assert len(in_folder()) == 21


def test_setting_up_twice_changes_nothing_more_and_what_stood_there_stays(typed, repository):
    attributes = Path("docs_store/.gitattributes")
    attributes.write_text(f"*.png binary\n{attributes.read_text()}")
    before = attributes.read_text(), git("config", "--list", "--local"), Path(".git/info/attributes").read_text()
    assert typed("docs", "git-init", "docs_store")[0] == 0
    assert (
        attributes.read_text(),
        git("config", "--list", "--local"),
        Path(".git/info/attributes").read_text(),
    ) == before


@pytest.mark.parametrize("name", ["our docs", "a[b]*c", 'say "docs"', "der/Ordner für", "."])
def test_any_folder_of_a_repository_and_of_a_worktree_can_be_set_up(typed, tmp_path, name):
    git("init", "-q", "-b", "main")
    assert typed("docs", "git-init", name)[0] == 0
    file = f"{name}/{NOTES}/documents.jsonl".removeprefix("./")
    assert git("check-attr", "-z", "merge", file).split("\0")[2] == "appagent"
    git("add", name)
    git("commit", "-q", "-m", "Set up")
    git("worktree", "add", "-q", "../tree-of-" + tmp_path.name)
    assert (
        git("check-attr", "-z", "merge", file, folder=tmp_path.parent / f"tree-of-{tmp_path.name}").split("\0")[2]
        == "appagent"
    )


def test_where_there_is_no_repository_nothing_is_set_up(typed, tmp_path):
    said = refused(typed, "docs", "git-init")
    assert "not a git repository" in said
    assert "a repository is made with: git init" in said
    assert not Path("docs_store").exists()


@pytest.mark.parametrize("linked", ["docs_store", "docs_store/.gitattributes"])
def test_nothing_is_copied_through_a_link_of_somebody_elses_repository(typed, tmp_path, linked):
    git("init", "-q", "-b", "main")
    private = tmp_path / "private"
    private.mkdir() if linked == "docs_store" else private.write_text("my key")
    Path(linked).parent.mkdir(exist_ok=True)
    Path(linked).symlink_to(private)
    assert "is a link" in refused(typed, "docs", "git-init")
    assert Path(linked).is_symlink()
    assert not private.is_dir() or not any(private.iterdir())


def test_documents_behind_a_link_are_not_read(typed, tmp_path):
    (tmp_path / "private").write_text("my key")
    (tmp_path / "theirs" / NOTES).mkdir(parents=True)
    (tmp_path / "theirs" / NOTES / "documents.jsonl").symlink_to(tmp_path / "private")
    said = refused(typed, "docs", "import", "theirs", "--store", "mine.sqlite")
    assert ("it is a link" in said, "my key" in said) == (True, False)


@pytest.mark.parametrize("missing", ["ours", "theirs"])
def test_a_version_that_is_not_there_is_no_empty_one(typed, tmp_path, missing):
    there, gone = tmp_path / "there", tmp_path / "gone"
    there.write_bytes(record_line(record()) + b"\n")
    before = there.read_bytes()
    versions = (gone, there) if missing == "ours" else (there, gone)
    status, out, err = typed("docs", "merge", *versions, DOCUMENTS)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert f"{DOCUMENTS} cannot be merged, and is left as it is: cannot read {gone}: No such file" in err
    assert (there.read_bytes(), gone.exists()) == (before, False)
