"""Steps of a wizard, which stand under one title: each is a page of its own, and paths go through "Next"."""

import pytest
from conftest import QUICK, SMALL
from hierarchies import DISPLAY, dump, node
from tables import cases
from test_map import record

from appagent.actions import Start
from appagent.devices.captures.hierarchy import read_dump
from appagent.devices.virtual import virtual
from appagent.documents.lookup.serving import offers
from appagent.documents.map.known_map import KnownMap
from appagent.screen.names.labels import title

PLAN = "org.plan"
APP = """
from appagent.phone.app import App, Page
from appagent.phone.parts import header, toolbar
from appagent.phone.ui import *

STEPS = {"Which day?": ("Monday", "Friday"), "Who comes along?": ("Nobody", "A friend"), "How far?": ("Near", "Far")}


class Plan(App):
    package = "org.plan"
    label = "Plan"
    def begin(self):
        self.kept = []

    def home(self):
        return Page(Column([toolbar("Plans"), Button("New trip", id="new", on_tap=lambda: self.open(self.step, 0))]))

    def step(self, number):
        asked, choices = list(STEPS.items())[number]
        rows = [Row([Text(each)], pad=16.0, on_tap=lambda: None) for each in choices]
        last = number + 1 == len(STEPS)
        on = (lambda: self.keep()) if last else (lambda: self.open(self.step, number + 1))
        foot = Button("Done" if last else "Next", id="next", on_tap=on)
        back = IconButton("back", desc="Back", on_tap=self.close)
        return Page(Column([Row([back, Text("Trip", id="title")], height=56.0), List([header(asked), *rows]), foot]))

    def keep(self):
        self.kept.append("trip")
        for _ in STEPS:
            self.close()


"""


@pytest.fixture
def plan(tmp_path):
    """A folder with an app that asks three questions in a row."""
    (tmp_path / "apps").mkdir()
    (tmp_path / "apps" / "plan.py").write_text(APP)
    return tmp_path / "apps"


def page(first: str, *, foot: str = "Next", second: str = "", kind: str = "TextView", row: bool = False):
    back = node("ImageButton", at=(0, 80, 120, 200), can="clickable", content_desc="Navigate up")
    texts = [node(kind, text=text, at=(40, top, 900, top + 60)) for text, top in ((first, 300), (second, 400)) if text]
    texts = [node("LinearLayout", *texts, at=(0, 280, DISPLAY[0], 480), can="clickable")] if row else texts
    field = node("EditText", at=(40, 600, 900, 700), can="clickable", name="name")
    bar = node(
        "ViewGroup", back, node(text="Trip", at=(160, 80, 900, 200)), at=(0, 60, DISPLAY[0], 220), name="toolbar"
    )
    low = [node("Button", text=foot, at=(600, 2200, 1000, 2300), can="clickable")] if foot else []
    return read_dump(dump(node("FrameLayout", bar, *texts, field, *low)), size=DISPLAY)


@cases(("shown", "name"), [
    (page("Which day?"), "Trip: Which day?"),
    (page("哪一天？"), "Trip: 哪一天？"),
    (page("2 of 4", second="Fill in your name"), "Trip: 2 of 4"),
    (page("Fill in your name", second="Step 2/4"), "Trip: Step 2/4"),
    (page("Fill in your name", second="Why do we ask?"), "Trip"),
    (page("Starts at 1:24"), "Trip"),
    (page("Our shop", second="Open 9–12", row=True), "Trip"),
    (page("Which day?", foot=""), "Trip"),  # an answer to a question, or a list of questions
])  # fmt: skip
def test_a_page_with_a_button_at_its_foot_is_called_by_the_question_that_it_asks_or_its_number(shown, name):
    assert title(shown) == name


def test_a_path_goes_through_each_step(plan, lesson):
    learnt = lesson(PLAN, more=plan, rounds=40)
    known = KnownMap(learnt.records, learnt.labels)
    with virtual(size=SMALL, time_scale=QUICK, apps=plan) as (device, _):
        device.perform(Start(PLAN))
        _, here = known.seen(device.capture())
    paths = {place.path for place in known.places(here)}
    assert {"New trip > Monday", "New trip > Next > Nobody", "New trip > Next > Next > Far"} <= paths
    assert not paths & {"New trip > Nobody", "New trip > Far"}


def test_what_was_learnt_on_a_numbered_step_is_sure_on_that_step():
    """Documents record "#" for its number."""
    shown = page("2 of 4")
    button = next(each for each in shown.elements if each.text == "Next")
    facts = {**button.facts, "seen": {"effect": "opens", "title": "Trip: # of #", "to_title": "Done"}}
    known = record(text="", screen_id=shown.screen_id, element_id=button.id, template=button.template, facts=facts)
    ((offer,),) = offers(shown, [known]).values()
    assert offer.how == "own"
