"""Capture one screen, from a device or from files, and write it as a picture or as JSON."""

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

from appagent.actions import Start
from appagent.devices.captures.files import read_files
from appagent.devices.captures.recognising import seeing
from appagent.devices.captures.spots import known_spots
from appagent.devices.drivers import open_device
from appagent.errors import UsageError
from appagent.files import write_private, writing
from appagent.prompting.pictures.grid import draw_grid
from appagent.prompting.pictures.marks import mark, wireframe
from appagent.screen import Screen
from appagent.screen.grid import cells_of
from appagent.screen.vision import INSTALL, forbidden, gaps, ocr_installed, picture_readers
from appagent.secrets import Secrets, mask_screen
from appagent.settings import Settings
from appagent.store.opening import open_store


def from_device(settings: Settings, app: str) -> Screen:
    """Open the given app, if any, and return the screen that the device then shows, with secrets masked.

    app: a package or a visible name; "" to leave the device as it is.
    """
    with open_device(settings) as plain, open_store(settings, to_read=True) as store:
        device = seeing(plain, known_spots(store), *picture_readers(settings.ocr))
        if app:
            device.perform(Start(device.package(app)))
        return mask_screen(device.capture(), Secrets(settings.secrets))


def from_files(hierarchy: Path, screenshot: Path | None = None, ocr: str = "off") -> Screen:
    """Return the screen that files show, without any device.

    hierarchy: a uiautomator dump, XML.
    screenshot: the picture of the same screen, if there is one.
    ocr: "auto" to recognise text in the picture that the hierarchy lacks, else "off".
    Raises UsageError if the files are no dump and no picture.
    """
    screen = read_files(hierarchy, screenshot)
    for see in picture_readers(ocr):
        screen = see(screen)
    return screen


def remarks(screen: Screen, ocr: str) -> list[str]:
    """Return sentences for the person about what the picture lacks; [] if there is nothing to say.

    One says that the app forbids pictures of the screen. Another says that parts of the picture are not described by
    the hierarchy, if OCR does not recognise them either.
    ocr: "auto" or "off", as in the settings.
    """
    said = list(forbidden(screen))
    parts = 0 if picture_readers(ocr) else len(gaps(screen).regions)
    if parts:
        read_them = "--ocr auto" if ocr_installed() else INSTALL
        said.append(f"the hierarchy does not describe {parts} part(s) of the picture; to read them: {read_them}")
    return said


def write_picture(screen: Screen, out: Path, *, grid: bool = False, follow: bool = True) -> None:
    """Write the screenshot as PNG, with marks or the grid drawn on it, as a model would get it.

    If the screen has no screenshot, a simple drawing of its elements takes its place.
    grid: True to draw the grid instead of marks.
    follow: True to allow that `out` is a link; use this only for a path that the person typed.
    Raises UsageError if the file cannot be written, or if the screen has neither a screenshot nor a size.
    """
    if not screen.picture and min(screen.size) <= 0:
        width, height = screen.size
        raise UsageError(f"a screen of {width} x {height} px cannot be drawn; its size comes from the dump's bounds")
    shown = screen if screen.picture else replace(screen, picture=wireframe(screen))
    data = io.BytesIO()
    (draw_grid if grid else mark)(shown).save(data, format="PNG")
    with writing(out, "; name another file with --out"):
        write_private(out, data.getvalue(), follow=follow)


def to_json(screen: Screen) -> dict[str, Any]:
    """Return the screen as plain JSON, as `look --json` prints it. Bounds and the sides of grid cells are in px."""
    cells = cells_of(screen.size)
    return {
        "app": screen.app,
        "activity": screen.activity,
        "screen_id": screen.screen_id,
        "size": list(screen.size),
        "settled": screen.settled,
        "grid": {"rows": cells.rows, "cols": cells.cols, "cell": list(cells.bounds(1)[2:])},
        "unmarked": screen.unmarked,
        "elements": [
            {name: getattr(element, name) for name in ("mark", "id", "template", "weak", "bounds", "actions", "source")}
            | {"class": element.cls, "text": element.text or element.hint}
            for element in screen.elements
        ],
    }
