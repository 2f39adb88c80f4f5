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
    "minus": (("line", (4, 12, 20, 12)),),
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
    "alarm": (("ring", (12, 13, 8)), ("line", (12, 8, 12, 13, 15, 15)), ("line", (3, 6, 6, 3)),
              ("line", (21, 6, 18, 3))),
    "timer": (("ring", (12, 14, 8)), ("line", (12, 14, 15, 11)), ("line", (9, 2, 15, 2))),
    "hourglass": (("line", (6, 3, 18, 3)), ("line", (6, 21, 18, 21)), ("line", (7, 3, 7, 7, 17, 17, 17, 21)),
                  ("line", (17, 3, 17, 7, 7, 17, 7, 21))),
    "play": (("shape", (7, 4, 20, 12, 7, 20)),),
    "pause": (("block", (6, 5, 10, 19)), ("block", (14, 5, 18, 19))),
    "stop": (("block", (6, 6, 18, 18)),),
    "next": (("shape", (5, 5, 15, 12, 5, 19)), ("block", (16, 5, 19, 19))),
    "previous": (("shape", (19, 5, 9, 12, 19, 19)), ("block", (5, 5, 8, 19))),
    "reset": (("arc", (12, 13, 8, 300, 240)), ("shape", (13, 1, 13, 9, 7, 5))),
    "shuffle": (("line", (3, 7, 7, 7, 17, 17, 21, 17)), ("line", (3, 17, 7, 17, 17, 7, 21, 7)),
                ("line", (18, 4, 21, 7, 18, 10)), ("line", (18, 14, 21, 17, 18, 20))),
    "repeat": (("line", (4, 12, 4, 7, 20, 7)), ("line", (17, 4, 20, 7, 17, 10)), ("line", (20, 12, 20, 17, 4, 17)),
               ("line", (7, 14, 4, 17, 7, 20))),
    "repeat_one": (("line", (4, 12, 4, 7, 20, 7)), ("line", (17, 4, 20, 7, 17, 10)), ("line", (20, 12, 20, 17, 4, 17)),
                   ("line", (7, 14, 4, 17, 7, 20)), ("line", (11, 11, 12.5, 10, 12.5, 14.5))),
    "queue": (("line", (3, 6, 15, 6)), ("line", (3, 11, 15, 11)), ("line", (3, 16, 10, 16)), ("dot", (16, 18, 2.5)),
              ("line", (18, 18, 18, 9, 22, 10))),
    "disc": (("ring", (12, 12, 9)), ("dot", (12, 12, 2.5))),
    "sliders": (*(("line", (x, 3, x, 21)) for x in (5, 12, 19)), ("dot", (5, 15, 2.6)), ("dot", (12, 8, 2.6)),
                ("dot", (19, 13, 2.6))),
    "music": (("dot", (7, 18, 3)), ("dot", (18, 16, 3)), ("line", (9, 18, 9, 5, 20, 3, 20, 16))),
    "flag": (("line", (5, 22, 5, 3)), ("shape", (5, 3, 20, 5, 15, 9, 20, 13, 5, 13))),
    "chat": (("line", (4, 4, 20, 4, 20, 16, 11, 16, 6, 21, 6, 16, 4, 16, 4, 4)),),
    "contacts": (("box", (4, 3, 20, 21)), ("ring", (12, 10, 2.5)), ("arc", (12, 19, 4.5, 195, 345))),
    "compass": (("ring", (12, 12, 9)), ("shape", (16, 8, 13.5, 13.5, 8, 16, 10.5, 10.5))),
    "smile": (("ring", (12, 12, 9)), ("dot", (9, 10, 1.2)), ("dot", (15, 10, 1.2)), ("arc", (12, 12, 5, 30, 150))),
    "plus_circle": (("ring", (12, 12, 9)), ("line", (12, 8, 12, 16)), ("line", (8, 12, 16, 12))),
    "voice": (("ring", (12, 12, 9)), ("dot", (8.5, 12, 1.2)), ("arc", (8, 12, 4, 315, 45)),
              ("arc", (8, 12, 7.5, 320, 40))),
    "keyboard": (("box", (2, 6, 22, 18)), ("line", (8, 15, 16, 15)), *(("dot", (x, 10.5, 1.1)) for x in (6, 10, 14,
                 18))),
    "camera": (("box", (3, 7, 21, 20)), ("ring", (12, 13, 4)), ("block", (8, 4, 16, 8))),
    "video": (("box", (2, 6, 15, 18)), ("shape", (16, 12, 22, 7, 22, 17))),
    "phone": (("line", (6, 3, 9, 8, 7, 11, 13, 17, 16, 15, 21, 18, 18, 21, 10, 19, 5, 14, 3, 6, 6, 3)),),
    "mail": (("box", (3, 5, 21, 19)), ("line", (4, 7, 12, 13, 20, 7))),
    "envelope": (("box", (4, 3, 20, 21)), ("arc", (12, 1, 10, 40, 140)), ("dot", (12, 11, 2.5))),
    "transfer": (("line", (4, 9, 20, 9, 15, 4)), ("line", (20, 15, 4, 15, 9, 20))),
    "card": (("box", (2, 5, 22, 19)), ("block", (2, 9, 22, 12))),
    "wallet": (("box", (3, 6, 21, 20)), ("line", (4, 6, 17, 3)), ("dot", (17, 13, 1.6))),
    "heart": (("line", (12, 20, 4, 12, 3, 8, 5, 5, 8, 4, 12, 8, 16, 4, 19, 5, 21, 8, 20, 12, 12, 20)),),
    "heart_full": (("shape", (12, 21, 3, 12, 2, 8, 4, 4, 8, 3, 12, 7, 16, 3, 20, 4, 22, 8, 21, 12)),),
    "comment": (("line", (4, 4, 20, 4, 20, 16, 11, 16, 6, 21, 6, 16, 4, 16, 4, 4)), ("line", (8, 8, 16, 8)),
                ("line", (8, 12, 13, 12))),
    "star": (("line", (12, 3, 14.6, 9, 21, 9.6, 16.2, 14, 17.6, 20.5, 12, 17, 6.4, 20.5, 7.8, 14, 3, 9.6, 9.4, 9,
             12, 3)),),
    "star_full": (("shape", (12, 2, 14.8, 8.6, 22, 9.3, 16.6, 14, 18.2, 21, 12, 17.2, 5.8, 21, 7.4, 14, 2, 9.3,
                  9.2, 8.6)),),
    "dots": (("dot", (7, 12, 2)), ("dot", (17, 12, 2))),
    "more_across": tuple(("dot", (x, 12, 2)) for x in (5, 12, 19)),
    "menu": tuple(("line", (4, y, 20, y)) for y in (6, 12, 18)),
    "right": (("line", (9, 5, 16, 12, 9, 19)),),
    "down": (("line", (5, 9, 12, 16, 19, 9)),),
    "up": (("line", (5, 15, 12, 8, 19, 15)),),
    "forward": (("line", (4, 12, 19, 12)), ("line", (13, 5, 20, 12, 13, 19))),
    "scan": (("line", (4, 9, 4, 4, 9, 4)), ("line", (15, 4, 20, 4, 20, 9)), ("line", (20, 15, 20, 20, 15, 20)),
             ("line", (9, 20, 4, 20, 4, 15)), ("line", (4, 12, 20, 12))),
    "home": (("line", (3, 12, 12, 4, 21, 12)), ("line", (6, 10, 6, 20, 18, 20, 18, 10))),
    "cart": (("line", (2, 4, 5, 4, 8, 16, 18, 16, 21, 7, 6, 7)), ("dot", (9, 20, 1.8)), ("dot", (17, 20, 1.8))),
    "bag": (("box", (4, 8, 20, 21)), ("arc", (12, 8, 4.5, 180, 360))),
    "tag": (("line", (3, 12, 12, 3, 20, 3, 21, 12, 12, 21, 3, 12)), ("dot", (16.5, 7.5, 1.5))),
    "filter": (("line", (4, 5, 20, 5, 14, 13, 14, 20, 10, 18, 10, 13, 4, 5)),),
    "sort": (("line", (4, 6, 18, 6)), ("line", (4, 12, 14, 12)), ("line", (4, 18, 10, 18))),
    "truck": (("box", (2, 6, 14, 17)), ("line", (14, 10, 19, 10, 22, 13, 22, 17, 14, 17)), ("dot", (7, 19, 2.2)),
              ("dot", (18, 19, 2.2))),
    "gift": (("box", (4, 11, 20, 21)), ("box", (3, 7, 21, 11)), ("line", (12, 7, 12, 21)), ("line", (12, 7, 7, 3)),
             ("line", (12, 7, 17, 3))),
    "folder": (("line", (3, 5, 9, 5, 11, 8, 21, 8, 21, 19, 3, 19, 3, 5)),),
    "file": (("line", (6, 3, 14, 3, 18, 7, 18, 21, 6, 21, 6, 3)), ("line", (14, 3, 14, 7, 18, 7))),
    "cut": (("ring", (6, 18, 2.5)), ("ring", (18, 18, 2.5)), ("line", (8, 16, 17, 4)), ("line", (16, 16, 7, 4))),
    "copy": (("box", (8, 8, 20, 21)), ("line", (15, 4, 4, 4, 4, 17))),
    "download": (("line", (12, 3, 12, 15)), ("line", (6, 10, 12, 16, 18, 10)), ("line", (4, 20, 20, 20))),
    "link": (("arc", (8, 12, 5, 60, 300)), ("arc", (16, 12, 5, 240, 120)), ("line", (8, 12, 16, 12))),
    "book": (("box", (4, 3, 20, 21)), ("line", (9, 3, 9, 21))),
    "bookmark": (("line", (6, 3, 18, 3, 18, 21, 12, 16, 6, 21, 6, 3)),),
    "cards": (("box", (7, 3, 21, 17)), ("line", (3, 8, 3, 21, 16, 21))),
    "chart": (("line", (3, 21, 21, 21)), ("block", (5, 12, 8, 19)), ("block", (11, 6, 14, 19)),
              ("block", (17, 9, 20, 19))),
    "calendar": (("box", (3, 5, 21, 21)), ("line", (3, 10, 21, 10)), ("line", (8, 2, 8, 6)), ("line", (16, 2, 16, 6))),
    "group": (("ring", (8, 9, 3.5)), ("arc", (8, 21, 6.5, 190, 350)), ("ring", (17, 8, 3)),
              ("arc", (17, 20, 6, 250, 350))),
    "block": (("ring", (12, 12, 9)), ("line", (5.5, 18.5, 18.5, 5.5))),
    "eye": (("arc", (12, 18, 11, 215, 325)), ("arc", (12, 6, 11, 35, 145)), ("ring", (12, 12, 3))),
    "help": (("ring", (12, 12, 9)), ("arc", (12, 9.5, 3, 180, 60)), ("line", (13.5, 12, 12, 14)),
             ("dot", (12, 17, 1.2))),
    "headphones": (("arc", (12, 13, 9, 180, 360)), ("block", (2, 13, 7, 21)), ("block", (17, 13, 22, 21))),
    "cup": (("line", (4, 8, 5, 20, 15, 20, 16, 8, 4, 8)), ("arc", (16, 13, 4, 280, 80)), ("line", (8, 2, 8, 5)),
            ("line", (12, 2, 12, 5))),
    "lamp": (("shape", (8, 3, 16, 3, 20, 12, 4, 12)), ("line", (12, 12, 12, 21)), ("line", (7, 21, 17, 21))),
    "bed": (("line", (3, 5, 3, 20)), ("line", (3, 16, 21, 16)), ("line", (21, 20, 21, 12, 9, 12)),
            ("dot", (6.5, 12, 2))),
    "tent": (("line", (12, 4, 2, 20, 22, 20, 12, 4)), ("line", (12, 11, 8, 20)), ("line", (12, 11, 16, 20))),
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
