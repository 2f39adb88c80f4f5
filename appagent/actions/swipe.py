"""Action that moves a finger over an element, or over the whole screen."""

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from appagent.actions.aiming.touching import marked
from appagent.actions.parts.base import MARK, Action, Risk, Written
from appagent.actions.parts.gestures import STROKE_S, Gesture, Stroke
from appagent.screen import Screen
from appagent.screen.grid import Point
from appagent.screen.nodes.tree import centre, overlap

Direction = Literal["up", "down", "left", "right"]
Distance = Literal["short", "medium", "long"]
_EDGE = 0.03  # share of the display at each side where the system takes swipes for its own gestures
_REACH = {"short": 0.25, "medium": 0.5, "long": 0.8}  # share of the element that a finger crosses


@dataclass(frozen=True)
class Swipe(Action, kind="swipe", example='swipe(4, "up", "long")'):
    """Moves a finger over an element, or without `element` over the screen.

    `direction` is where the finger goes: "up" shows what is further down. `distance` is a part
    of the element's own size.
    """

    direction: Annotated[Direction, Written("direction", ("dir",))]
    mark: Annotated[int | None, replace(MARK, first=True)] = None
    distance: Annotated[Distance, Written("distance", ("dist",))] = "medium"

    @property
    def risk(self) -> Risk:
        """Return "scroll" for a swipe up or down, and "slide" for a swipe to the left or right.

        A vertical swipe only moves a list; a sideways one may remove a row.
        """
        return "scroll" if self.direction in {"up", "down"} else "slide"

    def words(self, target: str) -> str:
        """Describe the action for people, as in `swipe up on "Messages" (long)`."""
        length = "" if self.distance == "medium" else f" ({self.distance})"
        return f"swipe {self.direction}{f' on {target}' if target else ''}{length}"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one stroke through the middle of the element, or of the screen if the action has no mark.

        The stroke keeps away from the edges of the display if possible, because the system takes swipes there for its
        own gestures. Raises ActionError if the screen has no element with the mark.
        """
        width, height = screen.size
        margin_x, margin_y = round(_EDGE * width), round(_EDGE * height)
        safe = (margin_x, margin_y, width - margin_x, height - margin_y)
        within = safe if self.mark is None else marked(screen, self.mark).bounds
        left, top, right, bottom = overlap(within, safe) or overlap(within, (0, 0, width, height)) or safe
        x, y = centre((left, top, right, bottom))
        across = int(_REACH[self.distance] * (right - left) / 2)
        along = int(_REACH[self.distance] * (bottom - top) / 2)
        dx, dy = {"up": (0, -along), "down": (0, along), "left": (-across, 0), "right": (across, 0)}[self.direction]
        return (Stroke(x - dx, y - dy, x + dx, y + dy, STROKE_S),)

    def as_typed(self, screen: Screen) -> Action:
        """Return a swipe on the only list of the screen if this swipe names no element.

        If it names an element, or if the screen has no list or several, return this swipe unchanged.
        """
        lists = [one for one in screen.elements if "swipe" in one.actions and "text" not in one.actions]
        return replace(self, mark=lists[0].mark) if self.mark is None and len(lists) == 1 else self


def direction_of(start: Point, end: Point) -> Direction:
    """Return the main direction, "up", "down", "left" or "right", in which a finger moves from start to end.

    If it moves as far sideways as up or down, return "left" or "right".
    """
    across, along = end[0] - start[0], end[1] - start[1]
    if abs(across) >= abs(along):
        return "right" if across > 0 else "left"
    return "down" if along > 0 else "up"
