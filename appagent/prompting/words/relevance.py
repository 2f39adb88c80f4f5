"""Score how relevant texts are for the goal of a task, by the words that text and goal share."""

import math
import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from appagent.guard.labels import BUTTON, said_by_label
from appagent.screen.language.lexicon import folded
from appagent.screen.language.quotations import quotations, unquoted
from appagent.screen.names.labels import same

_WORD = re.compile(r"[^\W_\u2e80-\U0003ffff]+")
_WIDE = re.compile("[\u2e80-\U0003ffff]+")  # scripts without spaces between words
_SHORTEST = 3  # letters of a word that may tell what a text is about
_SHORTEST_IN_SENTENCE = 4
_SHARE = 1 / 8  # least share of a sentence's letters in words that the goal has, too
_STEM = 4  # fewest letters of a word that may have an ending
_ENDING = 3  # letters of an ending; only 1 after the shortest stems, unless their last letter is doubled
_COMMON, _FEW = 0.25, 4  # a word tells nothing if more than this share of the texts have it, and more than so many


class Relevance:
    """Scores how relevant labels and sentences are for a goal.

    Rare words of the app weigh more, and so do long ones.

    goal: the task in words. texts: the app's labels and documents; words that are common in these count little. app:
    the app's package. Words in the package do not count, because in an app for notes every page is about notes.
    quotes: the texts in quotation marks in the goal.
    """

    def __init__(self, goal: str, texts: Iterable[str] = (), app: str = "") -> None:
        own = WordSet(words_of(app))
        self.quotes = [quoted for begin, end in quotations(goal) if (quoted := goal[begin + 1 : end - 1])]
        said = words_of(unquoted(goal))
        self._goal = WordSet(word for word in said if word not in own)
        every = [frozenset(words_of(text)) for text in dict.fromkeys(texts)]
        self._times = Counter(word for words in every for word in words)
        self._most = max(_FEW, _COMMON * len(every))
        self._known: dict[tuple[str, int], float] = {}  # of labels asked about so far; each step asks for the same

    def of_label(self, label: str, actions: int = 1) -> float:
        """Return how relevant a label is for the goal; 0 unless most of it, with all its numbers, is in the goal.

        actions: number of actions that lead to the label, from 1. For one action, more than half of the label's letters
        must be in the goal, for two actions more than two thirds, and so on. A text that the goal quotes counts only as
        a whole, because it is a name or is to be typed. If a label deletes, sends or pays, all its words must be in the
        goal: "Delete contact" is not for every task about a contact.

        >>> relevance = Relevance("Switch to the dark theme")
        >>> relevance.of_label("Dark theme") > relevance.of_label("Theme") > relevance.of_label("Go to the very end")
        True
        """
        if (label, actions) not in self._known:
            self._known[label, actions] = self._of_label(label, actions)
        return self._known[label, actions]

    def _of_label(self, label: str, actions: int) -> float:
        words = words_of(label)
        if any(same(label, quote) for quote in self.quotes):
            return float(sum(map(len, words)))
        held = [word for word in words if word in self._goal]
        grave = len(held) < len(words) and said_by_label(label, BUTTON)
        odd = any(word.isdigit() and word not in held for word in words)
        share = sum(map(len, held)) / max(1, sum(map(len, words)))
        if odd or grave or share <= actions / (actions + 1):
            return 0.0
        return share * self._weight(word for word in held if _tells(word, _SHORTEST))

    def names(self, text: str) -> bool:
        """Tell whether the goal contains a whole text, such as the name of the thing that the task is about.

        >>> relevance = Relevance("Call Anna Novak, then send 'See you' to Ben")
        >>> [relevance.names(text) for text in ("Anna Novak", "see you", "Anna Smith")]
        [True, True, False]
        """
        words = words_of(text)
        quoted = any(same(text, quote) for quote in self.quotes)
        return quoted or (any(_tells(word, _SHORTEST) for word in words) and all(word in self._goal for word in words))

    def singles_out(self, label: str) -> bool:
        """Tell whether a goal has the whole of a label, two of its words, or one that no other label of the app has.

        One word that several labels have, such as "number", is no reason to think that the goal is about one of them.

        >>> relevance = Relevance("Change Ana's number", ["Add a number", "Type of number", "Number"])
        >>> relevance.singles_out("Type of number"), relevance.singles_out("Number")
        (False, True)
        """
        held = {word for word in words_of(label) if _tells(word, _SHORTEST) and word in self._goal}
        alone = any(sum(n for other, n in self._times.items() if same_word(word, other)) <= 1 for word in held)
        return len(held) > 1 or alone or self.names(label)

    def of_sentence(self, sentence: str) -> float:
        """Return how relevant a sentence is for the goal, by the words that both have.

        It is 0 if these words are less than an eighth of the sentence, because a long sentence shares some word with
        nearly every goal.

        >>> relevance = Relevance("Move the recipe to a folder")
        >>> tiles = "Shows the contents of the folder as a list, or as a grid of larger pictures without any menus"
        >>> relevance.of_sentence("Makes a folder") > relevance.of_sentence(tiles) == 0
        True
        """
        words = [word for word in words_of(sentence) if _tells(word, _SHORTEST_IN_SENTENCE)]
        held = [word for word in words if word in self._goal]
        return self._weight(held) if sum(map(len, held)) >= _SHARE * sum(map(len, words)) else 0.0

    def _weight(self, words: Iterable[str]) -> float:
        telling = (word for word in set(words) if self._times[word] <= self._most)
        return sum(len(word) / math.sqrt(max(1, self._times[word])) for word in telling)


class WordSet:
    """Set of words in which a word also counts as contained if it differs from one of them by a short ending only.

    >>> "notes" in WordSet(["note"]), "not" in WordSet(["note"])
    (True, False)
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._words = frozenset(words)
        self._by_stem: dict[str, list[str]] = {}  # words that differ by an ending only have the same beginning
        for word in self._words:
            self._by_stem.setdefault(word[:_STEM], []).append(word)

    def __contains__(self, word: str) -> bool:
        """Tell whether the set has a word, or one that is the same by `same_word`."""
        return word in self._words or any(same_word(word, each) for each in self._by_stem.get(word[:_STEM], ()))


@lru_cache(maxsize=8192)
def words_of(text: str) -> tuple[str, ...]:
    """Return a text's words, folded. In Chinese and similar scripts, each pair of neighbouring characters is a word.

    >>> words_of("Turn on Wi-Fi 打开省电")
    ('turn', 'on', 'wifi', '打开', '开省', '省电')
    """
    text = re.sub(r"(?<=\w)[-‐‑'’](?=\w)", "", folded(text))
    wide = [run[at : at + 2] for run in _WIDE.findall(text) for at in range(max(len(run) - 1, 1)) if run[0].isalpha()]
    return (*_WORD.findall(text), *wide)


def same_word(one: str, other: str) -> bool:
    """Tell whether two words are equal, or one of them is the other one plus a short ending.

    >>> same_word("notes", "note"), same_word("star", "starred"), same_word("back", "backup")
    (True, True, False)
    """
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    if len(short) < _STEM or not long.startswith(short):
        return False
    longest = _ENDING if len(short) > _STEM or long[len(short)] == short[-1] else 1
    return len(long) - len(short) <= longest


def _tells(word: str, shortest: int) -> bool:
    return len(word) >= shortest or bool(_WIDE.match(word)) or word.isdigit()
