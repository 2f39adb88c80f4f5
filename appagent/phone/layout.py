"""Lay out widgets as boxes: where each one stands on the display, in px."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import Any

from appagent.phone import fonts, ui
from appagent.phone.theme import Theme

Bounds = tuple[int, int, int, int]  # (left, top, right, bottom), px
_NOWHERE = (0, 0, 0, 0)
_ARRANGED = (ui.Scroll, ui.Split, ui.Column, ui.Row, ui.Grid, ui.Flow, ui.Frame)


@dataclass(eq=False, slots=True)
class Box:
    """Widget with its position on the display.

    bounds: its rectangle, unclipped. clip: the part of the display that scrolling ancestors leave visible.
    index: its position among its parent's children, counting those that are not shown.
    path: positions from the root down to it; stays the same while the structure of the screen does.
    content_height: of what scrolls in it, px. tops: how far down its rows begin, px.
    """

    widget: ui.Widget
    bounds: Bounds
    clip: Bounds
    path: tuple[int, ...]
    children: list["Box"] = field(default_factory=list)
    content_height: int = 0
    tops: list[int] = field(default_factory=list)
    lines: tuple[str, ...] = ()

    @property
    def index(self) -> int:
        """Return the box's position among its siblings."""
        return self.path[-1] if self.path else 0

    @property
    def seen(self) -> Bounds | None:
        """Return the visible part of the box, or None."""
        return overlap(self.bounds, self.clip)


def overlap(one: Bounds, other: Bounds) -> Bounds | None:
    """Return the common part of two rectangles, or None.

    >>> overlap((0, 0, 10, 10), (5, 5, 20, 20)), overlap((0, 0, 4, 4), (4, 0, 8, 8))
    ((5, 5, 10, 10), None)
    """
    (left, top, right, bottom), (x, y, x2, y2) = one, other  # max() and min() would take twice as long
    left, top = left if left > x else x, top if top > y else y
    right, bottom = right if right < x2 else x2, bottom if bottom < y2 else y2
    return (left, top, right, bottom) if left < right and top < bottom else None


class Layout:
    """Lays out one window's tree.

    scroll: how far each scrolling box, by its path, is scrolled, px; asked while laying out.
    age_s: seconds since the screen opened; what `loads` longer than that shows a spinner.
    """

    def __init__(
        self,
        theme: Theme,
        scroll: Callable[[tuple[int, ...]], int] = lambda path: 0,
        age_s: float = float("inf"),
    ) -> None:
        self._theme = theme
        self._scroll = scroll
        self._age_s = age_s

    def place(self, root: ui.Widget, bounds: Bounds, clip: Bounds | None = None) -> Box:
        """Lay out the tree below `root`, which fills the rectangle `bounds`; `clip` is the display."""
        left, top, right, bottom = bounds
        box = self._lay(root, (0,), right - left, bottom - top, fill=(True, True))
        return _moved(box, left, top, clip or bounds)

    def height(self, root: ui.Widget, width: int, limit: int) -> int:
        """Measure how tall a tree is in a given width, px; more than `limit` if it does not fit."""
        return self._lay(root, (0,), width, limit, fill=(True, False)).bounds[3]

    def _lay(self, widget: ui.Widget, path: tuple[int, ...], room_w: int, room_h: int, fill: tuple[bool, bool]) -> Box:
        """Lay out a widget at (0, 0), no larger than the room; `fill` says whether it fills the room (across, down)."""
        px, wide, high = self._theme.px, widget.width, widget.height
        exact_w = room_w if fill[0] or wide == "fill" else None
        exact_h = room_h if fill[1] or high == "fill" else None
        if not fill[0] and not isinstance(wide, str):
            exact_w = min(px(wide), room_w)
        if not fill[1] and not isinstance(high, str):
            exact_h = px(high)
        left, top, right, bottom = map(px, _sides(widget.pad)) if widget.pad else _NOWHERE
        inner_w = max((exact_w if exact_w is not None else room_w) - left - right, 0)
        inner_h = max((exact_h if exact_h is not None else room_h) - top - bottom, 0)
        box = Box(widget, _NOWHERE, _NOWHERE, path)
        width, height = self._content(box, inner_w, inner_h, (exact_w is not None, exact_h is not None))
        width = exact_w if exact_w is not None else width + left + right
        height = exact_h if exact_h is not None else height + top + bottom
        box.bounds = (0, 0, width, height)
        if left or top:
            for child in box.children:
                _shift(child, left, top)
        return box

    def _content(self, box: Box, width: int, height: int, exact: tuple[bool, bool]) -> tuple[int, int]:
        """Lay out the inside of a box; return the size that it takes."""
        kind: Any = type(box.widget)
        match _arrangement(kind):
            case ui.Scroll:
                return self._scrolled(box, width, height)
            case ui.Split if width > height:
                return self._side_by_side(box, width, height, exact)
            case ui.Column | ui.Split:
                return self._line(box, width, height, exact, down=True)
            case ui.Row:
                return self._line(box, width, height, exact, down=False)
            case ui.Grid:
                return self._grid(box, width, height)
            case ui.Flow:
                return self._flow(box, width, height)
            case ui.Frame:
                return self._stack(box, width, height, exact)
        return self._leaf(box, width, height)

    def _leaf(self, box: Box, width: int, height: int) -> tuple[int, int]:
        widget, px = box.widget, self._theme.px
        if isinstance(widget, ui.Text):
            return self._words(box, widget.text, widget.size, widget.bold, width, widget.lines)
        if isinstance(widget, ui.Field):
            shown = "•" * len(widget.text) if widget.password else widget.text
            self._words(box, shown or widget.hint, widget.size, False, width, 0 if widget.lines > 1 else 1)
            line = self._line_height(widget.size)
            fitting = max(height // line, 1)
            box.lines = box.lines[-fitting:]  # the cursor is at the end, and always in sight
            return width, min(max(len(box.lines), widget.lines), fitting) * line
        if isinstance(widget, (ui.Icon, ui.Progress)):
            return px(widget.size), px(widget.size)
        if isinstance(widget, ui.Bar):
            return width, px(24 if isinstance(widget, ui.Seek) else 4)
        if isinstance(widget, ui.Chip):
            return self._words(box, widget.text, widget.size, False, width, 1)
        if isinstance(widget, ui.Checkable):
            knob = px(52) if isinstance(widget, ui.Switch) else px(32)
            if widget.text:
                words, _ = self._words(box, widget.text, widget.size, False, width - knob - px(12), 1)
                return knob + px(12) + words, px(32)
            return knob, px(32)
        return 0, 0

    def _words(self, box: Box, text: str, size: float, bold: bool, width: int, lines: int) -> tuple[int, int]:
        height = self._theme.px(size)
        box.lines = fonts.wrap(text, height, bold, max(width, 1), lines)
        wide = max((fonts.width(line, height, bold) for line in box.lines), default=0)
        return wide, len(box.lines) * self._line_height(size)

    def _line_height(self, size: float) -> int:
        return round(self._theme.px(size) * 1.35)

    def _line(self, box: Box, width: int, height: int, exact: tuple[bool, bool], down: bool) -> tuple[int, int]:
        """Lay out children along one axis: fixed ones first, then the rest share the room by weight."""
        children = list(box.widget.children)
        room = height if down else width
        placed: dict[int, Box] = {}
        taken = 0
        for number, child in enumerate(children):
            if not child.weight:
                left_over = max(room - taken, 0)
                across = (width, left_over) if down else (left_over, height)
                placed[number] = self._lay(child, (*box.path, number), *across, fill=(False, False))
                taken += placed[number].bounds[3 if down else 2]
        left_over, shares, given = max(room - taken, 0), sum(child.weight for child in children), 0.0
        for number, child in enumerate(children):
            if child.weight:
                part = round(left_over * (given + child.weight) / shares) - round(left_over * given / shares)
                given += child.weight
                size, fill = ((width, part), (False, True)) if down else ((part, height), (True, False))
                placed[number] = self._lay(child, (*box.path, number), *size, fill=fill)
        return self._line_up(box, [placed[n] for n in range(len(children))], width, height, exact, down)

    def _line_up(
        self, box: Box, boxes: list[Box], width: int, height: int, exact: tuple[bool, bool], down: bool
    ) -> tuple[int, int]:
        """Place children one after the other; across the axis their gravity decides."""
        thick = max((b.bounds[2 if down else 3] for b in boxes), default=0)
        across = (width if exact[0] else thick) if down else (height if exact[1] else thick)
        total = sum(b.bounds[3 if down else 2] for b in boxes)
        at = 0
        if exact[1 if down else 0] and not any(b.widget.weight for b in boxes):
            at = max((height if down else width) - total, 0) // 2 if "center" in box.widget.gravity else 0
        for child in boxes:
            wide, tall = child.bounds[2], child.bounds[3]
            if down:
                box.children.append(_shift(child, _aligned(child.widget.gravity, across, wide, "x"), at))
            else:
                gravity = child.widget.gravity or "center"
                box.children.append(_shift(child, at, _aligned(gravity, across, tall, "y")))
            at += tall if down else wide
        return (across, total) if down else (total, across)

    def _stack(self, box: Box, width: int, height: int, exact: tuple[bool, bool]) -> tuple[int, int]:
        boxes = [
            self._lay(child, (*box.path, number), width, height, fill=(False, False))
            for number, child in enumerate(box.widget.children)
        ]
        wide = width if exact[0] else max((b.bounds[2] for b in boxes), default=0)
        tall = height if exact[1] else max((b.bounds[3] for b in boxes), default=0)
        for child in boxes:
            x = _aligned(child.widget.gravity, wide, child.bounds[2], "x")
            y = _aligned(child.widget.gravity, tall, child.bounds[3], "y")
            box.children.append(_shift(child, x, y))
        return wide, tall

    def _side_by_side(self, box: Box, width: int, height: int, exact: tuple[bool, bool]) -> tuple[int, int]:
        """Lay out children in equal widths; if the box has a height of its own, they take all of it."""
        number_of = len(box.widget.children)
        for number, child in enumerate(box.widget.children):
            left, right = (width * end // number_of for end in (number, number + 1))
            laid = self._lay(child, (*box.path, number), right - left, height, fill=(True, exact[1]))
            box.children.append(_shift(laid, left, 0))
        return width, height if exact[1] else max((child.bounds[3] for child in box.children), default=0)

    def _grid(self, box: Box, width: int, height: int) -> tuple[int, int]:
        assert isinstance(box.widget, ui.Grid)
        columns, x, y, tallest = box.widget.columns, 0, 0, 0
        for number, child in enumerate(box.widget.children):
            x = number % columns
            if number and x == 0:
                y, tallest = y + tallest, 0
            cell = self._lay(child, (*box.path, number), width // columns, height, fill=(True, False))
            tallest = max(tallest, cell.bounds[3])
            box.children.append(_shift(cell, x * (width // columns), y))
        return width, y + tallest

    def _flow(self, box: Box, width: int, height: int) -> tuple[int, int]:
        """Lay out children side by side in as many lines as they need."""
        assert isinstance(box.widget, ui.Flow)
        gap = self._theme.px(box.widget.gap)
        x = y = tallest = 0
        for number, child in enumerate(box.widget.children):
            laid = self._lay(child, (*box.path, number), width, height, fill=(False, False))
            _, _, wide, tall = laid.bounds
            if x and x + wide > width:
                x, y, tallest = 0, y + tallest + gap, 0
            box.children.append(_shift(laid, x, y))
            x, tallest = x + wide + gap, max(tallest, tall)
        return width, y + tallest

    def _scrolled(self, box: Box, width: int, height: int) -> tuple[int, int]:
        """Lay out a scrolling column, moved up by its scroll; only rows in sight are kept."""
        assert isinstance(box.widget, ui.Scroll)
        if self._age_s < box.widget.loads:
            spinner = self._lay(ui.Progress(), (*box.path, 0), width, height, fill=(False, False))
            size = spinner.bounds[2]
            box.children = [_shift(spinner, (width - size) // 2, min((height - size) // 2, height // 3))]
            return width, height
        columns = box.widget.columns if isinstance(box.widget, ui.List) else 1
        wide = width // columns
        cells = [
            self._lay(child, (*box.path, number), wide, 10**6, fill=(columns > 1, False))
            for number, child in enumerate(box.widget.children)
        ]
        rows = [cells[at : at + columns] for at in range(0, len(cells), columns)]
        heights = [max(cell.bounds[3] for cell in row) for row in rows]
        *box.tops, box.content_height = accumulate(heights, initial=0)
        most = max(box.content_height - height, 0)
        scrolled = min(self._scroll(box.path), most)  # it may have become shorter
        top = scrolled - most if isinstance(box.widget, ui.List) and box.widget.from_end else -scrolled
        kept = isinstance(box.widget, ui.Web)
        for row, tall in zip(rows, heights, strict=True):
            if kept or (top < height and top + tall > 0):
                box.children += [_shift(cell, number * wide, top) for number, cell in enumerate(row)]
            top += tall
        return width, height


@lru_cache(maxsize=256)  # of more kinds of widgets than there are
def _arrangement(kind: type[Any]) -> type[ui.Widget] | None:
    """Return which widget's way of arranging its children a kind of widget has; None for what has none."""
    return next((one for one in _ARRANGED if issubclass(kind, one)), None)


def _sides(pad: ui.Pad) -> tuple[float, float, float, float]:
    return pad if isinstance(pad, tuple) else (pad, pad, pad, pad)


def _aligned(gravity: str, room: int, size: int, axis: str) -> int:
    if not gravity:
        return 0
    words = gravity.split()
    if ("right" if axis == "x" else "bottom") in words:
        return room - size
    if "center" in words and not {"x": {"left"}, "y": {"top"}}[axis] & set(words):
        return (room - size) // 2
    return 0


def _shift(box: Box, dx: int, dy: int) -> Box:
    """Move a box's corner, and return it; its children stay relative to it until `_moved` makes all absolute."""
    left, top, right, bottom = box.bounds
    box.bounds = left + dx, top + dy, right + dx, bottom + dy
    return box


def _moved(box: Box, dx: int, dy: int, clip: Bounds) -> Box:
    """Make the positions of a box and its children absolute, clipped by scrolling and folded ancestors."""
    left, top, _, bottom = _shift(box, dx, dy).bounds
    box.clip = clip
    inner = clip
    if isinstance(box.widget, ui.Scroll) or top == bottom:
        inner = overlap(box.bounds, clip) or (left, top, left, top)
    for child in box.children:
        _moved(child, left, top, inner)
    return box


def letter_at(field: Box, at: tuple[int, int], theme: Theme) -> int | None:
    """Return before which letter of a field's text a touch puts the cursor; None if it comes behind the last one.

    at: the touched pixel. Where letters are hidden or centred, the cursor always comes behind the last one.
    """
    widget = field.widget
    if not isinstance(widget, ui.Field) or widget.password or widget.align != "left" or not widget.text:
        return None
    size, (left, top, _, _) = theme.px(widget.size), (theme.px(side) for side in _sides(widget.pad))
    row = min(max(int((at[1] - field.bounds[1] - top) / (size * 1.35)), 0), len(field.lines) - 1)
    end = 0
    for number, line in enumerate(field.lines):
        begin = widget.text.find(line, end)
        end = begin + len(line)
        if begin < 0:
            return None
        if number == row:
            x = at[0] - field.bounds[0] - left
            letter = begin + min(range(len(line) + 1), key=lambda n: abs(fonts.width(line[:n], size, False) - x))
            return letter if letter < len(widget.text) else None
    return None


def walk(box: Box) -> Sequence[Box]:
    """List a box and all boxes below it, parents first."""
    found = [box]
    for child in box.children:
        found.extend(walk(child))
    return found
