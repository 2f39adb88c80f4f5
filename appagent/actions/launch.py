"""Action that opens an app by its name or package."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Self

from appagent.actions.base import Action, Risk, Written
from appagent.actions.description import quoted
from appagent.actions.gestures import Gesture, Start
from appagent.errors import ActionError
from appagent.screen import Screen


@dataclass(frozen=True)
class Launch(Action):
    """Opens an app by the name under its icon or by its package."""

    app: Annotated[str, Written("app", ("name", "package", "app_name"))]
    kind: ClassVar[str] = "launch"
    example: ClassVar[str] = 'launch("Settings")'
    also: ClassVar[tuple[str, ...]] = ("open",)
    risk: ClassVar[Risk] = "none"

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
