"""Find the places of the map that an agent may mean by a name, and say which they are if there are several."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from appagent.actions import ByName, GoTo
from appagent.actions.parts.description import quoted
from appagent.documents.map.known_map import KnownMap
from appagent.documents.map.place import BACK, SEPARATOR, Place, held_in
from appagent.screen.language.lexicon import folded
from appagent.screen.names.labels import same
from appagent.screen.transitions import ScreenKey

MOST_NAMED = 5  # places in a message


def places_meant(
    known: KnownMap, name: str, here: ScreenKey, asked: GoTo | ByName | None = None, held: Collection[str] = ()
) -> list[Place]:
    """Return the places that a name may stand for, reachable or trusted ones if there are any.

    asked: the action that names the place: `go_to` prefers pages, and an action on fields or other controls prefers
    places that may take it. None for a place on the way. held: folded names of what is to be held: no place behind a
    tap on one of them is meant.
    """
    controls = asked.controls if isinstance(asked, ByName) else ()
    found = known.named(name, here, controls)
    found = [each for each in found if each.label and each.label.kind in controls] or found
    found = [each for each in found if _holds(each, held)]
    if isinstance(asked, GoTo):
        found = [each for each in found if each.label is None] or found
    found = [each for each in found if each.reachable] or found
    found = [each for each in found if not each.untrusted] or found
    found = _without_other_tabs(known, _once_a_page(found))
    if isinstance(asked, GoTo) and len({folded(spelled(each)) for each in found}) == 1:  # no words tell them apart
        return sorted(found, key=lambda each: each.page in known.dialogs)[:1]
    return found


def _holds(place: Place, held: Collection[str]) -> bool:
    """Tell whether all of some names that the path to a place goes through are held there. held: the names, folded."""
    through = place.steps[:-1] if place.label else place.steps
    return all(folded(step) not in held or step in place.held for step in through)


def further_on(
    known: KnownMap, names: Sequence[str], here: ScreenKey | None, asked: GoTo | ByName
) -> tuple[Place, tuple[str, ...]] | None:
    """Return the only place that the first of some names stand for, and the names that are left; None if there is none.

    It must lie further on from the page `here`, on a path that goes through nothing but these names and elements
    without any. asked: the action that gives the names.
    """
    if here is None:
        return None
    for count in range(len(names), 0, -1):
        found = places_meant(
            known, SEPARATOR.join(names[:count]), here, asked if count == len(names) else None, held_in(asked.place)
        )
        on = [each for each in found if each.reachable and each.page != here]
        if len(on) == 1 and _goes_through(known, on[0], here, names):
            return on[0], tuple(names[count:])
    return None


def _goes_through(known: KnownMap, place: Place, here: ScreenKey, names: Sequence[str]) -> bool:
    """Tell whether all elements on the path to a place have no words or one of some names, and none is the back key."""
    path = known.path_to(place, here) or []
    starts = [here, *(each.to for each in path)]
    told = [known.label_of(each, start) for each, start in zip(path, starts, strict=False)]
    return BACK not in place.steps and all(not step or any(same(step, name) for name in names) for step in told)


def _once_a_page(places: Iterable[Place]) -> list[Place]:
    """Return one place for several elements of one name on one page; the walk ends there if it sees more than one."""
    found: dict[tuple[ScreenKey, str], Place] = {}
    for each in places:
        same = (each.page, folded(each.name))
        label = each.label and replace(each.label, element_id="")
        found[same] = replace(found[same], label=label) if same in found and label else found.get(same, each)
    return list(found.values())


def _without_other_tabs(known: KnownMap, places: Sequence[Place]) -> list[Place]:
    """Return some places without those that are the same page, or the same element, behind another tab of a page.

    Dialogs are left out if there are pages, because a sheet or menu of that title is about the page or leads to it.
    places: places of one name, the nearest first.
    """
    kept: list[Place] = []
    pages = [each for each in places if each.label is None and not each.dialog]
    for each in places:
        element = each.label.key if each.label else ""
        alike = (other for other in kept if (other.label.key if other.label else "") == element)
        if not (each.dialog and pages) and not any(_stays(known, other.page, each.page) for other in alike):
            kept.append(each)
    return kept


def _stays(known: KnownMap, one: ScreenKey, other: ScreenKey) -> bool:
    """Tell whether a path between two pages comes only to pages that have their title."""
    path = known.paths(one).get(other)
    return path is not None and all(each.to[1] == one[1] for each in path)


def one_of(name: str, found: Sequence[str]) -> str:
    """Return a message that a name may stand for any of several. found: what to write for each."""
    told = ", ".join(map(quoted, found[:MOST_NAMED]))
    return f"{quoted(name)} may be any of these: {told}; write the whole of one, or use the marks"


def spelled(place: Place) -> str:
    """Return what to write for a place: its path, or its page and name if no path is known."""
    around = place.page[1] if place.label and place.page[1] else ""
    return place.path if place.reachable and place.steps else SEPARATOR.join(filter(None, (around, place.name)))
