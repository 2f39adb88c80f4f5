"""Action that asks for the grid. The next screenshot shows numbered cells instead of marks."""

from dataclasses import dataclass

from appagent.actions.parts.base import Action
from appagent.actions.parts.gestures import Gesture
from appagent.errors import ActionError
from appagent.screen import Screen


@dataclass(frozen=True)
class Grid(Action, kind="grid", example="grid()", says="bring up the grid", risk="none"):
    """Touches nothing: shows the screenshot again with a grid of numbered cells in place of the marks.

    That is the way to what has no mark.
    """

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return no gestures, because nothing is touched.

        Raises ActionError if the screen has no screenshot on which a grid could be shown.
        """
        if screen.picture is None:
            raise ActionError("this screen gives no picture to lay a grid over; use its marks, or back()")
        return ()
