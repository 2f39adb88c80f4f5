"""Bench: what the rarer actions of a finger act on. A photo to zoom into, files and a bin, wheels and bars."""

from collections.abc import Callable
from functools import partial

from appagent.phone.app import App, Page
from appagent.phone.parts import photo, setting, toolbar
from appagent.phone.ui import Column, List, Widget


class Bench(App):
    """A list of pages, one for each kind of thing."""

    package = "com.example.bench"
    label = "Bench"

    def begin(self) -> None:
        """Nothing was touched."""
        self.zoom = self.opened = 0

    def home(self) -> Page:
        """The way to every page."""
        pages = {"Photo": self.photo_page, "Long list": self.long_page, "Restless list": self.restless_page}
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
