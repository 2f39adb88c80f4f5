"""Load screens from files: an Android hierarchy dump, and the screenshot of the same moment."""

import io
import struct
import warnings
import zlib
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import DeviceError, UsageError
from appagent.files import read_no_link
from appagent.screen import Screen, Size, check_size, read
from appagent.screen.nodes.windows import display

_LARGEST_FILE = 50_000_000  # bytes
_FORMATS = ("PNG", "JPEG", "WEBP")  # formats of screenshots; for some other formats Pillow starts external programs
_TIMES = 2  # the windows may be at most this many times as wide or as high as the picture
_BOTH_TIMES = 1.25  # at most this many times in both; a window that slides in or out is too large in one only
# Errors that Pillow raises for files that are not pictures, or are broken.
_PICTURE_FAULTS = (
    OSError, SyntaxError, ValueError, TypeError, ArithmeticError, LookupError, EOFError, MemoryError, struct.error,
    zlib.error, Image.DecompressionBombError,
)  # fmt: skip


def read_files(
    dump: Path | None, picture: Path | None = None, *, size: Size | None = None, app: str = "", activity: str = ""
) -> Screen:
    """Return the screen that a dump of its hierarchy, its screenshot, or both show.

    dump: an XML file; None for a screen without a hierarchy.
    picture: a PNG, JPEG or WebP file; None for a screen without a screenshot.
    size: the size of the display in px, to which the picture is scaled; None to take the size from the picture, or
    without a picture from the dump.
    app, activity: the package and the activity in front.
    Raises UsageError if a file cannot be read, is not of these kinds, or if dump and picture cannot be of one moment.
    """
    try:
        if size:
            check_size(size)
        pixels = read_picture(picture) if picture else None
        if pixels and size and pixels.size != size:
            pixels = pixels.resize(size)
        if dump is None:
            return read((), pixels, size=size, app=app, activity=activity)
        text = read_no_link(dump, _LARGEST_FILE).decode(errors="replace")
        screen = read_dump(text, pixels, size=size, app=app, activity=activity)
    except DeviceError as error:  # raised as for a dump from a phone, but here the user's file is wrong
        raise UsageError(f"{dump or picture}: {error}") from error
    if pixels:
        _check_same(display(screen.tree), pixels.size, f"{dump} and {picture}")
    return screen


def read_picture(path: Path) -> Image.Image:
    """Return the picture in a file, converted to RGB.

    Raises UsageError if the file is not a PNG, JPEG or WebP picture, or if the picture is larger than any display.
    """
    data = io.BytesIO(read_no_link(path, _LARGEST_FILE))
    try:
        with warnings.catch_warnings(action="ignore"):  # sizes are checked here; other warnings do not matter
            picture = Image.open(data, formats=_FORMATS)
            check_size(picture.size)
            return picture.convert("RGB")
    except DeviceError as error:
        raise UsageError(f"{path}: {error}") from error
    except _PICTURE_FAULTS as error:
        why = "no PNG or JPEG" if isinstance(error, UnidentifiedImageError) else str(error) or "it is broken"
        raise UsageError(f"{path} cannot be read as a picture: {why}") from error


def _check_same(reach: Size, size: Size, files: str) -> None:
    """Raise UsageError if the windows of a dump are too large for a picture of the same moment.

    reach: the right and bottom ends of the windows.
    files: names of the two files, for the message.
    """
    times = [far / side for far, side in zip(reach, size, strict=True)]
    if max(times) > _TIMES or min(times) > _BOTH_TIMES:
        raise UsageError(
            f"{files} are not of one moment: windows of {reach[0]} x {reach[1]} px, a picture of {size[0]} x {size[1]} "
            "(a smaller copy of a screenshot does not do)"
        )
