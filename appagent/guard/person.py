"""The person whose task it is, as far as a run can ask them: what they allow, and what they answer."""

from collections.abc import Callable

from appagent.errors import RefusedError

Answer = Callable[[str], str]  # takes a question and returns what the person said, "" if they said nothing


def answer_to(question: str, person: Answer | None) -> str:
    """Return what the person answers to a question.

    person: a function that asks them; None if nobody is there. Raises RefusedError if nobody is there, or if they say
    nothing.
    """
    if person is None:
        raise RefusedError("nobody is there to be asked")
    if said := person(question).strip():
        return said
    raise RefusedError("the person gave no answer")
