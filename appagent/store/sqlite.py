"""Store on disk: records in one SQLite file that several processes may read and write at the same time."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from appagent.errors import StoreError
from appagent.files import private_folder
from appagent.store import current as rules
from appagent.store.as_text import jsonl
from appagent.store.as_text.folder_index import index_of, make_index
from appagent.store.checks import TableRow, checked_name
from appagent.store.keys import Keys
from appagent.store.merging import Merging
from appagent.store.records import Record
from appagent.store.tables import queries
from appagent.store.tables.index_terms import index_words
from appagent.store.tables.search import Encoder
from appagent.store.tables.store_file import check_writable, read_only_error

if TYPE_CHECKING:
    from appagent.screen import Element, Screen


class Store(Merging):
    """Store of documents in a file. It is a context manager, and every method is one transaction.

    path: a file, which is made if it is missing, or ":memory:".
    author: the name to write into records made here; by default the user's own key, or without keys the name that the
    file got when it was made.
    keys: sign the records made here, and tell the team's records from those of strangers. Every method raises
    StoreError if the file cannot be used, and then changes nothing.
    """

    @classmethod
    def open(
        cls,
        path: str | Path,
        author: str = "",
        *,
        adds: bool = True,
        keys: Keys | None = None,
        unsigned_own: bool = True,
    ) -> Self:
        """Return the store at a path. A missing file and missing directories are made, which only their user can read.

        A folder that `docs export` wrote can be opened too, but only for reading: counters and screens are not saved.
        adds: True if records will be added; then StoreError is raised for such a folder.
        Raises StoreError if the file may not be written.
        """
        if jsonl.is_text(Path(path)):
            if adds:
                raise read_only_error(path)
            return cls._of_text(Path(path), keys)
        if str(path) != ":memory:":
            try:
                private_folder(Path(path).parent)
            except OSError as error:
                raise StoreError(
                    f"no directory for store {path}: {error.strerror}; name another with --store"
                ) from error
            check_writable(path)
        return cls(path, author, keys=keys, unsigned_own=unsigned_own)

    @classmethod
    def open_to_read(cls, path: str | Path, *, keys: Keys | None = None, unsigned_own: bool = True) -> Self:
        """Return the store at a path to read it; the file need not be writable.

        If there is no file, return an empty store that leaves no file.
        """
        if jsonl.is_text(Path(path)):
            return cls._of_text(Path(path), keys)
        if not Path(path).exists():
            return cls(":memory:", keys=keys)
        try:
            return cls(path, keys=keys, unsigned_own=unsigned_own)
        except StoreError:  # if anything else is wrong with the file, the same error is raised again
            return cls(path, writable=False, keys=keys, unsigned_own=unsigned_own)

    @classmethod
    def _of_text(cls, path: Path, keys: Keys | None) -> Self:
        index = index_of(path, keys or Keys())
        store = cls._kept(index, keys) if index else None
        if index and not store:
            make_index(index, lambda new: cls._filled(new, path, keys).close())
            store = cls._kept(index, keys)
        store = store or cls._filled(":memory:", path, keys)
        store.path, store.read_only = str(path), True
        return store

    @classmethod
    def _kept(cls, index: Path, keys: Keys | None) -> Self | None:
        """Return the store that is the saved index of a folder of text; None if the index is missing or damaged."""
        if not index.exists():
            return None
        try:
            store = cls(index, keys=keys)
        except StoreError:
            return None
        if store.apps():
            return store
        store.close()  # it was deleted just now, and made anew by opening it
        return None

    @classmethod
    def _filled(cls, file: str | Path, text: Path, keys: Keys | None) -> Self:
        """Return a new store with the contents of a folder of text."""
        store = cls(file, keys=keys)
        try:
            store.union(jsonl.read_text_store(text), untrusted=True)
        except StoreError:
            store.close()
            raise
        return store

    def records(self, app: str | None = None) -> list[Record]:
        """Return all records, also those no longer in force, sorted by id. app: None for all apps."""
        rows = self._rows(f"{queries.RECORD} WHERE :app IS NULL OR app = :app ORDER BY id", {"app": app})
        return self._restored(rows)

    def get(self, prefix: str) -> Record:
        """Return the record whose id begins with `prefix`. Raises StoreError if there is none, or more than one."""
        # the index finds what lies between: hexadecimal digits come before "g"
        between = {"prefix": prefix.lower(), "end": f"{prefix.lower()}g"}
        rows = self._rows(f"{queries.RECORD} WHERE id BETWEEN :prefix AND :end ORDER BY id LIMIT 4", between)
        if not rows:
            if gone := self._rows(queries.GONE, between):
                raise StoreError(f"record {gone[0][0][:12]} was purged: its content is no longer here")
            raise StoreError(f"no record's id begins with {prefix!r}; see: appagent docs list, or experience list")
        if len(rows) > 1:
            fitting = ", ".join(row[0][:12] for row in rows[:3]) + (", ..." if len(rows) > 3 else "")
            raise StoreError(f"several records' ids begin with {prefix!r}: {fitting}; give more of it")
        return self._restored(rows)[0]

    def apps(self) -> list[str]:
        """Return the packages of all apps that have records, sorted; "" stands for old records that name none."""
        return list(self.sizes())

    def sizes(self) -> dict[str, int]:
        """Return the number of records of each app, by package, including records that are no longer in force."""
        rows = self._rows("SELECT app, count(*) FROM records GROUP BY app ORDER BY app")
        with self._damaged():
            return {checked_name(app, empty=True): number for app, number in rows}

    def as_current(self, record: Record) -> Record | None:
        """Return a record with an up-to-date attribute `failing`; None if the record is no longer in force."""
        return next(iter(self._ranked([record.id])), None)

    def history(self, record: Record) -> list[Record]:
        """Return all versions of a record that the store has, oldest first, including the record itself."""
        found = {each.id: each for each in self._restored(self._rows(queries.FAMILY, {"id": record.id}))}
        return [found[name] for name in rules.oldest_first(found)]

    def current(
        self,
        app: str | None = None,
        *,
        screen_id: str | None = None,
        element_id: str | None = None,
        action: str | None = None,
        kind: str | None = "document",
    ) -> list[Record]:
        """Return the records in force that have all the given values. None means any value.

        Trusted records come first, then untrusted ones. Both groups are sorted by what the records are about (app,
        screen id, template, element id, action, kind), and records about the same thing are sorted best first.
        """
        wanted = {"app": app, "screen_id": screen_id, "element_id": element_id, "action": action, "kind": kind}
        ranked = self._ranked(self._ids(queries.MATCHING, wanted))
        return sorted(ranked, key=lambda record: (record.untrusted, rules.subject(record)))

    def for_screen(self, screen: "Screen") -> list[Record]:
        """Return the documents in force that may apply to any element of a screen, best first.

        They are about its elements, their templates, or other rows of its lists. A record with ids of an older rule, or
        made with resource-ids of another release, is returned with the ids that the screen has now.
        `appagent.documents.lookup.serving` chooses among the result.
        """
        return self._about(*_names_of(screen, screen.elements))

    def about(self, screen: "Screen", element: "Element") -> list[Record]:
        """Return the documents about one element of a screen, best first, under its ids, older ones, and its kind's."""
        ids, screen_ids = {element.id, *element.aliases}, {screen.screen_id, *screen.aliases}
        found = self._about(*_names_of(screen, [element]))
        own = [each.id for each in found if each.element_id in ids and each.screen_id in screen_ids]
        return [each for each in found if each.id in own or each.is_of_kind(screen.kind_id, element.kind_id)]

    def alike(self, app: str, keys: Iterable[str]) -> list[Record]:
        """Return the documents in force about elements that have any of these keys, best first.

        keys: from `store.tables.search.keys_of`. For names that the published AppAgent gives, from
        `screen.finding_again.published.forms`.
        """
        return self._ranked(self.alike_ids(app, keys))

    def search(
        self,
        words: str,
        apps: Iterable[str] | None = None,
        limit: int = 20,
        only: Callable[[Record], object] = lambda record: True,
        version: str = "",
        says: Callable[[Record], str] = lambda record: "",
        encoder: Encoder | None = None,
    ) -> list[Record]:
        """Return the documents in force that have any of these words, best first, untrusted ones last.

        The result has up to `limit` trusted documents, plus those untrusted ones that would be among the best `limit`
        if all were trusted. So neither kind hides the other.

        The words are searched in texts by persons and models, in facts, and in sentences. Documents that are not in the
        index yet are indexed first; for a read-only store this is done in memory.
        apps: packages to search; None for all.
        only: function that tells whether a document may be returned.
        says: function that puts a document into a sentence.
        version: version of the rules by which `says` works; if it differs from the last one, all documents are indexed
        anew.
        encoder: ranks by meaning too, using the vectors that `embed` made; documents that have none of the words are
        then found as well.
        """
        while self._unindexed(version, most=1):
            self._index(version, says)
        pages = self.by_meaning(encoder, words, 3 * limit) if encoder else self.by_words(words, 3 * limit)
        return self._best(pages, None if apps is None else json.dumps([*apps]), limit, only)

    def _best(
        self, pages: Iterable[Mapping[int, float]], apps: str | None, limit: int, only: Callable[[Record], object]
    ) -> list[Record]:
        """Return the best records for `search`.

        pages: scores of records by their number in the table `records`; each page has lower scores than the one before.
        apps: packages as a JSON list, or None for all.
        limit, only: as in `search`.
        """
        mixed = len({bool(untrusted) for (untrusted,) in self._rows(queries.ORIGINS)}) > 1
        trusted, others = list[Record](), list[Record]()
        for page in pages:
            rows = self._rows(queries.PLACED, {"places": json.dumps([*page]), "apps": apps})
            rows.sort(key=lambda row: (-page[row[0]], row[1]))
            for start in range(0, len(rows), _BATCH):
                full = len(trusted) + len(others) >= limit
                batch = [checked_name(row[1]) for row in rows[start : start + _BATCH] if not (full and row[2])]
                in_force = {record.id: record for record in self._ranked(batch)}
                for record in (in_force[each] for each in batch if each in in_force and only(in_force[each])):
                    if not record.untrusted:
                        trusted.append(record)
                    elif len(trusted) + len(others) < limit:
                        others.append(record)
                # an untrusted record takes no trusted record's place, so the search goes on for the trusted ones
                if len(trusted) >= limit or (len(trusted) + len(others) >= limit and not mixed):
                    return trusted[:limit] + others
        return trusted + others

    def _unindexed(self, version: str, most: int = 1_000) -> list[TableRow]:
        return self._rows(queries.UNINDEXED, {"version": version, "most": most})

    def _index(self, version: str, says: Callable[[Record], str]) -> None:
        """Add the next thousand documents to the index, in the order of their numbers (`place`)."""
        with self._indexing():
            rows = self._unindexed(version)  # another process may have been faster
            texts = [(record, says(record)) for record in self._restored(row[1:] for row in rows)]
            new = [index_words(" ".join([record.text, *_texts(record.facts), said])) for record, said in texts]
            for statement in queries.OUTDATED:
                self._db.execute(statement, {"version": version})
            places = [row[0] for row in rows]
            self._db.conn.executemany(queries.INDEX, zip(places, new, strict=True))
            self._db.execute(queries.INDEXED, {"place": max(places, default=0)})

    def conflicts(self, app: str | None = None) -> list[tuple[Record, ...]]:
        """Return groups of records in which persons contradict each other about the same subject."""
        persons = self._ids(queries.PERSONS, {"app": app})  # only what they say, and what bears on it, is read
        return rules.conflicts(self._history(self._with_ids(persons)))

    def stats(self, app: str | None = None) -> dict[str, int]:
        """Return counts by name: records, documents, screens, conflicts and apps.

        `documents` counts those in force. They are also counted by source, such as "explore" or "human".
        """
        records = self.records(app)
        documents = [each for each in rules.in_force(records) if each.kind == "document"]
        ((screens,),) = self._rows("SELECT count(*) FROM screens WHERE :app IS NULL OR app = :app", {"app": app})
        return {
            "records": len(records),
            "documents": len(documents),
            **Counter(document.source for document in documents),
            "screens": screens,
            "conflicts": len(rules.conflicts(records)),
            "apps": len({record.app for record in records}),
        }

    def _about(
        self, app: str, elements: set[str], templates: set[str], screens: Collection[str] = (),
        kinds: Collection[str] = (),
    ) -> list[Record]:  # fmt: skip
        known = {*elements, *templates, *screens}
        rows = self._rows(queries.OF_COARSE, {"app": app, "names": json.dumps([*known, *kinds])})
        more = [name for (name,) in rows]
        named = {"element_ids": elements, "templates": templates, "screen_ids": screens}
        wanted = {name: json.dumps([*values, *more]) for name, values in named.items()}
        found = self._best_first(self._restored(self._rows(queries.ABOUT, wanted | {"app": app})))
        return [_read_as(record, known) for record in found]

    def _ranked(self, ids: Collection[str]) -> list[Record]:
        """Return the records with these ids that are in force, best first."""
        return self._best_first(self._with_ids(ids))

    def _best_first(self, found: list[Record]) -> list[Record]:
        """Return those of some records that are in force, best first.

        For this, only those records are read that they replace, directly or not, and those that replace any of them,
        and not the whole store.
        """
        history, wanted = self._history(found), {record.id for record in found}
        failing = {name for name, counts in self.outcomes(wanted).items() if counts.failing}
        names = json.dumps([record.id for record in history])
        helped: dict[str, int] = dict(self._rows(queries.HELPED, {"ids": names}))
        standing = [
            replace(each, failing=True) if each.id in failing else each
            for each in rules.in_force(history)
            if each.id in wanted
        ]
        return rules.ranked(standing, history, helped, self.here)

    def _history(self, found: list[Record]) -> list[Record]:
        """Return these records and all that decide which of them are in force."""
        replaced = [older for record in found for older in record.replaces]
        wanted = {"ids": json.dumps([record.id for record in found]), "replaced": json.dumps(replaced)}
        return found + self._restored(self._rows(queries.RELATED, wanted))

    def _with_ids(self, ids: Collection[str]) -> list[Record]:
        return self._restored(self._rows(queries.OF_IDS, {"ids": json.dumps([*ids])}))

    def _restored(self, rows: Iterable[TableRow]) -> list[Record]:
        with self._damaged():
            return [Record.restored(*row) for row in rows]


_BATCH = 25  # search hits that are read at a time


def _names_of(screen: "Screen", elements: Sequence["Element"]) -> tuple[str, set[str], set[str], set[str], set[str]]:
    """Return (app of a screen, ids of some elements, of their templates, of the screen, of the kinds of all these).

    Older ids are among them.
    """
    return (
        screen.app,
        {name for element in elements for name in (element.id, *element.aliases)},
        {name for element in elements for name in (element.template, *element.old_templates)},
        {screen.screen_id, *screen.aliases},
        {screen.kind_id, *(element.kind_id for element in elements)} - {""},
    )


def _read_as(record: Record, known: Collection[str]) -> Record:
    """Return a record under the ids of the screen at hand: its coarser ids replace those that are not in `known`."""
    names = {name: each for name, each in record.coarse.items() if each in known and getattr(record, name) not in known}
    return record.read_as(**names) if names else record


def _texts(value: object) -> Iterator[str]:
    """Yield every text within plain JSON.

    Of a resource-id, only the part after ":id/" is yielded, because all records of an app share the package before it.
    """
    if isinstance(value, str):
        yield value.rpartition(":id/")[2]
    elif isinstance(value, Mapping | list):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(item)
