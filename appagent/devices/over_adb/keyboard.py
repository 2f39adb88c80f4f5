"""Type text into the input field with the focus on an Android phone, and leave the phone's keyboard as it was."""

import base64
import re
import time
from collections.abc import Callable

import uiautomator2.exceptions as u2

from appagent.actions import Type
from appagent.devices.captures.hierarchy import parse_dump, read_dump
from appagent.devices.over_adb.adb import Automator
from appagent.errors import ActionError, DeviceError
from appagent.screen import Node, owner_of
from appagent.screen.nodes.tree import nodes_of

_ADB_KEYBOARD = "com.github.uiautomator/.AdbKeyboard"
_FOCUS_S = 1.0  # the longest that a field takes to get the focus, or to show typed text
_POLL_S = 0.1
_TRIES = 5  # because a keyboard that was just chosen does not react at once


# Lines of dumpsys about the field that the keyboard serves: android.view.inputmethod.EditorInfo.dump().
_EDITOR = re.compile(
    r"(?:inputType=0x(?P<type>[0-9a-f]+)\s+)?imeOptions=0x(?P<options>[0-9a-f]+)\b.*?\bpackageName=(?P<package>\S+)",
    re.DOTALL,
)
# bits of imeOptions: the action of the Enter key; that it begins a new line instead
_ACTION_BITS, _NO_ENTER = 0xFF, 0x40000000
_ACTIONS = {2: "go", 3: "search", 4: "send", 5: "next", 6: "done", 7: "previous"}

# Bits of inputType: its class, and in it the variation; see android.text.InputType.
_CLASS_BITS, _VARIATION_BITS = 0xF, 0xFF0
_CLASSES = {2: "number", 3: "phone", 4: "date"}
_VARIATIONS = {
    (1, 0x10): "uri", (1, 0x20): "email", (1, 0xD0): "email", (4, 0x20): "time",
    (1, 0x80): "password", (1, 0x90): "password", (1, 0xE0): "password", (2, 0x10): "password",
}  # fmt: skip


def enter_of(told: str, package: str) -> str:
    """Return what Enter does in the input field that the keyboard serves, by the output of `dumpsys input_method`.

    package: package that the field must belong to.
    The result is a word such as "send"; "newline" if the key begins a new line; "" if the output does not say, or if
    the field belongs to another package.

    >>> enter_of("inputType=0x1 imeOptions=0x4 label=null packageName=com.chat fieldId=7", "com.chat")
    'send'
    """
    found = _EDITOR.search(told)
    if found is None or found["package"] != package:
        return ""
    options = int(found["options"], 16)
    return "newline" if options & _NO_ENTER else _ACTIONS.get(options & _ACTION_BITS, "")


def asked_of(told: str, package: str) -> str:
    """Return for what the keyboard is made in the field that it serves, by the output of `dumpsys input_method`.

    package: package that the field must belong to.
    The result is one of "number", "phone", "date", "time", "email", "uri" and "password"; "" for any text, if the
    output does not say, or if the field belongs to another package.

    >>> asked_of("inputType=0x21 imeOptions=0x4 label=null packageName=com.chat fieldId=7", "com.chat")
    'email'
    """
    found = _EDITOR.search(told)
    if found is None or found["package"] != package or not found["type"]:
        return ""
    kind = int(found["type"], 16)
    return _VARIATIONS.get((kind & _CLASS_BITS, kind & _VARIATION_BITS)) or _CLASSES.get(kind & _CLASS_BITS, "")


class Typist:
    """Types texts into the input fields of one phone, as a person would.

    automator: the connection to the phone.
    dump: a function that returns the current hierarchy of the screen.
    time_scale: a factor by which every wait is multiplied.
    """

    def __init__(self, automator: Automator, dump: Callable[[], str], time_scale: float) -> None:
        self._u2, self._dump, self._scale = automator, dump, time_scale
        if automator.current_ime() == _ADB_KEYBOARD:  # left behind by a run that was killed
            automator.set_input_ime(False)
        self._own = str(automator.current_ime())

    def type(self, gesture: Type) -> None:
        """Type a text once into the input field that has the focus.

        Raises ActionError if no input field has the focus, if the field does not change, or if the text contains a
        secret that may not be typed into this field.
        """
        text = gesture.text.encode(errors="replace").decode()  # lone surrogates cannot be typed
        before = self._field()
        self._check(gesture)
        if gesture.clear:
            with self._u2.once():
                self._u2.jsonrpc.clearInputText()
            before = _focused(self._dump())
        if text:
            self._check(gesture)
            if gesture.secret:
                self._put_secret(text, before)
            else:
                self._put(text, before)

    def paste(self) -> None:
        """Paste what is on the clipboard into the input field that has the focus.

        Raises ActionError if no input field has the focus, or if the field does not change.
        """
        before = self._field()
        with self._u2.once():
            self._u2.jsonrpc.pasteClipboard()
        self._look_for("", before)

    def _check(self, gesture: Type) -> None:
        """Raise ActionError if the text contains a secret that may not be typed into the field that has the focus."""
        if not gesture.rules:
            return
        focused = [node for node in nodes_of(parse_dump(self._dump())) if node.focused]
        for rule in gesture.rules:
            owners = [owner_of([node]) for node in focused] if any(node.editable for node in focused) else [None]
            for owner in owners:
                if why := rule.refusal(owner):
                    raise ActionError(f"nothing was typed: {why}")

    def restore(self) -> None:
        """Choose the phone's own keyboard again if another one is chosen."""
        if self._u2.current_ime() != self._own:
            self._u2.shell(["ime", "set", self._own])

    def _field(self) -> Node | None:
        """Return the node of the input field with the focus, waiting up to a second for it.

        Return None if a keyboard is shown but no node has the focus, because some fields have no node.
        Raises ActionError if no keyboard is shown either.
        """
        deadline = time.monotonic() + _FOCUS_S * self._scale
        while not (field := _focused(hierarchy := self._dump())) and time.monotonic() < deadline:
            time.sleep(_POLL_S * self._scale)
        if field is None and not read_dump(hierarchy).keyboard:
            raise ActionError("nothing was typed: no input field has the focus; tap one first")
        return field

    def _put(self, text: str, before: Node | None) -> None:
        """Paste a text from the clipboard, because that keeps all characters, and wait until the field shows it.

        What was on the clipboard before is put back. If the phone does not let its clipboard be used, type through
        uiautomator2's keyboard instead.

        before: the field as it was before typing; None if the screen has no node for it.
        """
        copied: str | None = None
        try:
            copied = self._u2.clipboard
            self._u2.set_clipboard(text)
            taken = self._u2.clipboard == text
        except u2.RPCError:
            taken = False
        try:
            if taken:
                with self._u2.once():
                    self._u2.jsonrpc.pasteClipboard()
            else:
                self._broadcast(text)
            self._look_for(text, before)
        finally:
            if taken:
                self._u2.set_clipboard(copied or "")

    def _put_secret(self, text: str, before: Node | None) -> None:
        """Type a secret without the clipboard, which every app can read and keyboards remember.

        The text of an empty field is set as accessibility services do. Otherwise, or if that fails, uiautomator2's
        keyboard types it.

        before: the field as it was before typing; None if the screen has no node for it.
        """
        if before is not None and before.text in ("", before.hint):
            with self._u2.once():
                if self._u2(focused=True).set_text(text):
                    return
        self._broadcast(text)

    def _broadcast(self, text: str) -> None:
        """Type a text through uiautomator2's own keyboard app, which takes the text as base64.

        This keyboard is chosen for that time; afterwards the phone's own one is chosen again. Raises DeviceError if the
        keyboard does not answer.
        """
        encoded = base64.b64encode(text.encode()).decode()
        try:
            self._u2.set_input_ime()
            for _ in range(_TRIES):
                said = self._u2.shell(
                    ["am", "broadcast", "-a", "ADB_KEYBOARD_INPUT_TEXT", "--es", "text", encoded]
                ).output
                if "result=-1" in said:
                    return
                time.sleep(_POLL_S * self._scale)  # sent again only because no keyboard took it
        finally:
            self.restore()
        raise DeviceError(f"the phone takes no text: its clipboard cannot be used and {_ADB_KEYBOARD} does not answer")

    def _look_for(self, text: str, before: Node | None) -> None:
        """Wait until the input field with the focus shows the typed text, or another text than before typing.

        before: the field as it was before typing; None if the screen has no node for it.
        Any change is enough, because a field may show the text in a form of its own. Returns at once for a password
        field, or if `before` is None.
        Raises ActionError if the field has not changed after a second.
        """
        if before is None or before.password:
            return
        deadline = time.monotonic() + _FOCUS_S * self._scale
        while (field := _focused(self._dump())) and (field.text, field.bounds) == (before.text, before.bounds):
            if field.text == text:
                return
            if time.monotonic() >= deadline:
                raise ActionError(f"the field did not take the text; it still shows {field.text!r}")
            time.sleep(_POLL_S * self._scale)


def _focused(hierarchy: str) -> Node | None:
    return next((node for node in nodes_of(parse_dump(hierarchy)) if node.focused and node.editable), None)
