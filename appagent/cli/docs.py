"""appagent docs: the documents of a store."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from appagent.cli import options as opt
from appagent.cli import show
from appagent.errors import UsageError
from appagent.settings import load

if TYPE_CHECKING:
    from appagent.store import Record

_App = Annotated[str, typer.Option("--app", help="Only this app's: a package, or a part of one.", show_default=False)]
_LIKE_IT = "All elements of a kind"  # stands where documents of single elements have their page


def add(app: typer.Typer) -> None:
    """Put the commands on the command line."""
    group = typer.Typer(help="The documents that are known.", no_args_is_help=True)
    group.command("list", epilog="Example: appagent docs list --app com.example.notes")(list_)
    group.command("show", epilog="Example: appagent docs show 3f2a")(show_)
    group.command("search", epilog='Example: appagent docs search "delete a note"')(search)
    group.command("import", epilog="Example: appagent docs import ./from-a-friend.sqlite")(import_)
    app.add_typer(group, name="docs")


@opt.given("store")
def list_(app: _App = "", json: opt.Json = False, *, options: opt.Options) -> None:
    """List the documents in force, page by page of each app, and words of persons that contradict each other."""
    from appagent.store import Store

    settings = load(options)
    with Store.open_to_read(settings.store) as opened:
        packages = [package for package in opened.apps() if app.casefold() in package.casefold()]
        records = {package: opened.current(package) for package in packages}
        titles = {screen: title for package in packages for screen, title in opened.titles(package).items()}
        conflicts = [group for package in packages for group in opened.conflicts(package)]
    if json:
        told = [record.to_json() for of_app in records.values() for record in of_app]
        show.put_json({"documents": told, "conflicts": [[record.id for record in group] for group in conflicts]})
        return
    if not any(records.values()):
        wanted = f" of {app}" if app else ""
        none = f"No documents{wanted} in {settings.store}. Learn an app: appagent learn --app APP"
        show.console().print(show.clean(none), markup=False)
    for package, of_app in records.items():
        if of_app:
            listing(of_app, f"{package}: {len(of_app)} documents", titles)
    for group in conflicts:
        ids = " and ".join(record.id[:8] for record in group)
        show.console().print(f"\n{ids} contradict each other, and persons wrote them: appagent docs show ID")


@opt.given("store")
def show_(
    record: Annotated[str, typer.Argument(help="The beginning of a document's id.")],
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Show one document with all its fields."""
    from appagent.store import Store

    with Store.open_to_read(load(options).store) as opened:
        found = opened.get(record)
    if json:
        show.put_json(found.to_json())
        return
    told = found.to_json()
    facts = told.pop("facts")
    show.rows(["field", "value"], [[name, _joined(value, ", ")] for name, value in told.items() if value])
    made_from = [[name, _joined(value, " > ")] for name, value in facts.items() if value and name != "seen"]
    show.rows(["made from", ""], made_from)


@opt.given("store")
def search(
    words: Annotated[str, typer.Argument(help="Words to look for; a document with any of them is found.")],
    app: Annotated[str | None, typer.Option("--app", help="Only this app's, by its package.")] = None,
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Find documents by their words, the nearest first."""
    from appagent.store import Store

    settings = load(options)
    with Store.open_to_read(settings.store) as opened:
        found = opened.search(words, app)
    if json:
        show.put_json({"documents": [record.to_json() for record in found]})
    elif found:
        lines = [
            [record.id[:8], record.app.rpartition(".")[2], about(record), record.action, record.text]
            for record in found
        ]
        show.rows(["id", "app", "element", "action", "what it does"], lines)
    else:
        show.console().print(show.clean(f"No document in {settings.store} has any of: {words}"), markup=False)


@opt.given("store")
def import_(
    file: Annotated[Path, typer.Argument(help="Somebody's store.")], json: opt.Json = False, *, options: opt.Options
) -> None:
    """Add another store's documents to one's own, where they stand behind what is known already."""
    from appagent.store import Store

    if not file.is_file():
        raise UsageError(f"no file {file}; what can be imported is a store, as learning makes it")
    with Store.open_to_read(file) as other, Store.open(load(options).store) as opened:
        new = opened.union(other)
    if json:
        show.put_json({"new": new, "from": str(file)})
    else:
        show.console().print(show.clean(f"{new} new documents from {file}"), markup=False)


def listing(records: "Sequence[Record]", heading: str, titles: Mapping[str, str] | None = None) -> None:
    """Documents for people: page by page, in the order in which they were learnt. titles: of screens, by id."""
    pages: dict[str, list[Record]] = {}
    for record in sorted(records, key=lambda record: (record.element_id == "", record.time)):
        pages.setdefault(_page(record, titles or {}), []).append(record)
    like = {record.template: about(record) for record in records if record.element_id}
    lines: list[list[str]] = []
    for page, of_page in pages.items():
        lines.append([page, "", "", ""])
        for record in of_page:
            element = about(record) if record.element_id else f"like {like.get(record.template, about(record))}"
            lines.append([f"  {element}", record.action, record.text, record.id[:8]])
    show.rows(["page and element", "action", "what it does", "id"], lines, heading)
    show.console().print()


def about(record: "Record") -> str:
    """The element in a few words: its own, or else its kind."""
    facts = record.facts
    words = str(facts.get("words") or facts.get("row") or "").split(" · ")[0]
    name = str(facts.get("resource_id") or "").rpartition("/")[2].replace("_", " ")
    role = str(facts.get("role") or facts.get("class") or record.template.partition("-")[0]).rpartition(".")[2]
    return words or (f"{role} {name}".strip())


def _page(record: "Record", titles: Mapping[str, str]) -> str:
    """The heading of the page that the element is on, as learning saw it; else what else is known of the screen."""
    if not record.element_id:
        return _LIKE_IT
    seen = record.facts.get("seen")
    heading = seen.get("title") if isinstance(seen, Mapping) else ""
    return str(heading or titles.get(record.screen_id) or "A page without a heading")


def _joined(value: Any, between: str) -> object:
    return between.join(map(str, value)) if isinstance(value, list) else value
