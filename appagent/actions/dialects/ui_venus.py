"""Parse the dialect of UI-Venus: `<think>`, one call such as `Click(box=(500,130))` in `<action>`, and `<conclusion>`.

Coordinates run from 0 to 1000 across and down, whatever the size of the screen.
Source: github.com/inclusionAI/UI-Venus, Venus_framework_mobile/policy/ui_venus_policy.py and its processor.
"""

from appagent.actions.ask import AskPerson
from appagent.actions.dialects.base import Dialect, Plane, Reading, ended
from appagent.actions.dialects.calls import Named, after_thinking, named_calls, tagged
from appagent.actions.keys import Back, Enter, Home
from appagent.actions.launch import Launch
from appagent.actions.parts.base import Action
from appagent.actions.points import LongPressAt, TapAt
from appagent.actions.recents import Recents
from appagent.actions.text import TypeText
from appagent.actions.wait import Wait
from appagent.errors import ActionError

_NAMES = (
    "Click", "LongPress", "Drag", "Scroll", "Type", "Launch", "Wait", "Finished", "CallUser", "PressBack", "PressHome",
    "PressEnter", "PressRecent",
)  # fmt: skip
_KEYS = {"PressBack": Back(), "PressHome": Home(), "PressEnter": Enter(), "PressRecent": Recents()}


def read(text: str, plane: Plane) -> Reading:
    """Parse a reply. Raises ActionError if it has no call in `<action>`, or a malformed one.

    plane: the coordinate system of its points.
    """
    thought, rest = after_thinking(text)
    said = tagged(rest, "action")
    calls = named_calls(said or "", _NAMES)
    if not calls:
        raise ActionError(
            f"the reply has no call that is known; write one, such as <action>Click(box=(500,130))</action>; "
            f"there are {', '.join(_NAMES)}"
        )
    dropped = tuple(one.text for one in calls[1:] if one.text != calls[0].text)
    return Reading(_action(calls[0], plane), thought, tagged(rest, "conclusion") or "", dropped=dropped)


def _action(call: Named, plane: Plane) -> Action:
    match call.name:
        case "Click":
            return TapAt(*plane.pixel(call.need("box")))
        case "LongPress":
            return LongPressAt(*plane.pixel(call.need("box")))
        case "Drag":
            return plane.drag(call.need("start"), call.need("end"))
        case "Scroll":
            return plane.swipe(call.need("start"), call.need("end"))
        case "Type":
            return TypeText(call.need("content"))
        case "Launch":
            return Launch(call.need("app"))
        case "Wait":
            return Wait()
        case "Finished":
            return ended(call.given.get("content", ""))
        case "CallUser":
            return AskPerson(call.given.get("content", "") or "What should I do here?")
    return _KEYS[call.name]


UI_VENUS = Dialect("ui-venus", "ui_venus", read)
