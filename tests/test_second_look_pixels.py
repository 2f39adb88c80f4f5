"""Test the last look where only the picture tells what is touched."""

import pytest
from conftest import SMALL

from appagent.screen.grid import cells_of

pytestmark = pytest.mark.slow

SIZE = SMALL
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

    def ball(self, ground, ball, **more):
        def paint(draw, size, theme):
            draw.rectangle((0, 0, *size), fill=ground)
            wide = size[0] // 5
            if ball:
                draw.ellipse((wide // 2, size[1] // 10, wide * 3 // 2, size[1] // 10 + wide), fill=ball)
        return Canvas(paint, width="fill", height=300.0, id="board", **more)

    def discs(self):
        def paint(draw, size, theme):
            draw.rectangle((0, 0, *size), fill="#dddddd")
            wide = size[0] // 5
            for left in (wide // 2,) * (not self.later) + (3 * wide,):
                draw.ellipse((left, size[1] // 10, left + wide, size[1] // 10 + wide), fill="#a01010")
                draw.line((left, size[1] // 10, left + wide, size[1] // 10 + wide), fill="#ffffff", width=5)
        return self.page(Canvas(paint, width="fill", height=300.0, id="board", on_touch=lambda at: self.did.append("hit")))

    def canvas(self, *pair):
        colours = pair[self.later]
        return self.page(self.ball(*colours, on_touch=lambda at: self.did.append("touched")))

    def seat(self): return self.canvas(("#dddddd", "#e00000"), ("#dddddd", "#007200"))

    def sea(self): return self.canvas(("#2060a0", ""), ("#2060a0", "#e0e0e0"))

    def night(self): return self.canvas(("#dddddd", ""), ("#101010", ""))

    def sunk(self): return self.canvas(("#2060a0", "#e0e0e0"), ("#2060a0", ""))

    def tile(self):
        return self.page(self.ball("#2060a0", "#e0e0e0" if self.later else "", on_tap=self.do("touched")))

    def wheel(self):
        self.ticks += 1

        def paint(draw, size, theme):
            for n in range(8):  # each part has another colour at each look, however far apart the looks are
                colour = f"#{(self.ticks * 0x1f3d57 + n * 0x9e3779) % 0x1000000:06x}"
                draw.rectangle((n * size[0] // 8, 0, (n + 1) * size[0] // 8, size[1]), fill=colour)
        return self.page(Canvas(paint, width="fill", height=300.0, id="wheel", on_touch=lambda at: self.did.append("touched")))
"""  # noqa: E501


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


@pytest.mark.parametrize("scene", ["seat", "sea", "night", "sunk"])
def test_another_colour_and_what_comes_or_goes_on_a_plain_ground_are_changes(stage, scene):
    scene = stage(scene)
    moves = iter([lambda: None, lambda: scene.change(later=True)])
    steps = scene.take("grid()", lambda: next(moves)(), on_the_ball())
    assert ([step.outcome for step in steps], scene.did) == (["done", "stale"], [])


@pytest.mark.parametrize("scene", ["seat", "sea", "sunk"])
def test_what_is_drawn_as_it_was_is_touched(stage, scene):
    scene = stage(scene)
    steps = scene.take("grid()", lambda: None, on_the_ball())
    assert ([step.outcome for step in steps], scene.did) == (["done", "done"], ["touched"])


@pytest.mark.parametrize(("later", "done"), [(False, (["touched"], "done")), (True, ([], "stale"))])
def test_a_plain_element_without_words_is_touched_only_while_it_is_plain(stage, later, done):
    scene = stage("tile")
    (step,) = scene.take("tap(1)", lambda: scene.change(later=later))
    assert (scene.did, step.outcome) == done


def test_what_moves_on_and_on_is_touched(stage):
    scene = stage("wheel")
    steps = scene.take("grid()", lambda: None, on_the_ball())
    assert ([step.outcome for step in steps], scene.did) == (["done", "done"], ["touched"])


def test_a_twin_of_what_has_gone_is_not_touched_in_its_place(stage):
    scene = stage("discs")
    moves = iter([lambda: None, lambda: scene.change(later=True)])
    steps = scene.take("grid()", lambda: next(moves)(), on_the_ball())
    assert ([step.outcome for step in steps], scene.did) == (["done", "stale"], [])
