"""Sketch's painted tools: touched through the grid, written down by place and picture, and found again elsewhere."""

import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from endpoint import Endpoint
from fence_names import without_fence_name
from PIL import Image, ImageDraw
from tables import cases

from appagent.actions import Start, Stroke, SwipeCells, TapCell, Touch
from appagent.cancel import Cancel
from appagent.devices.captures.spots import known_spots
from appagent.devices.virtual import virtual
from appagent.models.scripted import write_out
from appagent.runs.trajectory import load_run
from appagent.screen import Screen, Seen, with_seen
from appagent.screen.grid import cells_of
from appagent.screen.nodes.tree import centre, contains
from appagent.screen.pictures.spots import SIDE, Spot, find_spot, picture_name, read_spot, spot_at
from appagent.sessions import Request, learn_app, run_task
from appagent.settings import Settings
from appagent.store import Record, Store

pytestmark = pytest.mark.slow

SKETCH = "com.example.sketch"
TOOLS = ["pen", "line", "rectangle", "eraser", "black", "red", "blue", "undo", "clear", "save"]  # as they are painted
DRAWN = "len(sketch.shapes) == 1 and all(s.tool == 'line' for s in sketch.shapes)"
LINE_TOOL, SHEET = "Chooses the line tool.", "Draws with the tool that is chosen."
SIZES = {"alike": (1080, 2400), "landscape and smaller": (1280, 720)}

Reply = Callable[[str], str]  # prompt -> what the model says


@contextmanager
def scripted(*replies: str | Reply) -> Iterator[tuple[Endpoint, list[str]]]:
    """An endpoint that gives these replies in turn, and the prompts that it was asked with."""
    left, prompts = list(replies), []

    def answer(request: dict[str, object]) -> str:
        parts = [part for message in request["messages"] for part in message["content"] if isinstance(part, dict)]
        prompts.append("\n".join(part.get("text", "") for part in parts))
        reply = left.pop(0)
        return write_out(reply if isinstance(reply, str) else reply(prompts[-1]))

    with Endpoint(answer) as served:
        yield served, prompts


def on_known(call: str, document: str) -> Reply:
    """A call on the mark that a document in the prompt is about."""

    def reply(prompt: str) -> str:
        (mark,) = re.findall(rf"mark (\d+), \w+: <data>{re.escape(document)}</data>", without_fence_name(prompt))
        return call.replace("MARK", mark)

    return reply


def settings(folder: Path, served: Endpoint, **given: object) -> Settings:
    usual = {"device": "virtual", "time_scale": 0.05, "model": "small", "ocr": "off", "base_url": served.url}
    return Settings(store=folder / "store.sqlite", runs=folder / "runs", **(usual | given))


@pytest.fixture(scope="module")
def learnt(tmp_path_factory) -> Path:
    """A folder with the store that one learning through the grid left behind, at 1080x2400."""
    folder = tmp_path_factory.mktemp("learnt")
    replies = (
        "grid()", 'tap(164, "center")', f"SUCCESS: {LINE_TOOL}",
        "grid()", 'swipe(57, "center", 61, "center")', f"SUCCESS: {SHEET}",
        "finish()",
    )  # fmt: skip
    with scripted(*replies) as (served, _):
        learned = learn_app(settings(folder, served), Request(SKETCH, check=DRAWN, reflect="each"), cancel=Cancel())
    assert (learned.status, learned.documents_written, learned.decisions) == ("success", 2, {"SUCCESS": 2})
    steps = load_run(Path(learned.run)).steps
    assert [step.action for step in steps] == [
        "grid()", "tap_cell(164)", "grid()", 'swipe_cells(57, "center", 61, "center")', "finish()",
    ]  # fmt: skip
    assert [step.outcome for step in steps] == ["done"] * 4 + ["finish"]
    assert [bool(step.document) for step in steps] == [False, True, False, True, False]
    return folder


# The whole way


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_what_was_learnt_through_the_grid_is_done_without_it_on_every_display(learnt, size):
    replies = (on_known("tap(MARK)", LINE_TOOL), on_known('swipe(MARK, "right", "long")', SHEET), "finish()")
    with scripted(*replies) as (served, prompts):
        request = Request(SKETCH, "Draw a straight line", check=DRAWN)
        done = run_task(settings(learnt, served, size=size), request, cancel=Cancel())
    assert (done.status, done.checked, done.steps) == ("success", True, 3)
    assert not any("grid()" in step.action for step in load_run(Path(done.run)).steps)
    assert "You asked for the grid" not in "".join(prompts)


def test_without_documents_there_are_no_spots(learnt):
    with scripted("tap(2)", "tap(2)", "tap(2)", "finish()") as (served, prompts):
        done = run_task(settings(learnt, served), Request(SKETCH, "Draw", docs="none", check=DRAWN), cancel=Cancel())
    assert done.status == "failed"
    assert "no mark 2; this screen has marks 1 to 1" in prompts[1]


def test_a_grid_is_drawn_with_over_http_in_a_run(tmp_path):
    replies = ("grid()", 'tap_cell(164, "center")', "grid()", 'swipe_cells(57, "left", 70, "bottom-right")', "finish()")
    with scripted(*replies) as (served, _):
        done = run_task(settings(tmp_path, served), Request(SKETCH, "Draw", check=DRAWN), cancel=Cancel())
    assert (done.status, done.steps) == ("success", 5)


def test_the_document_has_the_place_and_the_name_of_a_picture_that_lies_beside_it(learnt):
    with Store.open(learnt / "store.sqlite") as store:
        tool, sheet = sorted(store.current(SKETCH), key=lambda record: record.action == "swipe")
        picture = store.picture(tool.facts["spot"]["picture"])
    assert (tool.action, tool.text, sheet.action, sheet.text) == ("tap", LINE_TOOL, "swipe", SHEET)
    assert tool.facts["role"] == "Spot"
    assert tool.facts["spot"]["frame"].startswith("View-")
    assert max(Image.open(io.BytesIO(picture)).size) == SIDE
    assert len(picture) < 4000 > len(tool.canonical())
    assert sheet.facts["spot"]["picture"] == ""


# Finding spots again


@cache
def look(size: tuple[int, int], *tools: str, line: bool = False, **given: object) -> Screen:
    """Sketch with these tools chosen, and perhaps a line across its sheet."""
    with virtual(size=size, time_scale=0.05, **given) as (device, _):
        device.perform(Start(SKETCH))
        screen = device.capture()
        for tool in tools:
            device.perform(Touch(*place(screen, tool)))
        if line:
            left, top, right, bottom = screen.elements[0].bounds
            device.perform(Stroke(left + 60, top + 60, right - 60, (top + 4 * bottom) // 5, 0.2))
        return device.capture()


def place(screen: Screen, tool: str) -> tuple[int, int]:
    """The middle of a painted tool, px."""
    left, top, right, bottom = screen.elements[0].bounds
    return round(left + (TOOLS.index(tool) + 0.5) / 10 * (right - left)), round(top + 0.95 * (bottom - top))


def cell_of(screen: Screen, tool: str) -> tuple[int, int, int, int]:
    x, y = place(screen, tool)
    left, top, right, bottom = screen.elements[0].bounds
    across, along = (right - left) // 20, (bottom - top) // 20
    return x - across, y - along, x + across, y + along


def touched(screen: Screen, tool: str) -> Spot:
    """The spot that a touch on a tool through the grid is about."""
    action, shown = TapCell(*cells_of(screen.size).at(*place(screen, tool))).on_element(screen)
    return spot_at(screen, action.target(shown).bounds)


@pytest.fixture(scope="module")
def spots() -> dict[str, Spot]:
    screen = look((1080, 2400))
    return {tool: touched(screen, tool) for tool in TOOLS}


SIGHTS = {
    "a smaller display": {"size": (720, 1280)},
    "a larger display": {"size": (1440, 3120)},
    "landscape": {"size": (2400, 1080)},
    "another density": {"size": (1080, 2400), "density": 320},
    "other tools chosen and something drawn": {"size": (720, 1280), "line": True, "locale": "zh-CN"},
}


@pytest.mark.parametrize("given", SIGHTS.values(), ids=SIGHTS)
def test_every_painted_tool_is_found_again(spots, given):
    chosen = ("line", "red") if given.get("line") else ()
    screen = look(given["size"], *chosen, **{name: value for name, value in given.items() if name != "size"})
    found = {tool: find_spot(spot, screen) for tool, spot in spots.items()}
    assert {tool for tool, bounds in found.items() if not bounds} == set()
    wrong = [tool for tool, bounds in found.items() if not contains(cell_of(screen, tool), *centre(bounds))]
    assert wrong == []


def test_a_tool_that_moved_within_its_canvas_is_found_there_and_one_that_is_gone_nowhere(spots):
    screen = look((720, 1280))
    left, top, right, bottom = cell_of(screen, "clear")
    picture = screen.picture.copy()
    icon = picture.crop((left - 12, top, right + 12, bottom))
    bar = screen.elements[0].bounds
    ImageDraw.Draw(picture).rectangle((bar[0], top, bar[2], bottom), "white")
    assert [tool for tool, spot in spots.items() if find_spot(spot, replace(screen, picture=picture))] == []
    picture.paste(icon, (200, 500))
    moved = find_spot(spots["clear"], replace(screen, picture=picture))
    assert contains((200, 500, 200 + icon.width, 500 + icon.height), *centre(moved))
    picture.paste(icon, (500, 500))
    assert find_spot(spots["clear"], replace(screen, picture=picture)) is None  # which of the two is not certain


def test_a_place_without_looks_is_where_it_was_in_its_frame():
    large, small = look((1080, 2400)), look((720, 1280))
    action, shown = TapCell(95).on_element(large)
    plain = spot_at(large, action.target(shown).bounds)
    assert plain.picture == b""
    assert centre(find_spot(plain, small)) == pytest.approx((360, 140 + 1056 * (1260 - 210) / 2064), abs=1)
    assert find_spot(plain, replace(small, elements=())) is None


def test_nothing_is_kept_of_a_password():
    screen = look((1080, 2400))
    meant, shown = TapCell(164).on_element(screen)
    bounds = meant.target(shown).bounds
    assert spot_at(screen, bounds).picture
    assert spot_at(replace(screen, secrets=((100, 2200, 300, 2240),)), bounds).picture == b""


@cases(
    "facts",
    [
        None, "spot", {}, {"frame": 3}, {"frame": "", "at": [0.5, 2.0], "extent": [0.1, 0.1], "picture": ""},
        {"frame": "", "at": [0.5], "extent": [0.1, 0.1], "picture": ""},
        {"frame": "", "at": [0.5, "x"], "extent": [0.1, 0.1], "picture": ""},
        {"frame": "", "at": [0.5, 0.5], "extent": [0, 0.1], "picture": ""},
        {"frame": "", "at": [0.5, 0.5], "extent": [0.1, 0.1], "picture": picture_name(b"not here")},
    ],
)  # fmt: skip
def test_what_is_no_spot_is_passed_over(facts):
    assert read_spot(facts, lambda name: b"") is None


def test_a_picture_that_is_none_finds_nothing():
    large = io.BytesIO()
    Image.effect_noise((400, 400), 80).save(large, "PNG")
    for png in (b"\x89PNG\r\n\x1a\n nonsense", large.getvalue()):
        assert find_spot(Spot("", (0.5, 0.5), (0.1, 0.1), png), look((720, 1280))) is None


def test_a_picture_much_larger_than_its_place_is_not_looked_for(spots):
    assert find_spot(replace(spots["line"], extent=(0.0001, 0.0001)), look((720, 1280))) is None


# A store that has lost or never had the picture, and what the elements are


def record(screen: Screen, spot: Spot, **facts: object) -> Record:
    usual = {"screen_id": screen.screen_id, "action": "tap", "text": "Chooses it.", "source": "explore"}
    seen = {"role": "Spot", "words": spot.name, "spot": spot.facts}
    return Record(app=SKETCH, time="2026-01-31T12:00:00Z", facts=seen, **(usual | facts))


def test_a_spot_whose_picture_stayed_at_home_is_not_guessed_at(spots, store):
    screen = look((720, 1280))
    store.add(record(screen, spots["line"], element_id="Spot-1"))
    assert known_spots(store)(screen).elements == screen.elements
    store.keep_picture(spots["line"].picture)
    (found,) = [element for element in known_spots(store)(screen).elements if element.role == "Spot"]
    assert (found.source, found.actions, found.mark) == ("pixels", ("tap",), 2)
    assert contains(cell_of(screen, "line"), *centre(found.bounds))


def test_a_swipe_from_one_tool_to_another_starts_and_ends_on_them():
    screen = look((1080, 2400))
    cells = cells_of(screen.size)
    (start, part), (end, end_part) = (cells.at(*place(screen, tool)) for tool in ("pen", "save"))
    swipe, shown = SwipeCells(start=start, start_part=part, end=end, end_part=end_part).on_element(screen)
    left, _, right, bottom = swipe.target(shown).bounds
    assert (swipe.direction, left < 60, right > 1020, bottom <= 2274) == ("right", True, True, True)


def test_what_was_seen_has_marks_in_reading_order_and_ids_that_hold():
    screen = look((720, 1280))
    low, high = (
        Seen((100, 1000, 200, 1050), "Words", "save", "Save"),
        Seen((300, 300, 400, 350), "Words", "save", "Save"),
    )
    shown = with_seen(screen, [low, high])
    assert [element.mark for element in shown.elements] == [1, 2, 3]
    assert [element.bounds for element in shown.elements[1:]] == [high.bounds, low.bounds]
    assert [element.weak for element in shown.elements[1:]] == [False, True]
    assert len({element.id for element in shown.elements}) == 3
    assert shown.screen_id == screen.screen_id
    again = with_seen(shown, [replace(low, bounds=(105, 1000, 205, 1050))])
    assert again.elements == shown.elements  # an element shows it already
