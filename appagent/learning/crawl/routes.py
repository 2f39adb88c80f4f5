"""Find the ways to all pages of a map, by its transitions or by starting the app again, and what they cost in steps."""

from collections.abc import Callable, Mapping

from appagent.documents.map.app_map import Map
from appagent.screen.transitions import Path, ScreenKey, as_text, is_sure, leads_on

RESTART = 3  # number of steps that starting the app again counts as, because unsaved input is lost
Route = tuple[int, str | None, str]  # number of steps; entry at which the app is started again first, or None; as text


def routes(
    known: Map, here: ScreenKey, starts: Mapping[str, ScreenKey], swipes: Callable[[str], int]
) -> dict[ScreenKey, Route]:
    """Return the shortest route to each page. Its text is what it is recognised by.

    Where the back key leads from a page depends on how one came there. So routes with it behind another step are taken
    only to pages that nothing else leads to.
    starts: by entry, the page at which the app starts there. swipes: function that tells how many swipes bring an
    element of this page into sight.
    """
    found: dict[ScreenKey, Route] = {}
    for page, path in known.paths(here, is_sure).items():
        found[page] = len(path) + (swipes(path[0].element_id) if path else 0), None, as_text(here, path)
    for entry, start in starts.items():
        for page, path in known.paths(start, lambda each, _: leads_on(each)).items():
            found.setdefault(page, (len(path) + RESTART, entry, as_text(start, path)))
    for page, path in known.paths(here).items():
        found.setdefault(page, (len(path), None, as_text(here, path)))
    return found


def paths(known: Map, here: ScreenKey, *, empty: bool) -> Mapping[ScreenKey, Path]:
    """Return the paths from here to all pages, as for `routes`. empty: True to prefer those that open a form empty."""
    found = known.paths(here) | known.paths(here, is_sure)
    return found | known.paths(here, lambda each, path: not each.to_filled and is_sure(each, path)) if empty else found
