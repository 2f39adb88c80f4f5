import io
import os
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw
from tables import cases

from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import UsageError
from appagent.prompting.pictures.marks import encode, mark, wireframe
from appagent.prompting.pictures.tags import colours, ink, place
from appagent.screen import Element, Screen

CORPUS = Path(os.environ.get("APPAGENT_CORPUS", Path(__file__).resolve().parents[2] / "shared" / "corpus"))
LIGHT, DARK = (250, 250, 252), (18, 18, 20)
TAG = (30, 21)  # px, about that of a number of two digits on a picture 1280 px high


def element(number, bounds, **facts):
    usual = {
        "id": f"e{number}", "template": "t", "weak": False, "cls": "android.widget.Button", "role": "Button",
        "resource_id": "", "text": "", "hint": "", "actions": ("tap",), "window": "app", "checked": None,
        "focused": False, "selected": False, "password": False, "ancestors": (),
    }  # fmt: skip
    return Element(mark=number, bounds=bounds, **(usual | facts))


def screen(picture, elements=(), size=None):
    return Screen(
        app="com.example", activity="", screen_id="s", size=size or picture.size, elements=tuple(elements),
        tree=(), picture=picture, settled=True, keyboard=False, templates=frozenset(), texts=(),
        secrets=tuple(element.bounds for element in elements if element.password),
    )  # fmt: skip


def grid(columns, rows, width, height, left=0, top=0):
    """Bounds of cells that touch one another, in reading order."""
    return [
        (left + x * width, top + y * height, left + (x + 1) * width, top + (y + 1) * height)
        for y in range(rows)
        for x in range(columns)
    ]


def settings_list():
    """Rows over the whole width, each with a switch and an info button inside."""
    rows = grid(1, 11, 576, 90, top=150)
    return [
        box for _, top, _, _ in rows
        for box in ((0, top, 576, top + 90), (470, top + 18, 555, top + 72), (420, top + 18, 463, top + 72))
    ]  # fmt: skip


LAYOUTS = {
    "launcher": [*grid(6, 7, 96, 144, top=180), *grid(4, 1, 144, 80, top=1195)],
    "settings": settings_list(),
    "calendar": grid(7, 12, 79, 53, left=11, top=160),
    "tiny icons": grid(8, 1, 34, 32, left=20, top=40),
    "page in page": [(0, 0, 576, 1280), (0, 100, 576, 1200), (0, 300, 576, 1000), *grid(3, 3, 192, 200, top=350)],
}


def paper(boxes, ground=LIGHT, size=(576, 1280)):
    """A picture of that ground with a disc in the middle of each small box and words at the left of a wide one."""
    picture = Image.new("RGB", size, ground)
    draw = ImageDraw.Draw(picture)
    colour = (0, 0, 0) if sum(ground) > 3 * 128 else (255, 255, 255)
    for left, top, right, bottom in boxes:
        x, y = (left + right) // 2, (top + bottom) // 2
        if right - left < 200:
            draw.ellipse((x - 10, y - 10, x + 10, y + 10), outline=colour, width=3)
        elif bottom - top < 200:
            draw.text((left + 90, y), "Network & internet", colour, font_size=24, anchor="lm")
    return picture


def photo(size=(1080, 2400)):
    noise = np.random.default_rng(1).integers(0, 256, (30, 14, 3), dtype=np.uint8)
    return Image.fromarray(noise).resize(size, Image.Resampling.BICUBIC)


def ink_of(picture):
    return ink(np.asarray(picture.convert("RGB")))


def shared(one, other):
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(0, width) * max(0, height)


def clashes(tags):
    return [pair for pair in combinations(tags, 2) if shared(*pair)]


def touches(tag, box):
    left, top, right, bottom = box
    return shared(tag, (left - 1, top - 1, right + 1, bottom + 1)) > 0


def changed(before, after):
    """The box around all pixels that differ, or None."""
    return ImageChops.difference(before, after).getbbox()


@cases("boxes", LAYOUTS.values(), ids=LAYOUTS)
@cases("ground", [LIGHT, DARK, "photo"])
def test_tags_stay_in_the_picture_apart_and_at_their_elements(boxes, ground):
    picture = photo((576, 1280)) if ground == "photo" else paper(boxes, ground)
    tags = place(boxes, [TAG] * len(boxes), ink_of(picture))
    assert len(tags) == len(boxes)
    assert clashes(tags) == []
    for tag, box in zip(tags, boxes, strict=True):
        assert touches(tag, box)
        assert shared(tag, (0, 0, 576, 1280)) == TAG[0] * TAG[1]


@cases("name", ["launcher", "settings", "calendar", "tiny icons"])
@cases("ground", [LIGHT, DARK])
def test_tags_leave_what_they_mark_readable(name, ground):
    boxes = LAYOUTS[name]
    marks = ink_of(paper(boxes, ground))
    for left, top, right, bottom in place(boxes, [TAG] * len(boxes), marks):
        hidden = int(marks[top:bottom, left:right].sum())
        least = min(int(marks[box[1] : box[3], box[0] : box[2]].sum()) for box in boxes)
        assert hidden <= 0.15 * least


def test_rows_of_a_list_have_their_tags_at_the_same_place():
    rows = grid(1, 9, 576, 120)
    tags = place(rows, [TAG] * 9, ink_of(paper(rows)))
    assert {(tag[0] - row[0], tag[1] - row[1]) for tag, row in zip(tags, rows, strict=True)} == {(0, 0)}


def test_a_rows_tag_does_not_lie_in_its_switch():
    boxes = settings_list()
    tags = place(boxes, [TAG] * len(boxes), ink_of(paper(boxes)))
    for row, switch, info in zip(tags[::3], boxes[1::3], boxes[2::3], strict=True):
        assert shared(row, switch) == shared(row, info) == 0


def test_a_divider_does_not_push_a_tag_away():
    rows = grid(1, 4, 576, 120)
    picture = paper(rows)
    for _, top, right, _ in rows:
        ImageDraw.Draw(picture).line((0, top, right, top), fill=(90, 90, 90), width=2)
    assert place(rows, [TAG] * 4, ink_of(picture))[2][:2] == (0, 240)


def test_tags_make_way_for_one_another_on_keys_smaller_than_they_are():
    keys = grid(6, 4, 28, 32, left=100, top=100)
    assert clashes(place(keys, [TAG] * 24, np.zeros((400, 400), np.uint8))) == []


def test_a_tag_goes_where_a_full_page_has_room():
    text = np.zeros((600, 576), np.uint8)
    text[10:590, 10:500] = 255
    (tag,) = place([(0, 0, 576, 600)], [TAG], text)
    assert tag[0] >= 500


def test_a_tag_spares_the_dot_that_is_all_of_an_icon():
    dot = np.zeros((200, 200), np.uint8)
    dot[110:114, 110:114] = 255
    ((left, top, right, bottom),) = place([(100, 100, 150, 150)], [TAG], dot)
    assert not dot[top:bottom, left:right].any()


def test_a_tag_keeps_out_of_what_is_nested_in_its_corner():
    row, button = (0, 100, 576, 200), (0, 100, 80, 160)
    tag, _ = place([row, button], [TAG] * 2, np.zeros((400, 576), np.uint8))
    assert shared(tag, button) == 0


def test_a_tag_stays_inside_its_element_while_there_is_room():
    corners = np.zeros((400, 576), np.uint8)
    for x, y in ((100, 100), (400, 100), (100, 200), (400, 200)):
        corners[y - 25 : y + 25, x - 35 : x + 35] = 128
    box = (100, 100, 400, 200)
    (tag,) = place([box], [TAG], corners)
    assert shared(tag, box) == TAG[0] * TAG[1]


@pytest.mark.slow
@given(
    st.lists(st.tuples(*[st.integers(0, 59)] * 4).map(lambda b: (b[0], b[1], b[0] + b[2] + 1, b[1] + b[3] + 1))),
    st.tuples(st.integers(1, 40), st.integers(1, 20)),
)
def test_any_boxes_get_tags_inside_the_picture(boxes, tag):
    for left, top, right, bottom in place(boxes, [tag] * len(boxes), np.zeros((120, 120), np.uint8)):
        assert 0 <= left < right <= 120
        assert 0 <= top < bottom <= 120


def test_ink_is_where_there_are_words_and_not_in_a_photo_behind_them():
    picture = photo((400, 400))
    ImageDraw.Draw(picture).text((100, 180), "Hello", "white", font_size=40, stroke_width=1, stroke_fill="black")
    marks = ink_of(picture)
    assert marks[190:220, 100:190].mean() > 100
    assert marks[300:400, 0:400].mean() < 10
    assert not ink_of(Image.new("RGB", (50, 50), DARK)).any()


@cases("ground", [LIGHT, DARK, (128, 128, 128)])
def test_every_mark_is_drawn_large_enough_and_in_contrast(ground):
    boxes = [(30 + 400 * (n % 2), 200 * (n // 2) + 30, 330 + 400 * (n % 2), 200 * (n // 2) + 180) for n in range(14)]
    elements = [element(n + 1, box) for n, box in enumerate(boxes)]
    plain = Image.new("RGB", (1080, 2400), ground)
    marked = mark(screen(plain, elements), outline=0).convert("L")
    for left, top, right, bottom in boxes:
        around = tuple(round(value * 1280 / 2400) for value in (left - 20, top - 20, right + 20, bottom + 20))
        tag = changed(Image.new("L", marked.size, marked.getpixel((0, 0))).crop(around), marked.crop(around))
        assert tag[3] - tag[1] >= 19  # digits of 15 px and some air
        darkest, brightest = marked.crop(around).getextrema()
        assert (brightest / 255) ** 2.2 + 0.05 >= 4.5 * ((darkest / 255) ** 2.2 + 0.05)


@pytest.mark.parametrize("ground", [LIGHT, DARK], ids=str)
def test_outlines_stand_out_from_the_ground(ground):
    marked = mark(screen(Image.new("RGB", (600, 800), ground), [element(1, (100, 200, 500, 400))])).convert("L")
    dark, bright = sorted((marked.getpixel(spot) / 255) ** 2.2 + 0.05 for spot in ((50, 50), (300, 200)))
    assert bright >= 4.5 * dark


def test_an_outline_shows_how_far_the_element_goes():
    elements = [element(1, (100, 200, 500, 400))]
    plain = Image.new("RGB", (600, 800), LIGHT)
    assert changed(plain, mark(screen(plain, elements))) == (100, 200, 500, 400)
    thick = mark(screen(plain, elements), outline=9)
    assert thick.getpixel((300, 208)) != LIGHT
    assert thick.getpixel((300, 210)) == LIGHT  # past the outline and its rim


def test_neighbours_have_different_colours():
    picture = Image.new("RGB", (576, 1280), LIGHT)
    boxes = grid(4, 6, 144, 200)
    marked = mark(screen(picture, [element(n, box) for n, box in enumerate(boxes, 1)]))
    outlines = [marked.getpixel((right - 1, (top + bottom) // 2)) for _, top, right, bottom in boxes]
    assert all(outlines[n] != outlines[n + 1] for n in range(23) if n % 4 != 3)
    assert all(outlines[n] != outlines[n + 4] for n in range(20))


def test_what_touches_differs_in_colour_though_the_tags_are_far_apart():
    rows = [(0, at, 576, at + 100) for at in range(0, 1200, 100)]
    boxes = [box for row in rows for box in (row, (500, row[1] + 10, 570, row[3] - 10))]  # a row and its own menu
    tags = [(left, 5 * top % 1200, left + 30, 5 * top % 1200 + 20) for left, top, _, _ in boxes]
    found = colours(boxes, tags, np.full((1280, 576, 3), 250, np.uint8))
    assert all(found[n] != found[n + 1] for n in range(0, 24, 2))
    assert all(found[n] != found[n + 2] for n in range(0, 22, 2))


def test_the_picture_is_scaled_down_never_up_and_stays_as_it_was():
    picture = photo()
    before = picture.copy()
    one = [element(1, (0, 0, 1080, 300))]
    assert mark(screen(picture, one)).size == (576, 1280)
    assert mark(screen(picture, one), side=640).size == (288, 640)
    assert mark(screen(picture, one), side=9000).size == (1080, 2400)
    assert changed(before, picture) is None


def test_only_some_marks_are_drawn_on_request():
    plain = Image.new("RGB", (600, 600), LIGHT)
    both = screen(plain, [element(1, (0, 0, 600, 200)), element(2, (0, 400, 600, 600))])
    assert changed(plain, mark(both, only={2})) == (0, 400, 600, 600)
    assert changed(plain, mark(both, only=())) is None


def test_bounds_follow_a_picture_of_another_size_than_the_screen():
    plain = Image.new("RGB", (300, 600), LIGHT)
    marked = mark(screen(plain, [element(1, (200, 400, 800, 1000))], size=(1200, 2400)))
    assert changed(plain, marked) == (50, 100, 200, 250)


@cases("size", [(1, 1), (5, 3), (40, 4), (3, 400)])
def test_tiny_pictures_are_marked_without_a_fuss(size):
    whole = [element(1, (0, 0, *size)), element(120, (0, 0, 1, 1))]
    assert mark(screen(Image.new("RGB", size), whole)).size == size
    assert mark(screen(Image.new("RGB", size))).size == size


@cases("mode", ["RGBA", "L", "P", "1"])
def test_pictures_of_any_mode_become_rgb(mode):
    picture = Image.new(mode, (1080, 2400))
    assert mark(screen(picture, [element(1, (0, 0, 500, 500))])).mode == "RGB"


@pytest.mark.parametrize("picture", [None, Image.new("RGB", (0, 0))])
def test_without_a_picture_the_message_says_what_would_work(picture):
    with pytest.raises(UsageError, match=r"no picture .* wireframe"):
        mark(screen(picture, size=(1080, 2400)))


def test_encode_writes_a_jpeg_of_the_same_size():
    data = encode(photo((300, 500)).convert("RGBA"))
    picture = Image.open(io.BytesIO(data))
    assert (picture.format, picture.size) == ("JPEG", (300, 500))
    assert len(encode(photo((300, 500)), quality=30)) < len(data)


def test_a_wireframe_shows_elements_and_their_words_and_can_be_marked():
    bare = screen(
        None,
        [
            element(1, (0, 0, 1080, 2400), text="All of\nit"),
            element(2, (0, 200, 1080, 400), text="无线局域网 " * 80),
            element(3, (0, 400, 1080, 600), hint="Password"),
            element(4, (900, 420, 1000, 425), text="flat"),
            element(5, (900, 700, 903, 900), text="narrow"),
        ],
        size=(1080, 2400),
    )
    drawn = wireframe(bare)
    assert drawn.size == (1080, 2400)
    assert np.asarray(drawn.crop((10, 250, 1000, 350))).min() == 0
    assert np.asarray(drawn.crop((10, 450, 300, 550))).min() == 0
    elements = bare.elements
    assert changed(drawn, mark(screen(drawn, elements), side=2400)) == (0, 200, 1080, 900)


@pytest.mark.parametrize("number", ["0269", "0270", "0273", "0274", "0295", "0298"])
def test_marks_on_real_screens_hide_little_and_do_not_meet(number):
    pictures = CORPUS / "pairs" / f"{number}.png"
    if not pictures.exists():
        pytest.skip(f"no corpus of real screens at {CORPUS}")
    picture = Image.open(pictures).convert("RGB")
    (dump,) = (CORPUS / "xml").glob(f"{number}__*.xml")
    seen = read_dump(dump.read_text("utf-8"), picture)
    boxes = [one.bounds for one in seen.elements]
    tags = place(boxes, [(50, 34)] * len(boxes), ink_of(picture))
    assert clashes(tags) == []
    marks = ink_of(picture)
    hidden = sum(int(marks[top:bottom, left:right].sum()) for left, top, right, bottom in tags)
    assert hidden < 0.04 * marks.sum()
    assert mark(seen).size == (round(picture.width * 1280 / picture.height), 1280)
