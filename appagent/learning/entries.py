"""Ways into an app besides its first page: activities and addresses that the device names."""

import re
from dataclasses import dataclass, field

from appagent.guard.labels import BUTTON, said_by_label
from appagent.learning.gains import PRIOR
from appagent.screen.transitions import ScreenKey

ENTRIES = ("starts", "entered", "gained", "seen", "pending")


@dataclass
class Entries:
    """Activities and addresses at which an app can be started, and what came of starting it there.

    names: those that the device names. starts: by entry, the page that a start there showed the last time; "" is where
    the app begins. entered: those that were tried. gained: pages that they showed first. seen: activities that were in
    front. pending: entry at which the app was started just now, None if it was not.
    """

    names: tuple[str, ...] = ()
    starts: dict[str, ScreenKey] = field(default_factory=dict)
    entered: set[str] = field(default_factory=set)
    gained: int = 0
    seen: set[str] = field(default_factory=set)
    pending: str | None = ""

    def begin(self, entry: str) -> None:
        """Note that the app is started at an entry."""
        self.pending = entry
        if entry:
            self.entered.add(entry)

    def arrive(self, page: ScreenKey, activity: str, *, new: bool, failed: bool) -> None:
        """Note the page that is in front. new: True if it was never seen. failed: True if the app was not started."""
        if self.pending is not None and not failed:
            self.starts[self.pending] = page
            self.gained += new and bool(self.pending)
        self.pending = None
        self.seen.add(_short(activity))

    def untried(self) -> str:
        """Return the next activity to start the app at, or "" if none is left.

        Activities that were in front already are left out, and those whose name says that they do something.
        """
        left = (each for each in self.names if each not in self.entered and _short(each) not in self.seen)
        return next((each for each in left if said_by_label(_worded(each), BUTTON) is None), "")

    def expected(self) -> float:
        """Return how many new pages are expected of the next entry, from what those before have shown."""
        return (PRIOR + self.gained) / (1 + len(self.entered))


def _short(name: str) -> str:
    return name if "://" in name else name.rpartition(".")[2]


def _worded(name: str) -> str:
    """Return an entry's name in words.

    >>> _worded(".pay.SendMoneyActivity"), _worded("shop://orders/buy_again")
    ('Send Money', 'orders buy again')
    """
    own = name.partition("://")[2] or _short(name)
    return " ".join(re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", own.removesuffix("Activity")))
