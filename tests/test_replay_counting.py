"""Test that a replay does not repeat taps that count as such: it sets the number, or compares what was added."""

import pytest
from replaying import again, shown

pytestmark = pytest.mark.slow

DESK = "com.example.desk"
WORDS = {False: ("Seats", "Fewer", "More", "Add stamp"), True: ("Plätze", "Weniger", "Mehr", "Marke dazu")}


@pytest.fixture(params=[False, True], ids=["English", "German"])
def desk(request):
    """Returns the state of the desk with other parts, and its words."""
    return (lambda **more: {"desk": {"german": request.param, **more}}), WORDS[request.param]


def test_a_number_between_two_buttons_is_set_to_what_the_task_says(desk, tmp_path):
    state, (room, _, more, _) = desk
    taps = (f'tap "{room}"', f'tap "{more}"', f'tap "{more}"')
    made = shown(tmp_path / "shown", "Make it 3 seats", *taps, app=DESK, app_state=state())
    assert ([move.kind for move in made.plan.moves], list(made.values.values())) == (["tap", "set"], ["3"])
    for seats in (1, 3, 5):
        done = again(tmp_path, made, app_state=state(seats=seats))
        assert (done.status, done.told["desk"]["seats"]) == ("success", 3), (seats, done.reason)
        other = again(tmp_path, made, dict.fromkeys(made.values, "4"), app_state=state(seats=seats))
        assert (other.status, other.told["desk"]["seats"]) == ("success", 4), (seats, other.reason)


def test_taps_there_and_back_set_the_number_too(desk, tmp_path):
    state, (room, fewer, more, _) = desk
    taps = (f'tap "{room}"', *[f'tap "{more}"'] * 3, f'tap "{fewer}"')
    made = shown(tmp_path / "shown", "Reserve for all of us", *taps, app=DESK, app_state=state())
    assert [move.kind for move in made.plan.moves] == ["tap", "set"]
    assert again(tmp_path, made, app_state=state(seats=6)).told["desk"]["seats"] == 3


@pytest.mark.parametrize(("goal", "taps"), [("Add 2 seats", 2), ("One more seat, please", 1)])
def test_what_the_task_adds_is_added(desk, tmp_path, goal, taps):
    state, (room, _, more, _) = desk
    lines = (f'tap "{room}"', *[f'tap "{more}"'] * taps)
    made = shown(tmp_path / "shown", goal, *lines, app=DESK, app_state=state(seats=4))
    assert {move.counts for move in made.plan.moves[1:]} == {1.0}
    done = again(tmp_path, made, app_state=state(seats=7))
    assert (done.status, done.told["desk"]["seats"]) == ("success", 7 + taps), done.reason


@pytest.mark.parametrize(("stamps", "status", "kind"), [(0, "success", ""), (1, "failed", "identity doubtful")])
def test_a_button_that_counts_is_tapped_where_it_says_what_it_said(desk, tmp_path, stamps, status, kind):
    state, (room, _, _, add) = desk
    lines = (f'tap "{room}"', f'tap "{add}"')
    made = shown(tmp_path / "shown", "Put a stamp on it", *lines, app=DESK, app_state=state())
    assert (made.plan.moves[1].then, made.plan.moves[1].counts) == ("", 1.0)
    done = again(tmp_path, made, app_state=state(stamps=stamps))
    assert (done.status, done.kind, done.told["desk"]["stamps"]) == (status, kind, 1), done.reason


def test_a_tap_that_adds_more_than_before_ends_the_replay(desk, tmp_path):
    state, (room, _, more, _) = desk
    lines = (f'tap "{room}"', f'tap "{more}"')
    made = shown(tmp_path / "shown", "One more seat, please", *lines, app=DESK, app_state=state())
    done = again(tmp_path, made, app_state=state(leap=2))
    assert (done.status, done.kind) == ("failed", "effect missing")
    assert "the number is 3 now, and should be 2" in done.reason
