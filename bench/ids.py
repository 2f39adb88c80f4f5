"""Measure element ids on real dumps: two controls under one id, and ids found again on another visit.

Compares our rule with the one before it and with AppAgent's published one, written from its description, on the same
files, and says for each app whether any figure became worse than under the rule before.
Run: python bench/ids.py [--verbose]. The dumps are read from ../shared/corpus or APPAGENT_CORPUS.
"""

import argparse
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from id_rules import Named, Rule, Xml, before, elements, ours, published, published_everywhere, read
from id_visits import SWAPPED, Visits, kinds_of, swapped
from lxml import etree
from rich.console import Console
from rich.table import Table

from appagent.screen import Bounds, Element

CORPUS = Path(os.environ.get("APPAGENT_CORPUS", Path(__file__).resolve().parents[2] / "shared" / "corpus"))
RULES: dict[str, Rule] = {"ours": ours, "the rule before": before, "AppAgent's published rule": published}
_LISTED = 30
_RECORDED = "visit again, recorded"

Ids = Mapping[Bounds, Named]


@dataclass(frozen=True)
class Mistake:
    """Wrong id and its cause: a control lost its id (split), or its id now means another control (merge)."""

    kind: str
    where: str
    what: str
    why: str


def main() -> None:
    """Print the tables, then the mistakes of our rule."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--verbose", action="store_true", help="list every wrong merge and split")
    verbose = parser.parse_args().verbose
    console = Console(width=150)
    if not (CORPUS / "xml").is_dir():
        console.print(f"[bold red]SKIPPED: no corpus at {CORPUS}; nothing was measured.[/] Set APPAGENT_CORPUS.")
        return
    dumps = {path.name[:4]: etree.fromstring(path.read_bytes()) for path in sorted((CORPUS / "xml").glob("*.xml"))}
    kinds = kinds_of(dumps, CORPUS / "recordings")
    console.print(_table(dumps, kinds))
    console.print(_by_app(dumps, kinds))
    ordinary = [v for kind, visits in kinds.items() if kind != SWAPPED for v in visits]
    _explain(console, [m for visit in ordinary for m in _mistakes(visit)], verbose)


# --- figures ------------------------------------------------------------------------------------------


def _table(dumps: Mapping[str, Xml], kinds: Mapping[str, Sequence[Visits]]) -> Table:
    table = Table(title=f"Element ids on {len(dumps)} real dumps", title_justify="left")
    for heading in ("", *RULES):
        table.add_column(heading, justify="right" if heading else "left")
    named = {name: [rule(dump) for dump in dumps.values()] for name, rule in RULES.items()}
    every = [published_everywhere(dump) for dump in dumps.values()]
    offered = [[[each.id for each in ids.values()] for ids in found] for found in named.values()]
    looked_at = [*offered[:2], every]
    table.add_row("dumps with two controls under one id", *map(_colliding, looked_at))
    table.add_row("   of the controls that are offered to the model", *map(_colliding, offered))
    table.add_row("controls that share their id", *map(_sharing, looked_at))
    table.add_row("controls told apart by their turn only (weak)", *(_weak(named[name]) for name in [*RULES][:2]), "")
    outside = sum(not each.listed for ids in named["ours"] for each in ids.values())
    words = [len(_by_words(rule, dumps.items())) for rule in (ours, before)]
    table.add_row("controls outside lists whose id needs words", *(_share(count, outside) for count in words), "")
    table.add_row("ids of one visit that the next has too", *(_again(r, kinds[_RECORDED]) for r in RULES.values()))
    for kind, visits in kinds.items():
        table.add_row(f"found again: {kind}, {len(visits)} pairs", *(_found(r, visits) for r in RULES.values()))
        if kind != SWAPPED:
            table.add_row("   ids now of another control", *(_merged(r, visits) for r in RULES.values()))
    return table


def _by_app(dumps: Mapping[str, Xml], kinds: Mapping[str, Sequence[Visits]]) -> Table:
    """Return a table by app of our rule, the rule before and AppAgent's; figures that became worse are red."""
    table = Table(title="By app: ours / the rule before / AppAgent's", title_justify="left")
    for heading in ("app", "controls", "weak", "needs words", "found again", "in other words"):
        table.add_column(heading, justify="left" if heading == "app" else "right")
    apps: dict[str, dict[str, Xml]] = {}
    for name, dump in dumps.items():
        apps.setdefault(read(dump).app, {})[name] = dump
    for app, own in sorted(apps.items()):
        ordinary = [v for kind, visits in kinds.items() if kind != SWAPPED for v in visits if v.name[:4] in own]
        foreign = [v for v in kinds[SWAPPED] if v.name in own]
        named = [[rule(dump) for dump in own.values()] for rule in (ours, before)]
        weak = [sum(each.weak for ids in found for each in ids.values()) for found in named]
        words = [len(_by_words(rule, own.items())) for rule in (ours, before)]
        total = sum(map(len, named[0]))
        again, across = ([_pairs(r, visits) for r in RULES.values()] for visits in (ordinary, foreign))
        table.add_row(app, str(total), _marked(weak), _marked(words), _marked_shares(again), _marked_shares(across))
    return table


def _marked(counts: Sequence[int]) -> str:
    told = " / ".join(map(str, counts))
    return f"[red]{told}[/]" if counts[0] > counts[1] else told


def _marked_shares(found: Sequence[tuple[int, int]]) -> str:
    shares = [kept / total if total else 1.0 for kept, total in found]
    told = " / ".join(f"{share:.1%}" for share in shares)
    return f"[red]{told}[/]" if shares[0] < shares[1] else told


def _weak(found: Sequence[Ids]) -> str:
    return _share(sum(each.weak for ids in found for each in ids.values()), sum(map(len, found)))


def _by_words(rule: Rule, dumps: Iterable[tuple[str, Xml]]) -> list[tuple[str, Bounds]]:
    """Return (dump, bounds) of the controls outside lists whose id changes when all words change.

    Our rule says which controls are outside lists, also for the rule before, which saw lists in more places.
    """
    found = []
    for name, dump in dumps:
        then, now = rule(dump), rule(swapped(name, dump).after)
        outside = [box for box, each in ours(dump).items() if not each.listed]
        found += [(name, box) for box in outside if now[box].id != then[box].id]
    return found


def _colliding(ids: Sequence[Sequence[str]]) -> str:
    return str(sum(len(set(each)) < len(each) for each in ids))


def _sharing(ids: Sequence[Sequence[str]]) -> str:
    shared = sum(count for each in ids for count in Counter(each).values() if count > 1)
    return _share(shared, sum(map(len, ids)))


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.1%})" if whole else "none"


def _again(rule: Rule, visits: Sequence[Visits]) -> str:
    """Return the share of all ids found again, counting rows that are gone as lost."""
    ids = [tuple({each.id for each in rule(side).values()} for side in (v.before, v.after)) for v in visits]
    return _share(sum(len(one & other) for one, other in ids), sum(len(one) for one, _ in ids))


def _found(rule: Rule, visits: Sequence[Visits]) -> str:
    return _share(*_pairs(rule, visits))


def _pairs(rule: Rule, visits: Sequence[Visits]) -> tuple[int, int]:
    """Return how many controls have the same id on both visits, and how many there are."""
    kept = total = 0
    for visit in visits:
        then, now = rule(visit.before), rule(visit.after)
        both = [(b, a) for b, a in visit.same.items() if b in then and a in now]
        kept += sum(then[b].id == now[a].id for b, a in both)
        total += len(both)
    return kept, total


def _merged(rule: Rule, visits: Sequence[Visits]) -> str:
    return str(sum(len(_merges(visit, rule(visit.before), rule(visit.after))) for visit in visits))


def _merges(visit: Visits, then: Ids, later: Ids) -> list[tuple[Bounds, Bounds]]:
    """List the pairs of bounds whose id moved to a control that had another place before."""
    origins: dict[Bounds, set[Bounds]] = {}
    for was, now in visit.same.items():
        origins.setdefault(now, set()).add(was)
    return [
        (was, now)
        for was, name in then.items()
        for now, other in later.items()
        if name.id == other.id and now in origins and was not in origins[now]
    ]


def _mistakes(visit: Visits) -> Iterator[Mistake]:
    then = {element.bounds: element for element in elements(visit.before)}
    later = {element.bounds: element for element in elements(visit.after)}
    for was, now in visit.same.items():
        if was in then and now in later and then[was].id != later[now].id:
            yield Mistake("split", visit.name, _described(then[was]), _why(then[was], later[now]))
    for was, now in _merges(visit, ours(visit.before), ours(visit.after)):
        what = f"{_described(then[was])} and {_described(later[now])}"
        why = "only its turn tells it apart" if then[was].weak else "the same title in the same kind of place"
        yield Mistake("merge", visit.name, what, why)


def _why(then: Element, later: Element) -> str:
    for fact, old in then.facts.items():
        new = later.facts[fact]
        if fact != "words" and old != new:
            return f"{fact}: {old} is now {new}"
    if then.words != later.words:
        return f"words: {then.words!r} is now {later.words!r}"
    if then.weak or later.weak:
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


if __name__ == "__main__":
    main()
