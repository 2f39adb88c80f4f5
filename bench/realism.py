"""Compare statistics of the virtual apps' hierarchies with those of 265 real dumps.

    python bench/realism.py [--screens 40] [--seed 0]

Walks every app of the virtual phone at random, in each of its languages, and keeps one hierarchy of each structure
that comes up. All apps count equally. The real figures were measured once, on 265 dumps balanced over 71 apps; 46% of
those screens contain words that are not ASCII.
"""

import argparse
import random
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from appagent.devices.captures.hierarchy import parse_dump
from appagent.phone import Phone
from appagent.phone.app import installed
from appagent.phone.keyboard import PACKAGE as KEYBOARD
from appagent.screen import Node, structure

_NOT_APPS = {"com.android.systemui", KEYBOARD}  # as in the real dumps, hardly one of which has a keyboard's keys
_KEYS_LEFT = 0.15  # of the steps go back
_STEPS = 12  # at most, for each screen that is wanted


@dataclass(frozen=True)
class Look:
    """Counts on one screen; all but `nodes` are about its clickable nodes."""

    nodes: int
    clickable: int
    no_id: int
    repeats: bool
    no_words: int
    bare: int
    nested: int
    foreign: bool


_Measure = Callable[[Sequence[Look]], float]
_MEASURES: dict[str, tuple[float, _Measure]] = {
    "nodes, median": (37, lambda looks: statistics.median(look.nodes for look in looks)),
    "nodes, 95th percentile": (201, lambda looks: _percentile([look.nodes for look in looks])),
    "clickable, median": (7, lambda looks: statistics.median(look.clickable for look in looks)),
    "clickable, 95th percentile": (43, lambda looks: _percentile([look.clickable for look in looks])),
    "clickable without resource-id, %": (55, lambda looks: _part(looks, "no_id")),
    "screens that repeat a resource-id, %": (25, lambda looks: 100 * statistics.mean(look.repeats for look in looks)),
    "clickable without own words, %": (41, lambda looks: _part(looks, "no_words")),
    "clickable without words in it, %": (11, lambda looks: _part(looks, "bare")),
    "clickable within a clickable, %": (40, lambda looks: _part(looks, "nested")),
    "screens with nothing clickable, %": (7, lambda looks: 100 * statistics.mean(not look.clickable for look in looks)),
    "screens with words not ASCII, %": (46, lambda looks: 100 * statistics.mean(look.foreign for look in looks)),
}


def main() -> None:
    """Walk the apps, count, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--screens", type=int, default=40, help="at most, of each app in each language")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    by_app = {}
    for app in installed():
        if not app.hidden:
            locales = ["en-US", *(["zh-CN"] if "zh" in app.words else [])]
            walks = [_walk(app.package, locale, chosen.screens, chosen.seed) for locale in locales]
            by_app[app.name()] = [look(tree) for walked in walks for tree in walked]
    most = max(map(len, by_app.values()))
    balanced = [one for looks in by_app.values() for one in _spread(looks, most)]
    table = Table("", "real", "virtual", *by_app, box=None)
    table.add_row(
        "screens", "265", str(sum(map(len, by_app.values()))), *(str(len(looks)) for looks in by_app.values())
    )
    for name, (real, measure) in _MEASURES.items():
        shown = [f"{measure(looks):.0f}" for looks in (balanced, *by_app.values())]
        table.add_row(name, str(real), *shown)
    Console(width=220).print(table)


def look(hierarchy: str) -> Look:
    """Count the nodes of a hierarchy, without its system windows."""
    nodes = [n for root in parse_dump(hierarchy) if root.package not in _NOT_APPS for n in _within(root)]
    clickable = [node for node in nodes if node.clickable]
    ids = [node.resource_id for node in clickable if node.resource_id]
    return Look(
        nodes=len(nodes),
        clickable=len(clickable),
        no_id=len(clickable) - len(ids),
        repeats=len(ids) > len(set(ids)),
        no_words=sum(not _words(node) for node in clickable),
        bare=sum(not any(map(_words, _within(node))) for node in clickable),
        nested=sum(any(above.clickable for above in _above(node)) for node in clickable),
        foreign=any(not _words(node).isascii() for node in nodes),
    )


def _walk(package: str, locale: str, wanted: int, seed: int) -> list[str]:
    """Walk an app at random and return its hierarchies, one of each structure; start anew after leaving the app."""
    chance = random.Random(f"{package}/{seed}")
    phone = Phone(time_scale=0, locale=locale, seed=seed)
    phone.start(package)
    found: dict[str, str] = {}
    for _ in range(wanted * _STEPS):
        dump = phone.hierarchy()
        tree = parse_dump(dump)
        found.setdefault(structure(tree), dump)
        nodes = [n for root in tree if root.package == package for n in _within(root)]
        touchable = [n for n in nodes if n.clickable or n.long_clickable or n.editable or n.scrollable]
        if len(found) == wanted:
            break
        if not touchable or phone.foreground[0] != package or chance.random() < _KEYS_LEFT:
            phone.press("back")
        else:
            _touch(phone, chance.choice(touchable), chance)
        if phone.foreground[0] != package:
            phone.start(package)
    return list(found.values())


def _touch(phone: Phone, node: Node, chance: random.Random) -> None:
    left, top, right, bottom = node.bounds
    x, y = (left + right) // 2, (top + bottom) // 2
    if node.scrollable and chance.random() < 0.5:
        phone.swipe([(x, y), (x, y - (bottom - top) // 3)])
    else:
        phone.tap(x, y, hold_s=0.6 if node.long_clickable and chance.random() < 0.3 else 0.0)
        if node.editable:
            phone.type_text("Tea")


def _within(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from _within(child)


def _above(node: Node) -> Iterator[Node]:
    while node.parent:
        node = node.parent
        yield node


def _words(node: Node) -> str:
    return (node.text + node.description).strip()


def _part(looks: Sequence[Look], name: str) -> float:
    """Return a count as a percentage of all clickable nodes."""
    counted: int = sum(getattr(look, name) for look in looks)
    return 100 * counted / max(sum(look.clickable for look in looks), 1)


def _percentile(values: Sequence[int]) -> float:
    return float(statistics.quantiles(values, n=20)[-1])


def _spread(looks: Sequence[Look], number: int) -> list[Look]:
    """Pick so many screens evenly, repeating some if there are fewer."""
    return [looks[n * len(looks) // number] for n in range(number)]


if __name__ == "__main__":
    main()
