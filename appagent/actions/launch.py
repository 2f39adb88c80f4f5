"""Action that opens an app by its name or package."""

from dataclasses import dataclass
from typing import Annotated, Self

from appagent.actions.parts.base import Action, Written
from appagent.actions.parts.description import quoted
from appagent.actions.parts.gestures import Gesture, Start
from appagent.errors import ActionError
from appagent.screen import Screen


@dataclass(frozen=True)
class Launch(Action, kind="launch", example='launch("Settings")', also=("open",), risk="none"):
    """Opens an app by the name under its icon or by its package."""

    app: Annotated[str, Written("app", ("name", "package", "app_name"))]

    def words(self, target: str) -> str:
        """Describe the action for people, as in `launch "Settings"`."""
        return f"launch {quoted(self.app)}"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return the gesture that opens the app. Raises ActionError if the name of the app is empty."""
        if not self.app.strip():
            raise ActionError(f"launch names no app; write it as {self.example}")
        return (Start(self.app.strip()),)

    def masked(self, mask: str) -> Self:
        """Return the action unchanged, because a run records the names of its apps anyway."""
        return self
