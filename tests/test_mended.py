"""Test that a mended plan is confirmed only if it does all that the old one did, and checks no less of it."""

from dataclasses import replace

import pytest

from appagent.experience.kept import Circumstances, count_replay, experiences, keep
from appagent.experience.lookup import look_up
from appagent.experience.plan import Move, MovePage, Plan, Target
from appagent.store import Store

PAGE = MovePage("list", "com.example.desk", ".Desk")
ASKED = MovePage("asked", "com.example.desk", ".Desk", heading="Shred {item}?", asks=("{item} is gone then",))
ROW = Target("row", "row", "View", listed=True, says="{item}", within="Letters of {item}", row=("4e",), firm=True)
BUTTON = Target("shred", "button", "Button", name="Shred")
MOVES = (
    Move("long_press(1)", "hold it", PAGE, ROW, changed=True),
    Move("tap(1)", "shred it", ASKED, BUTTON, changed=True, may="delete", message="4f", shows=("{item}",)),
    Move("tap(1)", "note it", PAGE, BUTTON, becomes=True),
    Move("tap(1)", "follow", PAGE, BUTTON, then="Unfollow"),
    Move("tap(1)", "one more", PAGE, BUTTON, counts=1.0),
)
OLD = Plan("Shred {item}", "com.example.desk", MOVES, end=PAGE, shapes={"item": "xxx"})
NEW = replace(PAGE, screen_id="new")


def moved(at: int, **other: object) -> Plan:
    """The old plan with another attribute of one move, on a page that an update has changed."""
    moves = [replace(move, page=replace(move.page, screen_id=f"new-{move.page.screen_id}")) for move in MOVES]
    moves[at] = replace(moves[at], **other)
    return replace(OLD, moves=tuple(moves), end=NEW)


@pytest.mark.parametrize(
    ("shown", "held", "same"),
    [
        ({"item": "1", "who": "2"}, ("who",), True),
        ({"item": "9", "who": "2"}, ("who",), True),  # a value that a move uses may be another one
        ({"item": "1", "who": "9"}, ("who",), False),
        ({"item": "1", "who": "2"}, (), False),
    ],
)
def test_plans_are_of_one_task_if_the_names_that_must_stay_are_the_same(shown, held, same):
    one = replace(OLD, goal="Shred {item} for {who}", shown={"item": "1", "who": "2"}, held=("who",))
    assert (one.task_key == replace(one, shown=shown, held=held).task_key) == same


@pytest.mark.parametrize(
    ("plan", "confirmed"),
    [
        (moved(0), True),
        (moved(0, words="press it"), True),
        (moved(0, target=replace(ROW, within="")), False),
        (moved(0, target=replace(ROW, row=())), False),
        (moved(0, target=replace(ROW, says="", within="", listed=False)), False),
        (moved(1, may=""), False),
        (moved(1, changed=None), False),
        (moved(1, message=""), False),
        (moved(1, shows=()), False),
        (moved(1, page=replace(ASKED, asks=(), heading="")), False),
        (moved(1, target=replace(BUTTON, fits=False)), False),
        (moved(2, becomes=None), False),
        (moved(2, becomes=False), False),
        (moved(3, then=""), False),
        (moved(4, counts=None), False),
        (replace(moved(0), end=None), False),
        (replace(moved(0), end=replace(NEW, activity=".Other")), False),
    ],
)
def test_what_does_or_checks_less_is_not_confirmed(plan, confirmed):
    with Store.open(":memory:") as store:
        old = keep(store, OLD, "demo", "1", confirmed=True)
        new = keep(store, plan, "explore", "1", confirmed=False)
        assert len(experiences(store, OLD.app)) == 2
        chosen = look_up(store, OLD.app, "Shred Tax", Circumstances()).chosen
        assert chosen
        assert chosen.kept.record.id == (new.id if confirmed else old.id)
        trial = next(each for each in experiences(store, OLD.app) if each.record.id == new.id)
        count_replay(store, trial, "1", worked=True, whole=True, verified=True)
        assert [each.confirmed for each in experiences(store, OLD.app)].count(True) == 1 + confirmed
