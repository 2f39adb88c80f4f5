"""Tell what came of a step: by the screen after it, and by the message that came."""

import re
from collections.abc import Mapping

from appagent.documents.outcomes.effect_words import MESSAGE
from appagent.experience.judging.evidence import page_texts
from appagent.experience.judging.moments import Moment
from appagent.experience.slots import fill_slots, slots_in, templated
from appagent.screen.elements.identity import hashed
from appagent.screen.finding_again.again import found_again, name_of_kind
from appagent.screen.language.lexicon import FAILED, NOT, any_word, folded
from appagent.screen.names.labels import state_of
from appagent.screen.texts.numbers import number_in
from appagent.screen.texts.wording import lasting
from appagent.screen.transitions import FILLING, SCROLLING

_TYPING = (*FILLING, *SCROLLING)  # these show what may be on the page anyway, such as the results of a search
_NUMBERS = re.compile(r"\d+")
_DENIES = re.compile(any_word(f"{NOT}, {FAILED}"))
_MESSAGE = re.compile(rf'(?:^|; ){MESSAGE} "([^"]*)"')


def state_after(moment: Moment) -> bool | None:
    """Return the state of a switch after a step: True for on, False for off; None if the step changed no switch."""
    element, after = moment.element, moment.after
    if element is None or after is None or moment.led_on or state_of(element, moment.screen) is None:
        return None
    same = [one for one in after.elements if one.id == element.id]
    now = same[0] if len(same) == 1 else found_again(element, moment.screen, after)
    state = state_of(now, after) if now else None
    return state if state != state_of(element, moment.screen) else None


def words_after(moment: Moment, values: Mapping[str, str]) -> str:
    """Return the words of a tapped element after the tap, with slots; "" if they are unchanged, or for a row.

    Words with a number are left out, because they count what was done: "1 in basket" would be said of another tap too.
    """
    element, after = moment.element, moment.after
    if element is None or after is None or element.listed or moment.led_on or moment.action.kind != "tap":
        return ""
    same = [name_of_kind(one) for one in after.elements if one.id == element.id]
    said = same[0] if len(same) == 1 and lasting(same[0]) != lasting(name_of_kind(element)) else ""
    return "" if number_in(said) is not None else templated(said, values)


def texts_after(moment: Moment, values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the texts that appear on a screen after a step and consist of values alone, with slots in their place.

    Input fields are left out, and so are texts that were there before.
    """
    if moment.after is None or moment.action.kind in _TYPING:
        return ()
    before = page_texts(moment.screen, editable=False)
    made = {text: templated(text, values) for text in page_texts(moment.after, editable=False) - before}
    return tuple(sorted({said for said in made.values() if slots_in(said) and not _words_in(said)}))


def message_after(moment: Moment, values: Mapping[str, str]) -> tuple[str, bool]:
    """Return the hash of the message that came after a step, "" for none, and whether it was a toast.

    None is expected of typing: where a finger types, the message of the tap after it may have come by then.
    """
    said = "" if moment.action.kind in _TYPING else message_in(moment.step.effect)
    if not said:
        return "", False
    seen = moment.after is not None and folded(said) in page_texts(moment.after, editable=False)
    return message_sign(said, values), not seen


def message_in(effect: str) -> str:
    """Return the message that an effect tells of, "" for none.

    >>> message_in('back on the screen "A"; a message says "Saved"'), message_in('the screen "A" opened')
    ('Saved', '')
    """
    found = _MESSAGE.search(effect)
    return found[1] if found else ""


def message_sign(message: str, values: Mapping[str, str]) -> str:
    """Return a hash of a message that is the same whatever its numbers and the values of the slots are."""
    blank = dict.fromkeys(values, "")
    return hashed(_NUMBERS.sub("9", folded(fill_slots(templated(message, values), blank))))


def denies(message: str, values: Mapping[str, str]) -> bool:
    """Tell whether a message says that something did not work. values: of the slots; their words do not count.

    >>> [denies(text, {}) for text in ("Could not save", "Konnte nicht gespeichert werden", "Saved")]
    [True, True, False]
    >>> denies("Saved: Do not forget", {"title": "Do not forget"})
    False
    """
    return bool(_DENIES.search(folded(fill_slots(templated(message, values), dict.fromkeys(values, "")))))


def _words_in(template: str) -> bool:
    rest = fill_slots(template, dict.fromkeys(slots_in(template), ""))
    return any(map(str.isalnum, rest))
