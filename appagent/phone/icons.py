"""Icons as strokes on a 24 by 24 board, drawn large and scaled down so that they are smooth."""

import math
from functools import lru_cache

from PIL import Image, ImageDraw

_SCALE = 4
_PEN = 2.0  # stroke width on the board

# Each shape: a kind and its numbers. line: x, y, x, y, ...; ring and dot: x, y, radius; box and block: l, t, r, b;
# arc: x, y, radius, from, to (degrees, clockwise from 3 o'clock); shape: a filled polygon.
Shape = tuple[str, tuple[float, ...]]

ICONS: dict[str, tuple[Shape, ...]] = {
    "back": (("line", (20, 12, 5, 12)), ("line", (11, 5, 4, 12, 11, 19))),
    "plus": (("line", (12, 4, 12, 20)), ("line", (4, 12, 20, 12))),
    "check": (("line", (4, 12, 10, 18, 20, 6)),),
    "close": (("line", (5, 5, 19, 19)), ("line", (19, 5, 5, 19))),
    "search": (("ring", (10, 10, 6)), ("line", (15, 15, 21, 21))),
    "more": (("dot", (12, 5, 2)), ("dot", (12, 12, 2)), ("dot", (12, 19, 2))),
    "trash": (
        ("line", (4, 6, 20, 6)),
        ("line", (9, 6, 9, 3, 15, 3, 15, 6)),
        ("line", (6, 6, 7, 21, 17, 21, 18, 6)),
    ),
    "pin": (("shape", (8, 3, 16, 3, 15, 10, 18, 14, 6, 14, 9, 10)), ("line", (12, 14, 12, 22))),
    "pen": (("line", (4, 20, 6, 14, 16, 4, 20, 8, 10, 18, 4, 20)),),
    "note": (
        ("box", (5, 3, 19, 21)),
        ("line", (8, 8, 16, 8)),
        ("line", (8, 12, 16, 12)),
        ("line", (8, 16, 13, 16)),
    ),
    "palette": (("ring", (12, 12, 9)), ("dot", (8, 9, 1.6)), ("dot", (15, 8, 1.6)), ("dot", (16, 14, 1.6))),
    "gear": (("ring", (12, 12, 4)), ("ring", (12, 12, 8)), ("line", (12, 1, 12, 4)), ("line", (12, 20, 12, 23)),
             ("line", (1, 12, 4, 12)), ("line", (20, 12, 23, 12)), ("line", (4, 4, 6.5, 6.5)),
             ("line", (17.5, 17.5, 20, 20)), ("line", (4, 20, 6.5, 17.5)), ("line", (17.5, 6.5, 20, 4))),
    "wifi": (("arc", (12, 19, 15, 225, 315)), ("arc", (12, 19, 10, 225, 315)), ("dot", (12, 18, 2))),
    "bluetooth": (("line", (6, 7, 18, 17, 12, 22, 12, 2, 18, 7, 6, 17)),),
    "devices": (("box", (3, 5, 15, 15)), ("box", (16, 9, 21, 20)), ("line", (1, 18, 13, 18))),
    "sun": (("ring", (12, 12, 4)), ("line", (12, 2, 12, 4)), ("line", (12, 20, 12, 22)), ("line", (2, 12, 4, 12)),
            ("line", (20, 12, 22, 12)), ("line", (5, 5, 6.5, 6.5)), ("line", (17.5, 17.5, 19, 19)),
            ("line", (5, 19, 6.5, 17.5)), ("line", (17.5, 6.5, 19, 5))),
    "sound": (("shape", (3, 9, 7, 9, 12, 4, 12, 20, 7, 15, 3, 15)), ("arc", (12, 12, 5, 300, 60)),
              ("arc", (12, 12, 9, 300, 60))),
    "bell": (("line", (5, 17, 19, 17, 17, 14, 17, 9, 12, 4, 7, 9, 7, 14, 5, 17)), ("dot", (12, 20, 1.8))),
    "battery": (("box", (7, 5, 17, 21)), ("block", (10, 2, 14, 5)), ("block", (9, 13, 15, 19))),
    "storage": (("box", (4, 4, 20, 10)), ("box", (4, 14, 20, 20)), ("dot", (8, 7, 1)), ("dot", (8, 17, 1))),
    "lock": (("box", (5, 11, 19, 21)), ("arc", (12, 10, 4.5, 180, 360)), ("dot", (12, 16, 1.8))),
    "place": (("line", (12, 22, 5, 11, 6, 6, 12, 3, 18, 6, 19, 11, 12, 22)), ("ring", (12, 9, 2.5))),
    "info": (("ring", (12, 12, 9)), ("line", (12, 11, 12, 17)), ("dot", (12, 7.5, 1.3))),
    "globe": (("ring", (12, 12, 9)), ("line", (3, 12, 21, 12)), ("arc", (5, 12, 11, 310, 50)),
              ("arc", (19, 12, 11, 130, 230))),
    "apps": tuple(("block", (x, y, x + 4, y + 4)) for x in (3, 10, 17) for y in (3, 10, 17)),
    "person": (("ring", (12, 8, 4)), ("arc", (12, 21, 8, 185, 355))),
    "person_plus": (("ring", (9, 8, 4)), ("arc", (9, 21, 7, 185, 355)), ("line", (19, 8, 19, 16)),
                    ("line", (15, 12, 23, 12))),
    "share": (("ring", (18, 5, 2.5)), ("ring", (6, 12, 2.5)), ("ring", (18, 19, 2.5)), ("line", (8, 11, 16, 6)),
              ("line", (8, 13, 16, 18))),
    "triangle_back": (("line", (17, 4, 6, 12, 17, 20, 17, 4)),),
    "circle": (("ring", (12, 12, 8)),),
    "square": (("box", (5, 5, 19, 19)),),
    "shift": (("line", (12, 4, 4, 12, 8, 12, 8, 19, 16, 19, 16, 12, 20, 12, 12, 4)),),
    "erase": (("line", (8, 5, 21, 5, 21, 19, 8, 19, 2, 12, 8, 5)), ("line", (11, 9, 17, 15)),
              ("line", (17, 9, 11, 15))),
    "enter": (("line", (20, 5, 20, 13, 5, 13)), ("line", (10, 8, 5, 13, 10, 18))),
    "clock": (("ring", (12, 12, 9)), ("line", (12, 6, 12, 12, 16, 15))),
    "signal": (("shape", (2, 21, 21, 21, 21, 3)),),
    "calculator": (("box", (5, 2, 19, 22)), ("line", (9, 7, 15, 7)),
                   *(("dot", (x, y, 1.4)) for x in (9, 15) for y in (12.5, 17))),
    "stroke": (("line", (4, 20, 20, 4)),),
    "eraser": (("line", (3, 15, 13, 4, 20, 10, 11, 20, 7, 20, 3, 15)), ("line", (7.5, 10, 15, 16)),
               ("line", (11, 20, 21, 20))),
    "undo": (("line", (9, 4, 4, 9, 9, 14)), ("line", (4, 9, 15, 9)), ("arc", (15, 14, 5, 270, 90)),
             ("line", (15, 19, 9, 19))),
    "pictures": (("box", (3, 4, 21, 20)), ("ring", (8.5, 9.5, 1.8)), ("line", (4, 18, 10, 13, 13, 16, 17, 11, 20, 15))),
}  # fmt: skip


@lru_cache(maxsize=512)
def mask(name: str, size: int) -> Image.Image:
    """The icon as an "L" picture of size by size px: how much ink stands at each pixel.

    Raises ValueError for a name that is none.
    """
    if name not in ICONS:
        raise ValueError(f"no icon {name!r}; there are {', '.join(ICONS)}")
    board = size * _SCALE
    unit = board / 24
    picture = Image.new("L", (board, board), 0)
    draw = ImageDraw.Draw(picture)
    pen = max(round(_PEN * unit), 1)
    for kind, numbers in ICONS[name]:
        _shape(draw, kind, [number * unit for number in numbers], numbers, pen)
    return picture.resize((size, size), Image.Resampling.LANCZOS)


def _shape(draw: ImageDraw.ImageDraw, kind: str, at: list[float], numbers: tuple[float, ...], pen: int) -> None:
    if kind == "line":
        points = list(zip(at[::2], at[1::2], strict=True))
        draw.line(points, fill=255, width=pen, joint="curve")
        for x, y in points:
            draw.ellipse((x - pen / 2, y - pen / 2, x + pen / 2, y + pen / 2), fill=255)
    elif kind in {"ring", "dot"}:
        x, y, radius = at
        around = (x - radius, y - radius, x + radius, y + radius)
        draw.ellipse(around, outline=255, width=pen) if kind == "ring" else draw.ellipse(around, fill=255)
    elif kind == "arc":
        x, y, radius = at[:3]
        start, end = numbers[3], numbers[4]
        turns = range(0, math.ceil((end - start) % 360) + 1, 3)
        points = [
            (x + radius * math.cos(math.radians(start + t)), y + radius * math.sin(math.radians(start + t)))
            for t in turns
        ]
        draw.line(points, fill=255, width=pen, joint="curve")
    elif kind == "box":
        draw.rounded_rectangle(at, radius=pen, outline=255, width=pen)
    elif kind == "block":
        draw.rectangle(at, fill=255)
    else:
        draw.polygon(list(zip(at[::2], at[1::2], strict=True)), fill=255)
