"""What Cards works on: decks and cards, when each card comes again, and taking back what was done."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial

from appagent.phone.app import App, Page
from appagent.phone.apps.cards.seeds import DECKS, FLAGGED, HISTORY, PACKAGES, PROGRESS, SUSPENDED, TYPED, Both
from appagent.phone.parts import toolbar
from appagent.phone.ui import Column, Handler, IconButton, Widget

KINDS = ("Basic", "Basic (and reversed card)", "Basic (type in the answer)")
GRADES = ("Again", "Hard", "Good", "Easy")
FLAGS = {"red": "#d93025", "orange": "#e8811a", "green": "#2e9e5b", "blue": "#3f7fd9"}
STAGES = {"new": "New", "learning": "Learning", "review": "To review"}
GROWTH = {"Hard": 1.2, "Good": 2.5, "Easy": 3.5}  # of the interval of a card in review


@dataclass(eq=False)
class Deck:
    """A deck and its options; new_done, reviews_done: how many of its cards were begun and reviewed today."""

    name: str
    new_per_day: int = 20
    reviews_per_day: int = 200
    graduating_days: int = 1
    easy_days: int = 4
    new_order: str = "Order added"
    bury_reversed: bool = False
    autoplay: bool = True
    new_done: int = 0
    reviews_done: int = 0


@dataclass(eq=False)
class Card:
    """One card. stage: "new", "learning" or "review"; due: in so many days from today; interval: days."""

    front: str
    back: str
    deck: str = ""
    tags: list[str] = field(default_factory=list)
    kind: str = KINDS[0]
    stage: str = "new"
    due: int = 0
    interval: int = 0
    reviews: int = 0
    lapses: int = 0
    flag: str = ""
    suspended: bool = False
    buried: bool = False
    _turn: int = 0  # those that come again today come one after the other


@dataclass
class Export:
    """A deck that was written to a file."""

    deck: str
    file: str
    scheduling: bool


class Library(App):
    """The state of Cards."""

    def begin(self) -> None:
        """As a learner leaves it who was away for two days."""
        self.decks = [Deck(self.both(name)) for name, _ in DECKS]
        self.decks[1].new_per_day = 3
        self.cards = [card for name, text in DECKS for card in self.read(name, text)]
        for name, _ in DECKS:
            mine = [card for card in self.cards if card.deck == self.both(name)]
            for card, known in zip(mine, PROGRESS * 2, strict=False):
                card.stage, card.due, card.interval, card.reviews, card.lapses = known
        self.answers = dict.fromkeys(GRADES, 0)  # given today
        self.history = list(HISTORY)
        self.exports: list[Export] = []
        self._packages = {file: self.read(name, text) for file, name, text in PACKAGES}
        self._turns = 0
        self._restore: Handler | None = None

    def both(self, words: Both) -> str:
        """The one of two wordings that is the phone's."""
        return words[self._host.locale.startswith("zh")]

    def read(self, deck: Both, text: str) -> list[Card]:
        """New cards from the lines of a table."""
        cards = []
        for line in text.split("\n"):
            if line.strip():
                front, back, front_zh, back_zh, tags = (part.strip() for part in line.split("="))
                words = self.both((front, front_zh or front)), self.both((back, back_zh))
                card = Card(*words, self.both(deck), [self.t(tag) for tag in tags.split(", ")])
                card.suspended, card.flag = front in SUSPENDED, FLAGGED.get(front, "")
                card.kind = KINDS[2 * (front in TYPED)]
                cards.append(card)
        return cards

    # Looking

    def deck(self, name: str) -> Deck:
        """The deck of a name; an empty one, where it is gone."""
        return next((deck for deck in self.decks if deck.name == name), Deck(name))

    def deck_names(self) -> list[str]:
        """In the order of the alphabet."""
        return sorted((deck.name for deck in self.decks), key=str.casefold)

    def tag_names(self) -> list[str]:
        """All tags that a card has."""
        return sorted({tag for card in self.cards for tag in card.tags}, key=str.casefold)

    def in_deck(self, deck: Deck) -> list[Card]:
        """Its cards, in the order in which they were added."""
        return [card for card in self.cards if card.deck == deck.name]

    def waiting(self, deck: Deck) -> list[Card]:
        """What is to be studied today, in the order in which it comes."""
        mine = [card for card in self.in_deck(deck) if card.due <= 0 and not (card.suspended or card.buried)]
        stages: dict[str, list[Card]] = {stage: [card for card in mine if card.stage == stage] for stage in STAGES}
        if deck.new_order == "Random":
            stages["new"].sort(key=lambda card: card.front[::-1])
        reviews = stages["review"][: max(deck.reviews_per_day - deck.reviews_done, 0)]
        new = stages["new"][: max(deck.new_per_day - deck.new_done, 0)]
        return sorted([*stages["learning"], *reviews, *new], key=lambda card: card._turn)

    def counts(self, deck: Deck) -> list[int]:
        """How many of what is to be studied are new, in learning, and to review."""
        waiting = [card.stage for card in self.waiting(deck)]
        return [waiting.count(stage) for stage in STAGES]

    def due_words(self, card: Card) -> str:
        """When a card comes again."""
        if card.stage == "new" or card.suspended:
            return self.t("Suspended" if card.suspended else "New")
        near = {0: "Today", 1: "Tomorrow"}.get(max(card.due, 0))
        return self.t(near) if near else f"{self._host.local_time() + timedelta(days=card.due):%Y-%m-%d}"

    # Studying

    def outcome(self, card: Card, grade: str) -> tuple[str, int]:
        """The stage that an answer leads a card to, and in how many days it comes again."""
        deck = self.deck(card.deck)
        if card.stage == "review":
            if grade == "Again":
                return "learning", 0
            step = GRADES.index(grade)  # a better answer never means an earlier day
            return "review", max(round(card.interval * GROWTH[grade]), card.interval + step)
        if grade == "Easy":
            return "review", deck.easy_days
        if grade == "Good" and card.stage == "learning":
            return "review", deck.graduating_days
        return "learning", 0

    def outcome_words(self, card: Card, grade: str) -> str:
        """The same in words, as they stand over the buttons."""
        stage, days = self.outcome(card, grade)
        if stage == "learning":
            return self.t({"Again": "< 1 min", "Hard": "6 min"}.get(grade, "10 min"))
        return self.t("{} d").format(days) if days < 60 else self.t("{} mo").format(f"{days / 30:.1f}")

    def answer(self, card: Card, grade: str) -> None:
        """Let a card come again as it was known."""
        self._restore = self.memory()
        deck = self.deck(card.deck)
        stage, days = self.outcome(card, grade)
        deck.new_done += card.stage == "new"
        deck.reviews_done += card.stage == "review"
        card.lapses += card.stage == "review" and grade == "Again"
        card.stage, card.due, card.interval = stage, days, days or card.interval
        card.reviews += 1
        self._turns += 1
        card._turn = self._turns
        self.answers = {**self.answers, grade: self.answers[grade] + 1}
        for other in self.in_deck(deck) if deck.bury_reversed else []:
            other.buried |= (other.front, other.back) == (card.back, card.front)

    # Changing, and taking back

    def memory(self) -> Handler:
        """What puts everything back as it is now."""
        cards, decks, answers = self.cards, self.decks, self.answers
        kept = [(thing, {**vars(thing)}) for thing in (*cards, *decks)]

        def restore() -> None:
            self.cards, self.decks, self.answers, self._restore = cards, decks, answers, None
            for thing, facts in kept:
                vars(thing).update(facts)

        return restore

    def undoably(self, words: str, do: Handler) -> None:
        """Do something, say so, and offer to take it back."""
        self._restore = restore = self.memory()
        do()
        self.snack(words, self.t("Undo"), restore)

    def give(self, cards: Sequence[Card], words: str, **facts: object) -> None:
        """New values for fields of some cards."""
        self.undoably(words, lambda: [vars(card).update(facts) for card in cards])

    def delete(self, cards: Sequence[Card]) -> None:
        """Take cards away; for a while they can be brought back."""
        rest = [card for card in self.cards if card not in cards]
        self.undoably(self.some("{} cards deleted", len(cards)), partial(setattr, self, "cards", rest))

    def suspend(self, cards: Sequence[Card]) -> None:
        """Let cards not come any more; or again, where the first of them does not come."""
        on = not cards[0].suspended
        self.give(cards, self.some("{} cards suspended" if on else "{} cards back", len(cards)), suspended=on)

    # Screens

    def screen(
        self, title: str, activity: str, *body: Widget, actions: Sequence[Widget] = (), back: Handler | None = None
    ) -> Page:
        """A page under a bar with an arrow back."""
        leave = back or self.close
        bar = toolbar(title, *actions, on_back=leave, up=self.t("Navigate up"))
        return Page(Column([bar, *body]), activity=activity, on_back=back, title=activity.strip("."))

    def dots(self, do: Handler) -> Widget:
        """The three dots of a bar."""
        return IconButton("more", id="action_more", desc=self.t("More options"), on_tap=do)
