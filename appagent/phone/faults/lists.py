"""Faults of lists: rows that come late, change their order, move, or are used again for something else."""

from dataclasses import replace

from appagent.phone.app import Dialog, Page
from appagent.phone.faults.base import Fault, Moment
from appagent.phone.ui import List, Text, Widget, do_nothing
from appagent.phone.windows import View

_LATE_S = 2.5


class _OfLists(Fault):
    """Fault that changes the rows of each list on each page."""

    family = "lists"
    signs = r"not where|moved|changed|something else|gone|another"

    def page(self, view: View, built: Page | Dialog) -> Page | Dialog:
        """Return the page with its lists changed."""
        return replace(built, body=self._changed(built.body)) if isinstance(built, Page) else built

    def _changed(self, widget: Widget) -> Widget:
        if isinstance(widget, List):
            return self.rows(widget)
        if widget.children:
            widget.children = [self._changed(child) for child in widget.children]
        return widget

    def rows(self, listed: List) -> Widget:
        """Return a list with its rows changed."""
        return listed


class LateList(_OfLists):
    """List that stays empty for a while."""

    name, line = "late-list", "every list shows a spinner for two and a half seconds before its rows are there"
    default = Moment(gestures=0)

    def rows(self, listed: List) -> Widget:
        """Return the list with a longer time to load."""
        listed.loads = _LATE_S
        return listed


class GrownList(_OfLists):
    """List that gets a row at its top."""

    name, line = "grown-list", "a row comes in at the top of every list, so that all others move down by one"

    def rows(self, listed: List) -> Widget:
        """Return the list with a row more."""
        row = Text("Delete all", id="offer", pad=(20, 20, 20, 20), on_tap=do_nothing)
        listed.children = [row, *listed.children] if listed.children else listed.children
        return listed


class ReorderedList(_OfLists):
    """List whose rows change places."""

    name, line = "reordered-list", "the rows of every list change their order"

    def rows(self, listed: List) -> Widget:
        """Return the list in another order, always the same for as many rows."""
        rows = list(listed.children)
        order = sorted(range(len(rows)), key=lambda number: (number * 7 + self.seed + 3) % (len(rows) + 1))
        if len(rows) > 1 and order == list(range(len(rows))):
            order.reverse()
        listed.children = [rows[number] for number in order]
        return listed


class RecycledRow(_OfLists):
    """List whose rows are used for other contents, in place."""

    name, line = (
        "recycled-row",
        "each row of a list shows what the next one showed; nothing moves, only the words differ",
    )

    def rows(self, listed: List) -> Widget:
        """Return the list with its contents one row further up."""
        rows = list(listed.children)
        listed.children = [*rows[1:], *rows[:1]]
        return listed
