"""Parts of screens that many apps use, built from the widgets of `ui.py`."""

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from PIL import ImageDraw

from appagent.phone import fonts, icons
from appagent.phone.theme import Theme
from appagent.phone.ui import (
    Button,
    CheckBox,
    Chip,
    Column,
    Field,
    Flow,
    Frame,
    Grid,
    Handler,
    Icon,
    IconButton,
    Length,
    List,
    Panel,
    Picture,
    Radio,
    Row,
    Space,
    Switch,
    Text,
    Widget,
)

_TINTS = ("#3f6fb5", "#b5573f", "#4c8c4a", "#8a56a8", "#b08a2e", "#2f8f8f", "#a8476b", "#5c6b7a")
_WHEEL_DP = 48.0  # one row of a number picker


# --- the frame of a screen


def toolbar(title: str, *actions: Widget, on_back: Handler | None = None, up: str = "Navigate up") -> Widget:
    """Build the bar at the top of a screen: a back arrow if `on_back` is given, the title, then actions."""
    arrow = [IconButton("back", desc=up, on_tap=on_back)] if on_back else [Space(width=16)]
    words = Text(title, size=20, bold=True, lines=1, weight=1, pad=(12, 0, 8, 0))
    return Row([*arrow, words, *actions], id="toolbar", height=56, pad=(4, 0, 4, 0), background="surface")


def search_bar(
    text: str, hint: str, on_change: Callable[[str], None], on_back: Handler, up: str = "Navigate up"
) -> Widget:
    """Build the top of a search page: a back arrow and a field, which gets the focus only when tapped."""
    entry = Field(text, id="search_src_text", hint=hint, weight=1, on_change=on_change)
    return Row([IconButton("back", desc=up, on_tap=on_back), entry, Space(width=12)], height=64)


def tabs(names: Sequence[str], chosen: int, pick: Callable[[int], None]) -> Widget:
    """Build a bar of tabs, the chosen one underlined; `pick` is called with the number of the tapped tab."""

    def tab(number: int, name: str) -> Widget:
        on = number == chosen
        words = Text(name, size=14, bold=True, lines=1, color="primary" if on else "text2", gravity="center")
        line = Space(height=3, width="fill", background="primary" if on else "surface")
        label = Frame([Frame([words], width="wrap", gravity="center")], weight=1)
        return Column([label, line], desc=name, weight=1, height=48, selected=on, on_tap=partial(pick, number))

    return Row([tab(*each) for each in enumerate(names)], id="tab_layout", background="surface")


def bottom_bar(
    items: Sequence[tuple[str, str]], chosen: int, pick: Callable[[int], None], badges: Mapping[int, int] | None = None
) -> Widget:
    """Build a bar of icons over words at the bottom of a screen, each (icon, words). badges: counts on some of them."""

    def item(number: int, icon: str, name: str) -> Widget:
        colour = "primary" if number == chosen else "text2"
        count = (badges or {}).get(number, 0)
        sign = Icon(icon, id="navigation_bar_item_icon_view", color=colour, gravity="center")
        marked = Frame(
            [sign, *([badge(count, gravity="right")] if count else [])], width=56, height=28, gravity="center"
        )
        words = Text(name, size=12, lines=1, color=colour, gravity="center")
        column = Column([marked, words], desc=name, weight=1, pad=(0, 8, 0, 8), on_tap=partial(pick, number))
        column.selected = number == chosen
        return column

    cells = [item(number, *each) for number, each in enumerate(items)]
    return Column([divider(), Row(cells)], id="bottom_navigation", background="bar")


def with_fab(
    body: Widget, icon: str, on_tap: Handler, *, desc: str = "", id: str = "fab", above: float = 0.0
) -> Widget:
    """Add a round button to the corner of a screen, `above` dp over the usual place."""
    button = IconButton(
        icon, id=id, desc=desc, color="on_primary", background="primary", radius=18, pad=18, on_tap=on_tap
    )
    body.height = "fill"
    corner = Frame([button], width="wrap", pad=(0, 0, 20, 24 + above), gravity="bottom right")
    return Frame([body, corner], weight=1)


def with_fab_menu(body: Widget, items: Sequence[tuple[str, str, Handler]], shown: bool, flip: Handler) -> Widget:
    """Add a round button that shows and hides others, each with an icon, words and a handler."""
    page = with_fab(body, "close" if shown else "plus", flip)
    if shown:
        rows = [
            Row(
                [
                    Space(weight=1),
                    Text(words, size=14, background="track", radius=6, pad=(12, 8, 12, 8), on_tap=do),
                    Space(width=12),
                    IconButton(icon, size=20, color="primary", background="track", radius=16, on_tap=do),
                ],
                pad=(0, 6, 0, 6),
            )
            for icon, words, do in items
        ]
        above = Column(rows, gravity="bottom", pad=(0, 0, 28, 92))
        page.children = [body, _veil(body, flip), above, page.children[1]]
    return page


def with_drawer(body: Widget, rows: Sequence[Widget], shown: bool, close: Handler) -> Widget:
    """Add a panel that covers the left side of a screen while shown; a tap beside it closes it."""
    if not shown:
        return Frame([body])
    panel = Panel([List(rows)], width=300, height="fill", background="card")
    edge = Row([panel, Space(width=1, height="fill", background="line")], width="wrap", height="fill")
    return Frame([body, _veil(body, close), edge])


def _veil(body: Widget, close: Handler) -> Widget:
    """Cover a screen so that it gets no touches; neither the cover nor the screen is in the hierarchy."""
    body.in_tree = False
    return Frame([], height="fill", in_tree=False, on_tap=close, on_scroll=lambda heights: None)


def divider() -> Widget:
    """Build a thin line across the screen."""
    return Space(height=0.5, width="fill", background="line")


# --- rows of lists


@dataclass(eq=False, kw_only=True)
class Spinner(Row):
    """Drop-down field that shows the chosen option; a tap shows the others."""

    cls: ClassVar[str] = "android.widget.Spinner"


def spinner(chosen: str, on_tap: Handler, *, id: str = "", weight: float = 0.0) -> Widget:
    """Build a drop-down field: the chosen word with an arrow."""
    parts = [Text(chosen, id="android:id/text1", lines=1, weight=1), Icon("down", size=18)]
    return Spinner(parts, id=id, weight=weight, pad=(8, 10, 8, 10), on_tap=on_tap)


def header(words: str, *, id: str = "header") -> Widget:
    """Build the heading over a group of rows."""
    return Text(words, id=id, size=14, bold=True, color="text2", width="fill", pad=(16, 12, 16, 6))


def setting(
    title: str,
    summary: str = "",
    *,
    icon: str = "",
    on_tap: Handler | None = None,
    on_hold: Handler | None = None,
    end: Sequence[Widget] = (),
) -> Widget:
    """Build a row of a settings list: icon, title over summary, and widgets at its end."""
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
    """Build a row with a switch at its end; a tap anywhere on the row flips the switch."""
    return setting(title, summary, icon=icon, on_tap=flip, end=[Switch(checked, id="android:id/switch_widget")])


def check_row(title: str, checked: bool, flip: Handler, summary: str = "") -> Widget:
    """Build a row with a tick box at its start; a tap anywhere on the row flips the box."""
    words = [Text(title, lines=1), *([Text(summary, size=14, color="text2", lines=2)] if summary else [])]
    return Row([CheckBox(checked, pad=(0, 0, 12, 0)), Column(words, weight=1)], pad=(16, 10, 16, 10), on_tap=flip)


def radio_rows(options: Sequence[str], chosen: int, pick: Callable[[int], None]) -> list[Widget]:
    """Build a choice of one, a row for each option; `pick` is called with the number of the tapped row."""
    return [
        Row(
            [Radio(number == chosen), Text(words, id="android:id/text1", pad=(8, 0, 0, 0))],
            pad=(20, 8, 20, 8),
            on_tap=partial(pick, number),
        )
        for number, words in enumerate(options)
    ]


def chips(names: Sequence[str], chosen: Sequence[int], pick: Callable[[int], None]) -> Widget:
    """Build chips of words in as many lines as they need; `pick` is called with the number of the tapped chip."""
    pills = [Chip(n in chosen, text=name, on_tap=partial(pick, n)) for n, name in enumerate(names)]
    return Flow(pills, id="chip_group", pad=(16, 8, 16, 8))


def tile(picture: Widget, title: str, summary: str, on_tap: Handler, on_hold: Handler | None = None) -> Widget:
    """Build a cell of a grid: a picture over a title and a second line."""
    words = [Text(title, size=14, lines=2), Text(summary, size=13, color="text2", lines=1)]
    card = Column(
        [picture, Column(words, pad=(8, 6, 8, 8))], background="card", radius=8, on_tap=on_tap, on_hold=on_hold
    )
    return Frame([card], pad=4)


def banner(title: str, words: str, *, icon: str, colour: str, on_tap: Handler, on_close: Handler) -> Widget:
    """Build an advertisement between other things: a coloured card with a small cross that has no name."""
    text = Column(
        [Text(title, bold=True, color="#ffffff", lines=1), Text(words, size=13, color="#ffffff", lines=2)], weight=1
    )
    cross = IconButton("close", size=14, pad=9, color="#ffffff", gravity="top", on_tap=on_close)
    sign = Icon(icon, size=32, color="#ffffff", pad=(0, 0, 14, 0))
    card = Row([sign, text, cross], background=colour, radius=12, pad=(16, 10, 4, 10), on_tap=on_tap)
    return Row([card], pad=(12, 6, 12, 6))


def nothing_here(icon: str, words: str) -> Widget:
    """Build what an empty list shows instead of rows: an icon and words."""
    text = Text(words, color="text2", align="center", gravity="center", pad=12)
    return Column([Icon(icon, size=56, color="hint", gravity="center"), text], pad=(24, 72, 24, 24))


def badge(count: int, gravity: str = "") -> Widget:
    """Build a badge with a count, white on red."""
    words = Text(str(min(count, 99)), size=11, color="#ffffff", pad=(5, 0, 5, 1))
    return Frame([words], width="wrap", background="#d93025", radius=8, gravity=gravity)


# --- pictures


def avatar(name: str, size: float = 40.0, *, radius: float = 6.0, on_tap: Handler | None = None) -> Picture:
    """Build a person's picture: the first letter of the name on a coloured ground; the hierarchy has no word of it."""
    return Picture(partial(_paint_letter, name), width=size, height=size, radius=radius, on_tap=on_tap)


def photo(name: str, *, width: Length = "fill", height: Length = 160.0, icon: str = "", radius: float = 0.0,
          desc: str = "", on_tap: Handler | None = None) -> Picture:  # fmt: skip
    """Build a picture that is always the same for one name: a landscape, or an icon on a coloured ground."""
    paint = partial(_paint_thing, name, icon) if icon else partial(_paint_landscape, name)
    return Picture(paint, width=width, height=height, radius=radius, desc=desc, on_tap=on_tap)


def tint(name: str) -> str:
    """Return the colour that belongs to a name.

    >>> tint("Ana") == tint("Ana")
    True
    """
    return _TINTS[zlib.crc32(name.encode()) % len(_TINTS)]


def _paint_letter(name: str, draw: ImageDraw.ImageDraw, size: tuple[int, int], theme: Theme) -> None:
    draw.rectangle((0, 0, *size), fill=tint(name))
    letter, px = name[:1].upper(), size[1] // 2
    face = fonts.font(px, True, fonts.runs(letter)[0][1])
    draw.text((size[0] / 2, size[1] / 2), letter, "#ffffff", face, anchor="mm")


def _paint_thing(name: str, icon: str, draw: ImageDraw.ImageDraw, size: tuple[int, int], theme: Theme) -> None:
    draw.rectangle((0, 0, *size), fill=tint(name))
    side = min(size) // 2
    draw.bitmap(((size[0] - side) // 2, (size[1] - side) // 2), icons.mask(icon, side), fill="#ffffff")


def _paint_landscape(name: str, draw: ImageDraw.ImageDraw, size: tuple[int, int], theme: Theme) -> None:
    width, height = size
    chance = zlib.crc32(name.encode())
    sun = (chance % 60 + 20) * width // 100
    draw.rectangle((0, 0, width, height), fill=("#9cc4e4", "#f2c48d", "#b9d7c8", "#c9b8de")[chance % 4])
    draw.ellipse((sun - height // 8, height // 8, sun + height // 8, height * 3 // 8), fill="#fff3c4")
    for step, colour in enumerate(("#6c8fa3", "#4f7358", "#34523d")):
        peak = (chance >> (4 * step + 3)) % 100 * width // 100
        top = height * (3 + step) // 7
        draw.polygon([(peak - width, height), (peak, top), (peak + width, height)], fill=colour)


# --- keys and number pickers


def keypad(press: Callable[[str], None]) -> Widget:
    """Build an app's own keys for a PIN; `press` is called with a digit, or "<" to erase one."""

    def key(name: str) -> Widget:
        if name == "<":
            return IconButton("erase", width="fill", height=56, pad=0, on_tap=partial(press, name))
        if not name:
            return Space(height=56)
        return Button(
            name, size=22, bold=False, color="text", width="fill", height=56, pad=0, on_tap=partial(press, name)
        )

    return Grid([key(name) for name in (*"123456789", "", "0", "<")], columns=3, background="surface", pad=(0, 8, 0, 8))


def stepper(value: int, low: int, high: int, pick: Callable[[int], None]) -> Widget:
    """Build a number between an unnamed minus and plus; at each end of the range one of them is disabled."""
    less = IconButton("minus", size=16, pad=10, enabled=value > low, on_tap=partial(pick, value - 1))
    more = IconButton("plus", size=16, pad=10, enabled=value < high, on_tap=partial(pick, value + 1))
    words = Text(str(value), align="center", lines=1, width=32)
    return Row([less, words, more], width="wrap", background="surface", radius=8)


@dataclass(eq=False, kw_only=True)
class Wheel(Column):
    """Column of numbers that turns under the finger."""

    cls: ClassVar[str] = "android.widget.NumberPicker"


def number_picker(
    value: int, low: int, high: int, pick: Callable[[int], None], *, shown: str = "{:02}", id: str = ""
) -> Widget:
    """Build a wheel of the numbers from low to high, which wraps around; the middle row is the value.

    Drawing a finger over it turns it by one number for each row's height, a tap on a neighbour goes there, and a number
    can be typed in the middle. shown: format in which a number is written.
    """
    count = high - low + 1

    def turned(by: int) -> int:
        return low + (value - low + by) % count

    def neighbour(by: int) -> Widget:
        words = shown.format(turned(by))
        return Button(words, size=18, bold=False, color="hint", width="fill", height=_WHEEL_DP, pad=0,
                      on_tap=lambda: pick(turned(by)))  # fmt: skip

    def typed(text: str) -> None:
        digits = "".join(filter(str.isdecimal, text))
        tails = (int(digits[at:]) for at in range(len(digits)))
        pick(next((number for number in tails if low <= number <= high), value))

    entry = Field(shown.format(value), id="android:id/numberpicker_input", size=24, align="center", pad=0,
                  height=_WHEEL_DP, on_change=typed)  # fmt: skip
    return Wheel(
        [neighbour(-1), entry, neighbour(1)],
        id=id,
        width=72,
        on_scroll=lambda heights: pick(turned(round(3 * heights))),
    )
