"""A drag carries one thing onto another, and is judged by both ends."""

import pytest
from bench_app import open_bench
from hierarchies import dump, node
from scripted_runs import do

from appagent.actions import Carry, Drag, DragCells, call, describe, parse
from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import ActionError, RefusedError
from appagent.guard import Guard
from appagent.screen import Screen
from appagent.screen.grid import cells_of
from appagent.screen.nodes.tree import centre, nodes_of


def cell_at(screen: Screen, x: int, y: int) -> int:
    """The number of the grid's cell at a pixel."""
    cells = cells_of(screen.size)
    return next(n for n in range(1, 2000) if (b := cells.bounds(n))[0] <= x < b[2] and b[1] <= y < b[3])


def test_a_file_is_carried_into_a_folder():
    with open_bench("Files") as work:
        work("drag({report.pdf · Desk}, {Music})")
        assert work.state["files"] == {"report.pdf": "Music", "song.mp3": "Desk"}
        assert work.state["opened"] == 0


@pytest.mark.slow
def test_a_file_on_a_bin_is_a_deletion_and_is_refused_unless_it_is_allowed():
    with open_bench("Files") as work:
        with pytest.raises(RefusedError, match="it may delete"):
            work("drag({song.mp3 · Desk}, {Trash})")
        assert len(work.state["files"]) == 2
    with open_bench("Files", guard=Guard(frozenset({"delete"}))) as work:
        work("drag({song.mp3 · Desk}, {Trash})")
        assert list(work.state["files"]) == ["report.pdf"]


@pytest.mark.parametrize("zone", ["Drop here to delete", "ic_trash"])
def test_a_bin_that_takes_no_touch_is_judged_by_what_is_there(zone):
    with open_bench("Files") as work:
        screen = work.device.capture()
        start = next(e for e in screen.elements if e.text.startswith("song"))
        end = next(n for n in nodes_of(screen.tree) if zone in (n.text, n.resource_id.rpartition("/")[2]))
        cells = (cell_at(screen, *centre(start.bounds)), cell_at(screen, *centre(end.bounds)))
        with pytest.raises(RefusedError, match="it may delete"):
            work(f'drag_cells({cells[0]}, "center", {cells[1]}, "center")')
        assert len(work.state["files"]) == 2


def test_cells_carry_things_too():
    with open_bench("Files") as work:
        screen = work.device.capture()
        rows = {e.text.split(" ")[0]: centre(e.bounds) for e in screen.elements}
        start, end = cell_at(screen, *rows["song.mp3"]), cell_at(screen, *rows["Music"])
        work(f'drag_cells({start}, "center", {end}, "center")')
        assert work.state["files"]["song.mp3"] == "Music"
        meant, shown = parse(f'drag_cells({start}, "center", {end}, "center")').on_element(screen)
        assert isinstance(meant, Drag)
        assert {meant.mark, meant.onto} <= {e.mark for e in shown.elements}


def desk() -> Screen:
    row = node("Row", text="Ana", can="clickable", at=(0, 100, 1080, 200))
    pay = node("Button", text="Pay now", can="clickable", at=(0, 500, 1080, 600))
    slide = node("View", text="Slide to pay", can="clickable", at=(0, 900, 1080, 1000))
    return read_dump(dump(node("FrameLayout", row, pay, slide)), size=(1080, 2400), app="org.x")


def test_both_ends_are_judged():
    assert Drag(1, 2).gestures(desk()) == (Carry(540, 150, 540, 550, 1.0),)
    for action in (Drag(1, 2), Drag(3, 1)):
        with pytest.raises(RefusedError, match="it may pay"):
            do(action, desk(), None)
    assert describe(Drag(1, 2), desk()) == 'drag "Ana" onto "Pay now"'
    assert describe(Drag(1, 2)) == "drag mark 1 onto mark 2"


NOWHERE = DragCells(start=1, start_part="center", end=1, end_part="center")


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (Drag(1, 1), "hold it there with long_press"),
        (Drag(1, 9), "no mark 9"),
        (Drag(9, 1), "no mark 9"),
        (NOWHERE, "ends where it began"),
    ],
)
def test_a_drag_that_cannot_be_is_refused_with_the_reason(action, why):
    with pytest.raises(ActionError, match=why):
        action.gestures(desk())


@pytest.mark.parametrize(
    "text",
    [
        "drag(3, 7)",
        "drag(from=3, to=7)",
        "Drag(from: 3, to: 7)",
        "drag(to=7, from=3)",
        "drag(start=3, end=7)",
        "drag(element=3, target=7)",
    ],
)
def test_a_drag_is_read_as_models_write_it(text):
    assert parse(text) == Drag(3, 7)
    assert call(Drag(3, 7)) == "drag(3, 7)"
