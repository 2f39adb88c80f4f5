"""Test the last look where a count has changed once, and where equal rows have come or gone."""

import pytest
from changing_app import ChangingScene

pytestmark = pytest.mark.slow

SCENES = """
    def now(self, *pair): return pair[self.later]

    def listed(self, *words): return self.page(List([self.row(each) for each in words], id="list"))

    def inbox(self): return self.listed(self.now("Inbox 3", "Inbox 4"), "Sent", "Spam 12")

    def inbox_of_two(self): return self.listed(self.now("Inbox 3", "Inbox 4"), "Sent")

    def chip(self):
        words = ("All", self.now("Unread 4", "Unread 5"), "Starred")
        return self.page(Row([Chip(False, text=each, on_tap=self.do(each)) for each in words]))

    def seats(self): return self.listed(self.now("Seat 3", "Seat 4"), "Seat 7")

    def seat_and_button(self): return self.page(self.button(self.now("Seat 3", "Seat 4")), self.button("Back to it"))

    def many_more(self): return self.listed(self.now("Inbox 3", "Inbox 9"), "Sent", "Spam 12")

    def other_rows(self): return self.listed(*self.now(("Room 3", "Bath"), ("Room 4", "Hall")))

    def files(self): return self.listed(self.now("Delete 1 file", "Delete 9 files"), "Back to it")

    def flight(self): return self.listed(self.now("LH 400", "LH 401"), "Bags", "Meals")

    def priced(self): return self.listed(self.now("Basic $3", "Basic $4"), "Help")

    # beside a deed

    def going(self, words): return self.page(Text(self.counting(words, 5)), self.button("Buy now"))

    def watched(self): return self.going("{} people are looking at this")

    def watched_in_chinese(self): return self.going("{}人正在看这个商品")

    def bought(self): return self.going("You will buy {} of these at once")

    def tickets(self): return self.going("{} tickets")

    def sum(self): return self.going("You have to pay ${}.00 in the end")

    # equal rows, each with a bin

    def bins(self, names, desc=""):
        rows = [Row([Text(name, weight=1), IconButton("trash", desc=desc, on_tap=self.do(n))], pad=16.0) for n, name in names]
        return self.page(List(rows, id="list"))

    def milk(self): return self.bins([(n, "Milk") for n in range(1 - self.later, 4)])

    def milk_told(self): return self.bins([(n, "Milk") for n in range(1 - self.later, 4)], "Delete")

    def milk_gone(self): return self.bins([(n, "Milk") for n in range(int(self.later), 3)])

    def food(self): return self.bins(list(enumerate(("Milk", "Tea", "Rice")[: 3 if self.later else 2])))
"""  # noqa: E501
DEEDS = frozenset({"pay", "send", "delete"})


def taken(stage, scene: str, action: str, later: bool = True) -> tuple[int, str]:
    scene: ChangingScene = stage(scene, allow=DEEDS)
    (step,) = scene.take(action, lambda: scene.change(later=later))
    return len(scene.did), step.outcome


@pytest.mark.parametrize(("scene", "words"), [("inbox", "Inbox"), ("inbox_of_two", "Inbox"), ("chip", "Unread")])
def test_a_count_behind_a_name_that_no_other_element_has_holds_nothing_up(stage, scene, words):
    assert taken(stage, scene, f"tap({{{words}}})") == (1, "done")


@pytest.mark.parametrize("scene", ["seats", "seat_and_button", "many_more", "other_rows", "files", "flight", "priced"])
def test_a_number_that_may_name_the_target_is_another_thing(stage, scene):
    assert taken(stage, scene, "tap(1)") == (0, "stale")


@pytest.mark.parametrize("scene", ["watched", "watched_in_chinese"])
def test_a_count_in_a_sentence_that_is_seen_to_go_on_holds_no_deed_up(stage, scene):
    assert taken(stage, scene, "tap({Buy now})") == (1, "done")


@pytest.mark.parametrize("scene", ["bought", "tickets", "sum"])
def test_a_number_that_a_deed_may_be_done_with_holds_it_up_though_it_goes_on(stage, scene):
    assert taken(stage, scene, "tap({Buy now})") == (0, "stale")


@pytest.mark.parametrize("scene", ["milk", "milk_told", "milk_gone"])
def test_a_bin_among_equal_rows_is_not_touched_once_there_are_more_or_fewer(stage, scene):
    assert taken(stage, scene, "tap(1)") == (0, "stale")


@pytest.mark.parametrize(("scene", "later"), [("food", True), ("milk", False), ("milk_told", False)])
def test_a_bin_that_can_be_told_apart_is_touched(stage, scene, later):
    assert taken(stage, scene, "tap(1)", later) == (1, "done")
