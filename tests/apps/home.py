"""A home: controls of all kinds behind pages, some named by words beside or above them, and rows with menus."""

from collections.abc import Callable, Sequence
from functools import partial

from appagent.phone.app import App, Dialog, Page
from appagent.phone.dialogs import ask_words, confirm, menu, pick_one
from appagent.phone.parts import setting, switch_row, toolbar
from appagent.phone.ui import Column, Field, IconButton, List, Row, Seek, Switch, Text, Widget

MODES = ("Quiet", "Normal", "Strong")


class Home(App):
    """Two pages of controls, and a list of rules."""

    package = "com.example.home"
    label = "Home desk"

    def begin(self) -> None:
        """Set all to what it is at first."""
        self.lock = self.glow = self.hum = self.people = self.ruled = False
        self.volume, self.mode, self.room, self.remark = 20, "Normal", "Hall", ""
        self.rules = dict.fromkeys(("Kettle", "Lamp", "Radio"), "on")

    def home(self) -> Page:
        """Rows that open the pages."""
        pages = {"Safety": self.safety, "Sound": self.sound, "Rules": self.listed}
        return _page(self, "Home desk", [setting(name, on_tap=partial(self.open, pages[name])) for name in pages])

    def safety(self) -> Page:
        """Switches, of which one asks first and one gives access at once, and a row that opens a page."""
        return _page(self, "Safety", [
            switch_row("Child lock", self.lock, self.turn_lock, "Keeps the doors shut"),
            switch_row("Night glow", self.glow, self.flip("glow")),
            switch_row("Allow access to contacts", self.people, self.flip("people")),
            switch_row("Rules", self.ruled, self.flip("ruled")),
            setting("Firmware", "Version 4", on_tap=partial(self.open, self.firmware)),
        ])  # fmt: skip

    def firmware(self) -> Page:
        """A page with a text."""
        return _page(self, "Firmware", [Text("Up to date")])

    def sound(self) -> Page:
        """A slider below its name, a bare switch beside its name, a choice, and two fields."""
        return _page(self, "Sound", [
            Text("Loudness", pad=(16, 16, 16, 0)),
            Seek(self.volume / 100, on_seek=lambda at: setattr(self, "volume", round(100 * at)), id="bar"),
            Row([Text("Humming", weight=1), Switch(self.hum, id="knob", on_tap=self.flip("hum"))], pad=16),
            setting("Fan", self.mode, on_tap=lambda: self.ask(self.modes)),
            Text("Room name", pad=(16, 16, 16, 0)),
            Field(self.room, on_change=self.setter("room"), id="room"),
            Field(self.remark, hint="Remark", on_change=self.setter("remark"), id="remark"),
        ])  # fmt: skip

    def listed(self) -> Page:
        """Rules, each with a menu of its own behind three dots that have no words."""
        rows = [
            Row([Text(name, weight=1), Text(self.rules[name]),
                 IconButton("more", id="dots", on_tap=partial(self.ask, partial(self.dots, name)))], pad=16)
            for name in self.rules
        ]  # fmt: skip
        return _page(self, "Rules", [List(rows, id="list")])

    def flip(self, name: str) -> Callable[[], None]:
        """Return a handler that turns a switch."""
        return lambda: setattr(self, name, not getattr(self, name))

    def turn_lock(self) -> None:
        """Turn the lock off at once, and on after a question."""
        if self.lock:
            self.lock = False
        else:
            allow = partial(setattr, self, "lock", True)
            self.ask(lambda: confirm(self, "Child lock", "Allow Home desk access to the doors?", "Allow", allow))

    def modes(self) -> Dialog:
        """Offer the modes of the fan."""
        return pick_one(self, "Fan", MODES, MODES.index(self.mode), lambda at: setattr(self, "mode", MODES[at]))

    def dots(self, name: str) -> Dialog:
        """Offer what can be done to a rule."""
        suspend = partial(self.rules.update, {name: "suspended"})
        return menu(self, ("Suspend", suspend), ("Rename", lambda: ask_words(self, "New name", name, self.say)))

    def say(self, words: str) -> None:
        """Do nothing with a new name."""


def _page(app: App, title: str, rows: Sequence[Widget]) -> Page:
    return Page(Column([toolbar(title, on_back=app.close), *rows]), title=title)
