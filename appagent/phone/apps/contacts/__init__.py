"""Contacts: people under their letters, favourites, and what keeps them in order."""

from collections.abc import Callable, Sequence
from functools import partial

from PIL import ImageDraw

from appagent.phone import fonts
from appagent.phone.app import Dialog, Page
from appagent.phone.apps.contacts.book import Contact, digits, numbers_of
from appagent.phone.apps.contacts.cards import GOLD
from appagent.phone.apps.contacts.organise import Organise
from appagent.phone.apps.contacts.provided import Provided
from appagent.phone.apps.contacts.seeds import WORDS
from appagent.phone.dialogs import menu
from appagent.phone.parts import bottom_bar, header, nothing_here, photo, search_bar, tint, with_fab
from appagent.phone.theme import Theme
from appagent.phone.ui import Canvas, Column, Frame, Handler, Icon, IconButton, List, Row, Space, Text, Widget


class Contacts(Organise, Provided):
    """Hold a row down to choose it and others; a touch on the letters at the side goes there in the list."""

    package = "com.example.contacts"
    label = "Contacts"
    icon = "contacts"
    colour = "#2f6f9f"
    version = "4.16.2"
    words = {"zh": WORDS}

    def begin(self) -> None:
        """The first tab, nobody chosen."""
        super().begin()
        self._tab, self._query = 0, ""
        self._chosen: list[Contact] = []

    def home(self) -> Page:
        """The chosen tab under the bar to search, over the bar of tabs; or those that are chosen."""
        if self._chosen:
            body: Widget = Frame([self.everybody()], weight=1)  # as deep as with the button: the list stays where it is
            return Page(Column([self.chosen_bar(), body]), activity="PeopleActivity", title="Selection",
                        on_back=self.choose_none)  # fmt: skip
        tabs = [("person", "Contacts"), ("star", "Favourites"), ("gear", "Organise")]
        body = (self.with_button, self.favourites, self.organise)[self._tab]()
        bar = bottom_bar([(icon, self.t(name)) for icon, name in tabs], self._tab, self.setter("_tab"))
        return Page(Column([self.top(), body, bar]), activity="PeopleActivity", title=tabs[self._tab][1],
                    snack_at=152)  # fmt: skip  # above the round button, which is above the tabs

    def top(self) -> Widget:
        """What looks like a field leads to the search."""
        more = IconButton("more", id="overflow", desc=self.t("More options"), on_tap=partial(self.ask, self.more))
        words = Text(self.t("Search contacts"), color="text2", weight=1, pad=(14, 0, 0, 0))
        bar = Row([Icon("search"), words, more], id="open_search_bar", height=48, background="surface", radius=24,
                  pad=(16, 0, 0, 0), on_tap=self.look_for)  # fmt: skip
        return Row([bar], pad=(12, 8, 12, 8))

    def more(self) -> Dialog:
        """Behind the three dots."""
        return menu(self, (self.t("Select all"), lambda: self.setter("_chosen")(self.shown())),
                    (self.t("Blocked numbers"), partial(self.open, self.blocked_page)),
                    (self.t("Settings"), partial(self.open, self.settings)), gravity="top right")  # fmt: skip

    # The list

    def with_button(self) -> Widget:
        """The list, and a button for a new contact."""
        return with_fab(self.everybody(), "plus", partial(self.edit, None), id="floating_action_button")

    def everybody(self) -> Widget:
        """Rows under their letters, the letters again at the side."""
        people = self.shown()
        rows: list[Widget] = [header(self.some("{} contacts", len(people)))]
        tops: dict[str, int] = {}  # where each letter begins
        for person in people:
            letter = self.letter(person)
            if letter not in tops:
                tops[letter] = len(rows)
                rows.append(header(letter))
            rows.append(self.row(person))
        if not people:
            rows = [nothing_here("person", self.t("No contacts"))]
        listed = List(rows, id="contact_list", loads=0.3)
        return Row([listed, *([self.index(tops)] if tops else [])], height="fill")

    def index(self, tops: dict[str, int]) -> Widget:
        """The letters at the side: one node for the hierarchy; a finger on it, or along it, moves the list."""

        def touched(down: float) -> None:
            self.scroll_to("contact_list", list(tops.values())[min(int(down * len(tops)), len(tops) - 1)])

        strip = Column(
            [Canvas(partial(_paint_letters, list(tops)), width="fill", weight=1, in_tree=False)],
            weight=1, on_touch=lambda at: touched(at[1]), on_stroke=lambda points: touched(points[-1][1]),
        )  # fmt: skip
        return Column([strip, Space(height=96)], width=24, height="fill")  # the button for a new contact is below

    def row(self, person: Contact) -> Widget:
        """A picture, which opens a small card, and the name."""
        chosen, name = person in self._chosen, self.called(person)
        face = self.small_face(person)
        if chosen:
            face = Icon(
                "check", id="contact_photo", size=20, color="on_primary", background="primary", radius=20, pad=10
            )
        if self._chosen:
            face.desc, face.on_tap = self.t("Select {}").format(name), partial(self.choose, person)
        words = [Text(name, id="cliv_name_textview", lines=1)]
        if self.show_company and person.company and person.company != name:
            words.append(Text(person.company, size=13, color="text2", lines=1))
        star = [Icon("star_full", size=16, color=GOLD)] if person.starred else []
        return Row([face, Column(words, weight=1, pad=(16, 0, 8, 0)), *star], id="cliv_root", pad=(16, 8, 8, 8), selected=chosen,
                   on_tap=partial(self.touch, person), on_hold=partial(self.choose, person))  # fmt: skip

    def touch(self, person: Contact) -> None:
        """A tap on a row: choose, or look at."""
        if self._chosen:
            self.choose(person)
        else:
            self.open(self.card, person)

    # Some that are chosen

    def choose(self, person: Contact) -> None:
        """One more, or one less."""
        self._chosen = [one for one in self._chosen if one is not person] + ([] if person in self._chosen else [person])

    def choose_none(self) -> None:
        """Done with them."""
        self._chosen = []

    def chosen_bar(self) -> Widget:
        """How many, and what to do with them: icons, of which the last opens a menu."""
        people = tuple(self._chosen)
        doings: list[tuple[str, str, Handler]] = [
            ("share", self.t("Share"), partial(self.share_people, *people)),
            ("tag", "", partial(self.ask, self.labels_dialog, people)),
            ("trash", "", partial(self.ask, self.delete_sure, people, self.choose_none)),
            ("more", self.t("More options"), partial(self.ask, self.chosen_menu, people)),
        ]
        words = Text(self.t("{} selected").format(len(people)), size=18, lines=1, weight=1, pad=(8, 0, 0, 0))
        icons = [IconButton(icon, desc=desc, on_tap=do) for icon, desc, do in doings]
        cross = IconButton("close", on_tap=self.choose_none)
        return Row([cross, words, *icons], id="action_mode_bar", height=64, pad=(4, 0, 4, 0), background="surface")

    def chosen_menu(self, people: Sequence[Contact]) -> Dialog:
        """What has no icon of its own."""

        def done(do: Callable[..., object]) -> None:
            self.choose_none()
            do(*people)

        items: list[tuple[str, Handler]] = [(self.t("Select all"), lambda: self.setter("_chosen")(self.shown())),
                                            (self.t("Favourites"), partial(done, self.flip_star))]  # fmt: skip
        if len(people) > 1:
            items.append((self.t("Merge"), partial(done, self.merge)))
        return menu(self, *items, gravity="top right")

    # Favourites and search

    def favourites(self) -> Widget:
        """Tiles of those with a star; the icon on a tile calls."""
        starred = self.in_order(person for person in self.people if person.starred)
        tiles = [self.tile(person) for person in starred]
        if not tiles:
            return List([nothing_here("star", self.t("No favourites"))])
        return List(tiles, columns=2, id="favorites_list", pad=8)

    def tile(self, person: Contact) -> Widget:
        """A large picture, the name and a telephone."""
        name = self.called(person)
        big = photo(person.photo, height=112) if person.photo else Frame(
            [Text(name[:1], size=44, color="#ffffff", gravity="center")], height=112, background=tint(name))  # fmt: skip
        words = Text(name, lines=1, weight=1, pad=(12, 0, 0, 0))
        dial = IconButton(
            "phone", size=20, color="primary", desc=self.t("Call"), on_tap=partial(self.reach, person, self.call)
        )
        card = Column([big, Row([words, dial])], background="surface", radius=12, on_tap=partial(self.open, self.card, person),
                      on_hold=partial(self.ask, self.tile_menu, person))  # fmt: skip
        return Frame([card], pad=6)

    def tile_menu(self, person: Contact) -> Dialog:
        """Shown while a tile is held down."""
        return menu(
            self, (self.t("Remove"), partial(self.flip_star, person)), (self.t("Edit"), partial(self.edit, person))
        )

    def look_for(self) -> None:
        """Begin a search."""
        self._query = ""
        self.open(self.search_page)

    def search_page(self) -> Page:
        """Everybody of whom a name, a number or a company has the words."""
        words = self._query.casefold().strip()
        people = self.in_order(person for person in self.people if words and self.matches(person, words))
        rows: list[Widget] = [self.found(person) for person in people]
        if words and not rows:
            rows = [nothing_here("search", self.t("No results"))]
        bar = search_bar(
            self._query, self.t("Search contacts"), self.setter("_query"), self.close, self.t("Navigate up")
        )
        return Page(Column([bar, List(rows), Space(height=0)]), activity="SearchActivity")

    def matches(self, person: Contact, words: str) -> bool:
        """Whether the words are in what is known of somebody, or the digits in a number."""
        told = (person.first, person.last, self.called(person), person.nickname, person.company, person.email)
        number = digits(words)
        return any(words in one.casefold() for one in told) or any(
            number and number in one for one in numbers_of(person)
        )

    def found(self, person: Contact) -> Widget:
        """Somebody in the results, with a telephone to call at once."""
        about = person.numbers[0].number if person.numbers else person.email
        both = Column([Text(self.called(person), lines=1), self.small(about)], weight=1, pad=(16, 0, 8, 0))
        dial = IconButton("phone", size=20, on_tap=partial(self.reach, person, self.call))
        return Row(
            [self.small_face(person), both, dial], pad=(16, 6, 8, 6), on_tap=partial(self.open, self.card, person)
        )


def _paint_letters(letters: Sequence[str], draw: ImageDraw.ImageDraw, size: tuple[int, int], theme: Theme) -> None:
    """One under the other; where there is no room for all, every second, or third."""
    width, height = size
    tall = theme.px(14)
    step = -(-len(letters) * tall // max(height, 1))
    for number in range(0, len(letters), step):
        face = fonts.font(theme.px(11), True, fonts.runs(letters[number])[0][1])
        middle = min(max((number + 0.5) * height / len(letters), tall / 2), height - tall / 2)
        draw.text((width / 2, middle), letters[number], theme.colour("primary"), face, anchor="mm")
