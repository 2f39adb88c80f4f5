"""Remember screens on this machine: how to recognise them, what was on them, and what a model said about them."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from itertools import islice, product
from typing import TYPE_CHECKING

from appagent.store.checks import TableRow, checked_name, checked_screen, checked_templates
from appagent.store.records import Record, utc_now
from appagent.store.signed_rows import signed_row
from appagent.store.tables import queries
from appagent.store.tables.labels import joined_labels, read_labels
from appagent.store.tables.store_file import StoreFile

if TYPE_CHECKING:
    from appagent.screen import Screen
    from appagent.screen.names.labels import Label
    from appagent.screen.transitions import ScreenKey


_KINDS = {"screen_id": "screen", "element_id": "element", "template": "template", "leads_to": "screen"}
_MOST_NAMES = 16  # under which one record is read
_SEVERAL = 2  # titles of one screen, from which on they are taken for names of its contents
Sighted = Mapping[str, frozenset[str]]  # by screen id: ids of elements, and templates of rows


class RememberedScreens(StoreFile):
    """Part of a store that keeps screens.

    Only ids, templates and titles are exported, and pictures in a docpack if the user asks. All else stays here.
    """

    def remember_screen(self, screen: "Screen", mask: Callable[[str], str] = str, *, title: str | None = None) -> None:
        """Save a screen's id and templates, so that the screen is recognised later, and its labels and title.

        If the screen was saved before, only its labels and title are updated. If records name it or its elements by ids
        of an older rule, the older ids are saved for `renamed`. A read-only store is left unchanged.
        mask: function that masks secrets in a label or a title.
        title: the title if others may see it; "" if it may be a value such as a person's name; None to keep the saved
        one. For a screen that was seen with several titles, none is saved, because they name its contents.
        """
        if self.read_only:
            return
        self.remember_names(screen)
        known = "SELECT labels, title FROM screens WHERE app = ? AND screen_id = ? AND NOT imported"
        rows = self._rows(known, (screen.app, screen.screen_id))
        labels = joined_labels(rows[0][0] if rows else "", screen, mask)
        heading = mask(title) if title is not None else rows[0][1] if rows else ""
        heading = heading if len([each for each in read_labels(labels) if each]) < _SEVERAL else ""
        if rows and rows[0] == (labels, heading):
            return
        templates = json.dumps(sorted(screen.templates))
        with self._writing():
            where = screen.app, screen.screen_id
            if not rows:
                new = checked_screen((*where, templates, heading, utc_now()))
                self._db.execute(queries.REMEMBER, (*new, False))
            self._db.execute(queries.LABELS, (labels, *where))
            kept = self._rows("SELECT templates, first_seen FROM screens WHERE app = ? AND screen_id = ?", where)
            signed = self._by_user((*where, kept[0][0], heading, kept[0][1]))
            self._db.execute(queries.SIGN_SCREEN, (*signed[3:4], *signed[5:], *where))

    def _by_user(self, row: TableRow) -> TableRow:
        """Return a row of the table `screens` that was made here, checked, and signed with the user's own key."""
        return signed_row("screens", checked_screen(row[:5]), self.keys)

    def labels(self, app: str) -> "dict[ScreenKey, list[Label]]":
        """Return the labels that this machine has seen on each screen of an app, by screen id and title.

        Labels quote what was on the screen, so they are part of no record, and are neither exported nor imported.
        """
        seen_here = "app = ? AND NOT imported AND NOT untrusted(imported, signer)"
        rows = self._rows(f"SELECT screen_id, labels FROM screens WHERE {seen_here}", (app,))  # noqa: S608
        with self._damaged():
            return {
                (checked_name(screen_id), title): found
                for screen_id, labels in rows
                for title, found in read_labels(labels).items()
            }

    def take_screens(self, other: "RememberedScreens") -> None:
        """Copy the screens of another store of this machine, with their labels."""
        sql = "SELECT app, screen_id, templates, title, first_seen, signer, signature, imported, labels FROM screens"
        rows = other._rows(sql)
        with self._writing():
            for *row, labels in rows:
                self._db.execute(queries.REMEMBER, row)
                self._db.execute(queries.LABELS, (labels, row[0], row[1]))

    def renamed(self, app: str, kind: str) -> dict[str, frozenset[str]]:
        """Return the newer ids of screens, elements or templates, by the older id that records have for them.

        kind: "screen", "element" or "template".
        An older id may stand for several newer ones. Only screens that were seen since the rule for ids changed are
        known.
        `Element.aliases` has the older ids of an element in sight.
        """
        rows = self._rows("SELECT old, new FROM aliases WHERE app = ? AND kind = ? ORDER BY old, new", (app, kind))
        found: dict[str, set[str]] = {}
        with self._damaged():
            for old, new in rows:
                found.setdefault(checked_name(old), set()).add(checked_name(new))
        return {old: frozenset(new) for old, new in found.items()}

    def kinds(self, app: str) -> dict[str, str]:
        """Return the ids that screens and elements seen here have in all dialogs of their kind, by their own ids."""
        rows = self._rows("SELECT new, old FROM aliases WHERE app = ? AND kind = 'in_kind' ORDER BY old DESC", (app,))
        with self._damaged():
            return {checked_name(own): checked_name(kind) for own, kind in rows}

    def under_newer_names(self, records: Iterable[Record]) -> list[Record]:
        """Return the records of one app with their older ids replaced by newer ones, so that they can be looked up.

        If an older id stands for several newer ones, a copy of the record is returned for each. Other ids stay.
        """
        given = list(records)
        if not given:
            return []
        kinds = {kind: self.renamed(given[0].app, kind) for kind in ("screen", "element", "template")}
        if not any(kinds.values()):
            return given

        def newer(record: Record) -> Iterable[tuple[str, ...]]:
            each = [sorted(kinds[kind].get(old := getattr(record, name), {old})) for name, kind in _KINDS.items()]
            return islice(product(*each), _MOST_NAMES)

        return [record.read_as(**dict(zip(_KINDS, ids, strict=True))) for record in given for ids in newer(record)]

    def remember_names(self, screen: "Screen") -> None:
        """Save which ids of a screen, its elements and templates have replaced older ids that records of the app use.

        A read-only store is left unchanged.
        """
        if self.read_only:
            return
        aliases = {("screen", old, screen.screen_id) for old in screen.aliases}
        parts = (screen.kind_id, screen.screen_id), *((each.kind_id, each.id) for each in screen.elements)
        aliases |= {("in_kind", kind_id, own) for kind_id, own in parts if kind_id}
        for element in screen.elements:
            aliases |= {("element", old, element.id) for old in element.aliases}
            aliases |= {("template", old, element.template) for old in element.old_templates}
        given = json.dumps(sorted(aliases))
        if missing := self._rows(queries.NEW_ALIASES, {"app": screen.app, "aliases": given}):
            with self._writing():
                for kind, old, new in missing:
                    self._db.execute(queries.ALIAS, (screen.app, kind, old, new))

    def keep_picture(self, png: bytes) -> None:
        """Save a picture of a spot on a screen. Its name, by which `picture` returns it, is its sha256 in hex.

        Nothing is saved if the picture is b"" or the store is read only.
        """
        if png and not self.read_only:
            with self._writing():
                self._db.execute("INSERT OR IGNORE INTO pictures VALUES (?, ?)", (hashlib.sha256(png).hexdigest(), png))

    def picture(self, name: str) -> bytes:
        """Return the picture with a name (its sha256 in hex), or b"" if this store does not have it."""
        rows = self._rows("SELECT png FROM pictures WHERE name = ?", (name,))
        png = rows[0][0] if rows else b""
        return png if isinstance(png, bytes) else b""

    def known_as(self, screen: "Screen") -> str:
        """Return the id under which to store a screen: that of an equal or very similar known screen, else its own.

        Screens that were seen here are tried first, then those of trusted persons, then others, then screens with ids
        of an older rule. In doubtful cases, the screen whose elements have documents made here is chosen. The last are
        screens on which only something else is chosen.
        """
        from appagent.screen import nearest
        from appagent.screen.comparing.states import in_other_state

        documented = self._documented(screen.app)
        for known in (self.screens(screen.app, imported=False), self.screens(screen.app, untrusted=False)):
            if (found := nearest(screen, known, documented)) in known:
                return found
        every = self.screens(screen.app)
        found = nearest(screen, every, documented)
        if found not in every:
            found = next((old for old in screen.aliases if old in every), found)
        return found if found in every else in_other_state(screen, every, self.labels(screen.app)) or found

    def _documented(self, app: str) -> Mapping[str, frozenset[str]]:
        """Return for each screen id of an app the ids of the elements that documents made here are about."""
        found: dict[str, set[str]] = {}
        for screen_id, element_id in self._rows(queries.DOCUMENTED, (app,)):
            found.setdefault(str(screen_id), set()).add(str(element_id))
        return {screen_id: frozenset(elements) for screen_id, elements in found.items()}

    def screens(self, app: str, *, imported: bool = True, untrusted: bool = True) -> Mapping[str, frozenset[str]]:
        """Return the templates of each known screen of an app, by screen id.

        imported: False to leave out screens of other stores. untrusted: False to leave out those that nobody signed who
        is trusted.
        """
        sql = """
            SELECT screen_id, templates FROM screens
            WHERE app = ? AND imported <= ? AND untrusted(imported, signer) <= ? ORDER BY first_seen, screen_id
        """
        rows = self._rows(sql, (app, imported, untrusted and imported))
        with self._damaged():
            return {checked_name(screen_id): checked_templates(templates) for screen_id, templates in rows}

    def titles(self, app: str | None = None) -> dict[str, str]:
        """Return the titles of the known screens of one app or of all apps, by screen id, for people to read."""
        sql = "SELECT screen_id, title FROM screens WHERE :app IS NULL OR app = :app ORDER BY imported DESC, screen_id"
        rows = self._rows(sql, {"app": app})
        with self._damaged():
            return {checked_name(screen_id): checked_name(title, empty=True) for screen_id, title in rows}

    def screen_rows(self, app: str | None = None) -> list[TableRow]:
        """Return the checked rows of the known screens of one app or of all apps, sorted.

        Rows of an older version that were made here are signed now.
        """
        with self._damaged():
            rows = self._rows(queries.SCREENS, {"app": app})
            return sorted(checked_screen(row[:-1]) if row[-1] or row[-2] else self._by_user(row) for row in rows)

    def keep_survey(self, app: str, layout: str, screen_id: str, version: str, names: Iterable[str]) -> None:
        """Save that a model was asked about elements of a screen. A read-only store is left unchanged.

        layout: hash by which screens of one kind are alike, such as the pages of all contacts. names: of the elements.
        """
        if not self.read_only:
            with self._writing():
                row = app, layout, screen_id, version
                self._db.execute("INSERT OR REPLACE INTO surveys VALUES (?, ?, ?, ?)", row)
                rows = [(app, screen_id, name) for name in names]
                self._db.conn.executemany("INSERT OR IGNORE INTO asked VALUES (?, ?, ?)", rows)

    def surveyed(self, app: str, layout: str, screen_id: str, version: str) -> bool:
        """Tell whether a model was asked about a screen with this layout, or this screen in this version of the app.

        The arguments are those of `keep_survey`.
        """
        query = "SELECT 1 FROM surveys WHERE app = ? AND (layout = ? OR (screen_id = ? AND version = ?)) LIMIT 1"
        return bool(self._rows(query, (app, layout, screen_id, version)))

    def asked(self, app: str, layout: str, screen_id: str) -> frozenset[str]:
        """Return the names of the elements that a model was asked about on a screen, or on others with its layout."""
        rows = self._rows(queries.ASKED, {"app": app, "layout": layout, "screen_id": screen_id})
        return frozenset(str(name) for (name,) in rows)

    def keep_crawl(self, app: str, state: str) -> None:
        """Save what the learning runs of an app know (JSON), in place of what was saved before."""
        if not self.read_only:
            with self._writing():
                self._db.execute("INSERT OR REPLACE INTO crawls VALUES (?, ?)", (app, state))

    def crawl(self, app: str) -> str:
        """Return what `keep_crawl` saved for an app, or ""."""
        rows = self._rows("SELECT state FROM crawls WHERE app = ?", (app,))
        return str(rows[0][0]) if rows else ""

    def remember_version(self, screen: "Screen", version: str) -> None:
        """Save which elements a screen has in a version of the app.

        Nothing is saved if the version is "" or the store is read only. Rows of lists are saved by their templates,
        since their words are contents and come and go with any version.
        """
        if self.read_only or not version:
            return
        names = {
            name
            for each in screen.elements
            for name in ((each.template, each.coarse_template) if each.listed else (each.id, each.coarse))
        }
        for screen_id in filter(None, {screen.screen_id, screen.coarse}):
            where = (screen.app, version, screen_id)
            if new := sorted(names - {""} - {name for (name,) in self._rows(queries.SIGHTED_ON, where)}):
                with self._writing():
                    self._db.conn.executemany(queries.SIGHT, [(*where, name) for name in new])

    def sighted(self, app: str) -> Mapping[str, Sighted]:
        """Return the elements that were seen on each screen with each version of an app.

        The result has, by version and then by screen id, the ids of elements and the templates of rows.
        """
        found: dict[str, dict[str, set[str]]] = {}
        rows = self._rows("SELECT version, screen_id, name FROM sighted WHERE app = ?", (app,))
        with self._damaged():
            for row in rows:
                version, screen_id, name = map(checked_name, row)
                found.setdefault(version, {}).setdefault(screen_id, set()).add(name)
        return {
            version: {screen_id: frozenset(names) for screen_id, names in pages.items()}
            for version, pages in found.items()
        }

    def keep_opinions(self, app: str, effects: Mapping[tuple[str, str], str]) -> None:
        """Save second opinions on the effects of controls, replacing earlier ones. A read-only store is left unchanged.

        effects: for each (element id, words) an effect, such as "send" or "none". Only a hash of the words is saved,
        because they may be private.
        """
        if effects and not self.read_only:
            with self._writing():
                for (element, words), effect in effects.items():
                    row = app, element, _hash(words), effect
                    self._db.execute("INSERT OR REPLACE INTO opinions VALUES (?, ?, ?, ?)", row)

    def opinion(self, app: str, element: str, words: str) -> str:
        """Return the effect that `keep_opinions` saved for a control, or "".

        element: the control's id. words: its words.
        """
        query = "SELECT effect FROM opinions WHERE app = ? AND element = ? AND words = ?"
        rows = self._rows(query, (app, element, _hash(words)))
        return str(rows[0][0]) if rows else ""


def _hash(words: str) -> str:
    return hashlib.sha256(words.encode(errors="replace")).hexdigest()
