"""Show a small picture in a terminal that can: by kitty's protocol, or by iTerm2's."""

import base64
import io
import os
import sys
from collections.abc import Mapping

_KITTY = ("xterm-kitty", "xterm-ghostty")  # values of TERM
_KITTY_PROGRAMS = ("ghostty",)  # values of TERM_PROGRAM
_ITERM_PROGRAMS = ("iTerm.app", "WezTerm", "mintty")
_LARGEST = 256  # px: width and height of a picture that is shown
_PART = 4096  # letters that kitty takes at a time


def put_picture(png: bytes) -> None:
    """Show a picture on standard output if that is a terminal that can; else do nothing."""
    if not sys.stdout.isatty():
        return
    if told := sequence(_drawn_anew(png), os.environ):
        sys.stdout.write(f"{told}\n")
        sys.stdout.flush()


def sequence(png: bytes, environ: Mapping[str, str]) -> str:
    r"""Return what a terminal is to be sent to show a picture; "" if it cannot, or if there is none (b"").

    environ: the environment, in which terminals give their names. Within tmux or screen nothing is shown.
    Source: kitty's graphics protocol, and iTerm2's inline images.

    >>> sequence(b"PNG", {"TERM": "xterm-kitty"}), sequence(b"PNG", {"TERM": "xterm-256color"})
    ('\x1b_Gf=100,a=T,m=0;UE5H\x1b\\', '')
    """
    if not png or "TMUX" in environ or environ.get("TERM", "").startswith(("screen", "tmux", "dumb")):
        return ""
    encoded, program = base64.b64encode(png).decode(), environ.get("TERM_PROGRAM", "")
    if environ.get("TERM") in _KITTY or "KITTY_WINDOW_ID" in environ or program in _KITTY_PROGRAMS:
        parts = [encoded[start : start + _PART] for start in range(0, len(encoded), _PART)]
        heads = ["f=100,a=T,", *[""] * (len(parts) - 1)]
        more = [*[1] * (len(parts) - 1), 0]
        return "".join(f"\x1b_G{h}m={m};{part}\x1b\\" for h, m, part in zip(heads, more, parts, strict=True))
    if program in _ITERM_PROGRAMS:
        return f"\x1b]1337;File=inline=1;size={len(png)}:{encoded}\x07"
    return ""


def _drawn_anew(png: bytes) -> bytes:
    """Return a picture as a new PNG, so that no terminal reads a stranger's file; b"" if it is none."""
    from PIL import Image, UnidentifiedImageError

    try:
        picture = Image.open(io.BytesIO(png), formats=("PNG",))
        if max(picture.size) > _LARGEST:
            return b""
        drawn = io.BytesIO()
        picture.convert("RGB").save(drawn, "PNG")
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError):
        return b""
    return drawn.getvalue()
