"""A screen that looks exactly as before is read once, and the activity in front is asked for by one command."""

import pytest
from conftest import NOTES
from hierarchies import dump, node
from PIL import Image

from appagent.devices.captures.hierarchy import read_dump
from appagent.devices.over_adb.front import resumed_in

DUMP = dump(node("Button", text="Save", at=(0, 0, 100, 100), can="clickable"))


def test_a_screen_that_looks_as_before_has_its_own_picture_and_its_own_facts():
    red, blue = (Image.new("RGB", (100, 200), colour) for colour in ("red", "blue"))
    first, again, later = read_dump(DUMP, red), read_dump(DUMP, blue), read_dump(DUMP, blue, settled=False)
    assert (first.picture, again.picture) == (red, blue)
    assert first is not read_dump(DUMP, red)
    assert (again.settled, later.settled) == (True, False)
    assert again.elements == first.elements
    wide = read_dump(DUMP, Image.new("RGB", (100, 50)), app="com.other", activity=".Main")
    assert (wide.size, wide.app, wide.activity) == ((100, 50), "com.other", ".Main")
    assert wide.elements[0].bounds == (0, 0, 100, 50)


@pytest.mark.parametrize(
    ("told", "front"),
    [
        ("  mResumedActivity: ActivityRecord{4d2 u0 com.a/.Main t10}\n", ("com.a", ".Main")),  # up to Android 11
        ("  topResumedActivity=ActivityRecord{4d2 u0 com.a/com.b.Main t10}\n", ("com.a", "com.b.Main")),
        ("  ResumedActivity: ActivityRecord{4d2 u0 com.a/.Main} t10}\n", ("com.a", ".Main")),  # Android 14
        ("  mLastPausedActivity: ActivityRecord{4d2 u0 com.a/.Main t10}\n", None),
        ("Can't find service: activity\n", None),
    ],
)
def test_the_activity_in_front_is_read_in_the_form_of_each_version(told, front):
    assert resumed_in(told) == front


def test_the_activity_in_front_is_that_of_the_phone(started, phone):
    assert started(NOTES).capture().activity == f".{phone.foreground[1]}"
