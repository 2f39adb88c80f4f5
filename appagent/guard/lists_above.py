"""Return what lists say above a control: to whom and for what a deed goes, where a page tells that in rows."""

from appagent.screen import Element, Screen
from appagent.screen.rewritten import LISTS
from appagent.screen.tree import upwards
from appagent.screen.wording import visible_words


def listed_above(element: Element, screen: Screen) -> list[str]:
    """Return the texts of lists that lie above an element in front, from top to bottom, each once.

    What input fields hold is left out, and so is a list that the element lies in.
    """
    rows = (
        node
        for node in screen.front.nodes
        if node.visible and not node.editable and any(each.role in LISTS for each in upwards(node))
    )
    above = (visible_words(node) for node in rows if node.bounds[3] <= element.bounds[1])
    return list(dict.fromkeys(filter(None, above))) if not element.listed else []
