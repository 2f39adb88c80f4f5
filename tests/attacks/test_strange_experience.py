"""Experience that a stranger hands over, which a person lists, does again or exports.

Its author wants to have code run, to hang the tool, or to have something done that no move names.
"""

import ast
from dataclasses import replace

import pytest

from appagent.errors import StoreError
from appagent.experience.exports import exported
from appagent.experience.kept import KIND, Circumstances, experience_of, experiences
from appagent.experience.lookup import look_up
from appagent.experience.plan import AnswerPlace, Move, MovePage, Plan, Target
from appagent.store import Handed, Record, Store
from appagent.store.records import utc_now

APP = "com.example.notes"
FIELD = Target("EditText-1", "EditText", "EditText")
TYPED = Move("text('{title}', element=1)", 'type "{title}"', MovePage("screen-1", APP), FIELD)
PLAN = Plan("Write {title}", APP, (TYPED,), shapes={"title": "xxx"})
SIZE = (1080, 2400)

pytestmark = pytest.mark.timeout(60)


def kept(plan: Plan, *, untrusted: bool = False) -> Store:
    """Return a store that has a plan as experience."""
    store = Store.open(":memory:")
    facts = {"plan": plan.to_json(), "confirmed": True}
    record = Record(kind=KIND, app=APP, facts=facts, text=plan.goal, source="demo", time=utc_now())
    if untrusted:
        store.union(Handed(records=[record]), untrusted=True)
    else:
        store.add(record)
    return store


def moved(**changed: object) -> Plan:
    return replace(PLAN, moves=(replace(TYPED, **changed),))


@pytest.mark.parametrize(
    "hostile",
    [
        moved(target=replace(FIELD, role='E").x; __import__("os").system("id"); ("')),
        moved(target=replace(FIELD, resource_id="i'); __import__('os').system('id'); ('")),
        moved(words='type\n__import__("os").system("id")\x85\x0c__import__("os")'),
        replace(PLAN, goal='{title}"""\n__import__("os").system("id")\n"""\\'),
        replace(PLAN, app="a'); __import__('os').system('id'); ('"),
    ],
)
def test_a_script_calls_nothing_that_an_experience_smuggles_in(hostile):
    tree = ast.parse(exported(hostile, {"title": "Milk'); x('"}, "uiautomator2", SIZE))
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert called <= {"saying", "beside", "main", "phone"}


@pytest.mark.parametrize("form", ["uiautomator2", "maestro", "androidcontrol"])
def test_an_export_moves_no_cursor(form):
    hostile = replace(moved(words="type \x1b[2J\x9b2J\u202e"), goal="Write \x1b]0;x\x07\x9b2J {title}")
    written = exported(hostile, {"title": "\x1b[31m\x9b"}, form, SIZE)
    assert not set(written) & set("\x1b\x9b\x07\u202e")


@pytest.mark.parametrize(
    ("hostile", "says"),
    [
        (moved(action="os.system('id')"), "no function 'os.system'"),
        (moved(action="ask_person('Your PIN?')"), "no function 'ask_person'"),
        (moved(action="tap(999999999999999999999999)"), "tap(999999999999999999999999)"),
        (moved(action="text('{pin}', element=1)"), "it has no slot 'pin'"),
        (moved(words="type {pin}"), "it has no slot 'pin'"),
        (moved(target=replace(FIELD, says="{pin}")), "it has no slot 'pin'"),
        (replace(PLAN, goal="Write {pin}"), "it has no slot 'pin'"),
        (replace(PLAN, held=("pin",)), "it holds values"),
        (replace(PLAN, reading=AnswerPlace("{pin}", "{answer}")), "it has no slot 'pin'"),
    ],
)
def test_a_plan_that_cannot_be_done_is_none(hostile, says):
    with kept(hostile) as store:
        assert experiences(store) == []
        (record,) = store.current(kind=KIND)
        with pytest.raises(StoreError) as refused:
            experience_of(store, record.id)
    assert says in str(refused.value)


@pytest.mark.parametrize("loops", [[None], [{"first": 1, "last": 1, "slots": []}], [{"first": 2, "last": 2}], 5])
def test_a_plan_with_a_loop_that_is_none_is_none(loops):
    with pytest.raises(StoreError, match="no plan that can be read"):
        Plan.from_json(PLAN.to_json() | {"loops": loops})


def test_a_strangers_wording_is_not_compared_with_the_task():
    names = (
        *"abcdefg",
        "title",
    )  # values that may each be any text, next to each other: there are billions of ways to split one
    goal = "".join("{" + name + "}" for name in names) + " Z"
    slow = replace(PLAN, goal=goal, shapes=dict.fromkeys(names, "x"), quoted=names)
    with kept(slow, untrusted=True) as store:
        assert len(experiences(store)) == 1
        assert look_up(store, APP, "y " * 60, Circumstances()).chosen is None
