"""Remember the words of the rows that were touched on the way to the present screen."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from appagent.screen.comparing.subject import in_kind
from appagent.screen.nodes.places import Layout
from appagent.screen.nodes.tree import Node, by_bounds, upwards, walk
from appagent.screen.screens import Element, Screen
from appagent.screen.texts.wording import PARTS, visible_words
from appagent.screen.transitions import ScreenKey, moved, screen_key

_FEWEST = 2  # letters of a text
_COLUMN, _HIGH = 3, 3  # rows; heights of what is touched in one, which is no higher
_SHARED = 2  # rows; a text that as many say names none of them


@dataclass
class OnTheWay:
    """Remembers the way from the first page to the present screen, with what was touched on it.

    Words of a dialog that stand in a row on the way, or in an input field there, are what it is about this time.
    """

    _pages: list[ScreenKey] = field(default_factory=list)
    _said: dict[ScreenKey, tuple[str, ...]] = field(default_factory=dict)  # by page on the way

    def went(self, before: Screen, after: Screen, kind: str, element: Element | None = None) -> None:
        """Note an action. kind: its kind, such as "tap". element: what it touched, if it touched an element.

        A screen that is on the way already is gone back to, and what came after it is no longer on the way.
        """
        if not moved(before, after, kind):
            return
        start, end = screen_key(before), screen_key(after)
        if end in self._pages:
            del self._pages[self._pages.index(end) :]
        elif start not in self._pages:
            self._pages.append(start)
        self._said[start] = subjects(before, element)

    def in_kind(self, screen: Screen) -> Screen:
        """Return the present screen, with the ids of its kind if it is a dialog about something on the way."""
        return in_kind(screen, [text for page in self._pages for text in self._said.get(page, ())])


def subjects(screen: Screen, element: Element | None) -> tuple[str, ...]:
    """Return what a dialog may be about that opens from a page: the texts of the row touched there, and of its fields.

    Texts that rows share are left out. The options of a dialog or menu are no subjects, as they say what to do.
    """
    if screen.front.kind == "dialog":
        return ()
    nodes = by_bounds(screen.tree, screen.size).get(element.bounds, ()) if element else ()
    places = Layout(screen.windows).places
    row = next((places[node].row for node in nodes if node in places and places[node].row), None)
    around = (each for node in nodes[:1] for each in upwards(node) if _height(each) <= _HIGH * _height(node))
    row = row or next(filter(_is_in_column, around), None)
    typed = (e.text for e in screen.elements if "text" in e.actions and not e.password and e.text != e.hint)
    return tuple(dict.fromkeys(text for text in (*_told_by(row), *typed) if len(text) >= _FEWEST))


def _is_in_column(node: Node) -> bool:
    """Tell whether a node is one of three and more with words that are built alike and stand below each other.

    They may be rows of a list that is none by its class and does not scroll. Buttons with words in a line are none.
    """
    beside = node.parent.children if node.parent else ()
    alike = [each for each in beside if _built(each) == _built(node) and any(_texts(each))]
    below = all(one.bounds[3] <= other.bounds[1] for one, other in pairwise(alike))
    buttons = any(each.clickable and any(_texts(each)) for each in walk(node) if not node.clickable)
    return node in alike and len(alike) >= _COLUMN and below and not buttons


def _height(node: Node) -> int:
    return node.bounds[3] - node.bounds[1]


def _built(node: Node) -> tuple[object, ...]:
    return node.role, node.resource_id, node.clickable, node.bounds[0], node.bounds[2]


def _told_by(row: Node | None) -> Iterator[str]:
    """Yield the texts of a row that its neighbours do not have."""
    if row is not None:
        beside = row.parent.children if row.parent else ()
        shared = Counter(text for each in beside for text in set(_texts(each)))
        yield from (text for text in _texts(row) if shared[text] < _SHARED)


def _texts(row: Node) -> list[str]:
    """Return the texts of a row; Flutter puts all of them into one description, each on a line."""
    said = (visible_words(node) for node in walk(row) if node.visible and not node.editable)
    return [text for words in said for text in words.split(PARTS) if text]
