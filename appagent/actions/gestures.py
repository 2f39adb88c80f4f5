"""Gestures: what a driver carries out on the phone, one at a time."""

from dataclasses import dataclass

from appagent.secrets import Bound

HOLD_S = 1.0
STROKE_S = 0.4


@dataclass(frozen=True)
class Touch:
    """A finger down at a pixel, and up again after `hold_s`."""

    x: int
    y: int
    hold_s: float = 0.0


@dataclass(frozen=True)
class Stroke:
    """A finger that moves from one pixel to another."""

    x1: int
    y1: int
    x2: int
    y2: int
    duration_s: float


@dataclass(frozen=True)
class Type:
    """Text into the focused field; a secret one must not be shown or logged.

    bounds: of the secrets in it, none of which may go into another field.
    """

    text: str
    clear: bool
    secret: bool = False
    bounds: tuple[Bound, ...] = ()


@dataclass(frozen=True)
class Key:
    """A key of the phone: back, home or enter."""

    name: str


@dataclass(frozen=True)
class Start:
    """Open an app by its package or its visible name."""

    app: str


@dataclass(frozen=True)
class Pause:
    """Do nothing."""

    seconds: float


Gesture = Touch | Stroke | Type | Key | Start | Pause
