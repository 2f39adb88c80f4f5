"""The virtual phone itself: windows, gestures, time, and that picture and hierarchy tell the same."""

import random
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from hierarchy_nodes import FoundNode, find, nodes, tap, texts

from appagent.phone import Phone, PhoneError

SETTINGS, NOTES = "com.android.settings", "com.example.notes"
KEYBOARD = "com.google.android.inputmethod.latin"


@pytest.fixture
def phone() -> Phone:
    """One whose pages are there at once."""
    return Phone(time_scale=0)


class Clock:
    """Time that passes when a test lets it."""

    seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


# --- windows


def windows(phone: Phone) -> list[str]:
    return [root.get("package", "") for root in ElementTree.fromstring(phone.hierarchy().encode())]


def test_bars_app_and_keyboard_are_windows_of_their_own(phone):
    phone.start(NOTES)
    assert sorted(windows(phone)) == ["com.android.systemui", "com.android.systemui", NOTES]
    tap(phone, "search")
    assert sorted(windows(phone)) == ["com.android.systemui", "com.android.systemui", NOTES, KEYBOARD]


def test_a_dialog_hides_the_app_from_the_hierarchy_and_takes_every_touch(phone):
    phone.start(NOTES)
    spot = find(phone, "Shopping").centre
    phone.tap(*spot, hold_s=0.6)
    assert texts(phone) == ["Delete note?", "“Shopping” — It cannot be brought back.", "Cancel", "Delete"]
    phone.tap(*spot)  # beside it: it closes, and nothing below is touched
    assert "Books to read" in texts(phone)
    assert phone.foreground[1] == "NoteListActivity"


def test_the_keyboard_pushes_up_what_is_at_the_bottom(phone):
    phone.start(NOTES)
    tap(phone, "fab")
    before = find(phone, "edit_body").bounds
    tap(phone, "edit_body")
    after = find(phone, "edit_body").bounds
    assert after[3] <= find(phone, "keyboard_view").bounds[1] < before[3]
    phone.press("back")
    assert find(phone, "edit_body").bounds == before
    assert not phone.keyboard_shown


def test_a_dialog_with_a_field_stands_above_the_keyboard_also_in_landscape():
    phone = Phone(time_scale=0, size=(2400, 1080))
    phone.start(SETTINGS)
    tap(phone, "Network & internet", "Hotspot & tethering", "Hotspot name")
    assert find(phone, "OK").bounds[3] <= find(phone, "keyboard_view").bounds[1]


def test_keys_of_the_keyboard_type_where_the_cursor_is(phone):
    phone.start(NOTES)
    tap(phone, "search", "Shift", "H", "i", "Space", "?123", "5", "ABC", "x", "Delete")
    assert phone.focused_text() == "Hi 5"


def test_the_keyboard_fits_the_display_however_it_is_turned(phone):
    phone.start(NOTES)
    tap(phone, "search")
    upright = find(phone, "keyboard_view").bounds
    phone.rotate(1)
    across = find(phone, "keyboard_view").bounds
    phone.rotate(0)
    assert (upright[2:], across[2:]) == ((1080, 2400), (2400, 1080))
    assert find(phone, "keyboard_view").bounds == upright


def test_a_page_that_forbids_screenshots_is_black_with_its_tree_intact(clock, tmp_path):
    (tmp_path / "vault.py").write_text(
        "from appagent.phone.app import App, Page\n"
        "from appagent.phone.ui import Column, Text\n"
        "class Vault(App):\n"
        "    package, label = 'org.vault', 'Vault'\n"
        "    def home(self):\n"
        "        return Page(Column([Text('4921')]), secure=True)\n"
    )
    phone = Phone(now=clock, apps=tmp_path)
    phone.start("org.vault")
    clock.seconds += 1
    assert phone.picture().getbbox() is None
    assert texts(phone) == ["4921"]
    phone.press("home")
    for _ in range(4):  # also while it slides away
        assert phone.picture().getbbox() is None
        clock.seconds += 0.07
    clock.seconds += 1
    assert phone.picture().getbbox() is not None


# --- gestures


def test_a_touch_goes_to_the_deepest_widget_that_does_something(phone):
    phone.start(SETTINGS)
    tap(phone, "Network & internet", "switch_widget")  # only the row around it does
    assert phone.state()["settings"]["wifi"] is False
    tap(phone, "back")
    assert [entry["widget"] for entry in phone.taps()] == ["LinearLayout", "LinearLayout", "back"]
    assert phone.foreground[1] == ".homepage.SettingsHomepageActivity"


def test_a_swipe_scrolls_as_far_as_the_finger_goes_and_not_beyond_the_end(phone):
    phone.start(SETTINGS)
    before = find(phone, "Battery").bounds[1]
    phone.swipe([(500, 1500), (500, 1300)])
    assert find(phone, "Battery").bounds[1] == before - 200
    for _ in range(9):
        phone.swipe([(500, 2000), (500, 300)])
    end = find(phone, "Battery").bounds[1]
    phone.swipe([(500, 2000), (500, 300)])
    assert find(phone, "Battery").bounds[1] == end
    phone.swipe([(500, 300), (500, 400)])
    assert find(phone, "Battery").bounds[1] == end + 100


def test_unknown_keys_and_apps_are_refused(phone):
    assert not phone.press("camera")
    with pytest.raises(PhoneError, match=r"no app org\.nowhere; installed: .*com\.android\.launcher3, "):
        phone.start("org.nowhere")


def test_typing_without_a_cursor_changes_nothing(phone):
    assert (phone.type_text("lost"), phone.set_text("lost"), phone.focused_text()) == (False, False, None)


def test_a_phone_on_its_side_shows_as_much_as_fits_and_scrolls_to_the_rest(phone):
    phone.start(SETTINGS)
    for _ in range(3):
        phone.swipe([(500, 2000), (500, 300)])
    phone.rotate(1)
    assert phone.size == phone.picture().size == (2400, 1080)
    assert 'rotation="1"' in phone.hierarchy()
    for _ in range(9):
        phone.swipe([(500, 800), (500, 200)])
    assert "About phone" in texts(phone)


# --- time


def test_a_page_slides_in_and_its_list_fills_later(clock):
    phone = Phone(now=clock)
    phone.start(SETTINGS)
    clock.seconds += 1
    tap(phone, "Network & internet")
    assert "Search settings" in texts(phone)  # the app has not reacted yet
    clock.seconds += 0.1
    sliding = find(phone, "toolbar").bounds[0]
    assert 0 < sliding < 1080
    clock.seconds += 0.1
    assert 0 < find(phone, "toolbar").bounds[0] < sliding
    clock.seconds += 0.099
    assert any(node["class"].endswith("ProgressBar") for node in nodes(phone))
    clock.seconds += 0.1
    assert find(phone, "toolbar").bounds[0] == 0
    assert "Airplane mode" in texts(phone)
    phone.press("back")
    clock.seconds += 0.25
    assert find(phone, "Search settings").bounds[0] == 0  # comes in from the left, cut off there
    clock.seconds += 0.05
    assert find(phone, "Search settings").bounds[0] > 0


def test_the_time_scale_stretches_every_delay(clock):
    phone = Phone(now=clock, time_scale=10)
    phone.start(SETTINGS)
    clock.seconds += 2
    assert find(phone, "recycler_view").bounds[0] > 0
    clock.seconds += 2
    assert find(phone, "recycler_view").bounds[0] == 0


def test_the_revision_grows_while_something_moves_and_then_rests(clock):
    phone = Phone(now=clock)
    phone.start(SETTINGS)
    moving = []
    for _ in range(3):
        clock.seconds += 0.1
        moving.append(phone.revision)
    assert moving == sorted(set(moving))
    clock.seconds += 60
    still = phone.revision
    clock.seconds += 60
    assert phone.revision == still
    phone.press("back")
    assert phone.revision > still


def test_a_toast_is_in_the_picture_for_a_while_and_in_no_window(clock):
    phone = Phone(now=clock)
    before, dumped = phone.picture(), phone.hierarchy()
    phone.show_toast("Saved " * 20)
    shown = phone.picture()
    assert shown != before
    assert (phone.hierarchy(), phone.last_toast) == (dumped, "Saved " * 20)
    clock.seconds += 3
    assert phone.picture() == before


@pytest.mark.slow
def test_the_same_gestures_at_the_same_times_give_the_same_phone():
    def play() -> list[object]:
        clock = Clock()
        phone = Phone(now=clock, seed=7)
        told: list[object] = []
        for act in (
            lambda: phone.start(NOTES),
            lambda: tap(phone, "fab"),
            lambda: tap(phone, "edit_title"),
            lambda: phone.type_text("A"),
        ):
            act()
            for wait in (0.1, 0.15, 1.0):
                clock.seconds += wait
                told += [phone.hierarchy(), phone.picture().tobytes(), phone.revision]
        return [*told, phone.state(), phone.taps()]

    assert play() == play()


def test_the_seed_decides_the_order_of_the_windows_and_nothing_else():
    phones = [Phone(time_scale=0, seed=seed) for seed in range(8)]
    assert len({tuple(windows(phone)) for phone in phones}) > 1
    assert len({tuple(texts(phone)) for phone in phones}) == 1
    assert len({phone.picture().tobytes() for phone in phones}) == 1


# --- the picture and the hierarchy

CONFIGURATIONS = [
    pytest.param({"size": (720, 1280)}, True, id="720x1280, dark"),
    pytest.param({"size": (2400, 1080), "locale": "zh-CN"}, False, id="2400x1080, zh"),
]
_DRAWN = ("ImageView", "ImageButton", "Switch", "CheckBox", "RadioButton", "ProgressBar")


def without_ink(phone: Phone) -> list[FoundNode]:
    """Nodes with something to see of which the picture shows nothing."""
    picture = phone.picture().convert("L")

    def blank(node: FoundNode) -> bool:
        low, high = picture.crop(node.bounds).getextrema()
        return high - low < 30

    drawn = [node for node in nodes(phone) if not node.cut and (node["text"] or node["class"].endswith(_DRAWN))]
    return [node for node in drawn if blank(node)]


def wander(phone: Phone, steps: int, look: Callable[[], None]) -> None:
    """Touch one thing after another, any that can be; look after each."""
    dice = random.Random(1)
    for package in (SETTINGS, NOTES):
        phone.start(package)
        for _ in range(steps):
            look()
            there = [node for node in nodes(phone) if node["clickable"] == "true" and node.name not in ("home", "fab")]
            scrolls = [node for node in nodes(phone) if node["scrollable"] == "true"]
            if scrolls and dice.random() < 0.2:
                x, y = scrolls[0].centre
                phone.swipe([(x, y), (x, y - 300)])
            else:
                phone.tap(*dice.choice(there).centre, dice.choice((0.0, 0.0, 0.0, 0.6)))
            if phone.focused_text() is not None and dice.random() < 0.5:
                phone.type_text("Words 你好 ")


@pytest.mark.slow
@pytest.mark.parametrize(("given", "dark"), CONFIGURATIONS)
def test_what_the_hierarchy_tells_can_be_seen_inside_the_display(given, dark):
    phone = Phone(time_scale=0, **given)
    phone.dark = dark
    width, height = phone.size
    pages = set()

    def look() -> None:
        pages.add((phone.foreground, *texts(phone)))
        assert without_ink(phone) == []
        for node in nodes(phone):
            left, top, right, bottom = node.bounds
            assert 0 <= left < right <= width, node
            assert 0 <= top < bottom <= height, node

    wander(phone, 22, look)
    assert len(pages) > 10


@pytest.mark.parametrize("dark", [False, True])
def test_the_colour_of_an_apps_bars_goes_on_behind_those_of_the_system(dark):
    phone = Phone(time_scale=0)
    phone.start("com.qingxin.im")
    phone.dark = dark
    picture, top, low = phone.picture(), find(phone, "toolbar").bounds[1], find(phone, "bottom_navigation").bounds[3]
    assert picture.getpixel((300, top - 5)) == picture.getpixel((300, top + 5))
    assert picture.getpixel((300, low + 5)) == picture.getpixel((300, low - 5))
    assert picture.getpixel((300, top + 5)) != picture.getpixel((2, phone.size[1] // 2))


def test_a_page_that_slides_in_is_drawn_where_the_hierarchy_has_it(clock):
    phone = Phone(now=clock)
    phone.start(SETTINGS)
    clock.seconds += 1
    tap(phone, "Display")
    for _ in range(12):
        clock.seconds += 0.04
        assert without_ink(phone) == []


def test_what_scrolls_is_drawn_nowhere_but_in_its_place(clock):
    phone = Phone(now=clock)
    phone.start(SETTINGS)
    clock.seconds += 1
    bar = find(phone, "navigation_bar_frame").bounds
    rest = phone.picture().crop(bar).tobytes()
    tap(phone, "Network & internet")
    clock.seconds += 1
    phone.press("back")
    for _ in range(8):
        clock.seconds += 0.04
        assert phone.picture().crop(bar).tobytes() == rest
