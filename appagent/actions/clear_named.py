"""Action that empties an input field by its name, on this page or another one of the app."""

from dataclasses import dataclass
from typing import Annotated

from appagent.actions.clear import Clear
from appagent.actions.parts.base import Action
from appagent.actions.parts.by_name import PLACE, FieldByName


@dataclass(frozen=True)
class ClearNamed(
    FieldByName, Action, kind="clear_named", example='clear_named("Title")', offered="never", instead_of="clear",
    risk="none",
):  # fmt: skip
    """Goes to the page that has an input field of that name, and empties it."""

    place: Annotated[str, PLACE]

    def on(self, mark: int) -> Clear:
        """Return the same action on the field with a mark."""
        return Clear(mark)
