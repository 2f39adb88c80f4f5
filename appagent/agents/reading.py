"""What a screen says about something that it names: the words beside a label."""

from appagent.agents.atlas import state_of
from appagent.screen import Element, Screen
from appagent.screen.tree import Node, parse, walk
from appagent.screen.words import shown

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
            found = [text for text in _texts(row) if text != label] if row else []
            if found:
                return " · ".join(found)
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
