"""Action that asks the person whose task it is."""

from dataclasses import dataclass
from typing import Annotated

from appagent.actions.parts.base import Action, Written
from appagent.actions.parts.description import quoted
from appagent.actions.parts.gestures import Gesture
from appagent.screen import Screen

_LONGEST = 300  # letters of a question in a list of steps


@dataclass(frozen=True)
class AskPerson(Action, kind="ask", example='ask("Which Anna: Berg or Vogt?")', offered="both", risk="none"):
    """Touches nothing: asks the person whose task it is, and waits for the answer.

    For what only they can know or decide; never for what the phone shows.
    """

    question: Annotated[str, Written("question", ("message", "text", "content"))]

    def words(self, target: str) -> str:
        """Describe the action for people, as in `ask "Which Anna?"`."""
        return f"ask {quoted(self.question, _LONGEST)}"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return no gestures, because nothing is touched."""
        return ()
