"""Find which known page an action has led to where its title says another thing than when the page was learnt."""

from collections.abc import Iterable, Mapping, Sequence

from appagent.documents.facts import ObservedEffect, effect_in
from appagent.documents.map.app_map import Map
from appagent.documents.map.menus import has_all
from appagent.documents.values import without_numbers
from appagent.screen import Screen
from appagent.screen.language.lexicon import folded
from appagent.screen.names.labels import title
from appagent.screen.transitions import ScreenKey, Transition
from appagent.store import Record

_SHARED = 0.75  # of all names on two pages, which both have if only a choice on one page differs


def same_dialog(screen: Screen, opened: Iterable[ScreenKey], known: Map) -> ScreenKey | None:
    """Return the key of the dialog that is open under another title, such as that of another row; None if none is.

    opened: keys of the dialogs that the touched element is known to open. A dialog of a known kind needs none.
    """
    if screen.kind_id and (kin := [key for key in known.labels if key[0] == screen.kind_id]):
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


def steps_told(
    here: ScreenKey, path: Sequence[Transition], records: Mapping[str, Record], known: Map, *, whole: bool
) -> list[tuple[ScreenKey, Transition]]:
    """Return the steps of a path from page `here`, each after the page that it begins on.

    records: documents by id. whole: True if the path is told on the whole map, where what only chooses is no step.
    """
    steps = list(zip((here, *(each.to for each in path)), path, strict=False))
    effects = [effect_in(records[each.document]) if each.document in records else None for _, each in steps]
    return [
        (start, each)
        for (start, each), seen in zip(steps, effects, strict=True)
        if not (whole and seen and _only_chooses(seen, start, each.to, known))
    ]


def _only_chooses(seen: ObservedEffect, start: ScreenKey, end: ScreenKey, known: Map) -> bool:
    """Tell whether an action selected something on a page that then is the same page, as a tap on a chip does.

    A tab keeps the title as well, but not most of the names that are on the page.
    """
    names = [_names(known, key) for key in (start, end)]
    brings = seen.dialog or seen.controls or seen.fields
    titled = any((seen.title, seen.page)) and keeps_title(seen)
    alike = len(names[0] & names[1]) >= _SHARED * len(names[0] | names[1]) > 0
    return seen.selects and titled and not brings and alike


def _names(known: Map, page: ScreenKey) -> set[str]:
    """Return the names on a page without numbers; an icon has none, only what some document says of it."""
    named = (without_numbers(folded(each.name)) for each in known.labels.get(page, {}).values() if each.kind != "icon")
    return {name for name in named if any(map(str.isalpha, name))}
