"""The kit's larger parts, each in an app of a stranger's, worked by touches: wheels, bars, lists, dialogs."""

from pathlib import Path

import pytest
from hierarchy_nodes import find, nodes, tap, texts
from widget_app import Clock, phone_showing, said, value

from appagent.phone import Phone
from appagent.phone.layout import Layout
from appagent.phone.parts import chips
from appagent.phone.theme import Theme
from appagent.phone.ui import Flow, List, Space

pytestmark = pytest.mark.slow


@pytest.fixture
def clock() -> Clock:
    return Clock()


# --- number pickers


@pytest.fixture
def wheel(tmp_path: Path) -> Phone:
    return phone_showing(tmp_path, '[number_picker(self.value, 0, 23, self.turn, id="hour")]')


def rows(phone: Phone) -> list[str]:
    return [node["text"] for node in nodes(phone) if node["class"].endswith((".Button", "EditText"))]


def test_a_wheel_is_in_the_hierarchy_as_androids_is(wheel):
    picker = find(wheel, "hour")
    assert (picker["class"], picker["scrollable"]) == ("android.widget.NumberPicker", "true")
    assert rows(wheel) == ["06", "07", "08"]


@pytest.mark.parametrize(("rows_up", "becomes"), [(1, 8), (2, 9), (-1, 6), (-9, 22), (17, 0), (0.3, 7)])
def test_a_wheel_turns_by_a_number_for_each_row_and_goes_round(wheel, rows_up, becomes):
    left, top, right, bottom = find(wheel, "hour").bounds
    x, y = (left + right) // 2, (top + bottom) // 2
    wheel.swipe([(x, y), (x, round(y - rows_up * (bottom - top) / 3))])
    assert value(wheel) == becomes


def test_a_tap_on_a_neighbour_goes_there(wheel):
    tap(wheel, "08", "09", "08")
    assert value(wheel) == 8


@pytest.mark.parametrize(("typed", "becomes"), [("21", 21), ("5", 5), ("30", 0), ("x", 7), ("007", 7)])
def test_a_number_can_be_typed_in_the_middle(wheel, typed, becomes):
    tap(wheel, "07")
    for character in typed:
        wheel.type_text(character)
    assert value(wheel) == becomes


def test_the_middle_of_a_wheel_can_be_replaced(wheel):
    tap(wheel, "07")
    wheel.set_text("")
    wheel.set_text("19")
    assert value(wheel) == 19


# --- panels, bars and chips


def test_a_panel_keeps_touches_from_what_it_lies_over(tmp_path):
    under = 'Column([Button("Under", on_tap=partial(self.turn, 1))], id="under")'
    phone = phone_showing(tmp_path, f'[Frame([{under}, Panel([Text("Over")], id="panel", height=300)])]')
    assert (find(phone, "panel")["clickable"], find(phone, "Over")["clickable"]) == ("true", "false")
    before = value(phone)
    phone.tap(*find(phone, "Under").centre)
    assert value(phone) == before


def test_a_seek_bar_goes_where_it_is_touched_and_where_the_finger_is_lifted(tmp_path):
    phone = phone_showing(tmp_path, '[Seek(self.value / 10, on_seek=self.turn, id="volume")]')
    bar = find(phone, "volume")
    assert (bar["class"], bar["clickable"], bar["focusable"]) == ("android.widget.SeekBar", "false", "true")
    assert bar["text"] == "70.0"
    left, _, right, _ = bar.bounds
    x, y = bar.centre
    phone.tap(x, y)
    assert value(phone) == pytest.approx(0.5, abs=0.01)
    phone.swipe([(x, y), (left + (right - left) // 4, y + 300)])
    assert value(phone) == pytest.approx(0.25, abs=0.01)


def test_a_list_takes_a_swipe_up_from_a_slider_and_a_row_within_it_but_not_one_across(tmp_path):
    row = 'Row([Text(f"Row {n}")], pad=40, width="fill", on_stroke=lambda points: self.say("swept"))'
    phone = phone_showing(tmp_path, f"[Scroll([Seek(0.5, on_seek=self.turn), *({row} for n in range(30))])]")
    seek = next(node for node in nodes(phone) if node["class"].endswith("SeekBar"))
    (x, y), row_at = seek.centre, find(phone, "Row 7").centre
    phone.swipe([(x, y), (x + 50, y - 60)])
    phone.swipe([row_at, (row_at[0], row_at[1] - 300)])
    assert find(phone, "Row 7").centre[1] < row_at[1] - 300
    assert (said(phone), value(phone)) == ([], 7)
    phone.swipe([row_at, (row_at[0] - 300, row_at[1] - 20)])
    assert said(phone) == ["swept"]


def test_a_seek_bar_and_a_progress_bar_are_filled_as_far_as_they_say(tmp_path):
    phone = phone_showing(tmp_path, '[Bar(0.75, id="bar", height=20), Seek(0.25, id="seek", height=20)]')
    picture = phone.picture()
    for name, share in (("bar", 0.75), ("seek", 0.25)):
        left, top, right, bottom = find(phone, name).bounds
        line = [picture.getpixel((x, (top + bottom) // 2)) for x in range(left + 30, right - 30)]
        assert line.count(line[0]) / len(line) == pytest.approx(share, abs=0.03)


def test_chips_take_as_many_lines_as_they_need_and_the_chosen_one_is_checked(tmp_path):
    phone = phone_showing(tmp_path, '[chips([f"choice {n}" for n in range(8)], [self.value], self.turn)]')
    found = [node for node in nodes(phone) if node["checkable"] == "true"]
    assert [node["text"] for node in found if node["checked"] == "true"] == ["choice 7"]
    assert len({node.bounds[1] for node in found}) > 1
    assert all(node.bounds[2] <= phone.size[0] for node in found)
    tap(phone, "choice 2")
    assert value(phone) == 2


def test_a_flow_with_something_wider_than_itself_keeps_it_inside():
    flow = Flow([Space(width=100, height=10), Space(width=900, height=10)], gap=4)
    box = Layout(Theme(160)).place(flow, (0, 0, 400, 600))
    assert [child.bounds for child in box.children] == [(0, 0, 100, 10), (0, 14, 400, 24)]
    assert Layout(Theme(160)).height(chips([], [], print), 400, 600) == 16


def test_tabs_and_a_bottom_bar_say_which_of_them_is_chosen(tmp_path):
    bars = (
        'tabs(["One", "Two"], 1, self.turn), bottom_bar([("clock", "Now"), ("bell", "Later")], 0, self.turn, {1: 120})'
    )
    phone = phone_showing(tmp_path, f"[{bars}]")
    assert texts(phone) == ["One", "Two", "Now", "99", "Later"]
    assert sum(node["selected"] == "true" for node in nodes(phone)) == 2
    tap(phone, "One")
    assert value(phone) == 0
    tap(phone, "Later")
    assert value(phone) == 1


# --- lists


def test_a_list_may_have_columns():
    grid = List([Space(height=50) for _ in range(5)], columns=2)
    box = Layout(Theme(160)).place(grid, (0, 0, 400, 600))
    assert [child.bounds for child in box.children][2:4] == [(0, 50, 200, 100), (200, 50, 400, 100)]
    assert box.content_height == 150


def test_a_list_from_the_end_shows_its_end_and_scrolls_back(tmp_path):
    phone = phone_showing(tmp_path, '[List([Text(f"line {n}", pad=20) for n in range(60)], from_end=True)]')
    assert texts(phone)[-1] == "line 59"
    phone.swipe([(500, 500), (500, 1500)])
    assert "line 59" not in texts(phone)
    phone.swipe([(500, 1500), (500, 200)])
    assert texts(phone)[-1] == "line 59"


def test_what_a_web_page_has_out_of_sight_is_told_without_a_sensible_place(tmp_path):
    phone = phone_showing(tmp_path, '[Web([Text(f"line {n}", id=f":r{n}:", pad=30) for n in range(60)])]')
    found = {node["resource-id"]: node for node in nodes(phone) if node["text"].startswith("line")}
    assert len(found) == 60
    left, top, right, bottom = found[":r59:"].bounds
    assert top > bottom or (left, top, right, bottom) == (0, 0, 0, 0)
    phone.swipe([(500, 2000), (500, 300)])
    assert next(node for node in nodes(phone) if node["text"] == "line 0").bounds == (0, 0, 0, 0)


# --- dialogs


def test_a_question_is_answered_by_either_button(tmp_path):
    ask = 'self.ask(lambda: confirm(self, "Delete it?", "", "Delete", self.say, danger=True))'
    phone = phone_showing(tmp_path, f'[Button("More", on_tap=lambda: {ask})]', locale="zh-CN")
    tap(phone, "More", "取消")
    assert said(phone) == []
    tap(phone, "More", "Delete")
    assert said(phone) == ["done"]
    assert texts(phone) == ["More"]


def test_one_of_many_can_be_picked_also_when_the_list_scrolls(tmp_path):
    ask = 'self.ask(lambda: pick_one(self, "Which?", [f"number {n}" for n in range(20)], 2, self.turn))'
    phone = phone_showing(tmp_path, f'[Button("More", on_tap=lambda: {ask})]')
    tap(phone, "More")
    assert [n["checked"] for n in nodes(phone) if n["checkable"] == "true"].index("true") == 2
    x, y = find(phone, "number 4").centre
    phone.swipe([(x, y), (x, y - 300)])
    tap(phone, "number 7")
    assert value(phone) == 7
    assert texts(phone) == ["More"]


def test_a_dialog_taller_than_the_display_scrolls_to_its_end(tmp_path):
    options = [str(number) for number in range(6)]
    ask = f"self.ask(lambda: pick_one(self, 'Number', {options!r}, 0, self.turn))"
    phone = phone_showing(tmp_path, f'[Button("Pick", on_tap=lambda: {ask})]', size=(1280, 720))
    tap(phone, "Pick")
    assert "Cancel" not in texts(phone)
    phone.swipe([(640, 500), (640, 100)])
    assert find(phone, "Cancel").bounds[3] < 640
    tap(phone, "5")
    assert value(phone) == 5


@pytest.mark.parametrize("gravity", ["center", "bottom", "top right"])
def test_a_menu_stands_where_it_belongs_and_closes_before_it_does_anything(tmp_path, gravity):
    items = '("Copy", self.say), ("Delete", lambda: self.say("gone"))'
    ask = f'self.ask(lambda: menu(self, {items}, gravity="{gravity}", icons=["note", "trash"]))'
    phone = phone_showing(tmp_path, f'[Button("More", on_tap=lambda: {ask})]')
    tap(phone, "More")
    left, top, right, bottom = next(n for n in nodes(phone) if n.name == "content").bounds
    width, height = phone.size
    where = {
        "center": abs((top + bottom) // 2 - height // 2) < 100,
        "bottom": (left, right) == (0, width) and bottom > height * 0.9,
        "top right": top < 200 and right > width - 50,
    }
    assert where[gravity]
    tap(phone, "Delete")
    assert said(phone) == ["gone"]
    assert texts(phone) == ["More"]


def test_an_advertisement_is_closed_by_a_cross_that_nothing_names(tmp_path):
    ask = 'self.ask(lambda: advertisement(self, "Sale", "Now", "See", self.say))'
    phone = phone_showing(tmp_path, f'[Button("More", on_tap=lambda: {ask})]')
    tap(phone, "More")
    cross = next(n for n in nodes(phone) if n["class"].endswith("ImageButton") and n["package"] == "org.kit")
    assert (cross["text"], cross["content-desc"], cross["resource-id"]) == ("", "", "")
    phone.tap(*cross.centre)
    assert (texts(phone), said(phone)) == (["More"], [])
    tap(phone, "More", "See")
    assert said(phone) == ["done"]


def test_a_snack_bar_undoes_goes_away_by_itself_and_with_the_next_page(tmp_path, clock):
    snack = 'self.snack("Gone", "Undo", lambda: self.say("back"))'
    page = 'self.open(lambda: Page(Column([Text("Next")])))'
    widgets = f'[Button("Go", on_tap=lambda: {snack}), Button("On", on_tap=lambda: {page})]'
    phone = phone_showing(tmp_path, widgets, now=clock, time_scale=1)
    clock.seconds += 10
    tap(phone, "Go")
    clock.seconds += 7
    assert texts(phone) == ["Go", "On", "Gone", "Undo"]
    tap(phone, "Undo")
    assert (texts(phone), said(phone)) == (["Go", "On"], ["back"])
    tap(phone, "Go")
    clock.seconds += 9
    assert texts(phone) == ["Go", "On"]
    tap(phone, "Go", "On")
    clock.seconds += 1
    assert texts(phone) == ["Next"]


def test_words_are_asked_for_and_told_when_they_are_agreed_to(tmp_path):
    ask = 'ask_words(self, "Name", "old", self.say)'
    phone = phone_showing(tmp_path, f'[Button("More", on_tap=lambda: {ask})]')
    tap(phone, "More")
    phone.set_text(" new ")
    tap(phone, "Cancel", "More")
    assert find(phone, "edit")["text"] == "old"
    phone.type_text("er")
    phone.press("enter")
    assert (said(phone), texts(phone)) == (["older"], ["More"])


def test_a_keypad_tells_each_key_and_has_one_without_a_name_to_take_back(tmp_path):
    phone = phone_showing(tmp_path, "[keypad(self.say)]")
    tap(phone, *"0917")
    phone.tap(*next(n for n in nodes(phone) if n["class"].endswith("ImageButton") and n["package"] == "org.kit").centre)
    assert said(phone) == ["0", "9", "1", "7", "<"]


def test_a_field_that_is_folded_up_gets_no_cursor_though_it_asks_for_one(tmp_path):
    phone = phone_showing(tmp_path, '[Column([Field("", focus=True, on_change=self.say)], height=0)]')
    assert not phone.keyboard_shown
    assert not phone.type_text("x")


def test_a_field_that_comes_into_sight_and_asks_for_it_gets_the_cursor_and_takes_it_along(tmp_path):
    entry = '[Field("", focus=True, on_change=self.say)] if self.value else []'
    switch = 'Button("More", on_tap=lambda: self.turn(7 - self.value))'
    phone = phone_showing(tmp_path, f"[{switch}, *({entry})]")
    tap(phone, "More", "More")
    assert phone.keyboard_shown
    assert phone.type_text("x")
    tap(phone, "More")
    assert not phone.keyboard_shown
    assert not phone.type_text("y")
    assert said(phone) == ["x"]
