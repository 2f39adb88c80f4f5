"""Actions at pixels, for models that name pixels instead of marks: tap, long press, double tap, swipe and drag."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from appagent.actions.aiming.places import CarriedPlaces, StrokedPlaces, TouchedPlace, element_at
from appagent.actions.double_tap import DoubleTap
from appagent.actions.long_press import LongPress
from appagent.actions.parts.base import Action, Risk, Written
from appagent.actions.parts.gestures import HOLD_S
from appagent.actions.swipe import direction_of
from appagent.actions.tap import Tap
from appagent.errors import ActionError
from appagent.screen import Screen
from appagent.screen.grid import Point
from appagent.screen.names.captions import is_slider


@dataclass(frozen=True)
class TapAt(TouchedPlace, Action, kind="tap_at", example="tap_at(540, 1200)", offered="never", risk="touch"):
    """Taps a pixel of the screen."""

    x: Annotated[int, Written("x")]
    y: Annotated[int, Written("y")]

    def words(self, target: str) -> str:
        """Describe the action for people, as in `tap at (540, 1200)`."""
        return f"{self.by_mark.kind.replace('_', ' ')} at ({self.x}, {self.y})"

    def pixel(self, screen: Screen) -> Point:
        """Return the pixel. Raises ActionError if it is not on the screen."""
        return _on(screen, self.x, self.y)

    def as_told(self, screen: Screen) -> Action:
        """Return the same touch by the mark of the element at the pixel, if the screen has one; else this action."""
        return _on_known_element(self, screen)

    def by_element(self, screen: Screen) -> Action:
        """Return the same touch by the mark of the element there if any point of the element will do, else this action.

        On a button, a row or a field any point will do; on a slider or a picture it matters which point is touched.
        """
        try:
            found, shown = element_at(self.pixel(screen), self.pixel(screen), screen)
        except ActionError:
            return self
        takes = set(found.actions) & {self.by_mark.kind, "text" if self.by_mark is Tap else ""}
        return self.by_mark(found.mark) if shown is screen and takes and not is_slider(found) else self


@dataclass(frozen=True)
class LongPressAt(TapAt, kind="long_press_at", example="long_press_at(540, 1200)"):
    """Holds a finger on a pixel of the screen for a second."""

    by_mark: ClassVar[type[Tap | LongPress | DoubleTap]] = LongPress
    hold_s: ClassVar[float] = HOLD_S


@dataclass(frozen=True)
class DoubleTapAt(TapAt, kind="double_tap_at", example="double_tap_at(540, 1200)"):
    """Taps a pixel of the screen twice in quick succession."""

    by_mark: ClassVar[type[Tap | LongPress | DoubleTap]] = DoubleTap
    times: ClassVar[int] = 2


@dataclass(frozen=True)
class SwipeAt(StrokedPlaces, Action, kind="swipe_at", example="swipe_at(540, 1800, 540, 600)", offered="never"):
    """Moves a finger from one pixel of the screen to another."""

    x: Annotated[int, Written("x")]
    y: Annotated[int, Written("y")]
    to_x: Annotated[int, Written("to_x")]
    to_y: Annotated[int, Written("to_y")]

    @property
    def risk(self) -> Risk:
        """Return "scroll" for a swipe that is mainly up or down, and "slide" for one that is mainly sideways."""
        return "scroll" if direction_of((self.x, self.y), (self.to_x, self.to_y)) in ("up", "down") else "slide"

    def words(self, target: str) -> str:
        """Describe the action for people, as in `swipe from (540, 1800) to (540, 600)`."""
        return f"{self.verb} from ({self.x}, {self.y}) to ({self.to_x}, {self.to_y})"

    def as_told(self, screen: Screen) -> Action:
        """Return a swipe over the element that contains both pixels, if the screen has one; else this action."""
        return _on_known_element(self, screen)

    def pixels(self, screen: Screen) -> tuple[Point, Point]:
        """Return both pixels. Raises ActionError if one of them is not on the screen."""
        return _on(screen, self.x, self.y), _on(screen, self.to_x, self.to_y)


@dataclass(frozen=True)
class DragAt(CarriedPlaces, SwipeAt, kind="drag_at", example="drag_at(540, 1800, 540, 600)"):
    """Takes hold of what is at one pixel of the screen, and lets it go at another."""

    @property
    def risk(self) -> Risk:
        """Return "drag", whatever its direction."""
        return "drag"


def _on_known_element(action: TapAt | SwipeAt, screen: Screen) -> Action:
    meant, shown = action.on_element(screen)
    return meant if shown is screen else action


def _on(screen: Screen, x: int, y: int) -> Point:
    width, height = screen.size
    if not (0 <= x < width and 0 <= y < height):
        raise ActionError(f"there is no pixel ({x}, {y}); the screen has {width} x {height}")
    return x, y
