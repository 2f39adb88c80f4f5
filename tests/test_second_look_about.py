"""Test that a tap is held up once what it is about, a row, a card, a photo or a page, has become another's."""

import pytest
from scene_pictures import SKETCH

from appagent.phone import Phone

pytestmark = pytest.mark.slow

SCENES = (
    SKETCH
    + """
    def whose(self): return self.now("Ana", "Bo")

    def cell(self, kind): return Frame([self.photo(kind), self.sign("more", "More", f"more {kind}")], height=120.0)

    def sign(self, name, words, what): return IconButton(name, desc=words, on_tap=self.do(what))

    # photographs

    def photos(self):
        shown = [self.photo(n + self.later, on_tap=self.do(n + self.later)) for n in range(6)]
        return self.page(List(shown, columns=3, id="photos"))

    def one_cell(self): return self.page(self.cell(self.later))

    def viewer(self):
        turn = lambda: setattr(self, "later", True)
        buttons = [self.button("Info"), self.button("Edit"), Button("Next", on_tap=turn)]
        return Column([toolbar("Photo"), self.photo(self.later, 300.0, id="photo"), Row(buttons)])

    def viewer_over(self):
        bar = Row([self.button("Info"), self.button("Edit")])
        return Frame([self.photo(self.later, "fill", id="photo"), bar], height="fill")

    def pager(self):
        photo = Column([self.photo(self.later, 300.0)])
        return Column([toolbar("Gallery"), List([photo], id="pager"), self.button("Info")])

    def grounded(self):
        text = Text(self.now("10:08", "10:09"), size=60)
        return Frame([self.photo(3, "fill"), Column([text, self.button("Info")])], height="fill")

    # films and players

    def film(self):
        return Column([toolbar("Film"), self.moving(300.0), Row([self.button("Info"), self.button("Edit")])])

    def film_itself(self):
        return Column([toolbar("Film"), self.moving(300.0, on_tap=self.do("film")), self.button("Info")])

    def playing(self, kind):
        bar = Row([self.sign("play", "Play", "play"), self.button("Lyrics")])
        return Column([toolbar("Playing"), self.photo(kind, 220.0), Text(self.counting("2:{}", 10)), Text("Song"),
                       Bar(self.now(0.2, 0.21)), bar])

    def player(self): return self.playing(self.later)

    def same_song(self): return self.playing(0)

    def slides(self): return Column([toolbar("Slides"), self.photo(self.ticks, 300.0), self.button("Info")])

    # cards

    def suggested(self):
        return self.page(Column([Text("Suggested for you"), Text(self.whose())], on_tap=self.do("card")))

    def post(self):
        bar = Row([self.button("Like"), self.button("Share")])
        return self.page(List([Column([Text("Suggested"), Text(self.whose()), self.photo(0, 80.0), bar])], id="feed"))

    def photo_post(self):
        bar = Row([self.button("Like"), self.button("Share")])
        return self.page(List([Column([self.photo(self.later, 100.0), bar])], id="feed"))

    def invoices(self):
        names = ["Ana", self.now("Bo", "Zed"), "Cy"]
        told = [Column([Text("Invoice"), Text(name)], width=150.0) for name in names]
        opens = [Button("Open", on_tap=self.do(name)) for name in names]
        return self.page(List([Row(each) for each in zip(told, opens)], id="list"))

    def invoice(self):
        row = Row([Column([Text("Invoice"), Text(self.whose())], width=150.0), self.button("Open")])
        return self.page(List([row], id="list"))

    def chevron(self):
        row = Row([Text(self.whose(), weight=1), IconButton("forward", on_tap=self.do("go"))])
        return self.page(Row([Text("Someone"), row]))

    def saved(self):
        card = Column([Text("Ana"), Text(self.now("Updated just now", "Updated 1 minute ago")), self.button("Details")])
        return self.page(Column([card], on_tap=self.do("card")))

    # lists

    def chat(self, *rows):
        return self.page(List([
            Row([Column([Text(name), Text(said)], width=150.0), self.sign("phone", "Mute", name)], on_tap=self.do(name))
            for name, said in rows
        ], id="list"))

    def reordered(self):
        rows = [("Ana", "See you"), ("Bo", "Hi"), ("Cy", self.now("Fine", "New one"))]
        return self.chat(*(rows[2:] + rows[:2] if self.later else rows))

    def preview(self):
        return self.chat(("Ana", self.now("See you", "Where are you?")), ("Bo", "Hi"), ("Cy", "Fine"))

    def buses(self):
        came = (("Airport", self.now("3 min", "2 min")), ("Zoo", self.now("due", "9 min")), ("Old Town", "12 min"))
        rows = [(Column([Text(to), Text(at)], width=150.0), Button("Track", on_tap=self.do(to))) for to, at in came]
        return self.page(List([Row(row) for row in rows], id="list"))

    # seats, days, quantities

    def seats(self):
        named = [f"{n}{c}" for n in (1, 2) for c in "ABCD"]
        return self.page(Grid([Button(n, on_tap=self.do(n), enabled=not (self.later and "B" in n)) for n in named]))

    def days(self): return Grid([Button(str(n), on_tap=self.do(n)) for n in range(1, 29)], columns=7)

    def month(self): return Column([toolbar(self.now("May 2026", "June 2026")), self.days()])

    def month_below(self): return Column([toolbar("Calendar"), Text(self.now("May 2026", "June 2026")), self.days()])

    def day(self):
        slots = [self.button("09:00"), self.button("10:00")]
        return self.page(Text(self.now("Mon, 12 May", "Tue, 13 May")), Row(slots))

    def stepper(self):
        row = Row([Text("Adults", weight=1), self.button("-"), Text("2"), self.button("+")])
        return self.page(row, Text(self.now("10:08", "10:09")))

    # other scripts, web pages, very long pages

    def arabic(self): return self.page(Text(self.now("منذ ٣ دقائق", "منذ ٤ دقائق")), self.button("فتح"))

    def web(self, said):
        more = [Text(f"Paragraph {n} of it") for n in range(60)]
        return Web([Text("Daily news"), Text(said), self.button("Read more"), *more])

    def article(self): return self.web(self.now("The long article on pears", "A short note on plums"))

    def read(self): return self.web(self.now("1,204 views", "1,305 views"))

    # pages that are meant as a whole

    def names(self):
        shown = self.now(("Ana", "Bo", "Cy"), ("Pears", "Plums", "Figs"))
        return Column([toolbar("All"), List([self.row(name) for name in shown * 5], id="list")])

    def one_more(self):
        return self.page(List([self.row(n) for n in ("Ana", "Bo", "Cy", "Di")[not self.later:]], id="list"))

    def asking(self, *words): return menu(self, *[(each, self.do(each)) for each in words])

    def form(self, label, **more):
        field = Field("", id="f", on_change=self.setter("pin"), on_submit=self.do("enter"), **more)
        return Column([toolbar("Form"), *[Text(label)] * bool(label), field])

    def labelled(self): return self.form(self.now("Your name", "Your street"))

    def hinted(self): return self.form("", hint=self.now("Name", "Search"))
"""
)

OTHERS = [
    ("photos", "tap(2)"),
    ("one_cell", "tap({More})"),
    ("viewer", "tap({Info})"),
    ("viewer_over", "tap({Info})"),
    ("pager", "tap({Info})"),
    ("player", "tap({Lyrics})"),
    ("suggested", "tap({Suggested})"),
    ("post", "tap({Like})"),
    ("photo_post", "tap({Like})"),
    ("invoices", "tap(2)"),
    ("invoice", "tap({Open})"),
    ("chevron", "tap(1)"),
    ("seats", "tap({1B})"),
    ("month", "tap({12})"),
    ("month_below", "tap({12})"),
    ("day", "tap({09:00})"),
    ("article", "tap({Read more})"),
]
SAME = [
    ("grounded", "tap({Info})"),
    ("film", "tap({Info})"),
    ("film_itself", "tap(1)"),
    ("same_song", "tap({Lyrics})"),
    ("saved", "tap({Details})"),
    ("preview", "tap({Mute})"),
    ("buses", "tap(1)"),
    ("reordered", "tap(2)"),
    ("invoices", "tap(1)"),
    ("seats", "tap({1A})"),
    ("stepper", "tap({+})"),
    ("arabic", "tap({فتح})"),
    ("read", "tap({Read more})"),
]


@pytest.mark.parametrize(("scene", "action"), OTHERS)
def test_nothing_is_touched_that_is_about_something_else_by_now(stage, scene, action):
    scene = stage(scene)
    (step,) = scene.take(action, lambda: scene.change(later=True))
    assert (scene.did, step.outcome) == ([], "stale"), step.reason


@pytest.mark.parametrize(("scene", "action"), OTHERS[::5])
def test_what_has_not_changed_is_touched(stage, scene, action):
    scene = stage(scene)
    (step,) = scene.take(action)
    assert (len(scene.did), step.outcome) == (1, "done"), step.reason


@pytest.mark.parametrize(("scene", "action"), SAME)
def test_what_goes_on_around_it_holds_nothing_up(stage, scene, action):
    scene = stage(scene)
    (step,) = scene.take(action, lambda: scene.change(later=True))
    assert (len(scene.did), step.outcome) == (1, "done"), step.reason


def test_a_call_that_was_meant_for_the_photo_before_is_left_out(stage):
    scene = stage("viewer")
    scene.take("tap({Next})\ntap({Info})")
    assert scene.did == []
    assert '"Info" belongs to another picture now' in scene.prompts[1]


def test_large_pictures_that_turn_hold_up_a_tap_until_the_agent_was_told_and_chose(stage):
    scene, turns = stage("slides"), iter(range(1, 9))
    steps = scene.take("tap({Info})", lambda: scene.change(ticks=next(turns)), *["tap({Info})"] * 4)
    assert [step.outcome for step in steps] == ["stale", "stale", "stale", "done", "stale"]
    assert "That is 3 times now: do it again only if it does not matter which is shown" in steps[2].reason


@pytest.mark.parametrize("action", ['swipe("up")', 'swipe("up", {Ana})', "back()"])
def test_neither_finger_nor_key_is_meant_for_another_page(stage, action):
    scene = stage("names")
    before = len(scene.phone.taps())
    (step,) = scene.take(action, lambda: scene.change(later=True))
    assert (len(scene.phone.taps()), step.outcome) == (before, "stale"), step.reason


@pytest.mark.parametrize("action", ['swipe("up")', "back()"])
def test_a_row_more_makes_no_other_page(stage, action):
    scene = stage("one_more")
    (step,) = scene.take(action, lambda: scene.change(later=True))
    assert step.outcome == "done", step.reason


@pytest.mark.parametrize(
    ("scene", "action"),
    [("labelled", 'text("milk", 1)'), ("hinted", 'text("milk", 1, enter=true)'), ("labelled", 'text("milk")')],
)  # fmt: skip
def test_nothing_is_typed_into_a_field_that_asks_for_something_else(stage, scene, action):
    scene = stage(scene)
    (step,) = scene.take(action, lambda: scene.change(later=True))
    assert (scene.did, held(scene.phone), step.outcome) == ([], "", "stale"), step.reason


@pytest.mark.parametrize("comes", [("Blue", "Red"), ()])
def test_back_is_not_meant_for_another_menu_or_none(stage, comes):
    scene = stage("names")
    scene.open("asking", "Share", "Copy")

    def other():
        scene.phone.press("back")
        if comes:
            scene.open("asking", *comes)

    (step,) = scene.take("back()", other)
    assert step.outcome == "stale", step.reason


def held(phone: Phone) -> object:
    """Return what the form's field holds."""
    return phone.state()["changing"]["pin"]  # type: ignore[index]
