"""Encode the screen's picture, once for each state of the screen."""

import io
import struct
import threading
from collections.abc import Callable

from PIL import Image

from appagent.phone.core import Phone

_MOST_KEPT = 8  # encodings of one screen


class Frames:
    """Encoded pictures of one phone's newest screen."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._lock = threading.Lock()
        self._revision = -1
        self._kept: dict[str, bytes] = {}

    def png(self) -> bytes:
        """Encode the screen as `screencap -p` prints it."""
        return self._frame("png", lambda picture: _encoded(picture, "PNG", compress_level=1))

    def jpeg(self, scale: float = 1.0, quality: int = 80) -> bytes:
        """Encode the screen as uiautomator2's server does. scale: of both sides, up to 1; quality: 0 to 100."""
        if not 0 < scale <= 1 or not 0 <= quality <= 100:
            raise ValueError(f"no picture has scale {scale} and quality {quality}")

        def encode(picture: Image.Image) -> bytes:
            if scale != 1.0:
                size = (max(round(picture.width * scale), 1), max(round(picture.height * scale), 1))
                picture = picture.resize(size, Image.Resampling.BILINEAR)
            return _encoded(picture, "JPEG", quality=quality)

        return self._frame(f"jpeg {scale} {quality}", encode)

    def raw(self) -> bytes:
        """Encode the screen as `screencap` prints it.

        The bytes are width, height, format (RGBA 8888), colour space (sRGB), pixels.
        """
        return self._frame("raw", lambda picture: struct.pack("<4I", *picture.size, 1, 1) + _rgba(picture))

    def framebuffer(self) -> bytes:
        """Encode the screen as `framebuffer:` sends it.

        The bytes are version 1, depth, size, width, height, four channels, pixels.
        """

        def encode(picture: Image.Image) -> bytes:
            pixels = _rgba(picture)
            header = (1, 32, len(pixels), *picture.size, 0, 8, 16, 8, 8, 8, 24, 8)
            return struct.pack("<13I", *header) + pixels

        return self._frame("framebuffer", encode)

    def _frame(self, kind: str, encode: Callable[[Image.Image], bytes]) -> bytes:
        with self._lock:
            with self._phone.lock:
                revision, true = self._phone.revision, self._phone.picture()
                picture = self._phone.hooks.picture(true)
                if picture is not true:
                    return encode(picture)
                if revision == self._revision and kind in self._kept:
                    return self._kept[kind]
            if revision != self._revision or len(self._kept) >= _MOST_KEPT:
                self._revision, self._kept = revision, {}
            self._kept[kind] = encode(picture)
            return self._kept[kind]


def _rgba(picture: Image.Image) -> bytes:
    return picture.convert("RGBA").tobytes()


def _encoded(picture: Image.Image, kind: str, **options: int) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()
