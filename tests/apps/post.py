"""Post: letters by address, each with its writer's name for a title, and questions that name the writer unquoted."""

from functools import partial

from appagent.phone.app import App, Page
from appagent.phone.dialogs import confirm
from appagent.phone.parts import toolbar
from appagent.phone.ui import Button, Column, IconButton, List, Row, Text

WRITERS = {
    "dora@mill.example": "Theodora Vance",
    "k.oyelaran@harbour.example": "Kehinde Oyelaran",
    "mibo@tram.example": "Milan Bobek",
    "yuna@fjord.example": "Yuna Sandvik",
}


class Post(App):
    """Letters; `gone` are the addresses whose letters were deleted, `blocked` those of whom none is wanted."""

    package = "com.example.post"
    label = "Post"

    def begin(self) -> None:
        """All letters are there."""
        self.gone: list[str] = []
        self.blocked: list[str] = []

    def home(self) -> Page:
        """The letters, by the address that they came from."""
        rows = [
            Row(
                [Text(each, id="from", weight=1)],
                id="letter",
                height=64,
                on_tap=partial(self.open, partial(self.letter, each)),
            )
            for each in WRITERS
            if each not in self.gone
        ]
        rules = IconButton("more", id="rules", desc="Rules", on_tap=partial(self.open, self.rules))
        return Page(Column([toolbar("Inbox", rules), List(rows, id="letters")]), activity="Inbox")

    def letter(self, address: str) -> Page:
        """One letter, under its writer's name."""
        name = WRITERS[address]
        about = Button("About the writer", id="about", on_tap=partial(self.open, partial(self.writer, name)))
        block = IconButton("star", id="block", desc="Block", on_tap=partial(self.ask, partial(self.block, name)))
        return Page(Column([toolbar(name, block, on_back=self.close), Text("Best wishes"), about]), activity="Letter")

    def block(self, name: str) -> object:
        """A question that names the writer, without quotation marks."""
        return confirm(self, f"Hear no more from {name}?", "", "Agree", partial(self.blocked.append, name))

    def writer(self, name: str) -> Page:
        """The writer, under a title of the app's."""
        return Page(Column([toolbar("Writer", on_back=self.close), Text(name)]), activity="Writer")

    def rules(self) -> Page:
        """A page that no row leads to."""
        rows = [
            Row([Text(each, weight=1)], id="rule", height=64, on_tap=partial(self.open, partial(self.rule, each)))
            for each in ("Newest first", "Loud", "At night")
        ]
        return Page(Column([toolbar("Rules", on_back=self.close), List(rows, id="rules")]), activity="Rules")

    def rule(self, name: str) -> Page:
        """What all rows lead to, under one title."""
        keep = Button("Keep", id="keep", on_tap=self.close)
        return Page(Column([toolbar("Change a rule", on_back=self.close), Text(name), keep]), activity="Rule")
