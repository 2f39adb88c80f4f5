"""Action that taps an element twice in quick succession."""

from dataclasses import dataclass, replace
from typing import Annotated

from appagent.actions.aiming.touching import marked, touch
from appagent.actions.parts.base import MARK, Action
from appagent.actions.parts.gestures import Gesture
from appagent.screen import Screen


@dataclass(frozen=True)
class DoubleTap(Action, kind="double_tap", example="double_tap(5)", also=("double", "double click"), risk="touch"):
    """Taps an element twice in quick succession, which zooms into a picture or a map, or likes it."""

    mark: Annotated[int, MARK]

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one touch with two taps.

        Any element is accepted, because no hierarchy says which elements take double taps. Raises ActionError if no
        element has the mark.
        """
        return (replace(touch(marked(screen, self.mark), screen), times=2),)
