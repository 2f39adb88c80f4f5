"""Where the virtual phone's kit puts widgets."""

import pytest
from tables import cases

from appagent.phone.layout import Box, Layout, walk
from appagent.phone.theme import Theme
from appagent.phone.ui import Column, Field, Frame, Grid, List, Row, Scroll, Space, Split, Text, Widget


def place(root: Widget, scroll: int = 0) -> Box:
    """On 400 by 600 px at 160 dpi, where a dp is a px."""
    return Layout(Theme(160), lambda path: scroll).place(root, (0, 0, 400, 600))


def spots(box: Box) -> list[tuple[int, int, int, int]]:
    return [child.bounds for child in box.children]


def test_what_is_left_over_is_shared_by_weight():
    row = Row([Space(width=100), Space(weight=1), Space(weight=2)])
    assert [(left, right) for left, _, right, _ in spots(place(row))] == [(0, 100), (100, 200), (200, 400)]
    column = Column([Space(height=300), Space(weight=1)])
    assert [(top, bottom) for _, top, _, bottom in spots(place(column))] == [(0, 300), (300, 600)]


def test_shares_never_come_to_more_than_there_is():
    column = Column([Space(height=3), Space(weight=1), Space(weight=1), Space(weight=1), Space(weight=1)])
    assert spots(place(column))[-1][3] == 600


def test_what_is_folded_up_shows_nothing_of_what_is_in_it():
    column = place(Column([Column([Text("in it")], height=0), Text("below")]))
    folded, below = column.children
    assert (folded.children[0].seen, below.seen is not None) == (None, True)


def test_what_is_split_stands_side_by_side_where_there_is_more_width():
    def split() -> Split:
        return Split([Space(width="fill", weight=1), Space(width="fill", height=200)])

    assert spots(place(split())) == [(0, 0, 400, 400), (0, 400, 400, 600)]
    assert spots(Layout(Theme(160)).place(split(), (0, 0, 600, 400))) == [(0, 0, 300, 400), (300, 0, 600, 400)]


def test_what_is_split_is_no_higher_than_what_is_in_it_where_it_need_not_be():
    column = Column([Split([Space(height=50), Space(height=80)]), Space(width="fill", height=20)])
    assert spots(Layout(Theme(160)).place(column, (0, 0, 600, 400))) == [(0, 0, 600, 80), (0, 80, 600, 100)]


@cases(
    ("gravity", "bounds"),
    [("", (0, 0, 100, 50)), ("center", (150, 275, 250, 325)), ("bottom right", (300, 550, 400, 600))],
)
def test_gravity_says_where_things_stand_in_a_frame(gravity, bounds):
    assert spots(place(Frame([Space(width=100, height=50, gravity=gravity)]))) == [bounds]


def test_a_grid_has_columns_of_equal_width():
    grid = Grid([Space(height=50) for _ in range(5)], columns=4)
    assert spots(place(grid))[3:] == [(300, 0, 400, 50), (0, 50, 100, 100)]


def test_padding_is_inside_the_edges():
    assert spots(place(Column([Space(height=10, width="fill")], pad=(1, 2, 3, 4)))) == [(1, 2, 397, 12)]


def test_long_words_are_wrapped_or_end_in_an_ellipsis():
    wrapped, cut = (place(Column([Text("many words " * 20, lines=n)])).children[0] for n in (0, 2))
    assert len(wrapped.lines) > 2
    assert wrapped.bounds[2] <= 400
    assert len(cut.lines) == 2
    assert cut.lines[1].endswith("…")


def test_what_is_cut_short_fills_its_line_with_part_of_a_word():
    long = place(Column([Text(f"Search {'m' * 80}", lines=1)])).children[0]
    assert long.lines[0].startswith("Search mm")
    assert long.lines[0].endswith("m…")


@cases("before", range(10, 30))
def test_no_line_begins_with_a_closing_sign(before):
    words = "山" * before + "，" + "水" * 20 + "。"
    lines = place(Column([Text(words)])).children[0].lines
    assert "".join(lines) == words
    assert not any(line[0] in "，。" for line in lines)


@cases("lines", [0, 1, 2])
def test_a_word_of_any_length_fits_its_line(lines):
    (line,) = place(Column([Text("m" * 50_000, lines=lines)])).children[0].lines
    assert line == "m" * (len(line) - 1) + "…"
    sizes = [place(Column([Text(words, lines=1)])).children[0].bounds[2] for words in (line, f"m{line}")]
    assert 0.9 * 400 < sizes[0] <= sizes[1] <= 400


def rows(count: int = 100) -> list[Widget]:
    return [Text(str(number), height=50) for number in range(count)]


@pytest.mark.parametrize("kind", [Scroll, List])
def test_only_rows_in_sight_are_there(kind):
    box = place(Column([kind(rows())]), scroll=125).children[0]
    assert [child.widget.text for child in box.children] == [str(n) for n in range(2, 15)]
    first, last = box.children[0], box.children[-1]
    assert first.bounds[1] == -25
    assert first.seen is not None
    assert last.seen is not None
    assert (first.seen[1], last.seen[3]) == (0, 600)


def test_what_became_shorter_is_not_scrolled_beyond_its_end():
    box = place(Column([List(rows(14))]), scroll=5000).children[0]
    assert [child.widget.text for child in box.children] == [str(n) for n in range(2, 14)]


def test_a_field_that_is_too_low_for_its_words_shows_their_end():
    typed = "\n".join(str(number) for number in range(40))
    field = place(Column([Space(height=540), Field(typed, lines=8)])).children[1]
    assert field.bounds[3] <= 600
    assert field.lines[-1] == "39"


def test_a_path_names_a_row_wherever_it_is_scrolled_to():
    assert {box.path: box.widget.text for box in walk(place(Column([List(rows())]), scroll=1000))}[0, 0, 30] == "30"
