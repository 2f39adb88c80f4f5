"""Action that ends a task, with an answer if the task asks a question."""

from dataclasses import dataclass
from typing import Annotated

from appagent.actions.base import Action, Written
from appagent.actions.description import quoted
from appagent.actions.gestures import Gesture
from appagent.screen import Screen


@dataclass(frozen=True)
class Finish(Action, kind="finish", example='finish("7 degrees")', offered="both", risk="none"):
    """Ends the task, once it is done. Where the task asks a question, `answer` is the answer."""

    answer: Annotated[str, Written("answer", ("message", "result"))] = ""

    def words(self, target: str) -> str:
        """Describe the action for people, as in `finish with the answer "7 degrees"`."""
        return f"finish with the answer {quoted(self.answer)}" if self.answer else "finish"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return no gestures, because ending a task touches nothing."""
        return ()
