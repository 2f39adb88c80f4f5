"""Explorer without a model: it tries every element once, and finds its way by a map of the app that it builds."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from appagent.actions import Finish, TypeText
from appagent.agent import Decision, GiveUp, View
from appagent.learning.knowledge import known, recall
from appagent.learning.trail import Act, effect
from appagent.models import Usage
from appagent.offline.walker import Walk, Walker
from appagent.screen import Element, Screen
from appagent.screen.fields import fields, filled
from appagent.screen.identity import layout
from appagent.screen.labels import inside, state_of
from appagent.screen.transitions import Path, ScreenKey, Transition, moved, screen_key

_ALIKE = 2  # if so many elements of one template did the same, the rest is assumed to do it too
_ALIKE_BARE = 4  # the same for icons without words: a few may do the same by chance
_STALE = 3  # if so many elements of one sort led to nothing new, the rest can wait
_SCROLLS = 6  # most times that one list is scrolled down
_ENTRIES = 12  # most texts typed into one field: every search makes a new page
_LOST = 3  # most times that the way to a page may fail
_BACKS = 2  # back keys on one page: the first may only put the keyboard away, a second be asked about and undone
_TURN = 8  # actions tried on one page before other pages have their turn

_TRIED = ("tap", "long_press")  # kinds of action
_AGAIN = 3  # the rank of an action that can show nothing new

Trial = tuple[str, str, bool]  # element id, kind of action, whether its form is empty or filled by the explorer
Shape = tuple[ScreenKey, str, bool, bool, str]  # page, template and structure, has words, is a switch, kind of action
Sort = tuple[str, str, bool, bool, str, bool]  # a shape by layout only, and the form as in Trial
TrialResult = tuple[str, str]  # effect of an action, and the layout of the screen that it led to


@dataclass
class OfflineExplorer:
    """Explorer that fills a form before it tries the buttons, tries two of many similar rows, scrolls, and goes back.

    New things come first, on whatever page: one element of each template, then a second one, then the others, and last
    what was tried on another page of the same layout. A switch is set back to its first state.
    covered: what the store has documents about, as (screen id, element id, kind of action): that comes last.
    """

    name: str = "offline"
    covered: frozenset[tuple[str, str, str]] = frozenset()
    _walker: Walker = field(default_factory=lambda: Walker(()))
    _walk: Walk[None] | None = None
    _hidden: frozenset[int] = frozenset()
    _home: ScreenKey | None = None
    _waiting: dict[ScreenKey, dict[Trial, Shape]] = field(default_factory=dict)
    _tried: set[tuple[ScreenKey, Trial]] = field(default_factory=set)
    _outcomes: dict[Shape, dict[str, tuple[str, ScreenKey]]] = field(default_factory=dict)  # results by element id
    _sorts: dict[Sort, set[str]] = field(default_factory=dict)  # ids of the elements that were tried
    _stale: Counter[Sort] = field(default_factory=Counter)  # times in a row that its elements led to nothing new
    # results by (layout, trial), then by page
    _layouts: dict[str, str] = field(default_factory=dict)  # layout by screen id, which pages with own titles share
    _elsewhere: dict[tuple[str, Trial], dict[ScreenKey, TrialResult]] = field(default_factory=dict)
    _scrolls: dict[ScreenKey, int] = field(default_factory=dict)
    _lost: dict[ScreenKey, int] = field(default_factory=dict)
    _samples: list[str] = field(default_factory=list)
    _entries: Counter[str] = field(default_factory=Counter)  # times that a text was typed, by the field's id
    _barren: set[str] = field(default_factory=set)  # ids of fields: nothing was tried since a text was typed into them
    _tries: Counter[ScreenKey] = field(default_factory=Counter)
    _dialogs: set[ScreenKey] = field(default_factory=set)
    _returns: Counter[str] = field(default_factory=Counter)  # times that an element led back, by element id
    _switched: str = ""  # id of the switch that the last action turned
    _backed: Counter[ScreenKey] = field(default_factory=Counter)  # back keys by page, since an action was last tried

    @property
    def usage(self) -> Usage:
        """Return zero usage, because no model is asked."""
        return Usage()

    def choose(self, view: View, hidden: frozenset[int]) -> Decision:
        """Return the next action to try, or Finish if nothing is left. hidden: marks of elements not to touch."""
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
        """Remember an action's effect and transition, but nothing of an action that was REFUSED or left the app."""
        if act.element is None or decision == "REFUSED" or act.after.app != act.before.app:
            return  # elements like a refused one may be harmless
        if decision == "AGAIN":
            self._tried -= {each for each in self._tried if each[1][:2] == (act.element.id, act.action.kind)}
        what = effect(act)
        shape = _shape(act.before, self._walker.here, act.element, act.action.kind)
        end = screen_key(act.after)
        self._outcomes.setdefault(shape, {})[act.element.id] = (what, shape[0] if what == "returns" else end)
        trial = (act.element.id, act.action.kind, self._fillable(act.before))
        told = (what, "" if what == "returns" else layout(act.after.templates))
        self._elsewhere.setdefault((self._layout(shape[0]), trial), {})[shape[0]] = told
        self._returns[act.element.id] += what == "returns"
        self._switched = act.element.id if what == "switches" else ""
        if act.action.kind in _TRIED and moved(act.before, act.after, act.action.kind):
            # add it now, because the learning may be interrupted before the next screen
            name, found = (act.element.id, act.element.template, act.action.kind), self._walker.map.find(end)
            self._walker.map.went(shape[0], Transition(*name, found, bool(filled(act.after))))

    def known(self) -> Any:
        """Return the map, the actions tried and the actions left to try, as plain JSON for `recall`."""
        return {"map": known(self._walker.map, _MAP), "covered": known(self, _COVERED)}

    def recall(self, told: Any) -> None:
        """Take over the map, the actions tried, and the actions left to try from an earlier process.

        told: what `known` returned there. Raises KeyError, TypeError or ValueError for any other JSON.
        """
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
        """Remove this page's transitions through hidden elements from the map. hidden: the marks of these elements."""
        known = self._walker.map.transitions.get(self._walker.here, {})
        for element in self._walker.screen.elements:
            if element.mark in hidden:
                for kind in _TRIED:
                    known.pop((element.id, kind), None)

    def _note(self) -> None:
        """Bring the list of actions that are left to try on this page up to date with the screen."""
        screen, here = self._walker.screen, self._walker.here
        waiting = self._waiting.setdefault(here, {})
        self._layouts[here[0]] = layout(screen.templates)
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
        """Yield pairs (element, kind of action) to try here: first empty fields, then what was tried least."""
        screen, here = self._walker.screen, self._walker.here
        waiting = self._open(here)
        for element in _empty_fields(screen):
            new = (self._any_page(here), (element.id, "text", True)) not in self._tried
            worth = self._newest(here) < _AGAIN and element.id not in self._barren
            if (worth or new) and self._entries[element.id] < _ENTRIES:
                yield element, "text"
        fillable = self._fillable(screen)
        ranked = []
        for number, kind in enumerate(_TRIED):
            for element in screen.elements:
                if (element.id, kind, fillable) in waiting:
                    rank = self._rank((element.id, kind, fillable))
                    far = -element.mark if element.listed and rank == 1 else 0  # rows of two sorts rarely alternate
                    ranked.append((rank, number, far, element.mark, element, kind))
        yield from (each[-2:] for each in sorted(ranked, key=lambda each: each[:4]))

    def _try(self, element: Element, kind: str) -> Walk[None]:
        why = "nobody has tried it yet"
        self._tries[self._walker.here] += 1
        self._lost.pop(self._walker.here, None)
        self._backed.clear()
        if kind == "text":
            self._tried.add((self._any_page(self._walker.here), (element.id, "text", True)))
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
        sort = self._sort(trial, shape)
        self._sorts.setdefault(sort, set()).add(element.id)
        if (yield from self._walker.tap(element, why, kind)):
            self._note()
            self._stale[sort] = 0 if self._newest(self._walker.here) < _AGAIN else self._stale[sort] + 1

    def _put_back(self) -> Walk[None]:
        """Tap the switch that the last action turned, so that it is as before. If it is out of sight, do nothing."""
        element = next((e for e in self._walker.screen.elements if e.id == self._switched), None)
        self._switched = ""
        if element is not None:
            yield from self._walker.tap(element, "back to how it was")
            self._switched = ""

    def _better_to_scroll(self, element: Element, kind: str) -> bool:
        """Tell whether to scroll first, because this action can show nothing new, but rows further down may."""
        trial = (element.id, kind, self._fillable(self._walker.screen))
        more = self._scrolls.get(self._walker.here, 0) < _SCROLLS
        return kind != "text" and more and self._rank(trial) == _AGAIN

    def _look_further(self) -> Walk[bool]:
        """Scroll for new rows, then for untried elements out of sight. Return whether any came into sight."""
        if (yield from self._scroll()):
            return True
        if self._newest(self._walker.here) == 0:
            yield from self._walker.sought(lambda: next(self._untried(), None))
            if next(self._untried(), None) is None:
                self._forget({element.id for element in self._walker.screen.elements})
        return next(self._untried(), None) is not None

    def _forget(self, present: set[str]) -> None:
        """Drop the untried actions on elements that this page no longer has. present: ids of its elements."""
        screen, waiting = self._walker.screen, self._waiting[self._walker.here]
        if any(each.text in self._samples for each in fields(screen)):
            return  # the typed text may hide them
        for trial in [trial for trial in waiting if trial[2] == self._fillable(screen) and trial[0] not in present]:
            del waiting[trial]

    def _scroll(self) -> Walk[bool]:
        """Scroll the largest list down once. Return whether other texts came into sight."""
        here = self._walker.here
        self._scrolls[here] = self._scrolls.get(here, 0) + 1
        if self._scrolls[here] > _SCROLLS:
            return False
        more = yield from self._walker.scrolled("up")
        if not more:
            self._scrolls[here] = _SCROLLS
        return more

    def _move_on(self) -> Walk[bool]:
        """Go to the best page with something left to try, else press back. Return False if neither is possible."""
        here, paths = self._walker.here, self._paths()
        left = [page for page in paths if page != here and self._has_open(page)]
        if not left:  # as a last resort, assume that elements lead where they lead on other pages
            present = {e.id for e in self._walker.screen.elements if e.mark not in self._hidden}
            self._walker.map.inherit(here, present)
            paths = self._paths()
            left = [page for page in paths if page != here and self._has_open(page)]
        if left:
            yield from self._set_out(min(left, key=lambda page: (*self._turn(page), len(paths[page]))))
        elif here != self._home and self._backed[here] < _BACKS:
            self._backed[here] += 1
            yield from self._walker.back("nothing is left to try here")
        else:
            return False
        return True

    def _others_turn(self) -> bool:
        """Tell whether another page has newer elements or fewer tries. False if a dialog or form here is unfinished."""
        screen, here = self._walker.screen, self._walker.here
        if self._newest(here) < _AGAIN and (here in self._dialogs or fields(screen)):
            return False
        mine = self._turn(here)
        return any(self._turn(page) < mine for page in self._paths() if page != here and self._has_open(page))

    def _turn(self, page: ScreenKey) -> tuple[int, int]:
        """Return a page's sort key: (lowest rank of its actions left, actions tried // 8). The lowest goes first."""
        return self._newest(page), self._tries[page] // _TURN

    def _newest(self, page: ScreenKey) -> int:
        """Return the lowest rank of the actions left to try on a page (0 new, 3 no news), or 4 if none is left."""
        return min((self._rank(trial, page) for trial in self._open(page)), default=_AGAIN + 1)

    def _rank(self, trial: Trial, page: ScreenKey | None = None) -> int:
        """Return how many elements like the trial's were tried (2 is two or more), or 3 if nothing new can come."""
        page = page or self._walker.here
        sort = self._sort(trial, self._waiting[page][trial])
        tried = self._sorts.get(sort, ())
        held = trial[1] == "long_press" and len(tried) >= _ALIKE  # rows that lead to many pages have one menu
        covered = (page[0], *trial[:2]) in self.covered
        if covered or held or trial[0] in tried or self._returns[trial[0]] >= _ALIKE or self._stale[sort] >= _STALE:
            return _AGAIN
        return min(len(tried), _AGAIN - 1)

    def _set_out(self, page: ScreenKey) -> Walk[None]:
        self._lost[page] = self._lost.get(page, 0) + 1
        yield from self._walker.journey(page, self._paths)

    def _paths(self) -> dict[ScreenKey, Path]:
        """Return the shortest path to each page, by page. Paths that open no filled form are preferred."""
        known, here = self._walker.map, self._walker.here
        return known.paths(here) | known.paths(here, lambda each: not each.to_filled)

    def _dialog_ahead(self) -> ScreenKey | None:
        """Return the page of a dialog that one action opens and that has something new to try, or None."""
        known = self._walker.map.transitions.get(self._walker.here, {}).values()
        near = (each.to for each in known if each.element_id and each.to in self._dialogs)
        return next((page for page in near if self._has_open(page) and self._newest(page) < _AGAIN), None)

    def _has_open(self, page: ScreenKey) -> bool:
        newest = self._newest(page)
        return newest <= _AGAIN and self._lost.get(page, 0) < (_LOST if newest < _AGAIN else 1)

    def _open(self, page: ScreenKey) -> set[Trial]:
        """Return the actions left to try on a page, without those whose effect is known from similar elements."""
        waiting = self._waiting.get(page, {}).items()
        return {trial for trial, shape in waiting if not self._known(shape) and not self._same_elsewhere(page, trial)}

    def _fillable(self, screen: Screen) -> bool:
        """Tell whether the screen has an empty input field, or a field with a text that the explorer typed."""
        return bool(_empty_fields(screen)) or any(
            "text" in element.actions and element.text in self._samples for element in screen.elements
        )

    def _known(self, shape: Shape) -> bool:
        """Tell whether enough similar elements were tried, and nearly all did the same. shape: what they share."""
        done = Counter(self._outcomes.get(shape, {}).values())
        enough = _ALIKE if shape[2] else _ALIKE_BARE
        ((what, _), times), *others = done.most_common() or [(("nothing", shape[0]), 0)]
        return what != "nothing" and times >= enough + _ALIKE * sum(other for _, other in others)

    def _same_elsewhere(self, page: ScreenKey, trial: Trial) -> bool:
        """Tell whether an action was tried on two or more pages with this layout, and did the same on all."""
        done = self._elsewhere.get((self._layout(page), trial), {}).values()
        return len(done) >= _ALIKE and len(set(done)) == 1

    def _layout(self, page: ScreenKey) -> str:
        return self._layouts.get(page[0], page[0])

    def _any_page(self, page: ScreenKey) -> ScreenKey:
        """Return the key that stands for all pages with the same layout: the layout with an empty title."""
        return self._layout(page), ""

    def _sort(self, trial: Trial, shape: Shape) -> Sort:
        """Return a key that a trial shares with similar trials on all pages of a layout. shape: the trial's shape."""
        page, template, worded, switch, kind = shape
        return self._layout(page), template, worded, switch, kind, trial[2]


_MAP = ("labels", "transitions")
_COVERED = (
    "_home", "_waiting", "_tried", "_outcomes", "_scrolls", "_lost", "_samples", "_dialogs", "_returns", "_switched",
    "_backed", "_entries", "_tries", "_sorts", "_elsewhere", "_barren", "_stale",
    "_layouts",
)  # fmt: skip


def _shape(screen: Screen, here: ScreenKey, element: Element, kind: str) -> Shape:
    """Return what an element shares with similar ones: page, template, has words, is a switch, kind of action.

    Rows of one template that are not built alike, and what lies in such rows, count as two templates.
    """
    template = f"{element.template} {element.shape} {element.row_shape}" if element.listed else element.template
    return here, template, bool(element.text), state_of(element, screen) is not None, kind


def _kinds(element: Element, screen: Screen) -> list[str]:
    """Return which of "tap" and "long_press" to try: [] for a field, or for a switch in a row that can be tapped."""
    if element.window not in {"app", "dialog"} or "text" in element.actions:
        return []
    if element.checked is not None and any(inside(row, element) and "tap" in row.actions for row in screen.elements):
        return []
    return [kind for kind in _TRIED if kind in element.actions]


def _empty_fields(screen: Screen) -> list[Element]:
    return [e for e in screen.elements if "text" in e.actions and not e.password and (not e.text or e.text == e.hint)]
