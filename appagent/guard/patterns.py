"""Build regular expressions from the guard's tables of words. They are for texts that `spaced` has folded."""

import re
from collections.abc import Iterable
from functools import cache

from appagent.guard import tables
from appagent.screen.lexicon import AND, NO_BOUNDARIES, YES, any_word, folded, listed


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
def takes() -> re.Pattern[str]:
    """Build a pattern that matches a label that begins with accepting an offer, such as "Get" or "Continue".

    Group 1 matches if nothing but a word such as "now" follows; otherwise it is None.
    """
    now = any_of(listed(tables.NOW))
    return re.compile(rf"(?:{any_of((*listed(tables.BARGAINS), *listed(YES)))})((?:\s+(?:{now}))?\W*$)?")


@cache
def parted() -> re.Pattern[str]:
    """Build a pattern for whatever separates two clauses of a label, such as a comma or "and"."""
    return re.compile(
        rf"\s*(?:[;!?:|·•…。，、！；？：]+|,(?!\d)|\.(?!\w))\s*|\s+[-–—]+\s+|\s*—\s*"
        rf"|\s*(?:{any_word(AND)}|(?<!\w)[&+](?!\w))\s*"
    )


def _whole(word: str) -> str:
    if word >= NO_BOUNDARIES:
        return re.escape(word) if len(word) > 1 else rf"{re.escape(word)}(?!\w)"
    return rf"(?<!\w){re.escape(word)}(?!\w)"
