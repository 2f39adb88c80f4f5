"""Shelf: rows with any texts, each with a page and a heart; what they say is set from outside, in any language."""

from appagent.phone.app import App, Dialog, Page
from appagent.phone.dialogs import confirm
from appagent.phone.parts import toolbar
from appagent.phone.ui import Button, Column, IconButton, List, Row, Text, Widget


class Shelf(App):
    """Rows that can be deleted, liked and, on their page, kept."""

    package = "com.example.shelf"
    label = "Shelf"

    def begin(self) -> None:
        """Two rows; nothing is liked or kept."""
        self.rows = [["Ana", "mobile"], ["Ben", "work"]]
        self.gone: list[str] = []
        self.liked: list[str] = []
        self.kept: list[str] = []
        self.keep, self.question, self.yes = "Keep", "Delete this?", "Delete"

    def home(self) -> Page:
        """All rows."""
        return Page(Column([toolbar("Shelf"), List([self.row(texts) for texts in self.rows], id="rows")]), "Shelf")

    def row(self, texts: list[str]) -> Widget:
        """The texts of a row, one below the other, and a heart."""
        heart = IconButton("heart", on_tap=lambda: self.liked.append(" ".join(texts)))
        said = Column([Text(text, id=f"text_{place}") for place, text in enumerate(texts)], weight=1)
        return Row(
            [said, heart], id="row", pad=14,
            on_tap=lambda: self.open(self.page, texts), on_hold=lambda: self.ask(self.sure, texts),
        )  # fmt: skip

    def page(self, texts: list[str]) -> Page:
        """What can be done with one row."""
        keep = Button(self.keep, id="keep", on_tap=lambda: self.kept.append(" ".join(texts)))
        return Page(Column([toolbar(texts[0], on_back=self.close), keep]), "One")

    def sure(self, texts: list[str]) -> Dialog:
        """Asked before a row is deleted."""
        return confirm(self, self.question, "", self.yes, lambda: self.drop(texts))

    def drop(self, texts: list[str]) -> None:
        """Delete a row."""
        self.rows.remove(texts)
        self.gone.append(" ".join(texts))
        self.did("delete", " ".join(texts))
