"""Screens whose hierarchy is blind, read off the picture; and black ones, of which there is none."""

import json
import subprocess
import sys

import numpy as np
import pytest
from conftest import QUICK
from endpoint import Endpoint, in_turn
from hierarchies import CORPUS, DISPLAY, corpus_dump, dump, node
from hierarchy_nodes import find
from PIL import Image, ImageDraw

from appagent.actions import Start
from appagent.agents.react import ReAct
from appagent.cli.main import main
from appagent.devices.captures.hierarchy import read_dump
from appagent.devices.virtual import virtual
from appagent.loop import Run
from appagent.models.scripted import Scripted
from appagent.phone import Phone
from appagent.phone.apps.sketch import CELLS
from appagent.phone.fonts import font
from appagent.screen import Screen
from appagent.screen.language.lexicon import folded
from appagent.screen.vision import PictureReader, forbidden, gaps, ocr_installed
from appagent.screen.vision.reader import see
from appagent.tasks import Task

pytestmark = pytest.mark.slow

SKETCH = "com.example.sketch"
SHEET = (0, 200, 1080, 2400)  # what is drawn on, of the displays below
READER = PictureReader()
reads = pytest.mark.skipif(not ocr_installed(), reason="needs the extra `ocr`: make extras")


def picture(*lines: str, size: tuple[int, int] = DISPLAY, ground: str = "white") -> Image.Image:
    """Lines of words, one below the other, from (100, 300), 200 px each."""
    made = Image.new("RGB", size, ground)
    for number, line in enumerate(lines):
        at = (100, 300 + 200 * number)
        ImageDraw.Draw(made).text(at, line, "black", font(60, cjk=not line.isascii()))
    return made


GAME = picture("Start a game", "3 lives left", "设置")


def screen(*nodes: str, shows: Image.Image) -> Screen:
    """A screen of one window."""
    return read_dump(dump(node("FrameLayout", *nodes)), shows)


def sketch(**given: object) -> tuple[Phone, Screen]:
    """The app whose tools are only painted, and its screen."""
    phone = Phone(time_scale=0, **given)
    phone.start(SKETCH)
    return phone, read_dump(phone.hierarchy(), phone.picture())


@pytest.fixture
def look(monkeypatch, capfd):
    """What `appagent look --json` tells of an app of the virtual phone."""

    def look(app: str, *options: str) -> dict:
        words = [
            "look",
            "--device",
            "virtual",
            "--app",
            app,
            "--time-scale",
            str(QUICK),
            "--size",
            "720x1280",
            "--json",
        ]
        monkeypatch.setattr(sys, "argv", ["appagent", *words, *options])
        with pytest.raises(SystemExit, match="0"):
            main()
        return json.loads(capfd.readouterr().out)

    return look


# Where a hierarchy is blind

TITLE = node("TextView", text="Game", at=(0, 0, 1080, 200))
ROWS = [node("Button", text=f"Row {n}", at=(0, 400 * n, 1080, 400 * n + 200), can="clickable") for n in range(6)]


@pytest.mark.parametrize(
    ("nodes", "blind"),
    [
        ([TITLE, node("View", at=SHEET)], [SHEET]),
        ([TITLE, node("View", at=SHEET, can="clickable")], [SHEET]),
        ([TITLE, node("WebView", text="A page", at=SHEET)], [SHEET]),
        ([TITLE, node("TextView", text="A long text", at=SHEET)], []),
        ([TITLE, node("View", content_desc="A photo of a dog", at=SHEET)], []),
        ([TITLE, node("ImageView", at=SHEET, can="clickable")], []),
        ([TITLE, node("View", at=SHEET), *ROWS], []),
        ([TITLE, node("View", at=(0, 200, 1080, 400))], []),
        ([TITLE, node("FrameLayout", node("View", at=SHEET), at=SHEET), node("View", at=SHEET)], [SHEET]),
        ([], [(0, 0, *DISPLAY)]),
        ([node("Button", at=(0, 0, 90, 90), can="clickable")], [(0, 0, *DISPLAY)]),
    ],
    ids=[
        "a canvas", "a canvas to touch", "a page of the web", "text", "a described picture", "a photo",
        "the ground of rows", "a small picture", "two layers", "a window alone", "a window with hardly anything",
    ],
)  # fmt: skip
def test_large_nodes_that_tell_nothing_are_read_off_the_picture(nodes, blind):
    assert list(gaps(screen(*nodes, shows=picture("Start", "Help"))).regions) == blind


def test_where_nothing_is_drawn_nothing_is_read():
    told = screen(TITLE, node("View", at=SHEET), shows=Image.new("RGB", DISPLAY, "white"))
    assert gaps(told).regions == ()
    assert gaps(screen(shows=Image.new("RGB", DISPLAY, "black"))).regions == ()


def test_no_window_at_all_is_blind_and_no_picture_is_not():
    assert gaps(read_dump(dump(), picture("Start"))).regions == ((0, 0, *DISPLAY),)
    assert gaps(read_dump(dump(node("View")))).regions == ()


def test_of_the_virtual_apps_only_the_painted_one_is_blind():
    phone = Phone(time_scale=0)
    found = {}
    for package in phone.packages:
        phone.start(package)
        found[package] = gaps(read_dump(phone.hierarchy(), phone.picture())).regions
    assert [package for package, regions in found.items() if regions] == [SKETCH]
    phone.start(SKETCH)
    assert found[SKETCH] == (find(phone, "canvas").bounds,)


@pytest.mark.parametrize("number", ["0269", "0270", "0273", "0274", "0298"])
def test_real_screens_that_tell_what_they_show_are_not_read(number):
    hierarchy = corpus_dump(number)
    assert gaps(read_dump(hierarchy, Image.open(CORPUS / "pairs" / f"{number}.png").convert("RGB"))).regions == ()


# Black pictures


def test_the_bars_of_the_system_are_not_read_off_the_picture():
    bars = [
        node("View", at=(0, 0, 1080, 170), name="android:id/statusBarBackground"),
        node("View", at=(0, 2268, 1080, 2400), name="android:id/navigationBarBackground"),
    ]
    shown = picture()
    ImageDraw.Draw(shown).text((20, 60), "8:45", "black", font(60))
    assert gaps(screen(*bars, shows=shown)).regions == ()
    assert gaps(screen(shows=shown)).regions != ()


@reads
def test_a_page_under_a_scrim_is_not_read_and_what_lies_above_it_is():
    shown = Image.blend(GAME, Image.new("RGB", DISPLAY), 0.6)
    assert see(shown) == []
    shown.paste(picture("Pause"), (0, 1200))
    assert [one.text for one in see(shown)] == ["Pause"]


def test_a_black_picture_of_a_screen_with_elements_says_that_the_app_forbids_it():
    black = Image.new("RGB", DISPLAY, "black")
    assert "FLAG_SECURE" in forbidden(screen(*ROWS, shows=black))[0]
    ImageDraw.Draw(black).text((100, 5), "12:30", "white")  # the status bar is never black
    assert "FLAG_SECURE" in forbidden(screen(*ROWS, shows=black))[0]


def test_dark_screens_and_empty_ones_are_not_taken_for_forbidden_ones():
    dark = Image.new("RGB", DISPLAY, "black")
    ImageDraw.Draw(dark).text((100, 1200), "Row 3", "white")
    assert forbidden(screen(*ROWS, shows=dark)) == ()
    assert forbidden(screen(shows=Image.new("RGB", DISPLAY, "black"))) == ()
    assert forbidden(read_dump(dump(node("View")))) == ()


SECURE = """
from appagent.phone.app import App, Page
from appagent.phone.ui import Button, Column

class Safe(App):
    package, label = "org.safe", "Safe"

    def home(self):
        return Page(Column([Button("Open", on_tap=lambda: None)]), secure=True)
"""


def test_agents_and_people_are_told_that_a_screen_is_secure(tmp_path, recorder, look):
    (tmp_path / "safe.py").write_text(SECURE, encoding="utf-8")
    model = Scripted("finish()")
    with virtual(time_scale=QUICK, apps=tmp_path) as (device, _):
        device.perform(Start("org.safe"))
        Run(ReAct(model, see="both"), device, Task("Open it", "org.safe"), recorder).go()
    assert "secure (FLAG_SECURE" in model.seen[0][-1].text
    told = look("safe", "--apps", str(tmp_path))
    assert "secure (FLAG_SECURE" in told["remarks"][0]
    assert [element["text"] for element in told["elements"]] == ["Open"]


# What is read


@reads
def test_words_become_elements_that_say_where_they_are_from(capfd):
    before = screen(TITLE, node("View", at=SHEET), shows=GAME)
    after = READER(before)
    assert [(e.mark, e.role, e.text, e.actions) for e in after.elements] == [
        (1, "Words", "Start a game", ("tap",)),
        (2, "Words", "3 lives left", ("tap",)),
        (3, "Words", "设置", ("tap",)),
    ]
    assert all(e.source == "pixels" for e in after.elements)
    assert all(e.bounds[0] <= 110 and e.bounds[1] <= 130 + 200 * e.mark <= e.bounds[3] for e in after.elements)
    assert after.screen_id == before.screen_id
    assert capfd.readouterr() == ("", "")


@reads
def test_what_changes_in_words_changes_no_id():
    later = picture("Start a game", "2 lives left", "设置")
    one, other = (READER(screen(TITLE, node("View", at=SHEET), shows=shown)) for shown in (GAME, later))
    assert other.elements[1].text == "2 lives left"
    assert [element.id for element in one.elements] == [element.id for element in other.elements]


@reads
def test_words_on_a_button_are_the_button():
    shown = picture()
    ImageDraw.Draw(shown).rounded_rectangle((200, 1000, 880, 1160), 40, "#1a66d6")
    ImageDraw.Draw(shown).text((450, 1040), "Start", "white", font(60))
    (button,) = READER(screen(TITLE, node("View", at=SHEET), shows=shown)).elements
    assert button.text == "Start"
    assert np.allclose(button.bounds, (200, 1000, 880, 1160), atol=12)


@reads
def test_what_the_hierarchy_tells_is_not_told_twice():
    shown = picture("Start a game", "Help", "Help")
    row = node("TextView", text="Help", at=(0, 460, 1080, 600))
    found = READER(screen(TITLE, node("View", at=SHEET), row, shows=shown)).elements
    assert [element.text for element in found] == ["Start a game", "Help"]
    assert found[1].bounds[1] > 600


@reads
@pytest.mark.parametrize("given", [{}, {"size": (720, 1280)}, {"size": (720, 1600)}], ids=str)
def test_signs_without_words_are_found_where_they_are_painted(given):
    phone, seen = sketch(**given)
    signs = [element for element in READER(seen).elements if element.source == "pixels"]
    left, top, right, bottom = find(phone, "canvas").bounds
    centres = [(left + (n + 0.5) * (right - left) / len(CELLS), top + 0.95 * (bottom - top)) for n in range(len(CELLS))]
    assert [element.text for element in signs] == [""] * len(CELLS)
    for (x, y), sign in zip(centres, signs, strict=True):
        assert sign.bounds[0] <= x <= sign.bounds[2]
        assert sign.bounds[1] <= y <= sign.bounds[3]


@reads
def test_signs_keep_their_ids_on_another_display_and_when_chosen():
    phone, seen = sketch()
    ids = [element.id for element in READER(seen).elements]
    assert len(set(ids)) == len(CELLS) + 1
    _, small = sketch(size=(720, 1280))
    assert [element.id for element in READER(small).elements] == ids
    line = next(element for element in READER(seen).elements if element.id == ids[2])
    phone.tap((line.bounds[0] + line.bounds[2]) // 2, (line.bounds[1] + line.bounds[3]) // 2)
    assert phone.state()["sketch"]["tool"] == "line"
    assert [e.id for e in READER(read_dump(phone.hierarchy(), phone.picture())).elements] == ids


@reads
def test_it_is_part_of_every_look_unless_it_is_switched_off(look):
    told = look("sketch")
    assert [element["source"] for element in told["elements"]] == ["hierarchy"] + ["pixels"] * len(CELLS)
    assert told["remarks"] == []
    told = look("sketch", "--ocr", "off")
    assert [element["source"] for element in told["elements"]] == ["hierarchy"]
    assert "--ocr auto" in told["remarks"][0]


@reads
def test_a_run_taps_what_was_read_off_the_picture(monkeypatch, tmp_path, capfd):
    """The sheet, then the pen, the line and the rectangle, which is the fourth."""
    monkeypatch.chdir(tmp_path)
    with Endpoint(in_turn("tap(4)", "finish()")) as served:
        monkeypatch.setenv("APPAGENT_BASE_URL", served.url)
        monkeypatch.setenv("APPAGENT_MODEL", "small")
        words = ["run", "--app", "sketch", "--task", "Choose the rectangle", "--device", "virtual", "--see", "both"]
        check = ["--check", "sketch.tool == 'rectangle'", "--time-scale", str(QUICK), "--reply", "text", "--json"]
        places = ["--store", "store.sqlite", "--runs", "runs", "--size", "720x1280"]
        monkeypatch.setattr(sys, "argv", ["appagent", *words, *check, *places])
        with pytest.raises(SystemExit):
            main()
        prompt = served.requests[0]["messages"][-1]["content"][0]["text"]
    told = json.loads(capfd.readouterr().out)
    assert (told["status"], told["checked"], told["steps"]) == ("success", True, 2)
    assert "4 Sign (24% across, 89% down) [read from the picture]" in prompt


@reads
def test_a_crowded_picture_does_not_drown_the_screen_in_elements():
    crowd = Image.new("RGB", (360, 800), "white")
    for place in range(200):
        x, y = 36 * (place % 10), 40 * (place // 10)
        ImageDraw.Draw(crowd).ellipse((x + 8, y + 8, x + 28, y + 32), "black", "red", 4)
    assert len(see(crowd)) == 30


@reads
def test_most_words_of_a_real_screen_are_read():
    number = "0273"
    signs = str.maketrans("’‐", "'-")
    told = [folded(words).translate(signs) for words in read_dump(corpus_dump(number)).texts]
    shown = Image.open(CORPUS / "pairs" / f"{number}.png").convert("RGB")
    seen = " ".join(folded(element.text) for element in READER(read_dump(dump(), shown)).elements)
    found = [words for words in told if words in seen]
    assert len(found) >= 0.9 * len(told), set(told) - set(found)


def test_importing_loads_no_engine():
    code = """
import sys, appagent.screen.vision, appagent.sessions, appagent.cli.main
print(*{"rapidocr", "onnxruntime", "cv2"} & sys.modules.keys())
"""
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.strip() == ""


def test_without_the_extra_the_error_names_it():
    code = (
        "import sys; sys.modules['rapidocr'] = None\n"
        "from PIL import Image; from appagent.screen.vision.ocr import words\n"
        "words(Image.new('RGB', (90, 90)))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert "UsageError" in done.stderr
    assert "pip install 'appagent[ocr]'" in done.stderr


@reads
def test_two_icons_that_look_like_letters_are_two_things():
    phone = Phone(time_scale=0, size=(1080, 2220))
    phone.dark = True
    phone.start(SKETCH)
    width, height = phone.size
    phone.swipe([(width // 5, height // 3), (width // 2, height // 2), (width // 4, height // 2)])
    shown = READER(read_dump(phone.hierarchy(), phone.picture().convert("RGB")))
    tools = [one.bounds for one in shown.elements if one.bounds[1] > 0.8 * height]
    assert max(right - left for left, _, right, _ in tools) < width / 8
    assert len(tools) == 10


@reads
def test_the_corners_of_a_picture_with_round_ones_are_no_things_to_touch():
    made = Image.new("RGB", (1000, 700), "#eeeeee")
    ImageDraw.Draw(made).rounded_rectangle((0, 0, 999, 699), 60, "#3b7a57")
    ImageDraw.Draw(made).ellipse((450, 300, 550, 400), "white")
    assert [each.bounds[0] // 100 for each in see(made)] == [4]
