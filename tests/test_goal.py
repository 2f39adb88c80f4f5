"""Goals in words, taken apart by rule."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appagent.agents import forms, goal
from appagent.agents.goal import Value, asks_for, likeness, orders, read_goal
from appagent.agents.wording import same, same_kind, words


@pytest.mark.parametrize("module", [goal, forms])
def test_the_examples_in_the_docstrings_hold(module):
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(("text", "intents"), [
    ("Turn the torch on", ("on",)),
    ("Could you switch off roaming, please?", ("off", "read")),
    ("I want captions turned off", ("off",)),
    ("Make sure roaming is off", ("off", "create")),
    ("Set the torch to on", ("on", "set")),
    ("Roaming off", ("off",)),
    ("Go to Accessibility", ("open",)),
    ("Throw the draft away", ("delete",)),
    ("The draft can go", ("delete",)),
    ("The draft 'A' should be called 'B'", ("set",)),
    ("Find the draft 'A' and mute it", ("do",)),
    ("Open the draft 'A' without deleting it", ("open",)),
    ("Erase the draft", ("delete",)),
    ("Rename the playlist to Quiet", ("set",)),
    ("Use Birdsong as the alarm sound", ("set",)),
    ("Look for a recipe", ("search",)),
    ("Press Play", ("press",)),
    ("Which version is this?", ("read",)),
    ("打开手电筒", ("on", "open")),
    ("关掉漫游", ("off",)),
    ("把铃声改成鸟鸣", ("set",)),
    ("漫游是什么？", ("read",)),
])  # fmt: skip
def test_the_verbs_of_a_goal_say_what_is_wanted(text, intents):
    assert read_goal(text).intents == intents


@pytest.mark.parametrize(("text", "values"), [
    ("Add a task called Taxes saying ask Bo", [("called", "Taxes"), ("saying", "ask Bo")]),
    ("Add a task with title A and text B.", [("title", "A"), ("text", "B")]),
    ("Add a task with the text at 5, by train", [("text", "at 5, by train")]),
    ("Add a task called Router name and code saying x1", [("called", "Router name and code"), ("saying", "x1")]),
    ("Add a text task called Z", [("called", "Z")]),
    ("New task. Title: Ferry; text: book it", [("title", "Ferry"), ("text", "book it")]),
    ("Add a task titled 'say \"no\"'", [("titled", 'say "no"')]),
    ("Add a task titled “Ana’s” saying ‘open the “door”’", [("titled", "Ana’s"), ("saying", "open the “door”")]),
    ("Add a task titled \"it's\ntwo  lines\"", [("titled", "it's\ntwo  lines")]),
    ("Add a task 'Ferry'", [("", "Ferry")]),
    ("Add a task with the title 'Ferry' and write 'book it' in it", [("title", "Ferry"), ("", "book it")]),
    ("Add a word to 'Greek' with the front 'nero' and the back 'water'", [("front", "nero"), ("back", "water")]),
    ("Add a list called 'Ferry' in Tasks", [("called", "Ferry")]),
    ("Set the limit to 5 for the list 'Ferry'", [("", "5")]),
    ("The list 'Ferry' should be called 'Boat'", [("rename", "Boat")]),
    ("添加任务，标题为“轮船”，内容为“订票”", [("标题", "轮船"), ("内容", "订票")]),
    ("Set the volume to 40 %", [("", "40 %")]),
    ("Choose Birdsong for the alarm sound", [("", "Birdsong")]),
    ("Change the name of 'Old' to O'Hara's \"new\" one", [("name", "O'Hara's \"new\" one")]),
    ("Edit 'Old' so that its text is fine", [("text", "fine")]),
    ("选择“鸟鸣”作为铃声", [("", "鸟鸣")]),
    ("Search my tasks for ferry tickets", [("search", "ferry tickets")]),
    ("Find ferry tickets in my tasks", [("search", "ferry tickets")]),
])  # fmt: skip
def test_values_are_read_as_they_stand(text, values):
    assert [(value.name, value.text) for value in read_goal(text).values] == values


@pytest.mark.parametrize(("text", "thing"), [
    ("Delete the task 'Call Bo'", "Call Bo"),
    ("Delete the task called Call Bo", "Call Bo"),
    ("Change the text of the task 'Call Bo' to 'Write Bo'", "Call Bo"),
    ("Delete the task Call Bo", ""),
])  # fmt: skip
def test_a_name_that_is_given_exactly_is_the_thing(text, thing):
    assert read_goal(text).thing == thing


@given(st.text(st.characters(exclude_characters='"“”', exclude_categories=["Cs", "Cc"]), min_size=1))
def test_what_stands_in_quotation_marks_is_typed_letter_by_letter(text):
    assert read_goal(f'Add a task titled "x{text}x"').values == (Value("titled", f"x{text}x"),)


@given(st.text())
def test_any_text_is_some_goal(text):
    assert all(value.text for value in read_goal(text).values)


@pytest.mark.parametrize(("text", "best", "others"), [
    ("Turn on mobile hotspot", "Mobile hotspot", ["Mobile", "Mobile hotspot name"]),
    ("Turn on picture in picture", "Picture-in-picture", ["Picture"]),
    ("Turn on the e-mail sync", "Email sync", ["Sync"]),
    ("Turn off automatic updates", "Update automatically", ["Automatic brightness"]),
    ("Open the note Songs to sing", "Songs to sing", ["Songs to learn"]),
    ("打开夜间模式", "夜间模式", ["夜间", "飞行模式"]),
])  # fmt: skip
def test_the_label_that_says_most_of_the_goal_is_likest(text, best, others):
    wanted = read_goal(text)
    assert likeness(wanted, best, "Notes") > max(likeness(wanted, other, "Notes") for other in others)


def test_half_of_what_a_goal_names_is_not_it():
    assert likeness(read_goal("Turn on Bluetooth tethering"), "Bluetooth") == 0


def test_the_title_above_says_part_of_the_name():
    assert likeness(read_goal("Set the alarm volume"), "Volume", around="Alarm") > 1.5


def test_a_name_in_quotation_marks_is_met_exactly_or_not_at_all():
    wanted = read_goal("Delete the note 'Milk'")
    assert likeness(wanted, "milk")
    assert not likeness(wanted, "Milk and eggs")


def test_words_in_any_spelling_are_the_same():
    assert words("Wi-Fi hotspots") == words("WIFI HOTSPOT") == words("ｗｉ‑ｆｉ hotspot")
    assert same("Don’t", "don't")
    assert not same("15 seconds", "30 seconds")


def test_fields_and_values_meet_by_kind():
    assert same_kind("called", "Title")
    assert same_kind("saying", "Note text")
    assert not same_kind("", "Title")


@pytest.mark.parametrize(("text", "words_left"), [
    ("Mute the radio 'Lagoon', but do not delete it", {"mute", "radio", "lagoon"}),
    ("Mute the radio 'Lagoon' and leave the others as they are", {"mute", "radio", "lagoon"}),
    ("Mute the radio 'Lagoon' without stopping it", {"mute", "radio", "lagoon"}),
    ("Mute the radio 'Lagoon' and keep it in the list", {"mute", "radio", "lagoon", "list"}),
])  # fmt: skip
def test_what_is_to_stay_as_it_is_asks_for_nothing(text, words_left):
    assert read_goal(text).words == words_left
    assert read_goal(text).intents == ("do",)


def test_an_order_says_nothing_that_the_goal_does_not():
    wanted = read_goal("Move 'Lagoon' to the bin")
    assert orders(wanted, "Lagoon", "Delete")
    assert not orders(read_goal("Mute 'Lagoon'"), "Lagoon", "Delete")
    assert not orders(read_goal("Mute 'Lagoon' in 'Evening'"), "Lagoon", "Evening")


def test_what_begins_with_the_verb_asks_for_it():
    assert asks_for("delete", "Delete forever")
    assert not asks_for("delete", "Never delete")
