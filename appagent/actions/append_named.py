"""Action that types text behind what an input field holds, by the name of the field."""

from dataclasses import dataclass, replace
from typing import Annotated

from appagent.actions.append import Append
from appagent.actions.base import Action, Written
from appagent.actions.by_name import PLACE, FieldByName
from appagent.actions.description import quoted


@dataclass(frozen=True)
class AppendNamed(
    FieldByName,
    Action,
    kind="append_named",
    example='append_named(" and eggs", place="Title")',
    offered="never",
    instead_of="append",
    risk="none",
):
    """Goes to the page that has an input field of that name, and does there what `append` does."""

    text: Annotated[str, Written("text", ("content", "value", "input"))]
    place: Annotated[str, replace(PLACE, keyword=True)]

    @property
    def typed(self) -> str:
        """Return the text to type."""
        return self.text

    def words(self, target: str) -> str:
        """Describe the action for people, as in `append " and eggs" to "Title" on its page`."""
        return f"append {quoted(self.text)} to {quoted(self.place)} on its page"

    def on(self, mark: int) -> Append:
        """Return the same action on the field with a mark."""
        return Append(self.text, mark)
