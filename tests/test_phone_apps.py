"""The virtual phone's apps, each worked to its deepest page, and apps of a stranger's."""

from pathlib import Path

import pytest
from hierarchy_nodes import find, nodes, tap, texts, with_app

from appagent.phone import Phone, PhoneError
from appagent.phone.apps.settings import MENU, Item, everything

SETTINGS, NOTES, LAUNCHER = "com.android.settings", "com.example.notes", "com.android.launcher3"


@pytest.fixture
def phone() -> Phone:
    """One whose pages are there at once."""
    return Phone(time_scale=0)


@pytest.fixture
def notes(phone: Phone) -> Phone:
    phone.start(NOTES)
    return phone


@pytest.fixture
def settings(phone: Phone) -> Phone:
    phone.start(SETTINGS)
    return phone


def titles(phone: Phone) -> list[str]:
    """Of the notes in the list, from the top."""
    return [node["text"] for node in nodes(phone) if node.name == "title"]


def pinned(phone: Phone) -> list[object]:
    kept = phone.state()["notes"]["notes"]  # type: ignore[index]
    return [note["title"] for note in kept if note["pinned"]]


# --- Launcher


def test_the_launcher_opens_an_app_by_its_icon_and_home_leads_back(phone):
    assert phone.foreground == (LAUNCHER, "Launcher")
    tap(phone, "Settings")
    assert phone.foreground == (SETTINGS, ".homepage.SettingsHomepageActivity")
    phone.press("home")
    assert phone.foreground == (LAUNCHER, "Launcher")
    phone.press("back")
    assert phone.foreground == (LAUNCHER, "Launcher")


def test_the_launcher_speaks_the_phones_language():
    assert {"计算器", "青信", "时钟", "便签", "设置", "画板"} <= set(texts(Phone(time_scale=0, locale="zh-CN")))


def test_every_app_is_reached_on_a_display_on_its_side(phone):
    phone.rotate(1)
    seen = set(texts(phone))
    phone.swipe([(1200, 800), (1200, 100)])
    seen |= set(texts(phone))
    assert {app.shown_label() for app in phone.shown_apps()} <= seen


# --- Notes


def test_the_notes_that_are_there_speak_the_phones_language():
    phone = with_app(NOTES, locale="zh-CN")
    assert titles(phone) == ["购物", "办公室 Wi-Fi", "想读的书"]
    assert "牛奶、鸡蛋、面包" in texts(phone)


def test_a_note_is_written_kept_found_and_deleted(notes):
    tap(notes, "fab", "edit_title")
    notes.type_text("Trip")
    tap(notes, "edit_body")
    notes.type_text("Lisbon in May")
    tick = [node for node in nodes(notes) if node["class"].endswith("ImageButton") and node["package"] == NOTES][-1]
    assert tick["content-desc"] == tick["resource-id"] == ""  # an icon without a word
    notes.tap(*tick.centre)
    assert notes.last_toast == "Note saved"
    assert titles(notes)[0] == "Trip"
    tap(notes, "search")
    notes.type_text("lisbon")
    assert titles(notes) == ["Trip"]
    tap(notes, "Navigate up")
    tap(notes, "Trip", hold_s=0.6)
    tap(notes, "Delete")
    assert "Trip" not in titles(notes)
    assert len(notes.state()["notes"]["notes"]) == 3


def test_changes_that_were_not_kept_are_asked_about(notes):
    tap(notes, "Shopping", "edit_title")
    notes.set_text("Shops")
    notes.press("back")  # the keyboard
    notes.press("back")
    assert texts(notes) == ["Discard changes?", "Keep editing", "Discard"]
    tap(notes, "Keep editing")
    assert find(notes, "edit_title")["text"] == "Shops"
    notes.press("back")
    tap(notes, "Discard")
    assert titles(notes)[0] == "Shopping"


def test_an_empty_note_is_not_kept(notes):
    tap(notes, "fab")
    tick = [node for node in nodes(notes) if node["class"].endswith("ImageButton") and node["package"] == NOTES][-1]
    notes.tap(*tick.centre)
    assert notes.last_toast == "An empty note is not kept"
    notes.press("back")
    assert len(titles(notes)) == 3


def test_a_pinned_note_comes_first(notes):
    tap(notes, "Books to read")
    pin, tick = [n for n in nodes(notes) if n["class"].endswith("ImageButton") and n["package"] == NOTES][-2:]
    notes.tap(*pin.centre)
    notes.tap(*tick.centre)
    assert titles(notes)[0] == "Books to read"
    assert pinned(notes) == ["Books to read"]


def test_an_app_stays_where_it_was_left_until_it_is_stopped_or_cleared(notes):
    tap(notes, "fab")
    notes.press("home")
    notes.start(NOTES)
    assert notes.foreground[1] == "NoteEditActivity"
    assert notes.running == [LAUNCHER, NOTES]
    notes.stop(NOTES)
    assert (notes.foreground[0], notes.running) == (LAUNCHER, [LAUNCHER])
    notes.start(NOTES)
    assert notes.foreground[1] == "NoteListActivity"
    tap(notes, "Shopping", "edit_title")
    notes.set_text("gone")
    notes.clear(NOTES)
    notes.start(NOTES)
    assert titles(notes) == ["Shopping", "Wi-Fi at the office", "Books to read"]


def test_a_list_that_became_shorter_is_still_in_sight(notes):
    for number in range(20):
        notes.packages[NOTES].notes.append(type(notes.packages[NOTES].notes[0])(f"note {number}", ""))
    notes.start(NOTES)
    for _ in range(5):
        notes.swipe([(500, 2000), (500, 300)])
    del notes.packages[NOTES].notes[4:]
    notes.start(NOTES)
    assert "Shopping" in titles(notes)


# --- Settings


@pytest.mark.slow
def test_every_setting_can_be_reached_and_changed(settings):
    changed = set()

    def visit(item: Item) -> None:
        """Do what a row is for, and return to the page that it is on."""
        for _ in range(6):  # until it is in sight
            if item.title in texts(settings):
                break
            settings.swipe([(500, 1900), (500, 1400)])
        tap(settings, item.title)
        if item.kind == "page":
            for row in item.items:
                visit(row)
            settings.press("back")
        elif item.kind == "choice":
            tap(settings, item.options[-1])
            changed.add(item.key)
        elif item.kind == "words":
            settings.set_text("Ana's phone")
            tap(settings, "OK")
            changed.add(item.key)
        elif item.kind == "switch":
            changed.add(item.key)

    before = settings.state()["settings"]
    for item in MENU:
        settings.stop(SETTINGS)
        settings.start(SETTINGS)
        visit(item)
    after = settings.state()["settings"]
    assert {key for key in after if after[key] != before[key]} == changed
    assert len(changed) == len({row.key for row, _ in everything() if row.key}) > 40


def test_search_finds_a_setting_on_a_deep_page_and_leads_there(settings):
    tap(settings, "search_action_bar_title")
    settings.type_text("touch f")
    assert texts(settings) == ["touch f", "Touch feedback", "Vibration & haptics"]
    tap(settings, "Touch feedback", "Touch feedback")
    assert settings.state()["settings"]["touch_feedback"] is False
    settings.press("back")
    settings.set_text("nothing like it")
    assert "No results" in texts(settings)


def test_the_dark_theme_darkens_the_whole_phone_until_the_app_is_cleared(settings):
    bright = settings.picture().resize((1, 1)).getpixel((0, 0))
    tap(settings, "Display", "Dark theme")
    settings.press("home")
    assert sum(settings.picture().resize((1, 1)).getpixel((0, 0))) < sum(bright) / 3
    assert settings.state()["phone"]["dark"] is True
    settings.clear(SETTINGS)
    assert settings.state()["phone"]["dark"] is False


def test_a_dialog_is_left_by_cancel_by_back_and_by_a_choice(settings):
    tap(settings, "Network & internet", "Private DNS", "Mode", "Cancel", "Mode")
    settings.press("back")
    assert settings.state()["settings"]["private_dns"] == "Automatic"
    tap(settings, "Mode")
    assert [node["checked"] for node in nodes(settings) if node["checkable"] == "true"] == ["false", "true", "false"]
    tap(settings, "Hostname")
    assert settings.state()["settings"]["private_dns"] == "Hostname"


# --- a stranger's app

COUNTER = '''
"""Counter: counts how often its button is tapped."""

from dataclasses import dataclass, field

from appagent.phone.app import App, Page
from appagent.phone.dialogs import alert
from appagent.phone.parts import toolbar
from appagent.phone.ui import Button, Column, List, Text


@dataclass
class Tally:
    taps: int = 0
    days: set[str] = field(default_factory=set)


class Counter(App):
    """Tap More; hold it down to begin again."""

    package = "org.example.counter"
    label = "Counter"
    words = {"zh": {"Counter": "计数器"}}

    def begin(self):
        self.tally = Tally(days={"Tue", "Mon"})

    def home(self):
        more = Button("More", id="more", on_tap=self.more, on_hold=lambda: self.ask(self.sure))
        rows = [Text(f"tap {n}", pad=12) for n in range(self.tally.taps)]
        return Page(Column([toolbar(self.t("Counter")), more, List(rows, id="rows", loads=6)]))

    def more(self):
        self.tally.taps += 1

    def sure(self):
        return alert("Begin again?", "", Button("Yes", on_tap=self.again))

    def again(self):
        self.tally = Tally()
        self.close()
'''


def test_a_strangers_app_works_like_any_other(tmp_path):
    (tmp_path / "calendar.py").write_text(COUNTER)  # a name that Python has too
    (tmp_path / "_parts.py").write_text("raise RuntimeError('this is no app')")
    phone = Phone(time_scale=0, apps=tmp_path)
    tap(phone, "Counter", "More", "More")
    assert texts(phone) == ["Counter", "More", "tap 0", "tap 1"]
    assert phone.state()["calendar"] == {"tally": {"taps": 2, "days": ["Mon", "Tue"]}}
    tap(phone, "More", hold_s=0.6)
    tap(phone, "Yes")
    assert phone.state()["calendar"] == {"tally": {"taps": 0, "days": []}}
    assert "计数器" in texts(Phone(time_scale=0, locale="zh-CN", apps=tmp_path))

    import calendar

    assert calendar.isleap(2024)


def test_a_list_may_load_for_longer_than_anything_else_moves(tmp_path):
    (tmp_path / "counter.py").write_text(COUNTER)
    seconds = [0.0]
    phone = Phone(apps=tmp_path, now=lambda: seconds[0])
    tap(phone, "Counter")
    seconds[0] = 5.9
    tap(phone, "More")
    assert "tap 0" not in texts(phone)
    seconds[0] = 6.1
    assert "tap 0" in texts(phone)


APP = """
from appagent.phone.app import App, Page
from appagent.phone.ui import Column, Icon, Text

class Stall(App):
    package = "org.stall"
    label = "Stall"
    def home(self):
        return Page(Column([Text("Milk")]))
"""


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        ("class Stall(App)\n    pass", ", line 1 is broken: SyntaxError: expected ':'"),
        ("import nowhere_at_all", r", line 1 is broken: ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("x = 1\ny = 1 / 0", r", line 2 is broken: ZeroDivisionError"),
        ("x = 1", ' defines 0 apps; one class that extends App is what works, or a name that begins with "_"'),
        (APP + "\nclass Second(Stall):\n    pass", " defines 2 apps; one class"),
        (APP.replace('    label = "Stall"\n', ""), r': Stall has no label; add label = "\.\.\."'),
        (APP.replace("def home", "def hom"), r": Stall has no home; add home\(self\), which returns its first Page"),
        (APP + "    def words(self): pass", r": Stall.words is a method, and App needs words to be none; call"),
        (APP + "    open = True", r": Stall.open is no method, and App needs open to be one; call"),
        (APP.replace("return Page", "return"), r"TypeError: home returned a Column; return a Page or a Dialog"),
        (APP.replace('Text("Milk")', "Text(self.price)"), r", line 9 is broken: AttributeError: .+ 'price'"),
        (APP.replace('Text("Milk")', "None"), r" is broken: AttributeError: 'NoneType'"),
        (APP.replace('Text("Milk")', 'Icon("milk")'), r"ValueError: no icon 'milk'; there are back, plus, "),
        (APP.replace('"Milk"', '"Milk", color="read"'), "ValueError: no colour 'read'; there are #rrggbb and "),
        (APP.replace("org.stall", NOTES), r"notes\.py have the same package or file name; rename one"),
    ],
)  # fmt: skip
def test_a_broken_app_is_named_with_what_is_wrong_before_anybody_needs_it(tmp_path, broken, says):
    (tmp_path / "stall.py").write_text(broken)
    with pytest.raises(PhoneError, match=rf"stall\.py.*{says}"):
        Phone(time_scale=0, apps=tmp_path)


def test_an_app_with_the_name_of_another_file_is_refused(tmp_path):
    (tmp_path / "notes.py").write_text(APP)
    with pytest.raises(PhoneError, match=r"notes\.py and .+notes\.py have the same package or file name"):
        Phone(apps=tmp_path)


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(PhoneError, match=f"no folder of apps at {tmp_path / 'nowhere'}"):
        Phone(apps=str(tmp_path / "nowhere"))


def stall(folder: Path, words: str, on_tap: str) -> Phone:
    """A phone with the stall in front; words: what its only text shows; on_tap: what a tap on it does."""
    text = f'Text({words}, id="milk", on_tap=lambda: {on_tap})'
    (folder / "stall.py").write_text(APP.replace('Text("Milk")', text) + "    price = 1\n")
    phone = Phone(time_scale=0, apps=folder)
    phone.start("org.stall")
    return phone


def test_a_handler_that_fails_is_blamed_on_its_line(tmp_path):
    phone = stall(tmp_path, '"Milk"', '{}["price"]')
    with pytest.raises(PhoneError, match=r"stall\.py, line 9 is broken: KeyError: 'price'"):
        tap(phone, "milk")
    assert texts(phone) == ["Milk"]


def test_a_page_that_breaks_in_use_can_be_left(tmp_path):
    phone = stall(tmp_path, 'f"{10 / self.price}"', 'setattr(self, "price", 0)')
    tap(phone, "milk")
    with pytest.raises(PhoneError, match=r"stall\.py, line 9 is broken: ZeroDivisionError"):
        phone.picture()
    phone.press("home")
    assert phone.foreground[0] == LAUNCHER


NAMED = (
    APP.replace('Text("Milk")', "Text('Kind', on_tap=self.kinds), Text('Price', on_tap=self.prices)")
    + """
    def kinds(self):
        self.ask(menu, self, ("Oats", self.begin), title="Choose a kind")
    def prices(self):
        self.open(self.told, words="3 kr")
    def told(self, *, words):
        return Text(words)
"""
)


def test_dialogs_and_pages_take_named_arguments_and_keep_their_names_in_errors(tmp_path):
    (tmp_path / "stall.py").write_text(NAMED.replace("\nclass", "from appagent.phone.dialogs import menu\nclass"))
    phone = Phone(time_scale=0, apps=tmp_path)
    phone.start("org.stall")
    tap(phone, "Kind")
    assert "Choose a kind" in texts(phone)
    tap(phone, "Oats")
    with pytest.raises(PhoneError, match="told returned a Text; return a Page or a Dialog"):
        tap(phone, "Price")
