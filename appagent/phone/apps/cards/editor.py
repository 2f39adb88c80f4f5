"""Cards' form for a card, new or not, with its tags; what is known of a card; a look at both its sides."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.cards.library import KINDS, STAGES, Card, Deck, Library
from appagent.phone.dialogs import alert, confirm, menu, pick_one
from appagent.phone.parts import check_row, nothing_here, setting, spinner
from appagent.phone.ui import Button, Column, Field, IconButton, List, Row, Scroll, Space, Text, Web, Widget


class Editor(Library):
    """What is written stands in a draft until the tick keeps it."""

    receives = ("text",)

    def begin(self) -> None:
        """An empty draft for the first deck."""
        super().begin()
        self._draft, self._began = Card("", "", self.decks[0].name), ("", "")
        self._sticky: set[str] = set()  # fields whose words stay for the next card
        self._new_tag, self._turned = "", False

    def receive(self, kind: str, thing: object) -> None:
        """Another app's words are the front of a new card."""
        self.add(front=str(thing))

    def add(self, deck: Deck | None = None, front: str = "") -> None:
        """Begin a new card, in the deck that the last one went to where none is given."""
        last = self.deck(self._draft.deck) if self._draft.deck in self.deck_names() else self.decks[0]
        self._draft, self._began = Card(front, "", (deck or last).name, kind=self._draft.kind), ("", "")
        self.open(self.editor, None)

    def edit(self, card: Card) -> None:
        """Change a card that is there."""
        self._draft, self._began = Card(card.front, card.back, card.deck, card.tags, card.kind), (card.front, card.back)
        self.open(self.editor, card)

    def editor(self, card: Card | None) -> Page:
        """Type and deck, the two sides, the tags; kept by the tick."""
        draft = self._draft
        look = [IconButton("eye", on_tap=partial(self.preview, [card]))] if card else []
        keep = IconButton(
            "check", id="action_save", desc=self.t("Save"), color="primary", on_tap=lambda: self.keep(card)
        )
        more = [self.dots(partial(self.ask, self.editor_more, card))] if card else []
        tags = ", ".join(draft.tags) or self.t("None")
        form = [self.choice("Type", self.t(draft.kind), self.kind_dialog),
                self.choice("Deck", draft.deck, self.deck_dialog, draft.deck, partial(setattr, draft, "deck")),
                *self.side("Front", "front"), *self.side("Back", "back"), Space(height=12),
                setting(self.t("Tags"), tags, on_tap=self.choose_tags)]  # fmt: skip
        if not card:
            form.append(Text(self.t("The pin keeps a field for the next card"), size=13, color="text2", pad=16))
        title = self.t("Edit card" if card else "Add card")
        return self.screen(title, ".NoteEditor", Scroll(form), actions=[*look, keep, *more], back=self.leave)

    def choice(self, words: str, chosen: str, dialog: Callable[..., Dialog], *arguments: object) -> Widget:
        """A label, and what is chosen of several."""
        label = Text(self.t(words), size=14, color="text2", width=64)
        chooser = spinner(chosen, partial(self.ask, dialog, *arguments), id="note_spinner", weight=1)
        return Row([label, chooser], pad=(16, 2, 12, 2))

    def side(self, words: str, name: str) -> list[Widget]:
        """One side of the card: what it is called, and two icons without a word; below it the field."""
        on = name in self._sticky
        label = Text(self.t(words), size=14, color="text2", weight=1)
        icons = [
            IconButton(
                "pin",
                id="toggle_sticky",
                size=18,
                color="primary" if on else "hint",
                selected=on,
                on_tap=partial(self.stick, name),
            ),
            IconButton(
                "pictures", id="media_button", size=18, on_tap=lambda: self.toast(self.t("No pictures on this phone"))
            ),
        ]
        entry = Field(
            getattr(self._draft, name), desc=self.t(words), lines=2, on_change=partial(setattr, self._draft, name)
        )
        return [Row([label, *icons], pad=(16, 4, 8, 0)), Column([entry], pad=(12, 0, 12, 0))]

    def stick(self, name: str) -> None:
        """Keep a field's words for the next card, or no longer."""
        self._sticky ^= {name}

    def kind_dialog(self) -> Dialog:
        """How many cards are made of it, and how they are asked."""
        choose = lambda number: setattr(self._draft, "kind", KINDS[number])  # noqa: E731
        return pick_one(self, self.t("Type"), [self.t(kind) for kind in KINDS], KINDS.index(self._draft.kind), choose)

    def deck_dialog(self, chosen: str, pick: Callable[[str], None], every: str = "") -> Dialog:
        """One deck of all; every: what stands for all of them, first."""
        names = [*([every] if every else []), *self.deck_names()]
        number = names.index(chosen) if chosen in names else -1
        return pick_one(self, self.t("Deck"), names, number, lambda number: pick(names[number]))

    def choose_tags(self) -> None:
        """Open the dialog of tags."""
        self._new_tag = ""
        self.ask(self.tag_dialog)

    def tag_dialog(self) -> Dialog:
        """A field for a new one over all that there are."""
        names = sorted({*self.tag_names(), *self._draft.tags}, key=str.casefold)
        entry = Field(self._new_tag, id="new_tag", hint=self.t("New tag"), weight=1, on_change=self.setter("_new_tag"),
                      on_submit=self.add_tag)  # fmt: skip
        plus = IconButton("plus", id="tag_add", on_tap=self.add_tag)
        rows = [check_row(name, name in self._draft.tags, partial(self.flip_tag, name)) for name in names]
        done = Button(self.t("OK"), id="android:id/button1", on_tap=self.close)
        listed = List(rows or [Text("")], id="tags_dialog_tags_list", height=240, weight=0)
        return alert(self.t("Tags"), "", done, body=[Row([entry, plus], pad=(20, 0, 12, 8)), listed])

    def add_tag(self) -> None:
        """Give the draft the tag that was typed."""
        if self._new_tag.strip() and self._new_tag.strip() not in self._draft.tags:
            self.flip_tag(self._new_tag.strip())
        self._new_tag = ""

    def flip_tag(self, name: str) -> None:
        """Give the draft a tag, or take it away."""
        self._draft.tags = sorted({*self._draft.tags} ^ {name}, key=str.casefold)

    def keep(self, card: Card | None) -> None:
        """Save the draft: a new one makes a card or two and leaves the form for the next."""
        draft = self._draft
        draft.front, draft.back = draft.front.strip(), draft.back.strip()
        if not draft.front:
            self.toast(self.t("The front is empty"))
            return
        self._restore = None  # what was done before cannot be taken back without this
        if card:
            vars(card).update({name: getattr(draft, name) for name in ("front", "back", "deck", "tags", "kind")})
            self.close()
            self.toast(self.t("Saved"))
            return
        made = [replace(draft)]
        if draft.kind == KINDS[1]:
            made.append(replace(draft, front=draft.back, back=draft.front))
        self.cards = [*self.cards, *made]
        draft.front, draft.back = (getattr(draft, name) if name in self._sticky else "" for name in ("front", "back"))
        self._began = draft.front, draft.back
        self.toast(self.some("{} cards added", len(made)))

    def leave(self) -> None:
        """Go back; what was written and not kept is asked about first."""
        if (self._draft.front, self._draft.back) == self._began:
            self.close()
        else:
            self.ask(self.discard_dialog)

    def discard_dialog(self) -> Dialog:
        """Asked before what was written is lost."""
        return confirm(self, self.t("Discard what you wrote?"), "", self.t("Discard"), self.close)

    def editor_more(self, card: Card) -> Dialog:
        """Behind the dots of a card that is there."""
        return menu(self, (self.t("Card info"), partial(self.open, self.info, card)),
                    (self.t("Reset progress"), partial(self.ask, self.reset_sure, card)),
                    (self.t("Delete"), partial(self.ask, self.delete_sure, [card], True)), gravity="top right")  # fmt: skip

    def reset_sure(self, card: Card) -> Dialog:
        """Asked before a card begins anew."""
        facts: dict[str, object] = {"stage": "new", "due": 0, "interval": 0, "reviews": 0, "lapses": 0}
        do = partial(self.give, [card], self.t("The card is new again"), **facts)
        return confirm(self, self.t("Reset progress?"), card.front, self.t("Reset"), do, danger=True)

    def delete_sure(self, cards: Sequence[Card], opened: bool = False) -> Dialog:
        """Asked before cards are gone; opened: on a page of their own, which goes with them."""

        def do() -> None:
            if opened:
                self.close()
            self.delete(cards)

        front = cards[0].front if len(cards) == 1 else ""
        return confirm(self, self.some("Delete {} cards?", len(cards)), front, self.t("Delete"), do, danger=True)

    # Looking at cards

    def info(self, card: Card) -> Page:
        """All that is known of a card."""
        facts = {"Front": card.front, "Deck": card.deck, "Type": self.t(card.kind), "Stage": self.t(STAGES[card.stage]),
                 "Due": self.due_words(card), "Interval": self.t("{} d").format(card.interval),
                 "Reviews": str(card.reviews), "Lapses": str(card.lapses),
                 "Tags": ", ".join(card.tags) or self.t("None")}  # fmt: skip
        rows = [Row([Text(self.t(name), size=14, color="text2", weight=2), Text(value, size=14, weight=3)],
                    pad=(20, 12, 20, 12)) for name, value in facts.items()]  # fmt: skip
        return self.screen(self.t("Card info"), ".CardInfo", List(rows))

    def preview(self, cards: Sequence[Card]) -> None:
        """Look at cards as they will be asked."""
        self._turned = False
        self.open(self.preview_page, cards, [0])

    def preview_page(self, cards: Sequence[Card], at: list[int]) -> Page:
        """One side, or both; arrows to the cards before and after. at: holds the number of the one that is shown."""

        def go(by: int) -> None:
            at[0], self._turned = (at[0] + by) % len(cards), False

        card = cards[at[0]]
        turn = Button(
            self.t("Hide answer" if self._turned else "Show answer"), weight=1, on_tap=self.flipper("_turned")
        )
        bar = Row([IconButton("back", on_tap=partial(go, -1)), turn, IconButton("forward", on_tap=partial(go, 1))],
                  background="bar", pad=(8, 6, 8, 6))  # fmt: skip
        title = f"{self.t('Preview')} {at[0] + 1} / {len(cards)}"
        return self.screen(title, ".Previewer", self.sides(card, self._turned), bar)

    def sides(self, card: Card, turned: bool, *below: Widget) -> Widget:
        """The web page that a card is: its front, and once it is turned over, its back."""
        back = [Space(height=1, width="fill", background="line"), Text(card.back, id="answer", size=26, align="center",
                width="fill", pad=(16, 28, 16, 28))]  # fmt: skip
        front = Text(card.front, id="qa", size=28, align="center", width="fill", pad=(16, 56, 16, 28))
        return Web([front, *below, *(back if turned else [])])

    def nothing(self, words: str) -> Widget:
        """What an empty list shows."""
        return nothing_here("cards", self.t(words))
