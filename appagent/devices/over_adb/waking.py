"""Wake an Android phone whose display is off, and dismiss its lock screen unless it asks for a PIN."""

import re
from collections.abc import Mapping
from typing import Any

from appagent.devices.over_adb.adb import Automator
from appagent.errors import DeviceError
from appagent.screen.nodes.windows import SYSTEM

_SHOWING = re.compile(r"\b(?:m(?:Is)?S|s)howing=true\b")  # of the lock screen, as Android 7 to 15 say it
_SECURE = re.compile(r"\b(?:m?S|s)ecure=true\b")
_KEYGUARD = re.compile(r"KeyguardServiceDelegate(.*?)(?=\n {0,4}\S|\Z)", re.DOTALL)


class LockedError(DeviceError):
    """Raised if the phone is locked and only the person can unlock it."""


def wake(phone: Automator, front: Mapping[str, Any]) -> str:
    """Switch the display on and dismiss the lock screen, if that is needed. Return in words what was done, or "".

    front: what uiautomator2 says about the screen.
    Raises LockedError if the phone asks for a PIN, pattern or password.
    """
    done = []
    if front.get("screenOn") is False:
        phone.jsonrpc.wakeUp()
        done.append("the display was off: it was woken")
    if (done or front.get("currentPackageName") == SYSTEM) and (locked := _locked(phone)):
        if locked == "secure":
            raise LockedError(
                f"{phone.serial} is locked with a PIN, pattern or password, which only its owner may enter; unlock it"
            )
        phone.shell(["wm", "dismiss-keyguard"])
        done.append("the phone was locked without a PIN: it was unlocked")
    return "; ".join(done)


def _locked(phone: Automator) -> str:
    """Return "secure" if the lock screen asks for a PIN or the like, "swipe" if it does not, "" if there is none."""
    told = _KEYGUARD.search(phone.shell(["dumpsys", "window", "policy"]).output)
    if told is None or not _SHOWING.search(told[1]):
        return ""
    return "secure" if _SECURE.search(told[1]) else "swipe"
