"""Action that ends a task: done, with an answer if the task asks a question, or not done, with the reason."""

import re
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self

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
_ANSWERS = frozenset({"failed", "failure", "fail", "error", "incomplete"})  # what a page may say of something
_IT, _CANNOT = r"(?:this|it|that|the task)", r"(?:cannot|can not|can['’]t|could not|couldn['’]t)"
_GIVES_UP = re.compile(
    rf"{_IT} {_CANNOT} be (?:done|completed|finished|carried out)|(?:{_IT} is )?not possible\b|i {_CANNOT} "
    r"|(?:i (?:am|was) )?unable to\b|任务?无法|无法完成|做不到",
    re.IGNORECASE,
)
_SAID = re.compile(r"(?P<ending>[a-z]+(?:[ _][a-z]+){0,2}?)\s*(?:[:.,;–—-]\s*(?P<why>.*))?", re.DOTALL | re.IGNORECASE)
_WORDS = {"not_done": "give up, not done", "impossible": "give up, impossible"}


@dataclass(frozen=True)
class Finish(Action, kind="finish", example='finish(answer="7 degrees")', offered="both", risk="none"):
    """Ends the task: "done" once the screen shows that it is, else "not_done" or "impossible".

    `answer` answers the question that the task asks, or says why it is not done.
    """

    answer: Annotated[str, Written("answer", ("message", "result", "reason", "content"), keyword=True)] = ""
    outcome: Annotated[
        Ending, Written("outcome", ("status", "goal_status"), first=True, meant=tuple(_MEANT.items()))
    ] = DONE

    @classmethod
    def read(cls, **given: Any) -> Self:
        """Make the action that a model wrote. An answer alone that begins with an ending, as "failed: why", is one.

        So is one that begins by saying that it cannot be done. A bare "failed" stays an answer: a task may ask how a
        backup ended.
        """
        answer = given.get("answer", "").strip()
        if "outcome" not in given and _GIVES_UP.match(answer):
            return cls(answer, "not_done")
        said = _SAID.fullmatch(answer)
        if not said or "outcome" in given or (not said["why"] and said["ending"].casefold() in _ANSWERS):
            return cls(**given)
        ending = _ending(said["ending"])
        return cls(said["why"] or "", ending) if ending != DONE else cls(**given)

    def words(self, target: str) -> str:
        """Describe the action for people, as in `finish with the answer "7"` or `give up, impossible: "no note"`."""
        if self.outcome != DONE:
            return _WORDS[self.outcome] + (f": {quoted(self.answer, _LONGEST)}" if self.answer else "")
        return f"finish with the answer {quoted(self.answer)}" if self.answer else "finish"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return no gestures, because ending a task touches nothing."""
        return ()

    @property
    def reason(self) -> str:
        """Return a sentence that says why the task is not done; "" if it is done."""
        if self.outcome == DONE:
            return ""
        said = {
            "not_done": "the agent says that the task is not done",
            "impossible": "the agent says that the task is impossible",
        }
        return said[self.outcome] + (f": {self.answer}" if self.answer else "")


def _ending(words: str) -> Ending:
    """Return the ending that some words mean, or DONE if they mean none."""
    said = words.casefold()
    known: dict[str, Ending] = {**_MEANT, "not_done": "not_done", "not done": "not_done", "impossible": "impossible"}
    return known.get(said, DONE)


_LONGEST = 200  # letters of a reason in a list of steps
