"""An app whose only page has the widgets that a test names."""

from pathlib import Path

from appagent.phone import Phone

HEAD = """
from appagent.phone.app import App, Dialog, Page
from appagent.phone.dialogs import advertisement, ask_words, confirm, menu, pick_one
from appagent.phone.intents import fetch, share
from appagent.phone.parts import *
from appagent.phone.ui import *

class Kit(App):
    package = "org.kit"
    label = "Kit"
    offers = ("file",)
    def begin(self):
        self.value, self.said = 7, []
    def say(self, *words):
        self.said.append(words[0] if words else "done")
    def turn(self, value):
        self.value = value
    def offer(self, kind, done):
        self.open(lambda: Page(Column([Text("a.txt", on_tap=lambda: (self.close(), done("a.txt")))])))
    def home(self):
        return Page(Column({}))
"""


class Clock:
    """Time that passes when a test lets it."""

    seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def phone_showing(folder: Path, widgets: str, **given: object) -> Phone:
    """A phone with an app whose only page is a column of these widgets."""
    (folder / "kit.py").write_text(HEAD.replace("{}", widgets))
    phone = Phone(apps=folder, **{"time_scale": 0, **given})  # type: ignore[arg-type]
    phone.start("org.kit")
    return phone


def value(phone: Phone) -> object:
    return phone.state()["kit"]["value"]  # type: ignore[index]


def said(phone: Phone) -> object:
    return phone.state()["kit"]["said"]  # type: ignore[index]
