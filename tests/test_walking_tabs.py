"""Walks on pages whose tabs all stand under one title."""

import pytest
from walked_app import walked

RIDES = "org.rides"
APP = """
from functools import partial
from appagent.phone.app import App, Page
from appagent.phone.parts import number_picker, toolbar
from appagent.phone.ui import *

WHEN = {"To come": ("Oslo", "Voss", "Moss"), "Past": ("Bergen", "Hamar", "Skien")}


class Rides(App):
    package = "org.rides"
    label = "Rides"
    def begin(self):
        self.when, self.hour, self.minute = "To come", 7, 0

    def home(self):
        rows = [Button(name, id=name.lower(), on_tap=partial(self.open, page)) for name, page in
                (("Rides", self.rides), ("Help", self.help))]
        return Page(Column([toolbar("Start"), *rows]))

    def wake(self):
        wheels = [number_picker(getattr(self, name), 0, most, self.setter(name), id=name) for name, most in (("hour", 23), ("minute", 59))]
        return Page(Column([toolbar("Wake", on_back=self.close), Row(wheels)]))

    def strip(self):
        tab = lambda name: Column([Text(name)], weight=1, pad=16.0, selected=name == self.when, on_tap=lambda: setattr(self, "when", name))
        return Row([tab(name) for name in WHEN])

    def rides(self):
        rows = [Row([Text(town)], pad=16.0, on_tap=partial(self.open, self.ride, town)) for town in WHEN[self.when]]
        return Page(Column([toolbar("Rides", on_back=self.close), self.strip(), List(rows)]))

    def ride(self, town):
        return Page(Column([toolbar(town, on_back=self.close), Text("1 seat")]))

    def help(self):
        return Page(Column([toolbar("Help", on_back=self.close), Button("Wake", id="wake", on_tap=lambda: self.open(self.wake)), Button("Our rides", id="see", on_tap=self.go)]))

    def go(self):
        self.when = "Past"
        self.open(self.rides)


"""  # noqa: E501  # an app


CHOIRS = "org.chor"
CHOIR_APP = """
from functools import partial
from appagent.phone.app import App, Page
from appagent.phone.parts import setting, switch_row, tabs, toolbar
from appagent.phone.ui import *


class Choirs(App):
    package = "org.chor"
    label = "Chöre"
    def begin(self):
        self.part, self.on = 0, []

    def home(self):
        rows = [setting(name, f"{size} Stimmen", on_tap=partial(self.enter, name)) for name, size in
                (("Alte Post", 20), ("Kantorei", 31), ("Lindenhof", 12), ("Nordwind", 44))]
        return Page(Column([toolbar("Chöre"), List(rows)]))

    def enter(self, name):
        self.part = 0
        self.open(self.choir, name)

    def choir(self, name):
        body = [Text("Gegründet"), setting("Leitung", "Frau Ohm")]
        if self.part:
            body = [setting(each, "Im Saal", on_tap=partial(self.open, self.song, name, each)) for each in ("Abendlied", "Kanon", "Psalm")]
        return Page(Column([toolbar(name, on_back=self.close), tabs(("Überblick", "Lieder"), self.part, self.setter("part")), List(body)]), activity="Choir")

    def song(self, name, song):
        turn = lambda: self.on.append(f"{name}: {song}")
        rows = [switch_row("Auswendig", f"{name}: {song}" in self.on, turn), Text("Satz"), Text("Seite")]
        return Page(Column([toolbar(song, on_back=self.close), *rows]), activity="Song")


"""  # noqa: E501  # an app


@pytest.mark.parametrize(("calls", "words"), [
    (['go_to("Rides > Past > Hamar")'], ["Rides", "Past", "Hamar"]),
    (['go_to("Past")'], ["Rides", "Past"]),
    (['go_to("Rides")'], ["Rides"]),
    (['set_named("Help > Wake", "05:30")'], ["Help", "Wake", "05:30"]),
    (['tap_named("Rides > Past")', 'tap_named("Rides > To come")'], ["Rides", "Past", "To come"]),
])  # fmt: skip
def test_a_walk_goes_through_the_tab_that_its_path_names(tmp_path, lesson, recorder, calls, words):
    found, _ = walked(tmp_path, lesson, recorder, RIDES, APP, calls, in_goal=lambda name: name == "Hamar")
    assert found == words


def test_a_tab_learnt_on_the_page_of_one_row_leads_to_that_of_another(tmp_path, lesson, recorder):
    call = 'set_named("Nordwind > Lieder > Abendlied > Auswendig", "on")'
    found, state = walked(tmp_path, lesson, recorder, CHOIRS, CHOIR_APP, [call])
    assert state["made"]["on"] == ["Nordwind: Abendlied"], found
    assert len(found) == 4
