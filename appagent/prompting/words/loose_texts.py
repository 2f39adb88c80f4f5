"""Gather the texts of a screen for its outline: what is not covered, and which texts belong on one line."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from appagent.screen import Screen
from appagent.screen.comparing.rewritten import LISTS
from appagent.screen.elements.controls import beneath, drawn_at
from appagent.screen.names.labels import PARTS
from appagent.screen.nodes.tree import Bounds, Node, clip, encloses, near, upwards
from appagent.screen.texts.wording import visible_words

_MOST_TOGETHER = 3  # texts in a container, such as a value with its unit and its label; what holds more is a page
_SHORT = 60  # letters of such a text; a longer one is a paragraph


@dataclass(frozen=True)
class LooseText:
    """Text in sight. node: the node that shows it. drawn: its position in the order of drawing; None if not known."""

    words: str
    bounds: Bounds
    node: Node | None
    drawn: int | None

    @property
    def contains(self) -> bool:
        """Tell whether the text describes a container, which has contents of its own."""
        return self.node is not None and bool(self.node.children)


def visible_texts(screen: Screen) -> list[LooseText]:
    """Return all texts of a screen in reading order, except those that another page covers."""
    under = {node for window in screen.windows if window.reachable for node in beneath(window)}
    hidden = {(visible_words(node), clip(node.bounds, screen.size)) for node in under}
    shown: dict[tuple[str, Bounds | None], tuple[Node, int]] = {}
    for node, place in drawn_at(screen.windows).items():
        if node.visible and (words := visible_words(node)):
            shown.setdefault((words, clip(node.bounds, screen.size)), (node, place))
    found = (each for each in screen.placed_texts if each not in hidden)
    return [LooseText(*each, *shown.get(each, (None, None))) for each in found]


def together(texts: Sequence[LooseText]) -> list[list[LooseText]]:
    """Group texts that belong together, such as a value and its label; every other text is a group of its own.

    Texts belong together in these cases:

    - Two or three short ones stand near each other in one small container.
    - A row of values stands over or under a row of as many labels in other letters: the two texts of each column.
    - They stand on one line of one container, such as a label and the value at its other side.

    texts: in reading order. The groups are in the order of their first texts.
    """
    box = _containers(texts)
    groups: list[list[LooseText]] = []
    open_in: dict[Node, list[LooseText]] = {}
    for text in texts:
        within = box.get(text)
        group = open_in.get(within) if within else None
        if group and _close(group[-1].bounds, text.bounds):
            group.append(text)
        else:
            groups.append([text])
            if within:
                open_in[within] = groups[-1]
    return _side_by_side(_columns(groups))


def joined(parts: Sequence[tuple[str, Bounds]]) -> str:
    """Write texts on one line, with " · " between them, but not around a sign that touches its neighbour.

    >>> joined([("15", (0, 0, 40, 50)), (":", (40, 0, 50, 50)), ("47", (50, 0, 90, 50)), ("Friday", (0, 60, 90, 80))])
    '15:47 · Friday'
    """
    line = parts[0][0]
    for (one, left), (other, right) in pairwise(parts):
        sign = not (_says(one) and _says(other))
        line += ("" if sign and left[2] == right[0] and left[1] < right[3] and right[1] < left[3] else PARTS) + other
    return line


def _close(one: Bounds, other: Bounds) -> bool:
    """Tell whether a text is level with another or just over or under it, less than half of a line away."""
    gap = max(one[1], other[1]) - min(one[3], other[3])
    line = min(one[3] - one[1], other[3] - other[1])
    return near(one, other) and 2 * gap < line and not encloses(one, other)


def _says(text: str) -> bool:
    return any(map(str.isalnum, text))


def _containers(texts: Iterable[LooseText]) -> dict[LooseText, Node]:
    """Return for each text the nearest container around it that has other texts too, if it is a small one."""
    short = [text for text in texts if text.node and not text.contains and len(text.words) <= _SHORT]
    held = Counter(around for text in texts if text.node for around in upwards(text.node))
    found = {}
    for text in short:
        around = next((each for each in upwards(text.node) if held[each] > 1), None) if text.node else None
        if around and held[around] <= _MOST_TOGETHER and not _holds_rows(around, held):
            found[text] = around
    return found


def _holds_rows(node: Node, held: Mapping[Node, int]) -> bool:
    """Tell whether a node is a list, or its children with texts are built alike as rows are.

    held: number of texts in each node.
    """
    branches = (child for child in node.children if child.children and child in held)
    built = Counter((child.role, len(child.children)) for child in branches)
    return node.scrollable or node.role in LISTS or any(count > 1 for count in built.values())


def _columns(groups: Sequence[list[LooseText]]) -> list[list[LooseText]]:
    """Join the texts of each column where two rows of single texts, and no more, stand one below the other."""
    single = [group for group in groups if len(group) == 1 and group[0].node and not group[0].contains]
    rows = [list(row) for _, row in groupby(single, key=_row)]
    below = [_are_columns(above, row) for above, row in pairwise(rows)]
    joined_to: dict[LooseText, list[LooseText]] = {}
    for at, (above, row) in enumerate(pairwise(rows)):
        if below[at] and True not in (*below[max(at - 1, 0) : at], *below[at + 1 : at + 2]):  # more rows are a table
            joined_to |= {lower[0]: upper for upper, lower in zip(above, row, strict=True)}
    for lower, upper in joined_to.items():
        upper.append(lower)
    return [group for group in groups if group[0] not in joined_to]


def _side_by_side(groups: Iterable[list[LooseText]]) -> list[list[LooseText]]:
    """Join texts that stand on one line of one container."""
    found: list[list[LooseText]] = []
    for group in groups:
        if found and len(group) == 1 and _on_one_line(found[-1][-1], group[0]):
            found[-1].append(group[0])
        else:
            found.append(group)
    return found


def _on_one_line(one: LooseText, other: LooseText) -> bool:
    nodes = [text.node for text in (one, other) if text.node and not text.contains and len(text.words) <= _SHORT]
    if len(nodes) < 2 or not nodes[0].parent or nodes[0].parent is not nodes[1].parent:
        return False
    (_, top, _, bottom), (_, above, _, below) = one.bounds, other.bounds
    level = 2 * (min(bottom, below) - max(top, above)) > min(bottom - top, below - above)
    return level and not nodes[0].parent.scrollable


def _row(group: Sequence[LooseText]) -> tuple[object, ...]:
    node, (_, top, _, bottom) = group[0].node, group[0].bounds
    return node and node.parent, top, bottom


def _are_columns(above: Sequence[Sequence[LooseText]], below: Sequence[Sequence[LooseText]]) -> bool:
    """Tell whether each text of one row stands just over one of the next row, which is in smaller or larger letters."""
    pairs = [(upper[0].bounds, lower[0].bounds) for upper, lower in zip(above, below, strict=False)]
    one_box = _row(above[0])[0] is _row(below[0])[0]
    return (
        1 < len(above) == len(below)
        and one_box
        and all(
            near(upper, lower)
            and upper[3] <= lower[1]
            and upper[3] - upper[1] != lower[3] - lower[1]
            and lower[0] < (upper[0] + upper[2]) / 2 < lower[2]
            for upper, lower in pairs
        )
    )
