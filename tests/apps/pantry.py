"""Pantry: shelves of one layout, a menu behind a long press, a search that hides what it searches, and bare tabs."""

from functools import partial

from appagent.phone.app import App, Dialog, Page
from appagent.phone.dialogs import menu
from appagent.phone.parts import search_bar, setting, tabs, toolbar
from appagent.phone.ui import Button, Column, List, Text, Widget

SHELVES = ("Flour", "Honey", "Jam", "Oats", "Raisins", "Vinegar")
SPICES = ("Anise", "Clove", "Ginger")


class Pantry(App):
    """The shelves, and the spices on a tab; `done` has the names of what was tried."""

    package = "com.example.pantry"
    label = "Pantry"

    def begin(self) -> None:
        """Nothing was tried."""
        self.done: list[str] = []
        self._tab, self._query = 0, ""

    def home(self) -> Page:
        """Two tabs, of which the second one shows the way to the spices."""
        bar = tabs(("Shelves", "Spices"), self._tab, self.pick)
        rows = (
            [setting("Find a spice", on_tap=self.search)] if self._tab else [self.shelf_row(name) for name in SHELVES]
        )
        return Page(Column([toolbar("Pantry"), bar, List(rows, id="rows")]), activity="Home")

    def pick(self, tab: int) -> None:
        """Show one of the tabs; the back key leaves the app from both."""
        self._tab = tab

    def shelf_row(self, name: str) -> Widget:
        """Leads to its shelf, and to its menu where it is held."""
        return setting(name, on_tap=partial(self.open, self.shelf, name), on_hold=partial(self.ask, self.menu, name))

    def menu(self, name: str) -> Dialog:
        """What else can be done with a shelf."""
        return menu(self, ("Dust", partial(self.do, "Dust")), ("Move", partial(self.do, "Move")))

    def shelf(self, name: str) -> Page:
        """The same on each shelf."""
        parts = [Button(words, on_tap=partial(self.do, f"{words} {name}")) for words in ("Weigh", "Refill")]
        return Page(
            Column([toolbar(name, on_back=self.close), *parts, Text(f"{len(self.done)} things done")]), activity="Shelf"
        )

    def search(self) -> None:
        """Begin a search."""
        self._query = ""
        self.open(self.found)

    def found(self) -> Page:
        """All spices, or those with the words in their names."""
        rows = [setting(name, on_tap=partial(self.do, name)) for name in SPICES if self._query in name]
        bar = search_bar(self._query, "Search spices", self.look_for, self.close)
        return Page(Column([bar, List(rows, id="found")]), activity="Search")

    def look_for(self, words: str) -> None:
        """Show what has these words."""
        self._query = words

    def do(self, name: str) -> None:
        """Note it."""
        self.done.append(name)
