"""Shop's cart and checkout: what is selected, where it goes and how, and the sheet that pays."""

from functools import partial

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.shop.addresses import Addresses
from appagent.phone.apps.shop.orders import Orders
from appagent.phone.apps.shop.stock import Bought, Item, Order
from appagent.phone.dialogs import confirm, menu, pick_one
from appagent.phone.parts import divider, nothing_here, radio_rows, setting, stepper
from appagent.phone.ui import (
    Button,
    CheckBox,
    Column,
    Field,
    Icon,
    IconButton,
    List,
    Panel,
    Row,
    Scroll,
    Space,
    Text,
    Widget,
)

DELIVERIES = {"Standard": 0.0, "Express": 12.0, "Pick-up point": 0.0}  # and what each costs
METHODS = ("Balance", "Bank card")


class Buying(Orders, Addresses):
    """Only what is selected in the cart is bought; the button on the last sheet pays."""

    def begin(self) -> None:
        """Nothing is being bought."""
        super().begin()
        self._buying: list[Item] = []
        self._delivery, self._method, self._note = 0, 0, ""

    # The cart

    def cart_page(self) -> Page:
        """The cart as a page of its own."""
        return self.screen(self.t("Cart"), ".cart.CartActivity", self.cart_body())

    def cart_body(self) -> Widget:
        """A row for each thing; below, what the selected ones cost."""
        if not self.cart:
            return Column([nothing_here("cart", self.t("Your cart is empty"))], weight=1)
        chosen = [item for item in self.cart if item.selected]
        every = CheckBox(
            len(chosen) == len(self.cart), text=self.t("All"), size=14, id="select_all", on_tap=self.select_all
        )
        total = Text(self.money(self.worth(chosen)), size=18, bold=True, color="danger", lines=1, pad=(12, 0, 12, 0))
        go = self.buy_button(f"{self.t('Check out')} ({len(chosen)})", partial(self.check_out, chosen), id="checkout")
        return Column(
            [List([self.cart_row(item) for item in self.cart], id="cart_list", loads=0.3), self.bar(every, total, go)],
            weight=1,
        )

    def cart_row(self, item: Item) -> Widget:
        """One thing, with how many of it."""
        tick = CheckBox(item.selected, id="check", on_tap=lambda: setattr(item, "selected", not item.selected))
        price = Text(
            self.money(self.sale_price(item.product, item.options)), bold=True, color="danger", lines=1, weight=1
        )
        count = stepper(item.quantity, 0, 99, partial(self.count, item))
        words = [Text(self.name_of(item.product), size=15, lines=2), Text(self.chosen(item.options), size=13, color="text2", lines=1),
                 Row([price, count])]  # fmt: skip
        return Row([tick, Space(width=8), self.sight(item.product, 72, 72), Column(words, weight=1, pad=(12, 0, 0, 0))],
                   pad=(12, 8, 8, 8), on_tap=partial(self.see, item.product),
                   on_hold=partial(self.ask, self.cart_menu, item))  # fmt: skip

    def select_all(self) -> None:
        """All, or where all are, none."""
        on = not all(item.selected for item in self.cart)
        for item in self.cart:
            item.selected = on

    def count(self, item: Item, number: int) -> None:
        """So many of it; none at all is asked about."""
        if number:
            item.quantity = number
        else:
            self.ask(self.remove_sure, item)

    def cart_menu(self, item: Item) -> Dialog:
        """Shown while a row is held down."""
        return menu(self, (self.t("Move to favourites"), partial(self.put_by, item)), (self.t("Find similar"), partial(self.find_similar, item.product)),
                    (self.t("Delete"), partial(self.ask, self.remove_sure, item)))  # fmt: skip

    def put_by(self, item: Item) -> None:
        """A favourite instead."""
        self.remove(item)
        if item.product not in self.favourites:
            self.favourites.insert(0, item.product)

    def remove_sure(self, item: Item) -> Dialog:
        """Asked before something is out of the cart."""
        do = partial(self.remove, item)
        return confirm(self, self.t("Remove from cart?"), self.name_of(item.product), self.t("Remove"), do, danger=True)

    def remove(self, item: Item) -> None:
        """Out of the cart."""
        self.cart = [other for other in self.cart if other is not item]

    # Checkout

    def check_out(self, items: list[Item]) -> None:
        """Go on to the page that orders."""
        if not items:
            self.toast(self.t("Nothing is selected"))
            return
        self._buying, self._note, self._delivery = items, "", 0
        self._where = next((number for number, one in enumerate(self.addresses) if one.default), 0)
        self.open(self.checkout_page)

    def due(self) -> float:
        """What is to be paid."""
        return self.worth(self._buying) + [*DELIVERIES.values()][self._delivery]

    def checkout_page(self) -> Page:
        """Where to, what, how; the button below asks for the money."""
        cost = [*DELIVERIES.values()][self._delivery]
        free = self.money(cost) if cost else self.t("Free")
        note = Field(self._note, id="et_remark", hint=self.t("Note to the seller"), on_change=self.setter("_note"))
        goods = [self.line(self.bought(item)) for item in self._buying]
        rows = [self.destination(), divider(), Column(goods, pad=(16, 4, 16, 4)), divider(),
                setting(self.t("Delivery"), f"{self.t([*DELIVERIES][self._delivery])} · {free}", on_tap=partial(self.ask, self.delivery_dialog)),
                Column([note], pad=(8, 0, 8, 8)), self.fact(self.t("Goods"), self.money(self.worth(self._buying))),
                self.fact(self.t("Delivery"), free), self.fact(self.t("Total"), self.money(self.due()))]  # fmt: skip
        total = Text(self.money(self.due()), size=20, bold=True, color="danger", weight=1)
        pay = self.buy_button(self.t("Submit order"), partial(self.submit), id="submit")
        return self.screen(self.t("Checkout"), ".trade.ConfirmOrderActivity", Scroll(rows), self.bar(total, pay))

    def destination(self) -> Widget:
        """Where it goes; a tap changes that."""
        words = [Text(self.t("Fill in all three lines"), color="danger")]
        if self.addresses:
            to = self.addresses[self._where]
            words = [Text(to.street, bold=True, lines=2), Text(f"{to.name}  {to.phone}", size=14, color="text2")]
        return Row([Icon("place", color="danger"), Column(words, weight=1, pad=(12, 0, 12, 0)), Icon("right", size=16)],
                   id="address_view", pad=16, on_tap=partial(self.open, self.addresses_page, True))  # fmt: skip

    def delivery_dialog(self) -> Dialog:
        """How it comes."""
        names = [
            f"{self.t(name)} · {self.money(cost) if cost else self.t('Free')}" for name, cost in DELIVERIES.items()
        ]
        return pick_one(self, self.t("Delivery"), names, self._delivery, self.setter("_delivery"))

    def bought(self, item: Item) -> Bought:
        """What an order says of it."""
        return Bought(item.product, [*item.options], item.quantity, self.sale_price(item.product, item.options))

    def submit(self) -> None:
        """Ask for the money, where there is an address."""
        if self.addresses:
            self.ask(self.pay_sheet)
        else:
            self.open(self.addresses_page, True)

    def pay_sheet(self) -> Dialog:
        """How much, and from where."""
        cross = IconButton("close", size=18, pad=9, on_tap=self.close)
        methods = [f"{self.t(METHODS[0])} · {self.money(self.balance)}", f"{self.t(METHODS[1])} · 6621"]
        rows = [Row([cross, Text(self.t("Payment"), weight=1, align="center"), Space(width=36)], pad=(8, 12, 8, 0)),
                Text(self.money(self.due()), size=34, bold=True, gravity="center", pad=12),
                *radio_rows(methods, self._method, self.setter("_method")),
                Row([self.buy_button(self.t("Pay {}").format(self.money(self.due())), self.pay)], pad=16)]  # fmt: skip
        return Dialog(Panel(rows, background="card", radius=16), gravity="bottom", cancelable=False)

    def pay(self) -> None:
        """The money goes, the order is there, and what was bought is in the cart no longer."""
        if METHODS[self._method] == "Balance" and self.balance < self.due():
            self.toast(self.t("Balance too low"))
            return
        order = Order(f"1122{len(self.orders) + 1:03}", [self.bought(item) for item in self._buying], self.due(),
                      self.addresses[self._where].street, [*DELIVERIES][self._delivery], METHODS[self._method],
                      note=self._note.strip(), at=f"{self._host.local_time():%m-%d %H:%M}")  # fmt: skip
        self.balance -= order.amount if order.paid_with == "Balance" else 0
        self.orders.insert(0, order)
        self.did("pay", f"{self.money(order.amount)} for {len(order.lines)} things")
        self.cart = [item for item in self.cart if not any(item is bought for bought in self._buying)]
        self.close()
        self.close()
        self.open(self.paid_page, order)

    def paid_page(self, order: Order) -> Page:
        """It worked."""
        look = Button(self.t("View order"), gravity="center", on_tap=partial(self.view_order, order))
        parts = [Space(height=64), Icon("check", size=64, color="#2e8b57", gravity="center"),
                 Text(self.t("Payment successful"), size=22, bold=True, gravity="center", pad=12),
                 Text(self.money(order.amount), size=18, gravity="center", pad=(0, 0, 0, 24)), look,
                 Button(self.t("Done"), gravity="center", on_tap=self.close)]  # fmt: skip
        return Page(Column(parts), activity=".trade.PayResultActivity")

    def view_order(self, order: Order) -> None:
        """From the news of it to the order."""
        self.close()
        self.open(self.order_page, order)
