"""Draw marks on a screenshot: a number tag for each element, placed where it hides neither words nor other marks."""

import io
from collections.abc import Collection, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from appagent.errors import UsageError
from appagent.prompting.pictures.tags import Colour, Pixels, colours, has_edges, ink, place, rim, roomy
from appagent.screen import Bounds, Element, Screen, Size
from appagent.screen.compare import rgb
from appagent.screen.nodes.tree import area, overlap

_LARGEST = 0.8  # share of the picture; larger elements get no mark, unless there are no others
_CANVAS = 1 / 4  # share of the picture; a blank element that is larger may be a canvas
_RIM = 3  # px around an element that are looked at too, since a plain tile differs from what is around it
_ALIKE = 16  # of 255, by which red, green and blue may differ where nothing is drawn
_BLACK, _WHITE, _GREY = (0, 0, 0), (255, 255, 255), (96, 96, 96)


def mark(
    screen: Screen, *, side: int = 1280, only: Collection[int] | None = None, outline: int | None = None
) -> Image.Image:
    """Return a screen's screenshot with a number and an outline drawn on every element.

    side: the picture is scaled down so that its longest side has at most this many px.
    only: marks of the elements to draw; None draws all except quiet and blank elements, and draws these too if there
    are no others.
    outline: width of the outlines in px; 0 draws none, and None derives the width from the picture's size.
    Password fields are masked even if their marks are not drawn.
    Raises UsageError if the screen has no picture.
    Source: set-of-mark prompting, arXiv:2310.11441.
    """
    if screen.picture is None or 0 in screen.picture.size:
        raise UsageError(
            "no picture to draw marks on: this screen was read from a hierarchy alone. "
            "Give its screenshot too, or draw its elements with wireframe()"
        )
    image = mask(shrink(screen.picture, side), screen.secrets, screen.size)
    pixels = np.asarray(image)
    detail = ink(pixels)
    elements = _shown(screen, only, pixels, detail)
    if not elements:
        return image
    scale = max(image.size) / 1280
    width = max(1, round(2 * scale)) if outline is None else outline
    boxes = [_scaled(element.bounds, screen.size, image.size) for element in elements]
    stamps = [stamp(element.mark, max(11, round(21 * scale))) for element in elements]
    tags = place(boxes, [pill.size for pill, _ in stamps], detail)
    chosen = colours(boxes, tags, pixels)
    if width:
        _outline(image, screen, elements, roomy(boxes, detail, width + 1), chosen, width)
    for (pill, digits), tag, colour in zip(stamps, tags, chosen, strict=True):
        image.paste(colour, tag[:2], pill)
        image.paste(rim(colour), tag[:2], digits)
    return image


def _shown(screen: Screen, only: Collection[int] | None, pixels: Pixels, detail: Pixels) -> Sequence[Element]:
    """Return the elements to draw marks on. Elements that fill most of the display are left out if there are others.

    only: as in `mark`. None also leaves out quiet elements, and blank ones unless all are blank; input fields and
    canvases are kept even if they are blank. pixels: the scaled screenshot. detail: see `ink`.
    """
    whole = screen.size[0] * screen.size[1]
    if only is not None:
        some = [element for element in screen.elements if element.mark in only]
    else:
        loud = [element for element in screen.elements if not element.quiet]
        small = [each for each in loud if "text" not in each.actions and area(each.bounds) <= _CANVAS * whole]
        across = pixels.shape[1], pixels.shape[0]
        boxes = [_scaled(each.bounds, screen.size, across) for each in small]
        plain = zip(small, boxes, has_edges(boxes, detail), strict=True)
        blank = [each for each, box, edges in plain if not edges and _is_blank(box, pixels)]
        some = [each for each in loud if each not in blank] if len(blank) < len(small) else loud
    fit = [element for element in some if area(element.bounds) <= _LARGEST * whole]
    return fit or some or (screen.elements if only is None else ())


def _is_blank(box: Bounds, pixels: Pixels) -> bool:
    """Tell whether a box has one colour only, and does not differ from what is around it on more than one side.

    Buttons of a page look like this that is not drawn yet, or has gone already.
    """
    left, top, right, bottom = box
    least, most = _tones(pixels, box)
    if (most - least > _ALIKE).any():
        return False
    height, width, _ = pixels.shape
    around = (
        (left, max(0, top - _RIM), right, top), (left, bottom, right, min(height, bottom + _RIM)),
        (max(0, left - _RIM), top, left, bottom), (right, top, min(width, right + _RIM), bottom),
    )  # fmt: skip
    other = 0
    for lowest, highest in (_tones(pixels, side) for side in around if area(side)):
        other += bool((np.maximum(least - lowest, highest - least) > _ALIKE).any())
    return other <= 1


def _tones(pixels: Pixels, box: Bounds) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return (minimum, maximum) of red, green and blue in a part of a picture."""
    left, top, right, bottom = box
    part = pixels[top:bottom, left:right].reshape(-1, 3)
    return part.min(axis=0).astype(np.int16), part.max(axis=0).astype(np.int16)


def _outline(
    image: Image.Image, screen: Screen, elements: Sequence[Element], boxes: Sequence[Bounds], chosen: Sequence[Colour],
    width: int,
) -> None:  # fmt: skip
    """Draw outlines in the order in which the app draws the elements, so that none crosses an element above its own.

    elements: the elements that get an outline. boxes, chosen: bounds and colour of each outline. width: in px of the
    picture, like the bounds. Passing messages, such as a snack bar, lie above everything except their own elements.
    """
    plain, draw = image.copy(), ImageDraw.Draw(image)
    over = [_scaled(n.bounds, screen.size, image.size) for n in screen.passing]
    layers: dict[bool, list[tuple[Element, Bounds, Colour]]] = {False: [], True: []}
    for one in zip(elements, boxes, chosen, strict=True):
        layers[any(overlap(one[1], box) == one[1] for box in over)].append(one)
    for above, layer in layers.items():
        for box in over if above else ():
            image.paste(plain.crop(box), box[:2])
        for element, box, colour in sorted(layer, key=lambda one: (one[0].drawn[0], -area(one[1]))):
            image.paste(plain.crop(box), box[:2])
            left, top, right, bottom = _inner(box)
            thin = element.actions == ("long_press",)  # a text that can only be selected
            inner = (left + width, top + width, right - width, bottom - width)
            if not thin and inner[0] < inner[2] and inner[1] < inner[3]:  # in case the element has the same colour
                draw.rectangle(inner, outline=rim(colour))
            draw.rectangle((left, top, right, bottom), outline=colour, width=1 if thin else width)


def encode(image: Image.Image, quality: int = 80) -> bytes:
    """Encode a picture as JPEG, and return the bytes.

    quality: JPEG quality from 1 to 95; higher is better and larger.

    >>> encode(Image.new("RGB", (4, 4)))[:2].hex()
    'ffd8'
    """
    data = io.BytesIO()
    rgb(image).save(data, "JPEG", quality=quality)
    return data.getvalue()


def mask(picture: Image.Image, secrets: Collection[Bounds], size: Size | None = None) -> Image.Image:
    """Cover each password field in a picture with a plain block, which does not even show whether something is typed.

    secrets: bounds of the password fields. size: size in px of the screen that the bounds belong to; by default the
    picture's own size. Returns a masked copy, or the same picture if there are no password fields.
    """
    if not secrets:
        return picture
    masked = picture.convert("RGB")
    for bounds in secrets:
        left, top, right, bottom = box = _scaled(bounds, size or picture.size, picture.size)
        # Cover one px more on every side, because bounds are rounded and scaling blends neighbouring pixels.
        ImageDraw.Draw(masked).rectangle((left - 1, top - 1, right, bottom), fill=_GREY)
        _write(masked, box, "•••••• (hidden)", _WHITE)
    return masked


def wireframe(screen: Screen) -> Image.Image:
    """Draw a picture in place of a missing screenshot: a box for each element, with the element's words inside.

    The picture has the size of the screen. Large elements are drawn first, so that the elements inside them stay
    visible.
    """
    image = Image.new("RGB", screen.size, _WHITE)
    for element in sorted(screen.elements, key=lambda element: -area(element.bounds)):
        ImageDraw.Draw(image).rectangle(_inner(element.bounds), fill=_WHITE, outline=_GREY, width=2)
        _write(image, element.bounds, element.text or element.hint or element.role, _BLACK)
    return image


@lru_cache(maxsize=512)
def stamp(number: int, font_size: int) -> tuple[Image.Image, Image.Image]:
    """Draw a number tag as two masks (grey pictures) of the same size, and return both.

    The first mask is the tag's filled shape. The second has the digits and a thin frame. The caller pastes one colour
    through the first mask and another colour through the second.
    """
    font = digit_font(font_size)
    air = max(2, round(font_size / 7))
    digit_height = -round(font.getbbox("0", anchor="ls")[1])
    size = (round(font.getlength(str(number))) + 2 * air + 2, digit_height + 2 * air)
    pill, lines = Image.new("L", size), Image.new("L", size)
    frame, radius = (0, 0, size[0] - 1, size[1] - 1), size[1] // 4
    ImageDraw.Draw(pill).rounded_rectangle(frame, radius, fill=255)
    draw = ImageDraw.Draw(lines)
    draw.rounded_rectangle(frame, radius, outline=255)
    draw.text((size[0] / 2, size[1] - air), str(number), 255, font, anchor="ms")
    return pill, lines


@lru_cache
def digit_font(size: int) -> ImageFont.FreeTypeFont:
    """Load the bold, narrow font in which the numbers of marks and grid cells are drawn. size: the font size in px."""
    from fontpkg_roboto import ROOT

    font = ImageFont.truetype(ROOT / "files" / "Roboto[wdth,wght].ttf", size)
    font.set_variation_by_axes([700, 90])
    return font


@lru_cache
def _words_font(size: int) -> ImageFont.FreeTypeFont:
    import manimgx_fonts_cjk

    folder = Path(manimgx_fonts_cjk.__file__).parent
    font = ImageFont.truetype(folder / "NotoSansCJK-VF.otf.ttc", size)
    font.set_variation_by_axes([400])
    return font


def _write(image: Image.Image, box: Bounds, words: str, colour: Colour) -> None:
    """Write words in one line at the left of a box; parts that do not fit into the box are cut off.

    If the words are too wide, the font shrinks to at most half its size. If the box is too small, nothing is written.
    """
    words = " ".join(words.split())[:100]
    left, top, right, bottom = box
    size = min(max(image.size) // 60, bottom - top)
    room = right - left - size
    if words and size >= 8 and room > 0:
        length = max(1, _words_font(size).getlength(words))
        font = _words_font(max(size // 2, min(size, int(size * room / length))))
        line = Image.new("L", (room, bottom - top))
        ImageDraw.Draw(line).text((0, line.height // 2), words, 255, font, anchor="lm")
        image.paste(colour, (left + size // 2, top), line)


def shrink(picture: Image.Image, side: int) -> Image.Image:
    """Return a copy of a picture, scaled down if its longest side has more than `side` px."""
    import cv2

    scale = side / max(picture.size)
    if scale >= 1:
        return picture.convert("RGB")
    size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    # Below one half, bilinear scaling would skip pixels, and with them thin strokes.
    method = cv2.INTER_LINEAR if scale >= 0.5 else cv2.INTER_AREA
    pixels = np.asarray(rgb(picture))
    return Image.fromarray(cv2.resize(pixels, size, interpolation=method))


def _scaled(bounds: Bounds, before: Size, after: Size) -> Bounds:
    """Scale bounds from a screen of size `before` to a picture of size `after`.

    The result is in whole px, lies inside the picture, and is at least one px wide and high.

    >>> _scaled((10, 11, 99, 400), (100, 200), (50, 100))
    (5, 6, 50, 100)
    """
    x, y = after[0] / before[0], after[1] / before[1]
    left = min(max(0, round(bounds[0] * x)), after[0] - 1)
    top = min(max(0, round(bounds[1] * y)), after[1] - 1)
    right = min(max(left + 1, round(bounds[2] * x)), after[0])
    bottom = min(max(top + 1, round(bounds[3] * y)), after[1])
    return left, top, right, bottom


def _inner(box: Bounds) -> Bounds:
    """Move the right and the bottom edge of a box inwards by one px.

    Pillow draws these two edges just outside bounds as we count them.
    """
    left, top, right, bottom = box
    return left, top, max(left, right - 1), max(top, bottom - 1)
