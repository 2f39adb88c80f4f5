"""Choose the next action of a walk to a place by the map of the app or by sight, and check what the last one did."""

from collections.abc import Sequence
from dataclasses import replace

from appagent.actions import Action, Back, ByName, GoTo, Launch, LongPress, Restart, ScrollTo, SetNamed, Tap
from appagent.actions.aiming.scrolling import scroller
from appagent.actions.parts.description import quoted
from appagent.actions.setting.wheel_lines import wheels_meant
from appagent.agent import Decision
from appagent.documents.map.known_map import KnownMap
from appagent.documents.map.place import Place, held_in, is_page, names_of
from appagent.documents.outcomes.effect_words import only_states
from appagent.guard import Guard
from appagent.guard.guard import in_words
from appagent.screen import Element, Screen
from appagent.screen.language.lexicon import folded
from appagent.screen.names.fields import field_name, filled
from appagent.screen.names.labels import Label, same, state_of, title
from appagent.screen.names.rows import by_words_below
from appagent.screen.transitions import Path, ScreenKey, Transition
from appagent.screen.trouble import trouble
from appagent.step.walks.in_sight import (
    along,
    captioned,
    from_here,
    has_name,
    in_sight,
    meant_by,
    name_on_screen,
    names_to_show,
    rows_saying,
)
from appagent.step.walks.meant import further_on
from appagent.step.walks.walk import Stopped, Walk, WalkView

_MOST = 20  # actions of one walk
_BY_SIGHT = "by sight"  # among what was tried


class Guide:
    """Chooses the actions of walks.

    known: the map of the app. guard: tells which taps are no part of a walk because of their effects. app: the package
    of the app. failed: ids of documents whose action led to another page than they say, one for each time.
    """

    def __init__(self, known: KnownMap, guard: Guard, app: str) -> None:
        self._known, self._guard, self._app = known, guard, app
        self.failed: list[str] = []

    def next(self, walk: Walk, seen: WalkView) -> Decision | None:
        """Return the next action of a walk, or None at its end. Raises Stopped."""
        self._check_last(walk, seen)
        if not walk.ended:
            walk.actions += 1
            if walk.actions > _MOST:
                raise Stopped(f"it took more than {_MOST} actions")
        if walk.place and (on := self._by_map(walk, walk.place, seen)):
            return on
        walk.place = None
        return self._by_sight(walk, seen) if walk.left else None

    def _check_last(self, walk: Walk, seen: WalkView) -> None:
        """Raise Stopped if the last action of a walk was not done, or did not lead where it should."""
        last = seen.view.steps[-1] if walk.actions and seen.view.steps else None
        started, walk.started, walk.arrived = walk.started, None, None
        tapped, walk.tapping = walk.tapping, ""
        passes, walk.passes = walk.passes, 0
        if last is None or not walk.was_done(last):
            return
        stayed = started is None or seen.here == started[0]  # else it was a tab
        if tapped and stayed and last.walk and last.effect and only_states(last.effect):
            raise Stopped(f"{last.words} has opened nothing, but {last.effect}")
        walk.done += [tapped] * bool(tapped)
        walk.sent += 1
        walk.place, walk.left = (None, ()) if passes is None else (walk.place, walk.left[passes:])
        if trouble(seen.view.screen):
            raise Stopped("the phone says that the app crashed or does not respond")
        if started:
            self._check_arrival(walk, seen, last.words, *started)

    def _check_arrival(self, walk: Walk, seen: WalkView, words: str, start: ScreenKey, transition: Transition) -> None:
        """Raise Stopped if a transition from page `start` did not lead where it should. words: the action in words."""
        if transition.action == Back.kind:
            if seen.here not in (start, transition.to):
                self._known.closed(transition, start)
                return
        elif seen.here is None or not self._known.expected(transition, start, seen.here):
            self._fails(start, transition)
            came = title(seen.view.screen)
            where = f"the page {quoted(came)}" if came else "another page"
            wanted = f", not to {quoted(transition.to[1])}" if transition.to[1] else ""
            raise Stopped(f"{words} has led to {where}{wanted}")
        walk.arrived = transition.to
        walk.taken.add(_way(start, transition))

    def _by_map(self, walk: Walk, place: Place, seen: WalkView) -> Decision | None:
        """Return the next action on the path to a place by the map; None once the place is reached."""
        here, known = seen.here, self._known
        if here is None:
            return _once(walk, Launch(self._app), "another app is in front, and it cannot be left")
        path = known.path_to(place, here)
        if place.page in (here, walk.arrived) or self._serves(place, seen, path):
            return self._at_the_page(walk, place, seen.view.screen)
        if path is None:
            return self._without_path(walk, seen)
        transition = path[0]
        if transition.action == Back.kind:
            walk.started = here, transition
            return _on(walk, Back())
        return self._through(walk, seen, here, transition)

    def _without_path(self, walk: Walk, seen: WalkView) -> Decision | None:
        """Return the next action where the map has no path: by the names in sight, or else to start the app anew."""
        names = names_of(walk.asked.place)
        left = from_here(names, seen.view.screen)
        if len(names) > 1 and _BY_SIGHT not in walk.tried and in_sight(left[0], seen.view.screen):
            walk.tried.add(_BY_SIGHT)
            walk.place, walk.left = None, left
            return self._by_sight(walk, seen)
        if held := filled(seen.view.screen):
            raise Stopped(f"no path from here is known, and {quoted(field_name(held[0]))} holds something unsaved")
        return _once(walk, Restart(self._app), "no path is known, not even from the first page")

    def _serves(self, place: Place, seen: WalkView, path: Path | None) -> bool:
        """Tell whether the page in front has the title of a place's page, and so may be it in another state.

        It is not if the element of the place is not in sight, and a path leads on, as through another tab of the page.
        A menu may have the name of the page that it leads to. path: the path from here to the page of the place.
        """
        dialog = seen.view.screen.front.kind == "dialog"
        titled = seen.here is not None and is_page(seen.here, place.page)
        there = place.label is None or not path or has_name(place.label.name, seen.view.screen)
        return titled and there and dialog == (place.page in self._known.dialogs)

    def _at_the_page(self, walk: Walk, place: Place, screen: Screen) -> Decision | None:
        """Return the next action on the page of a place: to scroll to its element or tap it; None if none is needed."""
        label = place.label
        if label is None:
            return self._on_namesake(walk, place.name, screen)
        if walk.left:
            walk.left = (label.name, *walk.left)
            return None
        there = _called(label, screen)
        if isinstance(walk.asked, ByName):
            there = meant_by(walk.asked, label.name, there, screen)
            if there:
                return self._last(walk, walk.asked, there, label.name, screen)
        if not there and (isinstance(walk.asked, ByName) or not captioned(label.name, screen)):
            return _sought(walk, label.name, screen)
        told = len(names_of(walk.asked.place)) > 1 or any(each.listed for each in there)  # one of a path, or a row
        element = _only(there, label.name) if there else None
        row = told and element and "tap" in element.actions and state_of(element, screen) is None
        held = folded(label.name) in held_in(walk.asked.place)
        if element is None or not (row or held or self._known.opens(place)):
            raise Stopped(f"{quoted(label.name)} is on this page, and was not tapped: it is not known to open anything")
        # a walk to its page must not turn it, whatever question that brings
        if element.checked is not None and not held:
            walk.short = f"{quoted(label.name)} is on this page, and was not tapped: it is a switch"
            return None
        walk.tapping, walk.passes = label.name, None
        return self._touching(walk, element, label.name, screen)

    def _on_namesake(self, walk: Walk, name: str, screen: Screen) -> Decision | None:
        """Return the action on a control that has the name of its page, if the agent asks for one; None if it does not.

        Raises Stopped if the page has no such control.
        """
        if not isinstance(walk.asked, ByName) or not walk.asked.controls or walk.left:
            return None
        walk.left = (name,)
        if isinstance(walk.asked, SetNamed) and (wheels := wheels_meant(walk.asked.value, screen)):
            return self._last(walk, walk.asked, wheels[:1], name, screen)
        if not meant_by(walk.asked, name, in_sight(name, screen), screen):
            why = f"it has no element of that name that {walk.asked.instead_of} works on"
            raise Stopped(f"{quoted(name)} is the name of this page, and {why}{names_to_show(screen)}")
        return None

    def _last(self, walk: Walk, asked: ByName, there: Sequence[Element], name: str, screen: Screen) -> Decision:
        """Return the action that the agent asks for, on the element with this name.

        Raises Stopped unless there is exactly one.
        It is decided like an action of the agent by mark, and the guard judges it as such.
        """
        element = _only(there, name)
        if not asked.takes(element, screen):
            raise Stopped(asked.why_not(element))
        walk.tapping, walk.passes = name, None
        return replace(_on(walk, asked.on(element.mark)), risk=walk.risk, walk="")

    def _through(self, walk: Walk, seen: WalkView, here: ScreenKey, transition: Transition) -> Decision | None:
        """Return the tap or long press that makes a transition, or the scrolling that brings its element into sight."""
        name = self._known.label_of(transition, here)
        if _way(here, transition) in walk.taken:
            raise Stopped(f"{quoted(name) if name else 'a control without words'} was tapped, and led back here")
        there = self._beginning(seen, here, transition, name)
        if not there:
            try:
                return _sought(walk, name, seen.view.screen)
            except Stopped:
                self._fails(here, transition)
                raise
        if len(there) > 1 and self._known.of_some_row(transition):
            there = _of_named_row(there, names_of(walk.asked.place))
        element = _only(there, name, f"a control without words, which leads to {quoted(transition.to[1])},")
        if isinstance(walk.asked, GoTo) and element.checked is not None and same(names_of(walk.asked.place)[-1], name):
            return None  # a switch, and the page of its name is what it asks when it is turned
        action = LongPress(element.mark) if transition.action == LongPress.kind else Tap(element.mark)
        self._check_harmless(action, seen.view.screen, name or element.text)
        walk.started, walk.tapping = (here, transition), name or element.text
        return _on(walk, action, transition.document)

    def _beginning(self, seen: WalkView, here: ScreenKey, transition: Transition, name: str) -> list[Element]:
        """Return the elements of a screen on which a transition from it may begin: by its document, name or row."""
        there = self._known.elements(transition, seen.screen)
        if name and not transition.row and self._known.is_row(transition):  # the one meant may be further down
            there = [each for each in there if same(name_on_screen(each), name)]
        if there:
            return there
        named = in_sight(name, seen.view.screen) if name else []
        if len(named) == 1:
            return named
        label = self._known.map.labels.get(here, {}).get(transition.element_id)
        row = by_words_below(label.text, label.template, seen.screen) if label else None
        return [row] if row else []

    def _by_sight(self, walk: Walk, seen: WalkView) -> Decision | None:
        """Return the action on the next name of a walk: to tap it, to scroll to it, or if it is the last what is asked.

        What is not in sight is scrolled to, or gone to by the map, if that has it further on from here.
        Return None if the walk is to a page and its last name is a switch, because the walk must not turn the switch.
        """
        screen = seen.view.screen
        walk.left = from_here(walk.left, screen)
        if not in_sight(walk.left[0], screen) and len(rows := rows_saying(walk.left[0], screen)) == 1:
            walk.left = (rows[0], *walk.left[1:])
        taken, there = along(walk.left, screen)
        last = taken == len(walk.left)
        if isinstance(walk.asked, ByName) and (last or len(walk.left) == 1):
            name = walk.left[-1]
            if meant := meant_by(walk.asked, name, there, screen):
                return self._last(walk, walk.asked, meant, name, screen)
        if not there:
            return self._out_of_sight(walk, seen)
        name = walk.left[taken - 1]
        element = _only(there, name)
        if last and state_of(element, screen) is not None:
            walk.short = f"{quoted(name)} is on this page, and was not tapped: it is a switch"
            return None
        if element.checked is not None:
            raise Stopped(f"the next is to tap {quoted(name)}, a switch, and that would turn it")
        walk.tapping, walk.passes = name, taken
        return self._touching(walk, element, name, screen)

    def _touching(self, walk: Walk, element: Element, name: str, screen: Screen) -> Decision:
        """Return the tap on what has a name on the way, or the long press if the agent says so."""
        held = folded(name) in held_in(walk.asked.place)
        action = LongPress(element.mark) if held else Tap(element.mark)
        self._check_harmless(action, screen, name)
        return _on(walk, action)

    def _out_of_sight(self, walk: Walk, seen: WalkView) -> Decision | None:
        """Return the scrolling in search of the next name of a walk; once that has failed, what the map leads on by."""
        try:
            return _sought(walk, walk.left[0], seen.view.screen)
        except Stopped:
            further = further_on(self._known, walk.left, seen.here, walk.asked)
            if further is None:
                raise
        walk.place, walk.left = further
        return self._by_map(walk, walk.place, seen)

    def _check_harmless(self, action: Action, screen: Screen, name: str) -> None:
        """Raise Stopped if a tap of a walk might pay, send, delete or the like. name: name of the element to tap."""
        may = self._guard.strictest(action, screen).effect
        if may != "none":
            what = quoted(name) if name else "a control without words"
            raise Stopped(f"the next is to tap {what}, and it may {in_words(may)}")

    def _fails(self, start: ScreenKey, transition: Transition) -> None:
        self._known.closed(transition, start)
        self.failed.append(transition.document)


def _way(here: ScreenKey, transition: Transition) -> tuple[ScreenKey, str, str]:
    return here, transition.element_id, transition.action


def _on(walk: Walk, action: Action, document: str = "") -> Decision:
    documents = (document,) if document else ()
    return Decision(action, thought=f"part of {walk.called}", documents=documents, walk=walk.called)


def _once(walk: Walk, action: Action, or_else: str) -> Decision:
    if action.kind in walk.tried:
        raise Stopped(or_else)
    walk.tried.add(action.kind)
    return _on(walk, action)


def _sought(walk: Walk, name: str, screen: Screen) -> Decision:
    """Return the action that scrolls in search of a name, first down and then up.

    Raises Stopped if both have failed.
    """
    for way in ("down", "up") if name and scroller(screen) else ():
        if (name, way) not in walk.sought:
            walk.sought.add((name, way))
            return _on(walk, ScrollTo(name, way=way))
    raise Stopped(f"{quoted(name) if name else 'what is to be tapped'} is not there{names_to_show(screen, name)}")


def _only(there: Sequence[Element], name: str, otherwise: str = "what is to be tapped") -> Element:
    """Return the only element. Raises Stopped if there are several. otherwise: what it is called if it has no name."""
    if len(there) > 1:
        marks = ", ".join(f"mark {each.mark}" for each in there)
        raise Stopped(f"{quoted(name) if name else otherwise} is there {len(there)} times ({marks})")
    return there[0]


def _of_named_row(there: Sequence[Element], names: Sequence[str]) -> list[Element]:
    """Return the one among rows, or among buttons of rows, whose row a path names.

    Raises Stopped if that is not exactly one.
    """
    found = [one for one in there if any(same(name, said) for name in names for said in (name_on_screen(one), one.row))]
    if len(found) == 1:
        return found
    marks = ", ".join(f"mark {each.mark}" for each in there)
    why = f"the next is a button that each row has ({marks})"
    raise Stopped(f"{why}; tap that of the row that you mean, or name it in the path")


def _called(label: Label, screen: Screen) -> list[Element]:
    """Return the elements of a screen with the name and the id of a label; if there are none, those with its name."""
    named = in_sight(label.name, screen)
    return [each for each in named if label.element_id in (each.id, *each.aliases)] or named
