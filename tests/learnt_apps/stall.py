"""A stall, in English and Spanish, in which much can be made and changed that only another page shows, or none."""

from typing import ClassVar

from appagent.phone.app import App, Dialog, Page
from appagent.phone.dialogs import pick_one
from appagent.phone.parts import nothing_here, setting, stepper, toolbar
from appagent.phone.ui import Button, Column, Field, IconButton, List, Row, Scroll, Seek, Text, Widget

FRUIT, MOODS = ("Apples", "Pears"), ("Calm", "Busy")


class Stall(App):
    """A form whose notes are listed elsewhere, a log of what was weighed, and settings."""

    package = "com.example.stall"
    label = "Stall"
    words: ClassVar = {
        "es": {
            "Write a note": "Apuntar algo", "What about?": "¿Sobre qué?", "Keep": "Guardar", "Notebook": "Cuaderno",
            "Log": "Registro", "Nothing yet": "Nada todavía", "Settings": "Ajustes", "Mood": "Ánimo", "Bags": "Bolsas",
            "Calm": "Tranquilo", "Busy": "Ocupado", "Brightness": "Brillo", "Apples": "Manzanas", "Pears": "Peras",
            "Stamp": "Sellar", "Note": "Apunte",
        }
    }  # fmt: skip

    def begin(self) -> None:
        """Nothing is written down yet."""
        self.notes: list[str] = []
        self.weighed: list[str] = []
        self.bags, self.light, self.mood, self._text = 1, 40, 0, ""

    def home(self) -> Page:
        """Rows that open the pages, and icons that weigh."""
        pages = {"Write a note": self.form, "Notebook": self.book, "Log": self.log, "Settings": self.settings}
        rows = [setting(self.t(name), "", on_tap=lambda page=page: self.open(page)) for name, page in pages.items()]
        icons = [
            Row([Text(self.t(name), weight=1), IconButton("clock", on_tap=lambda name=name: self.weigh(name))], pad=8)
            for name in FRUIT
        ]
        return Page(Column([toolbar(self.label), *rows, *icons]))

    def weigh(self, name: str) -> None:
        """Write a line into the log, without a word."""
        self.weighed.append(f"{self._host.local_time():%H:%M} {self.t(name)}")

    def form(self) -> Page:
        """A form that goes back to where nothing shows what it has kept."""
        field = Field(self._text, hint=self.t("What about?"), on_change=self.setter("_text"))
        return self._page("Write a note", field, Button(self.t("Keep"), on_tap=self.keep))

    def keep(self) -> None:
        """Keep the note."""
        if self._text:
            self.notes.append(self._text)
        self._text = ""
        self.close()

    def book(self) -> Page:
        """The notes, and a button that adds one and stays on the page."""
        rows = [setting(name, "", on_tap=lambda: self.open(self.note)) for name in self.notes]
        stamp = Button(self.t("Stamp"), on_tap=lambda: self.notes.append(f"{self.t('Stamp')}!"))
        return self._page("Notebook", stamp, List(rows) if rows else nothing_here("note", self.t("Nothing yet")))

    def note(self) -> Page:
        """A note's page, which says nothing of it."""
        return self._page("Note", Text("…"))

    def log(self) -> Page:
        """What was weighed."""
        rows = [Text(line, pad=14) for line in self.weighed]
        return self._page("Log", List(rows) if rows else nothing_here("book", self.t("Nothing yet")))

    def settings(self) -> Page:
        """A choice, a stepper and a slider."""
        return self._page("Settings", Scroll([
            setting(self.t("Mood"), self.t(MOODS[self.mood]), on_tap=lambda: self.ask(self.moods)),
            Row([Text(self.t("Bags"), weight=1), stepper(self.bags, 0, 5, self.setter("bags"))], pad=16),
            Text(self.t("Brightness"), pad=16),
            Seek(self.light / 100, on_seek=lambda at: setattr(self, "light", round(100 * at))),
        ]))  # fmt: skip

    def moods(self) -> Dialog:
        """Offer the moods."""
        return pick_one(self, self.t("Mood"), list(map(self.t, MOODS)), self.mood, self.setter("mood"))

    def _page(self, title: str, *body: Widget) -> Page:
        return Page(Column([toolbar(self.t(title), on_back=self.close), *body]), title=self.t(title))
