"""Read what a screen says about a thing that it names: in the same element, or beside the name in its row."""

from appagent.screen.labels import PARTS, state_of
from appagent.screen.screens import Element, Screen
from appagent.screen.tree import Node, nodes_of, walk
from appagent.screen.wording import visible_words

_MOST_BESIDE = 2  # texts beside a name in its row


def said_of(element: Element, screen: Screen) -> str:
    """Return what an element says about itself after its name; if that is nothing, "on" or "off" if it is a switch.

    The result is "" if the element is no switch and has only a name.
    """
    _, _, rest = element.text.partition(PARTS)
    state = state_of(element, screen)
    return rest if rest or state is None else "on" if state else "off"


def beside(name: str, screen: Screen) -> str:
    """Return the other texts in the row in which a name stands, joined by " · ".

    The row may have at most 3 texts, so that they surely belong together. Returns "" if the name is not on the screen,
    stands alone, or has too many texts around it. Texts of things in the row that can be tapped themselves are left
    out.
    """
    for node in nodes_of(screen.tree):
        if visible_words(node) == name:
            row = _row(node)
            found = [text for text in _own(row) if text != name] if row else []
            if found:
                return PARTS.join(found)
    return ""


def _row(node: Node) -> Node | None:
    """Return the nearest node around this one that has other texts in it, or None.

    None is also returned if that node scrolls or has more than 3 texts, because it is no row then.
    """
    around = node.parent
    while around and len(_texts(around)) == 1:
        around = around.parent
    is_row = around and not around.scrollable and len(_texts(around)) <= _MOST_BESIDE + 1
    return around if is_row else None


def _texts(node: Node) -> list[str]:
    return [text for each in walk(node) if each.visible and (text := visible_words(each))]


def _own(row: Node) -> list[str]:
    """Return the texts of a row, except those of nodes in it that can be tapped themselves."""
    found, left = [], [row]
    while left:
        node = left.pop()
        if node.visible and (text := visible_words(node)):
            found.append(text)
        left.extend(child for child in reversed(node.children) if not child.clickable)
    return found
