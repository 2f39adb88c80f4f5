"""The form that a contact is made or changed with."""

from calendar import monthrange
from dataclasses import asdict, fields, replace
from functools import partial
from pathlib import PurePosixPath

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.contacts.book import TYPES, Contact, Number
from appagent.phone.apps.contacts.cards import Cards
from appagent.phone.dialogs import alert, menu, pick_one
from appagent.phone.intents import fetch
from appagent.phone.parts import number_picker, photo, toolbar
from appagent.phone.ui import (
    Button,
    Column,
    Field,
    Frame,
    Handler,
    Icon,
    IconButton,
    List,
    Row,
    Scroll,
    Space,
    Text,
    Widget,
)

PICTURES = ("meadow", "harbour", "dunes", "pass", "lake", "orchard", "island", "valley", "ridge")
# Icon, attribute and what stands in the field while it is empty.
FIRST = (("person", "first", "First name"), ("", "last", "Last name"), ("bag", "company", "Company"))
THEN = (("mail", "email", "Email"),)
MORE = (("card", "job", "Job title"), ("smile", "nickname", "Nickname"), ("place", "address", "Address"),
        ("globe", "website", "Website"), ("note", "note", "Note"))  # fmt: skip


class Form(Cards):
    """A draft is changed, and kept or thrown away."""

    def begin(self) -> None:
        """No draft."""
        super().begin()
        self._draft, self._was, self._more = Contact(), asdict(Contact()), False
        self._born = (1990, 1, 1)

    def edit(self, person: Contact | None) -> None:
        """Open the form; a new contact has room for one number."""
        self._draft = replace(person, numbers=[replace(n) for n in person.numbers]) if person else Contact()
        self._draft.numbers = self._draft.numbers or [Number("", self.new_type)]
        self._was, self._more = asdict(self._draft), False
        self.open(self.form, person)

    def form(self, person: Contact | None) -> Page:
        """A cross and a word above the fields, of which the seldom used ones come when asked for."""
        draft, leave = self._draft, partial(self.leave, person)
        title = Text(self.t("Edit contact" if person else "New contact"), size=20, lines=1, weight=1, pad=(12, 0, 0, 0))
        keep = Button(self.t("Save"), id="save_button", on_tap=partial(self.keep, person))
        bar = Row([IconButton("close", on_tap=leave), title, keep], id="toolbar", height=56, pad=(4, 0, 8, 0))
        face = (
            self.face(draft, 88)
            if draft.photo or draft.first or draft.last
            else photo("new", width=88, height=88, icon="camera", radius=44)
        )
        face.id, face.gravity, face.on_tap = "photo", "center", partial(self.ask, self.picture_menu)
        add = Button(self.t("Add phone"), on_tap=partial(draft.numbers.append, Number("", self.new_type)))
        rows = [Column([face], pad=(0, 12, 0, 12)), *(self.entry(*each) for each in FIRST),
                *(self.number_entry(number) for number in draft.numbers), Row([Space(width=44), add]),
                *(self.entry(*each) for each in THEN)]  # fmt: skip
        if self._more:
            rows += [self.birthday_row(), *(self.entry(*each) for each in MORE)]
        else:
            more = Button(self.t("More fields"), on_tap=partial(setattr, self, "_more", True))
            rows.append(Row([Space(width=44), more]))
        return Page(Column([bar, Scroll([*rows, Space(height=48)])]), activity="ContactEditorActivity", on_back=leave)

    def entry(self, icon: str, name: str, hint: str) -> Widget:
        """A line for one thing about somebody."""
        line = Field(
            getattr(self._draft, name),
            id=f"{name}_input",
            hint=self.t(hint),
            weight=1,
            on_change=partial(setattr, self._draft, name),
        )
        return Row([self.sign(icon), line], pad=(16, 4, 52, 4))

    def sign(self, icon: str) -> Widget:
        """What stands before a line, or room for it."""
        return Icon(icon, size=22, pad=(0, 0, 12, 0)) if icon else Space(width=34)

    def number_entry(self, number: Number) -> Widget:
        """A number, what it is for, and a cross to be rid of it."""
        first = number is self._draft.numbers[0]
        line = Field(
            number.number,
            id="phone_number",
            hint=self.t("Phone"),
            weight=1,
            on_change=partial(setattr, number, "number"),
        )
        kind = Row([Text(self.t(number.type), size=14, lines=1, weight=1), Icon("down", size=12)], id="spinner", width=108,
                   pad=(12, 14, 8, 14), on_tap=partial(self.ask, self.type_dialog, number))  # fmt: skip
        cross = IconButton("close", size=18, pad=13, on_tap=partial(self.drop, number))
        return Row([self.sign("phone" if first else ""), line, kind, cross], pad=(16, 4, 8, 4))

    def drop(self, number: Number) -> None:
        """One number less; an empty line stays."""
        self._draft.numbers = [n for n in self._draft.numbers if n is not number] or [Number("", self.new_type)]

    def type_dialog(self, number: Number) -> Dialog:
        """What a number is for."""
        names = [self.t(name) for name in TYPES]
        return pick_one(
            self, self.t("Type of number"), names, TYPES.index(number.type), lambda n: setattr(number, "type", TYPES[n])
        )

    # Birthday and picture

    def birthday_row(self) -> Widget:
        """Opens three wheels."""
        day = self.day_in_words(self._draft.birthday)
        words = Column([Text(self.t("Birthday")), self.small(day or self.t("None"))], weight=1)
        return Row([self.sign("gift"), Space(width=12), words], pad=(16, 8, 16, 8), on_tap=self.ask_birthday)

    def ask_birthday(self) -> None:
        """Begin with the day that is there."""
        year, month, day = map(int, (self._draft.birthday or "1990-01-01").split("-"))
        self._born = (year, month, day)
        self.ask(self.birthday_dialog)

    def birthday_dialog(self) -> Dialog:
        """Day, month and year to turn."""
        year, month, day = self._born
        last = monthrange(year, month)[1]
        wheels = [self.wheel("Day", 2, 1, last), self.wheel("Month", 1, 1, 12), self.wheel("Year", 0, 1920, 2026)]
        off = Button(self.t("Remove"), on_tap=partial(self.set_birthday, ""))
        no = Button(self.t("Cancel"), id="android:id/button2", on_tap=self.close)
        yes = Button(
            self.t("OK"), id="android:id/button1", on_tap=partial(self.set_birthday, f"{year:04}-{month:02}-{day:02}")
        )
        return alert(
            self.t("Birthday"),
            "",
            *([off] if self._draft.birthday else []),
            no,
            yes,
            body=[Row(wheels, pad=(16, 0, 16, 8))],
        )

    def wheel(self, name: str, place: int, low: int, high: int) -> Widget:
        """One of the wheels, under what it counts."""

        def turned(value: int) -> None:
            year, month, day = (value if at == place else now for at, now in enumerate(self._born))
            self._born = (year, month, min(day, monthrange(year, month)[1]))

        wheel = number_picker(self._born[place], low, high, turned, id=name.lower())
        wheel.gravity = "center"
        return Column([Text(self.t(name), size=13, color="text2", gravity="center"), wheel], weight=1)

    def set_birthday(self, day: str) -> None:
        """The day that the wheels show, or none."""
        self.close()
        self._draft.birthday = day

    def picture_menu(self) -> Dialog:
        """Where a picture comes from."""
        items: list[tuple[str, Handler]] = [
                 (self.t("Choose a picture"), partial(self.open, self.pictures)),
                 (self.t("From another app"), lambda: fetch(self, "image", self.take_picture))]  # fmt: skip
        if self._draft.photo:
            items.append((self.t("Remove picture"), partial(self.take_picture, "")))
        return menu(self, *items, gravity="bottom")

    def pictures(self) -> Page:
        """Nothing but pictures."""

        def chosen(name: str) -> None:
            self.close()
            self.take_picture(name)

        cells = [
            Frame(
                [photo(name, height=110, desc=self.t("Picture {}").format(number), on_tap=partial(chosen, name))], pad=3
            )
            for number, name in enumerate(PICTURES, 1)
        ]
        bar = toolbar(self.t("Choose a picture"), on_back=self.close, up=self.t("Navigate up"))
        return Page(Column([bar, List(cells, columns=3, loads=0.3)]), activity="PhotoPickerActivity")

    def take_picture(self, found: object) -> None:
        """The picture of that name, or the file at that path."""
        self._draft.photo = PurePosixPath(str(found)).name

    # Done

    def leave(self, person: Contact | None) -> None:
        """Ask, where something was changed."""
        if asdict(self._draft) == self._was:
            self.close()
        else:
            self.ask(self.leave_dialog, person)

    def leave_dialog(self, person: Contact | None) -> Dialog:
        """Keep what was changed, or not."""

        def answered(keep: bool) -> None:
            self.close()
            self.keep(person) if keep else self.close()

        return alert(self.t("Save your changes?"), "", Button(self.t("Cancel"), on_tap=self.close),
                     Button(self.t("Discard"), id="android:id/button2", on_tap=partial(answered, False)),
                     Button(self.t("Save"), id="android:id/button1", on_tap=partial(answered, True)))  # fmt: skip

    def keep(self, person: Contact | None) -> None:
        """The draft becomes the contact; a new one is shown."""
        draft = self._draft
        draft.numbers = [replace(n, number=n.number.strip()) for n in draft.numbers if n.number.strip()]
        kept = {f.name: getattr(draft, f.name) for f in fields(Contact)}
        kept = {name: value.strip() if isinstance(value, str) else value for name, value in kept.items()}
        self.close()
        if not person and not any(kept.values()):
            self.toast(self.t("Nothing to save"))
            return
        new = person or Contact()
        for name, value in kept.items():
            setattr(new, name, value)
        if not person:
            self.people.append(new)
            self.open(self.card, new)
        self.toast(self.t("Contact saved"))
