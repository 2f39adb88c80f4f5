"""JSON-RPC methods of uiautomator2: a request's text in, a response's text out.

Methods, parameters and results are those of u2.jar 0.4.1 (`AutomatorService`), errors those of jsonrpc4j.
"""

import base64
import inspect
import json
from collections.abc import Callable, Sequence
from typing import Any

from appagent.phone.wire import keys, nodes
from appagent.phone.wire.objects import Objects, ObjectsError
from appagent.phone.wire.system import System

_CLICK_S = 0.1
_STEP_S = 0.005
_ROTATIONS = {"natural": 0, "n": 0, "left": 1, "l": 1, "right": 3, "r": 3}  # the server ignores all others
_MOTIONS = {0: "DOWN", 1: "UP", 2: "MOVE"}  # MotionEvent's actions


class Cut(Exception):
    """Raised in place of an answer that never arrives whole. cut: as in Fate; answer: what is lost of it."""

    def __init__(self, cut: str, answer: bytes = b"") -> None:
        super().__init__(cut)
        self.cut, self.answer = cut, answer


class Methods:
    """JSON-RPC methods of one phone. Each request that arrives is carried out once."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._phone = system.phone
        self._objects = Objects(system)
        self._methods = self._table()

    def answer(self, body: bytes) -> bytes:
        """Answer a JSON-RPC request."""
        try:
            request = json.loads(body)
            name, params, number = str(request["method"]), request.get("params") or [], request.get("id")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return _response(None, error=(-32700, "JSON parse error", None))
        method = self._methods.get(name)
        if method is None:
            return _response(number, error=(-32601, "method not found", None))
        fate = self._phone.hooks.arrived(name)
        if fate.delay_s:
            self._system.wait(fate.delay_s)
        if fate.error:
            return _response(number, error=(-32001, fate.error, fate.error))
        if fate.cut in ("before", "server"):
            raise Cut(fate.cut)
        answer = self._carried_out(method, params, number)
        self._phone.hooks.answered(name)
        if fate.cut:
            raise Cut(fate.cut, answer)
        return answer

    def _carried_out(self, method: Callable[..., object], params: Any, number: Any) -> bytes:
        """Call a method and write its answer."""
        try:
            inspect.signature(method).bind(*params)
        except TypeError as error:
            return _response(number, error=(-32602, "method parameters invalid", str(error)))
        try:
            return _response(number, method(*params))
        except ObjectsError as error:
            return _response(number, error=(-32001, f"{error.java}: {error}", f"{error.java}: {error}"))
        except Exception as error:  # as the server answers to any Throwable
            java = "java.lang.IllegalArgumentException"
            return _response(number, error=(-32001, java, f"{java}: {error}"))

    def _table(self) -> dict[str, Callable[..., object]]:
        phone, objects = self._phone, self._objects
        return {
            "ping": lambda: "pong",
            "deviceInfo": self._device_info,
            "isScreenOn": lambda: phone.screen_on,
            "dumpWindowHierarchy": self._dump,
            "takeScreenshot": self._screenshot,
            "click": self._click,
            "swipe": self._swipe,
            "swipePoints": self._swipe_points,
            "drag": self._drag,
            "injectInputEvent": self._inject,
            "pressKey": lambda name: keys.press(phone, str(name)),
            "pressKeyCode": lambda code, meta=0: keys.press(phone, int(code)),
            "setClipboard": self._set_clipboard,
            "getClipboard": lambda: phone.clipboard,
            "pasteClipboard": lambda: _nothing(phone.type_text(phone.clipboard)),
            "clearInputText": lambda: _nothing(phone.set_text("")),
            "setOrientation": self._set_orientation,
            "freezeRotation": lambda frozen: None,
            "wakeUp": lambda: _nothing(phone.press("wakeup")),
            "sleep": lambda: _nothing(phone.press("sleep")),
            "getLastToast": lambda: phone.last_toast,
            "clearLastToast": self._clear_toast,
            "getLastTraversedText": lambda: None,
            "clearLastTraversedText": lambda: None,
            "openNotification": phone.pull_shade,
            "openQuickSettings": lambda: phone.pull_shade(tiles=True),
            "waitForIdle": lambda timeout_ms=0: None,
            **objects.methods(),
        }

    def _device_info(self) -> dict[str, object]:
        phone = self._phone
        with phone.lock:
            width, height = phone.size
            return {
                "currentPackageName": phone.focused,
                "displayHeight": height,
                "displayRotation": phone.rotation,
                "displaySizeDpX": round(width * 160 / phone.density),
                "displaySizeDpY": round(height * 160 / phone.density),
                "displayWidth": width,
                "naturalOrientation": phone.rotation in (0, 2),
                "productName": "virtual",
                "screenOn": phone.screen_on,
                "sdkInt": phone.sdk,
            }

    def _dump(self, compressed: bool, max_depth: int = 50, root_in_active: bool = False) -> str:
        """Dump all windows; `compressed` changes nothing, since no node here is marked as unimportant."""
        if max_depth >= 50 and not root_in_active:
            return self._phone.hooks.dump(self._phone.hierarchy())
        tree = self._system.tree()
        return nodes.write(tree.active if root_in_active else tree.windows, tree.rotation, depth=max_depth)

    def _screenshot(self, scale: float, quality: int) -> str:
        return base64.b64encode(self._system.frames.jpeg(float(scale), int(quality))).decode()

    def _click(self, where: object, y: float = 0, hold_ms: float = _CLICK_S * 1000) -> bool:
        """Click: click(x, y[, ms]) or click(selector)."""
        if isinstance(where, dict):
            x, y = nodes.centre(self._objects.one(where))
        elif isinstance(where, (int, float)):
            x = int(where)
        else:
            raise TypeError(f"click wants x and y or a selector, not {where!r}")
        self._system.tap(x, int(y), hold_ms / 1000)
        return True

    def _swipe(self, x1: float, y1: float, x2: float, y2: float, steps: int) -> bool:
        self._system.swipe([(int(x1), int(y1)), (int(x2), int(y2))], steps * _STEP_S)
        return True

    def _drag(self, x1: float, y1: float, x2: float, y2: float, steps: int) -> bool:
        self._system.drag((int(x1), int(y1)), (int(x2), int(y2)), steps * _STEP_S)
        return True

    def _swipe_points(self, flat: Sequence[float], steps: int) -> bool:
        """Swipe along x, y, x, y... steps: of each part of the path."""
        points = [(int(x), int(y)) for x, y in zip(flat[::2], flat[1::2], strict=True)]
        self._system.swipe(points, steps * _STEP_S * max(len(points) - 1, 1))
        return True

    def _inject(self, action: int, x: float, y: float, meta: int = 0) -> bool:
        """Put down, move or lift one finger by the client's own clock."""
        return action in _MOTIONS and self._system.motion(_MOTIONS[action], (int(x), int(y)))

    def _set_clipboard(self, label: str | None, text: str) -> None:
        self._phone.clipboard = text

    def _set_orientation(self, name: str) -> None:
        if name.lower() in _ROTATIONS:
            self._phone.rotate(_ROTATIONS[name.lower()])

    def _clear_toast(self) -> None:
        self._phone.last_toast = None


def _nothing(done: object) -> None:
    """Drop the result of a method whose result the server does not return."""


def _response(number: Any, result: object = None, error: tuple[int, str, str | None] | None = None) -> bytes:
    answer: dict[str, object] = {"jsonrpc": "2.0", "id": number}
    if error:
        code, message, data = error
        answer["error"] = {"code": code, "message": message, "data": data}
    else:
        answer["result"] = result
    return json.dumps(answer, ensure_ascii=False).encode("utf-8", "replace")
