"""Read a run's pictures, shrink them for the map, blur them for redaction, and embed them in a page."""

import base64
import io
import re
from pathlib import Path

from PIL import Image

_JPEG = b"\xff\xd8\xff"
_THUMB = (208, 272)  # px of a picture on the map, twice what it is shown at
_BLOCKS = 20  # across a picture's shorter side: letters, even of a headline, are smaller than two blocks
_NO_PICTURE = (OSError, Image.DecompressionBombError)


def read_picture(folder: Path, name: str) -> bytes:
    """Read the picture of a step; empty if there is none.

    A run may come from a stranger, so only a JPEG inside the run's own folder is read.
    """
    path = folder / name
    if not re.fullmatch(r"[\w-]+\.jpg", name) or path.resolve().parent != folder.resolve() or not path.is_file():
        return b""
    try:
        picture = path.read_bytes()
    except OSError:
        return b""
    return picture if picture.startswith(_JPEG) else b""


def thumbnail(picture: bytes) -> bytes:
    """Shrink a picture to a small JPEG; empty if the picture cannot be read.

    >>> thumbnail(b"no picture")
    b''
    """
    try:
        image = Image.open(io.BytesIO(picture))
        image.thumbnail(_THUMB)
    except _NO_PICTURE:
        return b""
    return _encoded(image.convert("RGB"), "JPEG")


def pixelated(picture: bytes) -> bytes:
    """Replace a picture by coarse blocks of the same size, as PNG; empty if the picture cannot be read."""
    try:
        image = Image.open(io.BytesIO(picture)).convert("RGB")
    except _NO_PICTURE:
        return b""
    side = max(1, min(image.size) // _BLOCKS)
    return _encoded(image.reduce(side).resize(image.size, Image.Resampling.NEAREST), "PNG")


class Uri(str):
    """URI with the data inside ("data:..."), made by this package, which templates insert as it is."""


def uri(picture: bytes) -> Uri:
    """Encode a picture as a data: URI; empty if there is no picture."""
    if not picture:
        return Uri()
    kind = "jpeg" if picture.startswith(_JPEG) else "png"
    return Uri(f"data:image/{kind};base64,{base64.b64encode(picture).decode()}")


def _encoded(image: Image.Image, kind: str) -> bytes:
    data = io.BytesIO()
    image.save(data, kind)
    return data.getvalue()
