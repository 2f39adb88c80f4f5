"""Count what a learning run makes in an app, such as notes, to limit it and to report what is left."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from appagent.errors import ActionError
from appagent.guard.labels import agrees, declines
from appagent.learning.memory.screen_history import Act, effect
from appagent.learning.safety.cautions import Known, Openers, note_told
from appagent.learning.safety.made_lines import Lines, note_lines
from appagent.learning.safety.made_values import Values, note_values, told_values
from appagent.learning.safety.vanished_rows import Gone, note_gone, told_gone
from appagent.screen import Element, Screen
from appagent.screen.language.lexicon import SAVE, UP, folded, listed
from appagent.screen.names.captions import is_slider
from appagent.screen.names.labels import PARTS
from appagent.screen.texts.wording import lasting
from appagent.screen.transitions import FILLING, ScreenKey, screen_key
from appagent.step import Intent

_LEADING_BACK = ("saves", "returns")
_MAKING = (*_LEADING_BACK, "changes")  # effects that may add a row to a page that was seen before
_FEWEST = 3  # letters of a typed text by which a row is known as made


class BudgetError(ActionError):
    """Raised if as many things were made as are allowed. Once one of them is deleted, the action may be done."""


@dataclass
class Made:
    """List what a learning run has added to an app, such as new notes, and which values it has changed.

    most: the largest number of rows that the learning run may add.
    rows: by page, the texts of the added rows that are still there, by the rows' names.
    times: by page and name, how many rows of this name were added, if it is more than one.
    makers: by screen id, the ids of the elements that added a row.
    shown: by page, the names of all rows seen on it.
    own: typed texts that no row had before.
    free: those of them that name something new. No row had been touched on the way to the field.
    values: the changed values of settings, switches, sliders and steppers.
    lines: the lines that pages have now, and had not when they were first seen.
    gone: the rows that pages had, and that an action took away.
    kept: typed texts with which a form was left so that the app may keep them, by text the form's heading; until a row
    shows them.
    openers: what opened the pages and dialogs that may tell others something. closed: what has told others something.
    """

    most: int = 10
    rows: dict[ScreenKey, dict[str, str]] = field(default_factory=dict)
    times: Counter[tuple[ScreenKey, str]] = field(default_factory=Counter)
    makers: dict[str, set[str]] = field(default_factory=dict)
    shown: dict[ScreenKey, set[str]] = field(default_factory=dict)
    own: set[str] = field(default_factory=set)
    free: set[str] = field(default_factory=set)
    values: Values = field(default_factory=dict)
    lines: Lines = field(default_factory=dict)
    gone: Gone = field(default_factory=dict)
    kept: dict[str, str] = field(default_factory=dict)
    openers: Openers = field(default_factory=dict)
    closed: set[Known] = field(default_factory=set)

    @property
    def left(self) -> list[str]:
        """Return the texts of all rows that were added and are still there, oldest first."""
        return [
            text
            for page, rows in self.rows.items()
            for name, text in rows.items()
            for _ in range(max(1, self.times[page, name]))
        ]

    @property
    def told(self) -> list[str]:
        """Return a text for each thing that was made or changed and is still so."""
        rows = self.left
        lines = [
            line for _, _, gained in self.lines.values() for line in gained if not any(line in row for row in rows)
        ]
        told = [*rows, *lines, *told_values(self.values), *told_gone(self.gone)]
        unseen = ((text, where) for text, where in self.kept.items() if not any(text in each for each in told))
        return [*told, *(f"{text}, typed on “{where}”" if where else text for text, where in unseen)]

    @property
    def spent(self) -> bool:
        """Tell whether as many rows were added as are allowed."""
        return len(self.left) >= self.most

    def note(self, act: Act) -> None:
        """Note the rows that an action has added to a page or removed from it, and the values that it has changed.

        A row was added if its name has a text that was typed and that no row had before. Or else if the action led back
        to the row's page, or stayed there and added one row of any name; if several rows are new, as in another folder,
        the row must contain a typed text.
        A row was removed if the page had it before the action and not afterwards, and the action neither scrolled nor
        chose a tab or a filter.
        """
        page, what = screen_key(act.after), effect(act)
        self.shown.setdefault(screen_key(act.before), set()).update(named_rows(act.before))
        self._note_typed(act, what)
        before = act.before if screen_key(act.before) == page else act.was
        visited, known = page in self.shown, self.shown.setdefault(page, set())
        now, seen = named_rows(act.after), set().union(*self.shown.values())
        for name, text in self._typed_on(act.after).items():
            self._add(page, name, text, act)
        if before and what in _MAKING and visited:
            for name in self._added(act, before, what, seen):
                self._add(page, name, now[name], act)
            if not _filters(act):
                note_gone(self.gone, act, before, lambda screen: self._not_made(screen, page))
                self._remove(page, before, act.after)
        known.update(now)
        note_values(self.values, act)
        note_lines(self.lines, act)
        note_told(self.openers, self.closed, act)

    def _note_typed(self, act: Act, what: str) -> None:
        text = act.action.typed
        if text and not any(folded(text) in name for names in self.shown.values() for name in names):
            self.own.add(text)
            self.free |= set() if act.through else {text}
        if what in _LEADING_BACK and _hands_in(act):
            held = {e.text for e in act.before.elements if "text" in e.actions} & self.own
            self.kept |= dict.fromkeys(held, act.before.heading)

    def _typed_on(self, screen: Screen) -> dict[str, str]:
        """Return the rows and buttons, by name, whose name has a typed text that is nowhere else in what was made.

        Texts that a field of the screen holds do not count, because such rows are what a search offers or finds.
        """
        held, there = {e.text for e in screen.elements if "text" in e.actions}, self.left
        texts = [text for text in self.own - held if len(text) >= _FEWEST and not any(text in row for row in there)]
        touched = (e for e in screen.elements if e.window == "app" and e.text and {"tap"} <= {*e.actions} - {"text"})
        rows = {_name(e): e.text for e in touched if e.checked is None} | named_rows(screen)
        return {name: text for name, text in rows.items() if any(folded(each) in name for each in texts)}

    def _added(self, act: Act, before: Screen, what: str, seen: set[str]) -> set[str]:
        """Return the names of the rows that an action has added to a page that was seen before."""
        now, then = named_rows(act.after), named_rows(before)
        counted = {lasting(name) for name in then.keys() - now.keys()}  # where only a number changed is no new row
        new = {name for name in now.keys() - then.keys() - seen if not counted & ({lasting(name)} - {""})}
        typed = {each for each in new if any(text in now[each] for text in act.typed)}
        times, were = _times(act.after), _times(before)
        more, fewer = times - were, were - times
        may = act.element is not None and not act.element.listed and not _filters(act)  # a row may unfold
        one = {*more} if more.total() == 1 and not fewer and may else set()
        equal = {name for name in one if name in then}
        if what in _LEADING_BACK:
            return (new if len(new) == 1 else typed) | equal
        return typed | {name for name in one if name in new | equal}

    def _add(self, page: ScreenKey, name: str, text: str, act: Act) -> None:
        rows = self.rows.setdefault(page, {})
        self.kept = {typed: where for typed, where in self.kept.items() if typed not in text}
        if name in rows:
            self.times[page, name] = max(1, self.times[page, name]) + (name in named_rows(act.before))
        rows[name] = text
        if act.element:
            self.makers.setdefault(act.before.screen_id, set()).add(act.element.id)

    def _not_made(self, screen: Screen, page: ScreenKey) -> dict[str, str]:
        """Return the rows of a page that were not added here, by name."""
        made = self.rows.get(page, {})
        return {name: text for name, text in named_rows(screen).items() if name not in made}

    def _remove(self, page: ScreenKey, before: Screen, after: Screen) -> None:
        times = _times(after)
        for name, fewer in (_times(before) - times).items():
            self.times[page, name] -= min(fewer, self.times[page, name])
            if not times[name]:
                self.rows.get(page, {}).pop(name, None)
                del self.times[page, name]

    def check(self, intent: Intent) -> None:
        """Raise BudgetError if as many rows were added as are allowed, and this action may add another one.

        An action may add one if it types, if its element agrees or saves, or if its element has added one before.
        """
        element = intent.element
        if not self.spent or element is None:
            return
        saves = agrees(element.text) or folded(element.text) in listed(SAVE)
        made = element.id in self.makers.get(intent.screen.screen_id, ())
        if intent.on_element.kind in FILLING or saves or made:
            raise BudgetError(
                f"{intent.words} was not done: {self.most} things were made in the app; --max-created allows more"
            )


def named_rows(screen: Screen, among: Iterable[Element] | None = None) -> dict[str, str]:
    """Return the texts of a page's rows by name: the text's first part, or all of a text that is a number or a time.

    among: the elements to look at; None for all of the screen.
    Sliders are left out, because their text is their value.
    """
    return {_name(row): row.text for row in _rows(screen.elements if among is None else among)}


def _rows(elements: Iterable[Element]) -> Iterable[Element]:
    return (e for e in elements if e.listed and e.window == "app" and e.text and not is_slider(e))


def _name(row: Element) -> str:
    return folded(first if lasting(first := row.text.split(PARTS)[0]) else row.text)


def _times(screen: Screen) -> Counter[str]:
    return Counter(map(_name, _rows(screen.elements)))


def _filters(act: Act) -> bool:
    """Tell whether an action may only show or hide rows that were there, by a filter, a tab or a switch."""
    now = act.after.element(act.element.id) if act.element else None
    return now is not None and (now.selected or now.checked is not None)


def _hands_in(act: Act) -> bool:
    """Tell whether an action that left a form may have handed it in: Enter, or a button that does not go back."""
    first = next((each.id for each in act.before.elements if "tap" in each.actions), "")
    if act.element is None or act.action.kind != "tap":
        return act.action.kind == "enter"
    back = act.element.id == first or folded(act.element.text) in listed(UP) or declines(act.element.text)
    return not (back or act.element.listed)
