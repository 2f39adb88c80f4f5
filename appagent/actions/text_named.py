"""Action that types into an input field by its name, on this page or another one of the app."""

from dataclasses import dataclass, replace
from typing import Annotated

from appagent.actions.parts.base import Action, Written
from appagent.actions.parts.by_name import PLACE, TEXT, FieldByName
from appagent.actions.text import TypeText


@dataclass(frozen=True)
class TextNamed(
    FieldByName, Action, kind="text_named", example='text_named("milk", place="Title")', offered="never",
    instead_of="text", risk="none",
):  # fmt: skip
    """Goes to the page that has an input field of that name, and does there what `text` does."""

    text: Annotated[str, TEXT]
    place: Annotated[str, replace(PLACE, keyword=True)]
    clear: Annotated[bool, Written("clear", keyword=True)] = False
    enter: Annotated[bool, Written("enter", ("submit",), keyword=True)] = False

    def on(self, mark: int) -> TypeText:
        """Return the same action on the field with a mark."""
        return TypeText(self.text, mark, self.clear, self.enter)
