"""Remember the screens of a learning run in order, how each was reached, and what was typed."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

from appagent.actions import Action, Back
from appagent.documents.outcomes.evidence import (  # fmt: skip
    Change,
    enabled,
    is_menu,
    named_after_row,
    recorded_name,
    same_contents,
    titled_by_value,
)
from appagent.documents.values import Values, listed_words, row_words
from appagent.learning.memory.self_evident import only_closes, says_itself
from appagent.learning.memory.visited_rows import Visits
from appagent.screen import Element, Screen, same_tree
from appagent.screen.comparing.on_the_way import OnTheWay
from appagent.screen.language.lexicon import OVERFLOW, UP, folded, listed
from appagent.screen.names.labels import state_of
from appagent.screen.transitions import FILLING, SCROLLING, ScreenKey, moved, screen_key


@dataclass(frozen=True)
class Act:
    """One action with the screens before and after it, to be judged.

    element: the touched element, or None.
    goal: the task's goal, or "".
    intention: what the agent said it wanted.
    earlier: keys of the screens that led to `before`, the latest last.
    typed: the texts typed so far in this learning run.
    was: if the action returned to an earlier screen, that screen as it was when it was last left, or None.
    values: words that no document may contain, such as names of contacts.
    own: ids of the screens whose title is the words of the row that leads to them.
    unsure: keys of the screens whose title may be such words.
    needs: name of the field that had to be filled before the element could be touched, or "".
    toast: what a toast said after the action, or "".
    late: ids of elements that only appeared after typing.
    common: folded words of elements that any page may have, such as the Up button.
    undoes: an earlier action that this one took back, or None.
    unchanged: by element id, the first texts of the rows of `before` that stay the same whatever the page is about.
    through: words of the rows that were touched on the way to `before`.
    way: words of the rows that were touched on the way to `after`.
    anew: True if such an element has opened `after` before, as the button of a drawer does on each page.
    """

    before: Screen
    after: Screen
    action: Action
    element: Element | None
    goal: str = ""
    intention: str = ""
    earlier: tuple[ScreenKey, ...] = ()
    typed: tuple[str, ...] = ()
    was: Screen | None = None
    values: Values = field(default_factory=Values)
    own: frozenset[str] = frozenset()
    unsure: frozenset[ScreenKey] = frozenset()
    needs: str = ""
    toast: str = ""
    late: frozenset[str] = frozenset()
    common: frozenset[str] = frozenset()
    undoes: "Act | None" = None
    unchanged: Mapping[str, str] = field(default_factory=dict)
    through: tuple[str, ...] = ()
    way: tuple[str, ...] = ()
    anew: bool = False

    @property
    def change(self) -> Change:
        """Return what a document about this action is made from, such as both screens and the effect."""
        what = effect(self)
        led_back = what in BACK and any(_same(key, screen_key(self.after)) for key in self.earlier)
        return Change(
            self.before, self.after, self.element, self.action.kind, what, self.was, self.values, self.own,
            self.unsure, self.toast, only_closes(self.element), says_itself(self.element, self.before, what),
            self.typed, self.late, self.common, led_back,
        )  # fmt: skip


@dataclass
class Trail:
    """History of screens and typed texts. It tells whether an action returned to a screen or saved a text.

    earlier: keys of the screens that led to the present one, the latest last.
    typed: the typed texts, the latest last.
    rows: for each of these screens, the words of the row that was last touched on it.
    own: ids of the screens that are titled with the words of the row that leads to them, or with another value.
    needed: by (page, element id), the name of the field that had to be filled before an element could be touched.
    ways: by screen, how it was reached: each time as (id of the screen before, *words of the row touched there), or ()
    if no row was needed.
    visits: the rows of the visited pages.
    way: the rows that were touched on the way to the present screen.
    """

    earlier: list[ScreenKey] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)
    rows: dict[ScreenKey, tuple[str, ...]] = field(default_factory=dict)
    own: set[str] = field(default_factory=set)
    needed: dict[tuple[ScreenKey, str], str] = field(default_factory=dict)
    ways: dict[ScreenKey, set[tuple[str, ...]]] = field(default_factory=dict)
    visits: Visits = field(default_factory=Visits)
    way: OnTheWay = field(default_factory=OnTheWay)
    _late: set[str] = field(default_factory=set)  # ids of elements that came when something was typed
    _done: dict[ScreenKey, Act] = field(default_factory=dict)  # by screen, the last action on an element that led there
    _openers: dict[ScreenKey, set[tuple[str, str]]] = field(
        default_factory=dict
    )  # (role, text) of what opened a screen
    _leaving: dict[str, set[str]] = field(default_factory=dict)  # by an element's words, screens that it led back from
    _listed: set[str] = field(default_factory=set)  # words of all rows seen, and of all input fields
    _screens: dict[ScreenKey, Screen] = field(default_factory=dict)  # as they were when they were left

    def act(
        self, before: Screen, after: Screen, action: Action, goal: str = "", intention: str = "", toast: str = ""
    ) -> Act:
        """Add an action to this history, and return it with its screens as an `Act`.

        An action on a cell of the grid becomes an action on the element under the cell.
        goal, intention, toast: as in `Act`.
        """
        before, touched = self.way.in_kind(before), self._touched()
        action, before = action.on_element(before)
        element = action.target(before)
        row = row_words(element, before) if element else ()
        value = before.heading and (before.screen_id in self.own or screen_key(before) in self._unsure())
        here = (before.heading,) if value else ()
        words = action.typed if element is None or "text" in element.actions else ""  # else the state of a control
        typed = filter(None, (*self.typed, words))
        rows = listed_words(before)
        self._listed |= {folded(words) for words in (*rows, *listed_words(after), *_held(before), *_held(after))}
        values = Values(tuple(dict.fromkeys((*row, *here, *touched, *typed))), rows, frozenset(self._listed))
        needs = self.needed.get((screen_key(before), element.id), "") if element else ""
        act = Act(
            before, after, action, element, goal, intention, tuple(self.earlier), tuple(self.typed),
            self._as_left(after), values, frozenset(self.own), frozenset(), needs, toast,
            self._came_late(before, after, action), frozenset((*listed(UP), *listed(OVERFLOW), *self._leading_back())),
            through=touched, anew=self._opens_anew(after, element),
        )  # fmt: skip
        if moved(before, after, action.kind):
            act = self._arrived(act)
            self._note_way(act, bool(touched))
        self.visits.note(before, ((page, self.rows.get((page, name), ())) for page, name in act.earlier))
        unchanged = self.visits.unchanged(before)
        act = replace(act, own=frozenset(self.own), unsure=self._unsure(), unchanged=unchanged)
        act = replace(act, undoes=self._undoes(act))
        self.went(before, after, action.kind, (*row, *here), element)
        if element:
            self._note_touch(act, element)
        if words:
            self.typed.append(words)
        return replace(act, after=self.way.in_kind(after), way=self._touched())

    def _touched(self) -> tuple[str, ...]:
        """Return the words of the rows that were touched on the way to the present screen."""
        return tuple(words for key in self.earlier for words in self.rows.get(key, ()))

    def _arrived(self, act: Act) -> Act:
        """Remember it if the next screen's title is a value, and return the action with what is a value by now."""
        given = titled_by_value(act.change)
        self.own |= {act.after.screen_id} if given or named_after_row(act.change) else set()
        within = (*act.values.within, *([act.after.heading] if given else ()))
        return replace(act, values=replace(act.values, within=within))

    def _note_touch(self, act: Act, element: Element) -> None:
        """Remember an action on an element, so that later actions can be compared with it."""
        before, after = act.before, act.after
        if _fills(act.action, element) and (name := recorded_name(element, act.values)):
            self.needed |= {(screen_key(after), each.id): name for each in enabled(before, after)}
        if element.text and not element.listed and effect(act) == "opens":
            self._openers.setdefault(screen_key(after), set()).add((element.role, element.text))
        if element.window == "app" and not element.listed and effect(act) == "returns":
            self._leaving.setdefault(folded(element.text), set()).add(before.screen_id)
        self._done[screen_key(after)] = replace(
            act, before=replace(before, picture=None), after=replace(after, picture=None), undoes=None
        )

    def _note_way(self, act: Act, by_rows: bool) -> None:
        """Remember how the screen after an action was reached.

        by_rows: True if rows were touched before the action.
        """
        end, element = screen_key(act.after), act.element
        if end in act.earlier or element is None:
            return
        is_row = element.listed and not is_menu(act.before)
        needless = not is_row and (not by_rows or end not in self.ways)
        words = row_words(element, act.before) if is_row else ()
        self.ways.setdefault(end, set()).add(() if needless else (act.before.screen_id, *words))

    def _unsure(self) -> frozenset[ScreenKey]:
        """Return the keys of the screens whose title may be private, such as a contact's name.

        It may be if only rows led there, and perhaps all of them were about one thing. If two rows of a list led there
        that have no word in common, they are about two things, and the title belongs to the app.
        """
        return frozenset(
            key
            for key, ways in self.ways.items()
            if () not in ways and not any(_about_two(one, other) for one, other in combinations(ways, 2))
        )

    def _leading_back(self) -> list[str]:
        return [name for name, screens in self._leaving.items() if len(screens) >= _MANY]

    def _came_late(self, before: Screen, after: Screen, action: Action) -> frozenset[str]:
        """Note the elements that appeared because this action typed. Return the ids of all such elements so far."""
        if action.typed and before.screen_id == after.screen_id:
            self._late |= {each.id for each in after.elements} - {each.id for each in before.elements}
        return frozenset(self._late)

    def _undoes(self, act: Act) -> Act | None:
        """Return the action before, if this one undid it so that the screen is as it was; else None.

        Only the back key, or the same action on the same element, can undo an action.
        """
        known = self._done.get(screen_key(act.before))
        element = known.element if known else None
        if known is None or element is None or screen_key(known.before) != screen_key(act.after):
            return None
        this = act.element
        same = this is not None and (this.id, this.words, act.action.kind) == (
            element.id, element.words, known.action.kind,
        )  # fmt: skip
        undoes = same if this else isinstance(act.action, Back)
        came_back = same_contents(known.before, act.after) and not same_contents(act.before, act.after)
        return known if undoes and came_back else None

    def _as_left(self, screen: Screen) -> Screen | None:
        """Return an earlier screen as it was when it was left, if the action led back to it; else None."""
        key = next((key for key in reversed(self.earlier) if _same(key, screen_key(screen))), None)
        return self._screens.get(key) if key else None

    def _opens_anew(self, after: Screen, element: Element | None) -> bool:
        """Tell whether an element of these words has opened a screen before: it leads on, then, and not back."""
        return element is not None and (element.role, element.text) in self._openers.get(screen_key(after), ())

    def went(
        self, before: Screen, after: Screen, kind: str, row: tuple[str, ...] = (), element: Element | None = None
    ) -> None:
        """Update `earlier`, the list of screens that led to the present one, after an action.

        - If the screen did not change, nothing is done.
        - If the action opened a screen in the list anew, this is removed, and the screen before is added at the end.
        - If the action led back to a screen in the list, this screen and all after it are removed from the list.
        - Else the screen before the action is added at the end of the list.

        kind: kind of the action, such as "back".
        row: words of the row that the action touched, or ().
        element: what it touched, if it touched an element.
        """
        self.way.went(before, after, kind, element)
        if not moved(before, after, kind):
            return
        start, end = screen_key(before), screen_key(after)
        if end in self.earlier and self._opens_anew(after, element):
            self.earlier.remove(end)
        if end in self.earlier:  # remove all after it too: a detour through another app may have added several
            del self.earlier[self.earlier.index(end) :]
        else:
            self.earlier.append(start)
            self.rows[start], self._screens[start] = row, replace(before, picture=None)


def effect(act: Act) -> str:
    """Return the effect of an action in one word, as documents record it.

    The first that fits is returned:
    - "leaves": another app is in front.
    - "types": the action gave an input field a text.
    - "reveals": the action scrolled the screen.
    - "saves": another screen opened, and it shows a text that was typed before.
    - "returns": an earlier screen is back, and the action did not select a tab, which leads there from anywhere, nor
      turn over a page, as the arrows of a calendar do, nor open a drawer or the like once more.
    - "opens": another screen opened.
    - "switches": the element was switched on or off.
    - "nothing": the hierarchy is the same.
    - "changes": the screen changed in some other way.
    """
    before, after = act.before, act.after
    if before.app != after.app:
        return "leaves"
    if _fills(act.action, act.element):
        return "types"
    if act.action.kind in SCROLLING and not moved(before, after, act.action.kind):
        return "reveals"
    if screen_key(before) != screen_key(after):
        if _kept(act):
            return "saves"
        known = any(_same(key, screen_key(after)) for key in act.earlier)
        return "returns" if known and not (act.anew or _selected(act) or _turns_over(act)) else "opens"
    if act.element is not None:
        now = after.element(act.element.id)
        if now is not None and state_of(act.element, before) != state_of(now, after):
            return "switches"
    return "nothing" if same_tree(before, after) else "changes"


def _selected(act: Act) -> bool:
    """Tell whether the touched element is selected now, and was not before."""
    now = act.after.element(act.element.id) if act.element else None
    return bool(act.element and now and now.selected and not act.element.selected)


def _turns_over(act: Act) -> bool:
    """Tell whether the touched element is still there, and is not the first of its page, as the arrow that leads up is.

    A page that goes back to another of its kind, such as a folder to the folder around it, has that arrow for it.
    """
    if act.element is None or act.before.screen_id != act.after.screen_id:
        return False
    first = next((each.id for each in act.before.elements if "tap" in each.actions), "")
    return first != act.element.id and act.after.element(act.element.id) is not None


def turned(act: Act) -> bool:
    """Tell whether an action turned its element on or off, so that the same action turns it back.

    It may be a switch, or else a button that is shown as chosen and is no tab: nothing else is chosen in its place.
    """
    chosen = ({e.id for e in screen.elements if e.selected} for screen in (act.before, act.after))
    stays = screen_key(act.before)[1] == screen_key(act.after)[1]
    alone = act.element is not None and set.symmetric_difference(*chosen) == {act.element.id}
    return effect(act) == "switches" or (stays and alone)


def _fills(action: Action, element: Element | None) -> bool:
    """Tell whether an action types into an input field.

    element: None for the field that has the focus.
    """
    return action.kind in FILLING and (element is None or "text" in element.actions)


def _about_two(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    rows = {*one[1:]}, {*other[1:]}
    return one[:1] == other[:1] and all(rows) and rows[0].isdisjoint(rows[1])


def _held(screen: Screen) -> set[str]:
    """Return the texts that the input fields of a screen hold."""
    return {e.text for e in screen.elements if "text" in e.actions and e.text != e.hint and len(e.text) > 1}


def _same(one: ScreenKey, other: ScreenKey) -> bool:
    """Tell whether two screen keys may mean the same screen.

    Their ids must be equal. Their titles must be equal too, or one of them "", because scrolling may hide a title.
    """
    return one[0] == other[0] and (one[1] == other[1] or "" in (one[1], other[1]))


def _kept(act: Act) -> bool:
    """Tell whether the app seems to have saved a text that was typed into an input field before this action.

    The screen after the action must show the text, and the screen before must not have shown it outside of input
    fields.
    """
    fields = {e.text for e in act.before.elements if "text" in e.actions}
    typed = {words for words in act.typed if words in fields}
    now, then = _shown(act.after), [*_shown(act.before), *(_shown(act.was) if act.was else ())]
    return any(any(words in text for text in now) and not any(words in text for text in then) for words in typed)


def _shown(screen: Screen) -> list[str]:
    """Return the texts of a screen, except what is in its input fields."""
    held = {e.text for e in screen.elements if "text" in e.actions}
    return [*(e.text for e in screen.elements if "text" not in e.actions), *(t for t in screen.texts if t not in held)]


BACK = ("returns", "saves")  # effects of actions that may lead back, to whichever page was before
_MANY = 2  # if elements of one name led back from so many screens, any page may have one
