"""Virtual phone as its clients see and control it."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import partial

from appagent.phone import ui, windows
from appagent.phone.app import App, Dialog, PhoneError, running
from appagent.phone.dialogs import menu
from appagent.phone.display import Resizable
from appagent.phone.layout import Bounds, Box, letter_at, walk
from appagent.phone.sameness import Aim, same_target, same_window, takes_keys
from appagent.phone.setup import set_up
from appagent.phone.windows import View, Window

__all__ = ["Phone", "PhoneError"]

_LONG_PRESS_S = 0.4
_DOUBLE_TAP_S = 0.3  # from the end of one tap to the beginning of the next; this is the person's time, never scaled
_KEYS = (
    "home", "back", "enter", "del", "power", "wakeup", "sleep", "menu", "recent", "search", "volume_up", "volume_down",
    "end",
)  # fmt: skip
_INTO_FIELDS = ("enter", "del", "end")


class Phone(Resizable):
    """One virtual phone; see Stage for its options. Every gesture and key is carried out once, and logged."""

    sdk = 34
    _aim: Aim | None = None
    _tapped: tuple[object, float] = (None, 0.0)  # which box of which page was tapped last, and when

    def state(self) -> dict[str, object]:
        """Return every app's state by its short name, and the phone's own state under "phone"."""
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

    def set_up(self, wanted: Mapping[str, Mapping[str, object]]) -> None:
        """Set the state of apps, by short name, before a task begins. Raises PhoneError for values that do not fit."""
        with self.lock:
            known = {app.name(): app for app in self.packages.values()}
            for name, values in wanted.items():
                if name not in known:
                    raise PhoneError(f"no app {name!r} to set up; there are: {', '.join(sorted(known))}")
                set_up(known[name], values)
            self._changed()

    # What a client does

    def tap(self, x: int, y: int, hold_s: float = 0.0) -> None:
        """Put a finger down at a point and lift it after `hold_s` seconds."""
        with self._acting():
            long = hold_s >= _LONG_PRESS_S
            window = self._window_at(x, y)
            box = windows.hit(window.root, x, y) if window and not window.inert else None
            self._note("long_press" if long else "tap", window, box, x=x, y=y)
            if window and window.kind == "dialog" and not self._covers(window, x, y):
                if window.cancelable and window.view:
                    self.close_view(window.view.app)
            elif window and box:
                self._touch(window, box, (x, y), long, self._is_second(window, box, hold_s))

    def swipe(self, points: Sequence[tuple[int, int]], duration_s: float = 0.3) -> None:
        """Draw a finger along points, px; whatever it starts on scrolls by the same distance, or is drawn on."""
        with self._acting():
            (x, y), to_y = points[0], points[-1][1]
            window = self._window_at(x, y)
            box = windows.swiped_at(window.root, x, y, points[-1]) if window and not window.inert else None
            self._note("swipe", window, box, points[-1], x=x, y=y)
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

    def drag(self, start: tuple[int, int], end: tuple[int, int], duration_s: float = 0.5) -> None:
        """Put a finger down, let it rest until that is a long press, draw it to another point, and lift it.

        What it carries is dropped there. Where nothing can be carried, it is a swipe.
        """
        with self._acting():
            window, over = self._window_at(*start), self._window_at(*end)
            held = windows.carrier_at(window.root, *start) if window and not window.inert else None
            if held:
                onto = windows.receiver_at(over.root, *end) if over else None
                self._note("drag", window, held, end, x=start[0], y=start[1], onto=_name(onto))
                if over and onto and onto.widget.on_drop:
                    self._call(over.view, partial(onto.widget.on_drop, held.widget.carries))
                return
        self.swipe([start, end], duration_s)

    def press(self, key: str) -> bool:
        """Press a key by its name; return False if the phone does not know that name."""
        with self._acting():
            if key in _KEYS:
                self._note("key", None, self._field() if key in _INTO_FIELDS else None, key=key)
            return self.key_pressed(key)
        return True  # and an app went down

    def visit(self, url: str) -> str:
        """Open a web address in the app that follows links, and return the package of the app.

        Raises PhoneError if no app does.
        """
        with self._acting():
            app = next((app for app in self.packages.values() if app.follows_links), None)
            if app is None:
                raise PhoneError(f"no app opens {url}")
            self._stacks.pop(app.package, None)
            self.start(app.package)
            with running(app):
                app.visit(url)
            self._changed()
            return app.package
        return ""  # the app went down

    def open_intent(self, package: str, action: str, data: str) -> None:
        """Open the page that an app has for an intent's action, one of its `intents`."""
        with self._acting():
            self._stacks.pop(package, None)
            self.start(package)
            with running(app := self.packages[package]):
                app.open_intent(action, data)
            self._changed()

    def type_text(self, text: str) -> bool:
        """Insert a text at the cursor; return False if no field has the cursor."""
        with self._acting():
            self._note("text", None, self._field(), text=text)
            return self._insert(text)
        return True  # and an app went down

    def set_text(self, text: str) -> bool:
        """Replace the focused field's text; return False if no field has the cursor."""
        with self._acting():
            self._note("text", None, self._field(), text=text)
            self._top().cursor = None
            return self._edit(lambda before: text)
        return True  # and an app went down

    def focused_text(self) -> str | None:
        """Return the text in the field with the cursor, or None."""
        with self.lock:
            box = self._field()
            return box.widget.text if box else None

    def _field(self) -> Box | None:
        return self._focused(self._windows())

    def _window_at(self, x: int, y: int) -> Window | None:
        """Return the topmost window that receives a touch at (x, y); a dialog receives touches beside it too."""
        for window in reversed(self._windows() if self.screen_on else ()):
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

    def _touch(self, window: Window, box: Box, at: tuple[int, int], long: bool, second: bool) -> None:
        widget, view = box.widget, window.view
        if isinstance(widget, ui.Field) and view:
            view.focus, view.typing, view.cursor = box.path, True, letter_at(box, at, self._theme())
            self._changed()
            self._uncover(view, box)
            if long and self.clipboard:
                self._offer_paste(view.app)
        handler = widget.on_hold if long and widget.on_hold else widget.on_tap
        if second and widget.on_double:
            handler = widget.on_double
        if widget.on_touch:
            handler = partial(widget.on_touch, _within(box.bounds, at))
        if handler:
            self._call(window.view, handler)

    def _is_second(self, window: Window, box: Box, hold_s: float) -> bool:
        """Tell whether a tap on a box is the second of a double tap. The one after that is a first one again."""
        (tapped, lifted_at), now, what = self._tapped, self._now(), (window.view, box.path)
        second = tapped == what and now - hold_s * self.time_scale - lifted_at <= _DOUBLE_TAP_S
        self._tapped = (None, 0.0) if second else (what, now)
        return second

    def _offer_paste(self, app: App) -> None:
        """Show a menu with "Paste" at a field that was long-pressed while the clipboard holds something."""
        paste = (app.t("Paste"), lambda: self._insert(self.clipboard))
        self.show_view(app, partial(menu, app, paste), ())

    def _uncover(self, view: View, field: Box) -> None:
        """Scroll so that the keyboard does not cover the field with the cursor."""
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
        if self._back_over():
            return
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

    def editor(self) -> tuple[str, ui.Field] | None:
        """Return (package, field) of the field that the keyboard writes into, or None."""
        with self.lock:
            box = self._field()
            return (self._top().app.package, box.widget) if box and isinstance(box.widget, ui.Field) else None

    def _enter(self) -> None:
        box = self._field()
        if not box or not isinstance(box.widget, ui.Field):
            return
        if box.widget.lines > 1:
            self._insert("\n")
        elif box.widget.on_submit:
            self._call(self._top(), box.widget.on_submit)
        else:
            self._top().typing = False
        self._changed()

    def _insert(self, text: str) -> bool:
        view = self._top()
        at = view.cursor
        if at is None:
            return self._edit(lambda before: before + text)
        view.cursor = at + len(text)
        return self._edit(lambda before: before[:at] + text + before[at:])

    def _erase(self) -> None:
        view = self._top()
        at = view.cursor
        view.cursor = max(at - 1, 0) if at is not None else None
        self._edit(lambda text: text[:-1] if at is None else text[: max(at - 1, 0)] + text[at:])

    def _edit(self, change: Callable[[str], str]) -> bool:
        box = self._field()
        if not box or not isinstance(box.widget, ui.Field) or not box.widget.on_change:
            return False
        text = change(box.widget.text)
        if box.widget.kind == "number":  # as Android's listener for the keys of numbers lets nothing else through
            text = "".join(filter(str.isdigit, text))
        told = partial(box.widget.on_change, text if box.widget.lines > 1 else text.replace("\n", " "))
        self._call(self._top(), told)
        return True

    def _call(self, view: View | None, handler: ui.Handler) -> None:
        """Call a handler of an app or of the phone's own windows."""
        with running(view.app) if view else nullcontext():
            handler()
        with suppress(PhoneError):  # of a page that is now broken the next look at it tells
            windows.refocus(self._top())
        self._changed()

    def key_typed(self, text: str) -> bool:
        """Insert a text at the cursor; return False if no field has the cursor."""
        return self._insert(text)

    def key_pressed(self, key: str) -> bool:
        """Handle a key of the phone, or the same button on its display; return False if the key is unknown."""
        match key:
            case "back":
                self._back()
            case "home":
                self.start(self._launcher)
            case "enter":
                self._enter()
            case "del":
                self._erase()
            case "recent":
                self.show_overview()
            case "end":
                self._top().cursor = None
            case "power":
                self._light(not self.screen_on)
            case "wakeup" | "sleep":
                self._light(key == "wakeup")
        return key in _KEYS

    def _light(self, on: bool) -> None:
        self.screen_on = on
        self._changed()

    def aim(self, at: tuple[int, int] | None = None) -> None:
        """Take it that all gestures until `forget_aim` are meant for what the last dump told of.

        at: the point, px, that the first touch is meant for, wherever it comes; None for where it comes.
        """
        with self.lock:
            over = next((one for one in reversed(self.told) if at and self._covers(one, *at)), None)
            field = windows.hit(over.root, *at) if over and at else None
            if not (field and isinstance(field.widget, ui.Field)):
                field, over = self._focused(self.told), self._typed_into(self.told)
            self._aim = Aim(list(self.told), at, field, over)

    def forget_aim(self) -> None:
        """Take it that later gestures are meant for what the dump before each of them tells of."""
        with self.lock:
            self._aim = None

    def _typed_into(self, shown: Sequence[Window]) -> Window | None:
        return next((one for one in shown if one.view is self._top()), None)

    def _note(self, kind: str, window: Window | None, box: Box | None, to: Sequence[int] = (), **more: object) -> None:
        name = _name(box)
        package = window.package if window else self._front
        more |= {"to": list(to)} if to else {}
        entry = {"n": len(self._log) + 1, "kind": kind, **more, "widget": name, "package": package}
        if "x" in more:
            find = partial(windows.swiped_at, to=to) if kind == "swipe" else windows.hit
            entry |= self._unmeant(find, window, box, int(str(more["x"])), int(str(more["y"])))
            self.hooks.touched(entry, window)
        elif more.get("key") == "back":
            entry |= self._unmeant_back()
        elif box and self._aim:
            told, was, now = self._aim.window, self._aim.field, self._typed_into(self._windows())
            if not (same_window(told, now) and same_target(told, was, now, box)):
                entry["told"] = _name(was) or (told.package if told else "")
        self._log.append(entry)

    def _unmeant_back(self) -> dict[str, object]:
        """Return who got Back, and {"told": package} besides if a client meant another window."""
        told = takes_keys(self._aim.windows if self._aim else self.told)
        now = takes_keys(self._windows())
        entry: dict[str, object] = {"package": now.package} if now else {}
        return entry if told is None or same_window(told, now) else {**entry, "told": told.package}

    def _unmeant(
        self, find: Callable[[Box, int, int], Box | None], window: Window | None, box: Box | None, x: int, y: int
    ) -> dict[str, object]:
        """Return {"told": name} if a client meant another widget, else {}. find: finds widgets.

        It meant what it aimed at, else what the last dump told of at the point.
        """
        shown: Sequence[Window] = self.told
        if self._aim and not self._aim.touched:
            shown, (x, y) = self._aim.windows, self._aim.at or (x, y)
            self._aim = replace(self._aim, touched=True)
        told = next((w for w in reversed(shown) if w.kind == "dialog" or self._covers(w, x, y)), None)
        was = find(told.root, x, y) if told and not told.inert else None
        if not shown or same_target(told, was, window, box):
            return {}
        return {"told": _name(was) or (told.package if told else "")}


def _name(box: Box | None) -> str:
    """Return how the log calls a box; "" for none."""
    widget = box.widget if box else None
    return (widget.id or widget.text or widget.desc or widget.cls.rpartition(".")[2]) if widget else ""


def _within(bounds: Bounds, at: tuple[int, int]) -> ui.Point:
    """Convert a point on the display to a point inside bounds, from 0 to 1; beyond an edge counts as on it."""
    left, top, right, bottom = bounds
    x, y = (at[0] - left) / (right - left), (at[1] - top) / (bottom - top)
    return min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0)
