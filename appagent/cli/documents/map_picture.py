"""Draw the map of an app as SVG: pages as boxes, transitions as lines with their words."""

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from appagent.files import writing
from appagent.foreign import shown
from appagent.runs.report.drawing import Drawing, draw

if TYPE_CHECKING:
    from appagent.documents.map.overview import Overview, PageTransition

_BOX = (190, 40)  # px, of one page
_MOST, _MOST_WORDS = 26, 30  # letters in a box, and beside a line
_SIZE = 13  # px, of words
_LINE, _DOUBTFUL, _INK, _FILL = "#5b6b7f", "#b4541f", "#1d2733", "#eef3f8"


def draw_map(found: "Overview", file: Path) -> None:
    """Draw a map into a file, as SVG. Dashed transitions fail or are untrusted.

    Raises UsageError if the file cannot be written.
    """
    transitions = _merged(found)
    drawing = draw(len(found.pages), [(each.source, each.target) for each, _ in transitions], _BOX)
    with writing(file, "; name another file with --picture"):
        file.write_text(_svg(found, drawing, transitions), "utf-8", newline="")


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
