"""Find the words of a task that stand in the row of an element, because they may have decided that it was chosen."""

import re
from collections.abc import Iterator, Mapping

from appagent.experience.finding_again.finding import sayings_around
from appagent.experience.finding_again.row_words import kin_of, others_say, parts_of, row_texts
from appagent.experience.slots import aligned
from appagent.screen import Element, Screen
from appagent.screen.language.lexicon import ALL, SWITCH_STATES, folded, listed
from appagent.screen.texts.numbers import identifying
from appagent.screen.texts.wording import contains_words

_FEWEST = 2  # letters of words that chose an element
_WORD = re.compile(r"\w[\w'’-]*")


def row_values(
    element: Element, screen: Screen, goal: str, named: Mapping[str, str], after: Screen | None = None
) -> list[str]:
    """Return the texts, or the parts of texts, by which an element may have been chosen.

    named: texts that are values because the person said so; where there are any, only these count.
    after: the next screen. What the row does not say there any more is a state, and does not count.
    Texts that all rows have do not count, since they do not tell them apart, nor does "all". A part that is not set
    apart by a comma or the like counts only if no other part of the row does, and if it is a name or has an identifying
    number.
    """

    def counts(text: str) -> bool:
        long = len(text) >= _FEWEST or text.isdigit()
        return long and (folded(text) in named or (_stands_in(goal, text) and folded(text) not in listed(ALL)))

    for whole in (False, True):
        texts = [text for text in row_texts(element, screen, whole=whole) if _tells(text, element, screen, after)]
        near = [part for text in texts for part in ([text] if counts(text) else filter(counts, parts_of(text)))]
        near = near or [run for text in texts for run in _names_in(text, goal, element, screen)]
        if near:
            break
    far = [one.text for one in sayings_around(element, screen, counts)]
    near, far = ([text for text in group if folded(text) in named] or group for group in (near, far))
    return [*dict.fromkeys(near), *([max(far, key=len)] if far else [])]


def _tells(text: str, element: Element, screen: Screen, after: Screen | None) -> bool:
    """Tell whether a text of a row may have decided that its element was chosen."""
    others = len(kin_of(element, screen)) - 1
    if folded(text) in listed(SWITCH_STATES) or (others and others_say(text, element, screen) == others):
        return False
    same = [one for one in after.elements if one.id == element.id] if after else []
    return len(same) != 1 or after is None or text in row_texts(same[0], after, whole=True)


def _stands_in(goal: str, text: str) -> bool:
    return bool(aligned(goal, [(text, "item")]).values)


def _names_in(text: str, goal: str, element: Element, screen: Screen) -> Iterator[str]:
    """Yield the longest stretch of words that a text shares with a task and that names something; nothing without one.

    A stretch names something if it begins with a capital letter in both, and not just because the task begins with it,
    or if it has an identifying number. No other row of the kind may have it.
    """
    words = list(_WORD.finditer(text))
    spans = [(one.start(), two.end()) for at, one in enumerate(words) for two in words[at:]]
    said = [text for one in kin_of(element, screen) if one is not element for text in row_texts(one, screen)]
    for start, end in sorted(spans, key=lambda span: span[0] - span[1]):
        run = text[start:end]
        named = run[:1].isupper() and run in goal and not goal.startswith(run)
        numbered = any(number in identifying(text) for number in re.findall(r"\d+", run))
        if (named or numbered) and _stands_in(goal, run) and not any(contains_words(each, run) for each in said):
            yield run
            return
