"""Walk to a place that an agent names, one action per step, by the map of the app or by sight, without a model."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import TypeVar

from appagent.actions import (
    Append,
    Back,
    ByName,
    GoTo,
    Home,
    Launch,
    Paste,
    Recents,
    Restart,
    SetNamed,
    SetValue,
    TypeText,
    call,
)
from appagent.actions.parts.by_name import HELD, is_held
from appagent.actions.parts.description import quoted
from appagent.agent import Decision, View
from appagent.documents.map.known_map import KnownMap
from appagent.documents.map.place import BACK, ROW, SEPARATOR, MapAtStart, Place, held_in, names_of
from appagent.errors import ActionError
from appagent.guard import Guard
from appagent.guard.labels import BUTTON, said_by_label
from appagent.runs.trajectory import Step
from appagent.screen.language.secret import names_a_secret
from appagent.screen.transitions import SCROLLING, ScreenKey
from appagent.step.in_turn import Halted, InTurn
from appagent.step.walks.choices import choice_under
from appagent.step.walks.guide import Guide
from appagent.step.walks.in_sight import (
    by_mark,
    from_here,
    has_name,
    in_sight,
    meant_by,
    names_in_sight,
    names_like,
    names_to_show,
    near_in_meaning,
    rows_saying,
    rows_with,
    similar_names,
    untouchable,
)
from appagent.step.walks.meant import MOST_NAMED, one_of, places_meant, spelled
from appagent.step.walks.walk import Stopped, Walk, WalkView

_LEAPS = tuple(each.kind for each in (Back, Home, Launch, Recents, Restart))  # the back key does not undo these
_TYPING = tuple(each.kind for each in (TypeText, Append, Paste))
_Asked = TypeVar("_Asked", bound=GoTo | ByName)


class Walks:
    """Returns an agent's actions one at a time, and turns each action that names a place of the app into a walk.

    in_turn: returns the agent's actions. known: the map of the app; with None or an empty map, the agent is offered no
    places, and walks go by sight alone. guard: tells which taps are no part of a walk because of their effects. app:
    the package of the app.
    """

    def __init__(self, in_turn: InTurn, known: KnownMap | None, guard: Guard, app: str) -> None:
        self._in_turn, self._app = in_turn, app
        self._known, self._mapped = known or KnownMap(()), bool(known)
        self._guide = Guide(self._known, guard, app)
        self._walk: Walk | None = None
        self._before: ScreenKey | None = None
        self._at_start: MapAtStart | None = None
        self._steps = 0  # number of steps when it was decided last
        self._asked_at = 0  # number of steps when the agent was asked last

    @property
    def failed(self) -> list[str]:
        """Return the ids of documents whose action led to another page than they say, one for each time."""
        return self._guide.failed

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

        Raises ActionError if the agent names something that is neither on the map nor in sight, or several places, or
        no row where the map has any.
        """
        mapped = self._mapped and view.screen.app == self._app
        scrolled = any(each.action.startswith(SCROLLING) for each in view.steps[self._steps :])
        self._steps = len(view.steps)
        last = view.steps[-1] if view.steps else None
        tapped = last.element_id if last and last.outcome == "done" else ""
        on_map = self._known.seen(view.screen, scrolled=scrolled, tapped=tapped) if mapped else (view.screen, None)
        seen = WalkView(view, *on_map)
        self._note_back(seen.here, view)
        halted: Halted = ""
        if self._walk:
            try:
                if on := self._guide.next(self._walk, seen):
                    return on
                if self._walk.short:
                    view = replace(view, notices=(*view.notices, f"{self._walk.called} is done: {self._walk.short}"))
            except Stopped as error:
                view = replace(view, notices=(*view.notices, _how_far(self._walk, str(error))))
                halted = "in part" if self._walk.sent else "not at all"
            self._walk = None
        places = (tuple(self._known.places(seen.here)) if seen.here else ()) if self._mapped else None
        if seen.here and self._at_start is None:
            self._at_start = MapAtStart(tuple(self._known.whole(seen.here)), tuple(names_in_sight(view.screen)))
        view = replace(view, places=places, at_start=self._at_start, by_name=True, early=_but_places(view))
        decision = self._in_turn.decide(view, halted)
        if not self._in_turn.goes_on:
            self._asked_at = len(view.steps)
        return self._begun(decision, seen)

    def _begun(self, decision: Decision, seen: WalkView) -> Decision:
        """Begin a walk if the agent's action names a place, and return its first action; else return the decision."""
        asked = decision.action
        if not isinstance(asked, GoTo | ByName):
            return decision
        if ROW in (names := names_of(asked.place)):
            raise ActionError(f"{quoted(ROW)} stands for any row of a list: name the one that you mean")
        self._known.ask_for(names)
        whole = self._in_full(self._choice(asked, seen) if isinstance(asked, SetNamed) else asked, seen)
        if not self._only_on_map(whole, seen):
            found = by_mark(replace(decision, action=whole), seen.view.screen)
            if found.action is not whole:
                return found
            if isinstance(asked, SetNamed) and (one := choice_under(asked.place, asked.value, seen.view.screen)):
                return replace(decision, action=SetValue(one.mark, "on"))
        walk = self._planned(whole, call(decision.action), decision.risk, seen)
        if walk.place and BACK in walk.place.steps and self._typed_in_reply(seen.view.steps):
            why = "going back to where the map has it would lose what you typed"
            raise ActionError(f"{quoted(asked.place)} is not on this page, and {why}{names_to_show(seen.view.screen)}")
        try:
            first = self._guide.next(walk, seen)
        except Stopped as error:
            raise ActionError(_how_far(walk, str(error))) from None
        if first is None:
            where = untouchable(names[-1], seen.view.screen) or "on this screen already; use its mark, or look around"
            raise ActionError(f"{quoted(asked.place)} is {where}")
        self._walk = walk
        thought = f"{call(asked)}: {decision.thought}".removesuffix(": ")
        documents = (*first.documents, *decision.documents)
        secret = whole.typed if names_a_secret(names_of(whole.place)[-1]) else ""
        return replace(
            decision, action=first.action, risk=first.risk, thought=thought, documents=documents, walk=first.walk,
            secret=secret,
        )  # fmt: skip

    def _typed_in_reply(self, steps: Sequence[Step]) -> bool:
        """Tell whether this is a later call of a reply of which an earlier one has typed something."""
        return self._in_turn.goes_on and any(each.kind in _TYPING for each in steps[self._asked_at :])

    def _in_full(self, asked: _Asked, seen: WalkView) -> _Asked:
        """Return an action with the only name that has the words it gives, if nothing has just these for a name.

        So `tap_named("Metformin")` means "Metformin 500 mg". A row in sight of which the words are a whole text comes
        first, then what the map has by this name, then names that begin with the words, or else have them: first names
        in sight, then other texts of rows in sight, then names on the map. Raises ActionError if several do, or if the
        only one says that it pays, sends, deletes or the like.
        """
        names, screen, here = names_of(asked.place), seen.view.screen, seen.here or ("", "")
        name, added = names[0], f" ({HELD})" * is_held(asked.place)
        if len(names) > 1 or has_name(name, screen):
            return asked
        rows = rows_saying(name, screen)
        if not rows and places_meant(self._known, name, here, asked, held_in(asked.place)):
            return asked
        # a later call means what its page has, which the agent has not seen yet
        on_map = [] if self._in_turn.goes_on else [each.name for each in self._known.places(here)]
        in_sight = names_like(name, names_in_sight(screen)) or rows_with(name, screen)
        for found in (rows, in_sight, names_like(name, on_map)):
            if len(found) == 1 and not said_by_label(found[0], BUTTON):
                return replace(asked, place=f"{found[0]}{added}")  # type: ignore[type-var]  # all of them are dataclasses
            if found:
                raise ActionError(one_of(name, found))
        return asked

    def _only_on_map(self, asked: GoTo | ByName, seen: WalkView) -> bool:
        """Tell whether the map knows a control by a name that on this screen only rows or other elements have."""
        if not (isinstance(asked, ByName) and asked.controls):
            return False
        screen = seen.view.screen
        there = meant_by(asked, asked.place, in_sight(asked.place, screen), screen)
        known = places_meant(self._known, asked.place, seen.here or ("", ""), asked)
        elsewhere = [each for each in known if each.label and each.label.kind in asked.controls and each.reachable]
        return bool(elsewhere) and not any(asked.takes(each, screen) for each in there)

    def _choice(self, asked: SetNamed, seen: WalkView) -> SetNamed:
        """Return an action that turns a choice on if the value is known to be one of several; else the same action.

        So `set("Screen timeout", "5 minutes")` means the choice "5 minutes" of the dialog that "Screen timeout" opens.
        A row in sight that has the name below its value, as in "Diffused · Glazing", opens that dialog by itself.
        """
        if rows_saying(asked.place, seen.view.screen) and not has_name(asked.place, seen.view.screen):
            return asked
        here, path = seen.here or ("", ""), SEPARATOR.join((asked.place, asked.value))
        named = self._known.named(asked.place, here, asked.controls)
        known = self._known.named(path, here, asked.controls)
        choices = [each for each in known if each.takes == "choice" and each.reachable]
        return SetNamed(path, "on") if len(choices) == 1 and not any(each.takes for each in named) else asked

    def _planned(self, asked: GoTo | ByName, called: str, risk: str, seen: WalkView) -> Walk:
        """Plan the walk to the place that an action names.

        The first of these ways that is possible is taken: by the map, if it knows a path to the place; by sight, if the
        first name is in sight; by the map for the first names and by sight from there; from the app's first page.
        Raises ActionError if none is possible, if the name stands for several places, or if a later call of a reply
        names just one of several choices that another page has: the agent meant a page that it had not seen yet.
        """
        name, screen = asked.place, seen.view.screen
        names, here, held = names_of(name), seen.here or ("", ""), held_in(name)
        found = places_meant(self._known, name, here, asked, held)
        if len(found) == 1 and found[0].reachable and found[0].page != seen.here:
            if self._in_turn.goes_on and len(names) == 1 and found[0].takes == "choice":
                raise ActionError(
                    f"{quoted(name)} is not on this page; where the map has it, it is one of several "
                    f"choices, which needs the whole path: {quoted(found[0].path)}"
                )
            return Walk(asked, called, found[0], (), risk)
        left = from_here(names, screen)
        beside = isinstance(asked, ByName) and asked.beside and len(left) == 1
        if left and (has_name(left[0], screen) if beside else in_sight(left[0], screen)):
            return Walk(asked, called, None, left, risk)
        for count in range(len(names) - 1, 0, -1):
            begin = places_meant(self._known, SEPARATOR.join(names[:count]), here, held=held)
            if len(begin) == 1 and begin[0].reachable:
                return Walk(asked, called, begin[0], tuple(names[count:]), risk)
        if len(found) == 1:
            return Walk(asked, called, found[0], (), risk)
        raise ActionError(self._not_one(name, found, seen))

    def _not_one(self, name: str, found: Sequence[Place], seen: WalkView) -> str:
        """Return an error message for the agent: its name stands for no place or several. found: those places."""
        where = untouchable(name, seen.view.screen)
        if found:
            several = list(dict.fromkeys(map(spelled, found)))
            return f"{quoted(name)} is {where}" if where else one_of(name, several)
        known = list(dict.fromkeys(each.name for each in self._known.places(seen.here or ("", ""))))
        where = where or ("neither in sight nor on the map" if self._mapped else "not in sight")
        told = self._without_path(name, known)
        if not told and (places := similar_names(name, known) or near_in_meaning(name, known)):
            told = f"; on the map: {', '.join(map(quoted, places))}"
        return f"{quoted(name)} is {where}{names_to_show(seen.view.screen, name)}{told}"

    def _without_path(self, name: str, known: Collection[str]) -> str:
        """Name the controls with the words of a name on pages to which no path is known from here, and their pages.

        known: the names of places to which one is known.
        """
        pages = self._known.map.labels.items() if self._mapped else ()
        on = {each.name: page[1] for page, own in pages for each in own.values() if each.kind != "text" and page[1]}
        found = names_like(name, [each for each in on if each not in known])[:MOST_NAMED]
        told = ", ".join(f"{quoted(each)} on the page {quoted(on[each])}" for each in found)
        return f"; known, though no path leads there from here: {told}" if told else ""

    def _note_back(self, here: ScreenKey | None, view: View) -> None:
        """Note on the map that the back key leads from this page to the previous one, if an action has opened it.

        From the page of a tab it may leave the app.
        """
        last = view.steps[-1] if view.steps else None
        opened = last and last.outcome == "done" and not last.action.startswith(_LEAPS)
        tab = last and any(each.selected and each.id == last.element_id for each in view.screen.elements)
        if here and self._before and opened and not tab and here != self._before:
            self._known.map.came(here, self._before)
        self._before = here


def _how_far(walk: Walk, why: str) -> str:
    names = ", ".join(map(quoted, walk.done))
    steps = f"{walk.sent} action{'s' * (walk.sent > 1)}" if walk.sent > len(walk.done) else ""
    after = f"{steps} ({names})" if steps and names else steps or names
    return f"{walk.called} {f'stopped after {after}' if after else 'was not begun'}: {why}"


def _but_places(view: View) -> Callable[[Decision], None] | None:
    """Return the view's function `early`, changed to do nothing for actions that name a place and begin a walk."""
    early = view.early
    if early is None:
        return None

    def carry_out(decision: Decision) -> None:
        if not isinstance(decision.action, GoTo | ByName):
            early(decision)

    return carry_out
