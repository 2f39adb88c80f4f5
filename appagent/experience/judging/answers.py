"""Find where the answer to a task stands on its last screen, so that a repetition of the task can read it there."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from appagent.experience.finding_again.finding import Missing
from appagent.experience.plan import AnswerPlace
from appagent.experience.slots import fill_slots, slots_in, templated
from appagent.screen import Node, Screen
from appagent.screen.language.lexicon import folded
from appagent.screen.nodes.places import usable
from appagent.screen.texts.wording import texts_beside, visible_words

_FEWEST = 2  # letters of a text that an answer quotes, unless it is a number


@dataclass(frozen=True)
class _Text:
    node: Node
    text: str
    after: str


def reading_of(answer: str, screen: Screen, values: Mapping[str, str]) -> AnswerPlace | None:
    """Return where an answer stands on a screen; None if it stands nowhere, or at several places that look alike.

    An answer may be a text of the screen, a part of one, or contain one.
    """
    texts = list(_texts(screen))
    whole = [(one, "{answer}", "{answer}") for one in texts if folded(one.text) == folded(answer)]
    part = [(one, _around(answer, one.text, values), "{answer}") for one in texts if _holds(one.text, answer)]
    quoting = [one for one in texts if _quotable(one.text) and _holds(answer, one.text)]
    longest = [(max(quoting, key=lambda one: len(one.text)), "{answer}", "")] if quoting else []
    for one, says, reply in (*whole, *part, *longest):
        if not reply:
            reply = _around(one.text, answer, values)
            if any(map(str.isdigit, reply)):
                continue  # it contains another number, which would be out of date next time
        for after in ("", templated(one.after, values)):  # the text before it is used only if nothing else is enough
            found = AnswerPlace(says, reply, usable(one.node.resource_id), after, _beside(one.node, values))
            if read_again(found, screen, values) == answer:
                return found
    return None


def read_again(reading: AnswerPlace, screen: Screen, values: Mapping[str, str]) -> str | Missing:
    """Return the answer as it stands on the screen now, or why it cannot be read."""
    before, behind = (fill_slots(part, values) for part in reading.says.partition("{answer}")[::2])
    texts = [one for one in _texts(screen) if usable(one.node.resource_id) == reading.holder]
    texts = [one for one in texts if one.text.startswith(before) and one.text.endswith(behind)]
    if reading.beside and (not reading.holder or len(texts) > 1):
        texts = [one for one in texts if _beside(one.node, values) == reading.beside]
    if not reading.holder or len(texts) > 1:
        wanted = folded(fill_slots(reading.after, values))
        texts = [one for one in texts if folded(one.after) == wanted]
    if len(texts) != 1:
        kind = "identity doubtful" if texts else "element gone"
        return Missing(kind, "the answer cannot be read from where it stood", tuple(one.text for one in texts[:5]))
    found = texts[0].text[len(before) : len(texts[0].text) - len(behind)]
    start, _, end = reading.reply.partition("{answer}")
    return fill_slots(start, values) + found + fill_slots(end, values)


def _texts(screen: Screen) -> Iterator[_Text]:
    """Yield the texts of the front window in order, each with the text that comes before it."""
    after = ""
    for node in screen.front.nodes:
        if text := visible_words(node):
            yield _Text(node, text, after)
            after = text


def _around(part: str, text: str, values: Mapping[str, str]) -> str:
    """Return a text with "{answer}" in place of a part, and slots such as "{name}" in place of values in the rest."""
    start, end = re.search(_whole(part), text).span()  # type: ignore[union-attr]  # `_holds` has found it
    return templated(text[:start], values) + "{answer}" + templated(text[end:], values)


def _holds(text: str, part: str) -> bool:
    return folded(text) != folded(part) and re.search(_whole(part), text) is not None


def _whole(part: str) -> str:
    return rf"(?<!\w){re.escape(part)}(?!\w)"


def _quotable(text: str) -> bool:
    return len(text) >= _FEWEST or text.isdigit()


def _beside(node: Node, values: Mapping[str, str]) -> str:
    """Return the first text beside a node that contains a value, with slots in place of values; "" if there is none."""
    beside = (templated(visible_words(one), values) for one in texts_beside(node, visible_words))
    return next(filter(slots_in, beside), "")
