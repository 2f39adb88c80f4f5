"""The person whose task it is, as far as a run can ask them: what they allow, and what they answer."""

from collections.abc import Callable

from appagent.errors import RefusedError

Answer = Callable[[str], str]  # takes a question and returns what the person said, "" if they said nothing


def answer_to(question: str, person: Answer | None) -> str:
    """Return what the person answers to a question.

    person: a function that asks them; None if nobody is there. Raises RefusedError then, or if they say nothing.
    """
    if person is None:
        raise RefusedError("nobody is there to be asked")
    if said := person(question).strip():
        return said
    raise RefusedError("the person gave no answer")


class ScriptedPerson:
    """Person who gives prepared answers in order, and always the same word on what may be done; for tests.

    answers: what they say to one question after the other; later questions get "". lets: whether they let guarded
    actions pass. `asked` has each question, and `let` each guarded action as (effect, words).
    """

    def __init__(self, *answers: str, lets: bool = False) -> None:
        self.asked: list[str] = []
        self.let: list[tuple[str, str]] = []
        self._answers, self._lets = iter(answers), lets

    def answers(self, question: str) -> str:
        """Return the next prepared answer, or "" if none is left."""
        self.asked.append(question)
        return next(self._answers, "")

    def allows(self, effect: str, words: str) -> bool:
        """Return whether this person lets a guarded action pass.

        effect: what it may do. words: a description of it.
        """
        self.let.append((effect, words))
        return self._lets
