"""Action that takes hold of an element, carries it to another one, and lets it go there."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Self

from appagent.actions.aiming.touching import marked, touch
from appagent.actions.parts.base import MARK, Action, Written
from appagent.actions.parts.gestures import CARRY_S, Carry, Gesture, Touch
from appagent.errors import ActionError
from appagent.screen import Screen


@dataclass(frozen=True)
class Drag(Action, kind="drag", example="drag(3, 7)", also=("drag and drop", "move"), risk="drag"):
    """Takes hold of the element `from`, carries it onto the element `to`, and lets it go there.

    That sorts a list, puts a file into a folder or an icon elsewhere.
    """

    mark: Annotated[int, Written("from", ("start", "source", "begin", *MARK.also, MARK.name))]
    onto: Annotated[int, Written("to", ("end", "target", "destination", "onto"))]

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one Carry, from the first element to the second.

        Raises ActionError if an element is missing, or if both marks are the same.
        """
        if self.mark == self.onto:
            raise ActionError(f"a drag that ends where it began is none; hold it there with long_press({self.mark})")
        start, end = (touch(marked(screen, one), screen) for one in (self.mark, self.onto))
        return (Carry(start.x, start.y, end.x, end.y, CARRY_S),)

    def remarked(self, marks: Mapping[int, int]) -> Self:
        """Return a copy of the action for another screen. marks: the new mark of each element, by its old mark."""
        return replace(self, mark=marks[self.mark], onto=marks[self.onto])

    @property
    def end_mark(self) -> int | None:
        """Return the mark of the element onto which the first one is dropped."""
        return self.onto


@dataclass(frozen=True)
class Drop(Action, kind="drop", example="drop(540, 1200)", risk="drop"):
    """Lets go of what a finger carries, at a pixel. No agent calls it: the guard uses it to judge the end of a drag."""

    x: int
    y: int

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one touch, at the pixel where the finger lets go."""
        return (Touch(self.x, self.y),)

    def words(self, target: str) -> str:
        """Describe the action for people."""
        return "drop it there"
