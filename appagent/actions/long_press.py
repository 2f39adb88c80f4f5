"""Action that holds a finger on an element for a second."""

from dataclasses import dataclass
from typing import Annotated

from appagent.actions.aiming.touching import able, touch
from appagent.actions.parts.base import MARK, Action
from appagent.actions.parts.gestures import HOLD_S, Gesture
from appagent.screen import Screen


@dataclass(frozen=True)
class LongPress(Action, kind="long_press", example="long_press(5)", also=("long", "hold"), risk="touch"):
    """Holds a finger on an element for a second, which often opens a menu or selects it."""

    mark: Annotated[int, MARK]

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return a touch of one second on the element.

        An element that takes only taps or text is accepted too, because apps seldom declare long presses.
        Raises ActionError if no element has the mark, or if the element takes neither long presses, taps nor text.
        """
        return (touch(able(screen, self.mark, "long_press", "tap", "text"), screen, HOLD_S),)
