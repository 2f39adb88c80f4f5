"""Do a plan again, move by move, without a model. Each screen, element and effect must be as it was before.

If one differs, the replay stops and says what differs, or lets another agent do that one step and goes on after it.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from appagent.actions import DONE, Action, Back, Finish, Restart, Tap, Wait, parse
from appagent.agent import Agent, Decision, GiveUp, View
from appagent.agents.replayed import NO_VALUE, REFUSALS, check_values, notice_of, value_typed
from appagent.experience.finding_again.finding import Missing, has_words, locate
from appagent.experience.finding_again.pages import dialog_on, resembles, shows_page
from appagent.experience.judging.answers import read_again
from appagent.experience.judging.counting import counted_already, number_of
from appagent.experience.judging.difference import Difference, Differs, describe_difference
from appagent.experience.judging.evidence import Evidence
from appagent.experience.judging.expected import Expected
from appagent.experience.judging.list_search import Scrolling
from appagent.experience.plan import Move, MovePage, Plan, retyped
from appagent.experience.slots import fill_slots
from appagent.guard import effect_of, in_words
from appagent.guard.labels import declines
from appagent.models import Usage
from appagent.runs.trajectory import RECOVERED, Step
from appagent.screen import Element, Screen
from appagent.screen.names.labels import state_of

_PATIENCE, _MOST_STALE = 2, 3  # how often to wait for a screen that may still be loading; stale steps on end


@dataclass
class Replay:
    """Agent that does a plan again.

    values: values for the plan's slots, by name. start: number of the move to begin with, from 1. other: agent to which
    a step that does not fit is handed over; None to stop there. translated: True if the phone's language is not the one
    in which the plan was made. attended: True if the guard can ask a person.
    at: index of the next move. handed: numbers of the moves that were handed over. filled: numbers of those at which
    the other agent typed a text for which there was no value. difference: why the replay stopped, or None. read_back:
    texts of the last screen that confirm what was made.
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
    filled: list[int] = field(default_factory=list)
    difference: Difference | None = None
    evidence: Evidence = field(default_factory=Evidence)
    read_back: list[str] = field(default_factory=list)
    _sent: int | None = None  # index of the move that was decided last; None if the last decision was no move
    _seen: int = 0  # number of steps in the trajectory when that move was decided
    _waited: int = 0
    _closed: bool = False  # whether a dialog was closed since the last move
    _left: set[int] = field(default_factory=set)  # indices of the optional moves left out since a move was made
    _begun: bool = False  # whether a move was made
    _by_other: bool = False  # whether the other agent decided last
    _scrolls: Scrolling | None = None
    _stale: int = 0
    _updated: bool = False  # whether some page was changed by an update
    _number: float | None = None  # what the next move's element says before it
    _expected: Expected | None = None  # what should come of the last move
    _repeats: bool = False  # whether the next move may have been made already and may thus change nothing

    def __post_init__(self) -> None:
        self.at = self.start - 1

    @property
    def usage(self) -> Usage:
        """Return the calls, tokens and money that the other agent has used; none without another agent."""
        return self.other.usage if self.other else Usage()

    def decide(self, view: View) -> Decision:
        """Return the next move's action on this screen.

        Raises GiveUp with the difference if the screen does not fit the plan and no other agent can take over.
        """
        self.evidence.saw(view.screen)
        try:
            self._settle(view)
            return self._next(view)
        except Differs as differs:
            self._sent = None
            unsure = differs.kind in ("unsure", "effect missing") and self._is_deed()
            if self.other is not None and differs.kind not in REFUSALS and not unsure:
                return self._handed_over(view, differs)
            self.difference = describe_difference(self.plan, self.at, self.values, differs)
            raise GiveUp(str(self.difference)) from None

    def _settle(self, view: View) -> None:
        """Count the last move as made once its outcome is known. Raises Differs if it failed."""
        sent, self._sent = self._sent, None
        mine = [step for step in view.steps[self._seen :] if step.outcome != RECOVERED]
        if self._by_other:
            self._by_other = False
            given = value_typed(self.plan.moves[self.at : self.at + 1], mine, self.values)
            self.values, self.at = {**self.values, **given}, self.at + len(given)
            if not given:
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
        elif move.changed and step.changed is False and not self._repeats and move.kind != "set":
            raise Differs("effect missing", "it changed nothing on the screen, and did before")
        self._check_state(move, step, view.screen)
        self.at, self._stale, self._waited, self._closed, self._scrolls = sent + 1, 0, 0, False, None
        self._begun, self._repeats = True, False
        self._left.clear()
        self._expected = Expected(sent, move, self.values, view.steps.index(step), self._number)

    def _await(self, view: View) -> Action | None:
        """Return an action to find out what came of the last move; None if it is as before, or is not known yet."""
        expected, screen = self._expected, view.screen
        if expected is None or self.at != expected.index + 1:
            return None
        try:
            return expected.look(screen, view.steps, here=not self._page(self.at) or self._is_at(self.at, screen))
        except Differs:
            self.at = expected.index
            raise

    def _was_done(self, index: int, step: Step, screen: Screen) -> bool:
        """Tell whether a move was made although the phone's answer was lost. If it was not, it may be made again.

        A move that pays, sends or deletes is never made again. Setting a switch or replacing a text may be repeated
        safely. A move that leads to another page was not made if its own page is still in front.
        Raises Differs if it is not known whether the move was made, and it must not be repeated.
        """
        move, after = self.plan.moves[index], self._page(index + 1)
        if not move.may:
            if self._fits_after(index, screen):
                return True
            leads = after is not None and after.screen_id != move.page.screen_id
            if self._is_at(index, screen) and (leads or move.repeatable):
                return False
        raise Differs("unsure", f"it is not known whether it was done: {step.reason}")

    def _check_state(self, move: Move, step: Step, screen: Screen) -> None:
        """Raise Differs if a switch is not in the state in which the same move left it before."""
        now = screen.element(step.element_id)
        if move.becomes is None or now is None:
            return
        if state_of(now, screen) == (not move.becomes):
            raise Differs("effect missing", f"it is {'off' if move.becomes else 'on'} now, and was not before")
        self.evidence.set_state(move, now, screen, self.values)

    def _next(self, view: View) -> Decision:
        screen = view.screen
        if action := self._await(view):
            return self._decide_between_moves(action, view)
        while (move := self._due(screen)) is not None:
            if action := self._to_page(move.page, screen, move):
                return self._decide_between_moves(action, view)
            check_values(move, self.values)
            if move.target is None:
                return self._decide_move(parse(move.action), move, view)
            found = locate(move.target, screen, self.values, move.kind, translated=self.translated, deed=bool(move.may))
            so = move.becomes is not None and isinstance(found, Element) and state_of(found, screen) == move.becomes
            if so or (move.then and has_words(move.target, screen, fill_slots(move.then, self.values))):
                if isinstance(found, Element):
                    self.evidence.set_state(move, found, screen, self.values)
                self.at += 1  # the move's result is there already
                self._left.clear()
                continue
            if isinstance(found, Missing):
                if found.further and (scroll := self._scroll(screen)):
                    return self._decide_between_moves(scroll, view)
                if found.kind == "element gone" and move.missing == "done":
                    return Decision(Finish("", DONE), thought=f"{found.why}, and the task is done then")
                if found.kind == "element gone" and self._goes_on_without(move, screen):
                    continue
                raise Differs(found.kind, found.why, found.candidates)
            self._number = number_of(found, screen)
            if why := counted_already(move, found):
                raise Differs("identity doubtful", why)
            return self._decide_move(self._action(move, found, screen), move, view)
        return self._end(view)

    def _due(self, screen: Screen) -> Move | None:
        """Return the next move, or None after the last one.

        An optional move is left out if its page is not in front. If its page appears before another move is made, it is
        the next move again. At the beginning, moves are skipped that only lead to a page on which the app already
        opens.
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
        """Return the index of the move to begin with. It is a later one if the app opens on a later page.

        Only moves that lead from page to page (such as a tap on a tab that this page has too) or are optional are left.
        """
        for index, move in enumerate(self.plan.moves[self.at :], self.at):
            if self._is_at(index, screen):
                return index
            if not (move.optional or (move.only_leads and self._finds(move, screen))):
                break
        return self.at

    def _finds(self, move: Move, screen: Screen) -> bool:
        """Tell whether the element of a move is on a screen; True for a move without an element."""
        target, kind = move.target, move.kind
        found = target and locate(target, screen, self.values, kind, translated=self.translated, deed=bool(move.may))
        return not isinstance(found, Missing)

    def _is_updated(self, page: MovePage, screen: Screen, move: Move | None) -> bool:
        """Tell whether a screen is probably a page that an update has changed, because the move's element is on it.

        page: the page as it was.
        move: the move on this page; None for the last page, which counts only if an update has changed an earlier page.
        """
        fits = self._updated if move is None else self._finds(move, screen) and not (move.may and move.target is None)
        now = fits and resembles(screen, page, self.values, deed=bool(move and move.may))
        self._updated = self._updated or now
        return now

    def _goes_on_without(self, move: Move, screen: Screen) -> bool:
        """Skip a move whose element is missing, if the plan permits that; return False if it does not.

        For a missing row, the moves on that row are skipped too: all up to the next move on this page that does not
        pay, send or delete.
        """
        if not move.optional and move.missing != "skip":
            return False
        self.at, self._scrolls = self.at + 1, None
        moves = self.plan.moves
        while not move.optional and self.at < len(moves) and (moves[self.at].may or not self._is_at(self.at, screen)):
            self.at += 1
        return True

    def _page(self, index: int) -> MovePage | None:
        """Return the page of a move, or for the index after the last move the final page; None if that is not known."""
        moves = self.plan.moves
        return moves[index].page if index < len(moves) else self.plan.end

    def _is_at(self, index: int, screen: Screen) -> bool:
        """Tell whether a screen is the page of a move, or for the index after the last move the final page."""
        page = self._page(index)
        return page is not None and shows_page(screen, page, self.values, translated=self.translated)

    def _decide_move(self, action: Action, move: Move, view: View) -> Decision:
        """Return the decision to make a move.

        Raises Differs if the guard finds an effect that the move did not have before.
        A move that nobody has allowed to be repeated needs a person, whom the guard asks.
        """
        if move.unsure and not self.attended:
            effect = in_words(move.may or "unknown")
            why = f"it may {effect}, and nobody has said that it may be repeated without a person"
            raise Differs("needs a person", why)
        action = retyped(action, fill_slots(action.typed, self.values)) if action.typed else action
        effect = effect_of(action, view.screen).effect
        if effect not in ("none", "unknown", move.may):
            raise Differs("effect other", f"it may {effect} now, and {f'could {move.may}' if move.may else 'did not'}")
        self._sent, self._seen = self.at, len(view.steps)
        chosen = fill_slots(move.target.says, self.values) if move.target and not action.typed else ""
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
            end = locate(move.end, screen, self.values, "", translated=self.translated)
            if isinstance(end, Missing):
                raise Differs(end.kind, end.why, end.candidates)
            marks[action.end_mark] = end.mark
        return action.remarked(marks) if marks else action

    def _decide_between_moves(self, action: Action, view: View) -> Decision:
        """Return a decision for an action that is no move of the plan, such as scrolling."""
        return Decision(action, thought=f"on the way to move {self.at + 1} of {len(self.plan.moves)}")

    def _to_page(self, page: MovePage, screen: Screen, move: Move | None = None) -> Action | None:
        """Return an action that may bring a page to the front; None if it is in front.

        Raises Differs if no action is left.
        move: the move to be made on the page, None for the last page.
        The first actions are to wait. Then a dialog is declined, once. If no move was made yet and the app shows
        another page, it is restarted.
        """
        if shows_page(screen, page, self.values, translated=self.translated):
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
        """Return the next action that scrolls in search of an element, or None if the whole list was searched."""
        self._scrolls = self._scrolls or Scrolling()
        return self._scrolls.stroke(screen)

    def _fits_after(self, index: int, screen: Screen) -> bool:
        """Tell whether a move has led on: the screen is the page after it, and that is another page than its own."""
        page = self._page(index + 1)
        return (
            page is not None
            and page.screen_id != self.plan.moves[index].page.screen_id
            and self._is_at(index + 1, screen)
        )

    def _end(self, view: View) -> Decision:
        """Return the decision to finish. Raises Differs if the last screen or the answer differs from before."""
        end, reading = self.plan.end, self.plan.reading
        if end and (action := self._to_page(end, view.screen)):
            return self._decide_between_moves(action, view)
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
        """Let the other agent decide this one step, and give it a notice about what was done before."""
        assert self.other
        told = self.filled if differs.kind == NO_VALUE else self.handed
        told += {self.at + 1}.difference(told)
        notice = notice_of(self.plan, self.at, self.values, differs)
        self._by_other, self._waited, self._scrolls, self._seen = True, _PATIENCE, None, len(view.steps)
        return self.other.decide(replace(view, notices=(*view.notices, notice)))

    def _is_deed(self) -> bool:
        """Tell whether the next move pays, sends or has another effect that must not happen twice."""
        return self.at < len(self.plan.moves) and bool(self.plan.moves[self.at].may)

    def _skip_to_fitting(self, screen: Screen, step: Step | None) -> None:
        """Choose the next move after a step by the other agent: the following one if its page is in front, or this one.

        step: the other agent's last step. A move that pays or sends counts as made if that step was done and had an
        effect, on whatever page it ends. Raises Differs if it is not known whether such a step was done.
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
        told |= {"filled": self.filled} if self.filled else {}
        return told | ({"difference": asdict(self.difference)} if self.difference else {})
