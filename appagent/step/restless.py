"""Remember what holds one target up, to let its agent choose where that is what changes by itself, as tickers do."""

from dataclasses import dataclass, field, replace

from appagent.step.intent import Intent
from appagent.step.turning_lines import Line

PATIENCE = 3  # times that a target was found changed, from which the agent is told so and chooses


@dataclass
class Restless:
    """Notes, for each target that was held up, whether things had turned into others by themselves."""

    _held: dict[str, list[bool]] = field(default_factory=dict)
    _lines: dict[str, list[frozenset[Line]]] = field(default_factory=dict)

    def note(self, target: str, *, turns: bool, lines: frozenset[Line] = frozenset()) -> bool:
        """Remember that a target was held up; return True if the agent may choose now to act nevertheless.

        target: id of its element, or its action if it has none. turns, lines: as in StaleError.
        """
        self._held.setdefault(target, []).append(turns)
        self._lines.setdefault(target, []).append(lines)
        return self._passes(target) or bool(self._turning(target))

    def forget(self) -> None:
        """Forget all, because something else was done, which may be why other things are shown from now on."""
        self._held.clear()
        self._lines.clear()

    def told(self, intent: Intent, target: str) -> Intent:
        """Return an intent that acts whatever is shown, if its agent was told so often enough and chose that."""
        return replace(intent, whatever=self._passes(target), lines=self._turning(target))

    def _passes(self, target: str) -> bool:
        held = self._held.get(target, [])
        return len(held) >= PATIENCE and all(held)

    def _turning(self, target: str) -> frozenset[Line]:
        """Return the lines that had turned each time that a target was held up, if that was often enough."""
        lines = self._lines.get(target, [])
        return frozenset.intersection(*lines) if len(lines) >= PATIENCE else frozenset()
