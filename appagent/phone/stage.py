"""What stands on the virtual phone's display: apps, their stacks of views, windows, and the picture of them."""

import threading
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PIL import Image, ImageDraw

from appagent.phone import draw, fonts, keyboard, ui, windows
from appagent.phone.app import App, Dialog, Page, PhoneError, installed
from appagent.phone.dump import dump
from appagent.phone.layout import Bounds, Box, Layout
from appagent.phone.theme import Theme
from appagent.phone.windows import View, Window

_LAG_S = 0.05  # between a touch and the first frame that shows it
_SLIDE_S = 0.25
_TOAST_S = 2.0
_STILL_S = 4.0  # after so long nothing moves by itself any more
_FRAMES = 30  # a second
LATIN = "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME"


class Stage:
    """The display and what is on it. Every public method may be called from any thread.

    size: px; density: dpi, by default as many as make the screen 411 dp wide; apps: a folder of more apps;
    time_scale: multiplies every delay of the phone's own (0: none); seed: fixes all that is random.
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
        apps: Path | None = None,
        serial: str = "virtual-1",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.lock = threading.RLock()
        self.serial, self.size, self.locale, self.seed = serial, size, locale, seed
        self.density = density or round(min(size) * 420 / 1080)
        self.time_scale, self._now = time_scale, now
        self.dark = False
        self.rotation = 0
        self.screen_on = True
        self.clipboard = ""
        self.input_method = LATIN
        self.last_toast: str | None = None
        self._booted_at = self._changed_at = now()
        self._changes = 0
        self._keys = keyboard.Keyboard(self.key_typed, self.key_pressed)
        self._toast_at = float("-inf")
        self._log: list[dict[str, object]] = []  # every gesture and key that arrived
        self._leaving: tuple[Box, float, int] | None = None  # boxes, when, from which side
        self._composed: tuple[int, list[Window]] = (-1, [])
        self._frame: tuple[int, Image.Image] | None = None
        kinds = installed(apps)
        self.packages: dict[str, App] = {kind.package: kind(self) for kind in kinds}
        self._stacks: dict[str, list[View]] = {}
        self._launcher = next(p for p, app in self.packages.items() if app.name() == "launcher")
        self._front = self._launcher
        self._stack(self._launcher)

    @property
    def revision(self) -> int:
        """Grows whenever what is on the screen may have changed; during animations, with every frame."""
        with self.lock:
            steps = round(_STILL_S * _FRAMES)
            still = self._elapsed(self._changed_at) >= _STILL_S
            step = steps if still else int(self._elapsed(self._changed_at) * _FRAMES)
            return self._changes * (steps + 1) + step

    def hierarchy(self) -> str:
        """The XML of `dumpWindowHierarchy`: one root a window, in no useful order; px."""
        with self.lock:
            shown = self._windows()
            modal = any(window.kind == "dialog" for window in shown)
            roots = [(w.root, w.package) for w in shown if not (modal and w.kind == "app")]
            roots.sort(key=lambda pair: zlib.crc32(f"{pair[1]}{pair[0].widget.id}{self.seed}".encode()))
            return dump(roots, self.rotation, self._display(), self._focused())

    def picture(self) -> Image.Image:
        """What is on the screen, RGB; black where a window forbids screenshots."""
        with self.lock:
            if self._frame and self._frame[0] == self.revision:
                return self._frame[1]
            revision, image = self.revision, self._paint()
            self._frame = (revision, image)
            return image

    @property
    def foreground(self) -> tuple[str, str]:
        """Package and activity in front."""
        with self.lock:
            page = next(v for v in reversed(self._stack(self._front)) if isinstance(v.built(), Page))
            built = page.built()
            assert isinstance(built, Page)
            return self._front, built.activity

    @property
    def keyboard_shown(self) -> bool:
        """Whether the on-screen keyboard is up."""
        with self.lock:
            return self._top().typing and self.input_method == LATIN

    def key_pressed(self, key: str) -> bool:
        """A key of the phone or of its keyboard, by name; False for one that is not known."""
        raise PhoneError(f"nothing listens to the key {key}")

    def key_typed(self, text: str) -> bool:
        """Words put in at the cursor; False when no field has it."""
        raise PhoneError(f"nothing listens to the words {text!r}")

    def start(self, package: str, activity: str = "") -> None:
        """Bring an app to the front, where it was left; the launcher always at its first screen."""
        with self.lock:
            if package not in self.packages:
                known = ", ".join(sorted(self.packages))
                raise PhoneError(f"no app {package}; installed: {known}")
            if package == self._launcher:
                self._stacks.pop(package, None)
            if package != self._front:
                self._slide(1)
            self._front = package
            self._stack(package)
            self._changed()

    def stop(self, package: str) -> None:
        """Close an app; its state stays."""
        with self.lock:
            self._stacks.pop(package, None)
            if package == self._front:
                self._front = self._launcher
            self._changed()

    def clear(self, package: str) -> None:
        """Close an app and set its state back to the beginning."""
        with self.lock:
            self.stop(package)
            if package in self.packages:
                self.packages[package] = type(self.packages[package])(self)

    def rotate(self, rotation: int) -> None:
        """Turn the display: 0 to 3 quarter turns."""
        with self.lock:
            if rotation % 2 != self.rotation % 2:
                self.size = (self.size[1], self.size[0])
            self.rotation = rotation
            self._changed()

    # What an app does (app.Host)

    def shown_apps(self) -> Sequence[App]:
        """The apps that a launcher lists."""
        return sorted((a for a in self.packages.values() if not a.hidden), key=lambda a: a.label)

    def show_view(self, app: App, make: Callable[..., Page | Dialog], arguments: tuple[object, ...]) -> None:
        """Put a page or a dialog on an app's stack."""
        view = View(app, make, arguments, self._now())
        if isinstance(view.built(), Page):
            self._slide(1)
        view.focus = windows.first_focus(view)
        view.typing = view.focus is not None
        self._stack(app.package).append(view)
        self._changed()

    def close_view(self, app: App) -> None:
        """Take the top of an app's stack away; the last page leads to the launcher."""
        stack = self._stack(app.package)
        if isinstance(stack[-1].built(), Page):
            self._slide(-1)
        stack.pop()
        if not stack:
            self._front = self._launcher
            self._stack(self._launcher)
        self._changed()

    def show_toast(self, text: str) -> None:
        """A toast: in the picture, in no window that a dump knows."""
        self.last_toast, self._toast_at = text, self._now()
        self._changed()

    # Inside

    def _elapsed(self, since: float) -> float:
        """Seconds since then, in the phone's own time."""
        return (self._now() - since) / self.time_scale if self.time_scale else float("inf")

    def _changed(self) -> None:
        self._changes += 1
        self._changed_at = self._now()

    def _stack(self, package: str) -> list[View]:
        """An app's views; one that was not running starts at its home."""
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
        app = next((w for w in self._windows() if w.kind == "app"), None)
        self._leaving = (app.root, self._now(), side) if app else None

    def _windows(self) -> list[Window]:
        """From the bottom to the top; worked out once a revision."""
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
        return [*shown, *([keys] if keys else []), *windows.bars(theme, display, self._clock(), self.key_pressed)]

    def _page(self, view: View, theme: Theme, keyboard_height: int) -> Window:
        """The front page, or on its way in: the one that it covers first, then both."""
        dx, beneath = 0, None
        if self._leaving:
            boxes, since, side = self._leaving
            elapsed = self._elapsed(since)
            if elapsed < _LAG_S:
                return Window("app", view.app.package, boxes, view, inert=True)
            if elapsed < _LAG_S + _SLIDE_S:
                dx = round(side * self.size[0] * (1 - (elapsed - _LAG_S) / _SLIDE_S))
                beneath = boxes
            else:
                self._leaving = None
        age = self._elapsed(view.opened_at)
        window = windows.page_window(view, theme, self._display(), keyboard_height, age, dx)
        return replace(window, beneath=beneath)

    def _keyboard(self, theme: Theme) -> Window | None:
        if not self.keyboard_shown:
            return None
        root = self._keys.tree(below=windows.NAVIGATION_DP)
        layout = Layout(theme)
        _, _, right, bottom = self._display()
        top = bottom - layout.height(root, right, bottom)
        return Window("keyboard", keyboard.PACKAGE, layout.place(root, (0, top, right, bottom)))

    def _clock(self) -> str:
        run = self._elapsed(self._booted_at) if self.time_scale else 0.0
        minutes = 10 * 60 + 8 + int(run // 60)
        return f"{minutes // 60 % 24}:{minutes % 60:02}"

    def _focused(self) -> Box | None:
        """The box of the field with the cursor, where it is in sight."""
        view = self._top()
        window = next((w for w in reversed(self._windows()) if w.view is view and not w.inert), None)
        box = windows.at_path(window.root, view.focus) if window else None
        return box if box and isinstance(box.widget, ui.Field) else None

    def _paint(self) -> Image.Image:
        theme = self._theme()
        image = Image.new("RGB", self.size, theme.colour("background"))
        focused = self._focused()
        if not self.screen_on or any(w.secure for w in self._windows()):
            return Image.new("RGB", self.size, "black")
        for window in self._windows():
            if window.beneath:
                draw.paint(image, window.beneath, theme)
            if window.kind == "dialog":
                image = draw.shade(image, 0.45)
            draw.paint(image, window.root, theme, focused)
        if self._elapsed(self._toast_at) < _TOAST_S and self.last_toast:
            _paint_toast(image, self.last_toast, theme)
        return image


def _paint_toast(image: Image.Image, text: str, theme: Theme) -> None:
    size = theme.px(14)
    wide, middle = fonts.width(text, size), image.height - theme.px(110)
    left = (image.width - wide) // 2
    box = (left - theme.px(20), middle - theme.px(20), left + wide + theme.px(20), middle + theme.px(20))
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle(box, theme.px(20), fill=theme.colour("toast"))
    at = float(left)
    for part, cjk in fonts.runs(text):
        face = fonts.font(size, cjk=cjk)
        pen.text((at, middle + size * 0.35), part, theme.colour("on_toast"), face, anchor="ls")
        at += face.getlength(part)
