"""A screen without the secrets that an app shows: masked in its words, covered on its picture."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from appagent.screen import Bounds, Screen, Seen, read, with_seen
from appagent.screen.controls import Control, reading_order
from appagent.screen.tree import Node, clip, parse, rewrite, walk
from appagent.secrets.find import SHORT, SURE, Span
from appagent.secrets.fold import fold

_KEPT = {"bounds", "index", "package", "rotation", "NAF"}  # attributes that no app has words in
_FRAMEWORK = re.compile(r"(?:android|androidx|com\.google)\.[A-Za-z.$]+")  # classes
_PIXELS = "pixels"


class Knows(Protocol):
    """What finds secrets."""

    @property
    def names(self) -> tuple[str, ...]:
        """How they are written."""

    def spans(self, text: str) -> list[Span]:
        """Where they stand in a text."""

    def mask(self, text: str) -> str:
        """The text without them."""


@dataclass
class _Found:
    """What tells a secret on a screen. split: by the number of a node, what stands in the place of its words."""

    boxes: list[Bounds] = field(default_factory=list)
    split: dict[int, str] = field(default_factory=dict)
    seen: dict[int, str] = field(default_factory=dict)  # the same by mark, of what was read from the picture


def veil(screen: Screen, secrets: Knows) -> Screen:
    """The screen as it would be, had the app shown the secrets' names, with a cover where they stand.

    Also where a secret is split over texts that follow each other in reading order. The screen is read anew from its
    masked hierarchy, so that all that is made of it tells nothing: element ids and their facts, titles, documents.
    """
    nodes = [node for root in parse(screen.hierarchy) for node in walk(root)]
    pixels = [element for element in screen.elements if element.source == _PIXELS]
    said = [text for node in nodes for text in (node.text, node.description, node.hint, node.resource_id, node.cls)]
    said += [text for element in pixels for text in (element.text, element.words)]
    found = _Found()
    _find_split(screen, nodes, secrets, found)
    if not (found.boxes or secrets.spans("\n".join([*said, screen.activity]))):
        return screen
    found.boxes += [n.bounds for n in nodes if any(secrets.spans(t) for t in (n.text, n.description, n.hint) if t)]
    found.boxes += [element.bounds for element in pixels if secrets.spans(element.text)]
    masked = rewrite(screen.hierarchy, lambda number, facts: _masked(facts, secrets, found.split.get(number)))
    size, activity = screen.size, secrets.mask(screen.activity)
    anew = read(masked, screen.picture, size=size, app=screen.app, activity=activity, settled=screen.settled)
    seen = [
        Seen(e.bounds, e.role, secrets.mask(e.words), found.seen.get(e.mark, secrets.mask(e.text)), e.actions)
        for e in pixels
    ]
    boxes = (clip(bounds, size) for bounds in found.boxes)
    secret = tuple(dict.fromkeys((*screen.secrets, *filter(None, boxes))))
    return replace(with_seen(anew, seen) if seen else anew, secrets=secret)


def _masked(facts: Mapping[str, str], secrets: Knows, split: str | None) -> dict[str, str]:
    """What a node says, where that is to be another."""
    kept = {name for name in facts if name in _KEPT or (name == "class" and _FRAMEWORK.fullmatch(facts[name]))}
    new = {name: secrets.mask(value) for name, value in facts.items() if name not in kept}
    if split is not None:
        new |= {name: split for name in ("text", "content-desc", "hint") if facts.get(name)}
    return {name: value for name, value in new.items() if value != facts[name]}


def _find_split(screen: Screen, nodes: Sequence[Node], secrets: Knows, found: _Found) -> None:
    """Find secrets of which each of several neighbours shows a part."""
    number = {id(node): n for n, node in enumerate(nodes)}
    shown = [
        Control(node, (node,), bounds, (), "")
        for node in nodes
        if node.visible and not node.password and _words(node) and (bounds := clip(node.bounds, screen.size))
    ]
    keys = _keypad([control.node for control in shown])
    texts = [control for control in reading_order(shown) if id(control.node) not in keys]
    for place, name in _parts([_words(control.node) for control in texts], secrets):
        found.boxes.append(texts[place].node.bounds)
        found.split[number[id(texts[place].node)]] = name
    pixels = [element for element in screen.elements if element.source == _PIXELS and element.text]
    for place, name in _parts([element.text for element in pixels], secrets):
        found.boxes.append(pixels[place].bounds)
        found.seen[pixels[place].mark] = name


def _parts(texts: Sequence[str], secrets: Knows) -> Iterator[tuple[int, str]]:
    """Which of some texts that follow each other have a part of a secret, and its name; of a short one nothing else."""
    starts, at = [], 0
    for text in texts:
        starts.append(at)
        at += len(text) + 1
    whole = "\n".join(texts)
    for first, last, number in secrets.spans(whole):
        over = range(bisect_right(starts, first) - 1, bisect_left(starts, last))
        size, edges = len(fold(whole[first:last])), whole[first - 1 : first] + whole[last : last + 1]
        if len(over) > 1 and (size >= SURE or (size >= SHORT and not edges.strip("\n"))):
            yield from ((n, secrets.names[number]) for n in over)


def _words(node: Node) -> str:
    return node.text or node.description or node.hint


def _keypad(nodes: Sequence[Node]) -> set[int]:
    """The keys of a keypad: each of the ten digits once, to be tapped. In a row they spell what nobody meant."""
    keys = [node for node in nodes if node.clickable and len(_words(node)) == 1 and _words(node).isdecimal()]
    digits = Counter(_words(key) for key in keys)
    return {id(key) for key in keys} if len(digits) == 10 and set(digits.values()) == {1} else set()
