"""Load a run's pictures, shrink them, make them unreadable for redaction, and embed them in a page."""

import base64
import io
import re
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path

from PIL import Image

from appagent.errors import UsageError
from appagent.files import read_no_link

_JPEG = b"\xff\xd8\xff"
_THUMB = (208, 272)  # px of a picture on the map, twice the size at which it is shown
_BLOCKS = 20  # across a picture's shorter side: letters, even of a headline, are smaller than two blocks
_NO_PICTURE = (OSError, Image.DecompressionBombError, Image.DecompressionBombWarning)
_LARGEST = 20_000_000  # bytes of a picture
_MOST = 150_000_000  # bytes of all pictures on a page


def picture_bytes(folder: Path, name: str) -> bytes:
    """Return the content of a step's picture file; b"" if there is no such file.

    The run may be a stranger's, so only a JPEG file directly in the run's own folder is read.
    """
    path = folder / name
    if not re.fullmatch(r"[\w-]+\.jpg", name) or path.resolve().parent != folder.resolve() or not path.is_file():
        return b""
    try:
        picture = read_no_link(path, _LARGEST)
    except UsageError:
        return b""
    return picture if picture.startswith(_JPEG) else b""


def pictures_of(folder: Path, names: Iterable[str]) -> Iterator[bytes]:
    """Yield the content of each picture of a run, as `picture_bytes` does; b"" once 150 MB are reached."""
    left = _MOST
    for name in names:
        picture = picture_bytes(folder, name) if left > 0 else b""
        left -= len(picture)
        yield picture


def small_jpeg(picture: bytes) -> bytes:
    """Return a small JPEG copy of a picture; b"" if the picture cannot be read.

    >>> small_jpeg(b"no picture")
    b''
    """
    try:
        image = _opened(picture)
        image.thumbnail(_THUMB)
    except _NO_PICTURE:
        return b""
    return _encoded(image.convert("RGB"), "JPEG")


def pixelated(picture: bytes) -> bytes:
    """Return a PNG copy of a picture, of the same size but in coarse blocks, on which nothing can be read.

    Returns b"" if the picture cannot be read.
    """
    try:
        image = _opened(picture).convert("RGB")
    except _NO_PICTURE:
        return b""
    side = max(1, min(image.size) // _BLOCKS)
    return _encoded(image.reduce(side).resize(image.size, Image.Resampling.NEAREST), "PNG")


def _opened(picture: bytes) -> Image.Image:
    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)  # no display has so many pixels
        return Image.open(io.BytesIO(picture))


class Uri(str):
    """URI that contains its data ("data:..."). Templates insert it unescaped, because this package made it."""


def uri(picture: bytes) -> Uri:
    """Return a picture, JPEG or PNG, as a data: URI; "" if the picture is empty."""
    if not picture:
        return Uri()
    kind = "jpeg" if picture.startswith(_JPEG) else "png"
    return Uri(f"data:image/{kind};base64,{base64.b64encode(picture).decode()}")


def empty(width: int, height: int) -> Uri:
    """Return an empty picture of this size in px, as a data: URI."""
    return Uri(f"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}'/%3E")


def _encoded(image: Image.Image, kind: str) -> bytes:
    data = io.BytesIO()
    image.save(data, kind)
    return data.getvalue()
