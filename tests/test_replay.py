"""Test replays: what was shown once is done again elsewhere, and nothing else is touched."""

from dataclasses import replace

import pytest
from hierarchies import DISPLAY, dump, node
from replaying import again, shown

from appagent.devices.captures.hierarchy import read_dump
from appagent.experience.finding_again.pages import resembles

pytestmark = pytest.mark.slow

ADD = ("tap Add a person", 'type "Name" "Cleo"', "tap Save")


@pytest.fixture(scope="module")
def added(tmp_path_factory):
    """A person is added by the form."""
    return shown(tmp_path_factory.mktemp("shown"), "Add Cleo to the roster", *ADD)


@pytest.fixture(scope="module")
def invited(tmp_path_factory):
    """The switch in the row of one of two people with nearly one name is tapped."""
    return shown(tmp_path_factory.mktemp("shown"), "Invite Ben", "tap 6")


def test_words_of_the_task_that_were_typed_are_values(added):
    assert (added.plan.goal, added.values) == ("Add {name} to the roster", {"name": "Cleo"})
    assert [move.words for move in added.plan.moves][1] == 'type "{name}" into "Name"'


def test_what_was_shown_is_done_again_with_another_value(added, tmp_path):
    done = again(tmp_path, added, {"name": "Dora"})
    assert (done.status, done.state["names"][-1]) == ("success", "Dora")
    assert len(done.steps) == 4  # no more than was shown, with the end


@pytest.mark.parametrize(
    "phone", [{"size": (1080, 1920), "density": 320}, {"size": (1200, 540)}, {"locale": "de-DE"}], ids=str
)
def test_another_phone_makes_no_difference(added, tmp_path, phone):
    done = again(tmp_path, added, phone=phone)
    assert (done.status, done.state["names"][-1]) == ("success", "Cleo"), done.reason


@pytest.mark.parametrize(
    "update",
    [{"save_id": "keep_person"}, {"save": "Keep"}, {"above": True, "save_id": "ok"}, {"tip": True}],
    ids=str,
)
def test_a_moved_or_renamed_control_and_a_dialog_in_between_are_coped_with(added, tmp_path, update):
    done = again(tmp_path, added, **update)
    assert (done.status, done.state["names"][-1]) == ("success", "Cleo"), done.reason


def test_an_icon_without_words_is_found_by_its_looks_but_not_to_send(tmp_path):
    made = shown(tmp_path, "Add Cleo to the roster", *ADD[:2], "tap 3", icons=True)
    done = again(tmp_path, made, {"name": "Dora"}, icons=True, above=True)
    assert (done.status, done.state["names"][-1]) == ("success", "Dora"), done.reason
    sends = replace(made.plan, moves=(*made.plan.moves[:2], replace(made.plan.moves[2], may="send")))
    done = again(tmp_path, replace(made, plan=sends), icons=True, above=True, allow=frozenset({"send"}))
    assert (done.kind, done.state["names"][-1]) == ("identity doubtful", "Ben")


def test_a_control_that_does_nothing_any_more_ends_the_replay(added, tmp_path):
    done = again(tmp_path, added, dead=True)
    assert (done.status, done.kind, done.replay.at) == ("failed", "effect missing", 2)
    assert "effect missing at move 3" in done.reason
    assert done.state["names"] == ["Ana", "Ana B.", "Ben"]


def test_a_button_that_sends_now_is_not_tapped(added, tmp_path):
    done = again(tmp_path, added, warns=True, allow=frozenset({"send"}))
    assert (done.status, done.state["names"]) == ("failed", ["Ana", "Ana B.", "Ben"])
    assert done.kind in ("effect other", "identity doubtful", "element gone")


def test_a_row_is_chosen_by_its_value_and_a_near_miss_is_none(invited, tmp_path):
    assert invited.plan.goal == "Invite {item}"
    for name in ("Ana", "Ana B."):
        done = again(tmp_path, invited, {"item": name})
        assert (done.status, done.state["invited"]) == ("success", [name])
    done = again(tmp_path, invited, {"item": "An"})
    assert (done.status, done.kind, done.state["invited"]) == ("failed", "element gone", [])


TWINS = [
    (["Ana", "Ana"], "Ana"), (["Ana B.", "Ana C."], "Ana"), (["Anna", "Hanna"], "Ann"), (["Ana", "ANA"], "ana"),
    (["Ben 1", "Ben 12"], "Ben"), (["Ben 12", "Ben 21"], "Ben 2"), (["Ben", "Ben"], "Ben"), (["李雷", "李雷雷"], "李"),
    (["Ana ", "Ana  B"], "Ana B."), (["O'Neil", "ONeil"], "Neil"), (["A.", "B."], "A"), (["Straße", "Strand"], "Stra"),
    (["Mum", "Mum (work)"], "Mum work"), (["Bob & Jo", "Bob"], "Jo"), (["12:30", "12:300"], "2:30"),
    (["Ana", "Ana", "Ben"], "Ana"), (["Room 1", "Room 10"], "Room"), (["Ana–Lee", "Ana-Lee"], "Ana Lee"),
    (["é", "e"], "è"), (["", "Ana B."], "Ana"),
]  # fmt: skip


@pytest.mark.parametrize(("names", "wanted"), TWINS, ids=str)
def test_no_row_is_taken_for_its_twin(invited, tmp_path, names, wanted):
    done = again(tmp_path, invited, {"item": wanted}, names=names)
    assert (done.status, done.state["invited"]) == ("failed", [])
    assert done.kind in ("element gone", "identity doubtful")


def test_a_row_further_down_a_longer_list_is_scrolled_to(invited, tmp_path):
    done = again(tmp_path, invited, {"item": "Zoe"}, names=[f"P{n}" for n in range(20)] + ["Zoe"])
    assert (done.status, done.state["invited"]) == ("success", ["Zoe"])


def test_what_is_so_already_is_not_turned_back(invited, tmp_path):
    done = again(tmp_path, invited, invited=["Ben"])
    assert (done.status, done.state["invited"]) == ("success", ["Ben"])


def test_an_answer_is_read_again_from_where_it_stood(tmp_path):
    made = shown(tmp_path, "How many letters has Ben?", "tap Ben", 'finish("done", answer="3 letters")')
    assert (made.plan.reading is not None, made.plan.unread) == (True, False)
    done = again(tmp_path, made, {"item": "Ana B."})
    assert (done.status, done.answer) == ("success", "6 letters")


def test_what_sends_is_done_once_and_only_if_it_is_allowed(tmp_path):
    made = shown(tmp_path, "Greet Ben", "tap Ben", "tap Send greeting", sends=True)
    assert made.plan.moves[1].may == "send"  # although nothing on the screen shows it
    refused = again(tmp_path, made, {"item": "Ana"}, sends=True)
    assert (refused.kind, refused.state["greeted"]) == ("refused", [])
    done = again(tmp_path, made, {"item": "Ana"}, sends=True, allow=frozenset({"send"}))
    assert (done.status, done.state["greeted"], len(done.deeds)) == ("success", ["Ana"], 1)


def test_a_dialog_about_another_value_is_known_again(tmp_path):
    made = shown(tmp_path, "Take Ben away", "tap Ben", "tap Take away", "tap Delete")
    assert made.plan.moves[2].may == "delete"
    refused = again(tmp_path, made, {"item": "Ana"})
    assert (refused.kind, refused.deeds) == ("refused", [])
    done = again(tmp_path, made, {"item": "Ana"}, allow=frozenset({"delete"}))
    assert (done.status, done.state["names"], len(done.deeds)) == ("success", ["Ana B.", "Ben"], 1)


def test_a_replay_goes_on_from_a_move_without_those_before(added, tmp_path):
    stopped = again(tmp_path, added, start=2)
    assert (stopped.kind, stopped.steps, stopped.state["names"][-1]) == ("screen other", stopped.steps, "Ben")


def test_steps_that_led_nowhere_are_left_out(tmp_path):
    lines = ("tap Ana", "back", "tap Add a person", "back", *ADD, "tap Ben", "back")
    made = shown(tmp_path, "Add Cleo to the roster", *lines)
    words = ['tap "Add a person"', 'type "{name}" into "Name"', 'tap "Save"']
    assert [move.words for move in made.plan.moves] == words


def test_a_step_that_was_taken_back_is_left_out(tmp_path):
    made = shown(tmp_path, "Add Cleo to the roster", "tap Ana", "undo", *ADD)
    assert len(made.plan.moves) == 3
    assert again(tmp_path, made).status == "success"


def test_scrolling_to_a_row_is_no_move_of_its_own(tmp_path):
    many = [f"P{n}" for n in range(20)]
    made = shown(tmp_path, "Invite P19", 'scroll_to("P19")', "tap P19", names=many)
    assert [move.words for move in made.plan.moves] == ['tap "{item}"']


def test_a_slider_that_was_moved_is_set_to_the_value_that_it_showed(tmp_path):
    lines = ('tap "More options"', 'tap "Settings"', "swipe 3 left short")
    made = shown(tmp_path, "Make alarms quieter", *lines, app="com.example.deskclock")
    assert made.plan.moves[-1].action == 'set(3, "{text_1}")'
    assert float(made.values["text_1"]) < 70
    done = again(tmp_path, made, {"text_1": "40"}, phone={"size": (1080, 1920)})
    assert (done.status, "40" in done.steps[-2].reason) == ("success", True), done.steps[-2]


def test_a_field_in_a_wheel_is_found_whatever_it_says(tmp_path):
    lines = ('tap "New alarm"', 'type 9 "30" clear', 'tap "Save"')
    made = shown(tmp_path, "Set an alarm for half past seven", *lines, app="com.example.deskclock")
    assert again(tmp_path, made).status == "success"


@pytest.mark.parametrize(
    ("templates", "activity", "known"),
    [("abcx", "Form", True), ("ab", "Form", True), ("abx", "Form", False), ("abcd", "Other", False)],
)
def test_a_page_is_known_after_an_update_by_its_activity_and_half_of_its_templates(added, templates, activity, known):
    page = replace(added.plan.moves[1].page, activity="Form", templates=tuple("abcd"))
    blank = read_dump(dump(node("FrameLayout")), size=DISPLAY, app=page.app, activity=activity)
    assert resembles(replace(blank, templates=frozenset(templates)), page, {}) == known
