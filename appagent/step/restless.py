"""Remember where texts of an app change by themselves, as tickers do, so that they hold up no more than one action."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from appagent.screen import Screen
from appagent.screen.compare import built_alike
from appagent.screen.rewritten import HEADING, Place


@dataclass
class Restless:
    """Pages of one run, each with the places whose texts have changed while nothing was done."""

    _known: list[tuple[Screen, frozenset[Place]]] = field(default_factory=list)

    def note(self, screen: Screen, places: Collection[Place]) -> None:
        """Remember places of a screen whose texts have changed by themselves."""
        if places:
            self._known.append((replace(screen, picture=None, raw=""), frozenset(places)))

    def acted(self) -> None:
        """Forget of headings that they changed, because an action may be why another page is shown from now on."""
        self._known = [(screen, places - {HEADING}) for screen, places in self._known]

    def told(self, screen: Screen) -> Screen:
        """Return a screen with the places that are known to be restless on it."""
        found = [
            places
            for known, places in self._known
            if (known.app, known.activity) == (screen.app, screen.activity) and built_alike(known, screen)
        ]
        return replace(screen, restless=frozenset[Place]().union(*found)) if found else screen
