"""Move a slider until it shows a value: touch it, look at the shown value, touch again where the wanted one must be."""

import re
from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass
from math import inf, isfinite
from typing import Annotated

from appagent.actions.aiming.scrolling import again
from appagent.actions.aiming.touching import marked
from appagent.actions.parts.base import MARK, Action, Course
from appagent.actions.parts.gestures import Gesture, Stroke
from appagent.actions.setting.readings import changed_number, unit_of
from appagent.actions.setting.turning import TouchAt
from appagent.errors import ActionError
from appagent.screen import Bounds, Element, Screen
from appagent.screen.language.lexicon import folded
from appagent.screen.names.captions import around
from appagent.screen.nodes.tree import Tree, centre, clip, overlap
from appagent.screen.texts.numbers import number_in
from appagent.screen.texts.wording import visible_words

NodePath = tuple[tuple[str, str, int], ...]  # of a node; see `_texts_by_path`

_MOST, _MOST_BACK = 20, 12  # looks
_NEAR = 0.5  # percent of the length, by which a finger may miss a place
_SLOW_S = 0.6
_PERCENT = 100.0
_EVEN = 4  # touches after which a slider with an even scale would show the number
_TIME = re.compile(r"\d:\d\d")


@dataclass(frozen=True)
class PushKnob(Action, kind="push_knob", example="push_knob(5, 300, 20, 700, 20)", risk="slide"):
    """Drags a slider's knob from one position to another. No agent calls it: `set` does.

    right, down: where the knob is, in px from the slider's top left corner. to_right, to_down: where it is to go,
    likewise.
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
        """Return one stroke that rests at its end. Its pixels are relative to the slider's position on this screen."""
        x, y, _, _ = marked(screen, self.mark).bounds
        end = x + self.to_right, y + self.to_down
        return (Stroke(x + self.right, y + self.down, *end, _SLOW_S, rests=True),)


def slide_to(value: str, slider: Element, screen: Screen) -> Course:
    """Yield touches of a slider until it shows a number; return a message that says what it shows.

    The shown value is the nearest text around the slider that a touch changed, or else the slider's own text. If
    touches do nothing, the knob is dragged. Where that text is no percentage, one means a share of the slider's length.
    value: a text with a number. Raises ActionError, with the numbers next to it that the slider shows, if no position
    gives it. Then the slider is back where it was, as far as its text tells.
    """
    search = _Search(number_in(value) or 0.0, unit_of(value), slider, screen)
    for _ in range(_MOST):
        part = search.next()
        if part is None:
            break
        search.look((yield part))
        if search.at_share:
            return f'it shows "{search.said}", at {value.strip()} of its length'
        if search.reached:
            return f'it shows "{search.said}"'
    if search.near_enough:
        return f'it shows "{search.said}"'
    why = f'no place on it gives "{value}"{search.nearest}'
    yield from _slid_back(search)
    raise ActionError(f'{why}; {"it is back at" if search.is_back else "it shows"} "{search.said}"')


def _slid_back(search: "_Search") -> Generator[Action, Screen, None]:
    """Yield touches of a slider until it shows what it showed at first."""
    search.return_()
    for _ in range(_MOST_BACK):
        if search.is_back or (part := search.next()) is None:
            break
        search.look((yield part))


class _Search:
    """Finds the position on a slider that gives a number.

    wanted: the number. unit: the unit of the number, "" for none. slider: the slider as it was seen first, on `screen`.
    said: the text in which the slider's value is shown now.
    """

    def __init__(self, wanted: float, unit: str, slider: Element, screen: Screen) -> None:
        self._wanted, self._unit, self._slider, self._first = wanted, unit, slider, screen
        left, top, right, bottom = slider.bounds
        self._upright = bottom - top > right - left
        self._low, self._high = 0, max(bottom - top, right - left) - 1  # positions are px from its beginning
        self._held, self._moved = slider.text, False  # its own text at first, and whether a touch has changed anything
        self._shown_by: _ValueText | None = None  # None for the slider's own text
        self._found: dict[int, float] = {}  # number shown, by the position that was touched
        self._at = self._low
        self._draws, self._returns = False, False
        self.said = slider.text

    @property
    def reached(self) -> bool:
        """Tell whether the slider shows the wanted number."""
        return self._found.get(self._at) == self._wanted

    @property
    def at_share(self) -> bool:
        """Tell whether a percentage is wanted as a share of the length, and the slider was touched there."""
        return self._by_share and self._at == self._guess(self._wanted)

    @property
    def _by_share(self) -> bool:
        """Tell whether a percentage is wanted, and the slider shows something else, such as "1:40" or "14 pt"."""
        otherwise = _TIME.search(self.said) or (self._shown_by is not None and "%" not in self.said)
        return self._unit == "%" and bool(otherwise and self._found) and 0 <= self._wanted <= _PERCENT

    @property
    def is_back(self) -> bool:
        """Tell whether the slider shows what it showed at first."""
        begun, now = number_in(self._begun), number_in(self.said)
        near = self._shown_by is None and begun is not None and now is not None and abs(begun - now) < _NEAR
        return self.said == self._begun or near

    @property
    def _begun(self) -> str:
        """Return the text in which the slider's value was shown at first."""
        return _texts_by_path(self._first).get(self._shown_by.path, ("", ()))[0] if self._shown_by else self._held

    def return_(self) -> None:
        """Want what the slider showed at first from now on."""
        number = number_in(self._begun, self._shown_by.nth if self._shown_by else 0)
        self._wanted, self._unit, self._returns = number or 0.0, "", True
        self._found.clear()

    @property
    def near_enough(self) -> bool:
        """Tell whether the shown number equals the wanted one when it is rounded to a whole number."""
        now = self._found.get(self._at)
        return now is not None and isfinite(now) and round(now) == self._wanted

    @property
    def nearest(self) -> str:
        """Return the end of a message that says which numbers next to the wanted one the slider has shown."""
        below = max((shown for shown in self._found.values() if shown < self._wanted), default=None)
        above = min((shown for shown in self._found.values() if self._wanted < shown < inf), default=None)
        if below is not None and above is not None:
            return f"; the nearest that it shows are {below:g} and {above:g}"
        return (
            f": it ends at {below:g}" if below is not None else f": it begins at {above:g}" if above is not None else ""
        )

    def next(self) -> Action | None:
        """Return the next touch or stroke, or None if every position that may give the number was tried."""
        place = self._place()
        if place is None:
            return None
        before, self._at = self._at, place
        end, mark = self._offset(place), self._slider.mark
        return PushKnob(mark, *self._offset(before), *end) if self._draws else TouchAt(mark, *end)

    def look(self, screen: Screen) -> None:
        """Note the slider's value after the last touch. Raises ActionError if the slider or its value is gone."""
        slider = again(self._slider, screen)
        if slider is None:
            raise ActionError("the slider is no longer there")
        if not self._moved:
            self._shown_by = _value_text(self._first, screen, slider, self._unit)
            self._moved = self._shown_by is not None or slider.text != self._held
            if self._moved:
                self._found.clear()  # until now it was not known which text shows the value
        shown_by = self._shown_by
        said = slider.text if shown_by is None else _texts_by_path(screen).get(shown_by.path, ("", ()))[0]
        number = number_in(said, shown_by.nth if shown_by else 0)
        if number is None and said and shown_by:  # such as "Never", which is what lies beyond one end of the numbers
            number = 0.0 if (2 * self._at < self._low + self._high) != self._upright else inf
        if number is None:
            raise ActionError("no text on this screen shows the value of the slider")
        if self._unit == "%" and max(number, *self._found.values(), 0.0) <= 1 < self._wanted:
            number, said = number * _PERCENT, f"{number * _PERCENT:g}%"
        if not self._draws and said == self.said and shown_by is None and not self._found and number != self._wanted:
            self._draws = True  # touches beside its knob do nothing
            self._slider, self.said, self._at = slider, said, self._guess(number)
            return
        self._slider, self.said = slider, said
        self._found[self._at] = number

    def _place(self) -> int | None:
        """Return the position to touch next, in px along the slider, or None if none is left."""
        known = sorted(self._found.items())
        if self._by_share:
            return self._guess(self._wanted)
        if not known and self._returns:
            return self._guess(number_in(self._held) or self._wanted)
        if not known:
            return self._first_place()
        if len(known) == 1:
            (place, shown) = known[0]
            far = self._high if (shown < self._wanted) != self._upright else self._low
            return self._between(place, shown, far) if place != far else None
        return self._interpolated(known)

    def _first_place(self) -> int:
        """Return the position to touch while none is known: the number as a percentage, or by what a text shows now.

        The text is the only one around the slider that has the unit. Where the knob stands a touch reveals nothing.
        """
        own, near = number_in(self._slider.text), _numbers_near(self._first, self._slider).values()
        shown = [number_in(text) for text, _ in near if self._unit and self._unit in folded(text)]
        percent = self._wanted / 2 or _PERCENT if self._doubtful() else self._wanted
        if own and len(shown) == 1 and shown[0]:
            percent = own * self._wanted / shown[0]
        place = self._guess(percent)
        rests = own is not None and own != self._wanted and place == self._guess(own)
        return self._guess(own / 2 or _PERCENT / 2) if own is not None and rests else place

    def _doubtful(self) -> bool:
        """Tell whether the slider's own text is the wanted number while the numbers around it are all different.

        One of those may be the slider's real value, and only a touch elsewhere reveals whether it is.
        """
        shown = [number_in(text) for text, _ in _numbers_near(self._first, self._slider).values()]
        return number_in(self._slider.text) == self._wanted and bool(shown) and self._wanted not in shown

    def _between(self, place: int, shown: float, far: int) -> int:
        """Return a position to touch when one is known: in proportion if the scale seems to begin at 0, else `far`.

        place: the known position, px. shown: the number that it gives. far: the end of the slider, px.
        """
        begin = self._high if self._upright else self._low
        if 0 < shown < inf and place != begin:
            meant = round(begin + (place - begin) * self._wanted / shown)
            if self._low <= meant <= self._high and meant != place:
                return meant
        return far

    def _interpolated(self, known: list[tuple[int, float]]) -> int | None:
        """Return a position between or beyond two known ones where the number must be: in proportion, or half-way.

        known: pairs of a position and the number that it gives. None if no position is left to try.
        """
        below = [one for one in known if one[1] < self._wanted]
        above = [one for one in known if one[1] > self._wanted]
        if below and above:
            (near, low), (far, high) = min(
                ((one, other) for one in below for other in above), key=lambda both: abs(both[0][0] - both[1][0])
            )
            share = (self._wanted - low) / (high - low) if isfinite(high) else 0.5
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
        """Return how far a position on the slider lies right of and below the slider's top left corner, px."""
        left, top, right, bottom = self._slider.bounds
        return ((right - left) // 2, place) if self._upright else (place, (bottom - top) // 2)


@dataclass(frozen=True)
class _ValueText:
    """Text that shows a slider's value.

    path: the path of its node, as in `_texts_by_path`. nth: index of the number in the text.
    """

    path: NodePath
    nth: int


def _value_text(before: Screen, after: Screen, slider: Element, unit: str) -> _ValueText | None:
    """Return the text near a slider whose number changed together with the slider; None if none did.

    If there is none, a text counts that had a number before, such as "1 day before" that is now "No reminder". A text
    that only moved has not changed. Of several, a text with the unit comes first. Next comes one whose words
    stood nowhere before, because a new text shifts all texts after it, which then seem changed. Next comes one above
    the bottom of the slider, because below it stands what follows from the value, such as "120 places". Last, the
    nearest one counts.
    """
    then, now = _texts_by_path(before), texts_around(slider, after)
    (x, y), known = centre(slider.bounds), {text for text, _ in then.values()}

    def fit(path: NodePath) -> tuple[bool, bool, bool, int]:
        text, place = now[path]
        aside, off = centre(place)
        return unit not in folded(text), text in known, place[1] >= slider.bounds[3], abs(aside - x) + abs(off - y)

    changed = [path for path, (text, _) in now.items() if text != then.get(path, ("",))[0]]
    numbered = [path for path in changed if number_in(now[path][0]) is not None]
    lost = [path for path in changed if path in then and number_in(then[path][0]) is not None]
    path = min(numbered or lost, key=fit, default=None)
    return None if path is None else _ValueText(path, changed_number(then.get(path, ("",))[0], now[path][0]))


def _numbers_near(screen: Screen, slider: Element) -> dict[NodePath, tuple[str, Bounds]]:
    """Return the texts around a slider that have a number, each with its bounds, by path."""
    return {path: said for path, said in texts_around(slider, screen).items() if number_in(said[0]) is not None}


def texts_around(slider: Element, screen: Screen) -> dict[NodePath, tuple[str, Bounds]]:
    """Return the texts near a slider, each with its bounds, by the path of its node."""
    return {
        path: (text, place)
        for path, (text, place) in _texts_by_path(screen).items()
        if place != slider.bounds and overlap(place, around(slider))
    }


def _texts_by_path(screen: Screen) -> dict[NodePath, tuple[str, Bounds]]:
    """Return the texts in sight outside the system's bars, each with its bounds, by the path of their node.

    A path has one entry for each node from the window down: its class, its resource-id, and its number among the
    siblings that share both.
    """
    found: dict[NodePath, tuple[str, Bounds]] = {}
    bars = {window.nodes[0] for window in screen.windows if window.bar}
    stack: list[tuple[NodePath, Tree]] = [((), tuple(root for root in screen.tree if root not in bars))]
    while stack:
        path, siblings = stack.pop()
        turns = Counter[tuple[str, str]]()
        for node in siblings:
            kind = node.cls, node.resource_id
            here = (*path, (*kind, turns[kind]))
            turns[kind] += 1
            place = clip(node.bounds, screen.size)
            if place and node.visible and (text := visible_words(node)):
                found[here] = text, place
            stack.append((here, node.children))
    return found
