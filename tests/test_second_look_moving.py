"""Test the last look where numbers have changed: those that are seen to go on by themselves, and all others."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from changing_app import ChangingScene
from tables import cases, in_turn

from appagent.screen.comparing.rewritten import is_another
from appagent.screen.finding_again.renamed import names_the_same
from appagent.screen.texts.numbers import names_another, position, same_but_numbers

pytestmark = pytest.mark.slow

SCENES = """
    def open(self, what, **more): return Button(what, on_tap=self.do("it"), **more)
    def own(self): return self.page(self.open(self.told(), id="it", width="fill"))
    def row_of_one(self): return self.page(List([self.row(self.told())], id="list"))
    def beside(self): return self.page(Text(self.told()), self.open("Details"))
    def weiter_beside(self): return self.page(Text(self.told()), self.open("Weiter"))
    def weiter(self): return self.page(Text(self.told()), Space(height=200.0), self.open("Weiter"))
    def send(self): return self.page(Text(self.told()), Space(height=200.0), self.open("Send"))
    def send_beside(self): return self.page(Text(self.told()), self.open("Send"))
    def loeschen(self): return self.page(Text(self.told()), Space(height=200.0), self.open("Löschen"))
    def heads(self): return Column([toolbar(self.told()), Space(height=200.0), self.open("Delete")])
    def send_chip(self):
        chip = Row([Chip(False, text=self.told(), on_tap=do_nothing)])
        return self.page(chip, Space(height=200.0), self.open("Send"))
    def send_player(self):
        bar = Row([Text("Song", weight=1), Text(self.told())], on_tap=do_nothing)
        return self.page(bar, Space(height=200.0), self.open("Send"))
    def field(self): return self.page(Field(self.told(), id="f", hint="Betrag"), self.open("Weiter"))
    def spinner(self):
        return self.page(Text("From"), Row([Text(self.told())], on_tap=self.do("pick")), self.open("Continue"))
    def bar(self):
        bar = Row([Column([Text(self.told()), Text("online")], on_tap=self.do("info"), weight=1)])
        return Column([bar, Column([Text("Hello")], pad=16.0), Row([self.open("Wave")])])
    def tabs(self):
        icons = [IconButton(icon, id="n", on_tap=self.do(icon)) for icon in ("home", "gear", "person")]
        return Column([toolbar("Today"), Text(self.told()), Text("steps"), Space(height=300.0), Row(icons)])
"""
DEEDS = frozenset({"pay", "send", "delete"})

# What goes on by itself: each is seen to become the next, again and again.
SKIP = [f"Skip {n}" for n in range(30, 0, -1)]
STOPWATCH = [f"01:{10 + n}.{n * 7 % 100:02}" for n in range(40)]
COUNTDOWN = [f"Ends in 4:{n}" for n in range(59, 10, -1)]
SPEED = [f"Speed: {n} Mbps" for n in (12, 45, 30, 88, 17, 60, 25, 99)]
MOVING = [
    SKIP, STOPWATCH, COUNTDOWN, SPEED,
    [f"跳过 {n}" for n in range(30, 0, -1)],
    [f"Noch {n} Sekunden" for n in range(59, 20, -1)],
    [f"Copied {n} files" for n in range(3, 90, 8)],
    [f"Processed {n}" for n in range(120, 990, 60)],
    [f"倒计时 {n}" for n in range(42, 10, -1)],
    [f"Обновлено {n} секунд назад" for n in range(12, 50)],
    [f"Watching: {n}" for n in range(120, 480, 37)],
    ["1.2 MB/s", "880 KB/s", "1.4 MB/s", "910 KB/s", "770 KB/s"],
    [f"Step {n} of 10000" for n in range(4512, 9000, 118)],
    [f"{n} beğeni" for n in range(1204, 1900, 31)],
]  # fmt: skip
# What stays once it has changed, and names a thing or chooses one.
CHOSEN = [
    ("Open room 204", "Open room 205"), ("Open locker 17", "Open locker 18"), ("Tor 7 öffnen", "Tor 8 öffnen"),
    ("Tip 10%", "Tip 15%"), ("Volume 50%", "Volume 95%"), ("Ses %50", "Ses %80"), ("Depart 10:08", "Depart 10:38"),
    ("Abfahrt 10:08 Uhr", "Abfahrt 10:51 Uhr"), ("Bus 12", "Bus 13"), ("第3层", "第4层"), ("Room 204", "Room 205"),
    ("Sell 25%", "Sell 80%"), ("卖出 25%", "卖出 80%"), ("Snooze 5 min", "Snooze 15 min"), ("Palier 3", "Palier 4"),
]  # fmt: skip
NAMES = [
    ("Order no. 4512", "Order no. 4513"), ("Patient 4711", "Patient 4712"), ("Заказ № 4512", "Заказ № 4513"),
    ("Photo 3 of 12", "Photo 4 of 12"), ("第3张，共12张", "第4张，共12张"), ("Departs 10:08", "Departs 10:38"),
    ("3/9", "4/9"),
]  # fmt: skip
DONE_ON = [
    ("Photo 3 of 12", "Photo 4 of 12"), ("Foto 3 von 12", "Foto 4 von 12"), ("3/12", "4/12"), ("3 sur 12", "7 sur 12"),
    ("第3张，共12张", "第4张，共12张"), ("Message 3 of 12", "Message 7 of 12"), ("2 files", "3 files"),
    ("Order no. 4512", "Order no. 4513"), ("1,204 files", "1,912 files"), ("Total 9.00", "Total 90.00"),
]  # fmt: skip
SHARES, NAMED = [*range(10, 59, 3)], [f"{a}{b}o" for a in "BCDFG" for b in "aei"]


@pytest.fixture
def stage(stage) -> Callable[..., ChangingScene]:
    """A function that puts a scene on the stage, with the texts that it shows one after the other."""

    def put(scene: str, texts, *, goes: bool) -> ChangingScene:
        made = stage(scene, allow=DEEDS, ask=lambda found, words: True)
        made.change(texts=list(texts), goes=goes)
        return made

    return put


def taken(scene: ChangingScene, action: str):
    (step,) = scene.take(action, lambda: scene.change(later=True))
    return bool(scene.did), step.outcome, step.reason


@cases("texts", MOVING)
def test_what_goes_on_by_itself_is_the_same_but_for_numbers(texts):
    assert all(same_but_numbers(text, other) for text, other in pairwise(texts))


@pytest.mark.parametrize(("scene", "texts"), in_turn(["own", "beside", "send"], MOVING[::3]))
def test_a_number_that_is_seen_to_go_on_holds_nothing_up(stage, scene, texts):
    assert taken(stage(scene, texts, goes=True), "tap(1)")[:2] == (True, "done")


COUNTED = [
    ("4,278", "4,300"),
    ("Synced 15 s ago", "Synced 6 s ago"),
    ("72 bpm", "75 bpm"),
    ("2 of 8 glasses", "3 of 8 glasses"),
]


@pytest.mark.parametrize(
    ("texts", "outcome"), [*((each, "done") for each in COUNTED[::2]), *((each, "stale") for each in NAMES[::3])]
)
def test_a_bar_of_icons_works_while_the_page_counts_but_not_once_it_names_another(stage, texts, outcome):
    assert taken(stage("tabs", texts, goes=False), "tap(2)")[1] == outcome


@cases("texts", CHOSEN)
def test_what_is_chosen_by_a_number_is_called_otherwise_once_that_is_another(texts):
    assert not names_the_same(*texts)


@pytest.mark.parametrize(("scene", "texts"), in_turn(["own", "row_of_one"], CHOSEN[::4]))
def test_what_names_or_chooses_by_a_number_is_not_touched_once_that_is_another(stage, scene, texts):
    assert taken(stage(scene, texts, goes=False), "tap(1)")[:2] == (False, "stale")


@pytest.mark.parametrize(("texts", "goes"), [(STOPWATCH, True), (("2 files", "3 files"), False)])
@pytest.mark.parametrize("scene", ["send_chip", "send_player"])
def test_what_runs_in_another_thing_to_touch_holds_no_deed_up(stage, scene, texts, goes):
    assert taken(stage(scene, texts, goes=goes), "tap({Send})")[0] is goes


@pytest.mark.parametrize(
    ("scene", "goes", "done"),
    [("weiter_beside", False, False), ("weiter_beside", True, False), ("weiter", False, True)],
)
def test_a_button_that_says_yes_is_not_pressed_beside_another_number(stage, scene, goes, done):
    texts = [f"{n} tickets" for n in range(2, 40)]
    assert taken(stage(scene, texts, goes=goes), "tap({Weiter})")[0] is done


@pytest.mark.parametrize(
    ("scene", "texts", "outcomes"),
    [
        ("send", [f"{n} online" for n in range(12, 20)], ["stale", "done"]),
        ("send_chip", [f"{n} online" for n in range(12, 20)], ["stale", "done"]),
        ("send_beside", [f"{n} online" for n in range(12, 20)], ["stale", "stale"]),
        ("heads", [f"{n} chosen" for n in range(2, 9)], ["stale", "stale"]),
        ("send", [f"Photo {n} of 12" for n in range(2, 9)], ["stale", "stale"]),
        ("send", [f"${n}.00" for n in range(2, 9)], ["stale", "stale"]),
    ],
)
def test_a_count_that_has_changed_by_itself_before_may_do_so_again(stage, scene, texts, outcomes):
    left = iter(texts)
    scene = stage(scene, [next(left)], goes=False)
    action = "tap({Delete})" if mark_in(scene, "Delete") else "tap({Send})"
    steps = scene.take(action, lambda: scene.change(texts=[next(left)]), action)
    assert [step.outcome for step in steps] == outcomes


@cases("texts", NAMES)
def test_a_thing_told_by_its_number_is_another_once_that_is(texts):
    assert is_another(*texts)
    assert names_another(*texts) or position(texts[0]) is not None


@pytest.mark.parametrize("texts", NAMES[::3], ids=lambda texts: texts[0])
def test_a_button_of_another_thing_by_its_number_is_not_touched(stage, texts):
    assert taken(stage("beside", texts, goes=False), "tap({Details})")[:2] == (False, "stale")


@pytest.mark.parametrize(("scene", "texts"), in_turn(["send", "send_beside", "loeschen", "heads"], DONE_ON[::2]))
def test_no_deed_is_done_on_another_number(stage, scene, texts):
    assert taken(stage(scene, texts, goes=False), "tap(1)")[:2] == (False, "stale")


@pytest.mark.parametrize(
    ("goes", "words"),
    in_turn([True, False], [
        "Pay {} %", "Betala {} %", "Buy ticket 10:{}", "Delete alarm 7:{}", "Send ({})", "Оплатить {} ₽",
    ]),
)  # fmt: skip
def test_no_number_of_a_deeds_own_words_goes_on(stage, words, goes):
    assert taken(stage("own", map(words.format, SHARES), goes=goes), "tap(1)")[:2] == (False, "stale")


@pytest.mark.parametrize(("texts", "done"), [(COUNTDOWN, True), (STOPWATCH, True), (SPEED, False), (SKIP, False)])
def test_beside_a_deed_only_a_time_goes_on(stage, texts, done):
    assert taken(stage("send_beside", texts, goes=True), "tap({Send})")[0] is done


FIELDS = [
    ("field", ("5", "500")), ("field", ("DE89 3704", "GB29 NWBK")), ("field", ("", "500")),
    ("spinner", ("Checking ··12", "Savings ··77")), ("spinner", ("Girokonto", "Sparkonto")), ("bar", ("Ana", "Bo")),
    ("bar", ("김민수", "박지영")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("scene", "texts", "later"), [*((*each, True) for each in FIELDS[::2]), *((*each, False) for each in FIELDS[1::2])]
)
def test_what_fields_and_other_things_to_touch_say_counts_for_the_whole_page(stage, scene, texts, later):
    scene = stage(scene, texts, goes=False)
    words = next(words for words in ("Weiter", "Continue", "Wave") if mark_in(scene, words))
    (step,) = scene.take(f"tap({{{words}}})", lambda: scene.change(later=later))
    assert (len(scene.did), step.outcome) == (not later, "stale" if later else "done"), step.reason


def mark_in(scene: ChangingScene, words: str) -> bool:
    return any(one.text == words for one in scene.device.capture().elements)


def test_a_target_whose_own_name_turns_is_touched_once_the_agent_was_told_and_chose(stage):
    scene = stage("own", ["Open Ulm", "Open Bern", "Open Graz", "Open Linz", "Open Chur"], goes=True)
    steps = scene.take("tap(1)", lambda: None, *["tap(1)"] * 4)
    assert [step.outcome for step in steps] == ["stale"] * 3 + ["done", "stale"]
    assert "do it again only if it does not matter which is shown" in steps[2].reason


@pytest.mark.parametrize("texts", [[f"Pay {name}" for name in NAMED], [f"Buy {n}" for n in SHARES]])
def test_a_deed_whose_own_name_turns_is_never_done(stage, texts):
    scene = stage("own", texts, goes=True)
    steps = scene.take("tap(1)", lambda: None, *["tap(1)"] * 5)
    assert [step.outcome for step in steps] == ["stale"] * 6
    assert "does not matter" not in steps[2].reason
