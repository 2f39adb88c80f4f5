"""set gives several wheels side by side a whole date or time, or leaves all as they were; what cannot be goes back."""

import pytest

pytestmark = pytest.mark.slow
SIZE = (540, 1200)  # px; a line has as many as five wheels

SCENES = """
    def begin(self):
        self.scene, self.later, self.did, self.ticks, self.stuck = "", False, [], 0, ""
        self.h, self.m, self.half, self.y, self.mo, self.d, self.v = 9, 5, 0, 2026, 11, 15, 0.8

    def of(self, name, words, low=0):
        # a wheel of words that does not go round
        at = getattr(self, name) - low
        pick = lambda rows: setattr(self, name, low + min(max(at + round(3 * rows), 0), len(words) - 1))
        shown = [words[n] if 0 <= n < len(words) else "" for n in (at - 1, at, at + 1)]
        return Wheel([Text(each, height=48) for each in shown], width=80, on_scroll=pick)

    def number(self, name, low, high, shown="{:02}", **more):
        pick = (lambda number: None) if name == self.stuck else self.setter(name)
        return number_picker(getattr(self, name), low, high, pick, shown=shown, **more)

    def line(self, *wheels): return self.page(Text("Before"), Row([*wheels]))

    def english(self): return "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()

    def day_month(self): return [self.number("d", 1, 31), self.number("mo", 1, 12)]

    def hours_of(self, halves):
        return [self.number("h", 1, 12, "{}"), self.number("m", 0, 59), self.of("half", halves)]

    def twelve(self): return self.line(*self.hours_of(["AM", "PM"]))

    def chinese(self):
        hour, minute, half = self.hours_of(["上午", "下午"])
        return self.line(half, hour, minute)

    def from_zero(self):
        self.h %= 12
        return self.line(self.number("h", 0, 11), self.number("m", 0, 59), self.of("half", ["午前", "午後"]))

    def without_half(self): return self.line(*self.hours_of(["AM", "PM"])[:2])

    def timed(self): return self.line(self.number("h", 0, 23), self.number("m", 0, 59), self.number("d", 0, 59))

    def carrying(self):
        def turn(minute):
            by = 1 if (self.m, minute) == (59, 0) else -1 if (self.m, minute) == (0, 59) else 0
            self.m, self.h = minute, (self.h + by) % 24
        return self.line(self.number("h", 0, 23), number_picker(self.m, 0, 59, turn))

    def dated(self):
        return self.line(self.of("mo", self.english(), 1), self.number("d", 1, 31), self.number("y", 1990, 2100))

    def german(self):
        months = "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.".split()
        return self.line(self.number("d", 1, 31), self.of("mo", months, 1), self.number("y", 1990, 2100))

    def units(self):
        year, month = self.number("y", 1990, 2100, "{}年"), self.number("mo", 1, 12, "{}月")
        hour, minute = self.number("h", 0, 23, "{}时"), self.number("m", 0, 59, "{}分")
        return self.line(year, month, self.number("d", 1, 31, "{}日"), hour, minute)

    def numbers(self): return self.line(*self.day_month(), self.number("y", 1990, 2100))

    def named(self):
        return self.line(self.number("d", 1, 31, id="day"), self.number("mo", 1, 12, id="month"),
                         self.number("y", 1990, 2100, id="year"))

    def late(self):
        return self.line(self.of("mo", self.english(), 1), self.number("d", 1, 31), self.number("y", 2026, 2030))

    def only_month(self): return self.line(self.of("mo", self.english(), 1))

    def grid(self):
        go = lambda day: lambda: setattr(self, "d", day)
        days = [Button(str(day), on_tap=go(day), pad=8) for day in range(1, 31)]
        return self.page(Text("November 2026"), Grid(days, columns=7))

    def begins(self):
        told = [Text("Begins"), Text(f"{self.d} November 2026")]
        return self.page(Column(told, on_tap=lambda: self.ask(self.sheet), pad=16.0, id="row"))

    def sheet(self):
        from appagent.phone.app import Dialog
        days = [Button(str(day), on_tap=lambda day=day: setattr(self, "d", day), pad=4) for day in range(1, 31)]
        return Dialog(Column([Text("November 2026"), Grid(days, columns=7)]))

    def hundred(self): return self.page(number_picker(self.d, 0, 99, self.setter("d"), id="n"))

    def years(self): return self.page(number_picker(self.y, 1990, 2100, self.setter("y"), id="n"))

    def low_wheel(self): return self.page(self.of("d", [str(each) for each in range(0, 40)]))

    def towns(self): return self.page(self.of("d", "Ulm Bonn Kiel Trier Mainz Jena Hof Fulda Gera Halle".split()))

    def volume(self): return self.page(Text("Volume"), Seek(self.v, id="bar", on_seek=self.setter("v")))

    def toned(self, text, parts=10):
        to = lambda share: self.setter("v")(round(share * parts) / parts)
        return self.page(Row([Text("Tone", weight=1), Text(text)]), Seek(self.v, id="bar", on_seek=to))

    def tenths(self): return self.toned(f"{round(self.v * 10)}")

    def points(self): return self.toned(f"{round(10 + self.v * 20)} pt", 20)

    def bare(self):
        to = lambda share: self.setter("v")(round(share * 10) / 10)
        bar = Seek(self.v, id="bar", on_seek=to)
        bar.text = ""
        return self.page(Row([Text("Tone", weight=1), Text(f"{round(self.v * 10)}")]), bar)
"""

TIMES = [
    ("twelve", "7:30 PM", {"h": 7, "m": 30, "half": 1}),
    ("twelve", "19:30", {"h": 7, "m": 30, "half": 1}),
    ("twelve", "0:15", {"h": 12, "m": 15, "half": 0}),
    ("twelve", "7 pm", {"h": 7, "m": 5, "half": 1}),
    ("chinese", "下午7:30", {"h": 7, "m": 30, "half": 1}),
    ("chinese", "12:00", {"h": 12, "m": 0, "half": 1}),
    ("from_zero", "12:10 PM", {"h": 0, "m": 10, "half": 1}),
    ("carrying", "9:00", {"h": 9, "m": 0}),
]
DATES = [
    ("dated", "3 March 2027", {"y": 2027, "mo": 3, "d": 3}),
    ("dated", "12/25/2026", {"y": 2026, "mo": 12, "d": 25}),
    ("dated", "May 7", {"y": 2026, "mo": 5, "d": 7}),
    ("german", "24. Dezember 2027", {"y": 2027, "mo": 12, "d": 24}),
    ("german", "3.4.2027", {"y": 2027, "mo": 4, "d": 3}),
    ("units", "2027年3月31日", {"y": 2027, "mo": 3, "d": 31}),
    ("units", "2027-02-01 08:15", {"y": 2027, "mo": 2, "d": 1, "h": 8, "m": 15}),
    ("numbers", "2027-02-01", {"y": 2027, "mo": 2, "d": 1}),
    ("named", "2027-02-01", {"y": 2027, "mo": 2, "d": 1}),
]


def held(scene, names):
    state = scene.phone.state()["changing"]
    return {name: state[name] for name in names}


def wheel(scene, action, at=1, **begun):
    """Let a model set the wheel with this number from the left; return its step."""
    scene.change(**begun)
    screen = scene.device.capture()
    wheels = sorted((each for each in screen.elements if each.role == "NumberPicker"), key=lambda each: each.bounds)
    (step,) = scene.take(action.replace("WHEEL", str(wheels[at - 1].mark)))
    return step


@pytest.mark.parametrize(("name", "value", "wanted"), [*TIMES, *DATES])
def test_a_whole_date_or_time_is_set_by_any_of_its_wheels(stage, name, value, wanted):
    scene = stage(name)
    begun = {"m": 59} if name == "carrying" else {}
    step = wheel(scene, f'set(WHEEL, "{value}")', at=2, **begun)
    assert (step.outcome, held(scene, wanted)) == ("done", wanted), step.reason


BEGUN = {"h": 9, "m": 5, "half": 0, "y": 2026, "mo": 11, "d": 15}


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("late", "2035-03-03", 'the wheel of the year: it has no "2035" among "2026" to "2030"'),
        ("without_half", "7:30 PM", 'the wheel of the hour: it has no "19" among "1" to "12"'),
        ("timed", "7:30", "cannot be told to be just its parts"),
        ("only_month", "3 March 2027", "cannot be told to be just its parts"),
        ("dated", "03/04/05", "has no"),
    ],
)
def test_all_wheels_are_as_before_if_one_cannot_get_its_part(stage, name, value, why):
    scene = stage(name)
    step = wheel(scene, f'set(WHEEL, "{value}")')
    assert (step.outcome in ("part", "failed"), held(scene, BEGUN)) == (True, BEGUN), step.reason
    assert why in step.reason, step.reason


def test_days_and_months_that_look_alike_are_not_guessed(stage):
    scene = stage("numbers")
    step = wheel(scene, 'set(WHEEL, "2027-02-01")', d=5)
    assert (step.outcome, held(scene, ["d", "mo"])) == ("failed", {"d": 5, "mo": 11}), step.reason


@pytest.mark.parametrize(
    ("name", "value", "begun", "why"),
    [
        ("hundred", "two", {"d": 50}, 'it takes a number, such as "50", not "two"'),
        ("hundred", "200", {"d": 50}, 'it has no "200" among "00" to "99"; it is back at "50"'),
        ("hundred", "200", {"d": 99}, 'it has no "200" among "00" to "99"'),
        ("low_wheel", "60", {"d": 20}, 'it ends at "39" and has no "60"; it is back at "20"'),
        ("towns", "Paris", {"d": 3}, 'it has no "Paris"; it has Ulm, Bonn, Kiel, Trier'),
    ],
)
def test_a_wheel_without_the_value_is_where_it_was(stage, name, value, begun, why):
    scene = stage(name)
    step = wheel(scene, f'set(WHEEL, "{value}")', **begun)
    assert held(scene, begun) == begun, step.reason
    assert why in step.reason, step.reason
    assert step.outcome == ("part" if "back" in step.reason else "failed")


@pytest.mark.parametrize(
    ("name", "value", "share", "why"),
    [
        ("volume", "0.25", 0.8, "it is back at"),
        ("points", "90 pt", 0.8, 'it ends at 30; it is back at "26 pt"'),
        ("bare", "33", 0.8, 'it ends at 10; it is back at "8"'),
        ("bare", "loud", 0.8, 'it takes a number, from "0" on, not "loud"'),
        ("volume", "loud", 0.8, "nothing tells where"),
        ("tenths", "30%", 0.3, 'it shows "3", at 30% of its length'),
        ("points", "50%", 0.5, 'it shows "20 pt", at 50% of its length'),
        ("points", "11 pt", 0.05, 'it shows "11 pt"'),
    ],
)
def test_a_slider_shows_the_value_or_is_where_it_was(stage, name, value, share, why):
    scene = stage(name)
    (step,) = scene.take(f'set({{SeekBar}}, "{value}")')
    assert held(scene, ["v"])["v"] == pytest.approx(share, abs=0.004), step.reason
    assert why in step.reason, step.reason


@pytest.mark.parametrize("name", ["grid", "begins"])
def test_a_calendar_without_buttons_takes_the_day_at_once(stage, name):
    scene = stage(name)
    (step,) = scene.take('set({15}, "2026-11-20")')
    assert (step.outcome, held(scene, ["d"])["d"]) == ("done", 20), step.reason
