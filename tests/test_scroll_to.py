"""scroll_to goes on until the words are in sight or the end comes, and tells which."""

from contextlib import closing, contextmanager

import pytest
from bench_app import open_bench
from conftest import QUICK, TINY
from fence_names import without_fence_name
from hierarchies import dump, node
from scripted_runs import answering, do
from widget_app import HEAD

from appagent.actions import ScrollTo, call, parse
from appagent.agents.react import ReAct
from appagent.devices.captures.hierarchy import read_dump
from appagent.devices.virtual import virtual
from appagent.errors import ActionError, HalfDoneError, RefusedError
from appagent.guard import Guard
from appagent.loop import Run
from appagent.runs.recorder import Recorder
from appagent.screen import Screen
from appagent.tasks import Task

pytestmark = pytest.mark.slow


def test_a_row_far_below_is_scrolled_to_and_told():
    with open_bench("Long list") as work:
        assert work('scroll_to("terms OF use")') == '"Terms of use" is in sight'
        work("tap({Terms of use})")
        assert work.state["opened"] == 1
        assert {entry["widget"] for entry in work.phone.taps() if entry["kind"] == "swipe"} == {"rows"}


def test_what_is_in_sight_needs_no_scrolling():
    with open_bench("Wheels") as work, pytest.raises(ActionError, match="is not in sight, and nothing here scrolls"):
        work('scroll_to("Save")')
    with open_bench("Files") as work:
        assert work('scroll_to("trash")') == '"Trash" is in sight'
        assert work.phone.taps()[1:] == []


def test_no_row_is_passed_over_unseen_and_the_end_is_told_where_the_words_are_not():
    with open_bench("Long list") as work:
        seen = set()
        capture = work.device.capture

        def looked() -> Screen:
            screen = capture()
            seen.update(screen.texts)
            return screen

        work.device.capture = looked  # type: ignore[method-assign]
        assert work('scroll_to("Row 200")') == 'the end of the list came, and "Row 200" was not seen on the way'
        assert {f"Row {n}" for n in range(1, 101) if n != 60} <= seen
        assert "Row 100" in work.device.capture().texts
        assert work('scroll_to("Row 3", way="up", element={rows})') == '"Row 3" is in sight'
        told = work('scroll_to("Row 0", way="up")')
        assert told == 'the beginning of the list came, and "Row 0" was not seen on the way'


CART = """[toolbar("Cart"), List([Text(f"Row {n}", pad=24.0, on_tap=self.say) for n in range(20)], id="rows"),
    Row([Text("Total 12 kr", weight=1), Button("Pay later", on_tap=self.say)])]"""
PRICES = """[toolbar("Prices"), List([Row([Text(f"Stock {n}", weight=1),
    Text(f"{self.turn(self.value * 7 % 991) or self.value}")], pad=24.0) for n in range(12)], id="rows", weight=1.0)]"""
PHOTOS = """[toolbar("Photos"), Column([Text(f"Photo {self.value} of 60")], id="pages", weight=1.0, height="fill",
    on_scroll=lambda by: self.turn(self.value + 1))]"""


@contextmanager
def phone_showing(folder, widgets, *, live=False):
    """A call carried out on a page of these widgets, and the strokes that it took. live: drawn anew at every look."""
    (folder / "kit.py").write_text(HEAD.replace("Column({})", f"Column({widgets}), live={live}"))
    with virtual(size=TINY, time_scale=QUICK, apps=folder) as (device, phone):
        phone.start("org.kit")
        yield (
            lambda text: do(parse(text), device.capture(), device, Guard()),
            lambda: sum(entry["kind"] == "swipe" for entry in phone.taps()),
        )


@pytest.mark.parametrize("words", ["Total 12 kr", "cart"])
def test_words_beside_the_list_are_in_sight(words, tmp_path):
    with phone_showing(tmp_path, CART) as (work, strokes):
        assert "is in sight" in work(f'scroll_to("{words}")')
        assert strokes() == 0


def test_words_that_are_part_of_a_text_beside_the_list_are_told_at_its_end(tmp_path):
    with phone_showing(tmp_path, CART) as (work, _):
        assert work('scroll_to("total")') == 'the end of the list came; "Total 12 kr" is in sight outside of it'


def test_a_list_whose_numbers_tick_has_an_end(tmp_path):
    with phone_showing(tmp_path, PRICES, live=True) as (work, strokes):
        assert work('scroll_to("Stock 99")') == 'the end of the list came, and "Stock 99" was not seen on the way'
        assert strokes() < 12


def test_pages_that_only_a_number_tells_apart_are_no_end(tmp_path):
    with phone_showing(tmp_path, PHOTOS) as (work, _):
        assert work('scroll_to("Photo 20 of 60")') == '"Photo 20 of 60" is in sight'


def test_words_in_sight_need_no_stroke():
    with open_bench("Long list") as work:
        assert work('scroll_to("Row 2")') == '"Row 2" is in sight'
        assert [entry for entry in work.phone.taps() if entry["kind"] == "swipe"] == []


@pytest.mark.parametrize(("top", "seen"), [(1995, False), (1940, True)])
def test_a_row_of_which_a_bar_leaves_only_an_edge_is_not_in_sight(top, seen):
    text = node("TextView", text="Werkzeug", at=(40, top, 400, 2000))
    row = node("LinearLayout", text, can="clickable", at=(0, top - 30, 1080, 2000))
    room = node("RecyclerView", row, can="scrollable", at=(0, 200, 1080, 2000))
    page = read_dump(
        dump(node("FrameLayout", room, node("TextView", text="Start", at=(0, 2000, 1080, 2200)))), size=(1080, 2400)
    )
    course = ScrollTo("Werkzeug").course(page)
    if seen:
        with pytest.raises(StopIteration, match="is in sight"):
            next(course)
    else:
        assert next(course).kind == "swipe"


def test_words_within_a_text_in_sight_are_told_where_nothing_scrolls():
    page = read_dump(dump(node("TextView", text="Terms of use and privacy")), size=(1080, 2400))
    assert do(parse('scroll_to("terms of use")'), page, None) == '"Terms of use and privacy" is in sight'


def test_a_page_that_is_gone_ends_it_and_says_so():
    said = pytest.raises(HalfDoneError, match='scroll to "Row 99" did not come to its end: what was scrolled is no')
    with open_bench("Restless list") as work, said:
        work('scroll_to("Row 99")')


def test_what_cannot_be_scrolled_is_said_before_anything_is_done():
    button = read_dump(dump(node("Button", text="Help", can="clickable")), size=(1080, 2400))
    for text, why in (('scroll_to("x")', "nothing here scrolls"), ('scroll_to("x", 1)', "nothing here scrolls"),
                      ('scroll_to("x", 7)', "no mark 7"), ('scroll_to(" ")', "names no words")):  # fmt: skip
        with pytest.raises(ActionError, match=why) as raised:
            do(parse(text), button, None)
        assert not isinstance(raised.value, HalfDoneError)


def test_every_stroke_is_judged():
    slider = node("View", text="Slide to pay", can="scrollable clickable", at=(0, 0, 1080, 2000))
    screen = read_dump(dump(slider), size=(1080, 2400))
    with pytest.raises(RefusedError, match="it may pay"):
        do(ScrollTo("x"), screen, None)


@pytest.mark.parametrize(
    "text",
    ['scroll_to("Terms")', "scrollTo(words='Terms')", 'scroll_to(text: "Terms", direction="down")', "scroll_to(Terms)"],
)
def test_it_is_read_as_models_write_it(text):
    assert parse(text) == ScrollTo("Terms")
    assert call(ScrollTo("Terms", 4, "up")) == 'scroll_to("Terms", element=4, way="up")'


def test_a_run_is_told_what_came_of_it(tmp_path):
    replies = ('scroll_to("Row 99")', "finish()")
    made = Recorder(tmp_path / "run", "run", "org.kit", "Find it", {})
    (tmp_path / "kit.py").write_text(HEAD.replace("{}", CART))
    with (
        closing(made),
        virtual(size=TINY, time_scale=QUICK, apps=tmp_path) as (device, phone),
        answering("openai", *replies) as (model, prompts),
    ):
        phone.start("org.kit")
        Run(ReAct(model, None, "both"), device, Task("Find it", "org.kit"), made).go()
    (step, _) = made.steps
    assert (step.outcome, step.words) == ("done", 'scroll to "Row 99"')
    assert "the end of the list came" in step.reason
    assert "the end of the list came" in without_fence_name(prompts[1])
