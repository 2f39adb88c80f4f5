"""Test that what is alike in several cards is told apart by what the card says, with other values too."""

import pytest
from replaying import again, shown

pytestmark = pytest.mark.slow
FEED = "com.example.feed"


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """The icon under one of three posts is tapped."""
    return shown(tmp_path_factory.mktemp("shown"), "Keep what Ben wrote", "tap 4", app=FEED)


@pytest.mark.parametrize("who", ["Ben", "Ana", "Ana Lee"])
def test_an_icon_under_a_post_is_found_by_who_wrote_it(kept, tmp_path, who):
    assert kept.plan.goal == "Keep what {item} wrote"
    done = again(tmp_path, kept, {"item": who})
    assert (done.status, done.told["feed"]["kept"]) == ("success", [who]), done.reason


def test_a_post_that_is_not_there_is_not_taken_for_another(kept, tmp_path):
    done = again(tmp_path, kept, {"item": "An"})
    assert (done.status, done.kind, done.told["feed"]["kept"]) == ("failed", "element gone", [])


def test_a_switch_on_a_page_that_does_not_scroll_is_found_by_its_room(tmp_path):
    made = shown(tmp_path, "Turn the heater in the Office on", "tap Rooms", "tap 6", app=FEED)
    assert made.plan.goal == "Turn the {item} in the {item_2} on"
    for room in ("Office", "Kitchen"):
        done = again(tmp_path, made, {"item_2": room})
        assert (done.status, done.told["feed"]["on"]) == ("success", [f"Heater {room}"]), done.reason


def test_a_tap_that_changed_its_button_is_made_though_the_app_begins_on_the_page_behind_it(tmp_path):
    made = shown(
        tmp_path, "Mute the feed and turn the heater in the Office on", *("tap Mute", "tap Rooms", "tap 6"), app=FEED
    )
    assert not made.plan.moves[0].only_leads
    done = again(tmp_path, made, app_state={"feed": {"rooms": True}})
    assert (done.status, done.told["feed"]["muted"]) != ("success", False)


def test_a_tap_that_a_card_chose_is_no_way_that_other_tasks_share(kept):
    assert not kept.plan.moves[0].only_leads


@pytest.mark.parametrize("muted", [False, True])
def test_what_a_button_has_done_already_is_not_taken_back(tmp_path, muted):
    made = shown(tmp_path, "Mute the feed", "tap Mute", app=FEED)
    assert made.plan.moves[0].then == "Unmute"
    done = again(tmp_path, made, app_state={"feed": {"muted": muted}})
    assert (done.status, done.told["feed"]["muted"]) == ("success", True), done.reason
