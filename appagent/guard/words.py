"""What labels, sentences and resource-ids say of what pressing something does.

Every rule errs on the side of caution: a page that is only about paying may be taken for paying.
"""

import re
from collections.abc import Sequence
from functools import cache

from appagent.guard import tables
from appagent.screen.words import plain

_NO_BOUNDARIES = "\u0900"  # from here on scripts do not part words in a way that `\b` knows
_ROOM = 8  # letters besides a verb of those in a label
_LONGEST = 60  # letters of a label
_MOST_WORDS = 5  # of a label that is not a button's: "Send invoices to Bob by Friday" is somebody's note
_BUTTON_WORDS = 4  # of a button's, anywhere in which a verb counts


def said_by_label(label: str, button: bool) -> str | None:
    """The concern of a label. button: it stands on one, where verbs need not come first.

    >>> said_by_label("Confirm and pay $5", False), said_by_label("Jetzt kaufen", True), said_by_label("确认付款", True)
    ('pay', 'pay', 'pay')
    >>> said_by_label("Payment methods", True), said_by_label("Recently deleted", True), said_by_label("不允许", True)
    (None, None, None)
    """
    words = _bare(label)
    length = len(words.split())
    if not words or len(words) > _LONGEST or declines(label) or (length > _MOST_WORDS and not button):
        return None
    if button and _MONEY.fullmatch(words):
        return "pay"
    within = button and length <= _BUTTON_WORDS
    return next((found for found in tables.VERBS if _in_label(found, words, within)), None)


def said_by_sentence(text: str) -> str | None:
    """The concern of what a dialog says.

    >>> said_by_sentence("Are you sure that you want to delete this note?"), said_by_sentence("Your post was saved.")
    ('delete', None)
    """
    words = _bare(text)
    return next((found for found in tables.VERBS if _in_sentence(found, words)), None)


def said_by_id(resource_id: str) -> str | None:
    """The concern of a resource-id, as developers name buttons.

    >>> said_by_id("org.notes:id/btnDeleteNote"), said_by_id("im:id/send"), said_by_id("im:id/post_title")
    ('delete', 'send', None)
    """
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", resource_id.rpartition("/")[2])
    tokens = set(re.split(r"[\W_\d]+", spaced.casefold())) - {""}
    rest = tokens - set(_listed(tables.ID_PARTS))
    if len(rest) > 4 or tokens & {"cancel", "undo", "deny", "keep", "dont", "no"}:
        return None
    for found in tables.VERBS:
        verbs, nouns_too = _verbs(found)
        if rest & {*verbs, *_listed(tables.ID_VERBS.get(found, ""))} or (len(rest) == 1 and rest <= set(nouns_too)):
            return found
    return None


def declines(label: str) -> bool:
    """Whether a label says no.

    >>> declines("Don’t allow"), declines("不允许"), declines("許可しない"), declines("Notes")
    (True, True, True, False)
    """
    words = _bare(label)
    return bool(_DECLINES.match(words)) or words.endswith(tuple(_listed(tables.DECLINES_AT_END)))


def agrees(label: str) -> bool:
    """Whether a label says yes to whatever the screen asks.

    >>> agrees("OK"), agrees("Weiter"), agrees("确定"), agrees("Okinawa")
    (True, True, True, False)
    """
    words = _bare(label)
    return len(words) <= _LONGEST and bool(_AGREES.match(words))


def names_a_secret(label: str) -> bool:
    """Whether a field's label, hint or resource-id asks for a password, a PIN, a card's number or the like."""
    return bool(_SECRETS.search(_folded(label).replace("_", " ")))


def about_money(said: str) -> bool:
    """Whether there is both an amount and a word such as "total".

    >>> about_money("Total: $12.50"), about_money("合计 ￥36"), about_money("$5 off your next order")
    (True, True, False)
    """
    words = _folded(said)
    return bool(_MONEY.search(words) and _TOTALS.search(words))


def _in_label(found: str, words: str, within: bool) -> bool:
    if _beginning(found).match(words) or (within and _anywhere(found).search(words)):
        return True
    return any(len(words) <= len(verb) + _ROOM and _wide(verb).search(words) for verb in _wide_verbs(found))


def _in_sentence(found: str, words: str) -> bool:
    if _beginning(found).match(words) or _anywhere(found).search(words):
        return True
    return any(_wide(verb).search(words) for verb in _wide_verbs(found))


def _bare(label: str) -> str:
    """On one line, case and width folded, without signs in front."""
    return re.sub(r"^[^\w$€£¥₩₽₹₺]+", "", _folded(label)).strip()


def _folded(text: str) -> str:
    return plain(text).replace("i\u0307", "i")  # what folding makes of a Turkish capital


@cache
def _listed(words: str) -> list[str]:
    return [_folded(word) for word in words.split(",") if word.strip()]


@cache
def _verbs(found: str) -> tuple[list[str], list[str]]:
    """Verbs of scripts with word boundaries, and those that are nouns as well."""
    verbs = [verb for verb in _listed(tables.VERBS[found]) if verb < _NO_BOUNDARIES]
    return [verb for verb in verbs if verb[-1] != "*"], [verb[:-1] for verb in verbs if verb[-1] == "*"]


@cache
def _wide_verbs(found: str) -> list[str]:
    return [verb for verb in _listed(tables.VERBS[found]) if verb >= _NO_BOUNDARIES]


def _any(words: Sequence[str]) -> str:
    """A pattern for any of the words, whole ones where the script parts words; for no words one of nothing."""
    longest_first = sorted(words, key=len, reverse=True)
    whole = (rf"\b{re.escape(w)}\b" if "a" <= w < _NO_BOUNDARIES else re.escape(w) for w in longest_first)
    return "|".join(whole) or "(?!)"


@cache
def _beginning(found: str) -> re.Pattern[str]:
    verbs, nouns_too = _verbs(found)
    leads, nouns = _any(_listed(tables.LEADS)), _any(_listed(tables.NOUNS))
    return re.compile(rf"(?:(?:{leads})[\s,&!.:]+)*(?:(?:{_any(verbs)})|(?:{_any(nouns_too)})(?!\s+(?:{nouns})))")


@cache
def _anywhere(found: str) -> re.Pattern[str]:
    return re.compile(_any(_verbs(found)[0]))


@cache
def _wide(verb: str) -> re.Pattern[str]:
    before = "".join(f"(?<!{re.escape(word)})" for word in _listed(tables.PAST_CJK))
    return re.compile(rf"{before}{re.escape(verb)}(?!\s?(?:{_any(_listed(tables.NOUNS_CJK))}))")


_DECLINES = re.compile(_any(_listed(tables.DECLINES)))
_AGREES = re.compile(_any(_listed(tables.AGREES)))
_SECRETS = re.compile(_any(_listed(tables.SECRETS)))
_TOTALS = re.compile(_any(_listed(tables.TOTALS)))
_MONEY = re.compile(tables.MONEY)
