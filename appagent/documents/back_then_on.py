"""Find the shortest paths on a map that go back first, as far as need be, and from there only on."""

from collections.abc import Callable
from heapq import heappop, heappush

from appagent.actions import Back
from appagent.documents.app_map import Map
from appagent.screen.transitions import Path, ScreenKey, Transition


def paths_from(here: ScreenKey, known: Map, usable: Callable[[Transition, ScreenKey], bool]) -> dict[ScreenKey, Path]:
    """Return the shortest path from a page to each that can be reached, by page.

    After an action that leads on, no path goes back: where that ends depends on how the page was reached.
    usable: tells whether a transition from a page may be taken.
    """
    found: dict[ScreenKey, Path] = {}
    left: list[tuple[int, int, ScreenKey, Path]] = [(0, 0, here, [])]  # by length, then in the order found
    count = 0
    while left:
        length, _, page, path = heappop(left)
        if page in found:
            continue
        found[page] = path
        behind = all(each.action == Back.kind for each in path)
        for each in known.transitions.get(page, {}).values():
            if each.to not in found and (behind or each.action != Back.kind) and usable(each, page):
                count += 1
                heappush(left, (length + 1, count, each.to, [*path, each]))
    return found
