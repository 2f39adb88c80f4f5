"""Explorer without a model: it tries every element once and navigates by the map that it draws.

Here a "page" is a screen with its title: screens of one layout share a screen id and differ by title.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from appagent.actions import Finish, TypeText
from appagent.agent import Decision, GiveUp, View
from appagent.learning.knowledge import known, recall
from appagent.learning.reflect import Act, effect
from appagent.models import Usage
from appagent.offline.walker import Walk, Walker
from appagent.screen import Element, Screen
from appagent.screen.fields import fields, filled
from appagent.screen.labels import inside, state_of
from appagent.screen.transitions import Path, ScreenKey, Transition, moved, screen_key

_ALIKE = 2  # elements of one template that did the same, after which the rest is taken to do it too
_ALIKE_BARE = 4  # the same of icons without words, of which a few may do the same by chance
_STALE = 3  # elements of one sort that led to nothing new, after which the rest can wait
_SCROLLS = 6  # down one list
_ENTRIES = 12  # into one field: what is searched for makes ever new pages
_LOST = 3  # times that a page is set out for, and not reached
_TURN = 8  # things tried at one page, before others have their turn
_DEEPEST = 20  # times back, after which the first page is given up: the map may not know a way that there is

_TRIED = ("tap", "long_press")  # kinds of action
_AGAIN = 3  # the rank of what was tried on another page of the same layout

Trial = tuple[str, str, bool]  # element id, kind of action, whether its form was filled by the explorer
Shape = tuple[ScreenKey, str, bool, bool, str]  # where, template, whether it has words, or a switch, kind of action
Sort = tuple[str, str, bool, bool, str, bool]  # the same on all pages of a screen; whether the form was filled
TrialResult = tuple[str, str]  # effect of an action, and the screen it led to


@dataclass
class OfflineExplorer:
    """Explores an app: fill a form before trying its buttons, try two rows of many alike, scroll, go back.

    New things come first, on whatever page: one element of each template, then a second one, then the others, at last
    those that were tried on another page of the same layout. A switch is set back to its first state.
    """

    name: str = "offline"
    _walker: Walker = field(default_factory=lambda: Walker(()))
    _walk: Walk[None] | None = None
    _hidden: frozenset[int] = frozenset()
    _home: ScreenKey | None = None
    _waiting: dict[ScreenKey, dict[Trial, Shape]] = field(default_factory=dict)
    _tried: set[tuple[ScreenKey, Trial]] = field(default_factory=set)
    _outcomes: dict[Shape, dict[str, tuple[str, ScreenKey]]] = field(default_factory=dict)  # by element id
    _sorts: dict[Sort, set[str]] = field(default_factory=dict)  # ids of the elements that were tried
    _stale: Counter[Sort] = field(default_factory=Counter)  # times in a row that one led to nothing new
    _elsewhere: dict[tuple[str, Trial], dict[ScreenKey, TrialResult]] = field(
        default_factory=dict
    )  # by screen id, then by page
    _scrolls: dict[ScreenKey, int] = field(default_factory=dict)
    _lost: dict[ScreenKey, int] = field(default_factory=dict)
    _samples: list[str] = field(default_factory=list)
    _entries: Counter[str] = field(default_factory=Counter)  # texts typed into each field, by its id
    _barren: set[str] = field(default_factory=set)  # ids of fields: nothing was tried with what was typed last
    _tries: Counter[ScreenKey] = field(default_factory=Counter)
    _dialogs: set[ScreenKey] = field(default_factory=set)
    _returns: Counter[str] = field(default_factory=Counter)  # times that each element led back, by its id
    _switched: str = ""  # id of what the last action switched
    _backs: int = 0  # since something was last tried

    @property
    def usage(self) -> Usage:
        """Return zero usage: no model is asked."""
        return Usage()

    def choose(self, view: View, hidden: frozenset[int]) -> Decision:
        """Return the next action to try, or Finish if nothing is left. hidden: marks that must not be touched."""
        self._hidden = hidden
        self._walker.arrive(view.screen)
        self._shut(hidden)
        if self._walk is None:
            self._home, self._walk = self._home or self._walker.here, self._cover()
        try:
            return next(self._walk)
        except (StopIteration, GiveUp):
            return Decision(Finish(), thought="all that could be found has been tried")

    def learnt(self, act: Act, decision: str) -> None:
        """Remember the effect of an action, for elements of the same template and for switching back."""
        if act.element is None or decision == "REFUSED" or act.after.app != act.before.app:
            return  # elements like a refused one may be harmless
        what = effect(act)
        shape = _shape(act.before, self._walker.here, act.element, act.action.kind)
        end = screen_key(act.after)
        self._outcomes.setdefault(shape, {})[act.element.id] = (what, shape[0] if what == "returns" else end)
        trial = (act.element.id, act.action.kind, self._fillable(act.before))
        told = (what, "" if what == "returns" else end[0])
        self._elsewhere.setdefault((shape[0][0], trial), {})[shape[0]] = told
        self._returns[act.element.id] += what == "returns"
        self._switched = act.element.id if what == "switches" else ""
        if act.action.kind in _TRIED and moved(act.before, act.after, act.action.kind):
            # on the map at once, not with the next screen: between the two the learning may be cut
            name, found = (act.element.id, act.element.template, act.action.kind), self._walker.map.find(end)
            self._walker.map.went(shape[0], Transition(*name, found, bool(filled(act.after))))

    def known(self) -> Any:
        """Return the map, everything that was tried and everything left, as plain JSON."""
        return {"map": known(self._walker.map, _MAP), "covered": known(self, _COVERED)}

    def recall(self, told: Any) -> None:
        """Restore the state that `known` returned."""
        recall(self._walker.map, _MAP, told["map"])
        recall(self, _COVERED, told["covered"])

    def _cover(self) -> Walk[None]:
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
        """Remove transitions of untouchable elements from the map of this screen. hidden: marks of those elements."""
        known = self._walker.map.transitions.get(self._walker.here, {})
        for element in self._walker.screen.elements:
            if element.mark in hidden:
                for kind in _TRIED:
                    known.pop((element.id, kind), None)

    def _note(self) -> None:
        """Note which elements of this screen can still be tried."""
        screen, here = self._walker.screen, self._walker.here
        waiting = self._waiting.setdefault(here, {})
        fillable = self._fillable(screen)
        if any(element.window == "dialog" for element in screen.elements):
            self._dialogs.add(here)
        for element in screen.elements:
            for kind in _kinds(element, screen):
                trial = (element.id, kind, fillable)
                if element.mark in self._hidden or (here, trial) in self._tried:
                    waiting.pop(trial, None)
                else:
                    waiting[trial] = _shape(screen, here, element, kind)
        if not any("swipe" in element.actions for element in screen.elements):
            self._forget({element.id for element in screen.elements})

    def _untried(self) -> Iterator[tuple[Element, str]]:
        """Yield the elements and actions to try on this screen: empty fields first, then the newest kinds."""
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

    def _try(self, element: Element, kind: str) -> Walk[None]:
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
        trial = (element.id, kind, self._fillable(self._walker.screen))
        self._tried.add((self._walker.here, trial))
        for each in fields(self._walker.screen):
            if each.text in self._samples:
                self._barren.discard(each.id)
        shape = self._waiting[self._walker.here].pop(trial)
        sort = _sort(trial, shape)
        self._sorts.setdefault(sort, set()).add(element.id)
        if (yield from self._walker.tap(element, why, kind)):
            self._note()
            self._stale[sort] = 0 if self._newest(self._walker.here) < _AGAIN else self._stale[sort] + 1

    def _put_back(self) -> Walk[None]:
        """Set the switch that was just tried back to its first state."""
        element = next((e for e in self._walker.screen.elements if e.id == self._switched), None)
        self._switched = ""
        if element is not None:
            yield from self._walker.tap(element, "back to how it was")
            self._switched = ""

    def _better_to_scroll(self, element: Element, kind: str) -> bool:
        """Tell whether to scroll on before trying an element, because rows further down may be newer."""
        trial = (element.id, kind, self._fillable(self._walker.screen))
        more = self._scrolls.get(self._walker.here, 0) < _SCROLLS
        return kind != "text" and more and self._rank(trial) == _AGAIN

    def _look_further(self) -> Walk[bool]:
        """Scroll for rows not seen yet, then for waiting elements out of sight; forget those that are gone."""
        if (yield from self._scroll()):
            return True
        if self._newest(self._walker.here) == 0:
            yield from self._walker.sought(lambda: next(self._untried(), None))
            if next(self._untried(), None) is None:
                self._forget({element.id for element in self._walker.screen.elements})
        return next(self._untried(), None) is not None

    def _forget(self, present: set[str]) -> None:
        """Drop waiting trials of elements that are gone from this screen. present: ids of its elements."""
        screen, waiting = self._walker.screen, self._waiting[self._walker.here]
        if any(each.text in self._samples for each in fields(screen)):
            return  # the typed text may hide it
        for trial in [trial for trial in waiting if trial[2] == self._fillable(screen) and trial[0] not in present]:
            del waiting[trial]

    def _scroll(self) -> Walk[bool]:
        """Scroll down a list once; return whether that showed anything new."""
        here = self._walker.here
        self._scrolls[here] = self._scrolls.get(here, 0) + 1
        if self._scrolls[here] > _SCROLLS:
            return False
        more = yield from self._walker.scrolled("up")
        if not more:
            self._scrolls[here] = _SCROLLS
        return more

    def _move_on(self) -> Walk[bool]:
        """Go to the nearest page with something left to try, or back; return whether there is one."""
        here, paths = self._walker.here, self._paths()
        left = [page for page in paths if page != here and self._has_open(page)]
        if not left:  # as a last resort, assume that elements lead where they lead on other pages
            present = {e.id for e in self._walker.screen.elements if e.mark not in self._hidden}
            self._walker.map.inherit(here, present)
            paths = self._paths()
            left = [page for page in paths if page != here and self._has_open(page)]
        if left:
            yield from self._set_out(min(left, key=lambda page: (*self._turn(page), len(paths[page]))))
        elif here != self._home and self._backs < _DEEPEST:
            self._backs += 1
            yield from self._walker.back("nothing is left to try here")
        else:
            return False
        return True

    def _others_turn(self) -> bool:
        """Tell whether to leave this page for one with newer elements or fewer tries, if leaving loses nothing."""
        screen, here = self._walker.screen, self._walker.here
        if self._newest(here) < _AGAIN and (here in self._dialogs or fields(screen)):
            return False
        mine = self._turn(here)
        return any(self._turn(page) < mine for page in self._paths() if page != here and self._has_open(page))

    def _turn(self, page: ScreenKey) -> tuple[int, int]:
        """Rank a page, the lowest first: pages with something new, then pages where little was tried."""
        return self._newest(page), self._tries[page] // _TURN

    def _newest(self, page: ScreenKey) -> int:
        """Return the rank of the newest thing left to try on a page."""
        return min((self._rank(trial, page) for trial in self._open(page)), default=_AGAIN + 1)

    def _rank(self, trial: Trial, page: ScreenKey | None = None) -> int:
        """Rank a trial by how many of its sort were tried on all pages of the screen; the top rank is nothing new."""
        page = page or self._walker.here
        sort = _sort(trial, self._waiting[page][trial])
        tried = self._sorts.get(sort, ())
        held = trial[1] == "long_press" and len(tried) >= _ALIKE  # rows that lead to many pages have one menu
        if held or trial[0] in tried or self._returns[trial[0]] >= _ALIKE or self._stale[sort] >= _STALE:
            return _AGAIN
        return min(len(tried), _AGAIN - 1)

    def _set_out(self, page: ScreenKey) -> Walk[None]:
        self._lost[page] = self._lost.get(page, 0) + 1
        yield from self._walker.journey(page, self._paths)

    def _paths(self) -> dict[ScreenKey, Path]:
        """Return the paths to all pages, preferring empty forms to filled ones."""
        known, here = self._walker.map, self._walker.here
        return known.paths(here) | known.paths(here, lambda each: not each.to_filled)

    def _dialog_ahead(self) -> ScreenKey | None:
        """Return a dialog behind one action, with something left to try: later, its way may be closed."""
        known = self._walker.map.transitions.get(self._walker.here, {}).values()
        near = (each.to for each in known if each.element_id and each.to in self._dialogs)
        return next((page for page in near if self._has_open(page) and self._newest(page) < _AGAIN), None)

    def _has_open(self, page: ScreenKey) -> bool:
        newest = self._newest(page)
        return newest <= _AGAIN and self._lost.get(page, 0) < (_LOST if newest < _AGAIN else 1)

    def _open(self, page: ScreenKey) -> set[Trial]:
        """Return what is left to try on a page."""
        waiting = self._waiting.get(page, {}).items()
        return {trial for trial, shape in waiting if not self._known(shape) and not self._same_elsewhere(page, trial)}

    def _fillable(self, screen: Screen) -> bool:
        """Tell whether the screen's form is empty, so that it will be filled, or holds what the explorer typed."""
        return bool(_empty_fields(screen)) or any(
            "text" in element.actions and element.text in self._samples for element in screen.elements
        )

    def _known(self, shape: Shape) -> bool:
        """Tell whether elements of this shape have shown that they do one and the same thing, with few exceptions."""
        done = Counter(self._outcomes.get(shape, {}).values())
        enough = _ALIKE if shape[2] else _ALIKE_BARE
        ((what, _), times), *others = done.most_common() or [(("nothing", shape[0]), 0)]
        return what != "nothing" and times >= enough + _ALIKE * sum(other for _, other in others)

    def _same_elsewhere(self, page: ScreenKey, trial: Trial) -> bool:
        """Tell whether an element has done one and the same on other pages of the screen."""
        done = self._elsewhere.get((page[0], trial), {}).values()
        return len(done) >= _ALIKE and len(set(done)) == 1


_MAP = ("labels", "transitions")
_COVERED = (
    "_home", "_waiting", "_tried", "_outcomes", "_scrolls", "_lost", "_samples", "_dialogs", "_returns", "_switched",
    "_backs", "_entries", "_tries", "_sorts", "_elsewhere", "_barren", "_stale",
)  # fmt: skip


def _shape(screen: Screen, here: ScreenKey, element: Element, kind: str) -> Shape:
    """Return what elements that differ only in their words have in common."""
    return here, element.template, bool(element.text), state_of(element, screen) is not None, kind


def _any_page(page: ScreenKey) -> ScreenKey:
    """Return the key that stands for all pages of one screen id."""
    return page[0], ""


def _sort(trial: Trial, shape: Shape) -> Sort:
    """Return what similar elements have in common on all pages of a screen."""
    page, template, worded, switch, kind = shape
    return page[0], template, worded, switch, kind, trial[2]


def _kinds(element: Element, screen: Screen) -> list[str]:
    """Return the kinds of action worth trying: none on a switch whose row does the same, no taps on fields."""
    if element.window not in {"app", "dialog"} or "text" in element.actions:
        return []
    if element.checked is not None and any(inside(row, element) and "tap" in row.actions for row in screen.elements):
        return []
    return [kind for kind in _TRIED if kind in element.actions]


def _empty_fields(screen: Screen) -> list[Element]:
    return [e for e in screen.elements if "text" in e.actions and not e.password and (not e.text or e.text == e.hint)]
