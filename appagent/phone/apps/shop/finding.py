"""Shop's search: suggestions while one types, results to sort and filter."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.shop.goods import KINDS, PRODUCTS, Product
from appagent.phone.apps.shop.stock import Search
from appagent.phone.apps.shop.wares import Wares
from appagent.phone.dialogs import confirm, pick_one
from appagent.phone.parts import chips, divider, header, nothing_here, switch_row
from appagent.phone.ui import Button, Column, Field, Handler, Icon, IconButton, List, Panel, Row, Space, Text, Widget

SORTS = {"match": "Best match", "sold": "Best selling", "cheap": "Price: low to high", "dear": "Price: high to low"}
POPULAR = ("hard drive", "hard drive 1 TB", "earbuds", "kettle", "running shoes", "backpack", "desk lamp")
SUGGESTED = 6  # at most


class Finding(Wares):
    """What is looked for stands in `search`; a category is a search without words."""

    def begin(self) -> None:
        """Nothing is typed; results come as a list."""
        super().begin()
        self._words, self._grid, self._draft = "", False, Search()

    # Typing

    def start_search(self) -> None:
        """Type what to look for."""
        self._words = ""
        self.open(self.search_page)

    def search_page(self) -> Page:
        """Recent and popular words; once something is typed, what it may become."""
        entry = Field(self._words, id="search_edit", hint=self.t("Search for anything"), weight=1, focus=True,
                      on_change=self.setter("_words"), on_submit=lambda: self.look_for(self._words), enter="search")  # fmt: skip
        go = Button(self.t("Search"), id="search_btn", on_tap=lambda: self.look_for(self._words))
        bar = Row([IconButton("back", desc=self.t("Navigate up"), on_tap=self.close), entry, go], height=64)
        rows = [self.suggestion(words) for words in self.suggestions()]
        return Page(Column([bar, List(rows or self.known_words())]), activity=".search.SearchDoorActivity")

    def known_words(self) -> list[Widget]:
        """What was looked for, by oneself and by others."""
        clear = IconButton("trash", size=18, pad=11, on_tap=partial(self.ask, self.clear_sure))
        title = Text(self.t("Recent searches"), size=14, bold=True, color="text2", weight=1)
        mine = [Row([title, clear], pad=(16, 4, 8, 0)), self.pills(self.searches)]
        return [*(mine if self.searches else []), header(self.t("Popular")), self.pills(POPULAR)]

    def pills(self, words: Sequence[str]) -> Widget:
        """Words to look for again."""
        return chips([self.t(one) for one in words], [], lambda number: self.look_for(self.t(words[number])))

    def clear_sure(self) -> Dialog:
        """Asked before what was looked for is forgotten."""
        return confirm(self, self.t("Clear recent searches?"), "", self.t("Clear"), self.searches.clear, danger=True)

    def suggestions(self) -> list[str]:
        """What may be meant by what is typed: popular words first, then names of goods."""
        typed = self._words.casefold().strip()
        if not typed:
            return []
        names = [self.t(words) for words in POPULAR] + [self.both(product.name) for product in PRODUCTS.values()]
        return [name for name in names if typed in name.casefold()][:SUGGESTED]

    def suggestion(self, words: str) -> Widget:
        """A row to look for; the arrow only types it."""
        fill = IconButton("up", id="fill", size=18, pad=11, on_tap=partial(self.setter("_words"), words))
        return Row([Icon("search", size=18), Text(words, weight=1, lines=1, pad=(12, 0, 0, 0)), fill], pad=(16, 4, 8, 4),
                   on_tap=partial(self.look_for, words))  # fmt: skip

    def look_for(self, words: str) -> None:
        """Show what there is."""
        if words.strip():
            self._words = words.strip()
            self.searches = [self._words, *(one for one in self.searches if self.t(one) != self._words)]
            self.search = Search(words=self._words)
            self.open(self.results_page)

    def look_through(self, kind: str) -> None:
        """Show all of a kind."""
        self.search = Search(kind=kind)
        self.open(self.results_page)

    def find_similar(self, key: str) -> None:
        """What else there is of its kind."""
        self.look_through(PRODUCTS[key].kind)

    # Results

    def results_page(self) -> Page:
        """What was found, as rows or cards."""
        found = self.found(self.search)
        title = self.search.words or self.both(KINDS[self.search.kind][1])
        box = Row([Icon("search", size=18), Text(title, weight=1, lines=1, pad=(8, 0, 0, 0))], id="searchEdit", weight=1,
                  background="surface", radius=20, pad=(14, 9, 14, 9), on_tap=self.start_search)  # fmt: skip
        shape = IconButton("menu" if self._grid else "apps", id="iv_switch", on_tap=self.flipper("_grid"))
        top = Row([IconButton("back", desc=self.t("Navigate up"), on_tap=self.close), box, shape], height=60)
        ways = Row([self.way("tv_sort", self.t(SORTS[self.search.sort]), "down", partial(self.ask, self.sort_dialog)), Space(weight=1),
                    Text(self.some("{} results", len(found)), size=13, color="text2"), Space(weight=1),
                    self.way("tv_filter", self.t("Filter"), "filter", self.begin_filter)], pad=(8, 0, 8, 0))  # fmt: skip
        rows = [(self.card if self._grid else self.row)(key) for key in found]
        body = List(rows, id="result_list", loads=0.3, columns=2 if self._grid else 1, pad=4 if self._grid else 0)
        empty = Column([nothing_here("search", self.t("Nothing found"))], weight=1)
        return Page(Column([top, ways, divider(), body if rows else empty]), activity=".search.ResultActivity")

    def way(self, id: str, words: str, icon: str, do: Handler) -> Widget:
        """A word with a sign over the results."""
        return Row([Text(words, size=14, lines=1), Icon(icon, size=16, pad=(4, 0, 0, 0))], id=id, width="wrap",
                   pad=(10, 12, 10, 12), on_tap=do)  # fmt: skip

    def sort_dialog(self) -> Dialog:
        """By what to sort."""
        names = [*SORTS]
        shown = [self.t(words) for words in SORTS.values()]
        return pick_one(self, self.t("Sort"), shown, names.index(self.search.sort), self.sort_by)

    def sort_by(self, number: int) -> None:
        """Another order."""
        self.search.sort = [*SORTS][number]
        self.show_again()

    def show_again(self) -> None:
        """The results anew, from the top."""
        self.close()
        self.open(self.results_page)

    def begin_filter(self) -> None:
        """Narrow the results."""
        self._draft = replace(self.search, brands=[*self.search.brands])
        self.ask(self.filter_sheet)

    def filter_sheet(self) -> Dialog:
        """Prices, brands, used goods; nothing happens before the button."""
        draft = self._draft
        brands = sorted({PRODUCTS[key].brand for key in self.found(Search(draft.words, draft.kind))})
        prices = Row([self.price("Lowest", "lowest"), Text("–", pad=(12, 0, 12, 0)), self.price("Highest", "highest")],
                     pad=(16, 0, 16, 8))  # fmt: skip
        chosen = [number for number, brand in enumerate(brands) if brand in draft.brands]
        pills = chips([self.t(brand) for brand in brands], chosen, lambda number: self.flip_brand(brands[number]))
        buttons = Row([Button(self.t("Reset"), width="fill", weight=1, on_tap=self.reset_filter), Space(width=8),
                       self.buy_button(self.t("Show results"), self.apply_filter, id="confirm")], pad=(16, 8, 16, 16))  # fmt: skip
        rows = [header(self.t("Price range")), prices, header(self.t("Brand")), pills,
                switch_row(self.t("New goods only"), draft.new_only, self.flip_new), buttons]  # fmt: skip
        return Dialog(Panel(rows, background="card", radius=16), gravity="bottom")

    def price(self, hint: str, name: str) -> Widget:
        """A field of the filter."""
        put = partial(setattr, self._draft, name)
        return Field(
            getattr(self._draft, name), hint=self.t(hint), weight=1, background="surface", radius=8, on_change=put
        )

    def flip_brand(self, brand: str) -> None:
        """Want a brand, or no longer."""
        self._draft.brands = sorted({*self._draft.brands} ^ {brand})

    def flip_new(self) -> None:
        """Leave used goods out, or no longer."""
        self._draft.new_only = not self._draft.new_only

    def reset_filter(self) -> None:
        """Take everything away that narrows."""
        self._draft = Search(self._draft.words, self._draft.kind, self._draft.sort)

    def apply_filter(self) -> None:
        """Show what is left."""
        self.search = self._draft
        self.close()
        self.show_again()

    # What fits

    def found(self, search: Search) -> list[str]:
        """The products that fit, in the order that is wanted."""
        keys = [key for key, product in PRODUCTS.items() if search.kind in ("", product.kind)]
        if search.words:
            hits = {key: self.hits(key, search.words) for key in keys}
            keys = [key for key in keys if hits[key] and hits[key] == max(hits.values())]
        low, high = _number(search.lowest, 0.0), _number(search.highest, float("inf"))
        kept = [key for key in keys if self.fits(PRODUCTS[key], search) and low <= PRODUCTS[key].price <= high]
        order = {"sold": lambda key: -PRODUCTS[key].sold, "cheap": lambda key: PRODUCTS[key].price,
                 "dear": lambda key: -PRODUCTS[key].price}  # fmt: skip
        return sorted(kept, key=order[search.sort]) if search.sort in order else kept

    def fits(self, product: Product, search: Search) -> bool:
        """Whether a product is of a wanted brand, and new where that is wanted."""
        return (not search.brands or product.brand in search.brands) and not (search.new_only and product.used)

    def hits(self, key: str, words: str) -> int:
        """How many of the words stand in what is known of a product, in either language, however it is spaced."""
        product = PRODUCTS[key]
        options = (value for values in product.options.values() for value in values)
        known = " ".join([*product.name, *KINDS[product.kind][1], product.brand, *options]).casefold()
        known += known.replace(" ", "")
        parts = re.findall(r"[a-z0-9.&-]+|[^\sa-z0-9.&-]+", words.casefold())
        return sum(part in known or (len(part) > 3 and part.removesuffix("s") in known) for part in parts)


def _number(typed: str, otherwise: float) -> float:
    """What was typed, if it is a price."""
    try:
        return float(typed)
    except ValueError:
        return otherwise
