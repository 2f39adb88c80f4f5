"""The virtual phone: what a client sees of it and does to it."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import partial

from appagent.phone import ui, windows
from appagent.phone.app import App, Dialog, PhoneError, running
from appagent.phone.crashes import Mortal
from appagent.phone.dialogs import menu
from appagent.phone.layout import Bounds, Box, walk
from appagent.phone.setup import set_up
from appagent.phone.windows import View, Window

__all__ = ["Phone", "PhoneError"]

_LONG_PRESS_S = 0.4
_KEYS = (
    "home", "back", "enter", "del", "power", "wakeup", "sleep", "menu", "recent", "search", "volume_up", "volume_down",
)  # fmt: skip


class Phone(Mortal):
    """One phone; see Stage for what it is made with. Every gesture and key is carried out once, and noted."""

    sdk = 34

    def state(self) -> dict[str, object]:
        """Every app's state by its short name, and the phone's own under "phone"."""
        with self.lock:
            package, activity = self.foreground
            own = {
                "foreground": self.packages[package].name(),
                "activity": activity,
                "title": self.page.title,
                "rotation": self.rotation,
                "locale": self.locale,
                "dark": self.dark,
                "keyboard": self.keyboard_shown,
            }
            return {**{app.name(): app.state() for app in self.packages.values()}, "phone": own}

    def taps(self) -> list[dict[str, object]]:
        """Every gesture and key that arrived, oldest first, with the widget that it hit."""
        with self.lock:
            return [dict(entry) for entry in self._log]

    def set_up(self, wanted: Mapping[str, Mapping[str, object]]) -> None:
        """Give apps, by short name, the state that a task begins with; PhoneError for what does not fit."""
        with self.lock:
            known = {app.name(): app for app in self.packages.values()}
            for name, values in wanted.items():
                if name not in known:
                    raise PhoneError(f"no app {name!r} to set up; there are: {', '.join(sorted(known))}")
                set_up(known[name], values)
            self._changed()

    # What a client does

    def tap(self, x: int, y: int, hold_s: float = 0.0) -> None:
        """A finger put down and lifted after `hold_s` seconds."""
        with self._acting():
            long = hold_s >= _LONG_PRESS_S
            window = self._window_at(x, y)
            box = windows.hit(window.root, x, y) if window and not window.inert else None
            self._note("long_press" if long else "tap", window, box, x=x, y=y)
            if window and window.kind == "dialog" and not self._covers(window, x, y):
                if window.cancelable and window.view:
                    self.close_view(window.view.app)
            elif window and box:
                self._touch(window, box, (x, y), long)

    def swipe(self, points: Sequence[tuple[int, int]], duration_s: float = 0.3) -> None:
        """A finger drawn along points, px; what it starts on scrolls by as much, without a fling, or is drawn on."""
        with self._acting():
            (x, y), (to_x, to_y) = points[0], points[-1]
            window = self._window_at(x, y)
            box = windows.swiped_at(window.root, x, y) if window and not window.inert else None
            self._note("swipe", window, box, x=x, y=y, to=[to_x, to_y])
            if not (window and window.view and box):
                return
            if box.widget.on_stroke:
                stroke = [_within(box.bounds, point) for point in points]
                self._call(window.view, partial(box.widget.on_stroke, stroke))
            elif box.widget.on_scroll:
                heights = (y - to_y) / (box.bounds[3] - box.bounds[1])
                self._call(window.view, partial(box.widget.on_scroll, heights))
            else:
                self._scroll(window.view, box, y - to_y)

    def press(self, key: str) -> bool:
        """A key by its name; False for a name that the phone does not know."""
        with self._acting():
            if key in _KEYS:
                self._note("key", None, None, key=key)
            return self.key_pressed(key)
        return True  # and an app went down

    def type_text(self, text: str) -> bool:
        """Words put in at the cursor; False when no field has it."""
        with self._acting():
            self._note("text", None, self._field(), text=text)
            return self._edit(lambda before: before + text)
        return True  # and an app went down

    def set_text(self, text: str) -> bool:
        """The focused field's words replaced; False when no field has the cursor."""
        with self._acting():
            self._note("text", None, self._field(), text=text)
            return self._edit(lambda before: text)
        return True  # and an app went down

    def focused_text(self) -> str | None:
        """What is in the field with the cursor."""
        with self.lock:
            box = self._field()
            return box.widget.text if box else None

    def _field(self) -> Box | None:
        return self._focused(self._windows())

    def _window_at(self, x: int, y: int) -> Window | None:
        """The topmost window that a touch at (x, y) goes to; a dialog takes those beside it too."""
        for window in reversed(self._windows()):
            if window.kind == "dialog" or self._covers(window, x, y):
                return window
        return None

    def _covers(self, window: Window, x: int, y: int) -> bool:
        left, top, right, bottom = window.root.bounds
        return left <= x < right and top <= y < bottom

    def _scroll(self, view: View, box: Box, by: int) -> None:
        most = max(box.content_height - (box.bounds[3] - box.bounds[1]), 0)
        before = min(view.scroll.get(box.path, 0), most)
        from_end = isinstance(box.widget, ui.List) and box.widget.from_end
        after = min(max(before + (-by if from_end else by), 0), most)
        if after != before:
            view.scroll[box.path] = after
            self._changed()

    def _touch(self, window: Window, box: Box, at: tuple[int, int], long: bool) -> None:
        widget, view = box.widget, window.view
        if isinstance(widget, ui.Field) and view:
            view.focus, view.typing = box.path, True
            self._changed()
            self._uncover(view, box)
            if long and self.clipboard:
                self._offer_paste(view.app)
        handler = widget.on_hold if long and widget.on_hold else widget.on_tap
        if widget.on_touch:
            handler = partial(widget.on_touch, _within(box.bounds, at))
        if handler:
            self._call(window.view, handler)

    def _offer_paste(self, app: App) -> None:
        """What a field that is held down shows while there is something on the clipboard."""
        paste = (app.t("Paste"), lambda: self._edit(lambda before: before + self.clipboard))
        self.show_view(app, partial(menu, app, paste), ())

    def _uncover(self, view: View, field: Box) -> None:
        """Scroll what is around the field with the cursor, where the keyboard now lies over it."""
        root = next(window.root for window in self._windows() if window.view is view)
        for around in walk(root):
            below = field.bounds[3] - around.bounds[3]
            scrolls = isinstance(around.widget, ui.Scroll) and field.path[: len(around.path)] == around.path
            if scrolls and below > 0:
                view.scroll[around.path] = view.scroll.get(around.path, 0) + below
                self._changed()

    def _back(self) -> None:
        view = self._top()
        built = view.built()
        if self.keyboard_shown:
            view.typing = False
        elif isinstance(built, Dialog):
            if built.cancelable:
                self.close_view(view.app)
        elif built.on_back:
            self._call(view, built.on_back)
        elif len(self._stack(self._front)) > 1 or self._front != self._launcher:
            self.close_view(view.app)
        self._changed()

    def _enter(self) -> None:
        box = self._field()
        if not box or not isinstance(box.widget, ui.Field):
            return
        if box.widget.lines > 1:
            self._edit(lambda text: text + "\n")
        elif box.widget.on_submit:
            self._call(self._top(), box.widget.on_submit)
        else:
            self._top().typing = False
        self._changed()

    def _edit(self, change: Callable[[str], str]) -> bool:
        box = self._field()
        if not box or not isinstance(box.widget, ui.Field) or not box.widget.on_change:
            return False
        text = change(box.widget.text)
        told = partial(box.widget.on_change, text if box.widget.lines > 1 else text.replace("\n", " "))
        self._call(self._top(), told)
        return True

    def _call(self, view: View | None, handler: ui.Handler) -> None:
        """Tell an app, or the phone's own windows, what happened."""
        with running(view.app) if view else nullcontext():
            handler()
        with suppress(PhoneError):  # of a page that is now broken the next look at it tells
            windows.refocus(self._top())
        self._changed()

    def key_typed(self, text: str) -> bool:
        """Words put in at the cursor; False when no field has it."""
        return self._edit(lambda before: before + text)

    def key_pressed(self, key: str) -> bool:
        """A key of the phone, or a button on its display that does the same; False for one that is not known."""
        match key:
            case "back":
                self._back()
            case "home":
                self.start(self._launcher)
            case "enter":
                self._enter()
            case "del":
                self._edit(lambda text: text[:-1])
            case "power":
                self._light(not self.screen_on)
            case "wakeup" | "sleep":
                self._light(key == "wakeup")
        return key in _KEYS

    def _light(self, on: bool) -> None:
        self.screen_on = on
        self._changed()

    def _note(self, kind: str, window: Window | None, box: Box | None, **more: object) -> None:
        widget = box.widget if box else None
        name = (widget.id or widget.text or widget.desc or widget.cls.rpartition(".")[2]) if widget else ""
        package = window.package if window else self._front
        self._log.append({"n": len(self._log) + 1, "kind": kind, **more, "widget": name, "package": package})


def _within(bounds: Bounds, at: tuple[int, int]) -> ui.Point:
    """A place on the display as one inside of bounds; beyond an edge is on it."""
    left, top, right, bottom = bounds
    x, y = (at[0] - left) / (right - left), (at[1] - top) / (bottom - top)
    return min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0)
