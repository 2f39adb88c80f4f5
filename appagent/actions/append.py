"""Action that types text after the text that an input field already holds."""

from dataclasses import dataclass, replace
from typing import Annotated

from appagent.actions.parts.base import MARK, Action, Risk, Written
from appagent.actions.parts.description import quoted
from appagent.actions.parts.gestures import Gesture, Key, Type
from appagent.actions.text import FieldAction, field_of, focusing
from appagent.screen import Screen


@dataclass(frozen=True)
class Append(FieldAction, Action, kind="append", example='append(" and eggs", element=3)'):
    r"""Types text after what an input field already holds, wherever its cursor is.

    Write a space or \n first where one belongs in between.
    """

    text: Annotated[str, Written("text", ("content", "value", "input"))]
    mark: Annotated[int | None, replace(MARK, keyword=True)] = None

    @property
    def risk(self) -> Risk:
        """Return "submit" if the text ends with a line break, which some fields take for the Enter key, else "type"."""
        return "submit" if self.text.endswith("\n") else "type"

    @property
    def typed(self) -> str:
        """Return the text to type."""
        return self.text

    def words(self, target: str) -> str:
        """Describe the action for people, as in `append " and eggs" to "Title"`."""
        return f"append {quoted(self.text)}{f' to {target}' if target else ''}"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return a touch on the input field, a key that moves the cursor to the end, and the typing.

        The touch is left out if the field has the focus already.

        Raises ActionError if the mark is not that of an input field, or if without a mark no input field has the focus.
        """
        target = field_of(screen, self.mark)
        typed = Type(self.text, clear=False, secret=target is not None and target.password)
        return (*focusing(screen, self.mark), Key("end"), typed)
