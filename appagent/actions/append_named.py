"""Action that types after what an input field holds, by its name, on this page or another one of the app."""

from dataclasses import dataclass, replace
from typing import Annotated

from appagent.actions.append import Append
from appagent.actions.parts.base import Action
from appagent.actions.parts.by_name import PLACE, TEXT, FieldByName


@dataclass(frozen=True)
class AppendNamed(
    FieldByName, Action, kind="append_named", example='append_named(" and eggs", place="Title")', offered="never",
    instead_of="append", risk="none",
):  # fmt: skip
    """Goes to the page that has an input field of that name, and does there what `append` does."""

    text: Annotated[str, TEXT]
    place: Annotated[str, replace(PLACE, keyword=True)]

    def on(self, mark: int) -> Append:
        """Return the same action on the field with a mark."""
        return Append(self.text, mark)
