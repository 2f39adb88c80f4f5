"""Driver for Android phones, through uiautomator2. The same code serves real phones and the virtual phone."""

import base64
import http.client
import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TypeVar

import adbutils
import lxml.etree
import uiautomator2.exceptions as u2
from PIL import Image

from appagent.actions import Gesture, Start, Type
from appagent.devices.apps.launcher import Launcher
from appagent.devices.apps.names import Installed, activities_in, by_package, entries_in, find_app, labels_in
from appagent.devices.base import Device
from appagent.devices.captures.hierarchy import is_whole, parse_dump, read_dump, with_active
from appagent.devices.captures.pictures import PictureCheck
from appagent.devices.captures.settle import Patience, SettledCapture, settle, structure_of
from appagent.devices.over_adb.adb import Automator, Client, reason
from appagent.devices.over_adb.clock import DATE_COMMAND, PhoneClock
from appagent.devices.over_adb.fingers import Touches
from appagent.devices.over_adb.front import activity_in_front
from appagent.devices.over_adb.gesture_sender import GestureSender
from appagent.devices.over_adb.keyboard import Typist, asked_of, enter_of
from appagent.devices.over_adb.waking import LockedError, wake
from appagent.errors import ActionError, AppAgentError, DeviceError, LostError, UsageError
from appagent.foreign import json_object
from appagent.screen import Screen
from appagent.screen.comparing.resting import Rest, Watch
from appagent.screen.nodes.windows import SYSTEM, display, windows

# All errors that the two libraries raise or pass on when a phone or its cable fails. Measured, because neither library
# wraps the other's errors or the socket's.
FAULTS = (
    adbutils.AdbError, u2.BaseException, OSError, EOFError, http.client.HTTPException, json.JSONDecodeError,
    AssertionError, lxml.etree.XMLSyntaxError, Image.DecompressionBombError,
)  # fmt: skip
_T = TypeVar("_T")
_LOCALES = ("persist.sys.locale", "ro.product.locale")
_VIEW = "android.intent.action.VIEW"
_LAUNCHED = ("-a", "android.intent.action.MAIN", "-c", "android.intent.category.LAUNCHER")  # activities with an icon
_OFFLINE = re.compile(r"^Active default network: none\b", re.MULTILINE)
_NO_WINDOWS = '<hierarchy rotation="0" />'
_LOG, _LOG_LINE = 2000, 300  # lines of the log to read; letters of each to keep
_DUMPS = 3  # tries, because between two windows a phone has no hierarchy for a moment
_DUMP_AGAIN_S = 0.3
_LOOK_AGAIN_S = (0.5, 1.5, 3.0)  # pauses before further tries to look, while a cable or a server comes back


class Android(Device):
    """Driver of one Android phone.

    client: the client of the adb server that knows the phone. serial: the phone's serial. patience: how long to wait
    for a screen to settle; None for the default times. time_scale: a factor by which every wait is multiplied.
    reconnect: called when the phone does not answer; restores the adb server and its connection to the phone.
    Raises DeviceError if the phone cannot be reached.
    """

    def __init__(
        self,
        client: Client,
        serial: str,
        patience: Patience | None = None,
        time_scale: float = 1.0,
        reconnect: Callable[[], object] = lambda: None,
    ) -> None:
        self.serial, self._reconnect = serial, reconnect
        self._pictures, self._mended = PictureCheck(), list[str]()
        self._scale = time_scale
        given = patience or Patience()
        self._patience = Patience(given.quiet_s * time_scale, given.react_s * time_scale, given.settle_s * time_scale)
        self._before, self._acted_at = "", float("-inf")
        self._watch = Watch()
        self._captured: tuple[str, Screen] | None = None  # the last dump that was captured, and its screen
        with self._asking("connect"):
            self._adb = client.device(serial)
            self._clock = PhoneClock(lambda: self._adb.shell(DATE_COMMAND))
            self._u2 = Automator(self._adb)
            self._typist = typist = Typist(self._u2, self._dump, time_scale)
            self._sender = GestureSender(self._u2, self._adb, typist, time_scale)

    def close(self) -> None:
        """Choose the phone's own keyboard again and stop uiautomator2 on the phone.

        Raises nothing if the phone is gone.
        """
        for last_duty in (self._typist.restore, lambda: self._u2.stop_uiautomator(wait=False)):
            with suppress(DeviceError), self._asking("let go"):
                last_duty()

    def capture(self) -> Screen:
        """Return the screen once it has settled, or as it is when the longest allowed wait is over.

        While the phone does not answer, this is tried again after longer and longer pauses, because looking is
        harmless. A display that is off is switched on, and a lock screen without a PIN is dismissed; `mended` then says
        so.
        """
        return self._patiently(self._capture_once)

    def mended(self) -> tuple[str, ...]:
        """Describe what the driver has repaired by itself since the last call, such as a display that was off."""
        done, self._mended = tuple(self._mended), []
        return done

    def rouse(self) -> bool:
        """Switch on a display that is off, and dismiss a lock screen without a PIN. Return True if that was needed."""
        return self._patiently(self._roused)

    def _roused(self) -> bool:
        with self._asking("look at the screen"):
            done = wake(self._u2, self._u2.info)
        self._mended += [done] if done else []
        return bool(done)

    def _patiently(self, look: Callable[[], _T]) -> _T:
        """Return what `look` returns. While the phone does not answer, try again after longer and longer pauses."""
        for pause_s in _LOOK_AGAIN_S:
            try:
                return look()
            except LockedError:
                raise
            except DeviceError:
                time.sleep(pause_s * self._scale)
                with suppress(AppAgentError):  # the next try says what is wrong
                    self._reconnect()
        return look()

    def _capture_once(self) -> Screen:
        with self._asking("look at the screen"):
            seen, front = self._settled(), self._u2.info
            if done := wake(self._u2, front):
                self._mended.append(done)
                seen, front = self._settled(), self._u2.info
            seen = self._pictures.checked(seen, str(front.get("currentPackageName") or ""), self._settled)
            self._before = structure_of(seen.hierarchy)
            app = str(front.get("currentPackageName") or "")
            size = (int(front["displayWidth"]), int(front["displayHeight"]))
            if seen.picture is not None:
                size = seen.picture.size
            screen = read_dump(
                seen.hierarchy,
                seen.picture,
                size=size,
                app="" if app == SYSTEM else app,
                activity=activity_in_front(self._u2, app),
                settled=seen.settled,
            )
            self._captured = (seen.hierarchy, screen)
            self._watch.begin(parse_dump(seen.first))
            return screen

    def glance(self, *, pictured: bool) -> Screen:
        """Return what one dump shows, without waiting; with a screenshot, taken after it, if `pictured` is True.

        If the dump equals that of the last capture, the same Screen object is returned, which saves a comparison. While
        the phone does not answer, this is tried again, as in `capture`.
        """
        return self._patiently(lambda: self._glance_once(pictured=pictured))

    def _glance_once(self, *, pictured: bool) -> Screen:
        with self._asking("look at the screen"):
            hierarchy = self._dump()
            for _ in range(_DUMPS - 1):
                if parse_dump(hierarchy):
                    break
                time.sleep(_DUMP_AGAIN_S * self._scale)  # between two windows there is none, and `capture` would wait
                hierarchy = self._dump()
            self._watch.look(parse_dump(hierarchy))
            picture = self._u2.photograph() if pictured else None
        dump, before = self._captured or ("", None)
        if before and dump == hierarchy:
            return replace(before, picture=picture) if pictured else before
        reach, size = display(parse_dump(hierarchy)), before.size if before else (0, 0)
        turned = reach[0] > size[0] or reach[1] > size[1]  # because the last size does not fit any more
        return read_dump(hierarchy, picture, size=None if turned or picture else size)

    def rested(self) -> Rest:
        """Return which texts stayed, and which vanished by themselves, up to the glance before the last gesture."""
        return self._watch.rest()

    def _settled(self) -> SettledCapture:
        return settle(self._dump, self._u2.photograph, self._patience, self._before, self._acted_at)

    def perform(self, gesture: Gesture) -> None:
        """Perform one gesture. It is never sent twice, even if the phone's confirmation is lost.

        If it is lost, LostError is raised, and only the next screen shows whether the gesture happened.
        Raises ActionError if the app to open cannot be found, if no input field takes the text, or if the driver does
        not know the gesture.
        """
        what = "type" if isinstance(gesture, Type) else f"carry out {gesture}"  # a typed text may be a secret
        try:
            with self._asking(f"be sure to {what}", "; whether it happened shows on the screen", LostError):
                if isinstance(gesture, Start):
                    self._start(gesture)
                else:
                    self._sender.send(gesture)
        finally:  # even after an error, because the gesture may have happened
            self._acted_at = time.monotonic()
            self._watch.acted()

    def package(self, app: str) -> str:
        """Return the package of the installed app that a name means.

        app: a package, the name under an app's icon, or the name of a well-known app in any language that its table
        has.
        Raises UsageError if several apps fit, or none. The message lists the apps that fit, or those with similar
        names.
        """
        return self._find(app, self.serial)[0]

    def _find(self, name: str, where: str) -> tuple[str, bool]:
        """Return the package of the app that a name means, and True if the app had to be opened to find it.

        where: the phone, as messages call it. Raises UsageError if several apps fit the name, or none.
        """
        with self._asking("list the apps"):
            packages = sorted(self._u2.app_list())
        if exact := by_package(name, packages):
            return exact, False
        with self._asking("ask for the apps' names"):
            labels = labels_in(self._adb.shell(["cmd", "package", "query-activities", *_LAUNCHED]))
            shorts = {package: short for short, package in self._short_names().items()}
        apps = [
            Installed(package, labels.get(package, ""), shorts.get(package, ""), not labels or package in labels)
            for package in packages
        ]
        return find_app(name, apps, Launcher(self.capture, self.perform), where)

    def _short_names(self) -> dict[str, str]:
        """Return the package of each app of the virtual phone, by the app's short name.

        Return {} for a real phone, which does not know the command.
        """
        named = json_object(self._adb.shell(["appagent", "apps"])) or {}
        return {short: package for short, package in named.items() if isinstance(package, str)}

    def version(self, package: str) -> str:
        """Return the version name of an app, or "" if the app is not installed or the phone does not say."""
        with self._asking("ask for the app's version"):
            try:
                return str(self._u2.app_info(package).get("versionName") or "")
            except u2.AppNotFoundError:
                return ""

    def activities(self, package: str) -> tuple[str, ...]:
        """Return the activities of an app that have an intent filter in its manifest; () if there are none."""
        return activities_in(self._dumpsys("ask for the app's activities", "package", package), package)

    def entries(self, package: str) -> tuple[str, ...]:
        """Return the activities and addresses at which an app can be opened, except the activity of its icon."""
        with self._asking("ask for the app's entries"):
            told = self._adb.shell(["dumpsys", "package", package])
            first = self._adb.shell(["cmd", "package", "resolve-activity", "--brief", *_LAUNCHED[2:], package])
        return tuple(each for each in entries_in(told, package) if each != first.strip().rpartition("/")[2])

    def locale(self) -> str:
        """Return the phone's language and region, such as "en-US", or "" if the phone does not say."""
        with self._asking("ask for its language"):
            told = (self._adb.shell(["getprop", name]).strip() for name in _LOCALES)
            return next((locale for locale in told if locale), "")

    def now(self) -> str:
        """Return the phone's date and time, such as "Sunday 2026-11-22 10:08", or "" if the phone does not say."""
        with self._asking("ask for its date and time"):
            return self._clock.now()

    def online(self) -> bool:
        """Tell whether the phone has a network; True if it does not say."""
        with self._asking("ask whether it has a network"):
            return not _OFFLINE.search(self._adb.shell(["dumpsys", "connectivity"]))

    def state(self) -> dict[str, object] | None:
        """Return the state of the virtual phone's apps, over which checks are evaluated; None for a real phone."""
        with self._asking("ask for the apps' state"):
            return json_object(self._adb.shell(["dumpsys", "appagent"]))

    def set_up(self, wanted: Mapping[str, Mapping[str, object]]) -> None:
        """Give apps of the virtual phone the state that a task begins with.

        wanted: the values to set for each app, by the app's short name.
        Raises UsageError if this is a real phone, or if the values do not fit the apps.
        """
        sent = base64.b64encode(json.dumps(wanted).encode()).decode()
        with self._asking("set apps up"):
            answer = self._adb.shell(["appagent", "set-up", sent]).strip()
        if answer != "Success":
            told = answer.removeprefix("Error: ") if answer.startswith("Error: ") else "this is no virtual phone"
            raise UsageError(f"{self.serial} cannot be set up for the task: {told}")

    def log(self, lines: int) -> tuple[str, ...]:
        """Return the last lines of errors in the phone's log (logcat), at most `lines`, oldest first."""
        with self._asking("read its log"):
            told = self._adb.shell(["logcat", "-d", "-v", "threadtime", "-t", str(_LOG), "*:E"])
        return tuple(line[:_LOG_LINE] for line in told.splitlines() if not line.startswith("----"))[-lines:]

    def clipboard(self) -> str | None:
        """Return the text on the clipboard, or None if the phone does not let it be read."""
        with self._asking("read its clipboard"):
            try:
                told = self._u2.clipboard
            except u2.RPCError:
                return None
        return None if told is None else str(told)

    def touches(self) -> Touches:
        """Return an object that listens to the fingers on the phone's touchscreen."""
        return Touches(self._adb, self.rotation)

    def rotation(self) -> int:
        """Return how the display is rotated: 0 to 3, in quarter turns anticlockwise."""
        with self._asking("ask how it is turned"):
            return int(self._u2.info.get("displayRotation") or 0)

    def enter_does(self, package: str) -> str:
        """Return what Enter does in the focused field of a package, such as "send" or "newline"; see `enter_of`."""
        return enter_of(self._dumpsys("ask what Enter does", "input_method"), package)

    def field_asks(self, package: str) -> str:
        """Return for what the keyboard is made in the focused field of a package, such as "email"; see `asked_of`."""
        return asked_of(self._dumpsys("ask what the keyboard is for", "input_method"), package)

    def _dumpsys(self, doing: str, *of: str) -> str:
        with self._asking(doing):
            return str(self._adb.shell(["dumpsys", *of]))

    def toast(self) -> str:
        """Return the text of the last toast, a short message that no hierarchy shows, and forget it; "" for none."""
        with self._asking("ask for its last toast"):
            said = str(self._u2.last_toast or "")
            if said:
                self._u2.clear_toast()
            return said

    def _start(self, start: Start) -> None:
        try:
            package, opened = self._find(start.app, "this phone")
        except UsageError as error:
            raise ActionError(str(error)) from error  # so that a model can name another app
        if start.at:
            self._enter(package, start.at)
        elif start.anew or not opened:
            self._u2.app_start(package, stop=start.anew)

    def _enter(self, package: str, at: str) -> None:
        """Start an app anew at one of its entries. Raises ActionError if the phone does not open it there."""
        where = ("-a", _VIEW, "-d", at, "-p", package) if "://" in at else ("-n", f"{package}/{at}")
        told = self._adb.shell(["am", "start", "-S", *where])
        if wrong := re.search(r"^(?!Starting: ).*(?:Error|Exception|Denial).*$", told, re.MULTILINE):
            raise ActionError(f"{package} does not open at {at}: {wrong[0].strip()}")

    def _dump(self) -> str:
        """Return the hierarchy. Ask again if the phone has none at the moment, or if the end is missing.

        Raises DeviceError if the end is missing each time.
        """
        for number in range(1, _DUMPS + 1):
            try:
                dump = self._u2.dump() or _NO_WINDOWS
                if is_whole(dump):
                    return self._with_active(dump)
            except u2.RPCError:
                if number == _DUMPS:
                    raise
            time.sleep(_DUMP_AGAIN_S * self._scale)
        raise DeviceError(f"{self.serial} sent a hierarchy without its end, {_DUMPS} times in a row")

    def _with_active(self, dump: str) -> str:
        """Mark in a dump which of several dialogs receives key presses. The order of its windows does not say so."""
        roots = parse_dump(dump)
        if sum(window.kind == "dialog" for window in windows(roots, display(roots))) < 2:
            return dump
        active = self._u2.active_window()
        return with_active(dump, active) if is_whole(active) and active else dump

    @contextmanager
    def _asking(self, what: str, more: str = "", kind: type[DeviceError] = DeviceError) -> Iterator[None]:
        """Raise DeviceError in place of any error that the libraries or the connection raise inside this context.

        what: what was tried, as a phrase for the message, such as "list the apps". more: advice to add at the end of
        the message. kind: the error's class.
        """
        try:
            yield
        except FAULTS as error:
            advice = f"check the cable and `appagent devices`{more}"
            raise kind(f"could not {what} on {self.serial} ({reason(error)}); {advice}") from error
