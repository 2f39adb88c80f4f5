"""Walks through what is held, as the map writes it."""

import pytest
from walked_app import walked

SHEDS = "org.sheds"
APP = """
from functools import partial
from appagent.phone.app import App, Page
from appagent.phone.dialogs import menu
from appagent.phone.parts import setting, toolbar
from appagent.phone.ui import *


class Sheds(App):
    package = "org.sheds"
    label = "Schuppen"
    def begin(self):
        self.seen = []

    def home(self):
        rows = [Button(name, id=name.lower(), on_tap=partial(self.open, page)) for name, page in
                (("Geräte", self.tools), ("Hilfe", self.help))]
        return Page(Column([toolbar("Schuppen"), *rows]))

    def tools(self):
        rows = [Row([Text(name)], id="tool", pad=16.0, on_tap=partial(self.open, self.tool, name), on_hold=partial(self.ask, self.menu, name))
                for name in ("Karre", "Säge", "Leiter", "Schlauch")]
        return Page(Column([toolbar("Geräte", on_back=self.close), List(rows, id="tools")]))

    def menu(self, name):
        return menu(self, ("Merken", lambda: self.seen.append(name)), ("Oben zeigen", lambda: self.seen.append(name + "!")))

    def tool(self, name):
        return Page(Column([toolbar(name, on_back=self.close), Text("Im Regal"), Text("Zwei Stück")]))

    def help(self):
        return Page(Column([toolbar("Hilfe", on_back=self.close), Text("Fragen Sie den Wart")]))


"""  # noqa: E501  # an app


@pytest.mark.parametrize(("call", "maps"), [
    ('go_to("Geräte > Karre (long press)")', True),
    ('tap_named("Geräte > Karre (long press)")', True),
    ('go_to("Karre (long press)")', True),
    ('tap("Karre (long press)")', False),
    ('tap("Geräte > Karre (long press)")', False),
])  # fmt: skip
def test_what_is_to_be_held_is_held(tmp_path, lesson, recorder, call, maps):
    calls = ['tap("Geräte")', call, 'tap("Merken")']
    found, state = walked(
        tmp_path, lesson, recorder, SHEDS, APP, calls, in_goal=lambda name: name == "Karre", maps=maps
    )
    assert found == ["Geräte", "Karre", "Merken"]
    assert state["made"]["seen"] == ["Karre"]


def test_what_is_held_on_another_page_is_gone_to_and_held(tmp_path, lesson, recorder):
    call = 'tap_named("Geräte > Karre (long press) > Merken")'
    found, state = walked(tmp_path, lesson, recorder, SHEDS, APP, [call])
    assert (found, state["made"]["seen"]) == (["Geräte", "Karre", "Merken"], ["Karre"])
