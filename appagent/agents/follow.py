"""Following a goal word by word: from one thing that it names to the next, until hardly a word of it is left.

It knows no grammar, only what a name is worth to the goal (`tally`) and where the map says that it is.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence

from appagent.actions import Tap
from appagent.agents.atlas import BACK, Door, Path, Place, Sight, fields, filled, inside, state_of, writable
from appagent.agents.filling import Filler, declines
from appagent.agents.forms import holds, label, wheels
from appagent.agents.goal import Value, asks_for
from appagent.agents.guess import STEP, key_of, likeliest, nearest
from appagent.agents.reading import asked, beside
from appagent.agents.speech import runs_on, switched_on, switches
from appagent.agents.tally import Tally, content
from appagent.agents.walk import Target, Walker, Way, heading
from appagent.agents.wording import same, same_kind
from appagent.guard import concern
from appagent.loop import GiveUp
from appagent.screen import Element
from appagent.tasks import Task

_SWITCHING = "enable disable activate deactivate switch turn mark"  # what a switch has done, once it is touched
_CHOICE = 0.3  # what a thing is worth less where it can only be chosen, and not entered
_AMONG = 0.02  # what each further text takes from a name among them
_ITS_SWITCH = 4.0  # what the switch is worth that has a page of its own, once that is open
_OTHER = 0.5  # and a way through a row of a list of which the goal names another
_FARTHEST = 6  # steps towards one thing
_OF_DAY, _LONG = 2, 3  # wheels: hours, minutes; and seconds
_MOST_GUESSES = 3  # in one run


class Follower:
    """One goal on its way. proof: what was done, once it is."""

    def __init__(self, task: Task, walker: Walker, filler: Filler) -> None:
        self.walker, self.filler, self.proof = walker, filler, ""
        self._tally = Tally(
            task.goal, f"{task.app} {task.name}", [heading(sight.label) for sight in walker.atlas.everything()]
        )
        self._used: set[tuple[str, str]] = set()  # what was touched: element ids and words
        self._steps: Counter[tuple[str, str]] = Counter()  # towards each
        self._guessed: list[str] = []  # what was touched where no word led on
        self._typed: list[Value] = []  # and not kept yet
        self._unkept: Place | None = None  # where something was chosen
        self._arrived = False  # at a place by words of the goal
        self._rows: dict[str, set[str]] = {}  # that the goal names
        self._passed: set[Place] = set()  # on the way to the thing that all is done to

    def follow(self) -> Way[None]:
        """Do what the words say, one after the other. Raises GiveUp where too many of them lead nowhere."""
        if len(self.walker.shown) > 1 and self._tally.precise(self.walker.here[1]) == 1:
            self._tally.took(self.walker.here[1])  # a rule led here
            self._tally.did.append(self.walker.here[1])
        while True:
            self.walker.atlas.inherit(self.walker.here, {e.id for e in self.walker.screen.elements})
            if (yield from self._turn_wheels()) or (yield from self._fill_in()) or (yield from self._seek()):
                continue
            target = self._best(near=bool(self._typed))
            if target is not None:
                yield from self._go_to(target)
            elif self._typed or (self._unkept == self.walker.here and self.filler.keeper() is not None):
                yield from self._keep()
            elif self._tally.settled() or not (
                (yield from self._to_a_field())
                or self._leave()
                or (yield from self._seek(self._name()))
                or (yield from self._guess())
            ):
                break
        if self._guessed and self._tally.deeds:
            raise GiveUp(f"{_listed(self._guessed)} seemed nearest in meaning to the task; see whether that was meant")
        if not self._tally.settled():
            raise GiveUp(f"no words on the screen and no document name a way to this: {self._tally.unsaid()}")
        self.proof = f"done, in the order of the task's words: {_listed(self._tally.did)}"

    def find_out(self) -> Way[str]:
        """Go where the words lead, and read there what they ask for. Raises GiveUp where nothing says it."""
        while not (answer := self._said()):
            self.walker.atlas.inherit(self.walker.here, {e.id for e in self.walker.screen.elements})
            if (yield from self._seek()):
                continue
            target = self._best()
            if target is not None and target.sight.kind != "check":
                yield from self._go_to(target)
            elif not ((yield from self._seek(self._tally.phrase())) or (yield from self._guess())):
                raise GiveUp(f"no screen and no document says this: {self._tally.unsaid()}")
        self.proof = f"the screen of '{self._tally.did[-1]}' says it"
        return answer

    def _said(self) -> str:
        """What the screen says of what the words ask for, once they have led to a thing that it is about."""
        screen, tally = self.walker.screen, self._tally
        if not self._passed:
            return ""
        for name in dict.fromkeys((*(heading(e.text) for e in screen.elements), *screen.texts)):
            asked_for = tally.precise(name) == 1 and set(content(name)) & set(tally.left())
            if asked_for and (told := beside(name, screen)):
                return told
        return asked(tally.text, screen.texts) if tally.arrived() else ""

    def _name(self) -> str:
        """What may be searched for where nothing else is to be done: a name that was not met."""
        return "" if self._passed or self._tally.deeds else self._tally.phrase()

    def _leave(self) -> bool:
        """Be free to leave a thing to which something was done: there may be another."""
        left, self._passed = bool(self._passed and self._tally.deeds), set()
        return left

    # --- going to what is named

    def _ways(self) -> dict[Place, Path]:
        """The ways from here: once a thing is entered none that leaves it; out of a dialog none that chooses."""
        self._rows = self.walker.atlas.rows(self._tally.means)
        return self.walker.atlas.paths(self.walker.here, self._usable)

    def _usable(self, door: Door, end: Place) -> bool:
        if door.action == BACK.action:
            return not self._passed
        if not door.onward or (door.filled and self._tally.making and not self._fits(end)):
            return False  # it does something, or is another thing's form
        return end not in self._passed and not (self._in_dialog() and end in self.walker.shown)

    def _of_another(self, door: Door) -> bool:
        """Whether a door is a row of a list of which the goal names another."""
        return door.element_id not in self._rows.get(door.template, {door.element_id})

    def _best(self, *, near: bool = False) -> Target | None:
        """The sight that is worth most; when all seems done, only what is said in full.

        near: only here.
        """
        dialog, settled = bool(self._in_dialog()), self._tally.settled()
        targets = [
            Target(place, sight, score - STEP * len(way) - _OTHER * any(self._of_another(door) for door, _ in way))
            for place, way in self._ways().items()
            if not (near and way)
            for sight in self.walker.atlas.sights.get(place, {}).values()
            if not settled or (self._tally.precise(_names(sight)[0]) == 1 and (sight.kind == "check" or not way))
            if (score := self._score(place, sight, dialog=dialog and not way and not settled)) > 0
        ]
        return likeliest(targets, self._tally)

    def _score(self, place: Place, sight: Sight, *, dialog: bool) -> float:
        """What a sight is worth: the best of its texts, each of which may be its name."""
        name, *more = _names(sight)
        if sight.kind in {"text", "field"} or key_of(sight) in self._used or declines(name):
            return 0.0
        check, thing = sight.kind == "check", self._tally.names(name)
        if check and not thing and (self._tally.precise(name) < 1 or runs_on(self._tally.text, name)):
            return 0.0  # of another thing: what is half said is not to be switched
        within = bool(self._passed)
        if check and place == self.walker.here and self._tally.did_last(name) and switches(self._tally.text):
            return _ITS_SWITCH
        worth = max(self._tally.worth(each, place[1], within=within, dialog=dialog) for each in (name, *more))
        return worth - _CHOICE * (check and thing) - _AMONG * sight.label.count(" · ")

    def _go_to(self, target: Target) -> Way[None]:
        """One step to a sight; or touch it."""
        walker, sight = self.walker, target.sight
        if target.place != walker.here:
            self._steps[key_of(sight)] += 1
            if self._steps[key_of(sight)] > _FARTHEST:
                self._used.add(key_of(sight))
            else:
                yield from self._go_on(target.place)
            return
        element = yield from walker.sought(lambda: walker.element(sight, self._tally.did))
        again = element is not None and (element.id, heading(element.text)) in self._used
        self._used.add(key_of(sight))
        if element is None or again or "tap" not in element.actions:
            walker.atlas.missed(walker.here, sight)
            return
        name = max(_names(sight), key=self._tally.worth)
        yield from self._touch(element, name, f"the task says '{name}'")

    def _go_on(self, place: Place) -> Way[None]:
        """One step towards a place; what the goal names on the way is met by that."""
        walker, path = self.walker, self._ways().get(place, [])
        door, end = path[0] if path else (BACK, place)
        sight = walker.atlas.sights.get(walker.here, {}).get(door.element_id)
        yield from walker.towards(place, path)
        if sight and walker.here == end and self._tally.precise(_names(sight)[0]) == 1:
            self._tally.took(_names(sight)[0])
            self._tally.did.append(_names(sight)[0])

    def _guess(self) -> Way[bool]:
        """Touch what is nearest in meaning to the goal, where no word names it; whether there is anything."""
        walker, tally = self.walker, self._tally
        over = tally.begun or len(self._guessed) == _MOST_GUESSES
        target = None if over else nearest(tally, walker, self._ways(), self._used)
        if target is None:
            return False
        sight, name = target.sight, heading(target.sight.label)
        yield from walker.journey(target.place, self._ways)
        self._used.add(key_of(sight))
        element = (yield from walker.sought(lambda: walker.element(sight))) if walker.here == target.place else None
        if element is None or "tap" not in element.actions:
            return (yield from self._seek(name if tally.shares(name) else "")) or True
        plain = state_of(element, walker.screen) is None  # what a document took for a button may be a switch
        if plain and concern(Tap(element.mark), walker.screen, careful=True) is None:
            self._guessed.append(name)
            meant, done = tally.meant(sight.label), len(tally.did)
            yield from self._touch(element, name, f"'{name}' is nearest in meaning to the task")
            if len(tally.did) > done:
                tally.took(" ".join(meant))
        return True

    def _touch(self, element: Element, name: str, why: str) -> Way[None]:
        """Tap what the goal names; a switch only where it is not yet as the goal wants it."""
        walker, start, tally = self.walker, self.walker.here, self._tally
        self._used.add((element.id, heading(element.text)))
        parent, was = walker.parent, dict(walker.shown)
        state, before = state_of(element, walker.screen), walker.screen.texts
        if state is None or state != switched_on(tally.text, name):
            yield from self._enter(element, name, why)
        moved = walker.here != start
        if state is None and not moved and walker.screen.texts == before:
            return  # nothing came of it
        new = [text for text in walker.screen.texts if text not in was.get(walker.here, ())]
        closed = walker.here == parent and not same(name, walker.here[1])  # a menu, a dialog or a form
        sought = any(kind == "search" and thing in name for kind, thing in self._used)
        opened = tally.names(name) or sought or 2 * len(new) > len(walker.screen.texts) or (moved and not closed)
        tally.took(name)
        tally.did.append(name)
        if state is None and opened:
            self._passed |= {start} if moved else set()
            self._arrived = True
        else:
            tally.took(_SWITCHING if state is not None else "")
            tally.begun, tally.deeds = True, tally.deeds + 1
            self._unkept, self._arrived = walker.here, moved

    def _enter(self, element: Element, name: str, why: str) -> Way[None]:
        """Touch a thing so that it leads, by the map, to what the goal says; agree where that is asked."""
        within = [(each, "tap") for each in self.walker.screen.elements if inside(element, each)]
        known = [(element, "tap"), (element, "long_press"), *within]
        mine = set(content(name))
        way, kind = max(known, key=lambda each: self._worth_behind(each[0], each[1], mine))  # the first of equals
        yield from self.walker.tap(way, why, kind)
        meant = any(self._score(self.walker.here, sight, dialog=True) > 0 for sight in self._in_dialog())
        if not meant and not fields(self.walker.screen):
            yield from self.filler.agree()

    def _worth_behind(self, element: Element, kind: str, besides: set[str]) -> float:
        """The best of what is known to be where this leads, and a door further on."""
        atlas = self.walker.atlas
        ends = atlas.ends(element, kind) - {self.walker.here} if kind in element.actions else set()
        near = {place: 1 for end in ends for _, place in atlas.doors.get(end, {}).values()} | dict.fromkeys(ends, 0)
        scores = [
            self._score(place, sight, dialog=True) - STEP * far
            for place, far in near.items()
            if place != self.walker.here
            for sight in atlas.sights.get(place, {}).values()
            if not besides & set(content(sight.label))
        ]
        return max(scores, default=0.0)

    def _in_dialog(self) -> Sequence[Sight]:
        ids = {e.id for e in self.walker.screen.elements if e.window == "dialog"}
        return [s for s in self.walker.atlas.sights.get(self.walker.here, {}).values() if s.element_id in ids]

    # --- typing

    def _turn_wheels(self) -> Way[bool]:
        """Type a time of day into wheels of numbers, or how long something is to be into three."""
        found, tally = wheels(self.walker.screen), self._tally
        if len(found) == _OF_DAY and tally.times:
            time = tally.times.pop(0)
            parts = time.split(":")
        elif len(found) == _LONG and tally.lengths:
            time, length = tally.lengths.pop(0)
            parts = [f"{part:02}" for part in length]
            tally.took(time)
        else:
            return False
        tally.begun = True
        for number, part in enumerate(parts):
            yield from self.walker.type(wheels(self.walker.screen)[number], part, f"'{part}' is part of {time}")
        self._typed.append(Value("", time))
        tally.did.append(time)
        return True

    def _fill_in(self) -> Way[bool]:
        """Type what belongs into the fields here: by their names, or where the words of the goal have led."""
        tally = self._tally
        found = [field for field in writable(self.walker.screen) if self._is_for_values(field)]
        named = [value for value in tally.values if any(same_kind(value.name, label(field)) for field in found)]
        meant = self._arrived or any(set(content(label(field))) & set(tally.left()) for field in found)
        values = (named or (tally.values if meant else []))[: len(found)]
        if not tally.values and [field.window for field in found] == ["dialog"]:  # where a number may be asked for
            values = [Value("", word) for word in tally.left() if word.isdigit()][:1]
        full = [field for field in filled(self.walker.screen) if not self._mine(field)]
        if not values or (tally.making and full):  # what another thing holds is not to be written over
            return False
        yield from self.filler.fill(values)
        tally.begun = True
        self._typed += values
        tally.values = [value for value in tally.values if value not in values]
        for taken in (*map(label, found), *(value.text for value in values)):
            tally.took(taken)
        tally.did += [value.text for value in values]
        return True

    def _is_for_values(self, field: Element) -> bool:
        named = any(same_kind(value.name, label(field)) for value in self._tally.values)
        return named or not asks_for("search", label(field))

    def _fits(self, place: Place) -> bool:
        """Whether a place has a field by the name of a value; without a hint of its own, an empty one shows that."""
        labels = [s.label for s in self.walker.atlas.sights.get(place, {}).values() if s.kind == "field"]
        return any(same_kind(value.name, each) for value in self._tally.values for each in labels)

    def _mine(self, field: Element) -> bool:
        """Whether a field holds what was typed, or its own name, as an empty one without a hint does."""
        named = any(same_kind(value.name, field.text) for value in self._tally.values)
        return named or any(holds(field, value.text) for value in self._typed)

    def _keep(self) -> Way[None]:
        """Keep what was typed or chosen, or take it with the enter key."""
        typed, self._typed = self._typed, []
        keeper = self.filler.keeper()
        if keeper is None:
            yield from self.walker.enter("what was typed is to be taken")
        elif typed:
            yield from self.filler.keep(typed)
        else:
            yield from self.walker.tap(keeper, "this keeps what was chosen")
        self._unkept = self.walker.here if typed else None  # the form may have stood on another
        self._tally.deeds += 1

    def _seek(self, name: str = "") -> Way[bool]:
        """Search for a name, or a thing that nothing shows or that is to be found; whether there is a way to do so."""
        things = self._tally.things
        if not self._tally.searches():
            things = [each for each in things if self._hidden(each)]
        things = [name] if name else things
        thing = next((each for each in things if ("search", each) not in self._used), None)
        if thing is None:
            return False
        self._used.add(("search", thing))
        yield from self._to_place(lambda sight: asks_for("search", sight.label))
        field = next((f for f in fields(self.walker.screen) if asks_for("search", label(f))), None)
        if field is None:
            return False
        yield from self.walker.type(field, thing, f"'{thing}' is to be found")
        found = [part for e in self.walker.screen.elements if e.id != field.id for part in e.text.split(" · ")]
        if not any(same(thing, part) for part in found):
            yield from self.walker.enter(f"'{thing}' is to be found")
        return True

    def _hidden(self, thing: str) -> bool:
        """Whether nothing on the map has a name."""
        everything = self.walker.atlas.everything()
        return not any(same(thing, part) for sight in everything for part in sight.label.split(" · "))

    def _to_a_field(self) -> Way[bool]:
        """Go where there is a field for what is left to be typed, by its name, or within the thing that it is for."""
        if not self._tally.values or ("field", "") in self._used:
            return False
        self._used.add(("field", ""))
        yield from self._to_place(self._takes)
        self._arrived = bool(fields(self.walker.screen))
        return self._arrived

    def _takes(self, sight: Sight) -> bool:
        named = any(same_kind(value.name, sight.label) for value in self._tally.values)
        return named or bool(self._passed and not asks_for("search", sight.label))

    def _to_place(self, wanted: Callable[[Sight], bool]) -> Way[None]:
        """Go to the nearest place with such a field, as far as the map leads."""
        ways, sights = self._ways(), self.walker.atlas.sights
        near = [p for p in ways if any(s.kind == "field" and wanted(s) for s in sights.get(p, {}).values())]
        place = min(near, key=lambda each: len(ways[each]), default=self.walker.here)
        yield from self.walker.journey(place, self._ways)


def _names(sight: Sight) -> list[str]:
    """What may be the name of a sight: its first text without a number; and of those after it, any of two words."""
    parts = sight.label.split(" · ")
    parts = [part for part in parts if not re.search(r"\d", part)] or parts  # what else there is may be a count
    return parts[:1] + [part for part in parts[1:] if len(content(part)) > 1]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)
