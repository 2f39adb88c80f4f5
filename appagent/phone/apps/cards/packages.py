"""Cards' decks as a whole: names, options, and packages to write them to and read them from."""

from dataclasses import replace
from functools import partial

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.cards.browser import Browser
from appagent.phone.apps.cards.library import Card, Deck, Export
from appagent.phone.dialogs import alert, ask_words, confirm, pick_one
from appagent.phone.intents import fetch, share
from appagent.phone.parts import check_row, header, setting, stepper, switch_row
from appagent.phone.ui import Button, Handler, List, Widget

ORDERS = ("Order added", "Random")
MOST = 9999  # cards or days


class Packages(Browser):
    """What is done with a deck is reached from its row, its page and the menus."""

    def begin(self) -> None:
        """A package holds how far its cards have come, unless that is unticked."""
        super().begin()
        self._with_scheduling, self._with_media = True, False

    # Names

    def add_deck(self) -> None:
        """Ask for a new deck's name."""
        ask_words(self, self.t("Create deck"), "", self.create, self.t("Name"))

    def create(self, name: str) -> None:
        """A deck without a card."""
        if self.free(name):
            self.decks, self._restore = [*self.decks, Deck(name)], None
            self.toast(self.t("Deck created"))

    def rename(self, deck: Deck, name: str) -> None:
        """Call a deck something else, and its cards go with it."""
        if name != deck.name and self.free(name):
            for card in self.in_deck(deck):
                card.deck = name
            deck.name, self._restore = name, None

    def free(self, name: str) -> bool:
        """Whether a deck can be called so; says why, where it cannot."""
        if not name:
            self.toast(self.t("A deck needs a name"))
        elif name in self.deck_names():
            self.toast(self.t("There is a deck of that name"))
            return False
        return bool(name)

    def deck_sure(self, deck: Deck, opened: bool = False) -> Dialog:
        """Asked before a deck is gone; opened: on its own page, which goes with it."""

        def do() -> None:
            if opened:
                self.close()
            self.undoably(self.t("Deck deleted"), gone)

        def gone() -> None:
            self.decks = [one for one in self.decks if one is not deck]
            self.cards = [card for card in self.cards if card.deck != deck.name]

        words = self.some("It has {} cards.", len(self.in_deck(deck)))
        return confirm(self, self.t("Delete {}?").format(deck.name), words, self.t("Delete"), do, danger=True)

    # Options

    def options(self, deck: Deck) -> Page:
        """How many cards a day, and how they come."""
        choose = partial(self.ask, self.order_dialog, deck)
        rows = [header(self.t("Daily limits")),
                self.number("New cards a day", deck, "new_per_day"), self.number("Reviews a day", deck, "reviews_per_day"),
                header(self.t("New cards")), setting(self.t("Order"), self.t(deck.new_order), on_tap=choose),
                self.number("Days after Good", deck, "graduating_days", 1),
                self.number("Days after Easy", deck, "easy_days", 1),
                header(self.t("Other")),
                switch_row(self.t("Bury the reversed card"), deck.bury_reversed, self.flip(deck, "bury_reversed"),
                           self.t("Until tomorrow")),
                switch_row(self.t("Play sounds by themselves"), deck.autoplay, self.flip(deck, "autoplay")),
                header(self.t("This deck")),
                setting(self.t("Rename"), deck.name, on_tap=partial(ask_words, self, self.t("Rename"), deck.name,
                                                                    partial(self.rename, deck))),
                setting(self.t("Default options"), on_tap=partial(self.ask, self.default_sure, deck))]  # fmt: skip
        return self.screen(self.t("Deck options"), ".DeckOptionsActivity", List(rows))

    def number(self, words: str, deck: Deck, name: str, low: int = 0) -> Widget:
        """A row that asks for a whole number, with a minus and a plus of its own."""

        def typed(text: str) -> None:
            if text.isdecimal() and low <= int(text) <= MOST:
                setattr(deck, name, int(text))
            else:
                self.toast(self.t("A number from {} to {}").format(low, MOST))

        value = getattr(deck, name)
        ask = partial(ask_words, self, self.t(words), str(value), typed)
        return setting(self.t(words), on_tap=ask, end=[stepper(value, low, MOST, partial(setattr, deck, name))])

    def flip(self, deck: Deck, name: str) -> Handler:
        """What turns an option over."""
        return lambda: setattr(deck, name, not getattr(deck, name))

    def order_dialog(self, deck: Deck) -> Dialog:
        """In which order new cards come."""
        choose = lambda number: setattr(deck, "new_order", ORDERS[number])  # noqa: E731
        return pick_one(
            self, self.t("Order"), [self.t(order) for order in ORDERS], ORDERS.index(deck.new_order), choose
        )

    def default_sure(self, deck: Deck) -> Dialog:
        """Asked before all options are as they were."""
        facts = vars(Deck(deck.name, new_done=deck.new_done, reviews_done=deck.reviews_done))
        do = partial(vars(deck).update, facts)
        return confirm(self, self.t("Default options?"), deck.name, self.t("Restore"), do)

    # Packages

    def begin_export(self, deck: Deck | None = None) -> None:
        """Write a deck, or all of them, to a file."""
        self._with_scheduling, self._with_media = True, False
        self.ask(self.export_dialog, deck)

    def export_dialog(self, deck: Deck | None) -> Dialog:
        """What goes into the file, and whether it stays here or is shared."""
        name = deck.name if deck else self.t("All decks")
        ticks = [check_row(self.t("Include scheduling"), self._with_scheduling, self.flipper("_with_scheduling")),
                 check_row(self.t("Include media"), self._with_media, self.flipper("_with_media"))]  # fmt: skip
        cards = self.in_deck(deck) if deck else self.cards
        text = "\n".join(f"{card.front} – {card.back}" for card in cards)

        def hand_over() -> None:
            self.close()
            share(self, "text", text)

        return alert(self.t("Export"), name,
                     Button(self.t("Cancel"), id="android:id/button2", on_tap=self.close),
                     Button(self.t("Share"), id="android:id/button3", on_tap=hand_over),
                     Button(self.t("Save"), id="android:id/button1", on_tap=partial(self.export, name, cards)),
                     body=ticks)  # fmt: skip

    def export(self, name: str, cards: list[Card]) -> None:
        """Write a package into the phone's downloads."""
        file = f"{name.casefold().replace(' ', '_')}.deck"
        copies = [replace(card) if self._with_scheduling else Card(card.front, card.back, card.deck, card.tags, card.kind)
                  for card in cards]  # fmt: skip
        self._packages = {**self._packages, file: copies}
        self.exports = [*self.exports, Export(name, file, self._with_scheduling)]
        self.close()
        self.toast(self.t("Saved as {}").format(file))

    def import_dialog(self) -> Dialog:
        """The packages in the phone's downloads, and another app's files."""

        def row(icon: str, words: str, summary: str, do: Handler) -> Widget:
            def act() -> None:
                self.close()
                do()

            return setting(words, summary, icon=icon, on_tap=act)

        other = partial(fetch, self, "file", lambda thing: self.take_in(str(thing)))
        rows = [row("file", file, self.some("{} cards", len(self._packages[file])), partial(self.take_in, file))
                for file in sorted(self._packages)]  # fmt: skip
        rows.append(row("folder", self.t("From another app"), "", other))
        cancel = Button(self.t("Cancel"), id="android:id/button2", on_tap=self.close)
        return alert(self.t("Import"), "", cancel, body=[List(rows, height=64 * min(len(rows), 5), weight=0)])

    def take_in(self, path: str) -> None:
        """Add what a package holds and is not there yet."""
        file = path.rpartition("/")[2]
        if file not in self._packages:
            self.toast(self.t("{} holds no cards").format(file))
            return
        there = {(card.deck, card.front) for card in self.cards}
        new = [replace(card) for card in self._packages[file] if (card.deck, card.front) not in there]
        names = [name for name in dict.fromkeys(card.deck for card in new) if name not in self.deck_names()]
        self.decks, self.cards = [*self.decks, *map(Deck, names)], [*self.cards, *new]
        self._restore = None
        self.toast(self.some("{} cards imported", len(new)))
