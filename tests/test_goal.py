"""A goal as words: what it quotes, what it says of a name, and what is left of it once something was done."""

from tables import cases

from appagent.documents import encoder as nearness
from appagent.offline.goal import Goal, stems


def goal(text: str, *names: str) -> Goal:
    return Goal(text, "com.example.app Cards", names)


@cases(
    ("text", "quotes"),
    [
        ("Add a card to 'Metals' with front 'Au'", ["Metals", "Au"]),
        ("Write “Hi” to ‘Ann’", ["Hi", "Ann"]),
        ("给“小李”发消息，内容是「好的」", ["小李", "好的"]),
        ("Rename this device to «Mia's 5G»", ["Mia's 5G"]),
        ("Don't open Mia's notes", []),
        ("Visit news.example/today, please", ["news.example/today"]),
        ("Write 'see news.example now' to Ann", ["see news.example now"]),
        ("Share a bill of 73.50", []),
        ('Write a note titled "" with the text "Other"', ["", "Other"]),
        ('Write "The "big" one" and "Ann\'s"', ['The "big" one', "Ann's"]),
        ("Notiere „Brot“ unter »Einkauf«", ["Brot", "Einkauf"]),
        ('标题为"牛奶"', ["牛奶"]),
    ],
)
def test_what_stands_in_quotation_marks_is_a_name_or_to_be_typed(text: str, quotes: list[str]):
    assert [quote.text for quote in goal(text).quotes] == quotes


def test_the_words_before_a_quotation_may_name_its_field():
    front, back = goal("Add a card with the front 'Au' and the back 'Gold'").quotes
    assert "front" in front.before
    assert "back" in back.before
    assert "front" not in back.before


def test_what_is_not_to_be_done_is_no_part_of_what_is_said():
    known = goal("Put the lamp into the cart, but do not buy it yet")
    assert "cart" in known.said
    assert "buy" not in known.said
    assert "disturb" in goal("Do Not Disturb should be on").said


@cases(
    ("name", "precision"),
    [("Snooze length", 0.5), ("Alarm", 1), ("30 minutes", 1), ("20 minutes", 0), ("Garden", 0), ("30", 0)],
)
def test_a_name_fits_by_the_share_of_its_words_and_by_all_its_numbers(name: str, precision: float):
    assert goal("Let the alarm snooze for 30 minutes").precision(name) == precision


def test_rare_words_weigh_more_than_frequent_ones_and_met_words_nothing():
    known = goal("Mute the alarm in the kitchen", "Alarm 1", "Alarm 2", "Alarm 3", "Kitchen")
    assert known.weight("Kitchen") > known.weight("Alarm") > known.weight("Garden") == 0
    known.met("Kitchen")
    assert known.weight("Kitchen") == 0


def test_the_name_of_the_app_is_nothing_to_go_to():
    assert "deck" in goal("Add a deck in Cards").left
    assert not goal("Open Cards").left


def test_quotations_and_numbers_must_be_met_and_of_the_words_nearly_all():
    known = goal("Mute and pin 'Choir' for 3 hours", "Mute", "Pin", "Choir", "Hours")
    for name in ("Mute", "Pin", "Hours"):
        assert not known.nearly_met()
        known.met(name)
    assert not known.nearly_met()
    known.met("3")
    assert not known.nearly_met()
    known.met("Choir")
    assert known.nearly_met()


def test_each_switch_has_its_own_state():
    known = goal("Get ready: Bluetooth off, Night Light and Do Not Disturb on")
    assert [known.wants_on(name) for name in ("Bluetooth", "Night Light", "Do Not Disturb")] == [False, True, True]
    assert not goal("I do not need Bluetooth now, disable it").wants_on("Bluetooth")
    assert not goal("关闭 WLAN").wants_on("WLAN")
    assert goal("Star Mia").wants_on("Star")


def test_a_name_that_runs_on_is_anothers():
    assert goal("Turn off Wi-Fi calling").runs_on("Wi-Fi")
    assert not goal("Turn off Wi-Fi calling").runs_on("Wi-Fi calling")
    assert not goal("Turn Wi-Fi off").runs_on("Wi-Fi")


@cases("text", ["Delete the list", "I am done with it, remove that deck", "把小夜灯删除"])
def test_a_goal_that_deletes_says_so(text: str):
    assert goal(text).deletes
    assert not goal("Put the lamp into the cart").deletes


def test_what_is_left_is_told_in_the_goals_own_words():
    assert goal("Mute a list titled 'Trips', quickly!").unmet() == "'Trips', Mute, list, quickly"


def test_without_the_encoder_words_stay_whole_and_all_is_equally_near(monkeypatch):
    monkeypatch.setattr(nearness, "find_spec", lambda name: None)
    nearness.stemmer.cache_clear()
    stems.cache_clear()
    try:
        assert stems("Dancing cards") == ("dancing", "cards")
        assert nearness.nearness("Dancing", ["Dance", "Card"]) == [0.0, 0.0]
    finally:
        nearness.stemmer.cache_clear()
        stems.cache_clear()
