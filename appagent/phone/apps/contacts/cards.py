"""One contact: the page with all that is known, calls and messages, sharing, blocking and deleting."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.contacts.book import Book, Call, Contact, Message, Number, digits, numbers_of
from appagent.phone.dialogs import alert, confirm, menu
from appagent.phone.intents import share
from appagent.phone.parts import check_row, divider, header, nothing_here, photo, toolbar
from appagent.phone.ui import (
    Button,
    Chip,
    Column,
    Field,
    Flow,
    Frame,
    Handler,
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

GOLD = "#e8a317"
_RED = "#d93025"
Reach = Callable[[Contact, str], None]  # what is done with somebody's number


class Cards(Book):
    """Pages about one contact."""

    def begin(self) -> None:
        """Nobody is being called."""
        super().begin()
        self._words, self._muted, self._loud, self._held = "", False, False, False

    @abstractmethod
    def edit(self, person: Contact | None) -> None:
        """Open the form for somebody, or for somebody new."""

    @abstractmethod
    def label_page(self, label: str) -> Page:
        """Everybody with a label."""

    # The page

    def card(self, person: Contact) -> Page:
        """Picture and name over four icons, then what is known."""
        star = IconButton("star_full" if person.starred else "star", id="menu_star", on_tap=partial(self.flip_star, person),
                          color=GOLD if person.starred else "text2", selected=person.starred)  # fmt: skip
        pen = IconButton("pen", id="menu_edit", desc=self.t("Edit"), on_tap=partial(self.edit, person))
        more = IconButton(
            "more", id="overflow", desc=self.t("More options"), on_tap=partial(self.ask, self.card_menu, person)
        )
        bar = toolbar("", star, pen, more, on_back=self.close, up=self.t("Navigate up"))
        face, name = self.face(person, 96), self.called(person)
        face.gravity = "center"
        about = [Text(words, size=14, color="text2", gravity="center") for words in (person.job, person.company)
                 if words and words != name]  # fmt: skip
        title = Text(name, id="large_title", size=26, lines=2, align="center", gravity="center", pad=(24, 12, 24, 2))
        top = [face, title, *about, self.doings(person)]
        rows = [*(self.number_row(person, number) for number in person.numbers), *self.facts(person)]
        labels = Flow([Chip(text=label, on_tap=partial(self.open, self.label_page, label)) for label in person.labels],
                      pad=(16, 12, 16, 12))  # fmt: skip
        body = Scroll(
            [
                Column(top, pad=(0, 12, 0, 0)),
                divider(),
                *rows,
                *([labels] if person.labels else []),
                *self.recent(person),
            ]
        )
        return Page(Column([bar, body]), activity="ContactDetailActivity", title=name)

    def doings(self, person: Contact) -> Widget:
        """Call, write, call with a picture, mail: round icons without a word."""
        mail = self.t("No app can do that" if person.email else "No email")
        doings: list[tuple[str, str, Handler]] = [
            ("phone", "call_action", partial(self.reach, person, self.call)),
            ("comment", "message_action", partial(self.reach, person, self.write)),
            ("video", "", partial(self.reach, person, self.video)),
            ("mail", "", partial(self.toast, mail)),
        ]
        icons = [Frame([IconButton(icon, id=id_, color="primary", background="surface", radius=24, gravity="center", on_tap=do)],
                       weight=1) for icon, id_, do in doings]  # fmt: skip
        return Row(icons, pad=(24, 16, 24, 20))

    def number_row(self, person: Contact, number: Number) -> Widget:
        """A number over its type; a tap calls, the icon at the end writes."""
        words = Column([Text(number.number), self.small(self.t(number.type))], weight=1, pad=(20, 0, 0, 0))
        write = IconButton("comment", desc=self.t("Message"), on_tap=partial(self.write, person, number.number))
        return Row([Icon("phone"), words, write], pad=(20, 6, 8, 6),
                   on_tap=partial(self.call, person, number.number), on_hold=partial(self.ask, self.number_menu, person, number.number))  # fmt: skip

    def number_menu(self, person: Contact, number: str) -> Dialog:
        """Shown while a number is held down."""
        return menu(self, (self.t("Call"), partial(self.call, person, number)),
                    (self.t("Message"), partial(self.write, person, number)),
                    (self.t("Share"), partial(share, self, "text", number)))  # fmt: skip

    def facts(self, person: Contact) -> list[Widget]:
        """A row for whatever else is known."""
        known = [("mail", person.email, "Email"), ("place", person.address, "Address"), ("globe", person.website, "Website"),
                 ("gift", self.day_in_words(person.birthday), "Birthday"), ("person", person.nickname, "Nickname"),
                 ("note", person.note, "Note")]  # fmt: skip
        blocked = [("block", self.t("Blocked"), "Phone")] if self.is_blocked(person) else []
        rows: list[Widget] = []
        for icon, words, name in (*blocked, *known):
            if words:
                text = Column([Text(words), self.small(self.t(name))], weight=1, pad=(20, 0, 0, 0))
                row = Row([Icon(icon), text], pad=(20, 10, 20, 10))
                if icon in ("mail", "place", "globe"):
                    row.on_tap = partial(self.toast, self.t("No app can do that"))
                rows.append(row)
        return rows

    def small(self, words: str) -> Widget:
        """A second line."""
        return Text(words, size=13, color="text2", lines=1)

    def day_in_words(self, day: str) -> str:
        """A birthday as people write it."""
        if not day:
            return ""
        at = date.fromisoformat(day)
        return self.t("{day} {month} {year}").format(day=at.day, month=f"{at:%B}", number=at.month, year=at.year)

    def recent(self, person: Contact) -> list[Widget]:
        """The last calls and messages."""
        mine = numbers_of(person)
        told = {"voice": self.t("You called"), "video": self.t("You started a video call")}
        calls = [
            (c.at, "video" if c.kind == "video" else "phone", told[c.kind])
            for c in self.calls
            if digits(c.number) in mine
        ]
        texts = [(m.at, "comment", m.text) for m in self.messages if digits(m.number) in mine]
        rows = [Row([Icon(icon, size=20), Column([Text(words, size=15, lines=1), self.small(at)], pad=(22, 0, 0, 0))], pad=(22, 8, 20, 8))
                for at, icon, words in sorted(calls + texts, reverse=True)[:4]]  # fmt: skip
        return [divider(), header(self.t("Recent")), *rows] if rows else []

    def flip_star(self, *people: Contact) -> None:
        """Favourites from now, or, where all are, no longer."""
        starred = all(person.starred for person in people)
        for person in people:
            person.starred = not starred

    # Calls and messages

    def small_face(self, person: Contact) -> Widget:
        """A picture in a row, which opens a small card."""
        face = self.face(person)
        face.id, face.desc = "contact_photo", self.t("Quick contact for {}").format(self.called(person))
        face.on_tap = partial(self.ask, self.quick, person)
        return face

    def quick(self, person: Contact) -> Dialog:
        """Behind a picture in the list: the name, which leads to the page, over the icons."""

        def instead(do: Handler) -> None:
            self.close()
            do()

        see = partial(instead, partial(self.open, self.card, person))
        top = Row([self.face(person, 48), Text(self.called(person), size=18, lines=1, weight=1, pad=(14, 0, 0, 0)), Icon("right", size=16)],
                  pad=(16, 16, 16, 12), on_tap=see)  # fmt: skip
        doings: list[tuple[str, Reach]] = [("phone", self.call), ("comment", self.write), ("video", self.video)]
        icons = [Frame([IconButton(icon, gravity="center", on_tap=partial(instead, partial(self.reach, person, do)))], weight=1)
                 for icon, do in doings]  # fmt: skip
        return Dialog(Panel([top, divider(), Row(icons, pad=(8, 4, 8, 4))], background="card", radius=16), width=300)

    def reach(self, person: Contact, do: Reach) -> None:
        """Do something with the one number of somebody, or with that which is chosen."""
        if len(person.numbers) > 1:
            self.ask(self.choose_number, person, do)
        elif person.numbers:
            do(person, person.numbers[0].number)
        else:
            self.toast(self.t("No number"))

    def choose_number(self, person: Contact, do: Reach) -> Dialog:
        """Which of several."""

        def chosen(number: str) -> None:
            self.close()
            do(person, number)

        rows = [Row([Column([Text(n.number), self.small(self.t(n.type))])], pad=(24, 10, 24, 10), on_tap=partial(chosen, n.number))
                for n in person.numbers]  # fmt: skip
        return alert(self.t("Choose a number"), "", Button(self.t("Cancel"), on_tap=self.close), body=rows)

    def call(self, person: Contact, number: str) -> None:
        """Call a number."""
        self.begin_call(person, number, "voice")

    def video(self, person: Contact, number: str) -> None:
        """Call a number with a picture."""
        self.begin_call(person, number, "video")

    def begin_call(self, person: Contact, number: str, kind: str) -> None:
        """Note a call, and show it."""
        self.calls.insert(0, Call(number, kind, self.now()))
        self.did("call", number)
        self._muted, self._loud, self._held = False, kind == "video", False
        self.open(self.call_page, person, number, kind)

    def call_page(self, person: Contact, number: str, kind: str) -> Page:
        """Nobody answers; the red button ends it."""
        face = (
            self.face(person, 120) if kind == "voice" else photo(self.called(person), width=240, height=180, radius=16)
        )
        face.gravity = "center"
        state = self.t("Calling…" if kind == "voice" else "Video calling…")
        words = [Text(self.called(person), size=26, lines=1, gravity="center", pad=(24, 20, 24, 4)),
                 Text(number, color="text2", gravity="center"), Text(state, color="text2", gravity="center", pad=8)]  # fmt: skip
        knobs = Row(
            [self.knob(*each) for each in (("voice", "_muted"), ("sound", "_loud"), ("pause", "_held"))],
            pad=(32, 0, 32, 28),
        )
        end = IconButton(
            "phone",
            id="end_call",
            color="#ffffff",
            background=_RED,
            radius=32,
            pad=20,
            gravity="center",
            on_tap=self.close,
        )
        body = Column([Space(height=64), face, *words, Space(weight=1), knobs, end, Space(height=40)])
        return Page(body, activity="InCallActivity", title=kind)

    def knob(self, icon: str, name: str) -> Widget:
        """Something to turn on and off during a call."""
        on = getattr(self, name)
        button = IconButton(icon, selected=on, color="on_primary" if on else "text2", background="primary" if on else "surface",
                            radius=28, pad=16, gravity="center", on_tap=self.flipper(name))  # fmt: skip
        return Frame([button], weight=1)

    def write(self, person: Contact, number: str) -> None:
        """Write to a number."""
        self._words = ""
        self.open(self.messages_page, person, number)

    def messages_page(self, person: Contact, number: str) -> Page:
        """What was written, and a line to write on."""
        dial = IconButton("phone", desc=self.t("Call"), on_tap=partial(self.call, person, number))
        bar = toolbar(self.called(person), dial, on_back=self.close, up=self.t("Navigate up"))
        said = [m for m in self.messages if digits(m.number) == digits(number)]
        rows = [Column([Text(m.text, background="primary", color="on_primary", radius=14, pad=(14, 9, 14, 9), gravity="right"),
                        Text(m.at, size=12, color="hint", gravity="right", pad=(0, 2, 4, 0))], pad=(72, 8, 16, 0)) for m in said]  # fmt: skip
        body = List(rows or [nothing_here("comment", self.t("No messages"))], from_end=bool(rows))
        entry = Field(self._words, id="compose_message_text", hint=self.t("Text message"), background="surface", radius=22,
                      weight=1, on_change=self.setter("_words"), enter="send")  # fmt: skip
        send = IconButton("forward", id="send_message_button", desc=self.t("Send message"), color="primary" if self._words.strip() else "hint",
                          enabled=bool(self._words.strip()), on_tap=partial(self.send, number))  # fmt: skip
        return Page(
            Column([bar, body, Row([entry, send], pad=(12, 8, 4, 8))]), activity="ConversationActivity", title=number
        )

    def send(self, number: str) -> None:
        """What is on the line goes out."""
        self.messages.append(Message(number, self._words.strip(), self.now()))
        self.did("send", f"{self._words.strip()} to {number}")
        self._words = ""

    # Behind the dots

    def card_menu(self, person: Contact) -> Dialog:
        """Behind the three dots of the page."""
        blocked = self.is_blocked(person)
        block = partial(self.unblock, person) if blocked else partial(self.ask, self.block_sure, person)
        return menu(self, (self.t("Share"), partial(self.share_people, person)),
                    (self.t("Labels"), partial(self.ask, self.labels_dialog, (person,))),
                    (self.t("Unblock numbers" if blocked else "Block numbers"), block),
                    (self.t("Delete"), partial(self.ask, self.delete_sure, (person,), self.close)), gravity="top right")  # fmt: skip

    def share_people(self, *people: Contact) -> None:
        """Hand names and numbers to another app."""
        lines = [[self.called(p), *(f"{self.t(n.type)}: {n.number}" for n in p.numbers), p.email] for p in people]
        share(self, "text", "\n\n".join("\n".join(filter(None, one)) for one in lines))

    def labels_dialog(self, people: Sequence[Contact]) -> Dialog:
        """Every label, ticked where all of some have it."""
        rows = [check_row(label, all(label in p.labels for p in people), partial(self.flip_label, label, people))
                for label in self.labels]  # fmt: skip
        done = Button(self.t("Done"), id="android:id/button1", on_tap=self.close)
        return alert(
            self.t("Labels"), "", done, body=[List(rows, height=240, weight=0) if len(rows) > 5 else Column(rows)]
        )

    def flip_label(self, label: str, people: Sequence[Contact]) -> None:
        """Put a label on some, or take it off where all have it."""
        has = all(label in person.labels for person in people)
        for person in people:
            person.labels = [one for one in person.labels if one != label] + ([] if has else [label])

    def block_sure(self, person: Contact) -> Dialog:
        """Asked before somebody is shut out."""
        title, words = (
            self.t("Block {}?").format(self.called(person)),
            self.t("You will no longer get calls or texts from them."),
        )
        return confirm(self, title, words, self.t("Block"), partial(self.block, person), danger=True)

    def block(self, person: Contact) -> None:
        """All numbers of somebody."""
        blocked = set(map(digits, self.blocked))
        self.blocked += [n.number for n in person.numbers if digits(n.number) not in blocked]

    def unblock(self, person: Contact) -> None:
        """All numbers of somebody are let through again."""
        self.blocked = [number for number in self.blocked if digits(number) not in numbers_of(person)]

    def delete_sure(self, people: Sequence[Contact], after: Handler) -> Dialog:
        """Asked before some are gone; after: what is done then."""
        one, many = (
            self.t("Delete {}?").format(self.called(people[0])),
            self.t("Delete {} contacts?").format(len(people)),
        )
        do = partial(self.delete, people, after)
        return confirm(self, one if len(people) == 1 else many, "", self.t("Delete"), do, danger=True)

    def delete(self, people: Sequence[Contact], after: Handler) -> None:
        """Take contacts away; for a while they can be brought back."""
        before = self.people
        self.people = [person for person in before if person not in people]
        after()
        gone = self.called(people[0]) if len(people) == 1 else self.some("{} contacts", len(people))
        self.snack(self.t("{} deleted").format(gone), self.t("Undo"), partial(setattr, self, "people", before))
