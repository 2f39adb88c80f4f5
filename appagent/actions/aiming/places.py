"""Actions at pixels: find the element at a pixel, or add a new one for the spot, and make the gestures."""

from abc import ABC, abstractmethod
from typing import ClassVar

from appagent.actions.double_tap import DoubleTap
from appagent.actions.drag import Drag
from appagent.actions.long_press import LongPress
from appagent.actions.parts.base import Action
from appagent.actions.parts.gestures import CARRY_S, STROKE_S, Carry, Gesture, Stroke, Touch
from appagent.actions.swipe import Swipe, direction_of
from appagent.actions.tap import Tap
from appagent.errors import ActionError
from appagent.screen import Bounds, Element, Screen
from appagent.screen.grid import Point, cells_of
from appagent.screen.pictures.pixels import Seen, frame_at, showing, with_seen
from appagent.screen.pictures.spots import ROLE, spot_at


class TouchedPlace(ABC):
    """Base class, to be named before Action, of an action that touches one pixel.

    by_mark: the class of the same action on an element. hold_s: how long the finger stays down, in seconds. times: 2
    for a double tap.
    """

    by_mark: ClassVar[type[Tap | LongPress | DoubleTap]] = Tap
    hold_s: ClassVar[float] = 0.0
    times: ClassVar[int] = 1

    @abstractmethod
    def pixel(self, screen: Screen) -> Point:
        """Return the pixel to touch. Raises ActionError if it is not on the screen, or the grid has no such cell."""

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one Touch at the pixel. Raises ActionError as `pixel` does."""
        return (Touch(*self.pixel(screen), self.hold_s, self.times),)

    def on_element(self, screen: Screen) -> tuple[Action, Screen]:
        """Return the same touch on the element at the pixel, and the screen that contains the element.

        If no element is there, or only ones much larger than a cell, an element for the spot is added to a copy of the
        screen. If `pixel` raises ActionError, this action and the screen are returned unchanged.
        """
        try:
            pixel = self.pixel(screen)
        except ActionError:
            return self, screen  # type: ignore[return-value]  # an Action too
        element, shown = element_at(pixel, pixel, screen)
        return self.by_mark(element.mark), shown


class StrokedPlaces(ABC):
    """Base class, to be named before Action, of an action that moves a finger from one pixel to another.

    verb: what the action does, in a description for people.
    same: the message if both are the same pixel.
    """

    verb: ClassVar[str] = "swipe"
    same: ClassVar[str] = "a swipe that ends where it began is none; tap there instead"

    @abstractmethod
    def pixels(self, screen: Screen) -> tuple[Point, Point]:
        """Return the pixels where the finger goes down and up. Raises ActionError if one is not on the screen."""

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one Stroke. Raises ActionError if both are the same pixel, or as `pixels` does."""
        return (Stroke(*self._way(screen), STROKE_S),)

    def on_element(self, screen: Screen) -> tuple[Action, Screen]:
        """Return the same movement on what is at the pixels, and the screen that contains it.

        A swipe becomes a long swipe over the element that contains both pixels, and a drag one from the element at one
        pixel to that at the other. If no element is there, or only much larger ones, an element for the spot is added
        to a copy of the screen. If `pixels` raises ActionError, this action and the screen are returned unchanged.
        """
        try:
            start, end = self.pixels(screen)
        except ActionError:
            return self, screen  # type: ignore[return-value]  # an Action too
        return self._between(start, end, screen)

    def _between(self, start: Point, end: Point, screen: Screen) -> tuple[Action, Screen]:
        element, shown = element_at(start, end, screen)
        return Swipe(direction_of(start, end), element.mark, "long"), shown

    def _way(self, screen: Screen) -> tuple[int, int, int, int]:
        start, end = self.pixels(screen)
        if start == end:
            raise ActionError(self.same)
        return (*start, *end)


class CarriedPlaces(StrokedPlaces):
    """Base class, to be named before Action, of an action that carries something from one pixel to another."""

    verb: ClassVar[str] = "drag"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one Carry. Raises ActionError if both are the same pixel, or as `pixels` does."""
        return (Carry(*self._way(screen), CARRY_S),)

    def _between(self, start: Point, end: Point, screen: Screen) -> tuple[Action, Screen]:
        held, shown = element_at(start, start, screen)
        onto, shown = element_at(end, end, shown)
        held = next(one for one in shown.elements if one.id == held.id and one.bounds == held.bounds)
        return Drag(held.mark, onto.mark), shown


def element_at(start: Point, end: Point, screen: Screen) -> tuple[Element, Screen]:
    """Return the element that a touch or a swipe means, and the screen that contains the element.

    start, end: pixels at which the finger goes down and up; the same pixel for a touch. A box as large as a cell is
    laid around each of them, and both boxes together make one area. The result is the innermost element that is hardly
    larger than that area, with the given screen. If there is none, the result is a new element for a spot with that
    area, with a copy of the screen that has this element.
    """
    swiped = start != end
    actions = ("swipe",) if swiped else ("tap",)
    whole = (0, 0, *screen.size)
    held = showing(Seen(_around(start, end, screen, (whole, whole)), ROLE, "", actions=actions), screen)
    if held:
        return held, screen
    bounds = _around(start, end, screen, (frame_at(screen, *start)[1], frame_at(screen, *end)[1]))
    made = Seen(bounds, ROLE, spot_at(screen, bounds, swiped=swiped).name, actions=actions)
    shown = with_seen(screen, [made])
    return next(element for element in shown.elements if element.words == made.name), shown


def _around(start: Point, end: Point, screen: Screen, frames: tuple[Bounds, Bounds]) -> Bounds:
    """Return the bounds of the smallest area that contains a box as large as a cell around each of two pixels.

    frames: for each of the two pixels, the bounds that its box must not exceed. A box that would exceed them is
    narrowed equally on both sides, so that the pixel stays in its middle.
    """
    _, _, width, height = cells_of(screen.size).bounds(1)
    boxes = []
    for (x, y), (left, top, right, bottom) in zip((start, end), frames, strict=True):
        across, along = max(1, min(width // 2, x - left, right - x)), max(1, min(height // 2, y - top, bottom - y))
        boxes.append((x - across, y - along, x + across, y + along))
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
