"""Test how earlier tasks are looked up: which is done again, of which the steps or a hint are told, and why."""

from pathlib import Path

import pytest
from tables import cases

from appagent.documents.encoder import LocalEncoder, encoder_installed
from appagent.experience.kept import KIND, Circumstances, count_replay, experiences, keep, same_tasks
from appagent.experience.lookup import Found, Thresholds, look_up
from appagent.experience.names import without_names
from appagent.experience.plan import Plan
from appagent.experience.slots import shape, value_hash
from appagent.store import Store

APP = "com.example.app"
PAGE = {"screen_id": "s", "app": APP}
LINES = (Path(__file__).parent / "data" / "one_word.txt").read_text(encoding="utf-8").splitlines()[1:]
WITH_ENCODER = pytest.mark.skipif(not encoder_installed(), reason="the extra encoder is missing")


class Unmeasured(LocalEncoder):
    """The encoder under a name for which there is no calibration."""

    name = "unmeasured"


def plan(goal: str, *moves: str, **values: str) -> Plan:
    """A plan with a move for each text to type. values: of its slots."""
    told = [{"action": f'text("{text}", element=1)', "words": f"type {text}", "page": PAGE} for text in moves or ("x",)]
    shapes, shown = ({name: of(value) for name, value in values.items()} for of in (shape, value_hash))
    return Plan.from_json({"goal": goal, "app": APP, "moves": told, "shapes": shapes, "shown": shown})


def kept(store: Store, *plans: Plan) -> None:
    for each in plans:
        keep(store, each, "demo", "1", confirmed=True)


def found(store: Store, goal: str, **how: object) -> Found:
    return look_up(store, APP, goal, Circumstances(), **how)


@pytest.fixture
def nothing():
    with Store.open(":memory:") as store:
        yield store


@pytest.fixture(scope="module")
def words():
    """A store with all the tasks of the pairs that differ in one word."""
    with Store.open(":memory:") as store:
        kept(store, *(plan(line.split(" | ")[0]) for line in LINES))
        yield store


@pytest.mark.slow
def test_of_pairs_that_differ_in_one_word_none_is_replayed(words):
    pairs = [line.split(" | ") for line in LINES]
    goals, known = {goal for goal, *_ in pairs}, experiences(words, APP)
    others = [goal.replace(word, other, 1) for goal, word, other in pairs]
    others = [other for other in others if other not in goals]
    assert len(others) >= 95
    assert [other for other in others if [*same_tasks(known, other, Circumstances())]] == []
    encoder = LocalEncoder() if encoder_installed() else None
    by = Thresholds(guide=0, hint=0)
    assert {found(words, other, encoder=encoder, by=by).use for other in others[::12]} <= {"guidance", "hint"}


@pytest.fixture
def shop(nothing):
    kept(
        nothing, plan("Put {item} into the cart", "{item}", item="kettle"), plan("What is the balance of my account?"),
        plan("Sort the products by price"), plan("Turn Wi-Fi on", "Wi-Fi"),
    )  # fmt: skip
    return nothing


@WITH_ENCODER
@pytest.mark.parametrize(
    ("goal", "encoder", "by", "use"),
    [
        ("Put lamp into the cart", None, {}, "replay"),
        ("How much money do I have left in the bank?", LocalEncoder, {}, "guidance"),
        ("How much money do I have left in the bank?", LocalEncoder, {"guide": 0.95}, "hint"),
        ("How much money do I have left in the bank?", LocalEncoder, {"guide": 1, "hint": 1}, "none"),
        ("How much money do I have left in the bank?", Unmeasured, {}, "hint"),  # it can only rank
        ("How much money do I have left in the bank?", None, {}, "none"),
        ("Turn Wi-Fi off", LocalEncoder, {"guide": 0, "hint": 0}, "guidance"),  # what differs is no slot
        ("Put lamp into the cart, then turn Wi-Fi off", None, {}, "guidance"),
        ("Feed the cat", LocalEncoder, {}, "none"),
    ],
)
def test_how_near_a_task_is_decides_what_comes_of_it(shop, goal, encoder, by, use):
    assert found(shop, goal, encoder=encoder and encoder(), by=Thresholds(**by)).use == use


def test_a_part_that_was_done_before_is_told_with_its_values(shop):
    (told,) = found(shop, "Put lamp into the cart, then order it").told
    assert told == 'the task "Put lamp into the cart" was done so: 1. type lamp. That is a part of yours'


def test_why_the_same_task_is_not_replayed_is_told(nothing):
    kept(nothing, plan("Greet {name}", "{name}", name="Ana"))
    (known,) = experiences(nothing, APP)
    for worked in (True, True, False, False):
        assert found(nothing, "Greet Ben").use == "replay"
        count_replay(nothing, known, "1", worked=worked, whole=True, verified=True)
    now = found(nothing, "Greet Ben")
    assert (now.use, now.precision, "failed twice" in now.why_not) == ("guidance", 1.0, True)
    assert look_up(nothing, APP, "Greet Ben", Circumstances(replay_from=0.5)).use == "replay"


@cases(
    ("goal", "moves", "pattern", "other"),
    [
        ("Tell Anna Novak that I am late", ("{t}",), "Tell {name} that I am late", "Tell Anna Meier that I am late"),
        ("Ask Ana about it", ("{t}",), "Ask {name} about it", "Ask Eve about it"),
        ("Note 'Rex' here", ("{t}",), "Note '{name}' here", "Note 'Max' here"),
        ("Open the Mail page", ("Mail",), "Open the Mail page", "Open the Maps page"),  # the app's own word
        ("Call +49 30 123456 now", ("{t}",), "Call {name} now", "Call +49 30 123457 now"),
    ],
)
def test_a_name_that_is_no_value_is_not_kept_and_must_stay_the_same(goal, moves, pattern, other):
    with Store.open(":memory:") as store:
        keep(store, plan(goal, *moves, **({"t": "x"} if "{t}" in moves else {})), "demo", "1", confirmed=True)
        (record,) = store.current(APP, kind=KIND)
        assert (record.text, record.facts["plan"]["goal"]) == (pattern, pattern)
        assert (found(store, goal).use, found(store, other).use == "replay") == ("replay", False)


def test_names_that_the_app_showed_are_known_in_any_script():
    made = without_names(plan("给李雷的会议设提醒", "{t}", t="x"), seen=["李雷", "会议厅"])
    assert (made.goal, made.held, made.holds({"name": "李雷"}), made.holds({"name": "李雪"})) == (
        "给{name}的会议设提醒", ("name",), True, False,
    )  # fmt: skip
