"""One look at a screen, from a phone or from files, and how it is told."""

import io
import struct
import warnings
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

from PIL import Image, UnidentifiedImageError

from appagent.actions import Start
from appagent.devices.find import open_device
from appagent.devices.hierarchy import read_dump
from appagent.devices.seeing import Seeing
from appagent.devices.spots import known_spots
from appagent.errors import DeviceError, UsageError
from appagent.files import content, write_private
from appagent.prompting.grid import draw_grid
from appagent.prompting.marks import mark, wireframe
from appagent.screen import Screen, Size, check_size
from appagent.screen.grid import cells_of
from appagent.screen.vision import INSTALL, eyes, forbidden, gaps, installed
from appagent.screen.windows import display
from appagent.secrets import Secrets
from appagent.settings import Settings
from appagent.store import Store

_LARGEST_FILE = 50_000_000  # bytes
_FORMATS = ("PNG", "JPEG", "WEBP")  # what phones take; of others, Pillow has some read by other programs
_TIMES = 2  # that the windows may be as wide or high as the picture of the same moment
# What Pillow raises for files that are none, or broken somewhere.
_PICTURE_FAULTS = (
    OSError, SyntaxError, ValueError, TypeError, ArithmeticError, LookupError, EOFError, MemoryError, struct.error,
    zlib.error, Image.DecompressionBombError,
)  # fmt: skip


def from_device(settings: Settings, app: str = "") -> Screen:
    """What is on a phone's screen, after opening an app where one is named."""
    with open_device(settings) as plain, Store.open_to_read(settings.store) as store:
        device = Seeing(plain, known_spots(store), *eyes(settings.ocr))
        if app:
            device.perform(Start(device.package(app)))
        return Secrets(settings.secrets).veiled(device.capture())


def from_files(hierarchy: Path, screenshot: Path | None = None, ocr: str = "off") -> Screen:
    """A screen from a dump and, where there is one, its picture. Raises UsageError for files that are neither."""
    dump = content(hierarchy, _LARGEST_FILE).decode(errors="replace")
    picture = _picture(screenshot) if screenshot else None
    try:
        screen = read_dump(dump, picture)
    except DeviceError as error:  # which it would be, had a phone sent it
        raise UsageError(f"{hierarchy}: {error}") from error
    if picture:
        _check_same(display(screen.tree), picture.size, f"{hierarchy} and {screenshot}")
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


def write_picture(screen: Screen, out: Path, *, grid: bool = False, follow: bool = True) -> None:
    """The screen with its marks, or the grid in their place, as a model gets it, as PNG.

    It is drawn from the hierarchy alone without a picture. follow: `out` may be a link, which only a person's own word
    makes it. Raises UsageError where it cannot be written.
    """
    if not screen.picture and min(screen.size) <= 0:
        width, height = screen.size
        raise UsageError(f"a screen of {width} x {height} px cannot be drawn; its size comes from the dump's bounds")
    shown = screen if screen.picture else replace(screen, picture=wireframe(screen))
    data = io.BytesIO()
    (draw_grid if grid else mark)(shown).save(data, format="PNG")
    try:
        write_private(out, data.getvalue(), follow=follow)
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
    data = io.BytesIO(content(path, _LARGEST_FILE))
    try:
        with warnings.catch_warnings(action="ignore"):  # of sizes, which are looked at here, and of what else is odd
            picture = Image.open(data, formats=_FORMATS)
            check_size(picture.size)
            return picture.convert("RGB")
    except DeviceError as error:
        raise UsageError(f"{path}: {error}") from error
    except _PICTURE_FAULTS as error:
        why = "no PNG or JPEG" if isinstance(error, UnidentifiedImageError) else str(error) or "it is broken"
        raise UsageError(f"{path} cannot be read as a picture: {why}") from error


def _check_same(reach: Size, size: Size, files: str) -> None:
    """Raise UsageError where windows reach so far beyond a picture that it is of another moment, or another screen."""
    if any(far > _TIMES * side for far, side in zip(reach, size, strict=True)):
        raise UsageError(
            f"{files} are not of one moment: windows of {reach[0]} x {reach[1]} px, a picture of {size[0]} x {size[1]}"
        )
