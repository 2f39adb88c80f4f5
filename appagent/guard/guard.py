"""Let an action pass, ask a person about it, or refuse it, depending on its effect."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from appagent.actions import Action, OpenLink, Tap
from appagent.actions.parts.addresses import names_address
from appagent.actions.parts.description import quoted
from appagent.errors import RefusedError
from appagent.guard.consent import Consent
from appagent.guard.effect import NONE, Effect
from appagent.guard.effects import effect_of, own_word, presses_enter
from appagent.guard.from_documents import learnt_effect
from appagent.guard.judged_texts import listed_above, texts_judged
from appagent.guard.labels import searches
from appagent.guard.unknown import may_end_page, names_a_deed
from appagent.screen import Element, Screen
from appagent.screen.comparing.enabled import enabled
from appagent.screen.comparing.rewritten import renumbered, switched
from appagent.screen.language.money import has_amount, most_of, priced_parts
from appagent.screen.names.element_texts import loose
from appagent.screen.names.wizard import step_number
from appagent.screen.texts.numbers import GoesOn, never
from appagent.settings.permits import permit
from appagent.store import Record

_NUMBER = re.compile(r"\d+")
_MOST_AMOUNTS, _MOST_ROWS = 5, 6  # that a question to the person quotes
Documents = Callable[[Screen], Iterable[Record]]
# Takes the effect and a description of the action; returns whether a person agrees. In the first line of the
# description, words from a screen or a model are in double quotes and contain none. All further lines are the text to
# type.
Ask = Callable[[str, str], bool]


class Opinion(Protocol):
    """Gives a second opinion on controls, such as `prompting.opinion.SecondOpinion`."""

    def effects(
        self, screen: Screen, controls: Sequence[Element], waiting: Callable[[], Sequence[Element]] = tuple
    ) -> Mapping[int, str]:
        """Return the effect of each control by its mark; "unknown" where it cannot be told.

        waiting: returns controls that cannot be touched yet, to be asked about if any question is asked.
        """


class Guard:
    """Checks every action before its gestures are sent.

    allow: permits in words, such as "send:com.shop"; see `settings.permits`. ask: function that asks a person; None if
    there is nobody to ask, so that every effect without a permit is refused. careful: True to count doubtful cases too,
    for exploring. strict: True to refuse actions with an unknown effect, even if a person is there. goal: the task in
    words; nobody is asked about a web address that it names. documents: function that returns the documents for a
    screen; None to use none. enter: function that takes the package in front and returns what the Enter key does
    according to the keyboard, such as "send"; None if the keyboard cannot be asked. opinion: gives a second opinion on
    controls with an unknown effect; None to leave them unknown. consent: the person's consent from before the run; None
    without any.
    """

    def __init__(
        self,
        allow: frozenset[str] = frozenset(),
        ask: Ask | None = None,
        *,
        careful: bool = False,
        strict: bool = False,
        goal: str = "",
        documents: Documents | None = None,
        enter: Callable[[str], str] | None = None,
        opinion: Opinion | None = None,
        consent: Consent | None = None,
    ) -> None:
        self._allow, self._ask, self._careful, self._goal = tuple(map(permit, sorted(allow))), ask, careful, goal
        self._strict = strict or careful
        self._documents, self._enter, self._opinion = documents, enter, opinion
        self._consent = consent
        self._found = NONE  # since it was last taken
        self._form = ""  # id of the page of a form that was gone on from last
        self._under = ""  # id of the page of the last action that was in no dialog
        self._at: tuple[int, int] | None = None  # number of its step, and of all
        self._reviews = set[str]()  # ids of the pages that came after forms
        self._amid = set[tuple[str, tuple[int, int]]]()  # ids and numbers of those that are a step of the same form
        self._priced = set[str]()  # apps in which an amount of money was in sight

    def check(self, action: Action, screen: Screen, words: str, text: str = "", risk: str = "") -> None:
        """Raise RefusedError if an action has an effect that is neither allowed nor agreed to by a person.

        words: a description of the action, for messages. text: the whole text that the action types; "" if `words`
        contains it. risk: what the action does, in the words of the acting model.
        """
        self._follow(action, screen)
        found = self._effect(action, screen, risk)
        if found.effect == "unknown":
            second = self._second(action, screen)
            found = found if second is None else second
        self._found = self._found if found.effect == "none" else found
        if found.effect == "none" or self._allowed(found, screen):
            return
        if isinstance(action, OpenLink) and names_address(self._goal, action.url):
            return
        if self._consent and self._consent.take(found.effect, screen):
            return
        may = f"it may {in_words(found.effect)}"
        if not found and (self._strict or self._ask is None):
            why = "what it does is unknown" + ("" if self._strict else ", and nobody is there to be asked")
            raise RefusedError(f"{words} was refused on {found.read}: {why}")
        if self._ask is None:
            hint = f"--allow {found.effect} permits it"
            why = f"{may}{_by(found)}, and nobody is there to allow it"
            raise RefusedError(f"{words} was refused: {why}", found.effect, hint=hint)
        told = words + _circumstances(found, screen, words, action.target(screen))
        if not self._ask(found.effect, f"{told}\n{text}" if text else told):
            raise RefusedError(f"{words} was refused by the person: {may}{_by(found)}", found.effect)

    def _follow(self, action: Action, screen: Screen) -> None:
        """Remember where amounts were in sight, and which pages come after forms, whose values may be carried out."""
        self._priced |= {screen.app} if any(map(has_amount, screen.texts)) else set()
        name, fields = screen.screen_id, (each for each in screen.elements if "text" in each.actions)
        form = any(not searches(f"{each.hint} {each.resource_id}") for each in fields)
        # a dialog in which a value was given leads back to the page that shows it
        self._reviews |= {name} if self._form not in ("", name) and not form and name != self._under else set()
        ends, now = action.risk == "touch" and may_end_page(action.target(screen), screen), step_number(screen)
        follows = now and now[0] < now[1] and self._at == (now[0] - 1, now[1]) and not names_a_deed(screen)
        self._amid |= {(name, now)} if now and follows else set()
        self._at = now if ends else self._at
        self._form = name if ends and (form or name in self._reviews) else ""
        self._under = self._under if screen.front.kind == "dialog" else name

    def must_ask(self, action: Action, screen: Screen, risk: str = "") -> bool:
        """Tell whether a person must be asked about the effect of an action on this screen.

        risk: as for `check`.
        """
        return self._effect(action, screen, risk).effect != "none"

    def strictest(self, action: Action, screen: Screen) -> Effect:
        """Return the effect of an action, counting doubtful cases too: by the screen, or else by documents."""
        found = effect_of(action, screen, careful=True)
        if found.effect != "none" or not self._documents:
            return found
        return learnt_effect(action, screen, self._documents(screen))

    def _effect(self, action: Action, screen: Screen, risk: str = "") -> Effect:
        """Return the effect of an action as the screen shows it, or else documents, or else the acting model."""
        asks = self._enter if presses_enter(action, screen) else None
        key, priced = asks(screen.app) if asks else "", screen.app in self._priced
        found = effect_of(action, screen, careful=self._careful, enter=key, priced=priced)
        if found or action.risk == "none":
            return found
        learnt = learnt_effect(action, screen, self._documents(screen)) if self._documents else NONE
        last = action.risk == "touch" and self._is_last(screen) and may_end_page(action.target(screen), screen)
        ends = Effect("unknown", "structure", "a page after a form, where a button may carry it out") if last else found
        return learnt or own_word(risk) or ends

    def _is_last(self, screen: Screen) -> bool:
        """Tell whether a page came after a form, and is not one of its steps before the last one by their numbers."""
        return screen.screen_id in self._reviews and (screen.screen_id, step_number(screen)) not in self._amid

    def _second(self, action: Action, screen: Screen) -> Effect | None:
        """Ask for a second opinion on all unknown controls at once; return that on the target, None if unknown."""
        target = action.target(screen)
        if self._opinion is None or target is None:
            return None
        tapped = [each for each in screen.elements if "tap" in each.actions]
        unknown = [
            each for each in tapped if each is target or self._effect(Tap(each.mark), screen).effect == "unknown"
        ]
        said = self._opinion.effects(screen, unknown, partial(self._waiting, screen)).get(target.mark, "unknown")
        return None if said == "unknown" else Effect(said, "second opinion", target.text or target.resource_id)

    def cleared(self, action: Action, screen: Screen) -> bool:
        """Tell whether there is a second opinion on an action, which says that it has no effect."""
        second = self._second(action, screen)
        return second is not None and second.effect == "none"

    def _waiting(self, screen: Screen) -> list[Element]:
        """Return the unknown controls that cannot be touched before something is chosen or typed, such as "Move"."""
        alive, found = enabled(screen)
        unknown = [each for each in found if self._effect(Tap(each.mark), alive).effect == "unknown"]
        return [replace(each, mark=len(screen.elements) + number) for number, each in enumerate(unknown, 1)]

    def taken(self) -> Effect:
        """Return the effect found since the last call of this method, and forget it."""
        found, self._found = self._found, NONE
        return found

    def permits(self, effect: str, screen: Screen) -> bool:
        """Tell whether a permit covers an effect on a screen, such as "secret" by `--allow secret`."""
        return self._allowed(Effect(effect, "", ""), screen)

    def _allowed(self, found: Effect, screen: Screen) -> bool:
        """Tell whether a permit covers an effect on a screen: with a largest amount, only if it covers all in sight."""
        for each in self._allow:
            if each.effect == found.effect and each.app in ("", screen.app):
                shown_most = most_of(each.currency, screen.texts) if each.most is not None else None
                if each.most is None or (shown_most is not None and shown_most <= each.most):
                    return True
        return False

    def objection(
        self,
        action: Action,
        seen: Screen,
        now: Screen,
        again: Action | None = None,
        *,
        risk: str = "",
        but: Collection[str] = (),
        moves: GoesOn = never,
        meant: GoesOn = never,
        values: Collection[str] = (),
    ) -> str:
        """Return why an action must not be done after all, because the screen changed after the check; "" if it may.

        seen: the screen on which it was checked. now: the screen as it is. again: the action for the screen `now`, with
        its mark there; None if it is the same. risk: as for `check`. but: ids of elements whose words may differ,
        because earlier calls of the same step changed them. moves, meant: as for `renumbered`. values: texts, such as
        dates, that may differ for the same reason.
        The action must have no new effect, unless a permit covers it. If it had an effect before, all texts by which it
        was judged must be the same, and so must all numbers in sight, and whatever else is on, off or selected.
        """
        anew = again or action
        was, found = (self._effect(a, s, risk) for a, s in ((action, seen), (anew, now)))
        if found.effect not in {"none", was.effect} and not self._allowed(found, now):
            return f"it may {in_words(found.effect)} now"
        if was.effect == "none":
            return ""
        before, after = texts_judged(action, seen, but, values), texts_judged(anew, now, but, values)
        if before != after:
            said = zip(after, texts_judged(anew, now, but, values, masked=False), strict=True)
            new = [words for text, words in said if text not in before]
            return f"what it says has changed{f', to {quoted(new[0])}' if new else ''}"
        target = action.target(seen)
        own = {target.id} if target else set()
        other = renumbered(seen, now, but, target, moves, meant) or switched(
            seen, now, {*but, *own}, target=target, moves=moves
        )
        return f"{quoted(other[0])} has become {quoted(other[1])}" if other else ""


def _by(found: Effect) -> str:
    return f": {quoted(found.read)} ({found.witness})"


def _circumstances(found: Effect, screen: Screen, words: str, target: Element | None) -> str:
    """Describe the surroundings of an action, as a continuation of `words`.

    These are the text by which it was judged, the heading, texts of lists above it, such as the addressee, and amounts.
    """
    read = found.read if found.read in loose(screen) else ""
    heading = "" if screen.heading == _NUMBER.sub("#", read) else screen.heading
    amounts = dict.fromkeys(amount for text in screen.texts for amount in priced_parts(text))
    sums = [quoted(amount) for amount in amounts if amount not in words + read][:_MOST_AMOUNTS]
    told = [f"because of {quoted(read)}"] * bool(read)
    told += [f"under {quoted(heading)}"] * (bool(heading) and quoted(heading) not in words)
    rows = [text for text in (listed_above(target, screen) if target and found else ()) if text not in words + read]
    more = [f"and {len(rows) - _MOST_ROWS} more"] if len(rows) > _MOST_ROWS else []
    told += [f"below {', '.join([*map(quoted, rows[:_MOST_ROWS]), *more])}"] * bool(rows)
    told += [f"beside {', '.join(sums)}"] * bool(sums)
    return "".join(f", {each}" for each in told)


def in_words(effect: str) -> str:
    """Return an effect as words that follow "it may", such as "grant a permission" for "grant"."""
    return {"grant": "grant a permission", "secret": "type a secret", "unknown": "do anything"}.get(effect, effect)
