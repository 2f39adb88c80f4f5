"""Load fonts and measure words: Roboto, with Noto Sans CJK for characters that Roboto lacks."""

from bisect import bisect_right
from functools import lru_cache
from importlib.resources import files

from PIL import Image, ImageDraw, ImageFont

_CJK_FACE = 2  # simplified Chinese in the collection
_NEVER_FIRST = frozenset("，。、；：？！）》」』】")  # no line begins with one of these


@lru_cache(maxsize=64)
def font(px: int, bold: bool = False, cjk: bool = False) -> ImageFont.FreeTypeFont:
    """Load the font for words of one height in px."""
    if cjk:
        face = ImageFont.truetype(str(files("manimgx_fonts_cjk") / "NotoSansCJK-VF.otf.ttc"), px, index=_CJK_FACE)
        face.set_variation_by_axes([600 if bold else 400])
        return face
    face = ImageFont.truetype(str(files("fontpkg_roboto") / "files" / "Roboto[wdth,wght].ttf"), px)
    if bold:
        axes = face.get_variation_axes()
        face.set_variation_by_axes([600 if axis["name"] == b"Weight" else axis["default"] or 0 for axis in axes])
    return face


def _is_wide(character: str) -> bool:
    return ord(character) >= 0x2E80


def runs(text: str) -> list[tuple[str, bool]]:
    """Split a text where the font changes: (words, is CJK).

    >>> runs("Wi-Fi 设置")
    [('Wi-Fi ', False), ('设置', True)]
    """
    parts: list[tuple[str, bool]] = []
    for character in text:
        wide = _is_wide(character)
        if parts and parts[-1][1] == wide:
            parts[-1] = (parts[-1][0] + character, wide)
        else:
            parts.append((character, wide))
    return parts


@lru_cache(maxsize=8192)
def width(text: str, px: int, bold: bool = False) -> int:
    """Measure the width of one line of words, px."""
    return round(sum(font(px, bold, cjk).getlength(part) for part, cjk in runs(text)))


@lru_cache(maxsize=1024)
def inked(text: str, px: int, bold: bool, cjk: bool, x: float, y: float) -> tuple[Image.Image, int, int, float]:
    """Draw words of one font as a mask, kept because screens are drawn again and again with the same words.

    x, y: fractions of a pixel at which the words begin on their base line.
    Returns the mask, how far right and down of the pixel it lies, and the width of the words, px.
    """
    face = font(px, bold, cjk)
    left, top, right, bottom = (round(side) for side in face.getbbox(text, anchor="ls"))
    mask = Image.new("L", (right - left + 4, bottom - top + 4))
    ImageDraw.Draw(mask).text((2 - left + x, 2 - top + y), text, 255, face, anchor="ls")
    return mask, left - 2, top - 2, face.getlength(text)


@lru_cache(maxsize=4096)
def wrap(text: str, px: int, bold: bool, limit: int, lines: int = 0) -> tuple[str, ...]:
    """Break a text into lines no wider than `limit` px; with `lines`, at most so many, the last with an ellipsis."""
    made: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for piece in [paragraph] if width(paragraph, px, bold) <= limit else _pieces(paragraph):
            if line and width(line + piece.rstrip(), px, bold) > limit:
                made.append(line)
                line = piece.lstrip()
            else:
                line += piece
        made.append(f"{line}\n")
    if lines and len(made) > lines:
        rest, _, _ = "".join(made[lines - 1 :]).partition("\n")  # a word of it may fit in part
        made = [*made[: lines - 1], _cut(rest, px, bold, limit)]
    return tuple(_squeeze(line.rstrip(), px, bold, limit) for line in made)


def _pieces(paragraph: str) -> list[str]:
    """Split a paragraph where a line may break: after spaces, and around CJK characters except closing signs."""
    pieces: list[str] = [""]
    for character in paragraph:
        if _is_wide(character) and character not in _NEVER_FIRST:
            pieces.append(character)
        else:
            pieces[-1] += character
            if character == " ":
                pieces.append("")
    return [piece for piece in pieces if piece]


def _squeeze(line: str, px: int, bold: bool, limit: int) -> str:
    """Shorten a word that is too long for any line."""
    return line if width(line, px, bold) <= limit else _cut(line, px, bold, limit)


def _cut(line: str, px: int, bold: bool, limit: int) -> str:
    """Shorten a line to as many letters as fit in front of an ellipsis."""
    fitting = bisect_right(range(1, len(line) + 1), limit, key=lambda letters: width(f"{line[:letters]}…", px, bold))
    return f"{line[:fitting].rstrip()}…"
