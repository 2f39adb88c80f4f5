"""Action that ends a task: done, with an answer if the task asks a question, or not done, with the reason."""

from dataclasses import dataclass
from typing import Annotated, Literal

from appagent.actions.base import Action, Written
from appagent.actions.description import quoted
from appagent.actions.gestures import Gesture
from appagent.screen import Screen

Ending = Literal["done", "not_done", "impossible"]
DONE: Ending = "done"
# Words that models have learnt for the three endings, in the functions of other agents.
_MEANT: dict[str, Ending] = {
    "success": "done", "successful": "done", "complete": "done", "completed": "done", "finished": "done",
    "failed": "not_done", "failure": "not_done", "fail": "not_done", "error": "not_done", "incomplete": "not_done",
    "gave up": "not_done", "infeasible": "impossible", "cannot be done": "impossible",
}  # fmt: skip
_WORDS = {"not_done": "give up, not done", "impossible": "give up, impossible"}


@dataclass(frozen=True)
class Finish(Action, kind="finish", example='finish("done", answer="7 degrees")', offered="both", risk="none"):
    """Ends the task: "done" once the screen shows that it is, else "not_done" or "impossible".

    `answer` answers the question that the task asks, or says why it is not done; it needs an outcome.
    """

    answer: Annotated[str, Written("answer", ("message", "result", "reason", "content"), keyword=True)] = ""
    outcome: Annotated[
        Ending | None, Written("outcome", ("status", "goal_status"), first=True, meant=tuple(_MEANT.items()))
    ] = None

    @property
    def ending(self) -> Ending:
        """Return how the task ended; done if the outcome was not stated."""
        return self.outcome or DONE

    @property
    def unclear(self) -> str:
        """Return the question to ask where a text does not say how the task ended; "" if nothing is unclear."""
        if self.outcome or not self.answer:
            return ""
        said = quoted(self.answer, _LONGEST)
        return f'finish({said}) does not say how the task ended; state its outcome: "done", "not_done" or "impossible"'

    def words(self, target: str) -> str:
        """Describe the action for people, as in `finish with the answer "7"` or `give up, impossible: "no note"`."""
        if self.ending != DONE:
            return _WORDS[self.ending] + (f": {quoted(self.answer, _LONGEST)}" if self.answer else "")
        return f"finish with the answer {quoted(self.answer)}" if self.answer else "finish"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return no gestures, because ending a task touches nothing."""
        return ()

    @property
    def reason(self) -> str:
        """Return a sentence that says why the task is not done; "" if it is done."""
        if self.ending == DONE:
            return ""
        said = {
            "not_done": "the agent says that the task is not done",
            "impossible": "the agent says that the task is impossible",
        }
        return said[self.ending] + (f": {self.answer}" if self.answer else "")


_LONGEST = 200  # letters of a reason in a list of steps
