"""Words of a node: as people read them, and in a form that stays the same while contents change."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from itertools import islice, takewhile

from appagent.screen.language.dates import is_day, undated
from appagent.screen.language.lexicon import HIDDEN, SWITCH_STATES, folded, listed
from appagent.screen.language.secret import is_name_of_a_secret
from appagent.screen.nodes.tree import Node, upwards, walk

PARTS = " · "  # between the texts of one element
_MOST_PHRASES = 12  # texts of one element; a row has fewer, and a page needs no more to be named
_MOST_VISITED = 200  # nodes searched for these texts
_MOST_LETTERS = 1000  # of a node's text that are used for a name

_LONGEST = 40  # letters of a text in an id, unless only what follows them tells it from other texts
_SEVERAL = 3  # rows; a phrase that as many rows have names none of them
_GLYPHS = re.compile("(?:, *)?[\ue000-\uf8ff\U000f0000-\U0010fffd]")  # of icon fonts; they mean nothing as letters
_COMMAS = re.compile(r",(?:\s*,)+\s*")
_EDGES = " \t·•,;:|-–—"
_SWITCHES = ("Switch", "SwitchCompat", "ToggleButton", "SwitchMaterial")


@lru_cache(maxsize=8192)
def lasting(text: str, *, among_days: bool = False) -> str:
    """Return the part of a text that lasts while contents change, folded; "" if nothing lasts.

    "#" stands for each number together with the date, time, amount or duration around it. Counters in brackets are left
    out. among_days: True if the texts beside this one are days, so that "Mon" is taken for a day as well.

    >>> lasting("Inbox (3)"), lasting("Photo 12 of 40"), lasting("99+"), lasting("Pay $4.99"), lasting("3 May")
    ('inbox', 'photo # of #', '', 'pay #', '')
    """
    kept = undated(text[:_MOST_LETTERS], among_days=among_days).strip(_EDGES)
    return kept if any(c not in "#%+/. " for c in kept) else ""


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
    - For other nodes: the text. If the text is empty or only a number, a time or the like: the description, unless that
      is no better.
    """
    if node.editable:
        return node.hint or (node.description if node.description != node.text else "")
    if node.role in _SWITCHES:
        return next((t for t in (node.text, node.description) if t and folded(t) not in listed(SWITCH_STATES)), "")
    if node.text and (lasting(node.text) or not lasting(node.description)):
        return node.text
    return node.description or node.text


def visible_words(node: Node) -> str:
    """Return what a node itself shows to a person, on one line: text, else description, else an input field's hint.

    The description comes first where the text is only a sign, such as an emoji or one letter. The text of a password
    field is never returned.
    """
    text = "" if node.password else node.text
    if node.editable:
        return one_line(text or node.description or node.hint)
    return _shown(text, node.description)


def hint_of(node: Node) -> str:
    """Return what an input field shows while it is empty, on one line; "" if it shows nothing.

    A phone that gives no hints gives the hint of an empty field as its text. Only for a field that masks what is typed
    this can be told: its text is dots, unless it is nothing but a name such as "Password".
    """
    placeholder = node.masked and is_name_of_a_secret(node.text)
    return one_line(node.hint or (node.text if placeholder else ""))


def all_words(node: Node) -> str:
    """Return what a node shows as `visible_words` does, but its description where that says the text and more."""
    said = visible_words(node)
    more = "" if node.editable or not said else _shown("", node.description)
    return more if len(more) > len(said) and contains_words(more, said) else said


def own_words(nodes: Sequence[Node]) -> str:
    """Return the words of a control's own nodes, all at one place and outermost first; "" if they have none.

    If these are only a sign, such as "B", words of a node around it at the same place come first, such as a tooltip's.
    """
    said = own(nodes, all_words)
    if said and _is_sign(said):
        around = takewhile(lambda node: node.bounds == nodes[0].bounds, islice(upwards(nodes[0]), 1, None))
        return next((words for node in around if (words := all_words(node)) and not _is_sign(words)), said)
    return said


@lru_cache(maxsize=8192)
def _shown(text: str, description: str) -> str:
    """Return the words that people see of a node with this text and this description.

    >>> _shown("🔇", "Read aloud"), _shown("B", "Bold"), _shown("Save", "Saves all"), _shown("7", "Seven")
    ('Read aloud', 'Bold', 'Save', '7')
    >>> _shown("", ", , Home,, 3 new")  # a glyph of an icon font, and texts joined although some are empty
    'Home, 3 new'
    >>> _shown("", "Glasses\\nKitchen\\nBox 2")
    'Glasses · Kitchen · Box 2'
    """
    text, description = one_line(_GLYPHS.sub("", text)), _tidy(description)
    return description if not text or (_is_sign(text) and sum(map(str.isalpha, description)) > 1) else text


def _is_sign(text: str) -> bool:
    """Tell whether a text is a picture, such as an emoji, or one letter. Signs of arithmetic and the like are words.

    >>> [_is_sign(text) for text in ("🔇", "☁️", "B", "是", "+", "7")]
    [True, True, True, False, False, False]
    """
    return all(map(_is_pictorial, text)) or (len(text) == 1 and text.lower() != text.upper())


def _is_pictorial(letter: str) -> bool:
    return letter.isspace() or unicodedata.category(letter) in ("So", "Sk", "Mn", "Cf")


def _tidy(text: str) -> str:
    lines = [one_line(each) for each in _GLYPHS.sub("", text).splitlines()]  # Flutter puts each text of a row on one
    line = PARTS.join(filter(None, lines))
    return _COMMAS.sub(", ", line.lstrip(", ")).rstrip() or line


@lru_cache(maxsize=8192)
def contains_words(longer: str, text: str) -> bool:
    """Tell whether a text contains another as whole words, letter case aside.

    >>> contains_words("Dismiss tip", "dismiss"), contains_words("Agent管理", "管理")
    (True, True)
    >>> contains_words("Notifications", "on")
    False
    """
    longer, text = longer.casefold(), text.casefold()
    at = longer.find(text)
    end = at + len(text)
    return at >= 0 and not (_in_word(longer[max(at - 1, 0) : at + 1]) or _in_word(longer[end - 1 : end + 1]))


def _in_word(two: str) -> bool:
    return len(two) == 2 and all(letter.lower() != letter.upper() or letter.isdecimal() for letter in two)


def told_once(texts: Iterable[str]) -> list[str]:
    """Leave out each text that repeats the text before it, or what comes after its colon. All numbers stay.

    >>> told_once(["Action: Check connection", "Check connection", "Check connection", "1", "1"])
    ['Action: Check connection', '1', '1']
    """
    kept: list[str] = []
    for text in texts:
        if not (kept and any(map(str.isalpha, text)) and text in (kept[-1], kept[-1].partition(": ")[2])):
            kept.append(text)
    return kept


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
    return [say(each) for each in nodes_below(node, apart, say)]


def nodes_below(node: Node, apart: Collection[Node], say: Callable[[Node], str]) -> list[Node]:
    """Return the nodes whose texts `below` returns."""
    return _nodes_below(node, apart, say) or _nodes_below(node, (), say)


def _nodes_below(node: Node, apart: Collection[Node], say: Callable[[Node], str]) -> list[Node]:
    found: list[Node] = []
    stack, visited = list(node.children[::-1]), 0
    while stack and len(found) < _MOST_PHRASES and visited < _MOST_VISITED:
        below = stack.pop()
        visited += 1
        if below in apart or not below.visible:
            continue
        if say(below):
            found.append(below)
        stack.extend(below.children[::-1])
    return found


def texts_beside(node: Node, say: Callable[[Node], str]) -> list[Node]:
    """Return the visible nodes with words beside a node, from the nearest node around it that contains any.

    say: as for `below`.
    """
    inside = set(walk(node))
    for around in islice(upwards(node), 1, None):
        if found := [one for one in walk(around) if one not in inside and one.visible and say(one)]:
            return found
    return []


def naming_phrase(spoken: Iterable[str], shared: Collection[str] = (), *, among_days: bool = False) -> str:
    """Return the first of an element's texts that can name it, as `lasting` returns it; "" if there is none.

    spoken: the texts of the element. shared: texts, as `lasting` returns them, that other elements of its kind have
    too. One of these is returned only if the element has no other text. among_days: as for `lasting`.
    A single letter is skipped if a later text begins with it, because it is an avatar's initial. If the text that was
    found has a number in it and contains a later text, that later text is returned instead.

    >>> naming_phrase(["J", "12:30", "John", "See you at 5"])
    'john'
    >>> naming_phrase(["3 unread from John", "John"])
    'john'
    >>> naming_phrase(["Add to favourites", "John"], {"add to favourites"})
    'john'
    """
    said = [words for text in spoken if (words := lasting(text, among_days=among_days))]
    kept = [words for words in said if words not in shared] or said
    for position, words in enumerate(kept):
        others = kept[position + 1 :]
        if len(words) == 1 and any(other.startswith(words) for other in others):
            continue
        return next((other for other in others if "#" in words and other in words), words)
    return ""


def shared_phrases(rows: Sequence[Iterable[str]]) -> frozenset[str]:
    """Return the texts, as `lasting` returns them, that most of the rows have, and at least three of them.

    rows: the texts of each row.
    """
    counts = Counter(words for row in rows for words in set(map(lasting, row)) if words)
    return frozenset(words for words, count in counts.items() if count >= _SEVERAL and 2 * count > len(rows))


def are_days(rows: Iterable[Sequence[str]]) -> bool:
    """Tell whether most of the rows, and at least three, begin with a text that consists of a date only.

    rows: the texts of each row. Rows without texts do not count.
    """
    dated = [is_day(first) for row in rows if (first := next(filter(None, row), ""))]
    return sum(dated) >= _SEVERAL and 2 * sum(dated) > len(dated)


def shortened(words: str) -> str:
    """Return the beginning of a text, whole words of at most 40 letters; of one long word, its first 40 letters."""
    if len(words) <= _LONGEST:
        return words
    return words[: _LONGEST + 1].rpartition(" ")[0] or words[:_LONGEST]
