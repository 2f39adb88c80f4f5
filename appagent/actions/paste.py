"""Action that pastes what was copied into an input field."""

from dataclasses import dataclass, replace
from typing import Annotated

from appagent.actions.parts.base import MARK, Action
from appagent.actions.parts.gestures import Gesture, PasteClipboard
from appagent.actions.text import FieldAction, focusing
from appagent.screen import Screen


@dataclass(frozen=True)
class Paste(FieldAction, Action, kind="paste", example="paste(3)", risk="type"):
    """Pastes what was copied into an input field, or without `element` into the one that has the focus.

    What the field holds stays.
    """

    mark: Annotated[int | None, replace(MARK, keyword=False)] = None

    def words(self, target: str) -> str:
        """Describe the action for people, as in `paste into "Title"`."""
        return f"paste{f' into {target}' if target else ''}"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return a touch on the input field, unless it has the focus, and the paste gesture.

        Raises ActionError if the mark is not that of an input field, or if without a mark no input field has the focus.
        """
        return (*focusing(screen, self.mark), PasteClipboard())
