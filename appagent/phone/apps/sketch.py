"""Sketch: a sheet to draw on, with a tool bar that is only painted, and a gallery of drawings."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from math import dist

from PIL import ImageDraw

from appagent.phone import icons
from appagent.phone.app import App, Dialog, Page
from appagent.phone.dialogs import alert
from appagent.phone.parts import toolbar
from appagent.phone.theme import Theme
from appagent.phone.ui import Button, Canvas, Column, Frame, IconButton, List, Paint, Point, Row, Text, Widget

BAR = 0.9  # the tool bar begins here, measured from the top of the canvas
TOOLS = {"pen": "pen", "line": "stroke", "rectangle": "square", "eraser": "eraser"}  # and their icons
INKS = {"black": "#1a1c1e", "red": "#d93025", "blue": "#1a66d6"}
COMMANDS = {"undo": "undo", "clear": "trash", "save": "pictures"}
CELLS = (*TOOLS, *INKS, *COMMANDS)  # of the tool bar, from the left, all of one width
NEAR = 0.03  # what is so near to the eraser goes


@dataclass(frozen=True)
class Shape:
    """One thing drawn. points: all that the pen went through, or the two ends of a line, or two corners."""

    tool: str
    ink: str
    points: tuple[Point, ...]

    def outline(self) -> tuple[Point, ...]:
        """The way that a pen would take to draw it."""
        if self.tool != "rectangle":
            return self.points
        (left, top), (right, bottom) = self.points
        return (left, top), (right, top), (right, bottom), (left, bottom), (left, top)


@dataclass
class Drawing:
    """A drawing in the gallery."""

    number: int
    shapes: list[Shape] = field(default_factory=list)


class Sketch(App):
    """Touch a tool or a colour at the bottom, then draw; the last tool keeps the drawing and opens the gallery."""

    package = "com.example.sketch"
    label = "Sketch"
    icon = "palette"
    colour = "#7b4bb7"
    version = "2.0"
    words = {
        "zh": {
            "Sketch": "画板", "Drawing": "画作", "Gallery": "图库", "No drawings yet": "还没有画作", "New drawing": "新建画作",
            "Navigate up": "返回", "Clear the drawing?": "清空画作？", "Clear": "清空", "Cancel": "取消",
            "Drawing saved": "画作已保存",
        }
    }  # fmt: skip

    def begin(self) -> None:
        """An empty sheet, a black pen."""
        self.tool, self.ink = "pen", "black"
        self.number = 1
        self.shapes: list[Shape] = []
        self.gallery: list[Drawing] = []
        self._before: list[list[Shape]] = []  # the sheet as it was, for undo

    def home(self) -> Page:
        """The sheet; only the drawing's name is a widget."""
        canvas = Canvas(self.paint, id="canvas", width="fill", weight=1, background="#ffffff",
                        on_touch=self.touch, on_stroke=self.stroke)  # fmt: skip
        return Page(Column([toolbar(self.name_of(self.number)), canvas]), activity="SketchActivity")

    def name_of(self, number: int) -> str:
        """A drawing's name."""
        return f"{self.t('Drawing')} {number}"

    def paint(self, draw: ImageDraw.ImageDraw, size: tuple[int, int], theme: Theme) -> None:
        """What is drawn, and the tool bar over it: what is chosen stands on a darker cell."""
        paint_shapes(self.shapes, 4)(draw, size, theme)
        width, height = size[0] / len(CELLS), size[1] * (1 - BAR)
        draw.rectangle((0, size[1] * BAR, *size), fill=theme.colour("surface"))
        across = min(width, height) * 0.6
        for number, cell in enumerate(CELLS):
            left, top = number * width, size[1] * BAR
            if cell in (self.tool, self.ink):
                draw.rectangle((left, top, left + width, top + height), fill=theme.colour("track"))
            at = (left + (width - across) / 2, top + (height - across) / 2)
            if cell in INKS:
                draw.ellipse((*at, at[0] + across, at[1] + across), INKS[cell], "#ffffff", theme.px(2))
            else:
                sign = icons.mask((TOOLS | COMMANDS)[cell], round(across))
                draw.bitmap((round(at[0]), round(at[1])), sign, theme.colour("text"))

    def touch(self, at: Point) -> None:
        """Choose in the tool bar, or put a dot."""
        if at[1] < BAR:
            self.stroke([at])
            return
        cell = CELLS[min(int(at[0] * len(CELLS)), len(CELLS) - 1)]
        if cell in TOOLS:
            self.tool = cell
        elif cell in INKS:
            self.ink = cell
        elif cell == "undo" and self._before:
            self.shapes = self._before.pop()
        elif cell == "clear":
            self.ask(self.sure)
        elif cell == "save":
            self.save()

    def stroke(self, way: Sequence[Point]) -> None:
        """Draw with the tool that is chosen; the bar cannot be drawn on."""
        if way[0][1] >= BAR:
            return
        points = tuple((round(x, 4), round(min(y, BAR), 4)) for x, y in way)
        if self.tool == "eraser":
            self.change([shape for shape in self.shapes if not meet(points, shape.outline())])
        elif self.tool == "pen":
            self.change([*self.shapes, Shape(self.tool, self.ink, points)])
        elif points[0] != points[-1]:
            self.change([*self.shapes, Shape(self.tool, self.ink, (points[0], points[-1]))])

    def change(self, shapes: list[Shape]) -> None:
        """Have other shapes on the sheet, in a way that can be undone."""
        if shapes != self.shapes:
            self._before.append(self.shapes)
            self.shapes = shapes

    def sure(self) -> Dialog:
        """Asked before the sheet is emptied."""
        return alert(
            self.t("Clear the drawing?"),
            "",
            Button(self.t("Cancel"), id="android:id/button2", on_tap=self.close),
            Button(self.t("Clear"), id="android:id/button1", color="danger", on_tap=self.clear),
        )

    def clear(self) -> None:
        """Empty the sheet."""
        self.did("delete", f"{len(self.shapes)} shapes")
        self.change([])
        self.close()

    def save(self) -> None:
        """Keep the drawing, where there is any, and go to the gallery."""
        if self.shapes:
            others = [drawing for drawing in self.gallery if drawing.number != self.number]
            self.gallery = sorted([*others, Drawing(self.number, self.shapes)], key=lambda drawing: drawing.number)
            self.toast(self.t("Drawing saved"))
        self.open(self.gallery_page)

    def gallery_page(self) -> Page:
        """All drawings that were kept, and the way to a new one."""
        new = IconButton("plus", id="new", desc=self.t("New drawing"), on_tap=self.begin_next)
        bar = toolbar(self.t("Gallery"), new, on_back=self.close, up=self.t("Navigate up"))
        rows = [self.row(drawing) for drawing in self.gallery]
        empty = Text(self.t("No drawings yet"), color="text2", pad=24)
        return Page(Column([bar, List(rows or [empty], id="gallery", loads=0.2)]), activity="GalleryActivity")

    def row(self, drawing: Drawing) -> Widget:
        """A drawing, small, beside its name."""
        sheet = Canvas(paint_shapes(drawing.shapes, 1.5), id="thumbnail", width=72, height=96, background="#ffffff")
        small = Frame([sheet], width="wrap", pad=1, background="off")
        name = Text(self.name_of(drawing.number), id="title", weight=1, pad=(16, 0, 0, 0), lines=1)
        return Row([small, name], id="drawing", pad=(20, 8, 20, 8), on_tap=partial(self.take, drawing))

    def begin_next(self) -> None:
        """A new sheet."""
        self.take(Drawing(max((drawing.number for drawing in self.gallery), default=0) + 1))

    def take(self, drawing: Drawing) -> None:
        """Go on with a drawing."""
        self.number, self.shapes, self._before = drawing.number, drawing.shapes, []
        self.close()


def paint_shapes(shapes: Sequence[Shape], pen: float) -> Paint:
    """How to paint shapes with a pen so many dp wide."""

    def paint(draw: ImageDraw.ImageDraw, size: tuple[int, int], theme: Theme) -> None:
        width = theme.px(pen)
        for shape in shapes:
            points = [(x * size[0], y * size[1]) for x, y in shape.outline()]
            draw.line(points, INKS[shape.ink], width, joint="curve")
            for x, y in points:  # round ends and corners
                draw.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), INKS[shape.ink])

    return paint


def meet(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two ways come near to one another."""
    spots = spread(other)
    return any(dist(a, b) < NEAR for a in spread(one) for b in spots)


def spread(way: Sequence[Point]) -> list[Point]:
    """A way with points all along it, so dense that nothing near is missed."""
    found = list(way[:1])
    for (x, y), (to_x, to_y) in pairwise(way):
        parts = int(dist((x, y), (to_x, to_y)) / NEAR) + 1
        found += [(x + (to_x - x) * n / parts, y + (to_y - y) * n / parts) for n in range(1, parts + 1)]
    return found
