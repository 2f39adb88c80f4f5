"""Actions on an input field by its name, on this page or another one of the app: type, append and clear."""

from dataclasses import dataclass, replace
from typing import Annotated

from appagent.actions.append import Append
from appagent.actions.base import Action, Written
from appagent.actions.by_name import PLACE, FieldByName
from appagent.actions.clear import Clear
from appagent.actions.description import quoted
from appagent.actions.text import TEXT, TextAction, TypeText


@dataclass(frozen=True)
class TextNamed(
    FieldByName,
    TextAction,
    Action,
    kind="text_named",
    example='text_named("milk", place="Title")',
    offered="never",
    instead_of="text",
    risk="none",
):
    """Goes to the page that has an input field of that name, and does there what `text` does."""

    text: Annotated[str, TEXT]
    place: Annotated[str, replace(PLACE, keyword=True)]
    clear: Annotated[bool, Written("clear", keyword=True)] = False
    enter: Annotated[bool, Written("enter", ("submit",), keyword=True)] = False

    def words(self, target: str) -> str:
        """Describe the action for people, as in `type "milk" into "Title" on its page`."""
        return f"type {quoted(self.text)} into {quoted(self.place)} on its page"

    def on(self, mark: int) -> TypeText:
        """Return the same action on the field with a mark."""
        return TypeText(self.text, mark, self.clear, self.enter)


@dataclass(frozen=True)
class AppendNamed(
    FieldByName,
    TextAction,
    Action,
    kind="append_named",
    example='append_named(" and eggs", place="Title")',
    offered="never",
    instead_of="append",
    risk="none",
):
    """Goes to the page that has an input field of that name, and does there what `append` does."""

    text: Annotated[str, TEXT]
    place: Annotated[str, replace(PLACE, keyword=True)]

    def words(self, target: str) -> str:
        """Describe the action for people, as in `append " and eggs" to "Title" on its page`."""
        return f"append {quoted(self.text)} to {quoted(self.place)} on its page"

    def on(self, mark: int) -> Append:
        """Return the same action on the field with a mark."""
        return Append(self.text, mark)


@dataclass(frozen=True)
class ClearNamed(
    FieldByName,
    Action,
    kind="clear_named",
    example='clear_named("Title")',
    offered="never",
    instead_of="clear",
    risk="none",
):
    """Goes to the page that has an input field of that name, and empties it."""

    place: Annotated[str, PLACE]

    def words(self, target: str) -> str:
        """Describe the action for people, as in `clear "Title" on its page`."""
        return f"clear {quoted(self.place)} on its page"

    def on(self, mark: int) -> Clear:
        """Return the same action on the field with a mark."""
        return Clear(mark)
