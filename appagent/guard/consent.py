"""Find out what the person agrees to: by the words of their task, by consent given before the run, or by asking."""

import re
from collections.abc import Callable, Sequence

from appagent.errors import RefusedError
from appagent.guard.labels import likely_effect, said_to_do
from appagent.screen import Screen
from appagent.screen.language.lexicon import NOT, any_word, folded
from appagent.screen.language.money import priced_parts

Answer = Callable[[str], str]  # takes a question and returns what the person said, "" if they said nothing

_QUOTED = re.compile(r"""["“”„«»「」『』]([^"“”„«»「」『』]+)["“”„«»「」『』]|(?<!\w)['‘]([^'‘’]+)['’](?!\w)""")
_CLAUSES = re.compile(
    r"(?:[.,;:!?]\s+|\s+)(?:and|then|und|dann|y|luego|et|puis|e|poi|и|затем|och|en)\s+|[.,;:!?]\s+|[，。；、]"
)
_NAME = re.compile(r"(?<=\s)[^\W\d_a-z][\w'’-]+")


def asked_for(goal: str) -> tuple[str, ...]:
    """Return the effects that a task plainly asks for.

    A clause counts if it begins with a verb such as "send", or likely has an effect as a whole, such as "empty the
    bin". Quotations do not count, nor do clauses that contain a word such as "not".

    >>> asked_for("Open the chat and send Ana 'Delete it'"), asked_for("Do not send it"), asked_for("Read the news")
    (('send',), (), ())
    """
    clauses = _CLAUSES.split(_QUOTED.sub(" ", goal))
    plain = [clause for clause in clauses if not re.search(any_word(NOT), folded(clause))]
    found = (said_to_do(clause) or likely_effect(clause) for clause in plain)
    return tuple(dict.fromkeys(each for each in found if each))


class Consent:
    """Effects that a person agreed to before a run. Each of them permits one action, on something that the task names.

    goal: the task in words. app: the package in which it is done. effects: such as "send".
    """

    def __init__(self, goal: str, app: str, effects: Sequence[str]) -> None:
        self._goal, self._app, self._left = goal, app, set(effects)

    def take(self, effect: str, screen: Screen) -> bool:
        """Tell whether the person agreed to an effect on this screen; if so, use up the consent to it.

        The screen must be in the task's app, and show everything that the task quotes or names; and the task must
        mention every amount of money that the screen shows.
        """
        said = [*screen.texts, *(part for each in screen.elements for part in (each.text, each.words))]
        shown, wanted = folded(" ".join(said)), folded(self._goal)
        amounts = {amount for text in screen.texts for amount in priced_parts(text)}
        fits = all(folded(name) in shown for name in self._named()) and all(folded(one) in wanted for one in amounts)
        if effect not in self._left or screen.app != self._app or not fits:
            return False
        self._left.remove(effect)
        return True

    def _named(self) -> list[str]:
        quoted = ["".join(each) for each in _QUOTED.findall(self._goal)]
        return quoted + _NAME.findall(_QUOTED.sub(" ", self._goal))


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
