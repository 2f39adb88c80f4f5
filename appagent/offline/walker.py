"""Walk through an app by its map: to a screen, to an element, along a list. Each step adds to the map.

A walk is a generator: it yields each action as a Decision, goes on when the next screen is there, and returns a result.
"""

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeVar

from appagent.actions import Action, Back, Direction, Enter, LongPress, Swipe, Tap, TypeText
from appagent.actions.aiming.scrolling import scroller
from appagent.agent import Decision, GiveUp
from appagent.documents.map.app_map import KnownLabels, Map
from appagent.documents.outcomes.evidence import has_closed
from appagent.learning.crawl.list_positions import Reach
from appagent.screen import Element, Screen
from appagent.screen.finding_again.resolve import under_known_names
from appagent.screen.names.fields import fields, filled
from appagent.screen.names.labels import Label, labels, same
from appagent.screen.transitions import Path, ScreenKey, Transition, back_to
from appagent.store import Record

Sought = TypeVar("Sought")
Walk = Generator[Decision, None, Sought]  # yields what to do, returns what was found

_MOST_SWIPES = 8  # along one list, each way
_ACTIONS: Mapping[str, Callable[[int], Action]] = {
    "tap": Tap, "long_press": LongPress, "turn": partial(Swipe, "left", distance="long"),
}  # fmt: skip


class Walker:
    """Position in an app, with its map. records: documents, best first. screen, here: the screen in front, its key."""

    screen: Screen
    here: ScreenKey

    def __init__(self, records: Iterable[Record], labels: KnownLabels | None = None) -> None:
        known = list(records)
        self.map = Map(known, labels)
        self._documents = {(each.element_id or each.template, each.action): each for each in reversed(known)}
        self._names = {name for each in known for name in (each.element_id, each.template, each.screen_id)}
        self._started: tuple[ScreenKey, Transition] | None = None  # start and transition whose end is not seen yet
        self._last = ""  # id of the last screen
        self._reach: dict[ScreenKey, Reach] = {}
        self._tabs: dict[str, tuple[Transition, bool]] = {}  # where a tab leads, and whether the title stays; by id

    def arrive(self, screen: Screen) -> None:
        """Set the position to a screen. Add the screen, and the transition that led to it, to the map."""
        screen = under_known_names(screen, self._names)
        stays = self._started is None and self._last == screen.screen_id  # typing and scrolling lead nowhere
        closed = bool(self._last) and has_closed(self.screen, screen)
        self.here = self.map.visit(screen, self.here if stays else None)
        self.screen, self._last = screen, screen.screen_id
        self.reach(self.here).note(screen)
        if self._started:
            start, transition = self._started
            back = transition.action == Back.kind
            hides_keyboard = back and start == self.here and any(each.focused for each in fields(screen))
            if not hides_keyboard:
                told = self.map.transitions.get(start, {}).get(transition.key)
                onward = told is None or told.to != self.here or told.onward
                self.map.went(start, replace(transition, to=self.here, to_filled=bool(filled(screen)), onward=onward))
            if self._is_tab(transition):
                self._tabs[transition.element_id] = replace(transition, to=self.here), start[1] == self.here[1]
            elif start != self.here and not back:
                below = self.map.transitions.get(start, {}).get(back_to(start).key) if closed else None
                if below is None or below.to != self.here:
                    self.map.came(self.here, below.to if below else start)
        for tab, of_item in (self._tabs[e.id] for e in screen.elements if e.id in self._tabs and not e.selected):
            end = (tab.to[0], self.here[1]) if of_item else tab.to
            if end != self.here:
                self.map.transitions.setdefault(self.here, {})[tab.key] = replace(tab, to=end)
        self._started = None

    def left(self) -> None:
        """Remove the last step's transition from the map, because the step left the app."""
        if self._started:
            start, transition = self._started
            self.map.went(start, replace(transition, to=start))
        self._started = None

    def document(self, element: Element, action: str) -> Record | None:
        """Return the best document about a kind of action on an element, or else on its template, or None."""
        return self.told(element.id, element.template, action)

    def told(self, element_id: str, template: str, action: str) -> Record | None:
        """Return the best document about a kind of action on an element id, or else on a template, or None."""
        return self._documents.get((element_id, action)) or self._documents.get((template, action))

    def tap(self, element: Element, why: str, kind: str = "tap") -> Walk[bool]:
        """Tap an element, or press it long or turn it to the left. Return whether that led to another screen.

        kind: "tap", "long_press" or "turn".
        """
        record = self.document(element, kind)
        document, start = record.id if record else "", self.here
        self._started = (start, Transition(element.id, element.template, kind, start, document=document))
        yield _decision(_ACTIONS[kind](element.mark), why, document)
        return self.here != start

    def type(self, element: Element, text: str, why: str) -> Walk[Element]:
        """Replace the text in an input field. Return the field as it is afterwards. Raises GiveUp if it is gone."""
        record = self.document(element, "text")
        holds = bool(element.text) and element.text != element.hint
        yield _decision(TypeText(text, element.mark, clear=holds), why, record.id if record else "")
        typed = [e for e in self.screen.elements if "text" in e.actions]
        same_id = [e for e in typed if e.id == element.id]  # an id may change with what stands beside the field
        now = next(iter(same_id or [e for e in typed if same(e.text, text)]), None)
        if now is None:
            raise GiveUp(f"the field for '{text}' went when it was typed")
        return now

    def enter(self, why: str) -> Walk[None]:
        """Press the enter key."""
        self._last = ""
        yield _decision(Enter(), why)

    def back(self, why: str) -> Walk[None]:
        """Press the back key."""
        self._started = (self.here, back_to(self.here))
        yield _decision(Back(), why)

    def sought(self, find: Callable[[], Sought | None], first: Direction = "up") -> Walk[Sought | None]:
        """Scroll the screen's list to one end, then to the other, until `find` returns something. Return that, or None.

        find: returns the thing to find if the screen shows it, else None. first: the direction of the finger in the
        first swipes. If both ends are reached, labels that did not come into sight are removed from the map.
        """
        shown, ends = {label.key for label in labels(self.screen)}, 0
        found = find()
        directions: tuple[Direction, ...] = ("up", "down") if first == "up" else ("down", "up")
        for direction in directions:
            for _ in range(_MOST_SWIPES):
                if found is not None:
                    break
                if not (yield from self.scrolled(direction)):
                    ends += 1
                    break
                shown |= {label.key for label in labels(self.screen)}
                found = find()
        if ends == len(directions):
            self.map.saw_all(self.here, shown)
        return found

    def found(self, element_id: str, find: Callable[[], Element | None]) -> Walk[Element | None]:
        """Scroll to an element's position on the map, and return what `find` then returns: the element, or None."""
        reach = self.reach(self.here)
        above = reach.swipes(element_id, self.screen) < 0

        def at() -> Element | bool | None:
            left = reach.swipes(element_id, self.screen)
            passed = (left != 0 and (left > 0) == above) or reach.is_gone(element_id, self.screen)
            return find() or passed or None

        found = yield from self.sought(at, "down" if above else "up")
        return found if isinstance(found, Element) else None

    def reach(self, page: ScreenKey) -> Reach:
        """Return the positions of a page's elements along its list, as far as the map knows them."""
        return self._reach.setdefault(page, Reach(self.map.labels.get(page, ())))

    def element(self, label: Label) -> Element | None:
        """Return the element on the screen with a label's element id, or else with its text, or None."""
        own = [e for e in self.screen.elements if label.element_id and e.id == label.element_id]
        return next(iter(own or [e for e in self.screen.elements if e.text and e.text == label.text]), None)

    def journey(self, key: ScreenKey, paths: Callable[[], Mapping[ScreenKey, Path]]) -> Walk[None]:
        """Go to a screen by the map. paths: returns a path for each screen key; it is called before each step."""
        for _ in paths().get(key, ()):
            path = paths().get(key)
            if path:
                yield from self.follow(path[0], key)

    def follow(self, transition: Transition, key: ScreenKey) -> Walk[None]:
        """Take one transition of a path, or remove it from the map if its element is missing. key: the path's end."""
        if transition.action == Back.kind:
            yield from self.back("the path leads back")
            return
        start = self.here
        element = yield from self.found(transition.element_id, partial(self._at, transition))
        if element is None:
            self.map.went(start, replace(transition, to=start))
        else:
            yield from self.tap(element, f"the map leads through it to {_named(key)}", transition.action)

    def scrolled(self, direction: Direction) -> Walk[bool]:
        """Scroll the largest list by most of the screen. Return whether other texts came into sight."""
        largest, before = scroller(self.screen), self.screen.texts
        if largest is None:
            return False
        yield _decision(Swipe(direction, largest.mark, "long"), "it may be further along the list")
        return self.screen.texts != before

    def leads_as_tab(self, element: Element) -> bool:
        """Tell whether an element is a tab that was chosen before. It leads to the same page from every page."""
        return element.id in self._tabs

    def _is_tab(self, transition: Transition) -> bool:
        """Tell whether an action chose a tab. The back key does not lead from one tab to another."""
        return any(each.selected and each.id == transition.element_id for each in self.screen.elements)

    def _at(self, transition: Transition) -> Element | None:
        own, like = transition.element_id, transition.template
        return next((e for e in self.screen.elements if (e.id == own if own else e.template == like)), None)


def _named(key: ScreenKey) -> str:
    return f"'{key[1]}'" if key[1] else "a screen without a title"


def _decision(action: Action, why: str, document: str = "") -> Decision:
    return Decision(action, thought=why, summary=why, documents=(document,) if document else ())
