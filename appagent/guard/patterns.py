"""Build regular expressions from the guard's tables of words. They are for texts that `spaced` has folded.

In all functions, `found` is an effect: "pay", "send", "delete", "install" or "grant".
"""

import re
from collections.abc import Iterable
from functools import cache

from appagent.guard import tables
from appagent.screen.language.lexicon import AND, NO, NO_BOUNDARIES, YES, any_word, folded, listed
from appagent.screen.language.money import SIGN


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


@cache
def beginning(found: str) -> re.Pattern[str]:
    """Build a pattern that matches at the beginning of a label if it begins with one of the effect's verbs.

    Words such as "confirm and" or "permanently" (the table LEADS) may come before the verb.
    """
    return re.compile(rf"{_LEADS}(?:{_verb(found)})")


@cache
def anywhere(found: str) -> re.Pattern[str]:
    """Build a pattern that finds one of the effect's verbs anywhere in a text."""
    return re.compile(any_of(verbs(found)))


@cache
def pure(found: str) -> re.Pattern[str]:
    """Build a pattern for `fullmatch`, for labels that only say what to do, such as "Confirm and pay $5 now".

    After the verb there may be words of the tables OBJECTS ("now") and DETERMINERS ("my") and prices, in any order.
    """
    rest = rf"(?:[\s:()]+(?:{any_of(listed(tables.OBJECTS))}|{any_of(listed(tables.DETERMINERS))}|{SIGN}))*"
    return re.compile(rf"{beginning(found).pattern}{rest}\W*")


@cache
def wide(found: str) -> re.Pattern[str]:
    """Build a pattern that finds one of the effect's verbs in a script without spaces between words, such as Chinese.

    A verb does not count if a word before it denies it or says that it is done, or if a word after it makes it a noun.
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
    """Build a pattern for the words that a "don't" forbids: the word after it, and further words joined by "or".

    For example, it matches "send or delete" after "Don't".
    """
    fillers, either = any_of(listed(tables.FILLERS)), any_of(listed(tables.EITHER))
    return re.compile(rf"\W*(?:(?:{fillers})\s+)*\w+(?:\s+(?:{either})\s+\w+)*")


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
        rf"|\s*(?:{any_word(AND)}|(?<!\w)[&+](?!\w))\s*"
    )


def _verb(found: str) -> str:  # "Order 7731" is a noun with its number; a longer one elsewhere may be that of a phone
    most = "" if found == "pay" else 6
    noun = rf"(?:{any_of(nouns_too(found))})(?!\s+(?:{any_of(listed(tables.NOUNS))}|#?\d{{4,{most}}}(?!\d)))"
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
