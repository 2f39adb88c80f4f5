"""What the virtual phone has noted: the gestures and keys that arrived, and what apps did that matters."""

import threading

from appagent.phone.app import App


class Journal:
    """Part of the phone that keeps its log. Both lists only grow."""

    lock: threading.RLock

    def __init__(self) -> None:
        self._log: list[dict[str, object]] = []  # every gesture and key that arrived
        self._deeds: list[dict[str, object]] = []

    def taps(self) -> list[dict[str, object]]:
        """Return all gestures and keys that arrived, oldest first, each with the widget that it hit."""
        with self.lock:
            return [dict(entry) for entry in self._log]

    def deeds(self) -> list[dict[str, object]]:
        """Return what apps have paid, sent, called, deleted, installed, granted or let out, oldest first.

        Each has its effect, words and package, and in "after" the number of the gesture or key in `taps` before it.
        """
        with self.lock:
            return [dict(entry) for entry in self._deeds]

    def note_deed(self, app: App, effect: str, words: str) -> None:
        """Add to what apps have done."""
        entry = {"effect": effect, "words": words, "package": app.package, "after": len(self._log)}
        self._deeds.append(entry)
