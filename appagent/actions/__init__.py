"""Actions: everything that an agent can do.

Each file here is an action, or a few that belong together. The folders have what they are made of (`parts`), where a
finger goes (`aiming`), how a control gets its value (`setting`), and how calls are parsed and written (`calls`).
"""

from appagent.actions.append import Append
from appagent.actions.append_named import AppendNamed
from appagent.actions.ask import AskPerson
from appagent.actions.calls.functions import call, function_list, json_schema
from appagent.actions.calls.parser import parse
from appagent.actions.cells import DoubleTapCell, DragCells, LongPressCell, SwipeCells, TapCell
from appagent.actions.clear import Clear
from appagent.actions.clear_named import ClearNamed
from appagent.actions.clipboard import Clipboard
from appagent.actions.double_tap import DoubleTap
from appagent.actions.drag import Drag, Drop
from appagent.actions.finish import DONE, Finish
from appagent.actions.go_to import GoTo
from appagent.actions.grid import Grid
from appagent.actions.keys import Back, Enter, Home
from appagent.actions.launch import Launch
from appagent.actions.long_press import LongPress
from appagent.actions.notifications import Notifications
from appagent.actions.open_link import OpenLink
from appagent.actions.parts.base import (
    ACTIONS,
    BY_MAP,
    KINDS,
    MARK,
    ON_GRID,
    ON_MARKS,
    Action,
    Risk,
    Written,
    register,
)
from appagent.actions.parts.by_name import BY_NAME, ByName
from appagent.actions.parts.description import describe, whole_text
from appagent.actions.parts.gestures import (
    Carry,
    Gesture,
    Key,
    OpenAddress,
    PasteClipboard,
    Pause,
    PullShade,
    Start,
    Stroke,
    Touch,
    Type,
)
from appagent.actions.paste import Paste
from appagent.actions.points import DoubleTapAt, DragAt, LongPressAt, SwipeAt, TapAt
from appagent.actions.recents import Recents
from appagent.actions.restart import Restart
from appagent.actions.scroll_to import ScrollTo
from appagent.actions.set_named import SetNamed
from appagent.actions.set_value import SetValue
from appagent.actions.swipe import Direction, Swipe
from appagent.actions.tap import Tap
from appagent.actions.tap_named import TapNamed
from appagent.actions.text import TypeText
from appagent.actions.text_named import TextNamed
from appagent.actions.wait import Wait

# In the order in which prompts list them. Actions of other packages call `register` where they are defined.
_OURS: tuple[type[Action], ...] = (
    Tap, LongPress, DoubleTap, TypeText, Append, Clear, Paste, Clipboard, SetValue, Swipe, ScrollTo, Drag, TapCell,
    LongPressCell, DoubleTapCell, SwipeCells, DragCells, TapAt, LongPressAt, DoubleTapAt, SwipeAt, DragAt, Back, Home,
    Recents, Notifications, Enter, Launch, Restart, OpenLink, GoTo, TapNamed, SetNamed, TextNamed,
    AppendNamed, ClearNamed, Wait, Grid, AskPerson, Finish,
)  # fmt: skip
for _cls in _OURS:
    register(_cls)

__all__ = [
    "ACTIONS", "BY_MAP", "BY_NAME", "DONE", "KINDS", "MARK", "ON_GRID", "ON_MARKS", "Action", "Append",
    "AppendNamed", "AskPerson", "Back", "ByName", "Carry", "Clear", "ClearNamed", "Clipboard", "Direction",
    "DoubleTap", "DoubleTapAt", "DoubleTapCell", "Drag", "DragAt", "DragCells", "Drop", "Enter",
    "Finish", "Gesture", "GoTo", "Grid", "Home", "Key", "Launch", "LongPress", "LongPressAt", "LongPressCell",
    "Notifications", "OpenAddress", "OpenLink", "Paste", "PasteClipboard", "Pause", "PullShade", "Recents",
    "Restart", "Risk", "ScrollTo", "SetNamed", "SetValue", "Start", "Stroke", "Swipe", "SwipeAt", "SwipeCells",
    "Tap", "TapAt", "TapCell", "TapNamed", "TextNamed", "Touch", "Type", "TypeText", "Wait", "Written", "call",
    "describe", "function_list", "json_schema", "parse", "register", "whole_text",
]  # fmt: skip
