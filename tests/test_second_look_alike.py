"""Test the last look where something else has come that looks much alike: another number, person, dialog or icon."""

import pytest

pytestmark = pytest.mark.slow

SCENES = """
    def times(self):
        return ["06:00", "07:00", "08:00", "09:00"][self.later:][:3]

    def slots(self):
        return self.page(List([self.row(time) for time in self.times()], id="list"))

    def alarms(self):
        rows = [Row([Text(time, weight=1), self.button_of("Delete", time)]) for time in self.times()]
        return self.page(List(rows, id="list"))

    def button_of(self, words, whose, **more):
        return Button(words, on_tap=self.do(f"{words} {whose}"), **more)

    def zoom(self):
        return self.page(self.button("Zoom to 90 %" if self.later else "Zoom to 10 %", id="zoom"))

    def one_row(self):
        return self.page(List([Row([Text(self.whose(), weight=1), self.button_of("Delete", self.whose())])], id="list"))

    def one_alarm(self):
        time = self.times()[0]
        return self.page(List([Row([Text(time, weight=1), self.button_of("Delete", time)])]))

    def one_icon(self):
        icon = IconButton("trash", on_tap=self.do(self.whose()), id="act")
        return self.page(List([Row([Text(self.whose(), weight=1), icon])], id="list"))

    def to_field(self):
        return self.page(Field(self.whose(), id="to", hint="To"), self.button_of("Send", self.whose()))

    def to_chip(self):
        chip = self.button_of(self.whose(), "chip")
        return self.page(Row([Text("To"), chip]), self.button_of("Send", self.whose()))

    def timer(self):
        left = self.counting("04:{}", 59, -1)
        return self.page(List([Row([Text(left, weight=1), self.button("Pause")])]))

    def basket(self):
        return self.page(self.button("Add 100 to basket" if self.later else "Add 1 to basket", id="add"))

    def whose(self):
        return "Bo" if self.later else "Ana"

    def calling(self):
        voice = [self.button_of(words, self.whose(), id=words.lower()) for words in ("Voice", "Video", "Block")]
        return Column([toolbar(self.whose()), Text("Hello"), *voice])

    def paying(self):
        to = [Text(self.whose(), id="payee"), Text("50.00")]
        return self.page(Text("To"), *to, self.button_of("Continue", self.whose()))

    def sure(self):
        return alert("Are you sure?", f"{self.whose()} hears of it.", self.button_of("Yes", self.whose()))

    def symbol(self):
        name = "trash" if self.later else "star"
        return self.page(Row([IconButton(name, on_tap=self.do(name), id="act"), Text("Report", weight=1)]))

    def pictures(self):
        names = ["trash", "star", "camera", "music"][self.later:][:3]
        return self.page(Row([IconButton(name, on_tap=self.do(name)) for name in names]))

    def retry(self):
        return self.page(self.button(f"Try again in {20 if self.later else 21} s"), self.button("Other"))

    def uploading(self):
        percent = "45 %" if self.later else "12 %"
        return self.page(Row([Text(f"Sent {percent}", weight=1), self.button("Stop")]))

    def card(self):
        said = [Text("Suggested for you"), Text(self.whose(), id="who"), Text(f"{self.whose()} was here", id="said")]
        return self.page(Column([*said, self.button_of("Like", self.whose())], on_tap=self.do("card")))

    def feed(self):
        above, photo = (20.0, 120.0) if self.later else (60.0, 80.0)
        bar = Row([self.button_of("Like", self.whose()), self.button("Share")])
        said = Text(f"{self.whose()} was here")
        return self.page(Scroll([Space(height=above), Text(self.whose()), Space(height=photo), said, bar]))

    def total(self):
        return self.page(Text("900.00" if self.later else "9.00"), self.button("Continue"))

    def ticker(self):
        return self.page(Text(self.counting("9{}.20", 10)), self.button("Chart"))

    def tip(self):
        return self.page(self.row("Volume 90%" if self.later else "Volume 10%"))

    def book(self):
        return self.page(self.button("Book 09:30" if self.later else "Book 09:00"))

    def wait_for(self):
        return self.page(self.button(self.counting("Skip 0:{}", 59, -1), id="skip"))

    def bare(self):
        return self.page(Text("900.00" if self.later else "9.00"), self.button("Pay"))

    def bill(self):
        total = Row([Text("Total", weight=1), Text("900.00" if self.later else "9.00")])
        return self.page(List([Row([Text("Pears")]), total], id="list"), self.button("Pay"))

    def chosen(self):
        return self.page(Text(f"{200 if self.later else 2} files selected"), self.button("Delete"))

    def account(self):
        return self.page(Text("DE 1234 9999" if self.later else "DE 1234 5678"), self.button("Send"))

    def everybody(self):
        box = CheckBox(self.later, text="To everybody", on_tap=self.do("everybody"), id="all")
        return self.page(box, self.button("Send now"))

    def invoice(self):
        row = Row([Text("Invoice", weight=1), Text(self.whose()), self.button_of("Delete", self.whose())])
        return self.page(List([row], id="list"))

    def parcel(self):
        return self.page(Text(self.counting("Elapsed {} s", 2)), self.button("Send"))

    def draft(self):
        return self.page(Field("a long letter" if self.later else "", id="note", hint="Note"))

    def unread(self):
        return self.page(self.row("Ana, 4 unread" if self.later else "Ana, 3 unread"))

    def noon(self):
        return self.page(self.row("Clock 1:00" if self.later else "Clock 12:59"))

    def likes(self):
        return self.page(self.button(self.counting("Like {}", 12), id="like"))

    def post(self):
        return self.page(self.row("Bo, 4 min ago" if self.later else "Bo, 3 min ago"))
"""


def taken(scene, action):
    (step,) = scene.take(action, lambda: scene.change(later=True))
    return scene.did, step.outcome


@pytest.mark.parametrize(("row", "done"), [("08:00", (["08:00"], "done")), ("06:00", ([], "stale"))])
def test_a_row_told_by_its_time_alone_is_followed_or_left_alone(stage, row, done):
    assert taken(stage("slots"), f"tap({{{row}}})") == done


@pytest.mark.parametrize(("mark", "done"), [(2, (["Delete 07:00"], "done")), (1, ([], "stale"))])
def test_a_button_is_hit_in_its_own_row_where_rows_are_told_by_their_times(stage, mark, done):
    assert taken(stage("alarms", allow=frozenset({"delete"})), f"tap({mark})") == done


@pytest.mark.parametrize(
    ("scene", "words"),
    [("zoom", "Zoom to 10 %"), ("basket", "Add 1 to basket"), ("tip", "Volume 10%"), ("book", "Book 09:00")],
)
def test_what_says_another_number_is_not_touched(stage, scene, words):
    assert taken(stage(scene), f"tap({{{words}}})") == ([], "stale")


@pytest.mark.parametrize(
    ("scene", "words"),
    [("calling", "Voice"), ("paying", "Continue"), ("card", "Like"), ("feed", "Like"), ("total", "Continue")],
)
def test_a_button_on_another_persons_page_is_not_touched(stage, scene, words):
    assert taken(stage(scene), f"tap({{{words}}})") == ([], "stale")


DEEDS = frozenset({"pay", "send", "delete"})


@pytest.mark.parametrize(
    ("scene", "words"),
    [
        ("bare", "Pay"),
        ("bill", "Pay"),
        ("chosen", "Delete"),
        ("account", "Send"),
        ("everybody", "Send now"),
        ("invoice", "Delete"),
    ],
)
def test_nothing_is_done_to_another_amount_account_or_choice_than_was_seen(stage, scene, words):
    assert taken(stage(scene, allow=DEEDS), f"tap({{{words}}})") == ([], "stale")


def test_a_deed_waits_for_no_countdown(stage):
    assert taken(stage("parcel", allow=DEEDS), "tap({Send})") == (["Send"], "done")


@pytest.mark.parametrize("action", ['text("milk", {Note}, clear=true)', "clear({Note})", 'append("milk", {Note})'])
def test_nothing_is_typed_over_what_came_into_a_field_meanwhile(stage, action):
    scene = stage("draft")
    (step,) = scene.take(action, lambda: scene.change(later=True))
    assert (step.outcome, '"a long letter"' in step.reason) == ("stale", True)


def test_a_dialog_that_says_something_else_under_its_title_is_not_answered(stage):
    scene = stage("zoom", ask=lambda found, words: True)
    scene.open("sure")
    (step,) = scene.take("tap({Yes})", lambda: scene.open("sure") or scene.change(later=True))
    assert (scene.did, step.outcome) == ([], "stale")


@pytest.mark.parametrize(
    ("scene", "action"), [("one_row", "tap({Delete})"), ("one_alarm", "tap({Delete})"), ("one_icon", "tap(1)")]
)
def test_a_button_in_the_only_row_is_not_touched_once_the_row_is_anothers(stage, scene, action):
    scene = stage(scene, allow=frozenset({"delete"}))
    (step,) = scene.take(action, lambda: scene.change(later=True))
    assert (scene.did, step.outcome) == ([], "stale")


@pytest.mark.parametrize("scene", ["to_field", "to_chip"])
def test_nothing_is_sent_to_another_person_than_the_page_named(stage, scene):
    scene = stage(scene, allow=frozenset({"send"}))
    (step,) = scene.take("tap({Send})", lambda: scene.change(later=True))
    assert (scene.did, step.outcome) == ([], "stale")


def test_an_icon_that_has_become_another_is_not_touched(stage):
    scene = stage("symbol", allow=frozenset({"delete"}))
    (step,) = scene.take("tap(1)", lambda: scene.change(later=True))
    assert (scene.did, step.outcome) == ([], "stale")
    assert "looks otherwise now" in step.reason


def test_a_picture_that_moved_away_is_not_mistaken_for_the_next(stage):
    assert taken(stage("pictures"), "tap(2)") == ([], "stale")


@pytest.mark.parametrize(
    ("scene", "words"),
    [
        ("retry", "Try again"),
        ("uploading", "Stop"),
        ("timer", "Pause"),
        ("post", "Bo"),
        ("ticker", "Chart"),
        ("wait_for", "Skip"),
        ("unread", "Ana"),
        ("noon", "Clock"),
        ("likes", "Like"),
    ],
)
def test_a_countdown_a_share_and_an_age_hold_nothing_up(stage, scene, words):
    did, outcome = taken(stage(scene), f"tap({{{words}}})")
    assert (len(did), outcome) == (1, "done")
