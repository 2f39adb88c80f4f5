"""Shop's advertisements: now and then one lies over what is being looked at; a tap on it leads away to a sale."""

from collections.abc import Callable

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.shop.finding import Finding
from appagent.phone.apps.shop.goods import PRODUCTS
from appagent.phone.dialogs import advertisement
from appagent.phone.parts import banner, header
from appagent.phone.ui import List, Widget

# Title, words, button, icon, where its sale begins among the goods.
OFFERS = (
    ("Autumn sale", "Up to half off, today only", "Go to the sale", "tag", 20),
    ("Flash sale", "Ends at midnight", "Grab it", "timer", 12),
    ("Free delivery week", "All week, on everything", "Go to the sale", "truck", 27),
)
FIRST, LATER = (3, 5), (5, 9)  # after how many pages of goods


class Offers(Finding):
    """The seed says after how many pages of goods the next one comes."""

    def begin(self) -> None:
        """Set when the first one comes."""
        super().begin()
        self._pages_left, self._offer = self._dice.randint(*FIRST), 0
        self._banner = True

    def open(self, page: Callable[..., Page], *arguments: object, **named: object) -> None:
        """Go to another page; an advertisement may come with goods and results."""
        super().open(page, *arguments, **named)
        if self.show_offers and page in (self.product_page, self.results_page):
            self._pages_left -= 1
            if self._pages_left == 0:
                self._pages_left, self._offer = self._dice.randint(*LATER), self._dice.randrange(len(OFFERS))
                self.ask(self.advert)

    def advert(self) -> Dialog:
        """Return the advertisement that was drawn."""
        title, words, button, icon, _ = OFFERS[self._offer]
        return advertisement(self, self.t(title), self.t(words), self.t(button), self.follow, icon)

    def banner(self) -> Widget:
        """Return the small one that stands on the first page until it is closed."""
        title, words, _, icon, _ = OFFERS[0]
        return banner(self.t(title), self.t(words), icon=icon, colour="#8a3b12", on_tap=self.follow_banner,
                      on_close=self.flipper("_banner"))  # fmt: skip

    def follow_banner(self) -> None:
        """Open what the first page advertises."""
        self._offer = 0
        self.follow()

    def follow(self) -> None:
        """Go to the sale."""
        self.offers_followed += 1
        self.open(self.sale_page, self._offer)

    def sale_page(self, number: int) -> Page:
        """Ten things, at the price that they always have."""
        title, words, *_, start = OFFERS[number]
        rows = [self.row(key) for key in [*PRODUCTS][start : start + 10]]
        return self.screen(self.t(title), ".sale.SaleActivity", header(self.t(words)), List(rows, loads=0.3))
