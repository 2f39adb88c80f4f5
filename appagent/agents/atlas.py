"""The map of an app: places, what can be seen at each, and which element leads from one to another.

A place is a screen and its title, since pages of one layout ("Display", "Battery") have one screen id. The map is
drawn from the documents, which carry what was seen behind each element, and from what this run has seen itself.
"""

import re
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from appagent.screen import Element, Screen
from appagent.store import Record

Place = tuple[str, str]  # (screen id, title)
SEEN = "seen"  # where a document's facts keep what this module reads
_MOST_SIGHTS = 30  # kept in one document
_TITLE_AMONG = 4  # the title is one of the first texts, or there is none


@dataclass(frozen=True)
class Sight:
    """Something with words at a place. kind: "field", "check", "button" or "text" (not to be touched)."""

    label: str
    kind: str
    element_id: str = ""
    template: str = ""


@dataclass(frozen=True)
class Door:
    """One way from a place: an action on an element (no element: the back key)."""

    element_id: str
    template: str
    action: str
    effect: str = ""
    text: str = ""


BACK = Door("", "", "back")


def title(screen: Screen) -> str:
    """The heading of a screen: the first words that belong to no element, digits as "#"; "" where there is none."""
    touched = {part for e in screen.elements for part in (*e.text.split(" · "), e.hint)}
    found = next((text for text in screen.texts[:_TITLE_AMONG] if text not in touched), "")
    return re.sub(r"\d+", "#", found)[:60]


def place_of(screen: Screen) -> Place:
    """Where a screen is on the map."""
    return screen.screen_id, title(screen)


def inside(outer: Element, inner: Element) -> bool:
    """Whether an element lies in another."""
    a, b, c, d = outer.bounds
    left, top, right, bottom = inner.bounds
    return inner is not outer and a <= left and b <= top and right <= c and bottom <= d


def state_of(element: Element, screen: Screen) -> bool | None:
    """On or off, by the element itself or the one switch inside it; None where it is neither."""
    if element.checked is not None:
        return element.checked
    held = [e.checked for e in screen.elements if e.checked is not None and inside(element, e)]
    return held[0] if len(held) == 1 else None


def sights(screen: Screen) -> list[Sight]:
    """All that has words on a screen, elements first."""
    found = [_sight(element, screen) for element in screen.elements if element.text or element.hint]
    labels = {part for e in screen.elements for part in e.text.split(" · ")}
    return found + [Sight(text, "text") for text in screen.texts if text not in labels]


def moved(before: Screen, after: Screen, action: str) -> bool:
    """Whether an action led to another place; a list that was scrolled is still the same, though its title went."""
    return place_of(before) != place_of(after) and not (action == "swipe" and before.screen_id == after.screen_id)


def seen_facts(before: Screen, after: Screen, action: str, effect: str) -> dict[str, Any]:
    """What a document keeps for the map: where the action was done and led, and what is new to see there."""
    known = set(sights(before))
    new = [asdict(sight) for sight in sights(after) if sight not in known][:_MOST_SIGHTS]
    to_title = title(after) if moved(before, after, action) else title(before)
    return {"title": title(before), "to_title": to_title, "effect": effect, "to_sees": new}


class Atlas:
    """A map that grows."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self.sights: dict[Place, dict[tuple[str, str], Sight]] = {}
        self.doors: dict[Place, dict[tuple[str, str], tuple[Door, Place]]] = {}
        known = list(records)
        for record in known:  # titled places first: a scrolled list without its title is found among them
            seen = record.facts.get(SEEN)
            if isinstance(seen, Mapping) and seen.get("title"):
                self.sights.setdefault((record.screen_id, str(seen["title"])), {})
        for record in known:
            self._read(record)

    def visit(self, screen: Screen) -> Place:
        """Note what is on a screen; where it is."""
        place = self.find(place_of(screen))
        self._saw(place, sights(screen))
        return place

    def went(self, start: Place, door: Door, end: Place) -> None:
        """Note where a door leads."""
        self.doors.setdefault(start, {})[(door.element_id or door.template, door.action)] = (door, end)
        self.sights.setdefault(end, {})

    def find(self, place: Place) -> Place:
        """The known place that this is: without a title, the only one of its screen."""
        if place in self.sights or place[1]:
            return place
        same = [known for known in self.sights if known[0] == place[0]]
        return same[0] if len(same) == 1 else place

    def path(self, start: Place, end: Place) -> list[tuple[Door, Place]] | None:
        """The doors from one place to another and where each leads, the fewest; None where no way is known."""
        ways: dict[Place, list[tuple[Door, Place]]] = {start: []}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if here == end:
                return ways[here]
            for door, there in self.doors.get(here, {}).values():
                if there not in ways:
                    ways[there] = [*ways[here], (door, there)]
                    queue.append(there)
        return None

    def _saw(self, place: Place, found: Iterable[Sight]) -> None:
        known = self.sights.setdefault(place, {})
        for sight in found:
            known[(sight.element_id, sight.label)] = sight

    def _read(self, record: Record) -> None:
        """Put what a document tells on the map. It may be a stranger's: anything may be missing or odd."""
        seen = record.facts.get(SEEN)
        if not isinstance(seen, Mapping):
            return
        start = self.find((record.screen_id, str(seen.get("title", ""))))
        end = self.find((record.leads_to or record.screen_id, str(seen.get("to_title", ""))))
        words = str(record.facts.get("words", ""))
        if words and record.element_id:
            self._saw(start, [Sight(words, _KINDS.get(record.action, "button"), record.element_id, record.template)])
        if start != end:
            door = Door(record.element_id, record.template, record.action, str(seen.get("effect", "")), record.text)
            self.went(start, door, end)
        self._saw(end, [_from_facts(told) for told in seen.get("to_sees", ()) if isinstance(told, Mapping)])


_KINDS = {"text": "field"}


def _sight(element: Element, screen: Screen) -> Sight:
    if "text" in element.actions:
        return Sight(element.hint or element.text, "field", element.id, element.template)
    kind = "check" if state_of(element, screen) is not None else "button"
    return Sight(element.text, kind, element.id, element.template)


def _from_facts(told: Mapping[str, Any]) -> Sight:
    return Sight(*(str(told.get(name, "")) for name in ("label", "kind", "element_id", "template")))
