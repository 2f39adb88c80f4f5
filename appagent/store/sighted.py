"""Remember which elements stood on which screens with which version of an app, to tell what a new version changed."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from appagent.store import queries
from appagent.store.checks import checked_name
from appagent.store.surveys import KeptSurveys

if TYPE_CHECKING:
    from appagent.screen import Screen

Sighted = Mapping[str, frozenset[str]]  # by screen id: ids of elements, and templates of rows


class SightedVersions(KeptSurveys):
    """Part of a store that knows what was seen with each version of an app. It is part of no record and no export."""

    def remember_version(self, screen: "Screen", version: str) -> None:
        """Save what stands on a screen, unless the version is unknown or the store can only be read.

        Rows of lists are saved by their templates, since their words are contents and come and go with any version.
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
        """Return by version of an app what was seen with it on each screen."""
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
