"""People with a key and a store each, for tests of who is trusted."""

from pathlib import Path

from test_records import record

from appagent.store import Record, Store
from appagent.store.keys import Keys


class Person:
    """Somebody with a key and a store on a machine of their own. team: the persons whose keys they trust."""

    def __init__(self, folder: Path, name: str, *team: "Person") -> None:
        self.folder, self.team = folder / name, dict[str, str]()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.key = Keys(self.folder / "key").own
        self.trust(*team)

    def trust(self, *team: "Person") -> None:
        """Trust the keys of these persons too."""
        self.team |= {each.key: each.folder.name for each in team}

    def store(self) -> Store:
        """Their store, opened."""
        return Store.open(self.folder / "store.sqlite", keys=Keys(self.folder / "key", self.team))

    def write(self, text: str, **fields: object) -> Record:
        """Write a document into their store, and return it as the store has it."""
        with self.store() as store:
            made = record(text, author=store.author, **fields)
            store.add(made)
            return store.get(made.id)

    def take(self, *others: "Person", untrusted: bool = False) -> None:
        """Take in what these persons have."""
        with self.store() as mine:
            for other in others:
                with other.store() as theirs:
                    mine.union(theirs, untrusted=untrusted)

    def current(self) -> list[tuple[str, bool]]:
        """The texts in force, best first, and whether each is untrusted."""
        with self.store() as store:
            return [(each.text, each.untrusted) for each in store.current()]
