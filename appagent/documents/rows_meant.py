"""Tell whether a path goes through a row where the goal of a task names another row of the same kind."""

from collections.abc import Callable

from appagent.documents.app_map import Map
from appagent.screen.lexicon import NO, UP, YES, folded, listed
from appagent.screen.transitions import ScreenKey, Transition

_ALIKE = 1 / 3  # share of the names of the smaller page that pages of one kind have in common at least
_ANYWHERE = {*listed(UP), *listed(NO), *listed(YES)}


def another_is_meant(transition: Transition, start: ScreenKey, known: Map, in_goal: Callable[[str], bool]) -> bool:
    """Tell whether a goal names a row beside the one that a transition starts at, and not that one itself.

    So "Friday" and "Wednesday" in a list of days: each opens a page or dialog of one kind, about itself. The rows of a
    menu, such as "Display" and "Sound", open pages that have little in common.
    start: the page that the transition starts at. known: the map. in_goal: function that tells whether the goal names a
    text.
    """
    names = known.labels.get(start, {})
    own = names.get(transition.element_id)
    if own is None or in_goal(own.name):
        return False
    kind = transition.template, transition.action
    return any(
        (other := names.get(each.element_id)) and in_goal(other.name) and _alike(each.to, transition.to, known)
        for each in known.transitions.get(start, {}).values()
        if (each.template, each.action) == kind
    )


def _alike(one: ScreenKey, other: ScreenKey, known: Map) -> bool:
    """Tell whether two pages have at least a third of their names in common, so that they may be about two rows."""
    named = [
        {folded(label.name) for label in known.labels.get(page, {}).values() if label.kind != "text"} - _ANYWHERE
        for page in (one, other)
    ]
    fewest = min(map(len, named))
    return fewest > 0 and len(named[0] & named[1]) >= _ALIKE * fewest
