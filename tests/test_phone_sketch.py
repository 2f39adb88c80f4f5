"""The virtual phone's Sketch, worked by touches at places alone: its tools are in no hierarchy."""

from functools import partial
from pathlib import Path

import pytest
from hierarchy_nodes import find, nodes, tap, texts, with_app, with_written

from appagent.phone import Phone

pytestmark = pytest.mark.slow

SKETCH = "com.example.sketch"
BAR = ["pen", "line", "rectangle", "eraser", "black", "red", "blue", "undo", "clear", "save"]  # as it is painted
INK = {"black": (26, 28, 30), "red": (217, 48, 37), "blue": (26, 102, 214)}
WHITE = (255, 255, 255)
ACROSS = [
    pytest.param({}, id="1080x2400"),
    pytest.param({"size": (720, 1280), "locale": "zh-CN"}, id="720x1280, zh"),
    pytest.param({"size": (2400, 1080)}, id="landscape"),
]
Point = tuple[float, float]


opened = partial(with_app, SKETCH)


@pytest.fixture
def phone() -> Phone:
    return opened()


def place(phone: Phone, at: Point) -> tuple[int, int]:
    """Where on the display a place of the canvas is, px."""
    left, top, right, bottom = find(phone, "canvas").bounds
    return round(left + at[0] * (right - left)), round(top + at[1] * (bottom - top))


def cell(name: str) -> Point:
    return (BAR.index(name) + 0.5) / len(BAR), 0.95


def choose(phone: Phone, *names: str) -> None:
    for name in names:
        phone.tap(*place(phone, cell(name)))


def draw(phone: Phone, *way: Point) -> None:
    phone.swipe([place(phone, at) for at in way])


def colour(phone: Phone, at: Point) -> tuple[int, int, int]:
    return phone.picture().getpixel(place(phone, at))  # type: ignore[return-value]


def state(phone: Phone, name: str) -> object:
    return phone.state()["sketch"][name]  # type: ignore[index]


def drawn(phone: Phone) -> list[tuple[str, str]]:
    return [(shape["tool"], shape["ink"]) for shape in state(phone, "shapes")]  # type: ignore[attr-defined]


def chosen(phone: Phone) -> set[str]:
    """What the picture shows as chosen: cells whose corner is not as the bar's other corners are."""
    corners = {name: colour(phone, (BAR.index(name) / len(BAR) + 0.01, 0.91)) for name in BAR}
    return {name for name in BAR if corners[name] != corners["save"]}


# --- tools


@pytest.mark.parametrize("dark", [False, True])
def test_a_touched_tool_is_the_one_in_the_state_and_in_the_picture(phone, dark):
    phone.dark = dark
    phone.rotate(0)  # a new picture
    assert chosen(phone) == {"pen", "black"}
    for tool, ink in (("line", "red"), ("rectangle", "blue"), ("eraser", "blue"), ("pen", "black")):
        choose(phone, tool, ink)
        assert chosen(phone) == {tool, ink} == {state(phone, "tool"), state(phone, "ink")}


@pytest.mark.parametrize("given", ACROSS)
@pytest.mark.parametrize(
    ("tool", "way", "inked", "empty"),
    [
        ("pen", [(0.2, 0.2), (0.5, 0.6), (0.8, 0.2)], [(0.2, 0.2), (0.35, 0.4), (0.5, 0.6), (0.65, 0.4)], (0.5, 0.2)),
        ("line", [(0.2, 0.2), (0.5, 0.6), (0.8, 0.2)], [(0.2, 0.2), (0.5, 0.2), (0.8, 0.2)], (0.5, 0.6)),
        ("rectangle", [(0.2, 0.3), (0.7, 0.6)], [(0.2, 0.45), (0.7, 0.45), (0.45, 0.3), (0.45, 0.6)], (0.45, 0.45)),
        ("rectangle", [(0.7, 0.6), (0.2, 0.3)], [(0.2, 0.45), (0.7, 0.45), (0.45, 0.3), (0.45, 0.6)], (0.45, 0.45)),
    ],
)
def test_a_swipe_draws_with_the_tool_and_the_colour_at_the_same_place_on_every_display(given, tool, way, inked, empty):
    phone = opened(**given)
    choose(phone, tool, "red")
    assert {colour(phone, at) for at in inked} == {WHITE}
    draw(phone, *way)
    [shape] = state(phone, "shapes")  # type: ignore[misc]
    assert (shape["tool"], shape["ink"]) == (tool, "red")
    ends = way if tool == "pen" else [way[0], way[-1]]
    assert [xy for point in shape["points"] for xy in point] == pytest.approx([xy for p in ends for xy in p], abs=2e-3)
    assert {colour(phone, at) for at in inked} == {INK["red"]}
    assert colour(phone, empty) == WHITE


def test_a_touch_puts_a_dot_with_the_pen_and_nothing_with_a_line(phone):
    choose(phone, "line")
    phone.tap(*place(phone, (0.5, 0.5)))
    assert drawn(phone) == []
    choose(phone, "pen", "blue")
    phone.tap(*place(phone, (0.5, 0.5)))
    assert drawn(phone) == [("pen", "blue")]
    assert colour(phone, (0.5, 0.5)) == INK["blue"]


def test_the_eraser_takes_whole_shapes_that_it_comes_near_to_and_undo_brings_them_back(phone):
    choose(phone, "line")
    draw(phone, (0.1, 0.2), (0.9, 0.2))
    choose(phone, "rectangle")
    draw(phone, (0.2, 0.4), (0.8, 0.8))
    choose(phone, "eraser")
    draw(phone, (0.4, 0.5), (0.6, 0.7))  # inside of the rectangle, far from its outline
    assert drawn(phone) == [("line", "black"), ("rectangle", "black")]
    draw(phone, (0.5, 0.1), (0.5, 0.3))
    assert drawn(phone) == [("rectangle", "black")]
    assert colour(phone, (0.3, 0.2)) == WHITE
    phone.tap(*place(phone, (0.81, 0.6)))
    assert drawn(phone) == []
    choose(phone, "undo", "undo")
    assert drawn(phone) == [("line", "black"), ("rectangle", "black")]
    assert colour(phone, (0.3, 0.2)) == INK["black"]
    choose(phone, "undo", "undo", "undo")
    assert drawn(phone) == []


def test_the_bar_is_not_drawn_on_and_a_stroke_ends_at_it(phone):
    draw(phone, (0.05, 0.95), (0.5, 0.5))
    assert (drawn(phone), state(phone, "tool")) == ([], "pen")
    before = [colour(phone, (x / 20, 0.99)) for x in range(20)]
    draw(phone, (0.5, 0.5), (0.5, 0.97))
    assert state(phone, "shapes")[0]["points"][-1] == [0.5, 0.9]  # type: ignore[index]
    assert [colour(phone, (x / 20, 0.99)) for x in range(20)] == before


def test_a_stroke_that_leaves_the_display_ends_at_the_edge(phone):
    phone.swipe([place(phone, (0.5, 0.5)), (5000, -300)])
    assert state(phone, "shapes")[0]["points"][-1] == [1.0, 0.0]  # type: ignore[index]


# --- what the hierarchy knows


@pytest.mark.parametrize("given", ACROSS)
def test_the_hierarchy_has_one_bare_canvas_and_no_tool(given):
    phone = opened(**given)
    own = [node for node in nodes(phone) if node["package"] == SKETCH]
    [canvas] = [node for node in own if node["focusable"] == "true"]
    assert canvas["clickable"] == "false"
    assert (canvas["class"], canvas["text"], canvas["content-desc"]) == ("android.view.View", "", "")
    assert texts(phone) == [phone.packages[SKETCH].t("Drawing") + " 1"]
    before = phone.hierarchy()
    choose(phone, "red", "rectangle")
    draw(phone, (0.2, 0.2), (0.6, 0.6))
    assert phone.hierarchy() == before


def test_the_log_of_gestures_names_the_canvas_for_touches_and_strokes(phone):
    choose(phone, "line")
    draw(phone, (0.1, 0.1), (0.2, 0.2))
    assert [(entry["kind"], entry["widget"]) for entry in phone.taps()] == [("tap", "canvas"), ("swipe", "canvas")]


# --- down to the deepest screen, in sizes and languages


@pytest.mark.parametrize("given", ACROSS)
def test_a_drawing_is_cleared_after_a_question_kept_in_the_gallery_and_gone_on_with(given):
    phone = opened(**given)
    say = phone.packages[SKETCH].t
    choose(phone, "save")
    assert texts(phone) == [say("Gallery"), say("No drawings yet")]
    tap(phone, say("Navigate up"))
    draw(phone, (0.2, 0.2), (0.8, 0.2))
    choose(phone, "clear")
    tap(phone, say("Cancel"))
    assert drawn(phone) == [("pen", "black")]
    choose(phone, "clear")
    tap(phone, say("Clear"))
    assert (drawn(phone), colour(phone, (0.5, 0.2))) == ([], WHITE)
    choose(phone, "undo", "save")
    assert phone.last_toast == say("Drawing saved")
    tap(phone, say("New drawing"))
    assert texts(phone) == [say("Drawing") + " 2"]
    choose(phone, "red")
    draw(phone, (0.2, 0.6), (0.8, 0.6))
    choose(phone, "save")
    assert texts(phone) == [say("Gallery"), say("Drawing") + " 1", say("Drawing") + " 2"]
    tap(phone, say("Drawing") + " 1")
    assert (texts(phone), drawn(phone)) == ([say("Drawing") + " 1"], [("pen", "black")])
    draw(phone, (0.2, 0.4), (0.8, 0.4))
    choose(phone, "save")
    assert [len(one["shapes"]) for one in state(phone, "gallery")] == [2, 1]  # type: ignore[attr-defined]


def test_the_gallery_shows_each_drawing_small(phone):
    choose(phone, "blue")
    draw(phone, (0.2, 0.5), (0.8, 0.5))
    choose(phone, "save")
    left, top, right, bottom = find(phone, "thumbnail").bounds
    assert phone.picture().getpixel(((left + right) // 2, (top + bottom) // 2)) == INK["blue"]
    assert phone.picture().getpixel(((left + right) // 2, top + 5)) == WHITE


# --- the kit's canvas

SLATE = """
from appagent.phone.app import App, Page
from appagent.phone.ui import Canvas, Column, Row, Scroll, Space, Text

class Slate(App):
    package, label = "org.slate", "Slate"
    def begin(self):
        self.strokes, self.touches = [], []
    def home(self):
        def paint(draw, size, theme):
            draw.rectangle((-9999, -9999, 9999, 9999), fill="#00ff00")
        heard = {"on_touch": self.touches.append, "on_stroke": self.strokes.append}
        live = Canvas(paint, id="live", width=200, height=200, **heard)
        still = Canvas(paint, id="still", width=200, height=200)
        return Page(Scroll([live, still, Space(height=2000), Text("end")]))
"""


@pytest.fixture
def slate(tmp_path: Path) -> Phone:
    return with_written(tmp_path, "org.slate", SLATE)


def test_a_canvas_takes_the_strokes_that_begin_on_it_and_the_page_scrolls_for_all_others(slate):
    left, top, right, bottom = find(slate, "live").bounds
    slate.swipe([(left, bottom - 1), (left, top)])
    assert find(slate, "live").bounds == (left, top, right, bottom)
    assert slate.state()["slate"]["strokes"] == [[[0.0, pytest.approx(1, abs=0.01)], [0.0, 0.0]]]
    slate.tap((left + right) // 2, top, hold_s=1)
    assert slate.state()["slate"]["touches"] == [[pytest.approx(0.5, abs=0.01), 0.0]]
    x, y = find(slate, "still").centre
    slate.swipe([(x, y), (x, y - 100)])
    assert find(slate, "still").centre == (x, y - 100)


def test_nothing_painted_leaves_its_canvas(slate):
    green, height = (0, 255, 0), slate.size[1]
    for _ in range(3):  # whole, then partly scrolled away
        picture = slate.picture()
        seen = [find(slate, name).bounds for name in ("live", "still")]
        left, top, right = seen[0][0], seen[0][1], seen[0][2]
        bottom = seen[1][3]
        painted = {y for y in range(height) if picture.getpixel((left + 5, y)) == green}
        assert painted == set(range(top, bottom))
        assert picture.getpixel((right + 1, top + 1)) != green
        slate.swipe([(900, 1500), (900, 1400)])
