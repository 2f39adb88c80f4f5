"""Attic: boxes and letters in rows that look alike, notes of two hands, one help page, and a panel."""

from functools import partial

from appagent.phone.app import App, Dialog, Page
from appagent.phone.dialogs import menu
from appagent.phone.parts import setting, toolbar
from appagent.phone.ui import Button, Column, IconButton, List, Row, Space, Text, Widget

BOXES, LETTERS = ("Bowls", "Candles", "Dishes"), ("Easter", "Farewell", "Greetings")
NOTES = (("me", "Sweep it"), ("Ida", "Air it"), ("me", "Water it"), ("Ida", "Paint it"))


class Attic(App):
    """A page of things, a page of notes, and help on both."""

    package = "com.example.attic"
    label = "Attic"

    def begin(self) -> None:
        """Nothing is shown or chosen."""
        self.notes = list(NOTES)
        self._tools = False

    def home(self) -> Page:
        """Things, and below them what a button shows."""
        rows = [setting(name, on_tap=partial(self.open, self.box, name)) for name in BOXES]
        rows += [setting(name, on_tap=partial(self.open, self.letter)) for name in LETTERS]
        shown = [Button(words, id=words.lower(), on_tap=lambda: None) for words in ("Hammer", "Nails")]
        parts = [
            Button("Notes", id="notes", on_tap=partial(self.open, self.talk)),
            Button("Help", id="help", on_tap=partial(self.open, self.help)),
            Button("Tools", id="tools", on_tap=partial(setattr, self, "_tools", True)),
            *(shown if self._tools else []),
        ]
        hide = partial(setattr, self, "_tools", False) if self._tools else None
        return Page(Column([toolbar("Attic"), *parts, List(rows, id="things")]), activity="Home", on_back=hide)

    def box(self, name: str) -> Page:
        """A box."""
        empty = Button("Unpack", id="unpack", on_tap=lambda: None)
        return Page(Column([toolbar(name, on_back=self.close), empty]), activity="Box")

    def letter(self) -> Page:
        """Any letter."""
        read = Button("Read aloud", id="read", on_tap=lambda: None)
        return Page(Column([toolbar("Letter", on_back=self.close), read]), activity="Letter")

    def help(self) -> Page:
        """Help, wherever it was asked for."""
        words = Text("Ask Ida")
        return Page(Column([toolbar("Help", on_back=self.close), words]), activity="Help")

    def talk(self) -> Page:
        """Notes: one's own have their picture at the other end, and can be recalled."""
        rows = [self.note(*note) for note in self.notes]
        ask = Button("Help", id="help", on_tap=partial(self.open, self.help))
        return Page(Column([toolbar("Notes", on_back=self.close), ask, List(rows, id="notes")]), activity="Talk")

    def note(self, who: str, words: str) -> Widget:
        """A note beside the picture of who wrote it."""
        body = Text(words, id="words", weight=1, on_tap=lambda: None, on_hold=partial(self.ask, self.menu, who))
        face = IconButton("person", desc=who, on_tap=lambda: None)
        return Row([Space(width=48), body, face] if who == "me" else [face, body, Space(width=48)])

    def menu(self, who: str) -> Dialog:
        """What can be done with a note."""
        recall = [("Recall", lambda: None)] if who == "me" else []
        return menu(self, ("Copy", lambda: self.toast("Copied")), ("Quote", lambda: None), *recall)
