"""Cards' statistics: what was done, what is to come, and how well it is known; as words, and as drawn bars."""

from collections.abc import Sequence
from functools import partial

from PIL import ImageDraw

from appagent.phone.app import Page
from appagent.phone.apps.cards.library import GRADES, Card
from appagent.phone.apps.cards.review import COLOURS, Review
from appagent.phone.parts import chips, header, spinner, tabs
from appagent.phone.theme import Theme
from appagent.phone.ui import Canvas, Column, List, Row, Space, Text, Widget

SPANS = (7, 30, 90)  # days
MATURE_DAYS = 21
SHADES = {"New": "#3f7fd9", "Learning": "#d93025", "Young": "#7bbf6a", "Mature": "#2b7d46", "Suspended": "#b9a132"}


class Statistics(Review):
    """Three tabs; the second and third are about one deck or all."""

    def begin(self) -> None:
        """Today, of all decks."""
        super().begin()
        self._stats_tab, self._stats_deck, self._span = 0, "", SPANS[0]

    def statistics(self) -> Page:
        """The chosen tab."""
        names = [self.t(name) for name in ("Today", "Forecast", "Counts")]
        bar = tabs(names, self._stats_tab, self.setter("_stats_tab"))
        rows = (self.today, self.forecast, self.kinds)[self._stats_tab]()
        return self.screen(self.t("Statistics"), ".Statistics", bar, List(rows, loads=0.3))

    def today(self) -> list[Widget]:
        """How many cards were studied today and before."""
        month = sum(self.history)
        bars = [self.figure(self.t(grade), self.answers[grade], COLOURS[grade]) for grade in GRADES]
        return [header(self.t("Today")), self.figure(self.t("Cards studied"), sum(self.answers.values())), *bars,
                header(self.t("The last 30 days")), self.chart(self.history[::-1], "#3f7fd9"),
                self.figure(self.t("Yesterday"), self.history[0]), self.figure(self.t("In all"), month),
                self.figure(self.t("A day, on average"), round(month / len(self.history))),
                self.figure(self.t("Days without cards"), list(self.history).count(0))]  # fmt: skip

    def forecast(self) -> list[Widget]:
        """How many cards come again on which day."""
        due = [max(card.due, 0) for card in self.counted() if card.stage != "new" and not card.suspended]
        days = [due.count(day) for day in range(self._span)]
        spans = [self.t("{} days").format(span) for span in SPANS]
        choose = lambda number: setattr(self, "_span", SPANS[number])  # noqa: E731
        return [self.deck_line(), chips(spans, [SPANS.index(self._span)], choose), self.chart(days, "#2b7d46"),
                self.figure(self.t("Due today"), days[0]), self.figure(self.t("Due tomorrow"), days[1]),
                self.figure(self.t("In all"), sum(days))]  # fmt: skip

    def kinds(self) -> list[Widget]:
        """How many cards are how well known."""
        kinds = [_kind(card) for card in self.counted()]
        counts = {name: kinds.count(name) for name in SHADES}
        lapses = max(self.counted(), key=lambda card: card.lapses, default=None)
        hardest = (
            [header(self.t("Forgotten most often")), self.fact(lapses.front, str(lapses.lapses))] if lapses else []
        )
        return [self.deck_line(), Canvas(partial(_paint_ring, counts), height=200, width="fill"),
                *(self.figure(self.t(name), count, SHADES[name]) for name, count in counts.items()),
                self.figure(self.t("In all"), len(kinds)), *hardest]  # fmt: skip

    def counted(self) -> list[Card]:
        """The cards of the chosen deck, or all."""
        return [card for card in self.cards if self._stats_deck in ("", card.deck)]

    def deck_line(self) -> Widget:
        """Which deck it is about."""
        every = self.t("All decks")
        now = self._stats_deck or every
        pick = lambda name: setattr(self, "_stats_deck", "" if name == every else name)  # noqa: E731
        choose = partial(self.ask, self.deck_dialog, now, pick, every)
        return Row([spinner(now, choose, id="spinner", weight=1)], pad=(12, 8, 12, 0))

    def figure(self, words: str, count: int, colour: str = "") -> Widget:
        """A number and what it counts, with a dot of its colour."""
        dot = [Space(width=12, height=12, background=colour, radius=6), Space(width=12)] if colour else []
        return self.fact(words, str(count), *dot)

    def fact(self, words: str, value: str, *before: Widget) -> Widget:
        """A line of words with a value at its end."""
        return Row([*before, Text(words, weight=1, lines=1), Text(value, bold=True)], pad=(20, 9, 20, 9))

    def chart(self, values: Sequence[int], colour: str) -> Widget:
        """A bar for each day."""
        return Column([Canvas(partial(_paint_bars, values, colour), height=140, width="fill")], pad=(20, 12, 20, 12))


def _kind(card: Card) -> str:
    if card.suspended:
        return "Suspended"
    if card.stage == "review":
        return "Mature" if card.interval >= MATURE_DAYS else "Young"
    return card.stage.title()


def _paint_bars(
    values: Sequence[int], colour: str, draw: ImageDraw.ImageDraw, size: tuple[int, int], theme: Theme
) -> None:
    width, height = size
    step, most = width / len(values), max(*values, 1)
    for number, value in enumerate(values):
        left = round(number * step + step / 8)
        draw.rectangle(
            (left, height - height * value // most, round((number + 1) * step - step / 8), height), fill=colour
        )
    draw.line((0, height - 1, width, height - 1), fill=theme.colour("text2"), width=theme.px(1))


def _paint_ring(counts: dict[str, int], draw: ImageDraw.ImageDraw, size: tuple[int, int], theme: Theme) -> None:
    width, height = size
    box, begin = (width // 2 - height * 2 // 5, height // 10, width // 2 + height * 2 // 5, height * 9 // 10), -90.0
    for name, count in counts.items():
        end = begin + 360 * count / max(sum(counts.values()), 1)
        draw.pieslice(box, begin, end, fill=SHADES[name])
        begin = end
    hole = height // 5
    draw.ellipse(
        (width // 2 - hole, height // 2 - hole, width // 2 + hole, height // 2 + hole), theme.colour("background")
    )
