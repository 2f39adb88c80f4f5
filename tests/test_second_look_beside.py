"""Test the last look where what stands beside the target comes, goes, is chosen otherwise, or is told by a picture."""

import pytest
from scene_pictures import SKETCH

pytestmark = pytest.mark.slow

SCENES = (
    SKETCH
    + """
    def whose(self): return self.now("Ana", "Bo")

    def open(self, what="Open", **more): return Button(what, on_tap=self.do(what), **more)

    # what is chosen

    def radios(self):
        kinds = [Radio(on, text=words, on_tap=self.do(words)) for words, on in
                 (("Standard", not self.later), ("Express", self.later))]
        return self.page(*kinds, self.open("Details"))

    def tabbed(self):
        return Column([toolbar("Mail"), tabs(["Inbox", "Sent"], int(self.later), lambda n: None), self.open("Sort")])

    def ticked(self):
        rows = [Row([Text(name, weight=1), CheckBox(on)], on_tap=self.do(name)) for name, on in
                (("Ana", not self.later), ("Bo", self.later), ("Cy", False))]
        return self.page(List(rows, id="list"), self.open("Info"))

    def asking(self):
        rows = [Radio(n == self.later, text=words, on_tap=do_nothing) for n, words in enumerate(("Bell", "Bird"))]
        return alert("Tone", "", self.open("OK"), body=rows)

    # another value in something of the target's own class

    def pair(self, values, act, **more):
        return self.page(self.open(self.now(*values), **more), self.open(act))

    def to_two(self): return self.pair(("To: Ana", "To: Bo"), "Submit", id="to")

    def files(self): return self.pair(("Delete 1 file", "Delete 9 files"), "OK", id="what")

    def route(self): return self.pair(("Berlin to Rome", "Berlin to Oslo"), "Continue")

    def plan(self): return self.pair(("Monthly plan", "Yearly plan"), "Start")

    def currency(self): return self.pair(("EUR", "USD"), "Convert")

    def price(self): return self.pair(("Plan $5", "Plan $9"), "Start")

    def numbered(self): return self.pair(("Room 3", "Room 4"), "Unlock")

    def icon_pair(self):
        icons = [("person", f"Share with {self.whose()}"), ("check", "Apply")]
        return self.page(*[IconButton(icon, desc=words, id=icon, on_tap=self.do(words)) for icon, words in icons])

    def line(self, words): return Column([Text(words)], on_tap=self.do(words), pad=16.0)

    def rows_two(self): return self.page(self.line(f"To: {self.whose()}"), self.line("Share"))

    def rows_four(self):
        return self.page(*map(self.line, (f"To: {self.whose()}", "Copy: Cy", "From: Di", "Submit")))

    # what changes and is one of several to choose from

    def tabs_two(self): return Column([tabs([self.now("Chats 3", "Chats 4"), "Calls"], 0, lambda n: None), self.line("Ana")])

    def player(self):
        icons = [("back", "Previous"), ("pause", self.now("Pause", "Play")), ("music", "Songs"), ("gear", "Equaliser")]
        return self.page(Row([IconButton(icon, desc=words, id=icon, on_tap=self.do(words)) for icon, words in icons]))

    def replies(self):
        chips = self.now(("Yes", "No", "Later"), ("Fine", "Thanks", "Bye"))
        return self.page(Row([Chip(False, text=words, on_tap=self.do(words)) for words in chips]), self.open("Attach"))

    def rows_of_page(self): return self.page(*map(self.line, (self.now("Wi-Fi: home", "Wi-Fi: off"), "Display", "Sound")))

    def counting_pair(self): return self.pair(("Updating 41%", "Updating 43%"), "Help")

    # what is typed into

    def field(self): return Field(self.pin, id="f", on_change=self.setter("pin"), on_submit=self.do("sent"))

    def chat(self): return Column([toolbar(self.whose(), up=""), Text("Hello"), self.field()])

    def to(self): return Column([Text("Letter"), Row([Text(self.whose()), self.field()])])

    # what comes or goes

    def line_more(self):
        return self.page(Row([Text("Plan", weight=1), *[Text("then yearly")] * self.later, self.open("Try")]))

    def line_less(self):
        return self.page(Row([Text("Plan", weight=1), *[Text("free")] * (not self.later), self.open("Try")]))

    def just_above(self):
        return self.page(Text("Hello"), *[Text("Everybody sees it")] * self.later, self.open("Try"))

    def deed_more(self):
        more = [Text("To everybody as well")] * self.later
        return self.page(Text("Letter"), *more, Space(height=200.0), self.open("Send"))

    # names

    def chip(self):
        return self.page(Row([Chip(True, text=self.whose(), on_tap=self.do("who")), self.open()]))

    def chip_card(self):
        card = Column([Row([Text(self.whose())], on_tap=self.do("who")), Row([self.open(), self.open("More")])])
        return self.page(card, Text("Below"))

    def labelled(self):
        names = ["Pears", "Plums"][:: -1 if self.later else 1]
        return Column([toolbar("Cart"), *[each for name in names for each in (Text(name), Button("Add",
                       on_tap=self.do(name)))]])

    # small pictures

    def payee(self):
        face = avatar(self.whose(), 40.0)
        return self.page(Text("Pay to"), face, Text("50.00"), self.open("Pay"))

    def pictured(self):
        return self.page(Text("Photo of the day"), self.photo(self.later, 60.0, width=110.0), self.open("Like"))

    def captioned(self):
        card = Row([self.photo(self.later, 70.0, width=100.0), Text("A photo", weight=1), self.open("Like")])
        return self.page(card)

    # what is no change

    def typing(self): return self.page(*[Text("Ana is typing…")] * self.later, self.open("Send"))

    def saved(self): return self.page(Text(self.now("Saving...", "Saved")), self.open("Send"))

    def unread(self): return self.page(Text(self.now("1 new message", "2 new messages")), self.open("Details"))

    def unread_far(self):
        return self.page(Text(self.now("1 new message", "2 new messages")), Space(height=200.0), self.open("Send"))

    def uploading(self): return self.page(Text(self.counting("Uploading {} of 140", 12)), Space(height=200.0), self.open("Send"))

    def below(self):
        return self.page(self.open("Info"), Space(height=200.0), *[Text("You are online")] * self.later)

    def keys(self):
        named = [*"123", self.now("a", "b")]
        return self.page(Row([Button(key, on_tap=self.do(key)) for key in named]))

    def bar(self):
        return self.page(Text("Song"), Bar(self.now(0.2, 0.3)), self.open("Send"))

    # a message over the bottom of the page

    def over(self, shown):
        rows = [Row([Text(name)], on_tap=self.do(name)) for name in ("Ana", "Bo", "Cy")]
        below = [Space(height=617.0), self.open("Try"), self.open("Send"), *rows]
        bar = [Row([Text("It is kept for later")], background="toast", gravity="bottom", pad=18.0)] * shown
        return Frame([Column([toolbar("Things"), *below], height="fill"), *bar], height="fill")

    def message(self): return self.over(self.later)

    def message_gone(self): return self.over(not self.later)

    # a count that a deed is done with

    def selected(self): return self.page(Text(self.now("1 file selected", "2 files selected")), self.open("Delete"))

    def pages(self): return self.page(Text(self.now("Page 3 of 12", "Page 4 of 12")), self.open("Delete page"))

    def heads(self): return Column([toolbar(self.now("1 chosen", "2 chosen")), Space(height=200.0), self.open("Delete")])
"""  # noqa: E501
)

DEEDS = frozenset({"pay", "send", "delete"})
OTHERS = [
    ("radios", "tap({Details})"),
    ("tabbed", "tap({Sort})"),
    ("ticked", "tap({Info})"),
    ("line_more", "tap({Try})"),
    ("line_less", "tap({Try})"),
    ("just_above", "tap({Try})"),
    ("deed_more", "tap({Send})"),
    ("chip", "tap({Open})"),
    ("chip_card", "tap({More})"),
    ("labelled", "tap(2)"),
    ("to_two", "tap({Submit})"),
    ("files", "tap({OK})"),
    ("route", "tap({Continue})"),
    ("plan", "tap({Start})"),
    ("currency", "tap({Convert})"),
    ("price", "tap({Start})"),
    ("numbered", "tap({Unlock})"),
    ("icon_pair", "tap({Apply})"),
    ("rows_two", "tap({Share})"),
    ("rows_four", "tap({Submit})"),
    ("payee", "tap({Pay})"),
    ("pictured", "tap({Like})"),
    ("captioned", "tap({Like})"),
    ("selected", "tap({Delete})"),
    ("pages", "tap({Delete page})"),
    ("heads", "tap({Delete})"),
    ("unread_far", "tap({Send})"),
]
SAME = [
    ("typing", "tap({Send})"),
    ("saved", "tap({Send})"),
    ("unread", "tap({Details})"),
    ("uploading", "tap({Send})"),
    ("below", "tap({Info})"),
    ("keys", "tap({1})"),
    ("bar", "tap({Send})"),
    ("tabs_two", "tap({Ana})"),
    ("player", "tap({Equaliser})"),
    ("replies", "tap({Attach})"),
    ("rows_of_page", "tap({Display})"),
    ("counting_pair", "tap({Help})"),
]


@pytest.mark.parametrize(("scene", "action"), OTHERS)
def test_what_is_about_something_else_beside_it_is_not_touched(stage, scene, action):
    scene = stage(scene, allow=DEEDS)
    (step,) = scene.take(action, lambda: scene.change(later=True))
    assert (scene.did, step.outcome) == ([], "stale"), step.reason


@pytest.mark.parametrize(("scene", "action"), OTHERS[::5])
def test_what_has_not_changed_is_touched(stage, scene, action):
    scene = stage(scene, allow=DEEDS)
    (step,) = scene.take(action)
    assert (len(scene.did), step.outcome) == (1, "done"), step.reason


@pytest.mark.parametrize(("scene", "action"), SAME)
def test_what_goes_on_beside_it_holds_nothing_up(stage, scene, action):
    scene = stage(scene, allow=DEEDS)
    (step,) = scene.take(action, lambda: scene.change(later=True))
    assert (len(scene.did), step.outcome) == (1, "done"), step.reason


@pytest.mark.parametrize(("scene", "words", "done"), [
    ("message", "Bo", False), ("message", "Ana", True), ("message", "Send", True), ("message_gone", "Send", True),
])  # fmt: skip
def test_a_message_over_the_bottom_holds_up_only_what_lies_under_it(stage, scene, words, done):
    scene = stage(scene, allow=DEEDS)
    (step,) = scene.take(f"tap({{{words}}})", lambda: scene.change(later=True))
    assert (bool(scene.did), step.outcome) == (done, "done" if done else "stale"), step.reason
    assert done or "It is kept for later" in step.reason


@pytest.mark.parametrize(("scene", "said"), [("chat", "Bo"), ("to", "Bo")])
def test_nothing_is_typed_on_anothers_page_once_the_field_was_touched(stage, monkeypatch, scene, said):
    scene = stage(scene, allow=DEEDS)
    perform = scene.device.perform
    monkeypatch.setattr(scene.device, "perform", lambda gesture: (perform(gesture), scene.change(later=True)))
    (step,) = scene.take('text("milk", 1, enter=true)')
    assert (scene.did, said in step.reason) == ([], True), step.reason


@pytest.mark.parametrize("scene", ["chat", "to"])
def test_what_is_typed_on_the_page_that_was_seen_is_sent(stage, scene):
    scene = stage(scene, allow=DEEDS)
    (step,) = scene.take('text("milk", 1, enter=true)')
    assert (scene.did, step.outcome) == (["sent"], "done"), step.reason


@pytest.mark.parametrize(("later", "outcome"), [(False, "done"), (True, "stale")])
def test_ok_is_not_said_to_another_choice(stage, later, outcome):
    scene = stage("below", ask=lambda found, words: True)
    scene.open("asking")
    (step,) = scene.take("tap({OK})", lambda: scene.change(later=later))
    assert (len(scene.did), step.outcome) == (not later, outcome), step.reason


@pytest.mark.parametrize(
    ("action", "later", "outcome"),
    [("enter()", "Wait for me", "stale"), ("enter()", "Wait", "done"), ('text(" more")', "Wait for me", "stale")],
)
def test_no_other_text_is_sent_or_typed_after_than_the_field_held(stage, action, later, outcome):
    scene = stage("chat", allow=frozenset({"send"}))
    scene.change(pin="Wait")
    left, top, *_ = next(one.bounds for one in scene.device.capture().elements if "text" in one.actions)
    scene.phone.tap(left + 5, top + 5)
    (step,) = scene.take(action, lambda: scene.change(pin=later))
    assert (step.outcome, "sent" in scene.did) == (outcome, outcome == "done" and action == "enter()"), step.reason
