"""Leave out the steps of a run that its task does not need: detours that changed nothing, and scrolling."""

from collections.abc import Sequence

from appagent.experience.judging.moments import Moment
from appagent.guard.labels import declines
from appagent.screen import Screen, same_tree
from appagent.screen.language.lexicon import UP, folded, listed
from appagent.screen.nodes.front import is_tab
from appagent.screen.transitions import SCROLLING, screen_key

_ELSEWHERE = ("home", "recents")  # kinds of action that only lead out of an app


def without_detours(moments: Sequence[Moment], last: Screen | None) -> list[Moment]:
    """Return the steps without those taken back, and without detours that ended where they began and changed nothing.

    last: the screen on which the run ended; None if it is not known.
    """
    kept, at = list[Moment](), 0
    screens = [one.screen for one in moments] + ([last] if last else [])
    while at < len(moments):
        ends = range(len(screens) - 1, at, -1)
        end = next((to for to in ends if _is_detour(moments[at:to], screens[to])), at)
        if end == at:
            kept += [] if moments[at].undone else [moments[at]]
            end = at + 1
        at = end
    return kept


def _is_detour(path: Sequence[Moment], end: Screen) -> bool:
    """Tell whether steps only opened pages and left them again, each by what is known to lead back.

    A tap on a page's own button that closes the page, such as "Mark as read", may have done something that no screen
    shows, and is no detour. end: the screen after the steps.
    """
    if path[0].screen.app != end.app or not same_tree(path[0].screen, end):
        return False
    opened = [screen_key(path[0].screen)]
    for one, after in zip(path, [*(each.screen for each in path[1:]), end], strict=True):
        now = screen_key(after)
        if one.undone or one.action.kind in _ELSEWHERE:
            continue
        if _leads_back(one):
            if now not in opened[-2:]:
                return False
            opened = opened[: opened.index(now) + 1]
        elif not one.led_on or one.step.may:
            return False
        elif _on_tab(one):
            opened[-1] = now
        elif now in opened:
            return False
        else:
            opened.append(now)
    return True


def _leads_back(moment: Moment) -> bool:
    """Tell whether a step is known to only lead back: by the back key, the Up button, or "Cancel" in a dialog."""
    element = moment.element
    if element is None or moment.step.may:
        return moment.action.kind == "back"
    no = element.window == "dialog" and declines(element.text)
    return moment.action.kind == "tap" and (no or folded(element.text) in listed(UP))


def _on_tab(moment: Moment) -> bool:
    return moment.element is not None and is_tab(moment.element.bounds, moment.screen.front.nodes)


def without_scrolling(moments: Sequence[Moment]) -> list[Moment]:
    """Return the steps without scrolling before a step on an element, because a replay scrolls by itself."""
    following = [*moments[1:], None][: len(moments)]  # cut, because without moments nothing follows
    return [
        one for one, after in zip(moments, following, strict=True) if not (after and after.element and _scrolls(one))
    ]


def _scrolls(moment: Moment) -> bool:
    around = moment.element is None or "swipe" in moment.element.actions
    return moment.action.kind in SCROLLING and around and not moment.led_on
