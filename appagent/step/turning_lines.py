"""Find lines of a page that keep changing and have nothing to do with the element of a deed, as advertisements do."""

from appagent.screen import Screen
from appagent.screen.belonging import exchanges
from appagent.screen.beside import is_most_of_page
from appagent.screen.drawn import at
from appagent.screen.money import has_amount
from appagent.screen.rewritten import labelled, rewritings
from appagent.screen.tree import Node, near, upwards
from appagent.step.intent import Intent

Line = tuple[str, str, int]  # role, resource-id and top, px, of a node with a text


def turned_lines(intent: Intent, now: Screen) -> frozenset[Line]:
    """Return the lines whose texts have changed, if none of them has to do with the intent's element; else none.

    A line has to do with the element if it is beside it or in the same row, card or dialog, labels it, is the heading,
    or has an amount of money.
    """
    element, before = intent.element, intent.screen
    node = at(element.bounds, before) if element else None
    if element is None or node is None or before.front.kind == "dialog":
        return frozenset()
    pairs = set(rewritings(before, now, amounts=True, lists=not element.listed))
    looks = (element.bounds, before), (element.bounds, now)
    names = {(each.text, each.other) for each in exchanges(*looks, deed=True) if each.names}
    lines = {_line(each): each for each in before.front.nodes if labelled(each) in {text for text, _ in pairs}}
    own = (each for each in lines.values() if not _apart(each, node, before))
    if names & pairs or any(map(has_amount, (text for pair in pairs for text in pair))) or next(own, None):
        return frozenset()
    return frozenset(lines)


def pairs_on(lines: frozenset[Line], before: Screen, now: Screen) -> set[tuple[str, str]]:
    """Return (text before, text now) for each of these lines."""
    said, says = ({_line(node): labelled(node) for node in screen.front.nodes} for screen in (before, now))
    return {(said[line], says[line]) for line in lines if line in said and line in says}


def _line(node: Node) -> Line:
    return node.role, node.resource_id, node.bounds[1]


def _apart(line: Node, node: Node, screen: Screen) -> bool:
    if near(line.bounds, node.bounds) or labelled(line) == screen.heading:
        return False
    around = list(upwards(line))
    shared = next((each for each in upwards(node) if each in around), None)
    return shared is None or is_most_of_page(shared, screen.size[1])
