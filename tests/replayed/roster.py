"""Roster: people in a list, one page each, a form; what is otherwise on it is set from outside."""

from appagent.phone.app import App, Dialog, Page
from appagent.phone.dialogs import alert, confirm
from appagent.phone.parts import setting, toolbar
from appagent.phone.ui import Button, Column, Field, IconButton, List, Row, Switch, Text, Widget


class Roster(App):
    """People who can be invited and greeted; one can be added or taken away."""

    package = "com.example.roster"
    label = "Roster"
    words = {  # noqa: RUF012 - a table, as apps of the phone have it
        "de": {"Add a person": "Person anlegen", "Save": "Sichern", "Name": "Vorname", "Send greeting": "Gruß senden"}
    }

    def begin(self) -> None:
        """Three people; the app is as it was when it was shown."""
        self.names = ["Ana", "Ana B.", "Ben"]
        self.places: dict[str, str] = {}
        self.invited: list[str] = []
        self.greeted: list[str] = []
        self.save, self.save_id = "Save", "save"
        self.above = self.dead = self.tip = self.sends = self.warns = self.icons = self.forgets = False
        self.mixed_up = False
        self.question, self.yes, self.v2 = "", "Delete", False
        self._draft = ""

    def home(self) -> Page:
        """All people, each with a switch, and the way to add one."""
        rows = [self.row(name) for name in self.names]
        add = Button(self.t("Add a person"), id="add", on_tap=self.begin_form)
        body: list[Widget] = [toolbar("Roster"), List(rows, id="people", weight=1)]
        body.insert(1 if self.above else 2, add)
        return Page(Column(body), "Roster")

    def row(self, name: str) -> Widget:
        """A tap opens the person's page, the switch invites."""
        switch = Switch(name in self.invited, id="invite", on_tap=lambda: self.invite(name))
        texts = [Text(name, id="name"), *([Text(self.places[name], id="place")] if name in self.places else [])]
        return Row([Column(texts, weight=1), switch], id="person", pad=16, on_tap=lambda: self.open(self.person, name))

    def invite(self, name: str) -> None:
        """Turn the switch of a row over."""
        (self.invited.remove if name in self.invited else self.invited.append)(name)

    def person(self, name: str) -> Page:
        """What can be done with one person; the wrong one if the app has gone wrong."""
        name = self.names[-1] if self.mixed_up else name
        greet = Button(self.t("Send greeting"), id="greet", on_tap=lambda: self.greet(name))
        number = Text(f"{len(name)} letters", id="count", pad=16)
        drop = setting("Take away", on_tap=lambda: self.ask(self.sure, name))
        return Page(Column([toolbar(name, on_back=self.close), number, greet, drop]), "Person")

    def greet(self, name: str) -> None:
        """Tell a person hello, unless nothing works."""
        if self.dead:
            return
        self.greeted.append(name)
        if self.sends:
            self.did("send", name)

    def sure(self, name: str) -> Dialog:
        """Asked before a person is taken away."""
        asked = self.question or f"Take {name} away?"
        dialog = confirm(self, asked, "", self.yes, lambda: self.drop(name), danger=True)
        for button in dialog.body.children[-1].children if self.v2 else ():
            button.id = button.id and f"v2_{button.id.rpartition('/')[2]}"
        return dialog

    def drop(self, name: str) -> None:
        """Take a person away, and go back to the list."""
        self.names.remove(name)
        self.close()

    def begin_form(self) -> None:
        """Open the form, under what is new."""
        self._draft = ""
        self.open(self.form)
        if self.tip:
            self.ask(self.news)

    def news(self) -> Dialog:
        """What nobody has asked for."""
        buttons = (Button("Not now", on_tap=self.close), Button("Try it", on_tap=self.close))
        return alert("New: groups", "People can be grouped now.", *buttons)

    def form(self) -> Page:
        """A name, and the button that keeps it."""
        field = Field(self._draft, id="name_field", hint=self.t("Name"), on_change=self.typed)
        save = Button("Send" if self.warns else self.t(self.save), id=self.save_id, on_tap=self.keep)
        if self.icons:
            save = Row([IconButton("close", on_tap=self.close), IconButton("check", on_tap=self.keep)])
            save.children = save.children[::-1] if self.above else save.children
            return Page(Column([Text("New person"), field, save]), "Form")
        parts = [save, field] if self.above else [field, save]
        return Page(Column([toolbar("New person", on_back=self.close), *parts]), "Form")

    def typed(self, text: str) -> None:
        """The name, as typed."""
        self._draft = text

    def keep(self) -> None:
        """Add the person, unless nothing works."""
        if not self.dead:
            self.names += [] if self.forgets else [self._draft]
            self.close()
