"""Find lines of a page that keep changing and have nothing to do with the touched element, such as advertisements."""

from appagent.screen import Screen
from appagent.screen.comparing.belonging import exchanges
from appagent.screen.comparing.beside import is_most_of_page
from appagent.screen.comparing.rewritten import labelled, rewritings
from appagent.screen.language.money import has_amount
from appagent.screen.nodes.tree import Node, near, upwards, walk
from appagent.screen.pictures.drawn import at
from appagent.screen.texts.numbers import frame, names_another, position, same_but_numbers
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


def counting_lines(intent: Intent, now: Screen) -> frozenset[Line]:
    """Return the lines in which only a count has changed, such as "3 watching"; none that the intent's element holds.

    A count has something after its number, and is no amount of money, no position and no name; see `names_another`.
    """
    element = intent.element
    then, after = ({_line(node): labelled(node) for node in screen.front.nodes} for screen in (intent.screen, now))
    node = at(element.bounds, intent.screen) if element else None
    own = [_line(each) for each in walk(node)] if node else []
    return frozenset(line for line, text in then.items() if line not in own and _counts(text, after.get(line, text)))


def _counts(text: str, other: str) -> bool:
    """Tell whether two texts differ, and only in a number that counts something."""
    money = has_amount(text) or has_amount(other)
    alone = frame(text).strip() == "#"
    named = names_another(text, other) or position(text) is not None
    return text != other and same_but_numbers(text, other) and not (money or alone or named)


def pairs_apart(lines: frozenset[Line], intent: Intent, now: Screen) -> set[tuple[str, str]]:
    """Return (text before, text now) for each of some lines that has nothing to do with the intent's element.

    What has to do with it is as for `turned_lines`.
    """
    element, before = intent.element, intent.screen
    node = at(element.bounds, before) if element and lines else None
    if node is None or before.front.kind == "dialog":
        return set()
    apart = {_line(each) for each in before.front.nodes if _line(each) in lines and _apart(each, node, before)}
    return {pair for pair in pairs_on(frozenset(apart), before, now) if not any(map(has_amount, pair))}


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
