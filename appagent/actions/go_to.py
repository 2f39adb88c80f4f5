"""Action that goes to a page of the app by its name. A run turns it into taps with the help of the app's map."""

from dataclasses import dataclass
from typing import Annotated

from appagent.actions.parts.base import Action, Written
from appagent.actions.parts.description import quoted
from appagent.actions.parts.gestures import Gesture
from appagent.errors import ActionError
from appagent.screen import Screen


@dataclass(frozen=True)
class GoTo(Action, kind="go_to", example='go_to("Battery")', offered="map", risk="none"):
    """Goes to another page of the app by its name, or to the page that has an element of that name.

    An element that opens a page, a dialog or a menu is tapped too. All taps on the way are done for you.
    """

    place: Annotated[str, Written("place", ("screen", "page", "name", "to", "target", "destination"))]

    def words(self, target: str) -> str:
        """Describe the action for people, as in `go to "Battery"`."""
        return f"go to {quoted(self.place)}"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Raise ActionError, because a run without a map cannot turn this action into taps."""
        raise ActionError(no_way(self.place))


def no_way(place: str) -> str:
    """Return the message for an agent that names a page of an app that has no map."""
    return f"no map of this app is there to find {quoted(place)} by; use the marks of this screen"
