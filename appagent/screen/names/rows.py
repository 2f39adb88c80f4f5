"""Read the value or state that a screen shows for a name: in the same element, or beside the name in its row."""

from itertools import islice

from appagent.screen.names.labels import PARTS, state_of
from appagent.screen.nodes.tree import Node, nodes_of, upwards, walk
from appagent.screen.screens import Element, Screen
from appagent.screen.texts.wording import visible_words

_MOST_BESIDE = 2  # texts beside a name in its row


def said_of(element: Element, screen: Screen) -> str:
    """Return an element's text without its name, which stands before the first " · ".

    If nothing is left, return "on" or "off" if the element is a switch or contains exactly one, else "".
    """
    _, _, rest = element.text.partition(PARTS)
    state = state_of(element, screen)
    return rest if rest or state is None else "on" if state else "off"


def by_words_below(text: str, template: str, screen: Screen) -> Element | None:
    """Return the only element of a template with the words that a row has below its first text; None if it has none.

    So a row that shows its value first, as "Diffused · Glazing" does, is known when it shows another one.
    text: the whole text of the row, as it was.
    """
    name = text.split(PARTS)[1:]
    alike = (each for each in screen.elements if each.template == template)
    found = [each for each in alike if name and each.text.split(PARTS)[1:] == name]
    return found[0] if len(found) == 1 else None


def beside(name: str, screen: Screen) -> str:
    """Return the other texts in the row in which a name stands, joined by " · ".

    name: a whole text of a node. The row is the nearest node around it that contains other texts too. If the row
    scrolls or has more than 3 texts, it is no row, because its texts may not belong together.
    Nodes in the row that can be tapped are left out with all that they contain. Returns "" if the name is not on the
    screen, or if no other text is left.
    """
    for node in nodes_of(screen.tree):
        if visible_words(node) == name:
            row = _row(node)
            found = [text for text in _own(row) if text != name] if row else []
            if found:
                return PARTS.join(found)
    return ""


def _row(node: Node) -> Node | None:
    """Return the nearest node around the given one that contains other texts too.

    Return None if there is no such node, or if it scrolls or contains more than 3 texts, because it is no row then.
    """
    around = next((each for each in islice(upwards(node), 1, None) if len(_texts(each)) != 1), None)
    is_row = around and not around.scrollable and len(_texts(around)) <= _MOST_BESIDE + 1
    return around if is_row else None


def _texts(node: Node) -> list[str]:
    return [text for each in walk(node) if each.visible and (text := visible_words(each))]


def _own(row: Node) -> list[str]:
    """Return the texts of a row in the order of the tree.

    Nodes in the row that can be tapped are left out with all that they contain.
    """
    own = walk(row, lambda node: node.clickable and node is not row)
    return [text for node in own if node.visible and (text := visible_words(node))]
