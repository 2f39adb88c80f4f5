"""What keeps the contacts in order: duplicates, labels, blocked numbers and settings."""

from collections.abc import Callable
from functools import partial

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.contacts.book import FORMATS, ORDERS, TYPES, Contact
from appagent.phone.apps.contacts.form import Form
from appagent.phone.dialogs import ask_words, confirm, menu, pick_one
from appagent.phone.parts import check_row, divider, header, nothing_here, setting, switch_row, toolbar, with_fab
from appagent.phone.ui import Button, Column, Handler, Icon, IconButton, List, Row, Scroll, Space, Text, Widget


class Organise(Form):
    """The third tab, and the pages behind it."""

    def organise(self) -> Widget:
        """Four ways on."""
        pairs, blocked = self.some("{} suggestions", len(self.duplicates())), str(len(self.blocked))
        ways: list[tuple[str, str, str, Callable[[], Page]]] = [
            ("group", "Merge duplicates", pairs, self.merge_list), ("tag", "Labels", ", ".join(self.labels), self.label_list),
            ("block", "Blocked numbers", blocked, self.blocked_page), ("gear", "Settings", "", self.settings)]  # fmt: skip
        return List(
            [
                setting(self.t(words), about, icon=icon, on_tap=partial(self.open, page))
                for icon, words, about, page in ways
            ]
        )

    def titled(self, title: str, activity: str, body: Widget, *actions: Widget) -> Page:
        """A page under a bar with its title."""
        bar = toolbar(title, *actions, on_back=self.close, up=self.t("Navigate up"))
        return Page(Column([bar, body]), activity=activity, title=title)

    # Duplicates

    def merge_list(self) -> Page:
        """A card for each two that may be one."""
        pairs = self.duplicates()
        every = [Button(self.t("Merge all"), on_tap=self.merge_all)] if len(pairs) > 1 else []
        body = List(
            [self.pair_card(*pair) for pair in pairs] or [nothing_here("check", self.t("No duplicates"))], loads=0.3
        )
        return self.titled(self.t("Merge duplicates"), "MergeSuggestionsActivity", body, *every)

    def pair_card(self, one: Contact, other: Contact) -> Widget:
        """Both, a cross to keep them apart, and a button; a tap shows what they would become."""
        cross = IconButton("close", size=18, pad=13, on_tap=partial(self._apart.append, (one, other)))
        top = Row(
            [Text(self.t("These may be the same person"), size=13, color="text2", weight=1), cross], pad=(16, 0, 4, 0)
        )
        merge = Button(self.t("Merge"), on_tap=partial(self.merge, one, other))
        parts = [
            top,
            *(self.known(person, self.small_face(person)) for person in (one, other)),
            Row([Space(weight=1), merge], pad=(0, 0, 8, 4)),
        ]
        card = Column(parts, background="surface", radius=16, on_tap=partial(self.open, self.merge_page, one, other))
        return Column([card], pad=(12, 8, 12, 8))

    def known(self, person: Contact, face: Widget) -> Widget:
        """A picture beside a name and all that is known."""
        facts = [
            *(f"{n.number} · {self.t(n.type)}" for n in person.numbers),
            person.email,
            self.day_in_words(person.birthday),
        ]
        words = [Text(self.called(person), lines=1), *(self.small(fact) for fact in facts if fact)]
        return Row([face, Column(words, weight=1, pad=(14, 0, 0, 0))], pad=(16, 6, 16, 6))

    def merge_all(self) -> None:
        """One after the other, as long as there are any."""
        while pairs := self.duplicates():
            self.merge(*pairs[0])

    def merge_page(self, one: Contact, other: Contact) -> Page:
        """What two would become, and a choice."""

        def do(what: Handler) -> None:
            self.close()
            what()

        choice = [Button(self.t("Keep apart"), weight=1, on_tap=partial(do, partial(self._apart.append, (one, other)))),
                  Button(self.t("Merge"), id="merge_button", weight=1, color="on_primary", background="primary", radius=22,
                         on_tap=partial(do, partial(self.merge, one, other)))]  # fmt: skip
        see = [
            Row([self.known(person, self.small_face(person))], on_tap=partial(self.open, self.card, person))
            for person in (one, other)
        ]
        become = self.together(one, other)
        body = Scroll([header(self.t("Merged contact")), self.known(become, self.face(become)), divider(),
                       header(self.t("These may be the same person")), *see])  # fmt: skip
        return self.titled(self.t("Merge"), "MergePreviewActivity", Column([body, Row(choice, pad=16)], weight=1))

    # Labels

    def having(self, label: str) -> list[Contact]:
        """Everybody with a label."""
        return self.in_order(person for person in self.people if label in person.labels)

    def label_list(self) -> Page:
        """Every label, with how many have it."""

        def row(label: str) -> Widget:
            words = Column(
                [Text(label, lines=1), self.small(self.some("{} contacts", len(self.having(label))))],
                weight=1,
                pad=(20, 0, 0, 0),
            )
            dots = IconButton("more", desc=self.t("More options"), on_tap=partial(self.ask, self.label_menu, label))
            return Row(
                [Icon("tag"), words, dots],
                pad=(20, 6, 8, 6),
                on_tap=partial(self.open, self.label_page, label),
            )

        new = partial(ask_words, self, self.t("New label"), "", self.add_label)
        return self.titled(
            self.t("Labels"),
            "LabelListActivity",
            with_fab(List(list(map(row, self.labels))), "plus", new, desc=self.t("New label")),
        )

    def add_label(self, label: str) -> None:
        """One more, if it is one."""
        if label and label not in self.labels:
            self.labels.append(label)

    def label_menu(self, label: str) -> Dialog:
        """Behind a label's dots."""
        rename = partial(ask_words, self, self.t("Rename"), label, partial(self.rename_label, label))
        return menu(self, (self.t("Rename"), rename), (self.t("Delete"), partial(self.ask, self.label_sure, label)))

    def rename_label(self, label: str, name: str) -> None:
        """The label is called otherwise, wherever it is."""
        if name and name not in self.labels:
            self.labels = [name if one == label else one for one in self.labels]
            for person in self.having(label):
                person.labels = [name if one == label else one for one in person.labels]

    def label_sure(self, label: str) -> Dialog:
        """Asked before a label is gone."""
        title = self.t("Delete label {}?").format(label)
        return confirm(
            self, title, self.t("The contacts stay."), self.t("Delete"), partial(self.drop_label, label), danger=True
        )

    def drop_label(self, label: str) -> None:
        """Nobody has it any more."""
        self.flip_label(label, self.having(label))
        self.labels.remove(label)

    def label_page(self, label: str) -> Page:
        """Everybody with a label; a cross takes it off."""
        add = IconButton("person_plus", on_tap=partial(self.open, self.label_picker, label))
        rows: list[Widget] = [
            Row([self.small_face(p), Text(self.called(p), lines=1, weight=1, pad=(16, 0, 0, 0)),
                 IconButton("close", size=18, pad=13, desc=self.t("Remove"), on_tap=partial(self.flip_label, label, (p,)))],
                pad=(16, 6, 8, 6), on_tap=partial(self.open, self.card, p)) for p in self.having(label)]  # fmt: skip
        body = List(rows or [nothing_here("tag", self.t("Nobody has this label"))], loads=0.3)
        return self.titled(label, "LabelActivity", body, add)

    def label_picker(self, label: str) -> Page:
        """Everybody, ticked who has the label."""
        rows = [
            check_row(self.called(p), label in p.labels, partial(self.flip_label, label, (p,))) for p in self.shown()
        ]
        done = Button(self.t("Done"), on_tap=self.close)
        return self.titled(self.t("Add contacts"), "ContactPickerActivity", List(rows, loads=0.3), done)

    # Blocked numbers and settings

    def blocked_page(self) -> Page:
        """Whose calls do not come through."""
        plus = Button(
            self.t("Add a number"),
            on_tap=partial(ask_words, self, self.t("Add a number"), "", self.block_number, self.t("Number")),
        )
        rows: list[Widget] = [
            Row([Column([Text(number), *([self.small(name)] if name != number else [])], weight=1),
                 IconButton("close", size=18, pad=13, desc=self.t("Unblock"), on_tap=partial(self.blocked.remove, number))], pad=(20, 8, 8, 8))
            for number in self.blocked for name in [self.who(number)]]  # fmt: skip
        rows = rows or [nothing_here("block", self.t("No blocked numbers"))]
        return self.titled(
            self.t("Blocked numbers"), "BlockedNumbersActivity", List([Row([plus], pad=(4, 4, 4, 4)), *rows])
        )

    def block_number(self, number: str) -> None:
        """One number more."""
        if number and number not in self.blocked:
            self.blocked.append(number)

    def settings(self) -> Page:
        """In which order, how written, what shown."""
        rows = [header(self.t("Display")), self.choice_row("Sort by", "sort_by", ORDERS), self.choice_row("Name format", "name_format", FORMATS),
                switch_row(self.t("Only contacts with a number"), self.only_with_number, self.flipper("only_with_number")),
                switch_row(self.t("Company below the name"), self.show_company, self.flipper("show_company")),
                header(self.t("Editing")), self.choice_row("Type of new numbers", "new_type", TYPES),
                setting(self.t("Blocked numbers"), on_tap=partial(self.open, self.blocked_page))]  # fmt: skip
        return self.titled(self.t("Settings"), "SettingsActivity", Scroll(rows))

    def choice_row(self, title: str, name: str, options: tuple[str, ...]) -> Widget:
        """A row that says what is chosen, and opens the choice."""

        def dialog() -> Dialog:
            chosen = options.index(getattr(self, name))
            return pick_one(
                self, self.t(title), list(map(self.t, options)), chosen, lambda n: setattr(self, name, options[n])
            )

        return setting(self.t(title), self.t(getattr(self, name)), on_tap=partial(self.ask, dialog))
