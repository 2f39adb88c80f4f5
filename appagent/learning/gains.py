"""Estimate how much new an action will show, from what similar actions have shown before in this app."""

from collections.abc import Iterable, Mapping

Level = tuple[object, ...]  # key that similar actions share, such as (kind of action,) or (layout, kind of action)
Gains = dict[Level, tuple[float, float]]  # by level, the decayed sums of gains and of actions

PRIOR = 0.5  # gain to assume of an action of which nothing is known; showing one new screen is a gain of 1
_KEPT = 0.8  # weight of earlier gains against the latest, because a page runs out of new things
_PROMISED = 0.2  # gain of showing new elements, as a share of the gain expected of trying them


def expected(gains: Mapping[Level, tuple[float, float]], levels: Iterable[Level], prior: float = PRIOR) -> float:
    """Return the expected gain of an action. levels: keys that it shares with other actions, the most general first.

    At each level, the estimate becomes the mean of the gains counted there and of the estimate so far, which counts as
    one action. prior: the estimate to start from.

    >>> expected({("tap",): (1.0, 1.0)}, [("tap",), ("tap", "row")])
    0.75
    """
    estimate = prior
    for level in levels:
        gained, times = gains.get(level, (0.0, 0.0))
        estimate = (gained + estimate) / (times + 1)
    return estimate


def add(gains: Gains, levels: Iterable[Level], screens: int, promised: float) -> None:
    """Add the result of an action to the gains at its levels.

    levels: the action's keys, as for `expected`. screens: number of new screens that it showed. promised: sum of the
    gains expected of trying the new elements that it showed.
    """
    for level in levels:
        gained, times = gains.get(level, (0.0, 0.0))
        gains[level] = (gained * _KEPT + screens + min(1.0, _PROMISED * promised), times * _KEPT + 1)


def rate(gains: Iterable[float], steps: int) -> float:
    """Return the best mean gain per step of going to a page and trying some of its actions, the most promising first.

    gains: the expected gain of each action to try there, which takes one step. steps: number of steps to the page.
    Source: the marginal value theorem (Charnov 1976).

    >>> rate([1.0, 1.0, 0.1], steps=2)
    0.5
    """
    best = total = 0.0
    for number, gain in enumerate(sorted(gains, reverse=True), 1):
        total += gain
        best = max(best, total / (steps + number))
    return best
