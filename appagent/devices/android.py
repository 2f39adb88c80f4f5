"""The Android driver, through uiautomator2: the same code for a real phone and the virtual one."""

import http.client
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

import adbutils
import lxml.etree
import uiautomator2.exceptions as u2
from PIL import Image, UnidentifiedImageError
from uiautomator2._input import InputMethodMixIn

from appagent.actions import Gesture, Key, Pause, Start, Stroke, Touch, Type
from appagent.devices.adb import Automator, Client
from appagent.devices.names import by_package, on_launcher
from appagent.devices.settle import Patience, settle
from appagent.errors import DeviceError, UsageError
from appagent.screen import Screen, read, structure

# All that the two libraries let through when a phone or its cable fails (measured; adbutils' errors are not
# uiautomator2's, and neither wraps the socket's).
_FAULTS = (
    adbutils.AdbError, u2.BaseException, OSError, EOFError, http.client.HTTPException, json.JSONDecodeError,
    AssertionError, lxml.etree.XMLSyntaxError, Image.DecompressionBombError,
)  # fmt: skip
_SYSTEM = "com.android.systemui"


class Android:
    """One phone, by its serial, over the adb server that `client` talks to.

    time_scale multiplies every wait. Raises DeviceError where the phone cannot be reached.
    """

    def __init__(self, client: Client, serial: str, patience: Patience | None = None, time_scale: float = 1.0) -> None:
        self.serial = serial
        self._scale = time_scale
        given = patience or Patience()
        self._patience = Patience(given.quiet_s * time_scale, given.react_s * time_scale, given.settle_s * time_scale)
        self._before, self._acted_at = "", float("-inf")
        with self._asking("connect"):
            self._adb = client.device(serial)
            self._u2 = Automator(self._adb)
            self._keyboard = self._u2.current_ime()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Put the phone's keyboard back, stop uiautomator2 on it. A phone that is gone is let go of quietly."""
        try:
            with self._asking("let go"):
                if self._u2.current_ime() != self._keyboard:
                    self._u2.shell(["ime", "set", self._keyboard])
                self._u2.stop_uiautomator(wait=False)
        except DeviceError:
            return

    def capture(self) -> Screen:
        """What is on the screen once it has settled."""
        with self._asking("look at the screen"):
            sight = settle(self._dump, self._photograph, self._patience, self._before, self._acted_at)
            self._before = structure(sight.hierarchy)
            front = self._u2.info
            app = str(front.get("currentPackageName") or "")
            size = (int(front["displayWidth"]), int(front["displayHeight"]))
            if sight.picture is not None:
                size = sight.picture.size
            return read(
                sight.hierarchy,
                sight.picture,
                size=size,
                app="" if app == _SYSTEM else app,
                activity=self._activity(app),
                settled=sight.settled,
            )

    def perform(self, gesture: Gesture) -> None:
        """Carry one gesture out. A gesture whose confirmation is lost is not sent again: look instead."""
        with self._asking(f"carry out {gesture}"):
            if isinstance(gesture, Start):
                self._start(gesture.app)
            elif isinstance(gesture, Pause):
                time.sleep(gesture.seconds * self._scale)
            else:
                with self._u2.once():
                    self._send(gesture)
            self._acted_at = time.monotonic()

    def package(self, app: str) -> str:
        """The package behind a name: installed as such, or the only one with such a part, or by its icon."""
        with self._asking("list the apps"):
            installed = sorted(self._u2.app_list())
        found = by_package(app, installed)
        if found:
            return found
        if self._open_from_launcher(app):
            return self.capture().app
        raise UsageError(f"no app {app!r} on {self.serial}; installed: {', '.join(installed)}")

    def version(self, package: str) -> str:
        """The version name, or "" where the phone does not say."""
        with self._asking("ask for the app's version"):
            try:
                return str(self._u2.app_info(package).get("versionName") or "")
            except u2.AppNotFoundError:
                return ""

    def state(self) -> dict[str, object] | None:
        """The virtual phone's apps' state; None on a real phone, which has no such service."""
        with self._asking("ask for the apps' state"):
            answer = self._adb.shell(["dumpsys", "appagent"])
        try:
            told = json.loads(answer)
        except json.JSONDecodeError:
            return None
        return told if isinstance(told, dict) else None

    def _send(self, gesture: Gesture) -> None:
        if isinstance(gesture, Touch):
            if gesture.hold_s:
                self._u2.long_click(gesture.x, gesture.y, gesture.hold_s)
            else:
                self._u2.click(gesture.x, gesture.y)
        elif isinstance(gesture, Stroke):
            self._u2.swipe(gesture.x1, gesture.y1, gesture.x2, gesture.y2, duration=gesture.duration_s)
        elif isinstance(gesture, Type):
            self._type(gesture)
        elif isinstance(gesture, Key):
            self._u2.press(gesture.name)

    def _type(self, gesture: Type) -> None:
        """Through the clipboard, which keeps every script and sign; through uiautomator2's keyboard where that is shut."""
        if gesture.clear:
            self._u2.jsonrpc.clearInputText()
        try:
            self._u2.set_clipboard(gesture.text)
            taken = self._u2.clipboard == gesture.text
        except u2.RPCError:
            taken = False
        if taken:
            self._u2.jsonrpc.pasteClipboard()
        else:
            InputMethodMixIn.send_keys(self._u2, gesture.text)

    def _start(self, app: str) -> None:
        package = by_package(app, sorted(self._u2.app_list()))
        if package:
            self._u2.app_start(package)
        elif not self._open_from_launcher(app):
            raise UsageError(f"no app {app!r} on {self.serial} by that package or name")

    def _open_from_launcher(self, app: str) -> bool:
        """Find the app's icon on the home screens by its visible name, and tap it."""
        with self._asking("look for the app's icon"):
            return on_launcher(app, self.capture, self.perform)

    def _dump(self) -> str:
        return str(self._u2.jsonrpc.dumpWindowHierarchy(False, 50) or "")

    def _photograph(self) -> Image.Image | None:
        try:
            picture: Image.Image | None = self._u2.screenshot()
        except (u2.RPCError, UnidentifiedImageError):
            return None
        if picture is None:
            return None
        picture.load()
        return picture.convert("RGB")

    def _activity(self, package: str) -> str:
        """The activity in front, where the phone tells it and it belongs to the package in front."""
        try:
            told: dict[str, Any] = self._u2.app_current()
        except u2.DeviceError:
            return ""
        return str(told.get("activity") or "") if told.get("package") == package else ""

    @contextmanager
    def _asking(self, what: str) -> Iterator[None]:
        """Turn whatever goes wrong on the way to the phone into one clear error."""
        try:
            yield
        except _FAULTS as error:
            reason = f"{type(error).__name__}: {error}".strip().rstrip(":")
            raise DeviceError(
                f"could not {what} on {self.serial} ({reason[:200]}); check the cable and `appagent devices`"
            ) from error
