"""What Shop remembers: cart, favourites, orders, addresses; and what every part of it shows."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from appagent.phone.app import App, Page
from appagent.phone.apps.shop.goods import KINDS, PRODUCTS, Both, Product
from appagent.phone.parts import divider, photo, toolbar
from appagent.phone.ui import Button, Column, Handler, Length, Row, Widget

ORANGE, AMBER = "#c8400a", "#a86400"  # of buttons that buy, and of those that put by
OBFUSCATED = "0_resource_name_obfuscated"  # what a shrunk app calls much of what it has


@dataclass
class Item:
    """So many of one product in the cart. options: those chosen, in English."""

    product: str
    options: list[str] = field(default_factory=list)
    quantity: int = 1
    selected: bool = True


@dataclass
class Bought:
    """So many of one product in an order. price: of one."""

    product: str
    options: list[str]
    quantity: int
    price: float


@dataclass
class Address:
    """Where to deliver to."""

    name: str
    phone: str
    street: str
    default: bool = False


@dataclass
class Order:
    """status: "To ship", "On the way", "Delivered" or "Cancelled"; amount: with the delivery; paid_with: "Balance" or
    "Bank card"."""

    number: str
    lines: list[Bought]
    amount: float
    address: str
    delivery: str
    paid_with: str
    status: str = "To ship"
    note: str = ""
    at: str = ""


@dataclass
class Search:
    """What is looked for, and how it is shown. sort: "match", "sold", "cheap" or "dear"; prices: as typed."""

    words: str = ""
    kind: str = ""
    sort: str = "match"
    lowest: str = ""
    highest: str = ""
    brands: list[str] = field(default_factory=list)
    new_only: bool = False


@dataclass
class Review:
    """One's own opinion of a product."""

    product: str
    stars: int
    text: str


class Stock(App):
    """The state of Shop, and words for what it sells."""

    def begin(self) -> None:
        """Two things in the cart, not selected; two favourites; three orders of earlier days."""
        self.cart = [Item("braid-cable", ["2 m"], 2, False), Item("moth-night", [], 1, False)]
        self.favourites = ["loom-blanket", "rill-kettle"]
        self.viewed = ["wren-buds"]
        self.addresses = [
            Address(self.t("Robin Lee"), "555 0142", self.t("12 Mill Street, Leeds"), True),
            Address(self.t("Robin Lee"), "555 0142", self.t("3 Harbour Road, Leeds")),
            Address(self.t("Ana Lee"), "555 0199", self.t("45 Garden Lane, York")),
        ]
        home, ana = self.addresses[0].street, self.addresses[2].street
        self.orders = [
            Order("1121001", [Bought("hare-bottle", ["750 ml"], 1, 59)], 59, home, "Standard", "Balance", at="11-21 19:40"),
            Order("1118003", [Bought("loom-pillow", [], 2, 99)], 210, ana, "Express", "Bank card", "On the way", at="11-18 08:15"),
            Order("1102002", [Bought("tap-mouse", ["Black"], 1, 79)], 79, home, "Standard", "Balance", "Delivered", at="11-02 21:03"),
        ]  # fmt: skip
        self.my_reviews: list[Review] = []
        self.helpful: list[str] = []
        self.searches = ["kettle", "running shoes"]
        self.search = Search()
        self.balance = 860.0
        self.notifications = self.show_offers = True
        self.offers_followed = 0

    def both(self, words: Both) -> str:
        """Words of the goods in the phone's language."""
        return words[self._host.locale.startswith("zh")]

    def name_of(self, key: str) -> str:
        """What a product is called."""
        return self.both(PRODUCTS[key].name)

    def money(self, amount: float) -> str:
        """An amount with its sign."""
        return f"{self.both(('$', '￥'))}{amount:.2f}"

    def chosen(self, options: Sequence[str]) -> str:
        """Options in words."""
        return ", ".join(map(self.t, options))

    def sale_price(self, key: str, options: Sequence[str] = ()) -> float:
        """What one of a product costs with these options."""
        product = PRODUCTS[key]
        return product.price + sum(
            more for values in product.options.values() for value, more in values.items() if value in options
        )

    def from_price(self, product: Product) -> str:
        """Its price, or the lowest of those that it has."""
        dearer = any(more for values in product.options.values() for more in values.values())
        return self.t("from {}").format(self.money(product.price)) if dearer else self.money(product.price)

    def worth(self, items: Sequence[Item]) -> float:
        """What they cost together."""
        return sum(self.sale_price(item.product, item.options) * item.quantity for item in items)

    def screen(self, title: str, activity: str, *parts: Widget, actions: Sequence[Widget] = ()) -> Page:
        """A page under a bar with its title and an arrow back."""
        bar = toolbar(title, *actions, on_back=self.close, up=self.t("Navigate up"))
        return Page(Column([bar, *parts]), activity=activity)

    def sight(self, key: str, width: Length, height: float, radius: float = 6.0) -> Widget:
        """A product's picture."""
        return photo(key, width=width, height=height, icon=KINDS[PRODUCTS[key].kind][2], radius=radius)

    def bar(self, *parts: Widget) -> Widget:
        """What stays in sight at the bottom of a page."""
        return Column([divider(), Row(parts, pad=(12, 8, 12, 8))], background="bar")

    def buy_button(self, words: str, do: Handler, *, id: str = "", colour: str = ORANGE) -> Widget:
        """A button of the colour that sells."""
        return Button(words, id=id, color="#ffffff", background=colour, radius=22, weight=1, on_tap=do)
