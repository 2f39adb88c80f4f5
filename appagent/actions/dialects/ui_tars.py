"""Parse the dialect of UI-TARS: `Thought: ...`, then `Action: click(start_box='(500,130)')`.

A point is written `(x,y)`, `<|box_start|>(x,y)<|box_end|>`, or `<point>x y</point>` as the argument `point`; the hosted
Doubao models write the corners of a box, `<bbox>x y x y</bbox>`. Coordinates of the first version and of the hosted
models run from 0 to 1000; version 1.5 names pixels of the picture that it is sent, whose sides are multiples of 28 px.
Where a reply has several lines `Action:`, the last one counts, as in both parsers of the makers.
Source: github.com/bytedance/UI-TARS, README.md and codes/ui_tars/action_parser.py (058f4b85); for the versions, boxes
and `Action:` within a line github.com/bytedance/UI-TARS-desktop, packages/ui-tars/action-parser/src/actionParser.ts
(16ed2334).
"""

import re
from dataclasses import replace

from appagent.actions.ask import AskPerson
from appagent.actions.dialects.base import Dialect, Plane, Reading, ended
from appagent.actions.dialects.calls import Named, after_thinking, named_calls
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
# A label begins a line, or is within one and directly before a call.
_LABEL = re.compile(
    rf"(?:^[\s*#]*Action\s*[*]*\s*[:：]|(?<=\s)Action[:：](?=[\s`]*(?:{'|'.join(_NAMES)})\s*\())",
    re.MULTILINE | re.IGNORECASE,
)
_BEGINS = re.compile(rf"(?:{'|'.join(_NAMES)})\s*\(")
_THOUGHT = re.compile(r"^[\s*#]*(?:Thought|Reflection|Action_Summary)\s*[*]*\s*[:：][\s*]*", re.IGNORECASE)
_WRITE = "write Thought: and then Action: with one call, such as click(start_box='(500,130)')"
_WAIT_S = 5.0


def read(text: str, plane: Plane) -> Reading:
    """Parse a reply. Raises ActionError if it has no call, or a malformed one.

    plane: the coordinate system of its points.
    """
    thinking, text = after_thinking(text)
    labels = _labels(text)
    said, rest = (text[: labels[-1][0]], text[labels[-1][1] :]) if labels else ("", text)
    calls = named_calls(rest, _NAMES)
    if not labels and (len(calls) != 1 or not rest.strip(" `*\n").startswith(calls[0].text)):
        raise ActionError(f"the reply has no Action; {_WRITE}")
    if not calls:
        raise ActionError(f"there is no call that is known in {rest.strip()[:60]!r}; there are {', '.join(_NAMES)}")
    earlier = [call.text for _, end in labels[:-1] if (call := _call_at(text, end))]
    return Reading(
        _action(calls[0], plane),
        _THOUGHT.sub("", said).strip() or thinking,
        dropped=tuple(one for one in (*earlier, *(call.text for call in calls[1:])) if one != calls[0].text),
    )


def _labels(text: str) -> list[tuple[int, int]]:
    """Return where each label begins and ends. What stands in the quoted text of a call is none."""
    found: list[tuple[int, int]] = []
    at = 0
    while label := _LABEL.search(text, at):
        found.append(label.span())
        call = _call_at(text, label.end())
        at = text.index(call.text, label.end()) + len(call.text) if call else label.end()
    return found


def _call_at(text: str, at: int) -> Named | None:
    """Return the call that stands directly behind a label, or None if there is none that can be read."""
    rest = text[at:].lstrip(" `*\n")
    try:
        calls = named_calls(rest, _NAMES, most=1) if _BEGINS.match(rest) else []
    except ActionError:
        return None
    return calls[0] if calls else None


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
