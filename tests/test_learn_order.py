"""Test the order in which an app is explored: what is new first, what is the same everywhere last."""

from pathlib import Path

import pytest
from offline_learning import Lesson

pytestmark = pytest.mark.slow

APPS = Path(__file__).parent / "apps"
PANTRY = "com.example.pantry"


@pytest.fixture(scope="module")
def explored(lesson) -> Lesson:
    return lesson(PANTRY, more=APPS)


def done(learnt: Lesson) -> list[str]:
    return learnt.after["pantry"]["done"]


def at(learnt: Lesson, *words: str) -> int:
    """Return the number of the first step that says all of this."""
    return next(number for number, step in enumerate(learnt.steps) if all(each in step.words for each in words))


def test_a_row_is_held_and_its_menu_tried_before_a_third_row_is_opened(explored):
    assert at(explored, "long press") < at(explored, "tap", "Move") < at(explored, "tap", "Jam")


def test_what_was_tried_on_a_page_is_not_tried_on_the_others_of_its_layout(explored):
    assert sum(name.startswith("Weigh ") for name in done(explored)) == 1


def test_every_page_of_a_layout_is_seen_once(explored):
    opened = {word for step in explored.steps for word in ("Flour", "Jam", "Raisins", "Vinegar") if word in step.words}
    assert opened == {"Flour", "Jam", "Raisins", "Vinegar"}


def test_what_a_search_hides_is_tried_without_searching(explored):
    assert "Anise" in done(explored)
    assert sum(step.words.startswith("type") for step in explored.steps) <= 2


def test_learning_goes_on_where_the_back_key_leaves_the_app(explored):
    assert explored.learned.status == "success"
    last = len(explored.steps) - 1
    assert at(explored, "Find a spice") < last  # it is on a tab from which the back key leaves the app
