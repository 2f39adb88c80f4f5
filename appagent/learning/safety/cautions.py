"""Refuse actions that only a crawl has to fear: those that tell other people something, and those that set a secret.

What opened a page or dialog tells what its OK or Enter does, as "Write to all" does. And what was followed by a message
such as "Sent" is done once: not again in this learning run, nor in the next, which reads it in the document.
"""

import re
from collections.abc import Collection, Iterable

from appagent.documents.facts import seen_in
from appagent.documents.outcomes.evidence import message
from appagent.errors import RefusedError
from appagent.guard import Guard
from appagent.guard.effect import Effect
from appagent.guard.labels import LabelContext, agrees, declines, likely_effect, said_by_label
from appagent.guard.structure import is_button
from appagent.guard.unknown import may_end_page
from appagent.learning.memory.screen_history import Act, effect
from appagent.learning.safety.secret_fields import check_secrets, leads_away
from appagent.screen import Element, Screen
from appagent.screen.language.lexicon import SENT, TO_ALL, any_word, folded
from appagent.screen.names.fields import writable
from appagent.screen.transitions import ScreenKey, screen_key
from appagent.step import Intent
from appagent.store import Record

_COSTLY = ("tap", "long_press", "double_tap")  # kinds of action of which a refusal is worth a document

Known = tuple[str, str]  # an element or the Enter key, known again: its screen's id, or "" for any screen, and a name
Openers = dict[ScreenKey, str]  # by page or dialog, the words that opened it and that speak of telling others


def note_told(openers: Openers, closed: set[Known], act: Act) -> None:
    """Note what opened a page or dialog about telling others something, and what was followed by such a message."""
    before, after = screen_key(act.before), screen_key(act.after)
    if act.element and effect(act) == "opens" and after not in act.earlier:
        own = act.element.text if tells(act.element.text) else ""
        within = openers.get(before, "") if act.after.front.kind == "dialog" else ""
        openers.pop(after, None)
        openers |= {after: own or within} if own or within else {}
    if says_sent(message(act.change)):
        closed.add(_known(act.before, act.element))


def closed_by(records: Iterable[Record]) -> set[Known]:
    """Return the elements that, by the documents, were followed by a message such as "Sent" or "Shared"."""
    closed = set()
    for record in records:
        seen = seen_in(record)
        if seen and says_sent(seen.toast):
            words, is_row = str(record.facts.get("words", "")), bool(record.facts.get("listed"))
            closed.add(_group(record.screen_id, record.element_id, record.template, words, listed_=is_row))
    return closed


def check(intent: Intent, guard: Guard, openers: Openers, closed: Collection[Known], *, crawls: bool) -> None:
    """Raise RefusedError if an action may set a secret or tell others something, unless a permit covers it.

    crawls: as for `check_secrets`. After words that speak of telling others, Enter may, and so may any button that
    does not lead away.
    """
    check_secrets(intent, guard, crawls=crawls)
    screen, element, action = intent.screen, intent.element, intent.on_element
    if guard.permits("send", screen) or action.risk not in ("touch", "enter", "submit"):
        return
    opener = openers.get(screen_key(screen), "")
    done = _known(screen, element) in closed
    if not (done or opener) or guard.must_ask(action, screen):  # the guard refuses it itself
        return
    if done:
        raise RefusedError(f"{intent.words} was refused: it told others something before", "send")
    if opener and (action.risk != "touch" or (element and _answers(element, screen))):
        raise RefusedError(f"{intent.words} was refused: it may do what {opener!r} says, which opened this", "send")


def says_sent(text: str) -> bool:
    """Tell whether a message says that something was sent, raised, called, shared or the like.

    >>> says_sent("Alarm raised"), says_sent("Wird angerufen"), says_sent("Saved")
    (True, True, False)
    """
    return bool(text) and bool(re.search(any_word(SENT), folded(text)))


def tells(label: str) -> bool:
    """Tell whether a label is about telling others something, so that what it opens may do that.

    >>> tells("Écrire une annonce"), tells("Write to all"), tells("Write a note")
    (True, True, False)
    """
    careful = LabelContext(button=True, careful=True)
    found = said_by_label(label, careful) or likely_effect(label)
    return bool(label) and (found == "send" or bool(re.search(any_word(TO_ALL), folded(label))))


def _answers(element: Element, screen: Screen) -> bool:
    """Tell whether a button may carry out what its page or dialog is for: one to write on, or one that asks."""
    if "text" in element.actions or leads_away(element, screen) or declines(element.text):
        return False
    asks = bool(writable(screen)) or screen.front.kind == "dialog"
    pressed = is_button(element) and element.checked is None and not element.selected
    return agrees(element.text) or may_end_page(element, screen) or (asks and pressed)


def _known(screen: Screen, element: Element | None) -> Known:
    if element is None:
        return screen.screen_id, "enter"
    return _group(screen.screen_id, element.id, element.template, element.words, listed_=element.listed)


def _group(screen_id: str, element_id: str, template: str, words: str, *, listed_: bool) -> Known:
    """Return a key for an element's group: for a row all rows of its list, else all that look the same on any screen.

    What looks so has the same kind and words, or the same id if it has no words.
    """
    return (screen_id, template) if listed_ else ("", f"{template} {words}" if words else element_id)


def is_told(found: Effect, kind: str, element: Element) -> bool:
    """Tell whether a document is to say what a refused action would do: if a witness is sure of it.

    An amount in sight alone makes nobody sure of a control without words, as − and + beside a price are. kind: that of
    the action. element: what it would have touched.
    """
    feared = found.effect == "pay" and found.witness == "structure" and not element.words
    return found.certain and not feared and kind in _COSTLY
