"""Mending documents: `appagent docs edit`, `retract`, `purge`, `conflicts`, `resolve`, `show` and `stats`."""

import json
import os
import pty
import sys
from pathlib import Path

import pytest
from cli_in_process import at_terminal
from key_owners import Person
from test_records import record, revise

from appagent.cli.shared.editor import edited
from appagent.documents.wording import sentence
from appagent.errors import StoreError, UsageError
from appagent.store import Store
from appagent.store.opening import open_store

SEEN = {"seen": {"effect": "opens", "title": "Notes", "to_title": "Archive", "fields": ["Find"]}, "words": "box"}


@pytest.fixture
def mine(tmp_path) -> Path:
    """A store with a document that was explored, and revised once."""
    path = tmp_path / "mine.sqlite"
    with Store.open(path) as store:
        first = record("", facts=SEEN, author=store.author, leads_to="archive")
        store.add(first, store.revision(first, time="2026-01-31T12:00:01Z", app_version="2"))
    return path


def current(path):
    with Store.open_to_read(path) as store:
        return [sentence(each) for each in store.current()]


def the_id(path):
    with Store.open_to_read(path) as store:
        return store.current()[0].id


def test_an_edit_stands_before_what_was_seen_and_keeps_the_map(typed, mine):
    (seen,) = current(mine)
    assert seen == "Opens 'Archive' with the field 'Find'."
    old = the_id(mine)
    status, out, _ = typed("docs", "edit", old[:6], "--text", "Opens what  was\nput away.", "--store", mine)
    assert (status, out) == (0, f"{old[:8]} is replaced by {the_id(mine)[:8]}: Opens what was put away. {seen}\n")
    assert current(mine) == [f"Opens what was put away. {seen}"]
    told = json.loads(typed("docs", "show", the_id(mine), "--store", mine, "--json")[1])
    assert (told["source"], told["leads_to"], told["replaces"], told["model"]) == ("human", "archive", [old], "")
    assert told["author"] == json.loads(typed("key", "--json")[1])["key"]
    assert told["signature"]
    assert [each["app_version"] for each in told["history"]] == ["", "2", "2"]
    history = typed("docs", "show", the_id(mine), "--store", mine)[1].partition("history")[2]
    assert history.index("Opens 'Archive'") < history.index("you") < history.index("Opens what was put")


def test_an_edit_that_changes_nothing_writes_nothing_and_one_of_nothing_is_refused(typed, mine):
    before = the_id(mine)
    assert typed("docs", "edit", before, "--text", "Opens 'Archive' with the field 'Find'.", "--store", mine)[0] == 0
    assert the_id(mine) == before
    status, _, err = typed("docs", "edit", before, "--text", " ", "--store", mine)
    assert (status, the_id(mine)) == (2, before)
    assert "the value is blank" in err
    status, _, err = typed("docs", "edit", before, "--text", "x" * 10_001, "--store", mine)
    assert (status, "text has at most 10000 letters" in err) == (2, True)


def test_without_a_terminal_no_editor_opens(typed, mine):
    status, _, err = typed("docs", "edit", the_id(mine), "--store", mine)
    assert (status, "an editor opens only at a terminal; in a script, give the words with --text" in err) == (2, True)


@pytest.mark.slow
@pytest.mark.parametrize(("editor", "status"), [("saved", 0), ("given up", 2), ("missing", 2)])
def test_an_editor_gets_the_sentence_and_what_is_saved_counts(typed, mine, monkeypatch, tmp_path, editor, status):
    script = tmp_path / "editor.py"
    script.write_text(
        "import pathlib, sys\npath = pathlib.Path(sys.argv[1])\ntext = path.read_text()\n"
        "pathlib.Path('seen').write_text(text)\n"
        "path.write_text(text.replace(text.splitlines()[0], 'Opens the box.'))\n"
        f"sys.exit({editor == 'given up':d})\n"
    )
    command = "no-such-editor" if editor == "missing" else f"'{sys.executable}' '{script}'"
    monkeypatch.setenv("VISUAL", "")
    monkeypatch.setenv("EDITOR", command)
    ours, theirs = pty.openpty()
    with at_terminal(theirs, monkeypatch):
        assert typed("docs", "edit", the_id(mine), "--store", mine)[0] == status
    os.close(ours)
    assert current(mine) == [f"{'Opens the box. ' * (status == 0)}Opens 'Archive' with the field 'Find'."]
    if editor != "missing":
        seen = (tmp_path / "seen").read_text()
        assert seen.startswith("Opens 'Archive' with the field 'Find'.\n\n# ------")
        assert "# tap on box\n# app com.example.notes 2\n" in seen


@pytest.mark.parametrize(
    ("left", "says"),
    [
        ("path.write_bytes(b'\\xff\\xfe')", "codec can't decode"),
        ("path.unlink()", "No such file"),
        ("path.unlink(); os.mkfifo(path)", "it is no regular file"),
        ("path.write_text('a' * 2_000_000)", "it has more than 1,000,000 bytes"),
    ],
)
def test_what_an_editor_leaves_that_is_no_text_changes_nothing(mine, tmp_path, monkeypatch, left, says):
    script = tmp_path / "editor.py"
    script.write_text(f"import os, pathlib, sys; path = pathlib.Path(sys.argv[1]); {left}")
    monkeypatch.setenv("VISUAL", " ")
    monkeypatch.setenv("EDITOR", f"'{sys.executable}' '{script}'")
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    with pytest.raises(UsageError, match=f"left no text in UTF-8: .*{says}.*; nothing was changed"):
        edited("Opens.", "document.txt", "the words with --text")


@pytest.mark.parametrize("command", ["edit", "retract", "purge", "show", "resolve"])
def test_an_id_that_means_nothing_is_told(typed, mine, command):
    more = ["--text", "x"] if command == "edit" else []
    status, _, err = typed("docs", command, "zzz", *more, "--store", mine)
    assert (status, err) == (
        2,
        "appagent: no record's id begins with 'zzz'; see: appagent docs list, or experience list\n",
    )


def test_what_is_no_longer_in_force_is_not_edited_and_the_newer_one_is_named(typed, mine):
    with Store.open_to_read(mine) as store:
        (now,) = store.current()
        old = now.replaces[0]
    status, _, err = typed("docs", "edit", old, "--text", "x", "--store", mine)
    assert (status, err) == (2, f"appagent: {old[:8]} is no longer in force; it was replaced by {now.id[:8]}\n")


def test_a_retraction_hides_a_document_and_its_reason_is_in_the_history(typed, mine):
    old = the_id(mine)
    assert typed("docs", "retract", old, "--why", "It opens nothing.", "--store", mine)[0] == 0
    assert current(mine) == []
    assert "retracted: It opens" in typed("docs", "show", old, "--store", mine)[1]
    assert "is no longer in force" in typed("docs", "retract", old, "--store", mine)[2]


def test_stats_count_what_there_is_of_each_app(typed, mine):
    typed("docs", "edit", the_id(mine), "--text", "Opens.", "--store", mine)
    told = json.loads(typed("docs", "stats", "--store", mine, "--json")[1])
    assert told["apps"]["com.example.notes"] == {
        "records": 3, "documents": 1, "human": 1, "screens": 0, "conflicts": 0, "apps": 1, "outcomes": {},
    }  # fmt: skip
    assert "com.example.notes" in typed("docs", "stats", "--app", "notes", "--store", mine)[1]


# Purging


def files(path):
    return b"".join(each.read_bytes() for each in path.parent.glob(f"{path.name}*"))


def test_a_purge_takes_a_document_and_what_it_replaced_out_of_the_file(typed, mine):
    old = the_id(mine)
    typed("docs", "edit", old, "--text", "Opens the diary of Zaphod.", "--store", mine)
    typed("docs", "search", "zaphod", "--store", mine)
    now = the_id(mine)
    status, _, err = typed("docs", "purge", now, "--store", mine)
    assert (status, "at a terminal" in err, the_id(mine)) == (2, True, now)
    assert b"zaphod" in files(mine).lower()
    status, out, _ = typed("docs", "purge", now, "--store", mine, "--yes", "--json")
    told = json.loads(out)
    assert (status, len(told["purged"]), told["newer"]) == (0, 3, [])
    assert b"zaphod" not in files(mine).lower()
    with Store.open_to_read(mine) as store:
        (tomb,) = store.records()
        assert (tomb.kind, set(tomb.replaces), tomb.text, tomb.facts) == ("purge", set(told["purged"]), "", {})
    assert f"record {now[:12]} was purged" in typed("docs", "show", now[:8], "--store", mine)[2]


def test_a_purge_of_an_older_version_names_the_newer_ones(typed, mine):
    with Store.open_to_read(mine) as store:
        (now,) = store.current()
    out = typed("docs", "purge", now.replaces[0], "--yes", "--store", mine)[1]
    assert f"Newer versions stay: {now.id[:8]}" in out
    assert the_id(mine) == now.id


@pytest.mark.parametrize("when", ["before", "after"])
def test_what_a_teammate_purged_is_forgotten_and_never_comes_back(tmp_path, when):
    anna = Person(tmp_path, "anna")
    bo, cleo = Person(tmp_path, "bo", anna), Person(tmp_path, "cleo")
    private = anna.write("Calls Zaphod.")
    if when == "after":
        bo.take(anna)
    cleo.take(anna, untrusted=True)
    with anna.store() as store:
        store.purge(private)
    bo.take(anna)
    bo.trust(cleo)
    bo.take(cleo)
    for each in (bo, anna):
        assert each.current() == []
        assert b"zaphod" not in files(each.folder / "store.sqlite").lower()
        with each.store() as store, pytest.raises(StoreError, match="was purged"):
            store.get(private.id)


def test_a_stranger_purges_nothing_of_the_team(tmp_path):
    anna, other = Person(tmp_path, "anna"), Person(tmp_path, "other")
    anna.write("Opens.")
    other.take(anna, untrusted=True)
    with other.store() as store:
        (theirs,) = store.current()
        store.purge(theirs)
    anna.take(other, untrusted=True)
    assert anna.current() == [("Opens.", False)]
    anna.trust(other)
    with other.store() as store:
        store.add(record("New.", author=store.author))
    anna.take(other)
    assert anna.current() == [("New.", False)]


def test_a_purge_stays_in_a_folder_of_text_in_place_of_the_document(typed, mine, tmp_path):
    assert typed("docs", "export", "--store", mine, "-o", "text")[0] == 0
    typed("docs", "purge", the_id(mine), "--yes", "--store", mine)
    assert typed("docs", "export", "--store", mine, "-o", "text")[0] == 0
    (line,) = (tmp_path / "text" / "com.example.notes" / "documents.jsonl").read_text().splitlines()
    assert json.loads(line)["kind"] == "purge"
    assert "No documents" in typed("docs", "list", "--store", "text")[1]


# Conflicts


def test_two_persons_conflict_until_one_of_them_settles_it_for_both(tmp_path):
    anna, bo = Person(tmp_path, "anna"), Person(tmp_path, "bo")
    anna.trust(bo), bo.trust(anna)
    first = anna.write("Opens.")
    bo.take(anna)
    for who, text in ((anna, "Opens a note."), (bo, "Opens a list.")):
        with who.store() as store:
            store.add(store.revision(first, text=text, source="human"))
    anna.take(bo), bo.take(anna)
    with anna.store() as store, bo.store() as other:
        assert store.conflicts() == other.conflicts() != []
        (group,) = store.conflicts()
        store.add(store.revision(group[0], text="Opens a note of the list.", replaces=tuple(each.id for each in group)))
    bo.take(anna)
    with bo.store() as store:
        assert store.conflicts() == []
    assert bo.current() == [("Opens a note of the list.", False)]


@pytest.mark.parametrize(
    ("choose", "text", "left"),
    [
        ("Opens.", "", ["Opens."]),
        ("Closes.", "", ["Closes."]),
        ("Closes.", "Opens, then closes.", ["Opens, then closes."]),
    ],
)
def test_a_conflict_is_listed_and_resolved_by_choosing_or_by_writing(typed, tmp_path, choose, text, left):
    path = tmp_path / "s.sqlite"
    with open_store(path) as store:
        both = [record(each, source="human", author=store.author) for each in ("Opens.", "Closes.")]
        store.add(*both, record("Swipes.", action="swipe", author=store.author))
    listed = typed("docs", "conflicts", "--store", path)[1]
    assert all(each.id[:8] in listed and each.text in listed for each in both)
    told = json.loads(typed("docs", "conflicts", "--app", "notes", "--store", path, "--json")[1])["conflicts"]
    assert [[each["id"] for each in group] for group in told] == [sorted(each.id for each in both)]
    chosen = next(each for each in both if each.text == choose)
    assert typed("docs", "resolve", chosen.id[:8], *(["--text", text] if text else []), "--store", path)[0] == 0
    assert typed("docs", "conflicts", "--store", path)[1].startswith("No conflicts")
    assert current(path) == [*left, "Swipes."] or current(path) == ["Swipes.", *left]
    assert "nothing contradicts" in typed("docs", "resolve", the_id(path), "--store", path)[2]


@pytest.mark.parametrize("choice", ["retraction", "correction", "text"])
def test_a_retraction_against_a_correction_is_settled_either_way(typed, tmp_path, choice):
    path = tmp_path / "s.sqlite"
    with open_store(path) as store:
        wrong = record("Deletes.", author=store.author)
        better = revise(wrong, "Archives.", source="human")
        taken_back = store.revision(wrong, text="", source="human", retracted=True)
        store.add(wrong, better, taken_back)
    chosen = better if choice == "correction" else taken_back
    more = ["--text", "Hides."] if choice == "text" else []
    assert typed("docs", "resolve", chosen.id, *more, "--store", path)[0] == 0
    assert current(path) == {"retraction": [], "correction": ["Archives."], "text": ["Hides."]}[choice]
    assert json.loads(typed("docs", "conflicts", "--store", path, "--json")[1]) == {"conflicts": []}
