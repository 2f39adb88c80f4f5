"""Action that taps an element of another page by its name. A run turns it into taps with the help of the app's map."""

from dataclasses import dataclass
from typing import Annotated

from appagent.actions.base import Action, Written
from appagent.actions.description import quoted
from appagent.actions.gestures import Gesture
from appagent.actions.go_to import no_way
from appagent.errors import ActionError
from appagent.screen import Screen


@dataclass(frozen=True)
class TapNamed(
    Action, kind="tap_named", example='tap_named("Airplane mode")', offered="map", instead_of="tap", risk="none"
):
    """Goes to the page that has an element of that name, and taps the element.

    A switch is turned, whether it was on or off.
    """

    name: Annotated[str, Written("place", ("name", "element", "text", "label", "target"))]

    def words(self, target: str) -> str:
        """Describe the action for people, as in `tap "Airplane mode" on its page`."""
        return f"tap {quoted(self.name)} on its page"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Raise ActionError, because a run without a map cannot turn this action into taps."""
        raise ActionError(no_way(self.name))
