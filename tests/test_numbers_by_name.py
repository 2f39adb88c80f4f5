"""Numbers with − and + buttons: the map knows them by the words beside them, and a run sets them by name."""

import pytest
from conftest import QUICK, SMALL
from fence_names import without_fence_name
from scripted_runs import answering

from appagent.actions import Start
from appagent.agents.react import ReAct
from appagent.devices.virtual import virtual
from appagent.documents.known_map import KnownMap
from appagent.loop import Limits, Run
from appagent.prompting.bearing import Bearing
from appagent.screen.labels import labels
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


def test_a_number_on_another_page_is_told_and_set_by_its_name(trip, lesson, recorder):
    learnt, goal = lesson(TRIP, more=trip, rounds=30), "We need five rooms"
    known = KnownMap(learnt.records, learnt.labels, in_goal=Bearing(goal).names)
    with (
        virtual(size=SMALL, time_scale=QUICK, apps=trip) as (device, phone),
        answering("scripted", 'set("Rooms", "5")', "finish('done')") as (model, prompts),
    ):
        device.perform(Start(TRIP))
        limits = Limits(20, picture_side=256)
        Run(ReAct(model, see="text"), device, Task(goal, TRIP), recorder, known=known, limits=limits).go()
        assert phone.state()["trip"]["rooms"] == 5
    assert "Party > Rooms (2 taps), a number, beside Guests (a number), Cots (a number)" in without_fence_name(
        prompts[0]
    )
