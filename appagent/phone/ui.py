"""The widget kit: what the screens of a virtual app are made of.

A screen is a tree of widgets, made anew from the app's state whenever that state changes. Lengths are dp
(1/160 inch), "wrap" (as large as the content) or "fill" (all there is); `weight` shares what is left over
among siblings. Colours are names of `theme.py` or "#rrggbb". A widget without a handler is only looked at.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from PIL import ImageDraw

from appagent.phone.theme import Theme

Handler = Callable[[], None]
Point = tuple[float, float]  # from (0, 0), a widget's top left, to (1, 1), its bottom right
Paint = Callable[[ImageDraw.ImageDraw, tuple[int, int], Theme], None]
Length = float | str
Pad = float | tuple[float, float, float, float]


@dataclass(eq=False, kw_only=True)
class Widget:
    """One node of the hierarchy and one thing in the picture.

    id: resource-id without the package ("title"); "android:id/title" stands as it is.
    pad: dp inside the edges, one for all or (left, top, right, bottom).
    gravity: where it sits in a Frame, or across the axis of a Row or Column: "left", "center", "bottom right".
    in_tree: False for what a real app draws without telling the hierarchy (games).
    """

    cls: ClassVar[str] = "android.view.View"
    id: str = ""
    text: str = ""
    desc: str = ""
    width: Length = "wrap"
    height: Length = "wrap"
    weight: float = 0.0
    pad: Pad = 0.0
    gravity: str = ""
    background: str = ""
    radius: float = 0.0
    on_tap: Handler | None = None
    on_hold: Handler | None = None
    enabled: bool = True
    selected: bool = False
    in_tree: bool = True
    children: Sequence["Widget"] = ()

    @property
    def clickable(self) -> bool:
        """Whether a tap does something."""
        return self.on_tap is not None


@dataclass(eq=False, kw_only=True)
class Column(Widget):
    """Children one below the other."""

    cls: ClassVar[str] = "android.widget.LinearLayout"
    children: Sequence[Widget] = field(default=(), kw_only=False)
    width: Length = "fill"


@dataclass(eq=False, kw_only=True)
class Row(Widget):
    """Children side by side, centred across."""

    cls: ClassVar[str] = "android.widget.LinearLayout"
    children: Sequence[Widget] = field(default=(), kw_only=False)
    width: Length = "fill"


@dataclass(eq=False, kw_only=True)
class Frame(Widget):
    """Children on top of one another, each where its gravity says."""

    cls: ClassVar[str] = "android.widget.FrameLayout"
    children: Sequence[Widget] = field(default=(), kw_only=False)
    width: Length = "fill"


@dataclass(eq=False, kw_only=True)
class Scroll(Widget):
    """A column that scrolls when it is taller than its place."""

    cls: ClassVar[str] = "android.widget.ScrollView"
    children: Sequence[Widget] = field(default=(), kw_only=False)
    width: Length = "fill"
    weight: float = 1.0


@dataclass(eq=False, kw_only=True)
class List(Scroll):
    """A scrolling list whose rows exist only while they are in sight (recycled rows).

    loads: seconds after the screen opened until its rows are there; a spinner turns until then.
    """

    cls: ClassVar[str] = "androidx.recyclerview.widget.RecyclerView"
    loads: float = 0.0


@dataclass(eq=False, kw_only=True)
class Grid(Widget):
    """Children in rows of `columns` cells of equal width."""

    cls: ClassVar[str] = "android.view.ViewGroup"
    children: Sequence[Widget] = field(default=(), kw_only=False)
    columns: int = 4
    width: Length = "fill"


@dataclass(eq=False, kw_only=True)
class Text(Widget):
    """Words. size: sp; lines: at most so many, then an ellipsis (0: as many as it takes)."""

    cls: ClassVar[str] = "android.widget.TextView"
    text: str = field(default="", kw_only=False)
    size: float = 16.0
    bold: bool = False
    color: str = "text"
    lines: int = 0
    align: str = "left"


@dataclass(eq=False, kw_only=True)
class Button(Text):
    """A button with words on it."""

    cls: ClassVar[str] = "android.widget.Button"
    size: float = 14.0
    bold: bool = True
    color: str = "primary"
    pad: Pad = (16.0, 12.0, 16.0, 12.0)
    align: str = "center"


@dataclass(eq=False, kw_only=True)
class Icon(Widget):
    """A picture out of `icons.py`; in the hierarchy it has no words unless `desc` gives it some."""

    cls: ClassVar[str] = "android.widget.ImageView"
    icon: str = field(default="", kw_only=False)
    size: float = 24.0
    color: str = "text2"


@dataclass(eq=False, kw_only=True)
class IconButton(Icon):
    """An icon to tap."""

    cls: ClassVar[str] = "android.widget.ImageButton"
    pad: Pad = 12.0


@dataclass(eq=False, kw_only=True)
class Field(Widget):
    """A text field. lines: rows it shows; more than one takes line breaks.

    on_change is told the whole new text; on_submit is called by the enter key of a one-line field.
    """

    cls: ClassVar[str] = "android.widget.EditText"
    text: str = field(default="", kw_only=False)
    hint: str = ""
    on_change: Callable[[str], None] | None = None
    on_submit: Handler | None = None
    password: bool = False
    lines: int = 1
    size: float = 16.0
    focus: bool = False
    width: Length = "fill"
    pad: Pad = (12.0, 12.0, 12.0, 12.0)

    @property
    def clickable(self) -> bool:
        """A tap always puts the cursor into it."""
        return True


@dataclass(eq=False, kw_only=True)
class Checkable(Widget):
    """Anything that is on or off."""

    checked: bool = field(default=False, kw_only=False)
    text: str = ""
    size: float = 16.0


class Switch(Checkable):
    """An on/off switch."""

    cls = "android.widget.Switch"


class CheckBox(Checkable):
    """A tick box."""

    cls = "android.widget.CheckBox"


class Radio(Checkable):
    """One choice of several."""

    cls = "android.widget.RadioButton"


@dataclass(eq=False, kw_only=True)
class Progress(Widget):
    """A spinner: something is still on its way."""

    cls: ClassVar[str] = "android.widget.ProgressBar"
    size: float = 40.0


@dataclass(eq=False, kw_only=True)
class Canvas(Widget):
    """A place that the app draws itself: one bare node in the hierarchy, whatever there is to see on it.

    paint: called with what to draw with, the canvas's (width, height) in pixels of its own, and the theme at their
    scale. on_touch: told where a finger was; on_stroke: told the points along which it was drawn.
    """

    paint: Paint = field(kw_only=False)
    on_touch: Callable[[Point], None] | None = None
    on_stroke: Callable[[Sequence[Point]], None] | None = None

    @property
    def clickable(self) -> bool:
        """Whether a touch does something."""
        return self.on_touch is not None


@dataclass(eq=False, kw_only=True)
class Space(Widget):
    """Nothing, of a given size; a thin line where it has a background."""

    cls: ClassVar[str] = "android.view.View"
    in_tree: bool = False


def toolbar(title: str, *actions: Widget, on_back: Handler | None = None, up: str = "Navigate up") -> Widget:
    """The bar at the top of a screen: an arrow back where `on_back` is given, the title, then actions."""
    arrow = [IconButton("back", desc=up, on_tap=on_back)] if on_back else [Space(width=16)]
    words = Text(title, size=20, bold=True, lines=1, weight=1, pad=(12, 0, 8, 0))
    return Row([*arrow, words, *actions], id="toolbar", height=56, pad=(4, 0, 4, 0), background="surface")


def setting(
    title: str,
    summary: str = "",
    *,
    icon: str = "",
    on_tap: Handler | None = None,
    on_hold: Handler | None = None,
    end: Sequence[Widget] = (),
) -> Widget:
    """A row of a settings list: icon, title over summary, and what stands at its end."""
    words = [Text(title, id="android:id/title", lines=1)]
    if summary:
        words.append(Text(summary, id="android:id/summary", size=14, color="text2", lines=2))
    parts: list[Widget] = []
    if icon:
        parts.append(Column([Icon(icon, id="android:id/icon")], id="icon_frame", width=56))
    parts.append(Column(words, weight=1))
    if end:
        parts.append(Column(list(end), id="android:id/widget_frame", width="wrap"))
    return Row(parts, pad=(16, 14, 16, 14), on_tap=on_tap, on_hold=on_hold)


def switch_row(title: str, checked: bool, flip: Handler, summary: str = "", icon: str = "") -> Widget:
    """A row that flips the switch at its end wherever it is tapped."""
    return setting(title, summary, icon=icon, on_tap=flip, end=[Switch(checked, id="android:id/switch_widget")])
