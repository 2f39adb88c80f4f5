"""Estimate how much new an action will show, from how much similar actions in this app have shown before."""

from collections.abc import Iterable, Mapping

from appagent.learning.crawl.kinds_to_try import TOUCHES
from appagent.screen.transitions import ScreenKey, Transition

Level = tuple[object, ...]  # key that similar actions share, such as (kind of action,) or (layout, kind of action)
# Layouts that just one action showed, each with the gain of it when it was new; what else was promised; actions.
Gain = tuple[frozenset[tuple[str, float]], float, int]
Gains = dict[Level, Gain]
Spot = tuple[str, str]  # element id, kind of action

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

    >>> expected({("tap",): (frozenset([("settings", 1.0), ("about", 1.0)]), 0.0, 2)}, [("tap",), ("tap", "row")])
    0.8333333333333334
    """
    estimate = prior
    for level in levels:
        once, promised, times = gains.get(level, _NONE)
        estimate = (sum(gain for _, gain in once) + promised + estimate) / (times + 1)
    return estimate


def add(gains: Gains, levels: Iterable[Level], layout: str, promised: float, *, new: bool) -> None:
    """Count for each level what an action of this level has shown.

    levels: the action's keys, as for `expected`.
    layout: layout of the screen that the action showed.
    new: True if no action has shown this layout before.
    promised: sum of the gains expected from the new elements on that screen.
    """
    more = min(1.0, _PROMISED * promised)
    for level in levels:
        once, before, times = gains.get(level, _NONE)
        left = frozenset(each for each in once if each[0] != layout)
        gains[level] = (left | {(layout, 1.0 + more)}, before, times + 1) if new else (left, before + more, times + 1)


def rate(gains: Iterable[float], steps: float, back: float = 0.0) -> float:
    """Return the gain per step of going to a page and trying its best actions there, as many as are worth it.

    gains: the expected gain of each action on that page; each takes one step.
    steps: number of steps to the page. back: number of steps from where an action leads back to the page.
    Source: the marginal value theorem (Charnov 1976).

    >>> rate([1.0, 1.0, 0.1], steps=2), rate([1.0, 1.0, 0.1], steps=2, back=2)
    (0.5, 0.3333333333333333)
    """
    best = total = 0.0
    for number, gain in enumerate(sorted(gains, reverse=True), 1):
        total += gain
        best = max(best, total / (steps + number + (number - 1) * back))
    return best


def steps_back(transitions: Mapping[ScreenKey, Mapping[Spot, Transition]], page: ScreenKey, tried: int) -> float:
    """Return the number of steps that it probably takes to be back on a page after an action was tried there.

    It is the mean of the actions tried so far, with one step to begin with: none after an action that stayed on the
    page, one where a single step leads back, else two, as after an entry of a menu, which has closed.
    transitions: those of the map, by page. tried: number of actions tried on the page.
    """
    ends = [each.to for each in transitions.get(page, {}).values() if each.action in TOUCHES]
    backs = [1 if any(each.to == page for each in transitions.get(end, {}).values()) else 2 for end in ends]
    return (1 + sum(backs)) / (1 + max(tried, len(ends)))
