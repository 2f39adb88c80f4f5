"""Actions at pixels: find the element there, or add a spot as a new element, and make the gestures."""

from abc import ABC, abstractmethod
from typing import ClassVar

from appagent.actions.base import Action
from appagent.actions.double_tap import DoubleTap
from appagent.actions.drag import Drag
from appagent.actions.gestures import CARRY_S, STROKE_S, Carry, Gesture, Stroke, Touch
from appagent.actions.long_press import LongPress
from appagent.actions.swipe import Swipe, direction_of
from appagent.actions.tap import Tap
from appagent.errors import ActionError
from appagent.screen import Bounds, Element, Screen
from appagent.screen.grid import Point, cells_of
from appagent.screen.pixels import Seen, frame_at, showing, with_seen
from appagent.screen.spots import ROLE, spot_at


class TouchedPlace(ABC):
    """Base class, before Action, of an action that touches one pixel.

    by_mark: the same action on an element. hold_s: how long the finger stays, seconds. times: 2 for a double tap.
    """

    by_mark: ClassVar[type[Tap | LongPress | DoubleTap]] = Tap
    hold_s: ClassVar[float] = 0.0
    times: ClassVar[int] = 1

    @abstractmethod
    def pixel(self, screen: Screen) -> Point:
        """Return the pixel to touch. Raises ActionError if the screen has no such place."""

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one Touch of `hold_s` seconds, repeated `times` times. Raises ActionError if the screen has no such
        place.
        """
        return (Touch(*self.pixel(screen), self.hold_s, self.times),)

    def on_element(self, screen: Screen) -> tuple[Action, Screen]:
        """Return the same touch on the element at the touched pixel, and the screen that contains the element.

        If there is no element, or only much larger ones than a cell, a new element for a spot is added to a copy of the
        screen. If the screen has no such place, return this action and the screen unchanged.
        """
        try:
            pixel = self.pixel(screen)
        except ActionError:
            return self, screen  # type: ignore[return-value]  # an Action too
        element, shown = element_at(pixel, pixel, screen)
        return self.by_mark(element.mark), shown


class StrokedPlaces(ABC):
    """Base class, before Action, of an action that moves a finger from one pixel to another."""

    same: ClassVar[str] = "a swipe that ends where it began is none; tap there instead"

    @abstractmethod
    def pixels(self, screen: Screen) -> tuple[Point, Point]:
        """Return the pixels where the finger goes down and up. Raises ActionError if the screen has no such place."""

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one Stroke. Raises ActionError if both are the same pixel, or if the screen has no such place."""
        return (Stroke(*self._way(screen), STROKE_S),)

    def on_element(self, screen: Screen) -> tuple[Action, Screen]:
        """Return a long swipe over the element around both pixels, and the screen that contains the element.

        If there is no element, or only much larger ones than the swipe, a new element for a spot is added to a copy of
        the screen. If the screen has no such place, return this action and the screen unchanged.
        """
        try:
            start, end = self.pixels(screen)
        except ActionError:
            return self, screen  # type: ignore[return-value]  # an Action too
        element, shown = element_at(start, end, screen)
        return Swipe(direction_of(start, end), element.mark, "long"), shown

    def _way(self, screen: Screen) -> tuple[int, int, int, int]:
        start, end = self.pixels(screen)
        if start == end:
            raise ActionError(self.same)
        return (*start, *end)


class CarriedPlaces(StrokedPlaces):
    """Base class, before Action, of an action that takes hold of something at one pixel and lets it go at another."""

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one Carry in place of the stroke of a swipe. Raises ActionError in the same cases."""
        return (Carry(*self._way(screen), CARRY_S),)

    def on_element(self, screen: Screen) -> tuple[Action, Screen]:
        """Return a drag between the elements at both ends, and the screen that contains the elements.

        If there is no element at one end, or only one much larger than a cell, a new element for a spot is added to a
        copy of the screen. If the screen has no such place, return this action and the screen unchanged.
        """
        try:
            start, end = self.pixels(screen)
        except ActionError:
            return self, screen  # type: ignore[return-value]  # an Action too
        held, shown = element_at(start, start, screen)
        onto, shown = element_at(end, end, shown)
        held = next(one for one in shown.elements if one.id == held.id and one.bounds == held.bounds)
        return Drag(held.mark, onto.mark), shown


def element_at(start: Point, end: Point, screen: Screen) -> tuple[Element, Screen]:
    """Return the element at the place of a touch or a swipe, and the screen that contains the element.

    start, end: pixels at which the finger goes down and up; the same pixel for a touch. The place is the smallest area
    around two boxes, each as large as a cell, with `start` in the middle of one and `end` in the middle of the other.
    The result is the innermost element that is hardly larger than the place, with the given screen. If there is none,
    the result is a new element for a spot at this place, with a copy of the screen that has this element.
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
    narrowed on both sides alike, so that the pixel remains its middle.
    """
    _, _, width, height = cells_of(screen.size).bounds(1)
    boxes = []
    for (x, y), (left, top, right, bottom) in zip((start, end), frames, strict=True):
        across, along = max(1, min(width // 2, x - left, right - x)), max(1, min(height // 2, y - top, bottom - y))
        boxes.append((x - across, y - along, x + across, y + along))
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
