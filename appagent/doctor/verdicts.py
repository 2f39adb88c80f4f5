"""Judge a phone's answers. Each function returns a verdict: a state, what was found, and how to fix it."""

import re
from collections.abc import Sequence

from PIL import Image

from appagent.devices.captures.hierarchy import read_dump
from appagent.devices.find import READY, Attached, mending
from appagent.doctor.findings import Verdict
from appagent.screen.vision import black

_LEAST_SDK = 21  # Android 5, the least that uiautomator2 runs on
_VIRTUAL = "appagent doctor --device virtual"
_SLOW_S = 3.0
_LOCKED = re.compile(r"mShowingLockscreen=true|mDreamingLockscreen=true|KeyguardStateMonitor\s+mIsShowing=true")
_KEYLESS = re.compile(r"AdbKeyboard|AdbIME|FastInputIME")


def choice(device: str, phones: Sequence[Attached]) -> Verdict:
    """Judge whether the wanted phone is attached and ready. device: a serial, or "" for the only phone."""
    names = ", ".join(one.serial for one in phones)
    if not phones:
        what = f"no {device}; none is attached" if device else "no phone"
        return "fail", what, f"switch USB debugging on in its developer options and connect it, or: {_VIRTUAL}"
    if not device and len(phones) > 1:
        return "fail", f"several: {names}", f"name one: appagent doctor --device {phones[0].serial}"
    phone = next((one for one in phones if device in ("", one.serial)), None)
    if phone is None:
        return "fail", f"no {device}; attached: {names}", f"name one of these with --device, or: {_VIRTUAL}"
    if phone.state != READY:
        return "fail", f"{phone.serial} is {phone.state}", mending(phone.state)
    return "ok", " ".join(filter(None, (phone.serial, phone.model))), ""


def android(release: str, sdk: str, model: str) -> Verdict:
    """Judge whether uiautomator2 runs on this version of Android.

    >>> android("4.4", "19", "Nexus 5")
    ('fail', 'Android 4.4 (19) on Nexus 5', 'use a phone with Android 5 or later')
    """
    said = f"Android {release} ({sdk}) on {model}"
    if sdk.isdecimal() and int(sdk) < _LEAST_SDK:
        return "fail", said, "use a phone with Android 5 or later"
    return "ok", said, ""


def awake(power: str) -> bool:
    """Tell whether the screen is on, from the output of `dumpsys power`; True if the output does not say.

    >>> awake("  mWakefulness=Dozing")
    False
    """
    found = re.search(r"mWakefulness=(\w+)", power)
    return not found or found[1] == "Awake"


def light(on: bool, window: str, serial: str) -> Verdict:
    """Judge whether the screen is on and unlocked.

    on: True if the screen is on.
    window: output of `dumpsys window`.
    serial: the phone, for the advice.
    """
    if not on:
        return "fail", "off", f"adb -s {serial} shell input keyevent WAKEUP, and unlock it"
    if _LOCKED.search(window):
        return "fail", "locked", "unlock it, and let it stay awake while charging (developer options)"
    return "ok", "on and unlocked", ""


def keyboard(current: str, serial: str) -> Verdict:
    """Judge whether the phone uses a keyboard that people can type on, not one that an automation tool has left behind.

    current: id of the keyboard in use.
    serial: the phone, for the advice.
    """
    if _KEYLESS.search(current):
        said = f"{current} was left behind by a tool, and nobody can type on it"
        return "warn", said, f"adb -s {serial} shell ime reset"
    if current in ("", "null"):
        return "warn", "none is in use", f"choose one in the phone's settings, or: adb -s {serial} shell ime reset"
    return "ok", current, ""


def keys(said: str, miui: str) -> Verdict:
    """Judge whether adb may press keys and touch the screen.

    said: output of the command that pressed a key.
    miui: version of MIUI, "" on other phones.
    """
    said = said.strip()
    if "INJECT_EVENTS" in said or "SecurityException" in said:
        if miui:
            mend = "developer options: switch on 'USB debugging (Security settings)' (wants a Mi account), and restart"
            return "fail", f"MIUI {miui} lets adb press no key and touch nothing", mend
        mend = "developer options: let USB debugging press keys ('Disable permission monitoring' on some), and restart"
        return "fail", f"adb may press no key and touch nothing ({said.splitlines()[0][:120]})", mend
    if "rror" in said or "xception" in said:
        return "warn", f"a key without meaning was answered with: {said.splitlines()[0][:120]}", "restart the phone"
    return "ok", f"MIUI {miui} lets them through" if miui else "keys arrive", ""


def animations(scales: Sequence[str]) -> Verdict:
    """Judge whether the phone's animations are on. They only slow screens down, so the state is always "ok".

    scales: the three animation scales as set on the phone, "null" for one that was never set.

    >>> animations(["0", "0.0", "0"])
    ('ok', 'off', '')
    """
    if all(re.fullmatch(r"0+(\.0*)?", scale) for scale in scales):
        return "ok", "off", ""
    return "ok", "on", "runs are a little faster with the three animation scales off (developer options)"


def picture(taken: Image.Image | None, on: bool) -> Verdict:
    """Judge whether a screenshot shows anything.

    taken: the screenshot, None if the phone gave none.
    on: True if the screen is on.
    """
    if taken is None:
        return "fail", "the phone sent none", "unlock it and open another app; --see text does without pictures"
    size = f"{taken.width}x{taken.height}"
    if not black(taken):
        return "ok", size, ""
    if not on:
        return "warn", f"{size}, all black: the screen is off", "switch the screen on and run this again"
    return "warn", f"{size}, all black", "open another app and run this again; --see text does without pictures"


def secure(taken: Image.Image | None, dump: str, on: bool) -> Verdict:
    """Judge whether the app in front forbids screenshots. It does if the picture is black although the dump has nodes.

    taken: the screenshot, None if the phone gave none.
    dump: the hierarchy as XML.
    on: True if the screen is on.
    """
    app = read_dump(dump).app if "<node" in dump else ""
    if taken is None or not on:
        return "skipped", "cannot be told while the screen is off or gives no picture", "switch the screen on"
    if app and black(taken):
        return "warn", f"{app} forbids screenshots of this screen", "use --see text there, or leave that screen"
    return "ok", f"{app or 'what is in front'} may be photographed", ""


def hierarchy(dump: str, seconds: float) -> Verdict:
    """Judge whether the hierarchy is not empty, has elements to touch, and arrives fast enough.

    dump: the hierarchy as XML.
    seconds: the time that the dump took.
    """
    nodes = dump.count("<node")
    if not nodes:
        return "fail", "empty", "unlock the phone, open another app, stop other tools that automate it, try again"
    touchable = len(read_dump(dump).elements)
    said = f"{nodes} nodes, {touchable} elements in {seconds:.1f} s"
    if seconds > _SLOW_S:
        return "warn", f"{said}: slow", "switch animations off, and leave screens with video or a ticking clock"
    if not touchable:
        return "warn", said, "open another app: this one draws what the hierarchy does not show, as games do"
    return "ok", said, ""


def typing(came_back: bool) -> Verdict:
    """Judge whether text can be typed through the clipboard.

    came_back: True if the clipboard returned the word that was put on it.
    """
    if came_back:
        return "ok", "through the clipboard, every script and sign", ""
    mend = "allow installing over USB: uiautomator2's keyboard types instead, and is put away afterwards"
    return "warn", "the clipboard cannot be used", mend
