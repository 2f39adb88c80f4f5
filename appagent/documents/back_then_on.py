"""Find the shortest paths on a map that first go back as often as needed, and then only forward."""

from collections import deque
from collections.abc import Callable

from appagent.actions import Back
from appagent.documents.app_map import Map
from appagent.screen.transitions import Path, ScreenKey, Transition


def paths_from(here: ScreenKey, known: Map, usable: Callable[[Transition, ScreenKey], bool]) -> dict[ScreenKey, Path]:
    """Return the shortest path from a page to each page that can be reached, by page.

    No path goes back after an action that leads forward, because where the back key leads depends on how a page was
    reached.
    usable: function that tells whether a transition from a page may be taken.
    """
    found: dict[ScreenKey, Path] = {}
    queue: deque[tuple[ScreenKey, Path]] = deque([(here, [])])
    while queue:
        page, path = queue.popleft()
        if page in found:
            continue
        found[page] = path
        only_back = all(each.action == Back.kind for each in path)
        for each in known.transitions.get(page, {}).values():
            if each.to not in found and (only_back or each.action != Back.kind) and usable(each, page):
                queue.append((each.to, [*path, each]))
    return found
