"""Define appagent docs diff and forecast: which documents hold with a new version of an app."""

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from appagent.cli.documents import docs
from appagent.cli.shared import options as opt
from appagent.cli.shared import show
from appagent.errors import UsageError
from appagent.foreign import shown

if TYPE_CHECKING:
    from appagent.documents.lookup.versions import Shift
    from appagent.settings import Settings

_DIFF = "Example: appagent docs diff --app notes --from 8.0.1 --to 8.0.2"
_FORECAST = "Example, once the new version was learnt:\n\nappagent docs forecast --app notes"
_WORDS = {
    "appeared": "new",
    "gone": "no longer found",
    "changed": "does something else",
    "failing": "fails",
    "sure": "sure",
    "likely": "likely: there, and not tried",
    "unseen": "unknown: its page was not seen",
}
_App = Annotated[str, typer.Option("--app", help="The app: its package, a part of that, or a name of the app.")]


def add_to(group: typer.Typer) -> None:
    """Add the commands `diff` and `forecast` to the group `docs`."""
    group.command("diff", epilog=_DIFF)(diff)
    group.command("forecast", epilog=_FORECAST)(forecast)


@opt.shared("store")
def diff(
    app: _App,
    old: Annotated[str, typer.Option("--from", help="Earlier version; by default the one before --to.")] = "",
    new: Annotated[str, typer.Option("--to", help="Later version; by default the latest.")] = "",
    page: docs.PageNumber = 1,
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Compare the documents of two versions of an app.

    The list has documents that are new, whose element is no longer on its page, that do something else, or that failed
    more often than they worked. Both versions must have been learnt with this store, or used in runs.
    """
    package, before, after, shifts = _compared(opt.settings(options), app, old, new, forecast=False)
    told = [each for each in shifts if each.what in ("appeared", "gone", "changed", "failing")]
    if json:
        show.put_json({"app": package, "from": before, "to": after, **_json(told), "counts": _counts(shifts)})
        return
    _print(f"{package}: from {before} to {after}", told, shifts, page)


@opt.shared("store")
def forecast(
    app: _App,
    new: Annotated[str, typer.Option("--to", help="The new version; by default the latest.")] = "",
    page: docs.PageNumber = 1,
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Show which documents still apply to a new version of an app.

    The new version must have been learnt once. First come the documents from other versions whose element is no longer
    found, that do something else or that fail. Then come those that are sure because they were tried, those that are
    likely because the element is there, and the rest.
    """
    package, _, after, shifts = _compared(opt.settings(options), app, "", new, forecast=True)
    if json:
        show.put_json({"app": package, "to": after, **_json(shifts), "counts": _counts(shifts)})
        return
    _print(f"{package}: which documents hold with {after}", shifts, shifts, page)


def _compared(
    settings: "Settings", app: str, old: str, new: str, *, forecast: bool
) -> tuple[str, str, str, "list[Shift]"]:
    """Return package, earlier version, later version, and how the documents differ between the two.

    Raises UsageError if several apps fit, or if the versions are not known.
    """
    from appagent.documents.lookup.versions import AppVersions
    from appagent.store.opening import open_store

    with open_store(settings, to_read=True) as opened:
        apps = docs.apps_meant(app, opened.apps())
        if len(apps) != 1:
            raise UsageError(f"several apps fit --app {app!r}: {docs.package_list(apps)}; give one package")
        of_app = AppVersions.of(opened, apps[0])
        known = of_app.versions
        if unknown := [each for each in (old, new) if each and each not in known]:
            raise UsageError(
                f"nothing is known of version {unknown[0]!r:.80} of {apps[0]}; {_known_versions(known, apps[0])}"
            )
        later = new or (known[-1] if known else "")
        earlier = old or next((each for each in reversed(known) if each != later and _before(each, later, known)), "")
        if not later or (not earlier and not forecast):
            raise UsageError(f"two versions are needed of {apps[0]}; {_known_versions(known, apps[0])}")
        return apps[0], earlier, later, of_app.compared(later, None if forecast else earlier)


def _before(version: str, later: str, known: list[str]) -> bool:
    return known.index(version) < known.index(later)


def _known_versions(known: list[str], app: str) -> str:
    listed = ", ".join(shown(each, 40) for each in known[-20:]) or "none"
    return f"known from documents that you trust are: {listed}; learn the app as it is now: appagent learn --app {app}"


def _counts(shifts: "list[Shift]") -> dict[str, int]:
    counts = Counter(each.what for each in shifts)
    return {what: counts[what] for what in _WORDS}


def _json(shifts: "list[Shift]") -> dict[str, Any]:
    """Return the documents as plain JSON, grouped by what happened to them; a changed one has its new form as "now"."""
    told: dict[str, list[dict[str, Any]]] = {}
    for each in shifts:
        more = {"now": docs.as_json(each.now)} if each.now else {}
        counts = {"outcomes": each.counts} if each.counts else {}
        told.setdefault(each.what, []).append({**docs.as_json(each.record), **more, **counts})
    return {what: told.get(what, []) for what in _WORDS if what in told or what in ("gone", "changed", "failing")}


def _print(heading: str, told: "list[Shift]", shifts: "list[Shift]", page: int) -> None:
    """Print a table for each group of documents, 500 documents at a time, and the size of each group.

    Documents that say no more than their element are left out, unless they are gone, changed or failing.
    """
    listed = [each for each in told if _worth_listing(each)]
    of_page, left = show.paged(listed, page)
    show.say(heading)
    for what, words in _WORDS.items():
        if lines := [_table_line(each) for each in of_page if each.what == what]:
            show.console().print()
            show.rows(["page", "element", "action", "what it does", "id"], lines, words, show.MOST_IN_LINE)
    if left:
        show.say(f"{left} more: add --page {page + 1}, or see all with --json")
    of_each = [f"{number} {_WORDS[name].partition(':')[0]}" for name, number in _counts(shifts).items() if number]
    silent = (
        f", {len(told) - len(listed)} of them only serve the map and are not listed" if len(told) > len(listed) else ""
    )
    show.say(f"\n{', '.join(of_each) or 'No documents to compare'}{silent}.")


def _worth_listing(shift: "Shift") -> bool:
    from appagent.documents.facts import observed_effect
    from appagent.documents.wording import sentence

    matters = shift.what in ("gone", "changed", "failing") and observed_effect(shift.record) != "returns"
    return matters or bool(sentence(shift.record))


def _table_line(shift: "Shift") -> list[str]:
    """Return a line of a table: page, element, action, what it did before and does now, and a short id."""
    from appagent.documents.wording import plainly

    record = shift.record
    said = plainly(record) or "does something"
    now = f" Now: {plainly(shift.now) or 'something else'}" if shift.now else ""
    counts = f" ({shift.counts})" if shift.counts else ""
    return [docs.page_name(record), docs.element_words(record), record.action, f"{said}{now}{counts}", record.id[:8]]
