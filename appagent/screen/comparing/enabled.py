"""Show a screen as it will be once its disabled controls can be touched."""

from dataclasses import replace

from appagent.screen.nodes.tree import Node, nodes_of, walk, with_changes
from appagent.screen.screens import Element, Screen, read


def enabled(screen: Screen) -> tuple[Screen, list[Element]]:
    """Return the screen with all of its controls enabled, and those elements of it that cannot be touched yet.

    Their ids are the ones that they will have then.
    """
    if not any(_waits(node) for node in nodes_of(screen.tree)):
        return screen, []
    tree = with_changes(screen.tree, lambda node: {} if node.enabled else {"enabled": True})
    alive = read(tree, screen.picture, size=screen.size, app=screen.app, activity=screen.activity)
    there = {each.bounds for each in screen.elements}
    return replace(alive, raw=""), [each for each in alive.elements if each.bounds not in there]


def _waits(node: Node) -> bool:
    return node.visible and not node.enabled and any(each.clickable for each in walk(node))
