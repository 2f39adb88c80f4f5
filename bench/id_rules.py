"""Rules that name the controls of a hierarchy: ours, the one before it, and AppAgent's published one."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lxml import etree

from appagent.devices.captures.hierarchy import read_dump
from appagent.screen import Bounds, Element, Screen
from appagent.screen.elements import ids_v1
from appagent.screen.elements.controls import controls
from appagent.screen.nodes.windows import windows

_NEAR = 30  # px: AppAgent takes one of two elements with centres that close

Xml = etree._Element


@dataclass(frozen=True)
class Named:
    """Id of a control by some rule. weak: counted in reading order. listed: a row of a list, or in one."""

    id: str
    weak: bool = False
    listed: bool = False


Rule = Callable[[Xml], Mapping[Bounds, Named]]


def ours(hierarchy: Xml) -> dict[Bounds, Named]:
    """Return our ids by bounds."""
    return {element.bounds: Named(element.id, element.weak, element.listed) for element in elements(hierarchy)}


def before(hierarchy: Xml) -> dict[Bounds, Named]:
    """Return the ids of our first rule by bounds."""
    screen = read(hierarchy)
    shown = windows(screen.tree, screen.size, screen.app)
    found = controls(shown, screen.size)
    named = ids_v1.names(shown, found)
    return {c.bounds: Named(n.id, n.weak, n.listed) for c, n in zip(found, named, strict=True)}


def published(hierarchy: Xml) -> dict[Bounds, Named]:
    """Return AppAgent's ids by bounds, for the elements that it offers.

    Of clickables, and of focusables, those with a centre within 30 px of an earlier one's are dropped, and
    so are focusables that near a clickable.
    Source: AppAgent (arXiv:2312.13771), its released code of March 2024.
    """
    clickables, focusables = (_sparse(hierarchy, fact) for fact in ("clickable", "focusable"))
    apart = [node for node in focusables if not any(_near(node, other) for other in clickables)]
    return {bounds(node): Named(_published_id(node)) for node in (*clickables, *apart)}


def _sparse(hierarchy: Xml, fact: str) -> list[Xml]:
    kept: list[Xml] = []
    for node in hierarchy.iterfind(f".//node[@{fact}='true']"):
        if not any(_near(node, other) for other in kept):
            kept.append(node)
    return kept


def published_everywhere(hierarchy: Xml) -> list[str]:
    """List AppAgent's ids of all nodes that it looks at, before it drops those near others."""
    return [_published_id(n) for n in hierarchy.iter("node") if "true" in (n.get("clickable"), n.get("focusable"))]


def _published_id(node: Xml) -> str:
    parent = node.getparent()
    prefix = f"{_published_name(parent)}_" if parent is not None and parent.tag == "node" else ""
    return f"{prefix}{_published_name(node)}_{node.get('index')}"


def _published_name(node: Xml) -> str:
    left, top, right, bottom = bounds(node)
    name = node.get("resource-id", "").replace(":", ".").replace("/", "_")
    name = name or f"{node.get('class')}_{right - left}_{bottom - top}"
    description = node.get("content-desc", "")
    if not 0 < len(description) < 20:
        return name
    return f"{name}_{description.replace('/', '_').replace(':', '_').replace(' ', '')}"


def _near(one: Xml, other: Xml) -> bool:
    (l1, t1, r1, b1), (l2, t2, r2, b2) = bounds(one), bounds(other)
    return ((l1 + r1 - l2 - r2) / 2) ** 2 + ((t1 + b1 - t2 - b2) / 2) ** 2 <= _NEAR**2


def read(hierarchy: Xml) -> Screen:
    """Return the screen that our reader makes of a hierarchy."""
    return read_dump(etree.tostring(hierarchy, encoding="unicode"))


def elements(hierarchy: Xml) -> tuple[Element, ...]:
    """Return the elements that our reader makes of a hierarchy."""
    return read(hierarchy).elements


def bounds(node: Xml) -> Bounds:
    """Return the bounds of a node as it states them, px."""
    left, top, right, bottom = map(int, re.findall(r"-?\d+", node.get("bounds", "[0,0][0,0]")))
    return left, top, right, bottom
