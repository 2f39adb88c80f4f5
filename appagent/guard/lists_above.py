"""Find the texts of lists above a control: on some pages these say to whom, or for what, a deed is."""

from appagent.screen import Element, Screen
from appagent.screen.comparing.rewritten import LISTS
from appagent.screen.nodes.tree import upwards
from appagent.screen.texts.wording import visible_words


def listed_above(element: Element, screen: Screen) -> list[str]:
    """Return the texts of lists above an element in the front window, from top to bottom, each once.

    Contents of input fields are left out. For an element in a list, the result is empty.
    """
    rows = (
        node
        for node in screen.front.nodes
        if node.visible and not node.editable and any(each.role in LISTS for each in upwards(node))
    )
    above = (visible_words(node) for node in rows if node.bounds[3] <= element.bounds[1])
    return list(dict.fromkeys(filter(None, above))) if not element.listed else []
