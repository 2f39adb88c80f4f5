"""Measure screen ids: draw pairs of screens of one activity, let a reader judge them, and compare with what is filed.

    python bench/screens.py --seed 14 --judge FOLDER                           write outlines of the pairs
    python bench/screens.py --seed 14 --verdicts bench/screens_verdicts.csv    print the figures

The rule was tuned on seed 13; the verdicts on seed 14 were made before any id of its screens was computed.

The pairs come from random walks through all virtual apps (light and dark, two languages, other contents and sizes) and
from the dumps in ../shared/corpus or APPAGENT_CORPUS. Half of them should be one screen and half two, by what is known
of how they were made; only the reader's verdict counts.
"""

import argparse
import csv
import hashlib
import json
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from id_visits import _from_views
from ids import CORPUS
from lxml import etree
from rich.console import Console
from rich.table import Table

from appagent.devices.captures.hierarchy import parse_dump, read_dump
from appagent.phone import Phone
from appagent.phone.app import installed
from appagent.prompting.words.outline import outline
from appagent.screen import Node, Screen, nearest, structure
from appagent.screen.nodes.tree import walk
from appagent.screen.nodes.windows import windows

_PAIRS, _OF_CORPUS = 200, 40
_STEPS, _KEPT = 260, 70  # of one walk
_BACK = 0.12  # share of the steps that go back
_HARD = 0.6  # share of the pairs for which the least likely of some candidates is taken
_CANDIDATES = 8
_LINES = 18  # of an outline that the reader gets
_LOOKS: tuple[tuple[str, bool, tuple[int, int]], ...] = (
    ("en-US", False, (1080, 2400)),
    ("zh-CN", True, (1080, 2400)),
    ("en-US", True, (720, 1280)),
    ("en-US", False, (1600, 2560)),
)


@dataclass(frozen=True)
class Shot:
    """Screen as it was captured.

    made, title: the function of the app that made it, and its title; "" if not known.
    """

    app: str
    activity: str
    made: str
    dump: str
    size: tuple[int, int]
    title: str = ""

    def read(self) -> Screen:
        """Return the screen as the driver would read it."""
        return read_dump(self.dump, size=self.size, app=self.app, activity=self.activity)


@dataclass(frozen=True)
class Pair:
    """Two screens of one activity. likely: whether they are one screen by how they were made; None if unknown."""

    one: Shot
    other: Shot
    likely: bool | None

    @property
    def key(self) -> str:
        """Return a hash of both dumps, so that a verdict is not used for a pair that has become another."""
        return hashlib.sha256(f"{self.one.dump}\n{self.other.dump}".encode()).hexdigest()[:8]


def main() -> None:
    """Write the pairs for a reader, or print the figures for the reader's verdicts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--judge", type=Path, help="folder for the outlines of the pairs")
    parser.add_argument("--verdicts", type=Path, help="CSV with seed, pair, key and verdict; no file: the hints")
    parser.add_argument("--verbose", action="store_true", help="list the pairs that are filed wrongly")
    chosen = parser.parse_args()
    pairs = drawn(chosen.seed)
    if chosen.judge:
        chosen.judge.mkdir(parents=True, exist_ok=True)
        for number, pair in enumerate(pairs, 1):
            (chosen.judge / f"{number:03}.txt").write_text(_told(number, pair), encoding="utf-8")
        return
    verdicts = _verdicts(chosen.verdicts, chosen.seed, pairs) if chosen.verdicts else [pair.likely for pair in pairs]
    _report(Console(width=150), pairs, verdicts, verbose=chosen.verbose)


# --- drawing ------------------------------------------------------------------------------------------


def drawn(seed: int) -> list[Pair]:
    """Return the pairs of a seed: the virtual apps' first, then those of the corpus."""
    chance = random.Random(seed)
    groups = _grouped(shot for app in installed() for shot in _walks(app.package, seed))
    wanted = _PAIRS - _OF_CORPUS
    known: set[str] = set()
    own = [_pair(groups, likely, chance, known) for likely in (True, False) for _ in range(wanted // 2)]
    chance.shuffle(own)
    return [*own, *_of_corpus(chance)]


def _grouped(shots: Iterator[Shot]) -> dict[str, dict[str, list[Shot]]]:
    groups: dict[str, dict[str, list[Shot]]] = defaultdict(lambda: defaultdict(list))
    for shot in shots:
        groups[shot.app][shot.activity].append(shot)
    return {app: found for app, found in groups.items() if len({shot.made for of in found.values() for shot in of}) > 1}


def _pair(groups: dict[str, dict[str, list[Shot]]], likely: bool, chance: random.Random, known: set[str]) -> Pair:
    """Draw a pair that is not yet known: an app, one of its activities, two screens of that.

    A hard pair looks unlike though it is one screen, or alike though it is two. Of those that are likely two, most are
    two pages or two dialogs, or one function's pages with different titles.
    """
    while True:
        shots = chance.choice([*chance.choice([*groups.values()]).values()])
        hard = chance.random() < _HARD
        kind = "" if likely else chance.choice(("alike", "alike", "titles", ""))
        found = []
        for _ in range(40 * _CANDIDATES):
            pair = Pair(chance.choice(shots), chance.choice(shots), likely)
            if pair.key not in known and pair.one.dump != pair.other.dump and _fits(pair, kind):
                found.append(pair)
            if len(found) == (_CANDIDATES if hard else 1):
                break
        if found:
            best = min(found, key=lambda pair: (1 if likely else -1) * _likeness(pair.one, pair.other))
            known.add(best.key)
            return best


def _fits(pair: Pair, kind: str) -> bool:
    one, other = pair.one, pair.other
    if kind == "titles":
        return one.made == other.made and one.title != other.title
    if kind == "alike" and ("Dialog" in one.made) != ("Dialog" in other.made):
        return False
    return (one.made == other.made) == pair.likely


def _walks(package: str, seed: int) -> Iterator[Shot]:
    for number, look in enumerate(_LOOKS):
        yield from _walk(package, look, f"{seed}/{number}")


def _walk(package: str, look: tuple[str, bool, tuple[int, int]], seed: str) -> Iterator[Shot]:
    """Walk an app at random, and yield one screen of each structure that comes up."""
    locale, dark, size = look
    chance = random.Random(f"{package}/{seed}")
    phone = Phone(time_scale=0, locale=locale, seed=chance.randrange(99), size=size)
    phone.dark = dark
    phone.start(package)
    found: set[tuple[str, str]] = set()
    for _ in range(_STEPS):
        dump, view = phone.hierarchy(), phone._top()
        tree, built = parse_dump(dump), view.built()
        made = getattr(view.make, "func", view.make)  # a partial's own function
        name = f"{type(built).__name__} {made.__qualname__}"
        if (name, structure(tree)) not in found:
            found.add((name, structure(tree)))
            yield Shot(package, phone.foreground[1], name, dump, phone.size, getattr(built, "title", ""))
        if len(found) == _KEPT:
            break
        _step(phone, package, [n for root in tree if root.package == package for n in walk(root)], chance)


def _step(phone: Phone, package: str, nodes: Sequence[Node], chance: random.Random) -> None:
    touchable = [n for n in nodes if n.clickable or n.long_clickable or n.editable or n.scrollable]
    if not touchable or chance.random() < _BACK:
        phone.press("back")
    else:
        node = chance.choice(touchable)
        left, top, right, bottom = node.bounds
        x, y = (left + right) // 2, (top + bottom) // 2
        if node.scrollable:
            phone.swipe([(x, y), (x, y - (bottom - top) // 3)])
        else:
            phone.tap(x, y, hold_s=0.6 if node.long_clickable and chance.random() < 0.3 else 0.0)
            if node.editable and chance.random() < 0.7:
                phone.type_text(chance.choice(("Tea", "Anna Berg", "12", "https://a.example")))
    if phone.foreground[0] != package:
        phone.start(package)


def _of_corpus(chance: random.Random) -> list[Pair]:
    """Draw pairs of recorded screens of one activity, half of them alike and half not; dumps tell no activity."""
    shots = []
    for path in sorted((CORPUS / "recordings").glob("*/states/*.json")):
        state = json.loads(path.read_text(encoding="utf-8"))
        app, _, activity = state["foreground_activity"].partition("/")
        xml = etree.tostring(_from_views(state["views"]), encoding="unicode")
        shots.append(Shot(app, activity, "", xml, (state["width"], state["height"])))
    for path in sorted((CORPUS / "xml").glob("*.xml")):
        xml = path.read_text(encoding="utf-8")
        screen = read_dump(xml)
        shots.append(Shot(screen.app, "", "", xml, screen.size))
    both = [
        (one, other)
        for one, other in combinations(shots, 2)
        if (one.app, one.activity) == (other.app, other.activity) and one.dump != other.dump
    ]
    both.sort(key=lambda pair: _likeness(*pair))
    half = len(both) // 2
    return [
        Pair(*pair, None) for part in (both[half:], both[:half]) for pair in chance.sample(part, min(20, len(part)))
    ]


def _likeness(one: Shot, other: Shot) -> float:
    """Return the share of class paths that two screens have in common."""
    mine, theirs = (Counter(_paths(shot.dump)) for shot in (one, other))
    return (mine & theirs).total() / max((mine | theirs).total(), 1)


def _paths(dump: str) -> Iterator[str]:
    for root in parse_dump(dump):
        for node in walk(root):
            yield f"{node.parent.role if node.parent else ''}/{node.role}/{node.resource_id}"


# --- judging ------------------------------------------------------------------------------------------


def _told(number: int, pair: Pair) -> str:
    head = f"### pair {number} key {pair.key} app {pair.one.app} activity {pair.one.activity}\n"
    return head + "".join(f"--- {name}\n{_short(shot)}\n" for name, shot in (("A", pair.one), ("B", pair.other)))


def _short(shot: Shot) -> str:
    screen = shot.read()
    lines = [line[:70] for line in outline(screen).splitlines()]
    if len(lines) > _LINES:
        lines = [*lines[: _LINES - 6], f"... {len(lines) - _LINES} more lines", *lines[-6:]]
    kinds = ", ".join(window.kind for window in windows(screen.tree, screen.size, screen.app) if not window.bar)
    return "\n".join([f"({screen.size[0]} x {screen.size[1]}; windows: {kinds})", *lines])


def _verdicts(path: Path, seed: int, pairs: Sequence[Pair]) -> list[bool | None]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if int(row["seed"]) == seed]
    read = {(int(row["pair"]), row["key"]): row["verdict"] == "same" for row in rows}
    return [read.get((number, pair.key)) for number, pair in enumerate(pairs, 1)]


# --- figures ------------------------------------------------------------------------------------------


def _report(console: Console, pairs: Sequence[Pair], verdicts: Sequence[bool | None], *, verbose: bool) -> None:
    judged = [
        (n, pair, same) for n, (pair, same) in enumerate(zip(pairs, verdicts, strict=True), 1) if same is not None
    ]
    console.print(f"{len(judged)} of {len(pairs)} pairs are judged: {sum(same for *_, same in judged)} as one screen")
    table = Table(title="Screens filed", title_justify="left")
    for heading in ("", "old rule", "new rule", "new id alone"):
        table.add_column(heading, justify="right" if heading else "left")
    rules: tuple[Callable[[Screen, Screen], bool], ...] = (_old, _new, lambda one, other: _id(one) == _id(other))
    wrong: list[str] = []
    read = {n: (pair.one.read(), pair.other.read()) for n, pair, _ in judged}
    for wanted, name in ((True, "one screen as one"), (False, "two screens as two")):
        of = [n for n, _, same in judged if same == wanted]
        found = [[rule(*read[n]) == wanted for n in of] for rule in rules]
        table.add_row(name, *(f"{sum(each)} of {len(of)} ({sum(each) / max(len(of), 1):.1%})" for each in found))
        wrong += [
            f"pair {n}, wanted {name}: {_named(read[n])}" for n, good in zip(of, found[1], strict=True) if not good
        ]
    console.print(table)
    for line in wrong if verbose else ():
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def _named(both: tuple[Screen, Screen]) -> str:
    return f"{both[0].app} {both[0].activity} " + " | ".join(
        f"{each.heading!r} {len(each.templates)} {sorted(s[:9] for s in each.templates if s[0].islower())}"
        for each in both
    )


def _id(screen: Screen) -> str:
    return screen.screen_id


def _new(one: Screen, other: Screen) -> bool:
    """Tell whether a store that knows one screen, with a document for each of its elements, files the other under it.

    A pair counts as one screen only if this is so both ways round.
    """
    return any(
        nearest(later, {first.screen_id: first.templates}, {first.screen_id: _documented(first)}) == first.screen_id
        for first, later in ((one, other), (other, one))
    )


def _documented(screen: Screen) -> frozenset[str]:
    return frozenset(element.id for element in screen.elements if not element.listed)


def _old(one: Screen, other: Screen) -> bool:
    """Tell whether the rule of version 1 filed two screens as one: the same id, or 80% of the templates in common."""
    (mine, key), (theirs, other_key) = _old_templates(one), _old_templates(other)
    alike = min(len(mine), len(theirs)) >= 3 and len(mine & theirs) / len(mine | theirs) >= 0.8
    return key == other_key or alike


def _old_templates(screen: Screen) -> tuple[frozenset[str], tuple[object, ...]]:
    found = frozenset(e.template for e in screen.elements if not e.listed and e.actions != ("swipe",))
    kinds = {w.kind for w in windows(screen.tree, screen.size, screen.app) if w.reachable and not w.bar}
    kind = next((kind for kind in ("system", "dialog", "app") if kind in kinds), "")
    return found, (screen.app, screen.activity, kind, found)


if __name__ == "__main__":
    main()
