"""Entries of an app besides its first page: the activities and addresses at which the device can start it."""

import re
from dataclasses import dataclass, field

from appagent.guard.labels import BUTTON, said_by_label
from appagent.learning.gains import PRIOR
from appagent.screen.transitions import ScreenKey

ENTRIES = ("starts", "entered", "gained", "seen", "pending")


@dataclass
class Entries:
    """Entries of an app, which are activities and addresses at which it can be started, and what starting there showed.

    names: the entries that the device lists.
    starts: by entry, the page that the latest start there showed; the entry "" is the app's usual start.
    entered: the entries tried.
    gained: number of pages that were first seen by starting at an entry.
    seen: the activities that were in front.
    pending: the entry at which the app was just started, or None.
    """

    names: tuple[str, ...] = ()
    starts: dict[str, ScreenKey] = field(default_factory=dict)
    entered: set[str] = field(default_factory=set)
    gained: int = 0
    seen: set[str] = field(default_factory=set)
    pending: str | None = ""

    def begin(self, entry: str) -> None:
        """Note that the app is being started at an entry."""
        self.pending = entry
        if entry:
            self.entered.add(entry)

    def arrive(self, page: ScreenKey, activity: str, *, new: bool, failed: bool) -> None:
        """Note the page in front; if the app was just started, it is the page of that entry.

        new: True if the page was never seen before.
        failed: True if the start failed.
        """
        if self.pending is not None and not failed:
            self.starts[self.pending] = page
            self.gained += new and bool(self.pending)
        self.pending = None
        self.seen.add(_short(activity))

    def untried(self) -> str:
        """Return the next activity to start the app at, or "" if none is left.

        Activities that were in front already are left out, and those that may act, such as "SendMoneyActivity".
        """
        left = (each for each in self.names if each not in self.entered and _short(each) not in self.seen)
        return next((each for each in left if said_by_label(_worded(each), BUTTON) is None), "")

    def expected(self) -> float:
        """Return the expected number of new pages at the next entry, estimated from the entries tried so far."""
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
