"""Lay out a map as a drawing: screens in columns by their distance from the start, and lines between them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

BOX = (120, 190)  # px, of one screen with its picture and name
GAP = 256  # px between columns, with the words of the transitions
BEND = 36  # px at each side of a gap in which lines bend; the words stand between the two sides
LINE = 26  # px between one transition's words and the next
SPACE = 40  # px between screens of one column
MARGIN = 16

Pair = tuple[int, int]


@dataclass(frozen=True)
class DrawnLine:
    """One transition of the drawing: an SVG path and the position of the words beside it.

    kind: "on" to a later column, "back" to an earlier column, or "beside" within one column.
    x, y: position of the words, px. x is their middle, but for "beside" their beginning; y is their base line.
    """

    path: str
    x: float
    y: float
    kind: str


@dataclass(frozen=True)
class Drawing:
    """Drawing of a map, in px.

    boxes: left and top of each screen.
    lines: one line for each transition, in the order in which transitions were given.
    """

    width: float
    height: float
    boxes: tuple[tuple[float, float], ...]
    lines: tuple[DrawnLine, ...]


def draw(count: int, transitions: Sequence[Pair], box: Pair = BOX) -> Drawing:
    """Return the drawing of a map of `count` screens: the position of each screen, and a line for each transition.

    Screens are numbered from 0, and the run began on screen 0. Their columns are ordered by the number of transitions
    from screen 0, which is on the left.
    transitions: pairs (number of the screen left, number of the screen reached).
    box: width and height of a screen, px.
    """
    columns = _columns(count, transitions)
    column = {one: number for number, ones in enumerate(columns) for one in ones}
    gaps = [_gap(column, transition) for transition in transitions]
    most = max((gaps.count(gap) for gap in gaps), default=0)
    tallest = max((len(ones) for ones in columns), default=0)
    height = max(tallest * (box[1] + SPACE) - SPACE, most * LINE) + 2 * MARGIN
    boxes = {
        one: (MARGIN + number * (box[0] + GAP), height / 2 + (row - len(ones) / 2) * (box[1] + SPACE) + SPACE / 2)
        for number, ones in enumerate(columns)
        for row, one in enumerate(ones)
    }
    levels = _levels(transitions, gaps, {one: top + box[1] / 2 for one, (_, top) in boxes.items()}, height)
    ports = _ports(transitions, column, boxes, levels, box)
    lanes = _lanes(transitions, column, ports)
    lines = tuple(
        _line_of(
            ports[n, 0], ports[n, 1], MARGIN + (gap + 1) * box[0] + gap * GAP, level, column, transition, lanes.get(n)
        )
        for n, (transition, gap, level) in enumerate(zip(transitions, gaps, levels, strict=True))
    )
    width = 2 * MARGIN + len(columns) * box[0] + max([len(columns) - 1, *(gap + 1 for gap in gaps)]) * GAP
    return Drawing(width, height, tuple(boxes[one] for one in range(count)), lines)


def _columns(count: int, transitions: Sequence[Pair]) -> list[list[int]]:
    """Sort screens into columns by the number of transitions from the start. Unreachable screens join the first column.

    >>> _columns(4, [(0, 1), (1, 0), (1, 2)])
    [[0, 3], [1], [2]]
    """
    starts: list[int] = []
    for one in range(count):
        if not any(one in column for column in _from(starts, transitions)):
            starts.append(one)
    return _from(starts, transitions)


def _from(starts: list[int], transitions: Sequence[Pair]) -> list[list[int]]:
    columns, known = [], set(starts)
    column = list(starts)
    while column:
        columns.append(column)
        column = sorted({end for start, end in transitions if start in column} - known)
        known |= set(column)
    return columns


def _gap(column: dict[int, int], transition: Pair) -> int:
    """Return the number of the gap between columns in which a transition's words stand.

    Gap n is to the right of column n. A transition between two columns uses the gap on the left of the right-hand
    column; a transition within one column uses the gap on the right of it.
    column: for each screen number, the number of its column.
    """
    start, end = column[transition[0]], column[transition[1]]
    return end - 1 if end > start else start - 1 if end < start else start


def _levels(transitions: Sequence[Pair], gaps: list[int], middle: dict[int, float], height: float) -> list[float]:
    """Return, for each transition, the height (y, px) at which its line crosses the gap between two columns.

    It is near the middle of the transition's two screens, but leaves room for the words of other lines in the gap.
    gaps: for each transition, the number of its gap.
    middle: for each screen number, y of the screen's middle.
    """
    levels = [0.0] * len(transitions)
    for gap in set(gaps):
        wish = {n: (middle[a] + middle[b]) / 2 for n, (a, b) in enumerate(transitions) if gaps[n] == gap}
        order = sorted(wish, key=lambda n: (wish[n], transitions[n][0] > transitions[n][1]))
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
    transitions: Sequence[Pair],
    column: dict[int, int],
    boxes: Mapping[int, tuple[float, float]],
    levels: list[float],
    box: Pair,
) -> dict[tuple[int, int], tuple[float, float]]:
    """Return the points (x, y) on the sides of screens at which lines begin and end.

    The keys are (number of the transition, 0 for its beginning or 1 for its end).
    """
    sides: dict[tuple[int, bool], list[tuple[int, int]]] = {}
    for number, transition in enumerate(transitions):
        for which in (0, 1):
            right = column[transition[1 - which]] >= column[transition[which]]
            sides.setdefault((transition[which], right), []).append((number, which))
    ports = {}
    for (one, right), ends in sides.items():
        left, top = boxes[one]
        for rank, end in enumerate(sorted(ends, key=lambda end: levels[end[0]]), start=1):
            ports[end] = (left + box[0] * right, top + box[1] * rank / (len(ends) + 1))
    return ports


def _lanes(
    transitions: Sequence[Pair], column: dict[int, int], ports: Mapping[tuple[int, int], tuple[float, float]]
) -> dict[int, float]:
    """Return how far from its column each line runs that begins and ends in one column, by number of transition, px.

    The distance is 0 to BEND: the longer a line, the farther away, so that no line lies on another.
    """
    beside: dict[int, list[int]] = {}
    for number, (start, end) in enumerate(transitions):
        if column[start] == column[end]:
            beside.setdefault(column[start], []).append(number)
    found: dict[int, float] = {}
    for numbers in beside.values():
        in_order = sorted(numbers, key=lambda n: abs(ports[n, 0][1] - ports[n, 1][1]))
        found |= {n: BEND * rank / len(numbers) for rank, n in enumerate(in_order, start=1)}
    return found


def _line_of(
    start: tuple[float, float],
    end: tuple[float, float],
    gap: float,
    level: float,
    column: dict[int, int],
    transition: Pair,
    lane: float | None,
) -> DrawnLine:
    """Return the line of one transition, from point `start` to point `end`.

    gap: x at which the gap begins.
    level: y at which the line crosses the gap.
    column: for each screen number, the number of its column.
    lane: how far from its column a line within one column runs, px; None for other lines.
    """
    near, far = gap + BEND, gap + GAP - BEND
    (x1, y1), (x2, y2) = start, end
    if lane is not None:  # out and back in on the same side
        x = f"{gap + lane:.1f}"
        path = f"M{x1:.0f},{y1:.0f} Q{x},{y1:.0f} {x},{level:.0f} Q{x},{y2:.0f} {x2:.0f},{y2:.0f}"
        return DrawnLine(path, near + 6, level + 4, "beside")
    back = column[transition[1]] < column[transition[0]]
    a, b = (far, near) if back else (near, far)
    path = f"M{x1:.0f},{y1:.0f} {_bend(x1, y1, a, level)} L{b},{level:.0f} {_bend(b, level, x2, y2)}"
    return DrawnLine(path, gap + GAP / 2, level - 6, "back" if back else "on")


def _bend(x1: float, y1: float, x2: float, y2: float) -> str:
    middle = (x1 + x2) / 2
    return f"C{middle:.0f},{y1:.0f} {middle:.0f},{y2:.0f} {x2:.0f},{y2:.0f}"
