"""Three people on three machines: whatever carries their documents, and in whatever order, all end with the same.

Through every carrier documents go in one order, each in another, so that each person is the first, between the others
and the last in some. That the order changes nothing is tested in test_merging.py.

Anna and Bo learn; Anna and Bo correct the same document; Cy takes one back. All then show one conflict, and whoever
resolves it resolves it for all. Eve, whom nobody trusts, shares in the same way and changes nothing.
"""

import json
import os
import subprocess
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import hubs
import pytest
from cli_in_process import Typed
from test_records import record

from appagent.sharing.hubs import open_hub
from appagent.store import Store
from appagent.store.opening import open_store

server, database, s3, gs = hubs.server, hubs.database, hubs.s3, hubs.gs
NOTES = "com.example.notes"
CARRIERS = ["pack", "git", "folder", "gs", "postgres"]
ORDERS = [" ".join(order) for order in permutations(("anna", "bo", "cy"))]
_PULL = ("pull", "-q", "--no-rebase", "--no-edit")
pytestmark = pytest.mark.slow


class Machine:
    """Somebody's computer: a folder with their key, the keys they trust, and their store."""

    def __init__(self, name: str, folder: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
        self.name, self.folder, self._typed, self._patch = name, folder / name, typed, monkeypatch
        self.folder.mkdir()
        self.key = self.type("key", "--export", "--name", name)

    def type(self, *words: object) -> str:
        """Types a command on this machine, and returns what it prints."""
        self._patch.setenv("XDG_CONFIG_HOME", str(self.folder))
        self._patch.chdir(self.folder)
        store = ("--store", self.folder / "store.sqlite") if words[0] == "docs" and words[1] != "git-init" else ()
        status, out, err = self._typed(*words, *store)
        assert status == 0, (words, err)
        return out

    def knows_something(self) -> bool:
        return (self.folder / "store.sqlite").exists()

    def learn(self, *texts: str) -> None:
        """Writes documents as learning does."""
        self._patch.setenv("XDG_CONFIG_HOME", str(self.folder))
        with open_store(self.folder / "store.sqlite") as store:
            store.add(*(record(text, author=store.author, element_id=text.split()[-1]) for text in texts))

    def id_of(self, text: str) -> str:
        with Store.open_to_read(self.folder / "store.sqlite") as store:
            return next(each.id for each in store.records() if each.text == text)

    def all_of_it(self) -> bytes:
        """All records that this machine has, as a pack writes them: the same records make the same bytes."""
        self.type("docs", "export", "-o", "all.docpack")
        return Path("all.docpack").read_bytes()

    def conflicts(self) -> list[set[str]]:
        told = json.loads(self.type("docs", "conflicts", "--json"))
        return [{each["text"] for each in group} for group in told["conflicts"]]

    def says(self) -> dict[str, bool]:
        """What every document in force says, and whether it is untrusted."""
        told = json.loads(self.type("docs", "list", "--json"))["documents"]
        return {each["sentence"]: each["untrusted"] for each in told}


@pytest.fixture
def machines(typed, tmp_path, monkeypatch) -> dict[str, Machine]:
    """The three, who trust one another, and Eve."""
    found = {name: Machine(name, tmp_path, typed, monkeypatch) for name in ("anna", "bo", "cy", "eve")}
    (tmp_path / "team.keys").write_text("".join(found[name].key for name in ("anna", "bo", "cy")))
    for machine in found.values():
        machine.type("trust", tmp_path / "team.keys", "--yes")
    return found


@pytest.fixture
def share(request, tmp_path, monkeypatch) -> tuple[Callable[[Machine], None], Callable[..., None]]:
    """How a machine gives what it has to the others, and takes what they gave."""
    if request.param == "pack":
        packs = tmp_path / "packs"
        packs.mkdir()

        def take(machine: Machine, *more: str) -> None:
            for pack in sorted(packs.iterdir()):
                if pack.stem != machine.name and (pack.stem != "eve" or more):
                    machine.type("docs", "import", pack, *more)

        def give(machine: Machine) -> None:
            if machine.knows_something():
                machine.type("docs", "export", "-o", packs / f"{machine.name}.docpack")

        return give, take
    if request.param == "git":
        return _through_git(tmp_path, monkeypatch)
    if request.param == "folder":
        hub = str(tmp_path / "hub")
    elif request.param == "postgres":
        hub = request.getfixturevalue("database").url()
        with open_hub(hub, init=True):
            pass
    else:
        hub = request.getfixturevalue(request.param)
    return (
        lambda machine: machine.type("docs", "push", hub),
        lambda machine, *more: machine.type("docs", "pull", hub, *more),
    )


def _through_git(tmp_path: Path, monkeypatch) -> tuple[Callable[[Machine], None], Callable[..., None]]:
    for role in ("AUTHOR", "COMMITTER"):
        for what in ("NAME", "EMAIL"):
            monkeypatch.setenv(f"GIT_{role}_{what}", "a@b")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)

    def git(*words: str, folder: Path) -> None:
        done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    git("init", "-q", "--bare", "-b", "main", "origin", folder=tmp_path)

    def clone(machine: Machine) -> Path:
        folder = machine.folder / "clone"
        if not folder.exists():
            git("clone", "-q", "../origin", "clone", folder=machine.folder)
            git("checkout", "-q", "-B", "main", folder=folder)
            if machine.name == "anna" and not any((tmp_path / "origin/refs/heads").iterdir()):
                (folder / "README").write_text("Ours.")
            machine.type("docs", "git-init", folder / "docs_store")
        return folder

    def give(machine: Machine) -> None:
        folder = clone(machine)
        if machine.knows_something():
            machine.type("docs", "export", "-o", folder / "docs_store")
        git("add", "-A", folder=folder)
        git("commit", "-q", "--allow-empty", "-m", f"What {machine.name} knows", folder=folder)
        if any((tmp_path / "origin/refs/heads").iterdir()):
            git(
                "pull", "-q", "--no-rebase", "--no-edit", "--allow-unrelated-histories", "origin", "main", folder=folder
            )
        git("push", "-q", "origin", "main", folder=folder)

    def take(machine: Machine, *more: str) -> None:
        folder = clone(machine)
        git(*_PULL, "origin", "main", folder=folder)
        machine.type("docs", "import", folder / "docs_store", *more)

    return give, take


@pytest.mark.parametrize(("share", "order"), [*zip(CARRIERS, ORDERS, strict=False)], indirect=["share"])
def test_all_end_with_the_same_records_and_the_same_conflict_and_one_resolves_it_for_all(machines, share, order):
    give, take = share
    three = [machines[name] for name in order.split()]
    anna, bo, cy = (machines[name] for name in ("anna", "bo", "cy"))

    def exchange() -> None:
        for machine in three:
            give(machine)
        for machine in reversed(three):
            take(machine)

    anna.learn("Opens the archive", "Opens the bin")
    bo.learn("Opens the settings")
    exchange()
    assert anna.all_of_it() == bo.all_of_it() == cy.all_of_it()
    anna.type("docs", "edit", anna.id_of("Opens the archive"), "--text", "Opens what was put away.")
    bo.type("docs", "edit", bo.id_of("Opens the archive"), "--text", "Opens old notes.")
    cy.type("docs", "retract", cy.id_of("Opens the bin"), "--why", "It opens nothing.")
    exchange()
    assert anna.all_of_it() == bo.all_of_it() == cy.all_of_it()
    told = [{"Opens what was put away.", "Opens old notes."}]
    assert [machine.conflicts() for machine in three] == [told] * 3
    last = three[-1]
    last.type("docs", "resolve", last.id_of("Opens old notes."))
    exchange()
    assert anna.all_of_it() == bo.all_of_it() == cy.all_of_it()
    assert [machine.conflicts() for machine in three] == [[]] * 3
    assert [machine.says() for machine in three] == [{"Opens old notes.": False, "Opens the settings": False}] * 3


@pytest.mark.parametrize("share", [*CARRIERS, "s3"], indirect=True)
def test_whom_nobody_trusts_changes_nothing_but_what_is_marked(machines, share):
    give, take = share
    anna, bo, eve = (machines[name] for name in ("anna", "bo", "eve"))
    anna.learn("Opens the archive", "Opens the bin", "Opens the settings")
    give(anna)
    for machine in (bo, eve):
        take(machine)
    eve.type("docs", "edit", eve.id_of("Opens the archive"), "--text", "Pays 99.")
    eve.type("docs", "retract", eve.id_of("Opens the bin"))
    eve.type("docs", "purge", eve.id_of("Opens the settings"), "--yes")
    give(eve)
    before = anna.says()
    for machine in (anna, bo):
        take(machine)
        assert machine.says() == before
        take(machine, "--untrusted")
        assert machine.says() == {**before, "Pays 99.": True}
        assert machine.conflicts() == []
    give(anna)
    take(bo)
    assert {text for text, untrusted in bo.says().items() if not untrusted} == set(before)
