"""Second opinions that a store keeps on its machine: what controls do that no rule of the guard knows."""

import hashlib
from collections.abc import Mapping

from appagent.store.screens import RememberedScreens


class KeptOpinions(RememberedScreens):
    """Part of a store that holds second opinions. They are part of no record and no export."""

    def keep_opinions(self, app: str, effects: Mapping[tuple[str, str], str]) -> None:
        """Save what controls of an app do, in place of what was saved for them; nothing if the store can only be read.

        effects: for each (element id, words) an effect, such as "send" or "none". Of the words a hash is saved, because
        somebody may have written them.
        """
        if effects and not self.read_only:
            with self._writing():
                for (element, words), effect in effects.items():
                    row = app, element, _hash(words), effect
                    self._db.execute("INSERT OR REPLACE INTO opinions VALUES (?, ?, ?, ?)", row)

    def opinion(self, app: str, element: str, words: str) -> str:
        """Return what a control does as a second opinion said; "" if there is none. element: its id."""
        query = "SELECT effect FROM opinions WHERE app = ? AND element = ? AND words = ?"
        rows = self._rows(query, (app, element, _hash(words)))
        return str(rows[0][0]) if rows else ""


def _hash(words: str) -> str:
    return hashlib.sha256(words.encode(errors="replace")).hexdigest()
