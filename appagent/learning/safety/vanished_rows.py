"""Note which rows of an app have gone from their pages while it was learnt, such as a task that was archived."""

from collections.abc import Callable

from appagent.actions.aiming.scrolling import scroller
from appagent.learning.memory.screen_history import Act
from appagent.screen import Screen
from appagent.screen.names.fields import filled
from appagent.screen.transitions import SCROLLING, ScreenKey, screen_key

Gone = dict[ScreenKey, dict[str, str]]  # by page, the texts of the rows that went, by the rows' names
Rows = Callable[[Screen], dict[str, str]]  # returns the texts of a page's rows by name


def note_gone(gone: Gone, act: Act, before: Screen, rows: Rows) -> None:
    """Add the row that an action took away from the page in front, and remove those that are back.

    before: the page as it was before the action. It must be one row that went, either from between two others that now
    stand together, or from a page that does not scroll and has kept all others: a filter or a folded group takes
    several away. A page with a filled field may show what was searched for.
    """
    page = screen_key(act.after)
    there, now = rows(before), rows(act.after)
    if page in gone:
        gone[page] = {name: text for name, text in gone[page].items() if name not in now}
    went = [name for name in there if name not in now]
    if len(went) != 1 or act.action.kind in SCROLLING or filled(act.after) or filled(before):
        return
    names, later = list(there), list(now)
    place = names.index(went[0])
    beside = names[max(0, place - 1) : place] + names[place + 1 : place + 2]
    together = len(beside) > 1 and any(beside == later[at : at + 2] for at in range(len(later)))
    if together or (scroller(act.after) is None and later == [name for name in names if name not in went]):
        gone.setdefault(page, {})[went[0]] = there[went[0]]


def told_gone(gone: Gone) -> list[str]:
    """Return a line for each row that went, such as "Milk: on “Shopping” before, now gone from there"."""
    return [
        f"{text}: on “{title}” before, now gone from there"
        for (_, title), rows in gone.items()
        for text in rows.values()
    ]
