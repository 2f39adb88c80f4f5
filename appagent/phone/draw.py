"""Draw boxes as pixels with Pillow, from the same tree that the hierarchy is made of."""

from dataclasses import replace
from math import floor

from PIL import Image, ImageDraw, ImageFilter

from appagent.phone import fonts, icons, ui
from appagent.phone.layout import Bounds, Box, overlap
from appagent.phone.theme import Theme

_SMOOTH = 2  # canvases are drawn so much larger, and reduced


def paint(picture: Image.Image, root: Box, theme: Theme, focused: Box | None = None) -> None:
    """Draw one window's boxes onto the picture."""
    _Painter(picture, theme, focused).paint(root)


def shade(picture: Image.Image, amount: float = 0.5) -> Image.Image:
    """Darken a picture, as behind a dialog."""
    return Image.blend(picture, Image.new("RGB", picture.size, "black"), amount)


def shadow(picture: Image.Image, bounds: Bounds, theme: Theme) -> None:
    """Draw a soft shadow around a box that lies over something just as bright."""
    reach = theme.px(8)
    left, top, right, bottom = bounds
    mask = Image.new("L", (right - left + 4 * reach, bottom - top + 4 * reach))
    shape = (2 * reach, 2 * reach, mask.width - 2 * reach, mask.height - 2 * reach)
    ImageDraw.Draw(mask).rounded_rectangle(shape, theme.px(12), fill=90)
    picture.paste("black", (left - 2 * reach, top - 2 * reach), mask.filter(ImageFilter.GaussianBlur(reach // 2)))


class _Painter:
    def __init__(self, picture: Image.Image, theme: Theme, focused: Box | None) -> None:
        self._picture = picture
        self._draw = ImageDraw.Draw(picture)
        self._theme = theme
        self._focused = focused

    def paint(self, box: Box) -> None:
        """Draw a box, then what is in it; what sticks out of a scrolling place is cut off."""
        if not box.seen:
            return
        if box.seen != box.bounds:
            self._paint_cut(box)
            return
        self._paint_self(box)
        for child in box.children:
            self.paint(child)

    def _paint_cut(self, box: Box) -> None:
        """Draw on a scratch copy, and bring back only the part that can be seen."""
        seen = box.seen
        assert seen is not None
        left, top, right, bottom = box.bounds
        scratch = Image.new("RGB", (right - left, bottom - top), self._theme.colour("background"))
        part = overlap(box.bounds, (0, 0, *self._picture.size))
        if part:
            scratch.paste(self._picture.crop(part), (part[0] - left, part[1] - top))
        inner = _Painter(scratch, self._theme, self._focused)
        inner.paint(_relative(box, left, top, box.clip))
        self._picture.paste(scratch.crop((seen[0] - left, seen[1] - top, seen[2] - left, seen[3] - top)), seen[:2])

    def _paint_self(self, box: Box) -> None:
        widget = box.widget
        if widget.background:
            radius = self._theme.px(widget.radius)
            colour = self._theme.colour(widget.background)
            if radius:
                self._draw.rounded_rectangle(_inclusive(box.bounds), radius, fill=colour)
            else:
                self._draw.rectangle(_inclusive(box.bounds), fill=colour)
        if isinstance(widget, ui.Text):
            self._words(box, widget.size, widget.bold, self._ink(widget, widget.color), widget.align)
        elif isinstance(widget, ui.Field):
            self._field(box, widget)
        elif isinstance(widget, ui.Icon):
            self._icon(box, widget)
        elif isinstance(widget, ui.Checkable):
            self._checkable(box, widget)
        elif isinstance(widget, ui.Bar):
            self._bar(box, widget)
        elif isinstance(widget, ui.Progress):
            self._draw.arc(_inclusive(box.bounds), 0, 270, self._theme.colour("primary"), self._theme.px(4))
        elif isinstance(widget, ui.Canvas):
            self._canvas(box, widget)

    def _ink(self, widget: ui.Widget, name: str) -> str:
        return self._theme.colour(name if widget.enabled else "hint")

    def _words(self, box: Box, size: float, bold: bool, colour: str, align: str = "left") -> None:
        left, top, right, bottom = _padded(box, self._theme)
        height = self._theme.px(size)
        line_height = round(height * 1.35)
        y = top + max((bottom - top - line_height * len(box.lines)) // 2, 0)
        for line in box.lines:
            x = left
            if align != "left":
                spare = max(right - left - fonts.width(line, height, bold), 0)
                x += spare if align == "right" else spare // 2
            self._line(x, y + line_height // 2, line, height, bold, colour)
            y += line_height

    def _line(self, x: int, middle: int, line: str, height: int, bold: bool, colour: str) -> None:
        at, base = float(x), middle + height * 0.35
        for part, cjk in fonts.runs(line):
            mask, right, down, length = fonts.inked(part, height, bold, cjk, at % 1, base % 1)
            self._picture.paste(colour, (floor(at) + right, floor(base) + down), mask)
            at += length

    def _field(self, box: Box, widget: ui.Field) -> None:
        left, top, right, bottom = box.bounds
        on = self._focused is not None and self._focused.widget is widget
        if not widget.background:
            line = self._theme.colour("primary" if on else "line")
            self._draw.line((left, bottom - 2, right, bottom - 2), line, self._theme.px(2 if on else 1))
        inner = _padded(box, self._theme)
        size = self._theme.px(widget.size)
        written = round(size * 1.35) * max(len(box.lines), 1)
        extra = max(inner[3] - inner[1] - written, 0)
        above = 0 if widget.lines > 1 else extra // 2  # several lines are written from the top
        words = replace(box, bounds=(left, top + above, right, bottom - extra + above))
        self._words(words, widget.size, False, self._theme.colour("text" if widget.text else "hint"), widget.align)
        if on:
            last = fonts.width(box.lines[-1], size) if widget.text and box.lines else 0
            begin = (inner[0] + inner[2] - last) // 2 if widget.align == "center" else inner[0]
            x, y = begin + last + 2, inner[1] + above + written
            cursor = (x, y - round(size * 1.35), x, y)
            self._draw.line(cursor, self._theme.colour("primary"), self._theme.px(2))

    def _icon(self, box: Box, widget: ui.Icon) -> None:
        size = self._theme.px(widget.size)
        left, top, right, bottom = _padded(box, self._theme)
        at = ((left + right - size) // 2, (top + bottom - size) // 2)
        ink = self._theme.colour(widget.color if widget.enabled else "hint")
        self._picture.paste(Image.new("RGB", (size, size), ink), at, icons.mask(widget.icon, size))

    def _canvas(self, box: Box, widget: ui.Canvas) -> None:
        left, top, right, bottom = box.bounds
        size = ((right - left) * _SMOOTH, (bottom - top) * _SMOOTH)
        board = Image.new("RGB", size, self._theme.colour(widget.background or "background"))
        widget.paint(ImageDraw.Draw(board), size, replace(self._theme, density=self._theme.density * _SMOOTH))
        shape = Image.new("L", size)
        radius = self._theme.px(widget.radius) * _SMOOTH
        ImageDraw.Draw(shape).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), radius, fill=255)
        self._picture.paste(board.reduce(_SMOOTH), (left, top), shape.reduce(_SMOOTH))

    def _bar(self, box: Box, widget: ui.Bar) -> None:
        px, (left, top, right, bottom) = self._theme.px, _padded(box, self._theme)
        knob = px(8) if isinstance(widget, ui.Seek) else 0
        middle, thick = (top + bottom) // 2, px(2)
        x = left + knob + round((right - left - 2 * knob) * min(max(widget.value, 0.0), 1.0))
        for end, colour in ((right - knob, "track"), (x, widget.color)):
            line = (left + knob, middle - thick, max(end, left + knob), middle + thick)
            self._draw.rounded_rectangle(line, thick, fill=self._theme.colour(colour))
        self._draw.ellipse((x - knob, middle - knob, x + knob, middle + knob), fill=self._theme.colour(widget.color))

    def _checkable(self, box: Box, widget: ui.Checkable) -> None:
        px, (left, top, right, bottom) = self._theme.px, _padded(box, self._theme)
        middle = (top + bottom) // 2
        colour = self._theme.colour("on" if widget.checked else "off")
        if isinstance(widget, ui.Chip):
            pill = self._theme.colour("primary" if widget.checked else "track")
            self._draw.rounded_rectangle(_inclusive(box.bounds), (box.bounds[3] - box.bounds[1]) // 2, fill=pill)
            self._words(
                box, widget.size, False, self._ink(widget, "on_primary" if widget.checked else "text"), "center"
            )
            return
        if widget.text:
            knob = px(52) if isinstance(widget, ui.Switch) else px(32)
            moved = Box(widget, (left + knob + px(12), top, right, bottom), box.clip, box.path, lines=box.lines)
            self._words(moved, widget.size, False, self._ink(widget, "text"))
        if isinstance(widget, ui.Switch):
            track = (left, middle - px(16), left + px(52), middle + px(16))
            self._draw.rounded_rectangle(track, px(16), fill=colour if widget.checked else self._theme.colour("track"))
            x = left + px(36 if widget.checked else 16)
            knob_colour = self._theme.colour("on_primary") if widget.checked else self._theme.colour("off")
            radius = px(12 if widget.checked else 9)
            self._draw.ellipse((x - radius, middle - radius, x + radius, middle + radius), fill=knob_colour)
            return
        around = (left + px(6), middle - px(10), left + px(26), middle + px(10))
        if isinstance(widget, ui.Radio):
            self._draw.ellipse(around, outline=colour, width=px(2))
            if widget.checked:
                x = left + px(16)
                self._draw.ellipse((x - px(5), middle - px(5), x + px(5), middle + px(5)), fill=colour)
            return
        if widget.checked:
            self._draw.rounded_rectangle(around, px(3), fill=colour)
            tick = icons.mask("check", px(16))
            ink = Image.new("RGB", tick.size, self._theme.colour("on_primary"))
            self._picture.paste(ink, (left + px(8), middle - px(8)), tick)
        else:
            self._draw.rounded_rectangle(around, px(3), outline=colour, width=px(2))


def _padded(box: Box, theme: Theme) -> Bounds:
    pad = box.widget.pad
    left, top, right, bottom = pad if isinstance(pad, tuple) else (pad, pad, pad, pad)
    a, b, c, d = box.bounds
    return a + theme.px(left), b + theme.px(top), c - theme.px(right), d - theme.px(bottom)


def _inclusive(bounds: Bounds) -> Bounds:
    """Convert bounds for Pillow, which counts the last pixel as inside."""
    left, top, right, bottom = bounds
    return left, top, max(right - 1, left), max(bottom - 1, top)


def _relative(box: Box, dx: int, dy: int, cut: Bounds) -> Box:
    """Move a box and all boxes in it so that (dx, dy) becomes (0, 0); clipping to `cut` is left to the caller."""
    everywhere = (-(10**6), -(10**6), 10**6, 10**6)
    return replace(
        box,
        bounds=_moved(box.bounds, dx, dy),
        clip=everywhere if box.clip == cut else _moved(box.clip, dx, dy),
        children=[_relative(child, dx, dy, cut) for child in box.children],
    )


def _moved(bounds: Bounds, dx: int, dy: int) -> Bounds:
    left, top, right, bottom = bounds
    return left - dx, top - dy, right - dx, bottom - dy
