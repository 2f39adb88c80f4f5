"""Controls without words of their own: the map knows them by the words beside them, and a run sets them by name."""

import pytest
from conftest import QUICK, SMALL
from fence_names import without_fence_name
from hierarchies import DISPLAY, dump, node
from scripted_runs import answering
from tables import cases

from appagent.actions import Start
from appagent.agents.react import ReAct
from appagent.devices.captures.hierarchy import read_dump
from appagent.devices.virtual import virtual
from appagent.documents.map.known_map import KnownMap
from appagent.loop import Limits, Run
from appagent.prompting.words.relevance import Relevance
from appagent.screen.names.labels import labels
from appagent.step.walks.in_sight import captioned
from appagent.tasks import Task

TRIP = "org.trip"
APP = """
from appagent.phone.app import App, Page
from appagent.phone.parts import header, setting, stepper
from appagent.phone.ui import *

class Trip(App):
    package = "org.trip"
    label = "Trip"
    def begin(self):
        self.guests, self.rooms, self.cots = 2, 1, 0
    def home(self):
        return Page(Column([Text("Trip", id="title"), *[setting(name, "", on_tap=lambda page=page: self.open(page))
            for name, page in (("Route", self.route), ("Party", self.party))]]))
    def route(self):
        return Page(Column([Text("Route", id="title"), Text("By the coast")]))
    def party(self):
        rows = [self.counted("Guests", "guests"), self.counted("Rooms", "rooms"), self.counted("Cots", "cots")]
        return Page(Column([Text("Party", id="title"), *rows]))
    def counted(self, words, name):
        change = lambda value: setattr(self, name, value)
        return Row([Text(words, weight=1), stepper(getattr(self, name), 0, 9, change)])
"""


@pytest.fixture
def trip(tmp_path):
    (tmp_path / "apps").mkdir()
    (tmp_path / "apps" / "trip.py").write_text(APP)
    return tmp_path / "apps"


def test_a_number_is_named_by_the_words_beside_it_and_once(trip):
    with virtual(size=SMALL, time_scale=QUICK, apps=trip) as (device, phone):
        phone.start(TRIP)
        phone.tap(180, next(each.bounds[1] + 9 for each in device.capture().elements if each.text == "Party"))
        found = labels(device.capture())
    assert [label.text for label in found if label.kind == "number"] == ["Guests", "Rooms", "Cots"]
    assert {label.text for label in found} >= {"Party", "2", "1"}


def test_a_slider_is_named_by_what_stands_above_its_value():
    said = enumerate(("Wind", "Gusts", "From 60 km/h"), 1)
    words = [node(text=text, at=(0, 100 * n, 900, 100 * n + 60)) for n, text in said]
    bar = node("SeekBar", at=(0, 400, 900, 480), can="clickable scrollable")
    screen = read_dump(dump(node("FrameLayout", *words, bar)), size=DISPLAY)
    assert [label.text for label in labels(screen) if label.kind == "slider"] == ["Gusts · From 60 km/h"]
    for name in ("Gusts", "From 60 km/h", "From 45 km/h"):
        assert [each.role for each in captioned(name, screen)] == ["SeekBar"], name
    assert captioned("Rain", screen) == []


@cases(("beside", "name", "found"), [
    ("Zone 1", "Zone 1", 1),
    ("Zone 1", "Zone 2", 0),
    ("From 60 km/h", "From 45 km/h", 1),
    ("After 2 hours", "After 3 hours", 1),
])  # fmt: skip
def test_a_slider_is_found_with_another_value_and_not_by_the_number_of_another(beside: str, name: str, found: int):
    words = node(text=beside, at=(0, 100, 900, 160))
    bar = node("SeekBar", at=(0, 200, 900, 280), can="clickable scrollable")
    screen = read_dump(dump(node("FrameLayout", words, bar)), size=DISPLAY)
    assert len(captioned(name, screen)) == found


def test_a_radio_button_is_a_choice_and_a_check_box_is_not():
    def row(top: int, kind: str, words: str) -> str:
        box = node(kind, at=(0, top, 90, top + 90), can="checkable")
        return node(
            "LinearLayout", box, node(text=words, at=(90, top, 900, top + 90)), at=(0, top, 900, top + 90),
            can="clickable",
        )  # fmt: skip

    rows = row(100, "RadioButton", "15 minutes"), row(200, "RadioButton", "1 hour"), row(300, "CheckBox", "Rest")
    screen = read_dump(dump(node("FrameLayout", *rows)), size=DISPLAY)
    kinds = [(each.kind, each.text) for each in labels(screen)]
    assert kinds == [("choice", "15 minutes"), ("choice", "1 hour"), ("check", "Rest")]


def test_a_number_on_another_page_is_told_and_set_by_its_name(trip, lesson, recorder):
    learnt, goal = lesson(TRIP, more=trip, rounds=30), "We need five rooms"
    known = KnownMap(learnt.records, learnt.labels, in_goal=Relevance(goal).names)
    with (
        virtual(size=SMALL, time_scale=QUICK, apps=trip) as (device, phone),
        answering("scripted", 'set("Rooms", "5")', "finish('done')") as (model, prompts),
    ):
        device.perform(Start(TRIP))
        limits = Limits(20, picture_side=256)
        Run(ReAct(model, see="text"), device, Task(goal, TRIP), recorder, known=known, limits=limits).go()
        assert phone.state()["trip"]["rooms"] == 5
    assert {"Rooms (number)", "Guests (number)", "Cots (number)"} <= set(
        without_fence_name(prompts[0]).partition("Party: ")[2].partition("</data>")[0].split("; ")
    )
