"""Tell rows of a list that moved, came into sight or went out of sight from rows that are new or gone."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from appagent.actions.parts.description import quoted
from appagent.screen import Screen
from appagent.screen.names.fields import fields
from appagent.screen.names.labels import inside, name_in
from appagent.screen.nodes.tree import Bounds, centre, contains

_MOST_MOVED = 2  # rows; if more moved, the effect gives the new order instead of each move
MOST_NAMED = 4  # names of one sort in one effect


@dataclass(frozen=True)
class _Row:
    """Row of a list, or anything else with a name that nothing else on the screen has."""

    name: str
    bounds: Bounds


def moved_rows(old: Screen, new: Screen) -> list[str]:
    """Return words for the rows that stand in another order than before, such as `"Milk" moved up, above "Eggs"`.

    A row has moved only if it was above another row and is below it now, or the other way round. Moves sideways do not
    count.
    """
    now = {row.name: row for row in _rows(new)}
    then = [row for row in _rows(old) if row.name in now]
    stayed = _longest_in_order(then, [now[row.name] for row in then])
    went = [row.name for row in then if row.name not in stayed and row.bounds != now[row.name].bounds]
    order = sorted((now[row.name] for row in then), key=lambda row: row.bounds[1])
    if len(went) > _MOST_MOVED:
        places = [place for place, row in enumerate(order) if row.name in went]
        names = [quoted(row.name) for row in order[places[0] : places[-1] + 1]]
        return [in_short(names, "in another order now: ")]
    return [_move_words(name, then, order, stayed) for name in went]


def only_in_sight(old: Screen, new: Screen, came: Collection[str], went: Collection[str]) -> set[str]:
    """Return those of the new texts that only came into sight in a list, because other rows left or moved up.

    They lie below all rows that were shown before, in a list that was full. came: texts that only the new screen has.
    went: texts that only the old one has.
    """
    return {text for bounds, last in _lists(old, new) for text in _beyond(bounds, *last, old, new, came, went)}


def only_out_of_sight(old: Screen, new: Screen, went: Collection[str]) -> set[str]:
    """Return those of the vanished texts that other rows pushed out of sight at the end of a list.

    went: texts that only the old screen has.
    """
    return {text for bounds, (then, now) in _lists(new, old) for text in _beyond(bounds, then, now, new, old, went, ())}


@lru_cache(maxsize=2)  # the screens before and after an action
def _rows(screen: Screen) -> tuple[_Row, ...]:
    """Return everything with a name of its own, from the top down: the outermost elements to tap, and other texts."""
    taps = [each for each in screen.elements if "tap" in each.actions and each.text and "text" not in each.actions]
    whole = [each for each in taps if not any(inside(other, each) for other in taps)]
    covered = [each.bounds for each in (*whole, *fields(screen))]
    held = [
        _Row(text, place)
        for text, place in screen.placed_texts
        if not any(contains(bounds, *centre(place)) for bounds in covered)
    ]
    found = [*(_Row(name_in(each.text), each.bounds) for each in whole), *held]
    times = Counter(row.name for row in found)
    return tuple(sorted((row for row in found if times[row.name] == 1), key=lambda row: row.bounds[1]))


def _longest_in_order(then: Sequence[_Row], now: Sequence[_Row]) -> set[str]:
    """Return the names of the largest group of rows in which no two have changed places.

    then, now: the same rows on the old and the new screen: now[i] is where then[i] stands today.
    """
    swapped = _above(then) & _above(now).T
    if not swapped.any():
        return {row.name for row in then}
    best: list[list[int]] = []
    for at in range(len(then)):
        before = [chain for chain in best if not swapped[chain, at].any()]
        best.append([*max(before, key=len, default=[]), at])
    return {then[at].name for at in max(best, key=len)}


def _above(rows: Sequence[_Row]) -> "np.ndarray[tuple[int, int], np.dtype[np.bool_]]":
    """Return an array in which entry [i, j] is True if row i lies above row j."""
    _, tops, _, bottoms = np.array([row.bounds for row in rows], float).reshape(-1, 4).T
    middles = (tops + bottoms) / 2
    above: np.ndarray[tuple[int, int], np.dtype[np.bool_]] = (bottoms[:, None] <= middles) & (middles[:, None] <= tops)
    return above


def _move_words(name: str, then: Sequence[_Row], order: Sequence[_Row], stayed: Collection[str]) -> str:
    was, is_at = ([row.name for row in rows].index(name) for rows in (then, order))
    passed = [row.name for row in order if row.name in stayed]
    before = [row.name for row in order[:is_at] if row.name in stayed]
    up = sum(row.name in stayed for row in then[:was]) > len(before)
    said = quoted(name)
    if up:
        return f"{said} moved up, above {quoted(passed[len(before)])}"
    return f"{said} moved down, below {quoted(before[-1])}"


def _lists(old: Screen, new: Screen) -> Iterator[tuple[Bounds, tuple[_Row, _Row]]]:
    """Yield (bounds, (then, now)) for each list that is on both screens.

    then, now: the last row that both screens show, where it was and where it is.
    """
    rows = {row.name: row for row in _rows(old)}
    scrolls = {each.id: each.bounds for each in old.elements if "swipe" in each.actions}
    for each in new.elements:
        if scrolls.get(each.id) == each.bounds and "swipe" in each.actions:
            common = [r for r in _rows(new) if r.name in rows and contains(each.bounds, *centre(r.bounds))]
            if common:
                last = max(common, key=lambda row: row.bounds[3])
                yield each.bounds, (rows[last.name], last)


def _beyond(
    bounds: Bounds, then: _Row, now: _Row, old: Screen, new: Screen, came: Collection[str], went: Collection[str]
) -> Iterator[str]:
    """Yield the new texts that other rows of a full list have made room for, below its last known row.

    bounds: of the list. then, now: the last row that both screens show, where it was and where it is. Nothing is
    yielded if this row has not moved up and the list has lost no row. came, went: texts that only the new, and only the
    old screen has.
    """
    held = (each.bounds for each in old.elements if each.bounds != bounds)
    ends = max(place[3] for place in (*old.places, *held, then.bounds) if contains(bounds, *centre(place)))
    full = bounds[3] - ends < then.bounds[3] - then.bounds[1]
    lost = any(text in went and contains(bounds, *centre(place)) for text, place in old.placed_texts)
    if full and (lost or now.bounds[1] < then.bounds[1]):
        for text, place in new.placed_texts:
            if text in came and contains(bounds, *centre(place)) and place[1] >= now.bounds[3]:
                yield text


def vanished(then: Sequence[str], now: Sequence[str]) -> list[str]:
    """Return the names that vanished while their neighbours before and after them stayed.

    >>> vanished(["red", "blue", "green"], ["blue", "green"]), vanished(["red", "blue", "green"], ["green"])
    (['red'], [])
    """
    around = zip(["", *then], then, [*then[1:], ""], strict=False)
    return [name for before, name, after in around if name not in now and {before, after} - {""} <= {*now}]


def in_short(names: Sequence[str], before: str) -> str:
    """Join names with commas after the words `before`: at most four names and the number of the rest; "" for none."""
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"{before}{', '.join(names[:MOST_NAMED])}{more}" if names else ""
