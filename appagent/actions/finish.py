"""Action that ends a task: done, with an answer if the task asks a question, or not done, with the reason."""

import re
from dataclasses import dataclass
from typing import Annotated, Literal

from appagent.actions.parts.base import Action, Written
from appagent.actions.parts.description import quoted
from appagent.actions.parts.gestures import Gesture
from appagent.screen import Screen
from appagent.screen.language.lexicon import NOT, any_word, folded

Ending = Literal["done", "not_done", "impossible"]
DONE: Ending = "done"
# Words that models have learnt for the three endings, in the functions of other agents.
_MEANT: dict[str, Ending] = {
    "success": "done", "successful": "done", "complete": "done", "completed": "done", "finished": "done",
    "failed": "not_done", "failure": "not_done", "fail": "not_done", "error": "not_done", "incomplete": "not_done",
    "gave up": "not_done", "infeasible": "impossible", "cannot be done": "impossible",
}  # fmt: skip
# Texts that say the same by themselves, beside the two endings and the words above.
_SAID: dict[str, Ending] = {
    "not completed": "not_done", "not complete": "not_done", "not finished": "not_done", "unable": "not_done",
    "could not be done": "not_done", "not possible": "impossible",
}  # fmt: skip
_FAILURES = {said: ending for said, ending in {**_MEANT, **_SAID}.items() if ending != DONE}
_SUBJECT = re.compile(r"(?:this|that|it|(?:the )?task)\b ?(?:is|was|has)?\b ?")
_DENIED = re.compile(rf"n['’]t(?!\w)|{any_word(', '.join([NOT, 'cannot', 'impossible', *_FAILURES]))}")
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
        """Return how the task ended. If the outcome was not stated, it is done, unless the whole text is a failure.

        >>> Finish("This cannot be done.").ending, Finish("not done").ending, Finish("Error: 404").ending
        ('impossible', 'not_done', 'done')
        """
        return self.outcome or self._said or DONE

    @property
    def _said(self) -> Ending | None:
        """Return the ending that the text by itself says, such as "it failed"; None if it says none of them.

        One word alone, such as "Failed", may be what a screen shows and a task asks for.
        """
        text = folded(self.answer).rstrip(".! ").replace("_", " ").replace("can't", "cannot").replace("can’t", "cannot")
        bare = _SUBJECT.sub("", text, count=1) if _SUBJECT.match(text) else text
        return {"not done": "not_done", **_FAILURES}.get(bare) if len(text.split()) > 1 else None

    @property
    def unclear(self) -> str:
        """Return the question to ask if a text may be about a failure; "" if nothing is unclear.

        It may if it has a negation, or a word for a failure, such as "I could not delete it" or "No rain".
        """
        if self.outcome or self._said or not _DENIED.search(folded(self.answer)):
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


def is_ending(words: str) -> bool:
    """Tell whether words for one or more calls begin with one that ends the task, as `Finish.words` describes it.

    >>> is_ending("finish left out"), is_ending("give up, impossible left out"), is_ending('tap "Finish" left out')
    (True, True, False)
    """
    return words.startswith((Finish.kind, *_WORDS.values()))
