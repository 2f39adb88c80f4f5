"""Windows on the display at one moment, from bottom to top, as trees of boxes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, TypeVar

from appagent.phone import ui
from appagent.phone.app import App, Dialog, Page, running
from appagent.phone.layout import Bounds, Box, Layout, walk
from appagent.phone.theme import Theme

T = TypeVar("T")

SYSTEM = "com.android.systemui"
STATUS_DP = 24.0
NAVIGATION_DP = 48.0
_LIST_DP = 96.0  # of a list that has more to show, at least
_ROUNDED_DP = 2.0  # what rounding may make of a page that fits
_PLAIN = ("surface", "card", "bar")  # on which the words of the system's bars can be read


@dataclass(eq=False)
class View:
    """Page or dialog on an app's stack, with what only the phone knows of it.

    scroll: px by box path; focus: path of the field with the cursor; typing: whether its keyboard is shown.
    cursor: before which letter of the field's text the cursor stands; None if it stands behind the last one.
    fault: name of the fault that opened it, "" for what apps open.
    """

    app: App
    make: Callable[..., Page | Dialog]
    arguments: tuple[object, ...]
    opened_at: float
    scroll: dict[tuple[int, ...], int] = field(default_factory=dict)
    focus: tuple[int, ...] | None = None
    typing: bool = False
    cursor: int | None = None
    fault: str = ""

    def renew(self, now: float) -> None:
        """Restart the page or dialog, as if it had been opened at that moment."""
        self.opened_at, self.scroll, self.focus, self.typing = now, {}, None, False

    def built(self) -> Page | Dialog:
        """Build the page or dialog from the app's present state. Raises PhoneError if the app fails."""
        with running(self.app):
            made = self.make(*self.arguments)
            if not isinstance(made, (Page, Dialog)):
                raise TypeError(f"{self.make.__name__} returned a {type(made).__name__}; return a Page or a Dialog")
        return self.app._host.hooks.page(self, made)


class Placed(Generic[T]):
    """Keeps what was laid out last, for as long as the same is wanted."""

    def __init__(self) -> None:
        self._kept: tuple[object, T] | None = None

    def get(self, wanted: object, make: Callable[[], T]) -> T:
        """Return what is kept; it is made anew if something else was wanted then."""
        if self._kept is None or self._kept[0] != wanted:
            self._kept = (wanted, make())
        return self._kept[1]


@dataclass(eq=False)
class Window:
    """One window. kind: "app", "dialog", "keyboard", "status" or "navigation".

    dim: what is below is darkened. beneath: while a page slides in, the one that it covers.
    live: it changes by itself. inert: it no longer takes touches.
    """

    kind: str
    package: str
    root: Box
    view: View | None = None
    cancelable: bool = True
    dim: bool = False
    secure: bool = False
    live: bool = False
    beneath: "Window | None" = None
    inert: bool = False


def tree(view: View) -> tuple[ui.Widget, Page | Dialog]:
    """Put a page's or dialog's widgets inside the frames that Android puts around them."""
    built = view.built()
    if isinstance(built, Dialog):
        return ui.Frame([ui.Frame([built.body], id="android:id/content")]), built
    built.body.height = "fill"
    content = ui.Frame([built.body], id="android:id/content", weight=1)
    return ui.Frame([ui.Column([content], height="fill")], background="background"), built


def first_focus(view: View) -> tuple[int, ...] | None:
    """Return the path of the field that asks for the cursor when it appears, or None."""
    return next((path for path, entry in _fields(view).items() if entry.focus), None)


def refocus(view: View) -> None:
    """Give the cursor to a field that asks for it, if the field with the cursor is gone or there was none."""
    if view.focus not in _fields(view):
        view.focus = first_focus(view)
        view.typing = view.focus is not None


def _fields(view: View) -> dict[tuple[int, ...], ui.Field]:
    root, _ = tree(view)
    with running(view.app):
        return {path: widget for path, widget in _paths(root) if isinstance(widget, ui.Field)}


def _paths(widget: ui.Widget, path: tuple[int, ...] = (0,)) -> Sequence[tuple[tuple[int, ...], ui.Widget]]:
    """List a widget and all below it that are not folded up, with their paths."""
    found: list[tuple[tuple[int, ...], ui.Widget]] = [(path, widget)]
    for number, child in enumerate(widget.children if widget.height != 0 else ()):
        found.extend(_paths(child, (*path, number)))
    return found


def page_window(
    view: View, theme: Theme, display: Bounds, keyboard: int, age_s: float, dx: int, snack: ui.Widget | None = None
) -> Window:
    """Build the app's window, `dx` px to the side while it slides; the keyboard's height is left free below.

    A page too tall for the rest scrolls as a whole. snack: lies on top of the page without moving it.
    """
    root, built = tree(view)
    assert isinstance(built, Page)
    column = root.children[0]
    over = [ui.Frame([snack], pad=(12, 0, 12, built.snack_at), gravity="bottom")] if snack else []
    column.children[0].children = [built.body, *over]
    bottom = max(keyboard, theme.px(NAVIGATION_DP) if not keyboard else 0)
    column.pad = (0, STATUS_DP, 0, bottom * 160 / theme.density)
    above = ui.Space(width="fill", height=STATUS_DP, background=_edge(built.body, 0))
    below = ui.Space(width="fill", height=NAVIGATION_DP, background=_edge(built.body, -1), gravity="bottom")
    root.children = [column, above, below]
    left, top, right, low = display
    place = partial(Layout(theme, lambda path: view.scroll.get(path, 0), age_s).place, root)
    with running(view.app):
        box = place((left + dx, top, right + dx, low), display)
        page = box.children[0].children[0].children[0]
        lacking = _lacking(page, 0 if keyboard else theme.px(_LIST_DP))
        if lacking > theme.px(_ROUNDED_DP):
            built.body.height = (page.bounds[3] - page.bounds[1] + lacking) * 160 / theme.density
            column.children = [ui.Scroll([built.body], id="android:id/content")]
            lid = [ui.Frame(over, height="fill", pad=column.pad)] if over else []
            root.children = [column, *lid, above, below]
            box = place((left + dx, top, right + dx, low), display)
    return Window("app", view.app.package, box, view, secure=built.secure, live=built.live)


def _lacking(page: Box, list_height: int) -> int:
    """Return how much taller a page must be, px, so that nothing lies below its end and its lists show something.

    list_height: height that a list should have, if it has so much content.
    """
    boxes = _outside_lists(page)
    out = max(box.bounds[3] for box in boxes) - page.bounds[3]
    lists = [box for box in boxes if isinstance(box.widget, ui.Scroll)]
    low = [min(list_height, box.content_height) - (box.bounds[3] - box.bounds[1]) for box in lists]
    return out + max([0, *low])


def _outside_lists(box: Box) -> list[Box]:
    """List a box and all boxes below it that are not inside a list."""
    inner = [] if isinstance(box.widget, ui.Scroll) else box.children
    return [box, *(found for child in inner for found in _outside_lists(child))]


def _edge(widget: ui.Widget, end: int) -> str:
    """Return the plain colour at a page's start (end 0) or end (-1), which continues behind the system's bar there."""
    while not widget.background and isinstance(widget, (ui.Column, ui.Frame)) and widget.children:
        widget = widget.children[end if isinstance(widget, ui.Column) else 0]
    return widget.background if widget.background in _PLAIN else "background"


def dialog_window(view: View, theme: Theme, display: Bounds, keyboard: int) -> Window:
    """Build a dialog's window, centred in the room above the keyboard; a dialog too tall for that scrolls."""
    root, built = tree(view)
    assert isinstance(built, Dialog)
    layout = Layout(theme, lambda path: view.scroll.get(path, 0))
    _, _, right, bottom = display
    room = bottom - max(keyboard, theme.px(NAVIGATION_DP)) - theme.px(STATUS_DP)
    width = right if built.gravity == "bottom" else min(right - 2 * theme.px(24), theme.px(built.width))
    with running(view.app):
        height = layout.height(root, width, room)
        if height > room:
            root.children, height = [ui.Scroll([built.body], id="android:id/content")], room
        left = right - width - theme.px(8) if "right" in built.gravity else (right - width) // 2
        free = {"bottom": room - height, "top right": min(theme.px(48), room - height)}
        top = theme.px(STATUS_DP) + free.get(built.gravity, (room - height) // 2)
        box = layout.place(root, (left, top, left + width, top + height))
    return Window("dialog", view.app.package, box, view, cancelable=built.cancelable, dim=built.dim)


def bars(theme: Theme, display: Bounds, clock: str, press: Callable[[str], object]) -> list[Window]:
    """Build the status bar and the navigation bar."""
    _, _, right, bottom = display
    high = theme.px(STATUS_DP)
    status = ui.Row(
        [
            ui.Text(clock, id="clock", desc=clock, size=13),
            ui.Space(weight=1),
            ui.Icon("wifi", id="wifi_signal", desc="Wi-Fi signal full.", size=14, color="text"),
            ui.Space(width=6),
            ui.Icon("signal", desc="Phone signal full.", size=14, color="text"),
            ui.Space(width=6),
            ui.Icon("battery", id="battery", desc="Battery 82 percent.", size=14, color="text"),
        ],
        id="status_bar",
        pad=(16, 0, 16, 0),
    )

    def button(icon: str, name: str, desc: str, key: str) -> ui.Widget:
        return ui.IconButton(icon, id=name, desc=desc, size=18, weight=1, on_tap=lambda: _ignore(press(key)))

    navigation = ui.Row(
        [
            button("triangle_back", "back", "Back", "back"),
            button("circle", "home", "Home", "home"),
            button("square", "recent_apps", "Overview", "recent"),
        ],
        id="navigation_bar_frame",
    )
    layout = Layout(theme)
    return [
        Window("status", SYSTEM, layout.place(status, (0, 0, right, high))),
        Window(
            "navigation",
            SYSTEM,
            layout.place(navigation, (0, bottom - theme.px(NAVIGATION_DP), right, bottom)),
        ),
    ]


def _ignore(_: object) -> None:
    """Discard a handler's value, since handlers return nothing."""


def hit(root: Box, x: int, y: int) -> Box | None:
    """Return the deepest box at a point that reacts to touch; later siblings lie on top."""
    if not root.seen or not _inside(root.seen, x, y):
        return None
    for child in reversed(root.children):
        found = hit(child, x, y)
        if found:
            return found
    widget = root.widget
    takes = widget.clickable or widget.on_hold or widget.on_double or widget.on_touch
    return root if takes and widget.enabled else None


def swiped_at(root: Box, x: int, y: int, to: Sequence[int]) -> Box | None:
    """Return the innermost box at a point that reacts to a swipe: it listens, or its content is larger than it.

    As on Android, a list takes a swipe up or down from what is drawn along within it, such as a slider or a row that is
    swiped away; a canvas keeps it. to: point at which the finger is lifted.
    """
    at = [box for box in walk(root) if box.seen and _inside(box.seen, x, y)]
    found = [box for box in reversed(at) if _listens(box.widget) or _scrolls(box)]
    upright = abs(to[1] - y) > abs(to[0] - x)
    if upright and found and found[0].widget.on_stroke and not isinstance(found[0].widget, ui.Canvas):
        return next(filter(_scrolls, found), found[0])
    return found[0] if found else None


def carrier_at(root: Box, x: int, y: int) -> Box | None:
    """Return the innermost box at a point of which a finger can take hold, to carry it elsewhere."""
    return _innermost(root, x, y, lambda widget: bool(widget.carries))


def receiver_at(root: Box, x: int, y: int) -> Box | None:
    """Return the innermost box at a point on which things can be dropped."""
    return _innermost(root, x, y, lambda widget: widget.on_drop is not None)


def _innermost(root: Box, x: int, y: int, holds: Callable[[ui.Widget], bool]) -> Box | None:
    at = [box for box in walk(root) if box.seen and _inside(box.seen, x, y)]
    return next((box for box in reversed(at) if holds(box.widget)), None)


def at_path(root: Box, path: tuple[int, ...] | None) -> Box | None:
    """Return the box with a path, if it is visible."""
    return next((box for box in walk(root) if box.path == path), None) if path else None


def _listens(widget: ui.Widget) -> bool:
    return widget.on_stroke is not None or widget.on_scroll is not None


def _scrolls(box: Box) -> bool:
    return box.content_height > box.bounds[3] - box.bounds[1]


def _inside(bounds: Bounds, x: int, y: int) -> bool:
    left, top, right, bottom = bounds
    return left <= x < right and top <= y < bottom
