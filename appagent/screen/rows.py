"""Read what a screen says about something it names: in the same element, or beside it in the row."""

from appagent.screen.labels import PARTS, state_of
from appagent.screen.screens import Element, Screen
from appagent.screen.tree import Node, nodes_of, walk
from appagent.screen.wording import shown

_MOST_BESIDE = 2  # texts that stand with a name in one row and tell of it


def said_of(element: Element, screen: Screen) -> str:
    """Return what an element says of itself: the texts after its name, or whether it is on; "" for nothing."""
    _, _, rest = element.text.partition(PARTS)
    state = state_of(element, screen)
    return rest if rest or state is None else "on" if state else "off"


def beside(name: str, screen: Screen) -> str:
    """Return the texts that share a row with a name; "" where it stands alone, or among too many to be sure."""
    for node in nodes_of(screen.tree):
        if shown(node) == name:
            row = _row(node)
            found = [text for text in _own(row) if text != name] if row else []
            if found:
                return PARTS.join(found)
    return ""


def _row(node: Node) -> Node | None:
    """Return the nearest node around this one that says something else too, if it is small enough for a row."""
    around = node.parent
    while around and len(_texts(around)) == 1:
        around = around.parent
    is_row = around and not around.scrollable and len(_texts(around)) <= _MOST_BESIDE + 1
    return around if is_row else None


def _texts(node: Node) -> list[str]:
    return [text for each in walk(node) if each.visible and (text := shown(each))]


def _own(row: Node) -> list[str]:
    """Return the texts of a row without those of other things to touch in it."""
    found, left = [], [row]
    while left:
        node = left.pop()
        if node.visible and (text := shown(node)):
            found.append(text)
        left.extend(child for child in reversed(node.children) if not child.clickable)
    return found
