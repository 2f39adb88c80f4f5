"""The map on the page of a run: which screens and ways it has, and that nothing lies on anything else."""

from dataclasses import replace
from itertools import pairwise, permutations

import pytest
from chromium import browser as browser
from hierarchies import dump, node
from made_runs import ENDED, ENDS, OPENS, TYPES
from made_runs import made as made

from appagent.runs.report import render
from appagent.runs.report.drawing import BOX, draw
from appagent.runs.report.run_map import screens_and_transitions

pytestmark = pytest.mark.slow


def test_the_map_follows_the_steps_that_were_done():
    back = replace(OPENS, number=4, decision="BACK")
    refused = replace(OPENS, number=5, outcome="refused")
    steps = [OPENS, TYPES, replace(TYPES, number=3), back, refused, replace(ENDS, number=6), replace(OPENS, number=9)]
    screens, transitions = screens_and_transitions(steps)
    assert [place.name for place in screens] == ["Note List", "Note Edit"]
    assert [(way.source, way.target, [step.number for step in way.steps]) for way in transitions] == [
        (0, 1, [1]),
        (1, 0, [3]),
    ]


def test_screens_of_one_name_are_told_apart():
    screens, _ = screens_and_transitions([OPENS, replace(OPENS, number=2, screen_id="screen-c")])
    assert [place.name for place in screens] == ["Note List", "Note List 2"]


def test_of_a_large_map_the_first_way_to_each_screen_is_drawn(made):
    steps = [replace(OPENS, number=n, screen_id=f"screen-{n % 20}", document="") for n in range(1, 42)]
    page = render(made(*steps, **ENDED))
    assert page.count('<g class="screen') == 20
    assert page.count("marker-end") == 19
    assert "Drawn is the first way to each screen" in page


def test_a_screen_is_called_by_its_heading_where_the_run_kept_its_hierarchy(made):
    run = made(OPENS, replace(TYPES, number=2), replace(ENDS, number=3), **ENDED)
    title = node(text="Ein <b>Titel", at=(100, 60, 900, 160), name="title")
    (run.folder / "0001.xml").write_text(dump(node("FrameLayout", title)), "utf-8")
    (run.folder / "0002.xml").write_text("<hierarchy><node", "utf-8")
    page = render(run)
    assert "Ein &lt;b&gt;Titel" in page
    assert "Note Edit" in page
    assert "Titel" not in render(run, redact=True)


def test_a_question_about_a_screen_is_a_step_and_no_way_on_the_map(made):
    asks = replace(OPENS, number=2, outcome="asked", words='asks what the elements of "Notes" do', action="")
    asks = replace(asks, reply="3: Begins a note.", wrote=("c" * 64,), document="", screen_id="screen-9")
    page = render(made(OPENS, asks, replace(OPENS, number=3, screen_id="screen-3"), **ENDED))
    assert "3: Begins a note." in page
    assert "c" * 8 in page
    assert page.count("marker-end") == 1
    assert "3: Begins a note." not in render(made(OPENS, asks, **ENDED), redact=True)


def test_the_page_says_how_much_was_reached_whatever_the_file_says(made):
    end = {"screens": {"seen": 2, "known": 3}, "elements": {"met": 9, "tried": 4, "left_out": {"pay": 1}}}
    page = render(made(OPENS, **ENDED, **end, per_document={"calls": 0.5, "tokens": 400}))
    assert "2 of 3 screens known; 4 of 9 elements tried, 1 left out for safety (1 pay)" in page
    assert "0.5 calls and 400 tokens for each document" in page
    odd = {"screens": [7], "elements": {"met": "9", "left_out": "<b>"}, "per_document": {"calls": None}}
    assert "left out" not in render(made(OPENS, **ENDED, **odd))


@pytest.mark.parametrize(
    "transitions",
    [[], [(0, 1), (1, 0)], [(0, 1), (0, 2), (1, 2), (2, 1), (2, 0)], list(permutations(range(6), 2))],
    ids=["none", "to and fro", "beside", "all"],
)  # fmt: skip
def test_on_the_map_nothing_lies_on_anything_else(transitions):
    drawing = draw(6, transitions)
    for x, y in drawing.boxes:
        assert 0 <= x <= drawing.width - BOX[0]
        assert 0 <= y <= drawing.height - BOX[1]
    tops = sorted(drawing.boxes)
    assert all(b[0] > a[0] + BOX[0] or b[1] >= a[1] + BOX[1] for a, b in pairwise(tops))
    words = sorted((line.x, line.y) for line in drawing.lines)
    assert all(b[0] > a[0] or b[1] - a[1] >= 16 for a, b in pairwise(words))
    assert all(0 < y < drawing.height for _, y in words)


def test_lines_within_a_column_run_beside_each_other():
    lines = draw(5, [(0, 1), (0, 2), (0, 3), (1, 2), (2, 1), (1, 3), (3, 1)]).lines
    turns = [line.path.split(" Q")[1].partition(",")[0] for line in lines if line.kind == "beside"]
    assert len(set(turns)) == len(turns) == 4
