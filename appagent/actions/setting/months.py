"""Read a calendar off a screen: the month that it shows, its days, and what turns it to another month."""

import re
from calendar import monthrange
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from appagent.screen import Element, Screen
from appagent.screen.language.lexicon import folded
from appagent.screen.language.moments import DATE, moments_in
from appagent.screen.names.labels import id_name, inside
from appagent.screen.nodes.tree import Bounds, Node, area, centre, clip, contains
from appagent.screen.once import once_a_screen

MONTHS = 12  # of a year
_SIGNS = re.compile(r"^\W+|[^\w.]+$")
_FEWEST = 14  # days in sight; fewer, such as a week at the top of an agenda, are no month
_WEEK = range(5, 8)  # days; some calendars leave out the weekend
_FEWEST_ROWS = 3
_MOST_DAYS = 31
_LINE = 0.5  # share of a title's height that an arrow's middle may lie above or below it
_ARROWS = 2
_WIDE = 0.25  # share of the display's width; an arrow is narrower
_ON = ("next", "forward", "nächst", "suivant", "siguiente", "próxim", "prossim", "volgende", "następn", "следующ")
_ON_TOO = ("sonraki", "下个", "下個", "翌", "次", "다음", "التالي", "nästa", "næste", "další")
_BACK = ("prev", "back", "vorher", "vorig", "précédent", "anterior", "preceden", "vorige", "poprzedn", "предыдущ")
_BACK_TOO = ("önceki", "上个", "上個", "前", "이전", "السابق", "föregående", "forrige", "předchozí")


@dataclass(frozen=True)
class Day:
    """Day of a calendar: its number, where it is (px), whether it is marked as chosen, and what it says."""

    number: int
    bounds: Bounds
    chosen: bool
    month: int | None


@dataclass(frozen=True)
class MonthShown:
    """Month as a calendar shows it.

    month: 12 times its year, plus its number less 1. title: where its name is written, px; None if only its days say
    it. days: from the first in sight, without those of the months before and after it.
    """

    month: int
    title: Bounds | None
    days: tuple[Day, ...]

    @property
    def chosen(self) -> tuple[int, ...]:
        """Return the days that are marked as chosen."""
        return tuple(day.number for day in self.days if day.chosen)

    @property
    def bounds(self) -> Bounds:
        """Return what the calendar takes up, px, its title included."""
        edges = [day.bounds for day in self.days] + ([self.title] if self.title else [])
        left, top, right, bottom = zip(*edges, strict=True)
        return min(left), min(top), max(right), max(bottom)

    def element_of(self, number: int, screen: Screen) -> Element | None:
        """Return what can be tapped to choose a day; None if it cannot be chosen."""
        day = next((each for each in self.days if each.number == number), None)
        if day is None:
            return None
        others = [centre(each.bounds) for each in self.days if each is not day]
        x, y = centre(day.bounds)
        there = [e for e in screen.elements if "tap" in e.actions and contains(e.bounds, x, y)]
        alone = [e for e in there if not any(contains(e.bounds, *other) for other in others)]
        return min(alone, key=lambda each: area(each.bounds), default=None)

    def arrows(self, screen: Screen) -> tuple[Element, Element] | None:
        """Return what may turn back and on by a month, found beside the title or by its words; None for nothing.

        Which of them is which is only likely: in a language that is written from the right, they may be the other way
        round.
        """
        days = [centre(each.bounds) for each in self.days]
        small = [
            e for e in screen.elements
            if "tap" in e.actions and "text" not in e.actions and e.bounds[2] - e.bounds[0] <= _WIDE * screen.size[0]
            and not any(contains(e.bounds, *place) for place in days)
        ]  # fmt: skip
        beside = self._beside_title(small)
        for among in (beside, small):
            back, on = _named(among, (*_BACK, *_BACK_TOO)), _named(among, (*_ON, *_ON_TOO))
            if len(back) == len(on) == 1 and back != on:
                return back[0], on[0]
        plain = [each for each in beside if not any(map(str.isalpha, each.text))]  # one with words is no arrow
        return (plain[0], plain[1]) if len(plain) == _ARROWS else None

    def _beside_title(self, among: Sequence[Element]) -> list[Element]:
        """Return the elements beside the title that do not contain it, from left to right."""
        if self.title is None:
            return []
        _, top, _, bottom = self.title
        beyond = _LINE * (bottom - top)
        line = [e for e in among if top - beyond <= centre(e.bounds)[1] <= bottom + beyond]
        return sorted((e for e in line if not contains(e.bounds, *centre(self.title))), key=lambda each: each.bounds)


@once_a_screen
def months_on(screen: Screen) -> tuple[MonthShown, ...]:
    """Return the months of a calendar in front, from top to bottom; () if there is none.

    A month is a grid of numbers, of which each is one more than that before it, under the name or number of a month
    and its year; days whose descriptions say their date need no such title.
    """
    titles = [
        (months, bounds)
        for bounds, node in _placed(screen)
        if not node.editable and (months := _months_in(node.text or node.description))
    ]
    return tuple(shown for run in _runs(_days(screen)) if (shown := _shown(run, titles)))


def date_meant(value: str) -> tuple[int | None, int, int] | None:
    """Return (year, month, day) for a value that is a date and means only one; the year is None if it has none.

    >>> date_meant("2026-12-03"), date_meant("3. April"), date_meant("7:30"), date_meant("3/4/2027")
    ((2026, 12, 3), (None, 4, 3), None, None)
    >>> [date_meant(each) for each in ("20 Jan 27", "13/13/2027", "0999-12-03", "3-4")]
    [None, None, None, None]
    """
    found = [each for each in moments_in(value) if {"month", "day"} <= each.keys() <= {*DATE}]
    return (found[0].get("year"), found[0]["month"], found[0]["day"]) if len(found) == 1 else None


def _placed(screen: Screen) -> Iterator[tuple[Bounds, Node]]:
    for node in screen.front.nodes:
        if node.visible and (bounds := clip(node.bounds, screen.size)):
            yield bounds, node


def _months_in(text: str) -> list[int]:
    """Return which months a title may name, each as in `MonthShown`; [] for any other text."""
    plain = _SIGNS.sub("", text)  # such as the arrow of a list of years
    found = [each for each in moments_in(plain) if each.keys() == {"year", "month"}] if plain else []
    return [MONTHS * each["year"] + each["month"] - 1 for each in found]


def _days(screen: Screen) -> list[Day]:
    """Return what may be a day: what says a number up to 31 and nothing else, or describes a date."""
    found: dict[tuple[int, int], Day] = {}
    for bounds, node in _placed(screen):
        text, said = folded(node.text).strip(), _date_in(node.description)
        number = int(text) if text.isdecimal() else said[0] if said and not text else 0
        if not 1 <= number <= _MOST_DAYS:
            continue
        above = node.parent if node.parent and not node.clickable and len(node.parent.children) == 1 else node
        said = said or _date_in(above.description)
        chosen = any(each.selected or each.checked for each in (node, above))
        day = Day(number, bounds, chosen, said[1] if said and said[0] == number else None)
        kept = found.get(centre(bounds))
        if kept is None or (kept.month is None and day.month is not None):
            found[centre(bounds)] = day
    return list(found.values())


def _date_in(description: str) -> tuple[int, int | None] | None:
    """Return (day, month as in `MonthShown`) of a description such as "Today, Thursday, 3 December 2026"."""
    parts = description.split(", ")
    for at in range(len(parts) if any(map(str.isdigit, description)) else 0):
        if found := [each for each in moments_in(", ".join(parts[at:])) if "day" in each]:
            year = found[0].get("year")
            alone = year is not None and "month" in found[0] and len(found) == 1
            return found[0]["day"], MONTHS * (year or 0) + found[0]["month"] - 1 if alone else None
    return None


def _runs(days: Sequence[Day]) -> list[list[Day]]:
    """Return the days that follow each other in a grid of seven columns, a list for each month in sight."""
    weeks = {id(day) for column in _lines(days, 0) if _counts_weeks(column) for day in column}
    rows = [kept for row in _lines(days, 1) if (kept := [day for day in row if id(day) not in weeks])]
    if len(rows) < _FEWEST_ROWS or max(map(len, rows)) not in _WEEK:
        return []
    orders = [[day for row in rows for day in sorted(row, key=_left, reverse=turned)] for turned in (False, True)]
    order = max(orders, key=lambda each: sum(two.number == one.number + 1 for one, two in pairwise(each)))
    runs: list[list[Day]] = [[]]
    for day in order:
        if runs[-1] and day.number <= runs[-1][-1].number:
            runs.append([])
        runs[-1].append(day)
    return [run for run in runs if len(run) >= _FEWEST]


def _lines(days: Sequence[Day], axis: int) -> list[list[Day]]:
    """Return days in columns (axis 0) or rows (axis 1) by where their middles are."""
    lines: list[list[Day]] = []
    for day in sorted(days, key=lambda each: centre(each.bounds)[axis]):
        thick = day.bounds[axis + 2] - day.bounds[axis]
        if lines and centre(day.bounds)[axis] - centre(lines[-1][0].bounds)[axis] <= thick / 2:
            lines[-1].append(day)
        else:
            lines.append([day])
    return lines


def _counts_weeks(column: Sequence[Day]) -> bool:
    """Tell whether a column numbers weeks: each of its numbers is one more than that above it."""
    numbers = [day.number for day in sorted(column, key=lambda each: each.bounds[1])]
    return len(numbers) >= _FEWEST_ROWS and all(two == one + 1 for one, two in pairwise(numbers))


def _left(day: Day) -> int:
    return day.bounds[0]


def _shown(run: Sequence[Day], titles: Sequence[tuple[Sequence[int], Bounds]]) -> MonthShown | None:
    """Return the month of some days, by what they say of themselves or by the nearest title above them."""
    first = centre(run[0].bounds)[1]
    above = [each for each in titles if centre(each[1])[1] < first]
    months, title = max(above, key=lambda each: each[1][1]) if above else titles[0] if len(titles) == 1 else ((), None)
    said = Counter(day.month for day in run if day.month is not None)
    possible = [said.most_common(1)[0][0]] if said else list(months)
    lengths = [(month, monthrange(*divmod_month(month))[1]) for month in possible]
    fitting = [month for month, length in lengths if length == run[-1].number] or [
        month for month, length in lengths if length > run[-1].number
    ]
    return MonthShown(fitting[0], title, tuple(run)) if len(fitting) == 1 else None


def divmod_month(month: int) -> tuple[int, int]:
    """Return (year, number of the month) for a month as in `MonthShown`.

    >>> divmod_month(12 * 2026 + 11)
    (2026, 12)
    """
    return month // MONTHS, month % MONTHS + 1


def _named(among: Sequence[Element], words: Sequence[str]) -> list[Element]:
    said = [(each, f"{folded(each.text)} {folded(id_name(each.resource_id))}") for each in among]
    return [each for each, text in said if any(word in text for word in words)]


def lies_in(element: Element, shown: MonthShown, screen: Screen) -> bool:
    """Tell whether an element is a day or an arrow of a calendar, its title, or what holds just these."""
    left, top, right, bottom = shown.bounds
    x, y = centre(element.bounds)
    arrows = shown.arrows(screen) or ()
    within = left <= x <= right and top <= y <= bottom and "text" not in element.actions
    return within or any(each is element or inside(element, each) for each in arrows)
