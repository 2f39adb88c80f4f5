"""Action that starts an app anew, at its first page or at another entry."""

from dataclasses import dataclass
from typing import Annotated, Self

from appagent.actions.parts.base import Action, Written
from appagent.actions.parts.description import quoted
from appagent.actions.parts.gestures import Gesture, Start
from appagent.screen import Screen


@dataclass(frozen=True)
class Restart(Action, kind="restart", example='restart("com.android.settings")', offered="never", risk="none"):
    """Stops an app and starts it again, at its first page or at an entry that the device names; for crawling."""

    app: Annotated[str, Written("app")]
    at: Annotated[str, Written("at")] = ""

    def words(self, target: str) -> str:
        """Describe the action for people, as in `restart "com.android.settings"`."""
        return f"restart {quoted(self.app)}" + (f" at {quoted(self.at)}" if self.at else "")

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return the gesture that starts the app anew."""
        return (Start(self.app, anew=True, at=self.at),)

    def masked(self, mask: str) -> Self:
        """Return the action unchanged, because a run records the names of its apps anyway."""
        return self
