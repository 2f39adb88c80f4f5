"""Action that waits for some seconds."""

from dataclasses import dataclass
from typing import Annotated

from appagent.actions.parts.base import Action, Written
from appagent.actions.parts.gestures import Gesture, Pause
from appagent.errors import ActionError
from appagent.screen import Screen

_LONGEST_S = 60.0


@dataclass(frozen=True)
class Wait(Action, kind="wait", example="wait(5)", offered="both", risk="none"):
    """Waits for something to load, at most 60 seconds."""

    seconds: Annotated[float, Written("seconds", ("time", "duration"))] = 2.0

    def words(self, target: str) -> str:
        """Describe the action for people, as in `wait 2 s`."""
        return f"wait {self.seconds:g} s"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one pause. Raises ActionError unless its length is more than 0 and at most 60 seconds."""
        if not 0 < self.seconds <= _LONGEST_S:
            raise ActionError(f"cannot wait {self.seconds:g} seconds; more than 0 and at most 60 is possible")
        return (Pause(self.seconds),)
