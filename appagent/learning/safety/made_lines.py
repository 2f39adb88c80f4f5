"""Note the lines that a page has gained while an app was learnt, such as those of a log."""

from appagent.actions.aiming.scrolling import scroller
from appagent.learning.memory.screen_history import Act
from appagent.screen import Screen
from appagent.screen.comparing.rewritten import LISTS
from appagent.screen.names.fields import fields
from appagent.screen.names.labels import PARTS
from appagent.screen.nodes.tree import encloses, nodes_of
from appagent.screen.texts.wording import lasting
from appagent.screen.transitions import SCROLLING

Place = tuple[str, ...]  # of a page: its heading, the tabs and filters chosen, and the rows that led to it
Lines = dict[Place, tuple[list[str], bool, list[str]]]  # lines at first, whether these were all, and the new ones


def note_lines(lines: Lines, act: Act) -> None:
    """Compare the page that an action led to with how it was when it was first seen, and note the lines it has more.

    Only a page without input fields that was all in sight at first is compared, and only if it has kept all its lines:
    a search, a filter or another folder takes some away. A line in which only a number changed is no new one.
    """
    screen, place = act.after, _place(act.after, act)
    same = act.before.screen_id == screen.screen_id and _place(act.before, act) == place
    whole_page = screen.heading and screen.front.kind != "dialog" and not fields(screen)
    if not whole_page or same or act.action.kind in SCROLLING:
        return
    now, scrolls = list_lines(screen), scroller(screen) is not None
    first, whole, _ = lines.setdefault(place, (now, not scrolls and len(screen.texts) > 1, []))
    if whole and (scrolls or {*first} <= {*now}):
        known, gained = {*map(lasting, first)} - {""}, list(now)
        for line in first:
            if line in gained:
                gained.remove(line)
        lines[place] = first, whole, [line for line in gained if lasting(line) not in known]


def list_lines(screen: Screen) -> list[str]:
    """Return the lines of the lists in the app's window: the name of each row, and each text that is in no element."""
    areas = [node.bounds for node in nodes_of(screen.tree) if node.role in LISTS and node.visible]
    rows = [e for e in screen.elements if e.listed and e.window == "app" and e.text and "text" not in e.actions]
    loose = [
        text
        for text, place in screen.placed_texts
        if any(encloses(area, place) for area in areas) and not any(encloses(row.bounds, place) for row in rows)
    ]
    return [*(row.text.split(PARTS)[0] for row in rows), *loose]


def _place(screen: Screen, act: Act) -> Place:
    return screen.heading, *(e.text for e in screen.elements if e.selected and not e.listed), "", *act.way
