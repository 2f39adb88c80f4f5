"""Estimate how much new an action will show, from how much similar actions in this app have shown before."""

from collections.abc import Iterable, Mapping

Level = tuple[object, ...]  # key that similar actions share, such as (kind of action,) or (layout, kind of action)
Gain = tuple[frozenset[str], float, int]  # layouts that just one action showed, when they were new; promised; actions
Gains = dict[Level, Gain]

PRIOR = 0.5  # gain to assume of an action of which nothing is known; showing one new screen is a gain of 1
_PROMISED = 0.2  # gain of showing new elements, as a share of the gain expected of trying them
_NONE: Gain = (frozenset(), 0.0, 0)


def expected(gains: Mapping[Level, Gain], levels: Iterable[Level], prior: float = PRIOR) -> float:
    """Return the expected gain of an action: about the number of new screens that it will show.

    levels: keys that it shares with similar actions, the most general first, such as ("tap",) and then ("tap", "row").
    prior: the estimate to start from.
    At each level, the chance of a new screen is the share of the actions that led to a screen to which no other action
    led. So if all actions have led to one screen, the next one probably will, too. The estimate of the level before
    counts as one more action.
    Source: I. J. Good, The population frequencies of species (1953).

    >>> expected({("tap",): (frozenset(["settings", "about"]), 0.0, 2)}, [("tap",), ("tap", "row")])
    0.8333333333333334
    """
    estimate = prior
    for level in levels:
        once, promised, times = gains.get(level, _NONE)
        estimate = (len(once) + promised + estimate) / (times + 1)
    return estimate


def add(gains: Gains, levels: Iterable[Level], layout: str, promised: float, *, new: bool) -> None:
    """Count for each level what an action of this level has shown.

    levels: the action's keys, as for `expected`.
    layout: layout of the screen that the action showed.
    new: True if no action has shown this layout before.
    promised: sum of the gains expected from the new elements on that screen.
    """
    for level in levels:
        once, before, times = gains.get(level, _NONE)
        gains[level] = (once | {layout} if new else once - {layout}, before + min(1.0, _PROMISED * promised), times + 1)


def rate(gains: Iterable[float], steps: int) -> float:
    """Return the gain per step of going to a page and trying its best actions there, as many as are worth it.

    gains: the expected gain of each action on that page; each takes one step.
    steps: number of steps to the page.
    Source: the marginal value theorem (Charnov 1976).

    >>> rate([1.0, 1.0, 0.1], steps=2)
    0.5
    """
    best = total = 0.0
    for number, gain in enumerate(sorted(gains, reverse=True), 1):
        total += gain
        best = max(best, total / (steps + number))
    return best
