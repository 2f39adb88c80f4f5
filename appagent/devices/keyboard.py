"""Type into the field that has the focus on an Android phone; its own keyboard is back in place afterwards."""

import base64
import time
from collections.abc import Callable

import uiautomator2.exceptions as u2

from appagent.actions import Type
from appagent.devices.adb import Automator
from appagent.devices.hierarchy import parse, read_dump
from appagent.errors import ActionError, DeviceError
from appagent.screen import Node, owner_of
from appagent.screen.tree import nodes_of

_ADB_KEYBOARD = "com.github.uiautomator/.AdbKeyboard"
_FOCUS_S = 1.0  # a field may take so long to get the focus, and to show what it was given
_POLL_S = 0.1
_TRIES = 5  # until a keyboard that was just chosen is listening


class Typist:
    """A typist on one phone. dump: gives the hierarchy as it is now. time_scale: multiplies every wait."""

    def __init__(self, automator: Automator, dump: Callable[[], str], time_scale: float) -> None:
        self._u2, self._dump, self._scale = automator, dump, time_scale
        if automator.current_ime() == _ADB_KEYBOARD:  # left behind by a run that was killed
            automator.set_input_ime(False)
        self._own = str(automator.current_ime())

    def type(self, gesture: Type) -> None:
        """Type once. Raises ActionError where no field has the focus, or the one that has it takes nothing, and where
        the focus is by now where a secret may not go.
        """
        text = gesture.text.encode(errors="replace").decode()  # half a character is nothing to type
        before = self._field()
        self._check(gesture)
        if gesture.clear:
            with self._u2.once():
                self._u2.jsonrpc.clearInputText()
            before = _focused(self._dump())
        try:
            if text:
                self._check(gesture)
                self._put(text)
                self._look_for(text, before)
        finally:
            if gesture.secret:
                self._u2.set_clipboard("")

    def _check(self, gesture: Type) -> None:
        """Raise ActionError where anything has the focus that a secret in the text is not for."""
        if not gesture.bounds:
            return
        focused = [node for node in nodes_of(parse(self._dump())) if node.focused]
        for bound in gesture.bounds:
            owners = [owner_of([node]) for node in focused] if any(node.editable for node in focused) else [None]
            for owner in owners:
                if why := bound.refusal(owner):
                    raise ActionError(f"nothing was typed: {why}")

    def restore(self) -> None:
        """Choose the phone's own keyboard again."""
        if self._u2.current_ime() != self._own:
            self._u2.shell(["ime", "set", self._own])

    def _field(self) -> Node | None:
        """Return the field with the focus, as soon as there is one; None if a keyboard is up for what shows no node."""
        deadline = time.monotonic() + _FOCUS_S * self._scale
        while not (field := _focused(hierarchy := self._dump())) and time.monotonic() < deadline:
            time.sleep(_POLL_S * self._scale)
        if field is None and not read_dump(hierarchy).keyboard:
            raise ActionError("nothing was typed: no input field has the focus; tap one first")
        return field

    def _put(self, text: str) -> None:
        """Type through the clipboard, which keeps every script and sign; where that is shut, through a keyboard."""
        try:
            self._u2.set_clipboard(text)
            taken = self._u2.clipboard == text
        except u2.RPCError:
            taken = False
        if not taken:
            self._broadcast(text)
            return
        with self._u2.once():
            self._u2.jsonrpc.pasteClipboard()

    def _broadcast(self, text: str) -> None:
        """Type through uiautomator2's own keyboard, which is installed for it and takes what it is sent, as base64."""
        encoded = base64.b64encode(text.encode()).decode()
        try:
            self._u2.set_input_ime()
            for _ in range(_TRIES):
                said = self._u2.shell(
                    ["am", "broadcast", "-a", "ADB_KEYBOARD_INPUT_TEXT", "--es", "text", encoded]
                ).output
                if "result=-1" in said:
                    return
                time.sleep(_POLL_S * self._scale)  # nobody took it: only then is it sent again
        finally:
            self.restore()
        raise DeviceError(f"the phone takes no text: its clipboard is shut and {_ADB_KEYBOARD} does not answer")

    def _look_for(self, text: str, before: Node | None) -> None:
        """Wait until the field has changed. It may show the words in its own way, and passwords not at all."""
        if before is None or before.password:
            return
        deadline = time.monotonic() + _FOCUS_S * self._scale
        while (field := _focused(self._dump())) and (field.text, field.bounds) == (before.text, before.bounds):
            if field.text == text:
                return
            if time.monotonic() >= deadline:
                raise ActionError(f"the field took none of the words; it still shows {field.text!r}")
            time.sleep(_POLL_S * self._scale)


def _focused(hierarchy: str) -> Node | None:
    return next((node for node in nodes_of(parse(hierarchy)) if node.focused and node.editable), None)
