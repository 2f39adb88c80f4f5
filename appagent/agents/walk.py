"""Walking an app over its map: to a place or an element, along lists, noting what each step led to.

A way is a generator: it yields what is to be done next, and goes on once the screen that came of it is there.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from appagent.actions import Action, Back, Direction, Enter, LongPress, Swipe, Tap, TypeText
from appagent.agents.atlas import BACK, Atlas, Door, Path, Place, Sight, filled, inside, key, sights, state_of
from appagent.agents.wording import same, words
from appagent.guard import concern
from appagent.loop import Decision, GiveUp
from appagent.screen import Element, Screen
from appagent.store import Record

Found = TypeVar("Found")
Way = Generator[Decision, None, Found]  # yields what to do, returns what was found
Route = tuple[Place, Path | None]  # an end, and the doors to it where a way is known

FAR = 50  # doors to a place that no way is known to
_MOST_SWIPES = 8  # along one list, each way
_MOST_BACKS = 3  # pressed without knowing where they lead
_BOTH = 2  # ends of a list
_CLOSE = 0.05  # two scores so near each other are the same


class NoWay(GiveUp):
    """Nothing was done yet, and nothing is known that leads to what is wanted."""


@dataclass(frozen=True)
class Target:
    """What a way leads to. score: how well it is what was wanted."""

    place: Place
    sight: Sight
    score: float


class Walker:
    """Where the agent is, and what it knows. records: the documents of the app, the best first."""

    screen: Screen
    here: Place

    def __init__(self, records: Iterable[Record]) -> None:
        known = list(records)
        self.atlas = Atlas(known)
        self._documents: dict[tuple[str, str], Record] = {}
        for record in known:
            self._documents.setdefault((record.element_id or record.template, record.action), record)
        self._through: tuple[Place, Door] | None = None  # what is being gone through
        self.shown: dict[Place, Sequence[str]] = {}  # the words of each when it was seen last
        self._came: tuple[Place, Door] | None = None  # what the present place was entered through
        self._last = ""  # id of the last screen
        self._backs = 0
        self._looked_behind: set[tuple[Place, str]] = set()
        self._looked_at: set[Place] = set()

    def arrive(self, screen: Screen) -> None:
        """The screen that came of the last step."""
        stays = self._through is None and self._last == screen.screen_id  # typing and scrolling lead nowhere
        self.here = self.atlas.visit(screen, self.here if stays else None)
        self.screen, self._last = screen, screen.screen_id
        self.shown[self.here] = screen.texts
        if self._through:
            start, door = self._through
            door = replace(door, filled=bool(filled(screen)))
            self.atlas.went(start, door, self.here)
            if start != self.here:
                self._came = (start, door)
                self.atlas.came(self.here, start)
        self._through = None

    def left(self) -> None:
        """The last step led out of the app: it is no way to anywhere."""
        if self._through:
            start, door = self._through
            self.atlas.went(start, door, start)
        self._through = None

    @property
    def entrance(self) -> str:
        """Id of the element by which the present place was entered, or ""."""
        return self._came[1].element_id if self._came else ""

    @property
    def parent(self) -> Place | None:
        """The place from which the present one was entered."""
        return self._came[0] if self._came else None

    def document(self, element: Element, action: str) -> Record | None:
        """What is written about an action on an element, or on those of its template."""
        return self.told(element.id, element.template, action)

    def told(self, element_id: str, template: str, action: str) -> Record | None:
        """The same of what may not be on this screen."""
        return self._documents.get((element_id, action)) or self._documents.get((template, action))

    def best(self, score: Callable[[Place, Sight], float]) -> Target | None:
        """The sight with the best score above 0, the nearest of equals.

        Raises GiveUp where two that do not say the same are as good: one of them would be a guess.
        """
        ways = self.atlas.paths(self.here)
        targets = [
            Target(place, sight, found)
            for place, seen in self.atlas.sights.items()
            for sight in seen.values()
            if (found := score(place, sight)) > 0
        ]
        top = max((target.score for target in targets), default=0.0)
        near = [target for target in targets if target.score > top - _CLOSE]
        names = {heading(target.sight.label): None for target in near}
        first = next(iter(names), "")
        other = next((name for name in names if not same(name, first)), "")
        if other:
            raise NoWay(f"the task may mean '{first}' or '{other}'")
        return min(near, key=lambda target: len(ways.get(target.place, range(FAR))), default=None)

    def reach(self, find: Callable[[], Target | None], hopeful: Callable[[str], float]) -> Way[Sight]:
        """Go where the best target is in sight. hopeful: how much speaks for looking behind a label."""
        while True:
            target = find()
            if target is None:
                yield from self._look_around(hopeful)
            elif target.place != self.here:
                yield from self._go_on(target.place, self.atlas.paths(self.here).get(target.place), hopeful)
            elif (yield from self.sought(partial(self._in_sight, target.sight))):
                return target.sight
            else:
                self.atlas.missed(target.place, target.sight)

    def touch(self, find: Callable[[], Target | None], hopeful: Callable[[str], float]) -> Way[Element]:
        """Go where the best target is in sight; its element. Raises GiveUp where it is none."""
        sight = yield from self.reach(find, hopeful)
        element = self.element(sight)
        if element is None:
            raise GiveUp(f"'{sight.label}' is not to be touched")
        return element

    def go(self, find: Callable[[], Route | None], hopeful: Callable[[str], float]) -> Way[None]:
        """Go to the place that is found, by the way that is found with it."""
        while (found := find()) is None or found[0] != self.here:
            if found is None:
                yield from self._look_around(hopeful)
            else:
                yield from self._go_on(*found, hopeful)

    def tap(self, element: Element, why: str, kind: str = "tap") -> Way[bool]:
        """Tap, or hold, an element; whether that led to another place."""
        record = self.document(element, kind)
        document = record.id if record else ""
        start = self.here
        self._through = (start, Door(element.id, element.template, kind, document=document))
        action = LongPress(element.mark) if kind == "long_press" else Tap(element.mark)
        yield _decision(action, why, document)
        return self.here != start

    def type(self, element: Element, text: str, why: str) -> Way[Element]:
        """Write into a field, over what it holds; the field after that. Raises GiveUp where it went."""
        record = self.document(element, "text")
        holds = bool(element.text) and element.text != element.hint
        yield _decision(TypeText(text, element.mark, clear=holds), why, record.id if record else "")
        typed = [e for e in self.screen.elements if "text" in e.actions]
        same_id = [e for e in typed if e.id == element.id]  # an id may change with what stands beside the field
        now = next(iter(same_id or [e for e in typed if same(e.text, text)]), None)
        if now is None:
            raise GiveUp(f"the field for '{text}' went when it was typed")
        return now

    def enter(self, why: str) -> Way[None]:
        """Press the enter key; where that led is noted when it is seen."""
        self._last = ""
        yield _decision(Enter(), why)

    def back(self, why: str) -> Way[None]:
        """Press the back key."""
        self._through = (self.here, BACK)
        yield _decision(Back(), why)

    def refuse_entry(self, why: str) -> Way[None]:
        """Go back from a form that holds something already: the way here is none to an empty one."""
        if self._came is None:
            raise GiveUp(why)
        (start, door), here = self._came, self.here
        yield from self.back(why)
        known = self.atlas.doors.get(start, {})
        for name, (each, end) in list(known.items()):
            if end == here and (each.element_id == door.element_id or each.template == door.template != ""):
                known[name] = (replace(each, filled=True), end)

    def sought(self, find: Callable[[], Found | None]) -> Way[Found | None]:
        """What `find` finds on the screen, looked for along its list, down to the end and up again.

        What was not seen then is not there, whatever the map says.
        """
        shown, ends = {key(sight) for sight in sights(self.screen)}, 0
        found = find()
        for direction in ("up", "down"):
            for _ in range(_MOST_SWIPES):
                if found is not None:
                    break
                if not (yield from self.scrolled(direction)):
                    ends += 1
                    break
                shown |= {key(sight) for sight in sights(self.screen)}
                found = find()
        if ends == _BOTH:
            self.atlas.saw_all(self.here, shown)
        return found

    def element(self, sight: Sight, names: Sequence[str] | None = None) -> Element | None:
        """The element of a sight, where it is on the screen.

        names: of things of which one is meant. Of the elements of a list that say the same, it is that in its row.
        """
        elements = self.screen.elements
        alike = [e for e in elements if e.text and e.text == sight.label]
        rows = [e for e in elements if any(same(name, part) for name in names or () for part in e.text.split(" · "))]
        in_row = next((e for row in rows for e in alike if inside(row, e)), None)
        if names is not None and in_row is None and len({e.id for e in alike}) > len({e.template for e in alike}):
            return None  # one in each row of a list, and none in the row that is meant
        own = next((e for e in elements if sight.element_id and e.id == sight.element_id), None)
        return in_row or own or next(iter(alike), None)

    def towards(self, place: Place, path: Path | None) -> Way[None]:
        """One step of a way; the back key where no way is known."""
        if not path:
            self._backs += 1
            if self._backs > _MOST_BACKS or self._came is None:  # back from the first page is out of the app
                raise NoWay(f"no way to {_named(place)} is known from here")
            yield from self.back("no way is known from here")
            return
        door, start = path[0][0], self.here
        if door.action == BACK.action:
            yield from self.back("the way leads back")
            return
        element = yield from self.sought(lambda: self._opener(door))
        if element is None:
            self.atlas.went(start, door, start)
        else:
            yield from self.tap(element, f"the map leads through it to {_named(place)}", door.action)

    def journey(self, place: Place, ways: Callable[[], Mapping[Place, Path]]) -> Way[None]:
        """Go to a place as long as there is a way: what is seen on it may be other than the map had it."""
        for _ in ways().get(place, ()):
            path = ways().get(place)
            if path:
                yield from self.towards(place, path)

    def _in_sight(self, sight: Sight) -> bool | None:
        shown = sight.label in self.screen.texts if sight.kind == "text" else self.element(sight) is not None
        return shown or None

    def _opener(self, door: Door) -> Element | None:
        same_id = [e for e in self.screen.elements if e.id == door.element_id]
        like = [e for e in self.screen.elements if not door.element_id and e.template == door.template]
        return next(iter(same_id or like), None)

    def _go_on(self, place: Place, path: Path | None, hopeful: Callable[[str], float]) -> Way[None]:
        """One step towards a place; where no way is known, words on the screen are worth more than turning back."""
        if path or self._hope(hopeful) is None:
            yield from self.towards(place, path)
        else:
            yield from self._look_around(hopeful)

    def _look_around(self, hopeful: Callable[[str], float]) -> Way[None]:
        """Nothing that is known is wanted: open the most hopeful element, or look further along the list."""
        best, place = self._hope(hopeful), self._hoped_for(hopeful)
        if place is not None:
            self._looked_at.add(place)
            yield from self.journey(place, lambda: self.atlas.paths(self.here))
        elif best is not None:
            self._looked_behind.add((self.here, best.id))
            yield from self.tap(best, f"what is wanted may be behind '{best.text}'")
        elif not (yield from self.scrolled("up")):
            raise NoWay("no words on the screen and no document name a way to do this")

    def _hope(self, hopeful: Callable[[str], float]) -> Element | None:
        """What is best to look behind, if anything."""
        best = max(filter(self._may_open, self.screen.elements), key=lambda e: hopeful(e.text), default=None)
        return best if best is not None and hopeful(best.text) > 0 else None

    def _hoped_for(self, hopeful: Callable[[str], float]) -> Place | None:
        """The known place to look at: of those whose title has no other words than what is hoped for, the best."""
        left = [place for place in self.atlas.paths(self.here) if place not in self._looked_at | {self.here}]
        named = [place for place in left if hopeful(place[1]) >= max(len(words(place[1], frozenset())), 1)]
        return max(named, key=lambda place: hopeful(place[1]), default=None)

    def _may_open(self, element: Element) -> bool:
        """Whether a tap only looks: on no field, no switch, nothing that is guarded, nothing that was tried."""
        plain = "tap" in element.actions and "text" not in element.actions
        return (
            plain
            and state_of(element, self.screen) is None
            and (self.here, element.id) not in self._looked_behind
            and concern(Tap(element.mark), self.screen, careful=True) is None
        )

    def scrolled(self, direction: Direction) -> Way[bool]:
        """Move the largest list by most of a screen; whether that showed anything else."""
        lists = [e for e in self.screen.elements if "swipe" in e.actions and "text" not in e.actions]
        if not lists:
            return False
        largest = max(lists, key=lambda e: (e.bounds[2] - e.bounds[0]) * (e.bounds[3] - e.bounds[1]))
        before = self.screen.texts
        yield _decision(Swipe(direction, largest.mark, "long"), "it may be further along the list")
        return self.screen.texts != before


def _named(place: Place) -> str:
    return f"'{place[1]}'" if place[1] else "a page without a title"


def heading(label: str) -> str:
    """The first of an element's words, which name it; the rest tells of it."""
    return label.split(" · ")[0]


def _decision(action: Action, why: str, document: str = "") -> Decision:
    return Decision(action, thought=why, summary=why, documents=(document,) if document else ())
