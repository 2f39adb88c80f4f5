"""A club, in English and German, that tells its members something by OK and by icons without words."""

from typing import ClassVar

from appagent.phone.app import App, Page
from appagent.phone.dialogs import ask_words
from appagent.phone.parts import setting, toolbar
from appagent.phone.ui import Column, Field, IconButton, List, Text, Widget

HALLS = ("Hall one", "Hall two", "Hall three")


class Club(App):
    """A dialog and a page by which all are written to, and a bell on each hall's page; `told` is what went out."""

    package = "com.example.club"
    label = "Club"
    words: ClassVar = {
        "de": {
            "Write to everyone": "An alle schreiben", "Circular": "Rundschreiben",
            "Text": "Text", "Alarm raised": "Alarm ausgelöst", "Hall one": "Halle eins", "Hall two": "Halle zwei",
            "Hall three": "Halle drei", "Message": "Nachricht", "Opening hours": "Öffnungszeiten", "Note": "Notiz",
            "Note for yourself": "Notiz für dich",
        }
    }  # fmt: skip

    def begin(self) -> None:
        """Nobody was told anything."""
        self.told: list[str] = []
        self.notes: list[str] = []
        self._text = ""

    def home(self) -> Page:
        """Rows that open the dialogs and the pages."""
        return self._page(
            self.label,
            setting(
                self.t("Write to everyone"), on_tap=lambda: ask_words(self, self.t("Message"), "", self.told.append)
            ),
            setting(self.t("Note for yourself"), on_tap=lambda: ask_words(self, self.t("Note"), "", self.notes.append)),
            setting(self.t("Circular"), on_tap=lambda: self.open(self.circular)),
            List([setting(self.t(name), on_tap=lambda name=name: self.open(self.hall, name)) for name in HALLS]),
        )

    def circular(self) -> Page:
        """A field, and an arrow without words that sends."""
        field = Field(self._text, hint=self.t("Text"), on_change=self.setter("_text"))
        return self._page(self.t("Circular"), field, IconButton("forward", on_tap=lambda: self.told.append("circular")))

    def hall(self, name: str) -> Page:
        """A hall, and a bell without words."""
        bell = IconButton("bell", on_tap=lambda: self.ring(name))
        hours = setting(self.t("Opening hours"), on_tap=lambda: self.open(self.hours))
        return Page(Column([toolbar(self.t(name), bell, on_back=self.close), hours]))

    def hours(self) -> Page:
        """When the halls are open."""
        return self._page(self.t("Opening hours"), Text("8:00"))

    def ring(self, name: str) -> None:
        """Tell all about a hall."""
        self.told.append(name)
        self.toast(self.t("Alarm raised"))

    def _page(self, title: str, *body: Widget) -> Page:
        return Page(Column([toolbar(title, on_back=self.close), *body]), title=title)
