"""Track at which activities and addresses an app can be started, and which pages that has shown."""

import re
from dataclasses import dataclass, field

from appagent.guard.labels import BUTTON, said_by_label
from appagent.learning.crawl.gains import PRIOR
from appagent.screen.transitions import ScreenKey

ENTRIES = ("starts", "entered", "gained", "seen", "pending")


@dataclass
class Entries:
    """Activities and addresses at which an app can be started ("entries"), and the pages seen there.

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
        """Note which page is in front. If the app was just started at an entry, it is that entry's page.

        new: True if the page was never seen before.
        failed: True if the start failed.
        """
        if self.pending is not None and not failed:
            self.starts[self.pending] = page
            self.gained += new and bool(self.pending)
        self.pending = None
        self.seen.add(_short(activity))

    def untried(self) -> str:
        """Return the next activity at which to start the app, or "" if none is left.

        Activities that were in front already are left out. So are those that may act, such as "SendMoneyActivity".
        """
        left = (each for each in self.names if each not in self.entered and _short(each) not in self.seen)
        return next((each for each in left if said_by_label(_worded(each), BUTTON) is None), "")

    def expected(self) -> float:
        """Return how many new pages the next entry will probably show, judging by the entries tried so far."""
        return (PRIOR + self.gained) / (1 + len(self.entered))


def _short(name: str) -> str:
    return name if "://" in name else name.rpartition(".")[2]


def _worded(name: str) -> str:
    """Split the name of an entry into words.

    >>> _worded(".pay.SendMoneyActivity"), _worded("shop://orders/buy_again")
    ('Send Money', 'orders buy again')
    """
    own = name.partition("://")[2] or _short(name)
    return " ".join(re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", own.removesuffix("Activity")))
