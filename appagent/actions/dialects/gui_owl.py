"""Parse the dialect of GUI-Owl: a JSON call of the tool `mobile_use` in `<tool_call>`.

The first version thinks in `<thinking>`, sums up in `<conclusion>`, and names pixels of the picture that it is sent,
whose sides are multiples of 28 px. Version 1.5 writes a line `Action:` before the call, and its coordinates run from 0
to 1000.
Source: github.com/X-PLUG/MobileAgent, Mobile-Agent-v3/cookbook/utils/mobile_use.py and android_world_v3/.../gui_owl.py;
for version 1.5 Mobile-Agent-v3.5/mobile_use.
"""

import re
from typing import Any

from appagent.actions.ask import AskPerson
from appagent.actions.dialects.base import Dialect, Plane, Reading, ended
from appagent.actions.dialects.calls import after_thinking, json_call, tagged
from appagent.actions.finish import Finish
from appagent.actions.keys import Back, Enter, Home
from appagent.actions.launch import Launch
from appagent.actions.parts.base import Action
from appagent.actions.points import DoubleTapAt, LongPressAt, TapAt
from appagent.actions.recents import Recents
from appagent.actions.text import TypeText
from appagent.actions.wait import Wait
from appagent.errors import ActionError

_KINDS = (
    "click",
    "long_press",
    "swipe",
    "drag",
    "type",
    "system_button",
    "key",
    "open",
    "wait",
    "answer",
    "interact",
    "terminate",
)
_WRITE = '<tool_call>{"name": "mobile_use", "arguments": {"action": "click", "coordinate": [500, 130]}}</tool_call>'
_TAIL = re.compile(r"<tool_call>|\{", re.IGNORECASE)
_SAID = re.compile(r"^[\s*]*Action\s*[*]*\s*[:：][\s*]*", re.IGNORECASE)
_SHOWN = {"up": "down", "down": "up", "left": "right", "right": "left"}  # where the finger goes -> what it shows
_KEYS = {"back": Back(), "home": Home(), "menu": Recents(), "enter": Enter()}


def read(text: str, plane: Plane) -> Reading:
    """Parse a reply. Raises ActionError if it has no call in JSON, or a malformed one.

    plane: the coordinate system of its points.
    """
    thought, rest = after_thinking(text)
    call = tagged(rest, "tool_call")
    if call is None and '"mobile_use"' not in rest:
        raise ActionError(f"the reply has no <tool_call>; write {_WRITE}")
    value, end = json_call(rest if call is None else call)
    arguments = value.get("arguments", value)
    if not isinstance(arguments, dict):
        raise ActionError(f"the call has no arguments; write {_WRITE}")
    more = rest.partition("</tool_call>")[2] if call is not None else rest[end:]
    dropped = [tagged(more, "tool_call") or ""] if "<tool_call>" in more else []
    said = _SAID.sub("", _TAIL.split(rest, maxsplit=1)[0]).strip()
    return Reading(_action(arguments, plane), thought or said, tagged(rest, "conclusion") or "", dropped=tuple(dropped))


def _action(given: dict[str, Any], plane: Plane) -> Action:
    def text(name: str = "text") -> str:
        if not isinstance(given.get(name), str):
            raise ActionError(f"the action {given.get('action')!r} lacks {name!r}")
        return str(given[name])

    match given.get("action"):
        case "click" | "tap":
            return TapAt(*plane.pixel(given.get("coordinate")))
        case "double_click" | "double_tap":
            return DoubleTapAt(*plane.pixel(given.get("coordinate")))
        case "long_press":
            return LongPressAt(*plane.pixel(given.get("coordinate")))
        case "swipe" if "direction" in given:
            return plane.scroll(
                given.get("coordinate"), _SHOWN.get(text("direction").strip().lower(), text("direction"))
            )
        case "drag":
            return plane.drag(given.get("start_coordinate"), given.get("end_coordinate"))
        case "swipe" | "scroll":
            return plane.swipe(given.get("coordinate"), given.get("coordinate2"))
        case "type":
            return TypeText(text().removesuffix("\n"), enter=text().endswith("\n"))
        case "open" | "open_app" | "AWAKE":
            return Launch(text())
        case "wait":
            seconds = given.get("time", 2)
            return Wait(float(seconds)) if isinstance(seconds, int | float) else Wait()
        case "answer":
            return ended(text())
        case "interact" | "call_user" | "ask_user" | "INFO":
            return AskPerson(text())
        case "terminate":
            status = str(given.get("status", "success")).strip().lower()
            return Finish(str(given.get("text", "")), "done" if status == "success" else "not_done")
        case "system_button":
            return _key(text("button"))
        case "key":
            return _key(text())
    raise ActionError(f"there is no action {str(given.get('action'))[:40]!r}; the actions are {', '.join(_KINDS)}")


def _key(name: str) -> Action:
    if name.strip().lower() not in _KEYS:
        raise ActionError(f"the key {name[:40]!r} is not pressed; there are {', '.join(_KEYS)}")
    return _KEYS[name.strip().lower()]


GUI_OWL = Dialect("gui-owl", "gui_owl", read, most=0, multiple=28, turns=False)
GUI_OWL_1_5 = Dialect("gui-owl-1.5", "gui_owl", read)
