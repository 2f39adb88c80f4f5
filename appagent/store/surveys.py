"""Remember which screens a model was asked about, so that the next learning of the app need not ask again."""

from appagent.store.screens import RememberedScreens


class KeptSurveys(RememberedScreens):
    """Part of a store that knows the screens that a model was asked about. They are part of no record and no export."""

    def keep_survey(self, app: str, layout: str, screen_id: str, version: str) -> None:
        """Save that a model was asked about a screen; nothing if the store can only be read. version: the app's."""
        if not self.read_only:
            with self._writing():
                row = app, layout, screen_id, version
                self._db.execute("INSERT OR REPLACE INTO surveys VALUES (?, ?, ?, ?)", row)

    def surveyed(self, app: str, layout: str, screen_id: str, version: str) -> bool:
        """Tell whether a model was asked about this layout, or about this screen in this version of the app."""
        query = "SELECT 1 FROM surveys WHERE app = ? AND (layout = ? OR (screen_id = ? AND version = ?)) LIMIT 1"
        return bool(self._rows(query, (app, layout, screen_id, version)))
