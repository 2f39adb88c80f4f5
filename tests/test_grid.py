"""The grid: cells and pixels, actions by cell, its life in a run, and what the guard makes of it."""

import json
from dataclasses import replace

import numpy as np
import pytest
from conftest import NOTES, TINY
from fence_names import without_fence_name
from hierarchies import dump, node
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from scripted_runs import answering, do, learning, vault
from tables import cases
from typer.testing import CliRunner

from appagent.actions import (
    ON_GRID,
    Grid,
    LongPress,
    LongPressCell,
    Swipe,
    SwipeCells,
    Tap,
    TapCell,
    describe,
)
from appagent.agents.react import ReAct
from appagent.cli.main import app as command
from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import ActionError, RefusedError
from appagent.guard import Guard
from appagent.loop import Run
from appagent.prompting.pictures.grid import draw_grid
from appagent.prompting.replies.reply import read_reply
from appagent.screen.grid import PARTS, cells_of
from appagent.step import grid_is_up
from appagent.tasks import Task

SIZES = [(1080, 2400), (720, 1280), (2400, 1080), (1440, 3120), (1080, 2220), (1600, 2560)]
SHOP = "com.example.shop"
UP = "You asked for the grid"  # in a prompt


def screen(*inner, picture=None, size=(1080, 2400)):
    """A page of an app that paints for itself."""
    return read_dump(dump(node("FrameLayout", *inner, at=(0, 0, *size), package=SHOP)), picture, size=size, app=SHOP)


def canvas(*inner, at=(0, 200, 1080, 2300)):
    return node("View", *inner, at=at, can="clickable", name="canvas", package=SHOP)


class Hand:
    """A device that shows one screen and remembers what it was told to do."""

    def __init__(self, shown=None):
        self.done, self.shown = [], shown

    def capture(self):
        return self.shown

    def perform(self, gesture):
        self.done.append(gesture)


# Cells


def element_of(action, shown):
    """Return the element that an action through the grid amounts to."""
    meant, there = action.on_element(shown)
    return meant.target(there)


@cases("size", SIZES)
def test_cells_are_nearly_square_and_cover_the_screen_without_a_gap(size):
    cells = cells_of(size)
    assert min(cells.rows, cells.cols) == 9
    covered = np.zeros((size[1], size[0]), int)
    for number in range(1, cells.rows * cells.cols + 1):
        left, top, right, bottom = cells.bounds(number)
        covered[top:bottom, left:right] += 1
        assert 0.85 < (right - left) / (bottom - top) < 1.18
    assert (covered == 1).all()


@given(st.integers(90, 4000), st.integers(90, 4000), st.data())
def test_a_place_in_a_cell_is_found_again_from_its_pixel(width, height, data):
    cells = cells_of((width, height))
    number = data.draw(st.integers(1, cells.rows * cells.cols))
    part = data.draw(st.sampled_from(PARTS))
    assert cells.at(*cells.point(number, part)) == (number, part)


@cases("number", [0, -3, 181])
def test_a_cell_that_there_is_not_is_refused_with_the_range(number):
    with pytest.raises(ActionError, match=f"no cell {number}; the grid has cells 1 to 180"):
        TapCell(number).gestures(screen())


# Actions


@cases(
    ("text", "action"),
    [
        ("tap_cell(12)", TapCell(12)),
        ('tap(12, "center")', TapCell(12)),
        ("tap(12)", TapCell(12)),
        ('tap("12", "Top Left")', TapCell(12, "top-left")),
        ("tap(area=12, subarea=bottom_right)", TapCell(12, "bottom-right")),
        ('tap(12, "upper-left")', TapCell(12, "top-left")),
        ('tap(12, "middle")', TapCell(12)),
        ('long_press(7, "left")', LongPressCell(7, "left")),
        ('swipe(21, "center", 25, "right")', SwipeCells(start=21, start_part="center", end=25, end_part="right")),
        ('swipe(start_area=2, start_subarea="top", end_area=3, end_subarea="top")',
         SwipeCells(start=2, start_part="top", end=3, end_part="top")),
        ('{"action": "tap", "area": 5, "subarea": "top"}', TapCell(5, "top")),
        ('{"action": "tap_cell", "cell": 5, "part": "top"}', TapCell(5, "top")),
    ],
)  # fmt: skip
def test_with_the_grid_up_what_models_write_is_read_as_cells(text, action):
    assert read_reply(f"Action: {text}", offered=ON_GRID).action == action


@cases(
    ("text", "why"),
    [
        ("grid()", "the grid is up"),
        ('text("milk")', "the grid is up"),
        ('swipe(21, "right")', "swipe_cells"),
        ('tap(12, "nowhere")', "no use for 'nowhere'"),
        ("I would draw a line.", "the functions are .*tap_cell"),
    ],
)
def test_with_the_grid_up_what_needs_marks_is_refused_with_what_works(text, why):
    with pytest.raises(ActionError, match=why):
        read_reply(f"Action: {text}", offered=ON_GRID)


def test_cells_are_refused_while_the_grid_is_not_up():
    with pytest.raises(ActionError, match=r"the grid is not up: write grid\(\) first"):
        read_reply("Action: tap_cell(12)")
    assert read_reply("Action: grid").action == Grid()


def test_a_swipe_to_where_it_began_is_refused():
    with pytest.raises(ActionError, match="ends where it began"):
        SwipeCells(start=2, start_part="top", end=2, end_part="top").gestures(screen())


def test_the_grid_is_refused_where_there_is_no_picture_to_lay_it_over():
    with pytest.raises(ActionError, match="no picture"):
        Grid().gestures(screen())


def test_gestures_go_to_the_middle_of_the_part():
    (tap,) = TapCell(11, "bottom-left").gestures(screen())
    (hold,) = LongPressCell(11).gestures(screen())
    (stroke,) = SwipeCells(start=10, start_part="center", end=18, end_part="right").gestures(screen())
    assert (tap.x, tap.y, tap.hold_s) == (140, 220, 0)
    assert (hold.x, hold.y, hold.hold_s) == (180, 180, 1.0)
    assert (stroke.x1, stroke.y1, stroke.x2, stroke.y2) == (60, 180, 1060, 180)


def test_actions_by_cell_have_words_for_people():
    assert describe(TapCell(12, "top-left")) == "tap cell 12 at its top-left"
    assert describe(SwipeCells(start=1, start_part="center", end=9, end_part="left")) == (
        "swipe from cell 1 to cell 9 at its left"
    )


# What was touched


def test_a_touch_on_something_small_is_about_that_and_in_a_canvas_about_a_spot():
    shown = screen(canvas(), node("Button", at=(0, 0, 200, 120), can="clickable", text="Save", package=SHOP))
    assert element_of(TapCell(1), shown).text == "Save"
    wide = node("Button", at=(40, 1000, 1040, 1200), can="clickable", text="Sign in", package=SHOP)
    assert element_of(TapCell(77), screen(canvas(wide))).text == "Sign in"
    spot = element_of(TapCell(92), shown)
    assert (spot.role, spot.source, spot.actions) == ("Spot", "pixels", ("tap",))
    assert spot.bounds == cells_of(shown.size).bounds(92)


@cases(
    ("action", "meant"),
    [
        (TapCell(92), Tap),
        (LongPressCell(92), LongPress),
        (SwipeCells(start=92, start_part="center", end=95, end_part="top"), ("right", (120, 1160, 600, 1320))),
        (SwipeCells(start=95, start_part="center", end=92, end_part="top"), ("left", (120, 1160, 600, 1320))),
        (SwipeCells(start=92, start_part="center", end=119, end_part="center"), ("down", (120, 1200, 240, 1680))),
    ],
)
def test_an_action_through_the_grid_amounts_to_one_on_an_element(action, meant):
    became, shown = action.on_element(screen(canvas()))
    spot = next(element for element in shown.elements if element.mark == became.mark)
    assert spot.role == "Spot"
    if isinstance(became, Swipe):
        assert (became.direction, spot.bounds) == meant
    else:
        assert type(became) is meant


def test_a_spot_ends_where_its_canvas_does_with_the_finger_in_its_middle():
    spot = element_of(TapCell(11, "bottom"), screen(canvas()))
    assert spot.bounds == (120, 200, 240, 240)  # about (180, 220)


@cases("at", [(180, 180, 900, 900), (0, 0, 180, 180), (179, 179, 181, 181), (0, 180, 1080, 181)])
def test_a_touch_on_the_very_edge_of_an_element_is_about_something_too(at):
    element = element_of(TapCell(11), screen(canvas(at=at)))  # at (180, 180)
    left, top, right, bottom = element.bounds
    assert left <= 180 <= right
    assert top <= 180 <= bottom


# In a run


def run(device, recorder, *replies, see="picture", app=NOTES):
    with answering("scripted", *replies) as (model, prompts):
        return Run(ReAct(model, see=see), device, Task("a task", app), recorder).go(), prompts


@pytest.mark.slow
def test_the_grid_is_a_step_and_goes_away_after_one_action_with_the_history_kept(started, phone, recorder):
    replies = ("Action: grid()\nSummary: I looked for it.", "Action: tap(12)\nSummary: I tapped there.", "finish()")
    outcome, prompts = run(started(NOTES), recorder, *replies)
    assert outcome.status == "success"
    assert [step.action for step in recorder.steps] == ["grid()", "tap_cell(12)", "finish()"]
    assert len([tap for tap in phone.taps() if tap["kind"] == "tap"]) == 1
    assert UP not in prompts[0]
    assert UP in prompts[1]
    assert UP not in prompts[2]
    assert "I tapped there." in without_fence_name(prompts[2])
    assert "You noted: I looked for it." in without_fence_name(prompts[2])
    assert not any("changed nothing" in prompt for prompt in prompts[:2])
    marks, cells, again = (Image.open(recorder.folder / step.picture).convert("L") for step in recorder.steps)
    plain = draw_grid(replace(started(NOTES).capture(), picture=Image.new("RGB", TINY, "white"))).convert("L")
    dark = np.asarray(plain) < 120  # where tags are
    assert np.median(np.asarray(cells)[dark]) < 120 < np.median(np.asarray(marks)[dark])
    assert np.median(np.asarray(again)[dark]) > 120


@pytest.mark.slow
def test_the_grid_stays_up_until_something_is_done(started, phone, recorder):
    outcome, prompts = run(started(NOTES), recorder, "grid()", "tap(999)", "tap(998)", "tap(997)", "tap(1)", "finish()")
    assert outcome.status == "success"
    assert [step.outcome for step in recorder.steps] == ["done", "failed", "failed", "failed", "done", "finish"]
    assert "no cell 999; the grid has cells 1 to 180" in prompts[2]
    assert [UP in prompt for prompt in prompts] == [False, True, True, True, True, False]
    assert [grid_is_up(recorder.steps[:n]) for n in range(6)] == [False, True, True, True, True, False]


def test_who_sees_no_picture_is_not_offered_the_grid(started, recorder):
    outcome, prompts = run(started(NOTES), recorder, "finish()", see="text")
    assert outcome.status == "success"
    assert "grid" not in prompts[0]


@pytest.mark.slow
def test_documents_are_told_by_their_cells_while_the_grid_is_up(store, recorder):
    with (
        vault() as (device, _),
        answering("scripted", "tap({Sign in})", "SUCCESS: Lets you in.", "finish()") as (m, _p),
    ):
        learning(device, store, recorder, m, "com.example.vault")
    with vault() as (device, _), answering("scripted", "grid()", "finish()") as (model, prompts):
        button = next(element for element in device.capture().elements if element.text == "Sign in")
        Run(ReAct(model, store), device, Task("Sign in", "com.example.vault"), recorder).go()
    left, top, right, bottom = button.bounds
    cell, part = cells_of((540, 1200)).at((left + right) // 2, (top + bottom) // 2)
    assert f"- cell {cell}, {part}, tap: <data>Lets you in." in without_fence_name(prompts[1])


# The guard


TOTAL = node("TextView", at=(0, 0, 1080, 90), text="Total", package=SHOP)
AMOUNT = node("TextView", at=(0, 100, 1080, 190), text="$12.50", package=SHOP)


def test_a_touch_through_the_grid_counts_as_the_element_beneath_it():
    pay = node("Button", at=(0, 1000, 1080, 2000), can="clickable", text="Pay now", package=SHOP)
    with pytest.raises(RefusedError, match="it may pay"):
        do(TapCell(100), screen(pay), Hand())


@cases("action", [TapCell(100), LongPressCell(100), SwipeCells(start=100, start_part="left", end=105, end_part="left")])
def test_where_nothing_is_known_of_the_place_on_a_screen_about_money_it_counts_as_paying(action):
    hand = Hand()
    with pytest.raises(RefusedError, match="it may pay"):
        do(action, screen(TOTAL, AMOUNT, canvas()), hand)
    with pytest.raises(RefusedError, match="it may pay"):
        do(action, screen(TOTAL, AMOUNT), hand)
    assert hand.done == []
    for shown, guard in ((screen(TOTAL, AMOUNT, canvas()), Guard(frozenset({"pay"}))), (screen(canvas()), Guard())):
        hand = Hand(shown)
        do(action, shown, hand, guard)
        assert len(hand.done) == 1


def test_a_place_in_something_with_words_is_known_on_a_screen_about_money():
    row = node("LinearLayout", at=(0, 1000, 1080, 2000), can="clickable", content_desc="Opening hours", package=SHOP)
    hand = Hand(screen(TOTAL, AMOUNT, row))
    do(TapCell(100), hand.shown, hand)
    assert len(hand.done) == 1


def test_a_spot_with_a_mark_is_guarded_as_the_place_is():
    pay = node("Button", at=(0, 1000, 1080, 2000), can="clickable", text="Pay now", package=SHOP)
    became, shown = TapCell(100).on_element(screen(pay))
    with pytest.raises(RefusedError, match=r"it may pay|a page about money"):
        do(became, shown, Hand())


# On the command line


def test_look_draws_the_grid_and_tells_its_measures(tmp_path):
    Image.new("RGB", (720, 1280), "white").save(tmp_path / "screen.png")
    (tmp_path / "screen.xml").write_text(dump(node("FrameLayout", canvas(), at=(0, 0, 720, 1280))))
    out = tmp_path / "grid.png"
    given = ["--hierarchy", str(tmp_path / "screen.xml"), "--screenshot", str(tmp_path / "screen.png")]
    done = CliRunner().invoke(command, ["look", *given, "--grid", "--out", str(out), "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["grid"] == {"rows": 16, "cols": 9, "cell": [80, 80]}
    picture = Image.new("RGB", (720, 1280), "white")
    assert Image.open(out).tobytes() == draw_grid(screen(picture=picture, size=(720, 1280))).tobytes()
    assert CliRunner().invoke(command, ["look", *given, "--grid"]).exit_code == 2
