"""Delete what a crawl has made in an app: each row that it added, and nothing else."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from appagent.actions import Finish, Restart
from appagent.agent import Decision, GiveUp, View
from appagent.learning.memory.screen_history import Act
from appagent.learning.safety.made_here import TAKING_BACK, MadeHere, OwnDeletions
from appagent.learning.safety.made_rows import Made
from appagent.models import Usage
from appagent.offline.walker import Walk, Walker
from appagent.screen import Element
from appagent.screen.texts.wording import lasting
from appagent.screen.transitions import ScreenKey

_BACKS = 3  # most presses of the back key to be on the row's page again


@dataclass
class TakeBack:
    """Explorer that deletes the rows that a learning run has made.

    walker: the crawl's. made: the rows that were made.

    A row in `made` is deleted if a part of it consists of texts that were typed and that no row had before, typed where
    no row had been touched on the way; if it says what it said when it was made, and no other row on its page does; if
    a long press or tap on it leads to a dialog, or to a page about the row; and if one control there says no more than
    "Delete". If another row disappears with it, nothing more is deleted. Rows that are not deleted stay in `made`.
    """

    walker: Walker
    made: Made
    may: OwnDeletions = field(default_factory=OwnDeletions)
    name: str = "offline"
    usage: Usage = field(default_factory=Usage)
    _walk: Walk[None] | None = None
    _app: str = ""

    def choose(self, view: View, hidden: frozenset[int]) -> Decision:
        """Return the next action, or Finish if every row was tried. hidden: ignored."""
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
        """Return {}, because `made` has all that is left to do."""
        return {}

    def recall(self, told: Mapping[str, Any]) -> None:
        """Do nothing, because `known` returns nothing to restore."""

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
        """Delete a row by its name. Return the texts of other rows that went with it, or None if it was not deleted."""
        walker = self.walker
        for kind in ("long_press", "tap"):
            yield from self._go_to(page)
            row = (yield from walker.sought(lambda: self._seen.row(name))) if walker.here == page else None
            text = self.made.rows.get(page, {}).get(name, "")
            if row is None or kind not in row.actions or lasting(row.text) != lasting(text):
                continue
            rows = {each.text for each in self._seen.rows}
            yield from walker.tap(row, TAKING_BACK, kind)
            control = self._seen.control(row)
            if control is None and (menu := self._seen.menu(row)):
                yield from walker.tap(menu, TAKING_BACK)
                control = self._seen.control(row)
            if control:
                yield from self._delete(control)
            yield from self._back_to(page)
            left = {each.text for each in self._seen.rows}
            if walker.here == page and row.text not in left:
                if self._seen.row(name) is None:
                    self.made.rows.get(page, {}).pop(name, None)
                return rows - left - {row.text}
        return None

    def _go_to(self, page: ScreenKey) -> Walk[None]:
        """Go to a page. If that fails, as from a form that is not saved, start the app again and go from there."""
        yield from self.walker.journey(page, lambda: self.walker.map.paths(self.walker.here))
        if self.walker.here != page:
            yield Decision(Restart(self._app), thought=TAKING_BACK)
            yield from self.walker.journey(page, lambda: self.walker.map.paths(self.walker.here))

    def _delete(self, control: Element) -> Walk[None]:
        """Tap a control that deletes, and then the button of the dialog that asks for confirmation, if one opens."""
        before = self.walker.screen.screen_id
        self.may.open = True
        yield from self.walker.tap(control, TAKING_BACK)
        answer = self._seen.answer()
        if answer and self.walker.screen.screen_id != before:
            self.may.open = True
            yield from self.walker.tap(answer, TAKING_BACK)

    def _back_to(self, page: ScreenKey) -> Walk[None]:
        for _ in range(_BACKS):
            if self.walker.here != page:
                yield from self.walker.back(TAKING_BACK)

    @property
    def _seen(self) -> MadeHere:
        return MadeHere(self.walker.screen, sorted(self.made.free, key=len, reverse=True))


_DONE = ("done", "asked")
