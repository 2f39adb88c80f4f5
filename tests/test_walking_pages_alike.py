"""Walks through pages of one kind that say something else for each row, such as the pages of several pets."""

import re

import pytest
from changing_app import TINY
from conftest import QUICK
from fence_names import without_fence_name
from scripted_runs import answering

from appagent.actions import Start
from appagent.agents.react import ReAct
from appagent.devices.virtual import virtual
from appagent.documents.map.known_map import KnownMap
from appagent.loop import Limits, Run
from appagent.tasks import Task

CLINIC, QUOTED = "org.clinic", re.compile('"(.+?)"')
APP = """
from functools import partial
from appagent.phone.app import App, Page
from appagent.phone.parts import avatar, divider, header, setting, tabs, toolbar
from appagent.phone.ui import *

PETS = {"Bella": "Ana Silva", "Rex": "Bo Larsen", "Otto": "Cy Young"}


class Clinic(App):
    package = "org.clinic"
    label = "Clinic"
    def begin(self):
        self.part, self.tab, self.quiet = "Pets", 0, False

    def home(self):
        part = lambda name: Column([Text(name)], weight=1, pad=16.0, selected=name == self.part, on_tap=lambda: setattr(self, "part", name))
        body = self.pets() if self.part == "Pets" else self.rules()
        return Page(Column([toolbar(self.part), body, Row([part("Pets"), part("Rules")])]))

    def pets(self):
        rows = [Row([Text(name, weight=1), Text(owner)], pad=16.0, on_tap=partial(self.open, self.pet, name)) for name, owner in PETS.items()]
        return List(rows, weight=1)

    def rules(self):
        return List([setting("Quiet time", "21:00", on_tap=partial(self.open, self.hours))], weight=1)

    def hours(self):
        return Page(Column([toolbar("Quiet time", on_back=self.close), Text("Begins at 21:00"), Button("Begins", id="begins", on_tap=partial(self.say, "begins"))]))

    def say(self, what):
        self.toast(what)

    def pet(self, name):
        body = [setting("Owner", PETS[name], on_tap=partial(self.open, self.owner, name))] if self.tab == 0 else [Text("Seen on Monday"), Button("Weigh", id="weigh", on_tap=partial(self.open, self.booking, name))]
        return Page(Column([toolbar(name, on_back=self.close), tabs(["Overview", "Visits"], self.tab, self.setter("tab")), *body]))

    def booking(self, name):
        return Page(Column([toolbar("Weighing", on_back=self.close), Text("09:30", on_tap=partial(self.say, "09:30"))]))

    def owner(self, name):
        who = PETS[name]
        phone = f"07700 9001{len(who)}{len(name)}"
        acts = Row([IconButton("phone", weight=1, on_tap=partial(self.say, "call")), IconButton("place", weight=1, on_tap=partial(self.say, "map"))])
        rows = [Row([avatar(who, 64, radius=32), Column([Text(who, size=22), Text("Oslo")])], pad=16), acts, divider(), setting(phone, "Mobile"), setting("Prefers", "Mail", on_tap=partial(self.open, self.prefers)), header("Pets"), Row([Text(name)], pad=16.0, on_tap=partial(self.open, self.pet, name))]
        return Page(Column([toolbar("Owner", on_back=self.close), Scroll(rows)]))

    def prefers(self):
        return Page(Column([toolbar("Prefers", on_back=self.close), Text("Mail", on_tap=self.close), Text("Letter", on_tap=self.close)]))
"""  # noqa: E501  # an app


@pytest.fixture
def walk(tmp_path, lesson, recorder):
    """A function that plays one reply in the learnt app; it returns what was tapped, and the next prompt."""
    (tmp_path / "apps").mkdir()
    (tmp_path / "apps" / "clinic.py").write_text(APP)
    learnt = lesson(CLINIC, more=tmp_path / "apps", rounds=120)

    def play(*replies: str) -> tuple[list[str], str]:
        known = KnownMap(learnt.records, learnt.labels)
        with (
            virtual(size=TINY, time_scale=QUICK, apps=tmp_path / "apps") as (device, _),
            answering("scripted", *replies, "finish('not_done')") as (model, prompts),
        ):
            device.perform(Start(CLINIC))
            limits = Limits(20, picture_side=256)
            run = Run(ReAct(model, see="text"), device, Task("t", CLINIC), recorder, limits=limits, known=known)
            run.go()
        done = [step.words for step in recorder.steps[:-1]]
        return [(QUOTED.findall(words) or [words])[-1].split(" · ")[0] for words in done], without_fence_name(
            prompts[-1]
        )

    return play


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("Pets > Otto > Visits > Weigh", ["Pets", "Otto", "Visits", "Weigh"]),
        ("Pets > Rex > Owner > Prefers", ["Pets", "Rex", "Owner", "Prefers"]),
        ("Otto > Owner > Prefers", ["Otto", "Owner", "Prefers"]),
    ],
)
def test_a_walk_goes_on_where_a_page_of_the_same_kind_has_another_title(walk, path, words):
    assert walk(f'go_to("{path}")')[0] == words


def test_a_walk_from_one_tab_to_another_does_not_leave_the_app(walk):
    done, _ = walk('[tap_named("Rules"), tap_named("Pets"), go_to("Quiet time")]')
    assert "launch" not in str(done)
    assert done[-1] == "Quiet time"
