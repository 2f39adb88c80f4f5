"""Find which known page an action has led to where its title says another thing than when the page was learnt."""

from collections.abc import Iterable, Mapping

from appagent.documents.facts import ObservedEffect
from appagent.documents.map.app_map import Map
from appagent.documents.map.menus import has_all
from appagent.screen import Screen
from appagent.screen.names.labels import title
from appagent.screen.transitions import ScreenKey


def same_dialog(screen: Screen, opened: Iterable[ScreenKey], known: Map) -> ScreenKey | None:
    """Return the key of the dialog that is open under another title, such as that of another row; None if none is.

    opened: keys of the dialogs that the touched element is known to open.
    """
    if kin := [key for key in known.labels if key[0] == screen.kind_id]:
        return kin[0]
    alike = [key for key in opened if has_all(screen, known.labels.get(key, {}).values())]
    return alike[0] if len(alike) == 1 else None


def same_tab(
    screen: Screen, tapped: str, start: ScreenKey, known: Mapping[ScreenKey, ObservedEffect]
) -> ScreenKey | None:
    """Return the key of the page of a tab that was tapped on a page like that on which it was learnt; None if of none.

    The pages of all rows have the same tabs, which keep the title: "Vaccines" on the page of each animal.
    tapped: id of the touched element. start: the page that it is on. known: what was seen to come of it, by page.
    """
    selected = any(each.selected and each.id == tapped for each in screen.elements)
    if not selected or title(screen) != start[1]:
        return None
    ends = [end for end, seen in known.items() if seen.selects and keeps_title(seen) and end[0] != start[0]]
    return (ends[0][0], start[1]) if len({end[0] for end in ends}) == 1 else None


def keeps_title(seen: ObservedEffect) -> bool:
    """Tell whether an action led to a page with the title of the one before, as a tab does."""
    return (seen.title, seen.page) == (seen.to_title, seen.to_page)
