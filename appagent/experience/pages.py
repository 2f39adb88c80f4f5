"""Tell whether the screen at hand is the one on which a move was made."""

from collections.abc import Iterable, Mapping

from appagent.experience.plan import Page
from appagent.experience.slots import slots_in, templated
from appagent.screen import Screen, nearest
from appagent.screen.identity import ASKS, IN, OFFERS, TAB, TITLE, WEB

_SAME = 0.8  # share of templates in common
_WORDED = (TITLE, ASKS, OFFERS)  # signs that are made of words


def page_of(screen: Screen, values: Mapping[str, str]) -> Page:
    """Return what recognises a screen again. values: of the slots, with which it was seen."""
    heading = templated(screen.heading, values)
    named = heading if slots_in(heading) else ""
    return Page(screen.screen_id, screen.app, screen.activity, tuple(sorted(screen.templates)), named)


def shows(screen: Screen, page: Page, values: Mapping[str, str], *, translated: bool = False) -> bool:
    """Tell whether a screen is a page that was met before, with other contents or values perhaps.

    values: of the slots, now. translated: True if the phone speaks another language than then, so that what is made of
    words counts for nothing.
    """
    if screen.app != page.app:
        return False
    if page.screen_id in (screen.screen_id, *screen.aliases):
        return True
    if nearest(screen, {page.screen_id: frozenset(page.templates)}) == page.screen_id:
        return True
    if not translated and not (page.heading and templated(screen.heading, values) == page.heading):
        return False
    one, other = _unworded(screen.templates), _unworded(page.templates)
    signs = [{each for each in templates if each.startswith(IN)} for templates in (one, other)]
    return signs[0] == signs[1] and len(one & other) >= _SAME * len(one | other)


def resembles(screen: Screen, page: Page) -> bool:
    """Tell whether a screen may be a page some of whose controls were moved or renamed by an update of the app.

    It is of the same activity, with the same tab selected, or without tabs the same heading, has no dialog before it,
    and half of the templates in common.
    """
    one, other = screen.templates, frozenset(page.templates)
    tabbed = any(each.startswith(TAB) for each in other)
    kinds = (TAB, WEB, ASKS, OFFERS, *(() if tabbed else (TITLE,)))
    signs = [{each for each in templates if each.startswith(kinds)} for templates in (one, other)]
    alike = bool(page.activity) and (screen.app, screen.activity) == (page.app, page.activity)
    return alike and signs[0] == signs[1] and not dialog_on(screen) and 2 * len(one & other) >= len(one | other)


def dialog_on(screen: Screen) -> bool:
    """Tell whether a dialog lies over the app."""
    return any(each.kind == "dialog" and each.reachable for each in screen.windows)


def _unworded(templates: Iterable[str]) -> frozenset[str]:
    return frozenset(each for each in templates if not each.startswith(_WORDED))
