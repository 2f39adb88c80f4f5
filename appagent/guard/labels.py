"""Find the effect of pressing an element by its label, its resource-id, and the sentences of its screen.

Every rule prefers caution: a page that is only about paying may count as paying. The rules know the languages in
`tables.py`. Labels that they do not know are left to the classifier.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from appagent.guard import tables
from appagent.guard.classifier import does_nothing, effect_by_words, knows_words, leans
from appagent.guard.patterns import (
    anywhere,
    beginning,
    compiled,
    declined,
    governed,
    nouns_too,
    parted,
    pure,
    spaced,
    takes,
    wide,
)
from appagent.guard.reading import bare
from appagent.screen.language.dates import is_day
from appagent.screen.language.lexicon import NO_AT_END, QUESTION_MARKS, SEARCH, UP, YES, listed
from appagent.screen.language.money import SIGN, has_amount

_ROOM, _LITTLE_ROOM = 8, 2  # most letters besides a verb found by `wide`, in a label and in a row's other texts
_TITLE_WORDS = 5  # most words of a row's title; "Send invoices to Bob by Friday" is somebody's note
_ALONE_WORDS = 8  # most words of a label that is the only text of its element
_BUTTON_WORDS = 4  # most words of a button's label for a verb to count anywhere in it
_MANY = 1000
_KNOWN_LEAST = 0.9  # logarithm of the odds from which on a button of known words may do something
_NAME_WORDS = 3  # most words of a person's name, each with a capital letter


@dataclass(frozen=True)
class LabelContext:
    """Facts about a label that decide how strictly it is read.

    button: the label is on a button, so a verb counts even if it does not come first. alone: the label is all the words
    of its element. careful: doubtful labels count too, however long they are.
    """

    button: bool = False
    alone: bool = False
    careful: bool = False

    @property
    def most_words(self) -> int:
        """Return how many words a label may have at most to be judged; a longer text only describes something."""
        return _MANY if self.button or self.careful else _ALONE_WORDS if self.alone else _TITLE_WORDS

    @property
    def most_around(self) -> int:
        """Return how many words a label may have for a verb to count anywhere in it; 0 if the verb must come first."""
        return 0 if not self.button else _MANY if self.careful else _BUTTON_WORDS


EFFECTS = tuple(tables.VERBS)  # the most serious first
ROW, BUTTON = LabelContext(), LabelContext(button=True)


@lru_cache(maxsize=4096)
def said_by_label(label: str, place: LabelContext) -> str | None:
    """Return the effect of a label: "pay", "send", "delete", "install" or "grant"; None if it has none.

    place: what is known about the label, which decides how strictly it is read. A short label that surely does nothing
    by the classifier has no effect, such as "Order by date", unless the judge is careful.

    >>> said_by_label("Confirm and pay $5", ROW), said_by_label("Jetzt kaufen", BUTTON), said_by_label("确认付款", ROW)
    ('pay', 'pay', 'pay')
    >>> said_by_label("Don't wait, buy now", BUTTON), said_by_label("Delete account", ROW)
    ('pay', 'delete')
    >>> [said_by_label(label, BUTTON) for label in ("Payment methods", "Recently deleted", "不允许")]
    [None, None, None]
    """
    words = bare(label)
    length = len(words.split())
    if not words or length > place.most_words:
        return None
    if place.button and words == SIGN:
        return "pay"
    for found in tables.VERBS:
        if place.button and words in listed(tables.BINS.get(found, "")):
            return found
        if any(_in_clause(found, clause, n == 0, length, place) for n, clause in enumerate(_clauses(words))):
            harmless = not place.careful and length <= _BUTTON_WORDS and does_nothing(words, surely=True)
            return None if harmless else found
    return None


def likely_effect(label: str, *, asked: bool = False, written: bool = False, request: str | None = "pay") -> str | None:
    """Return the effect that the classifier finds likely for a label, or None, as for a day or a month.

    asked, written: as for `effect_by_words`. request: the effect here of booking, renewing or reporting.

    >>> likely_effect("Vaciar la papelera"), likely_effect("Trier par nom"), likely_effect("Leave group?", asked=True)
    ('delete', None, 'delete')
    """
    words = bare(label)
    if words in listed(tables.HARMLESS) or is_day(label):
        return None
    found = effect_by_words(words, asked=asked, written=written)
    return request if found == "request" else found


def effect_named(heading: str) -> str | None:
    """Return the effect that a page's heading likely names, or None. All words must be known: others may be names.

    >>> effect_named("New post"), effect_named("Welcome to Mietwerk")
    ('send', None)
    """
    return likely_effect(heading) if knows_words(bare(heading), 1) else None


def may_do_something(text: str, *, pressed: bool) -> bool:
    """Tell whether the classifier finds it likelier that a text has an effect than none, though not for certain.

    pressed: True on a button. Elsewhere only a phrase of unknown words counts. What may be a person's name never does.

    >>> [may_do_something("Ezabatu datu guztiak", pressed=pressed) for pressed in (True, False)]
    [True, True]
    >>> may_do_something("Izena", pressed=True), may_do_something("Olaf Brekke", pressed=True)
    (False, False)
    """
    words = bare(text)
    known = knows_words(words)
    if not any(map(str.isalpha, words)) or (not pressed and (known or len(text.split()) < 2)):
        return False
    return leans(words, _KNOWN_LEAST) if known else not may_be_name(text) and leans(words)


def may_be_name(text: str) -> bool:
    """Tell whether a text may be a person's name: two or three words with capital letters, not all of them known.

    >>> may_be_name("Olaf Brekke"), may_be_name("Dark Theme"), may_be_name("Olaf")
    (True, False, False)
    """
    parts = text.split()
    return 1 < len(parts) <= _NAME_WORDS and all(part[0].isupper() for part in parts) and not knows_words(bare(text), 1)


def is_doubtful(text: str, *, asked: bool = False) -> bool:
    """Tell whether a text has words that are not known to be harmless.

    asked: True if it stands in a dialog, whose question has to be surely harmless.

    >>> is_doubtful("Ezabatu dena"), is_doubtful("Sign"), is_doubtful("Sort by name"), is_doubtful("5 + 3")
    (True, True, False, False)
    """
    words = bare(text)
    if not any(map(str.isalpha, text)):
        return False
    return words not in listed(tables.HARMLESS) and not does_nothing(words, surely=asked)


@lru_cache(maxsize=4096)
def said_aside(label: str) -> str | None:
    """Return the effect of a text in a row other than the row's title, or None.

    A text has an effect only if it reads like a button: it consists of a verb and words such as "now" or "account".

    >>> said_aside("Pay now"), said_aside("Delete account"), said_aside("delete this please"), said_aside("Buy milk")
    ('pay', 'delete', None, None)
    """
    words = bare(label)
    for found in tables.VERBS:
        hit = wide(found).search(words)
        if pure(found).fullmatch(words) or (hit and len(words) <= len(hit[0]) + _LITTLE_ROOM):
            return found
    return None


@lru_cache(maxsize=4096)
def said_by_sentence(text: str) -> str | None:
    """Return the effect of a sentence in a dialog, or None.

    A verb counts wherever it is in the sentence, and so does a warning.

    >>> said_by_sentence("Are you sure that you want to delete this note?"), said_by_sentence("Your post was saved.")
    ('delete', None)
    >>> said_by_sentence("All your photos will be gone forever.")
    'delete'
    """
    words = bare(text)
    for found in tables.VERBS:
        if beginning(found).match(words) or anywhere(found).search(words) or wide(found).search(words):
            return found
    return said_by_warning(text)


@lru_cache(maxsize=4096)
def said_by_warning(text: str) -> str | None:
    """Return the effect that a text warns of, if a person goes on; None if it is no warning.

    >>> said_by_warning("This permanently deletes your account."), said_by_warning("$4.99 per month, cancel anytime")
    ('delete', 'pay')
    >>> said_by_warning("You can delete chats in Settings.")
    """
    words = bare(text)
    if _RATE.search(words):
        return "pay"
    return next((found for found, said in tables.WARNINGS.items() if compiled(said).search(words)), None)


def said_by_page(text: str) -> str | None:
    """Return the effect of agreeing to a text of a page: a question, a heading or a warning; None if it has none."""
    asked = said_by_sentence(text) if is_question(text) else said_aside(text)
    return asked or said_by_warning(text)


def said_to_do(text: str) -> str | None:
    """Return the effect that a description of an element states, such as the text of a document, or None.

    >>> said_to_do("Sends the message to Ana."), said_to_do("Opens the page on which notes are deleted")
    ('send', None)
    """
    words = bare(text)
    first, blank, rest = words.partition(" ")
    forms = {words, *(f"{first.removesuffix(ending)}{blank}{rest}" for ending in ("s", "es"))}
    by_verb = (found for found in tables.VERBS if any(map(beginning(found).match, forms)))
    return next(by_verb, None) or likely_effect(text, written=True)


def telling_words(resource_id: str) -> list[str]:
    """Return the words in a resource-id, without those that only say that it is a button, a picture or a text."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", resource_id.rpartition("/")[2])
    parts = re.split(r"[\W\d]+", bare(re.sub(r"[\W_]+", " ", words)))
    return [word for word in parts if word and word not in listed(tables.ID_PARTS)]


def said_by_id(resource_id: str) -> str | None:
    """Return the effect of a resource-id, by its words as on a button, or else surely by the classifier; or None.

    >>> said_by_id("org.notes:id/btnDeleteNote"), said_by_id("im:id/send"), said_by_id("im:id/post_title")
    ('delete', 'send', None)
    """
    said = telling_words(resource_id)
    if not set(said).isdisjoint(listed(tables.NO_IN_IDS)):
        return None
    return said_by_label(" ".join(said), BUTTON) or likely_effect(" ".join(said), written=True, request=None)


@lru_cache(maxsize=4096)
def declines(label: str) -> bool:
    """Tell whether a label says no, or leads back, and does not say yes after that.

    >>> [declines(text) for text in ("Don’t allow", "不允许", "Navigate up", "Notes", "Never mind, continue", "不限量")]
    [True, True, True, False, False, False]
    """
    words = bare(label)
    if words in listed(UP) or words.endswith(listed(NO_AT_END)):
        return True
    first, *others = _clauses(words) or [""]
    return bool(declined().match(first)) and not any(map(_agrees, others))


@lru_cache(maxsize=4096)
def agrees(label: str) -> bool:
    """Tell whether a label says yes to whatever the screen asks, such as "OK" or "Continue".

    >>> agrees("OK"), agrees("Weiter"), agrees("确定"), agrees("Okinawa"), agrees("Go back")
    (True, True, True, False, False)
    """
    return not declines(label) and any(map(_agrees, _clauses(bare(label))))


@lru_cache(maxsize=4096)
def only_agrees(label: str) -> bool:
    """Tell whether a label only says yes, so that its effect depends on the question.

    >>> only_agrees("Potvrdit"), only_agrees("OK, continue"), only_agrees("Potvrdit platbu")
    (True, True, False)
    """
    clauses = _clauses(bare(label))
    return bool(clauses) and all(compiled(YES).fullmatch(clause) for clause in clauses)


@lru_cache(maxsize=4096)
def agrees_and_more(label: str) -> bool:
    """Tell whether a label says yes and also names something else that likely has an effect.

    >>> agrees_and_more("Accept and share my number"), agrees_and_more("Accept all"), agrees_and_more("OK")
    (True, False, False)
    """
    return agrees(label) and any(likely_effect(each) for each in _clauses(bare(label)) if not _agrees(each))


def about_money(said: str) -> bool:
    """Tell whether a text has both an amount of money and a word such as "total".

    >>> about_money("Total: $12.50"), about_money("合计 ￥36"), about_money("$5 off your next order")
    (True, True, False)
    """
    return has_amount(said) and any(compiled(tables.TOTALS).search(bare(line)) for line in said.split("\n"))


def bargains(parts: Sequence[str], place: LabelContext) -> bool:
    """Tell whether an element shows a price together with words that accept it, in the same text or in another.

    parts: the element's texts. place: what is known about them. On a button, a price alone is enough if the judge is
    careful.

    >>> bargains(["Upgrade for $4.99/month"], ROW), bargains(["2 items, $12.50", "Continue"], ROW)
    (True, True)
    >>> bargains(["$5 off", "Blue shoes"], ROW), bargains(["Add to cart, $30"], BUTTON)
    (False, False)
    """
    said = [bare(part) for part in parts]
    if not any(SIGN in words for words in said):
        return False
    if place.button and place.careful:
        return True
    if len(said) == 1:
        return bool(takes().match(said[0])) and len(said[0].split()) <= _ALONE_WORDS
    return any((taken := takes().match(words)) and taken[1] is not None for words in said)


def searches(label: str) -> bool:
    """Tell whether a text has a word for searching; the hint, label or resource-id of a search field does."""
    return bool(compiled(SEARCH).search(spaced(label)))


def takes_offer(label: str) -> bool:
    """Tell whether a label accepts an offer and says nothing else, as "Get" does.

    >>> takes_offer("Get"), takes_offer("Get now"), takes_offer("Get help")
    (True, True, False)
    """
    return bool((taken := takes().match(bare(label))) and taken[1] is not None)


def is_question(text: str) -> bool:
    """Tell whether a text ends like a question.

    >>> is_question("Delete it?"), is_question("削除しますか"), is_question("OK")
    (True, True, False)
    """
    return bare(text).endswith(_ASKING)


def gives_up(question: str, no: str) -> bool:
    """Tell whether a text asks whether to keep something that a negative answer gives up; "Keep" itself does not.

    >>> gives_up("Keep your account?", "No"), gives_up("Keep it?", "Keep"), gives_up("Delete it?", "No")
    (True, False, False)
    """
    keeps = compiled(tables.KEEPS)
    return is_question(question) and bool(keeps.search(bare(question))) and not keeps.match(bare(no))


def hands_on(heading: str) -> bool:
    """Tell whether a heading asks with whom to share something. Every choice below such a heading sends.

    >>> hands_on("Share with"), hands_on("分享给"), hands_on("Shared albums")
    (True, True, False)
    """
    return bare(heading).rstrip(":：…") in listed(tables.SHARING)


def _in_clause(found: str, clause: str, first: bool, length: int, place: LabelContext) -> bool:
    """Tell whether one clause of a label has a certain effect.

    found: the effect. first: True if the clause is the label's first. length: the number of words in the whole label.
    place: what is known about the label.
    """
    begins = beginning(found).match(clause)
    if begins and (first or not begins[0].endswith(nouns_too(found))):
        return True
    if no := declined().match(clause):  # "Don't send", but not "不限量购买" nor "No delay: buy"
        denied = governed().match(clause, no.end())
        rest = clause[denied.end() if denied else no.end() :]
        return bool(anywhere(found).search(rest) or wide(found).search(clause))
    if length <= place.most_around and anywhere(found).search(clause):
        return True
    hit = wide(found).search(clause)
    return hit is not None and (place.careful or len(clause) <= len(hit[0]) + _ROOM)


def _clauses(words: str) -> list[str]:
    return [clause for clause in parted().split(words) if clause]


def _agrees(clause: str) -> bool:
    return bool(compiled(YES).match(clause))


_ASKING = (*QUESTION_MARKS, "吗", "嗎", "か", "까", "ไหม", "หรือไม่")
_RATE = re.compile(
    rf"{SIGN}\s*(?:/|per\b|a\b|pro\b|al?\b|par\b|每)\s*"
    r"(?:mo|month|year|yr|week|wk|monat|jahr|woche|mes|año|mois|an|mese|anno|月|年|周)\b"
)
