"""What a screen says about something that it names: the words beside a label."""

import re
from collections.abc import Sequence

from appagent.agents.atlas import state_of
from appagent.screen import Element, Screen
from appagent.screen.tree import Node, parse, walk
from appagent.screen.words import shown

_ASKED = (  # what a question asks for, and how that is written
    (r"\bphone|\bcall\b|\btel\b|\bmobile\b|电话|手机号", r"\+?\d[\d ()/.-]{5,}\d"),
    (r"\be-?mail|邮箱|邮件地址", r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+"),
    (r"\bhow much\b|\bprice|\bcosts?\b|多少钱|价格|价钱", r"[$€£¥￥]\s?\d[\d.,]*"),
    (r"\bwhat time\b|\bwhen\b|几点|什么时候", r"\b\d{1,2}:\d{2}\b"),
)
_MOST_BESIDE = 2  # texts that stand with a label in one row and tell of it


def said_of(element: Element, screen: Screen) -> str:
    """What an element says of itself: the words after its name, or whether it is on; "" where nothing."""
    _, _, rest = element.text.partition(" · ")
    state = state_of(element, screen)
    return rest if rest or state is None else "on" if state else "off"


def beside(label: str, screen: Screen) -> str:
    """The words that share a row with a label; "" where it stands alone, or among so many that it may mean any."""
    nodes = [node for root in parse(screen.hierarchy) for node in walk(root)]
    for node in nodes:
        if shown(node) == label:
            row = _row(node)
            found = [text for text in _own(row) if text != label] if row else []
            if found:
                return " · ".join(found)
    return ""


def asked(question: str, texts: Sequence[str]) -> str:
    """The one thing among texts that is written as what a question asks for; "" where there is none, or more.

    >>> asked("How much is the lamp?", ["Lamp", "$12.50", "4 left"]), asked("How much is it?", ["$12.50", "$9"])
    ('$12.50', '')
    >>> asked("Mia's phone number", ["0555 123456", "mia@example.org"]), asked("Who is it?", ["Mia"])
    ('0555 123456', '')
    """
    for about, written in _ASKED:
        if re.search(about, question, re.IGNORECASE):
            found = {match for text in texts for match in re.findall(written, text)}
            if len(found) == 1:
                return str(found.pop())
    return ""


def _row(node: Node) -> Node | None:
    """The nearest node around this one that says something else too, if it is small enough for a row."""
    around = node.parent
    while around and len(_texts(around)) == 1:
        around = around.parent
    is_row = around and not around.scrollable and len(_texts(around)) <= _MOST_BESIDE + 1
    return around if is_row else None


def _texts(node: Node) -> list[str]:
    return [text for each in walk(node) if each.visible and (text := shown(each))]


def _own(row: Node) -> list[str]:
    """The words of a row but those of other things to touch in it."""
    found, left = [], [row]
    while left:
        node = left.pop()
        if node.visible and (text := shown(node)):
            found.append(text)
        left.extend(child for child in reversed(node.children) if not child.clickable)
    return found
