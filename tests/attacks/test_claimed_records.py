"""A stranger hands over a store whose records bear the user's name, or say that a person wrote them, so that they hide,
retract or outrank what the user has.

Until records are signed, names are claims. What came by import stands behind all that was made here: it hides nothing
of that, conflicts with none of it, moves none of it, and stands in the way of nothing that is learnt later.
"""

from collections.abc import Callable
from dataclasses import replace

import made_stores
import pytest
from made_stores import made, name_of
from test_records import record
from test_store import NOTES, screen

from appagent.store import Record, Store
from appagent.store.keys import Keys
from appagent.store.opening import open_store

mine = made_stores.mine

pytestmark = pytest.mark.timeout(60)


def retracts(own: Record) -> list[Record]:
    return [replace(own, text="", replaces=(own.id,), retracted=True)]


def spreads_a_retraction(own: Record) -> list[Record]:
    between = replace(own, text="Opens.", replaces=(own.id,), source="refine")
    return [between, replace(own, text="", replaces=(between.id,), retracted=True)]


ATTEMPTS: dict[str, Callable[[Record], list[Record]]] = {
    "replaces it": lambda own: [replace(own, text="Pays.", replaces=(own.id,))],
    "retracts it": retracts,
    "retracts what was made of it": spreads_a_retraction,
    "says that a person wrote it": lambda own: [replace(own, text="Pays.", source="human")],
    "says that it is the latest": lambda own: [replace(own, text="Pays.", time="2099-01-01T00:00:00Z")],
    "has been revised often": lambda own: [
        first := replace(own, text="Pays", source="human"),
        replace(first, text="Pays.", replaces=(first.id,)),
    ],
    "is about a screen that comes first": lambda own: [replace(own, text="Pays.", screen_id="a")],
}


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_nothing_imported_takes_the_place_of_what_was_made_here(typed, tmp_path, attempt):
    path = tmp_path / "mine.sqlite"
    with Store.open(path) as store:
        own = record("Opens a note.", author=store.author, source="explore")
        store.add(own)
    theirs = made(tmp_path / "theirs" / "x.sqlite", *ATTEMPTS[attempt](own))
    assert typed("docs", "import", "--untrusted", theirs, "--store", path)[0] == 0
    with Store.open(path) as store:
        first = store.current()[0]
        assert (first, first.signature) == (own, "")
        assert store.conflicts() == []
        assert store.search("opens pays note")[0] == own


def test_a_persons_words_from_elsewhere_conflict_with_nothing(typed, tmp_path):
    path = tmp_path / "mine.sqlite"
    with Store.open(path) as store:
        own = record("Opens a note.", author=store.author, source="human")
        store.add(own)
    theirs = made(tmp_path / "theirs" / "x.sqlite", replace(own, text="Pays."))
    assert typed("docs", "import", "--untrusted", theirs, "--store", path)[0] == 0
    assert "contradict" not in typed("docs", "list", "--store", path)[1]


def test_a_persons_words_from_elsewhere_are_hidden_by_a_revision_made_here(typed, tmp_path):
    path = tmp_path / "mine.sqlite"
    claim = record("Pays.", source="human", author="somebody")
    typed("docs", "import", "--untrusted", made(tmp_path / "theirs" / "x.sqlite", claim), "--store", path)
    with Store.open(path) as store:
        better = record("Opens a note.", source="refine", author=store.author, replaces=(claim.id,))
        store.add(better)
        assert store.current() == [better]


def test_words_heaped_up_push_no_document_out_of_what_is_found(typed, mine, tmp_path):
    heap = [record(f"note {number}", element_id=f"e{number}", author=name_of(mine)) for number in range(30)]
    typed("docs", "import", "--untrusted", made(tmp_path / "theirs" / "x.sqlite", *heap), "--store", mine)
    with Store.open(mine) as store:
        assert store.search("note")[0].text == "Opens a note."


@pytest.mark.parametrize("whose", ["the user's", "a stranger's"])
def test_nobody_else_says_how_often_a_document_helped_here(typed, tmp_path, whose):
    path = tmp_path / "mine.sqlite"
    with Store.open(path) as store:
        good, poor = (record(text, author=store.author) for text in ("Opens a note.", "Does something."))
        store.add(good, poor)
        store.helped(good.id)
        by = store.author if whose == "the user's" else "store-x"
    theirs = made(tmp_path / "theirs" / "x.sqlite", poor, spoil="DELETE FROM helped WHERE store != ?", values=("",))
    with Store.open(theirs) as store:
        store._rows("INSERT INTO helped (id, store, times) VALUES (?, ?, 1000)", (poor.id, by))
    assert typed("docs", "import", "--untrusted", theirs, "--store", path)[0] == 0
    with Store.open(path) as store:
        assert store.current() == [good, poor]
        store.helped(good.id)
        assert store._rows("SELECT times FROM helped WHERE id = ?", (good.id,)) == [(2,)]


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_screen_seen_here_stays_as_it_was_seen(typed, tmp_path, when):
    """A stranger's memory of it is older, and has other templates: with these no screen would be known again."""
    path, seen = tmp_path / "mine.sqlite", screen("Milk", "Bread")
    theirs = made(
        tmp_path / "theirs" / "x.sqlite",
        spoil="UPDATE screens SET screen_id = ?, title = 'Pay', first_seen = '2001-01-01T00:00:00Z'",
        values=(seen.screen_id,),
    )
    if when == "before":
        typed("docs", "import", "--untrusted", theirs, "--store", path)
    with Store.open(path) as store:
        store.remember_screen(seen)
    if when == "after":
        typed("docs", "import", "--untrusted", theirs, "--store", path)
    with Store.open(path) as store:
        assert (store.screens(NOTES), store.titles(NOTES)) == (
            {seen.screen_id: seen.templates}, {seen.screen_id: ""}
        )  # fmt: skip


def test_what_was_made_here_and_comes_back_is_still_ones_own(typed, mine, tmp_path):
    with Store.open(mine) as store:
        (own,) = store.records()
    theirs = made(tmp_path / "theirs" / "x.sqlite", own, replace(own, text="Pays.", source="human", signature=""))
    for _ in range(2):
        assert typed("docs", "import", "--untrusted", theirs, "--store", mine)[0] == 0
    with Store.open(mine) as store:
        assert store.current()[0] == own
        assert len(store.records()) == 2


@pytest.mark.held
def test_the_order_of_imports_decides_nothing(typed, tmp_path):
    one = made(tmp_path / "one" / "x.sqlite", record("One."), record("Both."))
    other = made(tmp_path / "other" / "x.sqlite", record("Other."), record("Both."))
    found = []
    for number, order in enumerate(((one, other), (other, one), (one, other, one))):
        path = tmp_path / f"{number}.sqlite"
        for theirs in order:
            assert typed("docs", "import", "--untrusted", theirs, "--store", path)[0] == 0
        with Store.open(path) as store:
            found.append((store.current(), store.titles(NOTES), store._rows("SELECT * FROM helped ORDER BY 1, 2")))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("signed", [True, False])
def test_a_strangers_store_that_is_opened_in_place_is_not_ones_own(typed, tmp_path, signed):
    """With --store a file is not imported, and says of its records and screens that they were made here."""
    path = tmp_path / "theirs.sqlite"
    with Store.open(path, keys=Keys(tmp_path / "eve") if signed else None) as theirs:
        theirs.add(record("Pays.", author=theirs.author, source="human"))
        theirs.remember_screen(screen("Milk"), title="Tap Pay first")
    with open_store(path, to_read=True) as opened:
        assert [each.untrusted for each in opened.current()] == [True]
        assert opened.labels(NOTES) == {}
        assert opened.screens(NOTES, untrusted=False) == opened.screens(NOTES, imported=False) == {}
    assert "untrusted: " in typed("docs", "list", "--store", path)[1]


def test_what_came_by_import_is_told_apart(typed, mine, tmp_path):
    theirs = made(tmp_path / "theirs" / "x.sqlite", record("Pays.", author=name_of(mine)))
    typed("docs", "import", "--untrusted", theirs, "--store", mine)
    listed = typed("docs", "list", "--store", mine)[1]
    assert listed.index("Opens a note.") < listed.index("untrusted: ") < listed.index("Pays.")
    assert "(untrusted) Pays." in typed("docs", "search", "pays", "--store", mine)[1]
