"""Change every app on the virtual phone as an update does: a third of its controls move, or get other ids or words."""

from collections.abc import Iterator
from dataclasses import replace
from zlib import crc32

from appagent.phone.app import Dialog, Page
from appagent.phone.hooks import Hooks
from appagent.phone.ui import List, Widget
from appagent.phone.windows import View

_CHANGES = ("id", "words", "place")


class Updated(Hooks):
    """Hooks that show each page as a later version of its app would.

    seed: chooses the controls that are changed, and how. changed, seen: controls by their first names.
    """

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self._seed = str(seed or "")
        self.changed: set[str] = set()
        self.seen: set[str] = set()

    def page(self, view: View, built: Page | Dialog) -> Page | Dialog:
        """Return the page with a third of its controls changed. Their names decide which, and how."""
        for parent, widget in [*_controls(built.body)]:
            name = f"{view.app.package} {widget.id} {_words(widget)}"
            self.seen.add(name)
            number = crc32((self._seed + name).encode())
            if number % 3 == 0:
                self.changed.add(name)
                self._change(parent, widget, _CHANGES[number // 3 % 3])
        return replace(built)

    def _change(self, parent: Widget, widget: Widget, how: str) -> None:
        if how == "id" and widget.id:
            widget.id = f"v2_{widget.id.rpartition('/')[2]}"
        elif how == "place" and len(parent.children) > 1:
            others = [each for each in parent.children if each is not widget]
            parent.children = [widget, *others] if parent.children[-1] is widget else [*others, widget]
        elif holder := next((each for each in _walk(widget) if each.text or each.desc), None):
            holder.text, holder.desc = (f"{each} here" if each else "" for each in (holder.text, holder.desc))


def _controls(widget: Widget) -> Iterator[tuple[Widget, Widget]]:
    """Yield (control, its container) for everything that can be tapped outside lists, whose rows are contents."""
    for child in () if isinstance(widget, List) else widget.children:
        if child.on_tap is not None:
            yield widget, child
        yield from _controls(child)


def _walk(widget: Widget) -> Iterator[Widget]:
    yield widget
    for child in widget.children:
        yield from _walk(child)


def _words(widget: Widget) -> str:
    return next((each.text or each.desc for each in _walk(widget) if each.text or each.desc), "")
