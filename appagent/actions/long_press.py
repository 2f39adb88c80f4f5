"""Action that holds a finger on an element for a second."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from appagent.actions.base import MARK, Action, Risk
from appagent.actions.gestures import HOLD_S, Gesture
from appagent.actions.touching import able, touch
from appagent.screen import Screen


@dataclass(frozen=True)
class LongPress(Action):
    """Holds a finger on an element for a second, which often opens a menu or selects it."""

    mark: Annotated[int, MARK]
    kind: ClassVar[str] = "long_press"
    example: ClassVar[str] = "long_press(5)"
    also: ClassVar[tuple[str, ...]] = ("long", "hold")
    risk: ClassVar[Risk] = "touch"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return a touch of one second on the element.

        An element that takes only taps or text is accepted too, because apps seldom declare long presses.
        Raises ActionError if no element has the mark, or if the element takes neither long presses, taps nor text.
        """
        return (touch(able(screen, self.mark, "long_press", "tap", "text"), screen, HOLD_S),)
