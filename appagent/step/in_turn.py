"""Carry out a reply with several calls, one call per step, as long as the screen is still what they were meant for."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

from appagent.actions import (
    BY_MAP,
    BY_NAME,
    DONE,
    Action,
    AskPerson,
    Back,
    ByName,
    Finish,
    GoTo,
    Grid,
    ScrollTo,
    SetValue,
    Tap,
    TypeText,
    Wait,
    call,
    describe,
)
from appagent.actions.parts.description import name_of, quoted
from appagent.agent import Decision, View
from appagent.documents.map.place import names_of
from appagent.documents.outcomes.evidence import led_on
from appagent.errors import ActionError
from appagent.guard import Guard, own_word
from appagent.screen import Element, Screen
from appagent.screen.comparing.rewritten import rewritings
from appagent.screen.finding_again.again import name_of_kind
from appagent.screen.language.dates import is_day
from appagent.screen.language.lexicon import folded
from appagent.screen.language.money import priced_parts
from appagent.screen.names.fields import field_name, writable
from appagent.screen.names.labels import PARTS, same
from appagent.screen.nodes.front import is_tab
from appagent.screen.texts.numbers import NUMBER
from appagent.screen.texts.wording import lasting
from appagent.step.last_look.still_meant import (
    about_another,
    chosen,
    counted,
    counts_ticks,
    is_value,
    still_there,
    turned_over,
    values_named,
)
from appagent.step.proof import LOOK_FIRST, unproven
from appagent.step.walks.in_sight import name_on_screen, on_mark

_NEED_A_LOOK = (Finish, AskPerson, Grid)  # these depend on what the screen shows, so the agent must see it first
_ELSEWHERE = "another screen is shown now"
_TOUCH_NOTHING = (ScrollTo, Wait)  # unless they have a mark
Halted = Literal["", "in part", "not at all"]


@dataclass(frozen=True)
class _Rest:
    """Calls of a reply that are still to be carried out.

    seen: the screen that the model saw; the marks in all calls are those of this screen.
    of: number of all calls in the reply.
    before: the call that was returned last.
    touched: ids of the elements that the calls returned so far are about.
    given: the values that these calls set or type, folded.
    documents, dropped: as in `Decision`.
    risks: for each remaining call, what the agent says that it may do, such as "send".
    since: number of steps taken before the reply.
    lately: the screen on which `before` was returned.
    """

    seen: Screen
    left: tuple[Action, ...]
    of: int
    before: Action
    touched: frozenset[str]
    given: frozenset[str]
    documents: tuple[str, ...]
    dropped: tuple[str, ...]
    risks: tuple[str, ...]
    since: int
    lately: Screen

    @property
    def unread(self) -> tuple[str, ...]:
        """Return the calls that were dropped from the reply; () as long as other calls remain to be carried out."""
        return () if self.left else self.dropped


class InTurn:
    """Returns the calls of an agent's reply one at a time, and asks the agent when none is left or one is impossible.

    decide: function that asks the agent. guard: tells whether a call would do something else now than on the screen
    that the agent saw. `goes_on` is True if the last decision is a later call of a reply, made on a screen that the
    agent has not seen.
    """

    def __init__(self, decide: Callable[[View], Decision], guard: Guard) -> None:
        self._ask, self._guard = decide, guard
        self._rest: _Rest | None = None
        self._left_out = ""  # until the agent has decided anew
        self.goes_on = False

    def decide(self, view: View, halted: Halted = "") -> Decision:
        """Return the next call of the agent's last reply; if none is left, ask the agent and return its decision.

        view: what the agent is shown, with the current screen. halted: how far the previous call came if it was turned
        into a walk that stopped early; "" otherwise.

        A call and all calls after it are left out in each of these cases. The agent is then told how much of its reply
        was carried out.

        - The previous call failed.
        - Another page or dialog is shown, and not just another tab with the same elements, or a text has changed that
          is not a value set by the calls. On another page, only calls without a mark go on: to scroll, to wait, to tap
          by name, or to type where a tap has led.
        - The call's element is gone, or has another text or state than on the screen that the agent saw.
        - The call types where a tap has led, and it is not clear into which field.
        - The guard finds that the call would do something else now, or that the texts it was judged by have changed.
        - The agent has to see the screen before the call, such as for a question, or for a `finish` with an answer. A
          `finish` without an answer is carried out if each call before it only set or saved a value or a state.
        """
        rest, self._rest = self._rest, None
        self.goes_on = False
        if rest and rest.left:
            if view.steps and view.steps[-1].outcome != "done":
                halted = halted or ("in part" if view.steps[-1].outcome == "part" else "not at all")
            wanted = _by_mark(rest, rest.left[0], view.screen)
            why = self._why_not(rest, wanted, view, halted)
            if not why:
                self.goes_on = True
                return self._next(rest, wanted, view.screen)
            of = f"{call(rest.left[0])} was" if halted else f"{_how_far(rest)}; {call(rest.left[0])} was"
            told = f"{of} not{' carried out' * bool(halted)}{_nor(rest.left[1:])}: {why}"
            view = replace(view, notices=(*view.notices, told), cut_off=not isinstance(rest.left[0], Finish))
            self._left_out = f"{_in_words(rest)} left out, of the reply before: {why}"
        elif halted == "in part" and (walk := view.steps[-1].walk if view.steps else ""):
            view, self._left_out = replace(view, cut_off=True), f"the end of {walk} left out, of the reply before"
        decision, self._left_out = replace(self._ask(view), left_out=self._left_out), ""
        return self._first(decision, view) if decision.more else decision

    def _first(self, decision: Decision, view: View) -> Decision:
        """Return an agent's decision with its first call alone, and keep the calls after it."""
        first, left, screen = decision.action, decision.more, view.screen
        risk, *risks = _risks(decision.risk, 1 + len(left))
        self._rest = _Rest(
            seen=screen, left=left, of=1 + len(left), before=first, touched=_ids(first, screen), risks=tuple(risks),
            given=frozenset({folded(first.typed)}), documents=decision.documents, dropped=decision.dropped,
            since=len(view.steps), lately=screen,
        )  # fmt: skip
        return replace(decision, more=(), dropped=self._behind(first), risk=risk)

    def _next(self, rest: _Rest, wanted: Action, screen: Screen) -> Decision:
        """Return the next of the remaining calls as a decision, and keep the calls after it."""
        self._rest = replace(
            rest, left=rest.left[1:], before=wanted, touched=rest.touched | _ids(wanted, rest.seen),
            given=rest.given | {folded(wanted.typed)}, risks=rest.risks[1:], lately=screen,
        )  # fmt: skip
        action = _remarked(rest, wanted, screen)
        return Decision(action, documents=rest.documents, dropped=self._behind(action), risk=rest.risks[0])

    def _behind(self, action: Action) -> tuple[str, ...]:
        """Return the calls of the reply that are not tried after this action: all of them if it ends the task."""
        assert self._rest
        ended = isinstance(action, Finish) and self._rest.left
        return (*map(call, self._rest.left), *self._rest.dropped) if ended else self._rest.unread

    def _why_not(self, rest: _Rest, wanted: Action, view: View, halted: Halted) -> str:
        """Return why the next call must be left out; "" if it can be carried out."""
        if halted:
            return f"the call before it was {'done in part' if halted == 'in part' else 'not done'}"
        why = (
            unproven(view.steps[rest.since :], rest.given) if _claims(wanted) else _obstacle(rest, wanted, view.screen)
        )
        done = [step.effect for step in view.steps[rest.since :]]
        return why or self._objection(rest, wanted, view.screen, values_named(done))

    def at_end(self, reason: str) -> str:
        """Add to the reason for the end of a run which calls of the last reply are not carried out."""
        left = self._left_out or (
            f"{_in_words(self._rest)} left out, of the last reply" if self._rest and self._rest.left else ""
        )
        return f"{reason}; {left}" if left else reason

    def _objection(self, rest: _Rest, wanted: Action, screen: Screen, values: frozenset[str]) -> str:
        """Return why a call must not be carried out because it pays, sends or the like and a text changed; else "".

        values: dates and numbers that the calls before it have changed, as their effects name them.
        """
        risk, touched = rest.risks[0], rest.touched
        deed = self._guard.must_ask(wanted, rest.seen, risk)
        target = wanted.target(rest.seen)
        lists = not (target and target.listed)
        done = rest.of - len(rest.left)

        def meant(text: str, other: str) -> bool:
            given = bool(other and folded(other) in rest.given) or chosen(text, other, rest.seen, touched)
            given = given or counted(text, other, rest.seen, screen, touched, done)
            given = given or (is_day(other) and {text, other} <= values)
            return given or counts_ticks(text, other, rest.seen, screen, touched)

        for text, other in rewritings(rest.seen, screen, amounts=True, lists=lists) if deed else ():
            if not meant(text, other):
                return f"{quoted(text)} has become {quoted(other)}"
        again = _remarked(rest, wanted, screen)
        return self._guard.objection(
            wanted, rest.seen, screen, again, risk=risk, but=touched, meant=meant, values=values
        )


def _how_far(rest: _Rest) -> str:
    """Say how many calls of a reply were done."""
    done = rest.of - len(rest.left)
    return f"{done} of the {rest.of} calls in your last reply {'were' if done > 1 else 'was'} done"


def _nor(others: Sequence[Action]) -> str:
    return f", nor {'the call' if len(others) == 1 else f'the {len(others)} calls'} after it" if others else ""


def _in_words(rest: _Rest) -> str:
    return ", ".join(describe(each, rest.seen) for each in rest.left)


def _risks(risk: str, of: int) -> list[str]:
    """Split an agent's words on what its calls may do into a word for each call.

    If there are fewer or more words than calls, each call gets the first deed that is named. of: number of calls.

    >>> _risks("none, send", 2), _risks("none (opens it) and send", 3)
    (['none', 'send'], ['send', 'send', 'send'])
    """
    each = [part.strip() for part in re.split(r"[,;\n]", risk)]
    words = (part.strip() for part in re.split(r"[,;\n]|\band\b", risk))
    return each if len(each) == of else [next(filter(own_word, words), "none")] * of


def _remarked(rest: _Rest, wanted: Action, screen: Screen) -> Action:
    """Return a call with its marks replaced by those that the same elements have on a later screen.

    A text without a mark gets that of the only field of the screen that a tap has led to, unless this has the focus.
    """
    if isinstance(wanted, TypeText) and wanted.marked is None and _is_elsewhere(rest, screen):
        field = _led_to(rest, screen)
        return replace(wanted, mark=field.mark) if field and not field.focused else wanted
    marks = {mark: still_there(rest.seen.with_mark(mark), rest.seen, screen) for mark in _marks(wanted)}
    return wanted.remarked({mark: element.mark for mark, element in marks.items() if element})


def _claims(action: Action) -> bool:
    """Tell whether an action finishes the task as done, without an answer."""
    return isinstance(action, Finish) and action.ending == DONE and not action.answer


def _by_mark(rest: _Rest, wanted: Action, screen: Screen) -> Action:
    """Turn a call by name into one by mark, as long as the screen that the model saw is still shown.

    It is then checked like any call with a mark. Other calls, and names that the model's screen does not have
    exactly once, are returned unchanged.
    """
    if isinstance(wanted, ByName) and not _is_elsewhere(rest, screen):
        with suppress(ActionError):
            return on_mark(wanted, rest.seen) or wanted
    return wanted


def _is_elsewhere(rest: _Rest, screen: Screen) -> bool:
    """Tell whether the screen is another one than the model saw: another app or page, or a dialog."""
    headings = {lasting(rest.seen.heading), lasting(screen.heading)}
    other = len(headings) > 1 or led_on(rest.seen, screen, rest.before.kind)
    return screen.app != rest.seen.app or (other and not _only_chose(rest, screen, titled=len(headings) == 1))


def _only_chose(rest: _Rest, screen: Screen, *, titled: bool) -> bool:
    """Tell whether the calls so far have tapped a tab or chip, such as a day, and the page has the same elements.

    If the page has the same heading, `titled`, only what is outside its lists has to be there still: the list may be
    filtered now, and show other rows or be too short to scroll.
    """
    nodes = rest.seen.front.nodes
    tapped = [each for each in rest.seen.elements if each.id in rest.touched]
    chose = any(is_tab(each.bounds, nodes) or _is_chosen(screen.element(each.id)) for each in tapped)
    were, now = ({each.id for each in one.elements} for one in (rest.seen, screen))
    fixed = {each.id for each in rest.seen.elements if not each.listed and set(each.actions) - {"swipe"}}
    same = fixed <= now if titled else were == now
    return chose and same and rest.seen.front.kind == screen.front.kind


def _is_chosen(element: Element | None) -> bool:
    return element is not None and (element.selected or bool(element.checked))


def _obstacle(rest: _Rest, wanted: Action, screen: Screen) -> str:
    """Return why a call cannot be carried out on this screen as the agent meant it; "" if it can."""
    if isinstance(wanted, _NEED_A_LOOK):
        return f"{LOOK_FIRST}, because this call depends on what they led to"
    if wanted.kind in (*BY_MAP, *BY_NAME) or (isinstance(wanted, _TOUCH_NOTHING) and wanted.marked is None):
        return ""  # these do not depend on the screen that the agent saw
    if isinstance(wanted, Back) and isinstance(rest.before, Back) and screen.front.kind != "dialog":
        return ""  # from any screen that the first Back has led to; but a dialog may ask whether to keep what was typed
    elsewhere = _is_elsewhere(rest, screen)
    if isinstance(wanted, TypeText) and wanted.marked is None and (elsewhere or isinstance(rest.before, ByName | GoTo)):
        return _not_for_typing(rest, screen)
    if elsewhere:
        return _ELSEWHERE
    if turned := turned_over(rest.before.target(rest.seen), rest.lately, screen):
        return f"{quoted(turned[0])} has become {quoted(turned[1])}"
    through_rows = _goes_through_rows(rest, wanted)
    for text, other in rewritings(rest.seen, screen):
        if folded(other) in rest.given or (through_rows and NUMBER.search(other)):
            continue  # it is what was set, or sums up what is chosen, such as "2 items, $6"
        if not (is_value(text, other, rest.seen, rest.touched) or chosen(text, other, rest.seen, rest.touched)):
            return f"{quoted(text)} has become {quoted(other)}"
    return next(filter(None, (_change_at(mark, rest, wanted, screen) for mark in _marks(wanted))), "")


def _change_at(mark: int, rest: _Rest, wanted: Action, screen: Screen) -> str:
    """Return why the element with a mark of the call is not as the agent saw it; "" if it is."""
    then = rest.seen.with_mark(mark)
    if then is None:
        return f"there was no mark {mark}"
    now = still_there(then, rest.seen, screen)
    if now is None:
        return f"{name_of(then)} is gone, or is there more than once now"
    if lasting(name_of_kind(now)) != lasting(name_of_kind(then)):
        return f"{name_of(then)} is {name_of(now)} now"
    same = (now.text, now.checked) == (then.text, then.checked)
    if not (same or then.id in rest.touched or _only_counts(then, now) or _is_set(wanted, now)):
        state = ("on" if now.checked else "off") if now.text == then.text else quoted(now.text)
        return f"{name_of(then)} is {state} now" if state else f"{name_of(then)} says something else now"
    return about_another(then, now, rest.seen, screen, rest.touched)


def _is_set(wanted: Action, now: Element) -> bool:
    """Tell whether a call sets a value that its element shows already, as where one date moves another along."""
    return isinstance(wanted, SetValue) and folded(wanted.value) in map(folded, now.text.split(PARTS)[1:])


def _only_counts(then: Element, now: Element) -> bool:
    """Tell whether two looks at a row differ in numbers or times alone, such as a tide's, and in no amount of money."""
    texts = then.text, now.text
    alike = lasting(texts[0]) == lasting(texts[1]) and then.checked == now.checked
    return then.listed and alike and not any(map(priced_parts, texts))


def _goes_through_rows(rest: _Rest, wanted: Action) -> bool:
    """Tell whether a call and the one before it touch the same control in rows of a list, as to choose several rows.

    Each call's row then tells what the call is about, so numbers outside the list may have changed.
    """
    before, then = (each.target(rest.seen) for each in (rest.before, wanted))
    return bool(before and then and before.template == then.template and before.row and then.row)


def _not_for_typing(rest: _Rest, screen: Screen) -> str:
    """Return why a text cannot be typed on the screen that a tap has led to; "" if it is clear into which field."""
    if _led_to(rest, screen):
        return ""
    name = _name_led_to(rest)
    return f"it is not clear which field it is for, now that {quoted(name)} was tapped" if name else _ELSEWHERE


def _led_to(rest: _Rest, screen: Screen) -> Element | None:
    """Return the field of a screen that a tap has led to: the only one, or one with the focus and the tapped name."""
    name, found = _name_led_to(rest), writable(screen)
    if len(found) == 1 and (name or isinstance(rest.before, Tap)):  # an icon has no name
        return found[0]
    return next((each for each in found if name and each.focused and same(field_name(each), name)), None)


def _name_led_to(rest: _Rest) -> str:
    """Return the name of what the previous call tapped or went to; "" if it was another kind of call."""
    match rest.before:
        case ByName(place=path) | GoTo(place=path):
            return names_of(path)[-1]
        case Tap():
            target = rest.before.target(rest.seen)
            return name_on_screen(target) if target else ""
    return ""


def _marks(action: Action) -> list[int]:
    return [mark for mark in (action.marked, action.end_mark) if mark is not None]


def _ids(action: Action, screen: Screen) -> frozenset[str]:
    """Return the ids of the elements of a screen that an action is about, by mark or by name."""
    if isinstance(action, ByName):
        with suppress(ActionError):
            action = on_mark(action, screen) or action
    return frozenset(element.id for mark in _marks(action) if (element := screen.with_mark(mark)))
