"""Keep the actions that a crawl has left to try on each page, and estimate how much new each of them will show."""

from collections import Counter
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from appagent.learning.crawl.gains import PRIOR, Gains, Level, add, expected
from appagent.learning.crawl.kinds_to_try import TOUCHES
from appagent.screen import Element, Screen
from appagent.screen.comparing.subject import structure_of
from appagent.screen.names.labels import PARTS, Label, id_name, state_of
from appagent.screen.nodes.front import side_of_panel
from appagent.screen.texts.wording import lasting
from appagent.screen.transitions import ScreenKey, screen_key

_ALIKE = 2  # if so many elements of one group did the same on a page, the others are expected to do it too
_ALIKE_BARE = 4  # the same for icons without words: a few may do the same by chance
_COVERED = 0.01  # share of the gain to expect if the action has a document, or if its group showed nothing new
_ALIKE_SHARE = 0.8  # if more of a page's elements were seen before, it does not count as a new page
_FAMILIAR = 1, 1 / 2, 1 / 4, 1  # share of the first estimate, by how much was tried of an action before: `_familiar`
# First estimates, as measured on apps. A switch stays on its page, and what is typed mostly shows once it is handed in.
_PRIORS = {"tap": PRIOR, "long_press": PRIOR, "turn": PRIOR, "swipe": 0.2}
_STAYS = 0.1  # first estimate for switches and for other kinds of action
_SEVERAL = 4  # so many elements of one kind outside lists are a group
_NOTHING_NEW = "nothing new"  # effect of an action that leads to a page whose elements were all seen before

Trial = tuple[str, str, bool]  # element id, kind of action, whether a field holds a text that the explorer typed
# Elements that do the same: a key, whether with words, whether switches, role, and what rows of one kind say alike.
Group = tuple[str, bool, bool, str, str]
ActionResult = tuple[str, ScreenKey]  # effect of an action, and the page that it led to


@dataclass
class Frontier:
    """Actions left to try on each page, and how much new the actions tried so far have shown.

    covered: actions that have documents, as (screen id, element id, kind); they are not tried again, or last on a form
    that is filled in, where they may do something else.
    open: the untried actions of each page.
    tried: (layout, action) for each action tried, with the element's name in place of its id. Pages of one layout, such
    as those of two contacts, share it. If an action led to another page of its layout, as "Next" does in a wizard, it
    is (page, action).
    """

    covered: frozenset[tuple[str, str, str]] = frozenset()
    open: dict[ScreenKey, dict[Trial, Group]] = field(default_factory=dict)
    tried: set[tuple[str | ScreenKey, Trial]] = field(default_factory=set)
    yields: Gains = field(default_factory=dict)
    alike: dict[str, str] = field(default_factory=dict)  # by element id, the key of the group that a model put it in
    _grouped: set[Level] = field(default_factory=set)  # tried: (screen id, group, kind of action, state of the form)
    _touched: set[tuple[str, str]] = field(default_factory=set)  # (element's name, kind of action) for each one tried
    _layouts: dict[str, str] = field(default_factory=dict)  # by screen id
    _seen: dict[str, str] = field(default_factory=dict)  # by id of a screen or name of an element, where it was first
    _pending: list[Level] = field(default_factory=list)  # levels of the last action, whose gain is not known yet
    _outcomes: dict[tuple[ScreenKey, Group, str], dict[str, ActionResult]] = field(default_factory=dict)  # by element
    _names: dict[tuple[ScreenKey, str], str] = field(default_factory=dict)  # names that are more than the element id
    _homes: dict[str, str] = field(default_factory=dict)  # by element's name, the layout it is on; "" if on several
    _from: str = ""  # id of the screen on which the last action was done
    _returned: bool = False  # whether it led back to an earlier screen
    _begun: list[tuple[ScreenKey, Trial]] = field(default_factory=list)  # the last action, until its effect is seen
    _tried_before: set[tuple[str | ScreenKey, Trial]] = field(default_factory=set)  # as `tried`, in earlier rounds
    _done: dict[ScreenKey, dict[Trial, Group]] = field(default_factory=dict)  # by page, what was tried in this round
    _known_before: int = 1  # layouts known when this round began, the first page's included
    _refusals: Counter[tuple[str, str, str]] = field(default_factory=Counter)  # by words, role and kind of action
    _under_way: tuple[ScreenKey, Mapping[Trial, Group]] | None = None  # the last action, until its result is known

    def look(
        self, page: ScreenKey, screen: Screen, kinds: Mapping[str, list[str]], *, typed: bool, all_in: bool
    ) -> None:
        """Update the untried actions of a page from its screen, and count how much new the last action has shown.

        kinds: by element id, the kinds of action that may be tried.
        typed: True if a field holds a text that the explorer typed.
        all_in: True if the page does not scroll: then an element that is out of sight is gone.
        """
        self._layouts[page[0]] = name = structure_of(screen)
        names = {element.id: crawl_name(element) for element in screen.elements}
        self._names |= {(page, each): own for each, own in names.items() if own != each}
        for start, trial in self._begun:
            if start != page and self.layout(start) == name:
                self.tried = self.tried - {(name, trial)} | {(start, trial)}
        self._begun, self._under_way = [], None
        for own in names.values():
            if self._homes.setdefault(own, name) != name:
                self._homes[own] = ""
        refused = {(e.id, kind) for e in screen.elements for kind in kinds.get(e.id, ()) if self._is_refused(e, kind)}
        held = {trial: group for trial, group in self.open.get(page, {}).items() if trial[:2] not in refused}
        left = {t: g for t, g in held.items() if t[2] != typed or not (all_in or t[0] in kinds)}
        for element in screen.elements:
            trials = [(element.id, k, typed) for k in kinds.get(element.id, ()) if (element.id, k) not in refused]
            left |= {trial: self.group(element, screen) for trial in trials if not self._tried(page, trial)}
        self.open[page] = left
        self._count(page, screen, names, typed=typed)

    def _count(self, page: ScreenKey, screen: Screen, names: Mapping[str, str], *, typed: bool) -> None:
        """Count how much new the last action has shown: a new screen, and the promise of what is new on it.

        names: name of each element of the screen, by its id.
        A page on which most was seen before, such as that of another contact, is no new one and promises nothing. An
        action that returned to an earlier screen, or stayed on its screen, does not show where others lead, too.
        """
        shown = screen.screen_id
        new = {shown, *names.values()} - self._seen.keys()
        inner = {names[each.id] for each in screen.elements if each.text != screen.heading} or {*names.values()}
        other = shown in new and len(inner - new) < _ALIKE_SHARE * len(inner)
        stayed = shown == self._from
        offers = self.offers(page, typed=typed) if self._pending and (other or stayed) else ()
        promised = sum(gain for gain, trial in offers if self._name(page, trial[0]) in new)
        if shown in new and not other:
            firsts = sorted(self._seen[each] for each in inner - new)
            shown = max(firsts, key=firsts.count, default=shown)  # it counts as the screen that it is most like
        add(self.yields, self._pending, "" if stayed or self._returned else shown, promised, new=other)
        self._pending, self._seen = [], dict.fromkeys(new, screen.screen_id) | self._seen

    def offers(self, page: ScreenKey, *, typed: bool) -> list[tuple[float, Trial]]:
        """Return the untried actions of a page as (expected gain, action).

        The gain says how much new the action will probably show. Of a group of elements, each further one counts less,
        because it may do the same as the first. Actions that were tried on another page of the same layout are left
        out.
        typed: True for the actions to try once the form is filled in.
        """
        found: list[tuple[float, Trial]] = []
        groups: Counter[tuple[Group, str]] = Counter()
        for trial, group in self.open.get(page, {}).items():
            covered = (page[0], *trial[:2]) in self.covered
            left = trial[2] == typed and not self._tried(page, trial) and (typed or not covered)
            known = self._known(page, group, trial[1])
            if left and known in {"", _NOTHING_NEW}:
                groups[group, trial[1]] += 1
                share = _COVERED if known or covered else 1.0
                gain = expected(self.yields, *self._levels(page, trial, group))
                found.append((share * gain / groups[group, trial[1]], trial))
        return found

    def again(self) -> bool:
        """Begin a new round, in which all tried actions are offered again; return False if that is useless.

        A new round makes sense because the app was changed meanwhile. It is useless if the last round has shown no new
        layout.
        """
        known = len(set(self._layouts.values()))
        if known == self._known_before:
            return False
        self._known_before = known
        for page, done in self._done.items():
            self.open.setdefault(page, {}).update(done)
        self._tried_before |= self.tried
        self._done, self._outcomes, self.tried = {}, {}, set()
        return True

    def begin(self, page: ScreenKey, trial: Trial, group: Group, *, again: bool = False) -> None:
        """Note that an action is being tried.

        again: True if it may be tried once more.
        """
        name, (element_id, kind, typed) = self.layout(page), trial
        own = self._name(page, element_id)
        self._pending, _ = self._levels(page, trial, group)
        self._from, self._returned = page[0], False
        self._grouped.add((page[0], *group, kind, typed))
        self._touched.add((own, kind))
        done = [(own, kind, typed), (own, kind, False)]
        self.tried |= set() if again else {(name, each) for each in done}
        self._begun = [(page, each) for each in done if own.endswith(group[0]) and not again]  # a row is no "Next"
        self._done.setdefault(page, {})[trial] = group
        taken = {(element_id, kind, state) for state in (typed, False)} & self.open[page].keys()
        self._under_way = page, {each: self.open[page].pop(each) for each in taken}

    def put_back(self) -> None:
        """Let the action that was under way when the crawl was cut off count as untried."""
        if self._under_way:
            page, taken = self._under_way
            own = {(self._name(page, trial[0]), *trial[1:]) for trial in taken}
            self.tried = {each for each in self.tried if each[0] not in (page, self.layout(page)) or each[1] not in own}
            self.open[page] |= taken

    def came_to(self, page: ScreenKey, group: Group, element_id: str, kind: str, what: str, screen: Screen) -> None:
        """Remember what an action on an element of a group did.

        what: the action's effect in one word, such as "opens".
        screen: the screen that it led to.
        """
        self._returned, self._under_way = what == "returns", None
        nothing = what == "opens" and self._seen.keys() >= {*map(crawl_name, screen.elements)}
        end = page if self._returned else (structure_of(screen), "") if nothing else screen_key(screen)
        self._outcomes.setdefault((page, group, kind), {})[element_id] = (_NOTHING_NEW if nothing else what, end)

    def has_tried(self, element: Element, screen: Screen, kind: str) -> bool:
        """Tell whether an action was tried on an element of this element's group, on any page."""
        return (*self.group(element, screen), kind) in self.yields

    def tried_on(self, page: ScreenKey) -> int:
        """Return the number of actions tried on a page in this round."""
        return len(self._done.get(page, ()))

    def refuse(self, element: Element, kind: str) -> None:
        """Count a refused action, which is not put back.

        Rows are not counted, since each has words of its own, but icons in them are.
        """
        self._under_way = None
        if bool(element.words) != element.listed:
            self._refusals[_said(element), element.role, kind] += 1

    def _is_refused(self, element: Element, kind: str) -> bool:
        """Tell whether an action was refused twice on elements like this one: items of menus, or icons of rows."""
        return self._refusals[_said(element), element.role, kind] >= _ALIKE

    def retry(self, page: ScreenKey, element_id: str, kind: str) -> None:
        """Let an action count as untried, on all pages."""
        own = self._name(page, element_id), kind
        self.tried = {each for each in self.tried if each[1][:2] != own}
        self._tried_before = {each for each in self._tried_before if each[1][:2] != own}
        self.covered = frozenset(each for each in self.covered if each[1:] != (element_id, kind))

    def retry_changed(self, page: ScreenKey, was: Mapping[str, Label], now: Mapping[str, Label]) -> None:
        """Let what says something else than before an update count as untried. was, now: labels by element id."""
        for name in was.keys() & now.keys():
            if lasting(was[name].text) != lasting(now[name].text):
                for kind in TOUCHES:
                    self.retry(page, name, kind)

    def keep(self, page: ScreenKey, present: AbstractSet[str]) -> None:
        """Drop the untried actions on elements that a page no longer has.

        present: ids of the elements that it has.
        """
        self.open[page] = {trial: group for trial, group in self.open[page].items() if trial[0] in present}

    def group(self, element: Element, screen: Screen) -> Group:
        """Return the group of an element. The elements of a group are expected to do the same.

        A model may have named the group. Otherwise the rows of a list are one group if they are built alike, and so are
        elements at the same place in such rows, and several links outside lists. Rows without a resource-id are a group
        of their screen alone, because the lists of an app may all be built alike, and a single one is no list. Any
        other element is a group by itself. So is a row of a menu, dialog, sheet or drawer, unless it can be switched or
        chosen.
        """
        switch = state_of(element, screen) is not None
        page = {element.window, screen.front.kind} == {"app"} and not side_of_panel(screen.front, screen.size)
        rows = (element.listed or self._repeated(element, screen)) and (page or switch)
        where = "" if id_name(element.resource_id) else screen.screen_id
        if where:
            rows = rows and sum(each.template == element.template for each in screen.elements) > 1
        own = crawl_name(element)
        if screen.front.kind == "dialog" and element.words and own.endswith(element.words):
            own = element.words  # what a dialog asks is part of the name
        built = f"{where}{element.template} {element.shape} {element.row_shape}" if rows else own
        said = _row_kind(element, screen) if rows else ""
        return self.alike.get(element.id, built), bool(element.text), switch, element.role, said

    @staticmethod
    def _repeated(element: Element, screen: Screen) -> bool:
        """Tell whether an element has words and is one of several of a kind, such as the links of a web page."""
        alike = [e for e in screen.elements if e.template == element.template and e.text]
        return bool(element.text) and len(alike) >= _SEVERAL

    def layout(self, page: ScreenKey) -> str:
        """Return the id of a page's layout, which pages that are built alike share, such as those of two contacts."""
        return self._layouts.get(page[0], page[0])

    def _tried(self, page: ScreenKey, trial: Trial) -> bool:
        """Tell whether an action was tried on a page, or on another of its layout."""
        own = self._name(page, trial[0]), *trial[1:]
        return (self.layout(page), own) in self.tried or (page, own) in self.tried

    def _name(self, page: ScreenKey, element_id: str) -> str:
        """Return the name of an element of a page: see `crawl_name`."""
        return self._names.get((page, element_id), element_id)

    def _levels(self, page: ScreenKey, trial: Trial, group: Group) -> tuple[list[Level], float]:
        """Return the keys under which an action's gain is counted, the most general first, and a first estimate.

        What nobody has tried usually shows more than what is familiar, so each kind of familiarity is counted by
        itself, except among those of the group. What is on several layouts, such as a menu button, is counted for none
        of them.
        """
        name, (element_id, kind, typed) = self.layout(page), trial
        known, home = self._familiar(page, trial, group), self._homes.get(self._name(page, element_id), name)
        prior = _STAYS if group[2] else _PRIORS.get(kind, _STAYS)
        levels: list[Level] = [(known, group[2], kind), (known, home, kind), (known, *group[2:4], kind)]
        listed = [(*group[:4], kind)] if group[4] else []  # all rows of the list
        return [*levels, *listed, (*group, kind), (name, *group, kind, typed)], prior * _FAMILIAR[known]

    def _familiar(self, page: ScreenKey, trial: Trial, group: Group) -> int:
        """Return how familiar an action is.

        0: nothing of its group was tried. 1: another of its group was, on this screen. 2: the same was, elsewhere. 3:
        another of its group was, but only elsewhere.
        """
        if (page[0], *group, *trial[1:]) in self._grouped:
            return 1
        if (self._name(page, trial[0]), trial[1]) in self._touched:
            return 2
        return 3 if (*group, trial[1]) in self.yields else 0

    def _known(self, page: ScreenKey, group: Group, kind: str) -> str:
        """Return the effect that elements of a group had on a page if enough of them had the same one, else ""."""
        done = Counter(self._outcomes.get((page, group, kind), {}).values())
        enough = _ALIKE if group[1] else _ALIKE_BARE
        ((what, _), times), *others = done.most_common() or [(("nothing", page), 0)]
        same = what != "nothing" and times >= enough + _ALIKE * sum(other for _, other in others)
        return what if same else ""


def crawl_name(element: Element) -> str:
    """Return the name by which an element is known on all pages.

    It is the id, where this is made of a resource-id of the app or of words. To any other id the words are added: the
    only button of each page would have the same id otherwise, whatever it says. In a dialog about a row it is the id
    that it has in the dialogs of all such rows.
    """
    if element.kind_id:
        return element.kind_id
    own = id_name(element.resource_id) and not element.resource_id.startswith("android:")
    return element.id if own or element.listed else f"{element.id} {element.words}".strip()


def _is_bare(element: Element) -> bool:
    """Tell whether an element is an icon without words in a row, as each row of the list has one."""
    return element.listed and not element.words


def _said(element: Element) -> str:
    return element.template if _is_bare(element) else element.words


def _row_kind(element: Element, screen: Screen) -> str:
    """Return the words of a row that other rows of its list have at the same place, such as "Overdue" below a name.

    The first words are its name, and numbers, dates and amounts are left out. Rows that share such words probably lead
    to pages of one kind, and a row without them to another.
    """
    rows = [_values(each) for each in screen.elements if each.template == element.template]
    times = Counter(value for values in rows for value in values)
    return PARTS.join(sorted(value for value in _values(element) if times[value] > 1))


def _values(row: Element) -> set[str]:
    return {lasting(part) for part in row.text.split(PARTS)[1:]} - {""}


REMEMBERED = (
    "open", "tried", "yields", "alike", "_grouped", "_layouts", "_seen", "_pending", "_outcomes",
    "_names", "_touched", "_homes", "_from", "_returned", "_begun", "_done", "_known_before",
    "_refusals", "_tried_before",
)  # fmt: skip
