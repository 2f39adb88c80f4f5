"""Wait until a screen has settled: two equal structures a while apart, and the picture between two that agree."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

from appagent.devices.hierarchy import parse
from appagent.screen import structure

_POLL_S = 0.05
_LOOKS = 3  # at least: fewer cannot tell a screen at rest from one in motion, however slow each look is
_PROGRESS = re.compile(r'class="[^"]*ProgressBar"')  # dumps hold what is visible only


@dataclass(frozen=True)
class Patience:
    """Times to wait, s: between two equal structures, before an old one is believed, and in all."""

    quiet_s: float = 0.3
    react_s: float = 0.8
    settle_s: float = 6.0


@dataclass(frozen=True)
class Sight:
    """One look: hierarchy, picture (None where the phone gave none), and whether the screen was at rest."""

    hierarchy: str
    picture: Image.Image | None
    settled: bool


def settle(
    dump: Callable[[], str],
    photograph: Callable[[], Image.Image | None],
    patience: Patience,
    before: str = "",
    acted_at: float = float("-inf"),
    now: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Sight:
    """Look until the screen rests.

    before: the structure from before an action at the time `acted_at`; seen again, it is believed only
    `react_s` after the action, since the app may not have begun to react. A progress indicator, or no window
    at all, extends the wait. `settle_s` ends it, after three looks at least; the sight then says that it is
    not settled.
    """
    deadline = now() + patience.settle_s
    seen, since, looks = "", now(), 0
    while True:
        hierarchy, looks = dump(), looks + 1
        found = structure(parse(hierarchy))
        if found != seen:
            seen, since = found, now()
        waited = now() - since >= patience.quiet_s
        believed = found != before or now() - acted_at >= patience.react_s
        moving = _PROGRESS.search(hierarchy) or "<node" not in hierarchy
        if waited and believed and not moving:
            picture = photograph()
            again = dump()
            if structure(parse(again)) == found:
                return Sight(again, picture, True)
        if now() >= deadline and looks >= _LOOKS:
            return Sight(hierarchy, photograph(), False)
        sleep(min(_POLL_S, patience.quiet_s / 4))
