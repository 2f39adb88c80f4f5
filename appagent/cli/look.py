"""appagent look: what the agent sees."""

from pathlib import Path
from typing import Annotated

import typer

from appagent.cli import options as opt
from appagent.cli import show

_LOOK = """Examples:

appagent look --device virtual --app settings --out marked.png

appagent look --hierarchy dump.xml --screenshot screen.png --json"""


def add(app: typer.Typer) -> None:
    """Put the command on the command line."""
    app.command(epilog=_LOOK)(look)


def look(
    hierarchy: Annotated[
        Path | None, typer.Option("--hierarchy", help="A file of `uiautomator dump` instead of a phone.")
    ] = None,
    screenshot: Annotated[Path | None, typer.Option("--screenshot", help="The picture of the same moment.")] = None,
    app: Annotated[str, typer.Option("--app", help="Open this app first.", show_default=False)] = "",
    out: Annotated[Path | None, typer.Option("--out", help="Write the picture with its marks to this PNG.")] = None,
    device: opt.Device = None,
    size: opt.Size = None,
    density: opt.Density = None,
    locale: opt.Locale = None,
    time_scale: opt.TimeScale = None,
    apps: opt.Apps = None,
    json: opt.Json = False,
) -> None:
    """Show what the agent sees of a screen: its elements, their ids and marks."""
    settings = opt.settings(locals())
    from appagent.views import from_device, from_files, to_json, write_picture

    if screenshot and not hierarchy:
        raise typer.BadParameter("a screenshot goes with --hierarchy, the dump of the same moment")
    screen = from_files(hierarchy, screenshot) if hierarchy else from_device(settings, app)
    if out:
        write_picture(screen, out)
    if json:
        show.put_json(to_json(screen))
        return
    lines = [
        [e.mark, e.text or e.hint, ", ".join(e.actions), e.id + (" (weak)" if e.weak else "")] for e in screen.elements
    ]
    title = f"{screen.app} {screen.activity} {screen.screen_id}" + ("" if screen.settled else " (not settled)")
    show.rows(["mark", "words", "actions", "element id"], lines, title)
    if out:
        show.console().print(f"The marked picture is in {out}", markup=False)
