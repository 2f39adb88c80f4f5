"""Parse the dialect of AutoGLM-Phone: `do(action="Tap", element=[500,130])` and `finish(message="...")`.

The thinking is in `<think>`, the only call in `<answer>`. Coordinates run from 0 to 1000 across and down, whatever the
size of the screen. Call_API, which asks for a summary, touches nothing, as in the makers' own code; what the model
thinks is kept, as with Note.
Source: github.com/zai-org/Open-AutoGLM, phone_agent/actions/handler.py (c7a3b05b) and phone_agent/model/client.py.
"""

import re

from appagent.actions.ask import AskPerson
from appagent.actions.dialects.base import Dialect, Plane, Reading, ended
from appagent.actions.dialects.calls import Named, after_thinking, named_calls, tagged
from appagent.actions.keys import Back, Home
from appagent.actions.launch import Launch
from appagent.actions.parts.base import Action
from appagent.actions.points import DoubleTapAt, LongPressAt, TapAt
from appagent.actions.text import TypeText
from appagent.actions.wait import Wait
from appagent.errors import ActionError

_WRITE = 'write one call, such as <answer>do(action="Tap", element=[500,130])</answer>'
_KINDS = (
    "Launch", "Tap", "Type", "Type_Name", "Swipe", "Long Press", "Double Tap", "Back", "Home", "Wait", "Take_over",
    "Interact", "Note", "Call_API",
)  # fmt: skip
_NOTED_S = 0.1  # a note touches nothing, so the next screen is captured almost at once


def read(text: str, plane: Plane) -> Reading:
    """Parse a reply. Raises ActionError if it has no call, two different calls, or a malformed one.

    plane: the coordinate system of its points.
    """
    thought, rest = after_thinking(text)
    answer = tagged(rest, "answer")
    calls = named_calls(rest if answer is None else answer, ("do", "finish"))
    if not calls:
        raise ActionError(f"the reply has no call; {_WRITE}")
    call = calls[0]
    if answer is None:
        thought = thought or rest.partition(call.text)[0].strip()
        if any(one.text != call.text for one in calls):
            raise ActionError(f"which is meant, {call.text[:60]} or {calls[1].text[:60]}? {_WRITE}")
    if call.name == "finish":
        action: Action = ended(call.given.get("message", ""))
    else:
        action = _action(call, plane)
    kind = _kind(call)
    note = thought if kind in ("note", "call api") else ""
    risk = call.given.get("message", "") if kind == "tap" else ""
    return Reading(action, thought, note, risk, tuple(one.text for one in calls[1:] if one.text != call.text))


def _kind(call: Named) -> str:
    return call.given.get("action", "").lower().replace("_", " ").strip()


def _action(call: Named, plane: Plane) -> Action:
    match _kind(call):
        case "tap":
            return TapAt(*plane.pixel(call.need("element")))
        case "long press":
            return LongPressAt(*plane.pixel(call.need("element")))
        case "double tap":
            return DoubleTapAt(*plane.pixel(call.need("element")))
        case "swipe":
            return plane.swipe(call.need("start"), call.need("end"))
        case "type" | "type name":
            return TypeText(call.need("text"), clear=True)  # what it types replaces what the field holds
        case "launch":
            return Launch(call.need("app"))
        case "back":
            return Back()
        case "home":
            return Home()
        case "wait":
            found = re.search(r"\d+(?:\.\d+)?", call.given.get("duration", ""))
            return Wait(float(found[0])) if found else Wait()
        case "take over" | "interact":
            return AskPerson(call.given.get("message", "") or "What should I do here?")
        case "note" | "call api":
            return Wait(_NOTED_S)
    raise ActionError(
        f"do() knows no action {call.given.get('action', '')[:40]!r}; the actions are {', '.join(_KINDS)}"
    )


AUTOGLM = Dialect("autoglm", "autoglm", read)
