"""Test the last look where a number has changed that is part of a name, or that a label beside it says what it is."""

from collections.abc import Callable

import pytest
from changing_app import ChangingScene
from hierarchies import dump, node

from appagent.devices.captures.hierarchy import read_dump
from appagent.screen.finding_again.renamed import names_the_same
from appagent.screen.nodes.windows import SYSTEM
from appagent.step.last_look.moving import Moving

SCENES = """
    def open(self, what="Details"): return Button(what, on_tap=self.do("it"))

    def row_of_one(self): return self.page(List([self.row(self.told()), self.row("Archive")], id="list"))

    def share(self, words):
        return Row([Text(words, weight=1), IconButton("share", on_tap=self.do("share"))], pad=8.0)

    def shared(self): return self.page(List([self.share(self.told()), self.share("Archive")], id="list"))

    def below(self): return self.page(Text("Copies"), Text(self.told()), self.open())

    def beside(self): return self.page(Row([Text("Copies", weight=1), Text(self.told())]), self.open())

    def stepper(self):
        row = Row([Text("Rooms", weight=1), self.button("-"), Text(self.told()), self.button("+")])
        return self.page(row, self.open())

    def two_clocks(self):
        return self.page(Text(self.counting("00:{}", 10)), Space(height=150.0),
                         Text("08:18" if self.later else "08:15"), self.open())
"""
NAMED = [
    ("invoice (4).doc", "invoice (5).doc"), ("2. Akt", "3. Akt"), ("4 GB tarif", "5 GB tarif"), ("2 weeks", "3 weeks"),
    ("06:30", "06:31"), ("8 persons", "9 persons"),
]  # fmt: skip
COUNTED = [
    ("Drafts (3)", "Drafts (4)"), ("Eva, 2 new", "Eva, 3 new"), ("★ 8", "★ 9"), ("Rome 20:01", "Rome 20:02"),
    ("20:01 · Rome", "20:02 · Rome"), ("5 min ago", "6 min ago"), ("Wait 9 s", "Wait 8 s"),
    ("8.07 Uhr", "8.08 Uhr"),
]  # fmt: skip


@pytest.fixture
def stage(stage) -> Callable[..., ChangingScene]:
    """A function that puts a scene on the stage, with the texts that it shows one after the other."""

    def put(scene: str, texts=("",), *, goes: bool = False) -> ChangingScene:
        made = stage(scene)
        made.change(texts=list(texts), goes=goes)
        return made

    return put


def taken(scene: ChangingScene, action: str) -> tuple[bool, str]:
    (step,) = scene.take(action, lambda: scene.change(later=True))
    return bool(scene.did), step.outcome


@pytest.mark.parametrize(("text", "other"), NAMED)
def test_a_number_that_comes_first_or_within_a_word_names(text, other):
    assert not names_the_same(text, other)


@pytest.mark.parametrize(("text", "other"), COUNTED)
def test_a_number_behind_a_name_and_a_time_go_on(text, other):
    assert names_the_same(text, other)


@pytest.mark.slow
@pytest.mark.parametrize("texts", NAMED[::2])
def test_a_row_of_another_number_in_its_name_is_not_touched(stage, texts):
    assert taken(stage("row_of_one", texts), "tap(1)") == (False, "stale")


def test_nor_is_a_button_of_such_a_row(stage):
    assert taken(stage("shared", NAMED[1]), "tap(1)") == (False, "stale")


@pytest.mark.parametrize(("scene", "texts"), [("row_of_one", COUNTED[0]), ("shared", COUNTED[1])])
def test_a_counter_behind_a_name_holds_nothing_up(stage, scene, texts):
    assert taken(stage(scene, texts), "tap(1)") == (True, "done")


def test_a_number_first_in_a_name_that_is_seen_to_go_on_holds_nothing_up(stage):
    assert taken(stage("row_of_one", [f"{n} viewers" for n in range(20, 60)], goes=True), "tap(1)") == (True, "done")


@pytest.mark.parametrize("scene", ["below", "beside", "stepper"])
@pytest.mark.parametrize(("other", "done"), [("70", False), ("7", True)])
def test_a_number_counts_with_its_label_as_in_one_text(stage, scene, other, done):
    assert taken(stage(scene, ("7", other)), "tap({Details})") == (done, "done" if done else "stale")


def test_a_labelled_number_that_is_seen_to_go_on_holds_nothing_up(stage):
    assert taken(stage("beside", [str(n) for n in range(20, 60)], goes=True), "tap({Details})") == (True, "done")


def test_a_clock_that_goes_on_says_nothing_of_another_one(stage):
    assert taken(stage("two_clocks"), "tap({Details})") == (False, "stale")


GOES_ON = [
    ("Just now", "1 min ago"), ("59 s", "1 min"), ("Opens in 1 h", "Opens in 59 min"), ("11:59 AM", "12:00 PM"),
]  # fmt: skip


@pytest.mark.parametrize("texts", GOES_ON[1:])
def test_a_time_that_goes_on_into_another_unit_or_half_of_the_day_holds_nothing_up(stage, texts):
    assert taken(stage("below", texts), "tap({Details})") == (True, "done")


@pytest.mark.parametrize(
    ("texts", "clocks", "goes_on"),
    [
        (("Sent 9:14", "Sent 9:16"), ("09:14", "09:16"), True),
        (("9:14 PM", "9:16 PM"), ("21:14", "21:16"), True),
        (("Table at 9:14", "Table at 9:16"), ("09:14", "09:15"), False),
        (("Table at 9:12", "Table at 9:16"), ("09:14", "09:16"), False),
        (("Round 9", "Round 10"), ("09:14", "09:16"), False),
    ],
)
def test_a_time_that_is_the_phones_own_goes_on_by_itself(texts, clocks, goes_on):
    shown = [
        read_dump(dump(node("FrameLayout", node("TextView", text=text)), node("TextView", text=clock, package=SYSTEM)))
        for text, clock in zip(texts, clocks, strict=True)
    ]
    assert Moving(shown[0], shown[1], lambda: shown[1])(*texts) is goes_on


def test_a_field_does_not_go_on_by_itself_because_the_clock_in_the_status_bar_does():
    looks = [
        read_dump(dump(node("FrameLayout", node("EditText", text=held)), node("TextView", text=clock, package=SYSTEM)))
        for held, clock in [("5", "09:14"), ("500", "09:14"), ("500", "09:15")]
    ]
    assert not Moving(looks[0], looks[1], lambda: looks[2])("5", "500")
