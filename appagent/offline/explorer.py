"""Explore without a model: of all untried actions on the map, try the one that shows most per step."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from operator import itemgetter
from typing import Any

from appagent.actions import Finish, Restart, TypeText, parse
from appagent.actions.aiming.scrolling import scroller
from appagent.agent import Decision, GiveUp, View
from appagent.errors import ActionError
from appagent.learning.crawl.entries import ENTRIES, Entries
from appagent.learning.crawl.form_texts import FORM_TEXTS, FormTexts, leaves_form
from appagent.learning.crawl.frontier import REMEMBERED, Frontier, Trial, crawl_name
from appagent.learning.crawl.gains import rate, steps_back
from appagent.learning.crawl.kinds_to_try import TOUCHES, kinds_to_try
from appagent.learning.crawl.routes import RESTART, Route, paths, routes
from appagent.learning.crawl.set_back import SET_BACK, SetBack
from appagent.learning.memory.proposal import Proposal
from appagent.learning.memory.saved_state import known, recall
from appagent.learning.memory.screen_history import BACK, Act, effect
from appagent.models import Usage
from appagent.offline.walker import Walk, Walker
from appagent.screen import Element
from appagent.screen.names.fields import filled
from appagent.screen.names.labels import chosen_instead
from appagent.screen.transitions import Path, ScreenKey, Transition, moved, screen_key

_SCROLLS = 6  # most times that one list is scrolled down
_LOST = 3  # most times that going to a page by one path may fail, or that nothing may be worth trying there
_STALE = 3  # most pages in a row that are visited again at the end without showing anything new
_PROPOSED = 2.0  # gain that is expected of a proposal
_CHANGING = ("saves", "changes", "switches")  # effects after which other pages may show something else


@dataclass
class OfflineExplorer:
    """Explorer that plans by expected gain: an untried action probably shows as much that is new as similar ones did.

    On a page, one element of each group comes first, and a form is filled in when it is first seen. If two elements of
    a group did the same, the others are not tried. A switch or choice is set back to what it was, once what it has
    revealed was tried. Once all was tried, a new round begins, until a whole round has shown nothing new.
    covered: actions that have documents, as (screen id, element id, kind of action); they are not tried again. entries:
    where the app can be started. rounds: False to end once all was tried. asks: tells for what the keyboard is made in
    the focused field of a package; None if nothing does. walker: has the map.
    """

    name: str = "offline"
    covered: frozenset[tuple[str, str, str]] = frozenset()
    entries: Entries = field(default_factory=Entries)
    rounds: bool = True
    asks: Callable[[str], str] | None = None
    usage: Usage = field(default_factory=Usage)
    walker: Walker = field(default_factory=lambda: Walker(()))
    _walk: Walk[None] | None = None
    _hidden: frozenset[int] = frozenset()
    _app: str = ""
    _frontier: Frontier = field(init=False)
    _proposed: dict[ScreenKey, list[Proposal]] = field(default_factory=dict)
    _blanks: dict[ScreenKey, int] = field(default_factory=dict)  # number of a page's fields that are empty at first
    _scrolls: Counter[ScreenKey] = field(default_factory=Counter)
    _lost: Counter[tuple[ScreenKey, str]] = field(default_factory=Counter)  # by page and path, the times it failed
    _texts: FormTexts = field(default_factory=FormTexts)
    _changed: SetBack = field(default_factory=SetBack)
    _refused: set[tuple[ScreenKey, str]] = field(default_factory=set)  # elements that may not be tapped, by page and id
    _fresh: set[str] = field(default_factory=set)  # ids of the screens seen since something was changed
    _stale: int = 0  # number of pages visited again since something was tried
    _unseen: set[ScreenKey] = field(default_factory=set)  # known pages to look at: see `carried_over`

    def __post_init__(self) -> None:
        self._frontier = Frontier(self.covered)
        self._unseen = {*self.walker.map.labels}

    def choose(self, view: View, hidden: frozenset[int]) -> Decision:
        """Return the next action to try, or Finish if nothing is left. hidden: marks of elements not to touch.

        After Finish, a further call returns another action if something was proposed in between.
        """
        self._hidden, self._app = hidden, view.task.app
        pages, failed = {*self.walker.map.labels}, bool(view.steps) and view.steps[-1].outcome in _FAILED
        was = dict(self.walker.map.labels.get(screen_key(view.screen), {}))
        self.walker.arrive(view.screen)
        if self.walker.here in self._unseen:
            self._frontier.retry_changed(self.walker.here, was, self.walker.map.labels[self.walker.here])
        self._look()
        self.entries.arrive(self.walker.here, view.screen.activity, new=self.walker.here not in pages, failed=failed)
        self._walk = self._walk or self._cover()
        decision = next(self._walk, None)
        if decision is None:
            self._walk = None
        return decision or Decision(Finish(), thought="all that could be found has been tried")

    def propose(self, page: ScreenKey, proposals: Iterable[Proposal], groups: Iterable[Iterable[str]] = ()) -> None:
        """Add proposals for a page. They are tried before the actions that the explorer would choose itself.

        page: as `screen_key` returns it. groups: each has the ids of elements that do the same: if two of them did, the
        others are not tried.
        """
        self._proposed.setdefault(page, []).extend(proposals)
        for group in groups:
            ids = sorted(group)
            self._frontier.alike |= dict.fromkeys(ids, " ".join(ids))

    def learnt(self, act: Act, decision: str) -> None:
        """Remember an action's effect and transition, unless the action was refused or left the app."""
        if act.element and decision == "REFUSED":
            self._refused |= {(self.walker.here, act.element.id)} if act.action.kind == "tap" else set()
            self._frontier.refuse(act.element, act.action.kind)
        if act.element is None or decision == "REFUSED" or act.after.app != act.before.app:
            return  # elements like a refused one may be harmless
        here, end, kind, name = self.walker.here, screen_key(act.after), act.action.kind, act.element.id
        if decision == "AGAIN":
            self._frontier.retry(here, name, kind)
        what = effect(act)
        self._frontier.came_to(here, self._frontier.group(act.element, act.before), name, kind, what, act.after)
        self._fresh = set() if what in _CHANGING else self._fresh
        self._changed.note(act, here, self.walker.map.find(end), self._frontier.group)
        if kind in TOUCHES and moved(act.before, act.after, kind):
            # add it now, because the learning run may be interrupted before the next screen
            transition = Transition(name, act.element.template, kind, self.walker.map.find(end))
            onward, full = what not in BACK, bool(filled(act.after))
            self.walker.map.went(here, replace(transition, to_filled=full, onward=onward))

    def put_back(self) -> None:
        """Let the action that was under way when the crawl was cut off count as untried."""
        self._frontier.put_back()

    def known(self) -> Mapping[str, object]:
        """Return the map, the actions tried and the actions left to try."""
        return {name: held for owner, names in self._owners() for name, held in known(owner, names).items()}

    def recall(self, told: Mapping[str, Any]) -> None:
        """Take over the map, the actions tried, and the actions left to try from an earlier process.

        told: what `known` returned there. Raises KeyError or TypeError for anything else.
        """
        for owner, names in self._owners():
            recall(owner, names, told)

    def _owners(self) -> list[tuple[object, tuple[str, ...]]]:
        """Return the objects whose state a later process needs, each with the names of the attributes."""
        own, frontier, changed = (self, _OWN), (self._frontier, REMEMBERED), (self._changed, SET_BACK)
        texts = (self._texts, FORM_TEXTS)
        return [(self.walker.map, _MAP), own, frontier, (self.entries, ENTRIES), changed, texts]

    def _cover(self) -> Walk[None]:
        while True:
            new = [each for each in self._empty() if not self._texts.entries[crawl_name(each)]]
            revealed = self._revealed()
            worth, page = self._best_page()
            entry = self.entries.untried()
            if new:
                yield from self._fill(new[0])
            elif revealed:
                yield from self._try(revealed)
            elif entry and self.entries.expected() / (RESTART + 1) > worth:
                yield self._start(entry)
            elif (page := page or self._stale_page()) is None:
                if not self._set_back([*self._changed.rest()]) and not (self.rounds and self._frontier.again()):
                    return
            elif page == self.walker.here:
                yield from self._try_here()
            else:
                _, start, way = self._routes()[page]
                self._lost[page, way] += 1
                if start is None:
                    yield from self.walker.journey(page, partial(self._paths, empty=bool(self._blanks.get(page))))
                    self._lost[page, ""] += page == self.walker.here  # until something is tried there
                else:
                    yield self._start(start)

    def _look(self) -> None:
        """Update what is known about the page in front."""
        screen, here = self.walker.screen, self.walker.here
        seen = self._frontier.layout(here)
        kinds = {element.id: self._kinds(element) for element in screen.elements}
        self.walker.map.inherit(here, {e.id for e in screen.elements if not self.walker.leads_as_tab(e)})
        self._frontier.look(here, screen, kinds, typed=self._typed(), all_in=scroller(screen) is None)
        for element in (each for each in screen.elements if each.mark in self._hidden):
            for kind in TOUCHES:
                self.walker.map.transitions.get(here, {}).pop((element.id, kind), None)
        if not self._typed():
            self._blanks[here] = max(len(self._empty()), self._blanks.get(here, 0))  # it may open filled in or empty
        self._fresh.add(here[0])
        self._unseen = {page for page in self._unseen - {here} if self._frontier.layout(page) != seen}
        self._texts.look(here, screen)

    def _kinds(self, element: Element) -> list[str]:
        """Return the kinds of action to try on an element of this screen; see `kinds_to_try`.

        The list is also empty for a tab that was chosen on another page, and for an option if the one chosen now could
        not be chosen again.
        """
        here, screen, walker = self.walker.here, self.walker.screen, self.walker
        if element.mark in self._hidden or walker.leads_as_tab(element):
            return []
        if (chosen := chosen_instead(element, screen)) and (here, chosen.id) in self._refused:
            return []
        tried, moves = partial(self._frontier.has_tried, element, screen), self._scrolls[here] < _SCROLLS
        return kinds_to_try(element, screen, self._texts.typed, self._texts.own, tried, moves=moves)

    def _start(self, entry: str) -> Decision:
        """Decide to start the app again. entry: the activity to start it at, or "" for its first page."""
        self.entries.begin(entry)
        return Decision(Restart(self._app, entry), thought=_AFRESH, summary=_AFRESH)

    def _routes(self) -> dict[ScreenKey, Route]:
        """Return the shortest route to each page."""
        here, screen = self.walker.here, self.walker.screen
        reach, starts = self.walker.reach(here), self.entries.starts
        return routes(self.walker.map, here, starts, lambda name: abs(reach.swipes(name, screen)))

    def _paths(self, *, empty: bool) -> Mapping[ScreenKey, Path]:
        """Return the paths from here to all pages. empty: True to prefer those that open a form empty."""
        return paths(self.walker.map, self.walker.here, empty=empty)

    def _best_page(self) -> tuple[float, ScreenKey | None]:
        """Return (gain per step, page) for the most promising page, or (0.0, None). Filling in forms costs steps."""
        best, page = 0.0, None
        ways = 2 if self._offers(self.walker.here, typed=self._typed()) else 1  # there, and back to what is untried
        for each, (steps, _, way) in self._routes().items():
            here = each == self.walker.here
            if here or max(self._lost[each, way], self._lost[each, ""]) < _LOST:
                blanks = len(self._empty()) if here else self._blanks.get(each, 0)
                full = [(True, blanks)] if blanks or not here else []
                holds = self._typed() if here else each in self._texts.keeping
                states = [(True, 0)] if holds else [(False, 0), *full]
                found = max(self._rate(each, ways * steps + more, typed=typed) for typed, more in states)
                best, page = max((best, page), (found, each), key=itemgetter(0))
        return best, page

    def _rate(self, page: ScreenKey, steps: int, *, typed: bool) -> float:
        """Return the best gain per step of a page that is `steps` away. typed: True for when its form is filled in."""
        proposed = [_PROPOSED] * len(self._proposed.get(page, ()))
        back = steps_back(self.walker.map.transitions, page, self._frontier.tried_on(page))
        return rate([*proposed, *(gain for gain, _ in self._offers(page, typed=typed))], steps, back)

    def _offers(self, page: ScreenKey, *, typed: bool) -> list[tuple[float, Trial]]:
        """Return the actions to try on a page, each with its expected gain per step, counting the swipes to it."""
        reach, screen = self.walker.reach(page), self.walker.screen if page == self.walker.here else None
        offers = self._frontier.offers(page, typed=typed)
        return [(gain / (1 + abs(reach.swipes(trial[0], screen))), trial) for gain, trial in offers]

    def _stale_page(self) -> ScreenKey | None:
        """Return the nearest page that was not seen yet, or to see again because the app was changed.

        Of the latter, None is returned once three in a row showed nothing new.
        """
        self._stale += 1
        near = sorted((n, page) for page, (n, _, way) in self._routes().items() if self._lost[page, way] < _LOST)
        stale = (page for _, page in near if self._stale <= _STALE and page[0] not in self._fresh)
        return next((page for _, page in near if page in self._unseen), next(stale, None))

    def _try_here(self) -> Walk[None]:
        """Try a proposal for this page, or else its most promising action, or fill in its form if that is better."""
        here, typed = self.walker.here, self._typed()
        if self._proposed.get(here):
            yield from self._follow(self._proposed[here].pop(0))
            return
        empty = self._empty()
        full = self._rate(here, len(empty), typed=True)
        if empty and (typed or full > self._rate(here, 0, typed=False)):
            yield from self._fill(empty[0])
            return
        screen = self.walker.screen
        if offers := [(not leaves_form(each, screen), gain, each) for gain, each in self._offers(here, typed=typed)]:
            yield from self._try(max(offers, key=lambda offer: offer[:2])[2])

    def _try(self, trial: Trial) -> Walk[None]:
        """Carry out a trial on this page, if its element is found.

        Of several options, the one chosen now is tapped first: if that is refused, it could not be chosen again.
        """
        name, kind, typed = trial
        here, walker = self.walker.here, self.walker
        element = yield from self._found(name)
        if element is None:
            self._frontier.keep(here, walker.map.labels[here].keys() - {name})
            return
        chosen = chosen_instead(element, walker.screen)
        if chosen and (chosen.id, kind, typed) in self._frontier.open[here]:
            element, trial = chosen, (chosen.id, kind, typed)
        self._begin(trial, element, again=kind == "swipe")
        if kind == "swipe":
            self._scrolls[here] += 1
            if not (yield from walker.scrolled("up")):
                self._scrolls[here] = _SCROLLS
                self._look()
            return
        if kind == "back":
            yield from walker.back(_WHY)
            if self._typed() and walker.here == here:  # the first press has only hidden the keyboard
                yield from walker.back(_WHY)
            return
        before = walker.screen.texts
        yield from walker.enter(_WHY) if kind == "enter" else walker.tap(element, _WHY, kind)
        if kind == "turn" and walker.here == here and walker.screen.texts != before:  # there may be more at its side
            self._scrolls[here] += 1
            self._frontier.retry(here, name, kind)
            self._look()

    def _found(self, name: str) -> Walk[Element | None]:
        return (yield from self.walker.found(name, lambda: self.walker.screen.element(name)))

    def _begin(self, trial: Trial, element: Element, *, again: bool = False) -> None:
        here = self.walker.here
        self._frontier.begin(here, trial, self._frontier.group(element, self.walker.screen), again=again)
        self._lost = Counter({each: times for each, times in self._lost.items() if each[0] != here})
        self._stale = 0

    def _fill(self, element: Element, text: str = "") -> Walk[None]:
        """Type a text into an empty field; by default a sample that fits the field."""
        self._begin((element.id, "text", self._typed()), element)
        with suppress(GiveUp):  # the field may disappear while the text is typed
            if self.asks and not text and self._texts.is_unclear(element):
                element = yield from self._focused(element, self.asks)
            now = yield from self.walker.type(element, self._texts.next_for(element, text), _WHY)
            if now.id in {each.id for each in self._empty()}:
                self._texts.give_up(now)

    def _focused(self, element: Element, asks: Callable[[str], str]) -> Walk[Element]:
        """Put the cursor into a field, so that its keyboard tells what it asks for. Raises GiveUp for a password."""
        if not element.focused:
            yield from self.walker.tap(element, "its keyboard tells what it asks for")
        now = self.walker.screen.element(element.id)
        if now is None or not self._texts.note_kind(now, asks(self._app) if now.focused else ""):
            raise GiveUp("the field has gone, or asks for a password")
        return now

    def _follow(self, proposal: Proposal) -> Walk[None]:
        """Carry out a proposal for this page, if its element is found and its call can be parsed."""
        element = yield from self._found(proposal.element_id)
        with suppress(ActionError):
            action, onto = parse(proposal.call), self.walker.screen.element(proposal.onto)
            if element is None or action.marked is None or (action.end_mark is None) != (onto is None):
                return
            marks = {action.marked: element.mark}
            if action.end_mark is not None and onto:
                marks[action.end_mark] = onto.mark
            action = action.remarked(marks)
            self._begin((element.id, action.kind, self._typed()), element)
            if isinstance(action, TypeText):
                yield from self._fill(element, action.text)
            elif action.kind in TOUCHES:
                yield from self.walker.tap(element, "it was proposed", action.kind)
            else:
                yield Decision(action, thought="it was proposed", summary="it was proposed")

    def _revealed(self) -> Trial | None:
        """Return what to try before a switch or choice on this page is set back, or None. Set back what is due."""
        here, screen = self.walker.here, self.walker.screen
        groups = self._frontier.open[here]
        offers = [(gain, t) for gain, t in self._offers(here, typed=self._typed()) if screen.element(t[0])]
        wanted = [each for each in offers if self._changed.comes_first(here, screen, each[1][0], groups[each[1]][2])]
        if not wanted:
            self._set_back([*self._changed.due(here, screen)])
        return max(wanted, key=itemgetter(0))[1] if wanted else None

    def _set_back(self, due: list[tuple[ScreenKey, str]]) -> bool:
        """Propose to tap controls, each given as (page, id). Return whether there is any."""
        for page, name in due:
            self.propose(page, [Proposal(name, "tap(1)")])
        return bool(due)

    def _empty(self) -> list[Element]:
        return self._texts.empty(self.walker.screen)

    def _typed(self) -> bool:
        return self._texts.shown_on(self.walker.screen)


_FAILED = ("failed", "refused", "stale")  # outcomes of a step that did nothing
_WHY, _AFRESH = "nobody has tried it yet", "the app is started again, which is the shortest way"
_MAP = ("labels", "transitions")
_OWN = ("_proposed", "_blanks", "_scrolls", "_lost", "_refused", "_fresh", "_stale", "_unseen")
