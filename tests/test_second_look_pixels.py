"""Test the last look where only the picture tells what is touched."""

from collections.abc import Callable, Iterator

import pytest
from changing import Stage, staged
from conftest import SMALL

from appagent.screen.grid import cells_of

SCENES = """
    def board(self):
        def paint(draw, size, theme):
            at = 0.5 if self.later else 0.1
            left, top = int(at * size[0]), int(0.1 * size[1])
            wide = size[0] // 5
            draw.rectangle((0, 0, *size), fill="#dddddd")
            if self.blank:
                return
            draw.ellipse((left, top, left + wide, top + wide), fill="#a01010")
            draw.line((left, top, left + wide, top + wide), fill="#ffffff", width=5)
        touched = lambda at: self.did.append(round(at[0], 1))
        return self.page(Canvas(paint, width="fill", height=300.0, id="board", on_touch=touched))
"""


@pytest.fixture
def stage(tmp_path, recorder) -> Iterator[Callable[..., Stage]]:
    """A function that puts a scene on the stage."""
    with staged(SCENES, tmp_path, recorder) as show:
        yield show


def on_the_ball() -> str:
    """A tap on the cell of the grid in which the ball lies at first."""
    cell, part = cells_of(SMALL).at(SMALL[0] // 5, 56 + SMALL[0] // 5)
    return f'tap_cell({cell}, "{part}")'


@pytest.mark.parametrize("later", [False, True])
def test_what_is_on_a_picture_is_touched_where_it_is(stage, later):
    scene = stage("board")
    moves = iter([lambda: None, lambda: scene.change(later=later)])
    steps = scene.take("grid()", lambda: next(moves)(), on_the_ball())
    assert [step.outcome for step in steps] == ["done", "done"]
    assert scene.did == [0.6 if later else 0.2]


def test_what_has_gone_from_a_picture_is_not_touched(stage):
    scene = stage("board")
    moves = iter([lambda: None, lambda: scene.change(blank=True)])
    steps = scene.take("grid()", lambda: next(moves)(), on_the_ball())
    assert ([step.outcome for step in steps], scene.did) == (["done", "stale"], [])
