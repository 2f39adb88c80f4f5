"""Walk to a place that an agent names, one action per step, by the map of the app or by sight, without a model."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from appagent.actions import (
    Action,
    Back,
    GoTo,
    Home,
    Launch,
    LongPress,
    Recents,
    Restart,
    ScrollTo,
    Tap,
    TapNamed,
    call,
)
from appagent.actions.description import quoted
from appagent.actions.scrolling import scroller
from appagent.agent import Decision, View
from appagent.documents.known_map import KnownMap, is_page
from appagent.documents.place import SEPARATOR, Place
from appagent.errors import ActionError
from appagent.guard import Guard
from appagent.guard.guard import in_words
from appagent.runs.trajectory import Step
from appagent.screen import Element, Screen
from appagent.screen.fields import field_name, filled
from appagent.screen.labels import Label, state_of, title
from appagent.screen.transitions import SCROLLING, ScreenKey, Transition
from appagent.screen.trouble import trouble
from appagent.step.in_sight import along, by_mark, from_here, in_sight, names_of, near, shown
from appagent.step.in_turn import Halted, InTurn

_MOST = 20  # actions of one walk
_MOST_STALE = 2  # actions of one walk that may fail because their target has changed
_MOST_NAMED = 5  # places in a message
_LEAPS = tuple(each.kind for each in (Back, Home, Launch, Recents, Restart))  # the back key does not undo these


class _Stopped(Exception):
    """Raised where a walk cannot go on, with the reason."""


@dataclass
class _Walk:
    """State of a walk, from the action in which the agent named a place to the last tap.

    A walk first goes to a place on the map, if it has one; then it taps further names one by one as they are in sight.

    asked: the agent's action. place: the place on the map; None once it is reached. left: names still to be tapped.
    taps: True to tap also the last name, False to stop at its page. risk: what the agent says that this last tap may
    do. done: names of what was tapped so far. tapping: name of what the last action tapped. passes: how many names of
    `left` that action settles; None if it ends the walk. started: (page, transition) that the last action took, until
    its result is seen. sought: (name, direction) of scrolling so far. tried: kinds of actions not to be repeated.
    """

    asked: GoTo | TapNamed
    place: Place | None
    left: tuple[str, ...]
    taps: bool
    risk: str
    done: list[str] = field(default_factory=list)
    tapping: str = ""
    passes: int | None = 0
    started: tuple[ScreenKey, Transition] | None = None
    actions: int = 0
    stale: int = 0
    sought: set[tuple[str, str]] = field(default_factory=set)
    tried: set[str] = field(default_factory=set)

    @property
    def ended(self) -> bool:
        """Tell whether the walk has reached its place and has no names left to tap."""
        return self.place is None and not self.left


@dataclass(frozen=True)
class _Seen:
    """Observation before one action of a walk: the agent's view, and what the map knows of its screen.

    screen: the view's screen with the ids that the map has for it. here: key of this page on the map; None if another
    app is in front or there is no map.
    """

    view: View
    screen: Screen
    here: ScreenKey | None


class Walks:
    """Returns an agent's actions one at a time, and turns each action that names a place of the app into a walk.

    in_turn: returns the agent's actions. known: the map of the app; with None or an empty map, the agent is offered no
    places, and walks go by sight alone. guard: tells which taps are no part of a walk because of their effects. app:
    the package of the app. failed: ids of documents whose action led to another page than they say, one for each time.
    """

    def __init__(self, in_turn: InTurn, known: KnownMap | None, guard: Guard, app: str) -> None:
        self._in_turn, self._guard, self._app = in_turn, guard, app
        self._known, self._mapped = known or KnownMap(()), bool(known)
        self._walk: _Walk | None = None
        self._before: ScreenKey | None = None
        self._steps = 0  # number of steps when it was decided last
        self.failed: list[str] = []

    def at_end(self, reason: str) -> str:
        """Add to the reason for the end of a run which calls of the last reply are not carried out."""
        return self._in_turn.at_end(reason)

    def decide(self, view: View) -> Decision:
        """Return the next action of the current walk; if there is no walk, ask the agent and return its decision.

        A walk stops early in each of these cases. The agent is then told how far the walk got.

        - An action was not done, or led to another page than the documents say.
        - The element to tap is not on the screen, or several elements have its name.
        - The tap might pay, send, delete or do something else that matters.
        - No path is known, even from the app's first page.

        Raises ActionError if the agent names something that is neither on the map nor in sight, or several places.
        """
        mapped = self._mapped and view.screen.app == self._app
        scrolled = any(each.action.startswith(SCROLLING) for each in view.steps[self._steps :])
        self._steps = len(view.steps)
        on_map = self._known.seen(view.screen, scrolled=scrolled) if mapped else (view.screen, None)
        seen = _Seen(view, *on_map)
        self._note_back(seen.here, view.steps)
        halted: Halted = ""
        if self._walk:
            try:
                if on := self._next(self._walk, seen):
                    return on
            except _Stopped as error:
                view = replace(view, notices=(*view.notices, _how_far(self._walk, str(error))))
                halted = "in part" if self._walk.done else "not at all"
            self._walk = None
        places = (tuple(self._known.places(seen.here)) if seen.here else ()) if self._mapped else None
        view = replace(view, places=places, by_name=True, early=_but_places(view))
        decision = self._in_turn.decide(view, halted)
        return self._begun(decision, seen)

    def _begun(self, decision: Decision, seen: _Seen) -> Decision:
        """Begin a walk if the agent's action names a place, and return its first action; else return the decision."""
        asked = decision.action
        if not isinstance(asked, GoTo | TapNamed):
            return decision
        if (found := by_mark(decision, seen.view.screen)) is not decision:
            return found
        walk = self._planned(asked, decision.risk, seen)
        try:
            first = self._next(walk, seen)
        except _Stopped as error:
            raise ActionError(_how_far(walk, str(error))) from None
        if first is None:
            raise ActionError(f"{quoted(_named(asked))} is on this screen already; use its mark, or look around")
        self._walk = walk
        thought = f"{call(asked)}: {decision.thought}".removesuffix(": ")
        documents = (*first.documents, *decision.documents)
        return replace(
            decision, action=first.action, risk=first.risk, thought=thought, documents=documents, walk=first.walk
        )

    def _planned(self, asked: GoTo | TapNamed, risk: str, seen: _Seen) -> _Walk:
        """Plan the walk to the place that an action names.

        The first of these ways that is possible is taken: by the map, if it knows a path to the place; by sight, if the
        first name is in sight; by the map for the first names and by sight from there; from the app's first page.
        Raises ActionError if none is possible, or if the name stands for several places.
        """
        name, taps, screen = _named(asked), isinstance(asked, TapNamed), seen.view.screen
        names, here = names_of(name), seen.here or ("", "")
        found = _meant(self._known, name, here, taps=taps)
        if len(found) == 1 and found[0].reachable and found[0].page != seen.here:
            return _Walk(asked, found[0], (), taps, risk)
        left = from_here(names, screen)
        if left and in_sight(left[0], screen):
            return _Walk(asked, None, left, taps, risk)
        for count in range(len(names) - 1, 0, -1):
            begin = _meant(self._known, SEPARATOR.join(names[:count]), here, taps=True)
            if len(begin) == 1 and begin[0].reachable:
                return _Walk(asked, begin[0], tuple(names[count:]), taps, risk)
        if len(found) == 1:
            return _Walk(asked, found[0], (), taps, risk)
        raise ActionError(self._not_one(name, found, seen))

    def _not_one(self, name: str, found: Sequence[Place], seen: _Seen) -> str:
        """Return an error message for the agent: its name stands for no place or several. found: those places."""
        if found:
            told = ", ".join(quoted(_spelled(each)) for each in found[:_MOST_NAMED])
            return f"{quoted(name)} may be any of these: {told}; write the whole of one, or use the marks"
        places = near(name, list(dict.fromkeys(each.name for each in self._known.places(seen.here or ("", "")))))
        told = f"; on the map: {', '.join(map(quoted, places))}" if places else ""
        where = "neither in sight nor on the map" if self._mapped else "not in sight"
        return f"{quoted(name)} is {where}{shown(seen.view.screen, name)}{told}"

    def _next(self, walk: _Walk, seen: _Seen) -> Decision | None:
        """Return the next action of a walk, or None at its end. Raises _Stopped."""
        self._check_last(walk, seen)
        if not walk.ended:
            walk.actions += 1
            if walk.actions > _MOST:
                raise _Stopped(f"it took more than {_MOST} actions")
        if walk.place and (on := self._by_map(walk, walk.place, seen)):
            return on
        walk.place = None
        return self._by_sight(walk, seen.view.screen) if walk.left else None

    def _check_last(self, walk: _Walk, seen: _Seen) -> None:
        """Raise _Stopped if the last action of a walk was not done, or did not lead where it should."""
        last = seen.view.steps[-1] if walk.actions and seen.view.steps else None
        started, walk.started = walk.started, None
        tapped, walk.tapping = walk.tapping, ""
        passes, walk.passes = walk.passes, 0
        if last is None:
            return
        if last.outcome == "stale":
            walk.stale += 1
            if walk.stale > _MOST_STALE:
                raise _Stopped("the screen does not stay as it is")
            return
        if last.outcome != "done":
            undone = last.outcome in ("refused", "failed")
            raise _Stopped(f"{last.words} {'was not done' if undone else 'did not come to its end'}")
        walk.done += [tapped] * bool(tapped)
        walk.place, walk.left = (None, ()) if passes is None else (walk.place, walk.left[passes:])
        if trouble(seen.view.screen):
            raise _Stopped("the app does not go on")
        if started and started[1].action != Back.kind and not self._came(started, seen.here):
            self._fails(*started)
            came = title(seen.view.screen)
            where = f"the page {quoted(came)}" if came else "another page"
            wanted = f", not to {quoted(started[1].to[1])}" if started[1].to[1] else ""
            raise _Stopped(f"{last.words} has led to {where}{wanted}")

    def _came(self, started: tuple[ScreenKey, Transition], here: ScreenKey | None) -> bool:
        return here is not None and self._known.expected(started[1], started[0], here)

    def _by_map(self, walk: _Walk, place: Place, seen: _Seen) -> Decision | None:
        """Return the next action on the path to a place by the map; None once the place is reached."""
        here, known = seen.here, self._known
        if here is None:
            return _once(walk, Launch(self._app), "another app is in front, and it cannot be left")
        if is_page(here, place.page):
            return self._at_the_page(walk, place, seen.view.screen)
        path = known.path_to(place, here)
        if path is None:
            if held := filled(seen.view.screen):
                raise _Stopped(f"no path from here is known, and {quoted(field_name(held[0]))} holds something unsaved")
            return _once(walk, Restart(self._app), "no path is known, not even from the first page")
        transition = path[0]
        if transition.action == Back.kind:
            walk.started = here, transition
            return _on(walk, Back())
        return self._through(walk, seen, here, transition)

    def _at_the_page(self, walk: _Walk, place: Place, screen: Screen) -> Decision | None:
        """Return the next action on the page of a place: to scroll to its element or tap it; None if none is needed."""
        label = place.label
        if label is None:
            return None
        if walk.left:
            walk.left = (label.name, *walk.left)
            return None
        there = _called(label, screen)
        if not there:
            return _sought(walk, label.name, screen)
        if not walk.taps and not self._known.opens(place):
            return None
        action = Tap(_only(there, label.name).mark)
        walk.tapping, walk.passes = label.name, None
        if not walk.taps:
            self._check_harmless(action, screen, label.name)
        return replace(_on(walk, action), risk=walk.risk, walk="") if walk.taps else _on(walk, action)

    def _through(self, walk: _Walk, seen: _Seen, here: ScreenKey, transition: Transition) -> Decision:
        """Return the tap or long press that makes a transition, or the scrolling that brings its element into sight."""
        name = self._known.label_of(transition, here)
        there = self._known.elements(transition, seen.screen)
        if not there:
            try:
                return _sought(walk, name, seen.view.screen)
            except _Stopped:
                self._fails(here, transition)
                raise
        element = _only(there, name)
        action = LongPress(element.mark) if transition.action == LongPress.kind else Tap(element.mark)
        self._check_harmless(action, seen.view.screen, name or element.text)
        walk.started, walk.tapping = (here, transition), name or element.text
        return _on(walk, action, transition.document)

    def _by_sight(self, walk: _Walk, screen: Screen) -> Decision | None:
        """Return the action that taps the next name of a walk, or scrolls to it.

        Return None if the walk is to a page and its last name is a switch, because the walk must not turn the switch.
        """
        walk.left = from_here(walk.left, screen)
        taken, there = along(walk.left, screen)
        if not there:
            return _sought(walk, walk.left[0], screen)
        name, last = walk.left[taken - 1], taken == len(walk.left)
        element = _only(there, name)
        if last and not walk.taps and state_of(element, screen) is not None:
            return None
        action = Tap(element.mark)
        if not (last and walk.taps):
            self._check_harmless(action, screen, name)
        walk.tapping, walk.passes = name, taken
        on = _on(walk, action)
        return replace(on, risk=walk.risk, walk="") if last and walk.taps else on

    def _check_harmless(self, action: Action, screen: Screen, name: str) -> None:
        """Raise _Stopped if a tap of a walk might pay, send, delete or the like. name: name of the element to tap."""
        may = self._guard.strictest(action, screen).effect
        if may != "none":
            raise _Stopped(f"the next is to tap {quoted(name)}, and it may {in_words(may)}")

    def _fails(self, start: ScreenKey, transition: Transition) -> None:
        self._known.closed(transition, start)
        self.failed.append(transition.document)

    def _note_back(self, here: ScreenKey | None, steps: Sequence[Step]) -> None:
        """Note on the map that the back key leads from this page to the previous one, if an action has opened it."""
        last = steps[-1] if steps else None
        opened = last and last.outcome == "done" and not last.action.startswith(_LEAPS)
        if here and self._before and opened and here != self._before:
            self._known.map.came(here, self._before)
        self._before = here


def _named(asked: GoTo | TapNamed) -> str:
    return asked.name if isinstance(asked, TapNamed) else asked.place


def _meant(known: KnownMap, name: str, here: ScreenKey, *, taps: bool) -> list[Place]:
    """Return the places that a name may stand for; only pages (unless `taps`), reachable or trusted ones if any."""
    found = known.named(name, here)
    if not taps:
        found = [each for each in found if each.label is None] or found
    found = [each for each in found if each.reachable] or found
    return [each for each in found if not each.untrusted] or found


def _spelled(place: Place) -> str:
    around = place.page[1] if place.label and place.page[1] else ""
    return place.path if place.reachable and place.steps else SEPARATOR.join(filter(None, (around, place.name)))


def _on(walk: _Walk, action: Action, document: str = "") -> Decision:
    documents = (document,) if document else ()
    return Decision(action, thought=f"part of {call(walk.asked)}", documents=documents, walk=call(walk.asked))


def _once(walk: _Walk, action: Action, or_else: str) -> Decision:
    if action.kind in walk.tried:
        raise _Stopped(or_else)
    walk.tried.add(action.kind)
    return _on(walk, action)


def _sought(walk: _Walk, name: str, screen: Screen) -> Decision:
    """Return the action that scrolls to a name: first down, then up. Raises _Stopped after both have failed."""
    for way in ("down", "up") if name and scroller(screen) else ():
        if (name, way) not in walk.sought:
            walk.sought.add((name, way))
            return _on(walk, ScrollTo(name, way=way))
    raise _Stopped(f"{quoted(name) if name else 'what is to be tapped'} is not there{shown(screen, name)}")


def _only(there: Sequence[Element], name: str) -> Element:
    if len(there) > 1:
        marks = ", ".join(f"mark {each.mark}" for each in there)
        raise _Stopped(f"{quoted(name)} is there {len(there)} times ({marks})")
    return there[0]


def _called(label: Label, screen: Screen) -> list[Element]:
    """Return the elements of a screen with the name and the id of a label; if there are none, those with its name."""
    named = in_sight(label.name, screen)
    return [each for each in named if label.element_id in (each.id, *each.aliases)] or named


def _how_far(walk: _Walk, why: str) -> str:
    far = f"stopped after {', '.join(map(quoted, walk.done))}" if walk.done else "was not begun"
    return f"{call(walk.asked)} {far}: {why}"


def _but_places(view: View) -> Callable[[Decision], None] | None:
    """Return the view's function `early`, changed to do nothing for actions that name a place and begin a walk."""
    early = view.early
    if early is None:
        return None

    def carry_out(decision: Decision) -> None:
        if not isinstance(decision.action, GoTo | TapNamed):
            early(decision)

    return carry_out
