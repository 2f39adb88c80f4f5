"""Count what a learning makes in an app, such as notes, to limit it and to report what is left."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from appagent.errors import ActionError
from appagent.guard.labels import agrees
from appagent.learning.screen_history import Act, effect
from appagent.screen import Element, Screen
from appagent.screen.captions import is_slider
from appagent.screen.labels import PARTS
from appagent.screen.lexicon import SAVE, folded, listed
from appagent.screen.transitions import FILLING, ScreenKey, screen_key
from appagent.screen.wording import lasting
from appagent.step import Intent

_LEADING_BACK = ("saves", "returns")
_MAKING = (*_LEADING_BACK, "changes")  # effects that may add a row to a page that was seen before


@dataclass
class Made:
    """List rows that a learning has added to an app's pages, such as new notes.

    most: the largest number of rows that the learning may add.
    rows: by page, the texts of the added rows that are still there, by the rows' names.
    makers: by screen id, the ids of the elements that added a row.
    shown: by page, the names of all rows seen on it.
    free: typed texts that name something new. No row had been touched on the way to the field.
    """

    most: int = 10
    rows: dict[ScreenKey, dict[str, str]] = field(default_factory=dict)
    makers: dict[str, set[str]] = field(default_factory=dict)
    shown: dict[ScreenKey, set[str]] = field(default_factory=dict)
    free: set[str] = field(default_factory=set)

    @property
    def left(self) -> list[str]:
        """Return the texts of all rows that were added and are still there, oldest first."""
        return [text for rows in self.rows.values() for text in rows.values()]

    @property
    def spent(self) -> bool:
        """Tell whether as many rows were added as are allowed."""
        return len(self.left) >= self.most

    def note(self, act: Act) -> None:
        """Note the rows that an action has added to a page or removed from it.

        A row was added if two things are true: no row of its name was seen before on any page, and the action stayed on
        the row's page or led back to it. If several rows are new, as in another folder, or the action stayed, as in a
        picker, the row must contain a typed text.
        A row was removed if the page had it before the action and not afterwards, and the action did not scroll.
        """
        page, what = screen_key(act.after), effect(act)
        if act.action.typed and not act.through:
            self.free.add(act.action.typed)
        before = act.before if screen_key(act.before) == page else act.was
        now, then = named_rows(act.after), named_rows(before) if before else {}
        known = self.shown.setdefault(page, set())
        if before and what in _MAKING and known:
            counted = {
                lasting(name) for name in then.keys() - now.keys()
            }  # a row in which only a number changed is no new row
            seen = set().union(*self.shown.values())
            new = {name for name in now.keys() - then.keys() - seen if lasting(name) not in counted}
            typed = {each for each in new if any(text in now[each] for text in act.typed)}
            for name in new if len(new) == 1 and what in _LEADING_BACK else typed:
                self.rows.setdefault(page, {})[name] = now[name]
                if act.element:
                    self.makers.setdefault(act.before.screen_id, set()).add(act.element.id)
            for name in then.keys() - now.keys():
                self.rows.get(page, {}).pop(name, None)
        known.update(now)

    def check(self, intent: Intent) -> None:
        """Raise ActionError if as many rows were added as are allowed, and this action may add another one.

        An action may add one if it types, if its element agrees or saves, or if its element has added one before.
        """
        element = intent.element
        if not self.spent or element is None:
            return
        saves = agrees(element.text) or folded(element.text) in listed(SAVE)
        made = element.id in self.makers.get(intent.screen.screen_id, ())
        if intent.on_element.kind in FILLING or saves or made:
            raise ActionError(
                f"{intent.words} was not done: {self.most} things were made in the app; --max-created allows more"
            )


def named_rows(screen: Screen, among: Iterable[Element] | None = None) -> dict[str, str]:
    """Return the texts of a page's rows by name: the text's first part, or all of a text that is a number or a time.

    among: the elements to look at; None for all of the screen.
    Sliders are left out, because their text is their value.
    """
    elements = screen.elements if among is None else among
    rows = (e for e in elements if e.listed and e.window == "app" and e.text and not is_slider(e))
    return {folded(first if lasting(first := e.text.split(PARTS)[0]) else e.text): e.text for e in rows}
