"""What the virtual phone's Player plays: its bare icons, the time that moves a song on, the queue."""

import pytest
from hierarchy_nodes import find, nodes, tap, texts
from phone_user import SIZES_AND_LOCALES
from player_app import (
    DOWN,
    HEART,
    NEXT,
    PLAYER,
    PREVIOUS,
    REPEAT,
    SLEEP,
    SLIDERS,
    along,
    bare,
    go,
    named,
    now,
    opened,
    song,
    state,
)

from appagent.phone import Phone
from appagent.phone.apps.player.seeds import BANDS

pytestmark = pytest.mark.slow


class Time:
    """Time that passes when a test lets it."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def phone() -> Phone:
    return opened()


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def running(time: Time) -> Phone:
    """One on which time passes, as the test lets it; its pages have come in."""
    phone = opened(now=time, time_scale=1)
    time.seconds += 1
    return phone


@pytest.mark.parametrize("given", SIZES_AND_LOCALES, ids=str)
def test_the_large_player_is_worked_by_its_bare_icons(given):
    phone = opened(**given)
    go(phone, "mini_player")
    bare(phone, HEART)
    assert song(phone, named(phone, "Low Tide"))["favourite"] is False
    along(phone, find(phone, "seek_bar"), 0.5)
    tap(phone, "play_pause")
    assert now(phone)[:2] == (named(phone, "Low Tide"), True)
    assert abs(now(phone)[2] - 121.5) < 3
    bare(phone, NEXT)
    assert now(phone) == (named(phone, "Seagull Street"), True, 0)
    bare(phone, PREVIOUS, REPEAT, REPEAT)
    assert (now(phone)[0], state(phone, "repeat")) == (named(phone, "Low Tide"), "one")
    bare(phone, SLEEP)
    tap(phone, phone.packages[PLAYER].t("{} minutes").format(45))
    bare(phone, SLIDERS)
    go(phone, "Rock")
    phone.tap(*next(node for node in nodes(phone) if node["class"].endswith("Switch")).centre)
    along(phone, [node for node in nodes(phone) if node.name == "band"][-1], 1.0)
    assert state(phone, "sleep_minutes") == 45
    assert state(phone, "equaliser") == {
        "on": True, "preset": "Custom", "bands": dict(zip(BANDS, (5, 3, -1, 3, 10), strict=True)),
    }  # fmt: skip
    bare(phone, 0)  # reset
    assert state(phone, "equaliser")["preset"] == "Flat"
    go(phone, "back")
    bare(phone, DOWN)
    assert find(phone, "mini_title")["text"] == named(phone, "Low Tide")


# --- time


def test_a_song_moves_on_with_the_clock_alone_and_the_next_one_comes(running, time):
    go(running, "mini_player")
    time.seconds += 100
    assert now(running) == ("Low Tide", False, 52)
    tap(running, "play_pause")
    time.seconds += 60
    assert now(running) == ("Low Tide", True, 112)
    assert "1:52" in texts(running)
    time.seconds += 131 + 20
    assert find(running, "title")["text"] == "Seagull Street"
    assert now(running) == ("Seagull Street", True, 20)
    tap(running, "play_pause")
    time.seconds += 3600
    assert now(running) == ("Seagull Street", False, 20)
    assert state(running, "history")[0] == "Low Tide"  # what was asked for, not what came by itself


@pytest.mark.parametrize(
    ("repeat", "then"),
    [("off", ("Crickets", False, 0)), ("all", ("Low Tide", True, 42)), ("one", ("Crickets", True, 127))],
)
def test_after_the_queues_end_comes_what_repeat_says(running, time, repeat, then):
    running.set_up({"player": {"queue": ["Low Tide", "Crickets"], "repeat": repeat, "now": {"song": "Crickets"}}})
    go(running, "mini_player")
    time.seconds += 1
    tap(running, "play_pause")
    time.seconds += 158 - 52 + (42 if repeat != "one" else 158 + 127)
    assert now(running) == then


def test_the_sleep_timer_stops_the_music_and_is_off_then(running, time):
    go(running, "mini_player")
    time.seconds += 1
    tap(running, "play_pause")
    bare(running, SLEEP)
    tap(running, "10 minutes")
    go(running, "back")
    time.seconds += 1
    bare(running, 0)
    time.seconds += 1
    assert "Stops at 10:18" in texts(running)
    time.seconds += 1000
    assert "Off" in texts(running)
    assert now(running) == ("Crickets", False, 12)
    assert state(running, "sleep_minutes") == 0
    tap(running, "Navigate up")
    time.seconds += 1
    bare(running, 3)
    time.seconds += 60
    assert now(running) == ("Crickets", True, 72)


def test_a_song_that_is_on_its_way_begins_anew_before_the_one_before_it_comes(running, time):
    go(running, "mini_player")
    time.seconds += 1
    bare(running, PREVIOUS)
    assert now(running) == ("Low Tide", True, 0)
    time.seconds += 2
    bare(running, PREVIOUS)
    assert now(running)[0] == "Paper Boats"


# --- the queue


def queue(phone: Phone) -> list[str]:
    return [title[:5] for title in state(phone, "queue")]


def test_the_queue_is_put_into_another_order_by_handles_and_menus(phone):
    go(phone, "Queue")
    assert queue(phone) == ["Harbo", "Paper", "Low T", "Seagu", "Wild ", "Crick", "Long "]
    handle = [node for node in nodes(phone) if node["scrollable"] == "true"][4]
    x, y = handle.centre
    phone.swipe([(x, y), (x, y - 3 * (handle.bounds[3] - handle.bounds[1]))])
    assert queue(phone) == ["Harbo", "Wild ", "Paper", "Low T", "Seagu", "Crick", "Long "]
    for held, chosen in (("Crickets", "Move up"), ("Harbour Lights", "Move down"), ("Long Way Round", "Play next")):
        tap(phone, held, hold_s=0.6)
        go(phone, chosen)
    assert queue(phone) == ["Wild ", "Harbo", "Paper", "Low T", "Long ", "Crick", "Seagu"]
    tap(phone, "Crickets", hold_s=0.6)
    go(phone, "Remove from queue", "remove", "Paper Boats")
    assert queue(phone) == ["Harbo", "Paper", "Low T", "Long ", "Seagu"]
    assert now(phone) == ("Paper Boats", True, 0)


def test_the_song_that_is_on_can_be_taken_out_and_the_next_one_waits(phone):
    go(phone, "Queue", "Long Way Round", "More options", "Clear queue", "Clear")
    assert queue(phone) == ["Long "]
    go(phone, "remove")
    assert (queue(phone), now(phone)[:2]) == ([], ("Long Way Round", False))
    go(phone, "back", "mini_player")
    bare(phone, NEXT)
    assert now(phone)[:2] == ("Long Way Round", True)


def test_the_queue_is_kept_as_a_playlist(phone):
    go(phone, "More options", "Play next", "More options", "Add to queue")
    go(phone, "Queue", "More options", "Save as playlist")
    phone.type_text("Later")
    go(phone, "OK")
    kept = state(phone, "playlists")[3]
    assert (kept["name"], kept["songs"][-1], kept["songs"][:3]) == (
        "Later", "Aurora", ["Harbour Lights", "Paper Boats", "Low Tide"],
    )  # fmt: skip
