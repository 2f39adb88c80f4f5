"""Action that empties an input field."""

from dataclasses import dataclass, replace
from typing import Annotated

from appagent.actions.parts.base import MARK, Action
from appagent.actions.parts.gestures import Gesture, Type
from appagent.actions.text import FieldAction, focusing
from appagent.screen import Screen


@dataclass(frozen=True)
class Clear(FieldAction, Action, kind="clear", example="clear(3)", risk="type"):
    """Empties an input field, or without `element` the one that has the focus."""

    mark: Annotated[int | None, replace(MARK, keyword=False)] = None

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return a touch on the input field, unless it has the focus, and the gesture that empties it.

        Raises ActionError if the mark is not that of an input field, or if without a mark no input field has the focus.
        """
        return (*focusing(screen, self.mark), Type("", clear=True))
