"""The explorer without a model: touches what nobody has touched yet, and finds its way over the map it draws."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from appagent.actions import Finish, TypeText
from appagent.agents.atlas import BACK, Path, Place, fields, inside, place_of, state_of
from appagent.agents.walk import Walker, Way
from appagent.learn.knowledge import known, recall
from appagent.learn.reflect import Act, effect
from appagent.loop import Decision, GiveUp, View
from appagent.models import Usage
from appagent.screen import Element, Screen

_ALIKE = 2  # elements of one template that did the same, after which the rest is taken to do it too
_ALIKE_BARE = 4  # the same of icons without words, of which a few may do the same by chance
_SCROLLS = 6  # down one list
_ENTRIES = 12  # into one field: what is searched for makes ever new pages
_LOST = 3  # times that a place is set out for, and not reached
_TURN = 8  # things tried at one place, before others have their turn
_DEEPEST = 20  # times back, after which the first place is given up: the map may not know a way that there is

Key = tuple[str, str, bool]  # element id, kind of action, whether its form was filled by the explorer
Shape = tuple[Place, str, bool, bool, str]  # where, template, whether it has words, or a switch, kind of action


@dataclass
class OfflineExplorer:
    """Covers an app: fills a form before it tries the form's buttons, tries two rows of many, scrolls, goes back.

    A switch is put back as it was.
    """

    name: str = "offline"
    _walker: Walker = field(default_factory=lambda: Walker(()))
    _way: Way[None] | None = None
    _hidden: frozenset[int] = frozenset()
    _home: Place | None = None
    _waiting: dict[Place, dict[Key, Shape]] = field(default_factory=dict)
    _tried: set[tuple[Place, Key]] = field(default_factory=set)
    _outcomes: dict[Shape, dict[str, tuple[str, Place]]] = field(default_factory=dict)  # by element id
    _scrolls: dict[Place, int] = field(default_factory=dict)
    _lost: dict[Place, int] = field(default_factory=dict)
    _samples: list[str] = field(default_factory=list)
    _entries: Counter[str] = field(default_factory=Counter)  # how often something was typed into a field, by its id
    _tries: Counter[Place] = field(default_factory=Counter)
    _dialogs: set[Place] = field(default_factory=set)
    _returns: Counter[str] = field(default_factory=Counter)  # how often an element has led back, by its id
    _switched: str = ""  # id of what the last action switched
    _backs: int = 0  # since something was last tried

    @property
    def usage(self) -> Usage:
        """Nothing: no model is asked."""
        return Usage()

    def choose(self, view: View, hidden: frozenset[int]) -> Decision:
        """What to try next; Finish when all that could be found has been."""
        self._hidden = hidden
        self._walker.arrive(view.screen)
        if self._way is None:
            self._home, self._way = self._home or self._walker.here, self._cover()
        try:
            return next(self._way)
        except (StopIteration, GiveUp):
            return Decision(Finish(), thought="all that could be found has been tried")

    def learnt(self, act: Act, decision: str) -> None:
        """Remember what elements of one template do, and what is to be put back."""
        if act.element is None or decision == "REFUSED" or act.after.app != act.before.app:
            return  # of what was refused its like may be harmless
        what = effect(act)
        shape = _shape(act.before, self._walker.here, act.element, act.action.kind)
        self._outcomes.setdefault(shape, {})[act.element.id] = (what, place_of(act.after))
        self._returns[act.element.id] += what == "returns"
        self._switched = act.element.id if what == "switches" else ""

    def known(self) -> Any:
        """The map, what was tried on it, and what is left."""
        return {"map": known(self._walker.atlas, _MAP), "covered": known(self, _COVERED)}

    def recall(self, told: Any) -> None:
        """Go on with a map."""
        recall(self._walker.atlas, _MAP, told["map"])
        recall(self, _COVERED, told["covered"])

    def _cover(self) -> Way[None]:
        while True:
            self._note()
            found = next(self._untried(), None)
            dialog = self._dialog_ahead()
            if self._switched:
                yield from self._put_back()
            elif dialog:
                yield from self._set_out(dialog)
            elif found and not self._others_turn():
                yield from self._try(*found)
            elif not found and (yield from self._scroll()):
                continue
            elif not (yield from self._move_on()):
                return

    def _note(self) -> None:
        """What there is to try on this screen."""
        screen, here = self._walker.screen, self._walker.here
        waiting = self._waiting.setdefault(here, {})
        filled = self._fillable(screen)
        if any(element.window == "dialog" for element in screen.elements):
            self._dialogs.add(here)
        for element in screen.elements:
            for kind in _kinds(element, screen):
                key = (element.id, kind, filled)
                if element.mark in self._hidden or (here, key) in self._tried:
                    waiting.pop(key, None)
                else:
                    waiting[key] = _shape(screen, here, element, kind)

    def _untried(self) -> Iterator[tuple[Element, str]]:
        """What to try on this screen: empty fields first, then what is untouched, last what led back elsewhere."""
        screen, here = self._walker.screen, self._walker.here
        waiting = self._open(here)
        for element in _empty_fields(screen):
            new = (here, (element.id, "text", True)) not in self._tried
            if (waiting or new) and self._entries[element.id] < _ENTRIES:
                yield element, "text"
        filled = self._fillable(screen)
        in_order = sorted(screen.elements, key=lambda element: self._returns[element.id])
        for kind in ("tap", "long_press"):
            yield from ((element, kind) for element in in_order if (element.id, kind, filled) in waiting)

    def _try(self, element: Element, kind: str) -> Way[None]:
        why = "nobody has tried it yet"
        self._tries[self._walker.here] += 1
        self._lost.pop(self._walker.here, None)
        self._backs = 0
        if kind == "text":
            self._tried.add((self._walker.here, (element.id, "text", True)))
            self._entries[element.id] += 1
            self._samples.append(f"Sample {len(self._samples) + 1}")
            yield Decision(TypeText(self._samples[-1], element.mark), thought=why, summary=why)
            return
        key = (element.id, kind, self._fillable(self._walker.screen))
        self._tried.add((self._walker.here, key))
        self._waiting[self._walker.here].pop(key, None)
        yield from self._walker.tap(element, why, kind)

    def _put_back(self) -> Way[None]:
        """Switch once more what was switched."""
        element = next((e for e in self._walker.screen.elements if e.id == self._switched), None)
        self._switched = ""
        if element is not None:
            yield from self._walker.tap(element, "back to how it was")
            self._switched = ""

    def _scroll(self) -> Way[bool]:
        """Look further along a list, as long as that shows something new."""
        here = self._walker.here
        self._scrolls[here] = self._scrolls.get(here, 0) + 1
        if self._scrolls[here] > _SCROLLS:
            return False
        more = yield from self._walker.scrolled("up")
        if not more:
            self._scrolls[here] = _SCROLLS
        return more

    def _move_on(self) -> Way[bool]:
        """Go to the nearest place where something is left to try, or back; whether there is one."""
        here = self._walker.here
        left = [place for place in self._ways() if place != here and self._has_open(place)]
        if left:
            yield from self._set_out(min(left, key=lambda place: (self._turns(place), len(self._ways()[place]))))
        elif here != self._home and self._backs < _DEEPEST:
            self._backs += 1
            yield from self._walker.back("nothing is left to try here")
        else:
            return False
        return True

    def _others_turn(self) -> bool:
        """Whether a place that can be reached has had fewer turns than this one, where nothing here would be lost."""
        screen, here = self._walker.screen, self._walker.here
        if here in self._dialogs or fields(screen) or not self._turns(here):
            return False
        fewest = min((self._turns(place) for place in self._ways() if self._has_open(place)), default=0)
        return fewest < self._turns(here)

    def _turns(self, place: Place) -> int:
        return self._tries[place] // _TURN

    def _set_out(self, place: Place) -> Way[None]:
        self._lost[place] = self._lost.get(place, 0) + 1
        for _ in self._ways().get(place, ()):
            if self._walker.here != place:
                yield from self._walker.towards(place, self._ways().get(place))

    def _ways(self) -> dict[Place, Path]:
        """The ways to all places: to forms that are empty rather than to those that hold something."""
        atlas, here = self._walker.atlas, self._walker.here
        return atlas.paths(here) | atlas.paths(here, lambda door, _: not door.filled)

    def _dialog_ahead(self) -> Place | None:
        """A dialog behind one action, with something left to try: later, its way may be closed."""
        doors = self._walker.atlas.doors.get(self._walker.here, {})
        near = (place for door, place in doors.values() if door != BACK and place in self._dialogs)
        return next((place for place in near if self._has_open(place)), None)

    def _has_open(self, place: Place) -> bool:
        return self._lost.get(place, 0) < _LOST and bool(self._open(place))

    def _open(self, place: Place) -> set[Key]:
        """What is left to try at a place."""
        waiting = self._waiting.get(place, {}).items()
        return {key for key, shape in waiting if self._returns[key[0]] < _ALIKE and not self._known(shape)}

    def _fillable(self, screen: Screen) -> bool:
        """Whether the screen's form is empty, so that it will be filled, or holds what the explorer typed."""
        return bool(_empty_fields(screen)) or any(
            "text" in element.actions and element.text in self._samples for element in screen.elements
        )

    def _known(self, shape: Shape) -> bool:
        """Whether elements of this shape have shown that they do one and the same thing."""
        done = self._outcomes.get(shape, {}).values()
        enough = _ALIKE if shape[2] else _ALIKE_BARE
        return len(done) >= enough and len(set(done)) == 1 and all(what != "nothing" for what, _ in done)


_MAP = ("sights", "doors")
_COVERED = (
    "_home", "_waiting", "_tried", "_outcomes", "_scrolls", "_lost", "_samples", "_dialogs", "_returns", "_switched",
    "_backs", "_entries", "_tries",
)  # fmt: skip


def _shape(screen: Screen, here: Place, element: Element, kind: str) -> Shape:
    """What elements that differ in their words only have in common."""
    return here, element.template, bool(element.text), state_of(element, screen) is not None, kind


def _kinds(element: Element, screen: Screen) -> list[str]:
    """The actions worth trying: not a switch inside a row that does the same, nor taps into fields."""
    if element.window not in {"app", "dialog"} or "text" in element.actions:
        return []
    if element.checked is not None and any(inside(row, element) and "tap" in row.actions for row in screen.elements):
        return []
    return [kind for kind in ("tap", "long_press") if kind in element.actions]


def _empty_fields(screen: Screen) -> list[Element]:
    return [e for e in screen.elements if "text" in e.actions and not e.password and (not e.text or e.text == e.hint)]
