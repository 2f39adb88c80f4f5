"""Test what the last look makes of what changes by itself, and of a page that tells of something else."""

from collections.abc import Callable, Iterator

import pytest
from changing import Stage, staged

SCENES = """
    def now(self, *pair):
        return pair[self.later]

    def german(self):
        return self.page(self.row(self.now("10.08 Uhr", "10.09 Uhr")), self.row("Wecker"))

    def noon(self):
        return self.page(self.button(self.now("11:59 AM", "12:00 PM")), self.button("Alarm"))

    def evening(self):
        return self.page(self.button(self.now("7:08 AM", "7:08 PM")), self.button("Alarm"))
"""


@pytest.fixture
def stage(tmp_path, recorder) -> Iterator[Callable[..., Stage]]:
    """A function that puts a scene on the stage."""
    with staged(SCENES, tmp_path, recorder) as show:
        yield show


def taken(scene: Stage, action: str):
    (step,) = scene.take(action, lambda: scene.change(later=True))
    return len(scene.did), step.outcome


@pytest.mark.parametrize(("name", "words"), [("german", "10.08 Uhr"), ("noon", "11:59 AM")])
def test_a_clock_of_any_form_that_goes_on_holds_nothing_up(stage, name: str, words: str):
    scene = stage(name)
    assert taken(scene, f"tap({{{words}}})") == (1, "done")


def test_another_half_of_the_day_is_another_time(stage):
    assert taken(stage("evening"), "tap({7:08 AM})") == (0, "stale")
