"""The map of an app: places, what can be seen at each, and which element leads from one to another.

A place is a screen and its title, since pages of one layout ("Display", "Battery") have one screen id. The map is
drawn from the documents, which carry what was seen behind each element, and from what this run has seen itself.
"""

import random
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from appagent.agents.wording import same
from appagent.screen import Element, Screen
from appagent.store import Record

Place = tuple[str, str]  # (screen id, title)
Path = list[tuple["Door", Place]]  # doors, and where each leads
SEEN = "seen"  # where a document's facts keep what this module reads
STAYING = ("swipe", "text")  # actions that lead nowhere while the screen stays the same
RETURNING = ("leaves", "returns", "saves")  # effects of what does not lead on
_LEADING = ("tap", "long_press")  # actions on elements that may lead elsewhere
_MOST_SIGHTS = 30  # kept in one document
_MOST_LETTERS = 200  # of a label that a document tells
_TITLE_AMONG = 4  # the title is one of the first texts, or there is none


@dataclass(frozen=True)
class Sight:
    """Something at a place. label: its words; for an element without any, what its document says.

    kind: "field", "check" (on or off), "button", "icon" (without words) or "text" (not to be touched).
    """

    label: str
    kind: str
    element_id: str = ""
    template: str = ""


@dataclass(frozen=True)
class Door:
    """One way from a place: an action on an element (no element: the back key).

    filled: it led to a form that held something already. document: id of the record that tells of it, or "".
    onward: it only leads on: it keeps nothing, and does not lead back, unless to what it names, as tabs do.
    """

    element_id: str
    template: str
    action: str
    filled: bool = False
    document: str = ""
    onward: bool = True


BACK = Door("", "", "back")


def title(screen: Screen) -> str:
    """The heading of a screen: its one selected tab, else the first words that belong to no element; "" for none.

    A web page says its own. Digits are "#".
    """
    pages = [e.text for e in screen.elements if e.role == "WebView" and e.text]
    tabs = [e for e in screen.elements if e.selected and e.text]
    if len(tabs) == 1 and sum(e.template == tabs[0].template for e in screen.elements) > 1:
        return _without_numbers(tabs[0].text)
    touched = {part for e in screen.elements for part in (*e.text.split(" · "), e.hint)}
    words = (text for text in screen.texts[:_TITLE_AMONG] if text not in touched)
    return _without_numbers(next(iter((*pages, *words)), ""))


def _without_numbers(words: str) -> str:
    return re.sub(r"\d+", "#", words)[:60]


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


def fields(screen: Screen) -> list[Element]:
    """The fields to type into, in reading order."""
    return [element for element in screen.elements if "text" in element.actions]


def writable(screen: Screen) -> list[Element]:
    """The fields but those of wheels to turn, which always hold something."""
    turning = [element for element in screen.elements if element.role == "NumberPicker"]
    return [field for field in fields(screen) if not any(inside(wheel, field) for wheel in turning)]


def filled(screen: Screen) -> list[Element]:
    """The fields that hold something, wheels aside."""
    return [field for field in writable(screen) if field.text and field.text != field.hint]


def sights(screen: Screen) -> list[Sight]:
    """All that has words on a screen, elements first."""
    found = [_sight(element, screen) for element in screen.elements if element.text or element.hint]
    labels = {part for e in screen.elements for part in e.text.split(" · ")}
    return found + [Sight(text, "text") for text in screen.texts if text not in labels]


def key(sight: Sight) -> str:
    """What a sight is known by at its place: its element's id, else its words."""
    return sight.element_id or sight.label


def moved(before: Screen, after: Screen, action: str) -> bool:
    """Whether an action led to another place; what is scrolled or typed in is still the same, though its title went."""
    stays = action in STAYING and before.screen_id == after.screen_id
    return place_of(before) != place_of(after) and not stays


def seen_facts(before: Screen, after: Screen, action: str, effect: str) -> dict[str, Any]:
    """What a document keeps for the map: where the action was done and led, and what is new to see there."""
    known = set(sights(before))
    new = [asdict(sight) for sight in sights(after) if sight not in known][:_MOST_SIGHTS]
    went = moved(before, after, action)
    return {
        "title": title(before),
        "to_title": title(after if went else before),
        "effect": effect,
        "filled": went and bool(filled(after)),
        "to_sees": new,
    }


def merged_facts(new: Mapping[str, Any], old: Mapping[str, Any], *, keep_way: bool) -> dict[str, Any]:
    """New facts of a document, and what only the old ones have seen behind it; keep_way: the old ones say where to."""
    first, second = (old, new) if keep_way else (new, old)
    seen, other = _mapping(first.get(SEEN)), _mapping(second.get(SEEN))
    sees = _sees(seen)
    if _text(seen, "to_title") == _text(other, "to_title"):
        sees += [sight for sight in _sees(other) if sight not in sees]
    return {**new, SEEN: {**seen, "to_sees": sees[:_MOST_SIGHTS]}}


def effect_of(record: Record) -> str:
    """What a document says that its action did, in the one word of `seen_facts`; "" where it does not."""
    return str(_seen(record).get("effect", ""))


class Atlas:
    """A map that grows. sights: at each place, by element id or words. doors: of each place, by element and action."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self.sights: dict[Place, dict[str, Sight]] = {}
        self.doors: dict[Place, dict[tuple[str, str], tuple[Door, Place]]] = {}
        self._shut: set[tuple[Place, tuple[str, str]]] = set()  # doors that lead nowhere after all
        self._told: set[tuple[Place, str, str]] = set()  # of which doors a document has told
        known = list(records)
        for record in known:  # titled places first: a scrolled list without its title is found among them
            heading = _text(_seen(record), "title")
            if heading:
                self.sights.setdefault((record.screen_id, heading), {})
        for record in known:
            self._read(record)
        for record in reversed(known):  # the best come first, and have the last word
            self._look_behind(record)

    def visit(self, screen: Screen, place: Place | None = None) -> Place:
        """Note what is on a screen; where it is. place: where it is for certain, after scrolling."""
        found = sights(screen)
        place = place or self._like(self.find(place_of(screen)), found)
        self._saw(place, found)
        return place

    def went(self, start: Place, door: Door, end: Place) -> None:
        """Note where a door leads; where it leads back to its start it is none."""
        name = (door.element_id or door.template, door.action)
        if start == end:
            self.doors.get(start, {}).pop(name, None)
            self._shut.add((start, name))
        else:
            self.doors.setdefault(start, {})[name] = (door, end)
            self.sights.setdefault(end, {})

    def came(self, place: Place, start: Place) -> None:
        """Note where a place was entered from: there the back key leads, where that did not turn out otherwise."""
        name = (BACK.template, BACK.action)
        if (place, name) not in self._shut:
            self.doors.setdefault(place, {}).setdefault(name, (BACK, start))

    def everything(self) -> list[Sight]:
        """The sights of all places."""
        return [sight for seen in self.sights.values() for sight in seen.values()]

    def inherit(self, place: Place, present: set[str]) -> None:
        """Let elements lead from a page where they lead on the one most like it. present: their ids."""
        best: dict[tuple[str, str], tuple[int, tuple[Door, Place]]] = {}
        for start, doors in self.doors.items():
            alike = len(self._ids(start) & present) if start != place else 0
            for name, pair in doors.items():
                shut = pair[0].element_id not in present or pair[1] == place or (place, name) in self._shut
                if not shut and alike > best.get(name, (0,))[0]:
                    best[name] = (alike, pair)
        for name, (_, pair) in best.items():
            self.doors.setdefault(place, {}).setdefault(name, pair)

    def saw_all(self, place: Place, shown: set[str]) -> None:
        """Note that a place shows this, by `key`, and nothing else."""
        self.sights[place] = {each: sight for each, sight in self.sights.get(place, {}).items() if each in shown}

    def missed(self, place: Place, sight: Sight) -> None:
        """Note that something is not there after all."""
        self.sights.get(place, {}).pop(key(sight), None)

    def find(self, place: Place) -> Place:
        """The known place that this is: without a title, the only one of its screen."""
        if place in self.sights or place[1]:
            return place
        same = [known for known in self.sights if known[0] == place[0]]
        return same[0] if len(same) == 1 else place

    def paths(self, start: Place, usable: Callable[[Door, Place], bool] = lambda door, end: True) -> dict[Place, Path]:
        """The shortest way to every place that can be reached."""
        ways: dict[Place, Path] = {start: []}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for door, there in self.doors.get(here, {}).values():
                if there not in ways and usable(door, there):
                    ways[there] = [*ways[here], (door, there)]
                    queue.append(there)
        return ways

    def _like(self, place: Place, found: Sequence[Sight]) -> Place:
        """A place, or the known one that it looks like: a list that fits no longer makes another screen of a page."""
        if place in self.sights:
            return place
        ids = {sight.element_id for sight in found if sight.element_id}
        alike = [known for known in self.sights if known[1] == place[1] and 2 * len(ids & self._ids(known)) >= len(ids)]
        return max(alike, key=lambda known: len(ids & self._ids(known)), default=place) if ids else place

    def _ids(self, place: Place) -> set[str]:
        return {sight.element_id for sight in self.sights.get(place, {}).values()}

    def ends(self, element: Element, action: str) -> set[Place]:
        """Where an action on an element leads, wherever it stands; where nothing is known of it, on one of its like."""
        known = [pair for doors in self.doors.values() for pair in doors.values() if pair[0].action == action]
        own = {end for door, end in known if door.element_id == element.id}
        return own or {end for door, end in known if door.template == element.template}

    def menus(self, place: Place) -> set[Place]:
        """Where a tap leads on what stands at a place once: on no row of a list, behind which other things are."""
        times = Counter(sight.template for sight in self.sights.get(place, {}).values())
        doors = self.doors.get(place, {}).values()
        return {end for door, end in doors if door.action == "tap" and times[door.template] <= 1}

    def rows(self, named: Callable[[str], bool]) -> dict[str, set[str]]:
        """Of each list the rows whose first words are named: their element ids, by template."""
        found: dict[str, set[str]] = {}
        for seen in self.sights.values():
            times = Counter(sight.template for sight in seen.values() if sight.kind == "button")
            for sight in seen.values():
                if times[sight.template] > 1 and named(sight.label.split(" · ")[0]):
                    found.setdefault(sight.template, set()).add(sight.element_id)
        return found

    def _saw(self, place: Place, found: Iterable[Sight]) -> None:
        self.sights.setdefault(place, {}).update({key(sight): sight for sight in found})

    def _read(self, record: Record) -> None:
        """Put what a document tells on the map. It may be a stranger's: anything may be missing or odd."""
        seen = _seen(record)
        if not seen or not record.element_id:
            return
        start, end = self._ways(record)
        words = _text(record.facts, "words")
        kind = "field" if record.action == "text" else "button" if words else "icon"
        touched = Sight(words or record.text[:_MOST_LETTERS], kind, record.element_id, record.template)
        self.sights.setdefault(start, {}).setdefault(record.element_id, touched)
        subject = (start, record.element_id, record.action)
        if record.action in _LEADING and start != end and subject not in self._told:
            onward = effect_of(record) not in RETURNING or same(words.split(" · ")[0], end[1])
            door = Door(
                record.element_id, record.template, record.action, seen.get("filled") is True, record.id, onward
            )
            self.went(start, door, end)
        self._told.add(subject)

    def _look_behind(self, record: Record) -> None:
        """Put what a document has seen behind its element on the map."""
        if record.element_id and (sees := _sees(_seen(record))):
            self._saw(self._ways(record)[1], map(_from_facts, sees[:_MOST_SIGHTS]))

    def _ways(self, record: Record) -> tuple[Place, Place]:
        """Where a document's action is done, and where it leads."""
        seen = _seen(record)
        start = self.find((record.screen_id, _text(seen, "title")))
        return start, self.find((record.leads_to or record.screen_id, _text(seen, "to_title")))


def shuffled(records: Iterable[Record], seed: int = 0) -> list[Record]:
    """The same documents, with what they say dealt out anew among the elements: the control of an experiment.

    Each keeps what it is about, and says what another said: its text, where it leads, what was seen there; where
    that can be, one that leads elsewhere. In what they say and how many there are nothing has changed.
    """
    order = sorted(records, key=lambda record: (record.screen_id, record.element_id, record.template, record.action))
    random.Random(seed).shuffle(order)  # noqa: S311
    order.sort(key=_said)
    groups = Counter(map(_said, order))
    turn = max(groups.values(), default=0)  # past all that lead to the same
    return [_saying(record, order[(place + turn) % len(order)]) for place, record in enumerate(order)]


def _said(record: Record) -> str:
    """What a document amounts to: where its action leads, or what it did there."""
    return record.leads_to or effect_of(record)


def _saying(record: Record, other: Record) -> Record:
    facts = {name: fact for name, fact in record.facts.items() if name != SEEN}
    seen = {SEEN: other.facts[SEEN]} if SEEN in other.facts else {}
    return replace(record, text=other.text, leads_to=other.leads_to, facts=facts | seen)


def _seen(record: Record) -> Mapping[str, Any]:
    return _mapping(record.facts.get(SEEN))


def _mapping(found: object) -> Mapping[str, Any]:
    return found if isinstance(found, Mapping) else {}


def _sees(seen: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """What was seen where an action led."""
    told = seen.get("to_sees")
    return [each for each in told if isinstance(each, Mapping)] if isinstance(told, list) else []


def _text(facts: Mapping[str, Any], name: str) -> str:
    found = facts.get(name)
    return found[:_MOST_LETTERS] if isinstance(found, str) else ""


def _sight(element: Element, screen: Screen) -> Sight:
    if "text" in element.actions:
        return Sight(element.hint or element.label or element.text, "field", element.id, element.template)
    kind = "check" if state_of(element, screen) is not None else "button"
    return Sight(element.text, kind, element.id, element.template)


def _from_facts(told: Mapping[str, Any]) -> Sight:
    return Sight(*(_text(told, name) for name in ("label", "kind", "element_id", "template")))
