"""Find pages and elements of an app by name, and the paths to them that may be walked without asking a model."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import cache, partial

from appagent.actions import Back, LongPress, Tap
from appagent.documents.facts import effect_in, is_listed, seen_in, words_in
from appagent.documents.lookup.tabs import later_ends
from appagent.documents.map.app_map import RETURNING, KnownLabels, Map, closes_its_page, names_leading_back
from appagent.documents.map.kinds import in_known_kind
from appagent.documents.map.labels_ahead import kind_of_row
from appagent.documents.map.led_to import keeps_title, same_dialog, same_tab, steps_told
from appagent.documents.map.menus import by_template, contents_of, menus, rows_of_contents
from appagent.documents.map.named_rows import NamedRows
from appagent.documents.map.page_kinds import PageKinds
from appagent.documents.map.place import BACK, ROW, SEPARATOR, Place, is_page, matching, names_of
from appagent.documents.map.row_buttons import elements_of, in_row, is_of_each_row, leads_alone
from appagent.documents.outcomes.list_changes import vanished
from appagent.documents.values import text_hash
from appagent.screen import Element, Screen
from appagent.screen.finding_again.resolve import under_known_names
from appagent.screen.language.lexicon import UP, folded, listed
from appagent.screen.names.labels import PARTS, Label, id_name, name_in, same
from appagent.screen.names.wizard import counts_steps
from appagent.screen.transitions import Path, ScreenKey, Transition, back_to, screen_key
from appagent.store import Record

_PAGE = "page"  # kind of the label of a page
_FARTHEST = 12  # actions on a path of the whole map
_NAMED = ("button", "check", "choice", "slider", "number")  # kinds of labels that have a name of their own


class KnownMap:
    """Map of an app on which pages and elements are found by name; it is made from documents and grows during a run.

    records: the app's documents in force, best first. labels: what this machine has seen on the app's screens.
    known_as: function that returns the id under which a screen is known. in_goal: function that tells whether the goal
    names a text. A row of contents, such as a file in a list, is on a path only if the goal names it.
    `dialogs` are the keys of the pages that are dialogs or menus.
    """

    def __init__(
        self,
        records: Iterable[Record],
        labels: KnownLabels | None = None,
        known_as: Callable[[Screen], str] = lambda screen: screen.screen_id,
        in_goal: Callable[[str], bool] = lambda text: False,
    ) -> None:
        known = list(records)
        self.map = Map(known, labels)
        trusted = [each for each in known if not each.untrusted]
        sure, self._later = Map(trusted, labels).labels, later_ends(trusted)
        told = {(page, key) for page, found in self.map.labels.items() for key in ("", *found)}  # "" for the page
        self._claimed = told - {(page, key) for page, found in sure.items() for key in ("", *found)}
        self.records = {each.id: each for each in known}
        self._known_as, self._of_goal = known_as, cache(in_goal)  # asked of each row on the way to each place
        self._asked: set[str] = set()  # folded names that the agent gave
        self._seen: set[ScreenKey] = set()
        self._now: tuple[ScreenKey, Screen] | None = None  # the screen that was seen last, and its key
        self._orders: dict[ScreenKey, list[str]] = {}  # names in sight when a page was seen last, in reading order
        self._gone: set[str] = set()  # names that vanished from a page during this run, and were not seen since
        self._names = {name for each in known for name in (each.element_id, each.template, each.screen_id)}
        self._page_kinds = PageKinds(self.map)
        self._menus = menus(known, self.map, self._page_kinds.general)
        self._is_menu = by_template(self._menus, known)
        self._tried = self._names - rows_of_contents(self._menus, known)
        every = (each for several in self.map.transitions.values() for each in several.values())
        self.dialogs = {each.to for each in every if effect_in(self.records[each.document]).dialog}
        self._contents = self._names_of_contents()
        self._closing = {
            (each.screen_id, each.element_id) for each in known if effect_in(each).effect in RETURNING
        }  # elements that close their page, by screen id
        self._leading_back = names_leading_back(trusted) | {*listed(UP)}
        self._rows = NamedRows(self.map, self.records, self._menus, self._in_goal, self._contents_of)
        for page in list(self.map.labels):
            self._rows.lead_on(page)
        for page, opener in self.map.only_openers().items():
            self.map.transitions.setdefault(page, {}).setdefault(back_to(opener).key, back_to(opener))

    def ask_for(self, names: Iterable[str]) -> None:
        """Take rows with these names, which the agent gives, for rows that the goal names."""
        new = {folded(each) for each in names} - self._asked
        self._asked |= new
        for page in list(self.map.labels) if new else ():
            self._rows.lead_on(page)

    def _in_goal(self, text: str) -> bool:
        return folded(text) in self._asked or self._of_goal(text)

    def _names_of_contents(self) -> set[str]:
        every = ((page[0], each) for page in self.map.labels for each in self._contents_of(page))
        return {folded(each.name) for screen, each in every if self._is_menu.get((screen, each.template)) is False}

    def __bool__(self) -> bool:
        """Tell whether the map has any transition."""
        return any(self.map.transitions.values())

    def seen(self, screen: Screen, *, scrolled: bool = False, tapped: str = "") -> tuple[Screen, ScreenKey]:
        """Add a screen to the map, and return it with the ids that the map uses, and with its key on the map.

        A name that vanished while its neighbours stayed was changed or deleted, and is no place until it is seen again.
        scrolled: True if names may only have been scrolled out of sight since the screen before. tapped: id of the
        element that led here, as to a tab; the title there may say which row the page or dialog is about this time.
        """
        known = under_known_names(in_known_kind(screen, self._names), self._names)
        if known.screen_id not in self._names:
            known = under_known_names(replace(known, screen_id=self._known_as(screen)), self._names)
        here = self.map.visit(known, self._led_to(known, tapped))
        self._seen.add(here)
        self._now = here, known
        names = [folded(name_in(each.text)) for each in known.elements if each.text]
        went = [] if scrolled else vanished(self._orders.get(here, []), names)
        self._orders[here], self._gone = names, (self._gone | {*went}) - {*names}
        self.map.inherit(here, {element.id for element in known.elements})
        self._rows.lead_on(here)
        return known, here

    def _led_to(self, screen: Screen, tapped: str) -> ScreenKey | None:
        """Return the key of the page to which element `tapped` is known to lead; None if the page is known."""
        if not (tapped and self._now) or screen_key(screen) in self.map.labels:
            return None
        page, before = self._now
        known = [each for each in self.map.transitions.get(page, {}).values() if each.document in self.records]
        taken = [each for each in known if any(one.id == tapped for one in self.elements(each, before))]
        ends = {each.to: effect_in(self.records[each.document]) for each in taken}
        if screen.front.kind == "dialog":
            return same_dialog(screen, ends.keys() & self.dialogs, self.map)
        return same_tab(screen, tapped, page, ends)

    def paths(self, here: ScreenKey) -> dict[ScreenKey, Path]:
        """Return the shortest path to each page that can be walked to, by page; trusted documents are preferred.

        So are, after that, those of tabs that show the page which they showed at first.
        """
        return self._paths(here, self._usable)

    def path_to(self, place: Place, here: ScreenKey) -> Path | None:
        """Return the path to the page of a place, or None if no path is known."""
        found = self.paths(here).get(place.page)
        return self._through_rows(here).get(place.page) if found is None and self._is_sought(place) else found

    def _paths(self, here: ScreenKey, usable: Callable[[Transition], bool]) -> dict[ScreenKey, Path]:
        def fits(doubts: int, each: Transition, path: Path) -> bool:
            # after a step on, nobody knows where the back key leads: it depends on how the page was reached
            back = each.action != Back.kind or all(one.action == Back.kind for one in path)
            doubt = 2 * self._untrusted(each) + (each.document in self._later)
            return back and doubt <= doubts and usable(each) and self._is_there(each, path[-1].to if path else here)

        found = (self.map.paths(here, partial(fits, doubts)) for doubts in (3, 1, 0))
        return {page: path for paths in found for page, path in paths.items()}  # the surest ones, which come last

    def _through_rows(self, here: ScreenKey) -> dict[ScreenKey, Path]:
        """Return the shortest path to each page, by page; paths may go through rows of contents, such as folders."""
        return self._paths(here, lambda each: each.onward)

    def _is_sought(self, place: Place) -> bool:
        """Tell whether a place is a row of contents, such as a file, that the goal names."""
        return place.label is not None and self._in_goal(place.name) and place.label in self._contents_of(place.page)

    def _is_there(self, transition: Transition, page: ScreenKey) -> bool:
        """Tell whether the element of a transition may still be on its page.

        It is not if its name vanished from the page, or if it has no name and the page is in front without it.
        """
        name = transition.row or self.label_of(transition, page)
        if name or self._now is None or self._now[0] != page or transition.action == Back.kind:
            return folded(name) not in self._gone
        return bool(self.elements(transition, self._now[1]))

    def places(self, here: ScreenKey) -> list[Place]:
        """Return all places on the other pages that can be walked to from a page, the nearest first.

        Elements that only close their page or lead up from it are left out.
        """
        known = self.paths(here)
        found = [
            self._place(page, each, here, path)
            for page, path in known.items()
            for each in self._labels(page)
            if path and not self._closes(page, each)
        ]
        within = {page: path for page, path in self._through_rows(here).items() if page not in known}
        rows = [self._place(page, each, here, path) for page, path in within.items() for each in self._labels(page)]
        outside = {folded(each.name) for page in known for each in self._labels(page)}
        return [*found, *(each for each in rows if self._is_sought(each) and folded(each.name) not in outside)]

    def whole(self, here: ScreenKey) -> list[Place]:
        """Return all places on the other pages with their paths from a page, of twelve actions at most, nearest first.

        Input fields are among them, and what lies behind rows of contents. In a path a row is called `ROW` where others
        of its kind open the same screen.
        """
        known, through = self.paths(here), self._through_rows(here)
        pages = sorted({**through, **known}.items(), key=lambda each: len(each[1]))
        return [
            place
            for page, path in pages
            for each in self._labels(page, ("field",))
            if 0 < len(path) <= _FARTHEST and not self._closes(page, each)
            if (place := self._place(page, each, here, path, whole=True)).name and place.steps
        ]

    def named(self, name: str, here: ScreenKey, kinds: Collection[str] = ()) -> list[Place]:
        """Return the places that have a name, on all pages of the map, the nearest first.

        An element that opens the page of its name is left out, because the page is meant, unless `kinds` asks for
        such elements.
        name: the name, or a path such as "Display > Screen timeout"; places whose whole path this is are preferred.
        kinds: kinds of labels, such as "check", if controls are looked for; input fields are found only so.
        """
        paths, wanted = self.paths(here), names_of(name)
        pages = sorted(self.map.labels, key=lambda page: (page not in paths, len(paths.get(page, ()))))
        every = [self._place(page, each, here, paths.get(page)) for page in pages for each in self._labels(page, kinds)]
        every += [each for each in self.places(here) if each.page not in paths]
        controls = [each for each in every if each.label and each.label.kind in kinds]
        found = matching(controls, wanted) or matching(every, wanted)
        ends = {each.page for each in found if each.label is None}
        others = [each for each in found if each.label and each.label.kind not in kinds]
        return [each for each in found if each not in others or not self._opens_one(each, ends)]

    def opens(self, place: Place) -> bool:
        """Tell whether a tap on a place is known to open a page, a dialog or a menu.

        False for a place that is a page.
        """
        known = self.map.transitions.get(place.page, {})
        found = known.get((place.label.element_id, Tap.kind)) if place.label and place.label.element_id else None
        return found is not None and found.onward

    def expected(self, transition: Transition, start: ScreenKey, here: ScreenKey) -> bool:
        """Tell whether a transition from page `start`, which led to page `here`, led where its document says."""
        record = self.records.get(transition.document)
        if is_page(here, transition.to) or record is None:
            return is_page(here, transition.to)
        seen = seen_in(record)
        if here[0] != transition.to[0] or seen is None:
            return False
        same_start = start[1] == seen.title or text_hash(start[1]) == seen.page
        own = same_start and record.element_id == transition.element_id
        told = seen.to_title or (seen.to_page if own else "")
        kept = start[1] == here[1] and keeps_title(seen)
        return kept or not told or same(told, here[1]) or told == text_hash(here[1])

    def elements(self, transition: Transition, screen: Screen) -> list[Element]:
        """Return the elements of a screen that a transition may be about, as `resolve` finds them by its document."""
        record = self.records.get(transition.document)
        if transition.row:
            return in_row(transition.row, transition.template, screen)
        if self.of_some_row(transition):
            return [each for each in screen.elements if each.template == transition.template]
        return elements_of(transition, record.facts if record else None, screen)

    def label_of(self, transition: Transition, start: ScreenKey, opening: Transition | None = None) -> str:
        """Return the name of the element of a transition from a page, or "" if it has none or is the back key.

        A button of a row has the name of the row before its own, as in "Song > More options".
        opening: the transition to the page, if only words that it has for each row count.
        """
        if transition.row:
            return SEPARATOR.join(filter(None, (transition.row, self._button_name(transition, start))))
        label = self.map.labels.get(start, {}).get(transition.element_id)
        label = self._rows.shared(label, opening) if label and opening else label
        return label.name if label and label.kind in _NAMED else ""

    def of_some_row(self, transition: Transition) -> bool:
        """Tell whether a transition begins with a button that every row of a list has, without saying which row."""
        record = self.records.get(transition.document)
        return record is not None and not transition.row and is_of_each_row(transition, record, self.map)

    def _button_name(self, transition: Transition, start: ScreenKey) -> str:
        """Return the name of a button of a row: the words that such buttons have in all rows, or its resource-id."""
        alike = (each for each in self.map.labels.get(start, {}).values() if each.template == transition.template)
        own = next((each.name for each in alike if each.kind in _NAMED), "")
        record = self.records.get(transition.document)
        return own or id_name(str(record.facts.get("resource_id", "")) if record else "")

    def closed(self, transition: Transition, start: ScreenKey) -> None:
        """Remove a transition from the map, because it did not lead where its document says."""
        kept = {name: each for name, each in self.map.transitions.get(start, {}).items() if each != transition}
        self.map.transitions[start] = kept

    def _place(
        self, page: ScreenKey, label: Label, here: ScreenKey, path: Path | None, *, whole: bool = False
    ) -> Place:
        """Return the place of a label. whole: True if it is one of the whole map, on which a row may be any row."""
        taken = steps_told(here, path or (), self.records, self.map, whole=whole)
        steps = self._steps(taken, whole=whole)
        if whole and path and label.kind != _PAGE and self._of_another_row(page, steps):
            label = self._rows.shared(label, path[-1])
        own = label if label.kind != _PAGE else None
        claimed, been = (page, own.key if own else "") in self._claimed, page in self._seen
        untrusted = claimed or any(map(self._untrusted, path or ()))
        dialog = own is None and page in self.dialogs
        held = tuple(name for name, (_, each) in zip(steps, taken, strict=True) if each.action == LongPress.kind)
        says = () if own is None or own in self._contents_of(page) else tuple(own.text.split(PARTS)[1:])
        return Place(
            label.name, page, own, (*steps, label.name) if own else steps, path is not None, been, untrusted, dialog,
            held, says, takes=self._takes(page, label), of_some_row=any(map(self.of_some_row, path or ())),
        )  # fmt: skip

    def _steps(self, taken: Sequence[tuple[ScreenKey, Transition]], *, whole: bool) -> tuple[str, ...]:
        """Return the names of the steps of a path, as a place has them. whole: as for `_place`."""
        steps = list[str]()
        for before, (start, each) in zip((None, *(each for _, each in taken)), taken, strict=False):
            opening = before if whole and self._of_another_row(start, steps) else None
            name = self.label_of(each, start, opening) or self._in_words(each)
            steps.append(ROW if whole and self._is_any_row(each, start) else name)
        return tuple(steps)

    def _of_another_row(self, page: ScreenKey, steps: Collection[str]) -> bool:
        """Tell whether a page is known from a row that is not the one on the path to it, such as another contact."""
        return ROW in steps or (self._foreign(page[1]) and page[1] not in steps)

    def _takes(self, page: ScreenKey, label: Label) -> str:
        """Return "switch", "slider", "number", "field" or "choice" if a label is that of one, else "".

        A choice is a radio button, what closed its dialog when it was tapped, or one of several alike in a dialog.
        """
        alike = [each for each in self.map.labels.get(page, {}).values() if each.template == label.template]
        chooses = (page[0], label.element_id) in self._closing or (page in self.dialogs and len(alike) > 1)
        named = {"check": "choice" if chooses else "switch"}
        return named.get(label.kind, label.kind if label.kind in ("choice", "slider", "number", "field") else "")

    def _in_words(self, transition: Transition) -> str:
        """Return words for a transition whose element has no name: "(back)", or the title of the page that it opens."""
        if transition.action == Back.kind:
            return BACK
        title = transition.to[1]
        return "" if "#" in title or counts_steps(title) or self._foreign(title) else title

    def _opens_one(self, place: Place, pages: set[ScreenKey]) -> bool:
        """Tell whether the element of a place opens one of some pages."""
        name = place.label.element_id if place.label else ""
        known = self.map.transitions.get(place.page, {}).values()
        return any(each.to in pages for each in known if name and each.element_id == name)

    def _labels(self, page: ScreenKey, more: Collection[str] = ()) -> list[Label]:
        """Return a label for a page itself, if it has a title, and the labels of its elements that have names.

        A numbered step of a wizard is no page to go to, and the number that a slider holds is no name.
        more: kinds of labels to return besides those that are places, such as "field".
        """
        contents, general = self._contents_of(page), self._page_kinds.general
        kept = [each for each in self.map.labels.get(page, {}).values() if each.kind in {*_NAMED, *more} and each.name]
        kept = [e for e in kept if e.element_id not in general and (e not in contents or self._in_goal(e.name))]
        kept = [each for each in kept if each.kind != "slider" or any(map(str.isalpha, each.name))]
        # a number may have two labels, as + stands for it where − was disabled
        once = {each.name if each.kind == "number" else each.key: each for each in kept}
        own = bool(page[1]) and not ("#" in page[1] or counts_steps(page[1]) or self._foreign(page[1]))
        named = [Label(page[1], _PAGE)] * own + [*once.values()]
        return [each for each in named if folded(each.name) not in self._gone]

    def _closes(self, page: ScreenKey, label: Label) -> bool:
        """Tell whether the element of a label only closes its page, or leads up from it."""
        known = self.map.transitions.get(page, {}).values() if label.element_id else ()
        told = [self.records.get(each.document) for each in known if each.element_id == label.element_id]
        return closes_its_page(filter(None, told)) or folded(label.name) in self._leading_back

    def _contents_of(self, page: ScreenKey) -> set[Label]:
        shared = self._page_kinds.shared(found := self.map.labels.get(page, {}).values())
        return contents_of(page[0], found, self._is_menu, self._tried, shared, dialog=page in self.dialogs)

    def _usable(self, transition: Transition) -> bool:
        """Tell whether a path may take a transition.

        It may always take the back key, and never one that saves or returns, or that needs a field to be filled in. It
        may not go through a row of contents, or to a page named after one, unless the goal names the row.
        """
        record = self.records.get(transition.document)
        if transition.action == Back.kind or record is None or effect_in(record).needs:
            return transition.action == Back.kind
        name = transition.row or self._shown_name(transition, record.screen_id)
        if not transition.onward or self._in_goal(name):
            return transition.onward
        row = is_listed(record)  # a tab without words may have the template of rows below it
        own = bool(words_in(record)) or not row or self._menus.get(kind_of_row(record), True)
        own = own or (not name and leads_alone(transition, record.screen_id, self.map))
        return own and not (row and (self._foreign(name) or self._foreign(transition.to[1])))

    def is_row(self, transition: Transition) -> bool:
        """Tell whether a transition begins with a row of a list, by its document."""
        record = self.records.get(transition.document)
        return record is not None and is_listed(record)

    def _is_any_row(self, transition: Transition, start: ScreenKey) -> bool:
        """Tell whether a transition begins with a row of contents, and one beside it opens the same screen."""
        several = not (leads_alone(transition, start[0], self.map) and self.label_of(transition, start))
        return self.is_row(transition) and several and not self._usable(transition)

    def _foreign(self, name: str) -> bool:
        """Tell whether a name is that of contents, such as a file, that the goal does not name."""
        return bool(name) and folded(name) in self._contents and not self._in_goal(name)

    def _shown_name(self, transition: Transition, screen_id: str) -> str:
        found = (own.get(transition.element_id) for page, own in self.map.labels.items() if page[0] == screen_id)
        return next((each.name for each in found if each), "")

    def _untrusted(self, transition: Transition) -> bool:
        return transition.document in self.records and self.records[transition.document].untrusted
