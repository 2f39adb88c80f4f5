"""Words of a node: as people read them, and as a name that holds while contents change."""

import re
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache

from appagent.screen.lexicon import HIDDEN, SWITCH_STATES, folded, listed
from appagent.screen.tree import Node

_MOST_PHRASES = 12  # of one element: a row says less, and a page is not named by all it says
_MOST_VISITED = 200  # nodes looked at for them
_MOST_LETTERS = 1000  # of one node's words that a name is made of

_NUMBER = r"(?<!\d)(?<!\d[.,])(?>\d+(?:[.,]\d+)*)"  # whole or not at all: a long one is read once, not from every digit
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
    """Return what stays of some words while contents change: times, prices and counters out, digits as `#`.

    >>> lasting("Inbox (3)"), lasting("Photo 12 of 40"), lasting("99+"), lasting("Pay $4.99")
    ('inbox', 'photo # of #', '', 'pay')
    """
    return _lasting(text[:_MOST_LETTERS])


@lru_cache(maxsize=8192)
def one_line(text: str) -> str:
    """Return words as they are, on one line.

    >>> one_line("Wi-Fi\\n  on")
    'Wi-Fi on'
    """
    return " ".join(HIDDEN.sub("", text).split())


def label(node: Node) -> str:
    """Return what a node itself calls its control: of a field its hint, never what was typed; or ""."""
    if node.editable:
        return node.hint or (node.description if node.description != node.text else "")
    if node.role in _SWITCHES:
        return next((t for t in (node.text, node.description) if t and folded(t) not in listed(SWITCH_STATES)), "")
    return node.text if lasting(node.text) else node.description or node.text


def shown(node: Node) -> str:
    """Return what a node itself shows a person, on one line: of a password field never the text."""
    text = "" if node.password else node.text
    return one_line(text or node.description or (node.hint if node.editable else ""))


def own(nodes: Sequence[Node], say: Callable[[Node], str]) -> str:
    """Return what the nodes in one place say themselves: the words of the first that has any."""
    return next(filter(None, map(say, nodes)), "")


def below(node: Node, apart: Collection[Node], say: Callable[[Node], str]) -> list[str]:
    """Return the words under a node, in the order of the tree.

    apart: nodes that speak for themselves; what they say counts only where nothing else is said.
    say: `label` for a name, `shown` for people.
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


def title(spoken: list[str]) -> str:
    """Return the phrase that names an element, lasting: the first that is no counter and no avatar's initial.

    >>> title(["J", "12:30", "John", "See you at 5"])
    'john'
    >>> title(["3 unread from John", "John"])
    'john'
    """
    kept = [words for words in map(lasting, spoken) if words]
    for position, words in enumerate(kept):
        others = kept[position + 1 :]
        if len(words) == 1 and any(other.startswith(words) for other in others):
            continue
        return next((other for other in others if "#" in words and other in words), words)
    return ""
