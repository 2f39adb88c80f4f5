"""Define what a dialect is: how models made for phones write actions, and in which coordinates."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite

from appagent.actions.finish import Finish
from appagent.actions.parts.base import Action
from appagent.actions.points import DragAt, SwipeAt
from appagent.errors import ActionError
from appagent.screen.grid import Point
from appagent.screen.nodes.tree import Size

_NUMBER = r"-?\d+(?:\.\d+)?"
_SIGNS = re.compile(r"<\|?/?(?:b?box|point|box_start|box_end)\|?>|[()\[\],\s]+")  # around the numbers of a point
_MOST_SHOWN = 60
_SCROLLED = 0.4  # share of the screen's height or width that a finger crosses to scroll
Place = object  # a point or box as a model wrote it: a list of numbers, or a text with numbers


@dataclass(frozen=True)
class Plane:
    """Coordinate system in which a model names points of one screen.

    size: the screen's width and height, px. span: the largest x and the largest y that the model may name.
    """

    size: Size
    span: Size

    def pixel(self, place: Place) -> Point:
        """Return the pixel of the screen that a model means by a point or a box.

        place: two numbers for a point, or four for a box, whose middle is meant: a list, or a text such as "(500,130)".
        Raises ActionError for any other value, and for a point outside the screen.
        """
        x, y = self._named(place)
        if not (0 <= x <= self.span[0] and 0 <= y <= self.span[1]):
            raise ActionError(
                f"the place {_brief(place)} is not on the screen: x is 0 to {self.span[0]}, y 0 to {self.span[1]}"
            )
        width, height = self.size
        return min(int(x * width / self.span[0]), width - 1), min(int(y * height / self.span[1]), height - 1)

    def named(self, pixel: Point) -> str:
        """Write a pixel of the screen in this model's coordinates.

        >>> Plane((1080, 2400), (1000, 1000)).named((540, 312))
        '(500,130)'
        """
        x, y = (round(at * most / side) for at, most, side in zip(pixel, self.span, self.size, strict=True))
        return f"({x},{y})"

    def swipe(self, start: Place, end: Place) -> SwipeAt:
        """Return a swipe from one point to another. Raises ActionError as `pixel` does."""
        return SwipeAt(*self.pixel(start), *self.pixel(end))

    def drag(self, start: Place, end: Place) -> DragAt:
        """Return a drag from one point to another. Raises ActionError as `pixel` does."""
        return DragAt(*self.pixel(start), *self.pixel(end))

    def scroll(self, place: Place, shows: str) -> SwipeAt:
        """Return a swipe that scrolls, so that more of the content on one side comes into view.

        place: the point to swipe over; None for the middle of the screen. shows: "up", "down", "left" or "right", the
        side whose content comes into view; the finger moves the other way. Raises ActionError for any other direction,
        or as `pixel` does.
        """
        ways = {"up": (0, 1), "down": (0, -1), "left": (1, 0), "right": (-1, 0)}
        way = ways.get(shows.strip().lower())
        if way is None:
            raise ActionError(f"the direction {_brief(shows)} is none of {', '.join(ways)}")
        middle = (self.size[0] // 2, self.size[1] // 2)
        ends = [
            _moved(at, side, step)
            for at, side, step in zip(self.pixel(place) if place else middle, self.size, way, strict=True)
        ]
        return SwipeAt(ends[0][0], ends[1][0], ends[0][1], ends[1][1])

    def _named(self, place: Place) -> tuple[float, float]:
        if isinstance(place, str):
            found = _SIGNS.sub(" ", place).split()
            numbers = [float(one) for one in found] if all(re.fullmatch(_NUMBER, one) for one in found) else []
        else:
            given = place if isinstance(place, list | tuple) else []
            whole = all(isinstance(one, int | float) and not isinstance(one, bool) and isfinite(one) for one in given)
            numbers = [float(one) for one in given] if whole else []
        if len(numbers) == 4:  # the corners of a box
            numbers = [(numbers[0] + numbers[2]) / 2, (numbers[1] + numbers[3]) / 2]
        if len(numbers) != 2:
            raise ActionError(
                f"a place is two numbers, x and y, such as {self.named((self.size[0] // 2, 0))}, not {_brief(place)}"
            )
        return numbers[0], numbers[1]


@dataclass(frozen=True)
class Reading:
    """Parts of a reply in a dialect.

    action: the action to carry out. thought: the model's reasons, or "". note: what the model wants to remember, or "".
    risk: what the model says that the action may do, such as "pay", or "". dropped: the text of each further call,
    which is not carried out.
    """

    action: Action
    thought: str = ""
    note: str = ""
    risk: str = ""
    dropped: tuple[str, ...] = ()


@dataclass(frozen=True)
class Dialect:
    """One family of models: how it is prompted, and how its replies are parsed.

    name: the dialect's name in the settings. prompt: the name of the template with this family's instructions.
    read: parses a reply; raises ActionError, whose message tells the model what to write instead.
    most: the largest coordinate, such as 1000; 0 if coordinates are pixels of the picture that the model is sent.
    multiple: px; each side of that picture is a multiple of it, so that no server scales the picture again.
    system: True if the instructions are a message of their own; False if they begin the first user message.
    turns: True if the model gets its last replies back as its own messages; False if the user message describes the
    past.
    """

    name: str
    prompt: str
    read: Callable[[str, Plane], Reading]
    most: int = 1000
    multiple: int = 1
    system: bool = True
    turns: bool = True

    def picture_size(self, size: Size) -> Size:
        """Return the size at which a picture is sent. size: the picture's own size, px."""
        width, height = (max(self.multiple, round(side / self.multiple) * self.multiple) for side in size)
        return width, height

    def plane(self, screen: Size, picture: Size) -> Plane:
        """Return the coordinate system for a screen.

        screen: the screen's size, px. picture: the size of the picture that is sent, px.
        """
        return Plane(screen, (self.most, self.most) if self.most else picture)


def _moved(at: int, side: int, step: int) -> tuple[int, int]:
    """Return where a finger starts and stops along one axis of the screen, so that it stays on the screen.

    at: where it would start, px. side: the screen's length on this axis, px. step: -1, 0 or 1, the finger's direction.
    """
    far = int(_SCROLLED * side)
    start = min(max(at, far if step < 0 else 0), side - 1 - far if step > 0 else side - 1)
    return start, start + step * far


def _brief(value: object) -> str:
    return repr(value)[:_MOST_SHOWN]


def ended(said: str) -> Finish:
    """Return the Finish action for the text with which a model ends a task.

    The prompt asks for "Not done:" before a reason for giving up.

    >>> ended("Not done: no such note").outcome, ended("7 degrees").outcome
    ('not_done', 'done')
    """
    why = re.match(r"not done\s*:\s*", said.strip(), re.IGNORECASE)
    return Finish(said.strip()[why.end() :], "not_done") if why else Finish(said, "done")
