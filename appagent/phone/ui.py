"""Widget kit of which the screens of virtual apps are made.

A screen is a tree of widgets, rebuilt from the app's state whenever that state changes. Lengths are dp
(1/160 inch), "wrap" (as large as the content) or "fill" (all there is); `weight` shares what is left over
among siblings. Colours are names of `theme.py` or "#rrggbb". A widget without a handler cannot be used.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from PIL import ImageDraw

from appagent.phone.theme import Theme

Handler = Callable[[], object]  # what it returns is of no concern
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
    on_double: called in place of on_tap by the second of two taps in quick succession.
    on_touch, on_stroke: told where in the widget a finger was put down, and the points along which it was drawn; what
    listens to fingers only so is not called clickable.
    on_scroll: told how far up a finger went that was drawn over the widget, in the widget's own heights.
    carries: what a finger that rests on the widget first and then moves takes with it; "" for nothing.
    on_drop: told what was let go over the widget.
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
    on_double: Handler | None = None
    on_touch: Callable[[Point], None] | None = None
    on_stroke: Callable[[Sequence[Point]], None] | None = None
    on_scroll: Callable[[float], None] | None = None
    carries: str = ""
    on_drop: Callable[[str], None] | None = None
    enabled: bool = True
    selected: bool = False
    in_tree: bool = True
    children: Sequence["Widget"] = ()

    @property
    def clickable(self) -> bool:
        """Tell whether the hierarchy marks the widget as clickable."""
        return self.on_tap is not None


@dataclass(eq=False, kw_only=True)
class Column(Widget):
    """Children one below the other."""

    cls: ClassVar[str] = "android.widget.LinearLayout"
    children: Sequence[Widget] = field(default=(), kw_only=False)
    width: Length = "fill"


def do_nothing() -> None:
    """Do nothing; as a handler it keeps a tap from whatever lies below."""


@dataclass(eq=False, kw_only=True)
class Panel(Column):
    """Column that lies over other things and keeps taps from them, and is therefore clickable in the hierarchy."""

    on_tap: Handler | None = do_nothing


@dataclass(eq=False, kw_only=True)
class Split(Column):
    """Column that turns with the display: where the display is wider than high, its children share the width."""


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
    """Column that scrolls when it is taller than its place.

    loads: seconds after the screen opened until its content is there; a spinner turns until then.
    """

    cls: ClassVar[str] = "android.widget.ScrollView"
    children: Sequence[Widget] = field(default=(), kw_only=False)
    width: Length = "fill"
    weight: float = 1.0
    loads: float = 0.0


@dataclass(eq=False, kw_only=True)
class List(Scroll):
    """Scrolling list whose rows exist only while they are in sight (recycled rows).

    columns: children side by side, as in a grid of photos. from_end: its end is what shows first, as in a chat.
    """

    cls: ClassVar[str] = "androidx.recyclerview.widget.RecyclerView"
    columns: int = 1
    from_end: bool = False


@dataclass(eq=False, kw_only=True)
class Web(Scroll):
    """Web page: nodes out of sight stay in the hierarchy, with meaningless bounds, as in a WebView.

    The ids inside are those of the page's HTML and stand as they are.
    """

    cls: ClassVar[str] = "android.webkit.WebView"


@dataclass(eq=False, kw_only=True)
class Grid(Widget):
    """Children in rows of `columns` cells of equal width."""

    cls: ClassVar[str] = "android.view.ViewGroup"
    children: Sequence[Widget] = field(default=(), kw_only=False)
    columns: int = 4
    width: Length = "fill"


@dataclass(eq=False, kw_only=True)
class Flow(Widget):
    """Children side by side, going on in the next line where no more fit; gap: dp between them."""

    cls: ClassVar[str] = "android.view.ViewGroup"
    children: Sequence[Widget] = field(default=(), kw_only=False)
    gap: float = 8.0
    width: Length = "fill"


@dataclass(eq=False, kw_only=True)
class Text(Widget):
    """Words. size: sp; lines: at most so many, then an ellipsis (0: all); align: "left", "center" or "right"."""

    cls: ClassVar[str] = "android.widget.TextView"
    text: str = field(default="", kw_only=False)
    size: float = 16.0
    bold: bool = False
    color: str = "text"
    lines: int = 0
    align: str = "left"


@dataclass(eq=False, kw_only=True)
class Button(Text):
    """Button with words on it."""

    cls: ClassVar[str] = "android.widget.Button"
    size: float = 14.0
    bold: bool = True
    color: str = "primary"
    pad: Pad = (16.0, 12.0, 16.0, 12.0)
    align: str = "center"


@dataclass(eq=False, kw_only=True)
class Icon(Widget):
    """Picture out of `icons.py`; in the hierarchy it has no words unless `desc` gives it some."""

    cls: ClassVar[str] = "android.widget.ImageView"
    icon: str = field(default="", kw_only=False)
    size: float = 24.0
    color: str = "text2"


@dataclass(eq=False, kw_only=True)
class IconButton(Icon):
    """Icon to tap."""

    cls: ClassVar[str] = "android.widget.ImageButton"
    pad: Pad = 12.0


@dataclass(eq=False, kw_only=True)
class Field(Widget):
    """Text field, with a line under it unless it has a background. lines: rows; more than one accepts line breaks.

    on_change is called with the whole new text; on_submit by the enter key of a one-line field. enter: what the
    keyboard says that this key does there: "go", "search", "send", "next" or "done". kind: for what its keyboard is
    made: "text", "number", "phone", "email", "uri", "date" or "time"; a field for numbers takes digits alone.
    """

    cls: ClassVar[str] = "android.widget.EditText"
    text: str = field(default="", kw_only=False)
    hint: str = ""
    on_change: Callable[[str], None] | None = None
    on_submit: Handler | None = None
    enter: str = "done"
    kind: str = "text"
    password: bool = False
    lines: int = 1
    size: float = 16.0
    align: str = "left"
    focus: bool = False
    width: Length = "fill"
    pad: Pad = (12.0, 12.0, 12.0, 12.0)

    @property
    def clickable(self) -> bool:
        """Return True: a tap always puts the cursor into a field."""
        return True


@dataclass(eq=False, kw_only=True)
class Checkable(Widget):
    """Anything that is on or off."""

    checked: bool = field(default=False, kw_only=False)
    text: str = ""
    size: float = 16.0


class Switch(Checkable):
    """On/off switch."""

    cls = "android.widget.Switch"


class CheckBox(Checkable):
    """Tick box."""

    cls = "android.widget.CheckBox"


class Radio(Checkable):
    """One choice of several."""

    cls = "android.widget.RadioButton"


@dataclass(eq=False, kw_only=True)
class Chip(Checkable):
    """Words in a pill that is filled while it is on."""

    cls: ClassVar[str] = "android.widget.CheckBox"
    size: float = 14.0
    pad: Pad = (14.0, 7.0, 14.0, 7.0)


@dataclass(eq=False, kw_only=True)
class Progress(Widget):
    """Spinner that shows that something is still loading."""

    cls: ClassVar[str] = "android.widget.ProgressBar"
    size: float = 40.0


@dataclass(eq=False, kw_only=True)
class Bar(Widget):
    """Progress bar. value: from 0 to 1; colour: of the finished part."""

    cls: ClassVar[str] = "android.widget.ProgressBar"
    value: float = field(default=0.0, kw_only=False)
    color: str = "primary"
    width: Length = "fill"


@dataclass(eq=False, kw_only=True)
class Seek(Bar):
    """Bar with a knob that a touch or a drawn finger moves. on_seek: called with the new value."""

    cls: ClassVar[str] = "android.widget.SeekBar"
    on_seek: Callable[[float], None] = field(default=lambda value: None)

    def __post_init__(self) -> None:
        self.text = f"{100 * self.value:.1f}"  # all that Android tells of it
        self.on_touch = lambda at: self.on_seek(at[0])
        self.on_stroke = lambda points: self.on_seek(points[-1][0])


@dataclass(eq=False, kw_only=True)
class Canvas(Widget):
    """Area that the app draws itself: one bare node in the hierarchy, whatever is drawn on it.

    paint: called with what to draw with, the canvas's (width, height) in pixels of its own, and the theme at their
    scale.
    """

    paint: Paint = field(kw_only=False)


@dataclass(eq=False, kw_only=True)
class Picture(Canvas):
    """Photograph, avatar or other image that an app draws."""

    cls: ClassVar[str] = "android.widget.ImageView"


@dataclass(eq=False, kw_only=True)
class Space(Widget):
    """Empty space of a given size; a thin line if it has a background."""

    cls: ClassVar[str] = "android.view.View"
    in_tree: bool = False
