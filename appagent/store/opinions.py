"""Second opinions in a store: the effects of controls that no rule of the guard knows, as a model told them."""

import hashlib
from collections.abc import Mapping

from appagent.store.vectors import KeptVectors


class KeptOpinions(KeptVectors):
    """Part of a store that holds second opinions. They are part of no record and no export."""

    def keep_opinions(self, app: str, effects: Mapping[tuple[str, str], str]) -> None:
        """Save the effects of controls of an app, replacing earlier ones. A read-only store is left unchanged.

        effects: for each (element id, words) an effect, such as "send" or "none". Only a hash of the words is saved,
        because somebody may have written them.
        """
        if effects and not self.read_only:
            with self._writing():
                for (element, words), effect in effects.items():
                    row = app, element, _hash(words), effect
                    self._db.execute("INSERT OR REPLACE INTO opinions VALUES (?, ?, ?, ?)", row)

    def opinion(self, app: str, element: str, words: str) -> str:
        """Return the saved effect of a control, or "" if there is none. element: its id. words: its words."""
        query = "SELECT effect FROM opinions WHERE app = ? AND element = ? AND words = ?"
        rows = self._rows(query, (app, element, _hash(words)))
        return str(rows[0][0]) if rows else ""


def _hash(words: str) -> str:
    return hashlib.sha256(words.encode(errors="replace")).hexdigest()
