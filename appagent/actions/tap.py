"""Action that taps an element."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from appagent.actions.base import MARK, Action, Risk
from appagent.actions.gestures import Gesture
from appagent.actions.touching import able, touch
from appagent.screen import Screen


@dataclass(frozen=True)
class Tap(Action):
    """Taps an element. `element` is the number drawn on it."""

    mark: Annotated[int, MARK]
    kind: ClassVar[str] = "tap"
    example: ClassVar[str] = "tap(5)"
    risk: ClassVar[Risk] = "touch"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one touch on the element.

        Raises ActionError if no element has the mark, or if the element takes neither taps nor text.
        """
        return (touch(able(screen, self.mark, "tap", "text"), screen),)
