"""appagent docs: the documents of a store."""

from collections.abc import Mapping
from typing import Annotated

import typer

from appagent.cli import options as opt
from appagent.cli import show


def add(app: typer.Typer) -> None:
    """Put the commands on the command line."""
    group = typer.Typer(help="The documents that are known.", no_args_is_help=True)
    group.command("list", epilog="Example: appagent docs list --app com.example.notes")(list_)
    group.command("show", epilog="Example: appagent docs show 3f2a")(show_)
    app.add_typer(group, name="docs")


def list_(
    app: Annotated[
        str, typer.Option("--app", help="Only this app's: a package, or a part of one.", show_default=False)
    ] = "",
    store: opt.StorePath = None,
    json: opt.Json = False,
) -> None:
    """List the documents in force, app by app."""
    from appagent.store import Store

    settings = opt.settings({"store": store})
    with Store.open(settings.store) as opened:
        packages = [package for package in opened.apps() if app.casefold() in package.casefold()]
        records = {package: opened.current(package) for package in packages}
        titles = {package: opened.titles(package) for package in packages}
    if json:
        show.put_json({"documents": [record.to_json() for of_app in records.values() for record in of_app]})
        return
    if not any(records.values()):
        wanted = f" of {app}" if app else ""
        none = f"No documents{wanted} in {settings.store}. Learn an app: appagent learn --app APP"
        show.console().print(none, markup=False)
    for package, of_app in records.items():
        lines = [
            [r.id[:8], _first(titles[package].get(r.screen_id, "")), r.action, about(r.facts, r.element_id), r.text]
            for r in of_app
        ]
        show.rows(["id", "screen", "action", "element", "what it does"], lines, package)


def _first(title: str) -> str:
    """The beginning of a screen's words."""
    return title.split(" · ")[0][:24]


def show_(
    record: Annotated[str, typer.Argument(help="The beginning of a document's id.")],
    store: opt.StorePath = None,
    json: opt.Json = False,
) -> None:
    """Show one document with all its fields."""
    from appagent.store import Store

    with Store.open(opt.settings({"store": store}).store) as opened:
        found = opened.get(record)
    if json:
        show.put_json(found.to_json())
        return
    told = found.to_json()
    facts = told.pop("facts")
    show.rows(
        ["field", "value"],
        [[name, ", ".join(value) if isinstance(value, list) else value] for name, value in told.items() if value],
    )
    show.rows(
        ["made from", ""],
        [
            [name, " > ".join(value) if isinstance(value, list) else value]
            for name, value in facts.items()
            if value and name != "seen"
        ],
    )


def about(facts: Mapping[str, object], element_id: str) -> str:
    """The element in a few words."""
    words = str(facts.get("words") or facts.get("row") or facts.get("resource_id") or "").rpartition("/")[2]
    role = str(facts.get("role") or str(facts.get("class", "")).rpartition(".")[2])
    return f"{role} {words}".strip() if element_id else f"every {role} like it"
