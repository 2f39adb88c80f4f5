"""Send gestures to an Android phone, each by one call of uiautomator2 or adb."""

import time
from typing import get_args

import adbutils

from appagent.actions import (
    Carry,
    Gesture,
    Key,
    OpenAddress,
    PasteClipboard,
    Pause,
    PullShade,
    Stroke,
    Touch,
    Type,
)
from appagent.devices.over_adb.adb import Automator
from appagent.devices.over_adb.keyboard import Typist
from appagent.errors import ActionError

_LINKED = ("-a", "android.intent.action.VIEW", "-c", "android.intent.category.BROWSABLE")
_MOVE_END, _CONTROL = 123, 4096  # Ctrl and End move the cursor to the end of the last line
_BETWEEN_TAPS_S = 0.1  # Android takes two taps for a double tap if 0.04 to 0.3 s lie between them


class GestureSender:
    """Sender of gestures to one phone.

    automator: the connection to the phone.
    adb: the same phone for shell commands.
    typist: types texts.
    time_scale: a factor by which every wait is multiplied.
    """

    def __init__(self, automator: Automator, adb: adbutils.AdbDevice, typist: Typist, time_scale: float) -> None:
        self._u2, self._adb, self._typist, self._scale = automator, adb, typist, time_scale

    def send(self, gesture: Gesture) -> None:
        """Send one gesture once.

        Raises ActionError for a gesture that the phone cannot perform, or that this driver does not know.
        """
        match gesture:
            case PasteClipboard():
                self._typist.paste()
            case OpenAddress(url):
                self._open(url)
            case Pause(seconds):
                time.sleep(seconds * self._scale)
            case Type():
                self._typist.type(gesture)
            case _:
                with self._u2.once():
                    self._touch(gesture)

    def _touch(self, gesture: Gesture) -> None:
        """Send a touch, a key or the opening of the shade to the phone's uiautomator2."""
        match gesture:
            case PullShade():
                self._u2.open_notification()
            case Touch(x, y, times=2):
                self._u2.double_click(x, y, _BETWEEN_TAPS_S * self._scale)
            case Touch(x, y, hold_s):
                self._u2.long_click(x, y, hold_s) if hold_s else self._u2.click(x, y)
            case Stroke(x1, y1, x2, y2, duration_s, rests=True):  # the two parts of the path take equally long
                self._u2.swipe_points([(x1, y1), (x2, y2), (x2, y2)], duration_s / 2)
            case Stroke(x1, y1, x2, y2, duration_s):
                self._u2.swipe(x1, y1, x2, y2, duration=duration_s)
            case Carry(x1, y1, x2, y2, duration_s):
                self._u2.drag(x1, y1, x2, y2, duration_s)
            case Key("end"):
                self._u2.press(_MOVE_END, _CONTROL)
            case Key(name):
                self._u2.press(name)
            case _:
                known = ", ".join(one.__name__ for one in get_args(Gesture))
                raise ActionError(f"the Android driver knows no gesture {type(gesture).__name__}; it knows {known}")

    def _open(self, url: str) -> None:
        told = self._adb.shell(["am", "start", *_LINKED, "-d", url])  # each word quoted, and the address checked before
        if "Error" in told:
            raise ActionError(f"no app on this phone opens {url[:80]}")
