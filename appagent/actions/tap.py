"""Action that taps an element."""

from dataclasses import dataclass
from typing import Annotated

from appagent.actions.aiming.touching import able, touch
from appagent.actions.parts.base import MARK, Action
from appagent.actions.parts.gestures import Gesture
from appagent.screen import Screen


@dataclass(frozen=True)
class Tap(Action, kind="tap", example="tap(5)", risk="touch"):
    """Taps an element. `element` is its mark."""

    mark: Annotated[int, MARK]

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one touch on the element.

        Raises ActionError if no element has the mark, or if the element takes neither taps nor text.
        """
        return (touch(able(screen, self.mark, "tap", "text"), screen),)
