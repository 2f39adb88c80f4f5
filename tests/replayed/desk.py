"""Desk: letters, seats and notes of an office, in English or German; what came of a tap shows little, or may fail."""

from appagent.phone.app import App, Dialog, Page
from appagent.phone.dialogs import confirm
from appagent.phone.parts import toolbar
from appagent.phone.ui import Button, Column, Field, IconButton, List, Row, Text

GERMAN = {
    "Mark as read": "Als gelesen markieren", "Seats": "Plätze", "Fewer": "Weniger", "More": "Mehr", "Notes": "Notizen",
    "New note": "Neue Notiz", "Note": "Notiz", "Save": "Speichern", "Saved": "Gespeichert", "Letter": "Brief",
    "Could not save": "Konnte nicht gespeichert werden", "Shred {}?": "{} vernichten?", "Shred": "Vernichten",
    "Shred it?": "Vernichten?", "Add stamp": "Marke dazu", "{} stamps": "{} Marken",
}  # fmt: skip


class Desk(App):
    """Letters that can be read or shredded, a number of seats, and notes."""

    package = "com.example.desk"
    label = "Desk"

    def begin(self) -> None:
        """Three letters, one seat and no notes; all works."""
        self.german = self.fails = self.silent = self.shifted = self.below = False
        self.letters = ["Bank", "Tax", "Water"]
        self.read: list[str] = []
        self.shredded: list[str] = []
        self.notes: list[str] = []
        self.seats, self.stamps, self.leap = 1, 0, 1
        self._draft = self._code = ""
        self.opened: list[str] = []

    def say(self, words: str) -> str:
        """Words in the language of the app."""
        return GERMAN[words] if self.german else words

    def home(self) -> Page:
        """The letters, and the ways to what else there is."""
        rows = [Row([Text(name, weight=1)], id="letter", pad=16, on_tap=lambda name=name: self.open(self.letter, name),
                    on_hold=lambda name=name: self.ask(self.sure, name)) for name in self.letters]  # fmt: skip
        ways = Row([Button(self.say("Seats"), on_tap=lambda: self.open(self.room)),
                    Button(self.say("New note"), on_tap=self.begin_note),
                    Button("PIN", on_tap=lambda: self.open(self.safe)),
                    Button(self.say("Notes"), on_tap=lambda: self.open(self.all_notes))])  # fmt: skip
        return Page(Column([toolbar("Desk"), ways, List(rows, id="letters", weight=1)]), "Desk")

    def letter(self, name: str) -> Page:
        """One letter; a tap on its button closes it, and nothing shows that it was read."""
        done = Button(self.say("Mark as read"), id="done", on_tap=lambda: self.mark(name))
        return Page(Column([toolbar(self.say("Letter"), on_back=self.close), Text(name), done]), "Letter")

    def mark(self, name: str) -> None:
        """Note that a letter was read, and close it."""
        self.read.append(name)
        self.close()

    def sure(self, name: str) -> Dialog:
        """Asked before a letter is shredded; another one is meant if the app has gone wrong."""
        at = (self.letters.index(name) + self.shifted) % len(self.letters)
        name = self.letters[at]
        asked = self.say("Shred {}?").format(name)
        title, text = (self.say("Shred it?"), asked) if self.below else (asked, "")
        return confirm(self, title, text, self.say("Shred"), lambda: self.shred(name), danger=True)

    def shred(self, name: str) -> None:
        """Take a letter away for ever."""
        self.letters.remove(name)
        self.shredded.append(name)
        self.did("delete", name)

    def room(self) -> Page:
        """The number of seats between two buttons, and stamps that are counted on their own button."""
        fewer = IconButton("minus", desc=self.say("Fewer"), on_tap=lambda: self.seat(-1))
        more = IconButton("plus", desc=self.say("More"), on_tap=lambda: self.seat(1))
        count = Row([fewer, Text(str(self.seats), id="count", size=24), more])
        says = self.say("{} stamps").format(self.stamps) if self.stamps else self.say("Add stamp")
        stamp = Button(says, id="stamp", on_tap=self.stick)
        return Page(Column([toolbar(self.say("Seats"), on_back=self.close), count, stamp]), "Room")

    def seat(self, step: int) -> None:
        """Change the number of seats."""
        self.seats += step * self.leap

    def stick(self) -> None:
        """Add a stamp."""
        self.stamps += 1

    def begin_note(self) -> None:
        """Open the form for a note."""
        self._draft = ""
        self.open(self.form)

    def form(self) -> Page:
        """A text, and the button that keeps it."""
        field = Field(self._draft, id="text", hint=self.say("Note"), on_change=self.typed)
        save = Button(self.say("Save"), id="save", on_tap=self.keep)
        return Page(Column([toolbar(self.say("New note"), on_back=self.close), field, save]), "Form")

    def typed(self, text: str) -> None:
        """The note, as typed."""
        self._draft = text

    def keep(self) -> None:
        """Keep the note and say so, unless that fails."""
        self.close()
        if not self.fails:
            self.notes.append(self._draft)
        if not self.silent:
            self.toast(self.say("Could not save" if self.fails else "Saved"))

    def all_notes(self) -> Page:
        """All notes."""
        rows = [Row([Text(each)], id="note", pad=16, on_tap=lambda: None) for each in self.notes]
        return Page(Column([toolbar(self.say("Notes"), on_back=self.close), List(rows, id="notes", weight=1)]), "Notes")

    def safe(self) -> Page:
        """A field that hides the PIN, and the button that takes it."""
        field = Field(self._code, id="pin", hint="PIN", password=True, on_change=self.coded)
        return Page(
            Column([toolbar("Safe", on_back=self.close), field, Button("OK", id="ok", on_tap=self.unlock)]), "Safe"
        )

    def coded(self, text: str) -> None:
        """The PIN, as typed."""
        self._code = text

    def unlock(self) -> None:
        """Take the PIN, and close the page."""
        self.opened.append(self._code)
        self.close()
