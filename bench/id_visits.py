"""Make or load pairs of hierarchies of one screen in which the same controls are known.

The two were recorded on two visits, or the second is made up.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from id_rules import Xml, bounds
from lxml import etree

from appagent.screen import Bounds

_ALIKE = 0.6  # Jaccard of class paths from which two recorded states count as visits to one screen
_WORDS = ("text", "content-desc", "hint")
SWAPPED = "all words swapped"
_OTHERS = "абвгдежзиклмнопрстуфхцчшэюя"

_VIEW_WORDS = {"class": "class", "package": "package", "resource-id": "resource_id", "text": "text"} | {
    "content-desc": "content_description"
}
_VIEW_FLAGS = {
    **{flag: flag for flag in ("checkable", "checked", "clickable", "enabled", "focusable", "focused")},
    **{"scrollable": "scrollable", "selected": "selected", "password": "is_password"},
    **{"long-clickable": "long_clickable", "visible-to-user": "visible"},
}


@dataclass(frozen=True)
class Visits:
    """Two hierarchies of one screen. same: maps bounds in the first to those of the same control in the second."""

    name: str
    before: Xml
    after: Xml
    same: dict[Bounds, Bounds]


def kinds_of(dumps: dict[str, Xml], recordings: Path) -> dict[str, list[Visits]]:
    """Return visits by kind. dumps: hierarchies by name. recordings: folder of DroidBot's output directories."""
    return {
        "visit again, recorded": [*_revisits(dumps), *_recorded(recordings)],
        "other size (720 px wide)": [_scaled(name, dump, 2 / 3, 2 / 3) for name, dump in dumps.items()],
        "tablet (twice as wide, lower)": [_scaled(name, dump, 2, 4 / 5) for name, dump in dumps.items()],
        "scrolled by a row": [visits for name, dump in dumps.items() if (visits := _scrolled(name, dump))],
        "contents changed": [_changed(name, dump) for name, dump in dumps.items()],
        SWAPPED: [swapped(name, dump) for name, dump in dumps.items()],
    }


def swapped(name: str, dump: Xml) -> Visits:
    """Make up a second visit on which each word is another word of another length, as in another language."""
    after = _copy(dump)
    for node in after.iter("node"):
        for fact in _WORDS:
            if node.get(fact):
                node.set(fact, re.sub(r"[^\W\d_]+", lambda word: _foreign(word[0]), node.get(fact, "")))
    return Visits(name, dump, after, {bounds(node): bounds(node) for node in dump.iter("node")})


def _foreign(word: str) -> str:
    digest = hashlib.sha256(word.encode(errors="replace")).digest()
    return "".join(_OTHERS[byte % len(_OTHERS)] for byte in digest[: 3 + digest[0] % 7])


def _revisits(dumps: dict[str, Xml]) -> Iterator[Visits]:
    """Yield one page that was dumped twice, with a scroll in between."""
    if "0269" in dumps and "0270" in dumps:
        before, after = dumps["0269"], dumps["0270"]
        yield Visits("0269/0270", before, after, _paired(before, after))


def _recorded(recordings: Path) -> Iterator[Visits]:
    """Yield pairs of states that DroidBot recorded on one screen: same activity, most class paths in common."""
    paths = sorted(recordings.glob("*/states/*.json"))
    states = [(path.stem[-6:], json.loads(path.read_text(encoding="utf-8"))) for path in paths]
    screens = [(name, state["foreground_activity"], _from_views(state["views"])) for name, state in states]
    for (name, activity, one), (again, same_activity, other) in combinations(screens, 2):
        if activity == same_activity and _likeness(one, other) >= _ALIKE:
            yield Visits(f"{name}/{again}", one, other, _paired(one, other))


def _from_views(views: Sequence[dict[str, Any]]) -> Xml:
    """Convert DroidBot's list of views to the hierarchy that uiautomator would have dumped."""
    root = etree.Element("hierarchy", rotation="0")
    nodes: list[Xml] = []
    for view in views:
        under = nodes[view["parent"]] if view["parent"] >= 0 else root
        node = etree.SubElement(under, "node", index=str(len(under)))
        for name, theirs in _VIEW_WORDS.items():
            node.set(name, re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd]", ".", view[theirs] or ""))
        for name, theirs in _VIEW_FLAGS.items():
            node.set(name, "true" if view[theirs] else "false")
        (left, top), (right, bottom) = view["bounds"]
        _place(node, (left, top, right, bottom))
        nodes.append(node)
    return root


def _scaled(name: str, dump: Xml, across: float, down: float) -> Visits:
    after, same = _copy(dump), {}
    for node in after.iter("node"):
        box = left, top, right, bottom = bounds(node)
        same[box] = (round(left * across), round(top * down), round(right * across), round(bottom * down))
        _place(node, same[box])
    return Visits(name, dump, after, same)


def _scrolled(name: str, dump: Xml) -> Visits | None:
    """Make up a second visit in which the longest list is scrolled by one row."""
    after = _copy(dump)
    lists = [n for n in after.iter("node") if re.search("RecyclerView|ListView|GridView", n.get("class", ""))]
    longest = max(lists, key=len, default=None)
    if longest is None or len(longest) < 3:
        return None
    first, second = bounds(longest[0]), bounds(longest[1])
    dx, dy = second[0] - first[0], second[1] - first[1]
    same = {bounds(node): bounds(node) for node in after.iter("node")}
    for gone in longest[0].iter("node"):
        same.pop(bounds(gone), None)
    longest.remove(longest[0])
    for index, row in enumerate(longest):
        row.set("index", str(index))
        for node in row.iter("node"):
            box = left, top, right, bottom = bounds(node)
            same[box] = (left - dx, top - dy, right - dx, bottom - dy)
            _place(node, same[box])
    return Visits(name, dump, after, same)


def _changed(name: str, dump: Xml) -> Visits:
    """Make up a second visit with other numbers, other typed text, and other words under each row's title.

    Numbers that tell otherwise equal labels apart (keys, pages) are names and stay.
    """
    after = _copy(dump)
    facts = ("text", "content-desc")
    worded = {node.get(fact, "") for node in dump.iter("node") for fact in facts}
    alike = Counter(re.sub(r"\d+", "#", words) for words in worded)
    for node in after.iter("node"):
        for fact in facts:
            if alike[re.sub(r"\d+", "#", node.get(fact, ""))] == 1:
                node.set(fact, re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), node.get(fact, "")))
        if node.get("class", "").endswith("EditText"):
            node.set("text", "typed anew")
    for row in after.iterfind(".//node[@clickable='true']"):
        said = [node for node in row.iterdescendants("node") if node.get("text")]
        if len(said) == 2 and not row.get("content-desc") and row.find(".//node[@clickable='true']") is None:
            said[1].set("text", "Other words")
    return Visits(name, dump, after, {bounds(node): bounds(node) for node in dump.iter("node")})


def _paired(before: Xml, after: Xml) -> dict[Bounds, Bounds]:
    """Pair the nodes that are certainly the same control on both visits, without using any rule for ids.

    Two nodes match if the classes from the root down, the resource-id and the words in the whole subtree are equal,
    numbers aside. If that is not unique, the position among siblings must match too.
    """
    pairs: dict[Bounds, Bounds] = {}
    for key in (_identity, lambda node: (_identity(node), _indices(node))):
        one, other = _unique(before, key), _unique(after, key)
        for shared in filter(other.__contains__, one):
            pairs.setdefault(bounds(one[shared]), bounds(other[shared]))
    return pairs


def _unique(hierarchy: Xml, key: Callable[[Xml], object]) -> dict[object, Xml]:
    nodes = list(hierarchy.iter("node"))
    keys = [key(node) for node in nodes]
    counts = Counter(keys)
    return {k: node for k, node in zip(keys, nodes, strict=True) if counts[k] == 1}


def _identity(node: Xml) -> object:
    words = [re.sub(r"\d+", "", n.get("text", "") + "|" + n.get("content-desc", "")) for n in node.iter("node")]
    return _classes(node), node.get("resource-id"), tuple(words)


def _classes(node: Xml) -> str:
    return "/".join(n.get("class", "") for n in (node, *node.iterancestors("node")))


def _indices(node: Xml) -> str:
    return "/".join(n.get("index", "") for n in (node, *node.iterancestors("node")))


def _likeness(one: Xml, other: Xml) -> float:
    mine, theirs = ({_classes(n) + n.get("resource-id", "") for n in x.iter("node")} for x in (one, other))
    return len(mine & theirs) / len(mine | theirs)


def _copy(hierarchy: Xml) -> Xml:
    return etree.fromstring(etree.tostring(hierarchy))


def _place(node: Xml, bounds: Bounds) -> None:
    left, top, right, bottom = bounds
    node.set("bounds", f"[{left},{top}][{right},{bottom}]")
