"""Cards' studying: what a deck has for today, a card's front, its back, and how well it was known."""

from functools import partial

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.cards.library import FLAGS, GRADES, KINDS, STAGES, Card, Deck
from appagent.phone.apps.cards.packages import Packages
from appagent.phone.dialogs import menu
from appagent.phone.parts import nothing_here
from appagent.phone.ui import Button, Column, Field, Icon, IconButton, List, Row, Space, Text, Widget

INKS = {"new": "primary", "learning": "danger", "review": "#2e9e5b"}  # of the three counts
COLOURS = {"Again": "#c5392f", "Hard": "#7a6a1f", "Good": "#2b7d46", "Easy": "#2d6fb8"}


class Review(Packages):
    """The answer is shown by the button below; four others say how well it was known."""

    def begin(self) -> None:
        """The front is up."""
        super().begin()
        self.show_intervals = self.show_counts = True
        self._answer = ""

    def count_texts(self, deck: Deck, now: str = "", size: float = 15.0) -> list[Widget]:
        """How many are new, in learning, to review; now: the stage of the card that is asked, larger."""
        return [
            Text(str(count), id=f"deckpicker_{stage}", size=size + 3 * (stage == now), bold=stage == now, pad=(4, 0, 4, 0),
                 color=INKS[stage] if count else "hint", width=34, align="center")
            for stage, count in zip(STAGES, self.counts(deck), strict=True)
        ]  # fmt: skip

    def overview(self, deck: Deck) -> Page:
        """What there is for today, the button that begins, and three icons."""
        counts = dict(zip(STAGES, self.counts(deck), strict=True))
        rows: list[Widget] = [
            Row([Text(self.t(STAGES[stage]), weight=1), Text(str(number), bold=True, color=INKS[stage])], pad=(64, 8, 64, 8))
            for stage, number in counts.items()
        ]  # fmt: skip
        total = len(self.in_deck(deck))
        about = Text(self.some("{} cards in this deck", total), size=14, color="text2", align="center", width="fill",
                     pad=(16, 24, 16, 16))  # fmt: skip
        study = Button(self.t("Study now"), color="on_primary", background="primary", radius=20, gravity="center",
                       id="studyoptions_start", on_tap=partial(self.study, deck))  # fmt: skip
        if not sum(counts.values()):
            rows = [nothing_here("check", self.t("Finished for today" if total else "This deck is empty"))]
        icons = Row([Space(weight=1), *(IconButton(icon, size=26, on_tap=do) for icon, do in (
            ("search", partial(self.browse, deck)), ("gear", partial(self.open, self.options, deck)),
            ("plus", partial(self.add, deck)))), Space(weight=1)], pad=(0, 24, 0, 8))  # fmt: skip
        more = self.dots(partial(self.ask, self.overview_more, deck))
        body = List([about, *rows, Space(height=16), *([Column([study])] if sum(counts.values()) else []), icons])
        return self.screen(deck.name, ".StudyOptions", body, actions=[more])

    def overview_more(self, deck: Deck) -> Dialog:
        """Behind the dots: cards put off come back, and more for today."""
        mine = self.in_deck(deck)
        return menu(self, (self.t("Unbury"), lambda: self.give(mine, self.t("Nothing is buried now"), buried=False)),
                    (self.t("Ten more new cards"), partial(self.more_new, deck)),
                    (self.t("Export"), partial(self.begin_export, deck)), gravity="top right")  # fmt: skip

    def more_new(self, deck: Deck) -> None:
        """New cards over the day's number."""
        deck.new_done -= 10

    # The card

    def study(self, deck: Deck) -> None:
        """Begin with the first card that waits."""
        self._turned, self._answer = False, ""
        self.open(self.reviewer, deck)

    def reviewer(self, deck: Deck) -> Page:
        """A card over what is to be done with it; once none is left, that."""
        waiting = self.waiting(deck)
        undo = IconButton("undo", id="action_undo", enabled=self._restore is not None, on_tap=self.undo)
        if not waiting:
            done = Column([nothing_here("check", self.t("Congratulations! You have finished this deck for now.")),
                           Button(self.t("Back to the deck"), gravity="center", on_tap=self.close)], weight=1)  # fmt: skip
            return self.screen(deck.name, ".Reviewer", done, actions=[undo])
        card = waiting[0]
        flag = IconButton("flag", color=FLAGS.get(card.flag, "text2"), on_tap=partial(self.ask, self.flag_menu, [card]))
        actions = [undo, flag, self.dots(partial(self.ask, self.reviewer_more, card, deck))]
        counts = [Row(self.count_texts(deck, card.stage), pad=(12, 0, 12, 0), height=28)] if self.show_counts else []
        typed = [self.typed_line(card)] if card.kind == KINDS[2] else []
        return self.screen(deck.name, ".Reviewer", *counts, self.sides(card, self._turned, *(typed if self._turned else [])),
                           *([] if self._turned else typed), self.buttons(card), actions=actions)  # fmt: skip

    def typed_line(self, card: Card) -> Widget:
        """The field that the answer is typed in; once it is shown, whether that was right."""
        if not self._turned:
            return Field(self._answer, id="answer_field", hint=self.t("Type the answer"), on_change=self.setter("_answer"),
                         on_submit=self.flipper("_turned"))  # fmt: skip
        right = self._answer.strip().casefold() == card.back.casefold()
        ink = INKS["review"] if right else "danger"
        words = Text(self._answer.strip() or "—", id="typeans", color=ink, pad=(8, 0, 0, 0))
        return Column([Row([Icon("check" if right else "close", size=18, color=ink), words], width="wrap", gravity="center",
                           pad=(16, 0, 16, 20))])  # fmt: skip

    def buttons(self, card: Card) -> Widget:
        """One that shows the answer; then four, with what each leads to over it."""
        if not self._turned:
            return Button(self.t("Show answer"), id="flip_card", size=16, width="fill", height=64, background="surface",
                          on_tap=self.flipper("_turned"))  # fmt: skip

        def ease(grade: str) -> Widget:
            when = Text(self.outcome_words(card, grade), size=12, color="#ffffff", gravity="center")
            word = Text(self.t(grade), size=15, bold=True, color="#ffffff", gravity="center")
            return Column([*([when] if self.show_intervals else []), word], id=f"flashcard_layout_ease{GRADES.index(grade) + 1}",
                          weight=1, height=64, gravity="center", background=COLOURS[grade],
                          on_tap=partial(self.grade, card, grade))  # fmt: skip

        return Row([ease(grade) for grade in GRADES], id="ease_buttons")

    def grade(self, card: Card, grade: str) -> None:
        """Keep how well a card was known, and go on to the next."""
        self.answer(card, grade)
        self._turned, self._answer = False, ""

    def undo(self) -> None:
        """Take back what was done last."""
        if self._restore:
            self._restore()
            self._turned = False
            self.toast(self.t("Taken back"))

    def reviewer_more(self, card: Card, deck: Deck) -> Dialog:
        """What else can be done with the card that is asked."""
        return menu(self, (self.t("Edit card"), partial(self.edit, card)),
                    (self.t("Add card"), partial(self.add, deck)),
                    (self.t("Bury until tomorrow"), self.then(partial(self.give, [card], self.t("Card buried"), buried=True))),
                    (self.t("Suspend"), self.then(partial(self.suspend, [card]))),
                    (self.t("Delete"), self.then(partial(self.ask, self.delete_sure, [card]))),
                    (self.t("Deck options"), partial(self.open, self.options, deck)), gravity="top right")  # fmt: skip
