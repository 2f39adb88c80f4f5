"""Walk to a place of the app that an agent names, one action a step, by what is known of its map. No model is asked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

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
from appagent.documents.known_map import SEPARATOR, KnownMap, Place
from appagent.errors import ActionError
from appagent.guard import Guard
from appagent.guard.guard import in_words
from appagent.runs.trajectory import Step
from appagent.screen import Element, Screen
from appagent.screen.fields import field_name, filled
from appagent.screen.labels import Label, inside, same, state_of, title
from appagent.screen.transitions import ScreenKey, Transition
from appagent.screen.trouble import trouble
from appagent.step.in_turn import InTurn

_MOST = 20  # actions of one walk
_MOST_STALE = 2  # of them that may find what they are meant for changed
_MOST_NAMED = 5  # places in a message
_LEAPS = tuple(each.kind for each in (Back, Home, Launch, Recents, Restart))  # whose end has no way back


class _Stopped(Exception):
    """Raised where a walk cannot go on, with the reason."""


@dataclass
class _Walk:
    """State of a walk to a place on the map, from the agent's one action to the last tap.

    asked: the agent's action. place: where it leads. taps: True to tap the place's element at the end. risk: what the
    agent says that this last tap may do. done: names of what was tapped so far. tapping: name of what is tapped now.
    started: the transition that was taken last, whose end is not seen yet, and the page it began on. ended: True once
    the last tap was given. sought: names that were scrolled to, with the direction. tried: kinds of actions that are
    tried only once. left: names that are tapped one after the other as they come in sight, in place of the map's path.
    """

    asked: GoTo | TapNamed
    place: Place
    taps: bool
    risk: str
    done: list[str] = field(default_factory=list)
    tapping: str = ""
    started: tuple[ScreenKey, Transition] | None = None
    ended: bool = False
    actions: int = 0
    stale: int = 0
    sought: set[tuple[str, str]] = field(default_factory=set)
    tried: set[str] = field(default_factory=set)
    left: tuple[str, ...] = ()


class Walks:
    """Gives an agent's actions one at a time, and turns those that name a place of the app into a walk.

    in_turn: gives the agent's actions. known: the map of the app; None or an empty map to offer no places. guard: tells
    what may not be done on the way. app: the package of the app. failed: ids of documents that did not lead where they
    say, once for each time.
    """

    def __init__(self, in_turn: InTurn, known: KnownMap | None, guard: Guard, app: str) -> None:
        self._in_turn, self._known, self._guard, self._app = in_turn, known or None, guard, app
        self._walk: _Walk | None = None
        self._before: ScreenKey | None = None
        self.failed: list[str] = []

    def at_end(self, reason: str) -> str:
        """Return why a run ends, with what is not carried out because of it."""
        return self._in_turn.at_end(reason)

    def decide(self, view: View) -> Decision:
        """Return the next action of the walk that has begun, or else what the agent decides now.

        A walk ends before its place in each of these cases. The agent is then told how far it got.

        - An action was not done, or led to another page than the documents say.
        - What is to be tapped is not there, or is not alone.
        - It may do something that matters: pay, send, delete, and so on; what is doubtful counts too.
        - No path is known, even from the app's first page.

        Raises ActionError for a name that no place has, or several.
        """
        known = self._known
        if known is None:
            return self._in_turn.decide(view)
        screen, here = known.seen(view.screen) if view.screen.app == self._app else (view.screen, None)
        self._note_back(known, here, view.steps)
        stopped = ""
        if self._walk:
            try:
                if on := self._next(known, self._walk, view, screen, here):
                    return on
            except _Stopped as error:
                stopped = _how_far(self._walk, str(error))
                view = replace(view, notices=(*view.notices, stopped))
            self._walk = None
        places = tuple(known.places(here)) if here else ()
        decision = self._in_turn.decide(replace(view, places=places, early=_but_places(view)), stopped=stopped)
        return self._begun(known, decision, view, screen, here)

    def _begun(
        self, known: KnownMap, decision: Decision, view: View, screen: Screen, here: ScreenKey | None
    ) -> Decision:
        """Return the first action of a walk, if the agent's action names a place, else what it decided."""
        asked = decision.action
        if not isinstance(asked, GoTo | TapNamed):
            return decision
        name, taps = (asked.name, True) if isinstance(asked, TapNamed) else (asked.place, False)
        if (found := _in_front(decision, view.screen)) is not decision:
            return found
        try:
            place = _chosen(known, name, here or ("", ""), taps=taps)
            walk = _Walk(asked, place, taps and place.label is not None, decision.risk)
        except ActionError:
            begin, *others = _names(name)
            if not (others and _in_sight(begin, view.screen)):
                raise
            walk = _Walk(asked, Place(others[-1], ("", "")), taps, decision.risk, left=(begin, *others))
        try:
            first = self._next(known, walk, view, screen, here)
        except _Stopped as error:
            raise ActionError(_how_far(walk, str(error))) from None
        if first is None:
            raise ActionError(f"{quoted(name)} is on this screen already; use its mark, or look around")
        self._walk = walk
        thought = f"{call(asked)}: {decision.thought}".removesuffix(": ")
        documents = (*first.documents, *decision.documents)
        return replace(
            decision, action=first.action, risk=first.risk, thought=thought, documents=documents, walk=first.walk
        )

    def _next(
        self, known: KnownMap, walk: _Walk, view: View, screen: Screen, here: ScreenKey | None
    ) -> Decision | None:
        """Return the next action of a walk, or None at its end. Raises _Stopped."""
        self._check_last(known, walk, view, here)
        if walk.ended:
            return None
        walk.actions += 1
        if walk.actions > _MOST:
            raise _Stopped(f"it took more than {_MOST} actions")
        if walk.left:
            return self._by_sight(walk, view.screen)
        if here is None:
            return _once(walk, Launch(self._app), "another app is in front, and it cannot be left")
        if here == walk.place.page:
            return self._at_the_page(walk, view.screen)
        path = known.paths(here).get(walk.place.page)
        if path is None:
            if held := filled(view.screen):
                raise _Stopped(f"no path from here is known, and {quoted(field_name(held[0]))} holds something unsaved")
            return _once(walk, Restart(self._app), "no path is known, not even from the first page")
        transition = path[0]
        if transition.action == Back.kind:
            walk.started = here, transition
            return _on(walk, Back())
        return self._through(known, walk, view, screen, here, transition)

    def _check_last(self, known: KnownMap, walk: _Walk, view: View, here: ScreenKey | None) -> None:
        """Raise _Stopped if the last action of a walk was not done, or did not lead where it should."""
        last = view.steps[-1] if walk.actions and view.steps else None
        started, walk.started = walk.started, None
        tapped, walk.tapping = walk.tapping, ""
        if last is None:
            return
        if last.outcome == "stale":
            walk.stale, walk.ended = walk.stale + 1, False
            if walk.stale > _MOST_STALE:
                raise _Stopped("the screen does not stay as it is")
            return
        if last.outcome != "done":
            undone = last.outcome in ("refused", "failed")
            raise _Stopped(f"{last.words} {'was not done' if undone else 'did not come to its end'}")
        walk.done += [tapped] * bool(tapped)
        walk.left = walk.left[1:] if tapped else walk.left
        if trouble(view.screen):
            raise _Stopped("the app does not go on")
        if started and started[1].action != Back.kind and not (here and known.expected(started[1], started[0], here)):
            self._fails(known, *started)
            came = title(view.screen)
            where = f"the page {quoted(came)}" if came else "another page"
            wanted = f", not to {quoted(started[1].to[1])}" if started[1].to[1] else ""
            raise _Stopped(f"{last.words} has led to {where}{wanted}")

    def _at_the_page(self, walk: _Walk, screen: Screen) -> Decision | None:
        """Return the action that is left on the place's page: to scroll to its element, to tap it, or None."""
        label = walk.place.label
        if label is None:
            return None
        there = _called(label, screen)
        if not there:
            return _sought(walk, label.name, screen)
        if not walk.taps:
            return None
        element = _only(there, label.name)
        walk.ended, walk.tapping = True, label.name
        return replace(_on(walk, Tap(element.mark)), risk=walk.risk, walk="")

    def _through(
        self, known: KnownMap, walk: _Walk, view: View, screen: Screen, here: ScreenKey, transition: Transition
    ) -> Decision:
        """Return the tap that takes a transition, or the action that brings its element into sight."""
        name = known.label_of(transition, here)
        there = known.elements(transition, screen)
        if not there:
            try:
                return _sought(walk, name, view.screen)
            except _Stopped:
                self._fails(known, here, transition)
                raise
        element = _only(there, name)
        action = LongPress(element.mark) if transition.action == LongPress.kind else Tap(element.mark)
        self._check_harmless(action, view.screen, name or element.text)
        walk.started, walk.tapping = (here, transition), name or element.text
        return _on(walk, action, transition.document)

    def _by_sight(self, walk: _Walk, screen: Screen) -> Decision | None:
        """Return the tap on the next of the names that are left, or the scrolling to it.

        None is returned at the end of the way to a page where that name is a switch, which is not to be turned.
        """
        name, *others = walk.left
        there = _in_sight(name, screen)
        if not there:
            return _sought(walk, name, screen)
        element, last = _only(there, name), not others
        if last and not walk.taps and state_of(element, screen) is not None:
            return None
        action = Tap(element.mark)
        walk.tapping = name
        if last and walk.taps:
            walk.ended = True
            return replace(_on(walk, action), risk=walk.risk, walk="")
        self._check_harmless(action, screen, name)
        walk.ended = last
        return _on(walk, action)

    def _check_harmless(self, action: Action, screen: Screen, name: str) -> None:
        """Raise _Stopped if a tap on the way may do something that matters. name: what it taps."""
        may = self._guard.strictest(action, screen).effect
        if may != "none":
            raise _Stopped(f"the next is to tap {quoted(name)}, and it may {in_words(may)}")

    def _fails(self, known: KnownMap, start: ScreenKey, transition: Transition) -> None:
        known.closed(transition, start)
        self.failed.append(transition.document)

    def _note_back(self, known: KnownMap, here: ScreenKey | None, steps: Sequence[Step]) -> None:
        """Note on the map where the back key leads from a page that an action has opened."""
        last = steps[-1] if steps else None
        opened = last and last.outcome == "done" and not last.action.startswith(_LEAPS)
        if here and self._before and opened and here != self._before:
            known.map.came(here, self._before)
        self._before = here


def _chosen(known: KnownMap, name: str, here: ScreenKey, *, taps: bool) -> Place:
    """Return the place that a name means. Raises ActionError if there is none, or if there are several."""
    found = known.named(name, here)
    if not taps:
        found = [each for each in found if each.label is None] or found
    found = [each for each in found if each.reachable] or found
    found = [each for each in found if not each.untrusted] or found
    if len(found) == 1:
        return found[0]
    if found:
        told = ", ".join(quoted(_spelled(each)) for each in found[:_MOST_NAMED])
        raise ActionError(f"{quoted(name)} may be any of these: {told}; write the whole of one, or use the marks")
    names = list(dict.fromkeys(each.name for each in known.places(here)))
    near = get_close_matches(name, names, _MOST_NAMED) or names[:_MOST_NAMED]
    told = f"; there are {', '.join(map(quoted, near))}" if near else ""
    raise ActionError(f"no place on the map is called {quoted(name)}{told}; or use the marks of this screen")


def _spelled(place: Place) -> str:
    around = place.page[1] if place.label and place.page[1] else ""
    return place.path if place.reachable and place.steps else SEPARATOR.join(filter(None, (around, place.name)))


def _on(walk: _Walk, action: Action, document: str = "") -> Decision:
    to = f"on the way to {quoted(walk.place.name)}"
    return Decision(action, thought=to, documents=(document,) if document else (), walk=call(walk.asked))


def _once(walk: _Walk, action: Action, or_else: str) -> Decision:
    if action.kind in walk.tried:
        raise _Stopped(or_else)
    walk.tried.add(action.kind)
    return _on(walk, action)


def _sought(walk: _Walk, name: str, screen: Screen) -> Decision:
    """Return the action that scrolls to a name, first down and then up. Raises _Stopped if it was not found so."""
    for way in ("down", "up") if name and scroller(screen) else ():
        if (name, way) not in walk.sought:
            walk.sought.add((name, way))
            return _on(walk, ScrollTo(name, way=way))
    raise _Stopped(f"{quoted(name) if name else 'what is to be tapped'} is not there")


def _only(there: Sequence[Element], name: str) -> Element:
    if len(there) > 1:
        marks = ", ".join(f"mark {each.mark}" for each in there)
        raise _Stopped(f"{quoted(name)} is there {len(there)} times ({marks})")
    return there[0]


def _called(label: Label, screen: Screen) -> list[Element]:
    """Return the elements of a screen that a label is of: those with its name and its id, else those with its name."""
    named = _in_sight(label.name, screen)
    return [each for each in named if label.element_id in (each.id, *each.aliases)] or named


def _in_sight(name: str, screen: Screen) -> list[Element]:
    """Return the elements of a screen that have a name."""
    found = [(each, (Label(each.text, "button").name, each.text, each.hint)) for each in screen.elements]
    return [each for each, names in found if any(one and same(one, name) for one in names)]


def _in_front(decision: Decision, screen: Screen) -> Decision:
    """Return a decision to tap what is in sight by its name as one to tap it by its mark, and any other as it is.

    Raises ActionError if several elements have that name.
    """
    name = decision.action.name if isinstance(decision.action, TapNamed) else ""
    there = name and (_in_sight(name, screen) or _within(name, screen))
    if not there:
        return decision
    if len(there) > 1:
        marks = ", ".join(f"mark {each.mark}" for each in there)
        raise ActionError(f"{quoted(name)} is on this screen {len(there)} times ({marks}); tap one by its mark")
    return replace(decision, action=Tap(there[0].mark))


def _names(path: str) -> list[str]:
    """Return the names of a path, as in "Display > Screen timeout"."""
    return [each.strip() for each in path.split(SEPARATOR.strip())]


def _within(path: str, screen: Screen) -> list[Element]:
    """Return the elements that a path means all of whose names are in sight, such as "Song > More options".

    Each name is that of an element inside the one before it, or else of another one in its row of a list.
    """
    begin, *others = _names(path)
    found = _in_sight(begin, screen) if others else []
    for name in others:
        named = _in_sight(name, screen)
        held = [one for one in named if any(inside(around, one) for around in found)]
        found = held or [
            one for one in named if any(one is not each and one.row and one.row == each.row for each in found)
        ]
    return found


def _how_far(walk: _Walk, why: str) -> str:
    far = f"stopped after {', '.join(map(quoted, walk.done))}" if walk.done else "was not begun"
    return f"{call(walk.asked)} {far}: {why}"


def _but_places(view: View) -> Callable[[Decision], None] | None:
    """Return the function that carries an action out early, but for actions that name a place, which are walked to."""
    early = view.early
    if early is None:
        return None

    def carry_out(decision: Decision) -> None:
        if not isinstance(decision.action, GoTo | TapNamed):
            early(decision)

    return carry_out
