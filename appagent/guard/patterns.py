"""Build regular expressions from the guard's tables of words, for texts folded by `spaced`."""

import re
from collections.abc import Iterable
from functools import cache

from appagent.guard import tables
from appagent.screen.lexicon import NO, NO_BOUNDARIES, YES, folded, listed


def spaced(text: str) -> str:
    """Fold a text, with spaces in place of underscores."""
    return folded(text).replace("_", " ")


def any_of(words: Iterable[str]) -> str:
    """Build a pattern that matches any of some words, the longest first; for no words a pattern that matches nothing.

    Words match whole in scripts that separate words; in other scripts only single letters must stand alone.
    """
    return "|".join(map(_whole, sorted(words, key=len, reverse=True))) or "(?!)"


@cache
def compiled(words: str) -> re.Pattern[str]:
    """Build a pattern that matches any word of a table."""
    return re.compile(any_of(listed(words)))


@cache
def verbs(found: str) -> tuple[str, ...]:
    """Return a concern's verbs in scripts that separate words, without those that are nouns as well."""
    return tuple(verb for verb in listed(tables.VERBS[found]) if verb < NO_BOUNDARIES and verb[-1] != "*")


@cache
def nouns_too(found: str) -> tuple[str, ...]:
    """Return a concern's verbs that are nouns as well."""
    return tuple(verb[:-1] for verb in listed(tables.VERBS[found]) if verb[-1] == "*")


@cache
def beginning(found: str) -> re.Pattern[str]:
    """Build a pattern for a label that begins with one of the concern's verbs, perhaps after words of LEADS."""
    return re.compile(rf"{_LEADS}(?:{_verb(found)})")


@cache
def anywhere(found: str) -> re.Pattern[str]:
    """Build a pattern that finds one of the concern's verbs anywhere, or a word of DEEDS next to one of DOES."""
    does, deed = any_of(listed(tables.DOES)), any_of(listed(tables.DEEDS[found]))
    done = rf"(?:{does})\s+(?:\w+\s+)?(?:{deed})|(?:{deed})\s+(?:\w+\s+)?(?:{does})"
    return re.compile(rf"{any_of(verbs(found))}|{done}")


@cache
def doing(found: str) -> re.Pattern[str]:
    """Build a pattern for a label that begins with DEEDS and DOES together, or ends with a verb of VERBS_AT_END."""
    does, deed = any_of(listed(tables.DOES)), any_of(listed(tables.DEEDS[found]))
    last = any_of(listed(tables.VERBS_AT_END.get(found, "")))
    between = r"\s+(?:\w+\s+)?"
    return re.compile(
        rf"{_LEADS}(?:(?:{does}){between}(?:{deed})|(?:\w+-)?(?:{deed}){between}(?:{does}))|.*(?:{last})\W*$"
    )


@cache
def pure(found: str) -> re.Pattern[str]:
    """Build a pattern for a label that holds nothing but the concern's verb, a price, and words of OBJECTS."""
    rest = rf"(?:[\s:()]+(?:{any_of(listed(tables.OBJECTS))}|{any_of(listed(tables.DETERMINERS))}|{tables.MONEY}))*"
    return re.compile(rf"{_LEADS}(?:{_verb(found)}){rest}\W*")


@cache
def wide(found: str) -> re.Pattern[str]:
    """Build a pattern for a verb in a script without spaces that is neither past, denied, nor part of a noun."""
    before = "".join(rf"(?<!{re.escape(word)})(?<!{re.escape(word)} )" for word in listed(tables.DENIED_WIDE))
    after = any_of(listed(tables.NOUNS_WIDE))
    return re.compile(rf"{before}(?:{any_of(_wide_verbs(found))})(?!\s?(?:{after}))")


@cache
def takes() -> re.Pattern[str]:
    """Build a pattern for a label that begins by accepting an offer; group 1 is what may follow in a row's text."""
    now = any_of(listed(tables.OBJECTS))
    return re.compile(rf"(?:{any_of((*listed(tables.BARGAINS), *listed(YES)))})((?:\s+(?:{now}))?\W*$)?")


@cache
def governed() -> re.Pattern[str]:
    """Build a pattern for the verbs that a word of refusal covers: "(Don't) send or delete"."""
    every = any_of(verb for found in tables.VERBS for verb in (*verbs(found), *nouns_too(found)))
    fillers, either = any_of(listed(tables.FILLERS)), any_of(listed(tables.EITHER))
    return re.compile(rf"\W*(?:(?:{fillers})\s+)*(?:{every})(?:\s+(?:{either})\s+(?:{every}))*")


@cache
def declined() -> re.Pattern[str]:
    """Build a pattern for a label that begins with a word of refusal."""
    every = any_of(verb for found in tables.VERBS for verb in _wide_verbs(found))
    return re.compile(rf"(?:{any_of(listed(NO))})|(?:{any_of(listed(tables.DENIED_WIDE))})(?:{every})")


@cache
def parted() -> re.Pattern[str]:
    """Build a pattern for the places where one clause of a label ends and the next begins."""
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
