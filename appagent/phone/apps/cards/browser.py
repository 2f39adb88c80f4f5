"""Cards' list of all cards: search, sort, filter, and what is done with one card or with several."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.cards.editor import Editor
from appagent.phone.apps.cards.library import FLAGS, STAGES, Card, Deck
from appagent.phone.dialogs import menu, pick_one
from appagent.phone.parts import chips, header, spinner
from appagent.phone.ui import (
    Button,
    CheckBox,
    Column,
    Field,
    Handler,
    Icon,
    IconButton,
    List,
    Panel,
    Row,
    Space,
    Text,
    Widget,
)

SORTS = ("Order added", "Front", "Due", "Interval", "Lapses")
COLUMNS = ("Back", "Deck", "Due", "Tags")


@dataclass
class Filter:
    """Which cards are shown; "" for any."""

    deck: str = ""
    stage: str = ""
    flag: str = ""
    tag: str = ""


class Browser(Editor):
    """A tap edits a card, holding one down begins to choose several."""

    def begin(self) -> None:
        """All cards, in the order in which they were added."""
        super().begin()
        self.sort, self.column = SORTS[0], COLUMNS[0]
        self._filter, self._query, self._searching = Filter(), "", False
        self._chosen: list[Card] = []

    def browse(self, deck: Deck | None = None) -> None:
        """Open the list, with one deck or all."""
        self._filter, self._query, self._searching, self._chosen = Filter(deck.name if deck else ""), "", False, []
        self.open(self.browser)

    def found(self) -> list[Card]:
        """The cards that are shown, in their order."""
        words, wanted = self._query.casefold().split(), self._filter

        def fits(card: Card) -> bool:
            text = " ".join((card.front, card.back, *card.tags)).casefold()
            stage = "suspended" if card.suspended else card.stage
            return (
                all(word in text for word in words)
                and wanted.deck in ("", card.deck)
                and wanted.stage in ("", stage)
                and wanted.flag in ("", card.flag)
                and (not wanted.tag or wanted.tag in card.tags)
            )

        keys = {"Front": lambda card: card.front.casefold(), "Due": lambda card: (card.stage == "new", card.due),
                "Interval": lambda card: -card.interval, "Lapses": lambda card: -card.lapses}  # fmt: skip
        return sorted(filter(fits, self.cards), key=keys.get(self.sort, lambda card: 0))

    def browser(self) -> Page:
        """The bar, what stands over the columns, a row for each card."""
        cards = self.found()
        chosen = [card for card in self._chosen if card in cards]
        titles = [Text(self.t("Front"), size=13, bold=True, color="text2", weight=1),
                  spinner(self.t(self.column), partial(self.ask, self.column_dialog), weight=1), Space(width=58)]  # fmt: skip
        rows = [self.card_row(card) for card in cards] or [self.nothing("No cards")]
        count = Text(self.some("{} cards", len(cards)), id="subtitle", size=13, color="text2", pad=(16, 6, 16, 6))
        bar = self.chosen_bar(chosen) if chosen else self.browser_bar()
        head = Row(titles, pad=(16, 0, 0, 0), background="surface")
        body = Column([bar, head, List(rows, id="card_browser_list", loads=0.3), count])
        return Page(body, activity=".CardBrowser", on_back=self.browser_back, title="CardBrowser")

    def browser_bar(self) -> Widget:
        """The deck, or the field to search with; filter and dots."""
        every = self.t("All decks")
        pick = partial(self.ask, self.deck_dialog, self._filter.deck or every, self.pick_deck, every)
        on = self._filter != Filter(self._filter.deck)
        if self._searching:
            middle: list[Widget] = [Field(self._query, id="search_src_text", hint=self.t("Search"), weight=1, focus=True,
                                          on_change=self.setter("_query"), enter="search")]  # fmt: skip
        else:
            middle = [spinner(self._filter.deck or every, pick, id="toolbar_spinner", weight=1),
                      IconButton("search", id="action_search", on_tap=self.flipper("_searching"))]  # fmt: skip
        back = IconButton("back", desc=self.t("Navigate up"), on_tap=self.browser_back)
        sieve = IconButton("filter", id="action_filter", desc=self.t("Filter"), color="primary" if on else "text2",
                           on_tap=partial(self.ask, self.filter_sheet))  # fmt: skip
        more = self.dots(partial(self.ask, self.browser_more))
        return Row([back, *middle, sieve, more], id="toolbar", height=56, pad=(4, 0, 4, 0), background="surface")

    def browser_back(self) -> None:
        """First what is chosen is let go, then the search, then the page."""
        if self._chosen:
            self._chosen = []
        elif self._searching:
            self._searching, self._query = False, ""
        else:
            self.close()

    def pick_deck(self, name: str) -> None:
        """Show one deck, or all."""
        self._filter.deck = "" if name == self.t("All decks") else name

    def card_row(self, card: Card) -> Widget:
        """Its flag, its front, the chosen column, and an icon for all that can be done with it."""
        second = {"Back": card.back, "Deck": card.deck, "Due": self.due_words(card), "Tags": ", ".join(card.tags)}
        ink = "hint" if card.suspended else "text"
        words = [Text(card.front, id="card_sfld", size=15, lines=2, color=ink, weight=1), Space(width=8),
                 Text(second[self.column], id="card_column2", size=15, lines=2, color=ink, weight=1)]  # fmt: skip
        stripe = Space(width=5, height=32, background=FLAGS[card.flag] if card.flag else "background")
        tick = [CheckBox(card in self._chosen)] if self._chosen else []
        paused = Icon("pause", size=16) if card.suspended else Space(width=16)
        dots = IconButton("more", size=18, on_tap=partial(self.ask, self.card_menu, card))
        end = Space(width=42) if self._chosen else dots
        return Row([stripe, Space(width=7), *tick, *words, paused, end], id="card_item_browser", pad=(4, 4, 4, 4), height=52,
                   on_tap=partial(self.choose if self._chosen else self.edit, card), on_hold=partial(self.choose, card))  # fmt: skip

    def choose(self, card: Card) -> None:
        """Take a card to those that something is done with, or out of them."""
        self._chosen = [one for one in self._chosen if one is not card] + [card] * (card not in self._chosen)

    def chosen_bar(self, cards: Sequence[Card]) -> Widget:
        """How many are chosen, and icons for what is done with them."""
        more = self.dots(partial(self.ask, self.chosen_more, cards))
        icons = [IconButton("flag", id="action_flag", on_tap=partial(self.ask, self.flag_menu, cards)),
                 IconButton("pause", id="action_suspend_card", on_tap=self.then(partial(self.suspend, cards))),
                 IconButton("trash", on_tap=self.then(partial(self.ask, self.delete_sure, cards)))]  # fmt: skip
        cross = IconButton("close", on_tap=partial(setattr, self, "_chosen", []))
        count = Text(str(len(cards)), id="toolbar_title", size=20, bold=True, weight=1, pad=(12, 0, 0, 0))
        return Row([cross, count, *icons, more], id="toolbar", height=56, pad=(4, 0, 4, 0), background="surface")

    def then(self, do: Handler) -> Handler:
        """What does something, and lets go of the cards that are chosen, or asks the next one from its front."""

        def act() -> None:
            self._chosen, self._turned = [], False
            do()

        return act

    def chosen_more(self, cards: Sequence[Card]) -> Dialog:
        """Behind the dots while cards are chosen."""
        return menu(self, (self.t("Select all"), lambda: setattr(self, "_chosen", self.found())),
                    (self.t("Change deck"), partial(self.ask, self.move_dialog, cards)),
                    (self.t("Preview"), partial(self.preview, cards)), gravity="top right")  # fmt: skip

    def card_menu(self, card: Card) -> Dialog:
        """What can be done with one card."""
        again = "Unsuspend" if card.suspended else "Suspend"
        return menu(self, (self.t("Preview"), partial(self.preview, [card])),
                    (self.t(again), partial(self.suspend, [card])),
                    (self.t("Flag"), partial(self.ask, self.flag_menu, [card])),
                    (self.t("Change deck"), partial(self.ask, self.move_dialog, [card])),
                    (self.t("Card info"), partial(self.open, self.info, card)),
                    (self.t("Delete"), partial(self.ask, self.delete_sure, [card])),
                    icons=["eye", "pause", "flag", "cards", "info", "trash"])  # fmt: skip

    def flag_menu(self, cards: Sequence[Card]) -> Dialog:
        """A colour, or none."""
        items = [(self.t(f"{flag.title()} flag"), partial(self.set_flag, cards, flag)) for flag in FLAGS]
        return menu(self, (self.t("No flag"), partial(self.set_flag, cards, "")), *items)

    def set_flag(self, cards: Sequence[Card], flag: str) -> None:
        """The same flag on some cards."""
        self._chosen = []
        self.give(cards, self.t("Flag set" if flag else "Flag removed"), flag=flag)

    def move_dialog(self, cards: Sequence[Card]) -> Dialog:
        """The deck that cards go to."""

        def move(name: str) -> None:
            self._chosen = []
            self.give(cards, self.some("{} cards moved to {}", len(cards), name), deck=name)

        return self.deck_dialog(cards[0].deck, move)

    def browser_more(self) -> Dialog:
        """Behind the dots: in which order, and all cards one after the other."""
        items = [(self.t("Sort by"), partial(self.ask, self.sort_dialog))]
        if cards := self.found():
            items += [(self.t("Preview"), partial(self.preview, cards)),
                      (self.t("Select all"), partial(setattr, self, "_chosen", cards))]  # fmt: skip
        return menu(self, *items, (self.t("Add card"), self.add), gravity="top right")

    def sort_dialog(self) -> Dialog:
        """One order of several."""
        choose = lambda number: setattr(self, "sort", SORTS[number])  # noqa: E731
        return pick_one(self, self.t("Sort by"), [self.t(sort) for sort in SORTS], SORTS.index(self.sort), choose)

    def column_dialog(self) -> Dialog:
        """What stands beside the front."""
        choose = lambda number: setattr(self, "column", COLUMNS[number])  # noqa: E731
        options = [self.t(column) for column in COLUMNS]
        return pick_one(self, self.t("Second column"), options, COLUMNS.index(self.column), choose)

    def filter_sheet(self) -> Dialog:
        """Pills to narrow the list by, at once."""
        stages, flags, tags = [*STAGES, "suspended"], [*FLAGS], self.tag_names()
        shown = {
            "Stage": ("stage", stages, [self.t({**STAGES, "suspended": "Suspended"}[stage]) for stage in stages]),
            "Flag": ("flag", flags, [self.t(flag.title()) for flag in flags]),
            "Tags": ("tag", tags, tags),
        }
        groups: list[Widget] = []
        for title, (name, values, words) in shown.items():
            now = getattr(self._filter, name)
            groups += [header(self.t(title)), chips(words, [values.index(now)] if now in values else [],
                                                    partial(self.narrow, name, values))]  # fmt: skip
        clear = Button(self.t("Clear filter"), on_tap=lambda: setattr(self, "_filter", Filter(self._filter.deck)))
        done = Button(self.t("Done"), on_tap=self.close)
        return Dialog(Panel([*groups, Row([clear, Space(weight=1), done], pad=(8, 8, 8, 8))], background="card"),
                      gravity="bottom")  # fmt: skip

    def narrow(self, name: str, values: Sequence[str], number: int) -> None:
        """Show only cards of one kind; chosen once more, any."""
        now = getattr(self._filter, name)
        setattr(self._filter, name, "" if now == values[number] else values[number])
