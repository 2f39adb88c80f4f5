"""Define appagent docs map: the map of an app as text, JSON, Mermaid or a picture."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from appagent.cli.documents import docs
from appagent.cli.shared import options as opt
from appagent.cli.shared import show
from appagent.errors import UsageError
from appagent.foreign import shown

if TYPE_CHECKING:
    from appagent.documents.map.overview import Overview, Page

_EXAMPLES = "Examples: appagent docs map --app settings; appagent docs map --app settings --picture map.svg"
_MOST = 60  # letters of a name
_MOST_WAYS = 4  # actions to name between two pages


def add_to(group: typer.Typer) -> None:
    """Add the command `map` to the group `docs`."""
    group.command("map", epilog=_EXAMPLES)(map_)


@opt.shared("store")
def map_(
    app: docs.OneApp,
    mermaid: Annotated[bool, typer.Option("--mermaid", help="Print it as a Mermaid flow chart.")] = False,
    picture: Annotated[Path | None, typer.Option("--picture", help="Draw the map into this .svg file.")] = None,
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Show the pages of an app, and what leads from one to another.

    For each action that leads to another page it says how often that worked in runs, by version of the app. At the end
    come the pages and elements that were never tried.
    """
    if picture and picture.suffix.lower() != ".svg":
        raise UsageError(f"--picture takes a file that ends with .svg, found {str(picture)!r}")
    found = _read(app, options)
    if picture:
        from appagent.cli.documents.map_picture import draw_map

        if len(found) > 1:
            raise UsageError(
                f"--picture draws one app, and {app!r} means {docs.package_list([each.app for each in found])}"
            )
        draw_map(found[0], picture)
    if json:
        from appagent.documents.map.overview import to_json

        show.put_json({"maps": [to_json(each) for each in found]} | ({"picture": str(picture)} if picture else {}))
    elif mermaid:
        for each in found:
            print(to_mermaid(each))
    elif picture:
        show.say(f"{picture} has the map of {found[0].app}: {_counts(found[0])}")
    else:
        for each in found:
            _print(each)


def to_mermaid(found: "Overview") -> str:
    """Return a map as a Mermaid flow chart. Transitions that fail or are untrusted are dotted."""
    lines = ["flowchart LR", f"    %% {shown(found.app, _MOST)}: what was learnt of this app"]
    lines += [f'    p{number}["{_escaped(page.name)}"]' for number, page in enumerate(found.pages)]
    for each in found.transitions:
        arrow = "-.->" if each.failing or each.untrusted else "-->"
        lines.append(f'    p{each.source} {arrow}|"{_escaped(each.words)}"| p{each.target}')
    return "\n".join(lines)


def _escaped(text: str) -> str:
    """Return a text for a Mermaid label in double quotes; every character that could end it is replaced by its code."""
    line = shown(text, _MOST)
    return "".join(each if each.isalnum() or each in " .,-'()/" else f"#{ord(each)};" for each in line)


def _read(app: str, options: opt.Options) -> "list[Overview]":
    """Return the maps of the apps that a name means."""
    from appagent.documents.map.overview import overview_of
    from appagent.store.opening import open_store

    with open_store(opt.settings(options), to_read=True) as opened:
        return [overview_of(package, opened) for package in docs.apps_meant(app, opened.apps())]


def _counts(found: "Overview") -> str:
    dropped = sum(each.failing for each in found.transitions)
    told = [
        show.amount(len(found.pages), "page"),
        show.amount(len(found.transitions) - dropped, "transition"),
    ]
    return ", ".join(told) + (f", and {dropped} that stopped working" if dropped else "")


def _print(found: "Overview") -> None:
    """Print a map: each page with the transitions that begin there; then what was never tried."""
    out = show.console()
    out.print(f"{shown(found.app)}: {_counts(found)}", markup=False)
    for number, page in enumerate(found.pages):
        ends: dict[tuple[int, str], list[str]] = {}
        for each in (each for each in found.transitions if each.source == number):
            ends.setdefault((each.target, each.sure), []).append(each.words)
        if ends:
            out.print(f"\n{shown(page.name, _MOST)}", markup=False)
        for (target, sure), words in ends.items():
            ways = list(dict.fromkeys(words))
            told = ", ".join(shown(each, _MOST) for each in ways[:_MOST_WAYS])
            more = f" and {len(ways) - _MOST_WAYS} more" if len(ways) > _MOST_WAYS else ""
            line = f"  {told}{more} -> {shown(found.pages[target].name, _MOST)}{f'  ({sure})' if sure else ''}"
            out.print(line, markup=False)
    if unknown := [page for page in found.pages if not page.explored]:
        out.print(f"\nNever explored: {', '.join(shown(page.name, _MOST) for page in unknown)}", markup=False)
    if lacking := [page for page in found.pages if page.explored and (page.untried or page.left_out)]:
        out.print("\nNever tried")
        for page in lacking:
            out.print(f"  {shown(page.name, _MOST)}: {_untried(page)}", markup=False)


def _untried(page: "Page") -> str:
    told = [shown(name, _MOST) for name in page.untried]
    return ", ".join([*told, *(f"{shown(name, _MOST)} (left out for safety)" for name in page.left_out)])
