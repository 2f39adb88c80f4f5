"""Action that types text into an input field by its name, on this page or another one of the app."""

from dataclasses import dataclass, replace
from typing import Annotated

from appagent.actions.base import Action, Written
from appagent.actions.by_name import PLACE, FieldByName
from appagent.actions.description import quoted
from appagent.actions.text import TypeText


@dataclass(frozen=True)
class TextNamed(
    FieldByName,
    Action,
    kind="text_named",
    example='text_named("milk", place="Title")',
    offered="never",
    instead_of="text",
    risk="none",
):
    """Goes to the page that has an input field of that name, and does there what `text` does."""

    text: Annotated[str, Written("text", ("content", "value", "input"))]
    place: Annotated[str, replace(PLACE, keyword=True)]
    clear: Annotated[bool, Written("clear", keyword=True)] = False
    enter: Annotated[bool, Written("enter", ("submit",), keyword=True)] = False

    @property
    def typed(self) -> str:
        """Return the text to type."""
        return self.text

    def words(self, target: str) -> str:
        """Describe the action for people, as in `type "milk" into "Title" on its page`."""
        return f"type {quoted(self.text)} into {quoted(self.place)} on its page"

    def on(self, mark: int) -> TypeText:
        """Return the same action on the field with a mark."""
        return TypeText(self.text, mark, self.clear, self.enter)
