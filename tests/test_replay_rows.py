"""Test that a replay holds a row against all its words and numbers, in several languages, before it is touched."""

from dataclasses import replace

import pytest
from replaying import again, shown

from appagent.errors import UsageError
from appagent.experience.exports import exported
from appagent.experience.kept import keep
from appagent.experience.plan import Plan
from appagent.store import Store

pytestmark = pytest.mark.slow
SHELF = "com.example.shelf"
DELETE = frozenset({"delete"})
GERMAN = {"question": "Eintrag löschen?", "yes": "Löschen", "keep": "Behalten"}
PEOPLE = [["Ana", "mobile"], ["Ben", "mobile"], ["Ben", "work"], ["Cleo", "work"]]
KISTEN = [["Jana", "Keller"], ["Uwe", "Keller"], ["Uwe", "Küche"], ["Ina", "Küche"]]


def show(folder, goal, *lines, rows, **more):
    return shown(folder, goal, *lines, app=SHELF, app_state={"shelf": {"rows": rows, **more}})


def redo(folder, made, rows, values=None, **more):
    done = again(folder, made, values or {}, allow=DELETE, app_state={"shelf": {"rows": rows, **more}})
    return done, done.told["shelf"]


@pytest.fixture(scope="module")
def deleted(tmp_path_factory):
    """The mobile number of the first person is deleted."""
    return show(tmp_path_factory.mktemp("shown"), "Delete the number of Ana", "long 1", "tap Delete", rows=PEOPLE)


@pytest.fixture(scope="module")
def geloescht(tmp_path_factory):
    """The same in German, with other rows."""
    lines = ("long 1", "tap Löschen")
    return show(tmp_path_factory.mktemp("shown"), "Lösche die Kiste von Jana", *lines, rows=KISTEN, **GERMAN)


def test_a_row_with_the_value_but_another_word_is_not_deleted(deleted, geloescht, tmp_path):
    done, shelf = redo(tmp_path, deleted, [["Ana", "work"], ["Ben", "mobile"]])
    assert (done.kind, shelf["gone"]) == ("identity doubtful", [])
    assert "Ana · work" in done.reason
    done, shelf = redo(tmp_path, geloescht, [["Jana", "Küche"], ["Uwe", "Keller"]], **GERMAN)
    assert (done.kind, shelf["gone"]) == ("identity doubtful", [])


def test_a_row_with_the_right_words_is_scrolled_to_past_a_near_miss(deleted, tmp_path):
    many = [[f"P{letter}", "work"] for letter in "abcdefghijklmnopqrst"]
    done, shelf = redo(tmp_path, deleted, [["Ana", "work"], *many, ["Ana", "mobile"]])
    assert (done.status, shelf["gone"]) == ("success", ["Ana mobile"]), done.reason


def test_words_that_other_rows_had_hold_for_other_values_too(deleted, geloescht, tmp_path):
    done, shelf = redo(tmp_path, deleted, PEOPLE, {"item": "Ben"})
    assert (done.status, shelf["gone"]) == ("success", ["Ben mobile"]), done.reason
    done, shelf = redo(tmp_path, deleted, PEOPLE, {"item": "Cleo"})
    assert (done.kind, shelf["gone"]) == ("identity doubtful", [])
    done, shelf = redo(tmp_path, geloescht, KISTEN, {"item": "Uwe"}, **GERMAN)
    assert (done.status, shelf["gone"]) == ("success", ["Uwe Keller"]), done.reason


def test_words_that_only_the_shown_row_had_hold_for_it_alone(tmp_path):
    rows = [["Ana", "Rom"], ["Ben", "Oslo"], ["Cleo", "Bern"]]
    made = show(tmp_path, "Delete Ana", "long 1", "tap Delete", rows=rows)
    done, shelf = redo(tmp_path, made, rows, {"item": "Ben"})
    assert (done.status, shelf["gone"]) == ("success", ["Ben Oslo"]), done.reason
    done, shelf = redo(tmp_path, made, [["Ana", "Oslo"], ["Ben", "Rom"]])
    assert (done.kind, shelf["gone"]) == ("identity doubtful", [])


def test_every_word_of_the_task_in_the_row_is_a_value(tmp_path):
    made = show(tmp_path, "Delete the mobile number of Ana", "long 1", "tap Delete", rows=PEOPLE)
    assert made.plan.goal == "Delete the {item_2} number of {item}"
    done, shelf = redo(tmp_path, made, PEOPLE, {"item": "Ben", "item_2": "work"})
    assert (done.status, shelf["gone"]) == ("success", ["Ben work"]), done.reason
    done, shelf = redo(tmp_path, made, PEOPLE, {"item": "Cleo", "item_2": "mobile"})
    assert (done.status, shelf["gone"]) == ("failed", [])


def test_a_word_that_all_rows_have_is_no_value(tmp_path):
    rows = [["Kiste", "Uwe"], ["Kiste", "Jana"], ["Kiste", "Ina"]]
    made = show(tmp_path, "Behalte die Kiste von Uwe", "tap 1", "tap Behalten", rows=rows, **GERMAN)
    assert made.plan.goal == "Behalte die Kiste von {item}"
    for name in ("Uwe", "Jana"):
        done, shelf = redo(tmp_path, made, rows[::-1], {"item": name}, **GERMAN)
        assert (done.status, shelf["kept"]) == ("success", [f"Kiste {name}"]), done.reason


def test_of_two_rows_with_the_value_the_one_with_its_own_words_is_taken(tmp_path):
    rows = [["Ana", "Box 12"], ["Ana", "Box 13"]]
    made = show(tmp_path, "Keep what Ana put down last", "tap 3", "tap Keep", rows=[["Ben", "Box 9"], *rows[::-1]])
    done, shelf = redo(tmp_path, made, [*rows, ["Ben", "Box 9"]])
    assert (done.status, shelf["kept"]) == ("success", ["Ana Box 13"]), done.reason
    done, shelf = redo(tmp_path, made, [rows[0], ["Ben", "Box 9"]])
    assert (done.status, shelf["kept"]) == ("failed", [])


def test_counters_and_times_in_a_row_may_change(tmp_path):
    rows = [["Ana", "2 new", "10:15", "See you soon"], ["Ben", "5 new", "09:30", "Fine"]]
    made = show(tmp_path, "Keep Ana", "tap 1", "tap Keep", rows=rows)
    later = [["Ben", "1 new", "11:30", "Bye"], ["Ana", "7 new", "12:15", "Where are you?"]]
    done, shelf = redo(tmp_path, made, later)
    assert (done.status, shelf["kept"]) == ("success", ["Ana 7 new 12:15 Where are you?"]), done.reason


@pytest.mark.parametrize(
    ("goal", "row", "other", "more", "keep"),
    [
        ("Keep order 1001", "Order 1001 · 2 new", "Order 1002 · 2 new", {}, "Keep"),
        ("Keep what came first", "Order 1001 · 2 new", "Order 1002 · 2 new", {}, "Keep"),
        ("Behalte Kiste 77", "Kiste 77, offen", "Kiste 78, offen", GERMAN, "Behalten"),
        ("Behalte das erste", "Raum 12", "Raum 13", GERMAN, "Behalten"),
    ],
)
def test_a_row_with_another_identifying_number_is_another_one(tmp_path, goal, row, other, more, keep):
    made = show(tmp_path, goal, "tap 1", f"tap {keep}", rows=[[row], ["Basket"]], **more)
    done, shelf = redo(tmp_path, made, [[other], ["Basket"]], **more)
    assert (done.status, shelf["kept"]) == ("failed", [])
    done, shelf = redo(tmp_path, made, [[other], [row]], **more)
    assert (done.status, shelf["kept"]) == ("success", [row]), done.reason


def test_rows_that_differ_in_numbers_only_are_found_again_without_a_value(tmp_path):
    rows = [[f"Order {number}"] for number in (1001, 1002, 1003)]
    made = show(tmp_path, "Keep the second one", "tap 3", "tap Keep", rows=rows)
    done, shelf = redo(tmp_path, made, rows[::-1])
    assert (done.status, shelf["kept"]) == ("success", ["Order 1002"]), done.reason
    done, shelf = redo(tmp_path, made, [rows[0], rows[2]])
    assert (done.status, shelf["kept"]) == ("failed", [])


def test_a_number_of_the_task_in_a_row_is_a_value(tmp_path):
    made = show(tmp_path, "Keep order 1001", "tap 1", "tap Keep", rows=[["Order 1001 · 2 new"], ["Basket"]])
    assert made.plan.goal == "Keep {item}"
    done, shelf = redo(tmp_path, made, [["Order 1001 · 2 new"], ["Order 1002 · 7 new"]], {"item": "order 1002"})
    assert (done.status, shelf["kept"]) == ("success", ["Order 1002 · 7 new"]), done.reason


@pytest.mark.parametrize(
    ("goal", "text", "pattern"),
    [
        ("Keep Alice", "Alice Moreno", "Keep {item}"),
        ("Keep Ana", "Ana · 2 new", "Keep {item}"),
        ("Behalte Uwe", "Uwe Brandt, 3 Kisten", "Behalte {item}"),
        ("保留李雷", "李雷 · 2条新消息", "保留{item}"),
    ],
)
def test_a_part_of_a_row_is_a_value_and_the_rest_is_held_too(tmp_path, goal, text, pattern):
    made = show(tmp_path, goal, "tap 1", "tap Keep", rows=[[text], ["Basket"]])
    assert made.plan.goal == pattern
    assert not any(word in str(made.plan.moves[0].target) for word in ("Moreno", "Brandt"))
    done, shelf = redo(tmp_path, made, [["Basket"], [text]])
    assert (done.status, shelf["kept"]) == ("success", [text]), done.reason
    done, shelf = redo(tmp_path, made, [[text.replace("Moreno", "Zed").replace("2", "9")], ["Basket"]])
    assert (done.status == "success") == ("Moreno" not in text)


def test_parts_beside_a_value_hold_as_other_texts_do(tmp_path):
    rows = [["Gym · Mon, Wed"], ["Market · Sat"], ["Choir · Sat"]]
    made = show(tmp_path, "Delete Market", "long 3", "tap Delete", rows=rows)
    done, shelf = redo(tmp_path, made, rows, {"item": "Choir"})
    assert (done.status, shelf["gone"]) == ("success", ["Choir · Sat"]), done.reason
    done, shelf = redo(tmp_path, made, rows, {"item": "Gym"})
    assert (done.kind, shelf["gone"]) == ("identity doubtful", [])


def test_other_tools_are_given_no_row_that_several_words_decide(deleted):
    with pytest.raises(UsageError, match="has no counterpart in maestro"):
        exported(deleted.plan, deleted.values, "maestro", deleted.size)


def test_a_plan_of_before_makes_room_for_the_same_one_shown_anew(deleted):
    old = replace(
        deleted.plan, moves=tuple(replace(one, target=replace(one.target, row=None)) for one in deleted.plan.moves)
    )
    with Store.open(":memory:") as store:
        kept = [keep(store, plan, "demo", "1", confirmed=True) for plan in (old, deleted.plan, deleted.plan)]
        assert len({record.id for record in kept if record}) == 2


def test_a_heart_is_found_by_all_words_of_its_row(tmp_path):
    made = show(tmp_path, "Like the number of Ana", "tap 2", rows=PEOPLE)
    done, shelf = redo(tmp_path, made, [["Ana", "work"], ["Ben", "mobile"]])
    assert (done.kind, shelf["liked"]) == ("identity doubtful", [])
    done, shelf = redo(tmp_path, made, [["Ana", "work"], ["Ana", "mobile"]])
    assert (done.status, shelf["liked"]) == ("success", ["Ana mobile"]), done.reason


def test_a_plan_of_before_rows_were_held_against_their_words_deletes_only_with_a_person(deleted):
    told = deleted.plan.to_json()
    for move in told["moves"]:
        for name in ("rest", "also", "row", "own", "shown"):
            del move["target"][name]
    assert [move.unsure for move in Plan.from_json(told).moves] == [False, True]
    for move in told["moves"]:
        move["may"] = ""
    assert not any(move.unsure for move in Plan.from_json(told).moves)
