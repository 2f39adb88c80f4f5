"""Do a plan again, move by move, without a model: each screen, element and effect must be what it was.

Where one is not, the replay stops and says what differs, or hands that one step to another agent and goes on after it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from appagent.actions import DONE, Action, Back, Finish, Restart, Tap, TypeText, Wait, parse
from appagent.agent import Agent, Decision, GiveUp, View
from appagent.experience.answers import read_again
from appagent.experience.difference import Difference, Differs, difference
from appagent.experience.evidence import Evidence
from appagent.experience.finding import Missing, find, says
from appagent.experience.list_search import Scrolling
from appagent.experience.pages import dialog_on, resembles, shows
from appagent.experience.plan import Move, Page, Plan, retyped
from appagent.experience.slots import filled
from appagent.guard import effect_of, in_words
from appagent.guard.labels import declines
from appagent.models import Usage
from appagent.runs.trajectory import RECOVERED, Step
from appagent.screen import Element, Screen
from appagent.screen.labels import state_of

_PATIENCE = 2  # looks at a screen that may still be coming
_MOST_STALE = 3


@dataclass
class Replay:
    """Agent that does a plan again.

    values: of the plan's slots. start: number of the move to begin with, from 1. other: agent to which a step that
    does not fit is handed over; None to stop there. translated: True if the phone speaks another language than when the
    plan was made. attended: True if a person is there whom the guard asks.
    at: index of the next move. handed: numbers of the moves that were handed over. difference: why it stopped, or None.
    read_back: what the last screen says of what was made, in words.
    """

    plan: Plan
    values: Mapping[str, str]
    start: int = 1
    other: Agent | None = None
    translated: bool = False
    attended: bool = False
    name: str = "replay"
    at: int = field(init=False)
    handed: list[int] = field(default_factory=list)
    difference: Difference | None = None
    evidence: Evidence = field(default_factory=Evidence)
    read_back: list[str] = field(default_factory=list)
    _sent: int | None = None  # index of the move that was decided last; None if something else was
    _seen: int = 0  # steps in the trajectory when it was decided
    _waited: int = 0
    _closed: bool = False  # a dialog, since the last move
    _left: set[int] = field(default_factory=set)  # optional moves since the last one that was made, by index
    _begun: bool = False  # a move was made
    _by_other: bool = False  # the last decision was the other agent's
    _scrolls: Scrolling | None = None
    _stale: int = 0
    _updated: bool = False  # a page was met that an update has changed
    _repeats: bool = False  # the next move may be made already, so that it may change nothing

    def __post_init__(self) -> None:
        self.at = self.start - 1

    @property
    def usage(self) -> Usage:
        """Return what the other agent has used; nothing without one."""
        return self.other.usage if self.other else Usage()

    def decide(self, view: View) -> Decision:
        """Return the next move's action on the screen at hand.

        Raises GiveUp with the difference if the plan does not fit and there is no other agent.
        """
        self.evidence.saw(view.screen)
        try:
            self._settle(view)
            return self._next(view)
        except Differs as differs:
            self._sent = None
            unsure = differs.kind in ("unsure", "effect missing") and self._is_deed()
            if self.other is not None and differs.kind not in ("refused", "needs a person") and not unsure:
                return self._handed_over(view, differs)
            self.difference = difference(self.plan, self.at, self.values, differs)
            raise GiveUp(str(self.difference)) from None

    def _settle(self, view: View) -> None:
        """Count the move that was decided last as made, once its outcome is known. Raises Differs if it was not."""
        sent, self._sent = self._sent, None
        mine = [step for step in view.steps[self._seen :] if step.outcome != RECOVERED]
        if self._by_other:
            self._by_other = False
            self._skip_to_fitting(view.screen, mine[-1] if mine else None)
        if sent is None or not mine:
            return
        step, move = mine[-1], self.plan.moves[sent]
        if step.outcome == "stale" and self._stale < _MOST_STALE:
            self._stale += 1
            return
        if step.outcome in ("interrupted", "part"):
            self._repeats = not self._was_done(sent, step, view.screen)
            if self._repeats:
                return
        elif step.outcome != "done":
            raise Differs("refused" if step.outcome == "refused" else "not carried out", step.reason)
        elif move.changed and step.changed is False and not self._repeats:
            raise Differs("effect missing", "it changed nothing on the screen, and did before")
        self.at, self._stale, self._waited, self._closed, self._scrolls = sent + 1, 0, 0, False, None
        self._begun, self._repeats = True, False
        self._left.clear()
        self._check_state(move, step, view.screen)

    def _was_done(self, index: int, step: Step, screen: Screen) -> bool:
        """Tell whether a move was made although the phone's answer was lost; if False, it may be made again.

        Nothing that pays, sends or deletes is made again. Of the rest, setting a switch or replacing a text comes to
        the same twice, and what leads to another page was not done while its own page is there.
        Raises Differs if it is not known, and it may not be made again.
        """
        move, after = self.plan.moves[index], self._page(index + 1)
        if not move.may:
            if self._fits_after(index, screen):
                return True
            leads = after is not None and after.screen_id != move.page.screen_id
            if self._is_at(index, screen) and (leads or move.becomes is not None or _replaces(parse(move.action))):
                return False
        raise Differs("unsure", f"it is not known whether it was done: {step.reason}")

    def _check_state(self, move: Move, step: Step, screen: Screen) -> None:
        """Raise Differs if a switch is not in the state that the same move led to before."""
        now = screen.element(step.element_id)
        if move.becomes is None or now is None:
            return
        if state_of(now, screen) == (not move.becomes):
            raise Differs("effect missing", f"it is {'off' if move.becomes else 'on'} now, and was not before")
        self.evidence.set_state(move, now, screen, self.values)

    def _next(self, view: View) -> Decision:
        screen = view.screen
        while (move := self._due(screen)) is not None:
            if action := self._to_page(move.page, screen, move):
                return self._by_the_way(action, view)
            if move.target is None:
                return self._decide_move(parse(move.action), move, view)
            found = find(move.target, screen, self.values, move.kind, translated=self.translated, deed=bool(move.may))
            so = move.becomes is not None and isinstance(found, Element) and state_of(found, screen) == move.becomes
            if so or (move.then and says(move.target, screen, filled(move.then, self.values))):
                if isinstance(found, Element):
                    self.evidence.set_state(move, found, screen, self.values)
                self.at += 1  # it is done already
                self._left.clear()
                continue
            if isinstance(found, Missing):
                if found.kind == "element gone" and (scroll := self._scroll(screen)):
                    return self._by_the_way(scroll, view)
                if found.kind == "element gone" and move.missing == "done":
                    return Decision(Finish("", DONE), thought=f"{found.why}, and the task is done then")
                if found.kind == "element gone" and self._goes_on_without(move, screen):
                    continue
                raise Differs(found.kind, found.why, found.candidates)
            return self._decide_move(self._action(move, found, screen), move, view)
        return self._end(view)

    def _due(self, screen: Screen) -> Move | None:
        """Return the next move, or None after the last one.

        An optional move is left out if its page is not there. If the page comes before another move is made, it is next
        again. Moves that only led to the page with which a newly started app begins, such as its last tab, are skipped.
        """
        if self._fresh and self._waited:
            self.at = self._beginning(screen)
        late = [each for each in self._left if self._is_at(each, screen)]
        if late and not self._is_at(self.at, screen):
            self.at = min(late)
            self._left.remove(self.at)
        moves = self.plan.moves
        while self.at < len(moves) and moves[self.at].optional and not self._is_at(self.at, screen):
            self._left.add(self.at)
            self.at += 1
        return moves[self.at] if self.at < len(moves) else None

    @property
    def _fresh(self) -> bool:
        """Tell whether the replay starts with the first move and has not made a move yet."""
        return self.start == 1 and not self._begun

    def _beginning(self, screen: Screen) -> int:
        """Return the index of the move to begin with: a later one if the page that it starts on is open already.

        Only moves that lead from page to page, or are optional, are skipped.
        A tap on something that this page shows as well, such as a tab, counts as one of these.
        """
        for index, move in enumerate(self.plan.moves[self.at :], self.at):
            if self._is_at(index, screen):
                return index
            if not (move.optional or (move.only_leads and self._finds(move, screen))):
                break
        return self.at

    def _finds(self, move: Move, screen: Screen) -> bool:
        """Tell whether the element of a move is on a screen; a move without one needs none."""
        target, kind = move.target, move.kind
        found = target and find(target, screen, self.values, kind, translated=self.translated, deed=bool(move.may))
        return not isinstance(found, Missing)

    def _is_updated(self, page: Page, screen: Screen, move: Move | None) -> bool:
        """Tell whether a screen is probably a page that an update has changed, because the move's element is there.

        move: the move on this page; None for the last page, which counts if an update has changed an earlier page.
        """
        fits = self._updated if move is None else self._finds(move, screen) and not (move.may and move.target is None)
        now = fits and resembles(screen, page, self.values, deed=bool(move and move.may))
        self._updated = self._updated or now
        return now

    def _goes_on_without(self, move: Move, screen: Screen) -> bool:
        """Skip a move whose element is nowhere, if the person said so. Return False if they did not.

        The moves that were made with the missing row are skipped too: all up to the next one on this page that neither
        pays, sends nor deletes.
        """
        if not move.optional and move.missing != "skip":
            return False
        self.at, self._scrolls = self.at + 1, None
        moves = self.plan.moves
        while not move.optional and self.at < len(moves) and (moves[self.at].may or not self._is_at(self.at, screen)):
            self.at += 1
        return True

    def _page(self, index: int) -> Page | None:
        """Return the page of a move, or after the last move, the one at the end, None if that is not known."""
        moves = self.plan.moves
        return moves[index].page if index < len(moves) else self.plan.end

    def _is_at(self, index: int, screen: Screen) -> bool:
        """Tell whether a screen is the page of a move, or after the last move, the one at the end."""
        page = self._page(index)
        return page is not None and shows(screen, page, self.values, translated=self.translated)

    def _decide_move(self, action: Action, move: Move, view: View) -> Decision:
        """Return the decision to make a move. Raises Differs if the guard finds another effect than the move had.

        A move that nobody has agreed to repeat needs a person, whom the guard asks.
        """
        if move.unsure and not self.attended:
            effect = in_words(move.may or "unknown")
            why = f"it may {effect}, and nobody has said that it may be repeated without a person"
            raise Differs("needs a person", why)
        action = retyped(action, filled(action.typed, self.values)) if action.typed else action
        effect = effect_of(action, view.screen).effect
        if effect not in ("none", "unknown", move.may):
            raise Differs("effect other", f"it may {effect} now, and {f'could {move.may}' if move.may else 'did not'}")
        self._sent, self._seen = self.at, len(view.steps)
        chosen = filled(move.target.says, self.values) if move.target and not action.typed else ""
        self.evidence.used(action.typed or chosen, view.screen, typed=bool(action.typed))
        return Decision(
            action,
            thought=f"move {self.at + 1} of {len(self.plan.moves)}",
            risk=move.may if move.unsure else "",
            move=self.at + 1,
        )

    def _action(self, move: Move, found: Element, screen: Screen) -> Action:
        """Return the action of a move with the marks of this screen."""
        action = parse(move.action)
        marks = {action.marked: found.mark} if action.marked is not None else {}
        if move.end is not None and action.end_mark is not None:
            end = find(move.end, screen, self.values, "", translated=self.translated)
            if isinstance(end, Missing):
                raise Differs(end.kind, end.why, end.candidates)
            marks[action.end_mark] = end.mark
        return action.remarked(marks) if marks else action

    def _by_the_way(self, action: Action, view: View) -> Decision:
        """Return a decision for an action that is not in the plan, such as scrolling."""
        return Decision(action, thought=f"on the way to move {self.at + 1} of {len(self.plan.moves)}")

    def _to_page(self, page: Page, screen: Screen, move: Move | None = None) -> Action | None:
        """Return an action that may bring a page to the front, or None if it is there. Raises Differs if none does.

        move: the move to be made on the page, None for the last page.

        The first actions are to wait. Then a dialog is declined, once. An app that shows another page before the first
        move is started anew.
        """
        if shows(screen, page, self.values, translated=self.translated):
            return None
        if not self._fresh and self._waited < _PATIENCE:
            self._waited += 1
            return Wait(1.0)
        if (self._waited or not self._fresh) and self._is_updated(page, screen, move):
            return None
        if dialog_on(screen) and not self._closed:
            self._closed = True
            no = [
                one for one in screen.elements if one.window == "dialog" and "tap" in one.actions and declines(one.text)
            ]
            return Tap(no[0].mark) if len(no) == 1 else Back()
        if self._fresh and not self._waited:
            self._waited = _PATIENCE
            return Restart(page.app)
        heading = f': "{screen.heading}"' if screen.heading else ""
        raise Differs("screen other", f"{screen.app} shows another screen than it did{heading}")

    def _scroll(self, screen: Screen) -> Action | None:
        """Return the next scrolling action in search of an element, or None if the whole list was seen."""
        self._scrolls = self._scrolls or Scrolling()
        return self._scrolls.stroke(screen)

    def _fits_after(self, index: int, screen: Screen) -> bool:
        """Tell whether the screen is the one that a move leads to."""
        page = self._page(index + 1)
        return (
            page is not None
            and page.screen_id != self.plan.moves[index].page.screen_id
            and self._is_at(index + 1, screen)
        )

    def _end(self, view: View) -> Decision:
        """Return the decision to finish. Raises Differs if the last screen or the answer is not what it was."""
        end, reading = self.plan.end, self.plan.reading
        if end and (action := self._to_page(end, view.screen)):
            return self._by_the_way(action, view)
        if self.plan.unread:
            raise Differs(
                "element gone", "its answer stood nowhere on the last screen, so that it cannot be read again"
            )
        answer = read_again(reading, view.screen, self.values) if reading else ""
        if isinstance(answer, Missing):
            raise Differs(answer.kind, answer.why, answer.candidates)
        self.read_back = self.evidence.read_back(view.screen, answer)
        return Decision(Finish(answer, DONE), thought="all moves are made")

    def _handed_over(self, view: View, differs: Differs) -> Decision:
        """Let the other agent decide this one step, and tell it what was done here before."""
        assert self.other
        number = self.at + 1
        self.handed += [] if number in self.handed else [number]
        old = self.plan.moves[self.at].words if self.at < len(self.plan.moves) else "finish"
        done = f"the task was done before, and its next step was then: {filled(old, self.values)}"
        notice = (
            f"{done}. That does not fit now: {differs.why}. Do only what this step was for; the rest goes on by itself"
        )
        self._by_other, self._waited, self._scrolls, self._seen = True, _PATIENCE, None, len(view.steps)
        return self.other.decide(replace(view, notices=(*view.notices, notice)))

    def _is_deed(self) -> bool:
        """Tell whether the next move pays, sends or does something else that must not happen twice."""
        return self.at < len(self.plan.moves) and bool(self.plan.moves[self.at].may)

    def _skip_to_fitting(self, screen: Screen, step: Step | None) -> None:
        """Choose the next move after a step by the other agent: the following one if it fits, else the same one.

        A move that pays or sends counts as made once the other agent has done so, on whatever page it ends. step: the
        other agent's last step.
        Raises Differs if it is not known whether it has.
        """
        after = self.at + 1
        if self._is_deed():
            if step and step.may and step.outcome in ("interrupted", "part"):
                raise Differs("unsure", f"it is not known whether it was done: {step.reason}")
            self.at = after if step and step.may and step.outcome == "done" else self.at
            return
        moves = self.plan.moves
        if self._is_at(after, screen) and (after == len(moves) or self._finds(moves[after], screen)):
            self.at = after

    def to_json(self) -> dict[str, Any]:
        """Return the progress of the replay, and the difference at which it stopped, as plain JSON."""
        told = {"moves": len(self.plan.moves), "made": self.at, "handed_over": self.handed, "read_back": self.read_back}
        return told | ({"difference": asdict(self.difference)} if self.difference else {})


def _replaces(action: Action) -> bool:
    """Tell whether an action does nothing but replace the text of a field."""
    return isinstance(action, TypeText) and action.clear and action.risk == "type"


def moves_made(steps: Iterable[Step]) -> list[tuple[int, Step]]:
    """Return the numbers of the moves that a replay made, from 1, in order, each with its step.

    One counts as made if it is not known that it was not.
    """
    return [(step.move, step) for step in steps if step.move and step.outcome in ("done", "part", "interrupted")]


def next_move(steps: Sequence[Step], start: int) -> int:
    """Return the number of the move with which a replay that began with the move `start` goes on after these steps.

    A move of which it is not known whether it was made comes again; `check_going_on` holds it up if it is a deed.
    """
    made = moves_made(steps)
    return made[-1][0] + (made[-1][1].outcome == "done") if made else start
