"""Tell whether a screenshot shows what the hierarchy of the same moment tells of."""

from itertools import islice

from PIL import Image

from appagent.screen import Tree
from appagent.screen.tree import area, clip, nodes_of

_MOST = 16  # texts that are looked for, spread over the screen
_FEWEST = 3  # texts that must be missing
_MISSING = 0.4  # share of the texts that must be missing
_INK = 12  # difference in grey, of 255, from which something is drawn
_SMALL = 16  # factor by which pictures are reduced to be compared


def is_drawn(picture: Image.Image, tree: Tree) -> bool:
    """Tell whether a picture shows something where a hierarchy has texts.

    It does not if at least three texts, and two fifths of those that are looked for, lie where all is of one colour:
    the picture is black, or not drawn to its end.
    """
    places = [clip(node.bounds, picture.size) for node in nodes_of(tree) if node.visible and (node.text or "").strip()]
    seen = [place for place in places if place and area(place)]
    chosen = list(islice(seen, 0, None, max(1, len(seen) // _MOST)))
    missing = sum(_is_blank(picture.crop(place).convert("L")) for place in chosen)
    return missing < _FEWEST or missing < _MISSING * len(chosen)


def thumbnail(picture: Image.Image) -> bytes:
    """Return a picture made small, without the status bar, to be compared with others of its size."""
    width, height = picture.size
    return picture.reduce(_SMALL, (0, height // 16, width, height)).tobytes()


def _is_blank(part: Image.Image) -> bool:
    low, high = part.getextrema()
    return isinstance(low, int | float) and isinstance(high, int | float) and high - low < _INK
