"""The guard's words as regular expressions, over text that `folded` has made of a label."""

import re
from collections.abc import Iterable
from functools import cache

from appagent.guard import tables
from appagent.screen.wording import plain

_NO_BOUNDARIES = "\u0900"  # from here on scripts do not part words in a way that `\b` knows


def folded(text: str) -> str:
    """On one line, case and width folded; an underscore is a space."""
    return plain(text).replace("i\u0307", "i").replace("_", " ")  # what folding makes of a Turkish capital


@cache
def listed(words: str) -> tuple[str, ...]:
    """The words of a table."""
    return tuple(folded(word) for word in words.split(",") if word.strip())


def any_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first; for no words one of nothing.

    They are whole words where the script parts words, and where it does not if they are a single letter.
    """
    return "|".join(map(_whole, sorted(words, key=len, reverse=True))) or "(?!)"


@cache
def compiled(words: str) -> re.Pattern[str]:
    """Any of a table's words."""
    return re.compile(any_of(listed(words)))


@cache
def verbs(found: str) -> tuple[str, ...]:
    """A concern's verbs in scripts with word boundaries, without those that are nouns as well."""
    return tuple(verb for verb in listed(tables.VERBS[found]) if verb < _NO_BOUNDARIES and verb[-1] != "*")


@cache
def nouns_too(found: str) -> tuple[str, ...]:
    """A concern's verbs that are nouns as well."""
    return tuple(verb[:-1] for verb in listed(tables.VERBS[found]) if verb[-1] == "*")


@cache
def beginning(found: str) -> re.Pattern[str]:
    """What begins with a verb, after any LEADS."""
    return re.compile(rf"{_LEADS}(?:{_verb(found)})")


@cache
def anywhere(found: str) -> re.Pattern[str]:
    """A verb anywhere, or a deed with one of DOES before or after it."""
    does, deed = any_of(listed(tables.DOES)), any_of(listed(tables.DEEDS[found]))
    done = rf"(?:{does})\s+(?:\w+\s+)?(?:{deed})|(?:{deed})\s+(?:\w+\s+)?(?:{does})"
    return re.compile(rf"{any_of(verbs(found))}|{done}")


@cache
def doing(found: str) -> re.Pattern[str]:
    """What is a deed with one of DOES, from its beginning; or ends with a verb of VERBS_AT_END."""
    does, deed = any_of(listed(tables.DOES)), any_of(listed(tables.DEEDS[found]))
    last = any_of(listed(tables.VERBS_AT_END.get(found, "")))
    between = r"\s+(?:\w+\s+)?"
    return re.compile(
        rf"{_LEADS}(?:(?:{does}){between}(?:{deed})|(?:\w+-)?(?:{deed}){between}(?:{does}))|.*(?:{last})\W*$"
    )


@cache
def pure(found: str) -> re.Pattern[str]:
    """All of a label that is nothing but a verb, a price, and words of OBJECTS."""
    rest = rf"(?:[\s:()]+(?:{any_of(listed(tables.OBJECTS))}|{any_of(listed(tables.DETERMINERS))}|{tables.MONEY}))*"
    return re.compile(rf"{_LEADS}(?:{_verb(found)}){rest}\W*")


@cache
def wide(found: str) -> re.Pattern[str]:
    """A verb of a script without word boundaries that is neither past, denied, nor part of a noun."""
    before = "".join(rf"(?<!{re.escape(word)})(?<!{re.escape(word)} )" for word in listed(tables.DENIED_WIDE))
    after = any_of(listed(tables.NOUNS_WIDE))
    return re.compile(rf"{before}(?:{any_of(_wide_verbs(found))})(?!\s?(?:{after}))")


@cache
def takes() -> re.Pattern[str]:
    """A word that takes an offer, at the beginning; in group 1 what may follow it in a part of a row."""
    now = any_of(listed(tables.OBJECTS))
    return re.compile(rf"(?:{any_of((*listed(tables.BARGAINS), *listed(tables.AGREES)))})((?:\s+(?:{now}))?\W*$)?")


@cache
def governed() -> re.Pattern[str]:
    """After a word that declines, the verbs that it declines: "(Don't) send or delete"."""
    every = any_of(verb for found in tables.VERBS for verb in (*verbs(found), *nouns_too(found)))
    fillers, either = any_of(listed(tables.FILLERS)), any_of(listed(tables.EITHER))
    return re.compile(rf"\W*(?:(?:{fillers})\s+)*(?:{every})(?:\s+(?:{either})\s+(?:{every}))*")


@cache
def declined() -> re.Pattern[str]:
    """A word that declines, at the beginning; or a wide one right before a verb."""
    every = any_of(verb for found in tables.VERBS for verb in _wide_verbs(found))
    return re.compile(rf"(?:{any_of(listed(tables.DECLINES))})|(?:{any_of(listed(tables.DENIED_WIDE))})(?:{every})")


@cache
def parted() -> re.Pattern[str]:
    """Where one clause of a label ends and the next begins."""
    return re.compile(
        rf"\s*(?:[;!?:|·•…。，、！；？：]+|,(?!\d)|\.(?!\w))\s*|\s+[-–—]+\s+|\s*—\s*"
        rf"|\s*(?<!\w)(?:{any_of(listed(tables.AND))}|&|\+)(?!\w)\s*|(?:{any_of(listed(tables.AND_WIDE))})"
    )


def _verb(found: str) -> str:
    noun = rf"(?:{any_of(nouns_too(found))})(?!\s+(?:{any_of(listed(tables.NOUNS))}))"
    return rf"{any_of(verbs(found))}|{noun}"


def _whole(word: str) -> str:
    if word >= _NO_BOUNDARIES:
        return re.escape(word) if len(word) > 1 else rf"{re.escape(word)}(?!\w)"
    spaced = rf"\s+(?:(?:{_DETERMINERS})\s+)?".join(map(re.escape, word.split()))
    return rf"(?<!\w){spaced}(?!\w)"


@cache
def _wide_verbs(found: str) -> tuple[str, ...]:
    return tuple(verb for verb in listed(tables.VERBS[found]) if verb >= _NO_BOUNDARIES)


_DETERMINERS = "|".join(map(re.escape, listed(tables.DETERMINERS)))
_LEADS = rf"(?:(?:{any_of(listed(tables.LEADS))})[\s,&!.:]+)*"
