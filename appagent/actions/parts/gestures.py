"""Gestures: the steps of an action that a driver performs on the phone, one at a time."""

from dataclasses import dataclass

from appagent.secrets import TypingRule

HOLD_S = 1.0
STROKE_S = 0.4
CARRY_S = 1.0


@dataclass(frozen=True)
class Touch:
    """Touch of a finger at one pixel.

    x, y: the pixel. hold_s: how many seconds the finger stays down; 0.0 for a tap. times: 2 for a double tap, which is
    one gesture because nothing may come between its two taps.
    """

    x: int
    y: int
    hold_s: float = 0.0
    times: int = 1


@dataclass(frozen=True)
class Stroke:
    """Movement of a finger from one pixel to another.

    x1, y1: the pixel at which it begins. x2, y2: the pixel at which it ends. duration_s: how many seconds it takes.
    rests: True if the finger stops for a moment before it is lifted, so that the content does not keep moving.
    """

    x1: int
    y1: int
    x2: int
    y2: int
    duration_s: float
    rests: bool = False


@dataclass(frozen=True)
class Carry:
    """Movement of a finger that first takes hold of something, and lets it go at the end.

    x1, y1: the pixel at which it takes hold, for about half a second. x2, y2: the pixel at which it lets go.
    duration_s: how many seconds the movement takes.
    """

    x1: int
    y1: int
    x2: int
    y2: int
    duration_s: float


@dataclass(frozen=True)
class Type:
    """Text to type into the input field that has the focus.

    clear: True if the field is emptied first. secret: True if the text must not be shown or logged.
    rules: for each secret in the text, the rule that says into which apps it may be typed.
    """

    text: str
    clear: bool
    secret: bool = False
    rules: tuple[TypingRule, ...] = ()


@dataclass(frozen=True)
class Key:
    """Press of one key of the phone.

    name: "back", "home", "recent" (the list of recent apps), "enter", or "end", which puts the cursor at the end of a
    field's text.
    """

    name: str


@dataclass(frozen=True)
class Start:
    """Opening of an app.

    app: its package or its visible name. anew: True to stop it first. at: the entry at which to open it, as
    `entries_in` names them: an activity, or an address that only this app may open; "" for the app's first page.
    """

    app: str
    anew: bool = False
    at: str = ""


@dataclass(frozen=True)
class OpenAddress:
    """Opening of a web address in the app that the phone chooses for it. url: as `addresses.address_in` returns it."""

    url: str


@dataclass(frozen=True)
class PullShade:
    """Pulling down of the notification shade."""


@dataclass(frozen=True)
class PasteClipboard:
    """Pasting of the clipboard's text into the input field that has the focus."""


@dataclass(frozen=True)
class Pause:
    """Wait in which nothing is touched.

    seconds: how long it lasts.
    """

    seconds: float


Gesture = Touch | Stroke | Carry | Type | Key | Start | OpenAddress | PullShade | PasteClipboard | Pause
