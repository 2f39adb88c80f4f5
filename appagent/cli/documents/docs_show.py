"""Define appagent docs show and stats: one document with its history, and counts of a store."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import typer

from appagent.cli.documents import docs
from appagent.cli.shared import options as opt
from appagent.cli.shared import show

if TYPE_CHECKING:
    from appagent.store.checks import TableRow
    from appagent.store.outcomes import Outcomes


def add_to(group: typer.Typer) -> None:
    """Add the commands `show` and `stats` to the group `docs`."""
    group.command("show", epilog="Example: appagent docs show 3f2a")(show_)
    group.command("stats", epilog="Example: appagent docs stats")(stats)


@opt.shared("store")
def show_(
    record: docs.OneId,
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Show one document with all its details, and its history.

    A terminal that can show pictures (kitty, Ghostty, iTerm2, WezTerm, mintty) shows that of the element too, if there
    is one: places in games and the like have one.
    """
    from appagent.cli.shared.terminal_picture import put_picture
    from appagent.screen.pictures.spots import FACT, read_spot
    from appagent.store.opening import open_store

    with open_store(opt.settings(options), to_read=True) as opened:
        found = opened.get(record)
        versions = opened.history(found)
        author = opened.keys.name
        found = opened.as_current(found) or found
        outcomes = opened.outcomes([found.id])
        spot = read_spot(found.facts.get(FACT), opened.picture)
    told = docs.as_json(found)
    if found.id in outcomes:
        told["outcomes"] = str(outcomes[found.id])
    if json:
        show.put_json({**told, "history": [docs.as_json(each) for each in versions]})
        return
    told["says"] = told.pop("sentence")
    facts = told.pop("facts")
    put_picture(spot.picture if spot else b"")
    show.rows(["field", "value"], [[name, _joined(value, ", ")] for name, value in told.items() if value])
    made_from = [[name, _joined(value, " > ")] for name, value in facts.items() if value and name != "seen"]
    show.rows(["made from", ""], made_from)
    if len(versions) > 1:
        lines = [
            [each.id[:8], each.time[:16].replace("T", " "), author(each.author), each.source, docs.what_it_says(each)]
            for each in versions
        ]
        show.rows(["history", "when", "author", "how", "what it said"], lines, most=show.MOST_IN_LINE)


@opt.shared("store")
def stats(app: docs.OneApp = "", json: opt.Json = False, *, options: opt.Options) -> None:
    """Count the documents of each app, and how often they proved right.

    This includes counts of other stores that came with packs and from hubs.
    """
    from appagent.store.opening import open_store

    with open_store(opt.settings(options), to_read=True) as opened:
        packages = docs.apps_meant(app, opened.apps())
        counts = {package: opened.stats(package) for package in packages}
        used = {package: _used(opened.outcome_rows(package, "counted")) for package in packages}
    if json:
        told = {package: {**of, "outcomes": used[package].by_version} for package, of in counts.items()}
        show.put_json({"apps": told})
        return
    lines: list[list[Any]] = []
    for package, of in counts.items():
        by = ", ".join(f"{of[each]} {each}" for each in ("human", "demo", "refine", "explore", "import") if each in of)
        lines.append(
            [package, f"{of['documents']} ({by})", of["records"], of["screens"], of["conflicts"], str(used[package])]
        )
    show.rows(["package", "documents", "versions", "screens", "conflicts", "proved right"], lines)


def _used(rows: "Sequence[TableRow]") -> "Outcomes":
    """Add up the counts of all documents and stores. rows: rows of the store's table `outcomes`."""
    from appagent.store.outcomes import Outcomes

    total: dict[str, tuple[int, int]] = {}
    for _, _, version, worked, failed, _ in rows:
        before = total.get(version, (0, 0))
        total[version] = (before[0] + worked, before[1] + failed)
    return Outcomes(total)


def _joined(value: Any, between: str) -> object:
    return between.join(map(str, value)) if isinstance(value, list) else value
