"""What a goal still asks for, word by word, and what a name on a screen is worth to it.

What the goal has in quotation marks is a thing to go to, or words to type. Of its other words those that few elements
have in their names are worth more than those that many have.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable

from appagent.agents.goal import asks_for
from appagent.agents.meaning import nearness
from appagent.agents.speech import said_after, spoken
from appagent.agents.wording import same, words

_SMALL = frozenset(
    """
    a about after all also an and any anybody anyone anything are as at away be been before but by can could did
    do does done each for from get give had has have he her here him his how i if in into is it its just keep
    let make many me moment much my need needs no not nothing of on once off one only or other our out please
    put rest set she should so some somebody something somewhere than that the their them then there these they
    thing this those to too up us use want was way we were what when where which who will wish with without
    would you your
    """.split()  # noqa: SIM905
)  # words that say nothing of what is wanted
_LIGHT = frozenset(
    words("add cost create edit find go leave new now open price see select show start tell turn view", _SMALL)
)
_ALIKE = (
    "delete remove erase trash discard", "edit change modify correct update", "picture photo image", "start begin",
    "select choose pick", "find search look", "favourite favorite", "color colour",
)  # fmt: skip  # words that elements and people use for the same
_MEANING = {word: alike[0] for text in _ALIKE for alike in [words(text, frozenset())] for word in alike}
_SHORT = frozenset("mon tue wed thu fri sat sun jan feb mar apr jun jul aug sep oct nov dec".split())  # noqa: SIM905
_SEARCH = frozenset(words("find", frozenset()))

_ALL = re.compile(r"\b(?:all|every|everything|everybody|everyone|whole)\b|全部|所有|全选|一切", re.IGNORECASE)
_WIDE = re.compile("[\u2e80-\U0003ffff]")  # no spaces between words
_SIGNS = ".,;:!?()。，；：！？"
_LIGHTER = 0.3  # what a word is worth of which what follows it says more
_UNKNOWN = 0.5  # and one that no element has
_THING = 5.0  # what a name in quotation marks is worth
_PLACE = 2.0  # what it is worth besides that the goal says a name as the place where something is to be done
_NEW = 1.0  # and that it makes something new, where that is wanted
_ABOVE = 0.3  # what words of the title above a name are worth, of their own
_AGAIN = 0.1  # what a name is worth in a dialog whose words were all met on the way to it
_PRECISE = 0.5  # of a name's words, said by the goal: enough for a first try
_LEFT = 0.35  # of the goal's words, by their worth: with more than this left, it is not done
_ABOUT = 0.5  # and with more than this, what is there to be read is of something else


class Tally:
    """A goal, and what is left of it. things: names to go to; values, times, lengths: to be typed. did: what was done.

    making: something new. app: its package and name, whose words in a goal say nothing. names: of all known elements.
    """

    def __init__(self, goal: str, app: str, names: Iterable[str]) -> None:
        speech, known = spoken(goal), set(names)
        self.text, self.making, self.lengths = speech.rest, speech.making, list(speech.lengths)
        there = [v for v in speech.values if not v.name and any(same(v.text, name) for name in known)]
        self.things = [*speech.things, *(value.text for value in there)]
        self.values, self.times = [value for value in speech.values if value not in there], list(speech.times)
        self._all = bool(_ALL.search(goal))
        self.did: list[str] = []
        self.begun = False  # to change something
        self.deeds = 0  # what changed something, rather than led somewhere
        own = {*words(app), *(word for value in speech.values for word in content(value.name))}
        self._said = content(self.text)
        times = Counter(word for name in known for word in content(name))
        self._left = {word: _worth(word, times[word]) for word in self._said if word not in own}
        self._whole = sum(self._left.values())

    def missing(self) -> list[str]:
        """What was neither gone to nor typed."""
        lengths = [said for said, _ in self.lengths if said not in self.text]
        return [*self.things, *(value.text for value in self.values), *self.times, *lengths]

    def left(self) -> list[str]:
        """The words that nothing was done about."""
        return list(self._left)

    def unsaid(self) -> str:
        """What is missing and left, in the goal's own words."""
        own = [word.strip(_SIGNS) for word in self.text.split() if self._left.keys() & set(content(word))]
        return ", ".join([*(f"'{text}'" for text in self.missing()), *dict.fromkeys(own)]) or "what it asks for"

    def remainder(self) -> str:
        """What nothing was done about, with the small words about it."""
        done = set(self._said) - self._left.keys()
        kept = [word for word in self.text.split() if not (said := content(word)) or set(said) - done]
        return " ".join(kept)

    def settled(self) -> bool:
        """Whether what was done is what nearly all words say."""
        return bool(self.deeds) and not self.missing() and sum(self._left.values()) <= _LEFT * self._whole

    def arrived(self) -> bool:
        """Whether what was gone to is what a question is about."""
        return not self.things and sum(self._left.values()) <= _ABOUT * self._whole

    def searches(self) -> bool:
        """Whether something is to be searched for."""
        return bool(_SEARCH & self._left.keys())

    def names(self, thing: str) -> bool:
        """Whether this is the name of a thing to go to."""
        return any(same(each, thing) for each in self.things)

    def means(self, name: str) -> bool:
        """Whether the goal still asks for something of this name: in quotation marks, or of several words."""
        mine = content(name)
        return self.names(name) or (len(mine) > 1 and self.precise(name) == 1 and all(m in self._left for m in mine))

    def too_much(self, name: str) -> bool:
        """Whether a name says that it is about all of something, and the goal does not."""
        return bool(_ALL.search(name)) and not self._all

    def did_last(self, name: str) -> bool:
        """Whether a name says what was done last: on the page behind it stands the switch for it."""
        return bool(self.did) and set(content(name)) == set(content(self.did[-1]))

    def phrase(self) -> str:
        """The longest run of words, two at least, that nothing was done about: perhaps a name; "" for none."""
        runs, run = [""], [""]
        for word in self.text.split():
            known = [each for each in content(word) if each in self._left and each not in _LIGHT | _SEARCH]
            run = [*run, word.strip(_SIGNS)] if known and not _WIDE.search(word) else [""]
            runs.append(" ".join(run[1:]))
        return max((each for each in runs if " " in each), key=len, default="")

    def shares(self, name: str) -> bool:
        """Whether the goal has a word of a name that says something."""
        return any(self._whole_word(word) in self._said for word in content(name) if word not in _LIGHT)

    def precise(self, name: str) -> float:
        """How much of a name the goal says, from 0 to 1: its first word at least, and every number."""
        mine = [self._whole_word(word) for word in content(name)]
        heavy = [word for word in mine if word not in _LIGHT] or mine
        said = [word for word in heavy if word in self._said]
        if not said or heavy[0] not in said or any(word.isdigit() and word not in said for word in heavy):
            return 0.0
        return len(said) / len(heavy)

    def worth(self, name: str, around: str = "", *, within: bool = False, dialog: bool = False) -> float:
        """What a name is worth, under a title; within: the thing that the goal is about; dialog: in one that asks."""
        above = [word for word in content(around) if word in self._left]
        if self.names(name):
            return _THING + _ABOVE * self._sum(above)
        precise = self.precise(name)
        if precise < _PRECISE or (precise < 1 and (self.things or (self.begun and not dialog))):
            return 0.0  # first what is named exactly; and once something is begun, nothing that is half said
        if asks_for("delete", name) and not (within or dialog):
            return 0.0  # of what, is not known yet
        if self.too_much(name):
            return 0.0
        mine = [word for word in map(self._whole_word, content(name)) if word in self._left]
        if not mine:
            return _AGAIN * precise if dialog else 0.0
        where = _PLACE if precise == 1 and said_after(self.text, name) else 0.0
        new = _NEW if precise == 1 and self.making and asks_for("create", name) else 0.0
        return where + new + precise * (self._sum(mine) + _ABOVE * self._sum(set(above) - set(mine)))

    def meant(self, name: str) -> list[str]:
        """The words of what is left to which a name is near in meaning: those without which it is less so, by half."""
        whole = self.remainder()
        without = {word: " ".join(each for each in whole.split() if word not in content(each)) for word in self._left}
        near = nearness(name, [whole, *without.values()])
        less = {word: near[0] - each for word, each in zip(without, near[1:], strict=True)}
        most = max(less.values(), default=0.0)
        return [word for word, each in less.items() if each > 0 and each >= most / 2]

    def took(self, name: str) -> None:
        """Nothing is left of the words of a name."""
        self.things = [thing for thing in self.things if not same(thing, name)]
        for word in content(name):
            self._left.pop(self._whole_word(word), None)

    def _sum(self, some: Iterable[str]) -> float:
        return sum(self._left[word] for word in some)

    def _whole_word(self, word: str) -> str:
        """A word, or the day or month that it is short for, where that is said."""
        return next((each for each in self._said if word in _SHORT and each.startswith(word)), word)


def content(text: str) -> list[str]:
    """The words of a text that say something, each as the first of those that mean the same.

    >>> content("Remove the picture of Sat"), content("Find it")
    (['delet', 'pictur', 'sat'], ['find'])
    """
    return list(dict.fromkeys(_MEANING.get(word, word) for word in words(text, _SMALL)))


def _worth(word: str, times: int) -> float:
    """What a word is worth: the less the more things there are that have it in their name."""
    kind = _LIGHTER if word in _LIGHT else 1 if times else _UNKNOWN
    return kind / (1 + math.log2(max(times, 1)))
