"""A locker with a PIN in a dialog and a code on a page, in English and German, and a name that anybody may change."""

from typing import ClassVar

from appagent.phone.app import App, Page
from appagent.phone.dialogs import ask_words
from appagent.phone.parts import setting, toolbar
from appagent.phone.ui import Column, Field, IconButton, Widget


class Locker(App):
    """Two secrets and a name."""

    package = "com.example.locker"
    label = "Locker"
    words: ClassVar = {
        "de": {
            "New PIN": "Neue Geheimzahl", "4 digits": "4 Ziffern", "Lock": "Schloss", "Door": "Tür", "Name": "Name",
            "Access code": "Zugangscode", "Digits": "Ziffern", "New name": "Neuer Name",
        }
    }  # fmt: skip

    def begin(self) -> None:
        """No secret is set."""
        self.pin = self.code = self.owner = ""

    def home(self) -> Page:
        """Rows for both secrets and the name."""
        ask = ("New PIN", "pin", "4 digits"), ("New name", "owner", "")
        lock, name = (
            lambda title=title, of=of, hint=hint: ask_words(
                self, self.t(title), getattr(self, of), self.setter(of), hint=self.t(hint) if hint else ""
            )
            for title, of, hint in ask
        )
        return self._page(
            self.label,
            setting(self.t("Lock"), "", on_tap=lock),
            setting(self.t("Door"), "", on_tap=lambda: self.open(self.door)),
            setting(self.t("Name"), "", on_tap=name),
        )

    def door(self) -> Page:
        """A page with a field for a code, and a check mark."""
        field = Field(self._typed, hint=self.t("Digits"), on_change=self.setter("_typed"))
        return self._page(self.t("Access code"), field, IconButton("check", on_tap=self.save))

    _typed = ""

    def save(self) -> None:
        """Set the code, whatever it is."""
        self.code = self._typed or "?"
        self.close()

    def _page(self, title: str, *body: Widget) -> Page:
        return Page(Column([toolbar(title, on_back=self.close), *body]), title=title)
