"""Move a slider until it shows a value: touch it, read the value, and touch again where the wanted value must be."""

import re
from dataclasses import dataclass
from typing import Annotated

from appagent.actions.base import MARK, Action, Course
from appagent.actions.gestures import Gesture, Stroke
from appagent.actions.readings import number_in
from appagent.actions.scrolling import again
from appagent.actions.touching import marked
from appagent.actions.turning import TouchAt
from appagent.errors import ActionError
from appagent.screen import Bounds, Element, Screen
from appagent.screen.tree import centre, overlap

_SLIDERS = ("SeekBar", "Slider")
_MOST = 20  # looks
_SLOW_S = 0.6
_PERCENT = 100.0
_EVEN = 4  # places after which a slider that grows evenly would show the number
_TIME = re.compile(r"\d:\d\d")
_NEAR = 4  # heights of the slider, within which the text lies that tells its value


@dataclass(frozen=True)
class PushKnob(Action, kind="push_knob", example="push_knob(5, 300, 20, 700, 20)", risk="slide"):
    """Draws a slider's knob from one place to another. No agent calls it: `set` does.

    right, down: where the knob is, from the slider's top left corner, px. to_right, to_down: where it shall be.
    """

    mark: Annotated[int, MARK]
    right: int
    down: int
    to_right: int
    to_down: int

    def words(self, target: str) -> str:
        """Describe the action for people."""
        return f"slide {target}"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one stroke that rests at its end. Its pixels are relative to the slider, wherever that is now."""
        x, y, _, _ = marked(screen, self.mark).bounds
        end = x + self.to_right, y + self.to_down
        return (Stroke(x + self.right, y + self.down, *end, _SLOW_S, rests=True),)


def is_slider(element: Element) -> bool:
    """Tell whether an element is a slider, by its class."""
    return element.role.endswith(_SLIDERS)


def slide_to(value: str, slider: Element, screen: Screen) -> Course:
    """Yield touches of a slider until it shows a number, and return what it shows.

    The shown value is the nearest text around it that changes with it, or else its own text. If touches do nothing, the
    knob is dragged. On a slider that shows a time, a percentage means that share of its length. Raises ActionError with
    the shown value if the wanted value is no number, or if no place on the slider gives it.
    """
    wanted = number_in(value)
    if wanted is None:
        raise ActionError(f'a slider takes a number, such as "30", not "{value}"')
    search = _Search(wanted, value.strip().endswith("%"), slider, screen)
    for _ in range(_MOST):
        part = search.next()
        if part is None:
            break
        screen = yield part
        search.look(screen)
        if search.reached:
            return f'it shows "{search.said}"'
        if search.tells_a_time and value.strip().endswith("%"):  # the end of a song, say, should not be touched
            return f'it shows "{search.said}", at {value.strip()} of its length'
    if search.near_enough:
        return f'it shows "{search.said}"'
    raise ActionError(f'it shows "{search.said}"; no place on it gives "{value}"')


class _Search:
    """Finds the place on a slider that gives a number.

    wanted: the number. percent: True if it is a share of 100. slider: the slider as it was seen first, on `screen`.
    said: what the slider shows now.
    """

    def __init__(self, wanted: float, percent: bool, slider: Element, screen: Screen) -> None:
        self._wanted, self._percent, self._slider, self._screen = wanted, percent, slider, screen
        self._first = screen
        left, top, right, bottom = slider.bounds
        self._upright = bottom - top > right - left
        self._low, self._high = 0, max(bottom - top, right - left) - 1  # places are px from its beginning
        self._told: Bounds | None = None  # bounds of the text that shows the value; None for the slider's own text
        self._found: dict[int, float] = {}  # number shown, by the place that was touched
        self._at = self._low
        self._draws = False
        self.said = slider.text

    @property
    def reached(self) -> bool:
        """Tell whether the slider shows the wanted number."""
        return self._found.get(self._at) == self._wanted

    @property
    def tells_a_time(self) -> bool:
        """Tell whether the slider shows a time, such as "1:40"."""
        return bool(_TIME.search(self.said)) and bool(self._found)

    @property
    def near_enough(self) -> bool:
        """Tell whether the slider shows the wanted number, apart from decimals that were not asked for."""
        now = self._found.get(self._at)
        return now is not None and round(now) == self._wanted

    def next(self) -> Action | None:
        """Return the next touch or stroke, or None if every place that may give the number was tried."""
        place = self._place()
        if place is None:
            return None
        before, self._at = self._at, place
        end, mark = self._offset(place), self._slider.mark
        return PushKnob(mark, *self._offset(before), *end) if self._draws else TouchAt(mark, *end)

    def look(self, screen: Screen) -> None:
        """Read what the slider shows after the last touch. Raises ActionError if it is gone or tells nothing."""
        slider = again(self._slider, screen)
        if slider is None:
            raise ActionError("the slider is no longer there")
        if not self._found:
            self._told = _teller(self._first, screen, slider)
        said = slider.text if self._told is None else _text_at(self._told, screen)
        number = number_in(said)
        if number is None:
            raise ActionError("no text on this screen shows the value of the slider")
        if self._percent and max(number, *self._found.values(), 0.0) <= 1 < self._wanted:
            number, said = number * _PERCENT, f"{number * _PERCENT:g}%"
        if not self._draws and said == self.said and self._told is None and not self._found and number != self._wanted:
            self._draws = True  # touches beside its knob do nothing
            self._slider, self.said, self._at = slider, said, self._guess(number)
            return
        self._slider, self.said = slider, said
        self._found[self._at] = number

    def _place(self) -> int | None:
        """Return the pixel to touch next, on the slider's axis, or None if there is none left."""
        known = sorted(self._found.items())
        if not known:
            return self._guess(self._wanted)
        if len(known) == 1:
            (place, shown) = known[0]
            far = self._high if (shown < self._wanted) != self._upright else self._low
            return self._between(place, shown, far) if place != far else None
        return self._interpolated(known)

    def _between(self, place: int, shown: float, far: int) -> int:
        """Return a place to touch, by one known place: in proportion if the scale seems to begin at 0, else `far`."""
        begin = self._high if self._upright else self._low
        if shown > 0 and place != begin:
            meant = round(begin + (place - begin) * self._wanted / shown)
            if self._low <= meant <= self._high and meant != place:
                return meant
        return far

    def _interpolated(self, known: list[tuple[int, float]]) -> int | None:
        """Return a place between or beyond two known ones where the number must be: in proportion, or half-way."""
        below = [one for one in known if one[1] < self._wanted]
        above = [one for one in known if one[1] > self._wanted]
        if below and above:
            (near, low), (far, high) = min(
                ((one, other) for one in below for other in above), key=lambda both: abs(both[0][0] - both[1][0])
            )
            share = (self._wanted - low) / (high - low)
            if len(known) > _EVEN and len(known) % 2:  # its scale is uneven, and halving comes nearer on any scale
                share = 0.5
            meant = near + round((far - near) * share)
            inner = range(min(near, far) + 1, max(near, far))
            return min(max(meant, inner[0]), inner[-1]) if inner else None
        rising = (known[-1][1] >= known[0][1]) == bool(below)
        end = self._high if rising else self._low
        return end if end not in self._found else None

    def _guess(self, number: float) -> int:
        share = min(max(number / _PERCENT, 0.0), 1.0)
        return round(self._low + (1 - share if self._upright else share) * (self._high - self._low))

    def _offset(self, place: int) -> tuple[int, int]:
        """Return how far right and down a place lies from the slider's top left corner, px."""
        left, top, right, bottom = self._slider.bounds
        return ((right - left) // 2, place) if self._upright else (place, (bottom - top) // 2)


def _teller(before: Screen, after: Screen, slider: Element) -> Bounds | None:
    """Return where the nearest text with a number is that changed with a slider, or None if there is none near it."""
    then = set(zip(before.texts, before.places, strict=False))
    left, top, right, bottom = slider.bounds
    far = _NEAR * min(right - left, bottom - top)
    around = (left - far, top - far, right + far, bottom + far)
    changed = [
        place
        for text, place in zip(after.texts, after.places, strict=False)
        if (text, place) not in then
        and number_in(text) is not None
        and place != slider.bounds
        and overlap(place, around)
    ]
    x, y = centre(slider.bounds)
    return min(changed, key=lambda place: abs(centre(place)[0] - x) + abs(centre(place)[1] - y), default=None)


def _text_at(place: Bounds, screen: Screen) -> str:
    """Return the text of a screen that stands where another stood, which may have been longer or shorter."""
    x, y = centre(place)
    texts = [(text, where) for text, where in zip(screen.texts, screen.places, strict=False) if overlap(where, place)]
    near = min(texts, key=lambda one: abs(centre(one[1])[0] - x) + abs(centre(one[1])[1] - y), default=("", place))
    return near[0]
