"""A double tap is two taps in quick succession, and no two slow ones."""

import pytest
from bench_app import open_bench
from hierarchies import dump, node
from hierarchy_nodes import tap
from scripted_runs import do
from widget_app import Clock, phone_showing, said

from appagent.actions import DoubleTap, DoubleTapCell, Touch, call, parse
from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import ActionError, RefusedError
from appagent.screen.grid import cells_of


@pytest.mark.slow
def test_a_double_tap_zooms_and_one_tap_does_not():
    with open_bench("Photo") as work:
        work("tap({Sea})")
        assert (work.state["opened"], work.state["zoom"]) == (1, 0)
        work.phone.tap(1, 1)  # elsewhere: what follows is no second tap on the photo
        work("double_tap({Sea})")
        assert (work.state["opened"], work.state["zoom"]) == (2, 1)


def test_only_a_quick_second_tap_makes_a_double_tap(tmp_path):
    clock, button = Clock(), 'Button("Go", on_tap=self.say, on_double=lambda: self.say("twice"))'
    phone = phone_showing(tmp_path, f"[{button}]", now=clock)
    for pause_s in (0.0, 0.1, 0.1, 0.2, 0.5):
        clock.seconds += pause_s
        tap(phone, "Go")
    assert said(phone) == ["done", "twice", "done", "twice", "done"]


def test_a_cell_can_be_tapped_twice_where_nothing_has_a_mark():
    with open_bench("Photo") as work:
        screen = work.device.capture()
        sea = next(e for e in screen.elements if e.text == "Sea")
        left, top, right, bottom = sea.bounds
        cells = cells_of(screen.size)
        cell = next(
            n for n in range(1, 400) if left < (at := cells.point(n, "center"))[0] < right and top < at[1] < bottom
        )
        work(f"double_tap_cell({cell})")
        assert work.state["zoom"] == 1
        meant, _ = DoubleTapCell(cell).on_element(screen)
        assert isinstance(meant, DoubleTap)  # so that it is learnt as one


def test_a_double_tap_is_one_gesture_and_is_judged_as_a_touch():
    pay = node("Button", text="Pay now", can="clickable", at=(0, 0, 1080, 200))
    shop = read_dump(dump(pay), size=(1080, 2400), app="org.shop")
    assert DoubleTap(1).gestures(shop) == (Touch(540, 100, times=2),)
    with pytest.raises(ActionError, match="no mark 9; this screen has marks 1 to 1"):
        DoubleTap(9).gestures(shop)
    with pytest.raises(RefusedError, match='double tap "Pay now" was refused: it may pay'):
        do(DoubleTap(1), shop, None)


@pytest.mark.parametrize("text", ["double_tap(2)", "Double Tap(2)", "doubleTap(element=2)", "double-tap(2)"])
def test_a_double_tap_is_read_as_models_write_it(text):
    assert parse(text) == DoubleTap(2)
    assert call(DoubleTap(2)) == "double_tap(2)"
