"""One look at a screen, from a phone or from files, and how it is told."""

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

from PIL import Image, UnidentifiedImageError

from appagent.actions import Start
from appagent.devices.find import open_device
from appagent.devices.seeing import Seeing
from appagent.devices.spots import known_spots
from appagent.errors import DeviceError, UsageError
from appagent.overlay import mark, wireframe
from appagent.overlay_grid import draw_grid
from appagent.screen import Screen, read
from appagent.screen.grid import cells_of
from appagent.settings import Settings
from appagent.store import Store
from appagent.vision import INSTALL, eyes, forbidden, gaps, installed

_LONGEST_SIDE = 10_000  # px; no display has as many
_LARGEST_FILE = 100_000_000  # bytes


def from_device(settings: Settings, app: str = "") -> Screen:
    """What is on a phone's screen, after opening an app where one is named."""
    with open_device(settings) as plain, Store.open_to_read(settings.store) as store:
        device = Seeing(plain, known_spots(store), *eyes(settings.ocr))
        if app:
            device.perform(Start(device.package(app)))
        return device.capture()


def from_files(hierarchy: Path, screenshot: Path | None = None, ocr: str = "off") -> Screen:
    """A screen from a dump and, where there is one, its picture. Raises UsageError for files that are neither."""
    dump = _content(hierarchy).decode(errors="replace")
    picture = _picture(screenshot) if screenshot else None
    try:
        screen = read(dump, picture)
    except DeviceError as error:  # which it would be, had a phone sent it
        raise UsageError(f"{hierarchy}: {error}") from error
    for see in eyes(ocr):
        screen = see(screen)
    return screen


def remarks(screen: Screen, ocr: str) -> list[str]:
    """What a person should know of a screen besides its elements."""
    said = list(forbidden(screen))
    parts = 0 if eyes(ocr) else len(gaps(screen).regions)
    if parts:
        read_them = "--ocr auto" if installed() else INSTALL
        said.append(f"the hierarchy tells nothing of {parts} part(s) of the picture; what reads them: {read_them}")
    return said


def write_picture(screen: Screen, out: Path, *, grid: bool = False) -> None:
    """The screen with its marks, or the grid in their place, as a model gets it, as PNG.

    It is drawn from the hierarchy alone without a picture. Raises UsageError where it cannot be written.
    """
    if not screen.picture and not 0 < min(screen.size) <= max(screen.size) <= _LONGEST_SIDE:
        width, height = screen.size
        raise UsageError(f"a screen of {width} x {height} px cannot be drawn; its size comes from the dump's bounds")
    shown = screen if screen.picture else replace(screen, picture=wireframe(screen))
    try:
        (draw_grid if grid else mark)(shown).save(out, format="PNG")
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from error


def to_json(screen: Screen) -> dict[str, Any]:
    """The screen as `look --json` prints it; bounds and the cells' sides in px."""
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
            {
                "mark": element.mark,
                "id": element.id,
                "template": element.template,
                "weak": element.weak,
                "class": element.cls,
                "text": element.text or element.hint,
                "bounds": list(element.bounds),
                "actions": list(element.actions),
                "source": element.source,
            }
            for element in screen.elements
        ],
    }


def _picture(path: Path) -> Image.Image:
    try:
        picture = Image.open(io.BytesIO(_content(path)))
        if max(picture.size) > _LONGEST_SIDE:
            raise UsageError(f"{path} is no screenshot: {picture.width} x {picture.height} px")
        return picture.convert("RGB")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:  # which Pillow has for bad files
        why = "no PNG or JPEG" if isinstance(error, UnidentifiedImageError) else error
        raise UsageError(f"{path} cannot be read as a picture: {why}") from error


def _content(path: Path) -> bytes:
    """A file's bytes. Raises UsageError where it is none, such as a pipe that would keep us waiting."""
    try:
        if path.exists() and not path.is_file():
            raise UsageError(f"cannot read {path}: it is no regular file")
        with path.open("rb") as file:
            content = file.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    if len(content) > _LARGEST_FILE:
        raise UsageError(f"cannot read {path}: it has more than {_LARGEST_FILE} bytes")
    return content
