"""Chat's money: red packets that are paid with a PIN and opened, and the wallet."""

from functools import partial

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.chat.people import GREEN, OBFUSCATED, Message, Payment, People
from appagent.phone.dialogs import alert
from appagent.phone.parts import divider, header, keypad, nothing_here, setting
from appagent.phone.ui import Button, Column, Field, Icon, IconButton, List, Panel, Row, Space, Text, Widget

RED = "#d9593d"
MOST = 200.0  # in one packet


class Packets(People):
    """From the amount over the question to the PIN; the sixth digit pays."""

    def begin(self) -> None:
        """Nothing is being paid."""
        super().begin()
        self._amount = self._wish = self._digits = ""

    def begin_packet(self, key: str) -> None:
        """Put money in for somebody."""
        self._amount = self._wish = ""
        self.open(self.packet_page, key)

    def packet_page(self, key: str) -> Page:
        """How much, and what to say with it."""
        amount = Field(self._amount, hint="0.00", weight=1, background="card", on_change=self.setter("_amount"))
        wish = Field(
            self._wish, hint=self.t("Best wishes"), background="card", radius=8, on_change=self.setter("_wish")
        )
        first = Row([Text(self.t("Amount"), pad=(16, 0, 0, 0)), amount], background="card", radius=8)
        worth = Text(self.money(self.amount()), size=44, bold=True, gravity="center", pad=(0, 32, 0, 24))
        put = Button(self.t("Put money in"), color="#ffffff", background=RED if self.amount() else "track", radius=8,
                     gravity="center", pad=(40, 14, 40, 14), enabled=self.amount() > 0,
                     on_tap=partial(self.ask, self.pay_dialog, key))  # fmt: skip
        body = Column([first, Space(height=16), wish, worth, put], pad=16, weight=1, background="surface")
        return self.screen(self.t("Red packet"), ".plugin.luckymoney.PrepareUI", body)

    def amount(self) -> float:
        """What was typed, if it is money that a packet can hold."""
        try:
            typed = round(float(self._amount), 2)
        except ValueError:
            return 0.0
        return typed if 0 < typed <= MOST else 0.0

    def pay_dialog(self, key: str) -> Dialog:
        """What is about to be paid, and from what."""
        cross = IconButton("close", size=18, pad=9, on_tap=self.close)
        rows: list[Widget] = [
            Row([cross, Text(self.t("Red packet"), weight=1, align="center"), Space(width=36)]),
            Text(self.called(key), size=14, color="text2", gravity="center", pad=8),
            Text(self.money(self.amount()), size=36, bold=True, gravity="center", pad=(0, 0, 0, 16)),
            divider(),
            Row([Text(self.t("Balance"), weight=1, color="text2"), Text(self.money(self.balance))], pad=16),
            Button(self.t("Pay now"), color="#ffffff", background=GREEN, radius=8, pad=(64, 14, 64, 14),
                   gravity="center", on_tap=partial(self.begin_pin, key)),
        ]  # fmt: skip
        return Dialog(Panel(rows, background="card", radius=12, pad=(8, 8, 8, 20)), width=320)

    def begin_pin(self, key: str) -> None:
        """Ask for the PIN, where there is money enough."""
        self.close()
        self._digits = ""
        if self.amount() > self.balance:
            self.toast(self.t("Not enough money"))
        else:
            self.open(self.pin_page, key)

    def pin_page(self, key: str) -> Page:
        """Six boxes, and keys of the app's own."""
        boxes = [Text("•" if number < len(self._digits) else "", size=24, width=44, height=48, background="track", radius=6,
                      align="center") for number in range(6)]  # fmt: skip
        row = Row([part for box in boxes for part in (box, Space(width=6))], gravity="center", pad=(6, 24, 0, 24))
        ask = Text(self.t("Enter the payment PIN"), size=18, bold=True, gravity="center", pad=(0, 16, 0, 8))
        worth = Text(self.money(self.amount()), size=32, gravity="center")
        cross = Row([IconButton("close", id=OBFUSCATED, on_tap=self.close)], height=56)
        return Page(Column([cross, ask, worth, row, Space(weight=1), keypad(partial(self.press, key))]),
                    activity=".wallet_core.ui.WalletPinUI")  # fmt: skip

    def press(self, key: str, digit: str) -> None:
        """A digit of the PIN, or "<" to take one away."""
        self._digits = self._digits[:-1] if digit == "<" else self._digits + digit
        if len(self._digits) == 6:
            if self._digits == self.pin:
                self.pay(key)
            else:
                self.ask(self.wrong)
            self._digits = ""

    def wrong(self) -> Dialog:
        """Another PIN was meant."""
        return alert(
            "", self.t("The PIN is wrong"), Button(self.t("Try again"), id="android:id/button1", on_tap=self.close)
        )

    def pay(self, key: str) -> None:
        """The money is gone, and the packet in the conversation."""
        words, amount = self._wish.strip() or self.t("Best wishes"), self.amount()
        self.balance = round(self.balance - amount, 2)
        self.payments.insert(0, Payment(key, amount, words))
        self.did("pay", f"{self.money(amount)} to {self.called(key)}")
        self.add(key, Message("me", words, "packet", amount))
        self.close()
        self.close()
        self.toast(self.t("Paid"))

    def packet_dialog(self, message: Message) -> Dialog:
        """A packet: one's own waits, another's can be opened once."""
        light = "#ffe3d8"
        parts: list[Widget] = [
            Icon("envelope", size=56, color="#ffd27a", gravity="center"),
            Text(self.called(message.who), color=light, gravity="center", pad=(0, 12, 0, 4)),
            Text(message.text, size=20, bold=True, color="#ffffff", gravity="center", align="center"),
            Space(height=24),
        ]
        if message.who == "me" or message.taken:
            words = self.money(message.amount) if message.taken else self.t("Waiting to be opened")
            parts.append(Text(words, size=22, color=light, gravity="center", pad=(0, 0, 0, 24)))
        else:
            parts.append(Button(self.t("Open"), size=24, color="#7a3b12", background="#ffd27a", radius=44, width=88, height=88,
                                pad=0, gravity="center", on_tap=partial(self.take, message)))  # fmt: skip
        return Dialog(Panel(parts, background=RED, radius=12, pad=(24, 40, 24, 40)), width=280)

    def take(self, message: Message) -> None:
        """The money of a packet is one's own."""
        message.taken = True
        self.balance = round(self.balance + message.amount, 2)
        self.payments.insert(0, Payment(message.who, -message.amount, message.text))

    def wallet(self) -> Page:
        """What there is, what went out and what came in."""
        worth = Column([Text(self.t("Balance"), color="#ffffff"), Text(self.money(self.balance), size=36, color="#ffffff")],
                       background=GREEN, pad=24)  # fmt: skip
        bills = [self.bill(payment) for payment in self.payments] or [nothing_here("card", self.t("No bills"))]
        return self.screen(self.t("Wallet"), ".mall.ui.MallIndexUI", worth, header(self.t("Bills")), List(bills))

    def bill(self, payment: Payment) -> Widget:
        """A line of the wallet."""
        sign = "-" if payment.amount > 0 else "+"
        return setting(
            self.called(payment.who), payment.words, end=[Text(sign + self.money(abs(payment.amount)), bold=True)]
        )
