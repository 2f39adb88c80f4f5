"""Display of the virtual phone: apps, their stacks of pages, windows, and the picture of them."""

import threading
import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from PIL import Image

from appagent.phone import draw, foreign, keyboard, ui, windows
from appagent.phone.app import App, Dialog, Page, PhoneError, blaming, file_of, installed, is_built_in, running
from appagent.phone.dump import dump
from appagent.phone.hooks import Hooks
from appagent.phone.journal import Journal
from appagent.phone.layout import Bounds, Box, Layout, walk
from appagent.phone.messages import paint_toast, snack_bar
from appagent.phone.theme import Theme
from appagent.phone.windows import View, Window

_LAG_S = 0.05  # between a touch and the first frame that shows it
_SLIDE_S = 0.25
_TOAST_S = 2.0
_SNACK_S = 8.0
_LIVE_S = 8 * 3600.0  # for so long a page changes by itself that says it does
_FRAMES, _MOST_FRAMES = 30, 10**6  # a second, and between two changes
_BOOT = datetime(2026, 11, 22, 10, 8)  # what the clock says when the phone is new
_KEY_DP, _LOW_KEY_DP = 42.0, 30.0  # the height of a key, upright and in landscape
LATIN = "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME"


class Stage(Journal):
    """Display of the phone with everything on it. Every public method may be called from any thread.

    size: px. density: dpi, by default so that the screen is 411 dp wide. apps: a folder of more apps.
    time_scale: multiplies all delays of the phone itself (0: none). seed: fixes everything random.
    Raises PhoneError for an app that cannot be loaded.
    """

    def __init__(
        self,
        *,
        size: tuple[int, int] = (1080, 2400),
        density: int | None = None,
        locale: str = "en-US",
        time_scale: float = 1.0,
        seed: int = 0,
        apps: Path | str | None = None,
        serial: str = "virtual-1",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.lock, self.hooks = threading.RLock(), Hooks()
        self.serial, self.size, self.locale, self.seed = serial, size, locale, seed
        self.density = density or round(min(size) * 420 / 1080)
        self.time_scale, self._now = time_scale, now
        self.dark, self.rotation, self.screen_on = False, 0, True
        self.clipboard, self.input_method = "", LATIN
        self.told: list[Window] = []  # what the last hierarchy was made of
        self.last_toast: str | None = None
        self._booted_at, self._changed_at, self._changes = now(), now(), 0
        self._keys = keyboard.Keyboard(self.key_typed, self.key_pressed)
        self._keys_placed, self._bars_placed = windows.Placed[Window](), windows.Placed[list[Window]]()
        self._toast_at = float("-inf")
        self._snack: tuple[App, ui.Widget, float] | None = None  # of which app, what, when
        self._leaving: tuple[Window, float, int] | None = None  # its page, when, from which side
        self._moving_s = _LAG_S + _SLIDE_S  # for so long after a change every frame is another
        self._loading: list[tuple[float, float]] = []  # lists that load: since when, for how long
        self._composed: tuple[int, list[Window]] = (-1, [])
        self._frame: tuple[int, Image.Image] | None = None
        self._dumped: tuple[int, str] | None = None
        self.active = 0  # place in the last dump of the window that takes keys
        self.packages: dict[str, App] = {kind.package: self._made(kind) for kind in installed(apps)}
        self._stacks: dict[str, list[View]] = {}
        self._front = self._launcher = next(p for p, app in self.packages.items() if app.name() == "launcher")
        self._rehearse()

    @property
    def revision(self) -> int:
        """Return a number that grows whenever the screen may have changed; during animations, with every frame."""
        with self.lock:
            frames = int(min(self._elapsed(self._changed_at), self._moving_s) * _FRAMES)
            loaded = sum(self._elapsed(since) >= loads_s for since, loads_s in self._loading)
            gone = [self._elapsed(self._toast_at) >= _TOAST_S, not self._snack_shown()]
            return self._changes * _MOST_FRAMES + frames + loaded + sum(gone)

    def hierarchy(self) -> str:
        """Return the XML of `dumpWindowHierarchy`: one root for each window, in no useful order; px."""
        with self.lock:
            if self._dumped and self._dumped[0] == self.revision:
                self.told = self._composed[1]
                return self._dumped[1]
            revision, self.told = self.revision, self._windows()
            modal = any(window.kind == "dialog" for window in self.told)
            roots = [(w.root, w.package) for w in self.told if not (modal and w.kind == "app")]
            roots.sort(key=lambda pair: zlib.crc32(f"{pair[1]}{pair[0].widget.id}{self.seed}".encode()))
            top = [w.root for w in self.told if w.kind in ("app", "dialog", "shade")][-1:]
            self.active = next((n for n, (root, _) in enumerate(roots) if top and root is top[0]), 0)
            self._dumped = (revision, dump(roots, self.rotation, self._display(), self._focused(self.told)))
            return self._dumped[1]

    def picture(self) -> Image.Image:
        """Return the picture of the screen, RGB; black if a window forbids screenshots."""
        with self.lock:
            if not self._frame or self._frame[0] != self.revision:
                self._frame = (self.revision, self._paint())
            return self._frame[1]

    @property
    def foreground(self) -> tuple[str, str]:
        """Return the package and activity in front."""
        with self.lock:
            return self._front, self.page.activity

    @property
    def page(self) -> Page:
        """Return the page in front, under any dialog."""
        with self.lock:
            views = (view.built() for view in reversed(self._stack(self._front)))
            return next(built for built in views if isinstance(built, Page))

    @property
    def running(self) -> list[str]:
        """List the packages that are running, the launcher among them."""
        with self.lock:
            return sorted({self._launcher, *self._stacks})

    @property
    def keyboard_shown(self) -> bool:
        """Tell whether the on-screen keyboard is shown."""
        with self.lock:
            return self._top().typing and self.input_method == LATIN

    def key_pressed(self, key: str) -> bool:
        """Handle a key of the phone or its keyboard, by name; return False if it is unknown."""
        raise PhoneError(f"nothing listens to the key {key}")

    def key_typed(self, text: str) -> bool:
        """Insert a text at the cursor; return False if no field has the cursor."""
        raise PhoneError(f"nothing listens to the words {text!r}")

    def start(self, package: str, activity: str = "") -> None:
        """Bring an app to the front as it was left; the launcher always begins at its first screen.

        activity: one of the app's entries, whose page is opened; any other is ignored.
        Raises PhoneError for a package that is not installed.
        """
        with self.lock:
            if package not in self.packages:
                raise PhoneError(f"no app {package}; installed: {', '.join(sorted(self.packages))}")
            if package == self._launcher:
                self._stacks.pop(package, None)
            if package != self._front:
                self._slide(1)
            self._front = package
            self._stack(package)
            self._changed()
            with running(app := self.packages[package]):
                app.open_entry(activity)

    def stop(self, package: str) -> None:
        """Close an app; its state stays."""
        with self.lock:
            self._stacks.pop(package, None)
            if package == self._front:
                self._front = self._launcher
            self._changed()

    def clear(self, package: str) -> None:
        """Close an app and reset its state."""
        with self.lock:
            self.stop(package)
            if package in self.packages:
                self.packages[package] = self._made(type(self.packages[package]))

    def rotate(self, rotation: int) -> None:
        """Turn the display: 0 to 3 quarter turns."""
        with self.lock:
            if rotation % 2 != self.rotation % 2:
                self.size = (self.size[1], self.size[0])
            self.rotation = rotation
            self._changed()

    # What an app does (app.Host)

    def shown_apps(self) -> Sequence[App]:
        """Return the apps that a launcher lists."""
        return sorted((a for a in self.packages.values() if not a.hidden), key=lambda a: a.label)

    def show_view(self, app: App, make: Callable[..., Page | Dialog], arguments: tuple[object, ...]) -> None:
        """Put a page or a dialog on an app's stack."""
        view = View(app, make, arguments, self._now())
        if isinstance(view.built(), Page):
            self._slide(1)
            self._snack = None
        view.focus = windows.first_focus(view)
        view.typing = view.focus is not None
        self._stack(app.package).append(view)
        self._changed()

    def close_view(self, app: App) -> None:
        """Remove the top page or dialog from an app's stack; after the last page comes the launcher."""
        stack = self._stack(app.package)
        if isinstance(stack[-1].built(), Page):
            self._slide(-1)
        stack.pop()
        if not stack:
            self._front = self._launcher
            self._stack(self._launcher)
        self._changed()

    def renew_view(self, app: App) -> None:
        """Restart the top page or dialog of an app's stack, as if it had just been opened."""
        self._stack(app.package)[-1].renew(self._now())
        self._changed()

    def notify(self, app: App, title: str, words: str, do: ui.Handler) -> None:
        """Add a notification of an app."""
        raise PhoneError(f"nothing shows the notification {title!r}")

    def used_apps(self) -> Sequence[App]:
        """Return the apps that are running, the one used last first."""
        return []

    def show_toast(self, text: str) -> None:
        """Show a toast, which is in the picture but in no dumped window."""
        self.last_toast, self._toast_at = text, self._now()
        self._changed()

    def show_snack(self, app: App, text: str, action: str, do: ui.Handler) -> None:
        """Show a text with a button over an app's page, until the next page or for a while."""

        def act() -> None:
            self._snack = None
            do()

        self._snack = (app, snack_bar(text, action, act), self._uptime_s())
        self._changed()

    def show_row(self, app: App, list_id: str, number: int) -> None:
        """Scroll a list of an app's page until a row is at the top; nothing happens while the list is loading."""
        root, view = next((w.root, w.view) for w in self._windows() if w.view and w.view.app is app)
        for box in walk(root):
            if isinstance(box.widget, ui.Scroll) and box.widget.id == list_id and number < len(box.tops):
                view.scroll[box.path] = box.tops[number]
        self._changed()

    def local_time(self) -> datetime:
        """Return the time on the phone's clock, which starts at the same minute in every phone."""
        return _BOOT + timedelta(seconds=self._uptime_s())

    # Inside

    def _uptime_s(self) -> float:
        return self._elapsed(self._booted_at) if self.time_scale else 0.0

    def _snack_shown(self) -> bool:
        return self._snack is not None and self._uptime_s() - self._snack[2] < _SNACK_S

    def _made(self, kind: type[App]) -> App:
        with blaming(file_of(kind)):
            return kind(self)

    def _rehearse(self) -> None:
        """Draw the first screens of added apps, and of the launcher that lists them, to find a broken one at once."""
        own = tuple(type(app) for app in self.packages.values() if not is_built_in(type(app)))
        drawn = (*(foreign.version(file_of(kind)) for kind in own), self.size, self.density, self.locale, self.seed)
        for package in (*(kind.package for kind in own), self._launcher):
            self._front = package
            self._changed()
            if own and drawn not in foreign.REHEARSED:
                self._paint()
        foreign.REHEARSED.append(drawn)
        self._stacks.clear()
        self._changed()

    def _elapsed(self, since: float) -> float:
        """Return the seconds since a moment, in the phone's own time."""
        return (self._now() - since) / self.time_scale if self.time_scale else float("inf")

    def _changed(self) -> None:
        self._changes += 1
        self._changed_at = self._now()

    def _stack(self, package: str) -> list[View]:
        """Return an app's stack of pages and dialogs; start the app at its home if it is not running."""
        if not self._stacks.get(package):
            app = self.packages[package]
            first = View(app, app.home, (), self._now())
            first.focus = windows.first_focus(first)
            self._stacks[package] = [first]
        return self._stacks[package]

    def _top(self) -> View:
        return self._stack(self._front)[-1]

    def _display(self) -> Bounds:
        return 0, 0, *self.size

    def _theme(self) -> Theme:
        return Theme(self.density, self.dark)

    def _slide(self, side: int) -> None:
        self._leaving = None
        if not self.time_scale:
            return  # nobody sees it slide
        with suppress(PhoneError):  # a page that is broken can be left all the same
            page = next(w for w in self._windows() if w.kind == "app")
            self._leaving = (replace(page, beneath=None, inert=True), self._now(), side)

    def _windows(self) -> list[Window]:
        """Return the windows from bottom to top, computed once for each revision."""
        revision = self.revision
        if self._composed[0] != revision:
            self._composed = (revision, self._compose())
        return self._composed[1]

    def _compose(self) -> list[Window]:
        theme, display = self._theme(), self._display()
        stack = self._stack(self._front)
        keys = self._keyboard(theme)
        high = keys.root.bounds[3] - keys.root.bounds[1] if keys else 0
        page = next(n for n in reversed(range(len(stack))) if isinstance(stack[n].built(), Page))
        on_top = page == len(stack) - 1
        shown = [self._page(stack[page], theme, high if on_top else 0)]
        shown += [windows.dialog_window(view, theme, display, high) for view in stack[page + 1 :]]
        make = partial(windows.bars, theme, display, clock := self._clock(), self.key_pressed)
        return [*shown, *([keys] if keys else []), *self._bars_placed.get((theme, display, clock), make)]

    def _page(self, view: View, theme: Theme, keyboard_height: int) -> Window:
        """Build the window of the front page; while a page slides in, also the one beneath."""
        dx = 0
        beneath: Window | None = None
        if self._leaving:
            left, since, side = self._leaving
            elapsed = self._elapsed(since)
            if elapsed < _LAG_S:
                return left
            if elapsed < _LAG_S + _SLIDE_S:
                dx = round(side * self.size[0] * (1 - (elapsed - _LAG_S) / _SLIDE_S))
                beneath = left
            else:
                self._leaving = None
        age = self._elapsed(view.opened_at)
        snack = self._snack
        over = snack[1] if snack and snack[0] is view.app and self._snack_shown() else None
        window = windows.page_window(view, theme, self._display(), keyboard_height, age, dx, over)
        lists = (box.widget for box in walk(window.root) if isinstance(box.widget, ui.Scroll))
        loading = [(view.opened_at, one.loads) for one in lists if one.loads]
        self._changes, self._loading = self._changes + (loading != self._loading), loading  # no revision comes twice
        self._moving_s = _LIVE_S if window.live else _LAG_S + _SLIDE_S
        return replace(window, beneath=beneath, secure=window.secure or (beneath is not None and beneath.secure))

    def _keyboard(self, theme: Theme) -> Window | None:
        lagging = self._leaving is not None and self._elapsed(self._leaving[1]) < _LAG_S
        if not self.keyboard_shown or lagging:
            return None
        return self._keys_placed.get((theme, self.size, self._keys.face), partial(self._place_keys, theme))

    def _place_keys(self, theme: Theme) -> Window:
        _, _, right, bottom = self._display()
        root = self._keys.tree(windows.NAVIGATION_DP, _KEY_DP if bottom > right else _LOW_KEY_DP)
        layout = Layout(theme)
        top = bottom - layout.height(root, right, bottom)
        return Window("keyboard", keyboard.PACKAGE, layout.place(root, (0, top, right, bottom)))

    def _clock(self) -> str:
        now = self.local_time()
        return f"{now.hour}:{now.minute:02}"

    def _focused(self, shown: Sequence[Window]) -> Box | None:
        """Return the box of the field with the cursor if it is visible in one of these windows."""
        view = self._top()
        window = next((w for w in reversed(shown) if w.view is view and not w.inert), None)
        box = windows.at_path(window.root, view.focus) if window else None
        return box if box and isinstance(box.widget, ui.Field) else None

    def _paint(self) -> Image.Image:
        theme, shown = self._theme(), self._windows()
        image = Image.new("RGB", self.size, theme.colour("background"))
        focused = self._focused(shown)
        if not self.screen_on or any(window.secure for window in shown):
            return Image.new("RGB", self.size, "black")
        for window in shown:
            if window.beneath:
                draw.paint(image, window.beneath.root, theme)
            if window.dim:
                image = draw.shade(image, 0.45)
            elif window.kind == "dialog":
                draw.shadow(image, window.root.bounds, theme)
            with running(window.view.app) if window.view else nullcontext():
                draw.paint(image, window.root, theme, focused)
        if self._elapsed(self._toast_at) < _TOAST_S and self.last_toast:
            paint_toast(image, self.last_toast, theme)
        return image
