"""Screens from files: an Android dump and the picture of the same moment."""

import io
import struct
import warnings
import zlib
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from appagent.devices.hierarchy import read_dump
from appagent.errors import DeviceError, UsageError
from appagent.files import content
from appagent.screen import Screen, Size, check_size, read
from appagent.screen.windows import display

_LARGEST_FILE = 50_000_000  # bytes
_FORMATS = ("PNG", "JPEG", "WEBP")  # what phones take; of others, Pillow has some read by other programs
_TIMES = 2  # that the windows may be as wide or high as the picture of the same moment
# What Pillow raises for files that are none, or broken somewhere.
_PICTURE_FAULTS = (
    OSError, SyntaxError, ValueError, TypeError, ArithmeticError, LookupError, EOFError, MemoryError, struct.error,
    zlib.error, Image.DecompressionBombError,
)  # fmt: skip


def read_files(
    dump: Path | None, picture: Path | None = None, *, size: Size | None = None, app: str = "", activity: str = ""
) -> Screen:
    """Return the screen that a dump, a picture, or both show.

    size: of the display, px, where the picture is a smaller copy of it; the rest is as `screen.read` has it.
    Raises UsageError for files that are neither, or not of the same moment.
    """
    try:
        if size:
            check_size(size)
        pixels = read_picture(picture) if picture else None
        if pixels and size and pixels.size != size:
            pixels = pixels.resize(size)
        if dump is None:
            return read((), pixels, size=size, app=app, activity=activity)
        text = content(dump, _LARGEST_FILE).decode(errors="replace")
        screen = read_dump(text, pixels, size=size, app=app, activity=activity)
    except DeviceError as error:  # which it would be, had a phone sent it
        raise UsageError(f"{dump or picture}: {error}") from error
    if pixels:
        _check_same(display(screen.tree), pixels.size, f"{dump} and {picture}")
    return screen


def read_picture(path: Path) -> Image.Image:
    """Return a picture as RGB. Raises UsageError for a file that is none, or larger than any display."""
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
