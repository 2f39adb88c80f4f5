"""Draw the map of an app as SVG or PNG: pages as boxes, transitions as lines with their words."""

import io
import math
import re
from collections.abc import Iterator
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from appagent.errors import UsageError
from appagent.files import writing
from appagent.foreign import shown
from appagent.runs.report.drawing import Drawing, draw

if TYPE_CHECKING:
    from appagent.documents.overview import Overview, PageTransition

_BOX = (190, 40)  # px, of one page
_MOST, _MOST_WORDS = 26, 30  # letters in a box, and beside a line
_SIZE = 13  # px, of words
_LINE, _DOUBTFUL, _INK, _FILL = "#5b6b7f", "#b4541f", "#1d2733", "#eef3f8"
_HEAD = 9  # px, of an arrow
_CURVE = 12  # straight pieces of one bend
_MOST_PX = 12_000  # of a PNG's side
_COMMAND = re.compile(r"([MLCQ])([^MLCQ]*)")
CurvePoint = tuple[float, float]


def draw_map(found: "Overview", file: Path) -> None:
    """Draw a map into a file, as PNG if its name ends with .png, else as SVG. Dashed transitions fail or are untrusted.

    Raises UsageError if a PNG would be larger than 12,000 px on one side, or if the file cannot be written.
    """
    transitions = _merged(found)
    drawing = draw(len(found.pages), [(each.source, each.target) for each, _ in transitions], _BOX)
    if file.suffix.lower() == ".png":
        if max(drawing.width, drawing.height) > _MOST_PX:
            raise UsageError(f"a map of {len(found.pages)} pages is too large for a PNG; name a file with .svg")
        data = _png(found, drawing, transitions)
    else:
        data = _svg(found, drawing, transitions).encode()
    with writing(file, "; name another file with --picture"):
        file.write_bytes(data)


def _merged(found: "Overview") -> "list[tuple[PageTransition, str]]":
    """Return the best transition of each pair of pages, with its words and the number of the others: "Settings +2"."""
    pairs: dict[tuple[int, int], list[PageTransition]] = {}
    for each in found.transitions:
        pairs.setdefault((each.source, each.target), []).append(each)
    told = []
    for transitions in pairs.values():
        best = min(transitions, key=lambda each: (each.failing, each.untrusted))
        more = f" +{len(transitions) - 1}" if len(transitions) > 1 else ""
        told.append((best, shown(best.words, _MOST_WORDS - len(more)) + more))
    return told


def _svg(found: "Overview", drawing: Drawing, transitions: "list[tuple[PageTransition, str]]") -> str:
    width, height = round(drawing.width), round(drawing.height)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' font-family="sans-serif" font-size="{_SIZE}">',
        f"<title>{escape(shown(found.app))}</title>",
        '<rect width="100%" height="100%" fill="white"/>',
        f'<defs><marker id="a" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        f'<path d="M0,0 L8,4 L0,8 z" fill="{_LINE}"/></marker></defs>',
    ]
    for line, (each, words) in zip(drawing.lines, transitions, strict=True):
        colour, dash = (_DOUBTFUL, ' stroke-dasharray="6 4"') if each.failing or each.untrusted else (_LINE, "")
        anchor = "start" if line.kind == "beside" else "middle"
        parts.append(f'<path d="{line.path}" fill="none" stroke="{colour}"{dash} marker-end="url(#a)"/>')
        parts.append(f'<text x="{line.x:.0f}" y="{line.y:.0f}" text-anchor="{anchor}">{escape(words)}</text>')
    for page, (left, top) in zip(found.pages, drawing.boxes, strict=True):
        dash = "" if page.explored else ' stroke-dasharray="4 4"'
        middle, base = left + _BOX[0] / 2, top + _BOX[1] / 2 + _SIZE / 3
        parts.append(
            f'<rect x="{left:.0f}" y="{top:.0f}" width="{_BOX[0]}" height="{_BOX[1]}" rx="8" fill="{_FILL}"'
            f' stroke="{_LINE}"{dash}/><text x="{middle:.0f}" y="{base:.0f}" text-anchor="middle" fill="{_INK}">'
            f"{escape(shown(page.name, _MOST))}</text>"
        )
    return "\n".join([*parts, "</svg>", ""])


def _png(found: "Overview", drawing: Drawing, transitions: "list[tuple[PageTransition, str]]") -> bytes:
    from PIL import Image, ImageDraw

    from appagent.phone.fonts import font

    image = Image.new("RGB", (round(drawing.width), round(drawing.height)), "white")
    pen = ImageDraw.Draw(image)
    for line, (each, words) in zip(drawing.lines, transitions, strict=True):
        points = list(_points(line.path))
        pen.line(points, fill=_DOUBTFUL if each.failing or each.untrusted else _LINE, width=2)
        pen.polygon(_arrow(points[-2], points[-1]), fill=_LINE)
        anchor = "ls" if line.kind == "beside" else "ms"
        pen.text((line.x, line.y), words, fill=_INK, font=font(_SIZE, cjk=not words.isascii()), anchor=anchor)
    for page, (left, top) in zip(found.pages, drawing.boxes, strict=True):
        edge = _LINE if page.explored else _DOUBTFUL
        pen.rounded_rectangle((left, top, left + _BOX[0], top + _BOX[1]), 8, _FILL, edge)
        name, middle = shown(page.name, _MOST), (left + _BOX[0] / 2, top + _BOX[1] / 2)
        pen.text(middle, name, fill=_INK, font=font(_SIZE, cjk=not name.isascii()), anchor="mm")
    data = io.BytesIO()
    image.save(data, "PNG")
    return data.getvalue()


def _points(path: str) -> Iterator[CurvePoint]:
    """Yield the points of short straight lines that follow an SVG path made of the commands M, L, C and Q.

    >>> list(_points("M0,0 L4,2"))
    [(0.0, 0.0), (4.0, 2.0)]
    """
    at = (0.0, 0.0)
    for command, numbers in _COMMAND.findall(path):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        points = list(zip(values[::2], values[1::2], strict=True))
        size = {"M": 1, "L": 1, "Q": 2, "C": 3}[command]
        for start in range(0, len(points), size):
            bend = [at, *points[start : start + size]]
            pieces = _CURVE if size > 1 else 1
            yield from (_between(bend, piece / pieces) for piece in range(1, pieces + 1))
            at = bend[-1]


def _arrow(before: CurvePoint, tip: CurvePoint) -> list[CurvePoint]:
    """Return the corners of an arrowhead.

    before: a point on the line before its end.
    """
    across, down = tip[0] - before[0], tip[1] - before[1]
    length = math.hypot(across, down) or 1.0
    across, down = _HEAD * across / length, _HEAD * down / length
    base = tip[0] - across, tip[1] - down
    return [tip, (base[0] - down / 2, base[1] + across / 2), (base[0] + down / 2, base[1] - across / 2)]


def _between(bend: list[CurvePoint], share: float) -> CurvePoint:
    """Return the point of a Bézier curve at a share of its parameter, from 0 to 1 (de Casteljau's algorithm)."""
    while len(bend) > 1:
        bend = [(x1 + share * (x2 - x1), y1 + share * (y2 - y1)) for (x1, y1), (x2, y2) in pairwise(bend)]
    return bend[0]
