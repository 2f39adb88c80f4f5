"""Where a small map is drawn: screens in columns by how far they are, ways between them with room for words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

BOX = (120, 190)  # px, of one screen with its picture and name
GAP = 256  # px between columns, with the words of the ways
BEND = 36  # px at each side of a gap in which lines bend; their words stand on what is left
LINE = 26  # px between one way's words and the next
SPACE = 40  # px between screens of one column
MARGIN = 16

Pair = tuple[int, int]


@dataclass(frozen=True)
class Line:
    """A way as an SVG path, and where its words stand: x is their middle, y their foot.

    kind: "on" to a later column, "back" to an earlier one, or "beside", within one; there x is where they begin.
    """

    path: str
    x: float
    y: float
    kind: str


@dataclass(frozen=True)
class Drawing:
    """Px. boxes: left and top of each screen. lines: of each way, in the order given."""

    width: float
    height: float
    boxes: tuple[tuple[float, float], ...]
    lines: tuple[Line, ...]


def draw(count: int, ways: Sequence[Pair]) -> Drawing:
    """A map of `count` screens, numbered from 0; the first is where the run began.

    Each way runs level through the middle of one gap between columns, at a height that it has there for itself.
    """
    columns = _columns(count, ways)
    column = {one: number for number, ones in enumerate(columns) for one in ones}
    gaps = [_gap(column, way) for way in ways]
    most = max((gaps.count(gap) for gap in gaps), default=0)
    tallest = max((len(ones) for ones in columns), default=0)
    height = max(tallest * (BOX[1] + SPACE) - SPACE, most * LINE) + 2 * MARGIN
    boxes = {
        one: (MARGIN + number * (BOX[0] + GAP), height / 2 + (row - len(ones) / 2) * (BOX[1] + SPACE) + SPACE / 2)
        for number, ones in enumerate(columns)
        for row, one in enumerate(ones)
    }
    levels = _levels(ways, gaps, {one: top + BOX[1] / 2 for one, (_, top) in boxes.items()}, height)
    ports = _ports(ways, column, boxes, levels)
    lines = tuple(
        _line(ports[number, 0], ports[number, 1], MARGIN + (gap + 1) * BOX[0] + gap * GAP, level, column, way)
        for number, (way, gap, level) in enumerate(zip(ways, gaps, levels, strict=True))
    )
    width = 2 * MARGIN + len(columns) * BOX[0] + max([len(columns) - 1, *(gap + 1 for gap in gaps)]) * GAP
    return Drawing(width, height, tuple(boxes[one] for one in range(count)), lines)


def _columns(count: int, ways: Sequence[Pair]) -> list[list[int]]:
    """Screens by the number of ways from the beginning; those that no way leads to begin one too.

    >>> _columns(4, [(0, 1), (1, 0), (1, 2)])
    [[0, 3], [1], [2]]
    """
    starts: list[int] = []
    for one in range(count):
        if not any(one in column for column in _from(starts, ways)):
            starts.append(one)
    return _from(starts, ways)


def _from(starts: list[int], ways: Sequence[Pair]) -> list[list[int]]:
    columns, known = [], set(starts)
    column = list(starts)
    while column:
        columns.append(column)
        column = sorted({end for start, end in ways if start in column} - known)
        known |= set(column)
    return columns


def _gap(column: dict[int, int], way: Pair) -> int:
    """The gap that a way's words stand in: beside the farther of its two screens."""
    start, end = column[way[0]], column[way[1]]
    return end - 1 if end > start else start - 1 if end < start else start


def _levels(ways: Sequence[Pair], gaps: list[int], middle: dict[int, float], height: float) -> list[float]:
    """The height at which each way runs through its gap: near its screens, and apart from the others there."""
    levels = [0.0] * len(ways)
    for gap in set(gaps):
        wish = {n: (middle[a] + middle[b]) / 2 for n, (a, b) in enumerate(ways) if gaps[n] == gap}
        order = sorted(wish, key=lambda n: (wish[n], ways[n][0] > ways[n][1]))
        middle_of_all = sum(wish.values()) / len(wish)
        placed: list[float] = []
        for n in order:
            placed.append(max(wish[n], placed[-1] + LINE) if placed else wish[n])
        shift = middle_of_all - sum(placed) / len(placed)
        shift = min(max(shift, MARGIN + LINE - placed[0]), height - MARGIN - placed[-1])
        for n, level in zip(order, placed, strict=True):
            levels[n] = level + shift
    return levels


def _ports(
    ways: Sequence[Pair], column: dict[int, int], boxes: Mapping[int, tuple[float, float]], levels: list[float]
) -> dict[tuple[int, int], tuple[float, float]]:
    """Where each way (its number, and 0 for its beginning or 1 for its end) meets a screen's side (x, y)."""
    sides: dict[tuple[int, bool], list[tuple[int, int]]] = {}
    for number, way in enumerate(ways):
        for which in (0, 1):
            right = column[way[1 - which]] >= column[way[which]]
            sides.setdefault((way[which], right), []).append((number, which))
    ports = {}
    for (one, right), ends in sides.items():
        left, top = boxes[one]
        for rank, end in enumerate(sorted(ends, key=lambda end: levels[end[0]]), start=1):
            ports[end] = (left + BOX[0] * right, top + BOX[1] * rank / (len(ends) + 1))
    return ports


def _line(
    start: tuple[float, float], end: tuple[float, float], gap: float, level: float, column: dict[int, int], way: Pair
) -> Line:
    """A path from side to side; gap: where the gap begins (x)."""
    near, far = gap + BEND, gap + GAP - BEND
    (x1, y1), (x2, y2) = start, end
    if column[way[0]] == column[way[1]]:  # out and back in on the same side
        path = f"M{x1:.0f},{y1:.0f} Q{near},{y1:.0f} {near},{level:.0f} Q{near},{y2:.0f} {x2:.0f},{y2:.0f}"
        return Line(path, near + 6, level + 4, "beside")
    back = column[way[1]] < column[way[0]]
    a, b = (far, near) if back else (near, far)
    path = f"M{x1:.0f},{y1:.0f} {_bend(x1, y1, a, level)} L{b},{level:.0f} {_bend(b, level, x2, y2)}"
    return Line(path, gap + GAP / 2, level - 6, "back" if back else "on")


def _bend(x1: float, y1: float, x2: float, y2: float) -> str:
    middle = (x1 + x2) / 2
    return f"C{middle:.0f},{y1:.0f} {middle:.0f},{y2:.0f} {x2:.0f},{y2:.0f}"
