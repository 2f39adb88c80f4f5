"""Read the hierarchy of a virtual phone as nodes, and find them by their words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree

from appagent.phone import Phone

Bounds = tuple[int, int, int, int]


@dataclass(frozen=True)
class FoundNode:
    """A node of the hierarchy. cut: it reaches the edge of the display, or of what scrolls around it."""

    facts: dict[str, str]
    bounds: Bounds
    cut: bool

    def __getitem__(self, fact: str) -> str:
        return self.facts[fact]

    @property
    def name(self) -> str:
        """The last part of its resource-id."""
        return self["resource-id"].rpartition("/")[2]

    @property
    def centre(self) -> tuple[int, int]:
        left, top, right, bottom = self.bounds
        return (left + right) // 2, (top + bottom) // 2


def with_app(package: str, **given: object) -> Phone:
    """A phone whose pages are there at once, with an app in front. given: as Phone has it."""
    phone = Phone(**{"time_scale": 0, **given})  # type: ignore[arg-type]
    phone.start(package)
    return phone


def with_written(folder: Path, package: str, source: str) -> Phone:
    """The same with an app that is written into a folder."""
    (folder / f"{package.rpartition('.')[2]}.py").write_text(source)
    return with_app(package, apps=folder)


def words_inside(phone: Phone, package: str) -> set[str]:
    """All words of an app in sight, where every node that there is lies inside the display."""
    words: set[str] = set()
    for node in nodes(phone):
        left, top, right, bottom = node.bounds
        assert 0 <= left < right <= phone.size[0], node
        assert 0 <= top < bottom <= phone.size[1], node
        words |= {node["text"], node["content-desc"]} if node["package"] == package else set()
    return words


def nodes(phone: Phone) -> list[FoundNode]:
    """All nodes, in the order of the dump."""
    return list(_parsed(phone.hierarchy(), phone.size))


@lru_cache(maxsize=8)  # one screen is searched for many words
def _parsed(hierarchy: str, size: tuple[int, int]) -> tuple[FoundNode, ...]:
    root = ElementTree.fromstring(hierarchy.encode())
    return tuple(seen for window in root for seen in _nodes(window, (0, 0, *size)))


def find(phone: Phone, words: str) -> FoundNode:
    """The first node with this text, description, or last part of its resource-id."""
    for node in nodes(phone):
        if words in (node["text"], node["content-desc"], node.name):
            return node
    raise LookupError(words)


def texts(phone: Phone) -> list[str]:
    """All words in sight but those of the system's bars and the keyboard."""
    keys = ("com.android.systemui", "com.google.android.inputmethod.latin")
    return [node["text"] for node in nodes(phone) if node["text"] and node["package"] not in keys]


def tap(phone: Phone, *words: str, hold_s: float = 0.0) -> None:
    """Tap what has these words, one after the other."""
    for one in words:
        phone.tap(*find(phone, one).centre, hold_s)


def _nodes(node: ElementTree.Element, within: Bounds) -> Iterator[FoundNode]:
    left, top, right, bottom = map(int, re.findall(r"-?\d+", node.get("bounds", "")))
    cut = left <= within[0] or top <= within[1] or right >= within[2] or bottom >= within[3]
    yield FoundNode(dict(node.attrib), (left, top, right, bottom), cut)
    scrolls = node.get("class", "").endswith(("RecyclerView", "ScrollView"))
    for child in node:
        yield from _nodes(child, (left, top, right, bottom) if scrolls else within)
