"""Test slots: which words of a task are values, and which two tasks are the same but for their values."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import cases

from appagent.errors import UsageError
from appagent.experience.slots import aligned, bound, fill_slots, literal, shape, slots_in, templated, value_hash
from appagent.screen.texts.wording import one_line


def same(first: str, values: dict[str, str], second: str) -> dict[str, str] | None:
    """Return the values with which a second task is the first; `values` are those that were typed or chosen."""
    found = aligned(first, [(value, name) for name, value in values.items()])
    shapes = {name: shape(value) for name, value in found.values.items()}
    hashes = {name: value_hash(value) for name, value in found.values.items()}
    return bound(found.goal, shapes, found.quoted, second, shown=hashes)


# Each line has a task, one of its words, and another word with which it is another task.
LINES = (Path(__file__).parent / "data" / "one_word.txt").read_text(encoding="utf-8").splitlines()[1:]
TEMPLATES = [tuple(line.split(" | ")) for line in LINES]
PAIRS = [(goal, goal.replace(word, other, 1)) for goal, word, other in TEMPLATES]
PAIRS += [(other, goal) for goal, other in PAIRS]


@pytest.mark.slow
@cases(("first", "second"), PAIRS)
def test_tasks_that_differ_in_a_word_that_is_no_value_are_not_the_same(first, second):
    assert first != second
    assert same(first, {}, second) is None
    assert same(first, {}, first) == {}
    kept = [word for word in first.split() if word in second.split()]
    assert [word for word in kept if same(first, {"word": word}, second) is not None] == []


def test_there_are_two_hundred_pairs_in_two_languages():
    assert len(PAIRS) >= 200
    assert sum(any("\u4e00" <= c <= "\u9fff" for c in first) for first, _ in PAIRS) >= 90


@pytest.mark.parametrize(
    ("first", "values", "second", "found"),
    [
        ("Send Ana 5", {"name": "Ana", "sum": "5"}, "send Ben 500", {"name": "Ben", "sum": "500"}),
        ("Call Ana", {"name": "Ana"}, "Call Ana B.", None),
        ("Call Ana", {"name": "Ana"}, "Call Ben and Bea", None),
        ("Call Ana", {"name": "Ana"}, "Call 112", None),
        ("Call Ana", {"name": "Ana"}, "Do not call Ben", None),
        ("Call Ana", {"name": "Ana"}, "Call 'Ben'", None),
        ("Note 'Milk'", {"t": "Milk"}, "Note 'Eggs and 2 l of milk'", {"t": "Eggs and 2 l of milk"}),
        ("Note 'Milk'", {"t": "Milk"}, "Note “Eggs”", {"t": "Eggs"}),
        ("Note 'Milk'", {"t": "Milk"}, "Note 'Eggs' and delete 'Milk'", None),
        ("Note 'Milk'", {"t": "Milk"}, "Note Eggs", None),
        ("Move Ana to Ana's list", {"n": "Ana"}, "Move Ben to Ben's list", {"n": "Ben"}),
        ("Move Ana to Ana's list", {"n": "Ana"}, "Move Ben to Ana's list", None),
        ("Wake me at 7:30", {"h": "7", "m": "30"}, "Wake me at 8:45", {"h": "8", "m": "45"}),
        ("给李雷发5元", {"n": "李雷", "s": "5"}, "给韩梅梅发50元", {"n": "韩梅梅", "s": "50"}),
        ("记下牛奶", {"t": "牛奶"}, "记下牛奶然后删除旅行", None),
        ("Add Cleo.", {"n": "Cleo"}, "Add  Dora", {"n": "Dora"}),
        ("Note on Ana call me", {"n": "Ana", "t": "call me"}, "Note on Ana Lopez hello", None),
        ("Note on Ana call me", {"n": "Ana", "t": "call me"}, "Note on Ana call me", {"n": "Ana", "t": "call me"}),
        ("Note on Ana hello", {"n": "Ana", "t": "hello"}, "Note on Ben bye", {"n": "Ben", "t": "bye"}),
        ("Book Ana 5 May", {"n": "Ana", "d": "5 May"}, "Book Ben 6 June", {"n": "Ben", "d": "6 June"}),
        ("Note on Ana 'call me'", {"n": "Ana", "t": "call me"}, "Note on Ben 'hi you'", {"n": "Ben", "t": "hi you"}),
        ("Sag Ana bis bald", {"n": "Ana", "t": "bis bald"}, "Sag Uwe Brandt hallo", None),
        ("告诉李雷你好", {"n": "李雷", "t": "你好"}, "告诉韩梅梅你好", None),
        ("告诉李雷你好", {"n": "李雷", "t": "你好"}, "告诉李雷你好", {"n": "李雷", "t": "你好"}),
        ("Delete Milk", {"t": "Milk"}, "Delete all", None),
        ("Delete Milk", {"t": "Milk"}, "Delete it", None),
        ("Delete Old list", {"t": "Old list"}, "Delete all lists", None),
        ("Delete 'Milk'", {"t": "Milk"}, "Delete 'All'", {"t": "All"}),
        ("Lösche Milch", {"t": "Milch"}, "Lösche alles", None),
        ("Borra Leche", {"t": "Leche"}, "Borra todo", None),
        ("删除牛奶", {"t": "牛奶"}, "删除全部", None),
    ],
)
def test_values_of_the_same_task_are_found_and_nothing_more(first, values, second, found):
    assert same(first, values, second) == found


@pytest.mark.parametrize(
    ("text", "value", "template"),
    [
        ("xa-a-a", "a-a", "xa-{v}"),  # the first one is a part of a word, and the second begins within it
        ("Anas Ana ana", "Ana", "Anas {v} {v}"),
        ("Keep 1 of 11", "1", "Keep {v} of 11"),
        ("给李雷发5元", "李雷", "给{v}发5元"),
    ],
)
def test_a_value_is_replaced_where_it_is_no_part_of_a_longer_word(text, value, template):
    assert templated(text, {"v": value}) == template


@pytest.mark.slow
@given(
    st.text(max_size=40),
    st.dictionaries(st.from_regex(r"[a-z]{1,5}", fullmatch=True), st.text(max_size=10).map(one_line), max_size=3),
)
def test_what_a_template_was_made_of_comes_out_of_it_again(text, values):
    assert fill_slots(literal(text), {}) == text
    assert fill_slots(templated(text, values), values).casefold() == text.casefold()


@pytest.mark.slow
@given(st.text(max_size=60), st.lists(st.text(min_size=1, max_size=10), max_size=3))
def test_a_task_is_the_same_as_itself(goal, words):
    found = aligned(goal, [(word, "word") for word in words])
    assert len(slots_in(found.goal)) >= len(found.values)


def test_a_slot_without_a_value_is_named():
    with pytest.raises(UsageError, match="the slot 'name' has no value; give it with --set name=VALUE"):
        fill_slots("Call {name}", {})
