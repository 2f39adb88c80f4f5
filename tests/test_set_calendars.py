"""set chooses a date in a calendar: it turns the months, taps the day, and accepts the dialog."""

import re

import pytest

pytestmark = pytest.mark.slow
SIZE = (540, 1200)  # px

SCENES = """
    LOOKS = {
        # title of a month, first day of the week, dialog's buttons, what the row says, words or ids of the arrows
        "english": ("{name} {year}", 6, ("Cancel", "OK"), "{day} {name}", "id"),
        "german": ("{name} {year}", 0, ("Abbrechen", "OK"), "{day}. {name} {year}", ""),
        "japanese": ("{year}年{month}月", 6, ("キャンセル", "OK"), "{month}月{day}日", ""),
        "numbers": ("{month:02}/{year}", 0, ("Annuler", "OK"), "{day:02}.{month:02}.{year}", "words"),
        "swiped": ("{name} {year}", 0, ("Cancel", "OK"), "{name} {day}, {year}", None),
        "described": ("", 6, ("Cancel", "OK"), "{name} {day}, {year}", "words"),
        "mirrored": ("{name} {year} ▾", 6, ("Cancel", "OK"), "{name} {day}, {year}", "turned"),
    }

    def begin(self):
        self.scene, self.later, self.did, self.ticks = "", False, [], 0
        self.date, self.shown, self.picked, self.kind = [2026, 11, 24], [2026, 11], [], ""
        self.closed_until, self.also, self.stays = 0, None, False

    def names(self):
        if self.kind == "german":
            return "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()
        return "January February March April May June July August September October November December".split()

    def said(self, form, year, month, day=0):
        return form.format(year=year, month=month, day=day, name=self.names()[month - 1])

    def __getattr__(self, name):
        if name in self.LOOKS:
            return lambda: self.form(name)
        raise AttributeError(name)

    def form(self, kind):
        self.kind = kind
        words = [Text("Collect on"), Text(self.said(self.LOOKS[kind][3], *self.date))]
        return self.page(Column(words, on_tap=self.start, pad=16.0, id="row"))

    def start(self):
        self.shown, self.picked = self.date[:2], self.date
        self.ask(self.sheet)

    def turn(self, by):
        at = self.shown[0] * 12 + self.shown[1] - 1 + by
        self.shown = [at // 12, at % 12 + 1]

    def head(self):
        form, _, _, _, named = self.LOOKS[self.kind]
        if named is None:
            return [Text(self.said(form, *self.shown))]
        def arrow(icon, by, words, id):
            more = {"desc": words} if named == "words" else {"id": id} if named == "id" else {}
            return IconButton(icon, on_tap=lambda: self.turn(-by if named == "turned" else by), **more)
        back, on = arrow("back", -1, "Previous month", "prev"), arrow("forward", 1, "Next month", "next")
        title = Text(self.said(form, *self.shown), weight=1)
        return [Row([title, back, on] if named == "id" else [back, title, on])]

    def sheet(self):
        from calendar import Calendar
        from appagent.phone.app import Dialog
        year, month = self.shown
        dates = list(Calendar(self.LOOKS[self.kind][1]).itermonthdates(year, month))
        def cell(date):
            own, to = date.month == month, [date.year, date.month, date.day]
            desc = f"{self.names()[date.month - 1]} {date.day}, {date.year}" if self.kind == "described" else ""
            free, chosen = own and date.day > self.closed_until, to in (self.picked, self.also)
            return Button(str(date.day), pad=4, enabled=free, selected=chosen, desc=desc,
                          on_tap=lambda: setattr(self, "picked", to))
        days = Grid([cell(date) for date in dates], columns=7)
        if self.LOOKS[self.kind][4] is None:
            days = Column([days], on_scroll=lambda up: self.turn((up > 0) - (up < 0)))
        no, yes = self.LOOKS[self.kind][2]
        buttons = Row([Button(no, on_tap=self.close), Button(yes, on_tap=self.agree)])
        return Dialog(Column([*self.head(), days, buttons]))

    def agree(self):
        self.date = self.picked
        if not self.stays:
            self.close()
"""


@pytest.mark.parametrize(
    ("name", "value", "date"),
    [
        ("english", "2026-12-03", [2026, 12, 3]),
        ("english", "31 October 2026", [2026, 10, 31]),
        ("german", "24. Dezember 2027", [2027, 12, 24]),
        ("japanese", "2027年2月28日", [2027, 2, 28]),
        ("numbers", "2026-09-01", [2026, 9, 1]),
        ("described", "Dec 31", [2026, 12, 31]),
        ("mirrored", "2027-01-06", [2027, 1, 6]),
        ("swiped", "2027-01-31", [2027, 1, 31]),
    ],
)
def test_a_row_gets_its_date_in_the_calendar_that_it_opens(stage, name, value, date):
    scene = stage(name)
    mark = next(each.mark for each in scene.device.capture().elements if each.resource_id.endswith("row"))
    (step,) = scene.take(f'set({mark}, "{value}")')
    assert (step.outcome, scene.phone.state()["changing"]["date"]) == ("done", date), step.reason


@pytest.mark.parametrize(
    ("name", "value", "state", "why"),
    [
        ("german", "20 Jan 27", {}, "no date that it understands, or may be several; write it as in 2026-11-24"),
        ("german", "2029-01-05", {}, "its calendar shows 2026-11, which is 26 months away"),
        ("english", "2026-12-03", {"closed_until": 28}, "shows 2026-12, where 3 cannot be chosen; it has 29, 30, 31"),
        ("english", "2026-12-03", {"also": [2026, 11, 26]}, "for several days, 2026-11-24, 2026-11-26"),
    ],
)
def test_what_a_calendar_cannot_take_is_told_and_its_dialog_closed(stage, name, value, state, why):
    scene = stage(name)
    scene.change(**state)
    mark = next(each.mark for each in scene.device.capture().elements if each.resource_id.endswith("row"))
    (step,) = scene.take(f'set({mark}, "{value}")')
    assert (step.outcome, why in step.reason) == ("part", True), step.reason
    assert (scene.device.capture().front.kind, scene.phone.state()["changing"]["date"]) == ("app", [2026, 11, 24])


@pytest.mark.parametrize(
    ("name", "words", "value", "stays", "ended", "date"),
    [
        ("numbers", "22", "2027-01-06", False, "done", [2027, 1, 6]),
        ("german", "15", "2027-01-06", False, "done", [2027, 1, 6]),
        ("german", "15", "6.1", False, "failed: .*no date that it understands", [2026, 11, 24]),
        ("german", "15", "2026-11-03", True, "part: .*but the calendar is still open", [2026, 11, 3]),
    ],
)
def test_a_calendar_that_is_open_takes_a_date_by_any_of_its_days(stage, name, words, value, stays, ended, date):
    scene = stage(name)
    scene.change(shown=[2026, 11], picked=[2026, 11, 24], stays=stays)
    scene.open("sheet")
    (step,) = scene.take(f'set({{{words}}}, "{value}")')
    assert re.match(ended, f"{step.outcome}: {step.reason}"), step.reason
    assert scene.phone.state()["changing"]["date"] == date
