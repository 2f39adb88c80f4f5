"""The store on disk: records in one SQLite file that several processes may read and write."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from appagent.errors import StoreError
from appagent.files import private_folder
from appagent.store import current as rules
from appagent.store import jsonl, queries
from appagent.store.checks import (
    COLUMNS,
    Handed,
    Row,
    checked_counter,
    checked_name,
    checked_record,
    checked_screen,
    checked_templates,
)
from appagent.store.current import Found
from appagent.store.failures import explained
from appagent.store.records import Record, utc_now
from appagent.store.terms import index_words, match_any

if TYPE_CHECKING:
    from appagent.screen import Screen


class Store:
    """A store of documents. A context manager; every method is one transaction.

    path: a file, made if it is not there, or ":memory:".
    author: whose name records bear that are made here; by default one that the file was given when it was made.
    Raises StoreError, here and in every method, where the file cannot be used; nothing is changed then.
    """

    def __init__(self, path: str | Path, author: str = "", *, writable: bool = True) -> None:
        from appagent.store.schema import open_database  # sqlite-utils takes 0.2 s to import

        self.path = str(path)
        with explained(self.path):
            self._db = open_database(self.path, writable=writable)
        names = self._rows("SELECT name FROM store LIMIT 2")
        if len(names) != 1 or not isinstance(names[0][0], str) or len(names[0][0]) > _LONGEST_NAME:
            raise StoreError(f"store {self.path} is damaged: it has no name; restore a copy of it")
        self._name: str = names[0][0]
        self.author = author or self._name
        self.read_only = False

    @classmethod
    def open(cls, path: str | Path, author: str = "", *, adds: bool = True) -> Self:
        """Return the store at path, with the directories that lead there, for their user alone where they are new.

        A folder that `docs export` wrote is a store too, which is read only: what a run notes besides is dropped.
        adds: records will be added to it, so such a folder is refused with StoreError.
        """
        if jsonl.is_text(Path(path)):
            if adds:
                raise _read_only(path)
            return cls._of_text(Path(path))
        if str(path) != ":memory:":
            try:
                private_folder(Path(path).parent)
            except OSError as error:
                raise StoreError(
                    f"no directory for store {path}: {error.strerror}; name another with --store"
                ) from error
        return cls(path, author)

    @classmethod
    def open_to_read(cls, path: str | Path) -> Self:
        """Return the store at path, which need not be ours to write; an empty one where there is none yet."""
        if jsonl.is_text(Path(path)):
            return cls._of_text(Path(path))
        if not Path(path).exists():
            return cls(":memory:")
        try:
            return cls(path)
        except StoreError:  # whatever else is wrong with it than that it cannot be written comes up again
            return cls(path, writable=False)

    @classmethod
    def _of_text(cls, path: Path) -> Self:
        store = cls(":memory:")
        try:
            store.union(jsonl.read(path))
        except StoreError:
            store.close()
            raise
        store.path, store.read_only = str(path), True
        return store

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def add(self, *records: Record) -> int:
        """Keep these records; return how many of them were new."""
        with self._writing():
            return sum(self._insert(record) for record in records)

    def union(self, other: "Store | Handed") -> int:
        """Keep all that another store holds, records, screens, counters, as imported; return how many records were new.

        What was made here stays so, and how often things helped here is counted here alone.
        Raises StoreError where a record is not what its id says, or anything else is not what a store holds.
        """
        theirs = other.handed() if isinstance(other, Store) else other
        records = [checked_record(row) for row in theirs.records]
        with self._writing():
            new = sum(self._insert(record) for record in records)
            ((replaced,),) = self._rows(queries.IMPORTED_REPLACES)
            if replaced > _MOST_REPLACED:
                raise StoreError(
                    f"with it, imported records would replace {replaced} others, and a store takes {_MOST_REPLACED}: "
                    "what is in force could not be told in time"
                )
            for row in theirs.screens:
                self._db.execute(queries.REMEMBER, (*checked_screen(row), True))
            for row in theirs.helped:
                record_id, store, times = checked_counter(row)
                if store != self._name:
                    self._db.execute(queries.COUNT, (record_id, store, times))
        return new

    def handed(self) -> Handed:
        """Return what this store hands over."""
        return Handed(*(self._rows(f"SELECT {', '.join(names)} FROM {table}") for table, names in COLUMNS.items()))  # noqa: S608

    def records(self, app: str | None = None) -> list[Record]:
        """Return all that was ever kept, hidden ones included; by id."""
        rows = self._rows(
            "SELECT id, body, signature, imported FROM records WHERE :app IS NULL OR app = :app ORDER BY id",
            {"app": app},
        )
        return self._restored(rows)

    def get(self, prefix: str) -> Record:
        """Return the one record whose id begins so. Raises StoreError where there is none or more than one."""
        rows = self._rows(
            "SELECT id, body, signature, imported FROM records WHERE substr(id, 1, length(:prefix)) = :prefix LIMIT 4",
            {"prefix": prefix.lower()},
        )
        if not rows:
            raise StoreError(f"no record's id begins with {prefix!r}; list them with: appagent docs list")
        if len(rows) > 1:
            fitting = ", ".join(row[0][:12] for row in rows[:3]) + (", ..." if len(rows) > 3 else "")
            raise StoreError(f"several records' ids begin with {prefix!r}: {fitting}; give more of it")
        return self._restored(rows)[0]

    def current(
        self,
        app: str | None = None,
        *,
        screen_id: str | None = None,
        element_id: str | None = None,
        action: str | None = None,
        kind: str | None = "document",
    ) -> list[Record]:
        """Return the records in force: imported ones last, then by what they are about, then best first."""
        wanted = {
            "app": app,
            "screen_id": screen_id,
            "element_id": element_id,
            "action": action,
            "kind": kind,
        }
        ranked = self._ranked(self._ids(queries.MATCHING, wanted))
        return sorted(ranked, key=lambda record: (record.imported, rules.subject(record)))

    def for_screen(self, screen: "Screen") -> dict[str, list[Found]]:
        """Return the documents for every element of a screen, by element id, in the order of `in_steps`."""
        templates = {element.id: element.template for element in screen.elements}
        by_name: dict[tuple[str, str], list[Record]] = {}
        for record in self._about(screen.app, set(templates), set(templates.values())):
            name = ("element", record.element_id) if record.element_id else ("template", record.template)
            by_name.setdefault(name, []).append(record)
        found = {}
        for element_id, template in templates.items():
            near = [*by_name.get(("element", element_id), ()), *by_name.get(("template", template), ())]
            if near:
                found[element_id] = rules.in_steps(near, screen.screen_id, element_id, template)
        return found

    def search(self, words: str, app: str | None = None, limit: int = 20) -> list[Record]:
        """Return current documents that have any of these words, imported ones last, the nearest first."""
        ids = self._ids(queries.SEARCH, {"query": match_any(words), "app": app})
        found: list[Record] = []
        for start in range(0, len(ids), _BATCH):
            batch = ids[start : start + _BATCH]
            in_force = {record.id: record for record in self._ranked(batch)}
            found += [in_force[each] for each in batch if each in in_force]
            if len(found) >= limit:
                break
        return found[:limit]

    def conflicts(self, app: str | None = None) -> list[tuple[Record, ...]]:
        """Return persons' words that contradict each other, until one of them replaces all of a group."""
        return rules.conflicts(self.records(app))

    def helped(self, record_id: str, times: int = 1) -> None:
        """Note that a document was of use. Raises StoreError where there is no such record."""
        if self.read_only:
            return
        with self._writing():
            if not self._rows("SELECT 1 FROM records WHERE id = ?", (record_id,)):
                raise StoreError(f"no record {record_id!r} in store {self.path} that could have helped")
            mine = self._rows("SELECT times FROM helped WHERE id = ? AND store = ?", (record_id, self._name))
            before = mine[0][0] if mine and isinstance(mine[0][0], int) else 0
            self._db.execute(queries.COUNT, (record_id, self._name, before + times))

    def remember_screen(self, screen: "Screen") -> None:
        """Keep a screen's id, templates and first words, so that it is known again; the first time counts."""
        if self.read_only:
            return
        known = "SELECT 1 FROM screens WHERE app = ? AND screen_id = ? AND NOT imported"
        if self._rows(known, (screen.app, screen.screen_id)):
            return
        templates = json.dumps(sorted(screen.templates))
        title = " · ".join(screen.texts[:_TITLE_TEXTS])[:_TITLE_LETTERS]
        with self._writing():
            self._db.execute(queries.REMEMBER, (screen.app, screen.screen_id, templates, title, utc_now(), False))

    def keep_picture(self, png: bytes) -> None:
        """Keep the picture of a place, under the sha256 of it in hex, for `picture`; b"" is none."""
        if png and not self.read_only:
            with self._writing():
                self._db.execute("INSERT OR IGNORE INTO pictures VALUES (?, ?)", (hashlib.sha256(png).hexdigest(), png))

    def picture(self, name: str) -> bytes:
        """Return a picture by its name; b"" where this store does not have it."""
        rows = self._rows("SELECT png FROM pictures WHERE name = ?", (name,))
        png = rows[0][0] if rows else b""
        return png if isinstance(png, bytes) else b""

    def known_as(self, screen: "Screen") -> str:
        """Return the id to file a screen under: of it or one much alike, here, else in an imported store."""
        from appagent.screen import nearest

        ours = self.screens(screen.app, imported=False)
        found = nearest(screen, ours)
        return found if found in ours else nearest(screen, self.screens(screen.app))

    def screens(self, app: str, *, imported: bool = True) -> Mapping[str, frozenset[str]]:
        """Return the templates of each known screen of an app, by screen id. imported: those of other stores too."""
        sql = """
            SELECT screen_id, templates FROM screens WHERE app = ? AND imported <= ? ORDER BY first_seen, screen_id
        """
        rows = self._rows(sql, (app, imported))
        with self._damaged():
            return {checked_name(screen_id): checked_templates(templates) for screen_id, templates in rows}

    def titles(self, app: str | None = None) -> dict[str, str]:
        """Return the first words of each known screen, by screen id, of one app or of all, for people to read."""
        sql = "SELECT screen_id, title FROM screens WHERE :app IS NULL OR app = :app ORDER BY imported DESC, screen_id"
        rows = self._rows(sql, {"app": app})
        with self._damaged():
            return {checked_name(screen_id): checked_name(title, empty=True) for screen_id, title in rows}

    def apps(self) -> tuple[str, ...]:
        """Return the packages that something is known about."""
        rows = self._rows("SELECT app FROM records UNION SELECT app FROM screens ORDER BY app")
        with self._damaged():
            return tuple(checked_name(app, empty=True) for (app,) in rows)

    def stats(self, app: str | None = None) -> dict[str, int]:
        """Count what there is, by name of what is counted; `documents` counts those in force, by source too."""
        records = self.records(app)
        documents = [each for each in rules.in_force(records) if each.kind == "document"]
        ((screens,),) = self._rows("SELECT count(*) FROM screens WHERE :app IS NULL OR app = :app", {"app": app})
        counts = {"records": len(records), "documents": len(documents)}
        for document in documents:
            counts[document.source] = counts.get(document.source, 0) + 1
        return counts | {
            "screens": screens,
            "conflicts": len(rules.conflicts(records)),
            "apps": len({record.app for record in records}),
        }

    def _about(self, app: str, element_ids: set[str], templates: set[str]) -> list[Record]:
        names = {"element_ids": json.dumps([*element_ids]), "templates": json.dumps([*templates])}
        return self._ranked(self._ids(queries.ABOUT, names | {"app": app}))

    def _ranked(self, ids: list[str]) -> list[Record]:
        """Return those of these records that are in force, best first.

        Reads with them only what decides it: all that they replace, and all that replaces any of that.
        """
        rows = self._rows(queries.HISTORY, {"ids": json.dumps(ids), "store": self._name})
        history = self._restored(row[:4] for row in rows)
        wanted = set(ids)
        standing = [record for record in rules.in_force(history) if record.id in wanted]
        return rules.ranked(standing, history, {row[0]: row[4] for row in rows})

    def _restored(self, rows: Iterable[Row]) -> list[Record]:
        with self._damaged():
            return [Record.restored(*row) for row in rows]

    def _insert(self, record: Record) -> bool:
        body = record.canonical().decode()
        values = [getattr(record, name) for name in queries.COLUMNS]
        kept = (record.id, body, record.signature, record.imported, *values)
        if self._db.execute(queries.INSERT, kept).rowcount == 0:
            again = {"id": record.id, "signature": record.signature, "imported": record.imported}
            self._db.execute(queries.KEEP, again)
            return False
        for older in dict.fromkeys(record.replaces):
            self._db.execute("INSERT OR IGNORE INTO replaces (older, newer) VALUES (?, ?)", (older, record.id))
        words = index_words(" ".join([record.text, *_texts(record.facts)]))
        self._db.execute("INSERT INTO word_index (id, words) VALUES (?, ?)", (record.id, words))
        return True

    def _ids(self, sql: str, values: dict[str, Any]) -> list[str]:
        with self._damaged():
            return [checked_name(row[0]) for row in self._rows(sql, values)]

    def _rows(self, sql: str, values: dict[str, Any] | tuple[Any, ...] = ()) -> list[Row]:
        with explained(self.path):
            return self._db.execute(sql, values).fetchall()

    @contextmanager
    def _damaged(self) -> Iterator[None]:
        """Name the file where what is in it is not what was written."""
        try:
            yield
        except StoreError as error:
            raise StoreError(f"store {self.path} is damaged: {error}; restore a copy of it") from error

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Begin a transaction that holds the right to write from its beginning, so that it never has to give up."""
        if self.read_only:
            raise _read_only(self.path)
        with explained(self.path), self._db.conn:
            self._db.execute("BEGIN IMMEDIATE")
            yield


_LONGEST_NAME = 100  # letters
_MOST_REPLACED = 20_000  # by imported records; a team's whole app has some hundred revisions
_BATCH = 50  # hits of a search judged at a time
_TITLE_TEXTS = 3
_TITLE_LETTERS = 80


def _read_only(path: str | Path) -> StoreError:
    return StoreError(
        f"{path} is a folder of documents, which is read only; add them to a store of your own with: "
        f"appagent docs import {path}"
    )


def _texts(value: object) -> Iterator[str]:
    """Yield every text within plain JSON, resource-ids without their package, whose words all its records share."""
    if isinstance(value, str):
        yield value.rpartition(":id/")[2]
    elif isinstance(value, Mapping | list):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(item)
