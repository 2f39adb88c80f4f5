"""Find texts of a screen that show a value, such as a count or a speed, and tell which of them changed."""

import re
from collections import Counter
from collections.abc import Iterable

from appagent.documents.values import Values, short
from appagent.screen import Screen
from appagent.screen.language.lexicon import folded
from appagent.screen.nodes.tree import Node, label_before
from appagent.screen.texts.wording import visible_words

PASSES = re.compile(r"\d:\d\d|%")  # times and percentages, which change by themselves
MESSAGE = re.compile(r":id/snackbar_text$|:id/message_text$")
MOST_CHANGED = 3  # values that may change at once; if more differ, it is another page
_STATELESS = ("SeekBar", "ProgressBar", "Chronometer", "RatingBar")


def changed_values(before: Screen, after: Screen, own: Iterable[str], values: Values) -> list[str]:
    """Return the names of the values that differ: each is the label before the value, or else its resource-id.

    A value is a text with a resource-id of its own that cannot be touched. Times and percentages are left out. The
    result is empty if more than `MOST_CHANGED` differ. own: words of the touched element, which are no value.
    values: words that no name may contain.
    """
    then, now = texts_by_id(before), texts_by_id(after)
    touched = tuple(filter(None, map(folded, own)))
    found = []
    for resource_id in then.keys() & now.keys():
        old, new = then[resource_id], now[resource_id]
        texts = visible_words(old), visible_words(new)
        passing = any(map(PASSES.search, texts)) or not all(texts)
        if texts[0] != texts[1] and not passing and not folded(texts[1]).endswith(touched):
            found.append(_name_of_value(new, values))
    return sorted(set(filter(None, found))) if len(found) <= MOST_CHANGED else []


def _name_of_value(node: Node, values: Values) -> str:
    beside = label_before(node)
    words = node.resource_id.rpartition("/")[2].replace("_", " ")
    return short(values.named(beside)) or (words if re.fullmatch(r"[a-z]{3,}(?: [a-z]{3,})*", words) else "")


def texts_by_id(screen: Screen) -> dict[str, Node]:
    """Return the nodes with words that no finger can touch, by resource-id, if no other node has this id.

    Nodes of the status bar are left out, because its clock changes by itself.
    """
    shown = (node for window in screen.windows if not window.bar for node in window.nodes)
    nodes = [n for n in shown if n.resource_id and n.visible and not n.editable]
    times = Counter(node.resource_id for node in nodes)
    return {
        n.resource_id: n
        for n in nodes
        if times[n.resource_id] == 1
        and n.role not in _STATELESS
        and not n.clickable
        and not MESSAGE.search(n.resource_id)
    }
