"""Chores: a list of which one is put away, and boxes without words."""

from functools import partial

from appagent.phone.app import App, Page
from appagent.phone.parts import toolbar
from appagent.phone.ui import Button, CheckBox, Column, List, Row, Text


class Chores(App):
    """Chores, each on a page of its own with a button that puts it away."""

    package = "com.example.chores"
    label = "Chores"

    def begin(self):
        """Three chores, and two boxes."""
        self.open_ones, self.away, self.boxes = ["Dust", "Iron", "Mop"], [], [False, True]

    def home(self):
        """The list, and what leads to the boxes."""
        rows = [
            Row([Text(each, weight=1)], id="chore", pad=16, on_tap=partial(self.open, self.chore, each))
            for each in self.open_ones
        ]
        flags = Button("Flags", id="flags", on_tap=partial(self.open, self.flags))
        return Page(Column([toolbar("Chores"), flags, List(rows, id="chores")]))

    def chore(self, name):
        """One chore."""
        stow = Button("Stow", id="stow", on_tap=partial(self.stow, name))
        return Page(Column([toolbar("Chore", on_back=self.close), Text(name), stow]), activity="Chore")

    def stow(self, name):
        """Put one away, and no more: the others are needed."""
        if not self.away:
            self.away.append(name)
            self.open_ones.remove(name)
            self.close()

    def flags(self):
        """Boxes without a word, which stay ticked once they are."""
        boxes = [CheckBox(on, id="box", on_tap=partial(self.tick, at)) for at, on in enumerate(self.boxes)]
        return Page(Column([toolbar("Flags", on_back=self.close), *boxes]), activity="Flags")

    def tick(self, at):
        """Tick a box."""
        self.boxes[at] = True
