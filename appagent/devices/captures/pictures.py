"""Check that a screenshot and the hierarchy of the same moment belong together; if not, capture both again."""

from collections.abc import Callable
from itertools import islice

from PIL import Image

from appagent.devices.captures.hierarchy import parse_dump
from appagent.devices.captures.settle import SettledCapture, structure_of
from appagent.screen import Tree
from appagent.screen.nodes.tree import area, clip, nodes_of

_MOST = 16  # texts to look for, spread over the screen
_FEWEST = 3  # texts that must be missing before a picture counts as not drawn
_MISSING = 0.4  # share of the texts that must be missing
_INK = 12  # least difference in grey, of 255, that counts as something drawn
_SMALL = 16  # factor by which pictures are reduced to be compared


class PictureCheck:
    """Checks each capture of one phone against the one before."""

    def __init__(self) -> None:
        self._shown, self._told = b"", ""  # the last picture, made small, and the last hierarchy
        self._undrawn = ""  # package whose pictures do not show its texts
        self._apart = ""  # package whose pictures change while its hierarchies do not, as with a canvas

    def checked(self, seen: SettledCapture, app: str, again: Callable[[], SettledCapture]) -> SettledCapture:
        """Return a capture whose picture and hierarchy belong together, capturing once more if necessary.

        They do not belong together in these cases. The last two are ignored in an app where capturing again has not
        helped:

        - The picture has not changed since the last capture, although the structure has.
        - Nothing is drawn where there are texts. (Some apps forbid screenshots.)
        - The hierarchy has not changed since the last capture, although the picture has. (Some apps only draw.)

        seen: the first capture.
        app: the package in front.
        again: a function that captures once more.
        """
        if seen.picture is None:
            return seen
        shown, drawn = comparable_copy(seen.picture), is_drawn(seen.picture, parse_dump(seen.hierarchy))
        late = bool(self._told) and shown == self._shown and structure_of(seen.hierarchy) != structure_of(self._told)
        stale = seen.hierarchy == self._told and shown != self._shown and app != self._apart
        if late or stale or (not drawn and app != self._undrawn):
            seen = again()
            self._apart = app if stale and seen.hierarchy == self._told else self._apart
            drawn = seen.picture is None or is_drawn(seen.picture, parse_dump(seen.hierarchy))
            shown = comparable_copy(seen.picture) if seen.picture else b""
        self._undrawn = "" if drawn else app
        self._shown, self._told = shown, seen.hierarchy
        return seen


def is_drawn(picture: Image.Image, tree: Tree) -> bool:
    """Tell whether a picture shows something where a hierarchy has texts.

    At most 16 texts are checked. If at least three of them, and two fifths of them, lie on areas of one colour, the
    picture is black or unfinished, and the result is False.
    """
    places = [clip(node.bounds, picture.size) for node in nodes_of(tree) if node.visible and (node.text or "").strip()]
    seen = [place for place in places if place and area(place)]
    chosen = list(islice(seen, 0, None, max(1, len(seen) // _MOST)))
    missing = sum(_is_blank(picture.crop(place).convert("L")) for place in chosen)
    return missing < _FEWEST or missing < _MISSING * len(chosen)


def comparable_copy(picture: Image.Image) -> bytes:
    """Return a small copy of a picture without the status bar, as bytes that can be compared."""
    width, height = picture.size
    return picture.reduce(_SMALL, (0, height // 16, width, height)).tobytes()


def _is_blank(part: Image.Image) -> bool:
    low, high = part.getextrema()
    return isinstance(low, int | float) and isinstance(high, int | float) and high - low < _INK
