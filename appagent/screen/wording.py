"""Words of a node: as people read them, and in a form that stays the same while contents change."""

import re
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache

from appagent.screen.lexicon import HIDDEN, SWITCH_STATES, folded, listed
from appagent.screen.tree import Node

_MOST_PHRASES = 12  # texts of one element; a row has fewer, and a page needs no more to be named
_MOST_VISITED = 200  # nodes searched for these texts
_MOST_LETTERS = 1000  # of a node's text that are used for a name

_NUMBER = r"(?<!\d)(?<!\d[.,])(?>\d+(?:[.,]\d+)*)"  # only whole numbers, so that a long one is read once
_PASSING = re.compile(
    rf"""
    (?:上午|下午|凌晨|晚上)?\s*\b\d{{1,2}}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\b\.?)?       # 12:30, 7:05 pm
    | \b\d{{4}}[-/年]\d{{1,2}}(?:[-/月]\d{{1,2}}日?)? | \d{{1,2}}月\d{{1,2}}日        # 2024-11-12
    | \b{_NUMBER}\s?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|months?|y|years?)\s+ago\b
    | {_NUMBER}\s?(?:秒|分钟|小时|天|周|个?月|年)前 | 刚刚
    | [$€£¥₹₩₽]\s?{_NUMBER} | {_NUMBER}\s?(?:[€£¥₹₩₽元円]|(?:usd|eur|gbp|cny)\b)      # $4.99
    | \(\s*{_NUMBER}\+?\s*\) | \b\d+\+                                            # Inbox (3), 99+
    """,
    re.VERBOSE,
)
_DIGITS = re.compile(rf"{_NUMBER}(?:\s?[kmb](?![a-z])|[千万亿])?")
_EDGES = " \t·•,;:|-–—"
_SWITCHES = ("Switch", "SwitchCompat", "ToggleButton", "SwitchMaterial")


def lasting(text: str) -> str:
    """Return the part of a text that lasts while contents change, folded; "" if nothing lasts.

    Times, dates, prices and counters are left out, and other numbers become "#".

    >>> lasting("Inbox (3)"), lasting("Photo 12 of 40"), lasting("99+"), lasting("Pay $4.99")
    ('inbox', 'photo # of #', '', 'pay')
    """
    return _lasting(text[:_MOST_LETTERS])


@lru_cache(maxsize=8192)
def one_line(text: str) -> str:
    """Return a text on one line, without invisible characters.

    >>> one_line("Wi-Fi\\n  on")
    'Wi-Fi on'
    """
    return " ".join(HIDDEN.sub("", text).split())


def label(node: Node) -> str:
    """Return the words with which a node names its control; "" if it has none.

    - For an input field: its hint or description, never what was typed.
    - For a switch: its text or description, unless these only say "on" or "off".
    - For other nodes: the text. If the text is empty or only a number, a time or the like: the description, if there is
      one.
    """
    if node.editable:
        return node.hint or (node.description if node.description != node.text else "")
    if node.role in _SWITCHES:
        return next((t for t in (node.text, node.description) if t and folded(t) not in listed(SWITCH_STATES)), "")
    return node.text if lasting(node.text) else node.description or node.text


def visible_words(node: Node) -> str:
    """Return what a node itself shows to a person, on one line: text, else description, else an input field's hint.

    The text of a password field is never returned.
    """
    text = "" if node.password else node.text
    return one_line(text or node.description or (node.hint if node.editable else ""))


def own(nodes: Sequence[Node], say: Callable[[Node], str]) -> str:
    """Return the words of the first of some nodes that has any; "" if none has.

    say: function that returns the words of a node: `label` to make a name, `visible_words` for people to read.
    """
    return next(filter(None, map(say, nodes)), "")


def below(node: Node, apart: Collection[Node], say: Callable[[Node], str]) -> list[str]:
    """Return the texts of the visible nodes below a node, in the order of the tree; at most 12.

    apart: nodes that are controls of their own, such as a switch in a row. They are skipped with all nodes below them.
    But if no text is left then, nothing is skipped.
    say: function that returns the words of a node: `label` to make a name, `visible_words` for people to read.
    """
    return _below(node, apart, say) or _below(node, (), say)


@lru_cache(maxsize=8192)
def _lasting(text: str) -> str:
    kept = _DIGITS.sub("#", _PASSING.sub(" ", folded(text)))
    kept = " ".join(kept.split()).strip(_EDGES)
    return kept if any(c not in "#%+/. " for c in kept) else ""


def _below(node: Node, apart: Collection[Node], say: Callable[[Node], str]) -> list[str]:
    found: list[str] = []
    stack, visited = list(node.children[::-1]), 0
    while stack and len(found) < _MOST_PHRASES and visited < _MOST_VISITED:
        below = stack.pop()
        visited += 1
        if below in apart or not below.visible:
            continue
        words = say(below)
        if words:
            found.append(words)
        stack.extend(below.children[::-1])
    return found


def naming_phrase(spoken: list[str]) -> str:
    """Return the first of an element's texts that can name it, in its lasting form; "" if there is none.

    spoken: the texts of the element. A single letter is skipped if a later text begins with it, because it is an
    avatar's initial. If the text that was found has a number in it and contains a later text, that later text is
    returned instead.

    >>> naming_phrase(["J", "12:30", "John", "See you at 5"])
    'john'
    >>> naming_phrase(["3 unread from John", "John"])
    'john'
    """
    kept = [words for words in map(lasting, spoken) if words]
    for position, words in enumerate(kept):
        others = kept[position + 1 :]
        if len(words) == 1 and any(other.startswith(words) for other in others):
            continue
        return next((other for other in others if "#" in words and other in words), words)
    return ""
