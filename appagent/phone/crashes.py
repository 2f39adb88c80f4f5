"""Stage whose apps can crash as on Android: a system dialog says that an app stopped, and the log says why."""

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ClassVar, TypeVar

from PIL import Image

from appagent.phone.app import App, AppError, Dialog, Page
from appagent.phone.dialogs import Title
from appagent.phone.stage import Stage
from appagent.phone.ui import Button, Column, Handler
from appagent.phone.windows import View, Window, dialog_window

_SETTINGS = "com.android.settings"
_ROW = (24.0, 14.0, 24.0, 14.0)  # dp around the words of a button
_BARS = 2  # windows above every dialog

T = TypeVar("T")


class Mortal(Stage):
    """Stage that survives the crash of an app.

    on_crash: called with the error of an app, which is then closed while the phone goes on. While it is None, as when
    an app is tested from Python, the caller of the phone gets the AppError instead.
    """

    on_crash: Callable[[AppError], None] | None = None
    _down: App | None = None  # the one whose dialog is up

    @property
    def down(self) -> str:
        """Return the package of the app whose crash dialog is shown; "" if there is none."""
        return self._down.package if self._down else ""

    @property
    def focused(self) -> str:
        """Return the package of the window that has the focus."""
        return Android.package if self._down else self.foreground[0]

    def start(self, package: str, activity: str = "") -> None:
        """Bring an app to the front; an error in it becomes a crash."""
        with self._acting():
            super().start(package, activity)

    def hierarchy(self) -> str:
        """Return the XML of the hierarchy; an app that raises meanwhile crashes."""
        return self._looked(super().hierarchy)

    def picture(self) -> Image.Image:
        """Return the picture of the screen; an app that raises meanwhile crashes."""
        return self._looked(super().picture)

    @contextmanager
    def _acting(self) -> Iterator[None]:
        """Run a client's request; an error of an app ends here if the app crashes for it."""
        with self.lock:
            try:
                yield
                if self.on_crash:
                    self._windows()  # an app whose page can no longer be made has raised too
            except AppError as error:
                self._go_down(error)

    def _looked(self, look: Callable[[], T]) -> T:
        """Look at the screen, once more if an app crashed at the first look."""
        with self.lock:
            try:
                return look()
            except AppError as error:
                self._go_down(error)
            return look()

    def _go_down(self, error: AppError) -> None:
        if self.on_crash is None:
            raise error
        self.on_crash(error)
        self._down = self.packages[error.package]
        self.stop(error.package)
        self._leaving = None

    def _compose(self) -> list[Window]:
        shown = super()._compose()
        if self._down is None:
            return shown
        system = Android(self)
        view = View(system, system.stopped, (self._down.shown_label(), self._close), 0.0)
        dialog = dialog_window(view, self._theme(), self._display(), 0)
        return [*shown[:-_BARS], dialog, *shown[-_BARS:]]

    def _close(self) -> None:
        self._down = None


class Android(App):
    """Android itself, as an app that cannot be started and only shows system dialogs."""

    package = "android"
    label = "Android System"
    words: ClassVar = {"zh": {"App info": "应用信息", "Close app": "关闭应用", "{} keeps stopping": "{}屡次停止运行"}}

    def home(self) -> Page:
        """Return an empty page, since the system has none."""
        return Page(Column([]))

    def stopped(self, name: str, close: Handler) -> Dialog:
        """Build the dialog that says that an app has crashed, with AOSP's ids and words. close: removes the dialog."""

        def inform() -> None:
            close()
            self._host.start(_SETTINGS)

        parts = [
            Title(self.t("{} keeps stopping").format(name)),
            Button(self.t("App info"), id="android:id/aerr_app_info", pad=_ROW, on_tap=inform),
            Button(self.t("Close app"), id="android:id/aerr_close", pad=_ROW, on_tap=close),
        ]
        body = Column(parts, id="android:id/parentPanel", background="card", radius=24, pad=(0, 0, 0, 12))
        return Dialog(body, cancelable=False)


def logged(error: AppError, pid: int) -> list[str]:
    """Write an app's error as the lines that Android's runtime logs; the place of the error comes first."""
    frames = traceback.extract_tb((error.__cause__ or error).__traceback__)
    at = [f"\tat {frame.name} ({frame.filename}:{frame.lineno})" for frame in reversed(frames)]
    return ["FATAL EXCEPTION: main", f"Process: {error.package}, PID: {pid}", *str(error).split("\n"), *at]
