"""What the agent without a model calls done: no more than it has seen come of what it did."""

import pytest
from offline_learning import attempt, shown
from tables import cases
from test_map import page

from appagent.actions import Finish
from appagent.agent import GiveUp, View
from appagent.offline.executor import Executor
from appagent.screen import Screen
from appagent.tasks import Task

CHAT = "com.qingxin.im"


def claims(goal: str, *screens: Screen) -> bool:
    """Whether the agent says at the last of these screens, which come one after the other, that the goal is reached."""
    agent = Executor()
    *first, last = (View(Task(goal, "org.notes"), screen, b"") for screen in screens)
    for view in first:
        assert not isinstance(agent.decide(view).action, Finish)
    try:
        return isinstance(agent.decide(last).action, Finish)
    except GiveUp:
        return False


@cases(
    ("goal", "screens"),
    [
        (  # back on the page before
            "Make a blue drawing and keep it in the gallery",
            [page("Sheet", "Gallery"), page("Gallery", "New drawing"), page("Sheet", "Gallery")],
        ),
        (  # a row that leads back is no control that deletes
            "Delete 'Lunch' from the downloads of Mars",
            [page("Home", "Lunch"), page("Lunch", "Mars"), page("Mars", "Downloads"), page("Lunch", "Mars")],
        ),
        (  # half the words of a link, whose page has the same heading
            "Open Mars and share the article",
            [page("Home", "Mars"), page("Mars", "Random article"), page("Mars", "Random article", "Venus")],
        ),
        (  # the page that is open last has only some of the words
            "Add Mars to the bookmarks",
            [page("Home", "Mars"), page("Mars", "Bookmarks"), page("Bookmarks", "Venus")],
        ),
    ],
)
def test_what_only_led_from_page_to_page_is_nothing_done(goal: str, screens: list[Screen]):
    assert not claims(goal, *screens)


def test_an_empty_quotation_is_left_to_a_model():
    view = View(Task('Make a note titled "" with the text "Other"', "org.notes"), page("Notes", "New note"), b"")
    with pytest.raises(GiveUp, match="empty quotation"):
        Executor().decide(view)


def test_a_page_that_was_asked_for_is_shown_once_it_is_open():
    assert claims("Show the bookmarks", page("Home", "Bookmarks"), page("Bookmarks", "Venus"))


@pytest.mark.slow
def test_a_form_that_no_word_of_the_goal_names_is_not_filled_in():
    lines = ("tap Contacts", "tap Gus Hall", "tap Remark", 'type "Gus Hall" Gussy', "tap OK")
    records, labels = shown(CHAT, *lines)
    trial = attempt(records, Task("Write 'Thank you so much' to 'Gus Hall'", CHAT), labels=labels)
    assert not trial.claimed
    assert trial.before == trial.after
