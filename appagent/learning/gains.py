"""Estimate how much that is new an action will show, from what actions like it have shown before in this app."""

from collections.abc import Iterable, Mapping

Level = tuple[object, ...]  # what an action shares with others, such as its kind, its page, the template of its element
Gains = dict[Level, tuple[float, float]]  # by level, the decayed sums of gains and of actions

PRIOR = 0.5  # gain of an action of which nothing is known; that of a new screen is 1
_KEPT = 0.8  # weight of earlier gains against the latest: a page is exhausted at some time
_PROMISED = 0.2  # gain of new elements, as a share of what is expected of trying them


def expected(gains: Mapping[Level, tuple[float, float]], levels: Iterable[Level], prior: float = PRIOR) -> float:
    """Return the expected gain of an action. levels: keys that it shares with other actions, the most general first.

    Each level corrects the estimate of the one before by its own mean; the former counts as one action.

    >>> expected({("tap",): (1.0, 1.0)}, [("tap",), ("tap", "row")])
    0.75
    """
    estimate = prior
    for level in levels:
        gained, times = gains.get(level, (0.0, 0.0))
        estimate = (gained + estimate) / (times + 1)
    return estimate


def add(gains: Gains, levels: Iterable[Level], screens: int, promised: float) -> None:
    """Add the result of an action. levels: as in `expected`. screens: number of new ones. promised: expected gain of
    new elements.
    """
    for level in levels:
        gained, times = gains.get(level, (0.0, 0.0))
        gains[level] = (gained * _KEPT + screens + min(1.0, _PROMISED * promised), times * _KEPT + 1)


def rate(gains: Iterable[float], steps: int) -> float:
    """Return the best mean gain per step of going to a page, which takes `steps`, and trying things there one by one.

    gains: the expected gain of each thing to try at its end.
    Source: the marginal value theorem (Charnov 1976).

    >>> rate([1.0, 1.0, 0.1], steps=2)
    0.5
    """
    best = total = 0.0
    for number, gain in enumerate(sorted(gains, reverse=True), 1):
        total += gain
        best = max(best, total / (steps + number))
    return best
