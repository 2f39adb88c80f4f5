"""Copy a screen without the secrets that it shows: they are masked in texts, and covered on the picture."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from appagent.screen import Bounds, Node, Screen, Seen, read, with_seen
from appagent.screen.elements.controls import Control, reading_order
from appagent.screen.nodes.tree import clip, nodes_of, with_changes
from appagent.secrets.find import SHORT, SURE_LETTERS
from appagent.secrets.plain_forms import plain_form
from appagent.secrets.run_secrets import Secrets

_FRAMEWORK = re.compile(r"(?:android|androidx|com\.google)\.[A-Za-z.$]+")  # class names without words of an app
_SAID = ("text", "description", "hint")
_PIXELS = "pixels"


@dataclass
class _Found:
    """Parts of a screen that show secrets.

    split: for each node that shows only a piece of a secret, the secret's placeholder.
    seen: the same for elements recognised on the picture, by mark.
    """

    boxes: list[Bounds] = field(default_factory=list)
    split: dict[Node, str] = field(default_factory=dict)
    seen: dict[int, str] = field(default_factory=dict)


def mask_screen(screen: Screen, secrets: Secrets) -> Screen:
    """Return a copy of a screen in which placeholders replace the secrets, as if the app had shown the placeholders.

    The bounds of each part that shows a secret are added to `Screen.secrets`, so that they are covered on the picture.
    A secret is also found if it is split over texts that follow each other in reading order.
    The copy is made from a tree with masked texts, so that element ids, titles and everything else made from the tree
    contain no secret. `raw` is left empty, because searching it would take too long. If no secret is known, the screen
    itself is returned.
    """
    if not secrets.names:
        return screen
    nodes = list(nodes_of(screen.tree))
    pixels = [element for element in screen.elements if element.source == _PIXELS]
    told = [text for node in nodes for text in (node.text, node.description, node.hint, node.resource_id, node.cls)]
    told += [text for element in pixels for text in (element.text, element.words)]
    found = _Found()
    _find_split(screen, nodes, secrets, found)
    if not (found.boxes or secrets.spans("\n".join([*told, screen.activity]))):
        return replace(screen, raw="")
    found.boxes += [n.bounds for n in nodes if any(secrets.spans(t) for t in (n.text, n.description, n.hint) if t)]
    found.boxes += [element.bounds for element in pixels if secrets.spans(element.text)]
    masked = with_changes(screen.tree, lambda node: _masked(node, secrets, found.split.get(node)))
    size, activity = screen.size, secrets.mask(screen.activity)
    anew = read(masked, screen.picture, size=size, app=screen.app, activity=activity, settled=screen.settled)
    seen = [
        Seen(e.bounds, e.role, secrets.mask(e.words), found.seen.get(e.mark, secrets.mask(e.text)), e.actions)
        for e in pixels
    ]
    boxes = (clip(bounds, size) for bounds in found.boxes)
    secret = tuple(dict.fromkeys((*screen.secrets, *filter(None, boxes))))
    return replace(with_seen(anew, seen) if seen else anew, secrets=secret)


def _masked(node: Node, secrets: Secrets, split: str | None) -> dict[str, str]:
    """Return the attributes of a node that must be changed to hide secrets, with their new values by name.

    split: if the node shows a piece of a secret, the placeholder of this secret, which replaces all texts of the node;
    else None.
    """
    words = {name: getattr(node, name) for name in (*_SAID, "resource_id")}
    if not _FRAMEWORK.fullmatch(node.cls):
        words["cls"] = node.cls
    new = {name: split if split and name in _SAID and text else secrets.mask(text) for name, text in words.items()}
    return {name: text for name, text in new.items() if text != words[name]}


def _find_split(screen: Screen, nodes: Sequence[Node], secrets: Secrets, found: _Found) -> None:
    """Add to `found` each secret that is split over several texts, each showing a piece of it.

    Texts of nodes and texts of elements recognised on the picture are searched separately. The keys of a keypad are
    left out.
    """
    shown = [
        Control(node, (node,), bounds, (), "")
        for node in nodes
        if node.visible and not node.password and _shown_text(node) and (bounds := clip(node.bounds, screen.size))
    ]
    keys = _keypad([control.node for control in shown])
    texts = [control.node for control in reading_order(shown) if control.node not in keys]
    for place, name in _pieces([_shown_text(node) for node in texts], secrets):
        found.boxes.append(texts[place].bounds)
        found.split[texts[place]] = name
    pixels = [element for element in screen.elements if element.source == _PIXELS and element.text]
    for place, name in _pieces([element.text for element in pixels], secrets):
        found.boxes.append(pixels[place].bounds)
        found.seen[pixels[place].mark] = name


def _pieces(texts: Sequence[str], secrets: Secrets) -> Iterator[tuple[int, str]]:
    """Yield (index, placeholder) for each text that shows a piece of a secret which is split over several texts.

    texts: texts that follow each other on the screen; index is a position among them.
    A secret of 8 letters or more always counts. One of 4 to 7 letters counts only if its texts contain nothing else. A
    shorter one never counts.
    """
    starts, at = [], 0
    for text in texts:
        starts.append(at)
        at += len(text) + 1
    whole = "\n".join(texts)
    for first, last, number in secrets.spans(whole):
        over = range(bisect_right(starts, first) - 1, bisect_left(starts, last))
        size, edges = len(plain_form(whole[first:last])), whole[first - 1 : first] + whole[last : last + 1]
        if len(over) > 1 and (size >= SURE_LETTERS or (size >= SHORT and not edges.strip("\n"))):
            yield from ((n, secrets.names[number]) for n in over)


def _shown_text(node: Node) -> str:
    return node.text or node.description or node.hint


def _keypad(nodes: Sequence[Node]) -> set[Node]:
    """Return the ten keys of a keypad; an empty set if there is none.

    In reading order they could spell a secret by chance.
    The keys are the nodes that can be tapped and show just one digit. There must be exactly ten, one for each digit.
    """
    keys = [node for node in nodes if node.clickable and len(_shown_text(node)) == 1 and _shown_text(node).isdecimal()]
    digits = Counter(_shown_text(key) for key in keys)
    return set(keys) if len(digits) == 10 and set(digits.values()) == {1} else set()
