"""Ask a phone which activity is in front."""

import re

import uiautomator2.exceptions as u2

from appagent.devices.over_adb.adb import Automator

# "mResumedActivity: " up to Android 11, "topResumedActivity=" and "ResumedActivity: " since
_RESUMED = re.compile(r"ResumedActivity[:=] ?ActivityRecord\{\S+ \S+ (?P<package>[^\s/]+)/(?P<activity>[^\s}]+)")


def resumed_in(told: str) -> tuple[str, str] | None:
    """Return the package and the activity in front, or None if none is named.

    told: the output of the shell command `dumpsys activity activities`.

    >>> resumed_in("    topResumedActivity=ActivityRecord{a1b2c3 u0 com.android.settings/.Settings t10}")
    ('com.android.settings', '.Settings')
    """
    found = _RESUMED.search(told)
    return (found["package"], found["activity"]) if found else None


def activity_in_front(automator: Automator, package: str) -> str:
    """Return the activity in front, or "" if the phone does not say or the activity is not one of the package.

    Asks adbutils only if one shell command does not tell, because on new phones adbutils needs three of them, and the
    last one writes all views of the app.
    """
    told = resumed_in(str(automator.adb_device.shell(["dumpsys", "activity", "activities"])))
    if told is None:
        try:
            current = automator.app_current()
        except u2.DeviceError:
            return ""
        told = str(current.get("package")), str(current.get("activity") or "")
    return told[1] if told[0] == package else ""
