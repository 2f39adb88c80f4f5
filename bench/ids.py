"""Measure element ids on real dumps: two controls under one id, and ids found again on another visit.

Compares our rule with AppAgent's published one, written from its description, on the same files.
Run: python bench/ids.py [--verbose]. The dumps are read from ../shared/corpus or APPAGENT_CORPUS.
"""

import argparse
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from lxml import etree
from rich.console import Console
from rich.table import Table

from appagent.devices.hierarchy import read_dump
from appagent.screen import Bounds, Element

CORPUS = Path(os.environ.get("APPAGENT_CORPUS", Path(__file__).resolve().parents[2] / "shared" / "corpus"))
_LISTED = 30
_NEAR = 30  # px: AppAgent takes one of two elements with centres that close
_ALIKE = 0.6  # Jaccard of class paths from which two recorded states count as visits to one screen

_VIEW_WORDS = {"class": "class", "package": "package", "resource-id": "resource_id", "text": "text"} | {
    "content-desc": "content_description"
}
_VIEW_FLAGS = {
    **{flag: flag for flag in ("checkable", "checked", "clickable", "enabled", "focusable", "focused")},
    **{"scrollable": "scrollable", "selected": "selected", "password": "is_password"},
    **{"long-clickable": "long_clickable", "visible-to-user": "visible"},
}

Xml = etree._Element
Rule = Callable[[Xml], dict[Bounds, str]]


@dataclass(frozen=True)
class Visits:
    """Two hierarchies of one screen. same: maps bounds in the first to those of the same control in the second."""

    name: str
    before: Xml
    after: Xml
    same: dict[Bounds, Bounds]


@dataclass(frozen=True)
class Mistake:
    """Wrong id and its cause: a control lost its id (split), or its id now means another control (merge)."""

    kind: str
    where: str
    what: str
    why: str


def main() -> None:
    """Print the table, then the mistakes that our rule makes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--verbose", action="store_true", help="list every wrong merge and split")
    verbose = parser.parse_args().verbose
    console = Console(width=130)
    if not (CORPUS / "xml").is_dir():
        console.print(f"[bold red]SKIPPED: no corpus at {CORPUS}; nothing was measured.[/] Set APPAGENT_CORPUS.")
        return
    dumps = {path.name[:4]: etree.fromstring(path.read_bytes()) for path in sorted((CORPUS / "xml").glob("*.xml"))}
    kinds = {
        "visit again, recorded": [*_revisits(dumps), *_recorded()],
        "other size (720 px wide)": [_scaled(name, dump, 2 / 3) for name, dump in dumps.items()],
        "scrolled by a row": [v for name, dump in dumps.items() if (v := _scrolled(name, dump))],
        "contents changed": [_changed(name, dump) for name, dump in dumps.items()],
    }
    console.print(_table(dumps, kinds))
    _explain(console, [m for visits in kinds.values() for v in visits for m in _mistakes(v)], verbose)


def ours(hierarchy: Xml) -> dict[Bounds, str]:
    """Return our element ids by bounds."""
    return {element.bounds: element.id for element in _elements(hierarchy)}


def published(hierarchy: Xml) -> dict[Bounds, str]:
    """Return AppAgent's ids by bounds, for the elements that it offers.

    Of clickables, and of focusables, those with a centre within 30 px of an earlier one's are dropped, and
    so are focusables that near a clickable.
    Source: AppAgent (arXiv:2312.13771), its released code of March 2024.
    """
    clickables, focusables = (_sparse(hierarchy, fact) for fact in ("clickable", "focusable"))
    apart = [node for node in focusables if not any(_near(node, other) for other in clickables)]
    return {_bounds(node): _published_id(node) for node in (*clickables, *apart)}


def _sparse(hierarchy: Xml, fact: str) -> list[Xml]:
    kept: list[Xml] = []
    for node in hierarchy.iterfind(f".//node[@{fact}='true']"):
        if not any(_near(node, other) for other in kept):
            kept.append(node)
    return kept


def _published_everywhere(hierarchy: Xml) -> list[str]:
    """List AppAgent's ids of all nodes that it looks at, before it drops those near others."""
    return [_published_id(n) for n in hierarchy.iter("node") if "true" in (n.get("clickable"), n.get("focusable"))]


def _published_id(node: Xml) -> str:
    parent = node.getparent()
    prefix = f"{_published_name(parent)}_" if parent is not None and parent.tag == "node" else ""
    return f"{prefix}{_published_name(node)}_{node.get('index')}"


def _published_name(node: Xml) -> str:
    left, top, right, bottom = _bounds(node)
    name = node.get("resource-id", "").replace(":", ".").replace("/", "_")
    name = name or f"{node.get('class')}_{right - left}_{bottom - top}"
    description = node.get("content-desc", "")
    if not 0 < len(description) < 20:
        return name
    return f"{name}_{description.replace('/', '_').replace(':', '_').replace(' ', '')}"


def _near(one: Xml, other: Xml) -> bool:
    (l1, t1, r1, b1), (l2, t2, r2, b2) = _bounds(one), _bounds(other)
    return ((l1 + r1 - l2 - r2) / 2) ** 2 + ((t1 + b1 - t2 - b2) / 2) ** 2 <= _NEAR**2


# --- visits -------------------------------------------------------------------------------------------


def _revisits(dumps: dict[str, Xml]) -> Iterator[Visits]:
    """Yield one page that was dumped twice, with a scroll in between."""
    if "0269" in dumps and "0270" in dumps:
        before, after = dumps["0269"], dumps["0270"]
        yield Visits("0269/0270", before, after, _paired(before, after))


def _recorded() -> Iterator[Visits]:
    """Yield pairs of states that DroidBot recorded on one screen: same activity, most class paths in common."""
    paths = sorted((CORPUS / "recordings").glob("*/states/*.json"))
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


def _scaled(name: str, dump: Xml, factor: float) -> Visits:
    after, same = _copy(dump), {}
    for node in after.iter("node"):
        bounds = _bounds(node)
        left, top, right, bottom = (round(edge * factor) for edge in bounds)
        same[bounds] = (left, top, right, bottom)
        _place(node, same[bounds])
    return Visits(name, dump, after, same)


def _scrolled(name: str, dump: Xml) -> Visits | None:
    """Make up a second visit in which the longest list is scrolled by one row."""
    after = _copy(dump)
    lists = [n for n in after.iter("node") if re.search("RecyclerView|ListView|GridView", n.get("class", ""))]
    longest = max(lists, key=len, default=None)
    if longest is None or len(longest) < 3:
        return None
    first, second = _bounds(longest[0]), _bounds(longest[1])
    dx, dy = second[0] - first[0], second[1] - first[1]
    same = {_bounds(node): _bounds(node) for node in after.iter("node")}
    for gone in longest[0].iter("node"):
        same.pop(_bounds(gone), None)
    longest.remove(longest[0])
    for index, row in enumerate(longest):
        row.set("index", str(index))
        for node in row.iter("node"):
            left, top, right, bottom = bounds = _bounds(node)
            same[bounds] = (left - dx, top - dy, right - dx, bottom - dy)
            _place(node, same[bounds])
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
    return Visits(name, dump, after, {_bounds(node): _bounds(node) for node in dump.iter("node")})


def _paired(before: Xml, after: Xml) -> dict[Bounds, Bounds]:
    """Pair the nodes that are certainly the same control on both visits, found without either id rule.

    Two nodes match if the classes from the root down, the resource-id and the words in the whole subtree are equal,
    numbers aside; if that is not unique, the position among siblings must match too.
    """
    pairs: dict[Bounds, Bounds] = {}
    for key in (_identity, lambda node: (_identity(node), _indices(node))):
        one, other = _unique(before, key), _unique(after, key)
        for shared in filter(other.__contains__, one):
            pairs.setdefault(_bounds(one[shared]), _bounds(other[shared]))
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


# --- figures ------------------------------------------------------------------------------------------


def _table(dumps: dict[str, Xml], kinds: dict[str, list[Visits]]) -> Table:
    table = Table(title=f"Element ids on {len(dumps)} real dumps", title_justify="left")
    for heading in ("", "ours", "AppAgent's published rule"):
        table.add_column(heading, justify="right" if heading else "left")
    screens = [_elements(dump) for dump in dumps.values()]
    mine = [[element.id for element in screen] for screen in screens]
    every = [_published_everywhere(dump) for dump in dumps.values()]
    offered = [list(published(dump).values()) for dump in dumps.values()]
    weak = [sum(element.weak for element in screen) for screen in screens]
    total = sum(map(len, screens))
    table.add_row("dumps with two controls under one id", _colliding(mine), _colliding(every))
    table.add_row("   of the controls that are offered to the model", _colliding(mine), _colliding(offered))
    table.add_row("controls that share their id", _sharing(mine), _sharing(every))
    table.add_row("controls told apart by their turn only (weak)", _share(sum(weak), total), "")
    table.add_row("   dumps with such a control", str(sum(map(bool, weak))), "")
    recorded = next(iter(kinds.values()))
    table.add_row("ids of one visit that the next has too", *(_again(r, recorded) for r in (ours, published)))
    for kind, visits in kinds.items():
        table.add_row(f"found again: {kind}, {len(visits)} pairs", *(_found(r, visits) for r in (ours, published)))
        table.add_row("   ids now of another control", *(_merged(r, visits) for r in (ours, published)))
    return table


def _colliding(ids: Sequence[Sequence[str]]) -> str:
    return str(sum(len(set(each)) < len(each) for each in ids))


def _sharing(ids: Sequence[Sequence[str]]) -> str:
    shared = sum(count for each in ids for count in Counter(each).values() if count > 1)
    return _share(shared, sum(map(len, ids)))


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.1%})" if whole else "none"


def _again(rule: Rule, visits: Sequence[Visits]) -> str:
    """Return the share of all ids found again, counting rows that are gone as lost."""
    ids = [(set(rule(visit.before).values()), set(rule(visit.after).values())) for visit in visits]
    return _share(sum(len(one & other) for one, other in ids), sum(len(one) for one, _ in ids))


def _found(rule: Rule, visits: Sequence[Visits]) -> str:
    kept = total = 0
    for visit in visits:
        before, after = rule(visit.before), rule(visit.after)
        both = [(b, a) for b, a in visit.same.items() if b in before and a in after]
        kept += sum(before[b] == after[a] for b, a in both)
        total += len(both)
    return _share(kept, total)


def _merged(rule: Rule, visits: Sequence[Visits]) -> str:
    return str(sum(len(_merges(visit, rule(visit.before), rule(visit.after))) for visit in visits))


def _merges(visit: Visits, before: dict[Bounds, str], after: dict[Bounds, str]) -> list[tuple[Bounds, Bounds]]:
    """List the pairs of bounds whose id moved to a control that had another place before."""
    origins: dict[Bounds, set[Bounds]] = {}
    for was, now in visit.same.items():
        origins.setdefault(now, set()).add(was)
    return [
        (was, now)
        for was, name in before.items()
        for now, other in after.items()
        if name == other and now in origins and was not in origins[now]
    ]


def _mistakes(visit: Visits) -> Iterator[Mistake]:
    before = {element.bounds: element for element in _elements(visit.before)}
    after = {element.bounds: element for element in _elements(visit.after)}
    for was, now in visit.same.items():
        if was in before and now in after and before[was].id != after[now].id:
            yield Mistake("split", visit.name, _described(before[was]), _why(before[was], after[now]))
    for was, now in _merges(visit, ours(visit.before), ours(visit.after)):
        what = f"{_described(before[was])} and {_described(after[now])}"
        why = "only its turn tells it apart" if before[was].weak else "the same title in the same kind of place"
        yield Mistake("merge", visit.name, what, why)


def _why(before: Element, after: Element) -> str:
    for fact, old in before.facts.items():
        new = after.facts[fact]
        if fact != "words" and old != new:
            return f"{fact}: {old} is now {new}"
    if before.words != after.words:
        return f"words: {before.words!r} is now {after.words!r}"
    if before.weak or after.weak:
        return "only its turn among its like tells it apart"
    return "it has like ones on one of the visits that it has not on the other, or its row changed"


def _explain(console: Console, mistakes: Sequence[Mistake], verbose: bool) -> None:
    counts = Counter(mistake.kind for mistake in mistakes)
    console.print(f"\nLeft over by our rule, wrong merges: {counts['merge']}, wrong splits: {counts['split']}.")
    mistakes = sorted(mistakes, key=lambda mistake: mistake.kind)
    shown = mistakes if verbose else mistakes[:_LISTED]
    for mistake in shown:
        line = f"{mistake.kind}  {mistake.where}  {mistake.what}: {mistake.why}"
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    if len(shown) < len(mistakes):
        console.print(f"... and {len(mistakes) - len(shown)} more: --verbose lists all")


def _described(element: Element) -> str:
    return f"{element.role} {(element.text or element.resource_id.rpartition('/')[2])[:40]!r}"


# --- XML ----------------------------------------------------------------------------------------------


def _elements(hierarchy: Xml) -> tuple[Element, ...]:
    return read_dump(etree.tostring(hierarchy, encoding="unicode")).elements


def _copy(hierarchy: Xml) -> Xml:
    return etree.fromstring(etree.tostring(hierarchy))


def _bounds(node: Xml) -> Bounds:
    left, top, right, bottom = map(int, re.findall(r"-?\d+", node.get("bounds", "[0,0][0,0]")))
    return left, top, right, bottom


def _place(node: Xml, bounds: Bounds) -> None:
    left, top, right, bottom = bounds
    node.set("bounds", f"[{left},{top}][{right},{bottom}]")


if __name__ == "__main__":
    main()
