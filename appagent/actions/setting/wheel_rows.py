"""Read the rows of a wheel, such as Android's NumberPicker, that are in sight, and tell how far off a value is."""

import re
from dataclasses import dataclass

from appagent.actions.setting.readings import same_choice, unit_of
from appagent.screen import Element, Screen
from appagent.screen.nodes.tree import area, centre, clip, contains, encloses, nodes_of
from appagent.screen.texts.numbers import number_in

_WHEEL = re.compile("picker|wheel", re.IGNORECASE)
_FEWEST_PX = 8  # height of a row
_FEWEST_ROWS = 3  # in sight, from which the step between them can be told


@dataclass(frozen=True)
class Rows:
    """Rows of a wheel that are in sight.

    texts: from top to bottom. at: the index of the middle row, which is the wheel's value. tops: y of the middle of
    each row, px. x: x of the middle of the wheel, px.
    """

    texts: tuple[str, ...]
    at: int
    tops: tuple[int, ...]
    x: int

    @property
    def value(self) -> str:
        """Return the text of the row in the middle, which is what the wheel is set to."""
        return self.texts[self.at]

    @property
    def pitch(self) -> int:
        """Return the height of a row, px; 0 if only one row is in sight."""
        gaps = [after - before for before, after in zip(self.tops, self.tops[1:], strict=False)]
        return max(min(gaps), _FEWEST_PX) if gaps else 0

    def to(self, value: str) -> int | None:
        """Return how many rows below the middle a value is, negative for above; None if that is not known.

        A number that is not in sight is extrapolated from the step between the rows.
        """
        for far in sorted(range(len(self.texts)), key=lambda row: abs(row - self.at)):
            if self.shows(self.texts[far], value):
                return far - self.at
        now, wanted = number_in(self.value), number_in(value)
        if now is None or wanted is None:
            return None
        beside = [number_in(self.texts[row]) for row in (self.at - 1, self.at + 1) if 0 <= row < len(self.texts)]
        steps = [abs(one - now) for one in beside if one is not None and one != now]
        step = min(steps, default=1.0)
        falls = len(beside) == 2 and beside[1] is not None and abs(beside[1] - now) == step and beside[1] < now
        rows = round((wanted - now) / step)
        return (-rows if falls else rows) or None  # the same number in other words is another value

    def shows(self, text: str, value: str) -> bool:
        """Tell whether the text of a row shows a value. A bare number matches if all rows differ only in their number.

        >>> Rows(("Day 16", "Day 17"), 0, (100, 200), 50).shows("Day 17", "17")
        True
        >>> Rows(("Room 3", "Hall 3"), 0, (100, 200), 50).shows("Room 3", "3")
        False
        """
        if same_choice(text, value):
            return True
        alike = len(self.texts) > 1 and len(set(map(unit_of, self.texts))) == 1
        return alike and not unit_of(value) and number_in(text) is not None and number_in(text) == number_in(value)

    @property
    def bare(self) -> bool:
        """Tell whether all rows are numbers and nothing else."""
        return all(text.strip().isdecimal() for text in self.texts)

    @property
    def ends(self) -> tuple[str, str] | None:
        """Return the least and the greatest number of a wheel that goes round, if both are in sight; else None.

        >>> Rows(("98", "99", "0"), 1, (0, 50, 100), 50).ends, Rows(("5", "10", "30"), 1, (0, 50, 100), 50).ends
        (('0', '99'), None)
        """
        if not self.bare or len(self.texts) < _FEWEST_ROWS:
            return None
        pairs = list(zip(self.texts, self.texts[1:], strict=False))
        widest = max(pairs, key=lambda pair: abs(int(pair[0]) - int(pair[1])))
        falls = int(widest[0]) > int(widest[1])
        others = [pair for pair in pairs if pair != widest]
        against = bool(others) and all((int(one) > int(other)) != falls for one, other in others)
        low, high = sorted(widest, key=int)
        return (low, high) if against and all(int(low) <= int(text) <= int(high) for text in self.texts) else None

    def around(self, value: str) -> tuple[str, str] | None:
        """Return the two neighbouring rows between which a number would have to stand, and does not; else None.

        It does not where the rows count in even steps: there the widest gap may be where a wheel goes round.

        >>> Rows(("5", "10", "15"), 1, (0, 50, 100), 50).around("12")
        ('10', '15')
        >>> Rows(("55", "0", "5"), 1, (0, 50, 100), 50).around("12")
        """
        wanted = number_in(value)
        if wanted is None or not self.bare or len(self.texts) < _FEWEST_ROWS:
            return None
        pairs = list(zip(self.texts, self.texts[1:], strict=False))
        step = min(abs(float(one) - float(other)) for one, other in pairs)
        near = (pair for pair in pairs if abs(float(pair[0]) - float(pair[1])) == step)
        return next((pair for pair in near if min(map(float, pair)) < wanted < max(map(float, pair))), None)


def wheel_at(element: Element, screen: Screen) -> Element | None:
    """Return the wheel that an element is or lies in; None if there is none."""
    x, y = centre(element.bounds)
    wheels = [
        e for e in screen.elements
        if "swipe" in e.actions and _WHEEL.search(f"{e.cls} {e.resource_id}") and contains(e.bounds, x, y)
    ]  # fmt: skip
    return min(wheels, key=lambda wheel: area(wheel.bounds), default=None)


def rows_of(wheel: Element, screen: Screen) -> Rows | None:
    """Return the rows of a wheel that are in sight, or None if the hierarchy shows no text in it."""
    found: dict[int, str] = {}
    for node in nodes_of(screen.tree):
        bounds, words = clip(node.bounds, screen.size), node.text or node.description
        if bounds and words and node.visible and encloses(wheel.bounds, bounds) and bounds != wheel.bounds:
            found.setdefault(centre(bounds)[1], words)
    if not found:
        return None
    tops = sorted(found)
    x, middle = centre(wheel.bounds)
    at = min(range(len(tops)), key=lambda row: abs(tops[row] - middle))
    return Rows(tuple(found[top] for top in tops), at, tuple(tops), x)


def line_of(at: Element | None, screen: Screen) -> list[Element]:
    """Return the wheels side by side with one, and itself, from left to right; those of the screen for None."""
    wheels = sorted((e for e in screen.elements if wheel_at(e, screen) is e), key=lambda wheel: wheel.bounds)
    return [each for each in wheels if at is None or each.bounds[1] < centre(at.bounds)[1] < each.bounds[3]]
