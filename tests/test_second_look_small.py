"""Test the last look where a small drawn word, a drawn list or a page that is one picture has become another."""

import pytest
from changing_app import ChangingScene
from conftest import SMALL
from scene_pictures import SKETCH

from appagent.screen.grid import cells_of

SIZE = SMALL
SCENES = (
    SKETCH
    + """
    def drawn(self, words, high=300.0):
        from PIL import ImageFont
        font = ImageFont.load_default(14)

        def paint(draw, size, theme):
            draw.rectangle((0, 0, *size), fill="#f4f4f4")
            for n, each in enumerate(words):
                draw.text((24, 20 + 60 * n), each, fill="#202020", font=font)
                draw.line((0, 55 + 60 * n, size[0], 55 + 60 * n), fill="#c0c0c0")
        return Canvas(paint, width="fill", height=high, id="board",
                      on_touch=lambda at: self.did.append(words[min(int(at[1] * high * 1.5 // 60), len(words) - 1)]))

    def word(self): return self.page(self.drawn([self.now("Ana", "Bob")]))

    def digit(self): return self.page(self.drawn([self.now("Pay 10", "Pay 70")]))

    def rows(self):
        return self.page(self.drawn(["Ana", "Bob", "Cyd", "Dee", "Eva", "Fay"][int(self.later):][:5]))

    def cursor(self):
        def paint(draw, size, theme):
            draw.rectangle((0, 0, *size), fill="#f4f4f4")
            if not self.later:
                draw.rectangle((60, 20, 64, 60), fill="#202020")
        return self.page(Canvas(paint, width="fill", height=200.0, id="board", on_touch=lambda at: self.did.append("it")))

    def map(self): return self.photo(self.later, "fill")
"""  # noqa: E501
)


def cell_at(x: int, y: int) -> str:
    cell, part = cells_of(SMALL).at(x, y)
    return f'tap_cell({cell}, "{part}")'


def taken(scene: ChangingScene, action: str, *, later: bool) -> str:
    moves = iter([lambda: None, lambda: scene.change(later=later)])
    return scene.take("grid()", lambda: next(moves)(), action)[-1].outcome


def top(scene: ChangingScene) -> int:
    return next(e.bounds[1] for e in scene.device.capture().elements if e.resource_id.endswith("board"))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["word", "digit"])
@pytest.mark.parametrize(("later", "outcome"), [(False, "done"), (True, "stale")])
def test_a_small_drawn_word_is_held_against_the_one_that_was_seen(stage, name, later, outcome):
    scene = stage(name)
    assert (taken(scene, cell_at(40, top(scene) + 28), later=later), len(scene.did)) == (outcome, not later)


@pytest.mark.slow
@pytest.mark.parametrize("later", [False, True])
def test_a_row_of_a_drawn_list_is_hit_where_it_is_or_not_at_all(stage, later):
    scene = stage("rows")
    outcome = taken(scene, cell_at(40, top(scene) + 60 * 2 + 28), later=later)
    found = scene.did, outcome
    assert found == (["Cyd"], "done") or (later and found == ([], "stale")), found


@pytest.mark.slow
def test_a_cursor_that_blinks_holds_nothing_up(stage):
    scene = stage("cursor")
    assert taken(scene, cell_at(62, top(scene) + 40), later=True) == "done"


@pytest.mark.parametrize(("later", "outcome"), [(False, "done"), (True, "stale")])
def test_a_page_that_is_one_picture_is_swiped_only_while_it_is_that_picture(stage, later, outcome):
    scene = stage("map")
    (step,) = scene.take('swipe("left")', lambda: scene.change(later=later))
    assert step.outcome == outcome, step.reason
