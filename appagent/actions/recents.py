"""Action that shows the recently used apps."""

from dataclasses import dataclass

from appagent.actions.parts.base import Action
from appagent.actions.parts.gestures import Gesture, Key
from appagent.screen import Screen


@dataclass(frozen=True)
class Recents(Action, kind="recents", example="recents()", says="show the recent apps", offered="both", risk="none"):
    """Shows the apps that were used last, to go back to one as it was left."""

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one press of the key for recent apps."""
        return (Key("recent"),)
