"""Test that icons are known by what they draw: on other displays, and apart from each other."""

from itertools import pairwise

import pytest
from conftest import NOTES, QUICK

from appagent.actions import Start, Tap
from appagent.devices.virtual import virtual
from appagent.screen.pictures.looks import look_alike, looks

pytestmark = pytest.mark.slow


def icons(**phone) -> list[str]:
    """The looks of the icons over a new note: the arrow back, share, pin and keep."""
    with virtual(time_scale=QUICK, **phone) as (device, _):
        device.perform(Start(NOTES))
        screen = device.capture()
        for gesture in Tap(next(one.mark for one in screen.elements if one.resource_id.endswith("fab"))).gestures(
            screen
        ):
            device.perform(gesture)
        screen = device.capture()
        return [looks(one, screen) for one in screen.elements if one.role == "ImageButton"]


@pytest.fixture(scope="module")
def small() -> list[str]:
    return icons(size=(540, 1200))


@pytest.mark.parametrize("phone", [{"size": (1080, 2400)}, {"size": (1080, 1920), "density": 320}], ids=str)
def test_an_icon_looks_alike_on_another_display_and_no_other_does(small, phone):
    now = icons(**phone)
    assert [[look_alike(one, other) for other in now] for one in small] == [
        [one == other for other in range(4)] for one in range(4)
    ]


def test_icons_are_told_apart_although_all_have_wide_margins(small):
    assert not any(look_alike(one, other) for one, other in pairwise(small))
    assert not look_alike(small[0], small[0][:16])  # as an older rule told them
