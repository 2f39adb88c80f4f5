"""The explorer without a model: touches what nobody has touched yet, and finds its way over the map it draws."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from appagent.actions import Finish, TypeText
from appagent.agents.atlas import BACK, Door, Path, Place, fields, filled, inside, moved, place_of, state_of
from appagent.agents.walk import Walker, Way
from appagent.learn.knowledge import known, recall
from appagent.learn.reflect import Act, effect
from appagent.loop import Decision, GiveUp, View
from appagent.models import Usage
from appagent.screen import Element, Screen

_ALIKE = 2  # elements of one template that did the same, after which the rest is taken to do it too
_ALIKE_BARE = 4  # the same of icons without words, of which a few may do the same by chance
_STALE = 3  # elements of one sort that led to nothing new, after which the rest can wait
_SCROLLS = 6  # down one list
_ENTRIES = 12  # into one field: what is searched for makes ever new pages
_LOST = 3  # times that a place is set out for, and not reached
_TURN = 8  # things tried at one place, before others have their turn
_DEEPEST = 20  # times back, after which the first place is given up: the map may not know a way that there is

_TRIED = ("tap", "long_press")  # kinds of action
_AGAIN = 3  # the rank of what was tried on another page of the same layout

Key = tuple[str, str, bool]  # element id, kind of action, whether its form was filled by the explorer
Shape = tuple[Place, str, bool, bool, str]  # where, template, whether it has words, or a switch, kind of action
Sort = tuple[str, str, bool, bool, str, bool]  # the same on all pages of a screen; whether the form was filled
Told = tuple[str, str]  # what an action did, and the screen that it led to


@dataclass
class OfflineExplorer:
    """Covers an app: fills a form before it tries the form's buttons, tries two rows of many, scrolls, goes back.

    What is new comes first, wherever it is: one of each template, then a second, then the others, at last what was
    tried on another page of the same layout. A switch is put back as it was.
    """

    name: str = "offline"
    _walker: Walker = field(default_factory=lambda: Walker(()))
    _way: Way[None] | None = None
    _hidden: frozenset[int] = frozenset()
    _home: Place | None = None
    _waiting: dict[Place, dict[Key, Shape]] = field(default_factory=dict)
    _tried: set[tuple[Place, Key]] = field(default_factory=set)
    _outcomes: dict[Shape, dict[str, tuple[str, Place]]] = field(default_factory=dict)  # by element id
    _sorts: dict[Sort, set[str]] = field(default_factory=dict)  # ids of the elements that were tried
    _stale: Counter[Sort] = field(default_factory=Counter)  # how often in a row one led to where nothing was new
    _elsewhere: dict[tuple[str, Key], dict[Place, Told]] = field(default_factory=dict)  # by screen id, then by page
    _scrolls: dict[Place, int] = field(default_factory=dict)
    _lost: dict[Place, int] = field(default_factory=dict)
    _samples: list[str] = field(default_factory=list)
    _entries: Counter[str] = field(default_factory=Counter)  # how often something was typed into a field, by its id
    _barren: set[str] = field(default_factory=set)  # ids of fields: nothing was tried with what was typed last
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
        self._shut(hidden)
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
        end = place_of(act.after)
        self._outcomes.setdefault(shape, {})[act.element.id] = (what, shape[0] if what == "returns" else end)
        key = (act.element.id, act.action.kind, self._fillable(act.before))
        told = (what, "" if what == "returns" else end[0])
        self._elsewhere.setdefault((shape[0][0], key), {})[shape[0]] = told
        self._returns[act.element.id] += what == "returns"
        self._switched = act.element.id if what == "switches" else ""
        if act.action.kind in _TRIED and moved(act.before, act.after, act.action.kind):
            # on the map at once, not with the next screen: between the two the learning may be cut
            door = Door(act.element.id, act.element.template, act.action.kind, filled=bool(filled(act.after)))
            self._walker.atlas.went(shape[0], door, self._walker.atlas.find(end))

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
            dialog, mine = self._dialog_ahead(), not self._others_turn()
            if self._switched:
                yield from self._put_back()
            elif dialog:
                yield from self._set_out(dialog)
            elif mine and found and not self._better_to_scroll(*found):
                yield from self._try(*found)
            elif mine and (yield from self._look_further()):
                continue
            elif not (yield from self._move_on()):
                return

    def _shut(self, hidden: frozenset[int]) -> None:
        """Take off the map what leads nowhere from here after all. hidden: marks of what is not to be touched again."""
        doors = self._walker.atlas.doors.get(self._walker.here, {})
        for element in self._walker.screen.elements:
            if element.mark in hidden:
                for kind in _TRIED:
                    doors.pop((element.id, kind), None)

    def _note(self) -> None:
        """What there is to try on this screen."""
        screen, here = self._walker.screen, self._walker.here
        waiting = self._waiting.setdefault(here, {})
        fillable = self._fillable(screen)
        if any(element.window == "dialog" for element in screen.elements):
            self._dialogs.add(here)
        for element in screen.elements:
            for kind in _kinds(element, screen):
                key = (element.id, kind, fillable)
                if element.mark in self._hidden or (here, key) in self._tried:
                    waiting.pop(key, None)
                else:
                    waiting[key] = _shape(screen, here, element, kind)
        if not any("swipe" in element.actions for element in screen.elements):
            self._forget({element.id for element in screen.elements})

    def _untried(self) -> Iterator[tuple[Element, str]]:
        """What to try on this screen: empty fields first, then what is newest."""
        screen, here = self._walker.screen, self._walker.here
        waiting = self._open(here)
        for element in _empty_fields(screen):
            new = (_any_page(here), (element.id, "text", True)) not in self._tried
            worth = self._newest(here) < _AGAIN and element.id not in self._barren
            if (worth or new) and self._entries[element.id] < _ENTRIES:
                yield element, "text"
        fillable = self._fillable(screen)
        ranked = [
            (self._rank((element.id, kind, fillable)), element, kind)
            for kind in _TRIED
            for element in screen.elements
            if (element.id, kind, fillable) in waiting
        ]
        yield from ((element, kind) for _, element, kind in sorted(ranked, key=lambda each: each[0]))

    def _try(self, element: Element, kind: str) -> Way[None]:
        why = "nobody has tried it yet"
        self._tries[self._walker.here] += 1
        self._lost.pop(self._walker.here, None)
        self._backs = 0
        if kind == "text":
            self._tried.add((_any_page(self._walker.here), (element.id, "text", True)))
            self._entries[element.id] += 1
            self._barren.add(element.id)
            self._samples.append(f"Sample {len(self._samples) + 1}")
            yield Decision(TypeText(self._samples[-1], element.mark), thought=why, summary=why)
            return
        key = (element.id, kind, self._fillable(self._walker.screen))
        self._tried.add((self._walker.here, key))
        for each in fields(self._walker.screen):
            if each.text in self._samples:
                self._barren.discard(each.id)
        shape = self._waiting[self._walker.here].pop(key)
        sort = _sort(key, shape)
        self._sorts.setdefault(sort, set()).add(element.id)
        if (yield from self._walker.tap(element, why, kind)):
            self._note()
            self._stale[sort] = 0 if self._newest(self._walker.here) < _AGAIN else self._stale[sort] + 1

    def _put_back(self) -> Way[None]:
        """Switch once more what was switched."""
        element = next((e for e in self._walker.screen.elements if e.id == self._switched), None)
        self._switched = ""
        if element is not None:
            yield from self._walker.tap(element, "back to how it was")
            self._switched = ""

    def _better_to_scroll(self, element: Element, kind: str) -> bool:
        """Whether there may be something newer further along the list."""
        key = (element.id, kind, self._fillable(self._walker.screen))
        more = self._scrolls.get(self._walker.here, 0) < _SCROLLS
        return kind != "text" and more and self._rank(key) == _AGAIN

    def _look_further(self) -> Way[bool]:
        """Scroll to what nobody has seen, then to what is of a new sort and out of sight, or else is gone."""
        if (yield from self._scroll()):
            return True
        if self._newest(self._walker.here) == 0:
            yield from self._walker.sought(lambda: next(self._untried(), None))
            if next(self._untried(), None) is None:
                self._forget({element.id for element in self._walker.screen.elements})
        return next(self._untried(), None) is not None

    def _forget(self, present: set[str]) -> None:
        """Wait no longer for what is not here any more. present: ids of the elements."""
        screen, waiting = self._walker.screen, self._waiting[self._walker.here]
        if any(each.text in self._samples for each in fields(screen)):
            return  # what was typed may hide it
        for key in [key for key in waiting if key[2] == self._fillable(screen) and key[0] not in present]:
            del waiting[key]

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
        here, ways = self._walker.here, self._ways()
        left = [place for place in ways if place != here and self._has_open(place)]
        if not left:  # as a last resort, what leads somewhere on other pages may do so here
            present = {e.id for e in self._walker.screen.elements if e.mark not in self._hidden}
            self._walker.atlas.inherit(here, present)
            ways = self._ways()
            left = [place for place in ways if place != here and self._has_open(place)]
        if left:
            yield from self._set_out(min(left, key=lambda place: (*self._turn(place), len(ways[place]))))
        elif here != self._home and self._backs < _DEEPEST:
            self._backs += 1
            yield from self._walker.back("nothing is left to try here")
        else:
            return False
        return True

    def _others_turn(self) -> bool:
        """Whether a place that can be reached has something newer, or had fewer turns; where nothing would be lost."""
        screen, here = self._walker.screen, self._walker.here
        if self._newest(here) < _AGAIN and (here in self._dialogs or fields(screen)):
            return False
        mine = self._turn(here)
        return any(self._turn(place) < mine for place in self._ways() if place != here and self._has_open(place))

    def _turn(self, place: Place) -> tuple[int, int]:
        """When it is a place's turn, the smallest first: where there is something new, and little was tried."""
        return self._newest(place), self._tries[place] // _TURN

    def _newest(self, place: Place) -> int:
        """The rank of what is newest at a place."""
        return min((self._rank(key, place) for key in self._open(place)), default=_AGAIN + 1)

    def _rank(self, key: Key, place: Place | None = None) -> int:
        """How many of its sort were tried on any page of the screen; the largest for itself, or what is nothing new."""
        place = place or self._walker.here
        sort = _sort(key, self._waiting[place][key])
        tried = self._sorts.get(sort, ())
        held = key[1] == "long_press" and len(tried) >= _ALIKE  # rows that lead to many pages have one menu
        if held or key[0] in tried or self._returns[key[0]] >= _ALIKE or self._stale[sort] >= _STALE:
            return _AGAIN
        return min(len(tried), _AGAIN - 1)

    def _set_out(self, place: Place) -> Way[None]:
        self._lost[place] = self._lost.get(place, 0) + 1
        yield from self._walker.journey(place, self._ways)

    def _ways(self) -> dict[Place, Path]:
        """The ways to all places: to forms that are empty rather than to those that hold something."""
        atlas, here = self._walker.atlas, self._walker.here
        return atlas.paths(here) | atlas.paths(here, lambda door, _: not door.filled)

    def _dialog_ahead(self) -> Place | None:
        """A dialog behind one action, with something left to try: later, its way may be closed."""
        doors = self._walker.atlas.doors.get(self._walker.here, {})
        near = (place for door, place in doors.values() if door != BACK and place in self._dialogs)
        return next((place for place in near if self._has_open(place) and self._newest(place) < _AGAIN), None)

    def _has_open(self, place: Place) -> bool:
        newest = self._newest(place)
        return newest <= _AGAIN and self._lost.get(place, 0) < (_LOST if newest < _AGAIN else 1)

    def _open(self, place: Place) -> set[Key]:
        """What is left to try at a place."""
        waiting = self._waiting.get(place, {}).items()
        return {key for key, shape in waiting if not self._known(shape) and not self._same_elsewhere(place, key)}

    def _fillable(self, screen: Screen) -> bool:
        """Whether the screen's form is empty, so that it will be filled, or holds what the explorer typed."""
        return bool(_empty_fields(screen)) or any(
            "text" in element.actions and element.text in self._samples for element in screen.elements
        )

    def _known(self, shape: Shape) -> bool:
        """Whether elements of this shape have shown that they do one and the same thing, with few exceptions."""
        done = Counter(self._outcomes.get(shape, {}).values())
        enough = _ALIKE if shape[2] else _ALIKE_BARE
        ((what, _), times), *others = done.most_common() or [(("nothing", shape[0]), 0)]
        return what != "nothing" and times >= enough + _ALIKE * sum(other for _, other in others)

    def _same_elsewhere(self, place: Place, key: Key) -> bool:
        """Whether an element has done one and the same on other pages of the screen."""
        done = self._elsewhere.get((place[0], key), {}).values()
        return len(done) >= _ALIKE and len(set(done)) == 1


_MAP = ("sights", "doors")
_COVERED = (
    "_home", "_waiting", "_tried", "_outcomes", "_scrolls", "_lost", "_samples", "_dialogs", "_returns", "_switched",
    "_backs", "_entries", "_tries", "_sorts", "_elsewhere", "_barren", "_stale",
)  # fmt: skip


def _shape(screen: Screen, here: Place, element: Element, kind: str) -> Shape:
    """What elements that differ in their words only have in common."""
    return here, element.template, bool(element.text), state_of(element, screen) is not None, kind


def _any_page(place: Place) -> Place:
    """What stands for all pages of a screen."""
    return place[0], ""


def _sort(key: Key, shape: Shape) -> Sort:
    """What elements that differ in their words only have in common on all pages of a screen."""
    place, template, worded, switch, kind = shape
    return place[0], template, worded, switch, kind, key[2]


def _kinds(element: Element, screen: Screen) -> list[str]:
    """The actions worth trying: not a switch inside a row that does the same, nor taps into fields."""
    if element.window not in {"app", "dialog"} or "text" in element.actions:
        return []
    if element.checked is not None and any(inside(row, element) and "tap" in row.actions for row in screen.elements):
        return []
    return [kind for kind in _TRIED if kind in element.actions]


def _empty_fields(screen: Screen) -> list[Element]:
    return [e for e in screen.elements if "text" in e.actions and not e.password and (not e.text or e.text == e.hint)]
