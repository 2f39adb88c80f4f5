"""Cache the results of a function of a screen, as long as the screen is in use."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from appagent.screen.screens import Screen

_Answer = TypeVar("_Answer")


def once_a_screen(function: Callable[[Screen], _Answer]) -> Callable[[Screen], _Answer]:
    """Cache the results of a function by screen, because screens never change.

    The answer must be immutable, and must not hold the screen itself, which would keep its picture for good.
    """
    answers = WeakKeyDictionary[Screen, _Answer]()

    @wraps(function)
    def remembered(screen: Screen) -> _Answer:
        try:
            return answers[screen]
        except KeyError:
            answer = answers[screen] = function(screen)
            return answer

    return remembered
