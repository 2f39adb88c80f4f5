"""Let an action pass, put it to a person, or refuse it, by its concern."""

from collections.abc import Callable

from appagent.actions import Action
from appagent.errors import RefusedError
from appagent.guard.concerns import concern
from appagent.screen import Screen

# (concern, what is about to happen) -> whether a person agrees. Quotation marks are around what is not ours, which
# holds none; all lines but the first are a text that is to be typed.
Ask = Callable[[str, str], bool]


class Guard:
    """Stands before every action.

    allow: concerns that need no question. ask: how to ask a person; None where there is nobody. careful: what is
    doubtful is of concern too, for exploring.
    """

    def __init__(self, allow: frozenset[str] = frozenset(), ask: Ask | None = None, *, careful: bool = False) -> None:
        self._allow, self._ask, self._careful = allow, ask, careful

    def check(self, action: Action, screen: Screen, words: str, text: str = "") -> None:
        """Raise RefusedError where the action, which `words` describe, may not be carried out.

        text: all that it types, where the words do not say that.
        """
        found = concern(action, screen, careful=self._careful)
        if found is None or found in self._allow:
            return
        if self._ask is None:
            raise RefusedError(f"{words} was refused: it may {in_words(found)}; --allow {found} permits it")
        if not self._ask(found, f"{words}\n{text}" if text else words):
            raise RefusedError(f"{words} was refused by the person: it may {in_words(found)}")


def in_words(found: str) -> str:
    """Say a concern as a person would."""
    return {"grant": "grant a permission", "secret": "type a secret"}.get(found, found)
