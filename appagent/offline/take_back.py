"""Take back what a crawl has made in an app: delete each row that it made, and nothing else."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from appagent.actions import Finish, Restart
from appagent.agent import Decision, GiveUp, View
from appagent.guard.consent import Consent
from appagent.guard.labels import agrees
from appagent.learning.made_rows import Made, named_rows
from appagent.learning.screen_history import Act
from appagent.models import Usage
from appagent.offline.walker import Walk, Walker
from appagent.screen import Element
from appagent.screen.labels import PARTS
from appagent.screen.lexicon import DELETES_ONE, OVERFLOW, folded, listed
from appagent.screen.transitions import ScreenKey

_BACKS = 3  # most presses of the back key to be on the row's page again
_WHY = "what learning made is taken back"


class OwnDeletions(Consent):
    """Lets the guard pass a deletion that `TakeBack` is about to do, and no other deed."""

    def __init__(self) -> None:
        self.open = False

    def take(self, effect: str, screen: Any) -> bool:
        """Tell whether this is the deletion of something that the crawl has made."""
        return self.open and effect == "delete"


@dataclass
class TakeBack:
    """Explorer that deletes the rows that a learning has made.

    walker: the crawl's. made: the record of what it made. typed: texts that it typed and that no row had before.

    A row is deleted if the record has it; if a part of it is made of such texts alone, typed where no row had been
    touched on the way; if no other row on its page says the same; if holding or opening it leads to a dialog or to a
    page about it; and if one control there says no more than "Delete". If any other row goes with it, nothing more is
    deleted. What is not deleted stays in the record.
    """

    walker: Walker
    made: Made
    typed: Sequence[str]
    may: OwnDeletions = field(default_factory=OwnDeletions)
    name: str = "offline"
    usage: Usage = field(default_factory=Usage)
    _walk: Walk[None] | None = None
    _app: str = ""

    def choose(self, view: View, hidden: frozenset[int]) -> Decision:
        """Return the next action, or Finish if all was tried."""
        self.may.open, self._app = False, view.task.app
        failed = self._walk is not None and bool(view.steps) and view.steps[-1].outcome not in _DONE
        self.walker.arrive(view.screen)
        self._walk = self._walk or self._take_all()
        try:
            return self._walk.throw(GiveUp(view.steps[-1].reason)) if failed else next(self._walk)
        except StopIteration:
            return Decision(Finish(), thought="all that could be taken back was")

    def learnt(self, act: Act, decision: str) -> None:
        """Ignore the result of an action."""

    def known(self) -> Mapping[str, object]:
        """Return nothing: what is left is in the record of what was made."""
        return {}

    def recall(self, told: Mapping[str, Any]) -> None:
        """Restore nothing."""

    def _take_all(self) -> Walk[None]:
        for page, rows in list(self.made.rows.items()):
            for name in list(rows):
                with suppress(GiveUp):
                    gone: set[str] | None = set()
                    while gone is not None:
                        gone = yield from self._take(page, name)
                        if gone:
                            return

    def _take(self, page: ScreenKey, name: str) -> Walk[set[str] | None]:
        """Delete a row of a name on a page. Return the other rows that went with it, or None if none was deleted."""
        walker = self.walker
        for kind in ("long_press", "tap"):
            yield from self._go_to(page)
            row = (yield from walker.sought(lambda: self._row(name))) if walker.here == page else None
            if row is None or kind not in row.actions:
                continue
            rows = {each.text for each in self._rows()}
            yield from walker.tap(row, _WHY, kind)
            control = self._control(row)
            if control is None and (menu := self._menu(row)):
                yield from walker.tap(menu, _WHY)
                control = self._control(row)
            if control:
                yield from self._delete(control)
            yield from self._back_to(page)
            left = {each.text for each in self._rows()}
            if walker.here == page and row.text not in left:
                if self._row(name) is None:
                    self.made.rows.get(page, {}).pop(name, None)
                return rows - left - {row.text}
        return None

    def _go_to(self, page: ScreenKey) -> Walk[None]:
        """Go to a page; if the way there fails, as from a form that is not saved, start the app again."""
        yield from self.walker.journey(page, lambda: self.walker.map.paths(self.walker.here))
        if self.walker.here != page:
            yield Decision(Restart(self._app), thought=_WHY)
            yield from self.walker.journey(page, lambda: self.walker.map.paths(self.walker.here))

    def _delete(self, control: Element) -> Walk[None]:
        """Tap a control that deletes, and then what the dialog says that asks whether that is meant."""
        before = self.walker.screen.screen_id
        self.may.open = True
        yield from self.walker.tap(control, _WHY)
        asked = [e for e in self.walker.screen.elements if e.window == "dialog"]
        sure = [e for e in asked if _deletes_one(e)] or [e for e in asked if agrees(e.text)]
        if len(sure) == 1 and self.walker.screen.screen_id != before:
            self.may.open = True
            yield from self.walker.tap(sure[0], _WHY)

    def _back_to(self, page: ScreenKey) -> Walk[None]:
        for _ in range(_BACKS):
            if self.walker.here != page:
                yield from self.walker.back(_WHY)

    def _rows(self) -> list[Element]:
        return [each for each in self.walker.screen.elements if each.listed and each.window == "app" and each.text]

    def _row(self, name: str) -> Element | None:
        """Return the row with a name that contains a text typed by the crawl, if no other row has the same words."""
        rows = self._rows()
        times = Counter(row.text for row in rows)
        named = (row for row in rows if name in named_rows(self.walker.screen, [row]))
        return next((row for row in named if times[row.text] == 1 and self._own_part(row)), None)

    def _own_part(self, row: Element) -> str:
        """Return the first part of a row that consists of texts typed by the crawl, or ""."""
        typed = sorted(self.made.free.intersection(self.typed), key=len, reverse=True)
        return next((part for part in row.text.split(PARTS) if _is_made_of(part, typed)), "")

    def _control(self, row: Element) -> Element | None:
        """Return the only control for deleting one thing, if the page or dialog is about a row."""
        dialog = [e for e in self.walker.screen.elements if e.window == "dialog"]
        found = [e for e in dialog or self.walker.screen.elements if _deletes_one(e)]
        return found[0] if len(found) == 1 and (dialog or self._is_about(row)) else None

    def _menu(self, row: Element) -> Element | None:
        """Return the button of the menu of a page that is about a row."""
        found = [e for e in self.walker.screen.elements if folded(e.text) in listed(OVERFLOW)]
        return found[0] if len(found) == 1 and self._is_about(row) else None

    def _is_about(self, row: Element) -> bool:
        """Tell whether a page is about a row: it says what was typed and has no such row, or one row is chosen."""
        screen, words = self.walker.screen, self._own_part(row)
        if any(each.text == row.text for each in self._rows()):
            return re.findall(r"\d+", screen.heading) == ["1"]
        return any(words in said for said in (screen.heading, *screen.texts, *(e.text for e in screen.elements)))


_DONE = ("done", "asked")


def _deletes_one(element: Element) -> bool:
    return folded(element.text) in listed(DELETES_ONE)


def _is_made_of(text: str, typed: Sequence[str]) -> bool:
    """Tell whether a text has letters and nothing but typed texts. typed: the longest first."""
    left = text
    for each in typed:
        left = left.replace(each, "")
    return not left.strip() and any(map(str.isalpha, text))
