"""Cards: decks of flash-cards, a list of all of them, and a few to be studied each day."""

from functools import partial

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.cards.library import Deck
from appagent.phone.apps.cards.stats import Statistics
from appagent.phone.apps.cards.words import WORDS
from appagent.phone.dialogs import alert, ask_words, menu, pick_one
from appagent.phone.parts import divider, header, setting, switch_row, with_drawer, with_fab_menu
from appagent.phone.ui import (
    Button,
    Column,
    Handler,
    Icon,
    IconButton,
    List,
    Row,
    Scroll,
    Space,
    Text,
    Widget,
    do_nothing,
)

HELP = "Create a deck and add cards to it. Study a little every day: cards that you know well come less and less often."


class Cards(Statistics):
    """The decks; the bars at the top left show the drawer, the round button what can be added."""

    package = "org.merkzettel.cards"
    label = "Cards"
    icon = "cards"
    colour = "#2d6fb8"
    version = "2.17.6"
    words = {"zh": WORDS}

    def begin(self) -> None:
        """The drawer and the small menu are closed."""
        super().begin()
        self.day_starts, self.reminder, self.vibrate = 4, False, True
        self._drawer = self._adding = False

    def home(self) -> Page:
        """A row for each deck, and what was done today."""
        waiting = sum(sum(self.counts(deck)) for deck in self.decks)
        title = Column([Text(self.t("Cards"), size=20, bold=True, lines=1),
                        Text(self.some("{} cards due", waiting), id="toolbar_subtitle", size=13, color="text2")],
                       weight=1, pad=(12, 0, 0, 0))  # fmt: skip
        bar = Row([IconButton("menu", on_tap=self.flipper("_drawer")), title,
                   IconButton("repeat", size=22, on_tap=lambda: self.toast(self.t("Nothing to synchronise with"))),
                   self.dots(partial(self.ask, self.home_more))], id="toolbar", height=56, pad=(4, 0, 4, 0),
                  background="surface")  # fmt: skip
        rows = [self.deck_row(self.deck(name)) for name in self.deck_names()]
        today = Text(self.some("{} cards studied today", sum(self.answers.values())), id="today_stats_text_view",
                     size=14, color="text2", align="center", width="fill", pad=(88, 16, 88, 16))  # fmt: skip
        listed = List([*rows, today], id="files", loads=0.3)
        items = [("cards", self.t("Create deck"), self.closing(self.add_deck)),
                 ("note", self.t("Add card"), self.closing(self.add)),
                 ("download", self.t("Get shared decks"), self.closing(partial(self.ask, self.import_dialog)))]  # fmt: skip
        page = with_fab_menu(Column([bar, listed]), items, self._adding, self.flipper("_adding"))
        open_now = self._drawer or self._adding
        return Page(with_drawer(page, self.drawer(), self._drawer, self.closing()), activity=".DeckPicker",
                    on_back=self.closing() if open_now else None, title="DeckPicker")  # fmt: skip

    def closing(self, do: Handler = do_nothing) -> Handler:
        """What closes the drawer and the small menu, and then does something."""

        def act() -> None:
            self._drawer = self._adding = False
            do()

        return act

    def deck_row(self, deck: Deck) -> Widget:
        """Its name, which begins at once, and its three counts, which lead to its page."""
        waits, page = bool(self.waiting(deck)), partial(self.open, self.overview, deck)
        sign = Icon("cards", size=20, color="primary" if waits else "hint")
        name = Text(deck.name, id="deckpicker_name", lines=1, weight=1, pad=(16, 0, 8, 0))
        counts = Row(self.count_texts(deck), id="counts_layout", width="wrap", pad=(8, 10, 12, 10), on_tap=page)
        return Row([sign, name, counts], id="deck_picker_row", pad=(16, 6, 4, 6),
                   on_tap=partial(self.study, deck) if waits else page, on_hold=partial(self.ask, self.deck_menu, deck))  # fmt: skip

    def deck_menu(self, deck: Deck) -> Dialog:
        """Shown while a deck is held down."""
        rename = partial(ask_words, self, self.t("Rename"), deck.name, partial(self.rename, deck))
        return menu(self, (self.t("Add card"), partial(self.add, deck)),
                    (self.t("Browse cards"), partial(self.browse, deck)),
                    (self.t("Rename"), rename),
                    (self.t("Deck options"), partial(self.open, self.options, deck)),
                    (self.t("Export"), partial(self.begin_export, deck)),
                    (self.t("Delete"), partial(self.ask, self.deck_sure, deck)))  # fmt: skip

    def home_more(self) -> Dialog:
        """Behind the dots."""
        undo = [(self.t("Undo"), self.undo)] if self._restore else []
        return menu(self, *undo, (self.t("Import"), partial(self.ask, self.import_dialog)),
                    (self.t("Export"), self.begin_export),
                    (self.t("Check cards"), partial(self.ask, self.checked)), gravity="top right")  # fmt: skip

    def checked(self) -> Dialog:
        """What a check of all cards has found."""
        both = self.some("{} cards", len(self.cards)), self.some("{} decks", len(self.decks))
        words = self.t("{} in {}, none of them broken.").format(*both)
        return alert(self.t("Check cards"), words, Button(self.t("OK"), id="android:id/button1", on_tap=self.close))

    def drawer(self) -> list[Widget]:
        """The places that the bars lead to."""
        top = Column([Icon("cards", size=40, color="on_primary"), Space(height=12),
                      Text(self.t("Cards"), size=20, bold=True, color="on_primary")],
                     background="primary", pad=(20, 32, 20, 20))  # fmt: skip
        places = (("cards", "Decks", do_nothing), ("search", "Card browser", self.browse),
                  ("chart", "Statistics", partial(self.open, self.statistics)),
                  ("gear", "Settings", partial(self.open, self.settings)),
                  ("help", "Help", partial(self.ask, self.help)))  # fmt: skip
        return [top, *(setting(self.t(words), icon=icon, on_tap=self.closing(do)) for icon, words, do in places)]

    def help(self) -> Dialog:
        """In three lines how it is used."""
        return alert(self.t("Help"), self.t(HELP), Button(self.t("OK"), id="android:id/button1", on_tap=self.close))

    def settings(self) -> Page:
        """What holds for all decks."""
        hour = f"{self.day_starts}:00"
        rows = [header(self.t("Studying")),
                switch_row(self.t("Show when a card comes again"), self.show_intervals, self.flipper("show_intervals"),
                           self.t("Over the four answers")),
                switch_row(self.t("Show how many are left"), self.show_counts, self.flipper("show_counts")),
                setting(self.t("A new day starts at"), hour, on_tap=partial(self.ask, self.hour_dialog)), divider(),
                header(self.t("Other")),
                switch_row(self.t("Remind me every day"), self.reminder, self.flipper("reminder")),
                switch_row(self.t("Vibrate"), self.vibrate, self.flipper("vibrate"))]  # fmt: skip
        return self.screen(self.t("Settings"), ".Preferences", Scroll(rows))

    def hour_dialog(self) -> Dialog:
        """An hour of the day."""
        hours = [f"{hour}:00" for hour in range(24)]
        return pick_one(self, self.t("A new day starts at"), hours, self.day_starts, self.setter("day_starts"))
