"""Bench: what the rarer actions of a finger act on. A photo to zoom into, files and a bin, wheels and bars."""

from collections.abc import Callable, Sequence
from functools import partial
from math import log

from appagent.phone.app import App, Dialog, Page
from appagent.phone.dialogs import menu
from appagent.phone.parts import Wheel, number_picker, photo, setting, spinner, switch_row, toolbar
from appagent.phone.ui import Button, CheckBox, Column, Field, Frame, Icon, List, Row, Seek, Text, Widget

LEVELS = ("Low", "Normal", "High", "Emergency")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Bench(App):
    """A list of pages, one for each kind of thing."""

    package = "com.example.bench"
    label = "Bench"

    def begin(self) -> None:
        """Nothing was touched."""
        self.zoom = self.opened = 0
        self.hour, self.month = 9, "Mar"
        self.volume, self.percent, self.level, self.knob = 80, 100, 2, 0.5
        self.light, self.sound, self.stuck, self.mode, self.owner = False, True, False, "Fast", "Ana"
        self.pin = self.card = ""
        self.country, self.speed, self.degrees = "Land 1", 10, 20
        self.played = 20  # of 200 s
        self.urgency, self.heat, self.tempo = 2, 1, 40
        self.story = "Once upon a time there was a cat that lived\nin a house by the sea and went to fish"
        self.files = {"report.pdf": "Desk", "song.mp3": "Desk"}

    def home(self) -> Page:
        """The way to every page."""
        pages = {
            "Photo": self.photo_page, "Long list": self.long_page, "Restless list": self.restless_page,
            "Files": self.files_page, "Wheels": self.wheels_page, "Bars": self.bars_page,
            "Levels": self.worded_page,
            "Switches": self.switches_page, "Notices": self.notices_page,
        }  # fmt: skip
        return Page(Column([toolbar("Bench"), *(setting(name, on_tap=self._opener(do)) for name, do in pages.items())]))

    def photo_page(self) -> Page:
        """A tap shows or hides the bars, a double tap zooms in."""
        sight = photo("sea", height=300, icon="pictures", desc="Sea")
        sight.on_tap, sight.on_double = partial(self._count, "opened"), partial(self._count, "zoom")
        return self._page("Photo", sight, Text(f"{self.zoom + 1} times as large"))

    def long_page(self) -> Page:
        """A hundred rows, of which the ninetieth buys; a title that says what only a row far below is about."""
        rows = [setting(f"Row {n}", on_tap=partial(self._count, "opened")) for n in range(1, 101)]
        rows[59] = setting("Terms of use", on_tap=partial(self._count, "opened"))
        return Page(Column([toolbar("Terms of use and rows", on_back=self.close), List(rows, id="rows")]), "LongList")

    def files_page(self) -> Page:
        """Files to carry, a folder, and three bins: with a word that takes touches, with one that takes none, bare."""
        rows = [setting(name, where, on_tap=partial(self._count, "opened")) for name, where in self.files.items()]
        for row, name in zip(rows, self.files, strict=True):
            row.carries = name
        folder = setting("Music", icon="folder", on_tap=partial(self._count, "opened"))
        bin_ = Button("Trash", on_tap=partial(self._count, "opened"))
        zone = Column([Text("Drop here to delete", pad=16)], id="zone")
        bare = Frame([Icon("trash", id="ic_trash", pad=20)], width="wrap", id="corner")
        for where, widget in (("Music", folder), ("", bin_), ("", zone), ("", bare)):
            widget.on_drop = partial(self._moved, where)
        return self._page("Files", *rows, folder, bin_, zone, bare)

    def _moved(self, where: str, name: str) -> None:
        if where:
            self.files[name] = where
        else:
            del self.files[name]

    def wheels_page(self) -> Page:
        """Hours that go round, months that do not."""
        hour = number_picker(self.hour, 0, 23, self.setter("hour"), id="hour")
        at = MONTHS.index(self.month)
        shown = [MONTHS[n] if 0 <= n < len(MONTHS) else "" for n in (at - 1, at, at + 1)]
        month = Wheel([Text(words, height=48) for words in shown], id="month", width=72, on_scroll=self._turn_month)
        warmth = [Text(f"{self.degrees + n} °C", height=48) for n in (-1, 0, 1)]
        degrees = Wheel(warmth, id="degrees", width=72, on_scroll=self._turn_degrees)
        return self._page("Wheels", Row([hour, month, degrees]))

    def _turn_degrees(self, heights: float) -> None:
        self.degrees += round(3 * heights)

    def _turn_month(self, heights: float) -> None:
        self.month = MONTHS[min(max(MONTHS.index(self.month) + round(3 * heights), 0), len(MONTHS) - 1)]

    def bars_page(self) -> Page:
        """Bars: in percent; whose label alone tells; with five steps; that heeds only its knob."""
        knob = Seek(self.knob, id="knob")
        knob.on_touch, knob.on_stroke = lambda at: None, self._draw_knob
        return self._page(
            "Bars",
            Seek(self.volume / 100, id="volume", on_seek=lambda share: setattr(self, "volume", round(100 * share))),
            Text(f"Text size {self.percent}%", id="size_label", pad=(16, 20, 16, 4)),
            Seek((self.percent - 50) / 150, id="size", on_seek=self._size),
            Text("Level", pad=(16, 100, 16, 4)),
            Seek(self.level / 5, id="level", on_seek=lambda share: setattr(self, "level", round(5 * share))),
            knob,
            Text(f"{self.speed} km/h", pad=(16, 20, 16, 4)),
            Seek(
                log(self.speed) / log(1000),
                id="speed",
                on_seek=lambda share: setattr(self, "speed", round(1000**share)),
            ),
            Text(f"{self.played // 60}:{self.played % 60:02}", pad=(16, 20, 16, 4)),
            Seek(self.played / 200, id="song", on_seek=lambda share: setattr(self, "played", round(200 * share))),
        )

    def worded_page(self) -> Page:
        """Bars whose labels say their values in words: behind a colon, at the end of the line, at both ends."""
        return self._page(
            "Levels",
            Text(f"Urgency: {LEVELS[self.urgency]}", pad=(16, 20, 16, 4)),
            Seek(self.urgency / 3, id="urgency", on_seek=lambda share: setattr(self, "urgency", round(3 * share))),
            Row([Text("Heat", weight=1), Text(LEVELS[self.heat])], pad=(16, 60, 16, 4)),
            Seek(self.heat / 3, id="heat", on_seek=lambda share: setattr(self, "heat", round(3 * share))),
            Text("Tempo", pad=(16, 60, 16, 4)),
            Seek(self.tempo / 100, id="tempo", on_seek=lambda share: setattr(self, "tempo", round(100 * share))),
            Row([Text("Slow", weight=1), Text("Fast")], pad=(16, 4, 16, 4)),
        )

    def _size(self, share: float) -> None:
        self.percent = round(50 + 150 * share)

    def _draw_knob(self, points: Sequence[tuple[float, float]]) -> None:
        if abs(points[0][0] - self.knob) < 0.1:
            self.knob = round(points[-1][0], 2)

    def switches_page(self) -> Page:
        """A row with a switch, a box to tick, a switch that stays off, a drop-down list, a field."""
        return self._page(
            "Switches",
            switch_row("Light", self.light, self.flipper("light")),
            CheckBox(self.sound, text="Sound", on_tap=self.flipper("sound")),
            switch_row("Stuck", self.stuck, lambda: None),
            spinner(self.mode, lambda: self.ask(self.modes), id="mode"),
            spinner(self.country, lambda: self.ask(self.countries), id="country"),
            Field(self.card, id="card", hint="Card", on_change=self._type_card),
            Field(self.owner, id="owner", hint="Owner", on_change=self.setter("owner")),
            Field(self.story, id="story", hint="Story", lines=4, on_change=self.setter("story")),
            Field(self.pin, id="pin", hint="PIN", password=True, on_change=self.setter("pin")),
            setting("Help", on_tap=partial(self._count, "opened")),
            setting("Copy story", on_tap=lambda: self.to_clipboard(self.story)),
        )

    def modes(self) -> Dialog:
        """What the drop-down list has."""
        return menu(self, *((mode, partial(setattr, self, "mode", mode)) for mode in ("Fast", "Slow", "Very slow")))

    def _type_card(self, text: str) -> None:
        digits = "".join(filter(str.isdigit, text))
        self.card = " ".join(digits[n : n + 4] for n in range(0, len(digits), 4))

    def countries(self) -> Dialog:
        """A list that is longer than the display."""
        rows = [setting(f"Land {n}", on_tap=partial(self._settle, f"Land {n}")) for n in range(1, 61)]
        return Dialog(List(rows, id="countries"), width=300)

    def _settle(self, land: str) -> None:
        self.close()
        self.country = land

    def notices_page(self) -> Page:
        """Two notifications to be had."""
        parcel = partial(self.notify, "Parcel", "Comes at five", lambda: self.open(self.photo_page))
        return self._page("Notices", Button("Tell me", on_tap=parcel))

    def restless_page(self) -> Page:
        """A list that gives way to another page as soon as it is moved."""
        around = Column([setting(f"Row {n}") for n in range(9)], id="around", height="fill")
        around.on_scroll = lambda heights: self.open(self.photo_page)
        return Page(around, "Restless")

    def _count(self, name: str) -> None:
        setattr(self, name, getattr(self, name) + 1)

    def _page(self, title: str, *parts: Widget) -> Page:
        return Page(Column([toolbar(title, on_back=self.close), *parts]), activity=title)

    def _opener(self, page: Callable[[], Page]) -> Callable[[], None]:
        return lambda: self.open(page)
