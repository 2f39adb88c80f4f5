"""Shop: goods to search, compare, keep in mind, put into a cart and pay; advertisements come over it now and then."""

from functools import partial

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.shop.buying import Buying
from appagent.phone.apps.shop.goods import CATEGORIES, KINDS, PRODUCTS
from appagent.phone.apps.shop.offers import Offers
from appagent.phone.apps.shop.stock import OBFUSCATED
from appagent.phone.apps.shop.words import WORDS
from appagent.phone.dialogs import confirm
from appagent.phone.parts import avatar, bottom_bar, nothing_here, setting, switch_row, tabs, tint, toolbar
from appagent.phone.ui import Column, Grid, Icon, IconButton, List, Row, Scroll, Space, Text, Widget

SHOWN = {"Home": "Household"}  # a category that is called otherwise than its key
TABS = (("home", "Discover"), ("apps", "Categories"), ("cart", "Cart"), ("person", "Me"))


class Shop(Offers, Buying):
    """Four tabs; what is sold stands in goods.py."""

    package = "com.pomelo.shop"
    label = "Pomelo Shop"
    icon = "bag"
    colour = "#d4580f"
    version = "5.3.0"
    entries = {"pomelo://orders": "show_orders"}
    words = {"zh": WORDS}

    def begin(self) -> None:
        """As `Stock` has it, the first tab in front."""
        super().begin()
        self._tab = self._category = self._rail = 0

    def home(self) -> Page:
        """The chosen tab over the bar of tabs."""
        body = (self.goods, self.categories, self.cart_tab, self.me)[self._tab]()
        names = [(icon, self.t(name)) for icon, name in TABS]
        bar = bottom_bar(names, self._tab, self.setter("_tab"), {2: sum(item.quantity for item in self.cart)})
        return Page(Column([body, bar]), activity=".main.MainActivity", title=TABS[self._tab][1])

    def goods(self) -> Widget:
        """A line to search, categories, and cards of what there is."""
        names = ["For you", *(SHOWN.get(name, name) for name in CATEGORIES)]
        keys = [key for key, product in PRODUCTS.items() if KINDS[product.kind][0] == CATEGORIES[self._category - 1]]
        shown = keys if self._category else [*PRODUCTS][2::3]
        box = Row([Icon("search", size=18), Text(self.t("Search for anything"), color="hint", lines=1, pad=(8, 0, 0, 0))],
                  id="search_box", weight=1, background="surface", radius=20, pad=(14, 9, 14, 9), on_tap=self.start_search)  # fmt: skip
        news = IconButton("bell", id="iv_news", on_tap=partial(self.open, self.news))
        bar = Row([Space(width=12), box, news], height=60)
        offer = [self.banner()] if self._banner and not self._category else []
        cards = List([self.card(key) for key in shown], id="recycler", columns=2, loads=0.3, pad=4)
        return Column(
            [bar, tabs([self.t(name) for name in names], self._category, self.setter("_category")), *offer, cards],
            weight=1,
        )

    def news(self) -> Page:
        """What the shop wants one to know: nothing."""
        return self.screen(
            self.t("Offers and news"), ".msg.MessageActivity", nothing_here("bell", self.t("Nothing here yet"))
        )

    def categories(self) -> Widget:
        """A rail of categories, and the kinds of goods in the chosen one."""
        rail = [self.rail_cell(number, SHOWN.get(name, name)) for number, name in enumerate(CATEGORIES)]
        kinds = [self.kind_cell(kind) for kind, (category, *_) in KINDS.items() if category == CATEGORIES[self._rail]]
        both = Row([Column(rail, width=104, height="fill", background="surface"),
                    Column([Grid(kinds, columns=2)], weight=1, height="fill", pad=8)], weight=1)  # fmt: skip
        find = IconButton("search", on_tap=self.start_search)
        return Column([toolbar(self.t("Categories"), find), both], weight=1)

    def rail_cell(self, number: int, name: str) -> Widget:
        """A category at the edge."""
        on = number == self._rail
        words = Text(self.t(name), size=14, bold=on, color="primary" if on else "text2", gravity="center")
        return Column([words], id="rail_item", pad=(4, 18, 4, 18), background="background" if on else "surface", selected=on,
                      on_tap=partial(self.setter("_rail"), number))  # fmt: skip

    def kind_cell(self, kind: str) -> Widget:
        """A kind of goods."""
        _, name, icon = KINDS[kind]
        sign = Icon(icon, size=28, color="#ffffff", background=tint(kind), radius=28, pad=14, gravity="center")
        words = Text(self.both(name), size=13, lines=2, align="center", gravity="center", height=40, pad=(0, 4, 0, 0))
        return Column([sign, words], id=OBFUSCATED, pad=(4, 12, 4, 4), on_tap=partial(self.look_through, kind))

    def cart_tab(self) -> Widget:
        """The cart under its title."""
        return Column([toolbar(self.t("Cart")), self.cart_body()], weight=1)

    # Me

    def me(self) -> Widget:
        """Oneself: orders by status, what was kept in mind and seen, addresses, settings."""
        gear = IconButton("gear", on_tap=partial(self.open, self.settings))
        name = self.t("Robin Lee")
        words = Column([Text(name, size=20, bold=True), Text(f"{self.t('Balance')} {self.money(self.balance)}", size=14, color="text2")],
                       weight=1, pad=(16, 0, 0, 0))  # fmt: skip
        states = Row(
            [
                self.state_cell(1, "bag", "To ship"),
                self.state_cell(2, "truck", "On the way"),
                self.state_cell(3, "check", "Delivered"),
            ]
        )
        rows = [Row([avatar(name, 64, radius=32), words, gear], pad=(16, 20, 8, 20)),
                setting(self.t("Orders"), icon="note", on_tap=partial(self.show_orders, 0)), states,
                setting(self.t("Favourites"), icon="heart", on_tap=partial(self.open, self.favourites_page)),
                setting(self.t("Recently viewed"), icon="clock", on_tap=partial(self.open, self.viewed_page)),
                setting(self.t("Addresses"), icon="place", on_tap=partial(self.open, self.addresses_page, False))]  # fmt: skip
        return Scroll(rows)

    def state_cell(self, number: int, icon: str, words: str) -> Widget:
        """The way to orders of one status."""
        parts = [
            Icon(icon, gravity="center"),
            Text(self.t(words), size=13, color="text2", gravity="center", pad=(0, 6, 0, 0)),
        ]
        return Column(parts, weight=1, pad=(0, 12, 0, 12), on_tap=partial(self.show_orders, number))

    def favourites_page(self) -> Page:
        """What is kept in mind."""
        rows = [self.row(key) for key in self.favourites] or [nothing_here("heart", self.t("Nothing here yet"))]
        return self.screen(self.t("Favourites"), ".fav.FavouriteActivity", List(rows, loads=0.3))

    def viewed_page(self) -> Page:
        """What was looked at, the latest first."""
        cards = [self.card(key) for key in self.viewed]
        body = List(cards, columns=2, loads=0.3, pad=4) if cards else nothing_here("clock", self.t("Nothing here yet"))
        return self.screen(self.t("Recently viewed"), ".history.FootprintActivity", body)

    def settings(self) -> Page:
        """Two switches, and a clean slate."""
        rows = [switch_row(self.t("Notifications"), self.notifications, self.flipper("notifications")),
                switch_row(self.t("Show offers"), self.show_offers, self.flipper("show_offers")),
                setting(self.t("Clear browsing history"), on_tap=partial(self.ask, self.forget_sure))]  # fmt: skip
        return self.screen(self.t("Settings"), ".settings.SettingsActivity", List(rows))

    def forget_sure(self) -> Dialog:
        """Asked before what was looked at is forgotten."""
        return confirm(self, self.t("Clear browsing history?"), "", self.t("Clear"), self.viewed.clear, danger=True)
