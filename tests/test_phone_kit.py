"""What a stranger's app may ask of the phone: the time, chance, other apps, words, and how text is drawn."""

import pytest
from hierarchy_nodes import find, tap, texts
from widget_app import Clock, phone_showing, value

from appagent.phone import Phone, PhoneError

pytestmark = pytest.mark.slow


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_live_page_is_made_anew_as_time_passes_and_another_is_not(tmp_path, clock):
    phone = phone_showing(tmp_path, '[Text(f"{self._host.local_time():%H:%M:%S}", id="time")]', now=clock, time_scale=1)
    clock.seconds += 60
    resting = phone.revision
    clock.seconds += 60
    assert phone.revision == resting
    clock.seconds -= 120
    (tmp_path / "kit.py").write_text((tmp_path / "kit.py").read_text().replace("]))", "]), live=True)"))
    phone = Phone(apps=tmp_path, now=clock)
    phone.start("org.kit")
    clock.seconds += 61
    assert texts(phone) == ["10:09:01"]
    clock.seconds += 1
    assert texts(phone) == ["10:09:02"]


def test_what_comes_and_goes_by_itself_is_shown_from_then_on(tmp_path, clock):
    widgets = """[Button("Do", on_tap=lambda: (self.toast("Done"), self.snack("Gone", "Undo", self.say))),
                  List([Text("row")], loads=0.7)]"""
    phone = phone_showing(tmp_path, widgets, now=clock, time_scale=1)
    clock.seconds = 100.5  # the page has slid in
    tap(phone, "Do")
    told = []  # from when on, what is read, what is seen
    for clock.seconds in (100.6, 100.69, 100.71, 102.4, 102.6, 108.4, 108.6):
        words, seen = texts(phone), phone.picture().tobytes()
        if not told or told[-1][1:] != (words, seen):
            told.append((clock.seconds, words, seen))
    assert [(since, words) for since, words, _ in told] == [
        (100.6, ["Do", "Gone", "Undo"]),
        (100.71, ["Do", "row", "Gone", "Undo"]),  # the list is there
        (102.6, ["Do", "row", "Gone", "Undo"]),  # the toast is gone
        (108.6, ["Do", "row"]),
    ]


def test_time_stands_still_on_a_phone_that_takes_none(tmp_path):
    phone = phone_showing(tmp_path, '[Text(f"{self._host.local_time():%Y-%m-%d %H:%M}")]')
    assert texts(phone) == ["2026-11-22 10:08"]


def test_chance_is_the_same_for_a_seed_and_another_for_another(tmp_path):
    values = []
    for seed in (1, 1, 2):
        phone = phone_showing(tmp_path, '[Button("More", on_tap=lambda: self.turn(self._dice.random()))]', seed=seed)
        tap(phone, "More")
        values.append(value(phone))
    assert values[0] == values[1] != values[2]


OTHER = """
from appagent.phone.app import App, Page
from appagent.phone.intents import fetch, share
from appagent.phone.ui import Button, Column, Text

class Other(App):
    package = "org.other"
    label = "Other"
    receives = ("text",)
    def begin(self):
        self.got = ""
    def receive(self, kind, thing):
        self.got = thing
        self.open(lambda: Page(Column([Text("Taken")])))
    def keep(self, thing):
        self.got = thing
    def home(self):
        return Page(Column([Button("Attach", on_tap=lambda: fetch(self, "file", self.keep)),
                            Button("Show", on_tap=lambda: share(self, "smell", 1))]))
"""


def test_something_is_shared_with_another_app_and_fetched_from_one(tmp_path):
    (tmp_path / "other.py").write_text(OTHER)
    phone = phone_showing(tmp_path, """[Button("Share", on_tap=lambda: share(self, "text", "hello"))]""")
    tap(phone, "Share", "Other")
    assert phone.foreground[0] == "org.other"
    assert (texts(phone), phone.state()["other"]) == (["Taken"], {"got": "hello"})
    phone.press("back")
    tap(phone, "Attach", "Kit", "a.txt")
    assert (phone.foreground[0], phone.state()["other"]) == ("org.other", {"got": "a.txt"})
    tap(phone, "Show")
    assert phone.last_toast == "No app can do that"


def test_words_that_no_app_lists_are_known_where_every_app_says_them(tmp_path):
    phone = phone_showing(tmp_path, '[Text(self.t("Cancel")), Text(self.t("Kit"))]', locale="zh-CN")
    assert texts(phone) == ["取消", "Kit"]


def test_text_is_measured_as_it_is_drawn_in_the_middle_of_a_field(tmp_path):
    phone = phone_showing(tmp_path, '[Field("42", id="entry", align="center", background="surface")]')
    left, top, right, bottom = find(phone, "entry").bounds
    ink = phone.picture().crop((left, top, right, bottom)).convert("L").point(lambda p: 255 * (p < 100)).getbbox()
    assert ink is not None
    assert (ink[0] + ink[2]) // 2 == pytest.approx((right - left) // 2, abs=4)


def test_an_app_begins_anew_on_each_phone_and_a_broken_one_is_refused_each_time(tmp_path):
    """What a module keeps in a list of its own would else be the next phone's as well."""
    first, again = (phone_showing(tmp_path, '[Text("first")]').packages["org.kit"] for _ in range(2))
    assert type(first) is not type(again)
    for _ in range(2):
        with pytest.raises(PhoneError, match="gone"):
            phone_showing(tmp_path, "[gone]")
