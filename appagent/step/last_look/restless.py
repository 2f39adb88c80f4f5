"""Count how often a changing screen kept an action from being done, and let the agent act nevertheless in the end."""

from dataclasses import dataclass, field, replace

from appagent.step.intent import Intent
from appagent.step.last_look.turning_lines import Line

PATIENCE = 3  # after so many times the agent is told, and may choose to act nevertheless


@dataclass
class Restless:
    """Remembers, for each target, the times that an action on it was not done because the screen had changed."""

    _held: dict[str, list[bool]] = field(default_factory=dict)
    _lines: dict[str, list[frozenset[Line]]] = field(default_factory=dict)

    def note(self, target: str, *, turns: bool, lines: frozenset[Line] = frozenset()) -> bool:
        """Remember that an action was not done; return True if the agent may now choose to act nevertheless.

        target: id of the action's element, or the action as text if it has no element. turns, lines: as in
        `StaleError`, which was raised for the action.
        """
        self._held.setdefault(target, []).append(turns)
        self._lines.setdefault(target, []).append(lines)
        return self._passes(target) or bool(self._turning(target))

    def forget(self) -> None:
        """Forget everything, because another action was done, which may be why the screen changes from now on."""
        self._held.clear()
        self._lines.clear()

    def told(self, intent: Intent, target: str) -> Intent:
        """Return the intent; it may act despite changes once the agent was told of these `PATIENCE` times."""
        return replace(intent, whatever=self._passes(target), lines=self._turning(target))

    def _passes(self, target: str) -> bool:
        held = self._held.get(target, [])
        return len(held) >= PATIENCE and all(held)

    def _turning(self, target: str) -> frozenset[Line]:
        """Return the lines that had changed each time an action on the target failed, after `PATIENCE` failures."""
        lines = self._lines.get(target, [])
        return frozenset.intersection(*lines) if len(lines) >= PATIENCE else frozenset()
