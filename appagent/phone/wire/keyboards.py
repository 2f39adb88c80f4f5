"""Input methods: which are installed and chosen, and the broadcasts that type through them."""

import base64
import threading
from collections.abc import Mapping

from appagent.phone.core import Phone
from appagent.phone.wire import keys

# Keyboards without keys, for automation: package to input method id
_SILENT = {
    "com.github.uiautomator": "com.github.uiautomator/.AdbKeyboard",
    "com.android.adbkeyboard": "com.android.adbkeyboard/.AdbIME",
}


class Keyboards:
    """Keyboards of the phone: its own, and those of installed packages."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._lock = threading.Lock()
        self._own = phone.input_method
        self._installed = {self._own: True}  # id to whether it is enabled

    @property
    def current(self) -> str:
        """Return the id of the keyboard in use."""
        return self._phone.input_method

    def ids(self) -> list[str]:
        """List the ids of all installed keyboards."""
        return list(self._installed)

    def enabled(self) -> list[str]:
        """List the ids of the keyboards that may be chosen."""
        return [name for name, on in self._installed.items() if on]

    def packages(self) -> list[str]:
        """List the packages that were installed for their keyboard."""
        return [package for package, name in _SILENT.items() if name in self._installed]

    def install(self, manifest: bytes) -> bool:
        """Install the keyboard of an APK, recognised by names in its compiled manifest; return False if it has none."""
        for package, name in _SILENT.items():
            if any(package.encode(code) in manifest for code in ("utf-8", "utf-16-le")):
                with self._lock:
                    self._installed.setdefault(name, False)
                return True
        return False

    def uninstall(self, package: str) -> bool:
        """Remove an installed package; return False if it was not installed."""
        name = _SILENT.get(package, "")
        if name not in self._installed:
            return False
        self.enable(name, False)
        with self._lock:
            del self._installed[name]
        return True

    def enable(self, name: str, on: bool) -> bool:
        """Allow or forbid a keyboard; forbidding the current one brings the phone's own back. False if unknown."""
        with self._lock:
            if name not in self._installed:
                return False
            self._installed[name] = on
            if not on and self._phone.input_method == name:
                self._phone.input_method = self._own
            return True

    def choose(self, name: str) -> bool:
        """Use a keyboard; return False if it is not installed or not enabled."""
        with self._lock:
            if not self._installed.get(name):
                return False
            self._phone.input_method = name
            return True

    def reset(self) -> None:
        """Return to the phone's own keyboard."""
        self._phone.input_method = self._own

    def broadcast(self, action: str, extras: Mapping[str, str]) -> tuple[int, str | None]:
        """Return result code and data of `am broadcast`: -1 if the keyboard in use handles the action, else 0.

        As on a phone, text is lost while no field has the cursor, and the code is -1 all the same.
        """
        try:
            if self.current == _SILENT["com.github.uiautomator"]:
                return self._adb_keyboard(action, extras)
            if self.current == _SILENT["com.android.adbkeyboard"]:
                return self._adb_ime(action, extras)
        except ValueError as error:
            return 0, f"error:{error}"
        return 0, None

    def _adb_keyboard(self, action: str, extras: Mapping[str, str]) -> tuple[int, str | None]:
        """Handle a broadcast to uiautomator2's own keyboard, which gets text as base64 of UTF-8."""
        phone = self._phone
        match action.removeprefix("ADB_KEYBOARD_"):
            case "INPUT_TEXT":
                phone.type_text(_decoded(extras.get("text", "")))
            case "SET_TEXT":
                phone.set_text(_decoded(extras.get("text", "")))
            case "CLEAR_TEXT":
                phone.set_text("")
            case "SMART_ENTER" | "EDITOR_CODE":
                phone.press("enter")
            case "INPUT_KEYCODE":
                keys.press(phone, int(extras.get("code", "0")))
            case "GET_CLIPBOARD":
                return -1, base64.b64encode(phone.clipboard.encode()).decode()
            case "HIDE" | "SHOW":
                pass  # it has nothing to show
            case _:
                return 0, None
        return -1, None

    def _adb_ime(self, action: str, extras: Mapping[str, str]) -> tuple[int, str | None]:
        """Handle a broadcast to ADBKeyBoard by senzhk, which sets no result, so that the code stays 0."""
        match action:
            case "ADB_INPUT_TEXT":
                self._phone.type_text(extras.get("msg", ""))
            case "ADB_INPUT_B64":
                self._phone.type_text(_decoded(extras.get("msg", "")))
            case "ADB_CLEAR_TEXT":
                self._phone.set_text("")
            case "ADB_EDITOR_CODE":
                self._phone.press("enter")
            case "ADB_INPUT_CODE":
                keys.press(self._phone, int(extras.get("code", "0")))
        return 0, None


def _decoded(text: str) -> str:
    return base64.b64decode(text).decode("utf-8")
