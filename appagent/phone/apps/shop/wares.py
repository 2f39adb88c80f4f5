"""Shop's products: their cards, the page of each, its pictures, its options, what buyers say of it."""

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from statistics import mean

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.shop.goods import KINDS, PRODUCTS, reviews_of
from appagent.phone.apps.shop.stock import AMBER, OBFUSCATED, ORANGE, Item, Stock
from appagent.phone.dialogs import alert, menu
from appagent.phone.intents import share
from appagent.phone.parts import avatar, badge, chips, divider, header, photo, setting, stepper, toolbar
from appagent.phone.ui import (
    Button,
    Column,
    Frame,
    Grid,
    Icon,
    IconButton,
    Length,
    List,
    Panel,
    Point,
    Row,
    Scroll,
    Space,
    Text,
    Widget,
)

PICTURES = 4  # of each product
GOOD = 4  # stars, from which on a review is a good one


class Wares(Stock):
    """What has options can be bought once they are chosen, on a sheet from the bottom."""

    def begin(self) -> None:
        """Nothing is chosen."""
        super().begin()
        self._picture, self._quantity, self._told = 0, 1, 0
        self._choice: dict[str, str] = {}
        self._unfolded: set[str] = set()

    # Cards

    def card(self, key: str) -> Widget:
        """A product in a grid."""
        product = PRODUCTS[key]
        price = Text(self.from_price(product), size=14, bold=True, color="danger", lines=1, weight=1)
        foot = Row([price, self.heart(key), self.cart_button(key)])
        words = Column([Text(self.both(product.name), size=14, lines=2, height=42), foot], pad=(8, 6, 0, 2))
        return Frame([Column([self.sight(key, "fill", 112, 0), words], background="card", radius=8,
                             on_tap=partial(self.see, key))], pad=4)  # fmt: skip

    def row(self, key: str) -> Widget:
        """A product in a list."""
        product = PRODUCTS[key]
        sold = Text(self.t("{} sold").format(product.sold), size=12, color="text2", lines=1)
        used = Text(self.t("Used"), size=11, color="text2", background="track", radius=3, pad=(5, 1, 5, 1))
        price = Text(self.from_price(product), bold=True, color="danger", lines=1, weight=1)
        words = [Text(self.both(product.name), size=15, lines=2), Space(height=4),
                 Row([*([used, Space(width=6)] if product.used else []), sold]),
                 Row([price, self.heart(key), self.cart_button(key)])]  # fmt: skip
        return Row([self.sight(key, 96, 96), Column(words, weight=1, pad=(12, 0, 0, 0))], id="item_root",
                   pad=(16, 8, 8, 8), on_tap=partial(self.see, key), on_hold=partial(self.ask, self.product_menu, key))  # fmt: skip

    def cart_button(self, key: str) -> Widget:
        """The small sign on a card that puts a product into the cart."""
        return IconButton("cart", id=OBFUSCATED, desc=self.t("Add to cart"), size=20, pad=8,
                          on_tap=partial(self.put, key, False))  # fmt: skip

    def heart(self, key: str) -> Widget:
        """A sign to keep a product in mind, or no longer."""
        liked = key in self.favourites
        words = self.t("Saved" if liked else "Add to favourites")
        return IconButton("heart_full" if liked else "heart", id="iv_fav", desc=words, size=20, pad=8, selected=liked,
                          color="danger" if liked else "text2", on_tap=partial(self.like, key))  # fmt: skip

    def like(self, key: str) -> None:
        """Make a favourite of a product, or no longer."""
        if key in self.favourites:
            self.favourites.remove(key)
        else:
            self.favourites.insert(0, key)
            self.toast(self.t("Added to favourites"))

    def product_menu(self, key: str) -> Dialog:
        """Shown while a row is held down."""
        words = self.t("Remove from favourites" if key in self.favourites else "Add to favourites")
        return menu(self, (words, partial(self.like, key)), (self.t("Find similar"), partial(self.find_similar, key)))

    @abstractmethod
    def find_similar(self, key: str) -> None:
        """What else there is of its kind."""

    # The page of one

    def see(self, key: str) -> None:
        """Look at a product."""
        self._picture = 0
        self.viewed = [key, *(other for other in self.viewed if other != key)]
        self.open(self.product_page, key)

    def product_page(self, key: str) -> Page:
        """Pictures, price, options, reviews and what is like it; the buttons to buy stay below."""
        product = PRODUCTS[key]
        name = self.both(product.name)
        pass_on = IconButton("share", id="share", desc=self.t("Share"), on_tap=partial(share, self, "text", name))
        price = Row([Text(self.from_price(product), size=24, bold=True, color="danger", weight=1),
                     Text(self.t("{} sold").format(product.sold), size=13, color="text2")], pad=(16, 12, 16, 0))  # fmt: skip
        title = Text(name, size=18, bold=True, width="fill", pad=(16, 4, 16, 8))
        stars = [stars for _, stars, _ in reviews_of(key)]
        choose = [setting(self.t("Options"), self.t("Choose") + " " + ", ".join(map(self.t, product.options)),
                          on_tap=partial(self.choose, key))]  # fmt: skip
        rows = [self.pictures(key), price, title, divider(), *(choose if product.options else []),
                setting(self.t("Reviews"), f"{mean(stars):.1f} / 5 · " + self.some("{} reviews", len(stars)),
                        on_tap=partial(self.open, self.reviews_page, key)),
                setting(self.t("Details"), on_tap=partial(self.ask, self.details, key)), divider(),
                header(self.t("You may also like")), Grid([self.card(other) for other in self.like_it(key)], columns=2)]  # fmt: skip
        bar = self.bar(self.heart(key), Space(width=8),
                       self.buy_button(self.t("Add to cart"), partial(self.put, key, False), id="add", colour=AMBER), Space(width=8),
                       self.buy_button(self.t("Buy now"), partial(self.put, key, True), id="buy"))  # fmt: skip
        top = toolbar("", pass_on, self.cart_sign(), on_back=self.close, up=self.t("Navigate up"))
        return Page(Column([top, Scroll(rows), bar]), activity=".item.ItemDetailActivity")

    def cart_sign(self) -> Widget:
        """The way to the cart, with how many things are in it."""
        count = sum(item.quantity for item in self.cart)
        sign = IconButton("cart", id="menu_cart", on_tap=partial(self.open, self.cart_page))
        return Frame([sign, *([badge(count, gravity="top right")] if count else [])], width="wrap")

    def like_it(self, key: str) -> Sequence[str]:
        """Four others, of its kind first."""
        kind, category = PRODUCTS[key].kind, KINDS[PRODUCTS[key].kind][0]
        near = [other for other in PRODUCTS if KINDS[PRODUCTS[other].kind][0] == category and other != key]
        return sorted(near, key=lambda other: PRODUCTS[other].kind != kind)[:4]

    def pictures(self, key: str) -> Widget:
        """One of its pictures, which a tap shows large, over small ones of them all."""
        large = self.picture(key, self._picture, "fill", 216)
        large.on_tap = partial(self.open, self.gallery, key)
        count = Text(f"{self._picture + 1}/{PICTURES}", size=12, color="#ffffff", background="#3a3d42", radius=10,
                     pad=(8, 2, 8, 2))  # fmt: skip
        corner = Frame([count], width="wrap", pad=12, gravity="bottom right")
        return Column([Frame([large, corner]), Row([self.small(key, n) for n in range(PICTURES)], pad=(12, 8, 12, 0))])

    def small(self, key: str, number: int) -> Widget:
        """A picture to choose."""
        picture = self.picture(key, number, 48, 48)
        picture.on_tap = partial(self.setter("_picture"), number)
        picture.desc = self.t("Picture {}").format(number + 1)
        edge = Frame([picture], width="wrap", background="primary" if number == self._picture else "track", pad=2)
        return Frame([edge], width="wrap", pad=(4, 0, 4, 0))

    def picture(self, key: str, number: int, width: Length, height: float) -> Widget:
        """One of its pictures; the first is that of its cards."""
        name = f"{key} {number}" if number else key
        return photo(name, width=width, height=height, icon=KINDS[PRODUCTS[key].kind][2])

    def drawn(self, points: Sequence[Point]) -> None:
        """A finger went over a picture."""
        self.turn(1 if points[0][0] > points[-1][0] else -1)

    def turn(self, by: int) -> None:
        """To the next picture or the one before."""
        self._picture = min(max(self._picture + by, 0), PICTURES - 1)

    def gallery(self, key: str) -> Page:
        """A picture as large as the display; a finger drawn across turns to the next."""
        cross = IconButton("close", color="#ffffff", on_tap=self.close)
        count = Text(f"{self._picture + 1} / {PICTURES}", color="#ffffff", weight=1, align="center")
        ways = Row([IconButton("back", color="#ffffff", pad=18, on_tap=partial(self.turn, -1)), Space(weight=1),
                    IconButton("forward", color="#ffffff", pad=18, on_tap=partial(self.turn, 1))])  # fmt: skip
        large = self.picture(key, self._picture, "fill", 380)
        large.on_stroke = self.drawn
        body = [Row([cross, count, Space(width=48)]), Space(weight=1), large, Space(weight=1), ways]
        return Page(Column(body, background="#000000"), activity=".item.GalleryActivity")

    def details(self, key: str) -> Dialog:
        """What its maker says of it."""
        product = PRODUCTS[key]
        facts = {"Brand": self.t(product.brand), **product.facts}
        rows = [Row([Text(self.t(name), size=14, color="text2", weight=1), Text(value, size=14)], pad=(24, 6, 24, 6))
                for name, value in facts.items()]  # fmt: skip
        return alert(self.t("Details"), "", Button(self.t("OK"), on_tap=self.close), body=rows)

    # Reviews

    def reviews_page(self, key: str) -> Page:
        """One's own first; a tap shows all of a long one."""
        known = [(self.both(who), stars, self.both(text)) for who, stars, text in reviews_of(key)]
        own = [(self.t("You"), review.stars, review.text) for review in self.my_reviews if review.product == key]
        wanted = [one for one in own + known if self._told == 0 or (one[1] >= GOOD) == (self._told == 1)]
        kinds = chips([self.t(name) for name in ("All", "Good", "Critical")], [self._told], self.setter("_told"))
        rows = [self.review_row(key, *one) for one in wanted]
        return self.screen(self.t("Reviews"), ".item.ReviewListActivity", kinds, List(rows, loads=0.3))

    def review_row(self, key: str, who: str, stars: int, text: str) -> Widget:
        """Who, how many stars, what; and a sign for one that helped."""
        name = f"{key}/{who}"
        signs = [Icon("star_full" if number < stars else "star", size=14, color="danger") for number in range(5)]
        rating = Row(signs, desc=self.t("{} of 5 stars").format(stars), width="wrap", pad=(0, 3, 0, 3))
        useful = IconButton("heart_full" if name in self.helpful else "heart", desc=self.t("Helpful"), size=16, pad=10,
                            on_tap=partial(self.find_helpful, name))  # fmt: skip
        head = Row(
            [avatar(who, 36, radius=18), Column([Text(who, size=14), rating], weight=1, pad=(10, 0, 0, 0)), useful]
        )
        words = Text(text, size=15, lines=0 if name in self._unfolded else 1, pad=(46, 2, 8, 0))
        return Column([head, words], pad=(16, 6, 8, 10), on_tap=partial(self.unfold, name))

    def unfold(self, name: str) -> None:
        """Show all of a review, or its first line."""
        self._unfolded ^= {name}

    def find_helpful(self, name: str) -> None:
        """Say that a review helped, or take it back."""
        self.helpful = [*({*self.helpful} ^ {name})]

    # Options

    def put(self, key: str, buy: bool) -> None:
        """Buy a product at once, or put it into the cart; what has options asks for them first."""
        if PRODUCTS[key].options:
            self.choose(key)
        else:
            self._quantity, self._choice = 1, {}
            self.take(key, buy)

    def choose(self, key: str) -> None:
        """Open the sheet of options, none of them chosen."""
        self._quantity, self._choice = 1, {}
        self.ask(self.sheet, key)

    def sheet(self, key: str) -> Dialog:
        """Options and quantity, and what to do with them."""
        price = Text(self.money(self.sale_price(key, [*self._choice.values()])), size=20, bold=True, color="danger")
        about = Column([Text(self.name_of(key), size=14, lines=2), price], weight=1, pad=(12, 0, 0, 0))
        cross = IconButton("close", size=18, pad=9, gravity="top", on_tap=self.close)
        groups = [part for name in PRODUCTS[key].options for part in self.group(key, name)]
        count = stepper(self._quantity, 1, 99, self.setter("_quantity"))
        rows = [Row([self.sight(key, 72, 72), about, cross], pad=(16, 16, 8, 8)), *groups,
                Row([Text(self.t("Quantity"), weight=1), count], pad=(16, 8, 12, 8)),
                Row([self.buy_button(self.t("Add to cart"), partial(self.agree, key, False), colour=AMBER), Space(width=8),
                     self.buy_button(self.t("Buy now"), partial(self.agree, key, True), colour=ORANGE)], pad=(16, 8, 16, 16))]  # fmt: skip
        return Dialog(Panel(rows, background="card", radius=16), gravity="bottom")

    def group(self, key: str, name: str) -> Sequence[Widget]:
        """What there is to choose of one kind."""
        values = [*PRODUCTS[key].options[name]]
        on = [values.index(self._choice[name])] if name in self._choice else []
        pills = chips([self.t(value) for value in values], on, lambda number: self.pick_option(name, values[number]))
        return [header(self.t(name)), pills]

    def pick_option(self, name: str, value: str) -> None:
        """One choice of a kind; the same once more is none."""
        if self._choice.pop(name, "") != value:
            self._choice[name] = value

    def agree(self, key: str, buy: bool) -> None:
        """Go on once everything is chosen."""
        missing = [name for name in PRODUCTS[key].options if name not in self._choice]
        if missing:
            self.toast(self.t("Choose first: {}").format(self.t(missing[0])))
            return
        self.close()
        self.take(key, buy)

    def take(self, key: str, buy: bool) -> None:
        """So many of it, with the options that were chosen."""
        item = Item(key, [self._choice[name] for name in PRODUCTS[key].options], self._quantity)
        if buy:
            self.check_out([item])
        else:
            self.add(item)

    def add(self, item: Item) -> None:
        """Into the cart, where more of the same becomes one line."""
        for there in self.cart:
            if (there.product, there.options) == (item.product, item.options):
                there.quantity, there.selected = there.quantity + item.quantity, True
                break
        else:
            self.cart.insert(0, item)
        self.toast(self.t("Added to cart"))

    @abstractmethod
    def cart_page(self) -> Page:
        """The cart as a page of its own."""

    @abstractmethod
    def check_out(self, items: list[Item]) -> None:
        """Go on to the page that orders."""
