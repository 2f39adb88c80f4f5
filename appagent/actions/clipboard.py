"""Action that reads the clipboard."""

from dataclasses import dataclass

from appagent.actions.parts.base import Action
from appagent.actions.parts.description import quoted
from appagent.actions.parts.gestures import Gesture
from appagent.screen import Screen

_LONGEST = 1000  # letters that the agent is told


@dataclass(frozen=True)
class Clipboard(
    Action, kind="clipboard", example="clipboard()", says="read the clipboard", offered="both", risk="none"
):
    """Touches nothing: tells you the text that was copied last."""

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return no gestures, because nothing is touched."""
        return ()

    def told(self, text: str | None) -> str:
        """Return the message for the agent. text: the clipboard's contents; None if the device does not give them."""
        if text is None:
            return "this phone does not tell what is on its clipboard; paste it into a field to see it"
        return f"the clipboard holds {quoted(text, _LONGEST)}" if text else "the clipboard is empty"
