"""Parse the dialect of UI-TARS: `Thought: ...`, then `Action: click(start_box='(500,130)')`.

A point is written `(x,y)`, `<|box_start|>(x,y)<|box_end|>`, or `<point>x y</point>` as the argument `point`. The
coordinates of the first version and of the hosted Doubao models run from 0 to 1000; version 1.5 names pixels of the
picture that it is sent, whose sides are multiples of 28 px.
Source: github.com/bytedance/UI-TARS, README.md and codes/ui_tars/action_parser.py; for the versions
github.com/bytedance/UI-TARS-desktop, its action parser.
"""

import re
from dataclasses import replace

from appagent.actions.ask import AskPerson
from appagent.actions.dialects.base import Dialect, Plane, Reading, ended
from appagent.actions.dialects.calls import Named, named_calls
from appagent.actions.keys import Back, Enter, Home
from appagent.actions.launch import Launch
from appagent.actions.parts.base import Action
from appagent.actions.points import DoubleTapAt, LongPressAt, TapAt
from appagent.actions.text import TypeText
from appagent.actions.wait import Wait
from appagent.errors import ActionError

_NAMES = (
    "click", "left_double", "right_single", "long_press", "drag", "scroll", "type", "hotkey", "open_app", "press_home",
    "press_back", "press_enter", "wait", "finished", "call_user",
)  # fmt: skip
_LABEL = re.compile(r"^[\s*#]*Action\s*[*]*\s*[:：]", re.MULTILINE | re.IGNORECASE)
_THOUGHT = re.compile(r"^[\s*#]*(?:Thought|Reflection|Action_Summary)\s*[*]*\s*[:：][\s*]*", re.IGNORECASE)
_WRITE = "write Thought: and then Action: with one call, such as click(start_box='(500,130)')"
_WAIT_S = 5.0


def read(text: str, plane: Plane) -> Reading:
    """Parse a reply. Raises ActionError if it has no call, or a malformed one.

    plane: the coordinate system of its points.
    """
    labels = list(_LABEL.finditer(text))
    said, rest = (text[: labels[-1].start()], text[labels[-1].end() :]) if labels else ("", text)
    calls = named_calls(rest, _NAMES)
    if not labels and (len(calls) != 1 or not rest.strip(" `*\n").startswith(calls[0].text)):
        raise ActionError(f"the reply has no Action; {_WRITE}")
    if not calls:
        raise ActionError(f"there is no call that is known in {rest.strip()[:60]!r}; there are {', '.join(_NAMES)}")
    return Reading(
        _action(calls[0], plane),
        _THOUGHT.sub("", said).strip(),
        dropped=tuple(one.text for one in calls[1:] if one.text != calls[0].text),
    )


def _action(call: Named, plane: Plane) -> Action:
    def at(name: str = "start_box") -> str:
        return call.need(name, name.replace("box", "point"), *(["point"] if name == "start_box" else []))

    match call.name:
        case "click":
            return TapAt(*plane.pixel(at()))
        case "left_double":
            return DoubleTapAt(*plane.pixel(at()))
        case "long_press":
            return LongPressAt(*plane.pixel(at()))
        case "drag":
            return plane.drag(at(), at("end_box"))
        case "scroll" if "direction" in call.given:
            place = call.given.keys() & {"start_box", "start_point", "point"}
            return plane.scroll(at() if place else None, call.given["direction"])
        case "scroll":
            return plane.swipe(at(), at("end_box"))
        case "type":
            text = call.need("content")
            return TypeText(text.removesuffix("\n"), enter=text.endswith("\n"))
        case "open_app":
            return Launch(call.need("app_name", "name"))
        case "wait":
            return Wait(_WAIT_S)
        case "finished":
            return ended(call.given.get("content", ""))
        case "call_user":
            return AskPerson(call.given.get("content", "") or "I cannot go on by myself. What should I do here?")
    keys = {"press_home": Home(), "press_back": Back(), "press_enter": Enter(), "enter": Enter(), "back": Back()}
    name = call.need("key").strip().lower() if call.name == "hotkey" else call.name
    if name in keys:
        return keys[name]
    raise ActionError(f"{call.text[:60]} has no meaning on a phone; there are {', '.join(_NAMES)}")


UI_TARS = Dialect("ui-tars", "ui_tars", read, system=False)
UI_TARS_1_5 = replace(UI_TARS, name="ui-tars-1.5", most=0, multiple=28)
