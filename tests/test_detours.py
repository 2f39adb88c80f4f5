"""Test that no deed is taken for a detour, and that a plan without its detours is trusted only once it is verified."""

import pytest
from replaying import again, shown

from appagent.experience.kept import Circumstances, count_replay, experiences, keep
from appagent.experience.lookup import look_up
from appagent.experience.plan import Plan
from appagent.store import Store

DESK = "com.example.desk"
READ = {False: "Mark as read", True: "Als gelesen markieren"}


@pytest.mark.slow
@pytest.mark.parametrize("german", [False, True])
@pytest.mark.parametrize("more", [(), ("tap Tax", "back")], ids=["alone", "after a detour"])
def test_a_button_that_closes_its_page_does_something_though_nothing_shows_it(tmp_path, german, more):
    state = {"desk": {"german": german}}
    lines = (*more, "tap Bank", f"tap {READ[german]}")
    made = shown(tmp_path / "shown", "Mark the letter as read", *lines, app=DESK, app_state=state)
    assert len(made.plan.moves) == 2
    done = again(tmp_path, made, app_state=state)
    assert (done.status, done.told["desk"]["read"]) == ("success", ["Bank"]), done.reason
    assert (made.uncut is None) == (not more)
    if made.uncut:
        whole = again(tmp_path, made.uncut, app_state=state)
        assert (len(made.uncut.plan.moves), whole.told["desk"]["read"]) == (4, ["Bank"]), whole.reason


@pytest.mark.slow
@pytest.mark.parametrize("way", [("back",), ('tap "Navigate up"',)], ids=["back", "up"])
def test_pages_that_were_opened_and_left_again_are_detours(tmp_path, way):
    made = shown(tmp_path, "Look at the notes", "tap Bank", *way, "tap Notes", app=DESK)
    assert [move.words for move in made.plan.moves] == ['tap "Notes"']


@pytest.fixture
def both(plan):
    """A store with a task as it was shown, and without its detours; and the ids of the two."""
    with Store.open(":memory:") as store:
        whole = keep(store, plan(2), "demo", "1", confirmed=True)
        short = keep(store, plan(1), "demo", "1", confirmed=False, cut=True)
        yield store, whole.id, short.id


@pytest.fixture
def plan():
    """Returns a plan with so many moves, of which a replay shows nothing."""
    page = {"screen_id": "s", "app": DESK}

    def made(moves: int) -> Plan:
        told = [{"action": "back()", "words": f"back {number}", "page": page} for number in range(moves)]
        return Plan.from_json({"goal": "Tidy up", "app": DESK, "moves": told})

    return made


def chosen(store: Store, *, checked: bool) -> str:
    found = look_up(store, DESK, "Tidy up", Circumstances(checked=checked)).chosen
    return found.kept.record.id if found else ""


def test_a_plan_without_its_detours_is_done_only_where_a_check_says_what_came_of_it(both):
    store, whole, short = both
    assert (chosen(store, checked=False), chosen(store, checked=True)) == (whole, short)


def test_it_is_trusted_once_it_was_verified_and_failed_if_it_was_not(both):
    store, whole, short = both
    trial = next(each for each in experiences(store, DESK) if each.record.id == short)
    count_replay(store, trial, "1", worked=True, whole=True, verified=False)
    assert chosen(store, checked=True) == whole
    count_replay(store, trial, "1", worked=True, whole=True, verified=True)
    confirmed = [len(each.plan.moves) for each in experiences(store, DESK) if each.confirmed]
    assert sorted(confirmed) == [1, 2]
