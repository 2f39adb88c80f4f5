"""A walk through a menu that has the name of the page to which it leads."""

import pytest
from conftest import QUICK, SMALL
from scripted_runs import answering

from appagent.actions import Start
from appagent.agents.react import ReAct
from appagent.devices.virtual import virtual
from appagent.documents.map.known_map import KnownMap
from appagent.loop import Limits, Run
from appagent.tasks import Task

BELL = "org.bell"
APP = """
from appagent.phone.app import App, Page
from appagent.phone.dialogs import menu
from appagent.phone.parts import switch_row
from appagent.phone.ui import *


class Bell(App):
    package = "org.bell"
    label = "Bell"

    def begin(self):
        self.large = False

    def home(self):
        more = IconButton("more", desc="More options", on_tap=lambda: self.ask(self.options))
        return Page(Column([Row([Text("Bell", id="title", weight=1.0), more], height=56.0), Text("Silent until noon")]))

    def options(self):
        return menu(self, ("Settings", lambda: self.open(self.settings)))

    def settings(self):
        row = switch_row("Large digits", self.large, self.turn)
        return Page(Column([Text("Settings", id="title"), row, Text("Quiet hours")]))

    def turn(self):
        self.large = not self.large
"""


@pytest.fixture
def bell(tmp_path):
    """A folder with an app whose menu has one item, the name of a page."""
    (tmp_path / "apps").mkdir()
    (tmp_path / "apps" / "bell.py").write_text(APP)
    return tmp_path / "apps"


def test_a_menu_is_not_taken_for_the_page_of_its_name(bell, lesson, recorder):
    learnt = lesson(BELL, more=bell, rounds=20)
    with (
        virtual(size=SMALL, time_scale=QUICK, apps=bell) as (device, phone),
        answering("scripted", 'tap_named("More options > Settings > Large digits")', "finish('done')") as (
            model,
            prompts,
        ),
    ):
        device.perform(Start(BELL))
        known = KnownMap(learnt.records, learnt.labels)
        run = Run(
            ReAct(model, see="text"),
            device,
            Task("Look", BELL),
            recorder,
            known=known,
            limits=Limits(9, picture_side=128),
        )
        run.go()
        assert phone.state()["bell"]["large"] is True, prompts[-1][-600:]
    assert len(prompts) == 2
