"""Android around the screen: files, settings, keyboards, processes, and the time that things take."""

import threading
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from appagent.phone.android_settings import KeepsSettings, Kept
from appagent.phone.app import AppError
from appagent.phone.core import Phone
from appagent.phone.crashes import logged
from appagent.phone.wire.files import Files
from appagent.phone.wire.frames import Frames
from appagent.phone.wire.keyboards import Keyboards
from appagent.phone.wire.nodes import Tree, parse
from appagent.phone.wire.touchscreen import Touchscreen

Point = tuple[int, int]

_HOLD_S = 0.5  # a long press
_LONGEST_LOG = 10_000  # lines
SERVER_PID = 612  # of the system's server, which writes most lines

_SETTINGS = {
    ("system", "accelerometer_rotation"): "0",
    ("system", "screen_brightness"): "128",
    ("system", "screen_brightness_mode"): "0",
    ("system", "screen_off_timeout"): "600000",
    ("global", "airplane_mode_on"): "0",
    ("global", "adb_enabled"): "1",
    ("secure", "android_id"): "a1b2c3d4e5f60718",
}


@dataclass(frozen=True)
class LogLine:
    """One line of the phone's log. priority: "I", or "E" for an error; at: seconds since 1970."""

    tag: str
    words: str
    priority: str = "I"
    pid: int = SERVER_PID
    at: float = field(default_factory=time.time)


class System:
    """Surroundings of one phone's screen, shared by every connection to the phone."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.files = Files()
        self.frames = Frames(phone)
        self.keyboards = Keyboards(phone)
        self.touchscreen = Touchscreen(phone)
        self.log = [LogLine("SystemServer", "the phone is on")]
        self.selected: str | None = None  # text of the field whose text Ctrl-A has selected
        self._settings = dict(_SETTINGS)
        self._tree: tuple[int, Tree] | None = None
        self._closing = threading.Event()
        self._finger: list[Point] = []  # where a finger that is down has been
        self._finger_since = 0.0
        phone.on_crash = self._crashed

    # Time

    def wait(self, seconds: float) -> bool:
        """Let seconds of the phone's own time pass; return False if it was switched off meanwhile."""
        return not self._closing.wait(seconds * self.phone.time_scale)

    def poll(self, seconds: float) -> bool:
        """Let seconds of real time pass, whatever the time scale; return False if the phone was switched off."""
        return not self._closing.wait(seconds)

    def close(self) -> None:
        """Wake all threads that wait."""
        self._closing.set()

    # Fingers. What a touch does happens when the finger has been down for its time.

    def tap(self, x: int, y: int, hold_s: float) -> None:
        """Hold a finger at a point, px, for so many seconds."""
        if self.wait(hold_s):
            self.phone.tap(x, y, hold_s)

    def swipe(self, points: Sequence[Point], duration_s: float) -> None:
        """Draw a finger along points, px; a path that goes nowhere is a tap."""
        if len(set(points)) == 1:
            self.tap(*points[0], duration_s)
        elif self.wait(duration_s):
            self.phone.swipe(points, duration_s)

    def drag(self, start: Point, end: Point, duration_s: float) -> None:
        """Let a finger rest at a point, px, and then draw it to another; so something may be carried there."""
        if self.wait(_HOLD_S + duration_s):
            self.phone.drag(start, end, duration_s)

    def motion(self, what: str, point: Point) -> bool:
        """Put a finger down, move or lift it, by the client's own clock. what: "DOWN", "MOVE", "UP" or "CANCEL".

        Nothing happens until the finger is lifted. Returns False if no finger is down that could move.
        """
        if what == "DOWN":
            self._finger, self._finger_since = [point], time.monotonic()
            return True
        if not self._finger:
            return False
        path = [*self._finger, point]
        self._finger = path if what == "MOVE" else []
        if what == "UP":
            elapsed = time.monotonic() - self._finger_since
            if len(set(path)) == 1:
                self.phone.tap(*point, elapsed)
            else:
                self.phone.swipe(path, elapsed)
        return True

    # What is there

    def tree(self) -> Tree:
        """Return the hierarchy as nodes, computed once for each state of the screen."""
        with self.phone.lock:
            revision = self.phone.revision
            if self._tree is None or self._tree[0] != revision:
                self._tree = (revision, parse(self.phone.hierarchy(), self.phone.active))
            return self._tree[1]

    def processes(self) -> dict[str, int]:
        """Return the process ids of the running apps, by package."""
        return {package: _pid(package) for package in self.phone.running}

    def note(self, line: LogLine) -> None:
        """Add a line to the log; when the log is full, its older half is dropped."""
        if len(self.log) >= _LONGEST_LOG:
            del self.log[: _LONGEST_LOG // 2]
        self.log.append(line)

    def _crashed(self, error: AppError) -> None:
        pid = _pid(error.package)
        for words in logged(error, pid):
            self.note(LogLine("AndroidRuntime", words, "E", pid))

    def setting(self, space: str, key: str) -> str | None:
        """Return a value of `settings`. space: "system", "secure" or "global"."""
        if (space, key) == ("secure", "default_input_method"):
            return self.keyboards.current
        if (space, key) == ("secure", "enabled_input_methods"):
            return ":".join(self.keyboards.enabled())
        if (space, key) == ("system", "user_rotation"):
            return str(self.phone.rotation)
        given = self._settings.get((space, key))
        if not (found := self._kept(space, key)):
            return given
        app, kept = found  # as it was given, where the app's value is what that means
        now = getattr(app, kept.attribute)
        return given if given is not None and kept.value(given, now) == now else kept.text(now)

    def _kept(self, space: str, key: str) -> tuple[KeepsSettings, Kept] | None:
        """Return the app that keeps a setting, and how; None if no app does."""
        apps = (app for app in self.phone.packages.values() if isinstance(app, KeepsSettings))
        return next(((app, app.kept[space, key]) for app in apps if (space, key) in app.kept), None)

    def set(self, space: str, key: str, value: str | None) -> None:
        """Change a value of `settings`, or forget it."""
        if (space, key) == ("secure", "default_input_method"):
            self.keyboards.choose(value or "")
        elif (space, key) == ("system", "user_rotation") and value in ("0", "1", "2", "3"):
            self.phone.rotate(int(value))
        elif value is None:
            self._settings.pop((space, key), None)
        else:
            self._settings[space, key] = value
            if found := self._kept(space, key):
                app, kept = found
                with self.phone.lock:
                    app.change(kept.attribute, kept.value(value, getattr(app, kept.attribute)))
                    self.phone.refresh(at_rest=False)

    def settings(self, space: str) -> dict[str, str]:
        """Return all values of `settings` in one space."""
        apps = [app for app in self.phone.packages.values() if isinstance(app, KeepsSettings)]
        keys = {key for where, key in [*self._settings, *(each for app in apps for each in app.kept)] if where == space}
        return {key: value for key in sorted(keys) if (value := self.setting(space, key)) is not None}


def _pid(package: str) -> int:
    return 1000 + zlib.crc32(package.encode()) % 30000


def component(package: str, activity: str) -> str:
    """Shorten an activity's name as Android does.

    >>> component("com.android.settings", "com.android.settings.Settings")
    'com.android.settings/.Settings'
    >>> component("org.example", "MainActivity")
    'org.example/.MainActivity'
    """
    short = activity.removeprefix(package)
    return f"{package}/{short if '.' in short else f'.{short}'}"
