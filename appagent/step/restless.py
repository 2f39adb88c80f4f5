"""Remember what changes by itself, as tickers and slide shows do, while one target is held up for it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from appagent.screen.rewritten import Place
from appagent.step.intent import Intent

PATIENCE = 3  # times that a target was found changed, from which the agent is told so and chooses


@dataclass
class Restless:
    """Places whose texts or pictures have changed while nothing was done, for each target that they held up since."""

    _held: dict[str, list[frozenset[Place]]] = field(default_factory=dict)

    def note(self, target: str, places: Collection[Place]) -> bool:
        """Remember that a target was held up, and where things have changed; return True if they will not any more.

        target: id of its element, or its action if it has none. places: () for a change that holds up every time.
        """
        held = self._held.setdefault(target, [])
        held.append(frozenset(places))
        return _passes(held)

    def forget(self) -> None:
        """Forget all, because something else was done, which may be why other things are shown from now on."""
        self._held.clear()

    def told(self, intent: Intent, target: str) -> Intent:
        """Return an intent whose screen has the places that hold up no more, because its agent was told and chose."""
        held = self._held.get(target, [])
        if not _passes(held):
            return intent
        places = frozenset[Place]().union(*held)
        screen = replace(intent.screen, restless=places)
        shown = screen if intent.shown is intent.screen else replace(intent.shown, restless=places)
        return replace(intent, screen=screen, shown=shown)


def _passes(held: Sequence[frozenset[Place]]) -> bool:
    """Tell whether what has held up a target holds it up no more: it did so often enough, and all by itself."""
    return len(held) >= PATIENCE and all(held)
