"""Paths that begin with what is in sight: names are tapped one after the other, though the map does not know them."""

from collections.abc import Callable

import pytest
from conftest import QUICK, SMALL
from kit import HEAD
from staging import answering
from test_records import record

from appagent.agents.react import ReAct
from appagent.devices.virtual import virtual
from appagent.documents.known_map import KnownMap
from appagent.guard import Guard
from appagent.loop import Run
from appagent.tasks import Task

pytestmark = pytest.mark.slow

FOLDERS = """[Text("Internal storage", id="row", on_tap=lambda: self.open(lambda: Page(Column([Text("Internal storage",
    id="title"), Text("Download", on_tap=lambda: self.say("download")), Text("Delete all", on_tap=lambda:
    self.say("deleted")), Switch(False, text="Hidden files", on_tap=lambda: self.say("hidden"))]))))]"""
SONGS = """[List([Row([Text(name, weight=1), IconButton("more", desc="More options", on_tap=partial(self.say, name))],
    on_tap=partial(self.say, "row")) for name in ("song book.zip", "photo.jpg", "tax.pdf")], id="list")]"""
FACTS = {"words": "x", "seen": {"effect": "opens", "title": "A", "to_title": "B"}}
KNOWN = record("", app="org.kit", screen_id="first", element_id="row-x", leads_to="second", facts=FACTS)


@pytest.fixture
def played(tmp_path, recorder) -> Callable[..., tuple[list[str], list[str]]]:
    """Return a function that runs replies on a page, with a map of other places: what was tapped, and the prompts."""

    def play(widgets: str, *replies: str) -> tuple[list[str], list[str]]:
        (tmp_path / "kit.py").write_text(HEAD.replace("{}", widgets))
        with (
            virtual(size=SMALL, time_scale=QUICK, apps=tmp_path) as (device, phone),
            answering("scripted", *replies) as (model, prompts),
        ):
            phone.start("org.kit")
            known, task = KnownMap([KNOWN]), Task("t", "org.kit")
            Run(ReAct(model, see="text"), device, task, recorder, known=known, guard=Guard()).go()
            return phone.state()["kit"]["said"], prompts

    return play


def test_a_path_begins_with_an_element_in_sight(played, recorder):
    tapped, prompts = played(FOLDERS, 'tap("Internal storage > Download")', "finish()")
    assert tapped == ["download"]
    assert len(prompts) == 2
    assert [step.words for step in recorder.steps[:2]] == ['tap "Internal storage"', 'tap "Download"']


def test_a_name_on_the_way_that_is_not_there_is_told_with_how_far_it_went(played):
    tapped, prompts = played(FOLDERS, 'tap("Internal storage > Music")', 'finish("not_done")')
    assert tapped == []
    assert 'tap_named("Internal storage > Music") stopped after "Internal storage": "Music" is not there' in prompts[1]


def test_what_deletes_is_not_tapped_on_the_way_and_no_switch_is_turned_to_get_to_a_page(played):
    calls = 'go_to("Internal storage > Delete all")', "back()", 'go_to("Internal storage > Hidden files")'
    tapped, prompts = played(FOLDERS, *calls, "finish()")
    assert tapped == []
    assert 'the next is to tap "Delete all", and it may delete' in prompts[1]


def test_a_path_within_one_screen_means_the_button_of_that_row(played):
    tapped, prompts = played(SONGS, 'tap("photo.jpg > More options")', "finish()")
    assert tapped == ["photo.jpg"]
    assert len(prompts) == 2
