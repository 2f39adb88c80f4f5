"""Bench: what the rarer actions of a finger act on. A photo to zoom into, files and a bin, wheels and bars."""

from collections.abc import Callable
from functools import partial

from appagent.phone.app import App, Page
from appagent.phone.parts import photo, setting, toolbar
from appagent.phone.ui import Button, Column, Frame, Icon, List, Text, Widget


class Bench(App):
    """A list of pages, one for each kind of thing."""

    package = "com.example.bench"
    label = "Bench"

    def begin(self) -> None:
        """Nothing was touched."""
        self.zoom = self.opened = 0
        self.files = {"report.pdf": "Desk", "song.mp3": "Desk"}

    def home(self) -> Page:
        """The way to every page."""
        pages = {
            "Photo": self.photo_page,
            "Long list": self.long_page,
            "Restless list": self.restless_page,
            "Files": self.files_page,
        }
        return Page(Column([toolbar("Bench"), *(setting(name, on_tap=self._opener(do)) for name, do in pages.items())]))

    def photo_page(self) -> Page:
        """A tap shows or hides the bars, a double tap zooms in."""
        sight = photo("sea", height=300, icon="pictures", desc="Sea")
        sight.on_tap, sight.on_double = partial(self._count, "opened"), partial(self._count, "zoom")
        return self._page("Photo", sight)

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
