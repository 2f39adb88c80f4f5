"""Test what the last look makes of what changes by itself, and of a page that tells of something else."""

import pytest
from changing_app import ChangingScene

pytestmark = pytest.mark.slow

SCENES = """
    def now(self, *pair):
        return pair[self.later]

    def german(self):
        return self.page(self.row(self.now("10.08 Uhr", "10.09 Uhr")), self.row("Wecker"))

    def noon(self):
        return self.page(self.button(self.now("11:59 AM", "12:00 PM")), self.button("Alarm"))

    def room(self):
        return Column([toolbar(self.now("Room 101", "Room 204")), self.button("Details")])

    def next_room(self):
        return Column([toolbar(self.now("Room 101", "Room 102")), self.button("Details")])

    def order(self):
        return self.page(Text(self.now("Order no. 4512", "Order no. 9031")), self.button("Details"))

    def caller(self):
        return self.page(Text(self.now("+49 171 5550123", "+49 160 7781999")), self.button("Details"))

    def inbox(self):
        return Column([toolbar(self.now("Inbox (3)", "Inbox (17)")), self.button("Details")])

    def alike(self):
        return Column([toolbar(self.now("3 new, 12 in all", "4 new, 13 in all")), self.button("Details"),
                       Text(self.counting("Steps {}", 4512)), Text(self.counting("65,{}.33", 120)),
                       Text(self.now("3 unread", "47 unread"))])

    def centred(self):
        return self.page(Text(self.now("Ana", "Bartholomew"), gravity="center"), self.button("Details"))

    def ticker(self):
        news = ("Rain in Ulm", "Snow in Bern", "Sun in Graz", "Fog in Linz")
        return self.page(Text(news[self.ticks % 4]), Text(news[(self.ticks + 1) % 4][:4]), self.button("Details"),
                         self.button("Pay now"))

    def headline(self):
        news = ("Rain in Ulm", "Snow in Bern", "Sun in Graz", "Fog in Linz")
        return Column([Text(news[self.ticks % 4]), self.button("Details"), self.button("Other", id="other")])

    def world(self):
        rows = [Column([Text(time), Text(city)], on_tap=self.do(city), id="row") for city, time in
                (("Bern", self.now("10:08 AM", "10:09 AM")), ("Rom", self.now("11:59 AM", "12:00 PM")))]
        return self.page(List(rows, id="list"))

    def evening(self):
        return self.page(self.button(self.now("7:08 AM", "7:08 PM")), self.button("Alarm"))
"""


def taken(scene: ChangingScene, action: str):
    (step,) = scene.take(action, lambda: scene.change(later=True))
    return len(scene.did), step.outcome


@pytest.mark.parametrize(
    ("name", "words"), [("german", "10.08 Uhr"), ("noon", "11:59 AM"), ("world", "Bern"), ("world", "Rom")]
)
def test_a_clock_of_any_form_that_goes_on_holds_nothing_up(stage, name: str, words: str):
    scene = stage(name)
    assert taken(scene, f"tap({{{words}}})") == (1, "done")


def test_another_half_of_the_day_is_another_time(stage):
    assert taken(stage("evening"), "tap({7:08 AM})") == (0, "stale")


@pytest.mark.parametrize("name", ["room", "next_room", "order", "caller", "centred"])
def test_a_page_that_tells_of_something_else_beside_the_same_button_is_left_alone(stage, name: str):
    assert taken(stage(name), "tap({Details})") == (0, "stale")


@pytest.mark.parametrize("name", ["inbox", "alike"])
def test_counters_that_go_on_hold_nothing_up_even_in_a_heading(stage, name: str):
    assert taken(stage(name), "tap({Details})") == (1, "done")


def turning(scene: ChangingScene, *actions: str) -> list[str]:
    """Take actions while the texts of the page turn; return the outcomes."""
    turns = iter(range(1, 99))
    replies = iter(actions[1:])
    steps = scene.take(actions[0], lambda: scene.change(ticks=next(turns)), *replies)
    return [step.outcome for step in steps]


def test_texts_that_turn_hold_up_a_tap_until_the_agent_was_told_and_chose(stage):
    scene = stage("ticker")
    assert turning(scene, *["tap({Details})"] * 5) == ["stale", "stale", "stale", "done", "stale"]


def test_a_deed_is_not_done_beside_texts_that_turn(stage):
    scene = stage("ticker", allow=frozenset({"pay"}))
    assert turning(scene, *["tap({Pay now})"] * 5) == ["stale"] * 5


def test_what_the_agent_chose_for_one_target_is_not_chosen_for_another(stage):
    scene = stage("headline")
    assert turning(scene, *["tap({Details})"] * 3, "tap({Other})") == ["stale"] * 4


def test_an_agent_is_not_told_to_do_a_deed_again_beside_texts_that_turn(stage):
    scene = stage("ticker", allow=frozenset({"pay"}))
    turns = iter(range(1, 99))
    steps = scene.take("tap({Pay now})", lambda: scene.change(ticks=next(turns)), *["tap({Pay now})"] * 2)
    assert "That is 3 times now: wait, choose another way" in steps[-1].reason
