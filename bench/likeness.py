"""Measure how often the best match by likeness is right: precision and yield by confidence, on held-out pairs.

    python bench/likeness.py

Two visits to one screen, between which the controls are known: recorded ones, and real dumps of which a next release
was made up. In it containers and controls get other resource-ids, words change, some controls go and new ones come.
Each control of the first visit outside lists has a document, those of all other screens stand beside, and each control
of the second one whose id no document has is looked for. Where its control is not among the documents, any match is
wrong. Half of the screens, by a hash of their names, set the threshold; the other half are held out. The second table
is of the names that the published AppAgent gives. The dumps are read from ../shared/corpus or APPAGENT_CORPUS.
"""

import hashlib
import os
import random
from collections.abc import Iterator
from pathlib import Path

from id_rules import Xml, bounds, read
from id_visits import Visits, kinds_of
from lxml import etree
from rich.console import Console
from rich.table import Table

from appagent.documents.facts import element_facts
from appagent.documents.lookup.likeness import perhaps, published_names
from appagent.documents.values import Values
from appagent.screen import Screen
from appagent.screen.finding_again.published import FACT, published_forms
from appagent.store import Record

CORPUS = Path(os.environ.get("APPAGENT_CORPUS", Path(__file__).resolve().parents[2] / "shared" / "corpus"))
THRESHOLDS = (0.5, 0.7, 0.8, 0.9, 0.95, 0.98)
SEEDS = 8  # releases that are made up of each dump
RELEASED = "next release, made up"
Right = tuple[float, bool]


def main() -> None:
    """Print the tables, or that there is no corpus."""
    if not (CORPUS / "xml").is_dir():
        print(f"SKIPPED: no corpus at {CORPUS}; nothing was measured. Set APPAGENT_CORPUS.")
        return
    dumps = {path.name[:4]: etree.fromstring(path.read_bytes()) for path in sorted((CORPUS / "xml").glob("*.xml"))}
    kinds = kinds_of(dumps, CORPUS / "recordings")
    kinds |= {RELEASED: [_released(name, dump, seed) for name, dump in dumps.items() for seed in range(SEEDS)]}
    everywhere = [record for name, dump in dumps.items() for record in _documents(name, read(dump))]
    table = Table("pairs", "half", "unknown", *(f"{each}: right / offered" for each in THRESHOLDS))
    for kind in (RELEASED, *(each for each in kinds if each != RELEASED)):
        for held_out in (False, True):
            chosen = [each for each in kinds[kind] if _held_out(each.name) == held_out]
            found = [one for visits in chosen for one in _matches(visits, everywhere)]
            unknown = sum(_unknown(visits) for visits in chosen)
            table.add_row(kind, "held out" if held_out else "first", str(unknown), *_cells(found))
    Console(width=170).print(table)
    names = Table("AppAgent's names", "elements", *(f"{each}: right / offered" for each in (0.9, 0.95)))
    for kind, pairs in kinds.items():
        found = [one for visits in pairs for one in _named(visits)]
        names.add_row(kind, str(sum(len(visits.same) for visits in pairs)), *_cells(found, (0.9, 0.95)))
    Console(width=170).print(names)


def _matches(visits: Visits, everywhere: list[Record]) -> Iterator[Right]:
    """Yield for each match whether it is right, with its confidence."""
    before, after = read(visits.before), read(visits.after)
    ids = {element.id for element in before.elements}
    left = [e for e in after.elements if e.id not in ids and not e.listed]
    own = _documents(visits.name, before)
    taken = {element.id for element in after.elements}
    others = [each for each in everywhere if each.screen_id.partition(" ")[0] != visits.name[:4]]
    records = [each for each in (*own, *others) if each.element_id not in taken]
    yield from _judged(visits, before, after, perhaps(after, left, records, {}, 0.5))


def _named(visits: Visits) -> Iterator[Right]:
    """Yield for each match by AppAgent's names whether it is right, with its confidence."""
    before, after = read(visits.before), read(visits.after)
    known = dict(published_forms(before))
    records = [
        Record(app="a", element_id=name, action="tap", text="Does it.", source="import", facts={FACT: list(shapes)},
               time="2026-01-31T12:00:00Z")
        for name, shapes in known.items()
    ]  # fmt: skip
    yield from _judged(
        visits,
        before,
        after,
        perhaps(after, [e for e in after.elements if not e.listed], records, published_names(after), 0.5),
    )


def _judged(visits: Visits, before: Screen, after: Screen, found: dict[str, list]) -> Iterator[Right]:  # type: ignore[type-arg]
    places = {element.id: element.bounds for element in before.elements}
    now = {element.id: element.bounds for element in after.elements}
    for name, offers in found.items():
        was = places.get(offers[0].record.element_id)
        yield offers[0].confidence, was is not None and visits.same.get(was) == now[name]


def _documents(name: str, screen: Screen) -> list[Record]:
    return [
        Record(
            app="a", screen_id=f"{name} {screen.screen_id}"[:400], element_id=e.id, template=e.template, action="tap",
            text="Does it.", source="explore", facts=element_facts(e, screen, Values()), time="2026-01-31T12:00:00Z",
        )
        for e in screen.elements if not e.listed and not e.weak
    ]  # fmt: skip


def _unknown(visits: Visits) -> int:
    ids = {element.id for element in read(visits.before).elements}
    return sum(e.id not in ids and not e.listed for e in read(visits.after).elements)


def _held_out(name: str) -> bool:
    return hashlib.sha256(name[:4].encode()).digest()[0] % 2 == 1


def _cells(found: list[Right], thresholds: tuple[float, ...] = THRESHOLDS) -> list[str]:
    rows = []
    for threshold in thresholds:
        offered = [right for sure, right in found if sure >= threshold]
        share = f" ({sum(offered) / len(offered):.0%})" if offered else ""
        rows.append(f"{sum(offered)} / {len(offered)}{share}")
    return rows


def _released(name: str, dump: Xml, seed: int) -> Visits:
    """Make up a next release at random: other resource-ids and words, some controls gone, and some new.

    Resource-ids of containers change in three of ten cases, of other nodes in two; words in two. One in ten nodes that
    can be touched is removed. One in ten is doubled, with another resource-id and other words.
    """
    dice = random.Random(f"{name} {seed}")
    after = etree.fromstring(etree.tostring(dump))
    for node in list(after.iter("node")):
        parent = node.getparent()
        if parent is None or parent.tag != "node":
            continue
        if node.get("resource-id") and dice.random() < (0.3 if len(node) else 0.2):
            node.set("resource-id", f"{node.get('resource-id')}_{dice.choice(('new', 'v2', 'view'))}")
        for fact in ("text", "content-desc"):
            if node.get(fact) and dice.random() < 0.2:
                node.set(fact, f"{dice.choice(('Your', 'All', 'My'))} {node.get(fact)}")
        if node.get("clickable") == "true" and dice.random() < 0.1:
            parent.remove(node)
        elif node.get("clickable") == "true" and dice.random() < 0.1:
            _double(node, dice)
    same = {bounds(node): bounds(node) for node in after.iter("node") if node.get("appagent") != "new"}
    return Visits(name, dump, after, same)


def _double(node: Xml, dice: random.Random) -> None:
    """Put a new control beside a node, of the same size but with another resource-id and other words."""
    new = etree.fromstring(etree.tostring(node))
    for each in new.iter("node"):
        each.set("appagent", "new")
        each.set(
            "resource-id",
            f"{each.get('resource-id')}_{dice.choice(('more', 'extra'))}" if each.get("resource-id") else "",
        )
        for fact in ("text", "content-desc"):
            each.set(fact, dice.choice(("Offers", "Help", "Invite")) if each.get(fact) else "")
        a, b, c, d = bounds(each)
        each.set("bounds", f"[{a + 3},{b + 3}][{c + 3},{d + 3}]")
    node.addnext(new)


if __name__ == "__main__":
    main()
