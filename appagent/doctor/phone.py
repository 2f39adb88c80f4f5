"""Check what a phone allows. The checks touch nothing and type nothing, and they restore the clipboard."""

import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cached_property
from secrets import token_hex

import adbutils
import uiautomator2.exceptions as u2
from PIL import Image

from appagent.devices.android import FAULTS
from appagent.devices.drivers import ANDROID, VIRTUAL, open_device, split
from appagent.devices.find import connected_phones, local_client
from appagent.devices.over_adb.adb import Automator, Client, reason
from appagent.devices.virtual import phone_of
from appagent.doctor import verdicts
from appagent.doctor.findings import Finding, Verdict, skipped
from appagent.errors import DeviceError, UsageError
from appagent.phone.wire import serve
from appagent.settings import Settings

AREA = "device"
_ADB_S = 10.0
_SCALES = ("window_animation_scale", "transition_animation_scale", "animator_duration_scale")
_INSTALL = "install Android's platform-tools, as with `apt install adb` or `brew install android-platform-tools`"


def examine_phone(settings: Settings, client: Client | None = None) -> Iterator[Finding]:
    """Yield all findings about the phone that `settings.device` names: "virtual", a serial, or "" for the only phone.

    client: client of the adb server that knows the phone; None for the server on this computer.
    If the phone belongs to a driver of another package, its screen is captured once instead of all other checks.
    """
    try:
        driver, _ = split(settings.device)
    except UsageError as error:
        yield Finding(AREA, "driver", "fail", str(error), "correct --device, or use --device virtual")
        return
    if driver not in (ANDROID, VIRTUAL):
        yield Finding(AREA, "screen", *_captured(settings))
        return
    yield Finding(AREA, "adb", *_adb(needed=driver != VIRTUAL))
    with _connected(settings, client) as (outcome, probe):
        yield Finding(AREA, "attached", *outcome)
        if probe is None:
            yield from skipped(AREA, [*_BY_ADB, _AUTOMATION, *_BY_AUTOMATION], "there is no phone to look at")
            return
        for name, check in _BY_ADB.items():
            yield Finding(AREA, name, *_run_check(check, probe))
        started = Finding(AREA, _AUTOMATION, *_run_check(_automation, probe))
        yield started
        if started.state == "fail":  # each further check would wait for uiautomator2 to start again
            yield from skipped(AREA, _BY_AUTOMATION, f"{_AUTOMATION} does not answer")
            return
        for name, check in _BY_AUTOMATION.items():
            yield Finding(AREA, name, *_run_check(check, probe))


class Probe:
    """Connection to one phone. Answers that several checks need are fetched once and kept."""

    def __init__(self, client: Client, serial: str) -> None:
        self.serial = serial
        self._adb = client.device(serial)
        self.automator = Automator(self._adb)

    def shell(self, *words: str) -> str:
        """Run a shell command on the phone and return what the command prints, including error messages."""
        return str(self._adb.shell([*words]))

    @cached_property
    def awake(self) -> bool:
        """Tell whether the phone's screen is on."""
        return verdicts.awake(self.shell("dumpsys", "power"))

    @cached_property
    def hierarchy(self) -> tuple[str, float]:
        """Dump the hierarchy once; return its XML and the number of seconds that the dump took."""
        began = time.monotonic()
        return self.automator.dump(), time.monotonic() - began

    @cached_property
    def picture(self) -> Image.Image | None:
        """Take a screenshot once and return it, or None if the phone gives no picture."""
        return self.automator.photograph()


PhoneCheck = Callable[[Probe], Verdict]


def _adb(needed: bool) -> Verdict:
    try:
        program = adbutils.adb_path()
        said = subprocess.run(  # noqa: S603 - adb itself, no words of anybody's
            [program, "version"], capture_output=True, encoding="utf-8", errors="replace", timeout=_ADB_S, check=True
        ).stdout
    except (OSError, adbutils.AdbError, subprocess.SubprocessError) as error:
        return ("fail", f"adb does not run ({error})", _INSTALL) if needed else ("ok", "not needed here", "")
    version = re.search(r"^Version (\S+)", said, re.MULTILINE)
    return "ok", f"{version[1] if version else said.strip()} at {program}", ""


def _captured(settings: Settings) -> Verdict:
    """Capture the screen once through a driver of another package, and return a verdict that describes it."""
    try:
        with open_device(settings) as device:
            screen = device.capture()
    except (DeviceError, UsageError) as error:
        return "fail", str(error), "ask whoever made this driver, or use --device virtual"
    width, height = screen.size
    return "ok", f"{device.serial} shows {width}x{height} px with {len(screen.elements)} elements", ""


@contextmanager
def _connected(settings: Settings, client: Client | None) -> Iterator[tuple[Verdict, Probe | None]]:
    """Connect to the phone and yield (verdict, probe); the probe is None if the phone cannot be used.

    uiautomator2 on the phone is stopped when the block ends.
    """
    (driver, device), probe = split(settings.device), None
    with ExitStack() as stack:
        try:
            if driver == VIRTUAL:
                server = stack.enter_context(serve(phone_of(settings)))
                client = Client("127.0.0.1", server.port)
            client = client or local_client()
            phones = connected_phones(device, client)
            outcome = verdicts.choice(device, phones)
            if outcome[0] == "ok":
                probe = stack.enter_context(_probe(client, device or phones[0].serial))
        except UsageError as error:
            outcome = "fail", str(error), "correct that app, or leave --apps out"
        except (DeviceError, *FAULTS) as error:
            outcome = "fail", str(error), "adb kill-server, then: adb start-server"
        yield outcome, probe


@contextmanager
def _probe(client: Client, serial: str) -> Iterator[Probe]:
    probe = Probe(client, serial)
    try:
        yield probe
    finally:
        with suppress(*FAULTS):
            probe.automator.stop_uiautomator(wait=False)


def _run_check(check: PhoneCheck, probe: Probe) -> Verdict:
    """Run a check on the phone and return its verdict. If the phone does not answer, the verdict is a "fail"."""
    try:
        return check(probe)
    except (DeviceError, *FAULTS) as error:
        mend = f"unplug it, plug it in again and unlock it, or: adb -s {probe.serial} reconnect"
        return "fail", reason(error), mend


def _android(probe: Probe) -> Verdict:
    release, sdk, model = (
        probe.shell("getprop", name).strip()
        for name in ("ro.build.version.release", "ro.build.version.sdk", "ro.product.model")
    )
    return verdicts.android(release, sdk, model)


def _keys(probe: Probe) -> Verdict:
    """Check that adb may press keys. It presses key 0, which does nothing, but needs the same permission as a touch."""
    said = probe.shell("input", "keyevent", "0")
    return verdicts.keys(said, probe.shell("getprop", "ro.miui.ui.version.name").strip())


def _animations(probe: Probe) -> Verdict:
    return verdicts.animations([probe.shell("settings", "get", "global", name).strip() for name in _SCALES])


def _automation(probe: Probe) -> Verdict:
    try:
        shown = probe.automator.info
    except (u2.UiAutomationError, u2.AccessibilityServiceAlreadyRegisteredError) as error:
        mend = "stop other tools that automate this phone, or restart it, and run this again"
        return "fail", reason(error), mend
    return "ok", f"answers; the display is {shown['displayWidth']}x{shown['displayHeight']}", ""


def _typing(probe: Probe) -> Verdict:
    """Check that text can be typed, by putting a word on the phone's clipboard and reading it back."""
    word = f"appagent {token_hex(4)}"
    try:
        before = probe.automator.clipboard
        probe.automator.set_clipboard(word)
        try:
            came_back = probe.automator.clipboard == word
        finally:
            probe.automator.set_clipboard(before or "")
    except u2.RPCError:
        came_back = False
    return verdicts.typing(came_back)


_AUTOMATION = "uiautomator2"
_BY_ADB: dict[str, PhoneCheck] = {
    "Android": _android,
    "screen": lambda probe: verdicts.light(probe.awake, probe.shell("dumpsys", "window"), probe.serial),
    "keyboard": lambda probe: verdicts.keyboard(probe.automator.current_ime(), probe.serial),
    "gestures": _keys,
    "animations": _animations,
}
_BY_AUTOMATION: dict[str, PhoneCheck] = {
    "screenshot": lambda probe: verdicts.picture(probe.picture, probe.awake),
    "secure screen": lambda probe: verdicts.secure(probe.picture, probe.hierarchy[0], probe.awake),
    "hierarchy": lambda probe: verdicts.hierarchy(*probe.hierarchy),
    "text input": _typing,
}
