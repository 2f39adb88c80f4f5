"""Cut elements out of a screenshot and put them below each other in one picture, each with its mark beside it."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from appagent.prompting.pictures.marks import mask, stamp
from appagent.screen import Element, Screen
from appagent.screen.compare import rgb
from appagent.screen.nodes.tree import clip, thickness

_AROUND = 0.5  # margin around an element, as a share of its shorter side
_WIDEST, _HIGHEST = 700, 260  # px of one crop
_TAG, _GAP = 80, 12  # px
_MOST_HIGH = 4000  # px, height of the whole picture
_PAPER, _INK, _DIGITS = (200, 200, 200), (0, 84, 190), (255, 255, 255)


def crops(screen: Screen, elements: Sequence[Element]) -> Image.Image | None:
    """Return a picture of elements below each other, each with an outline and its mark; None without a screenshot.

    Password fields are covered. Elements that do not fit into 4,000 px of height are cut off.
    """
    if screen.picture is None or not elements:
        return None
    picture = mask(rgb(screen.picture), screen.secrets, screen.size)
    parts = [_cut(picture, element, screen) for element in elements]
    height = min(sum(part.height + _GAP for part in parts) + _GAP, _MOST_HIGH)
    paper = Image.new("RGB", (_TAG + max(part.width for part in parts) + _GAP, height), _PAPER)
    top = _GAP
    for element, part in zip(elements, parts, strict=True):
        pill, digits = stamp(element.mark, 26)
        paper.paste(_INK, (_GAP, top), pill)
        paper.paste(_DIGITS, (_GAP, top), digits)
        paper.paste(part, (_TAG, top))
        top += part.height + _GAP
    return paper


def _cut(picture: Image.Image, element: Element, screen: Screen) -> Image.Image:
    """Return the part of a picture that shows an element with a margin, scaled to fit; the element is outlined."""
    x, y = picture.width / screen.size[0], picture.height / screen.size[1]
    left, top, right, bottom = element.bounds
    more = round(_AROUND * thickness(element.bounds))
    box = clip((left - more, top - more, right + more, bottom + more), screen.size) or element.bounds
    part = picture.crop((round(box[0] * x), round(box[1] * y), round(box[2] * x), round(box[3] * y)))
    own = [(left - box[0]) * x, (top - box[1]) * y, (right - box[0]) * x - 1, (bottom - box[1]) * y - 1]
    ImageDraw.Draw(part).rectangle(own, outline=_INK, width=3)
    part.thumbnail((_WIDEST, _HIGHEST))
    return part
