"""Shop's orders: the list of them by how far they are, the page of each, and the review of what came."""

from collections.abc import Sequence
from functools import partial

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.shop.stock import Bought, Item, Order, Review
from appagent.phone.apps.shop.wares import Wares
from appagent.phone.dialogs import confirm
from appagent.phone.parts import divider, header, nothing_here, setting, tabs
from appagent.phone.ui import Button, Column, Field, Handler, Icon, IconButton, List, Row, Scroll, Space, Text, Widget

STATES = ("All", "To ship", "On the way", "Delivered")
STEPS = ("Ordered", "Handed to the carrier", "Out for delivery", "Delivered")
DONE = {"To ship": 1, "On the way": 3, "Delivered": 4, "Cancelled": 0}  # how many of the steps


class Orders(Wares):
    """What can still be done with an order depends on its status."""

    def begin(self) -> None:
        """All of them are shown, no review is begun."""
        super().begin()
        self._status, self._stars, self._opinion = 0, 0, ""

    def show_orders(self, status: int = 0) -> None:
        """The list, at one of its tabs."""
        self._status = status
        self.open(self.orders_page)

    def orders_page(self) -> Page:
        """A card for each, the latest first."""
        status = STATES[self._status]
        rows = [self.order_card(order) for order in self.orders if status in ("All", order.status)]
        bar = tabs([self.t(name) for name in STATES], self._status, self.setter("_status"))
        body = List(rows or [nothing_here("bag", self.t("No orders here"))], loads=0.3)
        return self.screen(self.t("Orders"), ".order.OrderListActivity", bar, body)

    def order_card(self, order: Order) -> Widget:
        """Its number and status, its goods, its amount, what can be done."""
        head = Row([Text(self.t("Order {}").format(order.number), size=14, color="text2", weight=1),
                    Text(self.t(order.status), size=14, color="danger")])  # fmt: skip
        foot = Row([Text(self.money(order.amount), bold=True, weight=1), *self.doings(order)[:2]])
        card = Column([head, *(self.line(bought) for bought in order.lines), foot], background="card", radius=8, pad=12,
                      on_tap=partial(self.open, self.order_page, order))  # fmt: skip
        return Column([card], pad=(12, 6, 12, 6))

    def line(self, bought: Bought) -> Widget:
        """What was bought, and how many."""
        about = f"{self.chosen(bought.options)} ×{bought.quantity}".strip()
        words = Column([Text(self.name_of(bought.product), size=15, lines=2), Text(about, size=13, color="text2")], weight=1,
                       pad=(12, 0, 12, 0))  # fmt: skip
        picture = self.sight(bought.product, 56, 56)
        picture.on_tap = partial(self.see, bought.product)
        return Row([picture, words, Text(self.money(bought.price), size=14)], pad=(0, 8, 0, 8))

    def doings(self, order: Order) -> Sequence[Widget]:
        """Buttons for an order, the one that is wanted most first."""
        again = self.doing("Buy again", partial(self.buy_again, order))
        cancel = self.doing("Cancel order", partial(self.ask, self.cancel_sure, order))
        come = self.doing("Got it", partial(setattr, order, "status", "Delivered"))
        write = self.doing("Write a review", partial(self.begin_review, order.lines[0].product))
        return {"To ship": [cancel, again], "On the way": [come], "Delivered": [write, again]}.get(
            order.status, [again]
        )

    def doing(self, words: str, do: Handler) -> Widget:
        """A small button on a card."""
        return Button(self.t(words), id="btn_op", size=13, pad=(10, 8, 10, 8), on_tap=do)

    def order_page(self, order: Order) -> Page:
        """All that is known of an order."""
        bin_ = [IconButton("trash", on_tap=partial(self.ask, self.delete_order_sure, order))]
        facts = {"Order {}": order.number, "Ordered on": order.at, "Address": order.address, "Delivery": self.t(order.delivery),
                 "Paid with": self.t(order.paid_with), "Note to the seller": order.note}  # fmt: skip
        rows = [Row([Icon("truck", color="danger"), Text(self.t(order.status), size=20, bold=True, pad=(12, 0, 0, 0))], pad=16),
                setting(self.t("Tracking"), self.t(STEPS[max(DONE[order.status] - 1, 0)]), on_tap=partial(self.open, self.tracking, order)),
                divider(), Column([self.line(bought) for bought in order.lines], pad=(16, 0, 16, 0)), divider(),
                *(self.fact(self.t(name).format("").strip(), value) for name, value in facts.items() if value),
                self.fact(self.t("Total"), self.money(order.amount))]  # fmt: skip
        bar = self.bar(Space(weight=1), *self.doings(order))
        return self.screen(self.t("Order details"), ".order.OrderDetailActivity", Scroll(rows), bar, actions=bin_)

    def fact(self, name: str, value: str) -> Widget:
        """A line of what is known."""
        return Row([Text(name, size=14, color="text2", width=120), Text(value, size=14, weight=1)], pad=(16, 6, 16, 6))

    def tracking(self, order: Order) -> Page:
        """How far it is."""
        done = DONE[order.status]
        rows = [Row([Icon("check" if number < done else "circle", color="primary" if number < done else "hint"),
                     Text(self.t(step), color="text" if number < done else "hint", pad=(16, 0, 0, 0))], pad=(20, 14, 20, 14))
                for number, step in enumerate(STEPS)]  # fmt: skip
        return self.screen(self.t("Tracking"), ".order.TrackingActivity", header(order.address), Column(rows))

    def buy_again(self, order: Order) -> None:
        """The same once more, into the cart."""
        for bought in order.lines:
            self.add(Item(bought.product, [*bought.options], bought.quantity))

    def cancel_sure(self, order: Order) -> Dialog:
        """Asked before an order is called off."""
        return confirm(self, self.t("Cancel this order?"), self.money(order.amount), self.t("Cancel order"),
                       partial(self.call_off, order), danger=True)  # fmt: skip

    def call_off(self, order: Order) -> None:
        """Nothing is sent; what the balance paid comes back to it."""
        order.status = "Cancelled"
        self.balance += order.amount if order.paid_with == "Balance" else 0

    def delete_order_sure(self, order: Order) -> Dialog:
        """Asked before an order is out of the list."""
        do = partial(self.delete_order, order)
        return confirm(self, self.t("Delete this order?"), order.number, self.t("Delete"), do, danger=True)

    def delete_order(self, order: Order) -> None:
        """Out of the list; its page goes with it."""
        self.orders.remove(order)
        self.close()

    # A review

    def begin_review(self, key: str) -> None:
        """Say what one thinks of a product."""
        self._stars, self._opinion = 0, ""
        self.open(self.write_page, key)

    def write_page(self, key: str) -> Page:
        """Stars and words."""
        stars = [IconButton("star_full" if number < self._stars else "star", id="star", size=32, pad=8, color="danger",
                            on_tap=partial(self.setter("_stars"), number + 1)) for number in range(5)]  # fmt: skip
        entry = Field(self._opinion, id="et_content", hint=self.t("What do you think of it?"), lines=5, background="surface", radius=8,
                      on_change=self.setter("_opinion"))  # fmt: skip
        name = Row([self.sight(key, 56, 56), Text(self.name_of(key), lines=2, weight=1, pad=(12, 0, 0, 0))], pad=16)
        body = Scroll([name, Row([Space(weight=1), *stars, Space(weight=1)]), Column([entry], pad=16)])
        post = self.bar(self.buy_button(self.t("Post review"), partial(self.post, key)))
        return self.screen(self.t("Write a review"), ".order.ReviewActivity", body, post)

    def post(self, key: str) -> None:
        """Let everybody read it."""
        if not self._stars or not self._opinion.strip():
            self.toast(self.t("Tap a star and write a few words"))
            return
        self.my_reviews.insert(0, Review(key, self._stars, self._opinion.strip()))
        self.did("send", self._opinion.strip())
        self.close()
        self.toast(self.t("Thank you for your review"))
