"""What an action did, in words, from the screens before and after it: on the virtual phone and on made-up trees."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from cards_app import CARDS
from conftest import NOTES, QUICK, SETTINGS, TINY
from contacts_app import CONTACTS
from hierarchies import dump, node
from scripted_runs import do
from tables import cases
from widget_app import HEAD

from appagent.actions.calls.typed_lines import typed
from appagent.devices.android import Android
from appagent.devices.base import rest_of, toast_of
from appagent.devices.captures.hierarchy import read_dump
from appagent.devices.virtual import virtual
from appagent.documents.outcomes.effect_words import NOTHING
from appagent.documents.outcomes.effects import effect_between
from appagent.documents.outcomes.run_effects import Effects
from appagent.guard import Guard
from appagent.phone import Phone
from appagent.screen import Screen


@dataclass
class Told:
    """A phone, and the effects of what was typed on it, one after the other."""

    device: Android
    effects: Effects = field(default_factory=Effects)

    def of(self, line: str) -> str:
        """What a line did."""
        return self.effect(line).words

    def effect(self, line: str):
        """The effect of a line."""
        before = self.device.capture()
        action = typed(line, before)
        for gesture in action.gestures(before):
            self.device.perform(gesture)
        return self.effects.of(before, self.device.capture(), action.kind, toast_of(self.device))


@pytest.fixture
def told(started):
    """Starts an app, and tells effects in it."""
    return lambda app: Told(started(app))


@contextmanager
def kit(widgets: str, apps: Path, time_scale: float = QUICK) -> Iterator[tuple[Android, Phone]]:
    """A phone with an app of one page in front, which shows these widgets."""
    (apps / "kit.py").write_text(HEAD.replace("{}", widgets))
    with virtual(size=TINY, time_scale=time_scale, apps=apps) as (device, phone):
        phone.start("org.kit")
        yield device, phone


@pytest.mark.slow
def test_screens_dialogs_and_switches_are_told_by_their_words(told):
    settings = told(SETTINGS)
    assert settings.of('tap "Display"') == 'the screen "Display" opened'
    assert settings.of('tap "Dark theme"') == '"Dark theme" is on now'
    assert settings.of('tap "Font size"').startswith('a dialog came up: "Font size" with "Small", "Default", "Large"')
    chosen = settings.of('tap "Large"')
    assert chosen.startswith('back on the screen "Display"; "Font size": "Default" became "Large"')
    assert settings.of("wait 1") == NOTHING
    assert settings.of("home").startswith("the app com.android.launcher3 came to the front")


@pytest.mark.slow
def test_a_drawer_is_told_as_a_panel_and_not_as_another_screen(told):
    cards = told(CARDS)
    assert (
        cards.of("tap 1")
        == 'a panel at the left came up with "Decks", "Card browser", "Statistics", "Settings" and 1 more'
    )
    assert cards.of("back") == 'back on the screen "Cards"'


@pytest.mark.slow
def test_a_tab_is_told_as_chosen_and_not_as_a_screen_that_opened(told):
    contacts = told(CONTACTS)
    assert contacts.of('tap "Organise"').startswith('"Organise" is selected now, and its page is shown, with "')
    assert contacts.of('tap "Contacts"').startswith('"Contacts" is selected now, and its page is shown, with "')


@pytest.mark.slow
def test_what_a_field_holds_is_told_with_what_it_held(told):
    notes = told(NOTES)
    notes.of('tap "Shopping"')
    assert notes.of('type "Title" "Milk"') == '"Title" holds "ShoppingMilk" now in place of "Shopping"'


@pytest.mark.slow
def test_the_end_of_a_list_is_told(told):
    settings = told(SETTINGS)
    assert settings.of("swipe up").startswith('other things came into sight: "Languages, gestures, time"')
    end = settings.effect("swipe up")
    assert (end.words, end.changed) == (f"{NOTHING}; nothing more lies that way", False)
    there = settings.effect('scroll to "System"')  # in sight already, which the action itself tells
    assert (there.words, there.changed) == (NOTHING, False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("popup", "said"),
    [('menu(self, ("Losses", self.begin), ("Origin", self.begin))', 'a menu came up with "Losses", "Origin"'),
     ('pick_one(self, "Sort by", ("Name", "Size"), 0, self.begin)', 'a dialog came up: "Sort by" with "Name", "Size"')],
)  # fmt: skip
def test_a_menu_is_told_from_a_dialog_that_asks(tmp_path, popup, said):
    widgets = f"""[Text("A page"), Button("More", on_tap=lambda: self.open(lambda: {popup}))]"""
    with kit(widgets, tmp_path) as (device, _):
        assert Told(device).of('tap "More"').startswith(said)


@pytest.mark.slow
def test_a_page_that_opens_anew_is_not_told_as_one_that_is_back(tmp_path):
    """Two things of one kind have pages of one title; that of the second is no earlier one, changed."""
    widgets = """[Text("Lots", id="title"), *(Button(code, on_tap=lambda code=code: self.open(lambda: Page(Column([
        toolbar("Rye bread"), Text(code)])))) for code in ("A-02", "B-03"))]"""
    with kit(widgets, tmp_path) as (device, _):
        told = Told(device)
        assert [told.of(line) for line in ('tap "A-02"', "back", 'tap "B-03"', "back")] == [
            'the screen "Rye bread" opened', 'back on the screen "Lots"', 'the screen "Rye bread" opened',
            'back on the screen "Lots"',
        ]  # fmt: skip


@pytest.mark.slow
def test_the_steps_of_a_wizard_are_told_apart(tmp_path):
    widgets = """[toolbar("Trip"), Text(("Which day?", "Which seat?")[self.value - 7], size=20), Text("A", weight=1),
        Button("Next", on_tap=lambda: self.turn(8))]"""
    with kit(widgets, tmp_path) as (device, _):
        assert Told(device).of('tap "Next"') == 'the screen "Trip: Which seat?" opened'


@pytest.mark.slow
def test_what_a_slider_holds_inside_is_told_only_where_no_text_shows_it(tmp_path):
    slider = 'Seek(self.value / 10, desc="Heat", on_seek=lambda at: self.turn(8))'
    for shown, said in (('Text(f"{self.value} °C")', '"7 °C" became "8 °C"'), ('Text("°C")', '"70.0" became "80.0"')):
        with kit(f"[{shown}, {slider}]", tmp_path) as (device, _):
            assert Told(device).of("tap 1") == said


@pytest.mark.slow
def test_a_snack_bar_is_no_change_but_its_words_are_told(tmp_path):
    widgets = """[Text("A page"), Button("Save", on_tap=lambda: self.snack("It is kept", "Undo", self.begin))]"""
    with kit(widgets, tmp_path, time_scale=0.2) as (device, _):  # quicker, it may be gone before a busy machine looks
        effect = Told(device).effect('tap "Save"')
    assert (effect.words, effect.changed) == (f'{NOTHING}; a message says "It is kept" with "Undo"', False)


def test_an_icon_that_changed_is_told_beside_the_words_of_a_snack_bar(tmp_path):
    kept = 'on_tap=lambda: (self.say(), self.snack("Kept", "Undo", self.begin))'
    icon = f'IconButton("check" if self.said else "heart", {kept})'
    with kit(f'[Text("A page"), {icon}, IconButton("search")]', tmp_path, time_scale=0.2) as (device, _):
        effect = Told(device).effect("tap 1")
    assert effect.words.startswith("the picture of the ")
    assert effect.words.endswith('a message says "Kept" with "Undo"')
    assert effect.changed


@dataclass
class Looked(Told):
    """As above, with the last look that a step takes before its gesture."""

    def effect(self, line: str):
        """The effect of a line."""
        before = self.device.capture()
        action = typed(line, before)
        self.device.glance(pictured=False)
        for gesture in action.gestures(before):
            self.device.perform(gesture)
        after = self.device.capture()
        return self.effects.of(before, after, action.kind, toast_of(self.device), rest_of(self.device))


VALUES = """[Text(f"Begins 07:{self.value:02}"), Text(f"{self.value} %", id="share"), Text(f"12:41:{self.value:02}"),
    Button("Later", on_tap=lambda: self.turn(self.value + 1))]"""


@pytest.mark.slow
def test_what_stood_still_until_the_action_became_another_by_it_though_a_clock_could(tmp_path):
    with kit(VALUES, tmp_path) as (device, _):
        effect = Looked(device).effect('tap "Later"')
    assert effect.changed
    for was, now in (("Begins 07:07", "Begins 07:08"), ("7 %", "8 %"), ("12:41:07", "12:41:08")):
        assert f'"{was}" became "{now}"' in effect.words


@pytest.mark.slow
def test_what_changed_before_the_action_too_is_left_out(tmp_path):
    with kit(VALUES, tmp_path) as (device, phone):
        told = Looked(device)
        before = device.capture()
        phone.set_up({"kit": {"value": 8}})  # as if by itself
        device.glance(pictured=False)
        assert rest_of(device).gone == {"Begins 07:07", "7 %", "12:41:07"}
        told.effects.of(before, device.capture(), "wait", "", rest_of(device))
        effect = told.effect('tap "Later"')
    assert (effect.changed, effect.words.startswith(NOTHING)) == (False, True)


@pytest.mark.slow
def test_what_can_be_tapped_from_now_on_is_told(tmp_path):
    widgets = """[CheckBox(self.value > 7, text="I agree", on_tap=lambda: self.turn(15 - self.value)),
        Button("Go", enabled=self.value > 7, on_tap=lambda: None)]"""
    with kit(widgets, tmp_path) as (device, _):
        told = Told(device)
        assert told.of('tap "I agree"') == '"I agree" is on now; "Go" can be tapped now'
        assert told.of('tap "I agree"') == '"I agree" is off now; "Go" cannot be tapped any more'


# Made-up trees


def page(*nodes: str, app: str = "org.notes") -> Screen:
    return read_dump(dump(node("FrameLayout", *nodes)), app=app)


def text(words: str, top: int, name: str = "") -> str:
    return node("TextView", at=(0, top, 900, top + 90), text=words, name=name)


def button(words: str, top: int = 1000, **more: str) -> str:
    return node("Button", at=(0, top, 900, top + 90), can="clickable enabled", text=words, **more)


def row(*words: str) -> str:
    said = [text(each, 500 + 100 * at) for at, each in enumerate(words)]
    return node("LinearLayout", *said, at=(0, 500, 1080, 800), can="clickable", name="row")


def likes(*words: str) -> str:
    """A list of rows, each with a button; nothing of the rest of the rows is alike."""
    rows = [
        node("LinearLayout", node("TextView", at=(0, top, 500, top + 90), text=name),
             node("Button", at=(800, top, 1000, top + 90), can="clickable", text=said),
             at=(0, top, 1080, top + 90), can="clickable")
        for top, name, said in zip((500, 600, 700), ("Milk", "Bread", "Jam"), words, strict=True)
    ]  # fmt: skip
    return node("RecyclerView", *rows, at=(0, 500, 1080, 2400), can="scrollable")


def days(*meals: str) -> str:
    """A list of rows that only a day and what is chosen for it tell apart; days are in no id."""
    rows = [
        node("LinearLayout", text(day, top), text(meal, top + 100), at=(0, top, 1080, top + 190), can="clickable")
        for top, day, meal in zip((500, 700, 900), ("Monday", "Tuesday", "Wednesday"), meals, strict=True)
    ]
    return node("RecyclerView", *rows, at=(0, 500, 1080, 2400), can="scrollable")


def wheel(value: int) -> str:
    rows = [
        node(role, at=(0, 500 + 100 * at, 200, 600 + 100 * at), can="clickable", text=str(value + at - 1))
        for at, role in enumerate(("Button", "EditText", "Button"))
    ]
    return node("NumberPicker", *rows, at=(0, 500, 200, 800), can="scrollable")


def tab(words: str, count: str) -> str:
    badge = node("TextView", at=(300, 2200, 340, 2240), text=count)
    return node("LinearLayout", badge, at=(200, 2200, 400, 2400), can="clickable", content_desc=words)


def choice(words: str) -> str:
    return node("Spinner", at=(0, 500, 900, 590), can="clickable", text=words)


@cases(
    ("before", "after", "said", "changed"),
    [
        (text("Total", 500) + text("$5", 600, "sum"), text("Total", 500) + text("$7", 600, "sum"),
         '"Total": "$5" became "$7"', True),
        (text("12:41", 500, "now"), text("12:42", 500, "now"),
         f'{NOTHING}, apart from "Home": "12:41" became "12:42"', False),
        (text("Volume 7%", 500, "now"), text("Volume 17%", 500, "now"),
         '"Home": "Volume 7%" became "Volume 17%"', True),
        (text("Copying 7%", 500, "now"), text("Copying 8%", 500, "now"),
         f'{NOTHING}, apart from "Home": "Copying 7%" became "Copying 8%"', False),
        (text("Rings at 07:00", 500), text("Rings at 08:00", 500),
         '"Rings at 07:00" became "Rings at 08:00"', True),
        (row("Ana", "Hello"), row("Ana", "Hello", "pinned"), '"Ana" has "pinned" now', True),
        (row("2", "Ana", "Hello"), row("Ana", "Hello"), '"Ana" has "2" no more', True),
        (row("Ana", "Hello", "$7"), row("Ana", "Bye", "$8"), '"Ana": "Hello" became "Bye", "$7" became "$8"', True),
        (tab("Chats", "8"), tab("Chats", "9"), '"Chats": "8" became "9"', True),
        (likes("Like", "Liked", "Like"), likes("Liked", "Liked", "Like"), '"Milk": "Like" became "Liked"', True),
        (days("Soup", "Fish", "Cake"), days("Soup", "Stew", "Cake"), '"Tuesday": "Fish" became "Stew"', True),
        (wheel(7), wheel(8), 'the wheel of "Home" holds "8" now in place of "7"', True),
        (choice("Choose…"), choice("Winter pea"), '"Choose…" became "Winter pea"', True),
        (text("0:20 of 3:00", 500), text("0:24 of 3:00", 500),
         f'{NOTHING}, apart from "0:20 of 3:00" became "0:24 of 3:00"', False),
        (button("Play", name="go"), button("Pause", name="go"), '"Play" became "Pause"', True),
        (text("Milk", 500) + text("Eggs", 600), text("Eggs", 500), 'gone: "Milk"', True),
        (text("Eggs", 500), text("Eggs", 500) + text("Milk", 600), 'new: "Milk"', True),
        (text("Eggs", 500), text("Eggs", 640), "something moved", True),
        (text("Eggs", 500), text("Eggs", 500), NOTHING, False),
    ],
)  # fmt: skip
def test_what_changed_on_a_page_is_told_from_to(before, after, said, changed):
    effect = effect_between(page(text("Home", 200), before), page(text("Home", 200), after), "tap")
    assert (effect.words, effect.changed) == (said, changed)


@cases(
    ("top", "said", "changed"),
    [(500, NOTHING, False), (640, "something moved", True)],
)
def test_the_clock_of_the_status_bar_is_nothing_that_an_action_did(top, said, changed):
    def at(time: str, top: int) -> Screen:
        clock = node("TextView", at=(40, 0, 200, 80), text=time, name="com.android.systemui:id/clock")
        bar = node("FrameLayout", clock, at=(0, 0, 1080, 80), package="com.android.systemui")
        return read_dump(dump(node("FrameLayout", text("Home", 200), text("Eggs", top)), bar), app="org.notes")

    effect = effect_between(at("10:17", 500), at("11:28", top), "tap")
    assert (effect.words, effect.changed) == (said, changed)


def test_what_is_typed_into_a_secret_field_is_told_without_it():
    def field_with(words: str) -> Screen:
        masked = node("EditText", at=(0, 500, 900, 600), can="clickable enabled password", text=words, hint="PIN")
        return page(text("Sign in", 200), masked)

    effect = effect_between(field_with(""), field_with("4711"), "text")
    assert "PIN" in effect.words
    assert "4711" not in effect.words
    assert effect.changed
    emptied = effect_between(field_with("4711"), field_with(""), "clear")
    assert emptied.words.endswith("holds nothing now")


def test_a_screen_with_many_changes_is_told_in_short():
    before = page(*(text(f"Item {chr(65 + n)}", 200 + 40 * n) for n in range(40)))
    after = page(*(text(f"Other {chr(65 + n)}", 200 + 40 * n) for n in range(40)))
    assert len(effect_between(before, after, "tap").words) < 500


def test_a_panel_under_the_same_heading_is_no_other_screen():
    bar = node("Toolbar", node("TextView", text="Lena Park"), at=(0, 100, 1080, 260))
    buttons = [
        node("ImageButton", name=name, can="clickable", at=(x, 2000, x + 100, 2100))
        for x, name in ((0, "voice"), (200, "smile"), (400, "plus"))
    ]
    panel = [
        node("Button", name=name.lower(), text=name, can="clickable", at=(x, 2150, x + 200, 2300))
        for x, name in ((0, "Album"), (250, "Camera"))
    ]
    effect = effect_between(page(bar, *buttons), page(bar, *buttons, *panel), "tap")
    assert (effect.words, effect.changed) == ('new: "Album", "Camera"', True)


KEYPAD = """[Text("" if self.value == 7 else str(self.value)),
    *[Button(str(key), on_tap=lambda key=key: self.turn(key)) for key in (4, 5, 6)]]"""
LEVEL = """[toolbar("Report"), Text("Urgency"),
    Seek(self.value / 100, on_seek=lambda share: self.turn(round(100 * share))),
    Text("Low" if self.value < 50 else "Very high")]"""


@pytest.mark.slow
def test_a_text_that_is_on_a_key_too_is_told_where_it_is_new(tmp_path):
    with kit(KEYPAD, tmp_path) as (device, _):
        assert Told(device).of('tap "5"') == 'new: "5"'


@pytest.mark.slow
def test_words_under_a_slider_become_others_when_it_is_moved(tmp_path):
    with kit(LEVEL, tmp_path) as (device, _):
        before = device.capture()
        do(typed('set "Urgency" "90"', before), before, device, Guard())
        said = effect_between(before, device.capture(), "set").words
    assert '"Low" became "Very high"' in said
    assert "new:" not in said
    assert "gone:" not in said


def test_an_icon_without_words_that_is_selected_is_no_tab():
    def shown(selected: str) -> Screen:
        heart = node("ImageView", can="clickable", name="heart", selected=selected, at=(0, 300, 90, 390))
        return read_dump(dump(node("FrameLayout", node(text="Song", at=(0, 0, 1080, 200)), heart)), size=(1080, 2400))

    assert effect_between(shown("false"), shown("true"), "tap").words == "the ImageView (heart, mark 1) is selected now"
