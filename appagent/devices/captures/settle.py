"""Wait until a screen has settled: its structure stays the same for a while, also while the screenshot is taken."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from appagent.devices.captures.hierarchy import parse_dump
from appagent.screen import structure

_POLL_S = 0.05
_LOOKS = 3  # fewest looks by which a settled screen differs from a moving one, however slow each look is
_PROGRESS = re.compile(r'class="[^"]*ProgressBar"')  # dumps contain only visible nodes


@dataclass(frozen=True)
class Patience:
    """Times to wait for a screen to settle, in seconds.

    The structure of a screen is its nodes with their bounds, without texts.
    quiet_s: how long the structure must stay the same.
    react_s: how long to wait for a change of the structure after an action, because the app may be slow.
    settle_s: how long to wait in all.
    """

    quiet_s: float = 0.3
    react_s: float = 0.8
    settle_s: float = 6.0


@dataclass(frozen=True)
class SettledCapture:
    """Result of waiting for a screen to settle.

    picture: the screenshot, or None if the phone gave none.
    settled: True if the screen had settled, False if the longest wait was over first.
    first: the first dump with the structure that has stayed the same.
    """

    hierarchy: str
    picture: Image.Image | None
    settled: bool
    first: str = ""


@lru_cache(maxsize=32)  # a screen at rest is dumped several times, and a run often comes back to it
def structure_of(dump: str) -> str:
    """Return the structure of a dump as a hash: of its nodes with their bounds, without texts.

    Raises DeviceError if `parse_dump` does.
    """
    return structure(parse_dump(dump))


def settle(
    dump: Callable[[], str],
    photograph: Callable[[], Image.Image | None],
    patience: Patience,
    before: str = "",
    acted_at: float = float("-inf"),
    now: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> SettledCapture:
    """Look at the screen again and again until it has settled, and return its hierarchy and screenshot.

    dump, photograph: functions that return the hierarchy, and the screenshot or None.
    before: the structure (see `structure_of`) of the screen before the last action.
    acted_at: the time of that action.
    now, sleep: functions of the clock.
    The screen has settled if all of these are true:
    - The structure has stayed the same for `quiet_s`, and is still the same after the screenshot was taken.
    - The structure is not `before`, or `react_s` have passed since the action.
    - The screen has a window, and shows no progress indicator.
    After `settle_s` and at least three looks, an unsettled screen is returned too, with `settled` False; one that was
    just seen unchanged gets its `quiet_s` first, because the computer may have paused for long.
    """
    deadline = now() + patience.settle_s
    seen, since, looks, first = "", now(), 0, ""
    while True:
        hierarchy, looks = dump(), looks + 1
        found = structure_of(hierarchy)
        if changed := found != seen:
            seen, since, first = found, now(), hierarchy
        waited = now() - since >= patience.quiet_s
        believed = found != before or now() - acted_at >= patience.react_s
        moving = _PROGRESS.search(hierarchy) or "<node" not in hierarchy
        if waited and believed and not moving:
            picture = photograph()
            again = dump()
            if structure_of(again) == found:
                return SettledCapture(again, picture, True, first)
        if now() >= deadline and looks >= _LOOKS and (changed or waited):
            return SettledCapture(hierarchy, photograph(), False, first)
        sleep(min(_POLL_S, patience.quiet_s / 2))
