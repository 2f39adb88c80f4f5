"""The explorer without a model: touches what nobody has touched yet, and finds its way over the map it draws."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from appagent.actions import Action, Back, Finish, LongPress, Swipe, Tap, TypeText
from appagent.agents.atlas import BACK, Atlas, Door, Place, inside, moved, place_of, state_of
from appagent.learn.reflect import Act, effect
from appagent.loop import Decision, View
from appagent.models import Usage
from appagent.screen import Element, Screen

_ALIKE = 2  # elements of one template that did the same, after which the rest is taken to do it too
_SCROLLS = 6
_LOST = 3  # times that a way may turn out wrong before its end is given up

Key = tuple[str, str, bool]  # element id, kind of action, whether its form was filled by the explorer
Shape = tuple[Place, str, bool, str]  # where, template, whether it holds a switch, kind of action


@dataclass
class OfflineExplorer:
    """Covers an app: fills a form before it tries the form's buttons, tries two rows of many, scrolls, goes back."""

    name: str = "offline"
    _atlas: Atlas = field(default_factory=Atlas)
    _waiting: dict[Place, dict[Key, Shape]] = field(default_factory=dict)
    _tried: set[tuple[Place, Key]] = field(default_factory=set)
    _outcomes: dict[Shape, list[tuple[str, Place]]] = field(default_factory=dict)
    _scrolled: dict[Place, int] = field(default_factory=dict)
    _lost: dict[Place, int] = field(default_factory=dict)
    _samples: list[str] = field(default_factory=list)
    _home: Place | None = None

    @property
    def usage(self) -> Usage:
        """Nothing: no model is asked."""
        return Usage()

    def choose(self, view: View, hidden: frozenset[int]) -> Decision:
        """What to try next; Finish when all that could be found has been."""
        screen = view.screen
        here = self._atlas.visit(screen)
        self._home = self._home or here
        self._note(screen, here, hidden)
        for element, action in self._here(screen, here):
            return self._decided(element, action, here, self._fillable(screen))
        scroll = self._scroll(screen, here)
        if scroll:
            return scroll
        return self._travel(screen, here)

    def learnt(self, act: Act, decision: str) -> None:
        """Draw the map, and remember what elements of one template do."""
        start, end = self._atlas.find(place_of(act.before)), self._atlas.visit(act.after)
        if act.after.app != act.before.app:
            return
        if act.element is None:
            self._atlas.went(start, BACK, end) if isinstance(act.action, Back) and start != end else None
            return
        kind = act.action.kind
        if start != end and moved(act.before, act.after, kind):
            self._atlas.went(start, Door(act.element.id, act.element.template, kind), end)
        shape = _shape(act.before, start, act.element, kind)
        self._outcomes.setdefault(shape, []).append((effect(act) if decision != "REFUSED" else "refused", end))

    def _note(self, screen: Screen, here: Place, hidden: frozenset[int]) -> None:
        """What there is to try on this screen."""
        waiting = self._waiting.setdefault(here, {})
        filled = self._fillable(screen)
        for element in screen.elements:
            for kind in _kinds(element, screen):
                key = (element.id, kind, filled)
                if element.mark in hidden or (here, key) in self._tried:
                    waiting.pop(key, None)
                else:
                    waiting[key] = _shape(screen, here, element, kind)

    def _here(self, screen: Screen, here: Place) -> Iterator[tuple[Element, Action]]:
        """What to try on this screen: empty fields first, then what is untouched, in reading order."""
        open_keys = {key for key, shape in self._waiting[here].items() if not self._known(shape)}
        if not open_keys:
            return
        for element in _empty_fields(screen):
            self._samples.append(f"Sample {len(self._samples) + 1}")
            yield element, TypeText(self._samples[-1], element.mark)
        filled = self._fillable(screen)
        for kind in ("tap", "long_press"):
            for element in screen.elements:
                if (element.id, kind, filled) in open_keys:
                    yield element, Tap(element.mark) if kind == "tap" else LongPress(element.mark)

    def _decided(self, element: Element, action: Action, here: Place, filled: bool) -> Decision:
        key = (element.id, action.kind, filled)
        self._tried.add((here, key))
        self._waiting[here].pop(key, None)
        return Decision(action, thought="nobody has tried it yet", summary="covering the app")

    def _scroll(self, screen: Screen, here: Place) -> Decision | None:
        """Look further along a list, as long as that shows something new."""
        element = next((e for e in screen.elements if "swipe" in e.actions and "text" not in e.actions), None)
        times = self._scrolled.get(here, 0)
        if element is None or times >= _SCROLLS or self._ended(screen, here, element):
            return None
        self._scrolled[here] = times + 1
        return Decision(Swipe("up", element.mark, "long"), thought="there may be more further down")

    def _ended(self, screen: Screen, here: Place, element: Element) -> bool:
        """Whether the last swipe of this list moved nothing."""
        done = self._outcomes.get(_shape(screen, here, element, "swipe"), [])
        return bool(done) and done[-1][0] == "nothing"

    def _travel(self, screen: Screen, here: Place) -> Decision:
        """Go to the nearest place where something is left to try; without a way there, go back; at home, finish."""
        ends = [place for place in self._waiting if place != here and self._has_open(place)]
        paths = [path for path in (self._atlas.path(here, end) for end in ends) if path]
        for path in sorted(paths, key=len):
            door, _ = path[0]
            self._lost[path[-1][1]] = self._lost.get(path[-1][1], 0) + 1
            if door.action == "back":
                return Decision(Back(), thought="on the way to what is left to try")
            element = next((e for e in screen.elements if e.id == door.element_id), None)
            if element:
                action = LongPress(element.mark) if door.action == "long_press" else Tap(element.mark)
                return Decision(action, thought="on the way to what is left to try")
        if here != self._home and self._lost.get(here, 0) < _LOST:
            self._lost[here] = self._lost.get(here, 0) + 1
            return Decision(Back(), thought="nothing is left to try here")
        return Decision(Finish(), thought="all that could be found has been tried")

    def _has_open(self, place: Place) -> bool:
        few = self._lost.get(place, 0) < _LOST * 3
        return few and any(not self._known(shape) for shape in self._waiting[place].values())

    def _fillable(self, screen: Screen) -> bool:
        """Whether the screen's form is empty, so that it will be filled, or holds what the explorer typed."""
        return bool(_empty_fields(screen)) or any(
            "text" in element.actions and element.text in self._samples for element in screen.elements
        )

    def _known(self, shape: Shape) -> bool:
        """Whether elements of this shape have shown twice that they do one and the same thing."""
        done = self._outcomes.get(shape, [])
        return len(done) >= _ALIKE and len(set(done)) == 1 and done[0][0] != "nothing"


def _shape(screen: Screen, here: Place, element: Element, kind: str) -> Shape:
    """What elements that differ in their words only have in common; without words each is one of its own."""
    name = element.template if element.text else element.id
    return here, name, state_of(element, screen) is not None, kind


def _kinds(element: Element, screen: Screen) -> list[str]:
    """The actions worth trying: not a switch inside a row that does the same, nor taps into fields."""
    if element.window not in {"app", "dialog"} or "text" in element.actions:
        return []
    if element.checked is not None and any(inside(row, element) and "tap" in row.actions for row in screen.elements):
        return []
    return [kind for kind in ("tap", "long_press") if kind in element.actions]


def _empty_fields(screen: Screen) -> list[Element]:
    return [e for e in screen.elements if "text" in e.actions and not e.password and (not e.text or e.text == e.hint)]
