"""Notifications and recent apps are reached from anywhere, and what is tapped there comes to the front."""

import pytest
from bench_app import BENCH, open_bench
from conftest import NOTES, SETTINGS

from appagent.actions import Key, Notifications, PullShade, Recents, Start, call, parse
from appagent.errors import ActionError

pytestmark = pytest.mark.slow


def test_a_notification_is_read_and_followed_and_is_gone_then():
    with open_bench("Notices") as work:
        work("tap({Tell me})")
        work.device.perform(Start(NOTES))
        work("notifications()")
        shade = work.device.capture()
        assert "Comes at five" in shade.texts
        assert {element.window for element in shade.elements} == {"system"}  # nothing under it can be reached
        work("tap({Bench · Parcel · Comes at five})")
        after = work.device.capture()
        assert (after.app, after.activity) == (BENCH, ".Photo")
        work("notifications()")
        assert "No notifications" in work.device.capture().texts
        work("back()")
        assert work.device.capture().app == BENCH


def test_the_app_that_was_used_before_is_gone_back_to_as_it_was_left():
    with open_bench("Long list") as work:
        work.device.perform(Start(SETTINGS))
        work.device.perform(Start(NOTES))
        work("recents()")
        overview = work.device.capture()
        cards = [element.text.split(" · ")[0] for element in overview.elements if element.resource_id.endswith("/task")]
        assert cards == ["Notes", "Settings", "Bench"]
        work("back()")
        assert work.device.capture().app == NOTES
        work("recents()", "tap({Bench})")
        after = work.device.capture()
        assert (after.app, after.activity) == (BENCH, ".LongList")


def test_they_are_keys_that_the_guard_knows():
    with open_bench() as work:
        screen = work.device.capture()
        assert Notifications().gestures(screen) == (PullShade(),)
        assert Recents().gestures(screen) == (Key("recent"),)


@pytest.mark.parametrize(
    ("text", "action"), [("notifications()", Notifications()), ("Recents", Recents()), ("recents()", Recents())]
)
def test_they_are_read_as_models_write_them(text, action):
    assert parse(text) == action
    assert parse(call(action)) == action


def test_arguments_that_they_have_not_are_refused():
    with pytest.raises(ActionError, match="has no use for '3'"):
        parse("recents(3)")
