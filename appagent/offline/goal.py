"""Split a task's goal into words and quotations, and track which of them the agent has yet to deal with."""

import math
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from appagent.documents.encoder import stemmer
from appagent.guard.labels import BUTTON, declines, said_by_label
from appagent.prompting.words.relevance import words_of
from appagent.screen import Element
from appagent.screen.language.lexicon import SWITCH_OFF, SWITCH_ON, folded, listed
from appagent.screen.language.quotations import unquoted
from appagent.screen.names.fields import field_name
from appagent.screen.names.labels import PARTS, same

_ADDRESS = re.compile(r"(?<![\w./])[a-z][\w-]*\.[a-z]{2,}(?:/[\w/]+)?(?!\w)", re.IGNORECASE)  # address of a web page
_MARK = "\ue000"  # stands where a quotation was
_CLAUSE = re.compile(r"[,;.，；。、:：]|\band\b|\bbut\b")
# Words that name nothing on a screen: function words, and those with which people ask for something to be done.
_EMPTY = frozenset(
    """
    a about activate add after all also an and any app are as at be been but by called can change could create
    deactivate did disable do does done enable for from get give go has have he her here his how i if in into is it
    its just keep let make many me much my name named need new now of off on once one only open or other our out
    page please put rest screen set setting settings she should show so some switch tap tell text that the their
    them then there they this titled to toggle turn up us use want was we what when where which who will with
    without would write you your
    """.split()  # noqa: SIM905
)
_UNKNOWN = 0.5  # weight of a word that no label has: often it is only a manner of asking
_BEFORE = 3  # words before a quotation, one of which may name the field for it
_LEFT = 0.35  # share of the goal's words, by weight, that need not be met in a finished task


@lru_cache(maxsize=8192)
def stems(text: str, *, every: bool = False) -> tuple[str, ...]:
    """Return the stems of a text's words, folded, without hyphens. Chinese is cut into pairs of characters.

    every: True to keep words that name nothing on a screen, such as "the".

    >>> stems("Turn on Wi-Fi 打开省电")
    ('wifi', '打开', '开省', '省电')
    """
    return tuple(stemmer()(word) for word in words_of(text) if every or word not in _EMPTY)


@dataclass(frozen=True)
class Quote:
    """Quotation or web address in a goal. before: stems of the three words before it."""

    text: str
    before: tuple[str, ...]


class Goal:
    """Goal of a task, of which each word and quotation is met once a tapped label, opened title or typed text has it.

    text: the goal; the attribute leaves out quotations. own: names of app and task; their words need not be met. names:
    the names of all known labels; a word in few labels weighs more. quotes: the quotations not met yet. left: by stem
    of each word not met yet, the word's weight. done: the names and texts that were met, in order.
    """

    def __init__(self, text: str, own: str, names: Iterable[str]) -> None:
        masked = _ADDRESS.sub(lambda match: _MARK * len(match.group()), unquoted(text, _MARK))
        for clause in list(re.finditer(r"[^,;.，；。]+", masked))[1:]:
            if declines(re.sub(r"^\W*(?:but|and)\b", "", clause.group())):  # the clause says what not to do
                masked = masked[: clause.start()] + " " * len(clause.group()) + masked[clause.end() :]
        quoted = list(re.finditer(f"{_MARK}+", masked))
        before = [stems(masked[: found.start()], every=True)[-_BEFORE:] for found in quoted]
        pieces = [text[slice(*found.span())] for found in quoted]
        texts = [piece if piece[0].isalnum() else piece[1:-1].strip() for piece in pieces]
        self.quotes = [Quote(*each) for each in zip(texts, before, strict=True)]
        self.text = " ".join(masked.replace(_MARK, " ").split())
        self.asks = bool(re.search("[?？]", self.text))
        self.deletes = any(said_by_label(word, BUTTON) == "delete" for word in (*self.text.split(), *stems(self.text)))
        self.numbers = re.findall(r"\d+", self.text)
        self.done: list[str] = []
        self.said = frozenset(stems(self.text, every=True))
        times = Counter(word for name in set(names) for word in set(stems(name)))
        self.left = {word: _weight(times[word]) for word in stems(self.text) if word not in stems(own)}
        self._whole, self._named = sum(self.left.values()), {*self.left, *stems(" ".join(texts))}

    @property
    def switches(self) -> bool:
        """Tell whether the goal asks for something to be on or off."""
        return any(_says(self.text, words) for words in (SWITCH_ON, SWITCH_OFF))

    def wants_on(self, name: str) -> bool:
        """Tell whether the goal wants a switch on: by the clause that names it, or the nearest that says; else True.

        >>> goal = Goal("Turn Bluetooth off, and Night Light and Flight mode on", "", ())
        >>> [goal.wants_on(name) for name in ("Bluetooth", "Night Light", "Flight mode")]
        [False, True, True]
        """
        mine, clauses = set(stems(name)), _CLAUSE.split(self.text)
        at = max(range(len(clauses)), key=lambda number: len(mine & set(stems(clauses[number]))))
        for clause in (*clauses[at:], *reversed(clauses[:at])):
            if _says(clause, SWITCH_OFF):
                return False
            if _says(clause, SWITCH_ON):
                return True
        return True

    def quoted(self, name: str) -> Quote | None:
        """Return the quotation that equals a name and was not met yet, or None."""
        return next((quote for quote in self.quotes if same(quote.text, name)), None)

    def precision(self, name: str) -> float:
        """Return the share of a name's words that the goal contains, 0 to 1; 0 if it lacks a number of the name."""
        mine = stems(name) or stems(name, every=True)
        said = [word for word in mine if word in self.said]
        odd = any(word.isdigit() and word not in said for word in mine)
        return 0.0 if odd or all(map(str.isdigit, mine)) else len(said) / len(mine)

    def runs_on(self, name: str) -> bool:
        """Tell whether the goal contains a name only as the beginning of a longer one: "Wi-Fi" in "Wi-Fi calling".

        >>> [Goal(f"Turn off {name}", "", ()).runs_on("Wi-Fi") for name in ("Wi-Fi calling", "Wi-Fi now")]
        [True, False]
        """
        found = re.findall(rf"\b{re.escape(name)}\b[ -]*(\w*)", self.text, re.IGNORECASE)
        return bool(found) and all(stems(word) for word in found)

    def weight(self, name: str) -> float:
        """Return the total weight of the words of a name that are in the goal and not met yet."""
        return sum(self.left.get(word, 0.0) for word in set(stems(name)))

    def met(self, name: str) -> None:
        """Mark a name or quotation as met: add it to `done`, remove it from `quotes`, and its words from `left`."""
        self.quotes = [quote for quote in self.quotes if not same(quote.text, name)]
        for word in stems(name):
            self.left.pop(word, None)
        self.done.append(name)

    def is_all_in(self, title: str) -> bool:
        """Tell whether a page's title has all words that the goal names and quotes, and no word that the goal lacks.

        >>> [Goal(text, "", ()).is_all_in("Bookmarks") for text in ("Show my bookmarks", "Bookmark 'Mars'")]
        [True, False]
        """
        return bool(title) and self._named <= set(stems(title)) <= self._named | self.said

    def nearly_met(self, name: str = "") -> bool:
        """Tell whether the goal's quotations, numbers and most words are met. name: a name that counts as met, too."""
        left = self.left.keys() - set(stems(name))
        numbers = any(map(str.isdigit, left))
        quotes = [quote for quote in self.quotes if not same(quote.text, name)]
        return not (quotes or numbers) and sum(self.left[word] for word in left) <= _LEFT * self._whole

    def unmet(self) -> str:
        """Return the quotations and words of the goal that are not met yet, as one text for a message."""
        own = [word.strip(".,;:!?()") for word in self.text.split() if self.left.keys() & set(stems(word))]
        return ", ".join([*(f"'{quote.text}'" for quote in self.quotes), *dict.fromkeys(own)]) or "what it asks for"


def label_names(text: str) -> list[str]:
    """Return the parts of a label that may be its name: the first part without digits, and later ones of several words.

    >>> label_names("2 · Mom · See you at eight · 08:15 · Muted")
    ['Mom', 'See you at eight']
    """
    parts = text.split(PARTS)
    first, *more = [part for part in parts if not re.search(r"\d", part)] or parts
    return [first, *(part for part in more if len(stems(part)) > 1)]


def belongs(value: Quote, field: Element) -> int:
    """Return which of the three words before a quotation names a field: 3 for the last, 1 for the first, 0 for none."""
    names = [word for word in stems(field_name(field), every=True) if len(word) > 2 or not word.isascii()]
    said = [n for n, word in enumerate(value.before, 1) if any(word.startswith(name) for name in names)]
    return max(said, default=0)


def _says(text: str, table: str) -> bool:
    return any(re.search(rf"\b{word}d?\b" if word.isascii() else word, folded(text)) for word in listed(table))


def _weight(times: int) -> float:
    """Return the weight of a word that `times` labels contain: 1 for one label, less for more, 0.5 for none."""
    return 1 / (1 + math.log2(times)) if times else _UNKNOWN
