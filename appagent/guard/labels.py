"""Find the effect of pressing an element by its label, its resource-id, and the sentences of its screen.

The classifier judges every clause that does not say no. `tables.py` has what it cannot know by a label alone, such as
what a price beside the label makes of it. Every rule prefers caution: a page about paying may count as paying.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from appagent.foreign import shown
from appagent.guard import tables
from appagent.guard.classifier import by_heart, does_nothing, effect_by_words, knows_words, leans
from appagent.guard.patterns import compiled, parted, spaced, takes
from appagent.screen.dates import UNSPACED, is_day
from appagent.screen.lexicon import NO, NO_AT_END, SEARCH, YES, listed
from appagent.screen.lookalikes import unmasked
from appagent.screen.money import SIGN, has_amount, priced

_TITLE_WORDS = 5  # most words of a row's title; "Send invoices to Bob by Friday" is somebody's note
_ALONE_WORDS = 8  # most words of a label that is the only text of its element
_WIDE = (2, 3, 4)  # letters of a deed's name in a script without blanks
_KNOWN_LEAST = 0.9  # logarithm of the odds from which on a button of known words may do something
_NAME_WORDS = 3  # most words of a person's name, each with a capital letter
_LONGEST = 500  # visible letters to look at, from the beginning and the end


@dataclass(frozen=True)
class LabelContext:
    """Facts about a label that decide how strictly it is read.

    button: the label is on a button, so that its effect need not be certain, unless `certain` says so. alone: the label
    is all the words of its element. careful: doubtful labels count too, however long they are.
    """

    button: bool = False
    alone: bool = False
    careful: bool = False
    certain: bool = False

    @property
    def most_words(self) -> int:
        """Return how many words a label may have at most to be judged; a longer text only describes something."""
        return _LONGEST if self.button or self.careful else _ALONE_WORDS if self.alone else _TITLE_WORDS


EFFECTS = ("pay", "send", "delete", "install", "grant")  # the most serious first
ROW, BUTTON = LabelContext(), LabelContext(button=True)


@lru_cache(maxsize=4096)
def said_by_label(label: str, place: LabelContext, request: str | None = None) -> str | None:
    """Return the effect of a label: "pay", "send", "delete", "install" or "grant"; None if it has none.

    It is the most serious effect of its clauses, without those that say no. A day or a month has none, and what only
    says yes does what its page asks.
    place: what is known about the label, which decides how strictly it is read. request: the effect here of booking,
    renewing or reporting something.

    >>> said_by_label("Confirm and pay $5", ROW), said_by_label("Jetzt kaufen", BUTTON), said_by_label("确认付款", ROW)
    ('pay', 'pay', 'pay')
    >>> said_by_label("Don't wait, buy now", BUTTON), said_by_label("Delete account", ROW)
    ('pay', 'delete')
    >>> [said_by_label(label, BUTTON) for label in ("Payment methods", "Recently deleted", "不允许")]
    [None, None, None]
    """
    words = bare(label)
    if place.button and words == SIGN:
        return "pay"
    if not words or len(words.split()) > place.most_words or only_agrees(label):
        return None
    if is_day(label) and not by_heart(words):
        return None
    if not place.button and words in listed(tables.FOLDERS):
        return None
    clauses = [words] if by_heart(words) else [clause for clause in (words, *_clauses(words)) if not declined(clause)]
    found = {_of_clause(clause, place) for clause in clauses}
    return next((effect for effect in EFFECTS if effect in found), request if "request" in found else None)


def _of_clause(clause: str, place: LabelContext) -> str | None:
    """Return the effect of one clause: a likely one, or that of a deed with which it begins or ends.

    In a row, whose words somebody may have written, one end has to be a deed, or all words of a phrase known.
    """
    deed = deed_at_end(clause)
    if not (place.button or deed or (" " in clause and knows_words(clause, 1))):
        return None
    return effect_by_words(clause, written=place.certain or not place.button) or deed


def deed_at_end(clause: str, *, asked: bool = False) -> str | None:
    """Return the effect of the first or last word, if it is known by heart and the whole rather has one, or None.

    asked: True for a question, which only has to be not known to be harmless, as a label in a script without blanks.
    """
    parts = clause.split() or [""]
    wide = [part for size in _WIDE for part in (clause[:size], clause[-size:])] if UNSPACED.match(clause) else []
    deeds = (effect for end in (parts[0], parts[-1], *wide) if (effect := by_heart(end)) in EFFECTS)
    deed = next(deeds, None)
    may = leans(clause) or ((asked or bool(wide)) and not does_nothing(clause))
    return deed if may else None


def likely_effect(text: str, *, asked: bool = False, written: bool = False) -> str | None:
    """Return the effect that the classifier finds likely for a whole text, or None; a request pays.

    asked, written: as for `effect_by_words`.

    >>> likely_effect("Vaciar la papelera"), likely_effect("Trier par nom"), likely_effect("Leave group?", asked=True)
    ('delete', None, 'delete')
    """
    found = None if is_day(text) else effect_by_words(bare(text), asked=asked, written=written)
    return "pay" if found == "request" else found


def effect_named(heading: str) -> str | None:
    """Return the effect that a page's heading likely names, or None. All words must be known: others may be names.

    >>> effect_named("New post"), effect_named("Welcome to Mietwerk")
    ('send', None)
    """
    return likely_effect(heading) if knows_words(bare(heading), 1) else None


def may_do_something(text: str, *, pressed: bool) -> bool:
    """Tell whether a text rather has an effect than none, by the classifier, though that is not likely enough to say.

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
    return any(map(str.isalpha, text)) and not does_nothing(bare(text), surely=asked)


def said_aside(label: str) -> str | None:
    """Return the effect of a text in a row other than the row's title, or None: only labels known by heart have one.

    >>> said_aside("Pay now"), said_aside("Delete account"), said_aside("delete this please"), said_aside("Buy milk")
    ('pay', 'delete', None, None)
    """
    found = by_heart(bare(label))
    return found if found in EFFECTS else None


@lru_cache(maxsize=4096)
def said_by_sentence(text: str) -> str | None:
    """Return the effect of agreeing to a text in a dialog, or None: of its most serious sentence, or of a warning.

    Of what is no question, only labels known by heart count, and deeds at its ends.

    >>> said_by_sentence("Are you sure that you want to delete this note?"), said_by_sentence("Your post was saved.")
    ('delete', None)
    >>> said_by_sentence("All your photos will be gone forever.")
    'delete'
    """
    found = set()
    for sentence in _SENTENCES.split(text):
        asked = is_question(sentence)
        likely = likely_effect(sentence, asked=True) if asked else said_aside(sentence)
        found |= {likely, deed_at_end(bare(sentence), asked=asked)}
    return next((effect for effect in EFFECTS if effect in found), None) or said_by_warning(text)


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
    first = bare(text).partition(" ")[0]
    verbs = (by_heart(first.removesuffix(ending)) for ending in ("", "s", "es"))
    return next((verb for verb in verbs if verb in EFFECTS), None) or likely_effect(text, written=True)


def said_by_id(resource_id: str) -> str | None:
    """Return the effect of a resource-id, by its words as on a button, or else surely by the classifier; or None.

    >>> said_by_id("org.notes:id/btnDeleteNote"), said_by_id("im:id/send"), said_by_id("im:id/post_title")
    ('delete', 'send', None)
    """
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", resource_id.rpartition("/")[2])
    said = [word for word in re.split(r"[\W_\d]+", words.casefold()) if word not in listed(tables.ID_PARTS)]
    if not set(said).isdisjoint(listed(tables.NO_IN_IDS)):
        return None
    found = effect_by_words(" ".join(said), written=True)
    return found if found in EFFECTS else None


@lru_cache(maxsize=4096)
def declines(label: str) -> bool:
    """Tell whether a label says no, and does not say yes after that.

    >>> [declines(text) for text in ("Don’t allow", "不允许", "許可しない", "Notes", "Never mind, continue", "不限量")]
    [True, True, True, False, False, False]
    """
    words = bare(label)
    if words.endswith(listed(NO_AT_END)):
        return True
    first, *others = _clauses(words) or [""]
    return declined(first) and not any(map(_agrees, others))


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
    return has_amount(said) and bool(compiled(tables.TOTALS).search(spaced(said)))


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


def _clauses(words: str) -> list[str]:
    return [clause for clause in parted().split(words) if clause]


def declined(clause: str) -> bool:
    """Tell whether a clause says no: by a word of refusal, or in a script without blanks by one before a deed."""
    denied = (word for word in listed(tables.DENIED_WIDE) if clause.startswith(word))
    return bool(compiled(NO).match(clause)) or any(by_heart(clause.removeprefix(word).strip()) for word in denied)


def _agrees(clause: str) -> bool:
    return bool(compiled(YES).match(clause))


def bare(label: str) -> str:
    """Fold a label to one line, with "¤" for amounts of money, plain letters for look-alikes, and no leading signs."""
    joined = _SPELT.sub(lambda run: "".join(run[0].split()), label)
    seen = unmasked(shown(joined, _LONGEST, lines=True))
    return re.sub(rf"^[^\w{SIGN}🗑]+", "", spaced(priced(seen))).strip()


_SPELT = re.compile(r"(?<!\S)(?:[^\W\d_]\s){2,}[^\W\d_](?!\S)")  # P a y
_SENTENCES = re.compile(r"(?<=[.!?])\s+|(?<=[。！？؟])")  # what parts them
_ASKING = ("?", "？", "؟", ";", "吗", "嗎", "か", "까", "ไหม", "หรือไม่")
_RATE = re.compile(
    rf"{SIGN}\s*(?:/|per\b|a\b|pro\b|al?\b|par\b|每)\s*"
    r"(?:mo|month|year|yr|week|wk|monat|jahr|woche|mes|año|mois|an|mese|anno|月|年|周)\b"
)
