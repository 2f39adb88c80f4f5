"""Shop's addresses: the list of them, and the form that makes and changes one."""

from dataclasses import replace
from functools import partial

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.shop.stock import Address, Stock
from appagent.phone.dialogs import confirm
from appagent.phone.parts import divider, nothing_here, switch_row
from appagent.phone.ui import Column, Field, Icon, IconButton, List, Row, Scroll, Text, Widget


class Addresses(Stock):
    """Where a tap on a row leads depends on what the list was opened for: the checkout chooses, one's own page edits."""

    def begin(self) -> None:
        """The form is empty."""
        super().begin()
        self._form, self._where = Address("", "", ""), 0

    def addresses_page(self, choosing: bool) -> Page:
        """All addresses; choosing: a tap takes one."""
        rows = [row for address in self.addresses for row in (self.address_row(address, choosing), divider())]
        rows = rows or [nothing_here("place", self.t("Nothing here yet"))]
        add = self.bar(self.buy_button(self.t("New address"), partial(self.fill_in, None), id="add"))
        return self.screen(self.t("Addresses"), ".address.AddressListActivity", List(rows), add)

    def address_row(self, address: Address, choosing: bool) -> Widget:
        """Who and where, a pen beside it."""
        do = partial(self.choose_address, address) if choosing else partial(self.fill_in, address)
        mark = Text(self.t("Default"), size=11, color="primary", pad=(8, 0, 0, 0))
        who = Row([Text(address.name, bold=True), Text(address.phone, size=14, color="text2", pad=(10, 0, 0, 0)),
                   *([mark] if address.default else [])])  # fmt: skip
        words = Column([who, Text(address.street, size=14, color="text2", lines=2)], weight=1)
        on = choosing and address is self.addresses[self._where]
        tick = [Icon("check", color="primary", pad=(0, 0, 12, 0))] if on else []
        pen = IconButton("pen", id="iv_edit", size=18, on_tap=partial(self.fill_in, address))
        return Row([*tick, words, pen], pad=(16, 12, 4, 12), on_tap=do)

    def choose_address(self, address: Address) -> None:
        """Deliver there."""
        self._where = self.addresses.index(address)
        self.close()

    def fill_in(self, address: Address | None) -> None:
        """Open the form."""
        self._form = replace(address) if address else Address("", "", "")
        self.open(self.form_page, address)

    def form_page(self, address: Address | None) -> Page:
        """Three lines and a switch."""
        erase = [IconButton("trash", on_tap=partial(self.ask, self.delete_sure, address))] if address else []
        fields = [Column([Field(getattr(self._form, name), id=f"et_{name}", hint=self.t(hint),
                                on_change=partial(setattr, self._form, name))], pad=(16, 8, 16, 8))
                  for name, hint in (("name", "Name"), ("phone", "Phone"), ("street", "Street and city"))]  # fmt: skip
        body = Scroll([*fields, switch_row(self.t("Default address"), self._form.default, self.flip_default)])
        save = self.bar(self.buy_button(self.t("Save"), partial(self.keep_address, address)))
        title = self.t("Edit address" if address else "New address")
        return self.screen(title, ".address.AddressFormActivity", body, save, actions=erase)

    def flip_default(self) -> None:
        """Deliver there unless another is chosen, or no longer."""
        self._form.default = not self._form.default

    def keep_address(self, address: Address | None) -> None:
        """What the form says; there is one default at most."""
        kept = self._form
        if not all(part.strip() for part in (kept.name, kept.phone, kept.street)):
            self.toast(self.t("Fill in all three lines"))
            return
        for other in self.addresses if kept.default else []:
            other.default = False
        if address:
            self.addresses[self.addresses.index(address)] = kept
        else:
            self.addresses.append(kept)
        self.close()

    def delete_sure(self, address: Address) -> Dialog:
        """Asked before an address is gone."""
        do = partial(self.delete_address, address)
        return confirm(self, self.t("Delete address?"), address.street, self.t("Delete"), do, danger=True)

    def delete_address(self, address: Address) -> None:
        """Take it away; the form goes with it."""
        self.addresses = [other for other in self.addresses if other is not address]
        self._where = 0
        self.close()
