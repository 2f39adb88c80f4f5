"""Define appagent look: show what the agent sees of a screen."""

from pathlib import Path
from typing import Annotated

import typer

from appagent.cli.shared import options as opt
from appagent.cli.shared import show
from appagent.foreign import shown

EXAMPLES = """Examples:

appagent look --device virtual --app settings --out marked.png

appagent look --device virtual --app sketch --grid --out grid.png

appagent look --hierarchy dump.xml --screenshot screen.png --json"""


@opt.shared("device", "ocr", *opt.PHONE)
def look(
    hierarchy: Annotated[
        Path | None, typer.Option("--hierarchy", help="Read this file of `uiautomator dump` in place of a phone.")
    ] = None,
    screenshot: Annotated[Path | None, typer.Option("--screenshot", help="Screenshot taken with that dump.")] = None,
    app: Annotated[str, typer.Option("--app", help="Open this app first.")] = "",
    out: Annotated[Path | None, typer.Option("--out", help="Write the picture with its marks to this PNG.")] = None,
    grid: Annotated[bool, typer.Option("--grid", help="Draw the grid in that picture in place of the marks.")] = False,
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Show what the agent sees of a screen: elements, ids and marks."""
    from appagent.sessions.looking import from_device, from_files, remarks, to_json, write_picture

    if screenshot and not hierarchy:
        raise typer.BadParameter("--screenshot needs --hierarchy, the dump of the same moment")
    if grid and not out:
        raise typer.BadParameter("--grid needs --out, the file to draw the grid in")
    if out and any(
        given and given.exists() and out.exists() and out.samefile(given) for given in (hierarchy, screenshot)
    ):
        raise typer.BadParameter(f"--out {out} is one of the files to look at; name another")
    settings = opt.settings(options)
    screen = from_files(hierarchy, screenshot, settings.ocr) if hierarchy else from_device(settings, app)
    if out:
        write_picture(screen, out, grid=grid)
    if json:
        show.put_json(to_json(screen) | {"remarks": remarks(screen, settings.ocr)})
        return
    lines = [
        [e.mark, e.text or e.hint, ", ".join(e.actions), e.id + (" (weak)" if e.weak else "")] for e in screen.elements
    ]
    title = f"{screen.app} {screen.activity} {screen.screen_id}" + ("" if screen.settled else " (not settled)")
    show.rows(["mark", "words", "actions", "element id"], lines, title)
    for remark in remarks(screen, settings.ocr):
        show.put(show.console(), shown(remark))
    if out:
        show.say(f"The picture with its {'grid' if grid else 'marks'} is in {out}")
