"""Build regular expressions from the guard's tables of words. They are for texts that `spaced` has folded.

In all functions, `found` is an effect: "pay", "send", "delete", "install" or "grant".
"""

import re
from collections.abc import Iterable
from functools import cache

from appagent.guard import tables
from appagent.screen.lexicon import NO, NO_BOUNDARIES, YES, folded, listed
from appagent.screen.money import SIGN


def spaced(text: str) -> str:
    """Fold a text, and replace underscores by spaces."""
    return folded(text).replace("_", " ")


def any_of(words: Iterable[str]) -> str:
    """Build a pattern that matches any of some words, trying the longest first. Without words, it matches nothing.

    In scripts that separate words, such as Latin, only whole words match. In other scripts, such as Chinese, a word may
    match inside a longer text, but a single letter must not be followed by another one.
    """
    return "|".join(map(_whole, sorted(words, key=len, reverse=True))) or "(?!)"


@cache
def compiled(words: str) -> re.Pattern[str]:
    """Build a pattern that matches any word of a comma-separated table."""
    return re.compile(any_of(listed(words)))


@cache
def verbs(found: str) -> tuple[str, ...]:
    """Return an effect's verbs in scripts that separate words, except for verbs that are nouns as well."""
    return tuple(verb.rstrip("+") for verb in listed(tables.VERBS[found]) if verb < NO_BOUNDARIES and verb[-1] != "*")


@cache
def nouns_too(found: str) -> tuple[str, ...]:
    """Return those of an effect's verbs that are nouns as well, such as "order", without their asterisk."""
    return tuple(verb[:-1] for verb in listed(tables.VERBS[found]) if verb[-1] == "*")


def mentioned(found: str, text: str) -> bool:
    """Tell whether a text has the first word of one of the effect's verbs or deeds.

    If it has none, no pattern for the effect matches it. Most labels have none, and building the patterns takes half a
    second.

    >>> mentioned("pay", "confirm payment"), mentioned("pay", "open settings")
    (True, False)
    """
    return any(word in text for word in _first_words(found))


@cache
def _first_words(found: str) -> tuple[str, ...]:
    said = (*verbs(found), *nouns_too(found), *_wide_verbs(found), *listed(tables.DEEDS[found]))
    return tuple(dict.fromkeys(phrase.split()[0] for phrase in said))


@cache
def beginning(found: str) -> re.Pattern[str]:
    """Build a pattern that matches at the beginning of a label if it begins with one of the effect's verbs.

    Words such as "confirm and" or "permanently" (the table LEADS) may come before the verb.
    """
    return re.compile(rf"{_LEADS}(?:{_verb(found)})")


@cache
def anywhere(found: str) -> re.Pattern[str]:
    """Build a pattern that finds, anywhere in a text, one of the effect's verbs or a phrase such as "confirm payment".

    Such a phrase has a word of the table DOES ("confirm") and a word of the table DEEDS ("payment"), in either order.
    """
    does, deed = any_of(listed(tables.DOES)), any_of(listed(tables.DEEDS[found]))
    done = rf"(?:{does})\s+(?:\w+\s+)?(?:{deed})|(?:{deed})\s+(?:\w+\s+)?(?:{does})"
    return re.compile(rf"{any_of(verbs(found))}|{done}")


@cache
def doing(found: str) -> re.Pattern[str]:
    """Build a pattern that matches a label that begins with a phrase such as "confirm payment", or ends with a verb.

    The phrase has a word of the table DOES ("confirm") and one of DEEDS ("payment"), in either order. Only verbs with a
    "+" in their table, such as the German "löschen", count at the end.
    """
    does, deed = any_of(listed(tables.DOES)), any_of(listed(tables.DEEDS[found]))
    last = any_of(verb[:-1] for verb in listed(tables.VERBS[found]) if verb[-1] == "+")
    between = r"\s+(?:\w+\s+)?"
    return re.compile(
        rf"{_LEADS}(?:(?:{does}){between}(?:{deed})|(?:\w+-)?(?:{deed}){between}(?:{does}))|.*(?:{last})\W*$"
    )


@cache
def pure(found: str) -> re.Pattern[str]:
    """Build a pattern for `fullmatch`, for labels that only say what to do, such as "Confirm and pay $5 now".

    Required is one of the effect's verbs ("pay"). Optional are, before the verb, words of the table LEADS ("confirm",
    "and"), and after the verb, in any order, words of the tables OBJECTS ("now") and DETERMINERS ("my") and prices.
    """
    rest = rf"(?:[\s:()]+(?:{any_of(listed(tables.OBJECTS))}|{any_of(listed(tables.DETERMINERS))}|{SIGN}))*"
    return re.compile(rf"{_LEADS}(?:{_verb(found)}){rest}\W*")


@cache
def wide(found: str) -> re.Pattern[str]:
    """Build a pattern that finds one of the effect's verbs in a script without spaces between words, such as Chinese.

    A verb does not count if what stands before it denies it or says that it is done, or if what follows makes it a
    noun.
    """
    before = "".join(rf"(?<!{re.escape(word)})(?<!{re.escape(word)} )" for word in listed(tables.DENIED_WIDE))
    after = any_of(listed(tables.NOUNS_WIDE))
    return re.compile(rf"{before}(?:{any_of(_wide_verbs(found))})(?!\s?(?:{after}))")


@cache
def takes() -> re.Pattern[str]:
    """Build a pattern that matches a label that begins with accepting an offer, such as "Get" or "Continue".

    Group 1 matches if nothing but a word such as "now" follows; otherwise it is None.
    """
    now = any_of(listed(tables.OBJECTS))
    return re.compile(rf"(?:{any_of((*listed(tables.BARGAINS), *listed(YES)))})((?:\s+(?:{now}))?\W*$)?")


@cache
def governed() -> re.Pattern[str]:
    """Build a pattern that matches the verbs after a word of refusal, which this word denies.

    For example, it matches "send or delete" after "Don't".
    """
    every = any_of(verb for found in tables.VERBS for verb in (*verbs(found), *nouns_too(found)))
    fillers, either = any_of(listed(tables.FILLERS)), any_of(listed(tables.EITHER))
    return re.compile(rf"\W*(?:(?:{fillers})\s+)*(?:{every})(?:\s+(?:{either})\s+(?:{every}))*")


@cache
def declined() -> re.Pattern[str]:
    """Build a pattern that matches at the beginning of a label if it begins with a word of refusal."""
    every = any_of(verb for found in tables.VERBS for verb in _wide_verbs(found))
    return re.compile(rf"(?:{any_of(listed(NO))})|(?:{any_of(listed(tables.DENIED_WIDE))})(?:{every})")


@cache
def parted() -> re.Pattern[str]:
    """Build a pattern for whatever separates two clauses of a label, such as a comma or "and"."""
    return re.compile(
        rf"\s*(?:[;!?:|·•…。，、！；？：]+|,(?!\d)|\.(?!\w))\s*|\s+[-–—]+\s+|\s*—\s*"
        rf"|\s*(?<!\w)(?:{any_of(listed(tables.AND))}|&|\+)(?!\w)\s*|(?:{any_of(listed(tables.AND_WIDE))})"
    )


def _verb(found: str) -> str:
    noun = rf"(?:{any_of(nouns_too(found))})(?!\s+(?:{any_of(listed(tables.NOUNS))}))"
    return rf"{any_of(verbs(found))}|{noun}"


def _whole(word: str) -> str:
    if word >= NO_BOUNDARIES:
        return re.escape(word) if len(word) > 1 else rf"{re.escape(word)}(?!\w)"
    spaced = rf"\s+(?:(?:{_DETERMINERS})\s+)?".join(map(re.escape, word.split()))
    return rf"(?<!\w){spaced}(?!\w)"


@cache
def _wide_verbs(found: str) -> tuple[str, ...]:
    return tuple(verb for verb in listed(tables.VERBS[found]) if verb >= NO_BOUNDARIES)


_DETERMINERS = "|".join(map(re.escape, listed(tables.DETERMINERS)))
_LEADS = rf"(?:(?:{any_of(listed(tables.LEADS))})[\s,&!.:]+)*"
